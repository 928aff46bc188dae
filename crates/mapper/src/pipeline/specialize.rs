//! Making versions of a GDG.

use polymill_gdg::{Gdg, GdgId, Param, Program, SpecializeOp, Version};
use polymill_isl as isl;

use crate::{Error, Specialization};

/// Adds a version of a GDG that is valid only where the requested constraints hold too: the procedure SPECIALIZE (_Static versioning_,
/// section 4.1, Algorithm 1). The version starts as a copy of `template`, which is the GDG itself or an earlier state of
/// it. Returns the new GDG, or nothing if it would be a bad specialization: one that is never valid, or valid where
/// another version of the family is.
///
/// The first specialization puts a specializer GDG in front of the family, under the GDG's name. Whoever called the GDG
/// calls that from then on: one parent, several, or the GDG itself and its versions, if they are recursive.
///
/// # Errors
/// isl's.
pub fn specialize(
    program: &mut Program,
    id: GdgId,
    request: &Specialization,
    mut template: Gdg,
) -> Result<Option<GdgId>, Error> {
    let Specialization { constraints, params, .. } = request;
    let context = program.gdg(id).context.intersect(constraints)?;
    if is_bad(program, id, &context)? || !may_declare(program.gdg(program.entry(id)), params) {
        return Ok(None);
    }
    let specializer = match program.specializer(id) {
        Some(specializer) => specializer,
        None => insert_specializer(program, id)?,
    };
    let origin = narrowest(program, id, &context)?;
    // An earlier state has fewer parameters than the context speaks of. Those that it has may be defined in another way.
    for param in &program.gdg(id).params {
        if template.param_named(&param.name).is_none() {
            template.params.push(param.clone());
        }
    }
    declare(&mut template, params);
    declare(program.gdg_mut(id), params);
    declare(program.gdg_mut(specializer), params);
    let family = program.gdg(specializer);
    let name =
        fresh_name(program, &format!("{}_{}", family.name, words(&context.gist(&family.context)?, &family.params)?));
    let children = template.children.iter().map(|child| program.entry(*child)).collect::<Vec<_>>();
    let version =
        program.add(Gdg { name, context, parents: vec![specializer], children: children.clone(), ..template });
    for child in children {
        connect(&mut program.gdg_mut(child).parents, version);
    }
    let specializer = program.gdg_mut(specializer);
    connect(&mut specializer.children, version);
    if let Some(family) = &mut specializer.specialize_op {
        let specializes = family.position(origin);
        family.versions.push(Version { gdg: version, specializes, added: constraints.clone() });
    }
    Ok(Some(version))
}

/// The narrowest version between a GDG and a new version with this context: it must not go before the new one.
fn narrowest(program: &Program, id: GdgId, context: &isl::Set) -> Result<GdgId, Error> {
    let mut narrowest = id;
    for other in program.versions(id) {
        let between = &program.gdg(other).context;
        if context.is_subset(between)? && between.is_subset(&program.gdg(narrowest).context)? {
            narrowest = other;
        }
    }
    Ok(narrowest)
}

/// Whether none of the parameters' names is that of another one.
fn may_declare(gdg: &Gdg, params: &[Param]) -> bool {
    params.iter().all(|param| gdg.params.contains(param) || gdg.param_named(&param.name).is_none())
}

/// Adds the parameters that the GDG does not have.
fn declare(gdg: &mut Gdg, params: &[Param]) {
    for param in params {
        if !gdg.params.contains(param) {
            gdg.params.push(param.clone());
        }
    }
}

/// Whether no parameters are in the context, or the same ones as in that of another version.
fn is_bad(program: &Program, id: GdgId, context: &isl::Set) -> Result<bool, Error> {
    if context.intersect(&program.gdg(id).assumptions)?.is_empty()? {
        return Ok(true);
    }
    for version in program.versions(id) {
        if program.gdg(version).context.is_equal(context)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Puts a specializer GDG between a GDG and all that call it.
fn insert_specializer(program: &mut Program, id: GdgId) -> Result<GdgId, Error> {
    let gdg = program.gdg(id);
    let first = Version { gdg: id, specializes: None, added: gdg.context.clone() };
    let specializer = Gdg {
        params: gdg.params.clone(),
        context: gdg.context.clone(),
        assumptions: gdg.assumptions.clone(),
        promise: gdg.promise.clone(),
        specialize_op: Some(SpecializeOp { versions: vec![first] }),
        parents: gdg.parents.clone(),
        children: vec![id],
        span: gdg.span,
        ..Gdg::new(gdg.context.ctx(), &gdg.name, gdg.origin)?
    };
    let parents = gdg.parents.clone();
    let name = fresh_name(program, &format!("{}_default", gdg.name));
    let specializer = program.add(specializer);
    for parent in parents {
        let callees = &mut program.gdg_mut(parent).children;
        callees.iter_mut().filter(|callee| **callee == id).for_each(|callee| *callee = specializer);
    }
    let gdg = program.gdg_mut(id);
    gdg.name = name;
    gdg.parents = vec![specializer];
    Ok(specializer)
}

fn connect(edges: &mut Vec<GdgId>, to: GdgId) {
    if !edges.contains(&to) {
        edges.push(to);
    }
}

/// The name, with a number if there is a GDG with this name.
fn fresh_name(program: &Program, name: &str) -> String {
    let is_free = |candidate: &String| program.gdgs().iter().all(|gdg| gdg.name != *candidate);
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// Longer descriptions of constraints do not make names.
const MAX_NAME: usize = 40;

/// Constraints as part of a name: `n_le_15`, `disjoint`.
fn words(constraints: &isl::Set, params: &[Param]) -> Result<String, Error> {
    let condition = polymill_gdg::text::condition_with(constraints, params, |param, _| param.name.clone())?;
    if condition.contains("exists") {
        return Ok("special".to_owned());
    }
    let mut words = vec![];
    let mut rest = condition.as_str();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => rest.find(|c: char| is_word(c) || c.is_whitespace()).unwrap_or(rest.len()),
        };
        let (word, behind) = rest.split_at(length.max(first.len_utf8()));
        words.push(match word {
            "<=" => "le",
            "<" => "lt",
            ">=" => "ge",
            ">" => "gt",
            "=" => "eq",
            "-" => "minus",
            "+" => "plus",
            word if is_word(first) => word,
            _ => "",
        });
        rest = behind.trim_start();
    }
    let name = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    let is_short = !name.is_empty() && name.len() <= MAX_NAME && name.is_ascii();
    Ok(if is_short { name } else { "special".to_owned() })
}
