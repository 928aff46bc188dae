//! Arrays that are accessed as `a[i * n + j]` are given back their dimensions: `a[i][j]` with rows of `n` elements,
//! provided that `0 <= j < n` wherever it is accessed. Where that is not certain, it is assumed.

use polymill_gdg::{AccessKind, ArrayId, BinaryOp, Expr, ExprKind, Instances, PathPart, ScalarType, UnaryOp};
use polymill_isl as isl;

use super::affine::ideal;
use super::builder::Builder;
use super::convert::convert;
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
            let Some(linear) = self.linear(*place) else { return Ok(()) };
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
    fn linear(&self, (at, index): At) -> Option<Linear> {
        let [subscript] = self.drafts[at].accesses[index].subscripts.as_slice() else { return None };
        // Narrow arithmetic without sign may wrap.
        if matches!(subscript.ty, ScalarType::Int { bits, signed: false } if bits < 64) {
            return None;
        }
        take_apart(subscript, subscript.ty)
    }

    /// Pads all to the same number of dimensions, and assumes that no subscript is outside of its row. False if that
    /// leaves nothing of a statement.
    fn assume_within_rows(&mut self, places: &[At], found: &mut [Linear], sizes: &[Expr]) -> Result<bool> {
        let before = self.assumptions.clone();
        for ((at, index), linear) in places.iter().zip(&mut *found) {
            while linear.parts.len() <= sizes.len() {
                linear.parts.insert(0, Expr::int(ScalarType::I32, 0));
            }
            if !self.assume_within_extents((*at, *index), &linear.parts, sizes)? {
                self.assumptions = before;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Assumes that the subscripts of one access are not outside of the array.
    fn assume_within_extents(&mut self, (at, index): At, parts: &[Expr], sizes: &[Expr]) -> Result<bool> {
        let draft = &self.drafts[at];
        let (all, iterators) = (draft.domain.clone(), draft.iterators.clone());
        let occasion = draft.occasions[index].as_ref().unwrap_or(&all).clone();
        for (position, part) in parts.iter().enumerate() {
            let size = position.checked_sub(1).and_then(|row| sizes.get(row));
            let Some(outside) = self.outside(part, size, &occasion, &iterators)? else { return Ok(false) };
            if !self.assume_none(&outside, &all)? {
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

/// A subscript taken apart. `ty` is the type of the whole subscript, in which all parts are computed.
fn take_apart(expr: &Expr, ty: ScalarType) -> Option<Linear> {
    let (mut affine, mut products) = (vec![], vec![]);
    for term in terms(expr) {
        if term.value.has_affine_form() { affine.push(term) } else { products.push(term) }
    }
    if products.is_empty() {
        return Some(Linear { sizes: vec![], parts: vec![expr.clone()] });
    }
    let sizes = factors(&products[0].value).into_iter().rev().filter(is_size);
    for size in sizes {
        let others: Option<Vec<Term>> = products.iter().map(|product| product.without(&size, ty)).collect();
        let Some(others) = others else { continue };
        if let Some(mut linear) = take_apart(&sum(others, ty), ty) {
            linear.sizes.push(size);
            linear.parts.push(sum(affine, ty));
            return Some(linear);
        }
    }
    None
}

/// A term of a sum.
#[derive(Clone, Debug)]
struct Term {
    value: Expr,
    is_subtracted: bool,
}

/// The terms of a sum, looking through conversions that do not narrow.
fn terms(expr: &Expr) -> Vec<Term> {
    let negated = |terms: Vec<Term>| -> Vec<Term> {
        terms.into_iter().map(|term| Term { is_subtracted: !term.is_subtracted, ..term }).collect()
    };
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) => [terms(a), terms(b)].concat(),
        ExprKind::Binary(BinaryOp::Sub, a, b) => [terms(a), negated(terms(b))].concat(),
        ExprKind::Unary(UnaryOp::Neg, a) => negated(terms(a)),
        ExprKind::Cast(a) if widens(a, expr) => terms(a),
        _ => vec![Term { value: expr.clone(), is_subtracted: false }],
    }
}

/// The factors of a product, looking through conversions that do not narrow.
fn factors(expr: &Expr) -> Vec<Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) => [factors(a), factors(b)].concat(),
        ExprKind::Cast(a) if widens(a, expr) => factors(a),
        _ => vec![expr.clone()],
    }
}

fn widens(from: &Expr, to: &Expr) -> bool {
    from.ty.is_integer() && to.ty.is_integer() && from.ty.size() <= to.ty.size()
}

impl Term {
    /// The product without one of its factors.
    fn without(&self, size: &Expr, ty: ScalarType) -> Option<Self> {
        let mut factors = factors(&self.value);
        let position = factors.iter().position(|factor| plain(factor) == plain(size))?;
        factors.remove(position);
        let mut factors = factors.into_iter();
        let first = factors.next().unwrap_or_else(|| Expr::int(ty, 1));
        let product = |a, b| Expr::binary(ty, BinaryOp::Mul, convert(a, ty), convert(b, ty));
        Some(Self { value: factors.fold(first, product), ..*self })
    }
}

/// A sum, computed in type `ty`.
fn sum(terms: Vec<Term>, ty: ScalarType) -> Expr {
    let mut terms = terms.into_iter();
    let first = match terms.next() {
        None => return Expr::int(ty, 0),
        Some(Term { value, is_subtracted: false }) => convert(value, ty),
        Some(Term { value, is_subtracted: true }) => {
            Expr::binary(ty, BinaryOp::Sub, Expr::int(ty, 0), convert(value, ty))
        }
    };
    terms.fold(first, |so_far, Term { value, is_subtracted }| {
        let op = if is_subtracted { BinaryOp::Sub } else { BinaryOp::Add };
        Expr::binary(ty, op, so_far, convert(value, ty))
    })
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
