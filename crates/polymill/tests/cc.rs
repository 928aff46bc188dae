//! The stand-in for the C compiler, with the real one behind it and a transformation that is easy to see: in
//! preprocessed text it replaces the number 1111 by 2222, and the statement `(void)3333;` by a parallel loop.
#![allow(clippy::unwrap_used)]

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use polymill::cc::{Outcome, Request, Settings, Transform, run};
use polymill_native::CCompiler;

/// A folder with files, in which lines are compiled.
struct Workshop {
    dir: tempfile::TempDir,
    tools: tempfile::TempDir,
    settings: Settings,
}

struct Compiled {
    code: i32,
    messages: String,
    n_transformed: usize,
    reassociate: bool,
}

impl Workshop {
    fn new(files: &[(&str, &str)]) -> Workshop {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        // Files with default names come to lie in the folder.
        let tools = tempfile::tempdir().unwrap();
        let compiler = script(&tools, &format!("cd '{}' && exec cc \"$@\"", dir.path().display()));
        let settings = Settings { compiler, force: false, reassociate: None, keep: None, verbose: false };
        Workshop { dir, tools, settings }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Compiles `line`, in which `~/` stands for the folder.
    fn cc(&self, line: &str) -> Compiled {
        self.cc_with(line, &mut |request| {
            let text = std::fs::read_to_string(request.input).unwrap();
            let parallel = "\n#pragma omp parallel for\nfor (int i = 0; i < 2222; i++) {}";
            let new_text = text.replace("1111", "2222").replace("(void)3333;", parallel);
            std::fs::write(request.output, new_text).unwrap();
            Ok(Outcome {
                predictions: vec![],
                n_regions: text.matches("1111").count(),
                uses_openmp: text.contains("(void)3333;"),
                remarks: String::new(),
            })
        })
    }

    fn cc_with(&self, line: &str, transform: &mut Transform<'_>) -> Compiled {
        let folder = format!("{}/", self.dir.path().display());
        let args: Vec<OsString> = line.split_whitespace().map(|word| word.replace("~/", &folder).into()).collect();
        let (mut n_transformed, mut reassociate, mut messages) = (0, false, Vec::new());
        let mut counted = |request: &Request<'_>| {
            n_transformed += 1;
            reassociate |= request.reassociate;
            transform(request)
        };
        let code = run(&args, &self.settings, &mut counted, &mut messages).unwrap();
        Compiled { code, messages: String::from_utf8(messages).unwrap(), n_transformed, reassociate }
    }

    /// What a built program prints.
    fn output(&self, program: &str) -> String {
        let output = Command::new(self.path(program)).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.dir.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// A compiler that is a shell script in the folder `tools`.
fn script(tools: &tempfile::TempDir, text: &str) -> CCompiler {
    let path = tools.path().join("compiler");
    std::fs::write(&path, text).unwrap();
    CCompiler::new("sh", &[path])
}

const MAIN: &str = "#include <stdio.h>\nint main(void) { printf(\"%d\", 1111); return 0; }\n";

#[test]
fn a_program_is_made_from_the_transformed_source() {
    let shop = Workshop::new(&[("a.c", MAIN)]);
    assert_eq!(shop.cc("-O2 ~/a.c -o ~/prog").code, 0);
    assert_eq!(shop.output("prog"), "2222");
    assert_eq!(std::fs::read_to_string(shop.path("a.c")).unwrap(), MAIN);
}

#[test]
fn outputs_have_their_usual_names() {
    let shop = Workshop::new(&[("sub/a.c", MAIN), ("b.c", "int b = 1111;")]);
    assert_eq!(shop.cc("-O2 ~/sub/a.c").code, 0);
    assert_eq!(shop.cc("-O2 -c ~/sub/a.c ~/b.c").code, 0);
    assert_eq!(shop.cc("-O2 -S ~/b.c").code, 0);
    assert_eq!(shop.files(), ["a.o", "a.out", "b.c", "b.o", "b.s", "sub"]);
    assert!(std::fs::read_to_string(shop.path("b.s")).unwrap().contains("2222"));
}

#[test]
fn two_sources_of_one_name_do_not_meet() {
    let main = "#include <stdio.h>\nextern int x, y; int main(void) { printf(\"%d %d\", x, y); }";
    let shop = Workshop::new(&[("x/f.c", "int x = 1111;"), ("y/f.c", "int y = 1111;"), ("main.c", main)]);
    let compiled = shop.cc("-O2 ~/x/f.c ~/y/f.c ~/main.c -o ~/prog");
    assert_eq!((compiled.code, compiled.n_transformed), (0, 3));
    assert_eq!(shop.output("prog"), "2222 2222");
}

#[test]
fn the_users_flags_reach_the_preprocessor() {
    let shop = Workshop::new(&[
        ("inc/n.h", "#define N VALUE\n"),
        ("pre.h", "#define VALUE 1111\n"),
        ("a.c", "#include <stdio.h>\n#include \"n.h\"\nint main(void) { printf(\"%d%s\", N, STRING); }"),
    ]);
    let compiled = shop.cc("-O2 -I ~/inc -include ~/pre.h -DSTRING=\"x\" ~/a.c -o ~/prog");
    assert_eq!((compiled.code, shop.output("prog")), (0, "2222x".to_owned()));
}

#[test]
fn dependency_files_are_those_of_the_real_compiler() {
    for line in [
        "-O2 -MD -c ~/a.c -o ~/a.o",
        "-O2 -MMD -MP -MF ~/deps.d -MT target -c ~/a.c -o ~/a.o",
        "-O2 -MD -c ~/a.c",
        "-O2 -Wp,-MD,~/deps.d -c ~/a.c",
        "-O2 -MMD ~/a.c -o ~/prog",
    ] {
        let files = [("a.c", "#include \"n.h\"\nint main(void) { return N != 1111; }"), ("n.h", "#define N 1111\n")];
        let (ours, theirs) = (Workshop::new(&files), Workshop::new(&files));
        assert_eq!((ours.cc(line).code, ours.cc(line).n_transformed), (0, 1), "{line}");
        let passed = theirs.cc(&format!("{line} -O0"));
        assert_eq!((passed.code, passed.n_transformed), (0, 0), "{line}");
        assert_eq!(ours.files(), theirs.files(), "{line}");
        for name in ours.files().iter().filter(|name| name.ends_with(".d")) {
            let text = |shop: &Workshop| {
                let text = std::fs::read_to_string(shop.path(name)).unwrap();
                text.replace(shop.dir.path().to_str().unwrap(), "").replace(['\\', '\n', ' '], "")
            };
            assert_eq!(text(&ours), text(&theirs), "{line}: {name}");
        }
    }
}

#[test]
fn questions_reach_the_compiler_untouched() {
    for line in ["--version", "-v", "-dumpversion", "-print-search-dirs", "-### x.c", "-O2 -E x.c", "-O2 -x c -"] {
        let mut shop = Workshop::new(&[]);
        shop.settings.compiler = script(&shop.tools, &format!("echo \"$*\" > {}", shop.path("log").display()));
        let compiled = shop.cc(line);
        assert_eq!((compiled.code, compiled.n_transformed), (0, 0), "{line}");
        assert_eq!(std::fs::read_to_string(shop.path("log")).unwrap().trim_end(), line);
    }
}

#[test]
fn what_does_not_ask_for_speed_is_compiled_as_it_is() {
    let mut shop = Workshop::new(&[("a.c", MAIN)]);
    assert_eq!(shop.cc("-g ~/a.c -o ~/prog").n_transformed, 0);
    assert_eq!(shop.output("prog"), "1111");
    shop.settings.force = true;
    assert_eq!(shop.cc("-g ~/a.c -o ~/prog").n_transformed, 1);
    assert_eq!(shop.output("prog"), "2222");
}

#[test]
fn the_compilers_own_options_count() {
    let mut shop = Workshop::new(&[("a.c", MAIN)]);
    shop.settings.compiler = CCompiler::parse("cc -O2 -ffast-math").unwrap();
    let compiled = shop.cc("~/a.c -o ~/prog");
    assert_eq!((compiled.code, compiled.reassociate, shop.output("prog")), (0, true, "2222".to_owned()));
}

#[test]
fn fast_math_allows_reassociation() {
    let mut shop = Workshop::new(&[("a.c", MAIN)]);
    assert!(!shop.cc("-O3 -c ~/a.c -o ~/a.o").reassociate);
    assert!(shop.cc("-O3 -ffast-math -c ~/a.c -o ~/a.o").reassociate);
    shop.settings.reassociate = Some(false);
    assert!(!shop.cc("-O3 -ffast-math -c ~/a.c -o ~/a.o").reassociate);
}

#[test]
fn the_real_compilers_errors_and_exit_code_are_ours() {
    let shop = Workshop::new(&[("a.c", "int x = 1111\n"), ("b.c", "#include \"missing.h\"\n")]);
    for line in ["-O2 -c ~/a.c", "-O2 -c ~/b.c", "-O2 -c ~/none.c", "-O2 ~/a.c -o ~/p"] {
        let compiled = shop.cc(line);
        assert_ne!(compiled.code, 0, "{line}");
        assert_eq!(compiled.messages, "", "{line}");
    }
    assert_eq!(shop.files(), ["a.c", "b.c"]);
}

#[test]
fn a_warning_that_is_an_error_fails_as_always() {
    let shop = Workshop::new(&[("a.c", "int f(void) { int unused; return 1111; }\n")]);
    assert_ne!(shop.cc("-O2 -Wall -Werror -c ~/a.c -o ~/a.o").code, 0);
    assert_eq!(shop.cc("-O2 -Wall -c ~/a.c -o ~/a.o").code, 0);
}

#[test]
fn when_the_transformed_file_does_not_compile_the_original_is() {
    let shop = Workshop::new(&[("a.c", MAIN)]);
    let compiled = shop.cc_with("-O2 ~/a.c -o ~/prog", &mut |request| {
        std::fs::write(request.output, "int main(void) { return nonsense; }").unwrap();
        Ok(Outcome { n_regions: 1, ..Outcome::default() })
    });
    assert_eq!((compiled.code, shop.output("prog")), (0, "1111".to_owned()));
    assert!(compiled.messages.starts_with("polymill: note: the transformed file does not compile"));
    assert!(compiled.messages.contains("nonsense"), "{}", compiled.messages);
}

#[test]
fn when_the_transformation_fails_the_original_is_compiled() {
    let shop = Workshop::new(&[("a.c", MAIN)]);
    let compiled = shop.cc_with("-O2 ~/a.c -o ~/prog", &mut |_| Err("it broke".to_owned()));
    assert_eq!((compiled.code, shop.output("prog")), (0, "1111".to_owned()));
    assert!(compiled.messages.contains("a.c: it broke; the original is compiled"), "{}", compiled.messages);
}

#[test]
fn a_users_link_error_is_not_blamed_on_the_transformation() {
    let shop = Workshop::new(&[("a.c", "int f(void); int main(void) { return f() - 1111; }")]);
    let compiled = shop.cc("-O2 ~/a.c -o ~/prog");
    assert_ne!(compiled.code, 0);
    assert_eq!(compiled.messages, "");
}

#[test]
fn openmp_is_added_where_the_code_or_its_objects_need_it() {
    if !CCompiler::parse("cc").unwrap().supports_openmp() {
        return; // nothing to link with
    }
    let shop = Workshop::new(&[("f.c", "int f(void) { (void)3333; return 1111; }"), ("a.c", MAIN)]);
    for line in [
        "-O2 -c ~/f.c -o ~/f.o",
        "-O2 -c ~/a.c -o ~/a.o",
        "~/a.o ~/f.o -o ~/linked",
        "~/a.c ~/f.o -o ~/debug",
        "-O2 ~/a.c ~/f.o -o ~/fast",
        "-O2 ~/a.c ~/f.c -o ~/whole",
    ] {
        assert_eq!(shop.cc(line).code, 0, "{line}");
    }
    let outputs = ["linked", "debug", "fast", "whole"].map(|program| shop.output(program));
    assert_eq!(outputs, ["2222", "1111", "2222", "2222"]);
}

#[test]
fn openmp_pragmas_that_were_off_stay_off() {
    if !CCompiler::parse("cc").unwrap().supports_openmp() {
        return; // nothing to turn them on with
    }
    let text = "#include <stdio.h>\nint main(void) { int n = 0;\n#pragma omp parallel num_threads(3)\nn++;\n\
                (void)3333; printf(\"%d %d\", n, 1111); }\n";
    let shop = Workshop::new(&[("a.c", text)]);
    assert_eq!(shop.cc("-O2 ~/a.c -o ~/prog").code, 0);
    assert_eq!(shop.output("prog"), "1 2222");
}

#[test]
fn response_files_are_read() {
    let shop = Workshop::new(&[("a.c", MAIN)]);
    let folder = shop.dir.path().display();
    std::fs::write(shop.path("args"), format!("-O2 '{folder}/a.c'\n-o {folder}/prog")).unwrap();
    assert_eq!(shop.cc(&format!("@{folder}/args")).code, 0);
    assert_eq!(shop.output("prog"), "2222");
}

#[test]
fn old_standards_do_not_stop_new_code() {
    let main = "int printf(const char *, ...);\nint main() { printf(\"%d\", 1111); return 0; }";
    let shop = Workshop::new(&[("a.c", main)]);
    let compiled = shop.cc_with("-O2 -ansi -pedantic-errors ~/a.c -o ~/prog", &mut |request| {
        let text = std::fs::read_to_string(request.input).unwrap();
        let text = text.replace("printf(\"%d\", 1111);", "for (int i = 0; i < 1; i++) printf(\"%d\", 2222);");
        std::fs::write(request.output, text).unwrap();
        Ok(Outcome { n_regions: 1, ..Outcome::default() })
    });
    assert_eq!((compiled.code, compiled.messages.as_str()), (0, ""));
    assert_eq!(shop.output("prog"), "2222");
}

#[test]
fn transformed_files_can_be_kept() {
    let mut shop = Workshop::new(&[("a.c", MAIN)]);
    shop.settings.keep = Some(shop.path("kept"));
    assert_eq!(shop.cc("-O2 ~/a.c -o ~/prog").code, 0);
    assert!(std::fs::read_to_string(shop.path("kept/a.polymill.i")).unwrap().contains("2222"));
}

#[test]
fn a_missing_compiler_is_an_error() {
    let mut shop = Workshop::new(&[("a.c", MAIN)]);
    shop.settings.compiler = CCompiler::parse("no-such-compiler").unwrap();
    let args = ["-O2".into(), shop.path("a.c").into()];
    let error = run(&args, &shop.settings, &mut |_| unreachable!(), &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("no C compiler `no-such-compiler` found"), "{error}");
}

#[test]
fn a_killed_compiler_counts_as_in_a_shell() {
    let mut shop = Workshop::new(&[]);
    shop.settings.compiler = script(&shop.tools, "kill -9 $$");
    assert_eq!(shop.cc("--version").code, 137);
}
