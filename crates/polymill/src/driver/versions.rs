//! The code of a region with several versions: tests of the parameters, and a function for each version.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{Gdg, GdgId, Param, Place, Projection};
use polymill_lower::emit::{self, EmitOptions, Head, PassedBack, VersionCode};
use polymill_lower::{LoopNest, Node, Validated, for_each_node, for_each_rows_mut};
use polymill_raise::{Outline, OutlineParameter};

use super::members::load_members;
use crate::words::words;
use crate::{Error, Optimized};

/// The code of a region whose versions are functions.
pub struct Versioned {
    /// What replaces the region: it finds the version and calls it.
    pub region: emit::Region,
    /// The definitions of the functions, which belong in front of the enclosing function's.
    pub functions: String,
}

/// Names that generated functions must not have.
#[derive(Default)]
pub struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// All names in a text of C.
    pub fn of(text: &str) -> Self {
        Self { taken: words(text).map(str::to_owned).collect() }
    }

    /// Adds all names in another text.
    pub fn add(&mut self, text: &str) {
        self.taken.extend(words(text).map(str::to_owned));
    }

    /// The name, or one like it that is free; it is taken then.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let free = std::iter::once(wanted.to_owned()).chain(numbered).find(|name| !self.taken.contains(name));
        let name = free.unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }
}

/// Prints the region of a specializer GDG, with a function for each version that is not the original code; `None` if one
/// cannot be a function.
///
/// # Errors
/// Why there is no code.
pub fn print(
    optimized: &Optimized,
    specializer: GdgId,
    outline: &Outline,
    options: &EmitOptions,
    names: &mut Names,
) -> Result<Option<Versioned>, Error> {
    let mut versions = optimized.versions(specializer)?;
    let mut functions = String::new();
    let mut helpers = emit::Helpers::new();
    let mut n_printed = 0;
    let mut called = BTreeSet::new();
    for_each_node(&optimized.nest(specializer)?.body, &mut |node| {
        if let Node::Call { version } = node {
            called.insert(*version);
        }
    });
    for (position, version) in versions.iter_mut().enumerate() {
        let VersionCode::Loops(gdg, nest) = version.code else { continue };
        if !called.contains(&position) {
            // Others go before it wherever it is valid.
            continue;
        }
        let name = names.fresh(&gdg.name);
        let mut own_names = Names { taken: names.taken.clone() };
        own_names.taken.extend(variables(gdg).into_iter().chain(nest.names()).map(str::to_owned));
        let (gdg, nest, members) = load_members(gdg, nest, outline, &mut own_names)?;
        let from_source = variables(&gdg);
        let used = used(&outline.parameters, &from_source);
        let options = EmitOptions { margin: String::new(), ..options.clone() };
        let pointers = pointers(&used, &mut own_names);
        // The declaration of a number ends with its name, which may be the name of its type, too.
        let declaration = |parameter: &OutlineParameter| {
            let pointer = pointers.get(parameter.name.as_str());
            match parameter.declaration.strip_suffix(&parameter.name).zip(pointer) {
                Some((type_and_star, pointer)) => format!("{type_and_star}{pointer}"),
                None => parameter.declaration.clone(),
            }
        };
        let passed_back = used.iter().filter_map(|parameter| {
            let (declaration, name) = (parameter.value.clone()?, parameter.name.clone());
            Some(PassedBack { declaration, pointer: pointers.get(name.as_str())?.clone(), name })
        });
        let declarations = used.iter().map(|parameter| declaration(parameter));
        let declarations = declarations.chain(members.iter().map(|member| member.declaration.clone()));
        let declarator = format!("static void {name}({})", list(declarations));
        let head = Head { declarator, passed_back: passed_back.collect() };
        let (gdg, nest) = by_reference(&gdg, &nest, outline)?;
        let function = emit::print_function(&gdg, &nest, &head, &options);
        if has_dereferenced_clause(&function.code) {
            return Ok(None);
        }
        // Inlined, it would make the others save the registers that it uses.
        functions += &format!("/* {} */\n__attribute__((noinline))\n{}\n", version.comment, function.code);
        helpers.extend(function.helpers);
        n_printed += function.n_printed;
        let argument = |parameter: &OutlineParameter| match parameter.is_reference {
            true => format!("&{}", parameter.name),
            false => parameter.name.clone(),
        };
        let arguments = used.iter().map(|parameter| argument(parameter));
        let arguments: Vec<_> = arguments.chain(members.iter().map(|member| member.argument.clone())).collect();
        version.code = VersionCode::Statement(format!("{name}({});", arguments.join(", ")));
    }
    let (gdg, nest) = (optimized.program.gdg(specializer), optimized.nest(specializer)?);
    let mut region = emit::print_family(gdg, nest, &versions, options)?;
    region.helpers.extend(helpers);
    region.n_printed += n_printed;
    Ok(Some(Versioned { region, functions }))
}

/// Names for the pointers to numbers that a function keeps in variables while it runs, which have the names of the numbers: in
/// variables, the C compiler sees that no store changes them.
fn pointers<'a>(used: &[&'a OutlineParameter], names: &mut Names) -> BTreeMap<&'a str, String> {
    let kept = used.iter().filter(|parameter| parameter.value.is_some());
    kept.map(|parameter| (parameter.name.as_str(), names.fresh(&format!("{}_at", parameter.name)))).collect()
}

/// A list of parameters, `void` if there are none.
fn list(parameters: impl std::iter::Iterator<Item = String>) -> String {
    let texts: Vec<_> = parameters.collect();
    if texts.is_empty() { "void".to_owned() } else { texts.join(", ") }
}

/// The variables of the source that a GDG uses.
pub fn variables(gdg: &Gdg) -> BTreeSet<&str> {
    let arrays = gdg.arrays.iter().map(|array| &array.place);
    arrays.chain(gdg.params.iter().filter_map(Param::looks_at)).map(|place| place.root.as_str()).collect()
}

/// The parameters with these names, and those that their declarations use.
pub fn used<'a>(parameters: &'a [OutlineParameter], names: &BTreeSet<&str>) -> Vec<&'a OutlineParameter> {
    let mut names: BTreeSet<&str> = names.clone();
    let mut n_names = 0;
    while names.len() > n_names {
        n_names = names.len();
        for parameter in parameters {
            if names.contains(parameter.name.as_str()) {
                names.extend(words(&parameter.declaration));
            }
        }
    }
    parameters.iter().filter(|parameter| names.contains(parameter.name.as_str())).collect()
}

/// Whether a directive is about what a pointer points to: its clauses can only name variables.
fn has_dereferenced_clause(code: &str) -> bool {
    code.lines().any(|line| line.trim_start().starts_with("#pragma") && line.contains("(*"))
}

/// The GDG and its loops with the variables whose address is passed spelled as `(*x)`, but for those that the function keeps in variables.
fn by_reference(gdg: &Gdg, nest: &Validated<LoopNest>, outline: &Outline) -> Result<(Gdg, Validated<LoopNest>), Error> {
    let (mut gdg, mut nest) = (gdg.clone(), nest.clone());
    let references: BTreeSet<&str> = outline
        .parameters
        .iter()
        .filter(|parameter| parameter.is_reference && parameter.value.is_none())
        .map(|parameter| parameter.name.as_str())
        .collect();
    if references.is_empty() {
        return Ok((gdg, nest));
    }
    let mut dereference = |place: &mut Place| {
        if references.contains(place.root.as_str()) {
            place.projections.insert(0, Projection::Deref);
        }
    };
    gdg.params.iter_mut().for_each(|param| param.for_each_place_mut(&mut dereference));
    gdg.arrays.iter_mut().for_each(|array| dereference(&mut array.place));
    let mut loops = nest.into_inner();
    for_each_rows_mut(&mut loops.body, &mut |rows| rows.elements.for_each_place_mut(&mut dereference));
    nest = Validated::check(loops, &gdg)?;
    Ok((gdg, nest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_used_by_their_names_or_by_each_other() {
        let parameter = |name: &str, declaration: &str| OutlineParameter {
            name: name.to_owned(),
            declaration: declaration.to_owned(),
            is_reference: false,
            value: None,
        };
        let all = [parameter("n", "int n"), parameter("m", "int m"), parameter("A", "double A[n][n]")];
        let names: Vec<_> = used(&all, &BTreeSet::from(["A"])).into_iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["n", "A"]);
    }

    #[test]
    fn names_are_given_once() {
        let mut names = Names::of("void f_small(int n);");
        assert_eq!([names.fresh("f_small"), names.fresh("f_small")], ["f_small_2", "f_small_3"]);
    }
}
