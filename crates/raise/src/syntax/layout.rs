//! Sizes and alignments of types.

use polymill_gdg::ScalarType;

use super::{Extent, StructId, Type, Unit};

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

    /// The numbers that an object of a type consists of: how each is spelled behind the object (`.x[3]`), where it
    /// begins, and its type. `None` if there is something else in it, or more than a few hundred.
    pub fn numbers_of(&self, ty: &Type) -> Option<Vec<(String, usize, ScalarType)>> {
        let mut found = vec![];
        collect_numbers(ty, self, String::new(), 0, &mut found)?;
        Some(found)
    }
}

const MAX_NUMBERS: usize = 500;

fn collect_numbers(
    ty: &Type,
    unit: &Unit,
    spelling: String,
    start: usize,
    found: &mut Vec<(String, usize, ScalarType)>,
) -> Option<()> {
    match ty {
        Type::Scalar(scalar) if found.len() < MAX_NUMBERS => found.push((spelling, start, *scalar)),
        Type::Array(array) => {
            let Extent::Constant(extent) = array.extent else { return None };
            let size = unit.size_of(&array.element.ty)?;
            for position in 0..usize::try_from(extent).ok()? {
                let spelling = format!("{spelling}[{position}]");
                collect_numbers(&array.element.ty, unit, spelling, start + position * size, found)?;
            }
        }
        Type::Struct(id) => {
            unit.size_of(ty)?;
            let inner = unit.struct_type(*id);
            let mut end = 0;
            for field in inner.fields.iter().flatten().filter(|_| !inner.is_union) {
                let (size, align) = layout(&field.ty.ty, unit, 0)?;
                let offset = round_up(end, align)?;
                end = offset.checked_add(size)?;
                let spelling =
                    if field.name.is_empty() { spelling.clone() } else { format!("{spelling}.{}", field.name) };
                collect_numbers(&field.ty.ty, unit, spelling, start + usize::try_from(offset).ok()?, found)?;
            }
            if inner.is_union {
                return None;
            }
        }
        _ => return None,
    }
    Some(())
}
