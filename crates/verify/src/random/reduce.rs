//! Makes a failing program small.

use super::program::{
    Bound, Compare, Cond, Expr, Extent, Form, Index, IndexBase, Loop, ParamKind, Program, Stmt, Sum, Type, Var,
};
use super::visit::{
    Visit, for_each_access, for_each_sum, inside_access, inside_bound, inside_condition, inside_expr, inside_index,
    inside_loop, inside_stmts, visit_program,
};
use super::walk::check;

/// The smallest program found for which `fails` still holds, by edits that each make it simpler: statements dropped,
/// loops and branches replaced by what is in them, bounds, subscripts and values simplified, sizes made smaller.
/// `fails` is only asked about programs without undefined behaviour, and `program` itself is taken to fail.
pub fn reduce(program: &Program, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    loop {
        let mut changed = false;
        for edit in [edit_runs, edit_statements, edit_parts, edit_declarations] {
            changed |= apply_all(&mut smallest, edit, fails);
        }
        if !changed {
            return smallest;
        }
    }
}

/// Makes the edit at which the site counter stops; nothing, if there are fewer sites. No sequence of edits comes back to
/// a program, so that the reduction ends.
type Edit = fn(&mut Program, &mut Sites);

fn apply_all(program: &mut Program, edit: Edit, fails: &mut dyn FnMut(&Program) -> bool) -> bool {
    let mut changed = false;
    let mut site = 0;
    loop {
        let mut candidate = program.clone();
        let mut sites = Sites { chosen: site, n_seen: 0 };
        edit(&mut candidate, &mut sites);
        if sites.n_seen <= site {
            return changed;
        }
        if candidate != *program && check(&candidate).is_ok() && fails(&candidate) {
            *program = candidate;
            changed = true;
        } else {
            site += 1;
        }
    }
}

/// Counts the edits that are possible, and picks one.
struct Sites {
    chosen: usize,
    n_seen: usize,
}

impl Sites {
    /// Which of `n` edits to make here, if any.
    fn pick(&mut self, n: usize) -> Option<usize> {
        let first = self.n_seen;
        self.n_seen += n;
        (self.chosen >= first && self.chosen < self.n_seen).then(|| self.chosen - first)
    }
}

fn edit_runs(program: &mut Program, sites: &mut Sites) {
    let n_runs = program.runs.len();
    if n_runs > 1
        && let Some(run) = sites.pick(n_runs)
    {
        program.runs.remove(run);
        return;
    }
    for position in 0..program.params.len() {
        let Some(kind) = sites.pick(2) else { continue };
        for run in &mut program.runs {
            let value = run[position];
            run[position] = if kind == 0 { value / 2 } else { (value - 1).max(0) };
        }
    }
}

/// Drops and unwraps statements.
fn edit_statements(program: &mut Program, sites: &mut Sites) {
    struct Statements<'a>(&'a mut Sites);
    impl Visit for Statements<'_> {
        fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
            for position in 0..stmts.len() {
                let n_edits = match &stmts[position] {
                    Stmt::If { .. } => 3,
                    Stmt::Loop(_) => 2,
                    _ => 1,
                };
                let Some(edit) = self.0.pick(n_edits) else { continue };
                let replacement = match (edit, &stmts[position]) {
                    (1, Stmt::If { then, .. }) => then.clone(),
                    (2, Stmt::If { otherwise, .. }) => otherwise.clone(),
                    (1, Stmt::Loop(inner)) => only_first_iteration(inner),
                    _ => vec![],
                };
                stmts.splice(position..=position, replacement);
                return;
            }
            inside_stmts(self, stmts);
        }
    }
    visit_program(&mut Statements(sites), program);
}

fn only_first_iteration(inner: &Loop) -> Vec<Stmt> {
    struct Substitution<'a>(&'a str, Sum);
    impl Visit for Substitution<'_> {
        fn sum(&mut self, sum: &mut Sum) {
            let var = Var::Iterator(self.0.to_owned());
            let Some(position) = sum.terms.iter().position(|(_, other)| *other == var) else { return };
            let (factor, _) = sum.terms.remove(position);
            sum.constant += factor * self.1.constant;
            for (other, var) in &self.1.terms {
                *sum = std::mem::take(sum).plus(factor * other, var.clone());
            }
        }
    }
    let mut body = inner.body.clone();
    if let Bound::Index(Index { base: IndexBase::Sum(sum), offset }) = &inner.from {
        let from = Sum { terms: sum.terms.clone(), constant: sum.constant + offset };
        Substitution(&inner.iterator, from).stmts(&mut body);
    }
    body
}

/// Simplifies loops, bounds, conditions, values and subscripts.
fn edit_parts(program: &mut Program, sites: &mut Sites) {
    visit_program(&mut Parts(sites), program);
}

struct Parts<'a>(&'a mut Sites);

impl Visit for Parts<'_> {
    fn a_loop(&mut self, inner: &mut Loop) {
        match self.0.pick(4 + usize::from(inner.is_while)) {
            Some(4) => inner.is_while = false,
            Some(0) => inner.step = inner.step.signum(),
            Some(1) => inner.declares = Some(Type::Int),
            Some(2) if inner.step < 0 => {
                let down = inner.clone();
                inner.from = down.to;
                inner.to = down.from;
                inner.compare = Compare::Le;
                inner.step = -down.step;
            }
            Some(2) => inner.compare = Compare::Lt,
            Some(_) => inner.from = Bound::Index(Index::constant(0)),
            None => inside_loop(self, inner),
        }
    }

    fn bound(&mut self, bound: &mut Bound) {
        if let Bound::Min(_, left, right) | Bound::Max(_, left, right) = bound
            && let Some(side) = self.0.pick(2)
        {
            let chosen = if side == 0 { left } else { right };
            *bound = (**chosen).clone();
            return;
        }
        inside_bound(self, bound);
    }

    fn condition(&mut self, condition: &mut Cond) {
        let simpler = match condition {
            Cond::And(left, right) | Cond::Or(left, right) => vec![(**left).clone(), (**right).clone()],
            Cond::Not(inner) => vec![(**inner).clone()],
            Cond::Index(..) | Cond::Data(..) => vec![],
        };
        match self.0.pick(simpler.len()) {
            Some(chosen) => *condition = simpler[chosen].clone(),
            None => inside_condition(self, condition),
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let simpler: Vec<Expr> = match expr {
            Expr::Int(1) => vec![],
            Expr::Int(_) | Expr::Float(_) | Expr::Load(_) | Expr::Scalar(_) | Expr::Sum(_) => vec![Expr::Int(1)],
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => vec![Expr::Int(1), (**operand).clone()],
            Expr::Binary(_, left, right) | Expr::Select(_, left, right) => {
                vec![Expr::Int(1), (**left).clone(), (**right).clone()]
            }
            Expr::Call(_, arguments) => arguments.clone(),
        };
        match self.0.pick(simpler.len()) {
            Some(chosen) => *expr = simpler[chosen].clone(),
            None => inside_expr(self, expr),
        }
    }

    fn index(&mut self, index: &mut Index) {
        let simpler = simpler_indices(index);
        match self.0.pick(simpler.len()) {
            Some(chosen) => *index = simpler[chosen].clone(),
            None => inside_index(self, index),
        }
    }

    fn access(&mut self, access: &mut super::program::Access) {
        inside_access(self, access);
    }
}

fn simpler_indices(index: &Index) -> Vec<Index> {
    let mut simpler = vec![];
    if index.offset != 0 {
        simpler.push(Index { offset: 0, ..index.clone() });
    }
    match &index.base {
        IndexBase::Sum(sum) => {
            for (position, (factor, _)) in sum.terms.iter().enumerate() {
                let mut fewer = sum.clone();
                fewer.terms.remove(position);
                simpler.push(Index { base: IndexBase::Sum(fewer), ..index.clone() });
                if *factor != 1 {
                    let mut plain = sum.clone();
                    plain.terms[position].0 = 1;
                    simpler.push(Index { base: IndexBase::Sum(plain), ..index.clone() });
                }
            }
        }
        IndexBase::Div(sum, _) | IndexBase::Rem(sum, _) => {
            simpler.push(Index { base: IndexBase::Sum(sum.clone()), ..index.clone() });
        }
        IndexBase::Element(_) => simpler.push(Index::constant(index.offset)),
    }
    simpler
}

/// Drops arrays, parameters and declarations that are not used; simplifies the others.
fn edit_declarations(program: &mut Program, sites: &mut Sites) {
    for position in 0..program.arrays.len() {
        match sites.pick(4) {
            Some(0) => return remove_array(program, position),
            Some(1) if program.arrays[position].form == Form::Local => {}
            Some(1) => program.arrays[position].form = Form::Sized { restrict: true },
            // Elements of index arrays are subscripts.
            Some(2) if program.arrays[position].index_limit.is_some() => {}
            Some(2) => program.arrays[position].ty = Type::Double,
            Some(_) => {
                for extent in &mut program.arrays[position].extents {
                    extent.constant -= 1;
                }
            }
            None => {}
        }
    }
    for position in 0..program.params.len() {
        match sites.pick(2) {
            Some(0) => return remove_param(program, position),
            Some(_) => program.params[position].kind = ParamKind::Argument(Type::Int),
            None => {}
        }
    }
    if sites.pick(1).is_some() {
        program.overlap = None;
    }
    if sites.pick(1).is_some() {
        program.pragma = true;
    }
}

fn remove_array(program: &mut Program, removed: usize) {
    let mut is_used = program.overlap.is_some_and(|overlap| overlap.first == removed || overlap.second == removed);
    is_used |= declares_array(&program.body, removed);
    for_each_access(program, &mut |access| is_used |= access.array == removed);
    if is_used {
        return;
    }
    program.arrays.remove(removed);
    let renumber = |array: &mut usize| *array -= usize::from(*array > removed);
    for_each_access(program, &mut |access| renumber(&mut access.array));
    renumber_declarations(&mut program.body, &renumber);
    if let Some(overlap) = &mut program.overlap {
        renumber(&mut overlap.first);
        renumber(&mut overlap.second);
    }
}

fn declares_array(stmts: &[Stmt], array: usize) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::DeclareArray(other) => *other == array,
        Stmt::Loop(inner) => declares_array(&inner.body, array),
        Stmt::If { then, otherwise, .. } => declares_array(then, array) || declares_array(otherwise, array),
        Stmt::Assign { .. } | Stmt::Declare { .. } => false,
    })
}

fn renumber_declarations(stmts: &mut [Stmt], renumber: &dyn Fn(&mut usize)) {
    for stmt in stmts {
        match stmt {
            Stmt::DeclareArray(array) => renumber(array),
            Stmt::Loop(inner) => renumber_declarations(&mut inner.body, renumber),
            Stmt::If { then, otherwise, .. } => {
                renumber_declarations(then, renumber);
                renumber_declarations(otherwise, renumber);
            }
            Stmt::Assign { .. } | Stmt::Declare { .. } => {}
        }
    }
}

/// Drops a parameter that no statement uses; sizes of arrays that use it become constants.
fn remove_param(program: &mut Program, removed: usize) {
    let mut is_used = false;
    let var = Var::Param(removed);
    for_each_sum(program, &mut |sum| is_used |= sum.terms.iter().any(|(_, other)| *other == var));
    if is_used || program.params.len() == 1 {
        return;
    }
    let largest = program.runs.iter().map(|values| values[removed]).max().unwrap_or(0);
    let without = |extent: &mut Extent| {
        let factor = extent.factors.remove(removed);
        extent.constant += factor * largest;
    };
    program.arrays.iter_mut().flat_map(|array| &mut array.extents).for_each(without);
    for_each_sum(program, &mut |sum| {
        for (_, var) in &mut sum.terms {
            if let Var::Param(position) = var {
                *position -= usize::from(*position > removed);
            }
        }
    });
    program.params.remove(removed);
    program.runs.iter_mut().for_each(|values| {
        values.remove(removed);
    });
}
