//! Symbolic values.

use std::collections::HashMap;

use polymill_analysis::{Accumulation, ReductionOperator, accumulation};
use polymill_gdg::{AccessId, Action, BinaryOp, Body, Definition, Expr, ExprKind, Gdg, Param, Place, Statement};

use crate::Result;
use crate::points::Point;

/// A value. Equal values have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TermId(usize);

/// A number from 0 up to below a limit that stands for another one.
pub(crate) fn small_number(of: u64, limit: i64) -> i64 {
    // Mixed, so that neighbours differ.
    let mixed = of.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    (mixed % limit.unsigned_abs()).cast_signed()
}

/// What a value was made from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Term {
    /// Memory that nobody has written.
    Unset,
    /// What is left of a value whose life has ended.
    Ended,
    /// What an element held before.
    Initial(Point),
    /// What an instance computed from these values, for its access at this position.
    Computed { instance: Point, access: usize, operands: Vec<TermId> },
    /// Several values at once: what an access may read.
    Several(Vec<TermId>),
    /// Values combined by an operator that may be reassociated, in ascending order.
    Combined(ReductionOperator, Vec<TermId>),
    /// A value with the other sign.
    Negated(TermId),
    /// A value without one of its factors.
    WithoutFactor { value: TermId, factor: TermId },
}

/// All values of a run.
pub(crate) struct Terms {
    terms: Vec<Term>,
    ids: HashMap<Term, TermId>,
    /// The numbers that integers stand for which the original computed from others.
    numbers: HashMap<TermId, i64>,
    /// Arrays whose elements a test tells not to decrease.
    ascending: Vec<Place>,
    /// Statements whose order among themselves was given up by a pass.
    reassociated: Vec<String>,
    /// Whether all sums of floating-point numbers may be computed in another way.
    is_reassociable: bool,
}

/// What a statement does with the values that it reads.
pub(crate) enum Meaning {
    /// Stores the value of this read access as it is.
    Copy(usize),
    /// Combines what one access reads with something else, in any order.
    Combine(Combination),
    /// Computes something.
    Compute,
}

/// `first op rest`, where the order does not matter.
pub(crate) struct Combination {
    pub op: ReductionOperator,
    /// The access that reads the first operand.
    pub first: usize,
    /// The access that is all of the rest, if it is one.
    pub rest: Option<usize>,
    /// The rest is subtracted.
    pub is_negated: bool,
    /// The first operand is the old value of what is stored.
    pub is_update: bool,
}

impl Terms {
    /// No values yet, for the statements of a mapped GDG.
    pub fn new(mapped: &Gdg) -> Result<Self> {
        let mut reassociated = vec![];
        for relaxation in mapped.dependences.iter().flat_map(|dependences| &dependences.relaxations) {
            for map in relaxation.removed.get_map_list()?.to_vec()? {
                let names = [polymill_isl::Dim::In, polymill_isl::Dim::Out].map(|side| map.get_tuple_name(side));
                let [source, sink] = names;
                let (source, sink) = (source?, sink?);
                if source == sink {
                    reassociated.extend(source);
                }
            }
        }
        let ascending = |param: &Param| match param.definition() {
            Some(Definition::Ascending(test)) => Some(test.elements.place.clone()),
            _ => None,
        };
        let ascending = mapped.params.iter().filter_map(ascending).collect();
        Ok(Self {
            terms: vec![],
            ids: HashMap::new(),
            numbers: HashMap::new(),
            ascending,
            reassociated,
            is_reassociable: mapped.reassociable,
        })
    }

    fn id(&mut self, term: Term) -> TermId {
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        let id = TermId(self.terms.len());
        self.terms.push(term.clone());
        self.ids.insert(term, id);
        id
    }

    /// The number that a value stands for: that which it was computed as, or one below a limit.
    pub fn number(&self, value: TermId, limit: i64) -> i64 {
        self.numbers.get(&value).copied().unwrap_or_else(|| small_number(value.0 as u64, limit))
    }

    /// Whether an array's elements do not decrease.
    pub fn is_ascending(&self, place: &Place) -> bool {
        self.ascending.contains(place)
    }

    /// Notes the number that a value was computed as.
    pub fn note_number(&mut self, value: TermId, number: i64) {
        self.numbers.entry(value).or_insert(number);
    }

    pub fn unset(&mut self) -> TermId {
        self.id(Term::Unset)
    }

    pub fn ended(&mut self) -> TermId {
        self.id(Term::Ended)
    }

    pub fn is_ended(&self, value: TermId) -> bool {
        self.terms[value.0] == Term::Ended
    }

    pub fn initial(&mut self, element: Point) -> TermId {
        self.id(Term::Initial(element))
    }

    pub fn computed(&mut self, instance: &Point, access: usize, operands: Vec<TermId>) -> TermId {
        self.id(Term::Computed { instance: instance.clone(), access, operands })
    }

    /// One value as it is, several as one.
    pub fn several(&mut self, values: Vec<TermId>) -> TermId {
        match values[..] {
            [only] => only,
            _ => self.id(Term::Several(values)),
        }
    }

    pub fn combined(&mut self, op: ReductionOperator, parts: &[TermId]) -> TermId {
        let mut all = vec![];
        for part in parts {
            match &self.terms[part.0] {
                Term::Combined(other, inside) if *other == op => all.extend(inside.iter().copied()),
                _ => all.push(*part),
            }
        }
        all.sort();
        self.id(Term::Combined(op, all))
    }

    /// A sum of nothing.
    pub fn zero(&mut self) -> TermId {
        self.id(Term::Combined(ReductionOperator::Add, vec![]))
    }

    pub fn negated(&mut self, value: TermId) -> TermId {
        self.id(Term::Negated(value))
    }

    pub fn without_factor(&mut self, value: TermId, factor: TermId) -> TermId {
        self.id(Term::WithoutFactor { value, factor })
    }

    /// A sum of values that are without this factor, times the factor; `None` if it is another value.
    pub fn times(&mut self, sum: TermId, factor: TermId) -> Option<TermId> {
        let Term::Combined(op, parts) = &self.terms[sum.0] else { return None };
        let times = |part: &TermId| match self.terms[part.0] {
            Term::WithoutFactor { value, factor: own } if own == factor => Some(value),
            _ => None,
        };
        let parts = parts.iter().map(times).collect::<Option<Vec<_>>>().filter(|_| *op == ReductionOperator::Add)?;
        Some(self.combined(ReductionOperator::Add, &parts))
    }

    fn is_reassociated(&self, statement: &Statement, value: &Expr) -> bool {
        self.is_reassociable && value.ty.is_float() || self.reassociated.contains(&statement.name)
    }

    /// How the statement's stored value comes about.
    pub fn meaning(&self, statement: &Statement) -> Result<Meaning> {
        if self.reassociated.contains(&statement.name)
            && let Some(Accumulation { op, reads, .. }) = accumulation(statement)?
            && !is_operation(statement)
            && let Some(first) = reads.first()
        {
            let first = first.index();
            return Ok(Meaning::Combine(Combination { op, first, rest: None, is_negated: false, is_update: true }));
        }
        Ok(self.meaning_of_store(statement))
    }

    fn meaning_of_store(&self, statement: &Statement) -> Meaning {
        let Body { locals, actions } = &statement.body;
        let ([], [Action::Store { access, value }]) = (&locals[..], &actions[..]) else { return Meaning::Compute };
        match &value.kind {
            ExprKind::Load(load) => Meaning::Copy(load.index()),
            ExprKind::Binary(op, left, right) if self.is_reassociated(statement, value) => {
                let load = |side: &Expr| match side.kind {
                    ExprKind::Load(load) => Some(load),
                    _ => None,
                };
                let is_old = |load: &AccessId| statement.access(*load).is_same_element(statement.access(*access));
                // `a - b` is `a + (-b)`.
                let Some(operator) = ReductionOperator::of(*op) else { return Meaning::Compute };
                let commutes = *op != BinaryOp::Sub;
                let sides = [(load(left), load(right)), (load(right).filter(|_| commutes), load(left))];
                let old = sides.iter().find(|(first, _)| first.as_ref().is_some_and(is_old));
                let Some((Some(first), rest)) = old.or_else(|| sides.iter().find(|(first, _)| first.is_some())) else {
                    return Meaning::Compute;
                };
                Meaning::Combine(Combination {
                    op: operator,
                    first: first.index(),
                    rest: rest.map(AccessId::index),
                    is_negated: !commutes,
                    is_update: old.is_some(),
                })
            }
            _ => Meaning::Compute,
        }
    }
}

/// Whether a statement stores an operation on two values.
fn is_operation(statement: &Statement) -> bool {
    let [Action::Store { value, .. }] = statement.body.actions.as_slice() else { return false };
    matches!(value.kind, ExprKind::Binary(..))
}
