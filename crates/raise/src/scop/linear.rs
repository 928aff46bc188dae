//! Arrays that are accessed as `a[i * n + j]` are given back their dimensions: `a[i][j]` with rows of `n` elements,
//! provided that `0 <= j < n` wherever it is accessed. Where that is not certain, it is assumed.

use polymill_gdg::{AccessKind, ArrayId, BinaryOp, Expr, ExprKind, Instances, PathPart, ScalarType, UnaryOp};
use polymill_isl as isl;

use super::affine::ideal;
use super::builder::Builder;
use super::convert::convert;
use super::draft::Draft;
use crate::Result;

/// A subscript taken apart: `((parts[0] * sizes[0]) + parts[1]) * sizes[1] + parts[2]` and so on.
#[derive(Clone, Debug)]
struct Linear {
    sizes: Vec<Expr>,
    parts: Vec<Expr>,
}

/// The place of an access: a draft and an access of it.
type At = (usize, usize);

impl Builder<'_> {
    /// Gives dimensions back to all arrays where that makes a subscript affine.
    pub(super) fn delinearize(&mut self) -> Result<()> {
        for index in 0..self.arrays.arrays.len() {
            let id = ArrayId::new(index);
            let array = self.arrays.get(id);
            if array.path.last() == Some(&PathPart::Subscript) && matches!(array.extents.as_slice(), [None]) {
                self.delinearize_array(id)?;
            }
        }
        Ok(())
    }

    fn delinearize_array(&mut self, id: ArrayId) -> Result<()> {
        let places: Vec<At> = (0..self.drafts.len())
            .flat_map(|at| (0..self.drafts[at].accesses.len()).map(move |index| (at, index)))
            .filter(|(at, index)| self.drafts[*at].accesses[*index].array == id)
            .collect();
        let mut found = vec![];
        for place in &places {
            let Some(linear) = self.linear(*place)? else { return Ok(()) };
            found.push(linear);
        }
        let Some(longest) = found.iter().max_by_key(|linear| linear.sizes.len()) else { return Ok(()) };
        let sizes = longest.sizes.clone();
        let fits = |linear: &Linear| {
            let start = sizes.len() - linear.sizes.len();
            sizes[start..].iter().zip(&linear.sizes).all(|(a, b)| plain(a) == plain(b))
        };
        if sizes.is_empty() || !found.iter().all(fits) || !self.assume_within_rows(&places, &mut found, &sizes)? {
            return Ok(());
        }
        let scope = super::scope::Scope::new(self.ctx)?;
        let mut extents = vec![None];
        for size in &sizes {
            let Some(size) = self.affine(size, &scope.domain, &[])? else { return Ok(()) };
            extents.push(Some(size.project_domain_on_params()?));
        }
        let array = &mut self.arrays.arrays[id.index()];
        array.extents = extents;
        array.path.pop();
        array.path.push(PathPart::Linear { n_dims: sizes.len() + 1 });
        for ((at, index), linear) in places.into_iter().zip(found) {
            self.replace_subscripts(at, index, linear.parts)?;
        }
        Ok(())
    }

    /// Takes the subscript of an access apart.
    fn linear(&self, (at, index): At) -> Result<Option<Linear>> {
        let draft = &self.drafts[at];
        let [subscript] = draft.accesses[index].subscripts.as_slice() else { return Ok(None) };
        // Narrow arithmetic without sign may wrap.
        if matches!(subscript.ty, ScalarType::Int { bits, signed: false } if bits < 64) {
            return Ok(None);
        }
        self.take_apart(subscript, draft)
    }

    fn take_apart(&self, expr: &Expr, draft: &Draft) -> Result<Option<Linear>> {
        let (mut affine, mut products) = (vec![], vec![]);
        for term in terms(expr) {
            if self.is_affine(&term, draft)? { affine.push(term) } else { products.push(factors(&term)) }
        }
        let Some(first) = products.first() else {
            return Ok(Some(Linear { sizes: vec![], parts: vec![expr.clone()] }));
        };
        for size in first.iter().rev().filter(|factor| is_size(factor)) {
            let others: Option<Vec<Expr>> = products.iter().map(|factors| without(factors, size)).collect();
            let Some(others) = others else { continue };
            if let Some(mut linear) = self.take_apart(&sum(others), draft)? {
                linear.sizes.push(size.clone());
                linear.parts.push(sum(affine));
                return Ok(Some(linear));
            }
        }
        Ok(None)
    }

    fn is_affine(&self, expr: &Expr, draft: &Draft) -> Result<bool> {
        let instances = Instances { domain: &draft.domain, iterators: &draft.iterators, params: &self.params.params };
        Ok(instances.affine(&ideal(expr))?.is_some())
    }

    /// Pads all to the same number of dimensions, and assumes that no subscript is outside of its row. False if that
    /// leaves nothing of a statement.
    fn assume_within_rows(&mut self, places: &[At], found: &mut [Linear], sizes: &[Expr]) -> Result<bool> {
        let mut bad = vec![];
        for ((at, index), linear) in places.iter().zip(&mut *found) {
            while linear.parts.len() <= sizes.len() {
                linear.parts.insert(0, Expr::int(ScalarType::I32, 0));
            }
            let draft = &self.drafts[*at];
            let domain = draft.occasions[*index].as_ref().unwrap_or(&draft.domain).clone();
            let iterators = draft.iterators.clone();
            for (position, part) in linear.parts.iter().enumerate() {
                let size = position.checked_sub(1).and_then(|row| sizes.get(row));
                let Some(outside) = self.outside(part, size, &domain, &iterators)? else { return Ok(false) };
                bad.push((outside, *at));
            }
        }
        let before = self.assumptions.clone();
        for (outside, at) in bad {
            let domain = self.drafts[at].domain.clone();
            if !self.assume_none(&outside, &domain)? {
                self.assumptions = before;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The instances for which a subscript is below zero, or not below the size.
    fn outside(
        &mut self,
        part: &Expr,
        size: Option<&Expr>,
        domain: &isl::Set,
        iterators: &[polymill_gdg::Iterator],
    ) -> Result<Option<isl::Set>> {
        let Some(value) = self.affine(part, domain, iterators)? else { return Ok(None) };
        let negative = value.nonneg_set()?.complement()?;
        let outside = match size {
            None => negative,
            Some(size) => match self.affine(size, domain, iterators)? {
                Some(size) => negative.union(&value.ge_set(&size)?)?,
                None => return Ok(None),
            },
        };
        Ok(Some(outside.intersect(domain)?))
    }

    fn replace_subscripts(&mut self, at: usize, index: usize, subscripts: Vec<Expr>) -> Result<()> {
        let draft = &self.drafts[at];
        let domain = self.valid(&draft.domain)?;
        let instances = Instances { domain: &domain, iterators: &draft.iterators, params: &self.params.params };
        let elements = instances.elements(self.arrays.get(draft.accesses[index].array), &subscripts)?;
        let occasion = draft.occasions[index].clone();
        let access = &mut self.drafts[at].accesses[index];
        access.subscripts = subscripts;
        access.relation = match &occasion {
            Some(here) => elements.relation.intersect_domain(here)?,
            None => elements.relation,
        };
        if occasion.is_none() && elements.exact {
            access.kind = if access.kind.is_write() { AccessKind::MustWrite } else { AccessKind::Read };
        }
        Ok(())
    }
}

/// The terms of a sum, looking through conversions that do not narrow.
fn terms(expr: &Expr) -> Vec<Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) => [terms(a), terms(b)].concat(),
        ExprKind::Binary(BinaryOp::Sub, a, b) => [terms(a), terms(b).into_iter().map(negated).collect()].concat(),
        ExprKind::Unary(UnaryOp::Neg, a) => terms(a).into_iter().map(negated).collect(),
        ExprKind::Cast(a) if widens(a, expr) => terms(a),
        // What is multiplied by a sum is multiplied by each term: `(i * n + j) * m` is left as it is.
        _ => vec![expr.clone()],
    }
}

/// The factors of a product, looking through conversions that do not narrow.
fn factors(expr: &Expr) -> Vec<Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) => [factors(a), factors(b)].concat(),
        ExprKind::Cast(a) if widens(a, expr) => factors(a),
        ExprKind::Unary(UnaryOp::Neg, a) => [vec![Expr::int(ScalarType::I64, -1)], factors(a)].concat(),
        _ => vec![expr.clone()],
    }
}

fn widens(from: &Expr, to: &Expr) -> bool {
    from.ty.is_integer() && to.ty.is_integer() && from.ty.size() <= to.ty.size()
}

fn negated(expr: Expr) -> Expr {
    if let ExprKind::Int(value) = expr.kind {
        return Expr::int(ScalarType::I64, -value);
    }
    let wide = convert(expr, ScalarType::I64);
    Expr { ty: ScalarType::I64, kind: ExprKind::Unary(UnaryOp::Neg, Box::new(wide)) }
}

/// Whether a factor can be the size of a row: it depends on parameters only, and on some.
fn is_size(factor: &Expr) -> bool {
    let (mut n_params, mut n_others) = (0, 0);
    factor.for_each(&mut |e| match e.kind {
        ExprKind::Param(_) => n_params += 1,
        ExprKind::Iterator(_) | ExprKind::Load(_) | ExprKind::Local(_) | ExprKind::Call(..) => n_others += 1,
        _ => {}
    });
    n_params > 0 && n_others == 0
}

/// The product of the factors but one.
fn without(factors: &[Expr], size: &Expr) -> Option<Expr> {
    let position = factors.iter().position(|factor| plain(factor) == plain(size))?;
    let others = factors.iter().enumerate().filter(|(index, _)| *index != position).map(|(_, factor)| factor.clone());
    Some(combined(others, BinaryOp::Mul, 1))
}

fn sum(terms: Vec<Expr>) -> Expr {
    combined(terms.into_iter(), BinaryOp::Add, 0)
}

/// All combined in 64 bits; a single one stays as it is.
fn combined(mut exprs: impl std::iter::Iterator<Item = Expr>, op: BinaryOp, neutral: i128) -> Expr {
    let Some(first) = exprs.next() else { return Expr::int(ScalarType::I32, neutral) };
    let wide = |expr| convert(expr, ScalarType::I64);
    exprs.fold(first, |so_far, next| Expr::binary(ScalarType::I64, op, wide(so_far), wide(next)))
}

/// An expression without its types and conversions, to compare.
fn plain(expr: &Expr) -> Expr {
    let mut expr = ideal(expr);
    expr.for_each_mut(&mut |e| {
        while let ExprKind::Cast(inner) = &mut e.kind {
            let inner = std::mem::replace(&mut **inner, Expr::int(ScalarType::I32, 0));
            *e = inner;
        }
    });
    expr
}
