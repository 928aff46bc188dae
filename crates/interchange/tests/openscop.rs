//! OpenScop files, read and written back; set `POLYMILL_OPENSCOP` to a folder for more files.
#![allow(clippy::unwrap_used, clippy::panic)]

use polymill_gdg::Program;
use polymill_interchange::{OpenScop, Relation, RescheduleOptions, reschedule};
use polymill_isl as isl;

/// What is left of what a file says where it says it.
fn without_lines(mut openscop: OpenScop) -> OpenScop {
    let forget = |relation: &mut Relation| relation.line = 0;
    for scop in &mut openscop.scops {
        forget(&mut scop.context);
        for statement in &mut scop.statements {
            statement.line = 0;
            statement.relations.iter_mut().for_each(forget);
        }
    }
    openscop
}

fn check(name: &str, text: &str) {
    let read = OpenScop::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let again = OpenScop::read(&read.write()).unwrap_or_else(|error| panic!("{name}: {error}\n{}", read.write()));
    assert_eq!(without_lines(again), without_lines(read), "{name}");
}

#[test]
fn files_are_read_and_written_back() {
    check("blur.scop", include_str!("blur.scop"));
    let Ok(dir) = std::env::var("POLYMILL_OPENSCOP") else { return };
    let mut n_files = 0;
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "scop") {
            check(&path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
            n_files += 1;
        }
    }
    println!("{n_files} files");
    assert!(n_files > 0);
}

const BLUR: &str = include_str!("blur.gdg");

/// The schedule in the file: tiles of eight, in which one more element of `t` is computed again.
#[test]
fn a_scattering_is_a_schedule() {
    let ctx = isl::Context::new().unwrap();
    let program = Program::parse(&ctx, BLUR).unwrap();
    let gdg = &program.gdgs()[0];
    let times = OpenScop::read(include_str!("blur.scop")).unwrap().scops[0].times(gdg).unwrap();
    let expected = "[n] -> { S[i] -> [t, 0, i] : 0 <= t and 8 t < n and 8 t <= i <= 8 t + 8 and 0 <= i <= n;
                             T[i] -> [t, 1, i] : 8 t <= i < 8 t + 8 and 0 <= i < n }";
    assert!(times.is_equal(&isl::UnionMap::read(&ctx, expected).unwrap()).unwrap(), "{times}");
    let tiled = reschedule(gdg, &times, &RescheduleOptions::default()).unwrap();
    assert!(!tiled.statements[0].origin.is_injective().unwrap());
}

#[test]
fn wrong_files_are_refused_with_the_line() {
    let ctx = isl::Context::new().unwrap();
    let program = Program::parse(&ctx, BLUR).unwrap();
    let text = include_str!("blur.scop");
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    for (wrong, expected) in [
        (String::new(), "there is no `<OpenScop>` in it"),
        (change("</OpenScop>", ""), "the file ends here, before `</OpenScop>`"),
        (change("</strings>", ""), "line 10: `<strings>` has no end `</strings>`"),
        (change("DOMAIN", "DOMIAN"), "line 20: `DOMIAN` is no kind of relation; expected CONTEXT, DOMAIN"),
        (change("2 4 1 0 0 1", "2 4 1 0 0 2"), "line 21: these dimensions make 5 columns, and not 4"),
        (change("2 4 1 0 0 1", "3 4 1 0 0 1"), "line 26: expected a number, and not `SCATTERING`"),
        (change("2 4 1 0 0 1", "-2 4 1 0 0 1"), "line 21: -2 is no number of rows"),
        (change("2 4 1 0 0 1", "2 4 1 0 0"), "line 21: expected 6 numbers, and not 5"),
        (change("1    1    0    0    ## i", "2    1    0    0    ## i"), "a row begins with 0 for an equation or 1"),
        (change("1    1    0    0    ## i", "1    x    0    0    ## i"), "expected a number, and not `x`"),
        (change("SCATTERING", "READ"), "line 18: expected one `SCATTERING` for this statement"),
        (
            change("1   -1    1    0", "1   -1    1   -1"),
            "line 20: this is not the domain of `S`, which is [n] -> { S[i]",
        ),
        (change("\nn\n", "\nm\n"), "`blur` has no parameter `m`"),
    ] {
        let found = OpenScop::read(&wrong).and_then(|read| read.scops[0].times(&program.gdgs()[0]));
        let message = found.map(|_| ()).unwrap_err().to_string();
        assert!(message.contains(expected), "{expected}: {message}");
    }
}
