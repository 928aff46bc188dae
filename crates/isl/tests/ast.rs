//! AST generation, with and without hooks.

use polymill_isl::{AstBuild, Context, Hooks, Id, MultiVal, Result, Schedule};

fn tiled_matmul(ctx: &Context) -> Result<Schedule> {
    let schedule = Schedule::read(
        ctx,
        r#"
domain: "{ S[i, j, k] : 0 <= i < 100 and 0 <= j < 100 and 0 <= k < 100 }"
child:
  schedule: "[{ S[i, j, k] -> [(i)] }, { S[i, j, k] -> [(j)] }, { S[i, j, k] -> [(k)] }]"
  permutable: 1
  coincident: [1, 1, 0]
"#,
    )?;
    let band = schedule.get_root()?.child(0)?;
    let sizes = MultiVal::read(ctx, "{ [32, 32, 32] }")?;
    band.band_tile(&sizes)?.get_schedule()
}

#[test]
fn tiled_matmul_prints_as_c() -> Result<()> {
    let ctx = Context::new()?;
    let node = AstBuild::alloc(&ctx)?.node_from_schedule(&tiled_matmul(&ctx)?)?;
    println!("{}", node.to_c_str()?);
    let node = AstBuild::alloc(&ctx)?.node_from_schedule_with(
        &tiled_matmul(&ctx)?,
        Hooks::new().before_each_for(|build| Id::new(build.ctx(), "loop")),
    )?;
    assert_eq!(node.get_annotation()?.map(|id| id.to_string()).as_deref(), Some("loop"));
    Ok(())
}
