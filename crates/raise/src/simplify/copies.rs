//! Assignments of structures in loops, as assignments of their members.

use std::ops::Range;

use crate::syntax::{
    Declaration, Expr, ExprKind, Extent, Initializer, Qualified, Stmt, StmtKind, StructId, Type, Unit,
};

/// Structures with more members stay as they are.
const MAX_MEMBERS: usize = 16;

/// Writes copies of structures in the loops of all functions as copies of their members.
pub(super) fn split_copies(unit: &mut Unit) {
    let mut functions = std::mem::take(&mut unit.functions);
    for function in functions.iter_mut().filter(|function| function.is_main) {
        let copies = Copies { unit };
        function.body.for_each_in_loops(&mut |stmt| copies.statement(stmt));
    }
    unit.functions = functions;
}

struct Copies<'a> {
    unit: &'a Unit,
}

impl Copies<'_> {
    fn statement(&self, stmt: &mut Stmt) {
        stmt.children_mut().into_iter().for_each(|child| self.statement(child));
        if let Some(body) = self.split(stmt) {
            stmt.rewrite(body);
        }
    }

    /// The statements that copy members, if a statement copies a structure.
    fn split(&self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        match &stmt.kind {
            StmtKind::Expr(Expr { kind: ExprKind::Assign(None, place, value), .. }) => self.copies(place, value),
            StmtKind::Declare(declarations) => {
                let [Declaration { var, init: Some(Initializer::Expr(value)) }] = declarations.as_slice() else {
                    return None;
                };
                let place = Expr::new(ExprKind::Var(*var), self.unit.var(*var).ty.ty.clone(), stmt.span.clone());
                let declaration = StmtKind::Declare(vec![Declaration { var: *var, init: None }]);
                let mut stmts = vec![Stmt { kind: declaration, span: stmt.span.clone() }];
                stmts.extend(self.copies(&place, value)?);
                Some(stmts)
            }
            _ => None,
        }
    }

    fn copies(&self, place: &Expr, value: &Expr) -> Option<Vec<Stmt>> {
        let is_copy = matches!((&place.ty, &value.ty), (Type::Struct(a), Type::Struct(b)) if a == b);
        let is_place = |e: &Expr| {
            matches!(e.kind, ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member { .. })
        };
        let has_effects = |e: &Expr| e.has_assignment() || e.any(&|e| matches!(e.kind, ExprKind::Call(..)));
        if !is_copy || !is_place(place) || !is_place(value) || has_effects(place) || has_effects(value) {
            return None;
        }
        let mut pairs = vec![];
        self.members(place.clone(), value.clone(), &mut pairs)?;
        let assign = |(place, value): (Expr, Expr)| {
            let (ty, span) = (place.ty.clone(), value.span.clone());
            let kind = ExprKind::Assign(None, Box::new(place), Box::new(value));
            Stmt { kind: StmtKind::Expr(Expr::new(kind, ty, span.clone())), span }
        };
        Some(pairs.into_iter().map(assign).collect())
    }

    /// Adds all numbers in a place, with those of another place of the same type. `None` if there is something else in it.
    fn members(&self, place: Expr, value: Expr, pairs: &mut Vec<(Expr, Expr)>) -> Option<()> {
        match place.ty.clone() {
            Type::Scalar(_) => {
                pairs.push((place, value));
                (pairs.len() <= MAX_MEMBERS).then_some(())
            }
            Type::Struct(id) => self.fields(id)?.into_iter().try_for_each(|(name, ty)| {
                let member = |base: &Expr| {
                    let kind = ExprKind::Member { base: Box::new(base.clone()), field: name.clone(), is_arrow: false };
                    Expr::new(kind, ty.ty.clone(), base.span.clone())
                };
                self.members(member(&place), member(&value), pairs)
            }),
            Type::Array(array) => {
                let Extent::Constant(extent @ 0..) = array.extent else { return None };
                if extent > MAX_MEMBERS as i128 {
                    return None;
                }
                (0..extent).try_for_each(|position| {
                    let element = |base: &Expr| {
                        let kind = ExprKind::Index(Box::new(base.clone()), Box::new(int(position, &base.span)));
                        Expr::new(kind, array.element.ty.clone(), base.span.clone())
                    };
                    self.members(element(&place), element(&value), pairs)
                })
            }
            _ => None,
        }
    }

    /// The members of a structure, if each has memory and a name of its own.
    fn fields(&self, id: StructId) -> Option<Vec<(String, Qualified)>> {
        let structure = self.unit.struct_type(id);
        let fields = structure.fields.as_ref().filter(|_| !structure.is_union)?;
        let is_plain =
            fields.iter().all(|field| !field.is_bitfield && !field.name.is_empty() && !field.ty.qualifiers.is_volatile);
        is_plain.then(|| fields.iter().map(|field| (field.name.clone(), field.ty.clone())).collect())
    }
}

fn int(value: i128, span: &Range<usize>) -> Expr {
    Expr::new(ExprKind::Int(value), Type::INT, span.clone())
}
