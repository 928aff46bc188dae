//! Tests of counting blocks and iterations.

use polymill_gdg::{ParamId, StatementId};
use proptest::prelude::*;

use super::*;
use crate::{If, Instance};

/// A loop over blocks of 16, and one over blocks of 8 inside.
fn iterations() -> Iterations {
    Iterations { sizes: BTreeMap::from([(VarId::new(0), 16), (VarId::new(1), 8)]) }
}

fn var(index: usize) -> IntExpr {
    IntExpr::var(VarId::new(index))
}

fn n() -> IntExpr {
    IntExpr::param(ParamId::new(0))
}

#[test]
fn sizes_are_those_of_rounded_functions() {
    let ctx = isl::Context::new().unwrap();
    let size = |text: &str| block_size(&isl::UnionPwAff::read(&ctx, text).unwrap()).unwrap();
    assert_eq!(size("{ S[i] -> [(i - i mod 16)] }"), 16);
    assert_eq!(size("{ S[i, j] -> [(32 * floor(i / 32) + 64 * floor(j / 64))] }"), 32);
    assert_eq!(size("{ S[i] -> [(i - i mod 16)]; T[i] -> [(3)] }"), 1);
    assert_eq!(size("{ S[i] -> [(16i)] }"), 1);
    assert_eq!(size("{ S[i] -> [(floor(i / 16))] }"), 1);
}

#[test]
fn bounds_of_blocks_are_those_of_iterations() {
    let quotient = IntExpr::div(n() - 1, 8, false);
    let last = IntExpr::min(vec![quotient.clone(), var(0) * 2 + 1]);
    assert_eq!(iterations().last_iteration(&last, 8), IntExpr::min(vec![n() - 1, var(0) + 15]));
    assert_eq!(iterations().last_iteration(&(quotient - 1), 8), n() - 9);
    let first = IntExpr::div(n(), 8, true);
    assert_eq!(iterations().times(&first, 8), n() - IntExpr::modulo(n(), 8, true));
}

#[test]
fn conditions_are_multiplied_until_nothing_is_divided() {
    let is_last = Condition::eq(var(1), var(0) * 2 + 1);
    assert_eq!(iterations().condition(&is_last), Condition::eq(var(1), var(0) + 8));
    let is_even = Condition::multiple(var(1), 2);
    assert_eq!(iterations().condition(&is_even), Condition::multiple(var(1), 16));
}

#[test]
fn values_stay_the_same() {
    // In numbers of blocks 3 and 7, which begin at iterations 48 and 56.
    let (blocks, starts) = ([3, 7], [48, 56]);
    let half = IntExpr::div(var(0) + var(1) * 3, 2, false);
    let rest = IntExpr::modulo(var(0) * 5 + n(), 7, false);
    let least = IntExpr::min(vec![var(0), var(1) - 5]);
    for value in [half, rest, least] {
        let at = |value: &IntExpr, vars: [i128; 2]| value.eval(&|var| vars[var.index()], &|_| 10);
        assert_eq!(at(&iterations().times(&value, 1), starts), at(&value, blocks), "{value:?}");
        assert_eq!(at(&iterations().times(&value, -16), starts), at(&(value.clone() * -16), blocks), "{value:?}");
    }
}

/// Loops around an instance, as isl makes them of blocks: how many iterations a block of each loop has, and the nest.
#[derive(Clone, Debug)]
struct Nest {
    sizes: Vec<i128>,
    body: Vec<Node>,
}

/// Sums of the variables outside of depth `depth`, of the parameter, and of a constant.
fn sum(depth: usize) -> impl Strategy<Value = IntExpr> {
    let coefficients = prop::collection::vec(-2i128..=2, depth);
    (coefficients, -1i128..=1, -4i128..=4).prop_map(|(coefficients, of_n, constant)| {
        let terms = coefficients.into_iter().enumerate().map(|(index, coefficient)| var(index) * coefficient);
        terms.fold(n() * of_n + constant, |sum, term| sum + term)
    })
}

/// What isl makes of quasi-affine functions.
fn value(depth: usize) -> impl Strategy<Value = IntExpr> {
    let divisor = || prop::sample::select(vec![2i128, 3, 4, 8]);
    let pair = || prop::collection::vec(sum(depth), 2);
    let atom = prop_oneof![
        (sum(depth), divisor()).prop_map(|(value, divisor)| IntExpr::div(value, divisor, false)),
        (sum(depth), divisor()).prop_map(|(value, divisor)| IntExpr::modulo(value, divisor, false)),
        pair().prop_map(IntExpr::min),
        pair().prop_map(IntExpr::max),
        (condition(depth), sum(depth), sum(depth)).prop_map(|(condition, a, b)| IntExpr::select(condition, a, b)),
    ];
    prop_oneof![
        2 => sum(depth),
        1 => (atom, -2i128..=2, sum(depth)).prop_map(|(atom, factor, rest)| atom * factor + rest),
    ]
}

fn condition(depth: usize) -> impl Strategy<Value = Condition> {
    let simple = prop_oneof![
        sum(depth).prop_map(Condition::non_negative),
        sum(depth).prop_map(|value| Condition::eq(value, IntExpr::default())),
        (sum(depth), 2i128..=4).prop_map(|(value, divisor)| Condition::multiple(value, divisor)),
    ];
    simple.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2).prop_map(Condition::and),
            prop::collection::vec(inner.clone(), 2).prop_map(Condition::or),
            inner.prop_map(Condition::negated),
        ]
    })
}

/// The last block: often that of the last iteration.
fn last_block(depth: usize, size: i128) -> impl Strategy<Value = IntExpr> {
    let part = move || {
        prop_oneof![
            value(depth),
            (sum(depth), -1i128..=1).prop_map(move |(last, more)| IntExpr::div(last, size, false) + more),
        ]
    };
    prop_oneof![part(), prop::collection::vec(part(), 2).prop_map(IntExpr::min)]
}

fn nest() -> impl Strategy<Value = Nest> {
    let sizes = prop::collection::vec(prop::sample::select(vec![1i128, 2, 4, 8]), 1..=3);
    sizes.prop_flat_map(|sizes| {
        let n_loops = sizes.len();
        let bounds: Vec<_> =
            sizes.iter().enumerate().map(|(depth, size)| (value(depth), last_block(depth, *size))).collect();
        let arguments = || prop::collection::vec(value(n_loops), 2);
        (bounds, condition(n_loops), arguments(), arguments()).prop_map(move |(bounds, condition, then, otherwise)| {
            let instance =
                |iterators: Vec<IntExpr>| vec![Node::Instance(Instance::new(StatementId::new(0), iterators))];
            let (then, otherwise) = (instance(then), instance(otherwise));
            let mut body = vec![Node::If(Box::new(If { condition, then, otherwise }))];
            for (index, (lower, upper)) in bounds.into_iter().enumerate().rev() {
                body = vec![Node::For(Box::new(For::new(VarId::new(index), lower, upper, body)))];
            }
            Nest { sizes: sizes.clone(), body }
        })
    })
}

/// So many instances are compared.
const ENOUGH: usize = 500;

/// Runs loops: the arguments of the first instances.
fn run(block: &[Node], n: i128, vars: &mut [i128], found: &mut Vec<Vec<i128>>) {
    for node in block {
        let eval = |value: &IntExpr, vars: &[i128]| value.eval(&|var| vars[var.index()], &|_| n).unwrap();
        match node {
            Node::For(inner) => {
                for value in inner.iterations(eval(&inner.lower, vars), eval(&inner.upper, vars)) {
                    vars[inner.var.index()] = value;
                    run(&inner.body, n, vars, found);
                    if found.len() >= ENOUGH {
                        return;
                    }
                }
            }
            Node::If(inner) => {
                let holds = inner.condition.eval(&|var| vars[var.index()], &|_| n).unwrap();
                run(if holds { &inner.then } else { &inner.otherwise }, n, vars, found);
            }
            Node::Instance(instance) => {
                found.push(instance.iterators.iter().map(|value| eval(value, vars)).collect());
            }
            _ => unreachable!("the nests here have no other nodes"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn loops_run_the_same_instances(nest in nest()) {
        let sizes = nest.sizes.iter().enumerate().map(|(index, size)| (VarId::new(index), *size)).collect();
        let mut changed = nest.body.clone();
        Iterations { sizes }.block(&mut changed);
        for n in [0, 1, 7, 8, 21] {
            let instances = |body: &[Node]| {
                let mut found = vec![];
                run(body, n, &mut vec![0; nest.sizes.len()], &mut found);
                found
            };
            prop_assert_eq!(instances(&changed), instances(&nest.body), "n = {}", n);
        }
    }
}
