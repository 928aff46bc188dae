//! Running the control flow of a random program: which subscripts occur, and whether all of them are in bounds.

use std::collections::BTreeSet;

use super::Flaw;
use super::program::{
    Access, Bound, Compare, Cond, Expr, Form, Index, IndexBase, Loop, Place, Program, Stmt, Sum, Type, Var,
};
use super::typing::{SUM_LIMIT, check_types};

/// Assignments and iterations that one call of a kernel may take.
const MAX_STEPS: u64 = 10_000;

/// Checks that the program has no undefined behaviour and ends soon.
///
/// # Errors
/// The first flaw found.
pub fn check(program: &Program) -> Result<(), Flaw> {
    check_types(program)?;
    for params in &program.runs {
        let walk = walk(program, params)?;
        for (array, used) in program.arrays.iter().zip(&walk.used) {
            for (extent, used) in array.extents.iter().zip(used) {
                let size = extent.value(params);
                let in_bounds = used.is_none_or(|(low, high)| low >= 0 && high < size);
                if size < 1 || !in_bounds {
                    return Err(Flaw::OutOfBounds);
                }
            }
        }
    }
    Ok(())
}

/// What a run of the control flow saw.
pub(super) struct Walk {
    /// For each array and dimension, the smallest and largest subscript.
    pub used: Vec<Vec<Option<(i64, i64)>>>,
    /// Number of assignments and iterations.
    pub n_steps: u64,
}

/// Runs the control flow for some values of the parameters. Conditions on data are taken both ways.
pub(super) fn walk(program: &Program, params: &[i64]) -> Result<Walk, Flaw> {
    let used = program.arrays.iter().map(|array| vec![None; array.extents.len()]).collect();
    let mut walker = Walker {
        program,
        params,
        walk: Walk { used, n_steps: 0 },
        vars: vec![],
        written: vec![BTreeSet::new(); program.arrays.len()],
        uncertain: false,
    };
    walker.stmts(&program.prologue)?;
    walker.block(&program.body)?;
    walker.stmts(&program.epilogue)?;
    Ok(walker.walk)
}

/// A variable in scope. The value is `None` if it is not set, or not known.
#[derive(Clone, Copy)]
struct Variable<'a> {
    name: &'a str,
    ty: Type,
    value: Option<i64>,
}

struct Walker<'a> {
    program: &'a Program,
    params: &'a [i64],
    walk: Walk,
    vars: Vec<Variable<'a>>,
    /// Elements of local arrays that are certainly set.
    written: Vec<BTreeSet<Vec<i64>>>,
    /// Whether it depends on data if this runs.
    uncertain: bool,
}

impl<'a> Walker<'a> {
    fn block(&mut self, stmts: &'a [Stmt]) -> Result<(), Flaw> {
        let depth = self.vars.len();
        self.stmts(stmts)?;
        self.vars.truncate(depth);
        Ok(())
    }

    fn stmts(&mut self, stmts: &'a [Stmt]) -> Result<(), Flaw> {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &'a Stmt) -> Result<(), Flaw> {
        self.step()?;
        match stmt {
            Stmt::Assign { target, op, value } => {
                self.expr(value)?;
                match target {
                    Place::Element(access) => {
                        if *op != super::program::AssignOp::Set {
                            self.read(access)?;
                        }
                        self.write(access)
                    }
                    Place::Scalar(name) => self.lookup(name).map(|_| ()),
                }
            }
            Stmt::Declare { name, ty, value } => {
                if let Some(value) = value {
                    self.expr(value)?;
                }
                self.vars.push(Variable { name, ty: *ty, value: None });
                Ok(())
            }
            Stmt::DeclareArray(array) => {
                self.written[*array].clear();
                Ok(())
            }
            Stmt::Loop(inner) => self.run_loop(inner),
            Stmt::If { condition, then, otherwise } => match self.condition(condition)? {
                Some(true) => self.block(then),
                Some(false) => self.block(otherwise),
                None => self.either(then, otherwise),
            },
        }
    }

    fn step(&mut self) -> Result<(), Flaw> {
        self.walk.n_steps += 1;
        if self.walk.n_steps > MAX_STEPS { Err(Flaw::TooLong) } else { Ok(()) }
    }

    /// Two blocks of which one runs.
    fn either(&mut self, then: &'a [Stmt], otherwise: &'a [Stmt]) -> Result<(), Flaw> {
        let (before, uncertain) = (self.vars.clone(), self.uncertain);
        self.uncertain = true;
        self.block(then)?;
        let after_then = std::mem::replace(&mut self.vars, before);
        self.block(otherwise)?;
        self.uncertain = uncertain;
        self.forget_changes(&after_then);
        Ok(())
    }

    /// Variables that differ from another state of the same scope are not known.
    fn forget_changes(&mut self, other: &[Variable<'a>]) {
        for (variable, other) in self.vars.iter_mut().zip(other) {
            if variable.value != other.value {
                variable.value = None;
            }
        }
    }

    fn run_loop(&mut self, inner: &'a Loop) -> Result<(), Flaw> {
        let depth = self.vars.len();
        let (before, uncertain) = (self.vars.clone(), self.uncertain);
        let (from, from_unsigned) = self.bound(&inner.from)?;
        let slot = match inner.declares {
            Some(ty) => {
                self.vars.push(Variable { name: &inner.iterator, ty, value: None });
                depth
            }
            None => self.position(&inner.iterator)?,
        };
        let mut value = if inner.step > 0 { from.0 } else { from.1 };
        let mut data_dependent = from.0 != from.1;
        // Where data say where it starts, any value may be among the steps.
        let step = if data_dependent { inner.step.signum() } else { inner.step };
        loop {
            self.step()?;
            self.vars[slot].value = Some(value);
            let (to, to_unsigned) = self.bound(&inner.to)?;
            let is_unsigned = self.vars[slot].ty.is_unsigned() || from_unsigned || to_unsigned;
            if is_unsigned && (value < 0 || from.0 < 0 || to.0 < 0) {
                return Err(Flaw::Wraps);
            }
            data_dependent |= to.0 != to.1;
            if data_dependent && inner.compare == Compare::Ne {
                return Err(Flaw::TooLong);
            }
            self.uncertain |= data_dependent;
            let limit = if inner.step > 0 { to.1 } else { to.0 };
            if !inner.compare.holds(value, limit) {
                break;
            }
            self.block(&inner.body)?;
            if self.vars[slot].value != Some(value) {
                return Err(Flaw::IteratorSet);
            }
            value += step;
        }
        self.uncertain = uncertain;
        self.vars.truncate(depth);
        if data_dependent {
            self.forget_changes(&before);
        }
        Ok(())
    }

    /// The smallest and largest value, and whether C computes it without sign.
    fn bound(&mut self, bound: &Bound) -> Result<((i64, i64), bool), Flaw> {
        Ok(match bound {
            Bound::Index(index) => self.index(index)?,
            Bound::Min(_, left, right) => {
                let ((a, au), (b, bu)) = (self.bound(left)?, self.bound(right)?);
                check_signs(au || bu, a.0.min(b.0))?;
                ((a.0.min(b.0), a.1.min(b.1)), au || bu)
            }
            Bound::Max(_, left, right) => {
                let ((a, au), (b, bu)) = (self.bound(left)?, self.bound(right)?);
                check_signs(au || bu, a.0.min(b.0))?;
                ((a.0.max(b.0), a.1.max(b.1)), au || bu)
            }
        })
    }

    fn index(&mut self, index: &Index) -> Result<((i64, i64), bool), Flaw> {
        let ((low, high), is_unsigned) = match &index.base {
            IndexBase::Sum(sum) => {
                let (value, is_unsigned) = self.sum(sum)?;
                ((value, value), is_unsigned)
            }
            IndexBase::Div(sum, divisor) => {
                let (value, is_unsigned) = self.sum(sum)?;
                check_signs(is_unsigned, value)?;
                ((value / divisor, value / divisor), is_unsigned)
            }
            IndexBase::Rem(sum, divisor) => {
                let (value, is_unsigned) = self.sum(sum)?;
                check_signs(is_unsigned, value)?;
                ((value % divisor, value % divisor), is_unsigned)
            }
            IndexBase::Element(access) => {
                self.read(access)?;
                let array = &self.program.arrays[access.array];
                let limit = array.index_limit.ok_or(Flaw::Type)?;
                ((0, limit - 1), array.ty.promoted().is_unsigned())
            }
        };
        let (low, high) = (low + index.offset, high + index.offset);
        check_signs(is_unsigned, low)?;
        Ok(((low, high), is_unsigned))
    }

    fn sum(&self, sum: &Sum) -> Result<(i64, bool), Flaw> {
        let mut value = sum.constant;
        let (mut is_unsigned, mut is_narrow_unsigned, mut is_wide) = (false, false, false);
        for (factor, var) in &sum.terms {
            let (of_var, ty) = self.variable(var)?;
            value += factor * of_var;
            is_unsigned |= ty.promoted().is_unsigned();
            is_narrow_unsigned |= ty.promoted() == Type::UInt;
            is_wide |= matches!(ty, Type::Long | Type::ULong);
        }
        // A partial sum that wraps in 32 bits would be carried on in 64.
        if is_narrow_unsigned && is_wide { Err(Flaw::Wraps) } else { Ok((value, is_unsigned)) }
    }

    fn variable(&self, var: &Var) -> Result<(i64, Type), Flaw> {
        match var {
            Var::Param(param) => Ok((self.params[*param], self.program.params[*param].ty())),
            Var::Iterator(name) => {
                let variable = self.lookup(name)?;
                Ok((variable.value.ok_or(Flaw::Undefined)?, variable.ty))
            }
        }
    }

    fn lookup(&self, name: &str) -> Result<&Variable<'a>, Flaw> {
        self.position(name).map(|position| &self.vars[position])
    }

    fn position(&self, name: &str) -> Result<usize, Flaw> {
        self.vars.iter().rposition(|variable| variable.name == name).ok_or(Flaw::Undefined)
    }

    fn condition(&mut self, condition: &Cond) -> Result<Option<bool>, Flaw> {
        Ok(match condition {
            Cond::Index(compare, left, right) => {
                let ((a, au), (b, bu)) = (self.index(left)?, self.index(right)?);
                check_signs(au || bu, a.0.min(b.0))?;
                let is_known = a.0 == a.1 && b.0 == b.1;
                is_known.then(|| compare.holds(a.0, b.0))
            }
            Cond::Data(_, left, right) => {
                self.expr(left)?;
                self.expr(right)?;
                None
            }
            Cond::And(left, right) => match (self.condition(left)?, right) {
                (Some(false), _) => Some(false),
                (left, right) => match (left, self.condition(right)?) {
                    (_, Some(false)) => Some(false),
                    (Some(true), right) => right,
                    _ => None,
                },
            },
            Cond::Or(left, right) => match (self.condition(left)?, right) {
                (Some(true), _) => Some(true),
                (left, right) => match (left, self.condition(right)?) {
                    (_, Some(true)) => Some(true),
                    (Some(false), right) => right,
                    _ => None,
                },
            },
            Cond::Not(inner) => self.condition(inner)?.map(|holds| !holds),
        })
    }

    fn expr(&mut self, expr: &Expr) -> Result<(), Flaw> {
        match expr {
            Expr::Int(_) | Expr::Float(_) => Ok(()),
            Expr::Load(access) => self.read(access),
            Expr::Scalar(name) => self.lookup(name).map(|_| ()),
            Expr::Sum(sum) => {
                let (value, _) = self.sum(sum)?;
                if value.abs() > SUM_LIMIT { Err(Flaw::Overflow) } else { Ok(()) }
            }
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => self.expr(operand),
            Expr::Binary(_, left, right) => {
                self.expr(left)?;
                self.expr(right)
            }
            Expr::Call(_, arguments) => arguments.iter().try_for_each(|argument| self.expr(argument)),
            Expr::Select(condition, then, otherwise) => {
                let holds = self.condition(condition)?;
                if holds != Some(false) {
                    self.expr(then)?;
                }
                if holds != Some(true) {
                    self.expr(otherwise)?;
                }
                Ok(())
            }
        }
    }

    fn read(&mut self, access: &Access) -> Result<(), Flaw> {
        match self.element(access)? {
            Element::Local(element) if !self.written[access.array].contains(&element) => Err(Flaw::Undefined),
            Element::Unknown => Err(Flaw::Undefined),
            _ => Ok(()),
        }
    }

    fn write(&mut self, access: &Access) -> Result<(), Flaw> {
        if let Element::Local(element) = self.element(access)?
            && !self.uncertain
        {
            self.written[access.array].insert(element);
        }
        Ok(())
    }

    /// Notes the subscripts.
    fn element(&mut self, access: &Access) -> Result<Element, Flaw> {
        let array = &self.program.arrays[access.array];
        if access.indices.len() != array.extents.len() {
            return Err(Flaw::Type);
        }
        let is_local = array.form == Form::Local;
        let mut element = vec![];
        let mut is_exact = true;
        for (dim, index) in access.indices.iter().enumerate() {
            let ((low, high), _) = self.index(index)?;
            let used = &mut self.walk.used[access.array][dim];
            *used = Some(used.map_or((low, high), |(least, most)| (least.min(low), most.max(high))));
            if is_local {
                is_exact &= low == high;
                element.push(low);
            }
        }
        Ok(match (is_local, is_exact) {
            (false, _) => Element::Global,
            (true, true) => Element::Local(element),
            (true, false) => Element::Unknown,
        })
    }
}

/// What an access names.
enum Element {
    /// Memory from outside of the function, which has a value always.
    Global,
    /// An element of a local array.
    Local(Vec<i64>),
    /// An element of a local array that depends on data.
    Unknown,
}

/// Where C computes without sign, negative values would wrap.
fn check_signs(is_unsigned: bool, value: i64) -> Result<(), Flaw> {
    if is_unsigned && value < 0 { Err(Flaw::Wraps) } else { Ok(()) }
}
