use std::ffi::c_void;

/// An argument of a call: a number, or memory that the function reads and writes.
///
/// Numbers are converted by C to the parameter's type, so an `Int` fits every integer parameter and a `Float` every
/// floating one. Memory is passed as a pointer that converts to any object pointer: `double *`, `float (*)[m]`, ...
#[derive(Debug)]
pub enum Arg<'a> {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// An array of `double`.
    F64s(&'a mut [f64]),
    /// An array of `float`.
    F32s(&'a mut [f32]),
    /// An array of 32-bit integers.
    I32s(&'a mut [i32]),
    /// An array of 64-bit integers.
    I64s(&'a mut [i64]),
    /// Memory of any type.
    Bytes(&'a mut Buffer),
}

/// What the generated shim has to know of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// An integer, read as `long long`.
    Int,
    /// A number, read as `double`.
    Float,
    /// A pointer.
    Memory,
}

/// What a function returns, as far as the caller wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// Nothing, or a result that is dropped.
    Nothing,
    /// An integer of any type.
    Int,
    /// A floating-point number of any type.
    Float,
}

/// A function's result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Nothing was asked for.
    Nothing,
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
}

/// Bytes at an address that suits every C type and vector loads (64-byte alignment).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buffer {
    lines: Vec<Line>,
    n_bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Line([u8; 64]);

impl Buffer {
    /// `n_bytes` zero bytes.
    pub fn zeroed(n_bytes: usize) -> Buffer {
        Buffer { lines: vec![Line([0; 64]); n_bytes.div_ceil(64)], n_bytes }
    }

    /// A copy of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Buffer {
        let mut buffer = Buffer::zeroed(bytes.len());
        buffer.bytes_mut().copy_from_slice(bytes);
        buffer
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the lines are one allocation of at least `n_bytes` initialized bytes without padding.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.n_bytes) }
    }

    /// The bytes, to change.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `bytes`; the borrow of `self` is unique.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.n_bytes) }
    }
}

impl Arg<'_> {
    /// The kind of this argument.
    pub fn kind(&self) -> ArgKind {
        match self {
            Arg::Int(_) => ArgKind::Int,
            Arg::Float(_) => ArgKind::Float,
            Arg::F64s(_) | Arg::F32s(_) | Arg::I32s(_) | Arg::I64s(_) | Arg::Bytes(_) => ArgKind::Memory,
        }
    }

    /// Where the argument's value lies: the number itself, or the first byte of the memory.
    pub(crate) fn address(&mut self) -> *mut c_void {
        match self {
            Arg::Int(value) => std::ptr::from_mut(value).cast(),
            Arg::Float(value) => std::ptr::from_mut(value).cast(),
            _ => self.bytes_mut().as_mut_ptr().cast(),
        }
    }

    /// The argument's bytes in memory.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Arg::Int(value) => bytes_of(std::slice::from_mut(value)),
            Arg::Float(value) => bytes_of(std::slice::from_mut(value)),
            Arg::F64s(values) => bytes_of(values),
            Arg::F32s(values) => bytes_of(values),
            Arg::I32s(values) => bytes_of(values),
            Arg::I64s(values) => bytes_of(values),
            Arg::Bytes(buffer) => buffer.bytes_mut(),
        }
    }
}

/// Numbers for which every pattern of bytes is a value, and which have no padding.
trait Plain: Copy {}
impl Plain for f64 {}
impl Plain for f32 {}
impl Plain for i64 {}
impl Plain for i32 {}

fn bytes_of<T: Plain>(values: &mut [T]) -> &mut [u8] {
    let n_bytes = std::mem::size_of_val(values);
    // SAFETY: `T` is plain data, so its bytes may be read and written freely; length and borrow are those of `values`.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), n_bytes) }
}
