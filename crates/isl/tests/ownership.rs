//! Objects may be cloned and dropped in any order, and keep their context alive.

use polymill_isl::{
    AffList, Context, Dim, Id, Map, Result, Schedule, Set, SetList, UnionAccessInfo, UnionMap, UnionSet,
};

#[test]
fn objects_outlive_the_handle_to_their_context() -> Result<()> {
    let set = {
        let ctx = Context::new()?;
        Set::read(&ctx, "{ [i] : 0 <= i < 4 }")?
    };
    assert_eq!(set.count_val()?.to_i64()?, 4);
    let other = Set::read(set.ctx(), "{ [i] : 2 <= i < 8 }")?;
    assert_eq!(set.union(&other)?.count_val()?.to_i64()?, 8);
    Ok(())
}

#[test]
fn operations_leave_their_arguments_as_they_were() -> Result<()> {
    let ctx = Context::new()?;
    let a = Set::read(&ctx, "{ [i] : 0 <= i < 4 }")?;
    let b = Set::read(&ctx, "{ [i] : 2 <= i < 8 }")?;
    let both = a.intersect(&b)?;
    assert_eq!(a.to_string(), "{ [i] : 0 <= i <= 3 }");
    assert_eq!(b.to_string(), "{ [i] : 2 <= i <= 7 }");
    assert_eq!(both.to_string(), "{ [i] : 2 <= i <= 3 }");
    Ok(())
}

#[test]
fn clones_are_dropped_in_any_order() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, "{ [i] : 0 <= i < 4 }")?;
    let first = set.clone();
    let second = first.clone();
    drop(set);
    drop(second);
    drop(ctx);
    assert_eq!(first.count_val()?.to_i64()?, 4);
    Ok(())
}

#[test]
fn an_argument_may_be_the_object_itself() -> Result<()> {
    let ctx = Context::new()?;
    let step = Map::read(&ctx, "{ [i] -> [i + 1] }")?;
    let two = step.apply_range(&step)?;
    assert!(two.is_equal(&Map::read(&ctx, "{ [i] -> [i + 2] }")?)?);
    Ok(())
}

#[test]
fn objects_that_cannot_share_are_copied() -> Result<()> {
    let ctx = Context::new()?;
    let sink = UnionMap::read(&ctx, "{ S[i] -> A[i] : 0 <= i < 4 }")?;
    let info = UnionAccessInfo::from_sink(&sink)?;
    let copy = info.try_clone()?;
    drop(info);
    assert!(copy.to_str()?.contains("sink"));
    Ok(())
}

#[test]
fn lists_take_items_in_and_give_them_back() -> Result<()> {
    let ctx = Context::new()?;
    let sets = ["{ [i] : i = 0 }", "{ [i] : i = 3 }"].map(|text| Set::read(&ctx, text));
    let sets = sets.into_iter().collect::<Result<Vec<_>>>()?;
    let list = SetList::from_items(&ctx, &sets)?;
    assert_eq!(list.size()?, 2);
    assert!(list.union()?.is_equal(&Set::read(&ctx, "{ [0]; [3] }")?)?);
    let items = list.to_vec()?;
    drop(list);
    assert!(items[1].is_equal(&sets[1])?);
    assert_eq!(AffList::from_items(&ctx, &[])?.size()?, 0);
    Ok(())
}

#[test]
fn ids_are_told_apart_by_name_and_tag() -> Result<()> {
    let ctx = Context::new()?;
    let plain = Id::new(&ctx, "S")?;
    let tagged = Id::with_tag(&ctx, "S", u64::MAX)?;
    assert!(plain.is(&Id::new(&ctx, "S")?));
    assert!(!plain.is(&tagged));
    assert_eq!((plain.tag(), tagged.tag()), (0, u64::MAX));
    assert_eq!(tagged.get_name()?.as_deref(), Some("S"));
    let set = Set::read(&ctx, "{ [i] }")?.set_tuple_id(&tagged)?;
    assert_eq!(set.get_tuple_id()?.tag(), u64::MAX);
    Ok(())
}

#[test]
fn contexts_are_separate_and_their_objects_do_not_mix() -> Result<()> {
    let (one, two) = (Context::new()?, Context::new()?);
    let a = Set::read(&one, "{ [i] }")?;
    let b = Set::read(&two, "{ [i] }")?;
    assert_eq!(a.union(&b).unwrap_err().to_string(), "invalid: objects of different contexts");
    assert!(SetList::from_items(&one, &[b]).is_err());
    assert!(one.is_same(a.ctx()) && !two.is_same(a.ctx()));
    Ok(())
}

#[test]
fn many_threads_have_contexts_of_their_own() {
    let workers = (0..4).map(|_| {
        std::thread::spawn(|| -> Result<usize> {
            let ctx = Context::new()?;
            let set = UnionSet::read(&ctx, "[N] -> { A[i, j] : 0 <= i, j < N; B[i] : 0 <= i < N }")?;
            Schedule::from_domain(&set)?.get_domain()?.dim(Dim::Param)
        })
    });
    for worker in workers.collect::<Vec<_>>() {
        assert_eq!(worker.join().unwrap().unwrap(), 1);
    }
}
