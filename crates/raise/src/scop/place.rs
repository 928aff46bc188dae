//! Places in memory: what expressions on the left of an assignment name.

use std::collections::BTreeMap;

use crate::syntax::{BinaryOp, Expr, ExprKind, Qualified, Type, Unit, VarId};

/// A place: a variable, then steps into it or through it.
#[derive(Clone, Debug)]
pub(super) struct Place<'a> {
    pub root: VarId,
    pub steps: Vec<Step<'a>>,
    /// The type of what stands there.
    pub ty: Type,
    /// Whether a `volatile` object is on the way.
    pub is_volatile: bool,
}

/// One step of a [`Place`].
#[derive(Clone, Debug)]
pub(super) enum Step<'a> {
    /// To an element: the sum of the terms, zero if there is none.
    Index { terms: Vec<&'a Expr>, through_pointer: bool },
    /// To a member of a structure.
    Field(&'a str),
}

/// What all elements of an array have in common: the place without its subscripts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    pub root: VarId,
    pub steps: Vec<KeyStep>,
}

/// One step of a [`Key`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum KeyStep {
    Element { through_pointer: bool },
    Field(String),
}

/// One place of a kind, named by constants: a variable, `p->n`, `size[0]`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Element {
    pub key: Key,
    /// One for each element step.
    pub subscripts: Vec<i128>,
}

/// Pointers that a region declares and that stand for an expression: `double *row = A[i];`.
pub(super) type Pointers<'a> = BTreeMap<VarId, &'a Expr>;

/// A pointer value: the place of an array or pointer, and what is added to it.
struct Pointer<'a> {
    place: Place<'a>,
    terms: Vec<&'a Expr>,
    /// Whether it is the address of `place` itself.
    is_address: bool,
}

/// The place that an expression names, if it is one that can be followed.
pub(super) fn place_of<'a>(expr: &'a Expr, unit: &Unit, pointers: &Pointers<'a>) -> Option<Place<'a>> {
    Places { unit, pointers }.place(expr, 0)
}

/// Pointers that stand for pointers that stand for pointers: no more than this.
const MAX_DEPTH: usize = 100;

struct Places<'a, 'b> {
    unit: &'b Unit,
    pointers: &'b Pointers<'a>,
}

impl<'a> Places<'a, '_> {
    fn place(&self, expr: &'a Expr, depth: usize) -> Option<Place<'a>> {
        match &expr.kind {
            ExprKind::Var(var) => {
                let Qualified { ty, qualifiers } = self.unit.var(*var).ty.clone();
                Some(Place { root: *var, steps: vec![], ty, is_volatile: qualifiers.is_volatile })
            }
            ExprKind::Index(base, index) => self.pointer(base, depth)?.element(Some(index)),
            ExprKind::Deref(base) => self.pointer(base, depth)?.element(None),
            ExprKind::Member { base, field, is_arrow } => {
                let outer =
                    if *is_arrow { self.pointer(base, depth)?.element(None)? } else { self.place(base, depth)? };
                self.member(outer, field)
            }
            _ => None,
        }
    }

    fn member(&self, mut place: Place<'a>, name: &'a str) -> Option<Place<'a>> {
        let Type::Struct(id) = place.ty else { return None };
        let field = self.unit.field(id, name)?;
        // gcc 12 does not stop where a parallel loop uses a structure of variable size.
        if self.unit.struct_type(id).is_union || field.is_bitfield || self.unit.has_variable_size(id) {
            return None;
        }
        place.ty = field.ty.ty.clone();
        place.is_volatile |= field.ty.qualifiers.is_volatile;
        place.steps.push(Step::Field(name));
        Some(place)
    }

    fn pointer(&self, expr: &'a Expr, depth: usize) -> Option<Pointer<'a>> {
        if depth > MAX_DEPTH {
            return None;
        }
        match &expr.kind {
            ExprKind::Var(var) if self.pointers.contains_key(var) => self.pointer(self.pointers.get(var)?, depth + 1),
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                let (base, offset) = if a.ty.is_integer() { (b, a) } else { (a, b) };
                let mut pointer = self.pointer(base, depth + 1)?;
                if pointer.is_address {
                    return None;
                }
                pointer.terms.push(offset);
                Some(pointer)
            }
            ExprKind::AddressOf(inner) => {
                let mut place = self.place(inner, depth + 1)?;
                match place.steps.pop() {
                    Some(Step::Index { terms, through_pointer }) => {
                        // The array (or pointer) that the element is in; its type is not needed: an element's is.
                        let element = place.ty.clone();
                        place.ty = if through_pointer { Type::pointer_to(element.into()) } else { array_of(element) };
                        Some(Pointer { place, terms, is_address: false })
                    }
                    other => {
                        place.steps.extend(other);
                        Some(Pointer { place, terms: vec![], is_address: true })
                    }
                }
            }
            _ => {
                let place = self.place(expr, depth + 1)?;
                Some(Pointer { place, terms: vec![], is_address: false })
            }
        }
    }
}

fn array_of(element: Type) -> Type {
    let extent = crate::syntax::Extent::Unknown;
    Type::Array(std::rc::Rc::new(crate::syntax::ArrayType { element: element.into(), extent }))
}

impl<'a> Pointer<'a> {
    /// The place of the element that the pointer points to, or of the one `index` further.
    fn element(self, index: Option<&'a Expr>) -> Option<Place<'a>> {
        let Self { mut place, mut terms, is_address } = self;
        if is_address {
            return if index.is_none() { Some(place) } else { None };
        }
        let through_pointer = matches!(place.ty, Type::Pointer(_));
        let target = place.ty.target()?.clone();
        terms.extend(index);
        place.steps.push(Step::Index { terms, through_pointer });
        place.ty = target.ty;
        place.is_volatile |= target.qualifiers.is_volatile;
        Some(place)
    }
}

impl Place<'_> {
    /// The place without its subscripts.
    pub fn key(&self) -> Key {
        let step = |step: &Step| match step {
            Step::Index { through_pointer, .. } => KeyStep::Element { through_pointer: *through_pointer },
            Step::Field(name) => KeyStep::Field((*name).to_owned()),
        };
        Key { root: self.root, steps: self.steps.iter().map(step).collect() }
    }

    /// The place with its subscripts, if they are constants.
    pub fn element(&self, unit: &Unit) -> Option<Element> {
        let mut subscripts = vec![];
        for step in &self.steps {
            let Step::Index { terms, .. } = step else { continue };
            let constants = terms.iter().map(|term| unit.constant(term));
            subscripts.push(constants.sum::<Option<i128>>()?);
        }
        Some(Element { key: self.key(), subscripts })
    }
}

impl Key {
    /// Whether places of this kind are reached through a pointer.
    pub fn is_indirect(&self) -> bool {
        self.n_pointers() > 0
    }

    /// The type of places of this kind.
    pub fn type_of(&self, unit: &Unit) -> Type {
        let mut ty = unit.var(self.root).ty.ty.clone();
        for step in &self.steps {
            let next = match (step, &ty) {
                (KeyStep::Element { .. }, _) => ty.target().map(|target| target.ty.clone()),
                (KeyStep::Field(name), Type::Struct(id)) => unit.field(*id, name).map(|field| field.ty.ty.clone()),
                (KeyStep::Field(_), _) => None,
            };
            ty = next.unwrap_or_else(|| Type::opaque("place"));
        }
        ty
    }

    /// How many pointers are followed.
    pub fn n_pointers(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, KeyStep::Element { through_pointer: true })).count()
    }
}
