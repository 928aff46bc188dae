//! Value flow in loops that data end.
//!
//! What is written as long as a loop goes on is not certain to be written. But where a read is done only as long as the
//! same loop goes on, a write before it in the same iteration is certain for that read: it ends the flow of what was written
//! earlier. (In the model of Zhao and Cohen, IMPACT 2017, section 3.2, the dynamic bounds are parameters of the domains,
//! where both are certain.)

use std::collections::BTreeSet;

use polymill_gdg::{Access, AccessId, ArrayId, Gdg, Statement};
use polymill_isl as isl;

/// A flow as isl computes it, without what the exit predicates of loops say.
pub(crate) struct Flow {
    /// `write -> [read -> element]`
    pub flow: isl::UnionMap,
    /// `read -> element`, for values from before.
    pub from_before: isl::UnionMap,
}

impl Flow {
    /// Without values that are certainly overwritten before they are read, in the arrays of interest.
    pub fn without_overwritten(mut self, gdg: &Gdg, of_interest: impl Fn(ArrayId) -> bool) -> isl::Result<Self> {
        let time = gdg.original.get_map()?;
        for writer in &gdg.statements {
            for id in (0..writer.accesses.len()).map(AccessId::new) {
                let array = writer.access(id).array;
                if !of_interest(array) || !writer.writes_unless_ended(id)? {
                    continue;
                }
                let reads = |access: &Access| access.kind.is_read() && access.array == array;
                for reader in gdg.statements.iter().filter(|reader| reader.accesses.iter().any(reads)) {
                    if goes_on_with(gdg, writer, reader)? {
                        self = self.overwritten_by(gdg, (writer, id), reader, &time)?;
                    }
                }
            }
        }
        Ok(self)
    }

    /// Without what `reader` would read if it were not for a write of `writer` in the same iteration.
    fn overwritten_by(
        self,
        gdg: &Gdg,
        (writer, id): (&Statement, AccessId),
        reader: &Statement,
        time: &isl::UnionMap,
    ) -> isl::Result<Self> {
        let write = writer.access(id);
        let (at_writer, at_reader) = (writer.domain.to_union_set()?, reader.domain.to_union_set()?);
        let order = earlier(time, &at_writer, &at_reader)?;
        let writes = same_iteration(writer, reader)?.to_union_map()?.intersect(&order)?;
        let writes = writes.subtract(&around_changes(gdg, writer, reader, time)?)?;
        let others = gdg.accesses(|access| access.kind.is_write() && access.array == write.array)?.domain()?;
        let before = earlier(time, &others, &at_writer)?;
        let written = write.relation.reverse()?.to_union_map()?;
        let mut result = self;
        for read in reader.accesses.iter().filter(|access| access.kind.is_read() && access.array == write.array) {
            // { read -> [element -> write] }
            let both =
                read.relation.to_union_map()?.range_product(&writes.reverse()?)?.intersect_range(&written.wrap()?)?;
            let covered = both.uncurry()?;
            result = Self {
                flow: result.flow.subtract(&before.apply_range(&covered.reverse()?)?)?,
                from_before: result.from_before.subtract(&covered.domain()?.unwrap()?)?,
            };
        }
        Ok(result)
    }
}

/// Whether a loop around some statement ends with data.
///
/// # Errors
/// isl's.
pub fn has_exits(gdg: &Gdg) -> isl::Result<bool> {
    for statement in &gdg.statements {
        if !statement.exits()?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether an instance of `writer` is run if one of `reader` with the same iterators is, as far as data are concerned.
fn goes_on_with(gdg: &Gdg, writer: &Statement, reader: &Statement) -> isl::Result<bool> {
    let exits = reader.exits()?;
    let is_same = |a: usize, b: usize| a == b;
    for own in writer.exits()? {
        let has_it = exits.iter().any(|other| {
            (own.side, own.iterator, own.scale, own.is_inclusive)
                == (other.side, other.iterator, other.scale, other.is_inclusive)
                && gdg.is_same_value((writer, own.bound), (reader, other.bound), &is_same)
        });
        if !has_it {
            return Ok(false);
        }
    }
    Ok(reader.depth() >= writer.depth())
}

/// Pairs of instances with the same values of the iterators that both have, write to read.
fn same_iteration(writer: &Statement, reader: &Statement) -> isl::Result<isl::Map> {
    let mut same = isl::Map::from_domain_and_range(&writer.domain, &reader.domain)?;
    for position in 0..writer.depth() {
        same = same.equate(isl::Dim::In, position, isl::Dim::Out, position)?;
    }
    Ok(same)
}

/// Pairs of instances of two statements between which something changes what the exits of the first are computed from.
fn around_changes(gdg: &Gdg, from: &Statement, to: &Statement, time: &isl::UnionMap) -> isl::Result<isl::UnionMap> {
    let mut arrays: BTreeSet<ArrayId> = BTreeSet::new();
    for exit in from.exits()? {
        arrays.extend(from.arrays_in(exit.bound));
    }
    let aliases = gdg.aliases.iter().flat_map(|pair| [(pair.first, pair.second), (pair.second, pair.first)]);
    let others: Vec<_> = aliases.filter(|(one, _)| arrays.contains(one)).map(|(_, other)| other).collect();
    arrays.extend(others);
    let changes = gdg.accesses(|access| access.kind.is_write() && arrays.contains(&access.array))?.domain()?;
    let (from, to) = (from.domain.to_union_set()?, to.domain.to_union_set()?);
    earlier(time, &from, &changes)?.apply_range(&earlier(time, &changes, &to)?)
}

/// From each of some instances to those of others that come later.
fn earlier(time: &isl::UnionMap, from: &isl::UnionSet, to: &isl::UnionSet) -> isl::Result<isl::UnionMap> {
    time.intersect_domain(from)?.lex_lt_union_map(&time.intersect_domain(to)?)
}
