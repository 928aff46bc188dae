//! Compiled programs that are kept from one process to the next.
//!
//! An entry is found by what the program computes, the options, the machine, the C compiler and this compiler; where the program stands in
//! its file does not matter. What cannot be kept, or is damaged, is compiled again: a cache never makes a program fail.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use polymill_arrays::graph::Graph;
use polymill_arrays::lower::Role;
use polymill_arrays::size::SymbolId;
use polymill_native::CCompiler;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::CompileOptions;

/// Where compiled programs are kept.
///
/// ```
/// use polymill::array::{Acc, Cache, CompileOptions, Ix1, compile_with};
///
/// let folder = tempfile::tempdir().unwrap();
/// let options = CompileOptions { cache: Cache::Folder(folder.path().to_owned()), ..CompileOptions::default() };
/// let program = |a: Acc<f64, Ix1>| a.map(|x| x + 1.0);
/// compile_with(&options, program)?;
/// // It is there now, and the C compiler has nothing to do.
/// compile_with(&options, program)?;
/// assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
/// # Ok::<(), polymill::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Cache {
    /// In the user's folder for caches, in `polymill/arrays`.
    #[default]
    User,
    /// In this folder.
    Folder(PathBuf),
    /// Nowhere.
    Off,
}

/// What is kept of a compiled program.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    pub source: String,
    /// The functions of its parts.
    pub kernels: Vec<Kernel>,
}

/// What a function is given: first these sizes, then what the roles say.
#[derive(Serialize, Deserialize)]
pub(super) struct Kernel {
    pub params: Vec<SymbolId>,
    pub roles: Vec<Role>,
}

/// When there is more in a cache than this many bytes, what was added first is removed.
const MAX_BYTES: u64 = 256 << 20;

impl Cache {
    fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::User => Some(dirs::cache_dir()?.join("polymill").join("arrays")),
            Self::Folder(folder) => Some(folder.clone()),
            Self::Off => None,
        }
    }

    /// What is kept with this key, whole and undamaged: what is known of it, and the shared object.
    pub(crate) fn get<T: DeserializeOwned>(&self, key: &str) -> Option<(T, Vec<u8>)> {
        let bytes = std::fs::read(self.folder()?.join(key)).ok()?;
        let (checksum, rest) = bytes.split_first_chunk::<8>()?;
        if u64::from_le_bytes(*checksum) != sum_of(rest) {
            return None;
        }
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let (head, object) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        Some((serde_json::from_slice(head).ok()?, object.to_vec()))
    }

    /// Keeps something, if that can be done: other processes see it whole, or not at all.
    pub(crate) fn put<T: Serialize>(&self, key: &str, entry: &T, object: &[u8]) {
        let (Some(folder), Ok(head)) = (self.folder(), serde_json::to_vec(entry)) else { return };
        let mut bytes = (head.len() as u64).to_le_bytes().to_vec();
        bytes.extend(head);
        bytes.extend(object);
        let bytes = [&sum_of(&bytes).to_le_bytes()[..], &bytes].concat();
        let write = || -> std::io::Result<()> {
            std::fs::create_dir_all(&folder)?;
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            file.write_all(&bytes)?;
            file.persist(folder.join(key))?;
            prune(&folder)
        };
        // Without it, the program is compiled again next time.
        let _ = write();
    }
}

/// Tells whether bytes have changed.
fn sum_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Removes what is oldest, if there is too much.
fn prune(folder: &Path) -> std::io::Result<()> {
    let mut files = vec![];
    for file in std::fs::read_dir(folder)? {
        let file = file?;
        let metadata = file.metadata()?;
        files.push((metadata.modified()?, metadata.len(), file.path()));
    }
    files.sort_unstable();
    let mut n_bytes: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in files {
        if n_bytes <= MAX_BYTES {
            break;
        }
        std::fs::remove_file(path)?;
        n_bytes -= size;
    }
    Ok(())
}

/// The key of a program.
pub(super) fn key(graph: &Graph, options: &CompileOptions, compiler: &str, flags: &[&str]) -> String {
    let CompileOptions { optimizer, is_strict, reassociates, compiler: _, cache: _, n_threads: _, interprets: _ } =
        options;
    let mut hasher = DefaultHasher::new();
    let program = graph.text();
    (&program, format!("{optimizer:?}"), is_strict, reassociates, compiler, flags).hash(&mut hasher);
    tools_of(compiler).hash(&mut hasher);
    // The length tells programs apart, should the numbers be the same.
    format!("{}-{:016x}-{}", env!("CARGO_PKG_VERSION"), hasher.finish(), program.len())
}

/// What compiles: this program, the C compiler, and the processor that it compiles for.
pub(crate) fn tools_of(compiler: &str) -> impl Hash + use<> {
    let own = own_file().map(|path| stamp(&path));
    (own, compiler_path(compiler).map(|path| stamp(&path)), processor())
}

/// The file that this code is in: the program's, or a library that the program has loaded, such as a module of Python.
fn own_file() -> Option<PathBuf> {
    mapped_file(own_file as *const () as usize).or_else(|| std::env::current_exe().ok())
}

/// The file that is in memory at an address, where the system tells it.
fn mapped_file(address: usize) -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let file_of = |line: &str| {
        let (range, rest) = line.split_once(' ')?;
        let (start, end) = range.split_once('-')?;
        let limit = |text| usize::from_str_radix(text, 16).ok();
        let is_there = (limit(start)?..limit(end)?).contains(&address);
        is_there.then(|| rest.find('/').map(|at| PathBuf::from(&rest[at..])))?
    };
    maps.lines().find_map(file_of)
}

/// A file's path, size and time of change.
fn stamp(path: &Path) -> (PathBuf, u64, u128) {
    let metadata = std::fs::metadata(path).ok();
    let time = metadata.as_ref().and_then(|metadata| metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    (path.to_owned(), metadata.map_or(0, |metadata| metadata.len()), time.map_or(0, |time| time.as_nanos()))
}

/// The file of the compiler that a command names.
fn compiler_path(command: &str) -> Option<PathBuf> {
    CCompiler::parse(command).ok()?.file()
}

/// What the system says of the processor: its name, and what it can do.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let is_wanted = |line: &&str| ["model name", "flags", "Features"].iter().any(|word| line.starts_with(word));
    text.lines().take_while(|line| !line.is_empty()).filter(is_wanted).collect()
}
