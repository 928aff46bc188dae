//! How bodies print: casts, parentheses, constants, control flow.

#![allow(clippy::unwrap_used)]

mod support;

use support::{code_with, gdg};

/// Prints a statement in `for (i ...) for (j ...)` and compares it, without the loops.
fn check(body: &str, expected: &str) {
    let text = format!(
        "gdg g {{
          param n: i32
          param m: u32
          param w: u64 = `s->width`
          context {{ : 4 <= n <= 1000 and m <= 1000 and w <= 1000 }}
          array x: f64[n] live_in live_out
          array A: f64[n][n] live_in live_out
          array f: f32[n] live_in live_out
          array a: i32[n] live_in live_out
          array l: i64[n] live_in live_out
          array u: u32[n] live_in live_out
          array v: u64[n] live_in live_out
          array h: i16[n] live_in live_out
          array c: u8[n] live_in live_out
          array b: bool[n] live_in live_out
          array q: f80[n] live_in live_out
          array P: f64[n] = `p[_].x` live_in live_out
          array F: f64[n][n] = `flat[_*_]` live_in live_out
          statement S {{
            domain {{ S[i, j] : 0 <= i < n and 0 <= j < n }}
            iterators i: i32, j: i64
            body {{ {body} }}
          }}
          schedule {{ for i {{ for j {{ S }} }} }}
        }}"
    );
    let actual = code_with(&gdg(&text), &polymill_lower::Tidying::none());
    let lines = actual.lines().skip(2).filter(|line| !line.is_empty());
    let lines: Vec<_> = lines.filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(lines.join("\n"), expected, "{actual}");
}

#[test]
fn sums_and_products_keep_their_association() {
    check("x[i] = x[j] + (x[0] + x[1]);", "x[i] = x[j] + (x[0] + x[1]);");
    check("x[i] = x[j] + x[0] + x[1];", "x[i] = x[j] + x[0] + x[1];");
    check("x[i] = x[j] * (x[0] * x[1]) / x[2];", "x[i] = x[j] * (x[0] * x[1]) / x[2];");
    check("x[i] = x[j] - (x[0] - x[1]);", "x[i] = x[j] - (x[0] - x[1]);");
    check("x[i] = -(-x[j]);", "x[i] = -(-x[j]);");
    check("x[i] = x[j] - -x[0];", "x[i] = x[j] - -x[0];");
    check("x[i] = -(x[j] + x[0]) * x[1];", "x[i] = -(x[j] + x[0]) * x[1];");
}

#[test]
fn updates_are_compound_assignments() {
    check("x[i] = x[i] + x[j] * 2.0;", "x[i] += x[j] * 2.0;");
    check("x[i] = x[i] / (x[j] + 1.0);", "x[i] /= x[j] + 1.0;");
    check("x[i] = x[j] + x[i];", "x[i] = x[j] + x[i];");
    check("x[i] = x[i] + x[j] + x[0];", "x[i] = x[i] + x[j] + x[0];");
    check("x[i] = x[i + 0] - 1.0;", "x[i] -= 1.0;");
    check("f[i] = (f32)((f64)f[i] + x[j]);", "f[i] += x[j];");
    check("h[i] = (i16)((i32)h[i] + 1);", "h[i] += 1;");
    check("u[i] = u[i] << 3;", "u[i] <<= 3;");
    // In `h += x`, C adds in double.
    check("h[i] = (i16)((i32)h[i] + (i32)x[j]);", "h[i] += (int)x[j];");
}

#[test]
fn conversions_that_c_does_itself_are_not_printed() {
    check("x[i] = (f64)a[j];", "x[i] = a[j];");
    check("x[i] = x[j] * (f64)a[j];", "x[i] = x[j] * a[j];");
    check("x[i] = (f64)f[j] * x[j];", "x[i] = f[j] * x[j];");
    check("a[i] = (i32)x[j];", "a[i] = x[j];");
    check("l[i] = l[j] + (i64)a[j];", "l[i] = l[j] + a[j];");
    check("a[i] = (i32)h[j] + (i32)c[j];", "a[i] = h[j] + c[j];");
    check("x[i] = x[j] * (f64)2;", "x[i] = x[j] * 2;");
    check("if (a[i] > 0) { x[i] = 0.0; }", "if (a[i] > 0)\n  x[i] = 0.0;");
}

#[test]
fn conversions_that_matter_are_printed() {
    check("x[i] = (f64)a[i] / (f64)a[j];", "x[i] = (double)a[i] / a[j];");
    check("x[i] = (f64)(a[i] / a[j]);", "x[i] = a[i] / a[j];");
    check("x[i] = (f64)(i32)x[j];", "x[i] = (int)x[j];");
    check("f[i] = (f32)x[j] * f[j];", "f[i] = (float)x[j] * f[j];");
    check("u[i] = u[j] + (u32)a[j];", "u[i] = u[j] + a[j];");
    check("l[i] = (i64)(u32)a[j];", "l[i] = (unsigned int)a[j];");
    check("l[i] = (i64)(u[j] + u[0]);", "l[i] = u[j] + u[0];");
    check("c[i] = (u8)(c[j] + c[0]);", "c[i] = (unsigned char)(c[j] + c[0]);");
    check("l[i] = (i64)a[i] * (i64)a[j];", "l[i] = (long)a[i] * a[j];");
}

#[test]
fn iterators_as_values_are_cast_where_it_matters() {
    check("x[i] = (f64)i;", "x[i] = i;");
    check("x[i] = x[j] * (f64)(i + 1);", "x[i] = x[j] * (i + 1);");
    check("a[i] = i * 3 % n;", "a[i] = i * 3 % n;");
    check("u[i] = u[j] + (u32)i;", "u[i] = u[j] + (unsigned int)i;");
    check("x[i] = (f64)(i as u32 * u[j]);", "x[i] = (unsigned int)i * u[j];");
    check("x[i] = (f64)i / (f64)n;", "x[i] = (double)i / n;");
}

#[test]
fn parameters_print_as_spelled() {
    check("x[i] = (f64)w;", "x[i] = s->width;");
    check("l[i] = (i64)(w - 1_u64);", "l[i] = s->width - 1;");
    check("v[i] = w + (u64)m;", "v[i] = s->width + m;");
    check("l[i] = (i64)m - (i64)n;", "l[i] = (long)m - n;");
}

#[test]
fn constants_have_their_type() {
    check("l[i] = l[j] << 40;", "l[i] = l[j] << 40;");
    check("l[i] = 1_i64 << 40;", "l[i] = 1L << 40;");
    check("a[i] = -2147483648_i32;", "a[i] = -2147483647 - 1;");
    check("u[i] = 4294967295_u32;", "u[i] = 4294967295U;");
    check("f[i] = 0.1_f32 * f[j];", "f[i] = 0.1f * f[j];");
    check("q[i] = q[j] * 0.1_f80;", "q[i] = q[j] * 0.1L;");
    check("x[i] = 1_f64;", "x[i] = 1.0;");
    check("x[i] = (f64)3 / x[j];", "x[i] = 3 / x[j];");
}

#[test]
fn conditions_and_bits_have_the_parentheses_that_compilers_ask_for() {
    check("a[i] = (a[j] > 0 && a[0] > 1) || a[1] > 2;", "a[i] = (a[j] > 0 && a[0] > 1) || a[1] > 2;");
    check("a[i] = (a[j] & 3) + 1 | a[0];", "a[i] = ((a[j] & 3) + 1) | a[0];");
    check("a[i] = (a[j] + 1) << 2;", "a[i] = (a[j] + 1) << 2;");
    check("a[i] = !(a[j] > 0) && !a[0];", "a[i] = !(a[j] > 0) && !a[0];");
    check("x[i] = x[j] > 0.0 ? x[j] : -x[j];", "x[i] = x[j] > 0.0 ? x[j] : -x[j];");
    check("a[i] = ~a[j];", "a[i] = ~a[j];");
    check("x[i] = a[j] > 0 ? (f64)a[j] : (f64)a[0];", "x[i] = a[j] > 0 ? (double)a[j] : a[0];");
    check("b[i] = (a[j] > 0) as bool;", "b[i] = a[j] > 0;");
}

#[test]
fn calls_print_their_arguments() {
    check("x[i] = sqrt(x[j] * x[j]);", "x[i] = sqrt(x[j] * x[j]);");
    check("x[i] = pow(x[j], (f64)a[j]);", "x[i] = pow(x[j], (double)a[j]);");
    check("x[i] = sqrt(fabs(x[j]) + 1.0) * 2.0;", "x[i] = sqrt(fabs(x[j]) + 1.0) * 2.0;");
}

#[test]
fn subscripts_are_tidy() {
    check("A[i][j] = A[n - 1 - i][j];", "A[i][j] = A[n - i - 1][j];");
    check("x[2 * i - i] = x[((i64)i + j) / 2_i64];", "x[i] = x[(i + j) / 2];");
    check("x[i % 4] = x[i - i % 4];", "x[i % 4] = x[4 * (i / 4)];");
    check("P[i] = P[j] * 2.0;", "p[i].x = p[j].x * 2.0;");
    check(
        "F[i][j] = F[j][i] + F[0][0] + F[0][1] + F[2][0];",
        "flat[i * n + j] = flat[j * n + i] + flat[0] + flat[1] + flat[2L * n];",
    );
    check("x[i] = x[a[i]] + x[a[j] + 1];", "x[i] = x[a[i]] + x[a[j] + 1];");
}

#[test]
fn control_flow_in_bodies() {
    check(
        "var t: f64; t = x[j]; if (t > 0.0) { x[i] = t; } else { x[i] = -t; }",
        "double t = x[j];\nif (t > 0.0) {\n  x[i] = t;\n} else {\n  x[i] = -t;\n}",
    );
    check(
        "var k: i32; for (k = 0; k < a[i]; k = k + 1) { x[i] = x[i] * 0.5; }",
        "int k;\nfor (k = 0; k < a[i]; k++)\n  x[i] *= 0.5;",
    );
}
