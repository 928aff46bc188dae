//! Random pipelines of stages over images, tiled together wherever that is possible: each computes what it did before.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fmt::Write;

use polymill_gdg::Program;
use polymill_isl as isl;
use polymill_lower::{Tidying, lower};
use polymill_mapper::{Design, Error, Machine, Overlap, Settings, Strategy, Sweep, map, sweep};
use polymill_verify::{ReplayOptions, Trust, check_printed, check_schedule, replay};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Pipelines that are tried; set `POLYMILL_PIPELINES` for more.
const N_PIPELINES: u64 = 40;

/// How a stage reads another one, in each dimension: `times * i / over + offset`, for several offsets.
#[derive(Clone, Copy)]
struct Scale {
    times: i64,
    over: i64,
}

const SCALES: [Scale; 5] = [
    Scale { times: 1, over: 1 },
    Scale { times: 1, over: 1 },
    Scale { times: 1, over: 1 },
    Scale { times: 2, over: 1 },
    Scale { times: 1, over: 2 },
];

struct Input {
    array: usize,
    scales: [Scale; 2],
    /// Offsets in both dimensions.
    taps: Vec<[i64; 2]>,
}

struct Stage {
    inputs: Vec<Input>,
    /// Whether it is a sum over a small window, in loops of its own; the only input is read there.
    is_sum: bool,
    /// The first and the last index in each dimension.
    region: [[i64; 2]; 2],
    /// Whether its values are used after the region.
    is_kept: bool,
}

/// Stage `s` writes array `s + 1`, and reads arrays before that. Array 0 is the image.
struct Pipeline {
    stages: Vec<Stage>,
    /// The least index that an array is read at, and the number of elements.
    extents: Vec<[i64; 2]>,
}

/// Operations of isl for one pipeline in strips.
const BUDGET: u64 = 3_000_000;

/// Larger ones are left out: each instance is replayed.
const MAX_INSTANCES: i64 = 10_000;

/// All indices are shifted by this, so that none is negative.
const MARGIN: i64 = 40;

impl Pipeline {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let n_stages = rng.random_range(2..5);
        let mut stages: Vec<Stage> = vec![];
        for position in 0..n_stages {
            let is_sum = rng.random_ratio(1, 4);
            let n_inputs = if is_sum { 1 } else { rng.random_range(1..3) };
            let inputs = (0..n_inputs).map(|number| {
                let array = if number == 0 { position } else { rng.random_range(0..=position) };
                let scales = [0, 1].map(|_| *SCALES.choose(rng).unwrap());
                let n_taps = rng.random_range(1..5);
                let taps = (0..n_taps).map(|_| [rng.random_range(-2..2), rng.random_range(-2..2)]).collect();
                Input { array, scales, taps }
            });
            let inputs = inputs.collect();
            stages.push(Stage { inputs, is_sum, region: [[i64::MAX, i64::MIN]; 2], is_kept: rng.random_ratio(1, 8) });
        }
        let (rows, columns) = (
            rng.random_range(4..18),
            if rng.random_ratio(1, 3) { rng.random_range(70..150) } else { rng.random_range(3..12) },
        );
        let mut pipeline = Self { extents: vec![[1; 2]; n_stages + 1], stages };
        let last = &mut pipeline.stages[n_stages - 1];
        last.region = [[MARGIN, MARGIN + rows - 1], [MARGIN, MARGIN + columns - 1]];
        last.is_kept = true;
        for position in (0..n_stages).rev() {
            if pipeline.stages[position].region[0][0] > pipeline.stages[position].region[0][1] {
                // Nobody reads it.
                pipeline.stages[position].region = [[MARGIN, MARGIN + 3]; 2];
            }
            for dimension in 0..2 {
                if rng.random_ratio(1, 4) {
                    pipeline.stages[position].region[dimension][1] += rng.random_range(0..3);
                }
            }
            pipeline.add_needs(position);
        }
        pipeline
    }

    /// Makes the regions of earlier stages, and the arrays, as large as a stage needs them.
    fn add_needs(&mut self, position: usize) {
        let (earlier, stage) = self.stages.split_at_mut(position);
        let stage = &stage[0];
        for dimension in 0..2 {
            let [low, high] = stage.region[dimension];
            let own = &mut self.extents[position + 1][dimension];
            *own = (*own).max(high + 1);
            for input in &stage.inputs {
                let Scale { times, over } = input.scales[dimension];
                let taps = input.taps.iter().map(|tap| tap[dimension]);
                let (first, last) =
                    if stage.is_sum { (0, 2) } else { (taps.clone().min().unwrap(), taps.max().unwrap()) };
                let needed = [times * low / over + first, times * high / over + last];
                let extent = &mut self.extents[input.array][dimension];
                *extent = (*extent).max(needed[1] + 1);
                if let Some(producer) = input.array.checked_sub(1) {
                    let region = &mut earlier[producer].region[dimension];
                    *region = [region[0].min(needed[0]), region[1].max(needed[1])];
                }
            }
        }
    }

    fn n_instances(&self) -> i64 {
        let of_stage = |stage: &Stage| {
            let points: i64 = stage.region.iter().map(|[low, high]| high - low + 1).product();
            if stage.is_sum { 10 * points } else { points }
        };
        self.stages.iter().map(of_stage).sum()
    }

    fn text(&self) -> String {
        let mut text = "gdg pipeline {\n".to_owned();
        for (array, [rows, columns]) in self.extents.iter().enumerate() {
            let life = match array.checked_sub(1).map(|stage| self.stages[stage].is_kept) {
                None => "live_in",
                Some(true) => "live_out",
                Some(false) => "",
            };
            writeln!(text, "array a{array}: f64[{rows}][{columns}] {life}").unwrap();
        }
        let mut order = String::new();
        for (number, stage) in self.stages.iter().enumerate() {
            let [[top, bottom], [left, right]] = stage.region;
            let domain = format!("{top} <= i <= {bottom} and {left} <= j <= {right}");
            let output = format!("a{}[i][j]", number + 1);
            let subscript = |name: &str, Scale { times, over }: Scale, more: &str| {
                let scaled = if times == 1 { name.to_owned() } else { format!("{times} * {name}") };
                if over == 1 { format!("{scaled} + {more}") } else { format!("{scaled} / {over} + {more}") }
            };
            let element = |input: &Input, [row, column]: [String; 2]| {
                let (row, column) = (subscript("i", input.scales[0], &row), subscript("j", input.scales[1], &column));
                format!("a{}[{row}][{column}]", input.array)
            };
            if stage.is_sum {
                let read = element(&stage.inputs[0], ["k".to_owned(), "l".to_owned()]);
                writeln!(
                    text,
                    "statement Z{number} {{ domain {{ Z{number}[i, j] : {domain} }} iterators i: i32, j: i32 body {{ {output} = \
                     0.0; }} }}\nstatement S{number} {{ domain {{ S{number}[i, j, k, l] : {domain} and 0 <= k <= 2 and 0 <= l \
                     <= 2 }} iterators i: i32, j: i32, k: i32, l: i32 body {{ {output} = {output} + {read}; }} }}"
                )
                .unwrap();
                write!(order, "for i {{ for j {{ Z{number} for k {{ for l {{ S{number} }} }} }} }} ").unwrap();
                continue;
            }
            let taps = stage.inputs.iter().flat_map(|input| input.taps.iter().map(move |tap| (input, tap)));
            let terms: Vec<_> =
                taps.map(|(input, tap)| element(input, tap.map(|offset| format!("({offset})")))).collect();
            writeln!(
                text,
                "statement S{number} {{ domain {{ S{number}[i, j] : {domain} }} iterators i: i32, j: i32 body {{ {output} = {} * \
                 0.5; }} }}",
                terms.join(" + ")
            )
            .unwrap();
            write!(order, "for i {{ for j {{ S{number} }} }} ").unwrap();
        }
        writeln!(text, "schedule {{ {order} }}\n}}").unwrap();
        text
    }
}

fn n_pipelines() -> u64 {
    std::env::var("POLYMILL_PIPELINES").ok().and_then(|n| n.parse().ok()).unwrap_or(N_PIPELINES)
}

/// Those that are small enough to be replayed, with their seeds and what more is to be drawn from.
fn small_pipelines() -> impl Iterator<Item = (u64, ChaCha8Rng, Pipeline)> {
    let random = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let pipeline = Pipeline::random(&mut rng);
        (seed, rng, pipeline)
    };
    (0..n_pipelines()).map(random).filter(|(_, _, pipeline)| pipeline.n_instances() <= MAX_INSTANCES)
}

#[test]
fn tiled_pipelines_compute_the_same() {
    let machine = Machine::from_toml(include_str!("../../../tests/machine.toml")).unwrap();
    let settings = Settings { recompute: "always".parse().unwrap(), max_versions: 1, ..Settings::default() };
    let (mut n_tried, mut n_tiled, mut n_again, mut n_buffered) = (0, 0, 0, 0);
    for (seed, _, pipeline) in small_pipelines() {
        n_tried += 1;
        let text = pipeline.text();
        let context = isl::Context::new().unwrap();
        let mut program = Program::parse(&context, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        program.validate().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let source = program.gdgs()[0].clone();
        let mapped = map(&mut program, &Strategy::openmp(), &machine, &settings).unwrap();
        let undone: Vec<_> = mapped.remarks.iter().filter(|remark| remark.code == "pass-undone").collect();
        assert!(undone.is_empty(), "seed {seed}: {undone:?}\n{text}");
        let gdg = &program.gdgs()[0];
        n_tiled += u64::from(mapped.remarks.iter().any(|remark| remark.code == "recomputed"));
        n_again += u64::from(gdg.statements.iter().any(|statement| !statement.origin.is_injective().unwrap()));
        n_buffered += u64::from(gdg.arrays.iter().any(|array| array.private.is_some() && !array.is_scalar()));
        check_schedule(gdg, Trust::Recorded).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let nest = lower(gdg, &Tidying::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        check_printed(gdg, &nest).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let options = ReplayOptions { sizes: vec![vec![]], max_instances: 4 * usize::try_from(MAX_INSTANCES).unwrap() };
        replay(&source, gdg, &nest, &options).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    }
    let all = [n_tiled, n_again, n_buffered];
    println!("tiled, computed again, with buffers: {all:?} of {n_tried}");
    assert!(all.iter().all(|n| *n > n_tried / 4), "tiled, computed again, with buffers: {all:?} of {n_tried}");
    assert!(n_tried > n_pipelines() / 2, "{n_tried} of {} were small enough", n_pipelines());
}

/// A strategy for all arrays, and others for some of them.
fn random_design(rng: &mut ChaCha8Rng, pipeline: &Pipeline) -> Design {
    let mut arrays = BTreeMap::new();
    for array in 0..pipeline.extents.len() {
        if rng.random_ratio(1, 3) {
            arrays.insert(format!("a{array}"), *Overlap::ALL.choose(rng).unwrap());
        }
    }
    let overlap = *Overlap::ALL.choose(rng).unwrap();
    Design { width: *[1, 2, 3, 5, 8, 32].choose(rng).unwrap(), overlap, arrays }
}

#[test]
fn pipelines_in_strips_compute_the_same() {
    let machine = Machine::from_toml(include_str!("../../../tests/machine.toml")).unwrap();
    let (mut n_tried, mut n_swept, mut n_again, mut n_stored) = (0, 0, 0, 0);
    for (seed, mut rng, pipeline) in small_pipelines() {
        n_tried += 1;
        let text = pipeline.text();
        let context = isl::Context::new().unwrap();
        let mut program = Program::parse(&context, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        map(&mut program, &Strategy::original(), &machine, &Settings::default()).unwrap();
        let source = &program.gdgs()[0];
        let design = random_design(&mut rng, &pipeline);
        let Sweep { gdg, .. } = match context.with_budget(BUDGET, || sweep(source, &design)) {
            Err(Error::Isl(error)) if error.is_quota() => continue,
            Ok(swept) => swept,
            Err(Error::Unsupported { .. }) => {
                continue;
            }
            Err(error) => panic!("seed {seed}: {error}\n{design:?}\n{text}"),
        };
        n_swept += 1;
        n_again += u64::from(gdg.statements.iter().any(|statement| !statement.origin.is_injective().unwrap()));
        n_stored += u64::from(gdg.statements.iter().any(|statement| statement.name.starts_with("take")));
        polymill_gdg::validate(&gdg).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{design:?}\n{text}"));
        let nest = lower(&gdg, &Tidying::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        check_printed(&gdg, &nest).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{design:?}\n{text}"));
        let options =
            ReplayOptions { sizes: vec![vec![]], max_instances: 20 * usize::try_from(MAX_INSTANCES).unwrap() };
        match replay(source, &gdg, &nest, &options) {
            // More values wait than are worth replaying.
            Ok(_) | Err(polymill_verify::Error::Unsupported(_)) => {}
            Err(error) => panic!("seed {seed}: {error}\n{design:?}\n{text}"),
        }
    }
    let all = [n_swept, n_again, n_stored];
    println!("in strips, computed again, stored: {all:?} of {n_tried}");
    assert!(all.iter().all(|n| *n > n_tried / 6), "in strips, computed again, stored: {all:?} of {n_tried}");
}
