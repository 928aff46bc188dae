//! Sizes and alignments of types.

use polymill_gdg::ScalarType;

use super::{Extent, Field, StructId, Type, Unit};

/// The size of a type in bytes, if it is constant and known.
pub(super) fn size_of(ty: &Type, unit: &Unit) -> Option<i128> {
    layout(ty, unit, 0).map(|(size, _)| size)
}

/// Deeper nests of structures than this do not occur; a structure that contains itself is an error in C.
const MAX_DEPTH: usize = 50;

/// Size and alignment.
fn layout(ty: &Type, unit: &Unit, depth: usize) -> Option<(i128, i128)> {
    if depth > MAX_DEPTH {
        return None;
    }
    match ty {
        Type::Scalar(scalar) => {
            let size = i128::from(scalar.size());
            // On 32-bit x86, 8-byte types in structures are aligned to 4; other 32-bit machines differ.
            (unit.dialect.model.pointer_bits == 64 || size <= 4).then_some((size, size))
        }
        Type::Pointer(_) => {
            let size = i128::from(unit.dialect.model.pointer_bits / 8);
            Some((size, size))
        }
        Type::Array(array) => {
            let Extent::Constant(extent) = array.extent else { return None };
            let (size, align) = layout(&array.element.ty, unit, depth + 1)?;
            Some((size.checked_mul(extent)?, align))
        }
        Type::Struct(id) => layout_of_struct(*id, unit, depth + 1),
        Type::Void | Type::Function(_) | Type::Opaque(_) => None,
    }
}

fn layout_of_struct(id: StructId, unit: &Unit, depth: usize) -> Option<(i128, i128)> {
    let ty = unit.struct_type(id);
    let fields = ty.fields.as_ref()?;
    if ty.has_layout_attributes || fields.iter().any(|field| field.is_bitfield) {
        return None;
    }
    let (mut end, mut align) = (0, 1);
    for field in fields {
        let (field_size, field_align) = layout(&field.ty.ty, unit, depth)?;
        let start = if ty.is_union { 0 } else { round_up(end, field_align)? };
        end = end.max(start.checked_add(field_size)?);
        align = align.max(field_align);
    }
    Some((round_up(end, align)?, align))
}

fn round_up(value: i128, align: i128) -> Option<i128> {
    Some(value.checked_add(align - 1)? / align * align)
}

impl Unit {
    /// The size of a type in bytes, if it is constant and known.
    pub fn size_of(&self, ty: &Type) -> Option<usize> {
        usize::try_from(size_of(ty, self)?).ok()
    }

    /// The numbers that an object of a type consists of. `None` if there is something else in it, or more than a few
    /// hundred, where the elements of an array count as one.
    pub fn numbers_of(&self, ty: &Type) -> Option<Numbers> {
        let mut found = Numbers::default();
        let whole = Number { spelling: String::new(), offset: 0, ty: ScalarType::Bool, repeats: vec![] };
        collect_numbers(ty, self, &whole, &mut found)?;
        Some(found)
    }
}

/// The numbers in an object.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Numbers {
    /// What it consists of. Of a union, the member that has numbers in the most bytes.
    pub numbers: Vec<Number>,
    /// What the same bytes are as other members of unions: numbers as well.
    pub views: Vec<Number>,
}

/// A number in an object, or as many as there are elements in arrays around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// How it is spelled behind the object, with `[]` where a subscript belongs: `.x[]`.
    pub spelling: String,
    /// Where the first one begins, in bytes.
    pub offset: usize,
    /// Its type.
    pub ty: ScalarType,
    /// For each of the subscripts how many there are, and the distance of elements in bytes.
    pub repeats: Vec<(usize, usize)>,
}

impl Number {
    /// How many bytes there are in all.
    fn n_bytes(&self) -> usize {
        self.repeats.iter().fold(self.ty.size() as usize, |product, (count, _)| product.saturating_mul(*count))
    }
}

const MAX_NUMBERS: usize = 500;

/// Adds the numbers of an object of this type that stands at `place`.
fn collect_numbers(ty: &Type, unit: &Unit, place: &Number, found: &mut Numbers) -> Option<()> {
    match ty {
        Type::Scalar(scalar) if found.numbers.len() < MAX_NUMBERS => {
            found.numbers.push(Number { ty: *scalar, ..place.clone() });
        }
        Type::Array(array) => {
            let Extent::Constant(extent) = array.extent else { return None };
            let mut element = place.clone();
            element.spelling += "[]";
            element.repeats.push((usize::try_from(extent).ok()?, unit.size_of(&array.element.ty)?));
            collect_numbers(&array.element.ty, unit, &element, found)?;
        }
        Type::Struct(id) => {
            unit.size_of(ty)?;
            let inner = unit.struct_type(*id);
            let member = |field: &Field, offset: i128| -> Option<Number> {
                let mut member = place.clone();
                member.offset += usize::try_from(offset).ok()?;
                if !field.name.is_empty() {
                    member.spelling += &format!(".{}", field.name);
                }
                Some(member)
            };
            let fields = inner.fields.as_ref()?;
            if inner.is_union {
                return collect_union(fields, unit, &|field| member(field, 0), found);
            }
            let mut end = 0;
            for field in fields {
                let (size, align) = layout(&field.ty.ty, unit, 0)?;
                let offset = round_up(end, align)?;
                end = offset.checked_add(size)?;
                collect_numbers(&field.ty.ty, unit, &member(field, offset)?, found)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// Adds the numbers of the member that has the most bytes of them; those of the others are views.
fn collect_union(
    fields: &[Field],
    unit: &Unit,
    member: &dyn Fn(&Field) -> Option<Number>,
    found: &mut Numbers,
) -> Option<()> {
    let mut members: Vec<Numbers> = vec![];
    for field in fields {
        let mut own = Numbers::default();
        // What is no number cannot be made, but another member may.
        if collect_numbers(&field.ty.ty, unit, &member(field)?, &mut own).is_some() {
            members.push(own);
        }
    }
    let n_bytes = |numbers: &Numbers| numbers.numbers.iter().map(Number::n_bytes).sum::<usize>();
    let most = members.iter().map(n_bytes).max()?;
    let chosen = members.remove(members.iter().position(|numbers| n_bytes(numbers) == most)?);
    found.numbers.extend(chosen.numbers);
    found.views.extend(chosen.views);
    found.views.extend(members.into_iter().flat_map(|other| other.numbers.into_iter().chain(other.views)));
    (found.numbers.len() <= MAX_NUMBERS).then_some(())
}
