//! Dispatch between versions, compared with brute force.
#![allow(clippy::unwrap_used)]

use polymill_gdg::{GdgId, SpecializeOp, Version};
use polymill_isl as isl;
use polymill_lower::dispatch::{self, Dispatch, Shape};
use proptest::prelude::*;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Coefficients and constant of `... >= 0`; the last bit makes it an equality.
type Row = ([i8; 4], i8, bool);

/// What a version adds, and from which earlier version it comes (modulo their number).
type Step = (usize, Vec<Row>);

fn family() -> impl Strategy<Value = (usize, Vec<Step>)> {
    let row = (prop::array::uniform4(-2_i8..=2), -6_i8..=6, prop::bool::weighted(0.1));
    let step = (0..12_usize, prop::collection::vec(row, 1..=3));
    (1..=4_usize, prop::collection::vec(step, 1..=11))
}

fn constraint(row: &Row, n_params: usize) -> String {
    let terms: Vec<_> =
        row.0.iter().zip(NAMES).take(n_params).map(|(factor, name)| format!("{factor}{name}")).collect();
    format!("{} + {} {} 0", terms.join(" + "), row.1, if row.2 { "=" } else { ">=" })
}

struct Family {
    op: SpecializeOp,
    contexts: Vec<isl::Set>,
    /// How many constraints each version adds.
    n_added: Vec<usize>,
}

/// The family without bad specializations.
fn versions(ctx: &isl::Context, n_params: usize, steps: &[Step]) -> isl::Result<Family> {
    let space = format!("[{}]", NAMES[..n_params].join(", "));
    let largest = [20, 7, 4, 3][n_params - 1];
    let bounds: Vec<_> = NAMES[..n_params].iter().map(|name| format!("0 <= {name} <= {largest}")).collect();
    let context = isl::Set::read(ctx, &format!("{space} -> {{ : {} }}", bounds.join(" and ")))?;
    let mut family = Family {
        contexts: vec![context.clone()],
        n_added: vec![0],
        op: SpecializeOp { versions: vec![Version { gdg: GdgId(0), added: context, specializes: None }] },
    };
    for (origin, rows) in steps {
        let origin = origin % family.contexts.len();
        let rows: Vec<_> = rows.iter().map(|row| constraint(row, n_params)).collect();
        let added = isl::Set::read(ctx, &format!("{space} -> {{ : {} }}", rows.join(" and ")))?;
        let context = family.contexts[origin].intersect(&added)?;
        let mut is_bad = context.is_empty()?;
        for other in &family.contexts {
            is_bad |= other.is_equal(&context)?;
        }
        if !is_bad {
            family.contexts.push(context);
            family.n_added.push(rows.len());
            let gdg = GdgId::new(family.op.versions.len());
            family.op.versions.push(Version { gdg, added, specializes: Some(origin) });
        }
    }
    Ok(family)
}

/// All parameter values of the first version's context, each as a set.
fn points(context: &isl::Set, n_params: usize) -> isl::Result<Vec<isl::Set>> {
    let as_set = isl::Set::from_params(context)?.move_dims(isl::Dim::Set, 0, isl::Dim::Param, 0, n_params)?;
    let mut points = vec![];
    as_set.foreach_point(|point| {
        let mut at = context.clone();
        for position in 0..n_params {
            let value = point.get_coordinate_val(isl::Dim::Set, position)?;
            at = at.fix_val(isl::Dim::Param, position, &value)?;
        }
        points.push(at);
        Ok(())
    })?;
    Ok(points)
}

/// The version that has to be called: valid, with no valid one that is a special case of it; of several, the first in
/// precedence.
fn expected(family: &Family, precedence: &[usize], point: &isl::Set) -> isl::Result<usize> {
    let contexts = &family.contexts;
    let is_special_case = |version: usize, of: usize| {
        Ok::<_, isl::Error>(comes_from(&family.op, version, of) || contexts[version].is_strict_subset(&contexts[of])?)
    };
    let valid = contexts.iter().map(|context| point.is_subset(context)).collect::<isl::Result<Vec<_>>>()?;
    let mut candidates: Vec<_> = precedence.iter().copied().filter(|version| valid[*version]).collect();
    for version in candidates.clone() {
        for other in candidates.clone() {
            if is_special_case(other, version)? {
                candidates.retain(|candidate| *candidate != version);
            }
        }
    }
    Ok(candidates[0])
}

fn comes_from(op: &SpecializeOp, version: usize, origin: usize) -> bool {
    op.versions[version].specializes.is_some_and(|before| before == origin || comes_from(op, before, origin))
}

/// Checks that no path has a constraint twice; returns the length of the longest path.
fn longest_path(dispatch: &Dispatch, within: &isl::Set, path: &mut Vec<isl::Set>) -> isl::Result<usize> {
    let Dispatch::Test { constraints, then, otherwise } = dispatch else { return Ok(path.len()) };
    let n_before = path.len();
    let mut longest = 0;
    for constraint in constraints {
        let fulfilling = constraint.intersect(within)?;
        for earlier in path.iter() {
            assert!(!earlier.is_equal(&fulfilling)?, "{constraint} is tested twice");
        }
        path.push(fulfilling);
        longest = longest.max(longest_path(otherwise, within, path)?);
    }
    longest = longest.max(longest_path(then, within, path)?);
    path.truncate(n_before);
    Ok(longest)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn exactly_the_right_version_is_called((n_params, steps) in family()) {
        let ctx = isl::Context::new().unwrap();
        let family = versions(&ctx, n_params, &steps).unwrap();
        let precedence = family.op.precedence().unwrap();
        let plan = plan_of(&family.op);
        let (tree, chain) = (plan.tree().unwrap(), plan.chain());
        if let Some(tree) = &tree {
            let longest = longest_path(tree, &family.contexts[0], &mut vec![]).unwrap();
            prop_assert!(longest <= family.n_added.iter().sum::<usize>());
            if family.n_added[1..].iter().all(|n| *n == 1) {
                prop_assert!(longest < family.op.versions.len());
            }
        }
        for point in points(&family.contexts[0], n_params).unwrap() {
            let right = expected(&family, &precedence, &point).unwrap();
            prop_assert_eq!(chain.call(&point).unwrap().0, right);
            if let Some(tree) = &tree {
                prop_assert_eq!(tree.call(&point).unwrap().0, right);
            }
        }
    }
}

fn plan_of(op: &SpecializeOp) -> dispatch::Family {
    dispatch::Family::new(op, &vec![1.0; op.versions.len()]).unwrap()
}

fn read(ctx: &isl::Context, contexts: &[(&str, Option<usize>)]) -> SpecializeOp {
    let version = |(position, (text, specializes)): (usize, &(&str, Option<usize>))| Version {
        gdg: GdgId::new(position),
        added: isl::Set::read(ctx, text).unwrap(),
        specializes: *specializes,
    };
    SpecializeOp { versions: contexts.iter().enumerate().map(version).collect() }
}

/// The hole in the published algorithm: of two constraints that a version adds, only the first holds.
#[test]
fn a_version_with_two_constraints_of_which_one_holds_is_not_called() {
    let ctx = isl::Context::new().unwrap();
    let versions = read(&ctx, &[("[n, m] -> { : n, m >= 0 }", None), ("[n, m] -> { : n < 16 and m < 16 }", Some(0))]);
    let tree = plan_of(&versions).tree().unwrap().unwrap();
    for (point, right) in [("n = 3 and m = 40", 0), ("n = 40 and m = 3", 0), ("n = 3 and m = 3", 1)] {
        let point = isl::Set::read(&ctx, &format!("[n, m] -> {{ : {point} }}")).unwrap();
        assert_eq!(tree.call(&point).unwrap().0, right);
    }
    // Collapsed: one condition of two constraints.
    let Dispatch::Test { constraints, .. } = &tree else { panic!("{tree}") };
    assert_eq!(constraints.len(), 2);
}

/// The most balanced constraint first: a binary search.
#[test]
fn ranges_are_found_by_bisection() {
    let ctx = isl::Context::new().unwrap();
    let texts: Vec<_> =
        (0..8).map(|i| format!("[n] -> {{ : {} n < {} }}", if i == 0 { "0 <=" } else { "" }, 1 << (12 - i))).collect();
    let contexts: Vec<_> = texts.iter().enumerate().map(|(i, text)| (text.as_str(), i.checked_sub(1))).collect();
    let versions = read(&ctx, &contexts);
    let tree = plan_of(&versions).tree().unwrap().unwrap();
    assert_eq!(longest_path(&tree, &versions.versions[0].added, &mut vec![]).unwrap(), 3);
    assert_eq!(plan_of(&versions).shape(), Shape::Chain);
}
