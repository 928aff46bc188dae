//! The code of a region with several versions: tests of the parameters, and a function for each version.

use std::collections::BTreeSet;

use polymill_gdg::{Gdg, GdgId, PathPart};
use polymill_lower::emit::{self, EmitOptions, VersionCode};
use polymill_raise::{Outline, OutlineParameter};

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

    /// The name, or one like it that is free; it is taken then.
    fn fresh(&mut self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let free = std::iter::once(wanted.to_owned()).chain(numbered).find(|name| !self.taken.contains(name));
        let name = free.unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }
}

/// Prints the region of a specializer GDG, with a function for each version that is not the original code.
///
/// # Errors
/// Why there is no code.
pub fn print(
    optimized: &Optimized,
    specializer: GdgId,
    outline: &Outline,
    options: &EmitOptions,
    names: &mut Names,
) -> Result<Versioned, Error> {
    let mut versions = optimized.versions(specializer)?;
    let mut functions = String::new();
    let mut helpers = emit::Helpers::new();
    for version in &mut versions {
        let VersionCode::Loops(gdg, nest) = version.code else { continue };
        let name = names.fresh(&gdg.name);
        let gdg = by_reference(gdg, outline);
        let options = EmitOptions { margin: String::new(), ..options.clone() };
        let body = emit::c::print_function(&gdg, nest, "", &options).code;
        let used = used(&outline.parameters, &body);
        let header = format!("static void {name}({})", list(&used, |parameter| parameter.declaration.clone()));
        let function = emit::c::print_function(&gdg, nest, &header, &options);
        functions += &format!("/* {} */\n{}\n", version.comment, function.code);
        helpers.extend(function.helpers);
        let argument = |parameter: &OutlineParameter| match parameter.is_reference {
            true => format!("&{}", parameter.name),
            false => parameter.name.clone(),
        };
        let arguments: Vec<_> = used.iter().map(|parameter| argument(parameter)).collect();
        version.code = VersionCode::Statement(format!("{name}({});", arguments.join(", ")));
    }
    let (gdg, nest) = (optimized.program.gdg(specializer), optimized.nest(specializer)?);
    let mut region = emit::c::print_family(gdg, nest, &versions, options)?;
    region.helpers.extend(helpers);
    Ok(Versioned { region, functions })
}

/// A list of parameters, `void` if there are none.
fn list(parameters: &[&OutlineParameter], text: impl Fn(&OutlineParameter) -> String) -> String {
    let texts: Vec<_> = parameters.iter().map(|parameter| text(parameter)).collect();
    if texts.is_empty() { "void".to_owned() } else { texts.join(", ") }
}

/// The parameters that a body uses, and those that their declarations use.
fn used<'a>(parameters: &'a [OutlineParameter], body: &str) -> Vec<&'a OutlineParameter> {
    let mut names: BTreeSet<&str> = words(body).collect();
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

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The GDG with the variables whose address is passed spelled as `(*x)`.
fn by_reference(gdg: &Gdg, outline: &Outline) -> Gdg {
    let mut gdg = gdg.clone();
    let references: BTreeSet<&str> = outline
        .parameters
        .iter()
        .filter(|parameter| parameter.is_reference)
        .map(|parameter| parameter.name.as_str())
        .collect();
    if references.is_empty() {
        return gdg;
    }
    for param in &mut gdg.params {
        param.spelling = dereferenced(&param.spelling, &references);
    }
    for part in gdg.arrays.iter_mut().flat_map(|array| &mut array.path) {
        if let PathPart::Text(text) = part {
            *text = dereferenced(text, &references);
        }
    }
    gdg
}

/// The text with these variables as pointers; members of structures with the same name stay.
fn dereferenced(text: &str, references: &BTreeSet<&str>) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, behind) = rest.split_at(length);
        let is_member = result.ends_with('.') || result.ends_with("->");
        match references.contains(word) && !is_member {
            true => result += &format!("(*{word})"),
            false => result += word,
        }
        rest = behind;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_become_pointers_and_members_do_not() {
        let references = BTreeSet::from(["s", "n"]);
        assert_eq!(dereferenced("s.n", &references), "(*s).n");
        assert_eq!(dereferenced("p->s + n", &references), "p->s + (*n)");
    }

    #[test]
    fn parameters_are_used_by_a_body_or_by_each_other() {
        let parameter = |name: &str, declaration: &str| OutlineParameter {
            name: name.to_owned(),
            declaration: declaration.to_owned(),
            is_reference: false,
        };
        let all = [parameter("n", "int n"), parameter("m", "int m"), parameter("A", "double A[n][n]")];
        let names: Vec<_> = used(&all, "A[i][j] = 1;").into_iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["n", "A"]);
    }

    #[test]
    fn names_are_given_once() {
        let mut names = Names::of("void f_small(int n);");
        assert_eq!([names.fresh("f_small"), names.fresh("f_small")], ["f_small_2", "f_small_3"]);
    }
}
