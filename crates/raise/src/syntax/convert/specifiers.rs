//! Declaration specifiers: `static const unsigned long`, `struct s { ... }`, type names.

use std::ops::Range;

use polymill_gdg::ScalarType;
use tree_sitter::Node;

use super::{Conversion, Failure, Symbol, Tag, named_children};
use crate::syntax::shadow::is_builtin_type;
use crate::syntax::{Field, Qualified, Qualifiers, StructId, StructType, Type};

/// What a declaration says before its declarators.
#[derive(Clone, Debug)]
pub(super) struct Specifiers {
    pub ty: Qualified,
    pub is_static: bool,
    pub is_extern: bool,
    /// Whether each thread has its own.
    pub is_thread_local: bool,
}

/// The words of a basic type, counted.
#[derive(Default)]
struct Words {
    n_long: u8,
    is_short: bool,
    is_signed: bool,
    is_unsigned: bool,
    base: Option<&'static str>,
    opaque: Option<String>,
    named: Option<Qualified>,
}

impl Conversion<'_> {
    /// Reads the specifiers among the original tokens `range`; `node` has the structure or enumeration, if they have
    /// one.
    pub(super) fn specifiers(&mut self, node: Node, range: Range<usize>) -> Result<Specifiers, Failure> {
        let mut words = Words::default();
        let mut qualifiers = Qualifiers::default();
        let (mut is_static, mut is_extern, mut is_thread_local) = (false, false, false);
        let mut at = range.start;
        while at < range.end {
            let word = self.word(at).to_owned();
            at += 1;
            match word.as_str() {
                "(" | "[" | "{" => at = self.skip_brackets(at - 1, range.end),
                "const" | "__const" | "__const__" => qualifiers.is_const = true,
                "volatile" | "__volatile" | "__volatile__" => qualifiers.is_volatile = true,
                "restrict" | "__restrict" | "__restrict__" => qualifiers.is_restrict = true,
                "static" => is_static = true,
                "extern" => is_extern = true,
                "_Thread_local" | "thread_local" | "__thread" => is_thread_local = true,
                "struct" | "union" | "enum" => {
                    words.named = Some(self.tagged_type(node, at - 1)?.into());
                    // The tag is no type name.
                    at += usize::from(self.word(at) != "{");
                }
                "_Atomic" if self.word(at) != "(" => qualifiers.is_volatile = true,
                _ => self.read_word(&word, &mut words),
            }
        }
        let changes_type = |name: &str| matches!(name, "vector_size" | "mode" | "ext_vector_type");
        if self.attributes(range.start, range.end).any(changes_type) {
            words.opaque = Some("vector type".to_owned());
        }
        let mut ty = self.basic_type(words);
        ty.qualifiers = ty.qualifiers.with(qualifiers);
        Ok(Specifiers { ty, is_static, is_extern, is_thread_local })
    }

    fn read_word(&self, word: &str, words: &mut Words) {
        const BASES: [&str; 7] = ["char", "int", "float", "double", "void", "_Bool", "bool"];
        match word {
            "long" => words.n_long += 1,
            "short" => words.is_short = true,
            "signed" | "__signed" | "__signed__" => words.is_signed = true,
            "unsigned" => words.is_unsigned = true,
            "__int128" => words.base = Some("__int128"),
            "__int128_t" => words.base = Some("__int128"),
            "__uint128_t" => (words.base, words.is_unsigned) = (Some("__int128"), true),
            "_Float32" => words.base = Some("float"),
            "_Float64" | "_Float32x" => words.base = Some("double"),
            "_Complex" | "__complex__" | "_Imaginary" | "typeof" | "__typeof__" | "__typeof" | "_BitInt"
            | "_Atomic" => {
                words.opaque = Some(word.to_owned());
            }
            _ => {
                if let Some(base) = BASES.into_iter().find(|base| *base == word) {
                    words.base = Some(base);
                } else if is_builtin_type(word) {
                    words.opaque = Some(word.to_owned());
                } else if words.is_empty()
                    && let Some(Symbol::Type(named)) = self.names.symbol(word)
                {
                    words.named = Some(named.clone());
                }
            }
        }
    }

    fn basic_type(&self, words: Words) -> Qualified {
        let model = self.unit.dialect.model;
        let int = |bits| ScalarType::Int { bits, signed: !words.is_unsigned };
        if let Some(name) = words.opaque {
            return Type::opaque(&name).into();
        }
        if let Some(named) = words.named {
            return named;
        }
        let has_sign = words.is_signed || words.is_unsigned;
        let scalar = match (words.base, words.n_long) {
            (Some("void"), _) => return Type::Void.into(),
            (Some("float"), _) => ScalarType::F32,
            (Some("double"), 0) => ScalarType::F64,
            (Some("double"), _) => model.long_double(),
            (Some("_Bool" | "bool"), _) => ScalarType::Bool,
            (Some("char"), _) if has_sign => int(8),
            (Some("char"), _) => model.char(),
            (Some("__int128"), _) => int(128),
            (_, 1) => int(model.long_bits),
            (_, 2..) => int(64),
            _ if words.is_short => int(16),
            (Some("int"), _) => int(32),
            _ if has_sign => int(32),
            _ => return Type::opaque("unknown type").into(),
        };
        Type::Scalar(scalar).into()
    }

    /// The type of the structure, union or enumeration directly in `node` that starts with the token at `at`.
    fn tagged_type(&mut self, node: Node, at: usize) -> Result<Type, Failure> {
        let is_it = |child: &Node| {
            matches!(child.kind(), "struct_specifier" | "union_specifier" | "enum_specifier")
                && self.tokens_of(*child).0 == at
        };
        let Some(specifier) = named_children(node).into_iter().find(is_it) else {
            return Ok(Type::opaque("struct"));
        };
        self.deeper(specifier, |this| match specifier.kind() {
            "enum_specifier" => this.enumeration(specifier),
            kind => this.structure(specifier, kind == "union_specifier"),
        })
    }

    fn structure(&mut self, node: Node, is_union: bool) -> Result<Type, Failure> {
        let tag = node.child_by_field_name("name").map(|name| self.name(name).to_owned());
        let body = node.child_by_field_name("body");
        let id = self.struct_of_tag(tag.as_deref(), is_union, body.is_some());
        if let Some(body) = body {
            let fields = self.fields(body)?;
            let (first, last) = self.tokens_of(node);
            // Attributes may follow the closing brace.
            let has_layout_attributes =
                self.attributes(first, last + 4).any(|name| matches!(name, "packed" | "aligned"));
            let ty = &mut self.unit.structs[id.0 as usize];
            ty.fields = Some(fields);
            ty.has_layout_attributes = has_layout_attributes;
        }
        Ok(Type::Struct(id))
    }

    /// The structure that a tag means, or a new one; a definition always makes a new one in an inner scope.
    fn struct_of_tag(&mut self, tag: Option<&str>, is_union: bool, is_definition: bool) -> StructId {
        let visible = |this: &Self, tag: &str| {
            let n_scopes = if is_definition { 1 } else { this.names.scopes.len() };
            let mut scopes = this.names.scopes.iter().rev().take(n_scopes);
            match scopes.find_map(|scope| scope.tags.get(tag)) {
                Some(Tag::Struct(id)) => Some(*id),
                _ => None,
            }
        };
        if let Some(id) = tag.and_then(|tag| visible(self, tag)) {
            return id;
        }
        let id = StructId(self.unit.structs.len() as u32);
        let name = tag.unwrap_or("struct without a tag").to_owned();
        self.unit.structs.push(StructType { name, is_union, fields: None, has_layout_attributes: false });
        if let (Some(tag), Some(scope)) = (tag, self.names.scopes.last_mut()) {
            scope.tags.insert(tag.to_owned(), Tag::Struct(id));
        }
        id
    }

    fn fields(&mut self, body: Node) -> Result<Vec<Field>, Failure> {
        let mut fields = vec![];
        for member in named_children(body).into_iter().filter(|node| node.kind() == "field_declaration") {
            let (specifiers, declarators) = self.declaration_parts(member)?;
            let is_bitfield = named_children(member).iter().any(|node| node.kind() == "bitfield_clause");
            if declarators.is_empty() {
                fields.push(Field { name: String::new(), ty: specifiers.ty.clone(), is_bitfield });
            }
            for declarator in declarators {
                let declared = self.declarator(declarator, specifiers.ty.clone())?;
                fields.push(Field { name: declared.name, ty: declared.ty, is_bitfield });
            }
        }
        Ok(fields)
    }

    fn enumeration(&mut self, node: Node) -> Result<Type, Failure> {
        let tag = node.child_by_field_name("name").map(|name| self.name(name).to_owned());
        let Some(body) = node.child_by_field_name("body") else {
            let known = tag.and_then(|tag| self.names.scopes.iter().rev().find_map(|scope| scope.tags.get(&tag)));
            return Ok(match known {
                Some(Tag::Enum(ty)) => ty.clone(),
                _ => Type::opaque("enum"),
            });
        };
        let (mut next, mut values) = (Some(0), vec![]);
        for enumerator in named_children(body).into_iter().filter(|node| node.kind() == "enumerator") {
            if let Some(value) = enumerator.child_by_field_name("value") {
                let value = self.expr(value)?;
                next = self.unit.constant(&value);
            }
            let Some(name) = enumerator.child_by_field_name("name").map(|name| self.name(name).to_owned()) else {
                continue;
            };
            match next {
                Some(value) => self.names.define(&name, Symbol::Constant(value)),
                None => self.names.define(&name, Symbol::Unknown),
            }
            values.push(next);
            next = next.and_then(|value| value.checked_add(1));
        }
        let ty = type_of_enumeration(&values);
        if let (Some(tag), Some(scope)) = (tag, self.names.scopes.last_mut()) {
            scope.tags.insert(tag, Tag::Enum(ty.clone()));
        }
        Ok(ty)
    }

    fn skip_brackets(&self, at: usize, end: usize) -> usize {
        let mut depth = 0usize;
        for index in at..end {
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return index + 1;
            }
        }
        end
    }
}

impl Words {
    fn is_empty(&self) -> bool {
        let Self { n_long, is_short, is_signed, is_unsigned, base, named, .. } = self;
        *n_long == 0 && !is_short && !is_signed && !is_unsigned && base.is_none() && named.is_none()
    }
}

/// As GCC and Clang do it: `unsigned int` unless a value is negative, wider if one does not fit.
fn type_of_enumeration(values: &[Option<i128>]) -> Type {
    let Some(known) = values.iter().copied().collect::<Option<Vec<_>>>() else {
        return Type::opaque("enum");
    };
    let is_negative = known.iter().any(|value| *value < 0);
    let fits =
        |ty: &ScalarType| ty.range().is_some_and(|(low, high)| known.iter().all(|value| (low..=high).contains(value)));
    let candidates = if is_negative { [ScalarType::I32, ScalarType::I64] } else { [ScalarType::U32, ScalarType::U64] };
    candidates.into_iter().find(fits).map_or_else(|| Type::opaque("enum"), Type::Scalar)
}
