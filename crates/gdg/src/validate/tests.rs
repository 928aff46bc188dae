use polymill_isl as isl;

use crate::{
    AccessId, AccessKind, Action, AliasPair, ArrayId, BinaryOp, Body, Expr, ExprKind, Gdg, GdgId, LocalId, Program,
    ScalarType, StatementId, Storage,
};

const TEXT: &str = "
gdg f {
  param n: i32
  context { : 0 < n <= 1000 }
  array A: f64[n][n] live_in live_out
  array x: i32[n] live_in
  array t: f64 local
  alias A x
  statement S {
    domain { S[i, j] : 0 <= i < n and 0 <= j <= i }
    iterators i: i32, j: i32
    body {
      var v: f64;
      v = A[i][j] * 2.0;
      A[i][j] = v + (f64)x[i + 1 - 1] + A[x[i]][(i64)j + 1_i64 - 1_i64];
    }
  }
  statement T {
    domain { T[i] : 0 <= i < n }
    iterators i: i32
    accesses {
      must_write t
      kill A : { T[i] -> A[i, j] }
    }
    body {
      t = 0.0;
    }
  }
  schedule {
    domain: \"{ S[i, j] : 0 <= i < n and 0 <= j <= i; T[i] : 0 <= i < n }\"
    child:
      sequence:
      - filter: \"{ S[i, j] }\"
        child:
          mark: \"parallel\"
          child:
            schedule: \"[{ S[i, j] -> [(i)] }]\"
      - filter: \"{ T[i] }\"
  }
  dependences {
    flow { S[i, j] -> T[i] }
    live_in { S[i, j] -> A[i, j] }
  }
}
";

fn parse(text: &str) -> (isl::Context, Program) {
    let ctx = isl::Context::new().unwrap();
    let program = Program::parse(&ctx, text).unwrap();
    (ctx, program)
}

/// Breaks the GDG of [`TEXT`], and checks what the validator says of it.
#[track_caller]
fn check(expected: &str, break_it: impl FnOnce(&isl::Context, &mut Gdg)) {
    let (ctx, mut program) = parse(TEXT);
    break_it(&ctx, program.gdg_mut(GdgId(0)));
    let error = program.validate().unwrap_err().to_string();
    let message = error.strip_prefix("bug in polymill: ").unwrap().strip_suffix("; please report it").unwrap();
    assert_eq!(message, expected);
}

/// As [`check`], for text that parses.
#[track_caller]
fn check_text(expected: &str, from: &str, to: &str) {
    assert!(TEXT.contains(from));
    let error = parse(&TEXT.replacen(from, to, 1)).1.validate().unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

fn body(gdg: &mut Gdg) -> &mut Body {
    &mut gdg.statements[0].body
}

/// The first value that the body of S stores or sets.
fn value(gdg: &mut Gdg) -> &mut Expr {
    match &mut body(gdg).actions[0] {
        Action::Set { value, .. } => value,
        other => panic!("{other:?}"),
    }
}

fn float(digits: &str) -> Expr {
    Expr { ty: ScalarType::F64, kind: ExprKind::Float(digits.to_owned()) }
}

#[test]
fn a_whole_gdg_is_valid() {
    parse(TEXT).1.validate().unwrap();
}

#[test]
fn names_are_names_and_unique() {
    check("`f g` is not a valid GDG name", |_, gdg| gdg.name = "f g".to_owned());
    check("gdg `f`: `p->n` is not a valid parameter name", |_, gdg| gdg.params[0].name = "p->n".to_owned());
    check("gdg `f`: `max` is not a valid array name", |_, gdg| gdg.arrays[0].name = "max".to_owned());
    check("gdg `f`: more than one array is named `x`", |_, gdg| gdg.arrays[0].name = "x".to_owned());
    check("gdg `f`: more than one statement is named `T`", |_, gdg| gdg.statements[0].name = "T".to_owned());
    check("gdg `f`: statement `S`: more than one iterator is named `j`", |_, gdg| {
        gdg.statements[0].iterators[0].name = "j".to_owned();
    });
}

#[test]
fn parameters_are_declared() {
    check("gdg `f`: context: there is no parameter `m`", |ctx, gdg| {
        gdg.context = isl::Set::read(ctx, "[m] -> { : m > 0 }").unwrap();
    });
    check("gdg `f`: statement `S`: there is no parameter `m`", |ctx, gdg| {
        gdg.statements[0].domain = isl::Set::read(ctx, "[m] -> { S[i, j] : 0 <= i, j < m }").unwrap();
    });
    check("gdg `f`: parameter `n` is of type f32", |_, gdg| gdg.params[0].ty = ScalarType::F32);
}

#[test]
fn arrays_have_their_sizes() {
    check("gdg `f`: array `A`: there is no parameter `m`", |ctx, gdg| {
        gdg.arrays[0].extents[0] = Some(isl::PwAff::read(ctx, "[m] -> { [(m)] }").unwrap());
    });
    check("gdg `f`: array `A`: 2 subscripts in its place, but 1 dimensions", |_, gdg| {
        gdg.arrays[0].extents.pop();
    });
    check("gdg `f`: array `A`: a size depends on more than parameters", |ctx, gdg| {
        gdg.arrays[0].extents[0] = Some(isl::PwAff::read(ctx, "[n] -> { [i] -> [(i)] }").unwrap());
    });
}

#[test]
fn local_arrays_are_not_live() {
    check("gdg `f`: array `A`: it is local, and yet live-in or live-out", |_, gdg| {
        gdg.arrays[0].storage = Storage::Local;
    });
}

#[test]
fn aliases_are_two_arrays_or_one_with_rows() {
    check("gdg `f`: aliases 1 and 1: neither two arrays in order nor one with rows", |_, gdg| {
        gdg.aliases[0] = AliasPair { first: ArrayId(1), second: ArrayId(1) };
    });
}

#[test]
fn domains_belong_to_their_statements() {
    check("gdg `f`: statement `S`: the domain is of `R`", |ctx, gdg| {
        gdg.statements[0].domain = isl::Set::read(ctx, "[n] -> { R[i, j] : 0 <= i, j < n }").unwrap();
    });
    check("gdg `f`: statement `S`: the domain has 2 dimensions, but there are 1 iterators", |_, gdg| {
        gdg.statements[0].iterators.pop();
    });
}

#[test]
fn accesses_fit_their_arrays() {
    let access = "gdg `f`: statement `S`: access 0 (read A): ";
    check(&format!("{access}1 subscripts for 2 dimensions"), |_, gdg| {
        gdg.statements[0].accesses[0].subscripts.pop();
    });
    check(&format!("{access}`B` with 2 dimensions where `A` with 2 belongs"), |ctx, gdg| {
        gdg.statements[0].accesses[0].relation = isl::Map::read(ctx, "{ S[i, j] -> B[i, j] }").unwrap();
    });
    check(&format!("{access}`S` with 1 dimensions where `S` with 2 belongs"), |ctx, gdg| {
        gdg.statements[0].accesses[0].relation = isl::Map::read(ctx, "{ S[i] -> A[i, i] }").unwrap();
    });
    check("gdg `f`: statement `S`: access 0 (read ?): there is no such array", |_, gdg| {
        gdg.statements[0].accesses[0].array = ArrayId(7);
    });
    check("gdg `f`: statement `S`: access 2 (read x): it stands in its own subscripts", |_, gdg| {
        gdg.statements[0].accesses[2].subscripts[0] = Expr { ty: ScalarType::I32, kind: ExprKind::Load(AccessId(2)) };
    });
}

#[test]
fn exact_accesses_name_what_their_subscripts_say() {
    check_text(
        "access 0 (must_write t): it is [n] -> { T[i] -> t[] : n <= 1000 and 0 < i < n }, but its subscripts say",
        "must_write t",
        "must_write t : { T[i] -> t[] : i > 0 }",
    );
    check(
        "gdg `f`: statement `S`: access 3 (read A): [n] -> { S[i, j] -> A[o0, o1] : 0 < n <= 1000 and 0 <= i < n and 0 <= j <= i and 0 <= o0 < n and 0 <= o1 < n } names more than one element",
        |ctx, gdg| {
            let access = &mut gdg.statements[0].accesses[3];
            access.kind = AccessKind::Read;
            access.relation = isl::Map::read(ctx, "[n] -> { S[i, j] -> A[o0, o1] : 0 <= o0, o1 < n }").unwrap();
        },
    );
}

#[test]
fn bodies_use_what_there_is() {
    let statement = "gdg `f`: statement `S`: ";
    check(&format!("{statement}the body loads access 9, which does not exist"), |_, gdg| {
        *value(gdg) = Expr { ty: ScalarType::F64, kind: ExprKind::Load(AccessId(9)) };
    });
    check(&format!("{statement}the body loads access 4, a must_write"), |_, gdg| {
        *value(gdg) = Expr { ty: ScalarType::F64, kind: ExprKind::Load(AccessId(4)) };
    });
    check(&format!("{statement}the body stores to access 0, a read"), |_, gdg| {
        body(gdg).actions[0] = Action::Store { access: AccessId(0), value: float("1.0") };
    });
    check(&format!("{statement}sets a variable that is not declared"), |_, gdg| {
        body(gdg).actions[0] = Action::Set { local: LocalId(1), value: float("1.0") };
    });
    check(&format!("{statement}there is no iterator 2"), |_, gdg| {
        *value(gdg) = Expr { ty: ScalarType::F64, kind: ExprKind::Iterator(2) };
    });
    check(&format!("{statement}there is no parameter 5"), |_, gdg| {
        *value(gdg) = Expr { ty: ScalarType::F64, kind: ExprKind::Param(crate::ParamId(5)) };
    });
    check(&format!("{statement}`f + g` is not a function"), |_, gdg| {
        *value(gdg) = Expr { ty: ScalarType::F64, kind: ExprKind::Call("f + g".to_owned(), vec![]) };
    });
}

#[test]
fn bodies_are_well_typed() {
    let statement = "gdg `f`: statement `S`: ";
    check(&format!("{statement}`1.5f` is not a value of type f64"), |_, gdg| *value(gdg) = float("1.5f"));
    check(&format!("{statement}300 is not a value of type u8"), |_, gdg| {
        *value(gdg) = Expr::int(ScalarType::Int { bits: 8, signed: false }, 300);
    });
    check(&format!("{statement}`+` of f64 and i32 gives f64"), |_, gdg| {
        let one = Expr::int(ScalarType::I32, 1);
        *value(gdg) = Expr::binary(ScalarType::F64, BinaryOp::Add, float("1.0"), one);
    });
    check(&format!("{statement}`%` of f64 and f64 gives f64"), |_, gdg| {
        *value(gdg) = Expr::binary(ScalarType::F64, BinaryOp::Rem, float("1.0"), float("2.0"));
    });
    check(&format!("{statement}sets a variable of another type to a value of i32"), |_, gdg| {
        *value(gdg) = Expr::int(ScalarType::I32, 1);
    });
    check("gdg `f`: statement `T`: stores i32 to an array of f64", |_, gdg| {
        gdg.statements[1].body = Body::store(AccessId(0), Expr::int(ScalarType::I32, 1));
    });
    check(&format!("{statement}a subscript is of type f64"), |_, gdg| {
        gdg.statements[0].accesses[3].subscripts[1] = float("1.0");
    });
}

#[test]
fn schedules_run_the_instances() {
    check("gdg `f`: schedule: it does not run [n] -> { T[i = 0] : 0 < n <= 1000 }", |ctx, gdg| {
        let some = isl::UnionSet::read(ctx, "{ S[i, j]; T[i] : i > 0 }").unwrap();
        gdg.schedule = gdg.schedule.intersect_domain(&some).unwrap();
    });
    check("gdg `f`: original: it runs [n] -> { T[-1] : 0 < n <= 1000 }, which are no instances", |ctx, gdg| {
        let extra = isl::UnionSet::read(ctx, "{ T[-1] }").unwrap();
        gdg.original = isl::Schedule::from_domain(&gdg.domain().unwrap().union(&extra).unwrap()).unwrap();
    });
}

#[test]
fn marks_mean_something_and_stand_above_loops() {
    check_text("original: `fast` is not a mark", "\"parallel\"", "\"fast\"");
    check_text(
        "mark `parallel` does not stand above a band of one member",
        "\"[{ S[i, j] -> [(i)] }]\"",
        "\"[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]\"",
    );
}

#[test]
fn dependences_are_between_instances() {
    check_text("flow dependences: there is no `R` with this many dimensions", "-> T[i] }", "-> R[i] }");
    check_text(
        "live-in accesses: there is no `A` with this many dimensions",
        "-> A[i, j] }\n  }\n}",
        "-> A[i] }\n  }\n}",
    );
}

#[test]
fn the_hierarchy_has_edges_both_ways() {
    check("gdg `f`: parents and children do not agree", |_, gdg| gdg.children.push(GdgId(0)));
    check("gdg `f`: parents and children do not agree", |_, gdg| gdg.parents.push(GdgId(3)));
}

#[test]
fn subscripts_that_may_wrap_are_not_affine() {
    let (_, program) = parse(&TEXT.replace("x[i + 1 - 1]", "x[(i32)((u8)i + 1_u8)]"));
    assert_eq!(program.gdg(GdgId(0)).statement(StatementId(0)).accesses[1].kind, AccessKind::MayRead);
    let (_, program) = parse(&TEXT.replace("x[i + 1 - 1]", "x[(i32)((u16)i + 1_u16)]"));
    assert_eq!(program.gdg(GdgId(0)).statement(StatementId(0)).accesses[1].kind, AccessKind::Read);
}
