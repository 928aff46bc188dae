//! Syntax to IR: everything but bodies.

use polymill_isl as isl;

use super::cursor::error_at;
use super::names::{Names, check_unique};
use super::resolve_body::statement;
use super::syntax::*;
use super::tree;
use crate::{
    Affine, AliasPair, Array, BoundValue, DataRange, Definition, Dependences, Disjoint, Ends, Even, Extent, Gdg, GdgId,
    IndependentLoop, Origin, Param, ParamValue, Place, Program, Reach, Relaxation, Result, RowBounds, SpecializeOp,
    Statement, StaticBound, Values, Version, Work,
};

/// The program that a text describes.
pub(super) fn program(ctx: &isl::Context, text: &str, gdgs: &[GdgText]) -> Result<Program> {
    check_unique(text, "GDG", gdgs.iter().map(|gdg| &gdg.name))?;
    let mut program = Program::default();
    for syntax in gdgs {
        let mut gdg = gdg(ctx, text, syntax)?;
        let named = |name: &Name| match gdgs.iter().position(|other| other.name.value == name.value) {
            Some(position) => Ok(GdgId::new(position)),
            None => Err(error_at(text, name.offset, &format!("there is no GDG `{}`", name.value))),
        };
        gdg.children = syntax.calls.iter().map(named).collect::<Result<_>>()?;
        if let Some(versions) = &syntax.specialize {
            let family = family(ctx, text, &gdg, versions, named)?;
            gdg.children.extend(family.versions.iter().map(|version| version.gdg));
            gdg.specialize_op = Some(family);
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

/// The versions of a specializer GDG, the first of which is valid in its context.
fn family(
    ctx: &isl::Context,
    text: &str,
    specializer: &Gdg,
    syntax: &[VersionText],
    named: impl Fn(&Name) -> Result<GdgId>,
) -> Result<SpecializeOp> {
    check_unique(text, "version", syntax.iter().map(|version| &version.gdg))?;
    let names = Names { ctx, text, params: specializer.params.clone(), arrays: vec![] };
    let mut versions: Vec<Version> = vec![];
    for VersionText { gdg, from } in syntax {
        let error = |name: &Name, message: &str| Err(names.error(name.offset, message));
        let (specializes, added) = match from {
            None if !versions.is_empty() => return error(gdg, "only the first version is specialized from none"),
            None => (None, specializer.context.clone()),
            Some((from, added)) => {
                let origin = syntax[..versions.len()].iter().position(|other| other.gdg == *from);
                let Some(origin) = origin else { return error(from, "this is no version that stands before") };
                (Some(origin), parameter_set(&names, Some(added))?)
            }
        };
        versions.push(Version { gdg: named(gdg)?, specializes, added });
    }
    Ok(SpecializeOp { versions })
}

fn gdg(ctx: &isl::Context, text: &str, syntax: &GdgText) -> Result<Gdg> {
    check_unique(text, "parameter", syntax.params.iter().map(|param| &param.name))?;
    check_unique(text, "array", syntax.arrays.iter().map(|array| &array.name))?;
    check_unique(text, "statement", syntax.statements.iter().map(|statement| &statement.name))?;
    let mut names = Names { ctx, text, params: vec![], arrays: vec![] };
    for param in &syntax.params {
        names.params.push(declared_param(&names, param)?);
    }
    names.arrays = syntax.arrays.iter().map(|array| declared_array(&names, array)).collect::<Result<_>>()?;
    let context = parameter_set(&names, syntax.context.as_ref())?;
    let assumptions = parameter_set(&names, syntax.assume.as_ref())?;
    let promise = parameter_set(&names, syntax.promise.as_ref())?;
    let wanted = syntax.wanted.iter().map(|text| parameter_set(&names, Some(text))).collect::<Result<_>>()?;
    let valid = context.intersect(&assumptions)?;
    let statements = syntax.statements.iter().map(|one| statement(&names, &valid, one)).collect::<Result<Vec<_>>>()?;
    let (original, schedule) = schedules(&names, &statements, syntax)?;
    let alias = |(first, second): &(Name, Name)| -> Result<AliasPair> {
        Ok(AliasPair { first: names.array_named(first)?, second: names.array_named(second)? })
    };
    let aliases = syntax.aliases.iter().map(alias).collect::<Result<_>>()?;
    let disjoint = syntax.disjoint.iter().map(alias).collect::<Result<_>>()?;
    let independent = |text: &IndependentText| -> Result<IndependentLoop> {
        Ok(IndependentLoop {
            statements: text.statements.iter().map(|name| name.value.clone()).collect(),
            position: text.position,
            except: text.except.iter().map(|name| names.array_named(name)).collect::<Result<_>>()?,
            in_threads: text.in_threads,
        })
    };
    let independent = syntax.independent.iter().map(independent).collect::<Result<_>>()?;
    let dependences = syntax.dependences.as_ref().map(|all| dependences(&names, &valid, all)).transpose()?;
    let origin = if syntax.is_built { Origin::Built } else { Origin::Source };
    Ok(Gdg {
        context,
        assumptions,
        promise,
        wanted,
        aliases,
        disjoint,
        reassociable: syntax.reassociable,
        repeated: syntax.repeated,
        n_loops_around: syntax.n_loops_around,
        independent,
        statements,
        original,
        schedule,
        dependences,
        params: names.params,
        arrays: names.arrays,
        ..Gdg::new(ctx, &syntax.name.value, origin)?
    })
}

fn declared_param(names: &Names, ParamText { name, ty, value, usual }: &ParamText) -> Result<Param> {
    let value = match value {
        None => ParamValue::Place(Place::variable(&name.value)),
        Some(ParamValueText::Place(place)) => ParamValue::Place(place.clone()),
        Some(ParamValueText::NotNull(pointer)) => ParamValue::NotNull(pointer.clone()),
        Some(ParamValueText::Defined(text)) => ParamValue::Defined(definition(names, text)?),
    };
    Ok(Param { name: name.value.clone(), ty: *ty, value, usual: *usual })
}

/// The parameters that a parameter is computed from stand before it.
fn definition(names: &Names, definition: &DefinitionText) -> Result<Definition> {
    let term = |(factor, name): &(i64, Name)| match names.param(&name.value) {
        Some(param) => Ok((*factor, param)),
        None => Err(names.error(name.offset, &format!("there is no parameter `{}` before this one", name.value))),
    };
    let terms = |terms: &TermsText| terms.iter().map(term).collect::<Result<Vec<_>>>();
    let affine = |text: &AffineText| Ok(Affine { terms: terms(&text.terms)?, constant: text.constant });
    let affines = |texts: &[AffineText]| texts.iter().map(affine).collect::<Result<Vec<_>>>();
    let range = |[first, last]: &[Vec<AffineText>; 2]| Ok(Ends { first: affines(first)?, last: affines(last)? });
    let piece = |text: &ReachText| -> Result<Reach> {
        Ok(Reach {
            place: text.place.clone(),
            rows: text.rows.iter().map(range).collect::<Result<_>>()?,
            first: affines(&text.first)?,
            last: affines(&text.last)?,
            stride: affines(&text.stride)?,
            data: None,
        })
    };
    let reach = |text: &ReachText| reach(text, &piece);
    let row_bounds = |text: &RowBoundsText| Ok(RowBounds { elements: reach(&text.elements)?, ty: text.ty });
    let extent = |text: &ExtentText| match text {
        ExtentText::Rows(rows) => row_bounds(rows).map(Extent::Rows),
        ExtentText::Linear(text) => terms(text).map(Extent::Linear),
    };
    Ok(match definition {
        DefinitionText::Work(products) => {
            let product = |factors: &Vec<ExtentText>| factors.iter().map(extent).collect::<Result<Vec<_>>>();
            Definition::Work(Work { products: products.iter().map(product).collect::<Result<_>>()? })
        }
        DefinitionText::Disjoint(pairs) => {
            let pair = |[one, other]: &[ReachText; 2]| Ok([reach(one)?, reach(other)?]);
            Definition::Disjoint(Disjoint { pairs: pairs.iter().map(pair).collect::<Result<_>>()? })
        }
        DefinitionText::Ascending(rows) => Definition::Ascending(row_bounds(rows)?),
        DefinitionText::Equal(pairs) => Definition::Equal(pairs.clone()),
        DefinitionText::Even(lengths, most) => Definition::Even(Even { lengths: row_bounds(lengths)?, most: *most }),
        DefinitionText::StaticBound(side, value) => {
            let value = match value {
                None => None,
                Some(BoundText::Derived(value)) => Some(BoundValue::Derived(affine(value)?)),
                Some(BoundText::Promised(value)) => Some(BoundValue::Promised(affine(value)?)),
                Some(BoundText::Largest(elements)) => Some(BoundValue::Largest(row_bounds(elements)?)),
            };
            Definition::StaticBound(StaticBound { side: *side, value })
        }
    })
}

/// Memory of an array, where `piece` resolves what no data say.
fn reach(text: &ReachText, piece: &dyn Fn(&ReachText) -> Result<Reach>) -> Result<Reach> {
    let elements = |text: &RowBoundsText| reach(&text.elements, piece);
    let data = match &text.data {
        None => None,
        Some(DataRangeText::Rows(rows)) => {
            Some(DataRange::Rows(Box::new(RowBounds { elements: elements(rows)?, ty: rows.ty })))
        }
        Some(DataRangeText::Values(values)) => {
            Some(DataRange::Values(Box::new(Values { elements: elements(values)?, ty: values.ty })))
        }
    };
    Ok(Reach { data, ..piece(text)? })
}

/// A set of parameter values; all of them without a text.
fn parameter_set(names: &Names, text: Option<&IslText>) -> Result<isl::Set> {
    let everything = At { value: "{ : }".to_owned(), offset: 0 };
    let text = text.unwrap_or(&everything);
    let set = names.isl(text, isl::Set::read)?;
    if !set.is_params()? {
        return Err(names.error(text.offset, "expected a set of parameter values, such as `{ : n >= 1 }`"));
    }
    Ok(set)
}

fn declared_array(names: &Names, syntax: &ArrayText) -> Result<Array> {
    let extent = |extent: &Option<IslText>| extent.as_ref().map(|text| names.extent(text)).transpose();
    let extents: Vec<_> = syntax.extents.iter().map(extent).collect::<Result<_>>()?;
    let place = match &syntax.place {
        Some(place) => place.value.clone(),
        None => Place::array(&syntax.name.value, extents.len()),
    };
    let n_subscripts = place.n_subscripts();
    if n_subscripts != extents.len() {
        let offset = syntax.place.as_ref().map_or(syntax.name.offset, |place| place.offset);
        let message = format!("this has {n_subscripts} subscripts, and the array {} dimensions", extents.len());
        return Err(names.error(offset, &message));
    }
    let name = syntax.name.value.clone();
    let storage = syntax.storage;
    let (is_unshared, live_in, live_out) = (syntax.is_unshared, syntax.live_in, syntax.live_out);
    let private = syntax.private.as_ref().map(|text| names.isl(text, isl::UnionMap::read)).transpose()?;
    let (element, row_dims) = (syntax.element, syntax.row_dims);
    Ok(Array { name, element, extents, place, row_dims, storage, private, is_unshared, live_in, live_out, span: None })
}

/// The original order and the current one; one stands for both, and without any the statements come one after the other.
fn schedules(names: &Names, statements: &[Statement], syntax: &GdgText) -> Result<(isl::Schedule, isl::Schedule)> {
    let (original, schedule) = (syntax.original.as_ref(), syntax.schedule.as_ref());
    let current = tree::read(names, statements, schedule.or(original))?;
    let both = original.is_some() && schedule.is_some();
    Ok((if both { tree::read(names, statements, original)? } else { current.clone() }, current))
}

/// The dependences, for valid parameters.
fn dependences(names: &Names, valid: &isl::Set, syntax: &DependencesText) -> Result<Dependences> {
    let read = |text: &IslText| -> Result<_> { Ok(names.isl(text, isl::UnionMap::read)?.intersect_params(valid)?) };
    let relation = |parts: &[IslText]| {
        let nothing = isl::UnionMap::empty(&valid.get_space()?)?;
        parts.iter().try_fold(nothing, |all, part| -> Result<_> { Ok(all.union(&read(part)?)?) })
    };
    let relaxation = |relaxed: &RelaxedText| -> Result<Relaxation> {
        let removed = read(&relaxed.removed)?;
        Ok(Relaxation { pass: relaxed.pass.clone(), removed, reason: relaxed.reason.clone() })
    };
    let (flow, anti, output) = (relation(&syntax.flow)?, relation(&syntax.anti)?, relation(&syntax.output)?);
    let mut dependences = Dependences::new(flow, anti, output, relation(&syntax.live_in)?);
    dependences.relaxations = syntax.relaxed.iter().map(relaxation).collect::<Result<_>>()?;
    Ok(dependences)
}
