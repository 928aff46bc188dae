//! What differs between the languages of the C family.

use std::collections::BTreeSet;
use std::fmt;

use polymill_gdg::{Gdg, ScalarType};

use crate::{For, LoopNest};

/// A language of the C family: what is printed in another way than in others. Types, expressions, statements and the headers of loops
/// are alike in all: `int` has 32 bits, and `long` has 64.
pub trait Target: fmt::Debug + Sync {
    /// The line right before a loop that says how it is run; `None` if it is an ordinary loop. `nested` says that the
    /// loop stands inside of a parallel one; a parallel loop runs in threads only where `threads_if` holds, if there is such a text.
    fn loop_pragma(
        &self,
        gdg: &Gdg,
        nest: &LoopNest,
        inner: &For,
        nested: bool,
        threads_if: Option<&str>,
    ) -> Option<String>;

    /// The definition of a helper function.
    fn helper(&self, helper: Helper) -> &'static str;
}

/// A function that generated code calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Helper {
    /// The smaller of two integers.
    Min,
    /// The larger of two integers.
    Max,
    /// Division that rounds down.
    FloorDiv,
    /// The remainder that goes with it.
    FloorMod,
    /// Whether two pieces of memory do not overlap.
    Disjoint,
    /// Whether rows of arrays, which pointers lead to, overlap neither each other nor other memory.
    DisjointRows,
    /// A piece of memory, as a type.
    Piece,
    /// Whether the elements that integers of a type lead to do not overlap with pieces of memory.
    DisjointValues(ScalarType),
    /// Whether integers of a type do not become smaller.
    Ascending(ScalarType),
    /// Whether integers of a type are not small, hardly larger than they are on average, and not too large together.
    Even(ScalarType),
    /// The largest of integers of a type, or 0.
    Largest(ScalarType),
    /// How many elements rows have that begin and end at integers of a type.
    RowElements(ScalarType),
    /// The first row of a part of rows that begin at integers of a type.
    FirstOfPart(ScalarType),
    /// How many threads there are.
    Threads,
    /// Fetches into the caches what is so many bytes behind an address.
    Prefetch,
    /// Vectors of floating-point numbers, as a type.
    Vector(VectorType),
    /// Says that what has been loaded stays in registers. gcc 12 takes an operand of up to four multiply-adds from memory for each of them
    /// (x86), although there is a register for it: a block of 4 rows of 3 vectors waits for loads then, and takes 1.36 times as long (Zen 3).
    KeepLoaded,
    /// Copies some elements of a vector from memory; the others become zero.
    LoadLanes(VectorType),
    /// Copies some elements of a vector to memory.
    StoreLanes(VectorType),
    /// Says that the square root, of `double` or of `float`, does not set `errno`: gcc 12 and Clang 19 then compute roots in vector lanes,
    /// which they do not where a negative number has to be looked for.
    SilentRoot {
        /// Whether of `double`.
        is_double: bool,
    },
    /// Aligned memory, and its return.
    Allocate,
    /// Counts which version runs.
    Trace,
    /// Stops the program because a promise does not hold.
    BrokenPromise,
    /// Says that a function has effects. gcc 12 finds a function to be pure after it has rewritten the addresses of its stores
    /// (`-fivopts`) so that they do not look like memory of the caller: `A[3 * i][0] = A[i][0]` is enough.
    HasEffects,
}

/// Vectors of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct VectorType {
    /// Whether they are `double`, and `float` otherwise.
    pub is_double: bool,
    /// How many there are in one.
    pub count: u32,
}

impl VectorType {
    /// That of vectors of numbers of a type, if there is one.
    pub fn of(ty: ScalarType, count: u32) -> Option<Self> {
        let ScalarType::Float { bits } = ty else { return None };
        let is_known = matches!((bits, count), (32, 4 | 8 | 16) | (64, 2 | 4 | 8));
        is_known.then_some(Self { is_double: bits == 64, count })
    }
}

impl Helper {
    /// What says of a function that computes the square root that it does not set `errno`.
    pub(crate) fn silent_root(function: &str) -> Option<Self> {
        match function {
            "sqrt" => Some(Self::SilentRoot { is_double: true }),
            "sqrtf" => Some(Self::SilentRoot { is_double: false }),
            _ => None,
        }
    }

    /// The name of the function.
    pub fn name(self) -> &'static str {
        match self {
            Self::Min => "polymill_min",
            Self::Max => "polymill_max",
            Self::FloorDiv => "polymill_floor_div",
            Self::FloorMod => "polymill_floor_mod",
            Self::Disjoint => "polymill_disjoint",
            Self::DisjointRows => "polymill_disjoint_rows",
            Self::Piece => "polymill_piece",
            Self::DisjointValues(ty) => disjoint_values(ty).0,
            Self::Ascending(ty) => ascending(ty).0,
            Self::Even(ty) => even(ty).0,
            Self::Largest(ty) => largest(ty).0,
            Self::RowElements(ty) => row_elements(ty).0,
            Self::FirstOfPart(ty) => first_of_part(ty).0,
            Self::Threads => "polymill_threads",
            Self::Prefetch => "polymill_prefetch",
            Self::Vector(ty) => vector(ty).0,
            Self::KeepLoaded => "polymill_keep_loaded",
            Self::LoadLanes(ty) => load_lanes(ty).0,
            Self::StoreLanes(ty) => store_lanes(ty).0,
            Self::SilentRoot { is_double: true } => "sqrt",
            Self::SilentRoot { is_double: false } => "sqrtf",
            Self::Allocate => "polymill_allocate",
            Self::Trace => "polymill_trace",
            Self::BrokenPromise => "polymill_broken_promise",
            Self::HasEffects => "polymill_has_effects",
        }
    }
}

/// A function for elements of each type, as its name and its text: `$name` of `array`, from `first` to `last`, and what
/// other parameters there are.
macro_rules! for_each_type {
    ($(#[$doc:meta])* $function:ident, $result:literal, $name:literal, $parameters:literal, $($line:literal)+) => {
        $(#[$doc])*
        pub(crate) fn $function(ty: ScalarType) -> (&'static str, &'static str) {
            macro_rules! of_type {
                ($suffix:literal, $type:literal) => {
                    (
                        concat!($name, $suffix),
                        concat!(
                            "static inline ", $result, " ", $name, $suffix, "(const void *array, long first, long last", $parameters, ")\n{\n",
                            // Elements are of whatever type of this size and sign the source gives them.
                            "  typedef ", $type, " __attribute__((may_alias)) element;\n",
                            "  const element *elements = array;\n",
                            $("  ", $line, "\n",)+
                            "}\n"
                        ),
                    )
                };
            }
            match ty {
                ScalarType::Int { signed: true, bits: 64 } => of_type!("long", "long"),
                ScalarType::Int { signed: false, bits: 64 } => of_type!("ulong", "unsigned long"),
                ScalarType::Int { signed: false, bits: 32 } => of_type!("uint", "unsigned"),
                ScalarType::Int { signed: true, bits: 16 } => of_type!("short", "short"),
                ScalarType::Int { signed: false, bits: 16 } => of_type!("ushort", "unsigned short"),
                ScalarType::Int { signed: true, bits: 8 } => of_type!("char", "signed char"),
                ScalarType::Int { signed: false, bits: 8 } => of_type!("uchar", "unsigned char"),
                _ => of_type!("int", "int"),
            }
        }
    };
}

for_each_type! {
    /// Tells whether memory, from the element that the smallest of these integers is the subscript of to that of the largest one, overlaps
    /// with none of some pieces. Zero counts as one of the integers, `last` is behind them. All threads look at them, if they are many.
    disjoint_values, "int", "polymill_disjoint_values_",
    ", const volatile void *base, unsigned long size, int n, const struct polymill_piece *others",
    // Subscripts of 64 bits without sign wrap to what is below 0. In preprocessed text, only what begins a line is a pragma.
    "typedef __typeof__(__builtin_choose_expr(sizeof(element) == sizeof(long), 0L, elements[0] + 0)) subscript;"
    "subscript least = 0, most = 0;\n#pragma omp parallel for reduction(min: least) reduction(max: most) if(last - first > 65536)"
    "for (long k = first; k < last; k++) {"
    "  subscript value = elements[k];"
    "  least = value < least ? value : least;"
    "  most = value > most ? value : most;"
    "}"
    "for (int k = 0; k < n; k++)"
    "  if (!polymill_disjoint(base, size, least, (long)most + 1, others[k].start, others[k].size,"
    "                         others[k].first, others[k].behind))"
    "    return 0;"
    "return 1;"
}

for_each_type! {
    /// Tells whether no element is smaller than the one before it; in a loop that can run in vector lanes.
    ascending, "int", "polymill_ascending_", "",
    "int descents = 0;"
    "for (long k = first; k < last; k++)"
    "  descents |= elements[k + 1] < elements[k];"
    "return !descents;"
}

for_each_type! {
    /// Tells whether elements are 8 or more on average, where negative ones count as 0, the largest one at most a fifteenth larger
    /// than that, and all of them not too large together. It looks at the rest only as long as that is so.
    even, "int", "polymill_even_", ", long most",
    "double sum = 0;"
    "long largest = 0;"
    "for (long start = first; start <= last; start += 1024) {"
    "  long end = start + 1023 < last ? start + 1023 : last;"
    "  for (long k = start; k <= end; k++)"
    "    largest = (long)elements[k] > largest ? (long)elements[k] : largest;"
    "  if (largest > most)"
    "    return 0;"
    "  long part = 0;"
    "  for (long k = start; k <= end; k++)"
    "    part += elements[k] > 0 ? (long)elements[k] : 0;"
    "  sum += part;"
    "  double count = end - first + 1;"
    "  if (sum > most || sum < 8 * count || 16 * sum < 15 * largest * count)"
    "    return 0;"
    "}"
    "return first <= last;"
}

for_each_type! {
    /// Finds the largest element, or 0 if none is larger.
    largest, "long", "polymill_largest_", "",
    "long largest = 0;"
    "for (long k = first; k <= last; k++)"
    "  largest = (long)elements[k] > largest ? (long)elements[k] : largest;"
    "return largest;"
}

for_each_type! {
    /// Tells how many elements the rows have that begin and end at these.
    row_elements, "double", "polymill_row_elements_", "",
    "return first < last ? (double)elements[last] - (double)elements[first] : 0;"
}

for_each_type! {
    /// Finds the first row of a part, of parts that have about as many rows and elements. Whatever the elements are, no part
    /// begins before the one in front of it: where the searches for two parts go apart, that for the later one goes on behind.
    first_of_part, "long", "polymill_first_of_part_", ", int part, int n_parts",
    "if (part == 0 || first >= last)"
    "  return first;"
    "if (part == n_parts)"
    "  return last;"
    "double start = (double)elements[first] + first, share = ((double)elements[last] + last - start) / n_parts;"
    "if (!(share > 0))"
    "  return first + (last - first) / n_parts * part;"
    "while (first < last) {"
    "  long middle = first + (last - first) / 2;"
    "  if ((double)elements[middle] + middle < start + share * part)"
    "    first = middle + 1;"
    "  else"
    "    last = middle;"
    "}"
    "return first;"
}

/// What there is for each type of vectors, as its name and its text.
macro_rules! for_each_vector {
    ($(#[$doc:meta])* $function:ident, $name:literal, $of_type:ident) => {
        $(#[$doc])*
        pub(crate) fn $function(VectorType { is_double, count }: VectorType) -> (&'static str, &'static str) {
            macro_rules! named {
                ($type:literal, $count:literal, $bytes:literal) => {
                    (concat!($name, $type, "x", $count), $of_type!($type, $count, $bytes))
                };
            }
            match (is_double, count) {
                (true, 2) => named!("double", "2", "16"),
                (true, 4) => named!("double", "4", "32"),
                (true, _) => named!("double", "8", "64"),
                (false, 4) => named!("float", "4", "16"),
                (false, 8) => named!("float", "8", "32"),
                (false, _) => named!("float", "16", "64"),
            }
        }
    };
}

macro_rules! vector_type {
    ($type:literal, $count:literal, $bytes:literal) => {
        concat!(
            "typedef ",
            $type,
            " polymill_",
            $type,
            "x",
            $count,
            "\n",
            "  __attribute__((vector_size(",
            $bytes,
            "), aligned(sizeof(",
            $type,
            ")), may_alias));\n"
        )
    };
}

/// Copies the elements from the first to the last lane; the vector is in `numbers` meanwhile. The loop stays as it is: unrolled, it would be
/// long code, and a call of `memcpy` would have all vectors around it leave their registers.
macro_rules! copy_of_lanes {
    ($line:literal) => {
        concat!(
            "  for (long lane = first; lane <= last; lane++) {\n    ",
            $line,
            "\n",
            "    __asm__ volatile(\"\"); /* short code: neither unrolled nor a call */\n  }\n"
        )
    };
}

/// A function that copies some lanes of a vector from or to memory.
macro_rules! lanes_function {
    ($name:literal, $type:literal, $count:literal, $vector:literal, $memory:literal, $numbers:literal, $($line:expr),+) => {
        concat!(
            "static inline void polymill_",
            $name,
            "_lanes_",
            $type,
            "x",
            $count,
            "(",
            $vector,
            "polymill_",
            $type,
            "x",
            $count,
            " *vector, ",
            $memory,
            "void *memory, long first, long last)\n{\n",
            "  typedef ",
            $type,
            " element __attribute__((may_alias));\n",
            "  ",
            $type,
            " numbers[",
            $count,
            $numbers,
            $($line),+,
            "}\n"
        )
    };
}

macro_rules! loading_function {
    ($type:literal, $count:literal, $bytes:literal) => {
        lanes_function!(
            "load",
            $type,
            $count,
            "",
            "const ",
            "] = { 0 };\n",
            copy_of_lanes!("numbers[lane] = ((const element *)memory)[lane];"),
            concat!("  *vector = *(const polymill_", $type, "x", $count, " *)numbers;\n")
        )
    };
}

macro_rules! storing_function {
    ($type:literal, $count:literal, $bytes:literal) => {
        lanes_function!(
            "store",
            $type,
            $count,
            "const ",
            "",
            "];\n",
            concat!("  *(polymill_", $type, "x", $count, " *)numbers = *vector;\n"),
            copy_of_lanes!("((element *)memory)[lane] = numbers[lane];")
        )
    };
}

for_each_vector! {
    /// The type. Elements may be anywhere in memory, and are of whatever type of this kind the source gives them.
    vector, "polymill_", vector_type
}

for_each_vector! {
    /// Takes a vector, memory where its first element would be, and the first and the last lane. What stands around the elements is not
    /// read: it may not exist.
    load_lanes, "polymill_load_lanes_", loading_function
}

for_each_vector! {
    /// The other way round. What stands around the elements is left alone: it may be another thread's.
    store_lanes, "polymill_store_lanes_", storing_function
}

/// The helpers that some code needs.
pub type Helpers = BTreeSet<Helper>;
