//! Random memory, and how it differs.

use std::collections::BTreeMap;

use polymill_gdg::ScalarType;
use polymill_native::Buffer;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::function::{Argument, Function, Memory, Sizes};
use super::{Differs, Element};
use crate::{Error, Result};

/// The bytes behind each array that must stay as they are.
const GUARD: usize = 64;

/// What a function is called with.
#[derive(Clone, Debug)]
pub(super) struct Data {
    /// Each memory with its guard.
    pub memory: Vec<Buffer>,
    /// Floating-point arguments.
    pub numbers: BTreeMap<String, f64>,
}

impl Data {
    /// Random data. Integers are subscripts: not negative, and smaller than all sizes of all arrays.
    pub fn random(function: &Function, sizes: &Sizes, seed: u64) -> Result<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut extents = vec![];
        for memory in function.memory() {
            extents.push(memory.extents(sizes)?);
        }
        let limit = extents.iter().flatten().filter(|size| **size > 0).min().map_or(100, |size| *size as i64).min(100);
        let mut buffers = vec![];
        for (memory, extents) in function.memory().zip(&extents) {
            let n_elements: usize = extents.iter().product();
            buffers.push(random_memory(&memory.element, n_elements, limit, &mut rng)?);
        }
        let mut numbers = BTreeMap::new();
        for argument in &function.arguments {
            if let Argument::Float(name) = argument {
                numbers.insert(name.clone(), random_float(&mut rng));
            }
        }
        Ok(Self { memory: buffers, numbers })
    }

    /// The same data with other bytes behind each array.
    pub fn with_other_guards(&self) -> Self {
        let mut other = self.clone();
        for buffer in &mut other.memory {
            guard_mut(buffer).iter_mut().for_each(|byte| *byte = !*byte);
        }
        other
    }

    /// The same data with what is behind the arrays of `other`.
    pub fn with_guards_of(&self, other: &Self) -> Self {
        let mut same = self.clone();
        for (buffer, other) in same.memory.iter_mut().zip(&other.memory) {
            let start = other.bytes().len() - GUARD;
            guard_mut(buffer).copy_from_slice(&other.bytes()[start..]);
        }
        same
    }
}

fn guard_mut(buffer: &mut Buffer) -> &mut [u8] {
    let start = buffer.bytes().len() - GUARD;
    &mut buffer.bytes_mut()[start..]
}

fn random_memory(element: &Element, n_elements: usize, limit: i64, rng: &mut ChaCha8Rng) -> Result<Buffer> {
    let n_bytes = element.n_bytes();
    let mut buffer = Buffer::zeroed(n_elements * n_bytes + GUARD);
    let (data, guard) = buffer.bytes_mut().split_at_mut(n_elements * n_bytes);
    rng.fill_bytes(guard);
    for bytes in data.chunks_exact_mut(n_bytes.max(1)) {
        for (_, offset, ty) in element.numbers() {
            write_random(&mut bytes[offset..], ty, limit, rng)?;
        }
    }
    Ok(buffer)
}

fn write_random(bytes: &mut [u8], ty: ScalarType, limit: i64, rng: &mut ChaCha8Rng) -> Result<()> {
    match ty {
        ScalarType::Float { bits: 64 } => put(bytes, &random_float(rng).to_ne_bytes()),
        ScalarType::Float { bits: 32 } => put(bytes, &(random_float(rng) as f32).to_ne_bytes()),
        ScalarType::Float { .. } => return Err(Error::Unsupported(format!("no random data of type `{ty}`"))),
        ScalarType::Bool => put(bytes, &[u8::from(rng.random::<bool>())]),
        ScalarType::Int { .. } => {
            let value = rng.random_range(0..limit.max(1)).to_le_bytes();
            let n_bytes = ty.size() as usize;
            let mut wide = [0; 16];
            wide[..8].copy_from_slice(&value);
            if cfg!(target_endian = "big") {
                wide[..n_bytes].reverse();
            }
            put(bytes, &wide[..n_bytes]);
        }
    }
    Ok(())
}

fn put(bytes: &mut [u8], value: &[u8]) {
    bytes[..value.len()].copy_from_slice(value);
}

/// Numbers of moderate size, so that sums and products stay finite and rounding shows.
fn random_float(rng: &mut ChaCha8Rng) -> f64 {
    rng.random_range(-2.0..2.0)
}

/// The first number that differs between two pieces of memory; all NaNs are one. Bytes between numbers do not count.
pub(super) fn first_difference(memory: &Memory, sizes: &Sizes, expected: &[u8], found: &[u8]) -> Option<Differs> {
    if expected == found {
        return None;
    }
    let n_bytes = memory.element.n_bytes().max(1);
    let numbers = memory.element.numbers();
    let n_data = expected.len() - GUARD;
    for start in (0..n_data).step_by(n_bytes) {
        for (field, offset, ty) in &numbers {
            let range = start + offset..start + offset + ty.size() as usize;
            let (expected, found) = (&expected[range.clone()], &found[range]);
            if expected != found && !(is_nan(expected, *ty) && is_nan(found, *ty)) {
                let element = format!("{}{}{field}", memory.name, subscripts(memory, sizes, start / n_bytes));
                return Some(Differs::Value { element, expected: show(expected, *ty), found: show(found, *ty) });
            }
        }
    }
    (expected[n_data..] != found[n_data..]).then(|| Differs::Overrun { array: memory.name.clone() })
}

/// `[2][3]` for the element at a position.
fn subscripts(memory: &Memory, sizes: &Sizes, position: usize) -> String {
    let mut rest = position;
    let mut text = String::new();
    for extent in memory.extents(sizes).unwrap_or_default().iter().rev() {
        text = format!("[{}]{text}", rest % extent.max(&1));
        rest /= extent.max(&1);
    }
    text
}

fn is_nan(bytes: &[u8], ty: ScalarType) -> bool {
    match (ty, bytes.try_into(), bytes.try_into()) {
        (ScalarType::Float { bits: 64 }, Ok(bytes), _) => f64::from_ne_bytes(bytes).is_nan(),
        (ScalarType::Float { bits: 32 }, _, Ok(bytes)) => f32::from_ne_bytes(bytes).is_nan(),
        _ => false,
    }
}

fn show(bytes: &[u8], ty: ScalarType) -> String {
    let mut wide = [0; 8];
    if bytes.len() > 8 {
        return "another value".to_owned();
    }
    wide[..bytes.len()].copy_from_slice(bytes);
    if cfg!(target_endian = "big") {
        wide[..bytes.len()].reverse();
    }
    let bits = u64::from_le_bytes(wide);
    match ty {
        ScalarType::Float { bits: 64 } => format!("{:?}", f64::from_bits(bits)),
        ScalarType::Float { bits: 32 } => format!("{:?}", f32::from_bits(bits as u32)),
        ScalarType::Int { bits: width, signed: true } => {
            let unused = 64 - u32::from(width);
            format!("{}", (bits << unused) as i64 >> unused)
        }
        _ => bits.to_string(),
    }
}
