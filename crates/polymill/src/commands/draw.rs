//! Pipeline options drawn at random.

use polymill_mapper::{Occupancy, Recompute};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cli::{Dispatch, PipelineArgs, PlacementTest, Restart, StrategyName, TripCount};

/// The same seed draws the same options. What `given` asks for stays.
pub fn draw(given: &PipelineArgs, seed: u64) -> PipelineArgs {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut args = given.clone();
    // Each option is drawn, whether it is used or not, so that the others do not depend on what is given.
    if one_in(&mut rng, 8) {
        args.strategy = StrategyName::Original;
    }
    args.sequential |= one_in(&mut rng, 6);
    args.reassociate |= one_in(&mut rng, 5);
    args.check_contexts |= one_in(&mut rng, 4);
    let sizes = tile_sizes(&mut rng);
    if args.tile_sizes.is_empty() {
        args.tile_sizes = sizes;
    }
    args.typical_size = args.typical_size.or(one_of(&mut rng, 5, &[1, 2, 10, 100, 5000]));
    args.budget = args.budget.or(one_of(&mut rng, 8, &[2_000, 20_000, 100_000]));
    args.max_versions = args.max_versions.or(one_of(&mut rng, 2, &[1, 2, 3, 8]));
    if one_in(&mut rng, 4) {
        args.dispatch = Dispatch::Trace;
    }
    if one_in(&mut rng, 3) {
        args.versioning = Restart::Full;
    }
    if one_in(&mut rng, 3) {
        args.placement_test = PlacementTest::Occupation;
    }
    let occupancy = occupancy(&mut rng);
    if args.occupancy == [Occupancy::default()] {
        args.occupancy = occupancy;
    }
    let trip_counts = [TripCount::Maximum, TripCount::Average, TripCount::Minimum];
    args.trip_count = one_of(&mut rng, 2, &trip_counts).unwrap_or(args.trip_count);
    let recompute = one_of(&mut rng, 2, &["never", "always"]).and_then(|word| word.parse().ok());
    if args.recompute == Recompute::default() {
        args.recompute = recompute.unwrap_or_default();
    }
    args
}

fn one_in(rng: &mut ChaCha8Rng, n: u32) -> bool {
    rng.random_range(0..n) == 0
}

/// One of the values in one of `n` cases.
fn one_of<T: Copy>(rng: &mut ChaCha8Rng, n: u32, values: &[T]) -> Option<T> {
    let value = values.choose(rng).copied();
    value.filter(|_| one_in(rng, n))
}

fn tile_sizes(rng: &mut ChaCha8Rng) -> Vec<u32> {
    let count = rng.random_range(1..=3);
    let sizes = (0..count).filter_map(|_| [1, 2, 3, 5, 8, 32].choose(rng).copied()).collect();
    if one_in(rng, 3) { sizes } else { vec![] }
}

fn occupancy(rng: &mut ChaCha8Rng) -> Vec<Occupancy> {
    let count = rng.random_range(1..=2);
    let one = |_| Occupancy::new(rng.random_range(1..=4), rng.random_range(1..=2));
    (0..count).filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::OsString;

    use super::*;
    use crate::cli::{Command, parse};

    fn given(line: &str) -> PipelineArgs {
        let words = format!("polymill verify --random=1 {line}");
        match parse(words.split_whitespace().map(OsString::from).collect()).unwrap().command {
            Command::Verify(args) => args.pipeline,
            _ => panic!("not verify"),
        }
    }

    #[test]
    fn a_seed_draws_the_same_options_and_other_seeds_draw_others() {
        let plain = given("");
        let words = |seed| draw(&plain, seed).words_beyond(&plain).join(" ");
        assert!((0..100).all(|seed| words(seed) == words(seed)));
        let all: BTreeSet<_> = (0..100).map(words).collect();
        assert!(all.len() > 80, "{all:?}");
        let names = "strategy sequential reassociate check-contexts tile-sizes typical-size budget max-versions dispatch \
                     versioning placement-test occupancy trip-count recompute";
        for name in names.split_whitespace() {
            assert!(all.iter().any(|words| words.contains(&format!("--{name}"))), "{name}");
        }
    }

    #[test]
    fn the_words_repeat_what_was_drawn_and_what_is_given_stays() {
        let some = given("--sequential --tile-sizes=7 --max-versions=5 --occupancy=9 --dispatch=trace");
        for seed in 0..100 {
            let drawn = draw(&some, seed);
            let more = drawn.words_beyond(&some).join(" ");
            let line = format!("--sequential --tile-sizes=7 --max-versions=5 --occupancy=9 --dispatch=trace {more}");
            assert_eq!(given(&line).to_words(), drawn.to_words());
            assert!(drawn.sequential && drawn.tile_sizes == [7] && drawn.max_versions == Some(5));
        }
    }
}
