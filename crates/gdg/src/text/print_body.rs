//! IR to text: statements with their accesses and bodies.

use polymill_isl as isl;

use super::derived::{accesses_follow, same_on};
use super::print::{block, isl_text};
use super::spelling::Spelling;
use super::syntax::Scope;
use crate::{AccessId, AccessKind, Action, Body, Gdg, Instances, LocalId, Statement, is_name};

/// The lines of a statement.
pub(super) fn statement(gdg: &Gdg, statement: &Statement) -> Vec<String> {
    let listed = !accesses_follow(gdg, statement).unwrap_or(false);
    let spelling = Spelling::of(gdg, statement, listed);
    let mut lines = vec![format!("domain {}", isl_text(gdg, domain_text(gdg, statement)))];
    if !is_own_origin(statement).unwrap_or(false) {
        lines.push(format!("origin {}", isl_text(gdg, origin_text(gdg, statement))));
    }
    if !statement.iterators.is_empty() {
        let iterators = statement.iterators.iter().map(|iterator| format!("{}: {}", iterator.name, iterator.ty));
        lines.push(format!("iterators {}", iterators.collect::<Vec<_>>().join(", ")));
    }
    if listed {
        let ids = (0..statement.accesses.len()).map(AccessId::new);
        lines.extend(block("accesses", ids.map(|id| access(&spelling, id)).collect()));
    }
    if statement.body != Body::default() {
        let locals = statement.body.locals.iter().map(|local| format!("var {}: {};", local.name, local.ty));
        let actions = statement.body.actions.iter().flat_map(|action| self::action(&spelling, action));
        lines.extend(block("body", locals.chain(actions).collect()));
    }
    block(&format!("statement {}", statement.name), lines)
}

/// An access with its kind, and with its relation if that is not what the subscripts say.
fn access(spelling: &Spelling, id: AccessId) -> String {
    let access = spelling.statement.access(id);
    let text = format!("{} {}", access.kind, spelling.element(id));
    if relation_follows(spelling, id).unwrap_or(false) {
        return text;
    }
    format!("{text} : {}", isl_text(spelling.gdg, on_iterators(spelling.gdg, spelling.statement, &access.relation)))
}

fn relation_follows(spelling: &Spelling, id: AccessId) -> isl::Result<bool> {
    let (gdg, access) = (spelling.gdg, spelling.statement.access(id));
    let Some(array) = gdg.arrays.get(access.array.index()) else { return Ok(false) };
    if access.kind == AccessKind::Kill && !array.is_scalar() {
        return Ok(false);
    }
    let domain = spelling.statement.domain.intersect_params(&gdg.context.intersect(&gdg.assumptions)?)?;
    let instances = Instances { domain: &domain, ..Instances::of(gdg, spelling.statement) };
    same_on(&domain, &instances.elements(array, &access.subscripts)?.relation, &access.relation)
}

fn is_own_origin(statement: &Statement) -> isl::Result<bool> {
    statement.origin.is_equal(&Statement::own_origin(&statement.domain)?)
}

/// A statement's origin, with the iterators' names for its dimensions where there is one only.
fn origin_text(gdg: &Gdg, statement: &Statement) -> isl::Result<String> {
    match statement.origin.get_map_list()?.to_vec()?.as_slice() {
        [only] => on_iterators(gdg, statement, only),
        _ => statement.origin.to_str(),
    }
}

/// A statement's domain, with the iterators' names for its dimensions.
fn domain_text(gdg: &Gdg, statement: &Statement) -> isl::Result<String> {
    let mut domain = statement.domain.clone();
    for (position, name) in dim_names(gdg, statement) {
        domain = domain.set_dim_name(isl::Dim::Set, position, name)?;
    }
    domain.to_str()
}

/// A relation on a statement's instances, with the iterators' names for their dimensions.
fn on_iterators(gdg: &Gdg, statement: &Statement, relation: &isl::Map) -> isl::Result<String> {
    let mut relation = relation.clone();
    for (position, name) in dim_names(gdg, statement) {
        relation = relation.set_dim_name(isl::Dim::In, position, name)?;
    }
    relation.to_str()
}

/// The iterators that isl can name dimensions after, with their positions: a parameter's name stands for the parameter.
fn dim_names<'a>(gdg: &Gdg, statement: &'a Statement) -> Vec<(usize, &'a str)> {
    let is_param = |name: &str| gdg.params.iter().any(|param| param.name == name);
    let names = statement.iterators.iter().map(|iterator| iterator.name.as_str()).enumerate();
    names.filter(|(_, name)| is_name(name) && !is_param(name)).collect()
}

/// The lines of an action.
fn action(spelling: &Spelling, action: &Action) -> Vec<String> {
    match action {
        Action::Store { access, value } => vec![format!("{} = {};", spelling.access(*access), spelling.expr(value))],
        Action::Set { local, value } => {
            vec![format!("{} = {};", local_name(spelling, *local), spelling.expr(value))]
        }
        Action::If { condition, then, otherwise } => {
            let mut lines = block(&format!("if ({})", spelling.expr(condition)), actions(spelling, then));
            if !otherwise.is_empty() {
                lines.pop();
                lines.extend(block("} else", actions(spelling, otherwise)));
            }
            lines
        }
        Action::Loop(inner) => {
            let init = in_header(spelling, &inner.init);
            let condition = spelling.expr(&inner.condition);
            let step = in_header(spelling, &inner.step);
            block(&format!("for ({init}; {condition}; {step})"), actions(spelling, &inner.body))
        }
    }
}

fn actions(spelling: &Spelling, actions: &[Action]) -> Vec<String> {
    actions.iter().flat_map(|action| self::action(spelling, action)).collect()
}

/// Actions in the header of a loop, with commas between.
fn in_header(spelling: &Spelling, actions: &[Action]) -> String {
    let one = |action: &Action| {
        self::action(spelling, action).iter().map(|line| line.trim_start()).collect::<Vec<_>>().join(" ")
    };
    let without_end = |action: String| action.strip_suffix(';').map_or(action.clone(), str::to_owned);
    actions.iter().map(one).map(without_end).collect::<Vec<_>>().join(", ")
}

fn local_name(spelling: &Spelling, local: LocalId) -> String {
    let local = spelling.statement.body.locals.get(local.index());
    local.map_or("?".to_owned(), |local| spelling.name(Scope::Local, &local.name))
}
