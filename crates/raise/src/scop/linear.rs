//! Arrays that are accessed as `a[i * n + j]` are given back their dimensions: `a[i][j]` with rows of `n` elements,
//! provided that `0 <= j < n` wherever it is accessed. Where that is not certain, it is assumed, unless the size of a row is a number.

use std::collections::BTreeSet;

use polymill_gdg::{AccessKind, Array, ArrayId, BinaryOp, Expr, ExprKind, Instances, Projection, ScalarType, UnaryOp};
use polymill_isl as isl;

use super::affine::ideal;
use super::builder::Builder;
use super::convert::{convert, select};
use crate::Result;

/// The place of an access: a draft and an access of it.
type At = (usize, usize);

impl Builder<'_> {
    /// Gives dimensions back to all arrays where that makes a subscript affine.
    pub(super) fn delinearize(&mut self) -> Result<()> {
        for index in 0..self.arrays.arrays.len() {
            let id = ArrayId::new(index);
            let array = self.arrays.get(id);
            if linear_projection(array).is_some() && matches!(array.extents.as_slice(), [None]) {
                self.delinearize_array(id)?;
            }
        }
        self.name_products_in_subscripts()
    }

    /// Names products of parameters in subscripts that are affine in them: `x[w * h - 1 - i]`.
    fn name_products_in_subscripts(&mut self) -> Result<()> {
        for at in 0..self.drafts.len() {
            for index in 0..self.drafts[at].accesses.len() {
                let mut subscripts = self.drafts[at].accesses[index].subscripts.clone();
                if subscripts.iter().all(|subscript| subscript.has_affine_form() || !is_position(subscript)) {
                    continue;
                }
                for subscript in &mut subscripts {
                    self.name_products(subscript, false)?;
                }
                let draft = &self.drafts[at];
                let here = draft.occasions[index].as_ref().unwrap_or(&draft.domain).clone();
                let iterators = draft.iterators.clone();
                let mut are_affine = true;
                for subscript in &subscripts {
                    are_affine = are_affine && self.affine(subscript, &here, &iterators)?.is_some();
                }
                if are_affine {
                    self.replace_subscripts(at, index, subscripts)?;
                }
            }
        }
        Ok(())
    }

    fn delinearize_array(&mut self, id: ArrayId) -> Result<()> {
        let places: Vec<At> = (0..self.drafts.len())
            .flat_map(|at| (0..self.drafts[at].accesses.len()).map(move |index| (at, index)))
            .filter(|(at, index)| self.drafts[*at].accesses[*index].array == id)
            .collect();
        let Some(subscripts) = places.iter().map(|place| self.linear(*place)).collect::<Option<Vec<Expr>>>() else {
            return Ok(());
        };
        let literals: BTreeSet<i128> = subscripts.iter().flat_map(strides).collect();
        let mut attempts: Vec<Vec<Expr>> = vec![];
        for literals in [literals, BTreeSet::new()] {
            for has_planes in [true, false] {
                for sizes in sizes_of_rows(&subscripts, &Wanted { literals: literals.clone(), has_planes }) {
                    if !attempts.contains(&sizes) {
                        attempts.push(sizes);
                    }
                }
            }
        }
        // In `(k * ny + j) * nx + i`, rows may be in planes of `ny`, or of `k`: the way that asks for less is preferred.
        let before = self.assumptions.clone();
        let mut best: Option<(Vec<Expr>, isl::Set)> = None;
        for sizes in attempts {
            if let Some(assumed) = self.assumed_for(&sizes, &places, &subscripts)?
                && best.as_ref().map_or(Ok(true), |(_, best)| self.asks_for_less(&assumed, best))?
            {
                let asks_for_nothing = assumed.is_equal(&before)?;
                best = Some((sizes, assumed));
                if asks_for_nothing {
                    break;
                }
            }
            self.assumptions = before.clone();
        }
        if let Some((sizes, assumed)) = best {
            self.assumptions = assumed;
            self.set_rows(sizes, id, &places, &subscripts)?;
        }
        Ok(())
    }

    /// Whether something is assumed in fewer cases where all parameters are positive.
    fn asks_for_less(&self, assumed: &isl::Set, than: &isl::Set) -> isl::Result<bool> {
        let mut usual = self.context.align_params(&assumed.get_space()?)?.align_params(&than.get_space()?)?;
        for param in 0..usual.dim(isl::Dim::Param)? {
            usual = usual.lower_bound_si(isl::Dim::Param, param, 1)?;
        }
        usual.intersect(than)?.is_strict_subset(&usual.intersect(assumed)?)
    }

    /// Whether what is assumed now, but was not before, bounds a parameter from above: rows of such sizes are none that anybody
    /// thought of.
    fn is_narrower_than(&self, before: &isl::Set) -> isl::Result<bool> {
        let now = self.context.intersect(&self.assumptions)?;
        let before = self.context.intersect(before)?.align_params(&now.get_space()?)?;
        for param in 0..now.dim(isl::Dim::Param)? {
            let most = |set: &isl::Set| -> isl::Result<Option<f64>> {
                let largest = set.project_out(isl::Dim::Param, 0, param)?;
                let n_params = largest.dim(isl::Dim::Param)?;
                let largest = largest.project_out(isl::Dim::Param, 1, n_params - 1)?;
                let largest = largest.move_dims(isl::Dim::Set, 0, isl::Dim::Param, 0, 1)?.dim_max_val(0)?;
                if largest.is_int()? { largest.get_d().map(Some) } else { Ok(None) }
            };
            if let Some(most_now) = most(&now)?
                && most(&before)?.is_none_or(|before| before > NARROWER * most_now.max(1.0))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is assumed after an array is taken to have rows of these sizes; `None` if some subscript does not fit. What is assumed by the
    /// builder then is of no use.
    fn assumed_for(&mut self, sizes: &[Expr], places: &[At], subscripts: &[Expr]) -> Result<Option<isl::Set>> {
        let parts = parts_by(sizes, subscripts);
        // Reads may be of any element.
        let is_read = |(at, index): &At| self.drafts[*at].accesses[*index].kind.is_read();
        let is_unknown = |part: &Option<Vec<Expr>>| part.is_none();
        let fits = places.iter().zip(&parts).all(|(place, part)| part.is_some() || is_read(place));
        if sizes.is_empty() || !fits || parts.iter().all(is_unknown) {
            return Ok(None);
        }
        let before = self.assumptions.clone();
        if !self.assume_within_rows(places, &parts, sizes)? || self.is_narrower_than(&before)? {
            return Ok(None);
        }
        let scope = super::scope::Scope::new(self.ctx)?;
        for size in sizes {
            if self.affine(size, &scope.domain, &[])?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(self.assumptions.clone()))
    }

    /// Gives an array rows of these sizes.
    fn set_rows(&mut self, sizes: Vec<Expr>, id: ArrayId, places: &[At], subscripts: &[Expr]) -> Result<()> {
        let scope = super::scope::Scope::new(self.ctx)?;
        let mut extents = vec![None];
        for size in &sizes {
            let size = self.affine(size, &scope.domain, &[])?;
            extents.push(size.map(|size| size.project_domain_on_params()).transpose()?);
        }
        let array = &mut self.arrays.arrays[id.index()];
        array.extents = extents;
        if let Some(projection) = linear_projection(array) {
            array.place.projections[projection] = Projection::Linear { n_dims: sizes.len() + 1 };
        }
        for (((at, index), parts), subscript) in places.iter().zip(parts_by(&sizes, subscripts)).zip(subscripts) {
            match parts {
                Some(parts) => self.replace_subscripts(*at, *index, parts)?,
                None => self.may_read_anything(*at, *index, subscript, sizes.len())?,
            }
        }
        Ok(())
    }

    /// Makes an access one that may read any element: what its subscript is, counted from the first element of all, is not known.
    fn may_read_anything(&mut self, at: usize, index: usize, subscript: &Expr, n_rows: usize) -> Result<()> {
        let mut subscripts = vec![Expr::int(subscript.ty, 0); n_rows];
        subscripts.push(subscript.clone());
        let draft = &mut self.drafts[at];
        let occasion = draft.occasions[index].as_ref().unwrap_or(&draft.domain);
        let access = &mut draft.accesses[index];
        let name = self.arrays.arrays[access.array.index()].name.clone();
        let space = occasion.get_space()?.map_from_set()?.drop_dims(isl::Dim::Out, 0, occasion.dim(isl::Dim::Set)?)?;
        let space = space.add_dims(isl::Dim::Out, n_rows + 1)?.set_tuple_name(isl::Dim::Out, &name)?;
        access.relation = isl::Map::universe(&space)?.intersect_domain(occasion)?;
        (access.kind, access.subscripts) = (AccessKind::MayRead, subscripts);
        Ok(())
    }

    /// The subscript of an access, if it can be taken apart.
    fn linear(&self, (at, index): At) -> Option<Expr> {
        let [subscript] = self.drafts[at].accesses[index].subscripts.as_slice() else { return None };
        // Narrow arithmetic without sign may wrap.
        let may_wrap = matches!(subscript.ty, ScalarType::Int { bits, signed: false } if bits < 64);
        (!may_wrap).then(|| subscript.clone())
    }

    /// Assumes that no subscript is outside of its row. False if that leaves nothing of a statement.
    fn assume_within_rows(&mut self, places: &[At], parts: &[Option<Vec<Expr>>], sizes: &[Expr]) -> Result<bool> {
        for (place, parts) in places.iter().zip(parts) {
            let Some(parts) = parts else { continue };
            if !self.assume_within_extents(*place, parts, sizes)? {
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
            // Data say which plane it is: any of them.
            if position == 0 && !part.has_affine_form() {
                continue;
            }
            let size = position.checked_sub(1).and_then(|row| sizes.get(row));
            let Some(outside) = self.outside(part, size, &occasion, &iterators)? else { return Ok(false) };
            // Nothing need be assumed of rows whose size is a number, if the subscript really has them.
            let is_within = match size {
                Some(Expr { kind: ExprKind::Int(_), .. }) => self.valid(&outside)?.is_empty()?,
                _ => self.assume_none(&outside, &all)?,
            };
            if !is_within {
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
        let occasion = draft.occasions[index].clone();
        // Where there is no access, subscripts may be anything.
        let domain = self.possible(occasion.as_ref().unwrap_or(&draft.domain))?;
        let instances = Instances { domain: &domain, iterators: &draft.iterators, params: &self.params.params };
        let elements = instances.elements(self.arrays.get(draft.accesses[index].array), &subscripts)?;
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

/// The projection of an array that takes its only subscript, if that may stand for several: `p[_]`, `p[_].x`.
fn linear_projection(array: &Array) -> Option<usize> {
    let projections = &array.place.projections;
    let position = projections.iter().rposition(|projection| !matches!(projection, Projection::Field(_)))?;
    (projections[position] == Projection::Subscript && array.place.n_subscripts() == 1).then_some(position)
}

/// A parameter whose largest value is less by this factor is bounded from above.
const NARROWER: f64 = 1024.0;

/// Which sizes of rows are looked for.
struct Wanted {
    /// Numbers that may be sizes in preference to parameters.
    literals: BTreeSet<i128>,
    /// Whether rows that are so many rows further, `(2 * h + i) * w + j`, are those of another plane.
    has_planes: bool,
}

/// The sizes of the rows that the subscripts of an array speak of, outermost first, in all ways that they may be understood.
fn sizes_of_rows(subscripts: &[Expr], wanted: &Wanted) -> Vec<Vec<Expr>> {
    let found = subscripts.iter().map(|subscript| sizes_in(terms(subscript), subscript.ty, wanted));
    found.max_by_key(|sizes| sizes.first().map(Vec::len)).unwrap_or_default()
}

/// No more ways to understand a subscript are tried.
const MAX_WAYS: usize = 6;

/// The sizes that make a sum affine, if each in turn is taken out of the products in it, innermost first.
fn sizes_in(sum: Vec<Term>, ty: ScalarType, wanted: &Wanted) -> Vec<Vec<Expr>> {
    let products: Vec<Term> = sum.iter().filter(|term| !term.value.has_affine_form()).flat_map(Term::split).collect();
    let products: Vec<Term> = products.into_iter().filter(|term| !term.value.has_affine_form()).collect();
    let Some(first) = products.first() else { return vec![vec![]] };
    let factors: Vec<Expr> = factors(&first.value).into_iter().rev().collect();
    let preferred = |factor: &&Expr| matches!(factor.kind, ExprKind::Int(value) if wanted.literals.contains(&value));
    let is_literal = |factor: &&Expr| matches!(factor.kind, ExprKind::Int(2..));
    let candidates = factors.iter().filter(preferred).chain(factors.iter().filter(|factor| is_size(factor)));
    let mut ways = vec![];
    for size in candidates.chain(factors.iter().filter(is_literal)) {
        let others: Option<Vec<Term>> = products.iter().map(|product| product.without(size, ty)).collect();
        let Some(others) = others else { continue };
        let plane = others.iter().find_map(Term::plane).filter(|_| wanted.has_planes && others.len() > 1);
        for mut sizes in sizes_in(others, ty, wanted) {
            if sizes.is_empty() {
                sizes.extend(plane.clone());
            }
            sizes.push(size.clone());
            if ways.len() < MAX_WAYS && !ways.contains(&sizes) {
                ways.push(sizes);
            }
        }
    }
    ways
}

/// Subscripts taken apart by sizes of rows, as far as they can be.
fn parts_by(sizes: &[Expr], subscripts: &[Expr]) -> Vec<Option<Vec<Expr>>> {
    subscripts.iter().map(|subscript| take_apart(terms(subscript), sizes, subscript.ty)).collect()
}

/// The subscripts `parts` for which `((parts[0] * sizes[0]) + parts[1]) * sizes[1] + parts[2]` and so on is the given sum;
/// `None` if one of them but the first would not be affine. All are computed in the type of the whole.
fn take_apart(terms: Vec<Term>, sizes: &[Expr], ty: ScalarType) -> Option<Vec<Expr>> {
    let Some((size, outer)) = sizes.split_last() else { return Some(vec![sum(terms, ty)]) };
    let (mut rows, mut rest) = (vec![], vec![]);
    for term in terms {
        // A factor that is a sum may be a size as a whole.
        let parts = if term.without(size, ty).is_some() { vec![term] } else { term.split() };
        for term in parts {
            match term.without(size, ty) {
                Some(row) => rows.push(row),
                None if term.value.has_affine_form() => rest.push(term),
                None => return None,
            }
        }
    }
    // `n - 1 - j` counts from the end of a row: it does not name an element of the row before. `n + i - 1` does not.
    let is_constant = |term: &&Term| matches!(term.value.kind, ExprKind::Int(_));
    let is_backwards = rest.iter().filter(|term| !is_constant(term)).all(Term::is_negative);
    if is_backwards
        && rest.iter().any(Term::is_negative)
        && let Some((position, number)) = rows.iter().enumerate().find_map(|(at, row)| Some((at, row.number()?)))
    {
        rest.insert(0, Term { value: size.clone(), is_subtracted: false });
        match number {
            1 => drop(rows.remove(position)),
            _ => rows[position].value = Expr::int(ty, number - 1),
        }
    }
    let mut parts = take_apart(rows, outer, ty)?;
    parts.push(sum(rest, ty));
    Some(parts)
}

/// The numbers above 1 that something is multiplied by in the affine terms of a subscript.
fn strides(subscript: &Expr) -> Vec<i128> {
    let affine = terms(subscript).into_iter().filter(|term| term.value.has_affine_form());
    let factors = affine.map(|term| factors(&term.value)).filter(|factors| factors.len() > 1);
    let number = |factor: Expr| if let ExprKind::Int(value @ 2..) = factor.kind { Some(value) } else { None };
    factors.flatten().filter_map(number).collect()
}

/// Whether an integer may be a position in a linearized array: a sum of products of iterators and parameters.
pub(super) fn is_position(value: &Expr) -> bool {
    value.ty.is_integer()
        && match &value.kind {
            ExprKind::Int(_) | ExprKind::Iterator(_) | ExprKind::Param(_) => true,
            ExprKind::Unary(UnaryOp::Neg, operand) => is_position(operand),
            ExprKind::Cast(operand) => widens(operand, value) && is_position(operand),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right) => {
                is_position(left) && is_position(right)
            }
            ExprKind::Select(_, then, otherwise) => then.has_affine_form() && otherwise.has_affine_form(),
            _ => false,
        }
}

/// `condition ? then : otherwise`. Where both are positions in a linearized array, what they have in common is put in front, so
/// that the rest may be affine, or so many rows: `x == 0 ? y * n + x : y * n + x - 1` is `y * n + x + (x == 0 ? 0 : -1)`.
pub(super) fn select_position(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let is_worthwhile = |value: &Expr| is_position(value) && !value.has_affine_form();
    if then.ty != otherwise.ty || !is_worthwhile(&then) || !is_worthwhile(&otherwise) {
        return select(condition, then, otherwise);
    }
    let ty = then.ty;
    let (mut common, mut own, mut others) = (vec![], vec![], terms(&otherwise));
    for term in terms(&then) {
        let is_same =
            |other: &Term| other.is_subtracted == term.is_subtracted && plain(&other.value) == plain(&term.value);
        match others.iter().position(is_same) {
            Some(position) => common.push(others.remove(position)),
            None => own.push(term),
        }
    }
    // Whole rows and planes are so many times their size.
    let mut sizes = vec![];
    let all = own.iter().chain(&others);
    for size in all.flat_map(|term| factors(&term.value)).filter(is_size).collect::<Vec<_>>() {
        let divided = |terms: &[Term]| terms.iter().map(|term| term.without(&size, ty)).collect::<Option<Vec<_>>>();
        if let (Some(first), Some(second)) = (divided(&own), divided(&others)) {
            (own, others) = (first, second);
            sizes.push(size);
        }
    }
    let (own, others) = (sum(own, ty), sum(others, ty));
    if common.is_empty() || !own.has_affine_form() || !others.has_affine_form() {
        return select(condition, then, otherwise);
    }
    let product = |a, size| Expr::binary(ty, BinaryOp::Mul, a, convert(size, ty));
    let rest = sizes.into_iter().fold(select(condition, own, others), product);
    Expr::binary(ty, BinaryOp::Add, sum(common, ty), rest)
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
    fn is_negative(&self) -> bool {
        self.is_subtracted || matches!(self.value.kind, ExprKind::Int(..0))
    }

    /// The terms of the sum that it is.
    fn split(&self) -> Vec<Self> {
        let split = terms(&self.value).into_iter();
        split.map(|term| Term { is_subtracted: term.is_subtracted != self.is_subtracted, ..term }).collect()
    }

    /// A size, if it is that, or a number of times that.
    fn plane(&self) -> Option<Expr> {
        let factors = factors(&self.value);
        let mut others = factors.iter().filter(|factor| !matches!(factor.kind, ExprKind::Int(1..)));
        let size = others.next().filter(|size| is_size(size) && !self.is_subtracted)?;
        others.next().is_none().then(|| size.clone())
    }

    /// What it is, if it is a positive number.
    fn number(&self) -> Option<i128> {
        match self.value.kind {
            ExprKind::Int(value @ 1..) if !self.is_subtracted => Some(value),
            _ => None,
        }
    }

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
