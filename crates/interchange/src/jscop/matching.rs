//! Which statements of a GDG those of a JSCoP file are.

use polymill_gdg::{Access, Array, ArrayId, Expr, Gdg, QuasiAffine, ScalarType, Statement};
use polymill_isl as isl;
use polymill_isl::Dim;

use super::numbering::numbered;
use super::{Jscop, JscopAccessKind, JscopStatement};
use crate::{Error, Result};

/// A JSCoP file and the GDG of the same region.
#[derive(Debug)]
pub struct Matched<'a> {
    gdg: &'a Gdg,
    jscop: &'a Jscop,
    /// For each statement of the GDG.
    partners: Vec<Partner>,
    /// Arrays that the program does not have.
    new_arrays: Vec<Array>,
}

/// The statement of the file that a statement is, or is a part of.
#[derive(Debug)]
struct Partner {
    /// Its position in the file.
    statement: usize,
    /// From instances to Polly's numbers of the iterations.
    numbers: isl::Map,
    /// Accesses that the file lets go to new arrays: their positions, and the elements for each instance.
    redirected: Vec<(usize, isl::Map)>,
}

/// What a statement of the GDG has in common with one of the file.
struct Common {
    /// How many accesses.
    n_accesses: usize,
    /// Other ones go to new arrays: their positions, and the elements for each instance.
    redirected: Vec<(usize, isl::Map)>,
}

/// Finds the statements of a file in a GDG. A statement of the file is the code of a block, and so may be several in a row of the
/// GDG: those with the same iterations, and with accesses that it has.
///
/// # Errors
/// [`Error::User`] with the statement, if its isl notation is wrong or nothing in the GDG is like it; isl's.
pub fn matched<'a>(gdg: &'a Gdg, jscop: &'a Jscop) -> Result<Matched<'a>> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    check_context(gdg, jscop)?;
    let mut theirs = vec![];
    for (position, statement) in jscop.statements.iter().enumerate() {
        theirs.push(Theirs::read(gdg, position, statement)?);
    }
    let new_arrays = new_arrays(gdg, jscop)?;
    let mut partners = vec![];
    let mut next = 0;
    for statement in &gdg.statements {
        let numbers = numbered(&statement.domain, &valid)?;
        let domain = statement.domain.intersect_params(&valid)?.apply(&numbers)?;
        let own = Own { gdg, statement, numbers: &numbers, new_arrays: &new_arrays };
        let mut found: Option<(usize, Common)> = None;
        // The one that the statement before belongs to may go on. The first of those with the most accesses in common is it.
        for (position, their) in theirs.iter().enumerate().skip(usize::saturating_sub(next, 1)) {
            if their.domain.dim(Dim::Set)? == statement.depth()
                && their.domain.intersect_params(&valid)?.is_equal(&domain)?
                && let Some(common) = own.common_with(their)?
                && found.as_ref().is_none_or(|(_, found)| found.n_accesses < common.n_accesses)
            {
                found = Some((position, common));
            }
        }
        let Some((position, Common { redirected, .. })) = found else {
            return Err(Error::user(format!(
                "no statement of the file is like `{}`, with the instances {}; its accesses must be those of the program",
                statement.name,
                domain.coalesce()?.to_str()?
            )));
        };
        next = position + 1;
        partners.push(Partner { statement: position, numbers, redirected });
    }
    for (position, statement) in jscop.statements.iter().enumerate() {
        let is_found = partners.iter().any(|partner| partner.statement == position);
        let has_arrays =
            theirs[position].accesses.iter().any(|(_, relation)| relation.dim(Dim::Out).is_ok_and(|n_dims| n_dims > 0));
        if !is_found && has_arrays {
            return Err(Error::user(format!(
                "statement {} (`{}`): the program has none like it",
                position + 1,
                statement.name
            )));
        }
    }
    Ok(Matched { gdg, jscop, partners, new_arrays })
}

impl Matched<'_> {
    /// The GDG with the arrays and accesses of the file. Nothing says that it computes the same.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if subscripts cannot be written down; [`Error::User`] if types differ; isl's.
    pub fn with_arrays(&self) -> Result<Gdg> {
        let mut gdg = self.gdg.clone();
        let first = gdg.arrays.len();
        gdg.arrays.extend(self.new_arrays.iter().cloned());
        for (index, partner) in self.partners.iter().enumerate() {
            for (position, relation) in &partner.redirected {
                let name = relation.get_tuple_name(Dim::Out)?.unwrap_or_default();
                let array = self.new_arrays.iter().position(|array| array.name == name).unwrap_or_default();
                let statement = &self.gdg.statements[index];
                let old = self.gdg.array(statement.accesses[*position].array);
                let new = &self.new_arrays[array];
                if old.element != new.element || relation.dim(Dim::Out)? != new.n_dims() {
                    return Err(Error::user(format!(
                        "`{name}` takes the place of `{}`: it needs the same type, and {} subscripts",
                        old.name,
                        new.n_dims()
                    )));
                }
                let mut subscripts = vec![];
                for dimension in 0..new.n_dims() {
                    subscripts.push(self.subscript(statement, relation, dimension)?);
                }
                let access = &mut gdg.statements[index].accesses[*position];
                access.array = ArrayId::new(first + array);
                access.relation = relation.clone();
                access.subscripts = subscripts;
            }
        }
        Ok(gdg)
    }

    /// A subscript of a relation as an expression.
    fn subscript(&self, statement: &Statement, relation: &isl::Map, dimension: usize) -> Result<Expr> {
        if !relation.is_single_valued()? {
            let text = relation.to_str().unwrap_or_default();
            return Err(Error::user(format!(
                "`{}` accesses several elements of a new array at once: {text}",
                statement.name
            )));
        }
        let value = relation.as_pw_multi_aff()?.get_at(dimension)?;
        let value = value.gist(&statement.domain)?.coalesce()?;
        let mut pieces = vec![];
        value.foreach_piece(|_, value| {
            pieces.push(value);
            Ok(())
        })?;
        let found = match pieces.as_slice() {
            [value] => match QuasiAffine::of(self.gdg, statement, value)? {
                Some(value) => value.to_expr(self.gdg, statement)?,
                None => None,
            },
            _ => None,
        };
        found.ok_or_else(|| {
            let text = relation.to_str().unwrap_or_default();
            Error::unsupported(format!("`{}`: a subscript that cannot be written down: {text}", statement.name))
        })
    }

    /// The times that the file gives to the instances of the GDG. Those of several statements that are one in the file stay in
    /// the order of the source.
    ///
    /// # Errors
    /// [`Error::User`] with the statement, if its schedule is none; isl's.
    pub fn times(&self) -> Result<isl::UnionMap> {
        let mut all = isl::UnionMap::empty(&self.gdg.context.get_space()?)?;
        let mut n_dims = 0;
        let mut schedules = vec![];
        for (position, statement) in self.jscop.statements.iter().enumerate() {
            let times = read_map(self.gdg, position, statement, "schedule", &statement.schedule)?;
            n_dims = n_dims.max(times.dim(Dim::Out)?);
            schedules.push(times);
        }
        for (number, (statement, partner)) in self.gdg.statements.iter().zip(&self.partners).enumerate() {
            let mut times = schedules[partner.statement].reset_tuple_id(Dim::In)?;
            let n_found = times.dim(Dim::Out)?;
            times = times.add_dims(Dim::Out, n_dims - n_found)?;
            for position in n_found..n_dims {
                times = times.fix_si(Dim::Out, position, 0)?;
            }
            let place = self.partners[..number].iter().filter(|other| other.statement == partner.statement).count();
            times = times.add_dims(Dim::Out, 1)?.fix_si(Dim::Out, n_dims, i32::try_from(place).unwrap_or(i32::MAX))?;
            let own = partner.numbers.apply_range(&times)?.intersect_domain(&statement.domain)?;
            all = all.add_map(&own)?;
        }
        Ok(all)
    }

    /// The file with other schedules: those of an order of the GDG's instances.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if statements that are one in the file have different times, or the times are no function; isl's.
    pub fn with_order(&self, order: &isl::UnionMap) -> Result<Jscop> {
        let mut jscop = self.jscop.clone();
        let maps = order.get_map_list()?.to_vec()?;
        for (position, statement) in jscop.statements.iter_mut().enumerate() {
            let own: Vec<_> = self
                .gdg
                .statements
                .iter()
                .zip(&self.partners)
                .filter(|(_, partner)| partner.statement == position)
                .collect();
            let mut times: Option<isl::Map> = None;
            for (own, partner) in &own {
                let is_own =
                    |map: &&isl::Map| map.get_tuple_name(Dim::In).is_ok_and(|name| name.as_ref() == Some(&own.name));
                let Some(map) = maps.iter().find(is_own) else {
                    return Err(Error::unsupported(format!(
                        "`{}` was split or copied, which Polly cannot read",
                        own.name
                    )));
                };
                let of_numbers = partner.numbers.intersect_domain(&own.domain)?.reverse()?.apply_range(map)?;
                match &times {
                    None => times = Some(of_numbers),
                    Some(times) if is_same_but_last_constants(times, &of_numbers)? => {}
                    Some(_) => {
                        let message = format!("the statements of `{}` run at different places", statement.name);
                        return Err(Error::unsupported(message));
                    }
                }
            }
            let Some(times) = times else { continue };
            let valid = self.gdg.context.intersect(&self.gdg.assumptions)?;
            let domain = read_set(self.gdg, position, statement, "domain", &statement.domain)?;
            let domain = domain.reset_tuple_id()?;
            let times = times.gist_domain(&domain)?.gist_params(&valid)?.coalesce()?;
            let times = with_params_of(&times, &self.jscop.context, self.gdg)?;
            statement.schedule = times.set_tuple_name(Dim::In, &statement.name)?.to_str()?;
        }
        Ok(jscop)
    }
}

/// Whether two schedules differ by constants at the end only, as statements of one block do.
fn is_same_but_last_constants(a: &isl::Map, b: &isl::Map) -> Result<bool> {
    let (mut a, mut b) = (a.clone(), b.clone());
    loop {
        if a.is_equal(&b)? {
            return Ok(true);
        }
        let n = a.dim(Dim::Out)?;
        if n == 0 || n != b.dim(Dim::Out)? {
            return Ok(false);
        }
        let is_constant = |map: &isl::Map| -> Result<bool> {
            let value = map.range()?.project_out(Dim::Set, 0, n - 1)?;
            Ok(value.is_singleton()?)
        };
        if !is_constant(&a)? || !is_constant(&b)? {
            return Ok(false);
        }
        (a, b) = (a.project_out(Dim::Out, n - 1, 1)?, b.project_out(Dim::Out, n - 1, 1)?);
    }
}

/// The map with exactly the parameters of the file, in their order.
fn with_params_of(map: &isl::Map, context: &str, gdg: &Gdg) -> Result<isl::Map> {
    let space = isl::Set::read(gdg.context.ctx(), context)?.get_space()?;
    let map = map.drop_unused_params()?.align_params(&space)?;
    Ok(map)
}

/// New arrays are not larger.
const MAX_BYTES: u64 = 1 << 30;

/// The arrays of a file that the program does not have: local ones.
fn new_arrays(gdg: &Gdg, jscop: &Jscop) -> Result<Vec<Array>> {
    let mut new = vec![];
    for (position, array) in jscop.arrays.iter().enumerate() {
        if array.name.strip_prefix("MemRef_").is_some_and(|name| gdg.array_named(name).is_some()) {
            continue;
        }
        let place = format!("array {} (`{}`)", position + 1, array.name);
        let is_name = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let is_taken = gdg.array_named(&array.name).is_some() || gdg.statement_named(&array.name).is_some();
        if !is_name(&array.name) || is_taken || gdg.param_named(&array.name).is_some() {
            return Err(Error::user(format!("{place}: choose another name, of letters, digits and `_`")));
        }
        let element = match array.ty.as_str() {
            "float" => ScalarType::F32,
            "double" => ScalarType::F64,
            "i32" => ScalarType::I32,
            "i64" => ScalarType::I64,
            ty => return Err(Error::user(format!("{place}: `{ty}` is none of float, double, i32, i64"))),
        };
        let mut extents = vec![];
        for size in &array.sizes {
            let number = size.parse::<u32>().ok().filter(|n| *n > 0);
            let number = number.ok_or_else(|| {
                let hint = "a new array needs numbers, such as \"3\"; one of the program is called MemRef_NAME";
                Error::user(format!("{place}: `{size}` is no size; {hint}"))
            })?;
            extents.push(Some(gdg.read_function(&format!("{{ [({number})] }}"))?));
        }
        if extents.is_empty() {
            return Err(Error::user(format!("{place}: it has no sizes")));
        }
        let sizes = array.sizes.iter().filter_map(|size| size.parse::<u64>().ok());
        let n_bytes = sizes.fold(u64::from(element.size()), u64::saturating_mul);
        if n_bytes > MAX_BYTES {
            return Err(Error::user(format!(
                "{place}: it takes {n_bytes} bytes, and more than {MAX_BYTES} are not allowed"
            )));
        }
        new.push(Array::local(array.name.clone(), element, extents));
    }
    Ok(new)
}

/// A statement of the file.
struct Theirs {
    /// Without a name.
    domain: isl::Set,
    /// From iterations, without a name.
    accesses: Vec<(JscopAccessKind, isl::Map)>,
}

impl Theirs {
    fn read(gdg: &Gdg, position: usize, statement: &JscopStatement) -> Result<Self> {
        let domain = read_set(gdg, position, statement, "domain", &statement.domain)?.reset_tuple_id()?;
        let mut accesses = vec![];
        for access in &statement.accesses {
            let relation = read_map(gdg, position, statement, "relation", &access.relation)?;
            accesses.push((access.kind, relation.reset_tuple_id(Dim::In)?));
        }
        Ok(Self { domain, accesses })
    }
}

impl JscopAccessKind {
    fn is_of(self, access: &Access) -> bool {
        match self {
            Self::Read => access.kind.is_read(),
            Self::Write => access.kind.is_write(),
        }
    }
}

/// A statement of the GDG.
struct Own<'a> {
    new_arrays: &'a [Array],
    gdg: &'a Gdg,
    statement: &'a Statement,
    numbers: &'a isl::Map,
}

impl Own<'_> {
    /// What it has in common with a statement of the file, if that has all its accesses to arrays that the file knows, but for
    /// those that go to new arrays: what is left of each kind, in the order of both.
    fn common_with(&self, theirs: &Theirs) -> Result<Option<Common>> {
        let mut to_new = vec![];
        for (kind, relation) in &theirs.accesses {
            let name = relation.get_tuple_name(Dim::Out)?.unwrap_or_default();
            if self.new_arrays.iter().any(|array| array.name == name) {
                to_new.push((*kind, relation));
            }
        }
        let (mut n_accesses, mut redirected) = (0, vec![]);
        for (position, access) in self.statement.accesses.iter().enumerate() {
            let array = self.gdg.array(access.array);
            let name = format!("MemRef_{}", array.name);
            let mut of_array = vec![];
            for (kind, relation) in &theirs.accesses {
                if relation.get_tuple_name(Dim::Out)?.as_ref() == Some(&name) {
                    of_array.push((*kind, relation));
                }
            }
            // What Polly cannot give dimensions to has others.
            let has_other_dims = |(_, relation): &(JscopAccessKind, &isl::Map)| {
                relation.dim(Dim::Out).is_ok_and(|n_dims| n_dims != array.n_dims())
            };
            if of_array.iter().any(has_other_dims) || self.is_one_of(access, &of_array, &name)? {
                n_accesses += 1;
                continue;
            }
            let is_new = |(kind, _): &(JscopAccessKind, &isl::Map)| kind.is_of(access);
            if let Some(found) = to_new.iter().position(is_new) {
                let (_, relation) = to_new.remove(found);
                redirected
                    .push((position, self.numbers.intersect_domain(&self.statement.domain)?.apply_range(relation)?));
                continue;
            }
            // What Polly keeps in registers is not in the file.
            let is_temporary = !array.live_in && !array.live_out;
            if !(of_array.is_empty() && (is_temporary || array.is_scalar())) {
                return Ok(None);
            }
        }
        Ok(Some(Common { n_accesses, redirected }))
    }

    fn is_one_of(&self, access: &Access, theirs: &[(JscopAccessKind, &isl::Map)], name: &str) -> Result<bool> {
        let own = self.numbers.intersect_domain(&self.statement.domain)?.reverse()?.apply_range(&access.relation)?;
        let own = own.set_tuple_name(Dim::Out, name)?;
        let domain = own.domain()?;
        for (kind, relation) in theirs {
            if kind.is_of(access) && relation.intersect_domain(&domain)?.is_equal(&own)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The file's context may not leave out values for which the program runs.
fn check_context(gdg: &Gdg, jscop: &Jscop) -> Result<()> {
    let context =
        isl::Set::read(gdg.context.ctx(), &jscop.context).map_err(|error| no_isl("`context`", &error)).and_then(
            |context| if context.is_params()? { Ok(context) } else { Err(Error::user("`context` has a tuple")) },
        )?;
    check_params(gdg, &context.get_space()?, "`context`")?;
    let left_out = gdg.context.subtract(&context)?;
    if left_out.is_empty()? {
        return Ok(());
    }
    Err(Error::user(format!(
        "`context` leaves out parameters for which the program runs, such as {}: leave it as Polly wrote it",
        left_out.sample()?.to_str()?
    )))
}

fn check_params(gdg: &Gdg, space: &isl::Space, place: &str) -> Result<()> {
    for position in 0..space.dim(Dim::Param)? {
        let name = space.get_dim_name(Dim::Param, position)?.unwrap_or_default();
        if gdg.param_named(&name).is_none() {
            let known: Vec<_> = gdg.params.iter().map(|param| format!("`{}`", param.name)).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(Error::user(format!(
                "{place}: there is no parameter `{name}`; the program has {known} (`-polly-use-llvm-names` and \
                 `-fno-discard-value-names` keep names)"
            )));
        }
    }
    Ok(())
}

fn no_isl(place: &str, error: &isl::Error) -> Error {
    match error {
        isl::Error::Invalid(site) | isl::Error::Unknown(site) | isl::Error::Unsupported(site) => {
            Error::user(format!("{place}: isl does not read this: {}", site.message))
        }
        error => Error::user(format!("{place}: {error}")),
    }
}

fn place(position: usize, statement: &JscopStatement, key: &str) -> String {
    format!("statement {} (`{}`), `{key}`", position + 1, statement.name)
}

fn read_set(gdg: &Gdg, position: usize, statement: &JscopStatement, key: &str, text: &str) -> Result<isl::Set> {
    let place = place(position, statement, key);
    let set = isl::Set::read(gdg.context.ctx(), text).map_err(|error| no_isl(&place, &error))?;
    if set.is_params()? {
        return Err(Error::user(format!("{place}: expected instances, such as {{ Stmt[i0] : 0 <= i0 < 9 }}")));
    }
    check_params(gdg, &set.get_space()?, &place)?;
    Ok(set)
}

fn read_map(gdg: &Gdg, position: usize, statement: &JscopStatement, key: &str, text: &str) -> Result<isl::Map> {
    let place = place(position, statement, key);
    let map = isl::Map::read(gdg.context.ctx(), text).map_err(|error| no_isl(&place, &error))?;
    check_params(gdg, &map.get_space()?, &place)?;
    let depth = isl::Set::read(gdg.context.ctx(), &statement.domain)
        .and_then(|domain| domain.dim(Dim::Set))
        .map_err(|error| no_isl(&self::place(position, statement, "domain"), &error))?;
    if map.dim(Dim::In)? != depth {
        return Err(Error::user(format!(
            "{place}: the statement has {depth} iterators, and not {}",
            map.dim(Dim::In)?
        )));
    }
    Ok(map)
}
