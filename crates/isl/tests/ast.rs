//! AST generation: what comes out, and the hooks along the way.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use polymill_isl::{
    AstBuild, AstExprType, AstNode, AstNodeParts, Context, Error, Hooks, Id, IdList, MultiVal, Result, Schedule, Set,
    UnionMap,
};

const MATMUL: &str = r#"
domain: "[n] -> { S[i, j, k] : 0 <= i, j, k < n }"
child:
  context: "[n] -> { [] : n >= 1 }"
  child:
    schedule: "[n] -> [{ S[i, j, k] -> [(i)] }, { S[i, j, k] -> [(j)] }, { S[i, j, k] -> [(k)] }]"
    permutable: 1
    coincident: [1, 1, 0]
"#;

fn tiled_matmul(ctx: &Context) -> Result<Schedule> {
    let band = Schedule::read(ctx, MATMUL)?.get_root()?.child(0)?.child(0)?;
    let sizes = MultiVal::read(ctx, "{ [32, 32, 32] }")?;
    let points = band.band_tile(&sizes)?.child(0)?;
    points.insert_mark(&Id::new(ctx, "points")?)?.get_schedule()
}

fn check(node: &AstNode, expected: &str) -> Result<()> {
    assert_eq!(node.to_c_str()?.trim(), expected.trim());
    Ok(())
}

#[test]
fn a_tiled_matmul_prints_as_c() -> Result<()> {
    let ctx = Context::new()?;
    let node = AstBuild::alloc(&ctx)?.node_from_schedule(&tiled_matmul(&ctx)?)?;
    check(
        &node,
        "
for (int c0 = 0; c0 < n; c0 += 32)
  for (int c1 = 0; c1 < n; c1 += 32)
    for (int c2 = 0; c2 < n; c2 += 32) {
      // points
      for (int c3 = 0; c3 <= min(31, n - c0 - 1); c3 += 1)
        for (int c4 = 0; c4 <= min(31, n - c1 - 1); c4 += 1)
          for (int c5 = 0; c5 <= min(31, n - c2 - 1); c5 += 1)
            S(c0 + c3, c1 + c4, c2 + c5);
    }",
    )
}

#[test]
fn counters_get_the_names_and_the_type_that_are_asked_for() -> Result<()> {
    let ctx = Context::new()?;
    ctx.set_ast_iterator_type("long")?;
    let names = ["i", "j"].map(|name| Id::new(&ctx, name));
    let names = IdList::from_items(&ctx, &names.into_iter().collect::<Result<Vec<_>>>()?)?;
    let map = UnionMap::read(&ctx, "{ S[i, j] -> [i, j] : 0 <= i < 4 and 0 <= j <= i }")?;
    let node = AstBuild::alloc(&ctx)?.set_iterators(&names)?.node_from_schedule_map(&map)?;
    check(&node, "for (long i = 0; i <= 3; i += 1)\n  for (long j = 0; j <= i; j += 1)\n    S(i, j);")
}

#[test]
fn nodes_come_apart_into_their_parts() -> Result<()> {
    let ctx = Context::new()?;
    let node = AstBuild::alloc(&ctx)?.node_from_schedule(&tiled_matmul(&ctx)?)?;
    let mut depth = 0;
    let mut marks = Vec::new();
    let mut next = node;
    let call = loop {
        next = match next.parts()? {
            AstNodeParts::For { iterator, cond, inc, body, .. } => {
                assert_eq!(iterator.id_get_id()?.get_name()?, Some(format!("c{depth}")));
                assert!(cond.is_some() && inc.is_some());
                depth += 1;
                body
            }
            AstNodeParts::Mark { id, node } => {
                marks.push((depth, id.get_name()?));
                node
            }
            AstNodeParts::User(call) => break call,
            other => panic!("{other:?}"),
        };
    };
    assert_eq!((depth, marks), (6, vec![(3, Some("points".into()))]));
    assert_eq!((call.get_type()?, call.op_get_n_arg()?), (AstExprType::Op, 4));
    assert_eq!(call.op_get_arg(1)?.to_c_str()?, "c0 + c3");
    Ok(())
}

#[test]
fn conditions_blocks_and_degenerate_loops_come_apart_too() -> Result<()> {
    let ctx = Context::new()?;
    ctx.set_ast_build_allow_else(true)?;
    let map = UnionMap::read(&ctx, "[n] -> { A[] -> [0] : n > 3; B[] -> [0] : n <= 3; C[] -> [1] }")?;
    let AstNodeParts::Block(children) = AstBuild::alloc(&ctx)?.node_from_schedule_map(&map)?.parts()? else {
        panic!("no block")
    };
    assert_eq!(children.len(), 2);
    match children[0].parts()? {
        AstNodeParts::If { cond, otherwise, .. } => {
            assert!(cond.to_c_str()?.contains('n'));
            assert!(otherwise.is_some());
        }
        other => panic!("{other:?}"),
    }
    let one = UnionMap::read(&ctx, "{ A[i] -> [i] : i = 3 }")?;
    let node = AstBuild::alloc(&ctx)?.node_from_schedule_map(&one)?;
    check(&node, "A(3);")
}

#[test]
fn hooks_are_called_in_order_with_their_build() -> Result<()> {
    let ctx = Context::new()?;
    let log = RefCell::new(Vec::new());
    let note = |text: String| log.borrow_mut().push(text);
    let hooks = Hooks::new()
        .before_each_for(|build| {
            let depth = build.get_schedule_space()?.dim(polymill_isl::Dim::Set)?;
            note(format!("for at depth {depth}"));
            Id::new(build.ctx(), &format!("loop{depth}"))
        })
        .after_each_for(|node, _| {
            note(format!(
                "end of {}",
                node.get_annotation()?.and_then(|id| id.get_name().unwrap()).unwrap_or_default()
            ));
            Ok(node)
        })
        .before_each_mark(|mark, _| {
            note(format!("mark {mark}"));
            Ok(())
        })
        .after_each_mark(|node, _| {
            note(format!("end of mark {}", node.mark_get_id()?));
            Ok(node)
        })
        .at_each_domain(|node, build| {
            note(format!("domain {}", build.get_schedule()?.domain()?.get_set_list()?.get_at(0)?.get_tuple_id()?));
            node.set_annotation(&Id::with_tag(node.ctx(), "statement", 1)?)
        });
    let node = AstBuild::alloc(&ctx)?.node_from_schedule_with(&tiled_matmul(&ctx)?, hooks)?;
    assert_eq!(node.get_annotation()?.and_then(|id| id.get_name().unwrap()).as_deref(), Some("loop1"));
    let depth = |words: &str, depths: [u32; 3]| depths.map(|depth| format!("{words}{depth}"));
    let expected = [
        &depth("for at depth ", [1, 2, 3])[..],
        &["mark points".into()],
        &depth("for at depth ", [4, 5, 6]),
        &["domain S".into()],
        &depth("end of loop", [6, 5, 4]),
        &["end of mark points".into()],
        &depth("end of loop", [3, 2, 1]),
    ];
    assert_eq!(*log.borrow(), expected.concat());
    Ok(())
}

#[test]
fn a_hook_builds_the_accesses_of_a_statement() -> Result<()> {
    let ctx = Context::new()?;
    let reads = UnionMap::read(&ctx, "{ S[i, j, k] -> A[i, k] }")?;
    let accesses = RefCell::new(Vec::new());
    let hooks = Hooks::new().at_each_domain(|node, build| {
        let schedule = build.get_schedule()?;
        let iterations = schedule.reverse()?.as_map()?.as_pw_multi_aff()?;
        let access = reads.as_map()?.as_pw_multi_aff()?.pullback_pw_multi_aff(&iterations)?;
        accesses.borrow_mut().push(build.access_from_pw_multi_aff(&access)?.to_c_str()?);
        Ok(node)
    });
    AstBuild::alloc(&ctx)?.node_from_schedule_with(&tiled_matmul(&ctx)?, hooks)?;
    assert_eq!(*accesses.borrow(), ["A[c0 + c3][c2 + c5]"]);
    Ok(())
}

#[test]
fn leaves_can_be_generated_by_a_hook_that_generates_code_itself() -> Result<()> {
    let ctx = Context::new()?;
    let map = UnionMap::read(&ctx, "{ S[i, j] -> [i] : 0 <= i < 2 and 0 <= j < 3 }")?;
    let inner = UnionMap::read(&ctx, "{ S[i, j] -> [j] }")?;
    let hooks = Hooks::new().create_leaf(|build| {
        let nested = build.get_schedule()?.range_product(&inner)?;
        build.node_from_schedule_map(&nested)
    });
    let node = AstBuild::alloc(&ctx)?.node_from_schedule_map_with(&map, hooks)?;
    check(&node, "for (int c0 = 0; c0 <= 1; c0 += 1)\n  for (int c1 = 0; c1 <= 2; c1 += 1)\n    S(c0, c1);")
}

#[test]
fn a_hook_that_fails_ends_the_generation() -> Result<()> {
    let ctx = Context::new()?;
    let schedule = tiled_matmul(&ctx)?;
    let build = AstBuild::alloc(&ctx)?;
    let fail = || Error::other("no");
    for hooks in [
        Hooks::new().at_each_domain(|_, _| Err(fail())),
        Hooks::new().before_each_for(|_| Err(fail())),
        Hooks::new().after_each_for(|_, _| Err(fail())),
        Hooks::new().before_each_mark(|_, _| Err(fail())),
        Hooks::new().after_each_mark(|_, _| Err(fail())),
    ] {
        assert_eq!(build.node_from_schedule_with(&schedule, hooks).unwrap_err().to_string(), "no");
    }
    assert!(build.node_from_schedule(&schedule).is_ok());
    Ok(())
}

#[test]
fn a_hook_that_panics_ends_the_generation_and_the_panic_goes_on() -> Result<()> {
    let ctx = Context::new()?;
    let schedule = tiled_matmul(&ctx)?;
    let build = AstBuild::alloc(&ctx)?;
    let n_calls = Cell::new(0);
    let hooks = Hooks::new().after_each_for(|node, _| {
        n_calls.set(n_calls.get() + 1);
        if n_calls.get() == 3 { panic!("third loop") } else { Ok(node) }
    });
    let generate = AssertUnwindSafe(|| build.node_from_schedule_with(&schedule, hooks));
    let panic = catch_unwind(generate).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"third loop"));
    assert_eq!(n_calls.get(), 3);
    assert!(build.node_from_schedule(&schedule).is_ok());
    Ok(())
}

#[test]
fn a_build_that_a_hook_kept_is_harmless_later() -> Result<()> {
    let ctx = Context::new()?;
    let kept = RefCell::new(None);
    {
        let text = String::from("lives as long as the hook only");
        let hooks = Hooks::new().at_each_domain(|node, build| {
            assert!(!text.is_empty());
            *kept.borrow_mut() = Some(build.clone());
            Ok(node)
        });
        AstBuild::alloc(&ctx)?.node_from_schedule_with(&tiled_matmul(&ctx)?, hooks)?;
    }
    let build = kept.into_inner().expect("the hook was called");
    let nested = build.get_schedule()?.range_product(&UnionMap::read(&ctx, "{ S[i, j, k] -> [0] }")?)?;
    check(&build.node_from_schedule_map(&nested)?, "S(c0 + c3, c1 + c4, c2 + c5);")
}

#[test]
fn conditions_and_functions_become_expressions() -> Result<()> {
    let ctx = Context::new()?;
    let build = AstBuild::from_context(&Set::read(&ctx, "[n] -> { : n >= 0 }")?)?;
    let condition = build.expr_from_set(&Set::read(&ctx, "[n] -> { : 3 < n < 7 or n = 10 }")?)?;
    assert_eq!(condition.to_c_str()?, "(n >= 4 && n <= 6) || n == 10");
    Ok(())
}
