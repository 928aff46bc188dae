//! C11 with OpenMP.
//!
//! Types are those of a platform where `int` has 32 bits and `long` has 64. Parameters of type `unsigned long` are taken
//! to fit a `long`.

use polymill_gdg::{Gdg, Storage};

use super::target::{
    Helper, Target, ascending, disjoint_values, even, first_of_part, largest, load_lanes, row_elements, store_lanes,
    vector,
};
use crate::{For, IntExpr, LoopKind, LoopNest, Reduction, ReductionOperator, Sharing};

/// C11 with OpenMP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenMp;

impl Target for OpenMp {
    fn loop_pragma(
        &self,
        gdg: &Gdg,
        nest: &LoopNest,
        inner: &For,
        nested: bool,
        threads_if: Option<&str>,
    ) -> Option<String> {
        let directive = match &inner.kind {
            LoopKind::Sequential => return None,
            LoopKind::Independent => return Some("#pragma GCC ivdep".to_owned()),
            LoopKind::Parallel { simd: false, .. } if nested => return None,
            LoopKind::Parallel { simd: false, .. } => "parallel for",
            LoopKind::Parallel { simd: true, .. } if !nested => "parallel for simd",
            LoopKind::Parallel { .. } | LoopKind::Simd { .. } => "simd",
        };
        let collapse = if inner.collapse > 1 { format!(" collapse({})", inner.collapse) } else { String::new() };
        let reductions: String = inner.kind.reductions().iter().map(|each| reduction_clause(gdg, nest, each)).collect();
        let schedule = if inner.sharing == Sharing::InTurn { " schedule(static, 1)" } else { "" };
        // Without the word, the condition would be for vector lanes, too.
        let condition = match (directive, threads_if) {
            ("parallel for", Some(condition)) => format!(" if({condition})"),
            ("parallel for simd", Some(condition)) => format!(" if(parallel: {condition})"),
            _ => String::new(),
        };
        Some(format!("#pragma omp {directive}{condition}{collapse}{schedule}{reductions}"))
    }

    fn helper(&self, helper: Helper) -> &'static str {
        match helper {
            Helper::Min => "static inline long polymill_min(long a, long b)\n{\n  return a < b ? a : b;\n}\n",
            Helper::Max => "static inline long polymill_max(long a, long b)\n{\n  return a > b ? a : b;\n}\n",
            Helper::FloorDiv => {
                "static inline long polymill_floor_div(long a, long b)\n{\n  return a / b - (a % b < 0);\n}\n"
            }
            Helper::FloorMod => {
                "static inline long polymill_floor_mod(long a, long b)\n{\n  return a % b + (a % b < 0 ? b : 0);\n}\n"
            }
            Helper::Disjoint => DISJOINT,
            Helper::DisjointRows => DISJOINT_ROWS,
            Helper::Piece => PIECE,
            Helper::DisjointValues(ty) => disjoint_values(ty).1,
            Helper::Ascending(ty) => ascending(ty).1,
            Helper::Even(ty) => even(ty).1,
            Helper::Largest(ty) => largest(ty).1,
            Helper::RowElements(ty) => row_elements(ty).1,
            Helper::Prefetch => {
                "static inline void polymill_prefetch(const volatile void *memory, unsigned long bytes)\n{\n  \
                 __builtin_prefetch((const void *)((unsigned long)memory + bytes));\n}\n"
            }
            Helper::FirstOfPart(ty) => first_of_part(ty).1,
            Helper::Threads => THREADS,
            Helper::Vector(ty) => vector(ty).1,
            Helper::KeepLoaded => KEEP_LOADED,
            Helper::LoadLanes(ty) => load_lanes(ty).1,
            Helper::StoreLanes(ty) => store_lanes(ty).1,
            Helper::SilentRoot { is_double: true } => SILENT_ROOT,
            Helper::SilentRoot { is_double: false } => SILENT_ROOT_OF_FLOAT,
            Helper::Allocate => ALLOCATE,
            Helper::Trace => TRACE,
            Helper::BrokenPromise => BROKEN_PROMISE,
            Helper::HasEffects => HAS_EFFECTS,
        }
    }
}

/// Addresses of different objects can only be compared as numbers. Each piece is given by where an array begins, the size of its
/// elements, the first of them and the one behind the last.
const DISJOINT: &str = "\
static inline int polymill_disjoint(const volatile void *a, unsigned long a_size, long a_first, long a_behind,
                                    const volatile void *b, unsigned long b_size, long b_first, long b_behind)
{
  unsigned long a_start = (unsigned long)a + a_first * a_size, a_end = (unsigned long)a + a_behind * a_size;
  unsigned long b_start = (unsigned long)b + b_first * b_size, b_end = (unsigned long)b + b_behind * b_size;
  return a_end <= b_start || b_end <= a_start;
}
";

const PIECE: &str = "\
struct polymill_piece {
  const volatile void *start;
  unsigned long size;
  long first, behind;
};
";

/// Looks at all rows in the order of their addresses, those of each array with those of the others: no row may begin before one ends
/// that it must not overlap with. Rows are mostly allocated in order, one way or the other, and need not be sorted. Without memory for the
/// addresses, rows are taken to overlap.
const DISJOINT_ROWS: &str = "\
struct polymill_rows {
  const volatile void *start;
  unsigned long others; /* a bit for each that they must not overlap with */
  int n_pointers;       /* how many times a pointer is followed to get to a row */
  struct {
    unsigned long size;
    long first, behind;
  } steps[4];
};

static unsigned long *polymill_row_starts(const struct polymill_rows *rows, int step, unsigned long start,
                                          unsigned long *starts)
{
  unsigned long size = rows->steps[step].size;
  if (step == rows->n_pointers) {
    *starts = start + rows->steps[step].first * size;
    return starts + 1;
  }
  for (long k = rows->steps[step].first; k < rows->steps[step].behind; k++) {
    unsigned long pointer;
    __builtin_memcpy(&pointer, (const void *)(start + k * size), sizeof pointer);
    starts = polymill_row_starts(rows, step + 1, pointer, starts);
  }
  return starts;
}

static void polymill_sort(unsigned long *values, unsigned long n)
{
  unsigned long ascents = 0, descents = 0;
  for (unsigned long k = 1; k < n; k++) {
    ascents += values[k - 1] < values[k];
    descents += values[k - 1] > values[k];
  }
  if (descents > 0 && ascents == 0) {
    for (unsigned long k = 0; k < n / 2; k++) {
      unsigned long value = values[k];
      values[k] = values[n - 1 - k];
      values[n - 1 - k] = value;
    }
  } else if (descents > 0) {
    for (unsigned long gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
      for (unsigned long k = gap; k < n; k++) {
        unsigned long value = values[k], place = k;
        for (; place >= gap && values[place - gap] > value; place -= gap)
          values[place] = values[place - gap];
        values[place] = value;
      }
    }
  }
}

static int polymill_disjoint_rows(int n, const struct polymill_rows *all)
{
  unsigned long n_rows = 0, count[16], length[16], end[16], *next[16], *stop[16];
  for (int a = 0; a < n; a++) {
    count[a] = 1;
    for (int step = 0; step <= all[a].n_pointers; step++) {
      long n_steps = all[a].steps[step].behind - all[a].steps[step].first;
      n_steps = n_steps > 0 ? n_steps : 0;
      length[a] = n_steps * all[a].steps[step].size;
      count[a] *= step < all[a].n_pointers ? n_steps : n_steps > 0;
    }
    n_rows += count[a];
  }
  unsigned long *starts = __builtin_malloc((n_rows + 1) * sizeof *starts), *behind = starts;
  if (!starts)
    return 0;
  for (int a = 0; a < n; a++) {
    next[a] = behind;
    if (count[a] > 0)
      behind = polymill_row_starts(&all[a], 0, (unsigned long)all[a].start, behind);
    stop[a] = behind;
    polymill_sort(next[a], stop[a] - next[a]);
    end[a] = 0;
  }
  int disjoint = 1;
  for (; disjoint && n_rows > 0; n_rows--) {
    int least = -1;
    for (int a = 0; a < n; a++)
      if (next[a] < stop[a] && (least < 0 || *next[a] < *next[least]))
        least = a;
    unsigned long start = *next[least]++;
    for (int a = 0; a < n; a++)
      disjoint &= !(all[least].others >> a & 1) || end[a] <= start;
    end[least] = start + length[least];
  }
  __builtin_free(starts);
  return disjoint;
}
";

/// How many threads parallel loops have: one, if the program is not linked with OpenMP. The file may be preprocessed
/// already, and it may declare OpenMP's function later.
const THREADS: &str = "\
extern int polymill_omp_get_max_threads(void) __asm__(\"omp_get_max_threads\") __attribute__((weak));

static inline int polymill_threads(void)
{
  return polymill_omp_get_max_threads ? polymill_omp_get_max_threads() : 1;
}
";

/// Memory on a boundary of 64 bytes, so that vectors do not straddle cache lines. The pointer that `malloc` gave stands
/// right before it. A vector may be read of which only a part is in it: there are 64 bytes on either side. Builtins need no
/// headers, which the user's file may include later and with macros of its own.
const ALLOCATE: &str = "\
static inline void *polymill_allocate(unsigned long size)
{
  char *memory = __builtin_malloc(size + 192);
  if (!memory) {
    void perror(const char *);
    perror(\"temporary array\");
    __builtin_abort();
  }
  char *aligned = memory + 128 - (unsigned long)memory % 64;
  ((void **)aligned)[-1] = memory;
  return aligned;
}

static inline void polymill_free(void *aligned)
{
  __builtin_free(((void **)aligned)[-1]);
}
";

/// See [`Helper::SilentRoot`].
const SILENT_ROOT: &str = "\
/* Nothing here looks at what it leaves in `errno`: it can run in vector lanes. */
extern double sqrt(double) __attribute__((const));
";

/// See [`Helper::SilentRoot`].
const SILENT_ROOT_OF_FLOAT: &str = "\
/* Nothing here looks at what it leaves in `errno`: it can run in vector lanes. */
extern float sqrtf(float) __attribute__((const));
";

/// See [`Helper::HasEffects`].
const HAS_EFFECTS: &str = "\
/* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
static inline void polymill_has_effects(void)
{
  __asm__ volatile(\"\" : : : \"memory\");
}
";

/// See [`Helper::KeepLoaded`].
const KEEP_LOADED: &str = "\
/* Without this, gcc 12 loads vectors again for each use that it could keep in registers. */
static inline void polymill_keep_loaded(void)
{
  __asm__ volatile(\"\" : : : \"memory\");
}
";

const BROKEN_PROMISE: &str = "\
static inline void polymill_broken_promise(const char *promise)
{
  int dprintf(int, const char *, ...);
  dprintf(2, \"a promise about parameters does not hold: %s\\n\", promise);
  __builtin_abort();
}
";

/// What is written at the end of the program is what `polymill profile` reads. Where there are too many different
/// parameters, only the versions are told apart.
const TRACE: &str = r#"static struct polymill_run {
  const char *version, *const *names;
  long values[8], n_values, count;
} polymill_runs[1024];
static int polymill_n_runs;

static void polymill_write_trace(void)
{
  char *getenv(const char *);
  int open(const char *, int, ...), dprintf(int, const char *, ...), close(int);
  void perror(const char *);
  const int write_create_append = 02101;
  const char *path = getenv("POLYMILL_TRACE");
  int file = path ? open(path, write_create_append, 0666) : 2;
  if (file < 0)
    perror(path);
  for (int i = 0; i < polymill_n_runs && file >= 0; i++) {
    const struct polymill_run *run = &polymill_runs[i];
    dprintf(file, "polymill-trace %ld %s", run->count, run->version);
    for (int k = 0; k < run->n_values; k++)
      dprintf(file, " %s=%ld", run->names[k], run->values[k]);
    dprintf(file, "\n");
  }
  if (path && file >= 0)
    close(file);
}

static void polymill_trace(const char *version, int n_values, const char *const *names, const long *values)
{
  int atexit(void (*)(void));
#pragma omp critical(polymill_trace)
  {
    if (polymill_n_runs == 0)
      atexit(polymill_write_trace);
    if (polymill_n_runs > 960)
      n_values = 0;
    int i = 0;
    for (; i < polymill_n_runs; i++) {
      const struct polymill_run *run = &polymill_runs[i];
      int is_same = run->version == version && run->n_values == n_values;
      for (int k = 0; k < n_values && is_same; k++)
        is_same = run->values[k] == values[k];
      if (is_same)
        break;
    }
    if (i == polymill_n_runs && i < 1024) {
      struct polymill_run *run = &polymill_runs[polymill_n_runs++];
      run->version = version;
      run->names = names;
      run->n_values = n_values;
      for (int k = 0; k < n_values; k++)
        run->values[k] = values[k];
    }
    if (i < 1024)
      polymill_runs[i].count++;
  }
}
"#;

/// ` reduction(+:sum)`.
fn reduction_clause(gdg: &Gdg, nest: &LoopNest, reduction: &Reduction) -> String {
    use ReductionOperator::*;
    let operator = match reduction.operator {
        Add => "+",
        Mul => "*",
        Min => "min",
        Max => "max",
        BitAnd => "&",
        BitOr => "|",
        BitXor => "^",
    };
    let array = gdg.array(reduction.array);
    let name = if array.storage == Storage::External { &array.place.root } else { &array.name };
    let sizes = nest.extents.get(reduction.array.index()).into_iter().flatten().flatten();
    let sections: String = sizes.filter_map(IntExpr::as_constant).map(|size| format!("[0:{size}]")).collect();
    format!(" reduction({operator}:{name}{sections})")
}
