//! What the passes over the loop AST do, on small examples.

#![allow(clippy::unwrap_used)]

mod support;

use polymill_gdg::Mark;
use polymill_isl as isl;
use support::*;

/// A GDG with parameter `n`, arrays `x`, `y`, `z` of doubles, `A` and `B` with two dimensions, and these statements.
fn small(extra: &str, statements: &[(&str, &str)], schedule: &str) -> polymill_gdg::Gdg {
    let statements: String = statements
        .iter()
        .enumerate()
        .map(|(index, (domain, body))| {
            let name = format!("S{index}");
            let domain = domain.replace("S[", &format!("{name}["));
            let iterators: Vec<_> = domain[domain.find('[').unwrap() + 1..domain.find(']').unwrap()]
                .split(',')
                .filter(|iterator| !iterator.trim().is_empty())
                .map(|iterator| format!("{}: i32", iterator.trim()))
                .collect();
            let iterators =
                if iterators.is_empty() { String::new() } else { format!("iterators {}", iterators.join(", ")) };
            format!("statement {name} {{ domain {{ {domain} }} {iterators} body {{ {body} }} }}\n")
        })
        .collect();
    gdg(&format!(
        "gdg g {{
          param n: i32
          context {{ : 0 <= n <= 10000 }}
          array x: f64[n] live_in live_out
          array y: f64[n] live_in live_out
          array z: f64[n] live_in live_out
          array A: f64[n][n] live_in live_out
          array B: f64[n][n] live_in live_out
          {extra}
          {statements}
          schedule {{ {schedule} }}
        }}"
    ))
}

#[test]
fn neighbouring_guards_merge_and_leave_the_loop() {
    let gdg = small(
        "param flag: i32",
        &[
            ("S[i] : 0 <= i < n and flag > 3", "x[i] = 0.0;"),
            ("S[i] : 0 <= i < n and flag > 3", "y[i] = 0.0;"),
            ("S[i] : 0 <= i < n and flag <= 3", "z[i] = 0.0;"),
        ],
        "for i { S0 S1 S2 }",
    );
    check_code(
        &gdg,
        "
        if (flag >= 4) {
          for (long i = 0; i < n; i++) {
            x[i] = 0.0;
            y[i] = 0.0;
          }
        } else {
          for (long i = 0; i < n; i++)
            z[i] = 0.0;
        }
        ",
    );
}

#[test]
fn conditions_of_the_domain_become_bounds_or_guards() {
    let gdg = small(
        "",
        &[
            ("S[i] : 0 <= i < n and i mod 2 = 0", "x[i] = 0.0;"),
            ("S[i] : 0 <= i < n and i mod 3 = 0", "y[i] = 0.0;"),
            ("S[i] : 5 <= i < n", "z[i] = 0.0;"),
        ],
        "for i { S0 } for i { S1 S2 }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i += 2)
          x[i] = 0.0;
        for (long i = 0; i < n; i++) {
          if (i % 3 == 0)
            y[i] = 0.0;
          if (i >= 5)
            z[i] = 0.0;
        }
        ",
    );
}

#[test]
fn loops_that_count_down_run_backwards() {
    let gdg = small("", &[("S[i] : 1 <= i < n", "x[i] = x[i - 1];")], "for i down { S0 }");
    check_code(
        &gdg,
        "
        for (long i = n - 1; i > 0; i--)
          x[i] = x[i - 1];
        ",
    );
}

#[test]
fn stores_are_forwarded_to_loads_of_the_same_element() {
    let gdg = small(
        "",
        &[("S[i] : 0 <= i < n", "x[i] = y[i] * 2.0;"), ("S[i] : 0 <= i < n", "z[i] = x[i] + y[i];")],
        "for i { S0 S1 }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++) {
          const double y_i = y[i];
          double x_i = y_i * 2.0;
          z[i] = x_i + y_i;
          x[i] = x_i;
        }
        ",
    );
}

#[test]
fn arrays_that_may_overlap_stay_in_memory() {
    let gdg = small(
        "alias x y",
        &[("S[i] : 0 <= i < n", "x[i] = y[i] * 2.0;"), ("S[i] : 0 <= i < n", "z[i] = x[i] + y[i];")],
        "for i { S0 S1 }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++) {
          x[i] = y[i] * 2.0;
          z[i] = x[i] + y[i];
        }
        ",
    );
}

#[test]
fn elements_that_may_be_the_same_stay_in_memory() {
    // x[n - 1 - i] is x[i] in the middle.
    let gdg = small(
        "",
        &[("S[i] : 0 <= i < n", "x[i] = 1.0;"), ("S[i] : 0 <= i < n", "x[n - 1 - i] = x[i] + 2.0;")],
        "for i { S0 S1 }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++) {
          x[i] = 1.0;
          x[n - i - 1] = x[i] + 2.0;
        }
        ",
    );
}

#[test]
fn sums_are_kept_in_a_scalar_around_the_innermost_loop() {
    let gdg = small(
        "",
        &[("S[i, j] : 0 <= i < n and 0 <= j < i", "x[i] = x[i] + x[j] * A[i][j];")],
        "for i { for j { S0 } }",
    );
    check_code(
        &gdg,
        "
        for (long i = 1; i < n; i++) {
          double x_i = x[i];
          for (long j = 0; j < i; j++)
            x_i += x[j] * A[i][j];
          x[i] = x_i;
        }
        ",
    );
}

/// The code of `x[i] = x[i] op value` with `j` innermost, for a variable `s`.
#[track_caller]
fn check_sum(extra: &str, update: &str, expected: &str) {
    let extra = format!("array s: f64 live_in live_out {extra}");
    let gdg = small(&extra, &[("S[i, j] : 0 <= i < n and 0 <= j < n", update)], "for i { for j { S0 } }");
    check_code(&gdg, expected);
}

#[test]
fn a_common_factor_of_what_is_added_is_multiplied_with_once() {
    check_sum(
        "reassociable",
        "x[i] = x[i] + s * A[i][j] * y[j];",
        "
        for (long i = 0; i < n; i++) {
          double x_i = 0;
          for (long j = 0; j < n; j++)
            x_i += A[i][j] * y[j];
          x[i] += s * x_i;
        }
        ",
    );
    check_sum(
        "reassociable",
        "x[i] = x[i] - (A[i][j] * z[i] * y[j] + z[i] * B[i][j]);",
        "
        for (long i = 0; i < n; i++) {
          double x_i = 0;
          const double z_i = z[i];
          for (long j = 0; j < n; j++)
            x_i -= A[i][j] * y[j] + B[i][j];
          x[i] += z_i * x_i;
        }
        ",
    );
}

#[test]
fn factors_stay_where_sums_must_not_change_or_not_all_terms_have_them() {
    let check_same = |extra: &str, update: &str, inner: &str| {
        let expected = format!(
            "
        for (long i = 0; i < n; i++) {{
          double x_i = x[i];
          for (long j = 0; j < n; j++)
            {inner}
          x[i] = x_i;
        }}
        "
        );
        check_sum(extra, update, &expected);
    };
    check_same("", "x[i] = x[i] + s * A[i][j];", "x_i += s * A[i][j];");
    check_same("reassociable", "x[i] = x[i] + (s * A[i][j] + B[i][j]);", "x_i += s * A[i][j] + B[i][j];");
    check_same("reassociable", "x[i] = x[i] + s * s * A[i][j];", "x_i += s * s * A[i][j];");
    check_same("reassociable", "x[i] = x[i] + y[j] * A[i][j];", "x_i += y[j] * A[i][j];");
    check_same("reassociable", "x[i] = x[i] + s;", "x_i += s;");
    check_same("reassociable", "x[i] = x[i] * (s * A[i][j]);", "x_i *= s * A[i][j];");
}

#[test]
fn a_loop_that_may_be_empty_is_guarded() {
    let gdg = small(
        "param m: i32",
        &[("S[i, j] : 0 <= i < n and 0 <= j < m", "x[i] = x[i] + y[j];")],
        "for i { for j { S0 } }",
    );
    check_code(
        &gdg,
        "
        if (m > 0)
          for (long i = 0; i < n; i++) {
            double x_i = x[i];
            for (long j = 0; j < m; j++)
              x_i += y[j];
            x[i] = x_i;
          }
        ",
    );
}

#[test]
fn loads_under_a_condition_are_not_moved() {
    let gdg = small(
        "",
        &[("S[i, j] : 0 <= i < n and 0 <= j < n", "A[i][j] = A[i][j] > 0.0 ? x[i] : y[j];")],
        "for i { for j { S0 } }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++)
          for (long j = 0; j < n; j++)
            A[i][j] = A[i][j] > 0.0 ? x[i] : y[j];
        ",
    );
}

#[test]
fn data_dependent_subscripts_stay_in_memory() {
    let gdg = small(
        "array idx: i32[n] live_in",
        &[("S[i] : 0 <= i < n", "x[i] = 1.0;"), ("S[i] : 0 <= i < n", "x[idx[i]] = x[i] + y[idx[i]];")],
        "for i { S0 S1 }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++) {
          x[i] = 1.0;
          x[idx[i]] = x[i] + y[idx[i]];
        }
        ",
    );
}

#[test]
fn bounds_that_several_loops_have_get_a_name() {
    let original =
        small("", &[("S[i] : 0 <= i < n", "x[i] = 0.0;"), ("S[i] : 0 <= i < n", "y[i] = 0.0;")], "for i { S0 S1 }");
    let tiled = edit(&original, &[0], |node| {
        let tiled = tile(node, &[32])?;
        // Distribute the point loop.
        let filters = isl::UnionSetList::alloc(tiled.ctx(), 2)?
            .add(&isl::UnionSet::read(tiled.ctx(), "[n] -> { S0[i] }")?)?
            .add(&isl::UnionSet::read(tiled.ctx(), "[n] -> { S1[i] }")?)?;
        tiled.child(0)?.insert_sequence(&filters)
    });
    check_code(
        &tiled,
        "
        for (long ii = 0; ii < n; ii += 32) {
          const long i_end = polymill_min(n, ii + 32);
          for (long i = ii; i < i_end; i++)
            x[i] = 0.0;
          for (long i = ii; i < i_end; i++)
            y[i] = 0.0;
        }
        ",
    );
}

#[test]
fn names_do_not_hide_those_of_the_region() {
    let gdg = small(
        "array i: f64[n] live_in",
        &[("S[i] : 0 <= i < n", "x[iterator.i] = array.i[iterator.i];")],
        "for i { S0 }",
    );
    check_code(
        &gdg,
        "
        for (long i2 = 0; i2 < n; i2++)
          x[i2] = i[i2];
        ",
    );
}

#[test]
fn assumptions_are_checked() {
    let gdg = small("assume { : n >= 100 }", &[("S[i] : 0 <= i < n", "x[i] = 0.0;")], "for i { S0 }");
    check_code(
        &gdg,
        "
        if (n >= 100) {
          for (long i = 0; i < n; i++)
            x[i] = 0.0;
        } else {
            original();
        }
        ",
    );
}

#[test]
fn marks_become_pragmas_and_vanish_with_their_loops() {
    let gdg =
        small("", &[("S[i, j] : 0 <= i < n and 0 <= j < n", "A[i][j] = B[i][j] * x[i];")], "for i { for j { S0 } }");
    let marked = edit(&gdg, &[0], |node| {
        let node = mark_members(join(node, 2)?, &[(0, Mark::Parallel), (1, Mark::Simd)])?;
        Ok(node)
    });
    check_code(
        &marked,
        "
        #pragma omp parallel for
        for (long i = 0; i < n; i++) {
          const double x_i = x[i];
          #pragma omp simd
          for (long j = 0; j < n; j++)
            A[i][j] = B[i][j] * x_i;
        }
        ",
    );
    let one = small("", &[("S[i, j] : i = 3 and 0 <= j < n", "A[i][j] = B[i][j];")], "for i { for j { S0 } }");
    let marked = edit(&one, &[0], |node| mark_members(join(node, 2)?, &[(0, Mark::Parallel)]));
    check_code(
        &marked,
        "
        for (long j = 0; j < n; j++)
          A[3][j] = B[3][j];
        ",
    );
    let both = edit(&one, &[0], |node| mark_members(join(node, 2)?, &[(1, Mark::Parallel), (1, Mark::Simd)]));
    check_code(
        &both,
        "
        #pragma omp parallel for simd
        for (long j = 0; j < n; j++)
          A[3][j] = B[3][j];
        ",
    );
    let nested = edit(&gdg, &[0], |node| mark_members(join(node, 2)?, &[(0, Mark::Parallel), (1, Mark::Parallel)]));
    check_code(
        &nested,
        "
        #pragma omp parallel for
        for (long i = 0; i < n; i++) {
          const double x_i = x[i];
          for (long j = 0; j < n; j++)
            A[i][j] = B[i][j] * x_i;
        }
        ",
    );
}

#[test]
fn loops_that_carry_dependences_are_never_parallel() {
    let gdg = small("", &[("S[i] : 1 <= i < n", "x[i] = x[i - 1];")], "for i { S0 }");
    let marked = edit(&gdg, &[0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    let error = polymill_lower::generate(&marked).unwrap_err().to_string();
    assert!(error.contains("it carries a dependence"), "{error}");
    let unknown = polymill_gdg::Gdg { dependences: None, ..marked };
    let error = polymill_lower::generate(&unknown).unwrap_err().to_string();
    assert!(error.contains("the dependences are not known"), "{error}");
}

#[test]
fn loops_that_carry_dependences_are_not_vectorized() {
    let gdg = small("", &[("S[i] : 1 <= i < n", "x[i] = x[i - 1];")], "for i { S0 }");
    let marked = edit(&gdg, &[0], |node| mark_members(node, &[(0, Mark::Simd)]));
    check_code(
        &marked,
        "
        for (long i = 1; i < n; i++)
          x[i] = x[i - 1];
        ",
    );
}

#[test]
fn each_separate_loop_has_its_own_local_scalars() {
    let original = small(
        "array s: f64 local",
        &[("S[i] : 0 <= i < n", "s = x[i];"), ("S[i] : 0 <= i < n", "y[i] = s * s;")],
        "for i { S0 S1 }",
    );
    let separated = edit(&privatized(&original), &[0], |node| {
        let tiled = tile(node, &[32])?;
        let option = isl::UnionSet::read(tiled.ctx(), "[n] -> { isolate[[] -> [i]] : i + 31 < n }")?;
        mark_members(tiled.band_set_ast_build_options(&option)?, &[(0, Mark::Parallel)])
    });
    check_code(
        &separated,
        "
        polymill_has_effects();
        #pragma omp parallel for
        for (long ii = 0; ii < n - 31; ii += 32)
          for (long i = ii; i < ii + 32; i++) {
            double s = x[i];
            y[i] = s * s;
          }
        if (n % 32 > 0)
          for (long i = n - (n + 31) % 32 - 1; i < n; i++) {
            double s = x[i];
            y[i] = s * s;
          }
        ",
    );
}

#[test]
fn values_that_cross_iterations_keep_locals_outside() {
    let gdg = small(
        "array s: f64 local",
        &[("S[] : ", "s = 0.0;"), ("S[i] : 0 <= i < n", "s = s + x[i];"), ("S[] : ", "y[0] = s;")],
        "S0 for i { S1 } S2",
    );
    check_code(
        &gdg,
        "
        {
          double s = 0.0;
          for (long i = 0; i < n; i++)
            s += x[i];
          y[0] = s;
        }
        ",
    );
}

#[test]
fn threads_never_share_a_local_array_that_they_write() {
    // The anti and output dependences on `s` were given up, but its value leaves the loop over `j`, which runs in order.
    let original = small(
        "array s: f64 local",
        &[
            ("S[i] : 0 <= i < n", "s = x[i];"),
            ("S[i, j] : 0 <= i < n and 0 <= j < n", "s = A[i][j];"),
            ("S[i, j] : 0 <= i < n and 0 <= j < n", "B[i][j] = s;"),
            ("S[i] : 0 <= i < n", "y[i] = s;"),
        ],
        "for i { S0 for j { S1 S2 } S3 }",
    );
    let marked = edit(&privatized(&original), &[0, 0, 1, 0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    check_code(
        &marked,
        "
        for (long i = 0; i < n; i++) {
          {
            double s = x[i];
          }
          double s;
          for (long j = 0; j < n; j++) {
            s = A[i][j];
            B[i][j] = s;
          }
          y[i] = s;
        }
        ",
    );
}

#[test]
fn values_are_kept_across_loops_that_use_them() {
    let gdg = small(
        "param m: i32",
        &[
            ("S[i] : 0 <= i < n", "x[i] = 0.0;"),
            ("S[i, j] : 0 <= i < n and 0 <= j < m", "x[i] = x[i] + y[j];"),
            ("S[i] : 0 <= i < n", "x[i] = x[i] / 2.0;"),
        ],
        "for i { S0 for j { S1 } S2 }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++) {
          double x_i = 0.0;
          for (long j = 0; j < m; j++)
            x_i += y[j];
          x_i /= 2.0;
          x[i] = x_i;
        }
        ",
    );
}

#[test]
fn values_are_not_kept_across_other_loops() {
    let gdg = small(
        "",
        &[
            ("S[i] : 0 <= i < n", "x[i] = 0.0;"),
            ("S[i, j] : 0 <= i < n and 0 <= j < n", "A[i][j] = 1.0;"),
            ("S[i] : 0 <= i < n", "x[i] = x[i] + 2.0;"),
        ],
        "for i { S0 for j { S1 } S2 }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++) {
          x[i] = 0.0;
          for (long j = 0; j < n; j++)
            A[i][j] = 1.0;
          x[i] += 2.0;
        }
        ",
    );
}

#[test]
fn sums_stay_in_memory_where_arrays_may_overlap() {
    let gdg = small(
        "alias x y",
        &[("S[i, j] : 0 <= i < n and 0 <= j < n", "x[i] = x[i] + y[j] * z[i];")],
        "for i { for j { S0 } }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++) {
          const double z_i = z[i];
          for (long j = 0; j < n; j++)
            x[i] += y[j] * z_i;
        }
        ",
    );
}

#[test]
fn values_of_guarded_parts_are_kept_if_they_certainly_exist() {
    let gdg = small(
        "",
        &[
            ("S[i, j] : 0 <= i < n and 0 <= j < n and j >= 7", "A[i][j] = A[i][j] * 2.0;"),
            ("S[i, j] : 0 <= i < n and 0 <= j < n", "A[i][j] = A[i][j] + 1.0;"),
        ],
        "for i { for j { S0 S1 } }",
    );
    check_code(
        &gdg,
        "
        for (long i = 0; i < n; i++)
          for (long j = 0; j < n; j++) {
            double A_ij = A[i][j];
            if (j >= 7)
              A_ij *= 2.0;
            A_ij += 1.0;
            A[i][j] = A_ij;
          }
        ",
    );
}

/// The GDG with the dependences between the instances of a statement given up, as if its updates could be reordered.
fn reassociated(gdg: &polymill_gdg::Gdg, statement: &str) -> polymill_gdg::Gdg {
    let mut gdg = gdg.clone();
    let domain = gdg.statements.iter().find(|each| each.name == statement).unwrap().domain.to_union_set().unwrap();
    let dependences = gdg.dependences.as_mut().unwrap();
    let removed = dependences.ordering().unwrap().intersect_domain(&domain).unwrap().intersect_range(&domain).unwrap();
    let (pass, reason) = ("reassociate".to_owned(), "the user allowed it".to_owned());
    let nothing = isl::UnionMap::empty(&removed.get_space().unwrap()).unwrap();
    dependences.relax(polymill_gdg::Relaxation { pass, removed, reason }, &nothing).unwrap();
    gdg
}

#[test]
fn updates_in_any_order_are_reductions() {
    let sum = small("array sum: f64 live_in live_out", &[("S[i] : 0 <= i < n", "sum = sum + x[i];")], "for i { S0 }");
    let marked = edit(&reassociated(&sum, "S0"), &[0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    check_code(
        &marked,
        "
        #pragma omp parallel for reduction(+:sum)
        for (long i = 0; i < n; i++)
          sum += x[i];
        ",
    );
    let counts = small(
        "array c: f64[4][2] live_in live_out",
        &[("S[i, j] : 0 <= i < n and 0 <= j < 2", "c[i % 4][j] = c[i % 4][j] - x[i];")],
        "for i { for j { S0 } }",
    );
    let marked = edit(&reassociated(&counts, "S0"), &[0], |node| mark_members(join(node, 2)?, &[(0, Mark::Parallel)]));
    check_code(
        &marked,
        "
        #pragma omp parallel for reduction(+:c[0:4][0:2])
        for (long i = 0; i < n; i++) {
          const double x_i = x[i];
          for (long j = 0; j < 2; j++)
            c[i % 4][j] -= x_i;
        }
        ",
    );
}

#[test]
fn updates_that_openmp_cannot_combine_are_never_parallel() {
    let sums =
        small("", &[("S[i, j] : 0 <= i < n and 0 <= j < n", "x[i] = x[i] + A[i][j];")], "for i { for j { S0 } }");
    let marked = edit(&reassociated(&sums, "S0"), &[0, 0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    let error = polymill_lower::generate(&marked).unwrap_err().to_string();
    assert!(error.contains("OpenMP has no reduction"), "{error}");
}
