//! How the code of a region can become a function of its own.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::scop::{Computed, Source, assigned_in, declared_in};
use crate::syntax::{Expr, ExprKind, Stmt, StmtKind, Storage, Token, Type, VarId, sizes_of, tokenize};

/// What a function is told that runs the code of a region: the variables of the enclosing function that the code uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// In an order in which they can be declared.
    pub parameters: Vec<OutlineParameter>,
    /// The first byte of the enclosing function's definition in the preprocessed text.
    pub preprocessed: usize,
    /// The first byte of the enclosing function's definition in the original file, if it is known for sure.
    pub original: Option<usize>,
}

impl Outline {
    /// The same function, which is told what is computed before the region, too.
    pub(crate) fn with(mut self, computed: &[Computed]) -> Self {
        let parameters = computed.iter().map(|Computed { name, ty, .. }| OutlineParameter {
            name: name.clone(),
            declaration: format!("{ty} {name}"),
            is_reference: false,
            value: None,
        });
        self.parameters.splice(0..0, parameters);
        self
    }
}

/// A parameter of an outlined function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineParameter {
    /// The variable's name.
    pub name: String,
    /// What stands in the list of parameters: `double A[n][m]`, `int *count`.
    pub declaration: String,
    /// Whether the variable's address is passed: the region assigns it, or it is a structure.
    pub is_reference: bool,
    /// How a variable of the function is declared that holds the value of a number whose address is passed, if nothing else
    /// leads to the number: `int count`.
    pub value: Option<String>,
}

/// Finds out how the statements, which stand one after the other in a function, can become a function. `None` if a
/// variable's declaration cannot be repeated there, or would mean something else.
pub(crate) fn outline(source: &Source<'_>, text: &str, tokens: &[Token], stmts: &[&Stmt]) -> Option<Outline> {
    let region = Region { source, text, tokens, assigned: stmts.iter().flat_map(|stmt| assigned_in(stmt)).collect() };
    if source.function.body.any(&|stmt| matches!(stmt.kind, StmtKind::Types)) {
        // A declaration may use a type that only the function knows.
        return None;
    }
    let used = region.used(stmts)?;
    let mut parameters = used.iter().map(|var| region.parameter(*var)).collect::<Option<Vec<_>>>()?;
    // Sizes of arrays are declared before them.
    parameters.sort_by_key(|(is_sized, _)| *is_sized);
    let parameters = parameters.into_iter().map(|(_, parameter)| parameter).collect::<Vec<_>>();
    if !region.is_closed(&parameters) {
        return None;
    }
    Some(Outline { parameters, preprocessed: source.function.span.start, original: None })
}

/// Whether the value depends on more than variables and constants.
fn reads_memory(expr: &Expr) -> bool {
    use ExprKind::*;
    !matches!(expr.kind, Int(_) | Var(_) | Unary(..) | Binary(..) | Cast(_) | Conditional(..))
}

struct Region<'a> {
    source: &'a Source<'a>,
    text: &'a str,
    tokens: &'a [Token],
    /// Variables that the region assigns.
    assigned: BTreeSet<VarId>,
}

impl Region<'_> {
    /// The variables of the function that the statements use and do not declare. `None` if two things that they use have
    /// one name.
    fn used(&self, stmts: &[&Stmt]) -> Option<BTreeSet<VarId>> {
        let unit = self.source.unit;
        let declared: BTreeSet<VarId> = stmts.iter().flat_map(|stmt| declared_in(stmt)).collect();
        let mut found = declared.clone();
        let mut waiting: Vec<VarId> = declared.iter().copied().collect();
        for stmt in stmts {
            stmt.for_each_expr(&mut |expr| waiting.extend(expr.as_var()));
        }
        let mut sizes = BTreeSet::new();
        let mut is_plain = true;
        while let Some(var) = waiting.pop() {
            found.insert(var);
            for size in sizes_of(&unit.var(var).ty.ty) {
                is_plain &= !size.any(&reads_memory);
                size.for_each(&mut |expr| {
                    if let Some(inner) = expr.as_var().filter(|inner| sizes.insert(*inner)) {
                        waiting.push(inner);
                    }
                });
            }
        }
        let is_global = |var: &&VarId| matches!(unit.var(**var).storage, Storage::Global | Storage::StaticGlobal);
        let outside: BTreeSet<VarId> = found.difference(&declared).copied().collect();
        let names: BTreeSet<&str> = outside.iter().map(|var| unit.var(*var).name.as_str()).collect();
        // What a size is computed from must still have the value that it had where the array was declared.
        let changing = assigned_in(&self.source.function.body);
        let is_fixed = |size: &VarId| {
            let is_private = unit.var(*size).is_automatic() && !self.source.escapes.contains(*size, unit);
            unit.var(*size).constant.is_some() || (is_private && !changing.contains(size) && !declared.contains(size))
        };
        let is_local_extern =
            |var: &VarId| is_global(&var) && self.source.function.span.contains(&unit.var(*var).span.start);
        let is_clear = is_plain
            && names.len() == outside.len()
            && outside.iter().all(|var| !unit.var(*var).is_odd && !is_local_extern(var))
            && sizes.iter().all(is_fixed);
        is_clear.then(|| outside.iter().filter(|var| !is_global(var)).copied().collect())
    }

    /// Whether the declarations use no other variables of the function: constants may have been folded into the types.
    fn is_closed(&self, parameters: &[OutlineParameter]) -> bool {
        let function = self.source.function;
        let locals: BTreeSet<&str> = declared_in(&function.body)
            .into_iter()
            .chain(function.params.iter().copied())
            .map(|var| self.source.unit.var(var).name.as_str())
            .collect();
        let is_passed = |word: &str| parameters.iter().any(|parameter| parameter.name == word);
        let words = parameters.iter().flat_map(|parameter| {
            tokenize(&parameter.declaration)
                .tokens
                .into_iter()
                .map(move |token| token.text(&parameter.declaration).to_owned())
        });
        words.into_iter().all(|word| is_passed(&word) || !locals.contains(word.as_str()))
    }

    /// How a variable is passed, and whether it is more than a number.
    fn parameter(&self, var: VarId) -> Option<(bool, OutlineParameter)> {
        let variable = self.source.unit.var(var);
        let is_scalar = variable.ty.ty.scalar().is_some();
        let is_struct = matches!(variable.ty.ty, Type::Struct(_));
        let is_assigned = self.assigned.contains(&var);
        let is_pointer = matches!(variable.ty.ty, Type::Pointer(_) | Type::Array(_));
        if !(is_scalar || is_struct || is_pointer && !is_assigned) {
            return None;
        }
        let is_reference = is_struct || is_assigned;
        let declared = |is_reference| match variable.storage {
            Storage::Param => self.declared_parameter(&variable.span, is_reference),
            _ => self.declared_local(&variable.span, is_reference),
        };
        let declaration = declared(is_reference)?;
        let is_alone = variable.is_automatic() && !self.source.escapes.contains(var, self.source.unit);
        let value = if is_reference && is_scalar && is_alone { declared(false) } else { None };
        Some((!is_scalar, OutlineParameter { name: variable.name.clone(), declaration, is_reference, value }))
    }

    /// The declaration of a parameter of the function, whose name stands at `name`.
    fn declared_parameter(&self, name: &Range<usize>, is_reference: bool) -> Option<String> {
        let at = self.position(name)?;
        let function = self.source.function;
        let start = self.tokens.partition_point(|token| (token.start as usize) < function.span.start);
        let is_name = |index: &usize| self.word(*index) == function.name && self.word(index + 1) == "(";
        let first = (start..at).find(is_name)? + 2;
        let (mut depth, mut from) = (0, first);
        for index in first..self.tokens.len() {
            match self.word(index) {
                "," | ")" if depth == 0 => {
                    if (from..index).contains(&at) {
                        return self.rewritten(&(from..index).collect::<Vec<_>>(), at, is_reference);
                    }
                    if self.word(index) == ")" {
                        return None;
                    }
                    from = index + 1;
                }
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The declaration of a local variable, whose name stands at `name`.
    fn declared_local(&self, name: &Range<usize>, is_reference: bool) -> Option<String> {
        let at = self.position(name)?;
        let mut statement = None;
        self.source.function.body.for_each(&mut |stmt| {
            if matches!(stmt.kind, StmtKind::Declare(_)) && stmt.span.contains(&name.start) {
                statement = Some(stmt.span.clone());
            }
        });
        let statement = statement?;
        let start = self.tokens.partition_point(|token| (token.start as usize) < statement.start);
        let end = self.tokens.partition_point(|token| (token.start as usize) < statement.end);
        // Declarators stand between commas; each ends before its initializer.
        let (mut depth, mut declarators, mut from) = (0, vec![], start);
        let mut until = None;
        for index in start..end {
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "=" if depth == 0 => until = until.or(Some(index)),
                "," | ";" if depth == 0 => {
                    declarators.push(from..until.take().unwrap_or(index));
                    from = index + 1;
                }
                _ => {}
            }
        }
        let specifiers = start..self.declarator_start(declarators.first()?)?;
        let declarator = declarators.iter().find(|range| range.contains(&at))?.clone();
        let own = if declarator.start == start { specifiers.end..declarator.end } else { declarator };
        self.rewritten(&specifiers.chain(own).collect::<Vec<_>>(), at, is_reference)
    }

    /// Where the first declarator of a declaration starts: at its first `*` or `(`, or at the name.
    fn declarator_start(&self, first: &Range<usize>) -> Option<usize> {
        let is_punctuation = |index: &usize| matches!(self.word(*index), "*" | "(" | "[");
        let at = first.clone().find(is_punctuation).unwrap_or(first.end);
        let is_name_before = at == first.end || self.word(at) == "[";
        if is_name_before { at.checked_sub(1).filter(|at| *at > first.start) } else { Some(at) }
    }

    /// The tokens as text, without what does not belong in a list of parameters; with a `*` in front of the name for a
    /// reference. `None` if they are more than a plain declaration.
    fn rewritten(&self, indices: &[usize], name: usize, is_reference: bool) -> Option<String> {
        let is_refused = |index: &usize| {
            let word = self.word(*index);
            matches!(word, "{" | "}" | "=" | "typeof" | "asm" | "_Alignas" | "alignas" | "auto")
                || (is_reference && word == "register")
                || (word.starts_with("__") && !word.contains("restrict"))
        };
        let is_plain =
            indices.last() == Some(&name) && !indices.iter().any(|index| matches!(self.word(*index), "*" | "("));
        if !indices.contains(&name) || indices.iter().any(is_refused) || (is_reference && !is_plain) {
            return None;
        }
        let mut declaration = String::new();
        // The outermost size of an array says nothing here, and may need variables that are not at hand.
        let outermost = name + 1..self.end_of_size(name + 1);
        for &index in indices {
            let word = self.word(index);
            let is_qualifier = matches!(word, "restrict" | "const" | "volatile") || word.starts_with("__restrict");
            let is_kept = !outermost.contains(&index) || is_qualifier || matches!(word, "[" | "]");
            if !is_kept || matches!(word, "static" | "register") {
                continue;
            }
            let touches =
                index.checked_sub(1).is_some_and(|before| self.tokens[before].end == self.tokens[index].start);
            if !declaration.is_empty() && (!touches || !indices.contains(&(index - 1))) {
                declaration.push(' ');
            }
            if is_reference && index == name {
                declaration.push('*');
            }
            declaration.push_str(word);
        }
        Some(declaration)
    }

    /// Behind the bracket that closes the one at `open`; `open` itself if there is none.
    fn end_of_size(&self, open: usize) -> usize {
        let mut depth = 0;
        for index in open..self.tokens.len() {
            match self.word(index) {
                "[" => depth += 1,
                "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return if index > open { index + 1 } else { open };
            }
        }
        open
    }

    fn word(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| token.text(self.text))
    }

    fn position(&self, name: &Range<usize>) -> Option<usize> {
        let index = self.tokens.partition_point(|token| (token.start as usize) < name.start);
        self.tokens.get(index).filter(|token| token.range() == *name).map(|_| index)
    }
}

#[cfg(test)]
mod tests {
    use crate::{RaiseOptions, SourceInput, raise};

    /// Checks the parameters of the function that the only region of a text can become; `None` if it cannot.
    fn check(text: &str, expected: Option<&[&str]>) {
        let ctx = polymill_isl::Context::new().unwrap();
        let raised = raise(&ctx, &SourceInput::text("a.c", text), &RaiseOptions::default());
        assert_eq!(raised.regions.len(), 1, "{:?}", raised.diagnostics);
        let outline = raised.regions[0].outline.clone();
        let found: Option<Vec<_>> =
            outline.map(|outline| outline.parameters.into_iter().map(|p| p.declaration).collect());
        let found: Option<Vec<&str>> = found.as_ref().map(|found| found.iter().map(String::as_str).collect());
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn parameters_are_declared_as_before_but_for_their_outermost_size() {
        check(
            "void f(double A[restrict static 4][3], double (*B)[5], const float *x, register int n) {
               for (int i = 0; i < n; i++) A[i][0] += B[i][1] + x[i];
             }",
            Some(&["int n", "double A[restrict][3]", "double (*B)[5]", "const float *x"]),
        );
    }

    #[test]
    fn sizes_come_first_even_if_nothing_else_uses_them() {
        check(
            "void f(int n, int m, double A[n][m + 1]) { for (int i = 0; i < n; i++) A[i][0] = 1; }",
            Some(&["int n", "int m", "double A[][m + 1]"]),
        );
    }

    #[test]
    fn locals_are_declared_by_their_own_declarators() {
        check(
            "void f(int n, double *restrict x) {
               static long unsigned a = 1, b[4] = {1, 2}, *c;
               for (int i = 0; i < n; i++) x[i] = a + b[2];
             }",
            Some(&["int n", "long unsigned a", "double *restrict x", "long unsigned b[]"]),
        );
    }

    #[test]
    fn what_the_region_assigns_is_passed_by_its_address() {
        check(
            "int f(int n, double *x) {
               int last = -1; const double one = 1;
               for (int i = 0; i < n; i++) { x[i] = one; last = i; }
               return last;
             }",
            Some(&["int n", "int *last", "const double one", "double *x"]),
        );
    }

    #[test]
    fn a_type_that_only_the_function_knows_cannot_be_passed() {
        check(
            "void f(int n, double *x) { struct { double y; } s = {1}; for (int i = 0; i < n; i++) x[i] = s.y; }",
            None,
        );
    }

    #[test]
    fn a_size_that_changes_cannot_be_passed() {
        check("void f(int n, int m, double A[n][m]) { m--; for (int i = 0; i < n; i++) A[i][0] = 1; }", None);
    }

    #[test]
    fn a_size_that_is_read_from_memory_cannot_be_passed() {
        check(
            "struct S { int m; };
             void f(struct S *p, int n, double A[n][p->m]) { p->m--; for (int i = 0; i < n; i++) A[i][0] = 1; }",
            None,
        );
    }

    #[test]
    fn what_only_the_function_knows_cannot_be_declared_elsewhere() {
        let loops = "for (int i = 0; i < n; i++) x[i] = ";
        check(&format!("void f(int n, float *x) {{ typedef float T; T a = 1; {loops} a; }}"), None);
        check(&format!("void f(int n, float *x) {{ extern float y[100]; {loops} y[i]; }}"), None);
        check(&format!("void f(int n, float *x) {{ const int m = 8; float A[9][m]; g(A); {loops} A[i][0]; }}"), None);
    }

    #[test]
    fn a_register_has_no_address() {
        check(
            "int f(int n, int *x) { register int a = 0; for (int i = 0; i < n; i++) { x[i] = a; a = i; } return a; }",
            None,
        );
    }
}
