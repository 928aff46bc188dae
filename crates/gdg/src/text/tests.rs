use polymill_isl as isl;
use proptest::prelude::*;

use crate::{Program, Result};

fn parse(text: &str) -> Result<Program> {
    Program::parse(&isl::Context::new().unwrap(), text)
}

/// Checks that a text is the printed form of the program that it describes, and that the program is valid.
#[track_caller]
fn check(text: &str) {
    let program = parse(text).unwrap();
    assert_eq!(program.to_string(), text);
    program.validate().unwrap();
}

/// A GDG with one statement over `S[i, j]`, to put a body in.
fn with_body(body: &str) -> String {
    format!(
        "gdg f {{
  param n: i32
  param i: i64
  array A: f64[n] live_out
  array B: f32[n] live_in
  array k: i32 live_in
  array idx: i32[n] live_in
  array j: u8 live_in
  array f32: f64 live_in
  statement S {{
    domain {{ S[i, j] : 0 <= i < n and 0 <= j < i }}
    iterators i: i32, j: i16
{body}
  }}
  schedule {{ for i {{ for j {{ S }} }} }}
}}
"
    )
}

/// Checks that one assignment prints as it stands here.
#[track_caller]
fn check_value(value: &str) {
    check(&with_body(&format!("    body {{\n      A[i] = {value};\n    }}")));
}

#[test]
fn a_program_with_all_items_round_trips() {
    check(
        "gdg gemm {
  param ni: i32
  param nj: u64 = `p->n[2]`
  context { : 0 < ni <= 2147483647 and 0 < nj <= 10000 }
  assume { : ni >= 4 }
  array alpha: f64 = `(*alpha)` live_in
  array C: f64[ni][nj] live_in live_out
  array A: f64[1 + 2ni][{ [(ni)] : ni >= 10; [(2)] : ni <= 9 }][?] = `p[_].A[_*_]` live_in
  array t: f80 local
  alias C A
  disjoint alpha C
  reassociable
  repeated
  inside 2
  statement S0 {
    domain { S0[i, j] : 0 <= i < ni and 0 <= j < nj }
    iterators i: i32, j: u64
    body {
      C[i][j] = C[i][j] * 1.5;
    }
  }
  statement S1 {
    domain { S1[] }
    accesses {
      kill t
    }
  }
  original {
    for i { for j down { S0 } }
    S1
  }
  schedule {
    domain: \"{ S0[i, j] : 0 <= i < ni and 0 <= j < nj; S1[] }\"
    child:
      set:
      - filter: \"{ S0[i, j] }\"
        child:
          mark: \"parallel\"
          child:
            schedule: \"[{ S0[i, j] -> [(i + j)] }]\"
            permutable: 1
            coincident: [ 1 ]
      - filter: \"{ S1[] }\"
  }
  dependences {
    flow { S0[i, j] -> S1[] }
    live_in { S0[i, j] -> C[i, j] }
    relaxed `privatize` { S1[] -> S1[] } because `\\`t\\` is private`
  }
  calls other
}

gdg other {
}
",
    );
}

#[test]
fn expressions_keep_types_and_parentheses() {
    for value in [
        "A[i] + A[i] * A[i]",
        "(A[i] + A[i]) * A[i]",
        "A[i] - (A[i] - A[i])",
        "A[i] - A[i] - A[i]",
        "-A[i] / -(-A[i])",
        "-1.5",
        "-1_f64",
        "(f64)-1",
        "(f64)-(1)",
        "(f64)(-1 - -1)",
        "(f64)(B[i] * 0.5_f32)",
        "(f64)0x1.8p-3_f80 + 1e+10 - .5 + 5.",
        "(f64)(1_i64 + (i64)1_u8)",
        "(f64)170141183460469231731687303715884105727_i128",
        "(f64)-170141183460469231731687303715884105728_i128",
        "(f64)(i as i64 + param.i)",
        "(f64)((i32)j * n)",
        "(f64)(k < n && !(i == n || k >> 2 != k << 1_u8))",
        "(f64)(~k & (k | k) ^ k)",
        "i < n ? 0.0 : k != 0 ? 1.0 : A[i]",
        "(i < n ? 0 : 1) < 2 ? 0.0 : 1.0",
        "sqrt(fabs(A[i]))",
        "__builtin_inf() as f64",
        "(f64)(B[i] < 0.0_f32) as bool",
        "(f64)((B[i] < 0.0_f32) as bool == 1_bool)",
        "hypot(A[i], A[i]) * (f64)round(B[i]) as i32",
        "(f64)array.j + array.f32",
    ] {
        check_value(value);
    }
}

#[test]
fn bodies_with_control_round_trip() {
    check(&with_body(
        "    body {
      var v: f64;
      var m: i32;
      v = 0.0;
      if (k > 0) {
        v = A[idx[i]];
      } else {
        if (k < 0) {
        }
      }
      for (m = 0, v = 1.0; m < n; m = m + 1) {
        A[m] = v;
        for (if (k == 0) { m = 0; }; 1; ) {
        }
      }
      A[i] = v;
    }",
    ));
}

#[test]
fn accesses_are_listed_where_they_do_not_follow_from_the_body() {
    check(&with_body(
        "    accesses {
      read A[i]
      read A[i]
      must_write A[i]
      may_write A[k] : { S[i, j] -> A[o0] : o0 > i }
      read k
      may_read B[idx[k]]
      may_read idx[k]
      kill A : { S[i, j] -> A[i] }
    }
    body {
      A[i] = A[i] * A[i]@1;
      A[k] = (f64)B[idx[k]];
    }",
    ));
}

#[test]
fn marks_and_flags_stand_in_the_header_of_a_loop() {
    let text = with_body("    body {\n      A[i] = 1.0;\n    }");
    let loops = "parallel for i down coincident { simd unroll_jam(4) for j permutable { S } }";
    let text = text.replace("schedule { for i { for j { S } } }", &format!("schedule {{ {loops} }}"));
    check(&text);
}

#[test]
fn a_missing_schedule_runs_statements_in_turn() {
    let text = with_body("    body {\n      A[i] = 1.0;\n    }");
    let without = text.replace("  schedule { for i { for j { S } } }\n", "");
    assert_eq!(parse(&without).unwrap().to_string(), text);
}

#[test]
fn flow_style_and_full_parameter_lists_are_read_too() {
    let text = "gdg f { param n: i32 array A: f64[n] live_out // a comment
        statement S { domain [n] -> { S[i] : 0 <= i < n } iterators i: i32 body { A[i] = 1.0; } } /* another */
        schedule { domain: \"[n] -> { S[i] : 0 <= i < n }\", child: { schedule: \"[{ S[i] -> [(i)] }]\" } } }";
    let printed = parse(text).unwrap().to_string();
    assert!(printed.contains("  schedule { for i { S } }\n"), "{printed}");
    check(&printed);
}

/// Checks the error of a text; `|` marks the place that it should be at.
#[track_caller]
fn check_error(expected: &str, text: &str) {
    let before = text.split_once('|').expect("a marked place").0;
    let (line, column) =
        (before.matches('\n').count() + 1, before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1);
    let error = parse(&text.replacen('|', "", 1)).unwrap_err().to_string();
    assert_eq!(error, format!("{line}:{column}: {expected}"));
}

#[test]
fn errors_say_where_and_what_was_expected() {
    check_error("expected `gdg`, found `f`", "|f {}");
    check_error("expected the name of the GDG, found `{`", "gdg |{}");
    check_error("expected the name of the GDG, found `2x`", "gdg |2x {}");
    check_error("expected `{`, found the end of the text", "gdg f|");
    check_error(
        "expected an item (param, context, assume, promise, version, array, alias, disjoint, reassociable, repeated, inside, independent, statement, original, schedule, dependences, specialize, calls) \
         or `}`, found `parameter`",
        "gdg f {\n  |parameter n: i32\n}",
    );
    check_error("expected a scalar type, such as i32, u8, f64 or bool, found `int`", "gdg f {\n  param n: |int\n}");
    check_error("there is no array `B`", "gdg f { array A: f64\n  alias A |B }");
    check_error("array `A` is declared twice", "gdg f { array A: f64\n  array |A: f64 }");
    check_error("there is no GDG `g`", "gdg f { calls |g }");
    check_error("this backtick is never closed", "gdg f { param n: i32 = |`n }");
    check_error("this has 1 subscripts, and the array 0 dimensions", "gdg f { array A: f64 = |`A[_]` }");
    check_error("this bracket is never closed", "gdg f { context |{ : n > 0 ");
    check_error("this `]` closes nothing", "gdg f { context { : n > 0 |] }");
    check_error("this is not in isl's notation, or it names what is not a parameter", "gdg f { context |{ : n > 0 } }");
    check_error("expected a set of parameter values, such as `{ : n >= 1 }`", "gdg f { context |{ S[i] } }");
    check_error("expected a set of instances `S[...]`", "gdg f { statement S { domain |{ R[i] } iterators i: i32 } }");
    check_error(
        "the instances of `S` have 1 dimensions, but there are 0 iterators",
        "gdg f { statement S { domain |{ S[i] } } }",
    );
    check_error("statement `S` is missing here", "gdg f { statement S { domain { S[] } } schedule |{ } }");
    check_error("there is no statement `R`", "gdg f { statement S { domain { S[] } } schedule { S |R } }");
    check_error(
        "`S` has 0 iterators, but stands in 1 loops",
        "gdg f { statement S { domain { S[] } } schedule { for i { |S } } }",
    );
    check_error("a second `schedule`; a GDG has one", "gdg f { schedule { } |schedule { } }");
    let test = |text: &str| format!("gdg f {{ param n: i32 param d: i32 = disjoint({text}) }}");
    check_error("expected `and`, found `)`", &test("`x`|"));
    check_error(
        "this has more subscripts than those of rows and one more",
        &test("|`x[_][_][_]` rows [0 .. n] [0 .. n] and `y`"),
    );
    check_error("expected `[`, found `and`", &test("`x[_][_]` rows [0 .. n] |and `y`"));
    check_error("expected `[`, found `and`", &test("`x[_]` |and `y`"));
    check_error("there is no parameter `m` before this one", &test("`x[_]`[0 .. |m] and `y`"));
    check_error("expected a number or a parameter, found `]`", &test("`x[_]`[0 .. n - |] and `y`"));
}

#[test]
fn parameters_that_code_computes_print_and_parse() {
    let text = "gdg f {
  param n: i32
  param m: i32
  param d: i32 = disjoint(`p[_].x`[0, -n .. 2n - m + 1] * (m) * (-3) and `(*y)`, `z[_]`[1 .. 1] and `(*y)`)
  param e: i32 = disjoint(`a[_][_]` rows [0, n .. m] [1 .. n] * (m) and `p[_].q[_][_]` rows [0 .. n] rows [1 .. m] [0 .. 9])
  param w: i64 = work((n - m) * n + m)
  version { : n = 64 }
  array a: f64[?][?] rows 1 live_in live_out
  alias a a
}
";
    assert_eq!(parse(text).unwrap().to_string(), text);
}

#[test]
fn errors_in_bodies_say_where_and_what_helps() {
    for (expected, body) in [
        ("expected an expression, found `;`", "A[i] = |;"),
        ("expected `]`, found `;`", "A[i|;"),
        ("there is no iterator, variable, parameter or array `x`", "A[i] = |x;"),
        ("there is no array `x`", "A[i] = |x[i];"),
        ("there is no var `i`", "A[i] = |var.i;"),
        ("2 subscripts for `A`, which has 1 dimensions", "|A[i][i] = 0.0;"),
        ("a subscript of type f64", "A[|0.5] = 0.0;"),
        ("`n` cannot be assigned to; only arrays and variables can", "|n = 1;"),
        ("this value is of type i32, but f64 is expected here; convert it: `(f64)`", "A[i] = |1;"),
        ("the operands of `*` are of types f64 and f32; convert one, as in `(f64)x`", "A[i] = |A[i] * B[i];"),
        ("this side is of type i32, but f64 is expected here; convert it: `(f64)`", "A[i] = k ? 1.0 : |k;"),
        ("300 is not a value of type u8", "A[i] = (f64)|300_u8;"),
        ("`1.5.2` is not a constant", "A[i] = |1.5.2;"),
        ("this constant is too large", "A[i] = |1000000000000000000000000000000000000000;"),
        ("expected the type of this call behind it: `f() as f64`", "A[i] = |f();"),
        ("the type of this is f64; to convert it, write `(f32)`", "A[i] = (|A[i] + A[i]) as f32;"),
        ("`@` names one of the statement's `accesses`, which it does not list", "A[i] = |A[i]@0;"),
        ("expected an assignment, `if`, `for` or `}`, found `*`", "|*A = 1;"),
    ] {
        check_error(expected, &with_body(&format!("    body {{ {body} }}")));
    }
    let listed = "    accesses { must_write A[i] read A[i] }\n    body { A[i] = |A[n]; }";
    check_error("this read is not among the declared accesses", &with_body(listed));
}

#[test]
fn nesting_is_limited() {
    let deep = |open: &str, middle: &str, close: &str| {
        let body = format!("A[i] = {}{middle}{};", open.repeat(100_000), close.repeat(100_000));
        parse(&with_body(&format!("    body {{ {body} }}"))).unwrap_err().to_string()
    };
    for (open, middle, close) in [
        ("(", "1.0", ")"),
        ("-", "1.0", ""),
        ("f(", "1.0", ")"),
        ("A[", "i", "]"),
        ("i ? 1.0 : ", "1.0", ""),
        ("(f64)", "1", ""),
    ] {
        let error = deep(open, middle, close);
        assert!(error.ends_with("nested more than 200 levels deep"), "{error}");
    }
    assert!(deep("1.0 + ", "1.0", "").ends_with("more than 500 operators in one assignment"));
    let loops = format!("gdg f {{ schedule {{ {} }} }}", "for i { ".repeat(100_000));
    assert!(parse(&loops).unwrap_err().to_string().ends_with("nested more than 200 levels deep"));
    let isl = format!("gdg f {{ context {{ : {}0 > 1 }} }}", "(".repeat(100_000));
    assert!(parse(&isl).unwrap_err().to_string().ends_with("nested more than 200 levels deep"));
    let actions = with_body(&format!("    body {{ {} }}", "if (i) { ".repeat(100_000)));
    assert!(parse(&actions).unwrap_err().to_string().ends_with("nested more than 200 levels deep"));
}

#[test]
fn long_sums_fit_the_stack() {
    check_value(&format!("{}1.0", "1.0 + ".repeat(500)));
}

/// A valid text, to break.
fn sample() -> String {
    with_body(
        "    accesses { read A[i] must_write A[i] may_write A[k] : { S[i, j] -> A[o0] : o0 > i } read k }
    body { var v: f64; v = A[i] + 1.5e-3 * (f64)(k < 2 ? 1 : -k); if (k) { A[i] = v; } else { A[k] = sqrt(v); } }",
    )
    .replace("schedule {", "original {")
    .replace(
        "gdg f {",
        "gdg f {
  context { : 0 < n <= 1000 }
  schedule {
    domain: \"{ S[i, j] : 0 <= i < n and 0 <= j < i }\"
    child:
      context: \"{ [] : n < 7 }\"
      child:
        schedule: \"[{ S[i, j] -> [(i)] }, { S[i, j] -> [(floor((j)/2))] }]\"
        permutable: 1
        coincident: [ 1, 0 ]
        options: \"{ separate[x] }\"
        child:
          mark: \"parallel\"
          child:
            sequence:
            - filter: \"{ S[i, j] : i > 3 }\"
            - filter: \"{ S[i, j] : i <= 3 }\"
  }
  dependences {
    flow { S[i, j] -> S[i, o1] : o1 > j }
    relaxed `p` { S[i, j] -> S[i, o1] : o1 > j } because `why not`
  }",
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,60}") {
        let _ = parse(&text);
        let _ = parse(&format!("gdg f {{ {text}"));
        let _ = parse(&with_body(&format!("    body {{ {text} }}")));
    }

    #[test]
    fn no_sequence_of_words_makes_the_parser_panic(words in prop::collection::vec(word(), 0..40)) {
        let text = words.join(" ");
        let _ = parse(&format!("gdg f {{ {text} }}"));
        let _ = parse(&with_body(&format!("    body {{ {text} }}")));
    }

    #[test]
    fn no_sequence_of_yaml_makes_the_parser_panic(words in prop::collection::vec(yaml_word(), 0..40)) {
        let _ = parse(&with_body("    ").replace("for i { for j { S } }", &format!("domain: {}", words.concat())));
    }

    #[test]
    fn no_damage_to_a_text_makes_the_parser_panic(at in any::<prop::sample::Index>(), length in 0_usize..12, insert in word()) {
        let mut text = sample();
        let start = at.index(text.len());
        let end = (start + length).min(text.len());
        text.replace_range(start..end, insert);
        // isl reads a few trees that it cannot read back.
        if let Some(program) = parse(&text).ok().filter(|program| program.validate().is_ok()) {
            let printed = program.to_string();
            prop_assert_eq!(parse(&printed).unwrap().to_string(), printed);
        }
    }
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "gdg",
        "param",
        "context",
        "array",
        "statement",
        "schedule",
        "domain",
        "iterators",
        "accesses",
        "body",
        "var",
        "read",
        "kill",
        "if",
        "else",
        "for",
        "as",
        "f64",
        "i32",
        "S",
        "A",
        "i",
        "x",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "=",
        ";",
        ":",
        ",",
        ".",
        "@",
        "?",
        "+",
        "-",
        "*",
        "<",
        "1",
        "2.5",
        "0x",
        "1_i64",
        "`",
        "\"",
        "->",
        "\\",
        "{ S[i] }",
        "",
        "é",
    ])
}

fn yaml_word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n  ",
        "\n    ",
        "\n- ",
        "domain: ",
        "child: ",
        "child:\n      ",
        "schedule: ",
        "sequence: ",
        "set: ",
        "filter: ",
        "mark: ",
        "context: ",
        "guard: ",
        "extension: ",
        "contraction: ",
        "expansion: ",
        "options: ",
        "permutable: ",
        "coincident: ",
        "{ ",
        " }",
        "[ ",
        " ]",
        ", ",
        "1",
        "0",
        "\"{ S[i, j] }\"",
        "\"{ }\"",
        "\"x\"",
        "\"[{ S[i, j] -> [(i)] }]\"",
        "\"{ S[i, j] -> R[i] }\"",
        "\"{ : }\"",
        "& ",
        "* ",
        "--- ",
        "# ",
        "'",
        "\"",
    ])
}
