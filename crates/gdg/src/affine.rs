//! Expressions and subscripts as isl sees them.

use polymill_isl as isl;

use crate::{Array, BinaryOp, Expr, ExprKind, Gdg, Iterator, Param, ScalarType, Statement, UnaryOp};

/// The instances of a statement: where an expression takes its values.
#[derive(Clone, Copy, Debug)]
pub struct Instances<'a> {
    /// The statement's domain; facts about parameters may be intersected in.
    pub domain: &'a isl::Set,
    /// The statement's iterators.
    pub iterators: &'a [Iterator],
    /// The parameters of its GDG.
    pub params: &'a [Param],
}

/// The elements that a list of subscripts names, for each point of a domain.
#[derive(Clone, Debug)]
pub struct Elements {
    /// From instances to elements, not restricted to the domain, outside of which it says nothing. A subscript that is not affine
    /// names all elements of its dimension; so do subscripts with remainders of sums, if there are several.
    pub relation: isl::Map,
    /// Whether the relation tells every subscript, so that each instance names one element.
    pub exact: bool,
}

impl<'a> Instances<'a> {
    /// The instances of a statement of a GDG.
    pub fn of(gdg: &'a Gdg, statement: &'a Statement) -> Self {
        Self { domain: &statement.domain, iterators: &statement.iterators, params: &gdg.params }
    }

    /// What `array[subscripts]` names.
    ///
    /// # Errors
    /// isl's.
    pub fn elements(&self, array: &Array, subscripts: &[Expr]) -> isl::Result<Elements> {
        let universe = self.universe()?;
        let mut values = vec![];
        for position in 0..array.extents.len() {
            values.push(subscripts.get(position).map_or(Ok(None), |subscript| self.affine(subscript))?);
        }
        let has_divided_sums = values
            .iter()
            .map(|value| value.as_ref().map_or(Ok(false), divides_sums))
            .collect::<isl::Result<Vec<_>>>()?;
        if has_divided_sums.iter().filter(|divides| **divides).count() > 1 {
            // isl's parametric integer programming does not end for some of these, and no budget of operations ends it.
            for (value, divides) in values.iter_mut().zip(has_divided_sums) {
                *value = value.take().filter(|_| !divides);
            }
        }
        let mut relation = isl::Map::from_domain(&universe)?;
        let mut exact = true;
        for (value, extent) in values.into_iter().zip(&array.extents) {
            exact &= value.is_some();
            let one = match value {
                Some(value) => value.as_map()?,
                None => isl::Map::from_domain_and_range(&universe, &indices(&universe, extent.as_ref())?)?,
            };
            relation = relation.flat_range_product(&one)?;
        }
        Ok(Elements { relation: relation.set_tuple_name(isl::Dim::Out, &array.name)?, exact })
    }

    /// The value of an integer expression at each point, as a function of iterators and parameters; `None` if it is not
    /// quasi-affine. Outside of the domain it may be another one. Arithmetic without sign and conversions count only where they
    /// provably do not wrap; arithmetic with
    /// sign never wraps.
    ///
    /// # Errors
    /// isl's.
    pub fn affine(&self, expr: &Expr) -> isl::Result<Option<isl::PwAff>> {
        // isl's functions are costly: none is made for what comes to nothing.
        if expr.has_affine_form() { self.value(expr) } else { Ok(None) }
    }

    /// The value of an expression of affine form.
    fn value(&self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Int(value) => self.constant(*value).map(Some),
            ExprKind::Iterator(position) => self.iterator(*position, expr.ty),
            ExprKind::Param(id) => self.param(id.index(), expr.ty),
            ExprKind::Unary(UnaryOp::Neg, operand) => match self.value(operand)? {
                Some(value) => self.if_exact(value.neg()?, expr.ty),
                None => Ok(None),
            },
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.ty),
            ExprKind::Cast(operand) => match self.value(operand)? {
                Some(value) => self.converted(value, operand.ty, expr.ty),
                None => Ok(None),
            },
            ExprKind::Select(condition, then, otherwise) => {
                let (Some(condition), Some(then), Some(otherwise)) =
                    (self.condition(condition)?, self.value(then)?, self.value(otherwise)?)
                else {
                    return Ok(None);
                };
                Ok(Some(condition.indicator_function()?.cond(&then, &otherwise)?.coalesce()?))
            }
            _ => Ok(None),
        }
    }

    fn iterator(&self, position: usize, ty: ScalarType) -> Value {
        let Some(iterator) = self.iterators.get(position) else { return Ok(None) };
        if position >= self.domain.dim(isl::Dim::Set)? {
            return Ok(None);
        }
        let space = isl::LocalSpace::from_space(&self.domain.get_space()?)?;
        self.converted(isl::PwAff::var_on_domain(&space, isl::Dim::Set, position)?, iterator.ty, ty)
    }

    fn param(&self, index: usize, ty: ScalarType) -> Value {
        let Some(param) = self.params.get(index) else { return Ok(None) };
        let id = isl::Id::new(self.domain.ctx(), &param.name)?;
        let space = self.domain.get_space()?.add_param_id(&id)?;
        self.converted(isl::Set::universe(&space)?.param_pw_aff_on_domain_id(&id)?, param.ty, ty)
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr, ty: ScalarType) -> Value {
        let (Some(a), Some(b)) = (self.value(left)?, self.value(right)?) else { return Ok(None) };
        let result = match op {
            BinaryOp::Add => a.add(&b)?,
            BinaryOp::Sub => a.sub(&b)?,
            BinaryOp::Mul if a.is_cst()? || b.is_cst()? => a.mul(&b)?,
            BinaryOp::Div => self.quotient(&a, &b, right)?,
            BinaryOp::Rem => self.remainder(&a, &b, right)?,
            BinaryOp::Shl => match right.kind {
                ExprKind::Int(count @ 0..=62) => a.scale_val(&val(self.domain.ctx(), 1 << count)?)?,
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.if_exact(result, ty)
    }

    /// C's `a / b`, rounded towards zero: a function of two pieces, unless the sign of `a` is known.
    fn quotient(&self, a: &isl::PwAff, b: &isl::PwAff, divisor: &Expr) -> isl::Result<isl::PwAff> {
        match self.modulus(a, divisor)? {
            Some(divisor) => a.scale_down_val(&divisor)?.floor(),
            None => a.tdiv_q(b),
        }
    }

    /// C's `a % b`, with the sign of `a`.
    fn remainder(&self, a: &isl::PwAff, b: &isl::PwAff, divisor: &Expr) -> isl::Result<isl::PwAff> {
        match self.modulus(a, divisor)? {
            Some(divisor) => a.mod_val(&divisor),
            None => a.tdiv_r(b),
        }
    }

    /// The divisor, if what it divides is never negative.
    fn modulus(&self, dividend: &isl::PwAff, divisor: &Expr) -> isl::Result<Option<isl::Val>> {
        let ExprKind::Int(divisor) = divisor.kind else { return Ok(None) };
        let is_nonnegative = self.domain.is_subset(&dividend.nonneg_set()?)?;
        if is_nonnegative { val(self.domain.ctx(), divisor).map(Some) } else { Ok(None) }
    }

    /// The points at which an expression is not zero; `None` if that is not a quasi-affine condition.
    ///
    /// # Errors
    /// isl's.
    pub fn condition(&self, expr: &Expr) -> isl::Result<Option<isl::Set>> {
        use BinaryOp::*;
        let set = match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => match self.condition(operand)? {
                Some(set) => set.complement()?,
                None => return Ok(None),
            },
            ExprKind::Binary(op @ (And | Or), left, right) => {
                let (Some(a), Some(b)) = (self.condition(left)?, self.condition(right)?) else { return Ok(None) };
                if *op == And { a.intersect(&b)? } else { a.union(&b)? }
            }
            ExprKind::Binary(op @ (Lt | Le | Gt | Ge | Eq | Ne), left, right) => {
                let (Some(a), Some(b)) = (self.affine(left)?, self.affine(right)?) else { return Ok(None) };
                match op {
                    Lt => a.lt_set(&b)?,
                    Le => a.le_set(&b)?,
                    Gt => a.gt_set(&b)?,
                    Ge => a.ge_set(&b)?,
                    Eq => a.eq_set(&b)?,
                    _ => a.ne_set(&b)?,
                }
            }
            _ => match self.affine(expr)? {
                Some(value) => value.non_zero_set()?,
                None => return Ok(None),
            },
        };
        Ok(Some(set))
    }

    fn universe(&self) -> isl::Result<isl::Set> {
        isl::Set::universe(&self.domain.get_space()?)
    }

    fn constant(&self, value: i128) -> isl::Result<isl::PwAff> {
        isl::PwAff::val_on_domain(&self.universe()?, &val(self.domain.ctx(), value)?)
    }

    fn converted(&self, value: isl::PwAff, from: ScalarType, to: ScalarType) -> Value {
        if to.includes(from) { Ok(Some(value)) } else { self.if_fits(value, to) }
    }

    /// The result of arithmetic in type `ty`, unless it may wrap.
    fn if_exact(&self, value: isl::PwAff, ty: ScalarType) -> Value {
        if matches!(ty, ScalarType::Int { signed: true, .. }) { Ok(Some(value)) } else { self.if_fits(value, ty) }
    }

    /// The value, if a type has it at every point of the domain.
    fn if_fits(&self, value: isl::PwAff, ty: ScalarType) -> Value {
        let Some((low, high)) = ty.range() else { return Ok(None) };
        let fits = value.ge_set(&self.constant(low)?)?.intersect(&value.le_set(&self.constant(high)?)?)?;
        Ok(if self.domain.is_subset(&fits)? { Some(value) } else { None })
    }
}

impl Expr {
    /// Whether an integer expression is quasi-affine in iterators and parameters, as long as nothing wraps.
    pub fn has_affine_form(&self) -> bool {
        let is_positive = |operand: &Expr| matches!(operand.kind, ExprKind::Int(value) if value > 0);
        self.ty.is_integer()
            && match &self.kind {
                ExprKind::Int(_) | ExprKind::Iterator(_) | ExprKind::Param(_) => true,
                ExprKind::Unary(UnaryOp::Neg, operand) | ExprKind::Cast(operand) => operand.has_affine_form(),
                ExprKind::Binary(op, left, right) => {
                    let has_factor = match op {
                        BinaryOp::Add | BinaryOp::Sub => true,
                        BinaryOp::Mul => left.is_constant() || right.is_constant(),
                        BinaryOp::Div | BinaryOp::Rem => is_positive(right),
                        BinaryOp::Shl => matches!(right.kind, ExprKind::Int(0..=62)),
                        _ => false,
                    };
                    has_factor && left.has_affine_form() && right.has_affine_form()
                }
                ExprKind::Select(_, then, otherwise) => then.has_affine_form() && otherwise.has_affine_form(),
                _ => false,
            }
    }

    /// Whether an expression is made of numbers alone.
    fn is_constant(&self) -> bool {
        let mut is_constant = true;
        self.for_each(&mut |e| {
            is_constant &= matches!(
                e.kind,
                ExprKind::Int(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Cast(_)
                    | ExprKind::Select(..)
            );
        });
        is_constant
    }
}

type Value = isl::Result<Option<isl::PwAff>>;

/// `{ [x] : 0 <= x < extent }`
fn indices(model: &isl::Set, extent: Option<&isl::PwAff>) -> isl::Result<isl::Set> {
    let space = model.get_space()?.params()?.add_unnamed_tuple_ui(1)?;
    let all = isl::Set::universe(&space)?.lower_bound_si(isl::Dim::Set, 0, 0)?;
    let Some(extent) = extent else { return Ok(all) };
    let last = extent.add_constant_val(&isl::Val::negone(model.ctx())?)?;
    all.upper_bound_multi_pw_aff(&isl::MultiPwAff::from_pw_aff(&last)?)
}

fn val(ctx: &isl::Context, value: i128) -> isl::Result<isl::Val> {
    match i64::try_from(value) {
        Ok(value) => isl::Val::int_from_si(ctx, value),
        Err(_) => isl::Val::read(ctx, &value.to_string()),
    }
}

/// Whether a function divides something that depends on several iterators, with a remainder.
fn divides_sums(function: &isl::PwAff) -> isl::Result<bool> {
    let mut found = false;
    function.foreach_piece(|_, piece| {
        for division in 0..piece.dim(isl::Dim::Div)? {
            let divided = piece.get_div(division)?;
            let mut n_iterators = 0;
            for iterator in 0..divided.dim(isl::Dim::In)? {
                n_iterators += usize::from(divided.involves_dims(isl::Dim::In, iterator, 1)?);
            }
            found |= n_iterators > 1;
        }
        Ok(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use polymill_isl as isl;

    use crate::{AccessKind, Program};

    /// The kinds of the accesses of a statement that writes to an element with these subscripts.
    fn kind_of_write(subscripts: &str) -> Result<AccessKind, Box<dyn std::error::Error>> {
        let text = format!(
            "gdg f {{
               array a: f64[9][9] live_out
               statement S {{
                 domain {{ S[i, j] : 0 <= i <= 8 and 0 <= j <= 8 }}
                 iterators i: i32, j: i32
                 body {{ a{subscripts} = 0.5; }}
               }}
             }}"
        );
        let program = Program::parse(&isl::Context::new()?, &text)?;
        Ok(program.gdgs()[0].statements[0].accesses[0].kind)
    }

    #[test]
    fn several_remainders_of_sums_are_not_exact() -> Result<(), Box<dyn std::error::Error>> {
        assert_eq!(kind_of_write("[(i + j) % 5][j]")?, AccessKind::MustWrite);
        assert_eq!(kind_of_write("[i % 5][j % 5]")?, AccessKind::MustWrite);
        assert_eq!(kind_of_write("[(i + j) % 5][(i + 2 * j) % 5]")?, AccessKind::MayWrite);
        Ok(())
    }
}
