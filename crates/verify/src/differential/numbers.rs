//! Numbers as bytes.

use polymill_gdg::ScalarType;
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

use crate::{Error, Result};

/// How many bytes of a number of this type count; the rest of x87's sixteen are padding.
pub(super) fn n_value_bytes(ty: ScalarType) -> usize {
    match ty {
        ScalarType::Float { bits: 80 } => 10,
        _ => ty.size() as usize,
    }
}

/// Writes a random number: an integer from 0 on and below `limit`, or a floating-point number of moderate size.
pub(super) fn write_random(bytes: &mut [u8], ty: ScalarType, limit: i64, rng: &mut ChaCha8Rng) -> Result<()> {
    match ty {
        ScalarType::Float { bits: 64 } => put(bytes, &random_float(rng).to_ne_bytes()),
        ScalarType::Float { bits: 32 } => put(bytes, &(random_float(rng) as f32).to_ne_bytes()),
        ScalarType::Float { bits } => {
            let no_data = || Error::Unsupported(format!("no random data of type `{ty}`"));
            let format = Format::of(bits).ok_or_else(no_data)?;
            put_bits(bytes, format.random(rng), n_value_bytes(ty));
        }
        ScalarType::Bool => put(bytes, &[u8::from(rng.random::<bool>())]),
        ScalarType::Int { .. } => {
            let value = rng.random_range(0..limit.max(1));
            put_bits(bytes, value.unsigned_abs().into(), n_value_bytes(ty));
        }
    }
    Ok(())
}

fn put(bytes: &mut [u8], value: &[u8]) {
    bytes[..value.len()].copy_from_slice(value);
}

fn put_bits(bytes: &mut [u8], bits: u128, n_bytes: usize) {
    let mut value = bits.to_le_bytes();
    if cfg!(target_endian = "big") {
        value[..n_bytes].reverse();
    }
    put(bytes, &value[..n_bytes]);
}

fn bits(bytes: &[u8]) -> u128 {
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    if cfg!(target_endian = "big") {
        wide[..bytes.len()].reverse();
    }
    u128::from_le_bytes(wide)
}

/// Numbers of moderate size, so that sums and products stay finite and rounding shows.
pub(super) fn random_float(rng: &mut ChaCha8Rng) -> f64 {
    rng.random_range(-2.0..2.0)
}

/// A binary floating-point format.
struct Format {
    n_exponent: u32,
    /// Bits of the fraction, without the one before the point.
    n_fraction: u32,
    /// Whether the one before the point is stored.
    has_leading_one: bool,
}

impl Format {
    fn of(bits: u8) -> Option<Self> {
        let (n_exponent, n_fraction) = match bits {
            16 => (5, 10),
            32 => (8, 23),
            64 => (11, 52),
            80 => (15, 63),
            128 => (15, 112),
            _ => return None,
        };
        Some(Self { n_exponent, n_fraction, has_leading_one: bits == 80 })
    }

    /// A number from 1/16 to 2 with a sign, as bits.
    fn random(&self, rng: &mut ChaCha8Rng) -> u128 {
        let bias = (1_u128 << (self.n_exponent - 1)) - 1;
        let exponent = bias - rng.random_range(0..5);
        let wide = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let fraction = wide & ((1 << self.n_fraction) - 1);
        let sign = u128::from(rng.random::<bool>());
        let n_stored = self.n_fraction + u32::from(self.has_leading_one);
        let one = u128::from(self.has_leading_one) << self.n_fraction;
        (sign << self.n_exponent | exponent) << n_stored | one | fraction
    }

    fn is_nan(&self, bits: u128) -> bool {
        let fraction = bits & ((1 << self.n_fraction) - 1);
        let exponent = bits >> (self.n_fraction + u32::from(self.has_leading_one));
        let largest = (1_u128 << self.n_exponent) - 1;
        exponent & largest == largest && fraction != 0
    }
}

/// Whether the bytes of a number of this type are a NaN.
pub(super) fn is_nan(bytes: &[u8], ty: ScalarType) -> bool {
    match ty {
        ScalarType::Float { bits: width } => Format::of(width).is_some_and(|format| format.is_nan(bits(bytes))),
        _ => false,
    }
}

/// A number as text.
pub(super) fn show(bytes: &[u8], ty: ScalarType) -> String {
    let bits = bits(bytes);
    match ty {
        ScalarType::Float { bits: 64 } => format!("{:?}", f64::from_bits(bits as u64)),
        ScalarType::Float { bits: 32 } => format!("{:?}", f32::from_bits(bits as u32)),
        ScalarType::Float { .. } => format!("{bits:#x}"),
        ScalarType::Int { bits: width, signed: true } => {
            let unused = 128 - u32::from(width);
            format!("{}", (bits << unused).cast_signed() >> unused)
        }
        _ => bits.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn random_numbers_of_all_formats_are_numbers_of_moderate_size() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for bits in [16, 32, 64, 80, 128] {
            let ty = ScalarType::Float { bits };
            for _ in 0..100 {
                let mut bytes = [0; 16];
                write_random(&mut bytes, ty, 1, &mut rng).unwrap();
                assert!(!is_nan(&bytes[..n_value_bytes(ty)], ty), "{bits}");
                if bits == 64 {
                    assert!(f64::from_ne_bytes(bytes[..8].try_into().unwrap()).abs() < 2.0);
                }
            }
        }
    }

    #[test]
    fn not_a_number_is_known_in_all_formats() {
        let check = |value: u128, bits, expected| {
            let ty = ScalarType::Float { bits };
            assert_eq!(is_nan(&value.to_ne_bytes()[..n_value_bytes(ty)], ty), expected, "{value:#x}");
        };
        check(0x7e00, 16, true);
        check(0x7c00, 16, false);
        check(f32::NAN.to_bits().into(), 32, true);
        check(f64::INFINITY.to_bits().into(), 64, false);
        check((-f64::NAN).to_bits().into(), 64, true);
        check(0x7fff_c000_0000_0000_0000, 80, true);
        check(0xffff_8000_0000_0000_0000, 80, false);
        check(0x3fff_c000_0000_0000_0000, 80, false);
        check(0x7fff_8000 << 96, 128, true);
    }
}
