//! Which program it is, where several fail together and none of them alone.

use super::run::Folder;
use super::{Compared, Failure, Ran, Reason, Transformed, Trial};
use crate::Result;
use crate::random::{Program, kernels_source};

impl Trial<'_> {
    /// Finds the program that fails only where others are in the same file, and the fewest others that it takes.
    pub(super) fn blame(&self, programs: &[Program], reason: Reason) -> Result<Failure> {
        let (mut programs, mut reason) = (programs.to_vec(), reason);
        let mut position = 0;
        while position < programs.len() && programs.len() > 1 {
            let mut fewer = programs.clone();
            fewer.remove(position);
            match self.compare(&fewer)? {
                Compared::Failed(other) if other.is_like(&reason) => (programs, reason) = (fewer, other),
                _ => position += 1,
            }
        }
        let owner = self.owner(&programs, &reason)?;
        let program = programs.remove(owner);
        let together_with = programs.iter().map(|other| other.seed).collect();
        Ok(Failure { together_with, ..self.failure(&program, reason) })
    }

    /// The position of the program that is wrong when each of them is run by itself, in the code of all.
    fn owner(&self, programs: &[Program], reason: &Reason) -> Result<usize> {
        if let Reason::Output { expected, found, .. } = reason {
            return Ok(position_of(expected, programs).or_else(|| position_of(found, programs)).unwrap_or(0));
        }
        let Reason::Run { .. } = reason else { return Ok(0) };
        let text = kernels_source(programs);
        let Ok(Transformed { text: transformed, .. }) = self.transform(&text, programs.len()) else { return Ok(0) };
        let folder = Folder::new(self.fuzz, programs)?;
        let Ok(transformed) = folder.transformed(&transformed) else { return Ok(0) };
        let original = folder.original(&text)?;
        for position in 0..programs.len() {
            if let Ran::Differs(_) = self.first_difference(&folder, &original, &transformed, Some(position))? {
                return Ok(position);
            }
        }
        Ok(0)
    }
}

/// The program that prints a line: the line begins with its name and its position.
fn position_of(line: &str, programs: &[Program]) -> Option<usize> {
    let word = line.split(' ').next()?;
    (0..programs.len()).find(|position| word == format!("{}_{position}", programs[*position].name))
}
