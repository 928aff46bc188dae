//! Random memory, and how it differs.

use std::collections::BTreeMap;

use polymill_native::Buffer;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Differs;
use super::function::{Argument, Field, Function, Memory, Sizes};
use super::numbers::{is_nan, n_value_bytes, random_float, show, write_random};
use crate::Result;

/// As many bytes behind each array as fill it up to a multiple of this, and as many more, must stay as they are.
const GUARD: usize = 64;

fn guarded(n_bytes: usize) -> usize {
    n_bytes.next_multiple_of(GUARD) + GUARD
}

/// What a function is called with.
#[derive(Clone, Debug)]
pub(super) struct Data {
    /// Each memory with its guard.
    pub memory: Vec<Buffer>,
    /// The sizes of all memory, without the guards.
    n_bytes: Vec<usize>,
    /// Floating-point arguments.
    pub numbers: BTreeMap<String, f64>,
}

impl Data {
    /// Random data. Integers are subscripts: not negative, and smaller than all sizes of all arrays, those in structs as
    /// well.
    pub fn random(function: &Function, sizes: &Sizes, seed: u64) -> Result<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut limit = 100;
        for memory in function.memory() {
            let inside = memory.element.fields().into_iter().flat_map(|field| field.repeats);
            let extents = memory.extents(sizes)?.into_iter().chain(inside.map(|(count, _)| count));
            limit = extents.filter(|extent| *extent > 0).fold(limit, |limit, extent| limit.min(extent as i64));
        }
        let (mut buffers, mut n_bytes) = (vec![], vec![]);
        for memory in function.memory() {
            n_bytes.push(memory.n_bytes(sizes)?);
            buffers.push(random_memory(memory, sizes, limit, &mut rng)?);
        }
        let mut numbers = BTreeMap::new();
        for argument in &function.arguments {
            if let Argument::Float(name) = argument {
                numbers.insert(name.clone(), random_float(&mut rng));
            }
        }
        Ok(Self { memory: buffers, n_bytes, numbers })
    }

    /// The same data with other bytes behind each array.
    pub fn with_other_guards(&self) -> Self {
        let mut other = self.clone();
        for (buffer, n_bytes) in other.memory.iter_mut().zip(&self.n_bytes) {
            buffer.bytes_mut()[*n_bytes..].iter_mut().for_each(|byte| *byte = !*byte);
        }
        other
    }

    /// The same data with what is behind the arrays of `other`.
    pub fn with_guards_of(&self, other: &Self) -> Self {
        let mut same = self.clone();
        for ((buffer, other), n_bytes) in same.memory.iter_mut().zip(&other.memory).zip(&self.n_bytes) {
            buffer.bytes_mut()[*n_bytes..].copy_from_slice(&other.bytes()[*n_bytes..]);
        }
        same
    }

    /// Whether something else is behind an array than before.
    pub fn is_overrun(&self, before: &Self) -> bool {
        let mut all = self.memory.iter().zip(&before.memory).zip(&self.n_bytes);
        all.any(|((buffer, before), n_bytes)| buffer.bytes()[*n_bytes..] != before.bytes()[*n_bytes..])
    }
}

fn random_memory(memory: &Memory, sizes: &Sizes, limit: i64, rng: &mut ChaCha8Rng) -> Result<Buffer> {
    let n_bytes = memory.n_bytes(sizes)?;
    let mut buffer = Buffer::zeroed(guarded(n_bytes));
    let (data, guard) = buffer.bytes_mut().split_at_mut(n_bytes);
    rng.fill_bytes(guard);
    let fields = memory.element.fields();
    for bytes in data.chunks_exact_mut(memory.element.n_bytes().max(1)) {
        for field in &fields {
            for position in 0..field.count() {
                write_random(&mut bytes[field.offset_of(position)..], field.ty, limit, rng)?;
            }
        }
    }
    Ok(buffer)
}

/// The first number that differs between two pieces of memory; all NaNs are one. Bytes between numbers do not count.
pub(super) fn first_difference(memory: &Memory, sizes: &Sizes, expected: &[u8], found: &[u8]) -> Option<Differs> {
    if expected == found {
        return None;
    }
    let (fields, views) = (memory.element.fields(), memory.element.views());
    let stride = memory.element.n_bytes().max(1);
    let n_data = memory.n_bytes(sizes).unwrap_or_default();
    let (expected_data, found_data) = (&expected[..n_data], &found[..n_data]);
    let elements = expected_data.chunks(stride).zip(found_data.chunks(stride)).enumerate();
    for (at, (expected, found)) in elements.filter(|(_, (a, b))| a != b && !memory.is_dead) {
        let are_nans = nans(views, expected, found);
        for field in &fields {
            for position in 0..field.count() {
                let start = field.offset_of(position);
                let range = start..start + n_value_bytes(field.ty);
                let (expected, found) = (&expected[range.clone()], &found[range.clone()]);
                let mut differing = range.zip(expected.iter().zip(found)).filter(|(_, (a, b))| a != b);
                if differing.all(|(byte, _)| are_nans[byte]) || is_nan(expected, field.ty) && is_nan(found, field.ty) {
                    continue;
                }
                let element = format!("{}{}{}", memory.name, subscripts(memory, sizes, at), field.spelling(position));
                let (expected, found) = (show(expected, field.ty), show(found, field.ty));
                return Some(Differs::Value { element, expected, found });
            }
        }
    }
    (expected[n_data..] != found[n_data..]).then(|| Differs::Overrun { array: memory.name.clone() })
}

/// For each byte whether it belongs to a NaN in both elements.
fn nans(views: &[Field], expected: &[u8], found: &[u8]) -> Vec<bool> {
    let mut are_nans = vec![false; expected.len()];
    for view in views.iter().filter(|view| view.ty.is_float()) {
        for position in 0..view.count() {
            let start = view.offset_of(position);
            let range = start..start + n_value_bytes(view.ty);
            if is_nan(&expected[range.clone()], view.ty) && is_nan(&found[range.clone()], view.ty) {
                are_nans[range].fill(true);
            }
        }
    }
    are_nans
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
