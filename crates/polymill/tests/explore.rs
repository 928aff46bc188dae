//! `polymill explore`: ways to run stages in strips, counted and run.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::process::Output;

use common::{folder, polymill};

const CONVOLUTIONS: &str = r#"
#ifndef K
#define K 3
#endif
void convolutions(int n, int m, float image[restrict n + 2 * K - 2][m + 2 * K - 2], float weights[restrict K][K],
                  float result[restrict n][m])
{
    float between[n + K - 1][m + K - 1];
    for (int i = 0; i < n + K - 1; i++)
        for (int j = 0; j < m + K - 1; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                for (int l = 0; l < K; l++)
                    sum += image[i + k][j + l] * weights[k][l];
            between[i][j] = sum > 0 ? sum : 0;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                for (int l = 0; l < K; l++)
                    sum += between[i + k][j + l] * weights[k][l];
            result[i][j] = sum;
        }
}
"#;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn explore(dir: &Path, args: &str) -> Output {
    polymill(dir, &format!("explore convolutions.c {args}"))
}

/// The columns with these names of each line with this strategy.
fn columns<const N: usize>(csv: &str, strategy: &str, names: [&str; N]) -> Vec<[String; N]> {
    let head: Vec<_> = csv.lines().next().unwrap().split(',').collect();
    let position = |name: &str| head.iter().position(|head| *head == name).unwrap();
    let lines = csv.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let lines = lines.filter(|line| line[position("strategy")] == strategy);
    lines.map(|line| names.map(|name| line[position(name)].to_owned())).collect()
}

#[test]
fn runs_confirm_what_is_counted() {
    let dir = folder(&[("convolutions.c", CONVOLUTIONS)]);
    let found = explore(dir.path(), "--sizes=n=13,m=30 --tiles=1,4,32 --csv=e.csv --svg=e.svg --formulas");
    assert!(found.status.success(), "{}{}", text(&found.stdout), text(&found.stderr));
    let stdout = text(&found.stdout);
    assert!(stdout.contains("10 of 10 were run: accesses are the same, results the same"), "{stdout}");
    // Five loads and one store for each element, four more rows, and the weights.
    assert!(stdout.contains("recompute, strips of 1: [m, n] -> { ((9 + 20 * m) + 6 * m * n) : n > 0 }"), "{stdout}");
    let csv = std::fs::read_to_string(dir.path().join("e.csv")).unwrap();
    for strategy in ["as written", "global", "local", "recompute"] {
        let confirmed = columns(&csv, strategy, ["confirmed"]);
        assert!(!confirmed.is_empty() && confirmed.iter().all(|[is]| is == "true"), "{csv}");
    }
    // In strips that are as wide as the image nothing overlaps: each element is loaded and stored once, and the weights.
    let [_, _, [loads, stores]] = columns(&csv, "recompute", ["memory_loads", "memory_stores"]).try_into().unwrap();
    assert_eq!((loads, stores), ((17 * 34 + 9).to_string(), (13 * 30).to_string()));
    assert!(std::fs::read_to_string(dir.path().join("e.svg")).unwrap().contains("accesses to memory"));
}

/// Figures 8 and 9 of the paper ("almost 25 %" fewer accesses with 3 x 3 kernels, "29 %" with 7 x 7), on its image.
#[test]
fn recomputing_saves_as_much_as_the_paper_says() {
    let dir = folder(&[("convolutions.c", CONVOLUTIONS)]);
    let options = "--sizes=n=320,m=480 --each=K=3,7 --tiles=1 --strategies=global,recompute --no-run --report=out";
    let found = explore(dir.path(), options);
    assert!(found.status.success(), "{}{}", text(&found.stdout), text(&found.stderr));
    let csv = std::fs::read_to_string(dir.path().join("out/explore.csv")).unwrap();
    let of = |strategy| columns(&csv, strategy, ["variant", "buffer_bytes", "memory_loads", "memory_stores"]);
    for (global, recompute) in of("global").iter().zip(of("recompute")) {
        assert_eq!((&global[0], &global[1]), (&recompute[0], &recompute[1]), "the same buffers");
        let accesses = |line: &[String; 4]| line[2].parse::<f64>().unwrap() + line[3].parse::<f64>().unwrap();
        let saved = 1.0 - accesses(&recompute) / accesses(global);
        let least = if global[0] == "K=3" { 0.245 } else { 0.29 };
        assert!(saved > least, "{}: {saved}", global[0]);
    }
    for name in ["accesses.svg", "accesses-K=3.svg", "accesses-K=7.svg"] {
        assert!(dir.path().join("out").join(name).exists(), "{name}");
    }
}

#[test]
fn what_is_found_is_what_opt_makes() {
    let dir = folder(&[("convolutions.c", CONVOLUTIONS)]);
    for (recompute, expected) in
        [("always", "#pragma omp parallel for"), ("local", "between_1"), ("never", "between_1")]
    {
        let made = polymill(dir.path(), &format!("opt convolutions.c --strips=16 --recompute={recompute} -o o.c"));
        assert!(made.status.success(), "{}", text(&made.stderr));
        assert!(text(&made.stderr).contains("the stages run in strips of 16 iterations"), "{}", text(&made.stderr));
        let code = std::fs::read_to_string(dir.path().join("o.c")).unwrap();
        assert!(code.contains(expected) && code.contains(") % 3]"), "{code}");
    }
}

/// Only where they do not.
#[test]
fn arrays_that_may_overlap_are_compared() {
    let dir = folder(&[("convolutions.c", &CONVOLUTIONS.replace("restrict ", ""))]);
    let made = polymill(dir.path(), "opt convolutions.c --strips=16 --recompute=always -o o.c");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let code = std::fs::read_to_string(dir.path().join("o.c")).unwrap();
    assert!(code.contains("polymill_disjoint(") && code.contains(") % 3]"), "{code}");
    assert!(!text(&made.stderr).contains("bug"), "{}", text(&made.stderr));
    let found = explore(dir.path(), "--sizes=n=13,m=30 --tiles=4");
    assert!(found.status.success(), "{}{}", text(&found.stdout), text(&found.stderr));
}

#[test]
fn one_that_cannot_run_in_strips_says_why() {
    let sum = "void sum(int n, double a[n], double *s) { for (int i = 0; i < n; i++) *s += a[i]; }\n";
    let dir = folder(&[("convolutions.c", sum)]);
    let found = explore(dir.path(), "--sizes=n=10");
    assert_eq!(found.status.code(), Some(1));
    let stderr = text(&found.stderr);
    assert!(stderr.contains("no region of convolutions.c can run in strips") && stderr.contains("`sum"), "{stderr}");
}

#[test]
fn bad_options_are_refused() {
    let dir = folder(&[("convolutions.c", CONVOLUTIONS)]);
    for (args, expected) in [
        ("", "give --sizes=n=N,m=N"),
        ("--sizes=n=10", "give --sizes=m=N"),
        ("--sizes=n=10,m=ten", "`m=ten` is no size"),
        ("--sizes=n=10,m=10 --tiles=0", "--tiles=0 is no list of sizes"),
        ("--sizes=n=10,m=10 --tiles=4..", "--tiles=4.. is no list of sizes"),
        ("--sizes=n=10,m=10 --strategies=some", "expected `global`, `local` or `recompute`"),
        ("--sizes=n=10,m=10 --region=other", "has no region `other`"),
        ("--sizes=n=10,m=10 --each=K", "expected MACRO=N,N,..."),
        ("--sizes=n=10,m=10 --no-run --instructions", "cannot be used with"),
        ("--sizes=n=10,m=10 --csv=convolutions.c", "convolutions.c"),
    ] {
        let found = explore(dir.path(), args);
        let stderr = text(&found.stderr);
        assert!(!found.status.success() && stderr.contains(expected), "{args}: {stderr}");
    }
    assert_eq!(std::fs::read_to_string(dir.path().join("convolutions.c")).unwrap(), CONVOLUTIONS);
}
