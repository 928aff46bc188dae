//! What is read from C text.

use proptest::prelude::*;

use super::show::{show_expr, show_stmt};
use super::*;
use crate::{Error, Preprocessed};
use polymill_diagnostics::FileId;

fn read(text: &str) -> std::result::Result<Parsed, Error> {
    parse(&Preprocessed::from_text(text, "a.c"), FileId(0), Dialect::default())
}

/// The body of the last function, and what was said.
fn check(text: &str, expected: &str) {
    let shown = match read(text) {
        Ok(parsed) => {
            let body = parsed.unit.functions.last().map(|f| show_stmt(&f.body, &parsed.unit)).unwrap_or_default();
            let said: Vec<_> = parsed.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
            [vec![body], said].concat().join("\n")
        }
        Err(error) => error.to_string(),
    };
    assert_eq!(shown.trim(), expected.trim());
}

/// The expression `e`, where `a`, `b`, `n` are `int`, `x` is `double`, `p` is `int *`, `s` is a structure and `T` is a
/// type.
fn check_expr(e: &str, expected: &str) {
    check_expr_with(e, expected, false);
}

fn check_typed(e: &str, expected: &str) {
    check_expr_with(e, expected, true);
}

fn check_expr_with(e: &str, expected: &str, typed: bool) {
    let text = format!(
        "typedef double T; struct S {{ int i; float f[4]; struct S *next; }}; enum {{ RED = 3, GREEN }};
         void g(int a, int b, unsigned n, double x, int *p, struct S s, char c, T *t) {{ {e}; }}"
    );
    let parsed = read(&text).unwrap();
    assert_eq!(parsed.diagnostics, [], "{e}");
    let StmtKind::Block(body) = &parsed.unit.functions[0].body.kind else { panic!("no body") };
    let StmtKind::Expr(expr) = &body[0].kind else { panic!("no expression: {body:?}") };
    assert_eq!(show_expr(expr, &parsed.unit, typed), expected);
    assert_eq!(text[expr.span.clone()].trim_matches(['(', ')']), e.trim_matches(['(', ')']));
}

#[test]
fn operators_bind_as_in_c() {
    check_expr("a / (b) * n - (a) - 1", "((((a Div b) Mul n) Sub a) Sub 1)");
    check_expr("a << 1 + b & 3 ^ n | a", "((((a Shl (1 Add b)) BitAnd 3) BitXor n) BitOr a)");
    check_expr("a < b == n > 1 && a || b", "((((a Lt b) Eq (n Gt 1)) And a) Or b)");
    check_expr("-a * !b + ~n", "(((Neg a) Mul (Not b)) Add (BitNot n))");
    check_expr("*p++ + *p * a", "((*(p++)) Add ((*p) Mul a))");
    check_expr("a = b += a ? b : a ? n : 1", "(a = (b Add= (a ? b : (a ? n : 1))))");
    check_expr("a -1", "(a Sub 1)");
    check_expr("(a, b)", "(a, b)");
    check_expr("&p[1] - &*p", "((&p[1]) Sub (&(*p)))");
    check_expr("s.next->f[a]", "s.next->f[a]");
    check_expr("1[p]", "p[1]");
}

#[test]
fn casts_follow_the_names_of_types() {
    check_expr("(T) (a) / b", "(((f64) a) Div b)");
    check_expr("(T) a[p]", "((f64) p[a])");
    check_expr("(T) (p)[a]", "((f64) p[a])");
    check_expr("(T) -a * b", "(((f64) (Neg a)) Mul b)");
    check_expr("(a) - b", "(a Sub b)");
    check_expr("(T *) p", "((f64*) p)");
    check_expr("((T (*)[4]) t)[1][2]", "((f64[4]*) t)[1][2]");
    check_expr("sizeof(T) * a", "(8 Mul a)");
    check_expr("sizeof (struct S) + sizeof s.f", "(32 Add 16)");
    check_expr("sizeof(int)*a", "(4 Mul a)");
    // As a cast, it would be one to a type of functions.
    check_expr("(a * (b * a)) + b", "((a Mul (b Mul a)) Add b)");
    check_expr("(a * (b * (a))) - ((a * (b)) + 1)", "((a Mul (b Mul a)) Sub ((a Mul b) Add 1))");
}

#[test]
fn types_are_those_of_c() {
    check_typed("c + 1u", "(c:i8 Add 1:u32):u32");
    check_typed("x = a / 2", "(x:f64 = (a:i32 Div 2:i32):i32):f64");
    check_typed("a < x", "(a:i32 Lt x:f64):i32");
    check_typed("p + a", "(p:i32* Add a:i32):i32*");
    check_typed("GREEN * 2L", "(4:i32 Mul 2:i64):i64");
    check_typed("'a' + 1.f", "(97:i32 Add 1.:f32):f32");
    check_typed("a ? x : n", "(a:i32 ? x:f64 : n:u32):f64");
    check_typed("s.f[0]", "s:struct #0.f:f32[4][0:i32]:f32");
}

#[test]
fn what_is_not_modelled_is_named() {
    check_expr("({ a; })", "<statement expression>");
    check_expr("a + __builtin_va_arg(c, int *)", "(a Add <__builtin_va_arg>)");
    check(
        "void f(void) { asm(\"nop\"); __asm__ volatile (\"\" ::: \"memory\"); }",
        "{ <inline assembly>; <inline assembly>; }",
    );
}

#[test]
fn statements() {
    check(
        "void f(int n, double A[n][n]) { int i; for (i = 0; i < n; i++) { if (i) A[i][0] = 1; else ; } }",
        "{ i: i32; for ((i = 0); (i Lt n); (i++)) { if i (A[i][0] = 1); else ; } }",
    );
    check(
        "int f(int n) { while (n) { n--; continue; } do { break; } while (1); l: goto l; return n; }",
        "{ while n { (n--); continue; } do { break; } while 1; label: goto; return n; }",
    );
    check(
        "void f(int n) { switch (n) { case 1 ... 3: n = 2; break; default: ; } for (;;) ; }",
        "{ switch n { label: { (n = 2); break; } label: { ; } } for (; ; ) ; }",
    );
}

#[test]
fn names_mean_what_their_scope_says() {
    check(
        "typedef int T; int a; void f(void) { typedef long U; U b = a; { float a; a = b; } T *c; T T; T = 1; }",
        "{ types; b: i64 = a; { a: f32; (a = b); } c: i32*; T: i32; (T = 1); }",
    );
    check(
        "enum { N = 4, M = N * 2 }; static const int K = M + 1; void f(void) { double A[K][M], *p = A[0]; }",
        "{ A: f64[8][9]; p: f64* = A[0]; }",
    );
    check(
        "void f(void) { int a[] = {1, 2, 3}; char *s = \"x\" \"y\"; struct { int x; } v = { .x = 1 }; }",
        "{ a: i32[3] = {1, 2, 3}; s: i8* = \"\"; v: struct #0 = {1}; }",
    );
}

#[test]
fn a_bad_function_costs_only_itself() {
    check(
        "void f(void) { int a = ; }\nvoid g(int n) { n = 1; }",
        "{ (n = 1); }\nnot-c: this declaration could not be read as C; it is left as it is",
    );
}

#[test]
fn what_is_not_c_is_one_error() {
    check("hello, world this is not C", "this declaration could not be read as C; it is left as it is");
    check("void f(void) { for (;;) {", "this is not complete C: `{` is never closed");
    check(
        &format!("int x = {}1{};", "(".repeat(1000), ")".repeat(1000)),
        "this is not complete C: brackets are nested more than 200 deep",
    );
}

#[test]
fn long_chains_of_operators_are_refused_not_followed() {
    check(
        &format!("void g(void) {{ }} int f(int a) {{ return a{}; }}", " + a".repeat(20_000)),
        "{  }\nnested-too-deeply: code is nested more than 128 levels deep",
    );
    let pointers = format!("void g(void) {{ }} int {}p;", "*".repeat(20_000));
    check(&pointers, "{  }\nnested-too-deeply: code is nested more than 128 levels deep");
    let negations = format!("void g(void) {{ }} int f(int a) {{ return {}a; }}", "- ".repeat(20_000));
    check(&negations, "{  }\nnested-too-deeply: code is nested more than 128 levels deep");
}

#[test]
fn prototypes_keep_what_their_attributes_promise() {
    let text = "extern double sq(double) __attribute__((const)); static inline __attribute__((__pure__)) int g(int *p);
                __attribute__((pure)) int h(void) { return 1; } double plain(double, ...);";
    let parsed = read(text).unwrap();
    let promises: Vec<_> =
        parsed.unit.prototypes.iter().map(|(name, p)| format!("{name} {:?} {}", p.purity, p.ty.is_prototype)).collect();
    assert_eq!(promises, ["g Pure true", "h Pure true", "plain None false", "sq Const true"]);
}

#[test]
fn qualifiers_of_parameters() {
    let text = "void f(int n, double (*restrict A)[n], double B[restrict static 4], volatile int *v, const float *const c);
                void f(int n, double (*restrict A)[n], double B[restrict static 4], volatile int *v, const float *const c) { }";
    let parsed = read(text).unwrap();
    let show = |id: &VarId| {
        let var = parsed.unit.var(*id);
        let target = var.ty.ty.target().map(|t| t.qualifiers).unwrap_or_default();
        format!("{} {} restrict={} volatile={}", var.name, var.ty.ty, var.ty.qualifiers.is_restrict, target.is_volatile)
    };
    let shown: Vec<_> = parsed.unit.functions[0].params.iter().map(show).collect();
    assert_eq!(
        shown,
        [
            "n i32 restrict=false volatile=false",
            "A f64[..]* restrict=true volatile=false",
            "B f64* restrict=true volatile=false",
            "v i32* restrict=false volatile=true",
            "c f32* restrict=false volatile=false",
        ]
    );
}

#[test]
fn words_before_a_declaration_count() {
    let text =
        "_Complex double z; __attribute__((vector_size(16))) float v; _Atomic int a; __thread int t; void f(void) {
                  __extension__ _Complex float w; static __thread int u; z; v; a; t; w; u; }";
    let parsed = read(text).unwrap();
    let show = |var: &Variable| format!("{} {} {} {}", var.name, var.ty.ty, var.ty.qualifiers.is_volatile, var.is_odd);
    let shown: Vec<_> = parsed.unit.vars.iter().map(show).collect();
    assert_eq!(
        shown,
        [
            "z _Complex false false",
            "v vector type false false",
            "a i32 true false",
            "t i32 false true",
            "w _Complex false false",
            "u i32 false true",
        ]
    );
}

/// A small program with most constructs, to mutate.
const SEED: &str = "typedef struct s { int n; double *a; } s_t; enum e { X = 1, Y };
static int g(int x) { return x > 0 ? x : -x; }
void f(int n, double A[n][n], s_t *p) {
  int i, j; double t = 0.5e-3;
#pragma scop
  for (i = 0; i < n; i++) { for (j = i; j <= (n) - 1; j += 2) { A[i][j] += p->a[g(i)] * t; } if (i % 2 == Y) t++; }
#pragma endscop
  do { switch (n) { case 1: goto end; default: break; } } while (n-- && sizeof(s_t)); end: return;
}
";

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_parser_panic(text in ".{0,200}") {
        let _ = read(&text);
    }

    #[test]
    fn no_mutation_makes_the_parser_panic(edits in prop::collection::vec((0..600usize, 0..600usize, any::<bool>()), 1..6)) {
        let mut bytes = SEED.as_bytes().to_vec();
        for (at, other, copy) in edits {
            let (at, other) = (at % bytes.len(), other % bytes.len());
            if copy {
                let piece = bytes[at.min(other)..at.max(other)].to_vec();
                bytes.splice(at..at, piece);
            } else {
                bytes.swap(at, other);
            }
            bytes.truncate(4000);
        }
        let _ = read(&String::from_utf8_lossy(&bytes));
    }
}
