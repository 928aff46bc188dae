//! The GDGs that work on a converted matrix.

use std::collections::BTreeMap;

use polymill_gdg::{
    Access, AccessId, AccessKind, Action, Array, ArrayId, BinaryOp, Expr, ExprKind, Gdg, Instances, Iterator, Local,
    LocalId, Param, Place, Projection, ScalarType, Statement, Storage,
};
use polymill_isl as isl;

use super::{CompressedRows, update};
use crate::Error;
use crate::tree::{insert_band, with_domain};

/// The largest value of an `int`.
const INT_MAX: i64 = 2_147_483_647;

/// Rows of a strip. Elements of a converted matrix lie strip by strip, so that loops read memory from one end to the other.
pub const STRIP: i64 = 64;

/// Rows and columns of a block.
pub const BLOCK_SIZES: [i64; 3] = [2, 3, 4];

/// Where the iterators of the statement that updates are, once rows are cut into strips.
const STRIP_OF_ROWS: usize = 0;
const ROW: usize = 1;
const ELEMENT: usize = 2;
/// In a block.
const COLUMN: usize = 3;

/// The loops for a matrix in one format.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The loops.
    pub gdg: Gdg,
    /// Two parameters that the source does not have, of type `long`: the loops are for the rows, or strips of rows, or rows of
    /// blocks, from the first up to, but not including the second.
    pub range: [String; 2],
    /// What else the source does not have.
    pub inputs: Vec<Input>,
}

/// What an executor uses of a converted matrix.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name in the loops.
    pub name: String,
    /// What it is: an array of the matrix by its name in the source, or `offset`, `row` or `width`.
    pub field: String,
    /// The type of its elements; it is an `int` if it has none.
    pub element: Option<ScalarType>,
}

impl CompressedRows<'_> {
    /// The executors for all formats: [`rows`](Self::rows), [`padded_rows`](Self::padded_rows) and, if the elements have
    /// columns, [`diagonals`](Self::diagonals) and [`blocks`](Self::blocks) of all sizes.
    ///
    /// # Errors
    /// isl's.
    pub fn executors(&self) -> Result<Vec<Executor>, Error> {
        let mut all = vec![self.rows()?, self.padded_rows()?];
        all.extend(self.diagonals()?);
        for size in BLOCK_SIZES {
            all.extend(self.blocks(size)?);
        }
        Ok(all)
    }

    /// The loops as they are, for a range of rows.
    ///
    /// # Errors
    /// isl's.
    pub fn rows(&self) -> Result<Executor, Error> {
        let mut gdg = self.executor("rows")?;
        let range = self.add_range(&mut gdg, 1)?;
        restrict(&mut gdg, &range)?;
        Ok(Executor { gdg, range, inputs: vec![] })
    }

    /// The loops for a matrix in padded rows (ELL), for a range of strips of [`STRIP`] rows. Rows have `width` elements; element
    /// `k` of row `i` of a strip is in `val[strip][k][i]`, so that several rows run in vector lanes.
    ///
    /// # Errors
    /// isl's.
    pub fn padded_rows(&self) -> Result<Executor, Error> {
        let mut gdg = self.executor("padded_rows")?;
        let width = self.make_rows_alike(&mut gdg)?;
        let range = self.cut_into_strips(&mut gdg, STRIP)?;
        self.skip_padding(&mut gdg)?;
        let mut inputs = vec![size(&width)];
        inputs.extend(self.lay_out_in_strips(&mut gdg, &self.entries, &range, &width)?);
        self.finish(gdg, range, inputs)
    }

    /// The loops for a matrix of `width` diagonals (DIA), for a range of strips of [`STRIP`] rows: in `val[strip][d][i]` is the
    /// element of row `i` of a strip whose column is the row plus `offset[d]`. The offsets ascend, and all of these
    /// columns are there. `None` if the elements have no columns.
    ///
    /// # Errors
    /// isl's.
    pub fn diagonals(&self) -> Result<Option<Executor>, Error> {
        let Some(columns) = self.columns else { return Ok(None) };
        let mut gdg = self.executor("diagonals")?;
        let width = self.make_rows_alike(&mut gdg)?;
        let range = self.cut_into_strips(&mut gdg, STRIP)?;
        let element = gdg.array(columns).element;
        let (offset, input) = self.add_array(&mut gdg, ("offset", "offset"), element, Some(&width))?;
        let mut inputs = vec![size(&width), input];
        let statement = self.update_in(&mut gdg);
        let offset = add_read(statement, offset, iterator(&statement.iterators, ELEMENT), element);
        replace_loads(statement, columns, &Expr::binary(element, BinaryOp::Add, row(element, STRIP), offset));
        self.skip_padding(&mut gdg)?;
        inputs.extend(self.lay_out_in_strips(&mut gdg, &self.entries_but(columns), &range, &width)?);
        self.finish(gdg, range, inputs).map(Some)
    }

    /// The loops for a matrix in blocks of `size` rows and columns, one row of blocks behind the other (BCSR), for a range of
    /// rows of blocks: these begin in `row`, block `k` begins in column `col[k]`, and the element in its row `i` and
    /// column `c` is `val[k][c][i]`. All columns of the blocks are there. `None` if the elements have no columns.
    ///
    /// # Errors
    /// isl's.
    pub fn blocks(&self, size: i64) -> Result<Option<Executor>, Error> {
        let Some(columns) = self.columns else { return Ok(None) };
        let mut gdg = self.executor(&format!("blocks_of_{size}"))?;
        let begins = gdg.array(self.row).element;
        let (begins, input) = self.add_array(&mut gdg, ("begin", "row"), begins, None)?;
        let before = gdg.statement(self.statement).accesses.clone();
        let range = self.cut_into_strips(&mut gdg, size)?;
        let statement = self.update_in(&mut gdg);
        for (access, before) in statement.accesses.iter_mut().zip(before).filter(|(_, before)| before.array == self.row)
        {
            // Of the row of blocks, as the source has it of the row.
            (access.array, access.subscripts) = (begins, before.subscripts);
        }
        self.add_columns_of_blocks(&mut gdg, size)?;
        let element = gdg.array(columns).element;
        let statement = self.update_in(&mut gdg);
        let first = add_read(statement, columns, iterator(&statement.iterators, ELEMENT), element);
        let column = Expr { ty: element, ..iterator(&statement.iterators, COLUMN) };
        replace_loads(statement, columns, &Expr::binary(element, BinaryOp::Add, first, column));
        self.skip_padding(&mut gdg)?;
        let size = Some(size.to_string());
        let mut inputs = vec![input];
        inputs.extend(self.lay_out(&mut gdg, &[columns], &[(None, ELEMENT)])?);
        let layout = [(None, ELEMENT), (size.as_deref(), COLUMN), (size.as_deref(), ROW)];
        inputs.extend(self.lay_out(&mut gdg, &self.entries_but(columns), &layout)?);
        self.finish(gdg, range, inputs).map(Some)
    }

    /// A copy of the GDG, under another name, with nothing known of its dependences.
    fn executor(&self, suffix: &str) -> Result<Gdg, Error> {
        let name = format!("{}_{suffix}", self.gdg.name);
        let schedule = self.gdg.original.clone();
        let (parents, children) = (vec![], vec![]);
        Ok(Gdg { name, schedule, independent: vec![], dependences: None, parents, children, ..self.gdg.clone() })
    }

    /// The statement that updates, in a copy of the GDG.
    fn update_in<'g>(&self, gdg: &'g mut Gdg) -> &'g mut Statement {
        &mut gdg.statements[self.statement.index()]
    }

    /// Adds parameters for a range of rows, or strips of so many of them.
    fn add_range(&self, gdg: &mut Gdg, rows: i64) -> Result<[String; 2], Error> {
        let range = ["first", "end"].map(|name| {
            let name = self.free_name(gdg, name);
            gdg.params.push(Param::variable(&name, ScalarType::I64));
            name
        });
        let [first, end] = &range;
        let n_rows = self.n_rows.describe(&gdg.params);
        let within = gdg.read_set(&format!("{{ : 0 <= {first} <= {end} and {rows} {end} <= {n_rows} }}"))?;
        gdg.context = gdg.context.intersect(&within)?;
        Ok(range)
    }

    /// Adds an array that the source does not have, with its name and that of the matrix's field.
    fn add_array(
        &self,
        gdg: &mut Gdg,
        (name, field): (&str, &str),
        element: ScalarType,
        extent: Option<&str>,
    ) -> Result<(ArrayId, Input), Error> {
        let (id, name) = (ArrayId::new(gdg.arrays.len()), self.free_name(gdg, name));
        gdg.arrays.push(Array {
            name: name.clone(),
            element,
            extents: vec![extent.map(|extent| gdg.read_function(&format!("{{ [({extent})] }}"))).transpose()?],
            place: Place::array(&name, 1),
            row_dims: 0,
            storage: Storage::External,
            private: None,
            is_unshared: false,
            live_in: true,
            live_out: true,
            span: None,
        });
        Ok((id, Input { name, field: field.to_owned(), element: Some(element) }))
    }

    /// `name`, with a number if it is taken.
    fn free_name(&self, gdg: &Gdg, name: &str) -> String {
        let mut found = gdg.free_name(name);
        while self.taken.contains(&found) {
            found = gdg.free_name(&format!("{found}_"));
        }
        found
    }

    /// Lets the loop over the elements of a row run `width` times for each row, where that is a new parameter. Returns its name.
    fn make_rows_alike(&self, gdg: &mut Gdg) -> Result<String, Error> {
        let width = self.free_name(gdg, "width");
        gdg.params.push(Param::variable(&width, ScalarType::I32));
        gdg.context = gdg.context.intersect(&gdg.read_set(&format!("{{ : 0 <= {width} <= {INT_MAX} }}"))?)?;
        let [row, element] = ["row", "element"].map(|name| gdg.free_name(name));
        let statement = gdg.statement(self.statement);
        let table = gdg.read_set(&format!("{{ {}[{row}, {element}] : 0 <= {element} < {width} }}", statement.name))?;
        let domain = without_inner_loop(gdg, &statement.domain)?.intersect(&table)?;
        let (_, actions) = statement.tests();
        let actions = actions.to_vec();
        let statement = self.update_in(gdg);
        statement.domain = domain;
        statement.body.actions = actions;
        Ok(width)
    }

    /// Replaces the loop over the rows by one over a range of strips of so many of them, and one over the rows of a strip.
    /// Returns the parameters for the range.
    fn cut_into_strips(&self, gdg: &mut Gdg, strip: i64) -> Result<[String; 2], Error> {
        let range = self.add_range(gdg, strip)?;
        let mut origins = isl::UnionMap::empty(&gdg.context.get_space()?)?;
        for position in 0..gdg.statements.len() {
            let statement = &gdg.statements[position];
            let cut = Cut::of(gdg, statement, strip, &range)?;
            gdg.statements[position] = cut.apply(gdg, statement)?;
            origins = origins.add_map(&cut.origin)?;
        }
        let rows = gdg.original.pullback_union_pw_multi_aff(&origins.as_union_pw_multi_aff()?)?;
        let body = with_domain(&rows, &gdg.domain()?)?.get_root()?.child(0)?.delete()?;
        let [strips, rows] = [STRIP_OF_ROWS, ROW].map(|position| counter(&gdg.statements, position));
        gdg.original = insert_band(&insert_band(&body, &[rows?])?, &[strips?])?.get_schedule()?;
        Ok(range)
    }

    /// Adds a loop over the columns of a block, inside of that over the elements.
    fn add_columns_of_blocks(&self, gdg: &mut Gdg, size: i64) -> Result<(), Error> {
        let column = gdg.free_name("column");
        let columns = gdg.read_set(&format!("{{ [{column}] : 0 <= {column} < {size} }}"))?;
        let statement = self.update_in(gdg);
        let element = statement.domain.clone();
        statement.domain = element.reset_tuple_id()?.flat_product(&columns)?.set_tuple_name(&statement.name)?;
        statement.origin = Statement::own_origin(&statement.domain)?;
        statement.iterators.push(Iterator { name: column, ..statement.iterators[ELEMENT].clone() });
        let mut origins = isl::UnionMap::empty(&gdg.context.get_space()?)?;
        for (position, statement) in gdg.statements.iter().enumerate() {
            let origin = isl::Map::identity(&statement.domain.get_space()?.map_from_set()?)?;
            let origin = if position == self.statement.index() {
                origin.project_out(isl::Dim::Out, COLUMN, 1)?.set_tuple_name(isl::Dim::Out, &statement.name)?
            } else {
                origin
            };
            origins = origins.add_map(&origin)?;
        }
        let elements = gdg.original.pullback_union_pw_multi_aff(&origins.as_union_pw_multi_aff()?)?;
        let elements = with_domain(&elements, &gdg.domain()?)?;
        let statement = gdg.statement(self.statement);
        let column = counter(std::slice::from_ref(statement), COLUMN)?;
        gdg.original = with_innermost_loop(&elements.get_root()?, &statement.name, &column)?.get_schedule()?;
        Ok(())
    }

    /// Lets elements with a NaN in the marker change nothing.
    fn skip_padding(&self, gdg: &mut Gdg) -> Result<(), Error> {
        let name = gdg.free_name("updated");
        let element_types: Vec<_> = gdg.arrays.iter().map(|array| array.element).collect();
        let statement = self.update_in(gdg);
        let Some((write, value, read)) = update(statement) else {
            return Err(Error::Bug(format!("`{}` updates nothing", statement.name)));
        };
        let (value, ty) = (value.clone(), value.ty);
        let is_marker = |access: &Access| access.array == self.marker;
        let Some(marker) = statement.accesses.iter().position(is_marker) else {
            return Err(Error::Bug(format!("`{}` does not read the marker", statement.name)));
        };
        let load = |access: AccessId| Expr {
            ty: element_types[statement.access(access).array.index()],
            kind: ExprKind::Load(access),
        };
        let marker = load(AccessId::new(marker));
        let kept = Box::new(load(read));
        let is_there = Expr::binary(ScalarType::I32, BinaryOp::Eq, marker.clone(), marker);
        // All is there that is read for padding, too: to read it anyway, so that nothing branches.
        let local = LocalId::new(statement.body.locals.len());
        statement.body.locals.push(Local { name, ty });
        let updated = Box::new(Expr { ty, kind: ExprKind::Local(local) });
        let chosen = Expr { ty, kind: ExprKind::Select(Box::new(is_there), updated, kept) };
        let actions = vec![Action::Set { local, value }, Action::Store { access: write, value: chosen }];
        match statement.body.actions.as_mut_slice() {
            [Action::If { then, .. }] => *then = actions,
            _ => statement.body.actions = actions,
        }
        Ok(())
    }

    fn entries_but(&self, array: ArrayId) -> Vec<ArrayId> {
        self.entries.iter().copied().filter(|entry| *entry != array).collect()
    }

    /// Lets arrays with one element for each of the matrix have one for each row and position in a row, strip by strip.
    fn lay_out_in_strips(
        &self,
        gdg: &mut Gdg,
        arrays: &[ArrayId],
        [_, end]: &[String; 2],
        width: &str,
    ) -> Result<Vec<Input>, Error> {
        let strip = STRIP.to_string();
        let layout = [(Some(end.as_str()), STRIP_OF_ROWS), (Some(width), ELEMENT), (Some(strip.as_str()), ROW)];
        self.lay_out(gdg, arrays, &layout)
    }

    /// Lets arrays with one element for each of the matrix have these extents, and the statement read them at these iterators.
    fn lay_out(
        &self,
        gdg: &mut Gdg,
        arrays: &[ArrayId],
        layout: &[(Option<&str>, usize)],
    ) -> Result<Vec<Input>, Error> {
        let read =
            |extent: &Option<&str>| extent.map(|size| gdg.read_function(&format!("{{ [({size})] }}"))).transpose();
        let extents = layout.iter().map(|(extent, _)| read(extent)).collect::<isl::Result<Vec<_>>>()?;
        let n_dims = layout.len();
        let subscripts = if n_dims == 1 { Projection::Subscript } else { Projection::Linear { n_dims } };
        let mut inputs = vec![];
        for id in arrays {
            let array = &mut gdg.arrays[id.index()];
            let name = array.place.root.clone();
            if array.place != Place::array(&name, 1) {
                return Err(Error::Bug(format!("the elements of `{}` do not stand one behind the other", array.name)));
            }
            inputs.push(Input { name: name.clone(), field: name.clone(), element: Some(array.element) });
            array.place = Place { root: name, projections: vec![subscripts.clone()] };
            array.extents.clone_from(&extents);
        }
        let statement = self.update_in(gdg);
        for access in statement.accesses.iter_mut().filter(|access| arrays.contains(&access.array)) {
            access.subscripts = layout.iter().map(|(_, position)| iterator(&statement.iterators, *position)).collect();
        }
        Ok(inputs)
    }

    /// The executor, with accesses that are those of the statements' bodies.
    fn finish(&self, mut gdg: Gdg, range: [String; 2], inputs: Vec<Input>) -> Result<Executor, Error> {
        let mut statement = gdg.statement(self.statement).clone();
        keep_used_accesses(&mut statement);
        follow_subscripts(&gdg, &mut statement)?;
        *self.update_in(&mut gdg) = statement;
        gdg.schedule = gdg.original.clone();
        Ok(Executor { gdg, range, inputs })
    }
}

fn size(name: &str) -> Input {
    Input { name: name.to_owned(), field: "width".to_owned(), element: None }
}

/// The node with a loop inside of all others around a statement.
fn with_innermost_loop(
    node: &isl::ScheduleNode,
    statement: &str,
    counter: &isl::UnionPwAff,
) -> Result<isl::ScheduleNode, Error> {
    if node.get_type()? == isl::ScheduleNodeType::Leaf {
        let is_here = |set: &isl::Set| Ok::<_, Error>(set.get_tuple_name()?.as_deref() == Some(statement));
        let here = node.get_domain()?.get_set_list()?.to_vec()?;
        return match here.as_slice() {
            [only] if is_here(only)? => insert_band(node, std::slice::from_ref(counter)),
            _ => Ok(node.clone()),
        };
    }
    let mut node = node.clone();
    for position in 0..node.n_children()? {
        node = with_innermost_loop(&node.child(position)?, statement, counter)?.parent()?;
    }
    Ok(node)
}

/// Adds an element that a statement reads; returns its value.
fn add_read(statement: &mut Statement, array: ArrayId, subscript: Expr, element: ScalarType) -> Expr {
    let access = AccessId::new(statement.accesses.len());
    let relation = statement.accesses[0].relation.clone();
    statement.accesses.push(Access {
        kind: AccessKind::Read,
        array,
        relation,
        subscripts: vec![subscript],
        span: None,
    });
    Expr { ty: element, kind: ExprKind::Load(access) }
}

/// Puts a value in the place of what is loaded from an array.
fn replace_loads(statement: &mut Statement, array: ArrayId, value: &Expr) {
    let is_own: Vec<_> = statement.accesses.iter().map(|access| access.array == array).collect();
    let mut kept = vec![];
    value.for_each(&mut |each| {
        if let ExprKind::Load(access) = each.kind {
            kept.push(access)
        }
    });
    for_each_expr_mut(statement, &mut |expr| {
        if let ExprKind::Load(access) = expr.kind
            && is_own[access.index()]
            && !kept.contains(&access)
        {
            *expr = value.clone();
        }
    });
}

/// A statement whose rows are cut into strips, in terms of its instances before that.
struct Cut {
    /// Rows of a strip.
    size: i64,
    /// From the instances after it to those before.
    origin: isl::Map,
    /// The instances in these strips.
    within: isl::Set,
}

impl Cut {
    fn of(gdg: &Gdg, statement: &Statement, size: i64, [first, end]: &[String; 2]) -> Result<Self, Error> {
        let name = &statement.name;
        let [strip, row] = ["strip", "row"].map(|name| gdg.free_name(name));
        let inner = (1..statement.depth()).map(|depth| format!(", {}", gdg.free_name(&format!("i{depth}"))));
        let inner = inner.collect::<String>();
        let instance = format!("{name}[{strip}, {row}{inner}]");
        Ok(Self {
            size,
            origin: gdg.read_map(&format!("{{ {instance} -> {name}[{size} {strip} + {row}{inner}] }}"))?,
            within: gdg.read_set(&format!("{{ {instance} : {first} <= {strip} < {end} and 0 <= {row} < {size} }}"))?,
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
            ExprKind::Iterator(0) => *expr = row(expr.ty, self.size),
            ExprKind::Iterator(position) => *position += 1,
            _ => {}
        });
        let strip = Iterator { name: gdg.free_name("strip"), ..statement.iterators[0].clone() };
        statement.iterators.insert(STRIP_OF_ROWS, strip);
        // An executor is a program of its own: its statements are their own origin.
        Ok(Statement { origin: Statement::own_origin(&domain)?, domain, ..statement })
    }
}

/// The loop counter at this place, once rows are cut into strips.
fn counter(statements: &[Statement], position: usize) -> Result<isl::UnionPwAff, Error> {
    let mut counter = isl::UnionPwAff::empty_ctx(statements[0].domain.ctx())?;
    for statement in statements {
        let space = isl::LocalSpace::from_space(&statement.domain.get_space()?)?;
        counter = counter.add_pw_aff(&isl::PwAff::var_on_domain(&space, isl::Dim::Set, position)?)?;
    }
    Ok(counter)
}

fn iterator(iterators: &[Iterator], position: usize) -> Expr {
    Expr { ty: iterators[position].ty, kind: ExprKind::Iterator(position) }
}

/// The row, once rows are cut into strips.
fn row(ty: ScalarType, size: i64) -> Expr {
    let of = |kind| Expr { ty, kind };
    let strip = Expr::binary(ty, BinaryOp::Mul, Expr::int(ty, size.into()), of(ExprKind::Iterator(STRIP_OF_ROWS)));
    Expr::binary(ty, BinaryOp::Add, strip, of(ExprKind::Iterator(ROW)))
}

/// Leaves only these rows: values of the outermost loop.
fn restrict(gdg: &mut Gdg, [first, end]: &[String; 2]) -> Result<(), Error> {
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
    for_each_store(&mut statement.body.actions, &mut |access| used.push(*access));
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
    for_each_store(&mut statement.body.actions, &mut |access| {
        if let Some(new) = renamed.get(access) {
            *access = *new;
        }
    });
}

fn for_each_store(actions: &mut [Action], visit: &mut dyn FnMut(&mut AccessId)) {
    for action in actions {
        match action {
            Action::Store { access, .. } => visit(access),
            Action::If { then, otherwise, .. } => {
                for_each_store(then, visit);
                for_each_store(otherwise, visit);
            }
            Action::Set { .. } | Action::Loop(_) => {}
        }
    }
}
