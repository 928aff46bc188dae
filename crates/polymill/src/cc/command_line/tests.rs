use super::*;

/// Parses a line of words and shows each item as `words=role`.
fn check(line: &str, expected: &[&str]) {
    let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
    let shown: Vec<String> = CommandLine::parse(&args).items.iter().map(show).collect();
    assert_eq!(shown, expected, "{line}");
}

fn show(item: &Item) -> String {
    let words: Vec<&str> = item.words.iter().filter_map(|word| word.to_str()).collect();
    let role = match &item.role {
        Role::Source { preprocessed: true, .. } => "preprocessed".to_owned(),
        Role::Source { .. } => "source".to_owned(),
        Role::ForeignSource => "foreign".to_owned(),
        Role::LinkInput(_) => "input".to_owned(),
        Role::NotForUs(_) => "not for us".to_owned(),
        Role::Output(path) => format!("output {}", path.display()),
        other => format!("{other:?}").to_lowercase(),
    };
    format!("{}: {role}", words.join(" "))
}

fn line(text: &str) -> CommandLine {
    CommandLine::parse(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
}

#[test]
fn sources_are_told_from_options_and_their_arguments() {
    check(
        "-c a.c -o b.c -I c.c -DX=d.c -include e.c -isystem f.c -MF g.c -MT h.c --param i.c -Xlinker j.c",
        &[
            "-c: stop(object)",
            "a.c: source",
            "-o b.c: output b.c",
            "-I c.c: preprocess",
            "-DX=d.c: preprocess",
            "-include e.c: preprocess",
            "-isystem f.c: preprocess",
            "-MF g.c: dependencies",
            "-MT h.c: dependencies",
            "--param i.c: other",
            "-Xlinker j.c: link",
        ],
    );
}

#[test]
fn inputs_are_told_by_their_extension() {
    check(
        "a.c b.i c.cc d.S e.o f.a g.so.1 -lm h",
        &[
            "a.c: source",
            "b.i: preprocessed",
            "c.cc: foreign",
            "d.S: foreign",
            "e.o: input",
            "f.a: input",
            "g.so.1: input",
            "-lm: library(\"m\")",
            "h: input",
        ],
    );
}

#[test]
fn a_language_option_rules_until_the_next() {
    check(
        "-x c a.txt -xc++ b.c -x none c.c",
        &[
            "-x c: language(\"c\")",
            "a.txt: source",
            "-xc++: language(\"c++\")",
            "b.c: foreign",
            "-x none: language(\"none\")",
            "c.c: source",
        ],
    );
}

#[test]
fn questions_are_not_for_us() {
    for question in ["--version", "-v", "-###", "-dumpversion", "-print-search-dirs", "--print-prog-name=ld", "--help"]
    {
        check(question, &[&format!("{question}: not for us")]);
    }
    check("-print-file-name=libc.a", &["-print-file-name=libc.a: not for us"]);
}

#[test]
fn unknown_long_options_are_left_to_the_compiler() {
    check("--frobnicate a.c", &["--frobnicate: not for us", "a.c: source"]);
    check("--frobnicate=yes a.c", &["--frobnicate=yes: other", "a.c: source"]);
}

#[test]
fn the_last_level_of_optimization_counts() {
    for (text, level) in [
        ("a.c", Optimize::Debug),
        ("-O a.c", Optimize::Speed),
        ("-O0 -O3 a.c", Optimize::Speed),
        ("-O3 -O0 a.c", Optimize::Debug),
        ("-Os a.c", Optimize::Size),
        ("-O2 -Ofast a.c", Optimize::Fast),
    ] {
        assert_eq!(line(text).optimize(), level, "{text}");
    }
}

#[test]
fn reassociation_follows_the_fast_math_options() {
    for (text, on) in [
        ("-O3", false),
        ("-ffast-math", true),
        ("-fassociative-math", true),
        ("-ffast-math -fno-fast-math", false),
        ("-ffast-math -fno-associative-math", false),
        ("-fno-associative-math -ffast-math", true),
        ("-Ofast", true),
        ("-Ofast -O3", false),
        ("-fno-fast-math -Ofast", false),
    ] {
        assert_eq!(line(text).reassociates(), on, "{text}");
    }
}

#[test]
fn an_option_that_lacks_its_argument_stays_a_word() {
    check("a.c -o", &["a.c: source", "-o: other"]);
    check("", &[]);
}
