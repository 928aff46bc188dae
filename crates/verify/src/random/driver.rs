//! Random programs as C: `main`, which fills the memory, calls the kernels and prints what they computed.

use std::fmt::Write;

use super::print::{PRELUDE, Printer};
use super::program::{Array, Extent, Form, ParamKind, Program, RowOrder, Type};

/// A complete C file. Run without arguments, it prints a line for each run and array: the program's name, the run, the
/// array and a hash of its bytes; with an argument, it prints each element; with two, it runs only the program whose position
/// the second one is.
pub fn source(program: &Program) -> String {
    let printer = Printer { program, suffix: String::new() };
    let kernel = printer.declarations() + &printer.kernel();
    format!("{PRELUDE}{kernel}{RUNTIME}{}{}", run_function(&printer), main_function(&[printer]))
}

/// The `main` that belongs to [`kernels_source`](super::kernels_source) of the same programs; the two are compiled
/// apart.
pub fn driver_source(programs: &[Program]) -> String {
    let printers: Vec<_> = programs
        .iter()
        .enumerate()
        .map(|(position, program)| Printer { program, suffix: format!("_{position}") })
        .collect();
    let mut out = RUNTIME.to_owned();
    for printer in &printers {
        let macros_and_types: String = printer
            .declarations()
            .lines()
            .filter(|line| is_macro_or_struct(line))
            .map(|line| format!("{line}\n"))
            .collect();
        out += &macros_and_types;
        out += &printer.globals("extern ");
        let _ = writeln!(out, "extern {};", printer.signature());
        out += &run_function(printer);
    }
    out + &main_function(&printers)
}

fn is_macro_or_struct(line: &str) -> bool {
    line.starts_with("#define") || (line.starts_with("struct") && line.contains('{'))
}

/// A function that does one run of a kernel.
fn run_function(printer: &Printer<'_>) -> String {
    let Printer { program, suffix } = printer;
    let mut arguments = String::new();
    for (position, param) in program.params.iter().enumerate() {
        if let ParamKind::Argument(ty) = param.kind {
            let _ = write!(arguments, ", {ty} {}", printer.param(position));
        }
    }
    let kernel = printer.kernel();
    let has_minima = ["fmin(", "fmax("].iter().any(|call| kernel.contains(call));
    let mut before = format!("  zeros_are_one = {};\n", i32::from(has_minima));
    let mut after = String::new();
    for (group, fields) in printer.groups() {
        let count = fields.first().map_or_else(|| "1".to_owned(), |field| count(printer, field));
        let ty = format!("struct {}", printer.struct_name(group));
        let _ = writeln!(before, "  {ty} *s{group} = make({count} * sizeof({ty}));");
        let _ = writeln!(after, "  release(s{group}, {count} * sizeof({ty}));");
    }
    let mut shows = String::new();
    for (position, array) in program.arrays.iter().enumerate() {
        let Some(memory) = memory(printer, position, array) else { continue };
        let Memory { allocation, release, fill, show } = memory;
        before += &allocation;
        before += &fill;
        shows += &show;
        after += &release;
    }
    let call = format!("  {}{suffix}({});\n", program.name, call_arguments(printer));
    format!("static void run{suffix}(int run{arguments})\n{{\n{before}{call}{shows}{after}}}\n")
}

struct Memory {
    allocation: String,
    fill: String,
    show: String,
    release: String,
}

/// How an array is allocated, filled, shown and released; `None` for local arrays.
fn memory(printer: &Printer<'_>, position: usize, array: &Array) -> Option<Memory> {
    let Printer { program, suffix } = printer;
    let name = printer.array_name(array);
    let ty = array.ty;
    let mut elements = count(printer, array);
    let (mut allocation, mut release) = (String::new(), String::new());
    let (address, stride) = match array.form {
        Form::Local | Form::Owned { .. } => return None,
        Form::Global => (format!("&{name}"), format!("sizeof({ty})")),
        Form::Field { group } => (format!("&s{group}->{}", array.name), format!("sizeof(*s{group})")),
        _ => {
            match program.overlap {
                Some(overlap) if overlap.second == position => {
                    let first = &program.arrays[overlap.first].name;
                    let line = format!("  {ty} *{name} = {first} + {};\n", overlap.offset);
                    return Some(Memory {
                        allocation: line,
                        fill: String::new(),
                        show: String::new(),
                        release: String::new(),
                    });
                }
                Some(overlap) if overlap.first == position => {
                    let other = count(printer, &program.arrays[overlap.second]);
                    elements = format!("larger({elements}, {} + {other})", overlap.offset);
                }
                _ => {}
            }
            let data = if matches!(array.form, Form::Rows { .. }) { format!("{name}_data") } else { name.clone() };
            let bytes = format!("{elements} * sizeof({ty})");
            allocation = format!("  {ty} *{data} = make({bytes});\n");
            release = format!("  release({data}, {bytes});\n");
            if let Form::Rows { order } = array.form {
                allocation += &rows(printer, array, order, &data);
                release = format!("  free({name});\n{release}");
            }
            (data, format!("sizeof({ty})"))
        }
    };
    let kind = kind(ty);
    let limit = array.index_limit.unwrap_or(0);
    let seed = program.seed.wrapping_mul(31).wrapping_add(position as u64);
    let fill = format!("  fill({address}, {stride}, {elements}, {kind}, {limit}, {seed}u + run);\n");
    let label = format!("\"{}{suffix}\", run, \"{}\"", program.name, array.name);
    let is_flat = program.overlap.is_some_and(|overlap| overlap.first == position);
    let sizes: Vec<_> =
        if is_flat { vec![elements.clone()] } else { array.extents.iter().map(|e| size(printer, e)).collect() };
    let sizes =
        format!("(long[]){{{}, {}}}", sizes.len(), if sizes.is_empty() { "1".to_owned() } else { sizes.join(", ") });
    let show = format!("  show({label}, {address}, {stride}, {elements}, {kind}, {sizes});\n");
    Some(Memory { allocation, fill, show, release })
}

/// Pointers to the rows of an array, and pointers to the first of those of a plane.
fn rows(printer: &Printer<'_>, array: &Array, order: RowOrder, data: &str) -> String {
    let order = match order {
        RowOrder::Ascending => "ASCENDING",
        RowOrder::Descending => "DESCENDING",
        RowOrder::Mixed => "MIXED",
        RowOrder::Shared => "SHARED",
    };
    let sizes: Vec<_> = array.extents.iter().map(|extent| size(printer, extent)).collect();
    let mut rows = data.to_owned();
    let mut bytes = format!("{} * sizeof({})", sizes[sizes.len() - 1], array.ty);
    for n_around in (1..sizes.len()).rev() {
        rows = format!("rows({rows}, {}, {bytes}, {order})", sizes[..n_around].join(" * "));
        bytes = format!("{} * sizeof(void *)", sizes[n_around - 1]);
    }
    format!("  void *{} = {rows};\n", array.name)
}

fn count(printer: &Printer<'_>, array: &Array) -> String {
    let sizes: Vec<_> = array.extents.iter().map(|extent| size(printer, extent)).collect();
    if sizes.is_empty() { "1L".to_owned() } else { format!("({})", sizes.join(" * ")) }
}

fn size(printer: &Printer<'_>, extent: &Extent) -> String {
    format!("(long)({})", printer.extent(extent))
}

fn call_arguments(printer: &Printer<'_>) -> String {
    let program = printer.program;
    let mut arguments = vec![];
    for (position, param) in program.params.iter().enumerate() {
        if let ParamKind::Argument(_) = param.kind {
            arguments.push(printer.param(position));
        }
    }
    let mut groups = vec![];
    for array in &program.arrays {
        match array.form {
            Form::Global | Form::Local | Form::Owned { .. } => {}
            Form::Field { group } if groups.contains(&group) => {}
            Form::Field { group } => {
                groups.push(group);
                arguments.push(format!("(void *)s{group}"));
            }
            _ => arguments.push(format!("(void *){}", array.name)),
        }
    }
    arguments.join(", ")
}

fn kind(ty: Type) -> &'static str {
    match ty {
        Type::SChar => "SCHAR",
        Type::UChar => "UCHAR",
        Type::Short => "SHORT",
        Type::UShort => "USHORT",
        Type::Int => "INT",
        Type::UInt => "UINT",
        Type::Long => "LONG",
        Type::ULong => "ULONG",
        Type::Float => "FLOAT",
        Type::Double => "DOUBLE",
    }
}

fn main_function(printers: &[Printer<'_>]) -> String {
    let mut out = "int main(int argc, char **argv)\n{\n  verbose = argc == 2;\n".to_owned();
    out += "  const int only = argc > 2 ? atoi(argv[2]) : -1;\n";
    for (position, printer) in printers.iter().enumerate() {
        let is_argument: Vec<_> =
            printer.program.params.iter().map(|param| matches!(param.kind, ParamKind::Argument(_))).collect();
        for (run, values) in printer.program.runs.iter().enumerate() {
            let arguments = values.iter().zip(&is_argument).filter(|(_, is_argument)| **is_argument);
            let arguments: String = arguments.map(|(value, _)| format!(", {value}")).collect();
            let _ = writeln!(out, "  if (only < 0 || only == {position}) run{}({run}{arguments});", printer.suffix);
        }
    }
    out + "  return 0;\n}\n"
}

/// What `main` needs. Memory from `make` has guards on both sides.
const RUNTIME: &str = r#"#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, FLOAT, DOUBLE };
static int verbose;
/* C leaves open which zero fmin(0.0, -0.0) is. */
static int zeros_are_one;

static uint64_t random_bits(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline long larger(long a, long b) { return a > b ? a : b; }

static void *make(size_t bytes)
{
  char *memory = malloc(bytes + 128);
  if (!memory)
    exit(3);
  memset(memory, 0xa5, bytes + 128);
  return memory + 64;
}

static void release(void *data, size_t bytes)
{
  unsigned char *memory = (unsigned char *)data - 64;
  int damage = 0;
  for (size_t i = 0; i < 64; i++)
    damage |= memory[i] != 0xa5 || memory[64 + bytes + i] != 0xa5;
  if (damage)
    puts("DAMAGE: written out of bounds");
  free(memory);
}

enum order { ASCENDING, DESCENDING, MIXED, SHARED };

/* Pointers to count rows of so many bytes each. */
static void *rows(void *data, long count, size_t bytes, enum order order)
{
  void **pointers = malloc((count + 1) * sizeof *pointers);
  if (!pointers)
    exit(3);
  for (long i = 0; i < count; i++) {
    long row = order == DESCENDING ? count - 1 - i : i;
    if (order == MIXED)
      row = i % 2 ? i / 2 : count - 1 - i / 2;
    if (order == SHARED)
      row = i - (i % 3 == 2);
    pointers[i] = (char *)data + row * bytes;
  }
  return pointers;
}

static void set(void *element, enum kind kind, long limit, uint64_t bits)
{
  long small = limit ? (long)(bits % (uint64_t)limit) : (long)(bits % 181u) - 90;
  switch (kind) {
  case SCHAR: *(signed char *)element = small; break;
  case UCHAR: *(unsigned char *)element = small; break;
  case SHORT: *(short *)element = small; break;
  case USHORT: *(unsigned short *)element = small; break;
  case INT: *(int *)element = small; break;
  case UINT: *(unsigned *)element = limit ? small : bits; break;
  case LONG: *(long *)element = small; break;
  case ULONG: *(unsigned long *)element = limit ? small : bits; break;
  case FLOAT: *(float *)element = small / 32.0f + (bits >> 40) * 0x1p-30f; break;
  case DOUBLE: *(double *)element = small / 32.0 + (bits >> 20) * 0x1p-50; break;
  }
}

static void fill(void *data, size_t stride, long count, enum kind kind, long limit, uint64_t seed)
{
  /* Indices do not decrease in every other run. */
  int ascends = limit && seed % 2;
  for (long i = 0; i < count; i++)
    set((char *)data + i * stride, kind, limit, ascends ? (uint64_t)(i * limit / count) : random_bits(&seed));
}

/* The value as 64 bits; all NaNs are one, and zeros may be. */
static uint64_t get(void *element, enum kind kind)
{
  uint64_t bits = 0;
  switch (kind) {
  case SCHAR: case UCHAR: bits = *(unsigned char *)element; break;
  case SHORT: case USHORT: bits = *(unsigned short *)element; break;
  case INT: case UINT: bits = *(unsigned *)element; break;
  case LONG: case ULONG: bits = *(unsigned long *)element; break;
  case FLOAT: {
    float value = *(float *)element;
    if (value != value)
      return 0x7fc00000;
    if (zeros_are_one && value == 0)
      return 0;
    memcpy(&bits, &value, sizeof value);
    break;
  }
  case DOUBLE: {
    double value = *(double *)element;
    if (value != value)
      return 0x7ff8000000000000;
    if (zeros_are_one && value == 0)
      return 0;
    memcpy(&bits, &value, sizeof value);
    break;
  }
  }
  return bits;
}

static void show_element(void *element, enum kind kind)
{
  switch (kind) {
  case FLOAT: printf("%a\n", *(float *)element); break;
  case DOUBLE: printf("%a\n", *(double *)element); break;
  case SCHAR: printf("%d\n", *(signed char *)element); break;
  case SHORT: printf("%d\n", *(short *)element); break;
  case INT: printf("%d\n", *(int *)element); break;
  case LONG: printf("%ld\n", *(long *)element); break;
  default: printf("%llu\n", (unsigned long long)get(element, kind));
  }
}

static void show(const char *program, int run, const char *array, void *data, size_t stride, long count, enum kind kind,
                 const long *sizes)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (long i = 0; i < count; i++) {
    char *element = (char *)data + i * stride;
    hash = (hash ^ get(element, kind)) * 0x100000001b3u;
    hash ^= hash >> 29;
    if (verbose) {
      printf("%s run %d %s", program, run, array);
      long rest = i, size = count;
      for (long dim = 1; dim <= sizes[0]; dim++) {
        size /= sizes[dim];
        printf("[%ld]", rest / size);
        rest %= size;
      }
      printf(" = ");
      show_element(element, kind);
    }
  }
  if (!verbose)
    printf("%s run %d %s %016llx\n", program, run, array, (unsigned long long)hash);
  fflush(stdout);
}

"#;
