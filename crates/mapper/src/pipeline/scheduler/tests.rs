//! Mistakes planted into passes: the scheduler catches each of them by the values that the program computes.

use polymill_gdg::{Gdg, Program};
use polymill_isl as isl;

use super::*;
use crate::orders::split::split_statements;
use crate::passes::{Buffer, Contract, Dataflow, Distribute, Forward, Privatize, Schedule};
use crate::{Changed, Settings};

/// `t` is used again in each iteration; `s` is used after the region.
const TEMPORARIES: &str = "
gdg f {
  param n: i32
  context { : 2 < n <= 1000 }
  array A: f64[n + 2] live_in
  array B: f64[n] live_out
  array C: f64[n] live_out
  array s: f64 live_out
  array t: f64 local
  statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { t = A[i] - A[i + 2]; } }
  statement T { domain { T[i] : 0 <= i < n } iterators i: i32 body { B[i] = t + 1.0; } }
  statement U { domain { U[i] : 0 <= i < n } iterators i: i32 body { t = A[i + 1]; } }
  statement V { domain { V[i] : 0 <= i < n } iterators i: i32 body { C[i] = t; } }
  statement W { domain { W[i] : 0 <= i < n } iterators i: i32 body { s = A[i]; } }
  schedule { for i { S T U V W } }
}";

/// `w` is computed and then copied.
const ACCUMULATOR: &str = "
gdg f {
  param n: i32
  context { : 2 < n <= 1000 }
  array A: f64[n][n + 1] live_in live_out
  array B: f64[n][n] live_in
  array w: f64[n][n] local
  statement S0 { domain { S0[i, j] : 0 <= i < n and 0 <= j < n } iterators i: i32, j: i32 body { w[i][j] = 0.0; } }
  statement S1 {
    domain { S1[i, j, k] : 0 <= i < n and 0 <= j < n and 0 <= k < n }
    iterators i: i32, j: i32, k: i32
    body { w[i][j] = w[i][j] - B[i][k] * B[k][j]; }
  }
  statement S2 { domain { S2[i, j] : 0 <= i < n and 0 <= j < n } iterators i: i32, j: i32 body { A[i][j] = w[i][j]; } }
  schedule { for i { for j { S0 for k { S1 } S2 } } }
}";

/// The instances with `i == k` or `j == k` depend on none with the same `k`, and the others on them.
const SHORTEST_PATHS: &str = "
gdg f {
  param n: i32
  context { : 2 < n <= 1000 }
  array p: i32[n][n] live_in live_out
  statement S {
    domain { S[k, i, j] : 0 <= k < n and 0 <= i < n and 0 <= j < n }
    iterators k: i32, i: i32, j: i32
    body { p[i][j] = p[i][j] < p[i][k] + p[k][j] ? p[i][j] : p[i][k] + p[k][j]; }
  }
  schedule { for k { for i { for j { S } } } }
}";

/// A dependence of `S_1` that spares the next iteration; flow, anti and output dependences each have it.
const NEXT_TO_LATER: (&str, &str) = ("S_1[k' = 1 + k, i' = i, j' = j]", "S_1[k' = 2 + k, i' = i, j' = j]");

/// `t` is needed within one iteration only, `u` in strips of 512.
const CONTRACTED: &str = "
gdg f {
  param n: i32
  context { : 2 < n <= 100000 }
  array A: f64[n] live_in
  array h: f64[16] live_in live_out
  array s: f64 live_in live_out
  array t: f64[n] local
  array u: f64[n] local
  statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { u[i] = exp(A[i]); } }
  statement T {
    domain { T[i] : 0 <= i < n }
    iterators i: i32
    body { h[(i32) u[i] % 16] = h[(i32) u[i] % 16] + u[i]; }
  }
  statement U { domain { U[i] : 0 <= i < n } iterators i: i32 body { t[i] = A[i]; } }
  statement V { domain { V[i] : 0 <= i < n } iterators i: i32 body { s = s + t[i]; } }
  schedule { for i { S T } for i { U V } }
}";

/// Index-set splitting, as the pass `schedule` does it.
struct Split;

impl Pass for Split {
    fn name(&self) -> &'static str {
        "split"
    }

    fn description(&self) -> &'static str {
        "Splits statements."
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        let Some(parts) = split_statements(gdg)? else { return Ok(Changed::No) };
        *gdg = parts;
        Ok(Changed::Yes)
    }
}

/// A pass that makes mistakes: each text in what the pass leaves becomes another one.
struct Mistaken<P> {
    pass: P,
    mistakes: &'static [(&'static str, &'static str)],
}

impl<P: Pass> Pass for Mistaken<P> {
    fn name(&self) -> &'static str {
        self.pass.name()
    }

    fn description(&self) -> &'static str {
        self.pass.description()
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let changed = self.pass.run(gdg, cx)?;
        assert_eq!(changed, Changed::Yes);
        let mut text = gdg.to_string();
        for (right, wrong) in self.mistakes {
            assert!(text.contains(right), "`{right}` is not in {text}");
            text = text.replacen(right, wrong, 1);
        }
        *gdg = Program::parse(gdg.context.ctx(), &text)?.gdgs()[0].clone();
        Ok(changed)
    }
}

/// Why the last of the passes was undone; `None` if it was not.
fn undone_last(text: &str, passes: Vec<Box<dyn Pass>>) -> Option<String> {
    let ctx = isl::Context::new().unwrap();
    let mut program = Program::parse(&ctx, text).unwrap();
    let machine = Machine::from_toml(include_str!("../../../../../tests/machine.toml")).unwrap();
    let recompute = "always".parse().unwrap();
    let settings = Settings { reassociate: true, recompute, max_versions: 1, ..Settings::default() };
    let mapped = map(&mut program, &Strategy::new(passes), &machine, &settings).unwrap();
    let remarks = mapped.remarks.iter().filter(|remark| remark.code == "pass-undone");
    let messages: Vec<_> = remarks.map(|remark| remark.message.clone()).collect();
    assert_eq!(mapped.times.last().is_some_and(|pass| pass.is_undone), !messages.is_empty());
    assert!(messages.len() <= 1, "{messages:?}");
    messages.into_iter().next()
}

/// The pass is right, and with each of the mistakes it computes other values.
fn catches<P: Pass + 'static>(
    text: &str,
    before: fn() -> Vec<Box<dyn Pass>>,
    pass: fn() -> P,
    mistakes: &[(&str, &'static [(&'static str, &'static str)])],
) {
    let with = |mistakes| {
        let mut passes = before();
        passes.push(Box::new(Mistaken { pass: pass(), mistakes }));
        undone_last(text, passes)
    };
    assert_eq!(with(&[]), None);
    for (what, mistakes) in mistakes {
        let message = with(mistakes).unwrap_or_else(|| panic!("not caught: {what}"));
        assert!(message.contains("changes the values of"), "{what}: {message}");
    }
}

#[test]
fn mistakes_of_privatize_are_caught() {
    catches(
        TEMPORARIES,
        Vec::new,
        || Privatize,
        &[
            ("a read of the iteration before", &[("t_1[i] + 1.0", "t_1[i - 1] + 1.0"), ("t_1: f64[n]", "t_1: f64[?]")]),
            ("a write to one element only", &[("t_1[i] = A", "t_1[0] = A")]),
            ("one web in the place of another", &[("= t_2[i];", "= t_1[i];")]),
            ("an array that is too small", &[("t_1: f64[n]", "t_1: f64[n - 1]")]),
            ("two webs in one place", &[("t_2[i] = A[i + 1];", "t_1[i] = A[i + 1];")]),
            ("an array that is not local any more", &[("array t_1: f64[n] local", "array t_1: f64[n] live_out")]),
            ("other elements of the input", &[("A[i] - A[i + 2]", "A[i + 2] - A[i]")]),
            ("another operation", &[("A[i] - A[i + 2]", "A[i] + A[i + 2]")]),
            ("statements in another order", &[("S\n      T", "T\n      S")]),
            ("a loop that runs backwards", &[("for i {", "for i down {")]),
        ],
    );
}

#[test]
fn mistakes_of_forward_are_caught() {
    catches(
        ACCUMULATOR,
        Vec::new,
        || Forward,
        &[
            ("an element that nobody reads", &[("A[i][j] = 0.0", "A[i][j + 1] = 0.0")]),
            ("a read of the neighbour", &[("A[i][j] - B", "A[i][j + 1] - B")]),
            ("a shifted accumulation", &[("A[i][j] = A[i][j] - B", "A[i][j + 1] = A[i][j + 1] - B")]),
            ("other operands", &[("B[i][k] * B[k][j]", "B[k][j] * B[i][k]")]),
            ("a start that is not an origin", &[("domain { S0[i, j] :", "domain { S0[i, j] : j > 0 and")]),
        ],
    );
}

#[test]
fn mistakes_of_split_are_caught() {
    catches(
        SHORTEST_PATHS,
        || vec![Box::new(Dataflow)],
        || Split,
        &[
            ("a part that writes elsewhere", &[("p[i][j] = p", "p[i][k] = p")]),
            ("a part that reads elsewhere", &[("? p[i][j]", "? p[i][k]")]),
            ("a wrong origin", &[("-> S[k' = k, i' = i, j' = j]", "-> S[k' = k, i' = j, j' = i]")]),
            ("a forgotten dependence", &[NEXT_TO_LATER; 3]),
        ],
    );
}

#[test]
fn mistakes_of_contract_are_caught() {
    catches(
        CONTRACTED,
        || vec![Box::new(Dataflow), Box::new(Distribute)],
        || Contract,
        &[
            ("an array that is not private", &[(" private { U[i] -> [i]; V[i] -> [i] }", "")]),
            ("an array that is private to something else", &[("V[i] -> [i] }", "V[i] -> [i + 1] }")]),
            ("too few elements for a strip", &[("u[i % 512] = exp", "u[i % 256] = exp")]),
            ("a read of another element", &[("+ u[i % 512]", "+ u[(i + 1) % 512]")]),
            ("a forgotten dependence", &[("flow { U[i] -> V[i' = i] : 0 <= i < n }", "")]),
        ],
    );
}

/// Overlapped tiles: `S` computes what `T` needs in each tile.
const OVERLAPPED: &str = include_str!("../../../../../tests/passes/buffer/overlapped.gdg");

#[test]
fn mistakes_of_buffer_are_caught() {
    catches(
        OVERLAPPED,
        || vec![Box::new(Dataflow)],
        || Buffer,
        &[
            ("a shifted halo", &[("% 8_i64 + 1_i64]", "% 8_i64 + 0_i64]")]),
            ("a buffer that begins elsewhere", &[("t_1[(i64)i - 8_i64", "t_1[(i64)i - 7_i64")]),
            ("a buffer that is too small", &[("t_1: f32[9]", "t_1: f32[8]")]),
            (
                "a buffer that all tiles share",
                &[(" private { S[i, tile] -> [tile]; T[i] -> [o0] : -7 + i <= 8o0 <= i }", "")],
            ),
            ("a buffer of other tiles", &[("S[i, tile] -> [tile];", "S[i, tile] -> [tile + 1];")]),
        ],
    );
}

/// `S` leaves `t` for `T`.
const STAGES: &str = "
gdg f {
  param n: i32
  context { : 2 < n <= 100000 }
  array A: f64[n + 4] live_in
  array B: f64[n] live_out
  array t: f64[n + 2] local
  statement S { domain { S[i] : 0 <= i < n + 2 } iterators i: i32 body { t[i] = A[i] + A[i + 2]; } }
  statement T { domain { T[i] : 0 <= i < n } iterators i: i32 body { B[i] = t[i] - t[i + 2]; } }
  schedule { for i { S } for i { T } }
}";

#[test]
fn mistakes_of_overlapped_tiles_are_caught() {
    catches(
        STAGES,
        || vec![Box::new(Dataflow)],
        || Schedule,
        &[
            ("a shifted halo", &[("t_1[(i64)(i + 2) - 512_i64", "t_1[(i64)(i + 1) - 512_i64")]),
            ("a stage of other elements", &[("= A[i] + A[i + 2]", "= A[i + 1] + A[i + 2]")]),
            ("a buffer that is too small", &[("t_1: f64[514]", "t_1: f64[513]")]),
            ("a buffer that all tiles share", &[(" private { S_1[i, i1] -> [i1]; T_1[i, i1] -> [i1] }", "")]),
            ("a buffer of the next tile", &[("T_1[i, i1] -> [i1] }", "T_1[i, i1] -> [i1 + 1] }")]),
            ("copies of something else", &[("-> S[i' = i]", "-> S[i' = i + 1]")]),
            ("results in other places", &[("B[i] = t_1", "B[n - 1 - i] = t_1")]),
            (
                "a forgotten dependence",
                &[("flow { S_1[i, i1] -> T_1[i' = i, i1]", "flow { S_1[i, i1] -> T_1[i' = 1 + i, i1]")],
            ),
        ],
    );
}
