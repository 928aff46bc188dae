//! The types of values.

use std::fmt;
use std::str::FromStr;

/// The type of a scalar value, independent of the source language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ScalarType {
    /// A truth value, stored as 0 or 1.
    Bool,
    /// A two's complement integer of 8, 16, 32, 64 or 128 bits.
    Int {
        /// Width in bits.
        bits: u8,
        /// Whether it has a sign; arithmetic without sign wraps, with sign it must not overflow.
        signed: bool,
    },
    /// IEEE binary floating point of 16, 32, 64 or 128 bits, or the x87 format (80).
    Float {
        /// Width in bits.
        bits: u8,
    },
}

impl ScalarType {
    /// A signed 32-bit integer.
    pub const I32: Self = Self::Int { bits: 32, signed: true };
    /// A signed 64-bit integer.
    pub const I64: Self = Self::Int { bits: 64, signed: true };
    /// An unsigned 32-bit integer.
    pub const U32: Self = Self::Int { bits: 32, signed: false };
    /// An unsigned 64-bit integer.
    pub const U64: Self = Self::Int { bits: 64, signed: false };
    /// IEEE single precision.
    pub const F32: Self = Self::Float { bits: 32 };
    /// IEEE double precision.
    pub const F64: Self = Self::Float { bits: 64 };

    /// Size in bytes as stored in memory.
    pub fn size(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Int { bits, .. } => u32::from(bits) / 8,
            Self::Float { bits: 80 } => 16,
            Self::Float { bits } => u32::from(bits) / 8,
        }
    }

    /// Whether this is an integer or a truth value.
    pub fn is_integer(self) -> bool {
        !self.is_float()
    }

    /// Whether this is floating point.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float { .. })
    }

    /// Smallest and largest value of an integer type; `None` for floating point.
    pub fn range(self) -> Option<(i128, i128)> {
        match self {
            Self::Bool => Some((0, 1)),
            Self::Int { bits: 128, .. } => Some((i128::MIN, i128::MAX)),
            Self::Int { bits, signed: true } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            Self::Int { bits, signed: false } => Some((0, (1 << bits) - 1)),
            Self::Float { .. } => None,
        }
    }

    /// Whether both are integer types, and every value of the other one is one of this.
    ///
    /// ```
    /// use polymill_gdg::ScalarType;
    ///
    /// assert!(ScalarType::I64.includes(ScalarType::U32));
    /// assert!(!ScalarType::U64.includes(ScalarType::I32));
    /// ```
    pub fn includes(self, other: Self) -> bool {
        match (self.range(), other.range()) {
            (Some((low, high)), Some((other_low, other_high))) => low <= other_low && other_high <= high,
            _ => false,
        }
    }
}

/// Prints as `bool`, `i32`, `u8`, `f64`, ...
impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => write!(f, "bool"),
            Self::Int { bits, signed } => write!(f, "{}{bits}", if *signed { 'i' } else { 'u' }),
            Self::Float { bits } => write!(f, "f{bits}"),
        }
    }
}

impl FromStr for ScalarType {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("`{text}` is not a scalar type; expected one such as i32, u8, f64 or bool");
        if text == "bool" {
            return Ok(Self::Bool);
        }
        let (kind, bits) = text.split_at_checked(1).ok_or_else(unknown)?;
        match (kind, bits.parse::<u8>().map_err(|_| unknown())?) {
            ("i", bits @ (8 | 16 | 32 | 64 | 128)) => Ok(Self::Int { bits, signed: true }),
            ("u", bits @ (8 | 16 | 32 | 64 | 128)) => Ok(Self::Int { bits, signed: false }),
            ("f", bits @ (16 | 32 | 64 | 80 | 128)) => Ok(Self::Float { bits }),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_print_and_parse() {
        for text in ["bool", "i8", "u16", "i32", "u64", "i128", "f16", "f32", "f64", "f80"] {
            assert_eq!(text.parse::<ScalarType>().unwrap().to_string(), text);
        }
        for text in ["", "i", "i7", "f8", "x32", "é1"] {
            assert!(text.parse::<ScalarType>().is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_are_those_of_twos_complement() {
        assert_eq!(ScalarType::I32.range(), Some((i128::from(i32::MIN), i128::from(i32::MAX))));
        assert_eq!(ScalarType::U64.range(), Some((0, i128::from(u64::MAX))));
    }
}
