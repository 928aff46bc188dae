//! What C means to a compiler with its flags.

use std::collections::BTreeSet;

use polymill_gdg::ScalarType;

/// What a compiler takes C to mean, as far as that differs between machines and with flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The sizes of types.
    pub model: DataModel,
    /// Whether objects of different types are known not to overlap.
    pub strict_aliasing: bool,
    /// Which library functions are known to do what the standard says.
    pub builtins: Builtins,
    /// Whether functions of `math.h` may set `errno`.
    pub math_errno: bool,
    /// The vectors that code is made for, if the flags say.
    pub vectors: Option<Vectors>,
}

/// Vector registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vectors {
    /// Bits of each.
    pub bits: u32,
    /// How many there are.
    pub registers: u32,
}

/// The library functions that a compiler knows by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Builtins {
    /// None: the program may have its own.
    None,
    /// All but these.
    AllBut(BTreeSet<String>),
}

/// The sizes of C's types, which differ between machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataModel {
    /// Bits of `long`.
    pub long_bits: u8,
    /// Bits of a pointer and of `size_t`.
    pub pointer_bits: u8,
    /// Whether plain `char` has a sign.
    pub char_is_signed: bool,
    /// Bits of `long double`'s format (see [`ScalarType::Float`]).
    pub long_double_bits: u8,
}

impl Default for Dialect {
    /// Standard C on this machine.
    fn default() -> Self {
        let builtins = Builtins::AllBut(BTreeSet::new());
        Self { model: DataModel::default(), strict_aliasing: true, builtins, math_errno: true, vectors: None }
    }
}

impl Builtins {
    /// Whether a function of this name is the library's.
    pub fn contains(&self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::AllBut(own) => !own.contains(name),
        }
    }
}

impl Default for DataModel {
    /// That of this machine's own compilers.
    fn default() -> Self {
        let is_x86 = cfg!(any(target_arch = "x86_64", target_arch = "x86"));
        let bits = if cfg!(target_pointer_width = "32") { 32 } else { 64 };
        Self {
            long_bits: if cfg!(windows) { 32 } else { bits },
            pointer_bits: bits,
            char_is_signed: is_x86 || cfg!(target_vendor = "apple"),
            long_double_bits: if is_x86 { 80 } else { 128 },
        }
    }
}

impl Vectors {
    /// Those that a compiler's predefined macros tell of. `None`: they do not tell.
    ///
    /// ```
    /// use polymill_raise::syntax::Vectors;
    ///
    /// let vectors = Vectors::of_macros("#define __SSE2__ 1\n#define __AVX__ 1\n").unwrap();
    /// assert_eq!((vectors.bits, vectors.registers), (256, 16));
    /// ```
    pub fn of_macros(macros: &str) -> Option<Self> {
        let known = [("__AVX512F__", 512, 32), ("__AVX__", 256, 16), ("__SSE2__", 128, 16), ("__ARM_NEON", 128, 32)];
        let (_, bits, registers) = known.into_iter().find(|(name, ..)| macro_value(macros, name).is_some())?;
        Some(Self { bits, registers })
    }
}

impl DataModel {
    /// The model that a compiler's predefined macros tell of (`cc -dM -E`). `None`: they do not tell.
    ///
    /// ```
    /// use polymill_raise::syntax::DataModel;
    ///
    /// let macros = "#define __SIZEOF_LONG__ 8\n#define __SIZEOF_POINTER__ 8\n#define __LDBL_MANT_DIG__ 64\n";
    /// let model = DataModel::of_macros(macros).unwrap();
    /// assert_eq!((model.long_bits, model.char_is_signed, model.long_double_bits), (64, true, 80));
    /// ```
    pub fn of_macros(macros: &str) -> Option<Self> {
        let value = |name: &str| macro_value(macros, name)?.parse::<u8>().ok();
        let long_double_bits = match value("__LDBL_MANT_DIG__")? {
            53 => 64,
            64 => 80,
            _ => 128,
        };
        Some(Self {
            long_bits: value("__SIZEOF_LONG__")? * 8,
            pointer_bits: value("__SIZEOF_POINTER__")? * 8,
            char_is_signed: macro_value(macros, "__CHAR_UNSIGNED__").is_none(),
            long_double_bits,
        })
    }

    /// `long`, with or without sign.
    pub fn long(self, signed: bool) -> ScalarType {
        ScalarType::Int { bits: self.long_bits, signed }
    }

    /// `char`.
    pub fn char(self) -> ScalarType {
        ScalarType::Int { bits: 8, signed: self.char_is_signed }
    }

    /// `size_t`.
    pub fn size(self) -> ScalarType {
        ScalarType::Int { bits: self.pointer_bits, signed: false }
    }

    /// `ptrdiff_t`.
    pub fn difference(self) -> ScalarType {
        ScalarType::Int { bits: self.pointer_bits, signed: true }
    }

    /// `long double`.
    pub fn long_double(self) -> ScalarType {
        ScalarType::Float { bits: self.long_double_bits }
    }
}

/// What a macro is defined as, among the definitions that a compiler prints.
pub(crate) fn macro_value<'m>(macros: &'m str, name: &str) -> Option<&'m str> {
    let of_line = |line: &'m str| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' ');
    macros.lines().find_map(of_line).map(str::trim)
}
