//! GDGs from text, and schedules for them.

#![allow(dead_code)]

use polymill_gdg::{Gdg, Mark, Program};
use polymill_isl as isl;

/// The only GDG of a program in text form, with its dependences.
pub fn gdg(text: &str) -> Gdg {
    let ctx = isl::Context::new().unwrap();
    let program = Program::parse(&ctx, text).unwrap();
    let mut gdg = program.gdgs()[0].clone();
    polymill_gdg::Program::validate(&program).unwrap();
    gdg.dependences = Some(polymill_analysis::dependences(&gdg).unwrap());
    gdg
}

/// The GDG with a schedule that is one band.
pub fn with_band(gdg: &Gdg, text: &str) -> Gdg {
    with_marked_band(gdg, text, &[])
}

/// The GDG with a schedule that is a band for each of the functions, outermost first, marked as said.
pub fn with_marked_band(gdg: &Gdg, text: &str, marks: &[(usize, Mark)]) -> Gdg {
    let ctx = gdg.schedule.ctx();
    let partial = isl::MultiUnionPwAff::read(ctx, text).unwrap();
    let schedule = isl::Schedule::from_domain(&gdg.domain().unwrap()).unwrap();
    let mut node = schedule.get_root().unwrap().child(0).unwrap();
    for position in 0..partial.size().unwrap() {
        let member = isl::MultiUnionPwAff::from_union_pw_aff(&partial.get_at(position).unwrap()).unwrap();
        node = node.insert_partial_schedule(&member).unwrap();
        if let Some((_, mark)) = marks.iter().find(|(marked, _)| *marked == position) {
            let id = isl::Id::new(ctx, &mark.to_string()).unwrap();
            node = node.insert_mark(&id).unwrap().child(0).unwrap();
        }
        node = node.child(0).unwrap();
    }
    Gdg { schedule: node.get_schedule().unwrap(), ..gdg.clone() }
}

pub const STENCIL: &str = "
    gdg stencil {
      param n: i32
      context { : n >= 0 }
      array A: f64[n][n] live_in live_out
      statement S {
        domain { S[i, j] : 1 <= i < n and 1 <= j < n }
        iterators i: i32, j: i32
        body { A[i][j] = A[i - 1][j] + A[i][j - 1]; }
      }
      schedule { for i { for j { S } } }
    }";

/// A temporary that serializes a loop.
pub const TEMPORARY: &str = "
    gdg temporary {
      param n: i32
      context { : n >= 0 }
      array t: f64
      array x: f64[n] live_in
      array y: f64[n] live_in live_out
      statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { t = x[i]; } }
      statement T { domain { T[i] : 0 <= i < n } iterators i: i32 body { y[i] = t * t; } }
      schedule { for i { S T } }
    }";

pub const REDUCTION: &str = "
    gdg dot {
      param n: i32
      context { : n >= 0 }
      array s: f64 live_in live_out
      array x: f64[n] live_in
      statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { s = s + x[i] * x[i]; } }
      schedule { for i { S } }
    }";

/// A gather and a scatter.
pub const INDIRECT: &str = "
    gdg indirect {
      param n: i32
      context { : n >= 0 }
      array x: f64[n] live_in live_out
      array y: f64[n] live_in live_out
      array idx: i32[n] live_in
      statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { y[i] = x[idx[i]]; } }
      statement T { domain { T[i] : 0 <= i < n } iterators i: i32 body { x[idx[i]] = y[i] + 1.0; } }
      schedule { for i { S } for i { T } }
    }";

/// A sequence of nests of different depth, with triangular bounds and a condition with a remainder.
pub const MIXED: &str = "
    gdg mixed {
      param n: i32
      param m: i32
      context { : n >= 0 and m >= 0 }
      array A: f64[n][m] live_in live_out
      array B: f64[n] live_in live_out
      array x: f64[m] live_in
      statement S0 {
        domain { S0[i] : 0 <= i < n }
        iterators i: i32
        body { B[i] = B[i] * 0.5; }
      }
      statement S1 {
        domain { S1[i, j] : 0 <= i < n and 0 <= j < m and j <= i }
        iterators i: i32, j: i32
        body { B[i] = B[i] + A[i][j] * x[j]; }
      }
      statement S2 {
        domain { S2[i, j] : 0 <= i < n and 0 <= j < m and (i + j) mod 2 = 0 }
        iterators i: i32, j: i32
        body { A[i][j] = A[i][j] + B[i]; }
      }
      schedule { for i { S0 for j { S1 } } for i { for j { S2 } } }
    }";

/// Two stencils in a loop over time.
pub const JACOBI: &str = "
    gdg jacobi {
      param t: i32
      param n: i32
      context { : t >= 0 and n >= 0 }
      array A: f64[n] live_in live_out
      array B: f64[n] live_in live_out
      statement S {
        domain { S[k, i] : 0 <= k < t and 1 <= i < n - 1 }
        iterators k: i32, i: i32
        body { B[i] = A[i - 1] + A[i] + A[i + 1]; }
      }
      statement T {
        domain { T[k, i] : 0 <= k < t and 1 <= i < n - 1 }
        iterators k: i32, i: i32
        body { A[i] = B[i - 1] + B[i] + B[i + 1]; }
      }
      schedule { for k { for i { S } for i { T } } }
    }";
