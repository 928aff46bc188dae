//! Failures come back as errors that carry isl's message, and leave nothing broken behind.

use polymill_isl::{Context, Dim, Error, Id, Map, Result, Schedule, Set, Space, Val};

fn check<T>(result: Result<T>, expected: &str) {
    assert_eq!(result.err().map(|error| error.to_string()).as_deref(), Some(expected));
}

#[test]
fn errors_carry_isls_message_and_its_place() -> Result<()> {
    let ctx = Context::new()?;
    match Set::read(&ctx, "{ [i] : 0 <= }") {
        Err(Error::Invalid(site)) => {
            assert!(!site.message.is_empty());
            assert!(site.file.ends_with(".c") && site.line > 0);
        }
        other => panic!("{other:?}"),
    }
    Ok(())
}

#[test]
fn a_context_is_usable_after_an_error() -> Result<()> {
    let ctx = Context::new()?;
    assert!(Set::read(&ctx, "}").is_err());
    assert!(!Set::read(&ctx, "{ [i] }")?.is_empty()?);
    Ok(())
}

#[test]
fn spaces_have_to_match() -> Result<()> {
    let ctx = Context::new()?;
    let a = Set::read(&ctx, "{ A[i] }")?;
    let b = Set::read(&ctx, "{ B[i, j] }")?;
    assert!(matches!(a.intersect(&b), Err(Error::Invalid(_))));
    assert!(matches!(a.union(&b), Err(Error::Invalid(_))));
    Ok(())
}

#[test]
fn positions_have_to_be_in_range() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, "{ [i] }")?;
    assert!(matches!(set.fix_si(Dim::Set, 1, 0), Err(Error::Invalid(_))));
    check(set.fix_si(Dim::Set, usize::MAX, 0), "invalid: position or count 18446744073709551615 is too large");
    Ok(())
}

#[test]
fn names_that_are_not_there_are_no_errors() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, "[N] -> { [i] }")?;
    assert_eq!(set.get_tuple_name()?, None);
    assert_eq!(set.get_dim_name(Dim::Param, 0)?.as_deref(), Some("N"));
    assert_eq!(set.find_dim_by_name(Dim::Param, "N")?, Some(0));
    assert_eq!(set.find_dim_by_name(Dim::Param, "M")?, None);
    assert_eq!(set.find_dim_by_id(Dim::Param, &Id::new(&ctx, "M")?)?, None);
    Ok(())
}

#[test]
fn text_with_nul_is_refused() -> Result<()> {
    let ctx = Context::new()?;
    check(Set::read(&ctx, "{ [i]\0 }"), "invalid: text with a NUL in it");
    check(Id::new(&ctx, "\0"), "invalid: text with a NUL in it");
    Ok(())
}

#[test]
fn numbers_that_do_not_fit_are_refused() -> Result<()> {
    let ctx = Context::new()?;
    assert_eq!(Val::int_from_si(&ctx, i64::MIN)?.to_i64()?, i64::MIN);
    assert!(Val::read(&ctx, "9223372036854775808")?.to_i64().is_err());
    check(Val::read(&ctx, "7/2")?.to_i64(), "invalid: 7/2 is not an integer");
    Ok(())
}

#[test]
fn arguments_that_isl_does_not_check_are_checked_here() -> Result<()> {
    let ctx = Context::new()?;
    let out_of_bounds = "invalid: position or range out of bounds";
    let space = Space::read(&ctx, "{ [i, j] }")?;
    check(Map::lex_lt_first(&space, 1), "invalid: expecting a space of relations");
    check(Map::lex_lt_first(&space.map_from_set()?, 3), out_of_bounds);
    check(Set::read(&ctx, "{ [i] }")?.get_basic_set_list()?.get_at(0)?.project_out(Dim::Set, 1, 1), out_of_bounds);
    let seven = Val::int_from_si(&ctx, 7)?;
    check(seven.modulo(&Val::zero(&ctx)?), "invalid: division by zero");
    check(Set::read(&ctx, "{ [i] : 1 = 0 }")?.lift(), "invalid: nothing to lift in an empty set");
    Ok(())
}

/// isl reads them as addresses of texts.
#[test]
fn schedules_with_numbers_for_texts_are_refused() -> Result<()> {
    let ctx = Context::new()?;
    check(Schedule::read(&ctx, "domain:9 \"{ S[] }\""), "invalid: expecting a text in quotes after `domain:`");
    check(Schedule::read(&ctx, "{ domain: [1] }"), "invalid: expecting a text in quotes after `domain:`");
    check(Schedule::read(&ctx, "domain: \"{ S[] }\"\nmark: 1"), "invalid: expecting a text in quotes after `mark:`");
    check(Schedule::read(&ctx, "domain:"), "invalid: expecting a text in quotes at the end");
    Schedule::read(&ctx, "# domain: 1\n{ domain: \"{ S[] }\" }")?;
    Ok(())
}
