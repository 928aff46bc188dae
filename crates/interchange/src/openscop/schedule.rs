//! The schedule in a file, for a GDG of the same region.

use polymill_gdg::Gdg;
use polymill_isl as isl;
use polymill_isl::Dim;

use super::read::at;
use super::{Polyhedron, Relation, RelationKind, Scop, ScopStatement};
use crate::{Error, Result};

impl Scop {
    /// The times that the file gives to the instances of a GDG, whose statements are those of the file, in the same order and with
    /// the same domains.
    ///
    /// # Errors
    /// [`Error::User`] with the line: other statements or domains than the GDG's, no scattering, unknown parameters; isl's.
    pub fn times(&self, gdg: &Gdg) -> Result<isl::UnionMap> {
        let (n_own, n_theirs) = (gdg.statements.len(), self.statements.len());
        if n_own != n_theirs {
            let names: Vec<_> = gdg.statements.iter().map(|statement| format!("`{}`", statement.name)).collect();
            let message =
                format!("the file has {n_theirs} statements, and `{}` has {n_own}: {}", gdg.name, names.join(", "));
            return Err(Error::user(message));
        }
        let params = self.params(gdg)?;
        let valid = gdg.context.intersect(&gdg.assumptions)?;
        let mut all = isl::UnionMap::empty(&gdg.context.get_space()?)?;
        for (own, theirs) in gdg.statements.iter().zip(&self.statements) {
            let domain = theirs.only(RelationKind::Domain)?;
            let domain_map = map(gdg, domain, &params, &own.name, true)?;
            let found = domain_map.domain()?.intersect_params(&valid)?;
            let expected = own.domain.intersect_params(&valid)?;
            if found.dim(Dim::Set)? != own.depth() || !found.is_equal(&expected)? {
                let text = expected.coalesce()?.to_str()?;
                return Err(at(domain.line, &format!("this is not the domain of `{}`, which is {text}", own.name)));
            }
            let scattering = theirs.only(RelationKind::Scattering)?;
            let times = map(gdg, scattering, &params, &own.name, false)?;
            if times.dim(Dim::In)? != own.depth() {
                let message = format!("`{}` has {} iterators, and not {}", own.name, own.depth(), times.dim(Dim::In)?);
                return Err(at(scattering.line, &message));
            }
            all = all.add_map(&times.intersect_domain(&own.domain)?)?;
        }
        Ok(all)
    }

    /// The names of the parameters, as the GDG has them.
    fn params(&self, gdg: &Gdg) -> Result<Vec<String>> {
        let n = self.context.parts.first().map_or(0, |part| part.n_params);
        let names: Vec<String> = match &self.parameters {
            Some(names) => names.words().map(str::to_owned).collect(),
            None => gdg.params.iter().map(|param| param.name.clone()).collect(),
        };
        if names.len() < n {
            return Err(at(self.context.line, &format!("there are {n} parameters, and {} names", names.len())));
        }
        if let Some(unknown) = names.iter().find(|name| gdg.param_named(name).is_none()) {
            return Err(at(self.context.line, &format!("`{}` has no parameter `{unknown}`", gdg.name)));
        }
        Ok(names)
    }
}

impl ScopStatement {
    /// The relation of this kind.
    fn only(&self, kind: RelationKind) -> Result<&Relation> {
        let mut found = self.relations.iter().filter(|relation| relation.kind == kind);
        match (found.next(), found.next()) {
            (Some(relation), None) => Ok(relation),
            _ => Err(at(self.line, &format!("expected one `{}` for this statement", kind.word()))),
        }
    }
}

/// A relation in isl's terms, from instances of a statement; a set as a relation from its elements to nothing.
fn map(gdg: &Gdg, relation: &Relation, params: &[String], name: &str, is_set: bool) -> Result<isl::Map> {
    let mut all: Option<isl::Map> = None;
    for part in &relation.parts {
        let text = text(part, params, name, is_set)
            .ok_or_else(|| at(relation.line, "the dimensions do not fit the context, or a set has input dimensions"))?;
        let part = isl::Map::read(gdg.context.ctx(), &text)?.align_params(&gdg.context.get_space()?)?;
        all = Some(match all {
            Some(all) => all.union(&part)?,
            None => part,
        });
    }
    all.ok_or_else(|| at(relation.line, "a relation without parts"))
}

/// `None` if the number of dimensions does not fit.
fn text(part: &Polyhedron, params: &[String], name: &str, is_set: bool) -> Option<String> {
    let Polyhedron { n_output, n_input, n_local, n_params, rows } = part;
    if is_set && *n_input > 0 || params.len() < *n_params {
        return None;
    }
    // No parameter is called like that: there are no primes in C.
    let names = |prefix: &str, n: usize| (0..n).map(|position| format!("{prefix}{position}'")).collect::<Vec<_>>();
    let (outputs, inputs, locals) = (names("o", *n_output), names("i", *n_input), names("e", *n_local));
    let params = &params[..*n_params];
    let dims: Vec<&String> = outputs.iter().chain(&inputs).chain(&locals).chain(params).collect();
    let mut conditions = vec![];
    for row in rows {
        let (kind, factors) = row.split_first()?;
        let (constant, factors) = factors.split_last()?;
        let terms = factors.iter().zip(&dims).filter(|(factor, _)| **factor != 0);
        let mut sum: Vec<String> = terms.map(|(factor, dim)| format!("{factor} {dim}")).collect();
        sum.push(constant.to_string());
        conditions.push(format!("{} {} 0", sum.join(" + "), if *kind == 0 { "=" } else { ">=" }));
    }
    let condition = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" and ") };
    let condition = if locals.is_empty() { condition } else { format!("exists ({}: {condition})", locals.join(", ")) };
    let (from, to) = if is_set { (outputs.join(", "), String::new()) } else { (inputs.join(", "), outputs.join(", ")) };
    Some(format!("[{}] -> {{ {name}[{from}] -> [{to}] : {condition} }}", params.join(", ")))
}
