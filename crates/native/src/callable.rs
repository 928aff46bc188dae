use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::{Arg, ArgKind, Artifact, Build, CCompiler, Error, Product, Returns, Value, shim_name, shim_text};

/// One C function, built to be called in a process of its own.
///
/// ```no_run
/// use polymill_native::{Arg, ArgKind, CCompiler, Callable, CallLimits, Returns};
/// let cc = CCompiler::parse("cc -O1")?;
/// let text = "void scale(int n, double f, double *x) { for (int i = 0; i < n; i++) x[i] *= f; }";
/// let kinds = [ArgKind::Int, ArgKind::Float, ArgKind::Memory];
/// let scale = Callable::build(&cc, text, &[], "scale", &kinds, Returns::Nothing)?;
/// let mut x = [1.0, 2.0];
/// scale.call(&mut [Arg::Int(2), Arg::Float(3.0), Arg::F64s(&mut x)], CallLimits::default())?;
/// assert_eq!(x, [3.0, 6.0]);
/// # Ok::<(), polymill_native::Error>(())
/// ```
#[derive(Debug)]
pub struct Callable {
    artifact: Artifact,
    function: String,
    kinds: Vec<ArgKind>,
    returns: Returns,
}

/// How a call may run.
#[derive(Clone, Copy, Debug)]
pub struct CallLimits {
    /// OpenMP threads.
    pub n_threads: usize,
    /// The longest time one call may take.
    pub time_limit: Duration,
}

impl Default for CallLimits {
    fn default() -> CallLimits {
        CallLimits { n_threads: 1, time_limit: Duration::from_secs(60) }
    }
}

impl Callable {
    /// Builds `text`, which defines `function`, with `flags`; the math library is linked.
    ///
    /// `text` may have a `main` of its own if the flags rename it (`-Dmain=other`).
    ///
    /// # Errors
    /// As [`CCompiler::build`].
    pub fn build(
        compiler: &CCompiler,
        text: &str,
        flags: &[OsString],
        function: &str,
        kinds: &[ArgKind],
        returns: Returns,
    ) -> Result<Callable, Error> {
        let artifact = Artifact::empty(Product::Executable)?;
        let unit = artifact.write("unit.c", format!("{text}\n{}", shim_text(function, kinds, returns)))?;
        let driver = artifact.write("driver.c", driver_text(function, kinds))?;
        let object = unit.with_extension("o");
        let compile = Build { inputs: vec![unit], flags: flags.to_vec(), libs: Vec::new(), product: Product::Object };
        compiler.build(&compile, &object)?;
        // The user's -D and -include are for the unit only, so the driver comes without flags that are not for linking.
        let flags = flags.iter().filter(|flag| is_shared_flag(flag)).cloned().collect();
        let link =
            Build { inputs: vec![driver, object], flags, libs: vec!["-lm".into()], product: Product::Executable };
        compiler.build(&link, artifact.path())?;
        Ok(Callable { artifact, function: function.to_owned(), kinds: kinds.to_vec(), returns })
    }

    /// Calls the function; memory arguments hold what it wrote when this returns. What is in front of them and behind them
    /// cannot be accessed, if their size is a multiple of 64 bytes, and as far as the system lets memory be protected.
    ///
    /// # Errors
    /// [`Error::ArgumentMismatch`], [`Error::ProgramFailed`] when the call crashes, [`Error::TimedOut`]. After an
    /// error the arguments are as they were.
    pub fn call(&self, args: &mut [Arg<'_>], limits: CallLimits) -> Result<Value, Error> {
        let kinds: Vec<ArgKind> = args.iter().map(Arg::kind).collect();
        if kinds != self.kinds {
            let (found, expected) = (format!("{kinds:?}"), format!("{:?}", self.kinds));
            return Err(Error::ArgumentMismatch { function: self.function.clone(), found, expected });
        }
        let dir = tempfile::tempdir().map_err(Error::io("make a folder in", std::env::temp_dir()))?;
        let (input, output) = (dir.path().join("in"), dir.path().join("out"));
        std::fs::write(&input, pack(args)).map_err(Error::io("write", &input))?;
        let program = self.artifact.program().arg(&input).arg(&output);
        program.threads(limits.n_threads).time_limit(limits.time_limit).run()?.require_success()?;
        let bytes = std::fs::read(&output).map_err(Error::io("read", &output))?;
        let result = unpack(&bytes, args)?;
        Ok(Value::from_bytes(self.returns, result))
    }

    /// The built program's folder and file; for looking at it.
    pub fn path(&self) -> &Path {
        self.artifact.path()
    }
}

impl Value {
    /// The value that a shim left in its eight result bytes.
    pub(crate) fn from_bytes(returns: Returns, bytes: [u8; 8]) -> Value {
        match returns {
            Returns::Nothing => Value::Nothing,
            Returns::Int => Value::Int(i64::from_ne_bytes(bytes)),
            Returns::Float => Value::Float(f64::from_ne_bytes(bytes)),
        }
    }
}

fn is_shared_flag(flag: &OsString) -> bool {
    let flag = flag.to_string_lossy();
    ["-O", "-f", "-m", "-g"].iter().any(|prefix| flag.starts_with(prefix))
}

/// All arguments as the driver reads them: a length of eight bytes, then the bytes.
fn pack(args: &mut [Arg<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for arg in args {
        let contents = arg.bytes_mut();
        bytes.extend_from_slice(&(contents.len() as u64).to_ne_bytes());
        bytes.extend_from_slice(contents);
    }
    bytes
}

/// Copies back what the driver wrote: the memory arguments' bytes in order, then the eight bytes of the result.
fn unpack(bytes: &[u8], args: &mut [Arg<'_>]) -> Result<[u8; 8], Error> {
    let memory = |arg: &&mut Arg<'_>| arg.kind() == ArgKind::Memory;
    let n_expected: usize = args.iter_mut().filter(memory).map(|arg| arg.bytes_mut().len()).sum::<usize>() + 8;
    if bytes.len() != n_expected {
        return Err(Error::Bug(format!("the driver wrote {} bytes instead of {n_expected}", bytes.len())));
    }
    let mut rest = bytes;
    for arg in args.iter_mut().filter(memory) {
        let target = arg.bytes_mut();
        let (contents, after) = rest.split_at(target.len());
        target.copy_from_slice(contents);
        rest = after;
    }
    rest.try_into().map_err(|_| Error::Bug("the driver's result has a wrong size".to_owned()))
}

/// A `main` that reads packed arguments from the file argv[1], calls the shim and writes the memory to argv[2]. A function
/// that leaves its memory by far does not come back, and changes nothing else.
fn driver_text(function: &str, kinds: &[ArgKind]) -> String {
    let shim = shim_name(function);
    let n_args = kinds.len();
    let mut is_memory = String::new();
    for kind in kinds {
        let _ = write!(is_memory, "{}, ", i32::from(*kind == ArgKind::Memory));
    }
    format!(
        r#"#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>
#endif

void {shim}(void **args, void *result);

/* Memory between pages that nothing may touch. Its end is that of a page, if the size is a multiple of the alignment. */
static void *place(uint64_t n_bytes) {{
  void *plain;
#if defined(PROT_NONE) && defined(MAP_ANONYMOUS) && defined(MAP_NORESERVE)
  uint64_t zone, page = sysconf(_SC_PAGESIZE), inside = (n_bytes + page) / page * page;
  for (zone = (uint64_t)1 << 32; zone >= page; zone >>= 8) {{
    char *start = mmap(0, zone + inside + zone, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) continue;
    if (mprotect(start + zone, inside, PROT_READ | PROT_WRITE)) break;
    return start + zone + (inside - n_bytes) / 64 * 64;
  }}
#endif
  return posix_memalign(&plain, 64, n_bytes + 64) ? 0 : plain;
}}

int main(int argc, char **argv) {{
  static const int is_memory[] = {{ {is_memory}0 }};
  static void *args[{n_args} + 1];
  static uint64_t sizes[{n_args} + 1];
  union {{ double d; long long i; }} result = {{ 0 }};
  FILE *in, *out;
  int i;
  if (argc != 3 || !(in = fopen(argv[1], "rb"))) return 101;
  for (i = 0; i < {n_args}; i++) {{
    if (fread(&sizes[i], sizeof sizes[i], 1, in) != 1) return 102;
    if (!(args[i] = place(sizes[i]))) return 103;
    if (sizes[i] && fread(args[i], sizes[i], 1, in) != 1) return 104;
  }}
  fclose(in);
  {shim}(args, &result);
  if (!(out = fopen(argv[2], "wb"))) return 105;
  for (i = 0; i < {n_args}; i++)
    if (is_memory[i] && sizes[i] && fwrite(args[i], sizes[i], 1, out) != 1) return 106;
  if (fwrite(&result, sizeof result, 1, out) != 1 || fclose(out)) return 107;
  return 0;
}}
"#
    )
}
