//! How a C function is called.

use std::collections::BTreeMap;

use polymill_gdg::ScalarType;
use polymill_native::{ArgKind, Returns};

use crate::{Error, Result};

/// Values of integer arguments, by name.
pub type Sizes = BTreeMap<String, i64>;

/// A C function that can be driven: numbers and memory of known size go in, memory comes out.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters, in order.
    pub arguments: Vec<Argument>,
    /// Global variables that it uses.
    pub globals: Vec<Memory>,
    /// What it returns.
    pub result: Returned,
    /// Whether it is called twice in a row, because it keeps values from one call to the next.
    pub is_repeated: bool,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// An integer of this name, of any type.
    Int(String),
    /// A floating-point number of this name, of any type.
    Float(String),
    /// A pointer to an array.
    Memory(Memory),
}

/// An array, or a single element.
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    /// The name of the parameter or variable.
    pub name: String,
    /// What it consists of.
    pub element: Element,
    /// The sizes of its dimensions, outermost first; none for a scalar.
    pub sizes: Vec<Size>,
    /// Whether nobody uses what is in it after the call, so that it may differ.
    pub is_dead: bool,
}

/// An element of memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Element {
    /// A number.
    Scalar(ScalarType),
    /// A struct or union.
    Struct {
        /// The distance of elements in bytes.
        n_bytes: usize,
        /// Its fields; bytes outside of them are not looked at.
        fields: Vec<Field>,
        /// What the same bytes may be taken as by other members of unions: where both are NaNs, nothing differs.
        views: Vec<Field>,
    },
}

/// A number in a struct, or all those in an array in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// How it is spelled behind the struct, with `[]` where a subscript belongs: `.x[]`.
    pub name: String,
    /// Where the first one begins, in bytes.
    pub offset: usize,
    /// Its type.
    pub ty: ScalarType,
    /// For each of the subscripts how many there are, and the distance of elements in bytes.
    pub repeats: Vec<(usize, usize)>,
}

/// A size as a sum of integer arguments: `2 * n + m - 1`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Factors and names of integer arguments.
    pub terms: Vec<(i64, String)>,
    /// A constant.
    pub constant: i64,
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Returned {
    Nothing,
    Int,
    Float,
}

/// The name of the function that calls the function and moves global variables.
pub(super) const WRAPPER: &str = "polymill_driven";

impl Function {
    /// All memory: that of the parameters, then global variables.
    pub fn memory(&self) -> impl Iterator<Item = &Memory> {
        self.arguments.iter().filter_map(Argument::memory).chain(&self.globals)
    }

    pub(super) fn kinds(&self) -> Vec<ArgKind> {
        let kind = |argument: &Argument| match argument {
            Argument::Int(_) => ArgKind::Int,
            Argument::Float(_) => ArgKind::Float,
            Argument::Memory(_) => ArgKind::Memory,
        };
        self.arguments.iter().map(kind).chain(self.globals.iter().map(|_| ArgKind::Memory)).collect()
    }

    pub(super) fn returns(&self) -> Returns {
        match self.result {
            Returned::Nothing => Returns::Nothing,
            Returned::Int => Returns::Int,
            Returned::Float => Returns::Float,
        }
    }

    /// A C function that takes the global variables as further arguments.
    pub(super) fn wrapper(&self) -> String {
        let mut parameters = vec![];
        let mut call = vec![];
        for (position, argument) in self.arguments.iter().enumerate() {
            parameters.push(match argument {
                Argument::Int(_) => format!("long long polymill_{position}"),
                Argument::Float(_) => format!("double polymill_{position}"),
                Argument::Memory(_) => format!("void *polymill_{position}"),
            });
            call.push(format!("polymill_{position}"));
        }
        let mut copy_in = String::new();
        let mut copy_out = String::new();
        for Memory { name, .. } in &self.globals {
            parameters.push(format!("void *polymill_global_{name}"));
            copy_in += &format!("  __builtin_memcpy(&{name}, polymill_global_{name}, sizeof({name}));\n");
            copy_out += &format!("  __builtin_memcpy(polymill_global_{name}, &{name}, sizeof({name}));\n");
        }
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        let call = format!("{}({})", self.name, call.join(", "));
        if self.is_repeated {
            copy_in += &format!("  {call};\n");
        }
        let (ty, call, end) = match self.result {
            Returned::Nothing => ("void", format!("{call};"), ""),
            Returned::Int => {
                ("long long", format!("long long polymill_result = {call};"), "  return polymill_result;\n")
            }
            Returned::Float => ("double", format!("double polymill_result = {call};"), "  return polymill_result;\n"),
        };
        format!("{ty} {WRAPPER}({parameters})\n{{\n{copy_in}  {call}\n{copy_out}{end}}}\n")
    }
}

impl Argument {
    fn memory(&self) -> Option<&Memory> {
        match self {
            Self::Memory(memory) => Some(memory),
            Self::Int(_) | Self::Float(_) => None,
        }
    }
}

impl Memory {
    /// The sizes of the dimensions for some arguments.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if one is negative or the whole is too large to be tested.
    pub fn extents(&self, sizes: &Sizes) -> Result<Vec<usize>> {
        let mut extents = vec![];
        let mut n_elements = 1_usize;
        for size in &self.sizes {
            let unusable = || Error::Unsupported(format!("`{}` has no usable size", self.name));
            let extent = usize::try_from(size.value(sizes)).map_err(|_| unusable())?;
            n_elements = n_elements.checked_mul(extent).filter(|n| *n <= 1 << 27).ok_or_else(unusable)?;
            extents.push(extent);
        }
        Ok(extents)
    }
}

impl Memory {
    /// The size of its data in bytes.
    pub(super) fn n_bytes(&self, sizes: &Sizes) -> Result<usize> {
        Ok(self.extents(sizes)?.iter().product::<usize>() * self.element.n_bytes())
    }
}

impl Element {
    /// The distance of elements in bytes.
    pub fn n_bytes(&self) -> usize {
        match self {
            Self::Scalar(ty) => ty.size() as usize,
            Self::Struct { n_bytes, .. } => *n_bytes,
        }
    }

    /// The numbers in an element.
    pub(super) fn fields(&self) -> Vec<Field> {
        match self {
            Self::Scalar(ty) => vec![Field { name: String::new(), offset: 0, ty: *ty, repeats: vec![] }],
            Self::Struct { fields, .. } => fields.clone(),
        }
    }

    /// What else its bytes may be taken as.
    pub(super) fn views(&self) -> &[Field] {
        match self {
            Self::Scalar(_) => &[],
            Self::Struct { views, .. } => views,
        }
    }
}

impl Field {
    /// How many numbers it is.
    pub(super) fn count(&self) -> usize {
        self.repeats.iter().map(|(count, _)| count).product()
    }

    /// Where the number at a position begins, in bytes.
    pub(super) fn offset_of(&self, position: usize) -> usize {
        let subscripts = self.subscripts(position);
        self.offset + subscripts.iter().zip(&self.repeats).map(|(at, (_, stride))| at * stride).sum::<usize>()
    }

    /// How the number at a position is spelled.
    pub(super) fn spelling(&self, position: usize) -> String {
        let mut text = self.name.clone();
        for at in self.subscripts(position) {
            text = text.replacen("[]", &format!("[{at}]"), 1);
        }
        text
    }

    fn subscripts(&self, position: usize) -> Vec<usize> {
        let mut rest = position;
        let mut subscripts: Vec<usize> = self
            .repeats
            .iter()
            .rev()
            .map(|(count, _)| {
                let at = rest % count.max(&1);
                rest /= count.max(&1);
                at
            })
            .collect();
        subscripts.reverse();
        subscripts
    }
}

impl Size {
    /// A number.
    pub fn constant(constant: i64) -> Self {
        Self { terms: vec![], constant }
    }

    /// An argument.
    pub fn argument(name: &str) -> Self {
        Self { terms: vec![(1, name.to_owned())], constant: 0 }
    }

    /// The value for some arguments; those that are not known are 0.
    pub fn value(&self, sizes: &Sizes) -> i64 {
        let value = |name: &String| sizes.get(name).copied().unwrap_or(0);
        self.terms.iter().map(|(factor, name)| factor * value(name)).sum::<i64>() + self.constant
    }
}
