//! Schedule trees and the scheduler.

use polymill_isl::{
    AstLoopType, Context, Id, MultiUnionPwAff, Result, Schedule, ScheduleAlgorithm, ScheduleConstraints, ScheduleNode,
    ScheduleNodeType, UnionMap, UnionSet, UnionSetList,
};

const TREE: &str = r#"domain: "{ A[i] : 0 <= i <= 7; B[i] : 0 <= i <= 7 }"
child:
  sequence:
  - filter: "{ A[i] }"
    child:
      schedule: "[{ A[i] -> [(i)] }]"
      permutable: 1
      coincident: [ 1 ]
  - filter: "{ B[i] }"
    child:
      mark: "later"
      child:
        schedule: "[{ B[i] -> [(i)] }]"
"#;

fn stencil(ctx: &Context) -> Result<ScheduleConstraints> {
    let domain = UnionSet::read(ctx, "[N] -> { S[t, i] : 0 <= t < N and 1 <= i < N - 1 }")?;
    let dependences =
        "[N] -> { S[t, i] -> S[t + 1, j] : 0 <= t < N - 1 and i - 1 <= j <= i + 1 and 1 <= i, j < N - 1 }";
    let dependences = UnionMap::read(ctx, dependences)?;
    ScheduleConstraints::on_domain(&domain)?
        .set_validity(&dependences)?
        .set_coincidence(&dependences)?
        .set_proximity(&dependences)
}

fn bands(schedule: &Schedule) -> Result<Vec<(usize, bool)>> {
    let mut found = Vec::new();
    schedule.foreach_schedule_node_top_down(|node| {
        if node.get_type()? == ScheduleNodeType::Band {
            found.push((node.band_n_member()?, node.band_get_permutable()?));
        }
        Ok(true)
    })?;
    Ok(found)
}

#[test]
fn the_scheduler_skews_a_stencil_so_that_it_can_be_tiled() -> Result<()> {
    let ctx = Context::new()?;
    let constraints = stencil(&ctx)?;
    let schedule = constraints.compute_schedule()?;
    assert_eq!(bands(&schedule)?, [(2, true)]);
    let times = schedule.get_map()?;
    let validity = constraints.get_validity()?;
    let moved = validity.apply_domain(&times)?.apply_range(&times)?;
    let forward = UnionMap::read(&ctx, "{ [a, b] -> [c, d] : c > a or (c = a and d > b) }")?;
    assert!(moved.is_subset(&forward)?);
    Ok(())
}

#[test]
fn options_change_what_the_scheduler_does() -> Result<()> {
    let ctx = Context::new()?;
    assert_eq!(ctx.schedule_algorithm()?, ScheduleAlgorithm::Isl);
    ctx.set_schedule_algorithm(ScheduleAlgorithm::Feautrier)?;
    let schedule = stencil(&ctx)?.compute_schedule()?;
    assert_eq!(bands(&schedule)?.len(), 2);
    ctx.set_schedule_max_coefficient(Some(4))?;
    assert_eq!(ctx.schedule_max_coefficient()?, Some(4));
    ctx.set_schedule_max_coefficient(None)?;
    assert_eq!(ctx.schedule_max_coefficient()?, None);
    Ok(())
}

#[test]
fn serialized_components_are_not_fused() -> Result<()> {
    let ctx = Context::new()?;
    let domain = UnionSet::read(&ctx, "{ A[i] : 0 <= i < 8; B[i] : 0 <= i < 8 }")?;
    let next = UnionMap::read(&ctx, "{ A[i] -> B[i] : 0 <= i < 8 }")?;
    let constraints = ScheduleConstraints::on_domain(&domain)?.set_validity(&next)?.set_proximity(&next)?;
    assert_eq!(bands(&constraints.compute_schedule()?)?.len(), 1);
    ctx.set_schedule_serialize_sccs(true)?;
    assert_eq!(bands(&constraints.compute_schedule()?)?.len(), 2);
    Ok(())
}

#[test]
fn trees_print_and_read_as_yaml() -> Result<()> {
    let ctx = Context::new()?;
    let schedule = Schedule::read(&ctx, TREE)?;
    assert!(Schedule::read(&ctx, &schedule.to_yaml()?)?.plain_is_equal(&schedule)?);
    assert!(Schedule::read(&ctx, &schedule.to_str()?)?.plain_is_equal(&schedule)?);
    assert!(schedule.to_yaml()?.lines().count() > 5);
    assert_eq!(schedule.to_str()?.lines().count(), 1);
    let constraints = stencil(&ctx)?;
    let again = ScheduleConstraints::read(&ctx, &constraints.to_yaml()?)?;
    assert!(again.get_validity()?.is_equal(&constraints.get_validity()?)?);
    Ok(())
}

#[test]
fn nodes_know_their_place() -> Result<()> {
    let ctx = Context::new()?;
    let root = Schedule::read(&ctx, TREE)?.get_root()?;
    assert_eq!((root.get_type()?, root.has_parent()?), (ScheduleNodeType::Domain, false));
    let sequence = root.child(0)?;
    assert_eq!((sequence.get_type()?, sequence.n_children()?), (ScheduleNodeType::Sequence, 2));
    let second = sequence.child(1)?;
    assert_eq!((second.get_child_position()?, second.get_tree_depth()?), (1, 2));
    assert_eq!(second.filter_get_filter()?.to_string(), "{ B[i] }");
    assert_eq!(second.child(0)?.mark_get_id()?.get_name()?.as_deref(), Some("later"));
    assert!(second.previous_sibling()?.next_sibling()?.is_equal(&second)?);
    assert!(second.ancestor(2)?.is_equal(&root)?);
    assert!(second.get_shared_ancestor(&sequence.child(0)?)?.is_equal(&sequence)?);
    assert!(root.parent().is_err());
    assert!(sequence.child(2).is_err());
    Ok(())
}

#[test]
fn bands_are_tiled_split_and_marked() -> Result<()> {
    let ctx = Context::new()?;
    let domain = UnionSet::read(&ctx, "{ S[i, j] : 0 <= i, j < 64 }")?;
    let order = MultiUnionPwAff::read(&ctx, "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]")?;
    let band = ScheduleNode::from_domain(&domain)?.child(0)?.insert_partial_schedule(&order)?;
    let band = band.band_set_permutable(true)?.band_member_set_coincident(0, true)?;
    let sizes = polymill_isl::MultiVal::read(&ctx, "{ [8, 16] }")?;
    let tiles = band.band_tile(&sizes)?;
    let points = tiles.child(0)?.band_member_set_ast_loop_type(1, AstLoopType::Unroll)?;
    let marked = points.insert_mark(&Id::new(&ctx, "points")?)?;
    let root = marked.root()?;
    assert_eq!(root.child(0)?.get_schedule_depth()?, 0);
    let points = marked.child(0)?;
    assert_eq!(points.get_schedule_depth()?, 2);
    assert_eq!(points.band_member_get_ast_loop_type(1)?, AstLoopType::Unroll);
    assert!(points.band_member_get_coincident(0)? && !points.band_member_get_coincident(1)?);
    let split = points.band_split(1)?;
    assert_eq!((split.band_n_member()?, split.child(0)?.band_n_member()?), (1, 1));
    let prefix = split.child(0)?.get_prefix_schedule_union_map()?;
    let expected = "{ S[i, j] -> [8*floor(i/8), 16*floor(j/16), i - 8*floor(i/8)] : 0 <= i, j < 64 }";
    let expected = UnionMap::read(&ctx, expected)?;
    assert!(prefix.intersect_domain(&domain)?.is_equal(&expected)?, "{prefix}");
    Ok(())
}

#[test]
fn sequences_are_inserted_and_reordered() -> Result<()> {
    let ctx = Context::new()?;
    let domain = UnionSet::read(&ctx, "{ A[i] : 0 <= i < 8; B[i] : 0 <= i < 8 }")?;
    let filters = ["{ A[i] }", "{ B[i] }"].map(|text| UnionSet::read(&ctx, text));
    let filters = UnionSetList::from_items(&ctx, &filters.into_iter().collect::<Result<Vec<_>>>()?)?;
    let node = ScheduleNode::from_domain(&domain)?.child(0)?.insert_sequence(&filters)?;
    assert_eq!(node.get_type()?, ScheduleNodeType::Sequence);
    let map = node.get_schedule()?.get_map()?.intersect_domain(&domain)?;
    let expected = UnionMap::read(&ctx, "{ A[i] -> [0] : 0 <= i < 8; B[i] -> [1] : 0 <= i < 8 }")?;
    assert!(map.is_equal(&expected)?, "{map}");
    let first = node.child(0)?.child(0)?.order_after(&UnionSet::read(&ctx, "{ A[0] }")?)?;
    assert!(first.get_schedule()?.to_str()?.contains("A[0]"));
    Ok(())
}

#[test]
fn changing_a_node_leaves_the_old_tree_alone() -> Result<()> {
    let ctx = Context::new()?;
    let schedule = Schedule::read(&ctx, TREE)?;
    let node = schedule.get_root()?.child(0)?;
    let cut = node.cut()?;
    assert_eq!(cut.get_type()?, ScheduleNodeType::Leaf);
    assert_eq!(node.n_children()?, 2);
    assert!(!cut.get_schedule()?.plain_is_equal(&schedule)?);
    Ok(())
}
