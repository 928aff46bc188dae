//! Schedules in text form.

use polymill_gdg::{Gdg, GdgId, Program};
use polymill_isl as isl;

use crate::{Error, Result};

/// A schedule in a text.
#[derive(Clone, Debug)]
pub struct GivenSchedule {
    /// The GDG that it is for.
    pub gdg: GdgId,
    /// The GDG with other arrays, if the schedule comes with some.
    pub changed: Option<Box<Gdg>>,
    /// From statement instances to times.
    pub times: isl::UnionMap,
    /// The dimensions of the times whose loops are to run in parallel.
    pub parallel: Vec<usize>,
}

/// The schedules in a text.
///
/// A schedule follows a line `gdg NAME`, or `gdg NAME parallel 0` if the loop of the first dimension of the times is to run in
/// parallel. It is a relation in isl's notation, from statement instances to times; parameters need
/// not be named in front. Or it is a schedule tree in isl's notation (YAML), as `polymill opt --print=schedule` prints it; of a
/// tree only the order is taken, and no marks. The first schedule needs no name if the program has one GDG only. What follows
/// `#` is a comment.
///
/// ```text
/// gdg blur parallel 0
/// { S[i] -> [tile, 0, i] : 8 tile <= i <= 8 tile + 9; T[i] -> [tile, 1, i] : 8 tile <= i < 8 tile + 8 }
/// ```
///
/// # Errors
/// [`Error::User`] with the line: names of no GDG, text that isl does not read; isl's.
pub fn read_schedules(program: &Program, text: &str) -> Result<Vec<GivenSchedule>> {
    let mut found: Vec<GivenSchedule> = vec![];
    for section in sections(program, text)? {
        let gdg = program.gdg(section.gdg);
        if found.iter().any(|other| other.gdg == section.gdg) {
            return Err(at(section.line, &format!("there is a schedule for `{}` already", gdg.name)));
        }
        let times = read_schedule(gdg, &section)?;
        found.push(GivenSchedule { gdg: section.gdg, changed: None, times, parallel: section.parallel });
    }
    if found.is_empty() {
        return Err(Error::user("there is no schedule in it; expected `gdg NAME`, and a relation or a tree below"));
    }
    Ok(found)
}

/// The text of one schedule.
struct Section {
    gdg: GdgId,
    parallel: Vec<usize>,
    /// The number of its first line.
    line: usize,
    text: String,
}

fn sections(program: &Program, text: &str) -> Result<Vec<Section>> {
    let mut sections: Vec<Section> = vec![];
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.split_once('#').map_or(line, |(before, _)| before);
        if let Some(rest) = line.strip_prefix("gdg ") {
            let (name, parallel) = rest.split_once(" parallel ").unwrap_or((rest, ""));
            let gdg = named(program, name.trim(), number)?;
            let parallel = dimensions(parallel, number)?;
            sections.push(Section { gdg, parallel, line: number + 1, text: String::new() });
        } else if let Some(section) = sections.last_mut() {
            section.text += line;
            section.text.push('\n');
        } else if !line.trim().is_empty() {
            let mut all = program.ids();
            let (Some(only), None) = (all.next(), all.next()) else {
                return Err(at(number, "expected `gdg NAME` before the first schedule, since there are several"));
            };
            sections.push(Section { gdg: only, parallel: vec![], line: number, text: format!("{line}\n") });
        }
    }
    Ok(sections)
}

/// `0, 1`
fn dimensions(text: &str, line: usize) -> Result<Vec<usize>> {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse().map_err(|_| at(line, &format!("`{word}` is no dimension of the times; the first one is 0")))
    };
    words.map(number).collect()
}

fn named(program: &Program, name: &str, line: usize) -> Result<GdgId> {
    let found = program.ids().find(|id| program.gdg(*id).name == name);
    found.ok_or_else(|| {
        let known: Vec<_> = program.ids().map(|id| format!("`{}`", program.gdg(id).name)).collect();
        at(line, &format!("there is no region `{name}`; there are {}", known.join(", ")))
    })
}

fn read_schedule(gdg: &Gdg, section: &Section) -> Result<isl::UnionMap> {
    let text = section.text.trim();
    let result = match text.chars().next() {
        None => return Err(at(section.line, &format!("the schedule of `{}` is missing", gdg.name))),
        Some('{') => gdg.read_union_map(text),
        Some('[') => isl::UnionMap::read(gdg.context.ctx(), text),
        Some(_) => isl::Schedule::read(gdg.context.ctx(), &section.text).and_then(|tree| tree.get_map()),
    };
    result.map_err(|error| match error {
        isl::Error::Invalid(site) | isl::Error::Unknown(site) | isl::Error::Unsupported(site) => {
            at(section.line, &format!("isl does not read the schedule of `{}`: {}", gdg.name, site.message))
        }
        other => Error::Isl(other),
    })
}

fn at(line: usize, message: &str) -> Error {
    Error::user(format!("line {line}: {message}"))
}
