//! Differential runs: functions that agree, and others with the first element that differs.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use polymill_gdg::ScalarType;
use polymill_native::CCompiler;
use polymill_verify::{Argument, Differential, Element, Error, Field, Function, Memory, Returned, Size, Sizes};

fn memory(name: &str, ty: ScalarType, sizes: &[&str]) -> Memory {
    let size = |name: &&str| name.parse().map_or_else(|_| Size::argument(name), Size::constant);
    Memory {
        name: name.to_owned(),
        element: Element::Scalar(ty),
        sizes: sizes.iter().map(size).collect(),
        is_dead: false,
    }
}

fn sizes(values: &[i64]) -> Vec<Sizes> {
    let of = |value: &i64| [("n".to_owned(), *value), ("more".to_owned(), *value.max(&1))].into();
    values.iter().map(of).collect()
}

const TIME_LIMIT: u64 = 3;

fn verdict(function: &Function, original: &str, transformed: &str) -> String {
    let differential = Differential {
        original,
        transformed,
        function,
        compiler: &CCompiler::parse("cc -O2").unwrap(),
        flags: &[],
        sizes: &sizes(&[0, 1, 5, 70]),
        threads: &[1, 3],
        seed: 1,
        time_limit: Duration::from_secs(TIME_LIMIT),
        open: &["more".to_owned()],
    };
    match differential.run() {
        Ok(compared) => {
            let left_out = compared.left_out.iter().map(|reason| format!("; {reason}"));
            format!("{} calls agree{}", compared.n_calls, left_out.collect::<String>())
        }
        Err(Error::Differs(difference)) => difference.to_string(),
        Err(other) => other.to_string().lines().next().unwrap_or_default().to_owned(),
    }
}

fn scale() -> Function {
    Function {
        name: "scale".to_owned(),
        arguments: vec![
            Argument::Int("n".to_owned()),
            Argument::Float("f".to_owned()),
            Argument::Memory(memory("A", ScalarType::F64, &["n", "n"])),
        ],
        globals: vec![memory("count", ScalarType::I32, &[]), memory("row", ScalarType::F32, &["8"])],
        result: Returned::Float,
        is_repeated: false,
    }
}

const SCALE: &str = "
    int count; float row[8];
    double scale(int n, float f, double A[n][n]) {
      double sum = 0;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) { A[i][j] *= f; sum += A[i][j]; }
      for (int i = 0; i < 8; i++) row[i] += f;
      count += n;
      return sum;
    }
    int main(void) { return 0; }";

#[test]
fn the_same_function_agrees_with_itself() {
    assert_eq!(verdict(&scale(), SCALE, SCALE), "8 calls agree");
    let parallel = SCALE.replace("for (int i = 0; i < 8", "\n#pragma omp parallel for\nfor (int i = 0; i < 8");
    assert_eq!(verdict(&scale(), SCALE, &parallel), "8 calls agree");
}

#[test]
fn the_first_element_that_differs_is_named() {
    let check = |from: &str, to: &str, expected: &str| {
        let found = verdict(&scale(), SCALE, &SCALE.replace(from, to));
        assert!(found.starts_with(expected), "{found}");
    };
    check("A[i][j] *= f", "A[i][j] *= i == 3 && j > 1 ? 2 * f : f", "on 1 thread with n = 5: `A[3][2]` is ");
    check("row[i] += f", "row[i] += i == 7 ? 0 : f", "on 1 thread with n = 0: `row[7]` is ");
    check("count += n", "count += n + (n > 5)", "on 1 thread with n = 70: `count` is ");
    check("return sum", "return sum + 1", "on 1 thread with n = 0: `the result` is ");
    check("return sum", "if (n > 0) A[n - 1][n] = 1; return sum", "on 1 thread with n = 1: the end of `A` is overrun");
    check(
        "count += n",
        "if (n == 5) __builtin_trap(); count += n",
        "on 1 thread with n = 5: the transformed function fails",
    );
}

#[test]
fn what_depends_on_the_number_of_threads_is_found() {
    let racy = SCALE.replace("count += n;", "\n#pragma omp parallel\n{\n#pragma omp atomic\ncount += n;\n}");
    assert!(verdict(&scale(), SCALE, &racy).starts_with("on 3 threads with n = 1: `count` is "));
}

#[test]
fn sizes_for_which_the_original_fails_by_itself_are_left_out() {
    let broken = SCALE.replace("count += n", "if (n == 5) __builtin_trap(); count += n");
    let found = verdict(&scale(), &broken, SCALE);
    assert!(found.starts_with("6 calls agree; the original function fails with n = 5: signal: "), "{found}");
    let broken = SCALE.replace("count += n", "__builtin_trap(); count += n");
    let found = verdict(&scale(), &broken, SCALE);
    assert!(found.starts_with("cannot be checked: the original function fails with n = 0: signal: "), "{found}");
}

#[test]
fn calls_that_take_too_long_are_left_out() {
    let wait = "for (volatile long i = 0; n == 5 && i < 1L << 60; i++) ; count += n";
    let slow = SCALE.replace("count += n", wait);
    let expected = "2 calls agree; on 1 thread with n = 1";
    let found = verdict(&scale(), SCALE, &slow.replace("n == 5 &&", "n == 1 &&"));
    assert_eq!(found, format!("{expected}: the transformed function takes more than {TIME_LIMIT} s"));
    let found = verdict(&scale(), &slow, SCALE);
    let expected = "4 calls agree; the original function fails with n = 5: it takes more than";
    assert_eq!(found, format!("{expected} {TIME_LIMIT} s"));
}

/// A function over `n` doubles, of which there may be more.
fn over_open_memory() -> Function {
    let arguments = vec![Argument::Int("n".to_owned()), Argument::Memory(memory("x", ScalarType::F64, &["more"]))];
    Function { name: "f".to_owned(), arguments, globals: vec![], result: Returned::Nothing, is_repeated: false }
}

#[test]
fn memory_is_made_larger_until_the_original_does_not_leave_it() {
    let function = over_open_memory();
    let square = "void f(int n, double *x) { for (int i = 0; i < n * n; i++) x[i] += i; }";
    assert_eq!(verdict(&function, square, square), "8 calls agree");
    let wrong = square.replace("+= i", "+= i == n * n - 1 && n == 70 ? 0 : i");
    assert!(verdict(&function, square, &wrong).starts_with("on 1 thread with n = 70: `x[4899]` is "));
    // No memory is large enough.
    let endless = square.replace("i < n * n", "n == 70 || i < n");
    let found = verdict(&function, &endless, &endless);
    assert!(found.starts_with("6 calls agree; the original function fails with n = 70: signal: 11"), "{found}");
    let before = square.replace("x[i]", "x[-1 - i]");
    assert!(verdict(&function, &before, &before).contains("; the original function fails with n = 70: signal: 11"));
}

#[test]
fn an_original_whose_behaviour_is_not_defined_cannot_be_compared() {
    let check = |original: &str, transformed: &str, reason: &str| {
        let found = verdict(&over_open_memory(), original, transformed);
        assert!(found.contains(reason), "{found}");
    };
    let overflow = "void f(int n, double *x) { int big = 2147483600; if (big + n > big) x[0] = big + n; }";
    check(
        overflow,
        &overflow.replace("if (big", "if (n < 70 && big"),
        "the original function has undefined behaviour with n = 70",
    );
    let unset = "void f(int n, double *x) { volatile int t[9]; if (n == 5) x[0] = t[n]; }";
    check(unset, &unset.replace("t[n]", "t[0] + 3"), "with n = 5 depends on how it is built");
}

#[test]
fn what_nobody_uses_any_more_may_differ() {
    let mut function = over_open_memory();
    let text = "void f(int n, double *x) { for (int i = 0; i < n; i++) x[i] += i; }";
    let other = text.replace("+= i", "+= 3 * i");
    assert!(verdict(&function, text, &other).contains("`x[1]` is "));
    if let Argument::Memory(memory) = &mut function.arguments[1] {
        memory.is_dead = true;
    }
    assert_eq!(verdict(&function, text, &other), "8 calls agree");
}

#[test]
fn a_function_that_keeps_values_is_called_twice() {
    let text = "void f(int n, double *x) { static double kept; x[0] = kept; kept = n; }";
    let other = text.replace("kept = n", "kept = n + 1");
    let mut function = over_open_memory();
    assert_eq!(verdict(&function, text, &other), "8 calls agree");
    function.is_repeated = true;
    assert!(verdict(&function, text, &other).contains("`x[0]` is "));
}

#[test]
fn structs_are_compared_field_by_field() {
    let field = |name: &str, offset, ty| Field { name: name.to_owned(), offset, ty, repeats: vec![] };
    let fields = vec![field(".x", 0, ScalarType::F32), field(".id", 8, ScalarType::I64)];
    let items = Memory {
        name: "p".to_owned(),
        element: Element::Struct { n_bytes: 16, fields, views: vec![] },
        sizes: vec![Size::argument("n")],
        is_dead: false,
    };
    let function = Function {
        name: "move".to_owned(),
        arguments: vec![Argument::Int("n".to_owned()), Argument::Memory(items)],
        globals: vec![],
        result: Returned::Nothing,
        is_repeated: false,
    };
    let original = "struct item { float x; long id; };
        void move(int n, struct item *p) { for (int i = 0; i < n; i++) p[i].id += (long)p[i].x; }";
    assert_eq!(verdict(&function, original, original), "8 calls agree");
    let wrong = original.replace("p[i].id +=", "p[i].id += (i == 4) +");
    let found = verdict(&function, original, &wrong);
    assert!(found.starts_with("on 1 thread with n = 5: `p[4].id` is "), "{found}");
}

#[test]
fn a_function_that_reads_behind_its_arrays_cannot_be_compared() {
    let reads = SCALE.replace("return sum", "if (n == 5) A[0][0] = A[n - 1][n]; return sum");
    let found = verdict(&scale(), &reads, SCALE);
    assert_eq!(found, "6 calls agree; the original function reads memory that is not its own with n = 5");
}

#[test]
fn arrays_and_unions_in_structs_are_compared() {
    let field = |name: &str, ty, repeats: &[(usize, usize)]| Field {
        name: name.to_owned(),
        offset: 8,
        ty,
        repeats: repeats.to_vec(),
    };
    // struct { long id; union { unsigned long bits[2][3]; double value[6]; }; }
    let element = Element::Struct {
        n_bytes: 56,
        fields: vec![field(".bits[][]", ScalarType::U64, &[(2, 24), (3, 8)])],
        views: vec![field(".value[]", ScalarType::F64, &[(6, 8)])],
    };
    let memory = Memory { name: "s".to_owned(), element, sizes: vec![Size::constant(2)], is_dead: false };
    let function =
        Function { arguments: vec![Argument::Int("n".to_owned())], globals: vec![memory], ..over_open_memory() };
    let text = "struct { long id; union { unsigned long bits[2][3]; double value[6]; }; } s[2];
        void f(int n) { for (int i = 0; i < 6; i++) s[1].bits[i / 3][i % 3] += n; }";
    assert_eq!(verdict(&function, text, text), "8 calls agree");
    let wrong = text.replace("+= n", "+= n + (i == 5)");
    assert!(verdict(&function, text, &wrong).contains("`s[1].bits[1][2]` is "));
    // NaNs with other bits.
    let nan = text.replace("s[1].bits[i / 3][i % 3] += n", "s[1].value[i] = __builtin_nan(\"1\")");
    assert_eq!(verdict(&function, &nan, &nan.replace("nan(\"1\")", "nan(\"2\")")), "8 calls agree");
    assert!(verdict(&function, &nan, &nan.replace("nan(\"1\")", "inf()")).contains("`s[1].bits[0][0]` is "));
}

#[test]
fn long_double_and_integers_of_128_bits_are_compared() {
    let arguments = |ty| vec![Argument::Int("n".to_owned()), Argument::Memory(memory("x", ty, &["n"]))];
    for (ty, name) in [(80, "long double"), (128, "_Float128")] {
        let function = Function { arguments: arguments(ScalarType::Float { bits: ty }), ..over_open_memory() };
        let text = format!("void f(int n, {name} *x) {{ for (int i = 0; i < n; i++) x[i] = x[i] * 3 + 1; }}");
        if !cfg!(target_arch = "x86_64") {
            continue;
        }
        assert_eq!(verdict(&function, &text, &text), "8 calls agree");
        assert!(verdict(&function, &text, &text.replace("+ 1", "+ (i < 3)")).contains("with n = 5: `x[3]` is 0x"));
    }
    let function = Function { arguments: arguments(ScalarType::Int { bits: 128, signed: true }), ..over_open_memory() };
    let text = "void f(int n, __int128 *x) { for (int i = 0; i < n; i++) x[i] = -1 - i; }";
    assert!(verdict(&function, text, &text.replace("- i", "+ i")).contains("`x[1]` is 0 in place of -2"));
}
