//! Functions for versions that are told the members of structures, and not where the structures are: C compilers keep a structure in
//! registers only as long as nobody is told its address, and load its members again after each store elsewhere if somebody is.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{Array, Gdg, Param, ParamValue, Place, Projection, Storage};
use polymill_lower::emit::type_name;
use polymill_lower::{LoopNest, Node, Validated, for_each_rows_mut};
use polymill_raise::Outline;

use super::versions::Names;
use crate::Error;

/// A parameter of a function that is a part of a variable of the caller.
pub(super) struct Member {
    /// What stands in the list of parameters: `int c_rows`, `__typeof__(((canny *)0)->gx) c_gx`.
    pub declaration: String,
    /// What stands in the list of arguments: `c->rows`, `c->gx`.
    pub argument: String,
}

/// The GDG and its loops with variables in place of the numbers and pointers that members of structures are, and these variables. Of a
/// structure of which more than that is used, nothing is changed.
pub(super) fn load_members(
    gdg: &Gdg,
    nest: &Validated<LoopNest>,
    outline: &Outline,
    names: &mut Names,
) -> Result<(Gdg, Validated<LoopNest>, Vec<Member>), Error> {
    let (mut gdg, mut loops) = (gdg.clone(), nest.clone().into_inner());
    let types = types_of(usable_roots(&gdg, &mut loops), outline);
    if types.is_empty() {
        return Ok((gdg, nest.clone(), vec![]));
    }
    let mut found: BTreeMap<Place, String> = BTreeMap::new();
    let mut members = vec![];
    for param in &mut gdg.params {
        let ParamValue::Place(place) = &mut param.value else { continue };
        if !place.is_variable() && types.contains_key(&place.root) {
            let name = names.fresh(&param.name);
            let declaration = format!("{} {name}", type_name(param.ty));
            members.push(Member { declaration, argument: place.to_string() });
            found.insert(std::mem::replace(place, Place::variable(&name)), name);
        }
    }
    for index in 0..gdg.arrays.len() {
        let Some(ty) = types.get(&gdg.arrays[index].place.root) else { continue };
        let Some(pointer) = pointer_of(&gdg.arrays[index]) else { continue };
        let name = match found.get(&pointer) {
            Some(name) => name.clone(),
            None => {
                let name = names.fresh(&gdg.arrays[index].name);
                let declaration = format!("__typeof__({}) {name}", of_type(&pointer, ty));
                members.push(Member { declaration, argument: pointer.to_string() });
                found.insert(pointer.clone(), name.clone());
                name
            }
        };
        let place = &mut gdg.arrays[index].place;
        *place = Place { root: name, projections: place.projections.split_off(pointer.projections.len()) };
    }
    // What had to stay as it is, is in variables now.
    for array in gdg.arrays.iter_mut().filter(|array| array.storage == Storage::Parameter) {
        if let Some(name) = found.get(&array.place) {
            (array.place, array.storage) = (Place::variable(name), Storage::External);
        }
    }
    let is_loaded = |array: &Array| array.place.is_variable() && found.values().any(|name| *name == array.place.root);
    let needless: BTreeSet<usize> = (0..gdg.arrays.len()).filter(|index| is_loaded(&gdg.arrays[*index])).collect();
    let pointers: BTreeSet<usize> = (0..loops.pointers.len())
        .filter(|pointer| needless.contains(&loops.pointers[*pointer].array.index()))
        .collect();
    remove_pointers(&mut loops.body, &|pointer| pointers.contains(&pointer));
    let nest = Validated::check(loops, &gdg)?;
    Ok((gdg, nest, members))
}

/// The types of pointers to structures that a function would be told where they are, for those of the variables of which it can be said.
fn types_of(roots: BTreeSet<String>, outline: &Outline) -> BTreeMap<String, String> {
    let type_of = |root: String| {
        let parameter = outline.parameters.iter().find(|parameter| parameter.name == root)?;
        let ty = parameter.declaration.strip_suffix(&root)?.trim_end();
        let (_, qualifiers) = ty.rsplit_once('*')?;
        let is_qualifier = |word: &str| matches!(word, "const" | "restrict" | "__restrict" | "__restrict__");
        let is_pointer = qualifiers.split_whitespace().all(is_qualifier) && !ty.contains(['(', '[']);
        is_pointer.then(|| (root.clone(), ty.to_owned()))
    };
    roots.into_iter().filter_map(type_of).collect()
}

/// A member of what a variable of this type points to, or would if it were a pointer: `((image *)0)->pixels`.
fn of_type(member: &Place, ty: &str) -> String {
    let projections = match member.projections.first() {
        Some(Projection::Deref) => member.projections.clone(),
        _ => [&[Projection::Deref], member.projections.as_slice()].concat(),
    };
    Place { root: format!("(({ty})0)"), projections }.to_string()
}

/// The variables of which nothing is used but numbers that do not change and pointers to arrays.
fn usable_roots(gdg: &Gdg, loops: &mut LoopNest) -> BTreeSet<String> {
    let mut usable = BTreeSet::new();
    let mut unusable = BTreeSet::new();
    for param in &gdg.params {
        match &param.value {
            ParamValue::Place(place) if place.is_variable() => _ = unusable.insert(place.root.clone()),
            ParamValue::Place(place) => _ = usable.insert(place.root.clone()),
            // Tests are done before a function is called.
            ParamValue::Defined(_) if !param.is_looked_up() => {}
            _ => param.clone().for_each_place_mut(&mut |place| _ = unusable.insert(place.root.clone())),
        }
    }
    for array in &gdg.arrays {
        let root = array.place.root.clone();
        match array.storage {
            Storage::Parameter | Storage::Local => {}
            Storage::External if pointer_of(array).is_some_and(|pointer| is_there(gdg, &pointer)) => {
                usable.insert(root);
            }
            Storage::External => _ = unusable.insert(root),
        }
    }
    for_each_rows_mut(&mut loops.body, &mut |rows| {
        rows.elements.for_each_place_mut(&mut |place| _ = unusable.insert(place.root.clone()));
    });
    &usable - &unusable
}

/// The member that points to an array, if its elements are what it points to.
fn pointer_of(array: &Array) -> Option<Place> {
    let (last, pointer) = array.place.projections.split_last()?;
    let is_plain = |projection: &Projection| matches!(projection, Projection::Deref | Projection::Field(_));
    let is_member = matches!(pointer.last(), Some(Projection::Field(_))) && pointer.iter().all(is_plain);
    let is_element = matches!(last, Projection::Subscript | Projection::Linear { .. });
    (is_member && is_element).then(|| array.place.prefix(pointer.len()))
}

/// Whether the structure that has a pointer is there wherever the parameters have values.
fn is_there(gdg: &Gdg, pointer: &Place) -> bool {
    let Some((_, structure)) = pointer.projections.split_last() else { return false };
    let has_it = |place: &Place| place.root == pointer.root && place.projections.starts_with(structure);
    !structure.contains(&Projection::Deref)
        || gdg.params.iter().filter_map(Param::place).any(|place| !place.is_variable() && has_it(place))
}

fn remove_pointers(block: &mut Vec<Node>, is_needless: &dyn Fn(usize) -> bool) {
    block.retain(|node| !matches!(node, Node::LoadPointer { pointer, .. } if is_needless(pointer.index())));
    for node in block {
        node.blocks_mut().into_iter().for_each(|inner| remove_pointers(inner, is_needless));
    }
}
