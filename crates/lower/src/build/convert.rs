//! isl's AST expressions as integer expressions and conditions.

use std::collections::BTreeMap;

use polymill_gdg::{Gdg, ParamId};
use polymill_isl as isl;

use crate::{Atom, Condition, Error, IntExpr, Result};

/// What the names in isl's expressions stand for.
#[derive(Clone, Default)]
pub(crate) struct Names {
    values: BTreeMap<String, IntExpr>,
}

impl Names {
    /// The parameters.
    pub fn of_params(gdg: &Gdg) -> Self {
        let param =
            |(index, param): (usize, &polymill_gdg::Param)| (param.name.clone(), IntExpr::param(ParamId::new(index)));
        Self { values: gdg.params.iter().enumerate().map(param).collect() }
    }

    /// Adds a name.
    pub fn define(&mut self, name: String, value: IntExpr) {
        self.values.insert(name, value);
    }

    fn value(&self, id: &isl::Id) -> Result<IntExpr> {
        let name = id.get_name()?.unwrap_or_default();
        let value = self.values.get(&name).cloned();
        value.ok_or_else(|| Error::Bug(format!("`{name}` in generated code is neither parameter nor iterator")))
    }
}

/// An integer expression.
pub(crate) fn integer(expr: &isl::AstExpr, names: &Names) -> Result<IntExpr> {
    use isl::AstExprOpType as Op;
    match expr.get_type()? {
        isl::AstExprType::Int => Ok(IntExpr::constant(number(&expr.int_get_val()?)?)),
        isl::AstExprType::Id => names.value(&expr.id_get_id()?),
        isl::AstExprType::Op => {
            let argument = |position| integer(&expr.op_get_arg(position)?, names);
            let divisor = || match argument(1)?.as_constant() {
                Some(divisor) if divisor > 0 => Ok(divisor),
                _ => Err(Error::Bug("division by something other than a positive number".into())),
            };
            Ok(match expr.op_get_type()? {
                Op::Minus => -argument(0)?,
                Op::Add => argument(0)? + argument(1)?,
                Op::Sub => argument(0)? - argument(1)?,
                Op::Mul => product(argument(0)?, argument(1)?)?,
                Op::Div | Op::PdivQ => IntExpr::div(argument(0)?, divisor()?, true),
                Op::FdivQ => IntExpr::div(argument(0)?, divisor()?, false),
                Op::PdivR => IntExpr::modulo(argument(0)?, divisor()?, true),
                Op::ZdivR => IntExpr::modulo(argument(0)?, divisor()?, false),
                Op::Min => IntExpr::min(all(expr, names)?),
                Op::Max => IntExpr::max(all(expr, names)?),
                Op::Cond | Op::Select => {
                    IntExpr::select(condition(&expr.op_get_arg(0)?, names)?, argument(1)?, argument(2)?)
                }
                _ => IntExpr::select(condition(expr, names)?, IntExpr::constant(1), IntExpr::constant(0)),
            })
        }
    }
}

/// A truth value.
pub(crate) fn condition(expr: &isl::AstExpr, names: &Names) -> Result<Condition> {
    use isl::AstExprOpType as Op;
    if expr.get_type()? != isl::AstExprType::Op {
        return Ok(Condition::eq(integer(expr, names)?, IntExpr::default()).negated());
    }
    let side = |position| integer(&expr.op_get_arg(position)?, names);
    let parts = || {
        let n_args = expr.op_get_n_arg()?;
        (0..n_args).map(|position| condition(&expr.op_get_arg(position)?, names)).collect::<Result<Vec<_>>>()
    };
    Ok(match expr.op_get_type()? {
        Op::And | Op::AndThen => Condition::and(parts()?),
        Op::Or | Op::OrElse => Condition::or(parts()?),
        Op::Eq => equality(side(0)?, side(1)?),
        Op::Le => Condition::le(side(0)?, side(1)?),
        Op::Lt => Condition::lt(side(0)?, side(1)?),
        Op::Ge => Condition::le(side(1)?, side(0)?),
        Op::Gt => Condition::lt(side(1)?, side(0)?),
        _ => Condition::eq(integer(expr, names)?, IntExpr::default()).negated(),
    })
}

/// A number that fits 64 bits.
pub(crate) fn number(value: &isl::Val) -> Result<i128> {
    match value.is_int()? {
        true => Ok(i128::from(value.get_num_si()?)),
        false => Err(Error::Bug(format!("{value} in generated code is not an integer"))),
    }
}

fn all(expr: &isl::AstExpr, names: &Names) -> Result<Vec<IntExpr>> {
    (0..expr.op_get_n_arg()?).map(|position| integer(&expr.op_get_arg(position)?, names)).collect()
}

fn product(a: IntExpr, b: IntExpr) -> Result<IntExpr> {
    match (a.as_constant(), b.as_constant()) {
        (Some(factor), _) => Ok(b * factor),
        (_, Some(factor)) => Ok(a * factor),
        _ => Err(Error::Bug("product of two variables in generated code".into())),
    }
}

/// `a == b`; a remainder that is compared with zero is a question of divisibility.
fn equality(a: IntExpr, b: IntExpr) -> Condition {
    let difference = a - b;
    match difference.as_atom() {
        Some(Atom::Mod(division)) => Condition::multiple(division.numerator.clone(), division.divisor),
        _ => Condition::eq(difference, IntExpr::default()),
    }
}
