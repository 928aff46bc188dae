//! Sets, relations and functions: one example of each kind of operation.

use polymill_isl::{
    Aff, BasicSet, Constraint, Context, Dim, Id, LocalSpace, Map, MultiAff, Point, PwAff, PwMultiAff, PwQPolynomial,
    Result, Set, Space, UnionMap, UnionPwMultiAff, UnionSet, Val,
};

/// Compares by isl's equality, never as text.
fn check(set: &Set, expected: &str) -> Result<()> {
    assert!(set.is_equal(&Set::read(set.ctx(), expected)?)?, "{set}");
    Ok(())
}

fn check_map(map: &Map, expected: &str) -> Result<()> {
    assert!(map.is_equal(&Map::read(map.ctx(), expected)?)?, "{map}");
    Ok(())
}

#[test]
fn lexmin_finds_the_first_element_for_each_parameter() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, "[N] -> { [i, j] : 0 <= i < N and i <= j and 2j >= N }")?;
    check(&set.lexmin()?, "[N] -> { [0, j] : N > 0 and N <= 2j <= N + 1 }")?;
    let function = set.lexmin_pw_multi_aff()?;
    check(&Set::from_pw_multi_aff(&function)?, "[N] -> { [0, j] : N > 0 and N <= 2j <= N + 1 }")
}

#[test]
fn partial_lexmin_says_where_there_is_none() -> Result<()> {
    let ctx = Context::new()?;
    let map = Map::read(&ctx, "{ [i] -> [j] : i <= j <= 4 }")?;
    let (first, none) = map.partial_lexmin(&Set::read(&ctx, "{ [i] : 0 <= i < 10 }")?)?;
    check_map(&first, "{ [i] -> [i] : 0 <= i <= 4 }")?;
    check(&none, "{ [i] : 5 <= i < 10 }")
}

#[test]
fn elements_are_counted_and_visited() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, "{ [i, j] : 0 <= i < 10 and 0 <= j <= i and (i + j) mod 2 = 0 }")?;
    assert_eq!(set.count_val()?.to_i64()?, 30);
    let mut points = Vec::new();
    set.foreach_point(|point| {
        let at = |position| point.get_coordinate_val(Dim::Set, position)?.to_i64();
        points.push((at(0)?, at(1)?));
        Ok(())
    })?;
    points.sort_unstable();
    assert_eq!((points.len(), points[0], points[29]), (30, (0, 0), (9, 9)));
    Ok(())
}

#[test]
fn sets_combine() -> Result<()> {
    let ctx = Context::new()?;
    let a = Set::read(&ctx, "{ [i] : 0 <= i < 10 }")?;
    let b = Set::read(&ctx, "{ [i] : 5 <= i < 15 }")?;
    check(&a.union(&b)?.coalesce()?, "{ [i] : 0 <= i < 15 }")?;
    assert_eq!(a.union(&b)?.coalesce()?.n_basic_set()?, 1);
    check(&a.subtract(&b)?, "{ [i] : 0 <= i < 5 }")?;
    check(&a.complement()?.intersect(&b)?, "{ [i] : 10 <= i < 15 }")?;
    check(&a.gist(&Set::read(&ctx, "{ [i] : i >= 0 }")?)?, "{ [i] : i < 10 }")?;
    assert!(a.intersect(&b)?.is_strict_subset(&a)?);
    assert!(a.is_bounded()? && !a.is_singleton()? && !a.is_disjoint(&b)?);
    Ok(())
}

/// isl 0.25 loses constraints here.
#[test]
fn coalescing_keeps_what_is_in_the_pieces() -> Result<()> {
    let ctx = Context::new()?;
    for odd in ["i mod 2 = 1", "i mod 4 = 1", "i mod 3 = 2"] {
        let set = Set::read(&ctx, &format!("[n] -> {{ S[i] : 0 < i < n and (i <= 2 or {odd}) }}"))?;
        assert!(set.coalesce()?.is_equal(&set)?);
        let sets = set.to_union_set()?;
        assert!(sets.coalesce()?.is_equal(&sets)?);
        let (map, maps) = (set.identity()?, sets.identity()?);
        assert!(map.coalesce()?.is_equal(&map)?);
        assert!(maps.coalesce()?.is_equal(&maps)?);
        let constant = set.pw_aff_on_domain_val(&Val::one(&ctx)?)?;
        assert!(constant.coalesce()?.domain()?.is_equal(&set)?);
        let of_parameters = set.move_dims(Dim::Param, 0, Dim::Set, 0, 1)?.params()?;
        let constant = of_parameters.pw_aff_on_domain_val(&Val::one(&ctx)?)?;
        assert!(constant.coalesce()?.domain()?.is_equal(&of_parameters)?);
    }
    Ok(())
}

#[test]
fn dimensions_are_fixed_bounded_moved_and_projected_out() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, "[N] -> { [i, j] : 0 <= i < N and i <= j < N }")?;
    check(&set.fix_si(Dim::Set, 0, 2)?.project_out(Dim::Set, 0, 1)?, "[N] -> { [j] : 2 <= j < N }")?;
    check(&set.project_out(Dim::Set, 1, 1)?, "[N] -> { [i] : 0 <= i < N }")?;
    check(&set.lower_bound_si(Dim::Set, 0, 3)?.params()?, "[N] -> { : N > 3 }")?;
    check(
        &set.move_dims(Dim::Param, 1, Dim::Set, 0, 1)?.params()?.drop_unused_params()?,
        "[N, i] -> { : 0 <= i < N }",
    )?;
    let bounds = [set.dim_min(1)?, set.dim_max(1)?];
    assert_eq!(bounds.map(|bound| bound.to_string()), ["[N] -> { [(0)] : N > 0 }", "[N] -> { [(-1 + N)] : N > 0 }"]);
    assert!(set.involves_dims(Dim::Param, 0, 1)?);
    Ok(())
}

#[test]
fn relations_compose_invert_and_close() -> Result<()> {
    let ctx = Context::new()?;
    let step = Map::read(&ctx, "{ [i] -> [i + 1] : 0 <= i < 10 }")?;
    check_map(&step.apply_range(&step)?, "{ [i] -> [i + 2] : 0 <= i < 9 }")?;
    check_map(&step.reverse()?, "{ [i] -> [i - 1] : 1 <= i <= 10 }")?;
    check(&step.deltas()?, "{ [1] }")?;
    let (closure, exact) = step.transitive_closure()?;
    assert!(exact);
    check_map(&closure, "{ [i] -> [j] : 0 <= i < j <= 10 }")?;
    assert!(step.is_bijective()? && !closure.is_single_valued()?);
    check(&step.domain()?.apply(&closure)?, "{ [i] : 1 <= i <= 10 }")
}

#[test]
fn products_nest_and_come_apart() -> Result<()> {
    let ctx = Context::new()?;
    let a = Map::read(&ctx, "{ A[i] -> B[i] }")?;
    let b = Map::read(&ctx, "{ A[i] -> C[i + 1] }")?;
    let both = a.range_product(&b)?;
    check_map(&both, "{ A[i] -> [B[i] -> C[i + 1]] }")?;
    check_map(&both.range_factor_range()?, "{ A[i] -> C[i + 1] }")?;
    check_map(&both.uncurry()?, "{ [A[i] -> B[i]] -> C[i + 1] }")?;
    check_map(&a.wrap()?.unwrap()?, "{ A[i] -> B[i] }")?;
    check_map(&a.product(&b)?.zip()?, "{ [A[i] -> B[i]] -> [A[j] -> C[j + 1]] }")
}

#[test]
fn order_relations_come_ready_made() -> Result<()> {
    let ctx = Context::new()?;
    let space = Space::read(&ctx, "{ [i, j] }")?;
    check_map(&Map::lex_lt(&space)?, "{ [i, j] -> [k, l] : i < k or (i = k and j < l) }")?;
    check_map(&Map::lex_le_first(&space.map_from_set()?, 1)?, "{ [i, j] -> [k, l] : i <= k }")?;
    let map = Map::universe(&space.map_from_set()?)?.order_lt(Dim::In, 0, Dim::Out, 1)?;
    check_map(&map, "{ [i, j] -> [k, l] : i < l }")
}

#[test]
fn spaces_are_built_step_by_step() -> Result<()> {
    let ctx = Context::new()?;
    let space = Space::set_alloc(&ctx, 1, 2)?.set_dim_name(Dim::Param, 0, "N")?.set_tuple_name(Dim::Set, "A")?;
    assert!(space.is_equal(&Space::read(&ctx, "[N] -> { A[i, j] }")?)?);
    let map = space.map_from_set()?.set_tuple_id(Dim::Out, &Id::new(&ctx, "B")?)?;
    assert!(map.is_equal(&Space::read(&ctx, "[N] -> { A[i, j] -> B[k, l] }")?)?);
    let named =
        Space::unit(&ctx)?.add_param_id(&Id::new(&ctx, "N")?)?.add_named_tuple_id_ui(&Id::new(&ctx, "A")?, 2)?;
    assert!(named.is_equal(&space)?);
    Ok(())
}

#[test]
fn constraints_are_built_from_coefficients() -> Result<()> {
    let ctx = Context::new()?;
    let space = Space::read(&ctx, "[N] -> { [i] }")?;
    let local = LocalSpace::from_space(&space)?;
    let above = Constraint::alloc_inequality(&local)?.set_coefficient_si(Dim::Set, 0, 2)?.set_constant_si(-3)?;
    let below = Constraint::alloc_inequality(&local)?.set_coefficient_si(Dim::Set, 0, -1)?;
    let below = below.set_coefficient_si(Dim::Param, 0, 1)?;
    let set = BasicSet::universe(&space)?.add_constraint(&above)?.add_constraint(&below)?;
    check(&set.to_set()?, "[N] -> { [i] : 2 <= i <= N }")?;
    let mut n_lower = 0;
    set.foreach_constraint(|constraint| {
        n_lower += usize::from(constraint.is_lower_bound(Dim::Set, 0)?);
        Ok(())
    })?;
    assert_eq!((set.n_constraint()?, n_lower), (2, 1));
    Ok(())
}

#[test]
fn affine_functions_calculate() -> Result<()> {
    let ctx = Context::new()?;
    let local = LocalSpace::from_space(&Space::read(&ctx, "[N] -> { [i] }")?)?;
    let i = Aff::var_on_domain(&local, Dim::Set, 0)?;
    let n = Aff::var_on_domain(&local, Dim::Param, 0)?;
    let three = Val::int_from_si(&ctx, 3)?;
    let sum = i.scale_val(&three)?.add(&n)?.add_constant_si(1)?;
    assert_eq!(sum.get_coefficient_val(Dim::In, 0)?.to_i64()?, 3);
    assert_eq!(sum.get_constant_val()?.to_i64()?, 1);
    assert_eq!(i.mod_val(&three)?.to_string(), "[N] -> { [i] -> [((i) mod 3)] }");
    check(&i.lt_set(&n)?, "[N] -> { [i] : i < N }")?;
    let smaller = PwAff::from_aff(&i)?.min(&PwAff::from_aff(&n)?)?;
    assert_eq!(smaller.n_piece()?, 2);
    check(&smaller.ge_set(&PwAff::from_aff(&n)?)?, "[N] -> { [i] : i >= N }")?;
    let point = Point::zero(&Space::read(&ctx, "[N] -> { [i] }")?)?;
    assert_eq!(sum.eval(&point)?.to_i64()?, 1);
    Ok(())
}

#[test]
fn tuples_of_functions_pull_back() -> Result<()> {
    let ctx = Context::new()?;
    let shift = MultiAff::read(&ctx, "{ A[i, j] -> B[(i + j), (j)] }")?;
    let set = Set::read(&ctx, "{ B[i, j] : 0 <= i < 10 and j >= 0 }")?;
    check(&set.preimage_multi_aff(&shift)?, "{ A[i, j] : 0 <= i + j < 10 and j >= 0 }")?;
    let piecewise = PwMultiAff::from_multi_aff(&shift)?.intersect_domain(&Set::read(&ctx, "{ A[i, j] : i > 0 }")?)?;
    check_map(&piecewise.as_map()?, "{ A[i, j] -> B[i + j, j] : i > 0 }")?;
    assert_eq!(shift.get_at(0)?.to_string(), "{ A[i, j] -> [(i + j)] }");
    let union = UnionPwMultiAff::read(&ctx, "{ A[i, j] -> B[(i), (j)]; C[i] -> B[(i), (0)] }")?;
    let back = UnionSet::read(&ctx, "{ B[0, j] }")?.preimage_union_pw_multi_aff(&union)?;
    assert!(back.is_equal(&UnionSet::read(&ctx, "{ A[0, j]; C[0] }")?)?);
    Ok(())
}

#[test]
fn unions_hold_many_spaces() -> Result<()> {
    let ctx = Context::new()?;
    let map = UnionMap::read(&ctx, "{ A[i] -> B[i]; B[i] -> C[2i] }")?;
    assert_eq!((map.n_map()?, map.get_map_list()?.size()?), (2, 2));
    let space = Space::read(&ctx, "{ B[i] -> C[j] }")?;
    check_map(&map.extract_map(&space)?, "{ B[i] -> C[2i] }")?;
    let image = UnionSet::read(&ctx, "{ A[1] }")?.apply(&map.apply_range(&map)?)?;
    assert!(image.is_equal(&UnionSet::read(&ctx, "{ C[2] }")?)?);
    assert!(map.as_map().is_err());
    let only = map.remove_map_if(|map| Ok(map.get_tuple_name(Dim::In)?.as_deref() == Some("A")))?;
    check_map(&only.as_map()?, "{ B[i] -> C[2i] }")
}

#[test]
fn hulls_overapproximate() -> Result<()> {
    let ctx = Context::new()?;
    let set = Set::read(&ctx, "{ [i, j] : 0 <= i < 3 and j = i; [i, j] : 5 <= i < 8 and j = i }")?;
    check(&set.simple_hull()?.to_set()?, "{ [i, i] : 0 <= i < 8 }")?;
    check(&set.convex_hull()?.to_set()?, "{ [i, i] : 0 <= i < 8 }")?;
    check(&set.affine_hull()?.to_set()?, "{ [i, i] }")?;
    let window = Map::read(&ctx, "{ [t] -> [i] : 4t - 1 <= i <= 4t + 4 }")?.get_range_simple_fixed_box_hull()?;
    assert!(window.is_valid()?);
    assert_eq!(window.get_size()?.to_string(), "{ [6] }");
    assert_eq!(window.get_offset()?.to_string(), "{ [t] -> [(-1 + 4t)] }");
    Ok(())
}

#[test]
fn polynomials_evaluate() -> Result<()> {
    let ctx = Context::new()?;
    let square = PwQPolynomial::read(&ctx, "{ [i] -> i^2 + 1 : i >= 0 }")?;
    let point = Set::read(&ctx, "{ [3] }")?.sample_point()?;
    assert_eq!(square.eval(&point)?.to_i64()?, 10);
    Ok(())
}

#[test]
fn values_are_exact() -> Result<()> {
    let ctx = Context::new()?;
    let big = Val::read(&ctx, "100000000000000000000")?;
    assert_eq!(big.mul(&big)?.to_string(), "10000000000000000000000000000000000000000");
    let third = Val::one(&ctx)?.div(&Val::int_from_si(&ctx, 3)?)?;
    assert_eq!((third.to_string().as_str(), third.is_int()?), ("1/3", false));
    assert_eq!((third.get_num_si()?, third.get_den_si()?), (1, 3));
    assert!(third.lt(&Val::one(&ctx)?)? && Val::infty(&ctx)?.gt(&big)?);
    assert_eq!(Val::int_from_si(&ctx, -7)?.modulo(&Val::int_from_si(&ctx, 3)?)?.to_i64()?, 2);
    Ok(())
}
