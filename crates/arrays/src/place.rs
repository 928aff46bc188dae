//! Places in the texts of programs.

use std::collections::HashSet;
use std::panic::Location;
use std::sync::{Mutex, PoisonError};

/// A place in the text of a program, for messages.
///
/// ```
/// use polymill_arrays::Place;
///
/// let place = Place::new("blur.py", 7, 0);
/// assert_eq!((place.file(), place.line(), place.column()), ("blur.py", 7, 0));
/// assert!(Place::caller().line() > 0);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    file: &'static str,
    line: u32,
    column: u32,
}

/// The names of files that are known at run time only.
static FILES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);

impl Place {
    /// A place in a file. Lines and columns count from 1; a column is 0 if it is not known.
    ///
    /// The name of the file stays in memory for good: programs stand in few files, and places are copied freely.
    pub fn new(file: &str, line: u32, column: u32) -> Self {
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.get_or_insert_default();
        let file = files.get(file).copied().unwrap_or_else(|| {
            let file: &'static str = Box::leak(file.into());
            files.insert(file);
            file
        });
        Self { file, line, column }
    }

    /// Where the function is called that asks this.
    #[track_caller]
    pub fn caller() -> Self {
        let location = Location::caller();
        Self { file: location.file(), line: location.line(), column: location.column() }
    }

    /// The name of the file.
    pub fn file(&self) -> &'static str {
        self.file
    }

    /// The line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The column, from 1; 0, if it is not known.
    pub fn column(&self) -> u32 {
        self.column
    }
}
