//! OpenScop: regions as Clan, Candl, Pluto and CLooG exchange them (Bastoul, "OpenScop: A Specification and a Library for Data
//! Exchange in Polyhedral Compilation Tools", 2011).

mod read;
mod schedule;
mod write;

use crate::Result;

/// A file: one region or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenScop {
    /// The regions.
    pub scops: Vec<Scop>,
}

/// A region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scop {
    /// The language that code is to be in: `C`.
    pub language: String,
    /// What holds of the parameters.
    pub context: Relation,
    /// The names of the parameters, if they are given.
    pub parameters: Option<Extension>,
    /// The statements, in the order of the source.
    pub statements: Vec<ScopStatement>,
    /// What else is said of the region.
    pub extensions: Vec<Extension>,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScopStatement {
    /// The domain, the scattering (that is, the schedule) and the accesses, in the order of the file.
    pub relations: Vec<Relation>,
    /// Its body, and what else is said of it.
    pub extensions: Vec<Extension>,
    /// The line at which it begins.
    pub line: usize,
}

/// A relation, or a set: a union of polyhedra.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    /// What it is.
    pub kind: RelationKind,
    /// The parts of the union.
    pub parts: Vec<Polyhedron>,
    /// Whether the file says how many parts there are, as it must if there is not one.
    pub says_number: bool,
    /// The line at which it begins.
    pub line: usize,
}

/// What a relation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum RelationKind {
    Context,
    Domain,
    Scattering,
    Read,
    Write,
    MayWrite,
}

/// Constraints: each row is `e/i`, output and input dimensions, existentially quantified ones, parameters, and the constant. `e/i` is 0 for
/// `... = 0` and 1 for `... >= 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polyhedron {
    /// Output dimensions; the iterators of a domain.
    pub n_output: usize,
    /// Input dimensions.
    pub n_input: usize,
    /// Existentially quantified dimensions.
    pub n_local: usize,
    /// Parameters.
    pub n_params: usize,
    /// The constraints.
    pub rows: Vec<Vec<i128>>,
}

/// Something that is said between `<name>` and `</name>`: the lines between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extension {
    /// What it is: `body`, `arrays`, ...
    pub name: String,
    /// Its lines as they are.
    pub lines: Vec<String>,
}

impl RelationKind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Context, Self::Domain, Self::Scattering, Self::Read, Self::Write, Self::MayWrite];

    /// The word for it in a file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Context => "CONTEXT",
            Self::Domain => "DOMAIN",
            Self::Scattering => "SCATTERING",
            Self::Read => "READ",
            Self::Write => "WRITE",
            Self::MayWrite => "MAY_WRITE",
        }
    }
}

impl Extension {
    /// What stands in it but comments, word by word.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace())
    }
}

impl OpenScop {
    /// Whether a text is OpenScop.
    pub fn is_openscop(text: &str) -> bool {
        text.lines().any(|line| line.trim() == "<OpenScop>")
    }

    /// Reads the text of a file. What stands outside of `<OpenScop>` and `</OpenScop>`, and comments, are not kept.
    ///
    /// # Errors
    /// [`Error::User`](crate::Error::User) with the line.
    ///
    /// ```
    /// use polymill_interchange::OpenScop;
    ///
    /// let text = "
    /// <OpenScop>
    /// C
    /// CONTEXT
    /// 0 3 0 0 0 1
    /// 1
    /// <strings>
    /// n
    /// </strings>
    /// 1
    /// ## One statement, with a domain and a scattering.
    /// 2
    /// DOMAIN
    /// 2 4 1 0 0 1
    /// 1 1 0 0
    /// 1 -1 1 -1
    /// SCATTERING
    /// 1 5 1 1 0 1
    /// 0 -1 1 0 0
    /// 0
    /// </OpenScop>
    /// ";
    /// let read = OpenScop::read(text)?;
    /// assert_eq!(read.scops[0].statements[0].relations.len(), 2);
    /// // Lines are other ones in what is written.
    /// assert_eq!(OpenScop::read(&read.write())?.write(), read.write());
    ///
    /// let error = OpenScop::read(&text.replace("1 -1 1 -1", "1 -1 1")).unwrap_err();
    /// assert_eq!(error.to_string(), "line 16: expected 4 numbers, and not 3");
    /// # Ok::<(), polymill_interchange::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self> {
        read::read(text)
    }

    /// The text of a file.
    pub fn write(&self) -> String {
        write::write(self)
    }
}
