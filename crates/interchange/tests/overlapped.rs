//! Random overlapped tiles of random chains of producers and consumers, right ones and wrong ones: what is accepted computes
//! what the original computes, and what is refused goes wrong indeed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fmt::Write;

use polymill_gdg::{Gdg, Program};
use polymill_interchange::{Error, RescheduleOptions, reschedule, reschedule_unchecked};
use polymill_isl as isl;
use polymill_lower::{Tidying, lower};
use polymill_mapper::{Machine, Settings, Strategy, map};
use polymill_verify::{Error as CheckError, ReplayOptions, check_printed, replay};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Chains that are tried; set `POLYMILL_CHAINS` for more.
const N_CHAINS: u64 = 100;

/// A stage of a chain: `out[i] = f(in[i + offset], ...)`, or a sum over the offsets.
struct Stage {
    /// How far it reads to the left and to the right.
    left: i64,
    right: i64,
    is_sum: bool,
    /// Whether it also reads what is in its own element.
    is_update: bool,
    input: String,
    output: String,
}

struct Chain {
    /// The size of the last stage's output; others have room for the stencils around.
    size: i64,
    stages: Vec<Stage>,
}

impl Chain {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let (n_stages, size) = (rng.random_range(2..4), rng.random_range(3..10));
        let stages = (0..n_stages).map(|stage| {
            let writes_input = rng.random_ratio(1, 12);
            Stage {
                left: rng.random_range(0..3),
                right: rng.random_range(0..3),
                is_sum: rng.random_ratio(1, 3),
                is_update: rng.random_ratio(1, 10),
                input: format!("a{stage}"),
                output: if writes_input { "a0".to_owned() } else { format!("a{}", stage + 1) },
            }
        });
        Self { size, stages: stages.collect() }
    }

    /// The range of `i` in a stage, such that later stages find what they read: `[first, last]`.
    fn range(&self, stage: usize) -> [i64; 2] {
        let later = &self.stages[stage + 1..];
        let left: i64 = later.iter().map(|stage| stage.left).sum();
        let right: i64 = later.iter().map(|stage| stage.right).sum();
        [MARGIN - left, MARGIN + self.size - 1 + right]
    }

    fn gdg(&self) -> Gdg {
        let mut text = "gdg chain {\n".to_owned();
        for array in 0..=self.stages.len() {
            let life = match array {
                0 => "live_in live_out",
                array if array == self.stages.len() => "live_in live_out",
                _ => "local",
            };
            writeln!(text, "array a{array}: f64[40] {life}").unwrap();
        }
        let mut order = String::new();
        for (number, stage) in self.stages.iter().enumerate() {
            let [first, last] = self.range(number);
            let Stage { left, right, input, output, .. } = stage;
            let own = if stage.is_update { format!("{output}[i] + ") } else { String::new() };
            if stage.is_sum {
                writeln!(
                    text,
                    "statement Z{number} {{ domain {{ Z{number}[i] : {first} <= i <= {last} }} iterators i: i32 body {{ \
                     {output}[i] = {own}0.0; }} }}\nstatement S{number} {{ domain {{ S{number}[i, k] : {first} <= i <= {last} \
                     and -{left} <= k <= {right} }} iterators i: i32, k: i32 body {{ {output}[i] = {output}[i] + \
                     {input}[i + k]; }} }}"
                )
                .unwrap();
                write!(order, "for i {{ Z{number} for k {{ S{number} }} }} ").unwrap();
            } else {
                let terms: Vec<_> = (-left..=*right).map(|offset| format!("{input}[i + {}]", offset.max(0))).collect();
                let terms = terms.join(" + ");
                let terms =
                    if *left > 0 { format!("{terms} * {input}[i - {left}]") } else { format!("({terms}) * 0.5") };
                writeln!(
                    text,
                    "statement S{number} {{ domain {{ S{number}[i] : {first} <= i <= {last} }} iterators i: i32 body {{ \
                     {output}[i] = {own}{terms}; }} }}"
                )
                .unwrap();
                write!(order, "for i {{ S{number} }} ").unwrap();
            }
        }
        writeln!(text, "schedule {{ {order} }}\n}}").unwrap();
        let program = Program::parse(&isl::Context::new().unwrap(), &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        program.validate().unwrap();
        program.gdgs()[0].clone()
    }

    /// Tiles of the last stage, and of the others what these need, or a little more or less; sometimes in a wrong order.
    fn schedule(&self, rng: &mut ChaCha8Rng) -> String {
        let tile = rng.random_range(1..5);
        let is_wrong = rng.random_ratio(1, 2);
        let mut parts = vec![];
        for (number, stage) in self.stages.iter().enumerate() {
            let [mut left, mut right] = [0, 0];
            for later in &self.stages[number + 1..] {
                left += later.left;
                right += later.right;
            }
            if is_wrong && rng.random_ratio(1, 3) {
                left = (left + rng.random_range(-1..2)).max(0);
            }
            if is_wrong && rng.random_ratio(1, 3) {
                right = (right + rng.random_range(-1..2)).max(0);
            }
            let [first, last] = self.range(number);
            let place = if is_wrong && rng.random_ratio(1, 8) {
                10 - i64::try_from(number).unwrap()
            } else {
                i64::try_from(number).unwrap()
            };
            let n_tiles = (self.size + tile - 1) / tile;
            let start = format!("{MARGIN} + {tile} tile");
            // The first and the last tile take what is left over.
            let within = format!(
                "{first} <= i <= {last} and 0 <= tile < {n_tiles} and (tile = 0 or {start} - {left} <= i) and \
                 (tile = {n_tiles} - 1 or i < {start} + {tile} + {right})"
            );
            let i = if rng.random_ratio(1, 4) { "-i" } else { "i" };
            if stage.is_sum {
                parts.push(format!("Z{number}[i] -> [tile, {place}, {i}, 0, 0] : {within}"));
                let k = if is_wrong && rng.random_ratio(1, 6) { "-k" } else { "k" };
                let around = format!("-{} <= k <= {}", stage.left, stage.right);
                parts.push(format!("S{number}[i, k] -> [tile, {place}, {i}, 1, {k}] : {within} and {around}"));
            } else {
                parts.push(format!("S{number}[i] -> [tile, {place}, {i}, 0, 0] : {within}"));
            }
        }
        format!("{{ {} }}", parts.join("; "))
    }
}

/// Arrays begin so far before what is computed.
const MARGIN: i64 = 12;

/// The arrays as small as tiles let them be, and whether some are smaller.
fn with_buffers(gdg: &Gdg) -> (Gdg, bool) {
    let mut program = Program::default();
    let id = program.add(gdg.clone());
    let machine = Machine::from_toml(include_str!("../../../tests/machine.toml")).unwrap();
    let mapped = map(&mut program, &Strategy::given(), &machine, &Settings::default()).unwrap();
    assert!(mapped.remarks.is_empty(), "{:?}", mapped.remarks);
    let gdg = program.gdg(id).clone();
    let has_buffers = gdg.arrays.iter().any(|array| array.private.is_some());
    (gdg, has_buffers)
}

#[test]
fn what_is_accepted_is_right_and_what_is_refused_is_wrong() {
    let n_chains = std::env::var("POLYMILL_CHAINS").ok().and_then(|n| n.parse().ok()).unwrap_or(N_CHAINS);
    let (mut n_accepted, mut n_again, mut n_buffered, mut n_refused) = (0, 0, 0, 0);
    for seed in 0..n_chains {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let chain = Chain::random(&mut rng);
        let gdg = chain.gdg();
        let text = chain.schedule(&mut rng);
        let schedule = isl::UnionMap::read(gdg.context.ctx(), &text).unwrap();
        let options = RescheduleOptions::default();
        let replayed = |new: &Gdg| {
            let nest = lower(new, &Tidying::default()).unwrap();
            let options = ReplayOptions { sizes: vec![vec![]], max_instances: 3000 };
            (replay(&gdg, new, &nest, &options).map(|_| ()), nest)
        };
        match reschedule(&gdg, &schedule, &options) {
            Ok(new) => {
                n_accepted += 1;
                n_again += u64::from(new.statements.iter().any(|one| !one.origin.is_injective().unwrap()));
                let (result, nest) = replayed(&new);
                if let Err(error) = result {
                    panic!("seed {seed} was accepted: {error}\n{gdg}\n{text}");
                }
                if seed % 4 == 0 {
                    let (buffered, has_buffers) = with_buffers(&new);
                    n_buffered += u64::from(has_buffers);
                    if let Err(error) = replayed(&buffered).0 {
                        panic!("seed {seed}, with buffers: {error}\n{gdg}\n{text}");
                    }
                    // Each of the new instances runs once, and their dependences are kept.
                    check_printed(&new, &nest).unwrap();
                }
            }
            Err(Error::Illegal(difference)) => {
                n_refused += 1;
                let new = reschedule_unchecked(&gdg, &schedule, &options).unwrap();
                match replayed(&new).0 {
                    Err(CheckError::Replay(_)) => {}
                    other => panic!("seed {seed} was refused: {difference}, but {other:?}\n{gdg}\n{text}"),
                }
            }
            Err(other) => panic!("seed {seed}: {other}\n{gdg}\n{text}"),
        }
    }
    let all = [n_accepted, n_again, 4 * n_buffered, n_refused];
    assert!(
        all.iter().all(|n| *n > n_chains / 8),
        "accepted, run something again, with buffers (out of four), refused: {all:?}"
    );
}

#[test]
fn instances_in_no_order_are_refused() {
    let chain = Chain {
        size: 3,
        stages: ["a0", "a1"]
            .map(|input| Stage {
                left: 0,
                right: 0,
                is_sum: false,
                is_update: false,
                input: input.to_owned(),
                output: if input == "a0" { "a1" } else { "a2" }.to_owned(),
            })
            .into(),
    };
    let gdg = chain.gdg();
    let schedule = isl::UnionMap::read(gdg.context.ctx(), "{ S0[i] -> [i]; S1[i] -> [i] }").unwrap();
    let error = reschedule(&gdg, &schedule, &RescheduleOptions::default()).unwrap_err().to_string();
    assert!(error.contains("have the same time"), "{error}");
}
