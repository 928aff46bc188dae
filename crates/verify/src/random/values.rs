//! The generator: assignments, subscripts and values.

use rand::RngExt;
use rand::seq::SliceRandom;

use super::generate::Generator;
use super::program::{Access, AssignOp, Compare, Cond, Expr, Form, Index, IndexBase, Place, Stmt, Sum, Type, Var};
use super::typing::{Range, range, stored_range};

impl Generator<'_> {
    /// Writes a random element or scalar.
    pub fn assignment(&mut self) -> Stmt {
        self.assignment_that_reads(None)
    }

    /// As [`Self::assignment`]; the value contains an element, if one is given.
    pub fn assignment_that_reads(&mut self, element: Option<Access>) -> Stmt {
        let (target, ty) = self.target();
        let wanted = element.map(Expr::Load);
        let op = self.pick(&[AssignOp::Set, AssignOp::Set, AssignOp::Set, AssignOp::Add, AssignOp::Sub, AssignOp::Mul]);
        let op = op.unwrap_or(AssignOp::Set);
        let is_reduction = op != AssignOp::Set;
        let mut value = self.value(ty, 2);
        if let Some(wanted) = wanted {
            value = self.combine(wanted, value, ty);
        }
        if ty.is_float() || ty.is_unsigned() {
            if op == AssignOp::Add && ty.is_unsigned() && !is_float_valued(self.range(&value)) && self.chance(0.2) {
                return Stmt::Assign { target, op: AssignOp::Increment, value: Expr::Int(1) };
            }
            if op == AssignOp::Mul && ty.is_float() {
                // Keeps products from growing: the factor is a number below one.
                let value = self.small_constant(ty);
                return Stmt::Assign { target, op, value };
            }
            if !ty.is_float() && is_float_valued(self.range(&value)) {
                value = self.small_constant(ty);
            }
            return Stmt::Assign { target, op, value: self.with_neighbours(ty, value, is_reduction) };
        }
        // A signed integer must stay small, so it is combined and reduced in one expression.
        if is_reduction {
            let old = match &target {
                Place::Element(access) => Expr::Load(access.clone()),
                Place::Scalar(name) => Expr::Scalar(name.clone()),
            };
            value = self.combine(old, value, ty);
        }
        let value = self.bounded(ty, value);
        Stmt::Assign { target, op: AssignOp::Set, value }
    }

    /// A value that can be stored in a variable of this type.
    pub fn storable(&mut self, ty: Type) -> Expr {
        let value = self.value(ty, 2);
        self.bounded(ty, value)
    }

    fn target(&mut self) -> (Place, Type) {
        let scalars = self.scalars.clone();
        if self.chance(0.15)
            && let Some(name) = self.pick(&scalars)
            && let Ok(ty) = self.scope.lookup(&name)
        {
            return (Place::Scalar(name), ty);
        }
        let arrays = self.arrays_where(|array| array.index_limit.is_none() && array.form != Form::Local);
        let array = self.pick(&arrays).unwrap_or(0);
        let ty = self.program.arrays[array].ty;
        (Place::Element(self.access(array)), ty)
    }

    fn arrays_where(&self, keep: impl Fn(&super::program::Array) -> bool) -> Vec<usize> {
        (0..self.program.arrays.len()).filter(|array| keep(&self.program.arrays[*array])).collect()
    }

    /// An element with subscripts from the loops around.
    fn access(&mut self, array: usize) -> Access {
        let n_dims = self.program.arrays[array].extents.len();
        let mut iterators: Vec<_> = self.nest.iter().rev().take(n_dims).rev().cloned().collect();
        match self.rng.random_range(0..10) {
            0..=5 => {}
            6 | 7 => iterators.shuffle(self.rng),
            _ => {
                let nest = self.nest.clone();
                iterators = (0..n_dims).filter_map(|_| self.pick(&nest)).collect();
            }
        }
        let indices = (0..n_dims).map(|dim| self.subscript(iterators.get(dim).cloned())).collect();
        Access { array, indices }
    }

    fn subscript(&mut self, iterator: Option<String>) -> Index {
        let Some(iterator) = iterator else {
            return match self.chance(0.5) {
                true => Index::constant(self.rng.random_range(0..=3)),
                false => Index::sum(Sum::var(self.param()), -1),
            };
        };
        let var = Var::Iterator(iterator);
        let small = self.pick(&[0, 0, 0, 0, 0, -1, 1, 2]).unwrap_or(0);
        match self.rng.random_range(0..40) {
            0 => Index::constant(self.rng.random_range(0..=3)),
            1 => Index::sum(Sum::var(self.param()), -1),
            2 => Index::sum(Sum::default().plus(self.rng.random_range(2..=3), var), small),
            3 | 4 => Index::sum(Sum::var(self.param()).plus(-1, var), -1),
            5 | 6 => {
                let nest = self.nest.clone();
                let other = self.pick(&nest).map_or(Var::Param(0), Var::Iterator);
                let factor = self.pick(&[1, 1, -1]).unwrap_or(1);
                Index::sum(Sum::var(var).plus(factor, other), small)
            }
            7 if self.features.division => {
                let divisor = self.rng.random_range(2..=3);
                let base = Sum::var(var);
                let base = if self.chance(0.5) { IndexBase::Div(base, divisor) } else { IndexBase::Rem(base, divisor) };
                Index { base, offset: small.max(0) }
            }
            8..=10 if self.features.indirect => match self.indirect(&var) {
                Some(base) => Index { base, offset: 0 },
                None => Index::sum(Sum::var(var), small),
            },
            11 if !self.finished.is_empty() => {
                let finished = self.finished.clone();
                let other = self.pick(&finished).map_or(var, Var::Iterator);
                Index::sum(Sum::var(other), small)
            }
            _ => Index::sum(Sum::var(var), small),
        }
    }

    /// A value for something of type `ty`: floating-point or integer arithmetic of some depth.
    pub fn value(&mut self, ty: Type, depth: usize) -> Expr {
        if depth == 0 || self.chance(0.25) {
            return self.leaf(ty);
        }
        match self.rng.random_range(0..20) {
            0 => self.unary(ty, depth),
            1 | 2 if self.features.data_conditions || self.chance(0.2) => {
                let condition = self.condition();
                let (then, otherwise) = (self.value(ty, depth - 1), self.value(ty, depth - 1));
                self.valid_or(Expr::Select(Box::new(condition), Box::new(then.clone()), Box::new(otherwise)), then)
            }
            3 | 4 if self.features.calls => self.call(ty, depth),
            5 if self.features.integers => self.cast(ty, depth),
            _ => {
                let (left, right) = (self.value(ty, depth - 1), self.value(ty, depth - 1));
                self.combine(left, right, ty)
            }
        }
    }

    fn leaf(&mut self, ty: Type) -> Expr {
        let arrays = self.arrays_where(|array| {
            array.form != Form::Local && array.index_limit.is_none() && (ty.is_float() || !array.ty.is_float())
        });
        let scalars = self.scalars.clone();
        match self.rng.random_range(0..20) {
            0 | 1 => self.small_constant(ty),
            2 => {
                let nest = self.nest.clone();
                let finished = self.finished.clone();
                let outer = self.pick(&nest).or_else(|| self.pick(&finished));
                let var = outer.map_or_else(|| self.param(), Var::Iterator);
                Expr::Sum(Sum { terms: vec![(1, var)], constant: self.rng.random_range(0..=3) })
            }
            3 | 4 if !scalars.is_empty() => match self.pick(&scalars) {
                Some(name) if self.scope.lookup(&name).is_ok_and(|s| ty.is_float() || !s.is_float()) => {
                    Expr::Scalar(name)
                }
                _ => self.small_constant(ty),
            },
            _ => match self.pick(&arrays) {
                Some(array) => Expr::Load(self.access(array)),
                None => self.small_constant(ty),
            },
        }
    }

    /// A constant of the type; for floating point, below one.
    pub fn small_constant(&mut self, ty: Type) -> Expr {
        match ty {
            Type::Float => {
                Expr::Float(self.pick(&["0.5f", "0.25f", "-0.75f", "0.125f", "0.3f"]).unwrap_or("0.5f").to_owned())
            }
            Type::Double => {
                Expr::Float(self.pick(&["0.5", "0.25", "-0.75", "0.2", "0.1", "1e-1"]).unwrap_or("0.5").to_owned())
            }
            _ => Expr::Int(self.rng.random_range(1..=9)),
        }
    }

    fn range(&self, expr: &Expr) -> Option<Range> {
        range(&self.program, &self.scope, expr).ok()
    }

    fn valid_or(&mut self, expr: Expr, fallback: Expr) -> Expr {
        if self.range(&expr).is_some() { expr } else { fallback }
    }

    /// `left op right`; the left alone, if that could overflow.
    fn combine(&mut self, left: Expr, right: Expr, ty: Type) -> Expr {
        let ops: &[&'static str] = if ty.is_float() {
            &["+", "+", "-", "*"]
        } else {
            &["+", "+", "-", "*", "&", "|", "^", "/", "%", ">>", "<<"]
        };
        let op = self.pick(ops).unwrap_or("+");
        let right = match op {
            "/" | "%" => Expr::Int(self.rng.random_range(2..=7)),
            "<<" | ">>" => Expr::Int(self.rng.random_range(1..=3)),
            _ => right,
        };
        let combined = Expr::Binary(op, Box::new(left.clone()), Box::new(right));
        self.valid_or(combined, left)
    }

    fn unary(&mut self, ty: Type, depth: usize) -> Expr {
        let op = if ty.is_float() || self.chance(0.5) { '-' } else { '~' };
        let operand = self.value(ty, depth - 1);
        self.valid_or(Expr::Unary(op, Box::new(operand.clone())), operand)
    }

    fn call(&mut self, ty: Type, depth: usize) -> Expr {
        let operand = self.value(ty, depth - 1);
        if !ty.is_float() {
            return self.valid_or(Expr::Call("abs", vec![operand.clone()]), operand);
        }
        let one = Expr::Float("1.0".to_owned());
        match self.rng.random_range(0..8) {
            0 => Expr::Call("sqrt", vec![Expr::Call("fabs", vec![operand])]),
            1 => Expr::Call(self.pick(&["floor", "ceil", "trunc"]).unwrap_or("floor"), vec![operand]),
            2 => Expr::Call(self.pick(&["fmin", "fmax"]).unwrap_or("fmin"), vec![operand, self.leaf(ty)]),
            3 => Expr::Call(self.pick(&["sin", "cos"]).unwrap_or("sin"), vec![operand]),
            4 => Expr::Call("blend", vec![operand, self.leaf(ty)]),
            5 if ty == Type::Float => {
                let narrow = Expr::Cast(Type::Float, Box::new(operand));
                Expr::Call("sqrtf", vec![Expr::Call("fabsf", vec![narrow])])
            }
            _ => {
                let square = Expr::Binary("*", Box::new(operand.clone()), Box::new(operand.clone()));
                let divisor = Expr::Binary("+", Box::new(square), Box::new(one));
                Expr::Binary("/", Box::new(operand), Box::new(divisor))
            }
        }
    }

    fn cast(&mut self, ty: Type, depth: usize) -> Expr {
        if ty.is_float() {
            let operand = self.value(Type::Int, depth - 1);
            return Expr::Cast(self.pick(&[Type::Float, Type::Double]).unwrap_or(ty), Box::new(operand));
        }
        if self.chance(0.4) {
            let operand = self.value(Type::Double, depth - 1);
            let bound = |name, value: &str, operand| Expr::Call(name, vec![operand, Expr::Float(value.to_owned())]);
            let clamped = bound("fmin", "90.0", bound("fmax", "-90.0", operand));
            return Expr::Cast(Type::Int, Box::new(clamped));
        }
        let to = self.pick(&[Type::UInt, Type::Long, Type::UChar, Type::Short, Type::SChar]).unwrap_or(Type::Long);
        let operand = self.value(ty, depth - 1);
        self.valid_or(Expr::Cast(to, Box::new(operand.clone())), operand)
    }

    pub fn data_comparison(&mut self) -> Cond {
        let ty = self.base;
        let (left, right) = (self.leaf(ty), self.leaf(ty));
        let compares = [Compare::Lt, Compare::Le, Compare::Gt, Compare::Ge, Compare::Ne];
        Cond::Data(self.pick(&compares).unwrap_or(Compare::Lt), left, right)
    }

    /// The value made to fit what variables of the type hold.
    fn bounded(&mut self, ty: Type, value: Expr) -> Expr {
        let Some(found) = self.range(&value) else { return self.small_constant(ty) };
        if ty.is_float() {
            return self.damped(ty, value);
        }
        if found.ty.is_float() {
            return self.small_constant(ty);
        }
        let allowed = stored_range(ty);
        let fits = |range: Range| range.low >= allowed.low && range.high <= allowed.high;
        if ty.is_unsigned() || fits(found) {
            return value;
        }
        let modulus = self.pick(&[7, 61, 97]).unwrap_or(7);
        let reduced = Expr::Binary("%", Box::new(value), Box::new(Expr::Int(modulus)));
        match self.range(&reduced) {
            Some(range) if fits(range) => reduced,
            _ => self.small_constant(ty),
        }
    }

    /// Floating-point values are scaled, so that repeated sums stay of moderate size.
    fn damped(&mut self, ty: Type, value: Expr) -> Expr {
        match value {
            Expr::Binary(..) if self.chance(0.8) => {
                let factor = self.small_constant(ty);
                Expr::Binary("*", Box::new(factor), Box::new(value))
            }
            other => other,
        }
    }

    /// A stencil once in a while: the value and neighbours of an element it reads.
    fn with_neighbours(&mut self, ty: Type, value: Expr, is_reduction: bool) -> Expr {
        if !ty.is_float() {
            return value;
        }
        let arrays = self.arrays_where(|array| array.form != Form::Local && !array.extents.is_empty());
        if is_reduction || self.chance(0.75) {
            return self.damped(ty, value);
        }
        let Some(array) = self.pick(&arrays) else { return value };
        let center = self.access(array);
        let dim = self.rng.random_range(0..center.indices.len().max(1));
        let neighbour = |by: i64| {
            let mut access = center.clone();
            if let Some(index) = access.indices.get_mut(dim) {
                index.offset += by;
            }
            Expr::Load(access)
        };
        let sum = |left, right| Expr::Binary("+", Box::new(left), Box::new(right));
        let stencil = sum(sum(neighbour(-1), Expr::Load(center.clone())), neighbour(1));
        let factor = self.pick(&["0.33", "0.25"]).unwrap_or("0.33").to_owned();
        let scaled = Expr::Binary("*", Box::new(Expr::Float(factor)), Box::new(stencil));
        if self.chance(0.5) { scaled } else { sum(scaled, self.damped(ty, value)) }
    }
}

fn is_float_valued(range: Option<Range>) -> bool {
    range.is_none_or(|range| range.ty.is_float())
}
