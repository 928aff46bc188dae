//! Flow analysis.

use polymill_isl::{Context, Result, Schedule, UnionAccessInfo, UnionMap};

fn check(map: &UnionMap, expected: &str) -> Result<()> {
    assert!(map.is_equal(&UnionMap::read(map.ctx(), expected)?)?, "{map}");
    Ok(())
}

#[test]
fn the_last_write_before_a_read_is_its_source() -> Result<()> {
    let ctx = Context::new()?;
    let order = UnionMap::read(&ctx, "{ W[i] -> [0, i]; V[i] -> [1, i]; R[i] -> [2, i] }")?;
    let writes = UnionMap::read(&ctx, "{ W[i] -> A[i] : 0 <= i < 8; V[i] -> A[i] : 4 <= i < 8 }")?;
    let reads = UnionMap::read(&ctx, "{ R[i] -> A[i] : 0 <= i < 10 }")?;
    let flow =
        UnionAccessInfo::from_sink(&reads)?.set_must_source(&writes)?.set_schedule_map(&order)?.compute_flow()?;
    let expected = "{ W[i] -> R[i] : 0 <= i < 4; V[i] -> R[i] : 4 <= i < 8 }";
    check(&flow.get_must_dependence()?, expected)?;
    check(&flow.get_may_dependence()?, expected)?;
    check(&flow.get_must_no_source()?, "{ R[i] -> A[i] : 8 <= i < 10 }")?;
    check(
        &flow.get_full_must_dependence()?,
        "{ W[i] -> [R[i] -> A[i]] : 0 <= i < 4; V[i] -> [R[i] -> A[i]] : 4 <= i < 8 }",
    )
}

#[test]
fn may_writes_hide_nothing_and_kills_hide_all() -> Result<()> {
    let ctx = Context::new()?;
    let order = UnionMap::read(&ctx, "{ W[i] -> [0, i]; M[i] -> [1, i]; K[i] -> [1, i]; R[i] -> [2, i] }")?;
    let must = UnionMap::read(&ctx, "{ W[i] -> A[i] : 2 <= i < 8 }")?;
    let may = UnionMap::read(&ctx, "{ M[i] -> A[i] : 0 <= i < 4 }")?;
    let kill = UnionMap::read(&ctx, "{ K[i] -> A[i] : 6 <= i < 8 }")?;
    let reads = UnionMap::read(&ctx, "{ R[i] -> A[i] : 0 <= i < 8 }")?;
    let info = UnionAccessInfo::from_sink(&reads)?.set_must_source(&must)?.set_may_source(&may)?;
    let flow = info.set_kill(&kill)?.set_schedule_map(&order)?.compute_flow()?;
    check(&flow.get_may_dependence()?, "{ W[i] -> R[i] : 2 <= i < 6; M[i] -> R[i] : 0 <= i < 4 }")?;
    check(&flow.get_may_no_source()?, "{ R[i] -> A[i] : 0 <= i < 2 }")
}

#[test]
fn a_schedule_tree_gives_the_order_too() -> Result<()> {
    let ctx = Context::new()?;
    let schedule =
        Schedule::read(&ctx, r#"{ domain: "{ S[i] : 0 <= i < 8 }", child: { schedule: "[{ S[i] -> [(i)] }]" } }"#)?;
    let writes = UnionMap::read(&ctx, "{ S[i] -> A[i + 1] : 0 <= i < 8 }")?;
    let reads = UnionMap::read(&ctx, "{ S[i] -> A[i] : 0 <= i < 8 }")?;
    let info = UnionAccessInfo::from_sink(&reads)?.set_must_source(&writes)?.set_schedule(&schedule)?;
    check(&info.compute_flow()?.get_must_dependence()?, "{ S[i] -> S[i + 1] : 0 <= i < 7 }")
}
