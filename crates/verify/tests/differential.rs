//! Differential runs: functions that agree, and others with the first element that differs.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use polymill_gdg::ScalarType;
use polymill_native::CCompiler;
use polymill_verify::{Argument, Differential, Element, Error, Field, Function, Memory, Returned, Size, Sizes};

fn memory(name: &str, ty: ScalarType, sizes: &[&str]) -> Memory {
    let size = |name: &&str| name.parse().map_or_else(|_| Size::argument(name), Size::constant);
    Memory { name: name.to_owned(), element: Element::Scalar(ty), sizes: sizes.iter().map(size).collect() }
}

fn sizes(values: &[i64]) -> Vec<Sizes> {
    values.iter().map(|value| [("n".to_owned(), *value)].into()).collect()
}

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
        time_limit: Duration::from_secs(20),
    };
    match differential.run() {
        Ok(n_calls) => format!("{n_calls} calls agree"),
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
fn a_function_that_fails_by_itself_cannot_be_compared() {
    let broken = SCALE.replace("count += n", "if (n == 5) __builtin_trap(); count += n");
    let verdict = verdict(&scale(), &broken, SCALE);
    assert!(verdict.starts_with("cannot be checked: the original function fails with n = 5"), "{verdict}");
}

#[test]
fn structs_are_compared_field_by_field() {
    let field = |name: &str, offset, ty| Field { name: name.to_owned(), offset, ty };
    let fields = vec![field("x", 0, ScalarType::F32), field("id", 8, ScalarType::I64)];
    let items = Memory {
        name: "p".to_owned(),
        element: Element::Struct { n_bytes: 16, fields },
        sizes: vec![Size::argument("n")],
    };
    let function = Function {
        name: "move".to_owned(),
        arguments: vec![Argument::Int("n".to_owned()), Argument::Memory(items)],
        globals: vec![],
        result: Returned::Nothing,
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
    let verdict = verdict(&scale(), &reads, SCALE);
    assert_eq!(verdict, "cannot be checked: the original function reads memory that is not its own with n = 5");
}
