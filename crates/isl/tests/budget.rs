//! Operation budgets stop long computations, and give way afterwards.

use polymill_isl::{Context, Error, Id, Result, Schedule, Set};

const HARD: &str = "{ [a, b, c, d] : 0 <= a, b, c, d <= 90 and exists x, y: 7x + 11y + 13a = 17b + 19c and a + b + d <= 23x and c >= 5y }";

#[test]
fn a_budget_stops_work_with_an_error() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, HARD)?;
    match ctx.with_budget(200, || set.complement()) {
        Err(Error::Quota(site)) => assert!(site.message.contains("operations"), "{site}"),
        other => panic!("{other:?}"),
    }
    assert!(!set.is_empty()?);
    Ok(())
}

#[test]
fn every_small_budget_ends_in_a_quota_error_and_nothing_else() -> Result<()> {
    let ctx = Context::new()?;
    for limit in 1..120 {
        let result = ctx.with_budget(limit, || Set::read(&ctx, HARD)?.complement()?.coalesce());
        assert!(result.is_err_and(|error| error.is_quota()), "with {limit} operations");
    }
    Ok(())
}

#[test]
fn enough_is_enough() -> Result<()> {
    let ctx = Context::new()?;
    let set = ctx.with_budget(100_000, || Set::read(&ctx, "{ [i] : 0 <= i < 4 }")?.lexmax())?;
    assert_eq!(set.to_string(), "{ [i = 3] }");
    assert_eq!(ctx.max_operations(), 0);
    Ok(())
}

#[test]
fn an_inner_budget_is_part_of_the_outer_one() -> Result<()> {
    let ctx = Context::new()?;
    let outer = ctx.with_budget(5_000, || {
        for _ in 0..1000 {
            ctx.with_budget(1_000_000, || Set::read(&ctx, "{ [i] : 0 <= i < 4 }"))?;
        }
        Ok(())
    });
    assert!(outer.is_err_and(|error: Error| error.is_quota()));
    Ok(())
}

#[test]
fn the_outer_budget_goes_on_after_an_inner_one_ran_out() -> Result<()> {
    let ctx = Context::new()?;
    ctx.with_budget(1_000_000, || {
        let inner = ctx.with_budget(100, || Set::read(&ctx, HARD)?.lexmin());
        assert!(inner.is_err_and(|error| error.is_quota()));
        assert_eq!(ctx.max_operations(), 1_000_000);
        Set::read(&ctx, HARD)
    })?;
    Ok(())
}

#[test]
fn a_panic_gives_the_budget_back() -> Result<()> {
    let ctx = Context::new()?;
    let work = std::panic::AssertUnwindSafe(|| ctx.with_budget(10, || -> Result<()> { panic!("on purpose") }));
    assert!(std::panic::catch_unwind(work).is_err());
    assert_eq!(ctx.max_operations(), 0);
    assert!(Set::read(&ctx, HARD).is_ok());
    Ok(())
}

#[test]
fn operations_are_counted() -> Result<()> {
    let ctx = Context::new()?;
    ctx.reset_operations();
    assert_eq!(ctx.operations(), 0);
    Set::read(&ctx, "{ [i] : 0 <= i < 4 }")?;
    let few = ctx.operations();
    Set::read(&ctx, HARD)?.lexmin()?;
    let many = ctx.operations();
    assert!(0 < few && few < many, "{few} {many}");
    ctx.reset_operations();
    assert!(ctx.operations() < few);
    Ok(())
}

#[test]
fn a_limit_can_be_lifted_by_hand() -> Result<()> {
    let ctx = Context::new()?;
    ctx.set_max_operations(20);
    assert!(Set::read(&ctx, HARD).is_err_and(|error| error.is_quota()));
    assert!(Set::read(&ctx, "{ [i] }").is_err_and(|error| error.is_quota()));
    ctx.reset_operations();
    assert!(Id::new(&ctx, "N").is_ok());
    ctx.set_max_operations(0);
    assert!(Set::read(&ctx, HARD).is_ok());
    Ok(())
}

#[test]
fn printing_is_free() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, "{ [i] : 0 <= i < 4 }")?;
    let schedule = Schedule::from_domain(&set.to_union_set()?)?;
    let exhausted = ctx.with_budget(20, || {
        assert!(Set::read(&ctx, HARD).is_err_and(|error| error.is_quota()));
        for _ in 0..100 {
            assert_eq!(format!("{set} {set:?}"), "{ [i] : 0 <= i <= 3 } Set({ [i] : 0 <= i <= 3 })");
            assert!(schedule.to_yaml()?.starts_with("domain: "));
        }
        Set::read(&ctx, HARD)
    });
    assert!(exhausted.is_err_and(|error| error.is_quota()));
    Ok(())
}

/// Walking over points and taking sets apart, where isl drops the error of an operation on the way.
#[test]
fn a_walk_over_points_that_runs_out_says_that_it_is_the_budget() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(
        &ctx,
        "{ [i, j, k] : 0 <= i < 7 and i <= j < 2i + 3 and k = (i + j) mod 4 and exists e: 3e = i + 2k }",
    )?;
    let mut n_exhausted = 0;
    for limit in 1..1500 {
        let walked = ctx.with_budget(limit, || -> Result<()> {
            set.dim_max_val(2)?;
            set.foreach_point(|point| point.get_coordinate_val(polymill_isl::Dim::Set, 0).map(|_| ()))
        });
        if let Err(error) = walked {
            assert!(error.is_quota(), "with {limit} operations: {error}");
            n_exhausted += 1;
        }
    }
    assert!(n_exhausted > 20);
    Ok(())
}
