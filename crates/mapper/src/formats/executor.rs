//! The GDGs that work on a converted matrix.

use std::collections::BTreeMap;

use polymill_gdg::{
    Access, AccessId, AccessKind, Action, Array, ArrayId, BinaryOp, Expr, ExprKind, Gdg, Instances, Iterator, Local,
    LocalId, Param, PathPart, ScalarType, Statement, Storage,
};
use polymill_isl as isl;

use super::{CompressedRows, MATRIX, update};
use crate::Error;
use crate::tree::insert_band;

/// The largest value of an `int`.
const INT_MAX: i64 = 2_147_483_647;

/// Rows of a strip. Elements of a converted matrix lie strip by strip, so that loops read memory from one end to the other.
pub const STRIP: i64 = 64;

/// The loops for a matrix in one format.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The loops.
    pub gdg: Gdg,
    /// Two parameters that the source does not have, of type `long`: the loops are for the rows from the first up to, but
    /// not including the second.
    pub range: Option<[String; 2]>,
}

/// Parameters that say how large the arrays of a converted matrix are.
struct Sizes {
    /// Behind the last strip.
    end: String,
    /// Elements of a row.
    width: String,
}

impl CompressedRows<'_> {
    /// The executors for all formats: [`rows`](Self::rows), [`padded_rows`](Self::padded_rows) and, if the elements have
    /// columns, [`diagonals`](Self::diagonals).
    ///
    /// # Errors
    /// isl's.
    pub fn executors(&self) -> Result<Vec<Executor>, Error> {
        let mut all = vec![self.rows()?, self.padded_rows()?];
        all.extend(self.diagonals()?);
        Ok(all)
    }

    /// The loops for a matrix in padded rows (ELL), for strips of [`STRIP`] rows from `matrix->first` up to, but not including
    /// `matrix->end`. Rows have `matrix->width` elements; element `k` of row `i` of a strip is in
    /// `matrix->val[strip][k][i]`, so that several rows run in vector lanes.
    ///
    /// # Errors
    /// isl's.
    pub fn padded_rows(&self) -> Result<Executor, Error> {
        let mut gdg = self.executor("padded_rows")?;
        let sizes = self.cut_into_strips(&mut gdg)?;
        let statement = gdg.statement(self.statement).clone();
        self.pad(&mut gdg, statement, &sizes)?;
        Ok(Executor { gdg, range: None })
    }

    /// The loops for a matrix of `matrix->width` diagonals (DIA), for strips of [`STRIP`] rows from `matrix->first` up to, but
    /// not including `matrix->end`: in `matrix->val[strip][d][i]` is the element of row `i` of a strip whose column is the
    /// row plus `matrix->offset[d]`. The offsets ascend, and all of these columns are there. `None` if the elements
    /// have no columns.
    ///
    /// # Errors
    /// isl's.
    pub fn diagonals(&self) -> Result<Option<Executor>, Error> {
        let Some(columns) = self.columns else { return Ok(None) };
        let mut gdg = self.executor("diagonals")?;
        let sizes = self.cut_into_strips(&mut gdg)?;
        let mut statement = gdg.statement(self.statement).clone();
        let offset = ArrayId::new(gdg.arrays.len());
        let element = gdg.array(columns).element;
        let name = gdg.free_name("offset");
        gdg.arrays.push(Array {
            path: vec![PathPart::Text(format!("{MATRIX}->offset")), PathPart::Subscript],
            extents: vec![Some(gdg.read_function(&format!("{{ [({})] }}", sizes.width))?)],
            name: name.clone(),
            ..external(element)
        });
        let diagonal = iterator(&statement.iterators, ELEMENT);
        let load = Expr { ty: element, kind: ExprKind::Load(AccessId::new(statement.accesses.len())) };
        let column = Expr::binary(element, BinaryOp::Add, row(element), load);
        let loads_column = |statement: &Statement, expr: &Expr| matches!(expr.kind, ExprKind::Load(access) if statement.access(access).array == columns);
        let before = statement.clone();
        for_each_expr_mut(&mut statement, &mut |expr| {
            if loads_column(&before, expr) {
                *expr = column.clone();
            }
        });
        statement.accesses.push(Access {
            kind: AccessKind::Read,
            array: offset,
            relation: Instances::of(&gdg, &statement)
                .elements(gdg.array(offset), std::slice::from_ref(&diagonal))?
                .relation,
            subscripts: vec![diagonal],
            span: None,
        });
        self.pad(&mut gdg, statement, &sizes)?;
        Ok(Some(Executor { gdg, range: None }))
    }

    /// The loops as they are, for a range of rows.
    ///
    /// # Errors
    /// isl's.
    pub fn rows(&self) -> Result<Executor, Error> {
        let mut gdg = self.executor("rows")?;
        let range = ["first", "end"].map(|name| {
            let name = gdg.free_name(name);
            let spelling = name.clone();
            gdg.params.push(Param { name: name.clone(), spelling, ty: ScalarType::I64, definition: None });
            name
        });
        let [first, end] = &range;
        let n_rows = self.n_rows.describe(&gdg.params);
        let within = gdg.read_set(&format!("{{ : 0 <= {first} <= {end} <= {n_rows} }}"))?;
        gdg.context = gdg.context.intersect(&within)?;
        restrict(&mut gdg, first, end)?;
        Ok(Executor { gdg, range: Some(range) })
    }

    /// A copy of the GDG, under another name, with nothing known of its dependences.
    fn executor(&self, suffix: &str) -> Result<Gdg, Error> {
        let name = format!("{}_{suffix}", self.gdg.name);
        let schedule = self.gdg.original.clone();
        Ok(Gdg { name, schedule, dependences: None, parents: vec![], children: vec![], ..self.gdg.clone() })
    }

    /// Adds a parameter that the matrix has; it is not negative. Returns its name.
    fn add_size(&self, gdg: &mut Gdg, name: &str) -> Result<String, Error> {
        let spelling = format!("{MATRIX}->{name}");
        let name = gdg.free_name(name);
        gdg.params.push(Param { name: name.clone(), spelling, ty: ScalarType::I32, definition: None });
        gdg.context = gdg.context.intersect(&gdg.read_set(&format!("{{ : 0 <= {name} <= {INT_MAX} }}"))?)?;
        Ok(name)
    }

    /// Replaces the loop over the rows by one over the strips from `matrix->first` up to, but not including `matrix->end`,
    /// and one over their rows; the loop over the elements of a row runs `matrix->width` times.
    fn cut_into_strips(&self, gdg: &mut Gdg) -> Result<Sizes, Error> {
        let width = self.add_size(gdg, "width")?;
        let (first, end) = (self.add_size(gdg, "first")?, self.add_size(gdg, "end")?);
        let n_rows = self.n_rows.describe(&gdg.params);
        let within = gdg.read_set(&format!("{{ : {first} <= {end} and {STRIP} {end} <= {n_rows} }}"))?;
        gdg.context = gdg.context.intersect(&within)?;
        let statement = &gdg.statements[self.statement.index()];
        let [row, element] = ["row", "element"].map(|name| gdg.free_name(name));
        let table = gdg.read_set(&format!("{{ {}[{row}, {element}] : 0 <= {element} < {width} }}", statement.name))?;
        let domain = without_inner_loop(gdg, &statement.domain)?.intersect(&table)?;
        gdg.statements[self.statement.index()].domain = domain;
        let mut origins = isl::UnionMap::empty(&gdg.context.get_space()?)?;
        for position in 0..gdg.statements.len() {
            let statement = &gdg.statements[position];
            let cut = Cut::of(gdg, statement, [&first, &end])?;
            gdg.statements[position] = cut.apply(gdg, statement)?;
            origins = origins.add_map(&cut.origin)?;
        }
        let rows = gdg.original.pullback_union_pw_multi_aff(&origins.as_union_pw_multi_aff()?)?;
        let body = with_domain(&rows, &gdg.domain()?)?.get_root()?.child(0)?.delete()?;
        let [strips, rows] = [STRIP_OF_ROWS, ROW].map(|position| counter(gdg, position));
        gdg.original = insert_band(&insert_band(&body, &[rows?])?, &[strips?])?.get_schedule()?;
        gdg.schedule = gdg.original.clone();
        Ok(Sizes { end, width })
    }

    /// Lets the loop over the elements of a row go over elements of a table. Elements with a NaN in the marker are skipped.
    fn pad(&self, gdg: &mut Gdg, mut statement: Statement, sizes: &Sizes) -> Result<(), Error> {
        let Some((write, value, read)) = update(&statement) else {
            return Err(Error::Bug(format!("`{}` updates nothing", statement.name)));
        };
        let (value, ty) = (value.clone(), value.ty);
        let is_marker = |access: &Access| access.array == self.marker;
        let Some(marker) = statement.accesses.iter().position(is_marker) else {
            return Err(Error::Bug(format!("`{}` does not read the marker", statement.name)));
        };
        let load =
            |access| Expr { ty: gdg.array(statement.access(access).array).element, kind: ExprKind::Load(access) };
        let marker = load(AccessId::new(marker));
        let kept = Box::new(load(read));
        let is_there = Expr::binary(ScalarType::I32, BinaryOp::Eq, marker.clone(), marker);
        // All is there that is read for padding, too: to read it anyway, so that nothing branches.
        let local = LocalId::new(statement.body.locals.len());
        statement.body.locals.push(Local { name: gdg.free_name("updated"), ty });
        let updated = Box::new(Expr { ty, kind: ExprKind::Local(local) });
        let chosen = Expr { ty, kind: ExprKind::Select(Box::new(is_there), updated, kept) };
        statement.body.actions = vec![Action::Set { local, value }, Action::Store { access: write, value: chosen }];

        for &array in &self.entries {
            let extents = [&sizes.end, &sizes.width, &STRIP.to_string()];
            let extents = extents.map(|size| gdg.read_function(&format!("{{ [({size})] }}")));
            let array = &mut gdg.arrays[array.index()];
            array.path = vec![PathPart::Text(format!("{MATRIX}->{}", array.name)), PathPart::Linear { n_dims: 3 }];
            array.extents = extents.into_iter().map(|extent| Ok(Some(extent?))).collect::<Result<_, Error>>()?;
        }
        for access in statement.accesses.iter_mut().filter(|access| self.entries.contains(&access.array)) {
            access.subscripts =
                [STRIP_OF_ROWS, ELEMENT, ROW].map(|position| iterator(&statement.iterators, position)).into();
        }
        keep_used_accesses(&mut statement);
        follow_subscripts(gdg, &mut statement)?;
        gdg.statements[self.statement.index()] = statement;
        gdg.original = with_domain(&gdg.original, &gdg.domain()?)?;
        gdg.schedule = gdg.original.clone();
        Ok(())
    }
}

/// An array that the generated code does not declare.
fn external(element: ScalarType) -> Array {
    Array {
        name: String::new(),
        element,
        extents: vec![],
        path: vec![],
        storage: Storage::External,
        live_in: true,
        live_out: true,
        span: None,
    }
}

/// Where the iterators of the statement that updates are, once rows are cut into strips.
const STRIP_OF_ROWS: usize = 0;
const ROW: usize = 1;
const ELEMENT: usize = 2;

/// A statement whose rows are cut into strips, in terms of its instances before that.
struct Cut {
    /// From the instances after it to those before.
    origin: isl::Map,
    /// The instances in these strips.
    within: isl::Set,
}

impl Cut {
    fn of(gdg: &Gdg, statement: &Statement, [first, end]: [&str; 2]) -> Result<Self, Error> {
        let name = &statement.name;
        let [strip, row] = ["strip", "row"].map(|name| gdg.free_name(name));
        let inner = (1..statement.depth()).map(|depth| format!(", {}", gdg.free_name(&format!("i{depth}"))));
        let inner = inner.collect::<String>();
        let instance = format!("{name}[{strip}, {row}{inner}]");
        Ok(Self {
            origin: gdg.read_map(&format!("{{ {instance} -> {name}[{STRIP} {strip} + {row}{inner}] }}"))?,
            within: gdg.read_set(&format!("{{ {instance} : {first} <= {strip} < {end} and 0 <= {row} < {STRIP} }}"))?,
        })
    }

    /// The statement after it.
    fn apply(&self, gdg: &Gdg, statement: &Statement) -> Result<Statement, Error> {
        let mut statement = statement.clone();
        let origin = self.origin.as_pw_multi_aff()?;
        let domain = statement.domain.preimage_pw_multi_aff(&origin)?.intersect(&self.within)?;
        let domain = domain.intersect_params(&gdg.context)?.remove_redundancies()?.gist_params(&gdg.context)?;
        for access in &mut statement.accesses {
            access.relation = access.relation.preimage_domain_pw_multi_aff(&origin)?.intersect_domain(&domain)?;
        }
        for_each_expr_mut(&mut statement, &mut |expr| match &mut expr.kind {
            ExprKind::Iterator(0) => *expr = row(expr.ty),
            ExprKind::Iterator(position) => *position += 1,
            _ => {}
        });
        let strip = Iterator { name: gdg.free_name("strip"), ..statement.iterators[0].clone() };
        statement.iterators.insert(STRIP_OF_ROWS, strip);
        Ok(Statement { domain, ..statement })
    }
}

/// The loop counter at this place, once rows are cut into strips.
fn counter(gdg: &Gdg, position: usize) -> Result<isl::UnionPwAff, Error> {
    let mut counter = isl::UnionPwAff::empty(&gdg.context.get_space()?)?;
    for statement in &gdg.statements {
        let space = isl::LocalSpace::from_space(&statement.domain.get_space()?)?;
        counter = counter.add_pw_aff(&isl::PwAff::var_on_domain(&space, isl::Dim::Set, position)?)?;
    }
    Ok(counter)
}

fn iterator(iterators: &[Iterator], position: usize) -> Expr {
    Expr { ty: iterators[position].ty, kind: ExprKind::Iterator(position) }
}

/// The row, once rows are cut into strips.
fn row(ty: ScalarType) -> Expr {
    let of = |kind| Expr { ty, kind };
    let strip = Expr::binary(ty, BinaryOp::Mul, Expr::int(ty, STRIP.into()), of(ExprKind::Iterator(STRIP_OF_ROWS)));
    Expr::binary(ty, BinaryOp::Add, strip, of(ExprKind::Iterator(ROW)))
}

/// Leaves only these rows: values of the outermost loop.
fn restrict(gdg: &mut Gdg, first: &str, end: &str) -> Result<(), Error> {
    let params = gdg.read_set("{ : }")?;
    for statement in &mut gdg.statements {
        let domain = &statement.domain;
        let function = |name: &str| -> Result<isl::PwAff, Error> {
            let id = isl::Id::new(domain.ctx(), name)?;
            let universe = isl::Set::universe(&domain.get_space()?.add_param_id(&id)?)?;
            Ok(universe.param_pw_aff_on_domain_id(&id)?)
        };
        let space = isl::LocalSpace::from_space(&domain.get_space()?)?;
        let row = isl::PwAff::var_on_domain(&space, isl::Dim::Set, 0)?;
        let rows = row.ge_set(&function(first)?)?.intersect(&row.lt_set(&function(end)?)?)?;
        statement.domain = domain.intersect(&rows)?.align_params(&params.get_space()?)?;
    }
    gdg.original = gdg.original.intersect_domain(&gdg.domain()?)?;
    gdg.schedule = gdg.original.clone();
    Ok(())
}

/// The domain with all values in the last dimension, and without what static bounds of it say.
fn without_inner_loop(gdg: &Gdg, domain: &isl::Set) -> Result<isl::Set, Error> {
    let mut domain = domain.eliminate(isl::Dim::Set, 1, 1)?;
    for param in gdg.params.iter().filter(|param| param.is_static_bound()) {
        if let Some(position) = domain.find_dim_by_name(isl::Dim::Param, &param.name)? {
            domain = domain.project_out(isl::Dim::Param, position, 1)?;
        }
    }
    Ok(domain)
}

/// The same order for other instances of the same statements.
fn with_domain(schedule: &isl::Schedule, domain: &isl::UnionSet) -> Result<isl::Schedule, Error> {
    let text = schedule.to_yaml()?;
    let lines = text.lines().map(|line| match line.starts_with("domain:") {
        true => format!("domain: \"{domain}\""),
        false => line.to_owned(),
    });
    Ok(isl::Schedule::read(schedule.ctx(), &lines.collect::<Vec<_>>().join("\n"))?)
}

/// Lets the accesses go to what their subscripts say, in all instances.
fn follow_subscripts(gdg: &Gdg, statement: &mut Statement) -> Result<(), Error> {
    let instances = statement.clone();
    for access in &mut statement.accesses {
        let elements = Instances::of(gdg, &instances).elements(gdg.array(access.array), &access.subscripts)?;
        access.relation = elements.relation.intersect_domain(&instances.domain)?;
        access.kind = match (access.kind.is_write(), elements.exact) {
            (false, true) => AccessKind::Read,
            (false, false) => AccessKind::MayRead,
            (true, true) => AccessKind::MustWrite,
            (true, false) => AccessKind::MayWrite,
        };
    }
    Ok(())
}

/// Calls `visit` on all expressions of the body and of the subscripts, inner ones first.
fn for_each_expr_mut(statement: &mut Statement, visit: &mut dyn FnMut(&mut Expr)) {
    statement.body.for_each_expr_mut(&mut |expr| expr.for_each_mut(visit));
    for subscript in statement.accesses.iter_mut().flat_map(|access| &mut access.subscripts) {
        subscript.for_each_mut(visit);
    }
}

/// Drops the accesses that neither the actions nor other accesses use.
fn keep_used_accesses(statement: &mut Statement) {
    let mut used = vec![];
    for action in &statement.body.actions {
        if let Action::Store { access, .. } = action {
            used.push(*access);
        }
    }
    let loads = |expr: &Expr, used: &mut Vec<AccessId>| {
        expr.for_each(&mut |each| {
            if let ExprKind::Load(access) = each.kind
                && !used.contains(&access)
            {
                used.push(access);
            }
        });
    };
    statement.body.for_each_expr(&mut |expr| loads(expr, &mut used));
    let mut position = 0;
    while let Some(access) = used.get(position).copied() {
        statement.access(access).subscripts.iter().for_each(|subscript| loads(subscript, &mut used));
        position += 1;
    }
    used.sort();
    let renamed: BTreeMap<AccessId, AccessId> =
        used.iter().enumerate().map(|(new, old)| (*old, AccessId::new(new))).collect();
    statement.accesses = used.iter().map(|access| statement.access(*access).clone()).collect();
    for_each_expr_mut(statement, &mut |expr| {
        if let ExprKind::Load(access) = &mut expr.kind
            && let Some(new) = renamed.get(access)
        {
            *access = *new;
        }
    });
    for action in &mut statement.body.actions {
        if let Action::Store { access, .. } = action
            && let Some(new) = renamed.get(access)
        {
            *access = *new;
        }
    }
}
