//! Syntax to IR: everything but bodies.

use polymill_isl as isl;

use super::cursor::error_at;
use super::names::{Names, check_unique};
use super::path;
use super::resolve_body::statement;
use super::syntax::*;
use super::tree;
use crate::{
    AliasPair, Array, Dependences, Gdg, GdgId, Param, PathPart, Program, Relaxation, Result, Statement, Storage,
};

/// The program that a text describes.
pub(super) fn program(ctx: &isl::Context, text: &str, gdgs: &[GdgText]) -> Result<Program> {
    check_unique(text, "GDG", gdgs.iter().map(|gdg| &gdg.name))?;
    let mut program = Program::default();
    for syntax in gdgs {
        let mut gdg = gdg(ctx, text, syntax)?;
        for name in calls(syntax) {
            let child = gdgs.iter().position(|other| other.name.value == name.value);
            let child =
                child.ok_or_else(|| error_at(text, name.offset, &format!("there is no GDG `{}`", name.value)))?;
            gdg.children.push(GdgId::new(child));
        }
        program.add(gdg);
    }
    for parent in program.ids() {
        for child in program.gdg(parent).children.clone() {
            program.gdg_mut(child).parents.push(parent);
        }
    }
    Ok(program)
}

fn gdg(ctx: &isl::Context, text: &str, syntax: &GdgText) -> Result<Gdg> {
    check_items(text, syntax)?;
    let mut names = Names { ctx, text, params: params(syntax), arrays: vec![] };
    for item in &syntax.items {
        if let ItemText::Array(array) = item {
            let array = declared_array(&names, array)?;
            names.arrays.push(array);
        }
    }
    let (context, assumptions) = (context(&names, syntax, false)?, context(&names, syntax, true)?);
    let valid = context.intersect(&assumptions)?;
    let statements = statements(&names, &valid, syntax)?;
    let (original, schedule) = schedules(&names, &statements, syntax)?;
    let mut aliases = vec![];
    for item in &syntax.items {
        if let ItemText::Alias(first, second) = item {
            aliases.push(AliasPair { first: names.array_named(first)?, second: names.array_named(second)? });
        }
    }
    let dependences = find(syntax, |item| match item {
        ItemText::Dependences(dependences) => Some(dependences),
        _ => None,
    });
    Ok(Gdg {
        name: syntax.name.value.clone(),
        context,
        assumptions,
        aliases,
        statements,
        original,
        schedule,
        dependences: dependences.map(|syntax| read_dependences(&names, &valid, syntax)).transpose()?,
        parents: vec![],
        children: vec![],
        span: None,
        params: names.params,
        arrays: names.arrays,
    })
}

/// Names are declared once, and what there is one of is said once.
fn check_items(text: &str, syntax: &GdgText) -> Result<()> {
    let names = |select: fn(&ItemText) -> Option<&Name>| syntax.items.iter().filter_map(select);
    check_unique(
        text,
        "parameter",
        names(|item| if let ItemText::Param { name, .. } = item { Some(name) } else { None }),
    )?;
    check_unique(
        text,
        "array",
        names(|item| if let ItemText::Array(array) = item { Some(&array.name) } else { None }),
    )?;
    let statements = names(|item| if let ItemText::Statement(statement) = item { Some(&statement.name) } else { None });
    check_unique(text, "statement", statements)?;
    let single = ["context", "assume", "original", "schedule", "dependences"];
    for (index, keyword) in single.into_iter().enumerate() {
        let is_it = |item: &&ItemText| match item {
            ItemText::Context(_) => index == 0,
            ItemText::Assume(_) => index == 1,
            ItemText::Original(_) => index == 2,
            ItemText::Schedule(_) => index == 3,
            ItemText::Dependences(_) => index == 4,
            _ => false,
        };
        if syntax.items.iter().filter(is_it).count() > 1 {
            let message = format!("GDG `{}` has more than one `{keyword}`", syntax.name.value);
            return Err(error_at(text, syntax.name.offset, &message));
        }
    }
    Ok(())
}

fn find<'a, T>(syntax: &'a GdgText, select: impl Fn(&'a ItemText) -> Option<T>) -> Option<T> {
    syntax.items.iter().find_map(select)
}

fn calls(syntax: &GdgText) -> impl std::iter::Iterator<Item = &Name> {
    syntax.items.iter().flat_map(|item| match item {
        ItemText::Calls(names) => names.as_slice(),
        _ => &[],
    })
}

fn params(syntax: &GdgText) -> Vec<Param> {
    let param = |item: &ItemText| match item {
        ItemText::Param { name, ty, spelling } => Some(Param {
            name: name.value.clone(),
            spelling: spelling.clone().unwrap_or_else(|| name.value.clone()),
            ty: *ty,
        }),
        _ => None,
    };
    syntax.items.iter().filter_map(param).collect()
}

fn context(names: &Names, syntax: &GdgText, assumed: bool) -> Result<isl::Set> {
    let text = find(syntax, |item| match item {
        ItemText::Context(set) if !assumed => Some(set),
        ItemText::Assume(set) if assumed => Some(set),
        _ => None,
    });
    let Some(text) = text else {
        let everything = At { value: "{ : }".to_owned(), offset: syntax.name.offset };
        return names.isl(&everything, isl::Set::read);
    };
    let set = names.isl(text, isl::Set::read)?;
    if !set.is_params()? {
        return Err(names.error(text.offset, "expected a set of parameter values, such as `{ : n >= 1 }`"));
    }
    Ok(set)
}

fn declared_array(names: &Names, syntax: &ArrayText) -> Result<Array> {
    let extent = |extent: &Option<IslText>| extent.as_ref().map(|text| names.extent(text)).transpose();
    let extents: Vec<_> = syntax.extents.iter().map(extent).collect::<Result<_>>()?;
    let path = match &syntax.spelling {
        Some(spelling) => path::parse(&spelling.value),
        None => path::usual(&syntax.name.value, extents.len()),
    };
    let n_subscripts: usize = path.iter().map(PathPart::n_subscripts).sum();
    if n_subscripts != extents.len() {
        let offset = syntax.spelling.as_ref().map_or(syntax.name.offset, |spelling| spelling.offset);
        let message = format!("this has {n_subscripts} subscripts, and the array {} dimensions", extents.len());
        return Err(names.error(offset, &message));
    }
    let name = syntax.name.value.clone();
    let storage = if syntax.local { Storage::Local } else { Storage::External };
    let (live_in, live_out) = (syntax.live_in, syntax.live_out);
    Ok(Array { name, element: syntax.element, extents, path, storage, live_in, live_out, span: None })
}

fn statements(names: &Names, valid: &isl::Set, syntax: &GdgText) -> Result<Vec<Statement>> {
    let statements = syntax.items.iter().filter_map(|item| match item {
        ItemText::Statement(syntax) => Some(statement(names, valid, syntax)),
        _ => None,
    });
    statements.collect()
}

/// The original order and the current one; one stands for both, and without any the statements come one after the other.
fn schedules(names: &Names, statements: &[Statement], syntax: &GdgText) -> Result<(isl::Schedule, isl::Schedule)> {
    let read = |tree| tree::read(names, statements, tree);
    let original = find(syntax, |item| if let ItemText::Original(tree) = item { Some(tree) } else { None });
    let schedule = find(syntax, |item| if let ItemText::Schedule(tree) = item { Some(tree) } else { None });
    let current = read(schedule.or(original))?;
    let original = if original.is_some() && schedule.is_some() { read(original)? } else { current.clone() };
    Ok((original, current))
}

/// The dependences, for valid parameters.
fn read_dependences(names: &Names, valid: &isl::Set, syntax: &DependencesText) -> Result<Dependences> {
    let read = |text: &IslText| -> Result<_> { Ok(names.isl(text, isl::UnionMap::read)?.intersect_params(valid)?) };
    let relation = |parts: &[IslText]| {
        let nothing = isl::UnionMap::empty(&valid.get_space()?)?;
        parts.iter().try_fold(nothing, |all, part| -> Result<_> { Ok(all.union(&read(part)?)?) })
    };
    let relaxation = |relaxed: &RelaxedText| -> Result<Relaxation> {
        let removed = read(&relaxed.removed)?;
        Ok(Relaxation { pass: relaxed.pass.clone(), removed, reason: relaxed.reason.clone() })
    };
    Ok(Dependences {
        flow: relation(&syntax.flow)?,
        anti: relation(&syntax.anti)?,
        output: relation(&syntax.output)?,
        live_in: relation(&syntax.live_in)?,
        live_out: relation(&syntax.live_out)?,
        relaxations: syntax.relaxed.iter().map(relaxation).collect::<Result<_>>()?,
    })
}
