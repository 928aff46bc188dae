//! `polymill opt --schedule`: regions in the order of a schedule by hand.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::{folder, polymill};

const BLUR: &str = r#"
#include <stdio.h>
#define N 1000

static void blur(float x[restrict N + 4], float y[restrict N])
{
    float t[N + 2];
    for (int i = 0; i < N + 2; i++)
        t[i] = (x[i] + x[i + 1] + x[i + 2]) / 3.0f;
    for (int i = 0; i < N; i++)
        y[i] = (t[i] + t[i + 1] + t[i + 2]) / 3.0f;
}

static void negate(float y[restrict N])
{
    for (int i = 0; i < N; i++)
        y[i] = -y[i];
}

int main(void)
{
    static float x[N + 4], y[N];
    for (int i = 0; i < N + 4; i++)
        x[i] = (float)(i * 37 % 101);
    blur(x, y);
    negate(y);
    for (int i = 0; i < N; i++)
        printf("%a\n", y[i]);
    return 0;
}
"#;

/// Tiles of 8 elements that share two of `t` with the next one.
const OVERLAPPING: &str = "\
# tiles that overlap
gdg blur parallel 0
{ S0[i] -> [tile, 0, i] : 0 <= tile < 125 and 8 tile <= i < 8 tile + 10;
  S1[i] -> [tile, 1, i] : 8 tile <= i < 8 tile + 8 }
";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn result(dir: &Path, source: &str) -> String {
    let program = dir.join("program");
    let cc = Command::new("cc").current_dir(dir).args(["-O1", "-w", source, "-o"]).arg(&program).output().unwrap();
    assert!(cc.status.success(), "{}", text(&cc.stderr));
    text(&Command::new(program).output().unwrap().stdout)
}

fn opt_with(schedule: &str) -> Output {
    let dir = folder(&[("blur.c", BLUR), ("schedule.txt", schedule)]);
    polymill(dir.path(), "opt blur.c --schedule=schedule.txt -q -o new.c")
}

#[test]
fn overlapping_tiles_compute_the_same() {
    let dir = folder(&[("blur.c", BLUR), ("schedule.txt", OVERLAPPING)]);
    let output = polymill(dir.path(), "opt blur.c --schedule=schedule.txt -o new.c");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let new = std::fs::read_to_string(dir.path().join("new.c")).unwrap();
    assert!(new.contains("i < 8 * tile + 10"), "{new}");
    assert!(new.contains("#pragma omp parallel for\n    for (long tile"), "{new}");
    assert!(new.contains("float t_1[10];") && new.contains("t_1[i - 8 * tile + 2]"), "{new}");
    // The other region is as it was.
    assert!(new.contains("        y[i] = -y[i];"), "{new}");
    assert_eq!(result(dir.path(), "new.c"), result(dir.path(), "blur.c"));
}

#[test]
fn a_tree_that_was_printed_is_read() {
    let dir = folder(&[("blur.c", BLUR)]);
    let printed = polymill(dir.path(), "opt blur.c --strategy=original --print=schedule -q");
    let trees = text(&printed.stdout).replace("[{ S0[i] -> [(i)] }]", "[{ S0[i] -> [(-i)] }]");
    std::fs::write(dir.path().join("trees.txt"), &trees).unwrap();
    let output = polymill(dir.path(), "opt blur.c --schedule=trees.txt -o new.c");
    assert!(output.status.success(), "{}\n{trees}", text(&output.stderr));
    assert_eq!(result(dir.path(), "new.c"), result(dir.path(), "blur.c"));
}

#[test]
fn wrong_schedules_are_refused_with_what_is_wrong() {
    let cases = [
        ("", "there is no schedule in it"),
        ("{ S0[i] -> [i] }", "line 1: expected `gdg NAME` before the first schedule"),
        ("gdg blurr\n{ S0[i] -> [i] }", "line 1: there is no region `blurr`; there are `blur`"),
        ("gdg blur\n", "line 2: the schedule of `blur` is missing"),
        ("\ngdg blur\n{ S0[i] -> [i }", "line 3: isl does not read the schedule of `blur`"),
        ("gdg blur\ndomain: [", "line 2: isl does not read the schedule of `blur`"),
        ("gdg blur\n{ S0[i] -> [i] }", "`blur`: the schedule says nothing about `S1`"),
        ("gdg blur\n{ S0[i] -> [0, i]; S1[i] -> [1, i]; S9[i] -> [2, i] }", "there is no statement `S9`"),
        ("gdg blur\n{ S0[i, j] -> [0, i]; S1[i] -> [1, i] }", "`S0` has 1 iterators, and not 2"),
        ("gdg blur\n{ S0[i] -> [0, i] : i > 0; S1[i] -> [1, i] }", "leaves out instances"),
        ("gdg blur\n{ S0[i] -> T[0, i]; S1[i] -> [1, i] }", "the times of `S0` must be numbers"),
        ("gdg blur\n{ S0[i] -> [t, i] : t <= 0; S1[i] -> [1, i] }", "instances of `S0` infinitely many times"),
        ("gdg blur\n{ S0[i] -> [1, i]; S1[i] -> [0, i] }", "the schedule is not legal: S1("),
        ("gdg blur\n{ S0[i] -> [i]; S1[i] -> [i] }", "have the same time"),
        ("gdg blur parallel x\n{ S0[i] -> [0, i]; S1[i] -> [1, i] }", "line 1: `x` is no dimension of the times"),
        ("gdg blur parallel 2\n{ S0[i] -> [0, i]; S1[i] -> [1, i] }", "the times have 2 dimensions"),
        ("gdg blur parallel 0\n{ S0[i] -> [0, i]; S1[i] -> [1, i] }", "in another iteration of a parallel loop"),
        (
            "gdg blur\n{ S0[i] -> [0, i]; S1[i] -> [1, i] }\ngdg blur\n{ S0[i] -> [0, i]; S1[i] -> [1, i] }",
            "line 4: there is a schedule for `blur` already",
        ),
    ];
    for (schedule, expected) in cases {
        let output = opt_with(schedule);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{schedule}");
        assert!(message.contains(expected), "{schedule}\n{message}");
    }
}

/// The blur's statements in tiles of eight elements, as OpenScop.
#[test]
fn openscop_scatterings_are_schedules() {
    let domain = |n: usize| format!("DOMAIN\n2 3 1 0 0 0\n1 1 0\n1 -1 {n}\n");
    let scattering = |place: usize, last: usize| {
        format!(
            "SCATTERING\n5 6 3 1 0 0\n0 0 -1 0 0 {place}\n0 0 0 -1 1 0\n1 -8 0 0 1 0\n1 8 0 0 -1 {last}\n1 -1 0 0 0 124\n"
        )
    };
    let statement = |n: usize, place: usize, last: usize| format!("2\n{}{}0\n", domain(n), scattering(place, last));
    let file = |last: usize| {
        let statements = statement(1001, 0, last) + &statement(999, 1, 7);
        format!("<OpenScop>\nC\nCONTEXT\n0 2 0 0 0 0\n0\n2\n{statements}</OpenScop>\n")
    };
    let dir = folder(&[("blur.c", BLUR), ("tiles.scop", &file(9)), ("small.scop", &file(8))]);
    let made = polymill(dir.path(), "opt blur.c --schedule=tiles.scop -o o.c");
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert_eq!(result(dir.path(), "blur.c"), result(dir.path(), "o.c"));
    let code = std::fs::read_to_string(dir.path().join("o.c")).unwrap();
    assert!(code.contains("[10]"), "a buffer of ten elements: {code}");
    let refused = polymill(dir.path(), "opt blur.c --schedule=small.scop -o p.c");
    assert!(
        text(&refused.stderr).contains("small.scop: `blur`: the schedule leaves out instances"),
        "{}",
        text(&refused.stderr)
    );
}
