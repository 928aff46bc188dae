//! C files as libraries: what fits is called, what does not is said.
#![allow(unsafe_code)] // the code that is loaded stands here
#![allow(clippy::unwrap_used)]

use std::ffi::c_void;
use std::path::Path;

use polymill::array::Cache;
use polymill::array::number::Number;
use polymill::library::{CArgument, CLibrary, CMemory, LibraryOptions};
use polymill::{Options, machine_model};
use polymill_gdg::ScalarType;

const TEXT: &str = "
void product(int n, int m, double a[n][m], const double x[m], double *restrict y)
{
  for (int i = 0; i < n; i++) {
    y[i] = 0.0;
    for (int j = 0; j < m; j++)
      y[i] += a[i][j] * x[j];
  }
}
void grid(long n, int m, short a[n + 1][2 * (m - 1)]) { a[n][0] = 1; }
float half(float x) { return x / 2; }
unsigned char last(const unsigned char bytes[4]) { return bytes[3]; }
static int hidden(int n) { return n; }
int count(char **names) { return hidden(names[0][0]); }
";

fn library(cache: Cache) -> CLibrary {
    library_in(tempfile::tempdir().unwrap().path(), cache)
}

fn library_in(folder: &Path, cache: Cache) -> CLibrary {
    let file = folder.join("kernel.c");
    std::fs::write(&file, TEXT).unwrap();
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/machine.toml");
    let optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    let options = LibraryOptions { optimizer, compiler: None, flags: vec![], cache };
    // SAFETY: the functions above keep to their arrays.
    unsafe { CLibrary::load(&file, &options).unwrap() }
}

fn memory(values: &mut [f64], shape: &[usize]) -> CArgument {
    assert_eq!(values.len(), shape.iter().product::<usize>());
    let address = values.as_mut_ptr().cast::<c_void>();
    // SAFETY: the values live longer than the calls of these tests.
    CArgument::Memory(unsafe { CMemory::new(address, ScalarType::F64, shape, true) })
}

fn int(value: i128) -> CArgument {
    CArgument::Number(Number::Int(value))
}

/// Calls a function; what it returns, or the message.
fn call(library: &CLibrary, name: &str, arguments: &[CArgument]) -> Result<Option<Number>, String> {
    let function = library.functions().iter().find(|function| function.name == name).unwrap();
    library.call(function, arguments).map_err(|error| error.to_string())
}

#[test]
fn functions_are_called_as_they_are_declared() {
    let library = library(Cache::Off);
    let declarations: Vec<String> = library.functions().iter().map(ToString::to_string).collect();
    let product = "void product(i32 n, i32 m, f64 a[n][m], const f64 x[m], f64 y[])";
    let grid = "void grid(i64 n, i32 m, i16 a[n + 1][2 * (m - 1)])";
    assert_eq!(declarations, [product, grid, "f32 half(f32 x)", "u8 last(const u8 bytes[4])"]);
    let (mut a, mut x, mut y) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 0.5, 2.0], [0.0; 2]);
    let arguments = [int(2), int(3), memory(&mut a, &[2, 3]), memory(&mut x, &[3]), memory(&mut y, &[2])];
    assert_eq!(call(&library, "product", &arguments), Ok(None));
    assert_eq!(y, [8.0, 18.5]);
    assert_eq!(call(&library, "half", &[int(3)]), Ok(Some(Number::Float(1.5))));
    assert!(library.source().contains("void product(") && library.explain().contains("product"));
}

#[test]
fn what_does_not_fit_is_said() {
    let library = library(Cache::Off);
    let (mut a, mut x, mut y) = ([0.0; 6], [0.0; 3], [0.0; 2]);
    let fitting = [int(2), int(3), memory(&mut a, &[2, 3]), memory(&mut x, &[3]), memory(&mut y, &[2])];
    let refused = |position: usize, argument: CArgument, words: &str| {
        let mut arguments = fitting.clone();
        arguments[position] = argument;
        let message = call(&library, "product", &arguments).unwrap_err();
        assert!(message.contains(words), "{message}");
    };
    refused(0, CArgument::Number(Number::Float(2.0)), "a number of floating point does not fit the parameter `i32 n`");
    refused(0, int(1 << 40), "1099511627776 does not fit the parameter `i32 n`");
    refused(1, int(2), "the array for `f64 a[n][m]` has shape [2, 3], and should have [2, 2]");
    refused(2, fitting[3].clone(), "has shape [3], and should have [2, 3]");
    refused(2, int(1), "an integer does not fit the parameter `f64 a[n][m]`");
    refused(4, fitting[3].clone(), "`f64 y[]`, which is `restrict`, overlaps");
    // SAFETY: nothing is called with it.
    let fixed = unsafe { CMemory::new(y.as_mut_ptr().cast(), ScalarType::F64, &[2], false) };
    refused(4, CArgument::Memory(fixed), "cannot be written to");
    assert!(call(&library, "product", &fitting[1..]).unwrap_err().contains("there are 4 arguments, and should be 5"));
    assert_eq!(library.left_out("hidden"), Some("it is not for other files"));
    assert!(library.left_out("count").unwrap().contains("its parameter `names`"));
}

#[test]
fn libraries_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let cache = dir.path().join("cache");
    for _ in 0..2 {
        let library = library_in(dir.path(), Cache::Folder(cache.clone()));
        assert_eq!(call(&library, "half", &[int(5)]), Ok(Some(Number::Float(2.5))));
        assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 1);
    }
}
