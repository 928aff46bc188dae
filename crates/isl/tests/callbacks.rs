//! Closures that isl calls: what they get, and how errors and panics come through.

use std::panic::{AssertUnwindSafe, catch_unwind};

use polymill_isl::{Context, Error, Id, PwAff, Result, Schedule, ScheduleNodeType, Set, UnionMap, UnionSet};

const PIECES: &str = "{ A[i] : i = 0; B[i] : i = 1; C[i] : i = 2 }";

#[test]
fn a_closure_sees_every_item() -> Result<()> {
    let ctx = Context::new()?;
    let mut names = Vec::new();
    UnionSet::read(&ctx, PIECES)?.foreach_set(|set| {
        names.extend(set.get_tuple_name()?);
        Ok(())
    })?;
    names.sort();
    assert_eq!(names, ["A", "B", "C"]);
    Ok(())
}

#[test]
fn a_closure_may_keep_what_it_gets() -> Result<()> {
    let ctx = Context::new()?;
    let mut kept = Vec::new();
    PwAff::read(&ctx, "{ [i] -> [(i)] : i >= 0; [i] -> [(-i)] : i < 0 }")?.foreach_piece(|domain, aff| {
        kept.push((domain, aff));
        Ok(())
    })?;
    assert_eq!(kept.len(), 2);
    assert!(kept.iter().all(|(domain, _)| !domain.is_empty().unwrap()));
    Ok(())
}

#[test]
fn a_closure_may_call_isl() -> Result<()> {
    let ctx = Context::new()?;
    let mut total = 0;
    UnionSet::read(&ctx, "{ A[i] : 0 <= i < 3; B[i] : 0 <= i < 4 }")?.foreach_set(|set| {
        set.foreach_point(|_| {
            total += 1;
            Ok(())
        })
    })?;
    assert_eq!(total, 7);
    Ok(())
}

#[test]
fn every_stops_at_the_first_that_does_not_hold() -> Result<()> {
    let ctx = Context::new()?;
    let set = UnionSet::read(&ctx, PIECES)?;
    let mut n_seen = 0;
    let all = set.every_set(|_| {
        n_seen += 1;
        Ok(false)
    })?;
    assert_eq!((all, n_seen), (false, 1));
    assert!(set.every_set(|set| Ok(!set.is_empty()?))?);
    Ok(())
}

#[test]
fn an_error_ends_the_walk_and_is_returned() -> Result<()> {
    let ctx = Context::new()?;
    let mut n_seen = 0;
    let result = UnionSet::read(&ctx, PIECES)?.foreach_set(|_| {
        n_seen += 1;
        Err(Error::other("seen enough"))
    });
    assert_eq!(result.unwrap_err().to_string(), "seen enough");
    assert_eq!(n_seen, 1);
    Ok(())
}

#[test]
fn an_error_of_isl_inside_is_returned_as_it_was() -> Result<()> {
    let ctx = Context::new()?;
    let result = UnionSet::read(&ctx, PIECES)?.foreach_set(|_| Set::read(&ctx, "nonsense").map(drop));
    assert!(matches!(result, Err(Error::Invalid(_))));
    assert!(Set::read(&ctx, "{ [i] }").is_ok());
    Ok(())
}

#[test]
fn an_error_of_the_caller_keeps_its_type() -> Result<()> {
    #[derive(Debug, PartialEq, thiserror::Error)]
    #[error("number {0}")]
    struct Mine(u32);

    let ctx = Context::new()?;
    let result = UnionSet::read(&ctx, PIECES)?.foreach_set(|_| Err(Error::other(Mine(7))));
    match result {
        Err(Error::Callback(error)) => assert_eq!(error.downcast_ref(), Some(&Mine(7))),
        other => panic!("{other:?}"),
    }
    Ok(())
}

#[test]
fn a_panic_goes_on_behind_the_c_call() -> Result<()> {
    let ctx = Context::new()?;
    let set = UnionSet::read(&ctx, PIECES)?;
    let walk = AssertUnwindSafe(|| set.foreach_set(|set| panic!("at {}", set.get_tuple_name().unwrap().is_some())));
    let panic = catch_unwind(walk).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("at true"));
    assert!(!set.is_empty()?);
    Ok(())
}

#[test]
fn a_panic_in_a_closure_that_returns_an_object_goes_on() -> Result<()> {
    let ctx = Context::new()?;
    let schedule = Schedule::from_domain(&UnionSet::read(&ctx, PIECES)?)?;
    let walk = AssertUnwindSafe(|| schedule.map_schedule_node_bottom_up(|_| panic!("on purpose")));
    assert!(catch_unwind(walk).is_err());
    assert!(schedule.map_schedule_node_bottom_up(Ok).is_ok());
    Ok(())
}

#[test]
fn a_closure_that_returns_nodes_rewrites_a_schedule() -> Result<()> {
    let ctx = Context::new()?;
    let schedule = Schedule::from_domain(&UnionSet::read(&ctx, PIECES)?)?;
    let mark = Id::new(&ctx, "here")?;
    let marked = schedule.map_schedule_node_bottom_up(|node| match node.get_type()? {
        ScheduleNodeType::Leaf => node.insert_mark(&mark),
        _ => Ok(node),
    })?;
    let node = marked.get_root()?.child(0)?;
    assert_eq!(node.get_type()?, ScheduleNodeType::Mark);
    assert_eq!(node.mark_get_id()?.get_name()?.as_deref(), Some("here"));
    Ok(())
}

#[test]
fn a_node_of_another_context_is_refused() -> Result<()> {
    let (ctx, elsewhere) = (Context::new()?, Context::new()?);
    let schedule = Schedule::from_domain(&UnionSet::read(&ctx, PIECES)?)?;
    let foreign = Schedule::from_domain(&UnionSet::read(&elsewhere, PIECES)?)?;
    let result = schedule.map_schedule_node_bottom_up(|_| foreign.get_root());
    assert_eq!(result.unwrap_err().to_string(), "invalid: objects of different contexts");
    Ok(())
}

#[test]
fn a_budget_that_runs_out_inside_is_seen_outside() -> Result<()> {
    let ctx = Context::new()?;
    let map = UnionMap::read(&ctx, "{ A[i] -> B[i]; B[i] -> C[i] }")?;
    let result = ctx.with_budget(2_000, || {
        map.foreach_map(|map| {
            loop {
                map.reverse()?;
            }
        })
    });
    assert!(result.is_err_and(|error| error.is_quota()));
    Ok(())
}
