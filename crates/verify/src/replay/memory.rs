//! Memory that holds symbolic values and knows who used it.

use std::collections::HashMap;

use super::terms::{TermId, Terms};
use crate::points::Point;

/// A place: a piece of memory and the position in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Place {
    pub storage: StorageId,
    pub subscripts: Vec<i64>,
}

/// A piece of memory: an array that is declared outside, or one execution of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct StorageId(pub usize);

/// The iterations of concurrent loops that something happens in, outermost first: which execution of which loop, and
/// which of its iterations.
pub(crate) type Iterations = Vec<(usize, i64)>;

/// What a place holds.
#[derive(Clone)]
pub(crate) struct Cell {
    pub value: TermId,
    /// The instance that wrote it.
    pub writer: Option<Point>,
    uses: Vec<Use>,
}

#[derive(Clone)]
struct Use {
    iterations: Iterations,
    is_write: bool,
    by: Point,
}

/// Two uses of one place in different iterations of a loop's execution, one of them a write.
pub(crate) struct Race {
    /// The position of the loop among the concurrent loops around.
    pub level: usize,
    pub other: Point,
}

/// All memory.
#[derive(Default)]
pub(crate) struct Memory {
    cells: HashMap<Place, Cell>,
}

/// Who uses a place, and where.
pub(crate) struct User<'a> {
    pub by: &'a Point,
    pub iterations: &'a Iterations,
    /// Levels of the concurrent loops around that reduce into the array, so that each iteration has its own copy.
    pub reduced_at: Vec<usize>,
}

impl Memory {
    /// What the place holds; `initial` makes the value that it had at the start.
    pub fn get(&mut self, terms: &mut Terms, place: &Place, initial: impl FnOnce(&mut Terms) -> TermId) -> &mut Cell {
        self.cells.entry(place.clone()).or_insert_with(|| Cell { value: initial(terms), writer: None, uses: vec![] })
    }

    /// Gives all places of a piece of memory that were used a value that nobody wrote.
    pub fn overwrite(&mut self, storage: StorageId, value: TermId) {
        for (_, cell) in self.cells.iter_mut().filter(|(place, _)| place.storage == storage) {
            (cell.value, cell.writer) = (value, None);
        }
    }

    /// All places that were used, with what they hold; in no order.
    pub fn cells(&self) -> impl Iterator<Item = (&Place, &Cell)> {
        self.cells.iter()
    }

    /// The value of a place that was used.
    pub fn find(&self, place: &Place) -> Option<&Cell> {
        self.cells.get(place)
    }
}

impl Cell {
    /// Notes a use; returns the race that it is part of, if any.
    pub fn note(&mut self, user: &User<'_>, is_write: bool) -> Option<Race> {
        if user.iterations.is_empty() {
            return None;
        }
        let race = self.uses.iter().find_map(|other| {
            let differs = |(a, b): (&(usize, i64), &(usize, i64))| a != b;
            let level = other.iterations.iter().zip(user.iterations).position(differs)?;
            let is_concurrent = other.iterations[level].0 == user.iterations[level].0;
            let is_race = is_concurrent && (is_write || other.is_write) && !user.reduced_at.contains(&level);
            is_race.then(|| Race { level, other: other.by.clone() })
        });
        let is_known = |other: &Use| other.iterations == *user.iterations && (other.is_write || !is_write);
        if !self.uses.iter().any(is_known) {
            self.uses.push(Use { iterations: user.iterations.clone(), is_write, by: user.by.clone() });
        }
        race
    }
}
