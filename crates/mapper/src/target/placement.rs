//! How loops are chosen that run on the processor grid.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// What `place` goes by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    /// The test that a loop must pass.
    pub test: PlacementTest,
    /// For each dimension of the grid, how many iterations a processor is to have; the last one counts for further
    /// dimensions. Used by [`PlacementTest::Occupation`].
    pub occupancy: Vec<Occupancy>,
    /// Which trip count must fill the grid. Used by [`PlacementTest::Occupation`].
    pub trip_count: TripCount,
}

/// When a loop is worth running in parallel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PlacementTest {
    /// When the model predicts less time, the parallel region's own cost included.
    #[default]
    Work,
    /// When it has enough iterations for the grid: the occupation test of _Static versioning_, section 4.2.
    Occupation,
}

/// Of a loop whose trip count depends on the loops around it: which of them counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TripCount {
    /// The largest.
    #[default]
    Maximum,
    /// The mean of the smallest and the largest. It is the average where the trip count is an affine function of one loop.
    Average,
    /// The smallest.
    Minimum,
}

/// How many iterations of a loop a processor is to have: a positive rational. Reads and prints as `2` or `1/2`.
///
/// ```
/// use polymill_mapper::Occupancy;
/// assert_eq!("1/2".parse::<Occupancy>()?.to_string(), "1/2");
/// assert!("0".parse::<Occupancy>().is_err());
/// # Ok::<(), polymill_mapper::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupancy {
    numerator: u32,
    denominator: u32,
}

impl Occupancy {
    /// `numerator / denominator`; `None` unless both are positive.
    pub fn new(numerator: u32, denominator: u32) -> Option<Self> {
        (numerator > 0 && denominator > 0).then_some(Self { numerator, denominator })
    }

    /// The number above the line.
    pub fn numerator(self) -> u32 {
        self.numerator
    }

    /// The number below the line.
    pub fn denominator(self) -> u32 {
        self.denominator
    }
}

impl Default for Occupancy {
    fn default() -> Self {
        Self { numerator: 1, denominator: 1 }
    }
}

impl Placement {
    /// The occupancy of a dimension of the grid.
    pub fn occupancy(&self, dimension: usize) -> Occupancy {
        self.occupancy.get(dimension).or(self.occupancy.last()).copied().unwrap_or_default()
    }
}

impl fmt::Display for Occupancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

impl FromStr for Occupancy {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let number = |text: &str| text.trim().parse().ok();
        let both = number(numerator).zip(number(denominator));
        both.and_then(|(numerator, denominator)| Self::new(numerator, denominator)).ok_or_else(|| Error::User {
            message: format!("`{text}` is no occupancy; expected a positive number such as 2 or 1/2"),
        })
    }
}
