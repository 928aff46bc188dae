//! Benchmarks with real programs, and a transformation that replaces 1111 by 2222 in preprocessed text.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::Duration;

use polymill::bench::{Agreement, Report, Settings, Size, Status, run};
use polymill::cc::{self, Outcome};
use polymill_native::CCompiler;

struct Bench {
    dir: tempfile::TempDir,
    settings: Settings,
}

impl Bench {
    fn new(files: &[(&str, &str)]) -> Bench {
        let dir = tempfile::tempdir().unwrap();
        let paths = files.iter().map(|(name, text)| {
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        });
        let settings = Settings {
            files: paths.collect(),
            with: Vec::new(),
            flags: Vec::new(),
            against: vec![CCompiler::parse("cc -O1").unwrap()],
            polymill: cc::Settings {
                compiler: CCompiler::parse("cc -O1").unwrap(),
                force: false,
                reassociate: None,
                keep: None,
                verbose: false,
            },
            size: None,
            n_trials: 2,
            n_threads: 1,
            time_limit: Duration::from_secs(60),
            tolerance: 0.0,
        };
        Bench { dir, settings }
    }

    fn run(&self) -> Report {
        let mut transform = |request: &cc::Request<'_>| {
            let text = std::fs::read_to_string(request.input).unwrap();
            std::fs::write(request.output, text.replace("1111", "2222")).unwrap();
            Ok(Outcome { n_regions: text.matches("1111").count(), ..Outcome::default() })
        };
        run(&self.settings, &mut transform, &mut |_| {}).unwrap()
    }

    /// The status of each variant of the first program.
    fn statuses(&self) -> Vec<Status> {
        self.run().rows[0].measurements.iter().map(|measurement| measurement.status).collect()
    }

    fn add(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

const SAME: Status = Status::Ok(Agreement::Same);

#[test]
fn plain_programs_are_compared_by_what_they_print() {
    let bench = Bench::new(&[
        ("same.c", "#include <stdio.h>\nint main(void) { int n = 1111; printf(\"%d\", n > 0); }\n"),
        ("other.c", "#include <stdio.h>\nint main(void) { printf(\"%d\", 1111); }\n"),
    ]);
    let report = bench.run();
    let statuses: Vec<Vec<Status>> =
        report.rows.iter().map(|row| row.measurements.iter().map(|m| m.status).collect()).collect();
    assert_eq!(statuses, [[SAME, SAME], [SAME, Status::WrongResult]]);
    // Twice, and five times as often as they are quick.
    assert_eq!(report.rows[0].measurements[1].seconds.len(), 10);
    assert_eq!(report.rows[0].n_regions, 1);
    assert!(report.rows[0].ratio(0).is_some() && report.rows[1].ratio(0).is_none());
    assert!(!report.is_good());
}

#[test]
fn numbers_agree_within_the_tolerance() {
    let mut bench = Bench::new(&[("a.c", "#include <stdio.h>\nint main(void) { printf(\"%f\", 1111e9 + 5e11); }\n")]);
    bench.settings.tolerance = 1.0;
    assert_eq!(bench.statuses(), [SAME, Status::Ok(Agreement::Close)]);
}

#[test]
fn failures_are_rows_that_say_so() {
    let mut bench = Bench::new(&[("a.c", "#include <stdlib.h>\nint main(void) { return SMALL > 0; }\n")]);
    let (bad, failing) = (CCompiler::parse("cc -DSMALL=").unwrap(), CCompiler::parse("cc -DSMALL=1").unwrap());
    bench.settings.against = vec![CCompiler::parse("cc -DSMALL=0").unwrap(), bad, failing];
    bench.settings.polymill.compiler = CCompiler::parse("no-such-compiler -O2").unwrap();
    let expected = [SAME, Status::BuildFailed, Status::RunFailed, Status::BuildFailed];
    let report = bench.run();
    let found: Vec<Status> = report.rows[0].measurements.iter().map(|measurement| measurement.status).collect();
    assert_eq!(found, expected);
    let text = report.to_text();
    assert!(text.contains("no C compiler `no-such-compiler` found"), "{text}");
}

#[test]
fn endless_programs_are_stopped() {
    let mut bench =
        Bench::new(&[("a.c", "volatile int go = 1111; int main(void) { while (go == 2222) {} return 0; }\n")]);
    bench.settings.time_limit = Duration::from_millis(300);
    assert_eq!(bench.statuses(), [SAME, Status::TimedOut]);
}

#[test]
fn harness_programs_say_their_time_and_checksum() {
    let text = "#include <stdio.h>\n#include <string.h>\n#include \"harness.h\"\nint main(int argc, char **argv) {\n\
                int small = argc == 3 && !strcmp(argv[1], \"--trials=1\") && !strcmp(argv[2], \"--size=small\");\n\
                printf(\"time_s: 0.25\\nchecksum: 0x%d\\ncheck: %s\\n\", small, N > 0 ? \"ok\" : \"FAILED: N\");\n\
                return N <= 0; }\n";
    let mut bench = Bench::new(&[("a.c", text)]);
    bench.add("harness.h", "");
    bench.settings.size = Some(Size::Small);
    bench.settings.flags = vec!["-DN=1111".into()];
    let report = bench.run();
    let measurements = &report.rows[0].measurements;
    assert_eq!(measurements.iter().map(|m| m.seconds.clone()).collect::<Vec<_>>(), [[0.25, 0.25], [0.25, 0.25]]);
    assert!(report.is_good());
    bench.settings.flags = vec!["-DN=(1112-1111)".into()];
    let report = bench.run();
    assert_eq!(report.rows[0].measurements[1].status, Status::WrongResult);
    assert_eq!(report.rows[0].measurements[1].message, "the program's own check: FAILED: N");
}

#[test]
#[cfg(unix)]
fn polybench_programs_print_their_arrays_when_asked_by_name() {
    let text = "#include <stdio.h>\n#include \"polybench.h\"\nint main(int argc, char **argv) {\n\
                printf(\"0.5\\n\"); if (argc > 42 && !argv[0][0]) fprintf(stderr, \"%d\", 1111 + VALUE); return 0; }\n";
    let mut bench = Bench::new(&[("a.c", text)]);
    std::fs::create_dir(bench.dir.path().join("utilities")).unwrap();
    bench
        .add("utilities/polybench.h", "#if !defined(POLYBENCH_TIME) || !defined(MINI_DATASET)\n#error flags\n#endif\n");
    bench.add("utilities/polybench.c", "int polybench;\n");
    bench.settings.size = Some(Size::Mini);
    bench.settings.flags = vec!["-DVALUE=1".into()];
    assert_eq!(bench.statuses(), [SAME, Status::WrongResult]);
    bench.settings.polymill.compiler = CCompiler::parse("cc -O0").unwrap();
    assert_eq!(bench.statuses(), [SAME, SAME]);
}

#[test]
fn other_sources_go_into_every_program() {
    let mut bench = Bench::new(&[("a.c", "int f(void); int main(void) { return f() != 1111; }\n")]);
    bench.settings.with = vec![bench.add("f.c", "int f(void) { return 1111; }\n")];
    assert_eq!(bench.statuses(), [SAME, SAME]);
}

#[test]
fn an_unreadable_program_is_an_error() {
    let mut bench = Bench::new(&[]);
    let error = run(&bench.settings, &mut |_| unreachable!(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "no programs to run");
    bench.settings.files = vec![bench.dir.path().join("none.c")];
    let error = run(&bench.settings, &mut |_| unreachable!(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("cannot read"), "{error}");
}

#[test]
fn the_report_is_json() {
    let bench = Bench::new(&[("a.c", "int main(void) { return 0; }\n")]);
    let json = serde_json::to_value(bench.run()).unwrap();
    assert_eq!(json["variants"], serde_json::json!(["cc -O1", "polymill"]));
    assert_eq!(json["rows"][0]["measurements"][1]["status"], serde_json::json!({ "ok": "same" }));
    assert_eq!(json["rows"][0]["n_regions"], 0);
}
