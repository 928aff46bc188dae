//! Orders of statements: nested loops over their iterators.

use polymill_isl as isl;

use crate::{Error, Result, Statement, StatementId};

/// An order of statements, as the source has it.
#[derive(Clone, Debug)]
pub enum Order {
    /// The instance of a statement that the loops around it name.
    Statement(StatementId),
    /// One after the other.
    Sequence(Vec<Order>),
    /// A loop over an iterator of all statements in it.
    Loop {
        /// Which iterator.
        position: usize,
        /// Whether it becomes smaller.
        is_downward: bool,
        /// The iteration.
        body: Box<Order>,
    },
}

/// A schedule, and the statements in it.
type Part = Option<(isl::Schedule, Vec<StatementId>)>;

impl Order {
    /// A statement in loops over its iterators from this one on.
    pub fn in_loops(statement: StatementId, iterators: std::ops::Range<usize>) -> Self {
        iterators.rev().fold(Self::Statement(statement), |inner, position| Self::upward(position, inner))
    }

    /// A loop over an iterator.
    pub fn upward(position: usize, body: Self) -> Self {
        Self::Loop { position, is_downward: false, body: Box::new(body) }
    }

    /// The schedule tree; `None` if there is nothing in it.
    ///
    /// # Errors
    /// isl's.
    pub fn schedule(&self, statements: &[Statement]) -> Result<Option<isl::Schedule>> {
        Ok(self.part(statements)?.map(|(schedule, _)| schedule))
    }

    fn part(&self, statements: &[Statement]) -> Result<Part> {
        match self {
            Self::Statement(id) => {
                let domain = statements[id.index()].domain.to_union_set()?;
                Ok(Some((isl::Schedule::from_domain(&domain)?, vec![*id])))
            }
            Self::Sequence(parts) => {
                let mut so_far: Part = None;
                for part in parts {
                    let next = part.part(statements)?;
                    so_far = match (so_far, next) {
                        (Some((first, mut ids)), Some((second, more))) => {
                            ids.extend(more);
                            Some((first.sequence(&second)?, ids))
                        }
                        (first, second) => first.or(second),
                    };
                }
                Ok(so_far)
            }
            Self::Loop { position, is_downward, body } => {
                let Some((schedule, ids)) = body.part(statements)? else { return Ok(None) };
                let band = band(statements, &ids, *position, *is_downward)?;
                Ok(Some((schedule.insert_partial_schedule(&band)?, ids)))
            }
        }
    }
}

/// The partial schedule of a loop: the iterator, or its negation.
fn band(
    statements: &[Statement],
    ids: &[StatementId],
    position: usize,
    is_downward: bool,
) -> Result<isl::MultiUnionPwAff> {
    let mut band: Option<isl::UnionPwAff> = None;
    for id in ids {
        let space = isl::LocalSpace::from_space(&statements[id.index()].domain.get_space()?)?;
        let iterator = isl::PwAff::var_on_domain(&space, isl::Dim::Set, position)?;
        let iterator = if is_downward { iterator.neg()? } else { iterator };
        let iterator = iterator.to_union_pw_aff()?;
        band = Some(match band {
            Some(band) => band.union_add(&iterator)?,
            None => iterator,
        });
    }
    let band = band.ok_or_else(|| Error::Bug("a loop without statements".to_owned()))?;
    Ok(isl::MultiUnionPwAff::from_union_pw_aff(&band)?)
}
