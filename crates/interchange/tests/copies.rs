//! Algorithm 1 against its definition, point by point.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use polymill_interchange::{Error, copies};
use polymill_isl as isl;
use polymill_isl::Dim;
use proptest::prelude::*;

type Times = BTreeMap<i64, BTreeSet<(i64, i64)>>;

/// All times of all instances of `{ S[i] -> [t0, t1] }`.
fn times(map: &isl::Map) -> Times {
    let mut times = Times::new();
    let mut note = |point: isl::Point| {
        let at = |position| point.get_coordinate_val(Dim::Set, position)?.to_i64();
        times.entry(at(0)?).or_default().insert((at(1)?, at(2)?));
        Ok(())
    };
    map.wrap().unwrap().foreach_point(&mut note).unwrap();
    times
}

/// Some points, and some ranges of times with a stride: `(i, first time, number of times, stride)`.
fn relation(ctx: &isl::Context, points: &[(i64, i64, i64)], ranges: &[(i64, i64, i64, i64)]) -> isl::Map {
    let points = points.iter().map(|(i, t0, t1)| format!("S[{i}] -> [{t0}, {t1}]"));
    let ranges = ranges.iter().map(|(slope, first, n, stride)| {
        format!("S[i] -> [t, i] : 0 <= i <= 4 and exists (k : t = {slope} i + {first} + {stride} k and 0 <= k < {n})")
    });
    let all: Vec<_> = points.chain(ranges).collect();
    isl::Map::read(ctx, &format!("{{ {} }}", all.join("; "))).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Copy `n` has the `n`-th time of each instance that has so many, in lexicographic order; together they have all.
    #[test]
    fn copies_are_the_times_in_order(
        points in prop::collection::vec((0..5_i64, -3..4_i64, -3..4_i64), 0..6),
        ranges in prop::collection::vec((-2..3_i64, -2..3_i64, 1..4_i64, 1..4_i64), 0..3),
    ) {
        prop_assume!(!points.is_empty() || !ranges.is_empty());
        let ctx = isl::Context::new().unwrap();
        let schedule = relation(&ctx, &points, &ranges);
        let all = times(&schedule);
        let found = copies(&schedule, 64).unwrap();
        prop_assert_eq!(found.len(), all.values().map(BTreeSet::len).max().unwrap());
        for (number, copy) in found.iter().enumerate() {
            prop_assert!(copy.is_single_valued().unwrap());
            let expected: Times = all
                .iter()
                .filter_map(|(i, times)| Some((*i, BTreeSet::from([*times.iter().nth(number)?]))))
                .collect();
            prop_assert_eq!(times(copy), expected);
        }
    }
}

fn error(text: &str) -> Error {
    let ctx = isl::Context::new().unwrap();
    copies(&isl::Map::read(&ctx, text).unwrap(), 4).unwrap_err()
}

#[test]
fn infinitely_many_times_are_refused() {
    for times in ["t >= i", "t <= i", "t mod 2 = 0"] {
        let message = error(&format!("{{ S[i] -> [t, i] : 0 <= i < 4 and {times} }}")).to_string();
        assert!(message.contains("`S` infinitely many times"), "{message}");
    }
}

#[test]
fn as_many_times_as_a_parameter_says_are_too_many() {
    let message = error("[n] -> { S[i] -> [t] : 0 <= i < n and i <= t < i + n }").to_string();
    assert!(message.contains("`S` more than 4 times"), "{message}");
}

/// With the listing of Algorithm 1 as it is printed, the last copy would be lost: here, all of the second tile's halo.
#[test]
fn the_last_copy_is_there() {
    let ctx = isl::Context::new().unwrap();
    let conv = "[n_tiles] -> { Conv[i] -> [t0, t1] : 0 <= t0 < n_tiles and 0 <= t1 < 8 + 2 and i = 8 t0 + t1 }";
    let found = copies(&isl::Map::read(&ctx, conv).unwrap(), 8).unwrap();
    assert_eq!(found.len(), 2);
    let again = "[n_tiles] -> { Conv[i] -> [t0, t1] : 0 < t0 < n_tiles and 0 <= t1 < 2 and i = 8 t0 + t1 }";
    assert!(found[1].is_equal(&isl::Map::read(&ctx, again).unwrap()).unwrap());
}
