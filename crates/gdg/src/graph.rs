//! One generalized dependence graph.

use polymill_diagnostics::Span;
use polymill_isl as isl;

use crate::{
    Array, ArrayId, Dependences, GdgId, IndependentLoop, Param, ParamId, SpecializeOp, Statement, StatementId, Storage,
};

/// A generalized dependence graph: one region of code.
#[derive(Clone, Debug)]
pub struct Gdg {
    /// Unique in the program: the function's name, with a number if it has several regions.
    pub name: String,
    /// Integer values that do not change in the region.
    pub params: Vec<Param>,
    /// The parameter values for which this GDG is valid: facts (types' ranges, the user's promises).
    pub context: isl::Set,
    /// What the GDG additionally assumes of the parameters and cannot prove; the generated code checks it and falls back
    /// to the original code. Universe when there is nothing to check.
    pub assumptions: isl::Set,
    /// What the user promised of the parameters. It is part of the context; the generated code can check it.
    pub promise: isl::Set,
    /// Versions that the user wants: for which parameter values each is to be.
    pub wanted: Vec<isl::Set>,
    /// All memory that is accessed.
    pub arrays: Vec<Array>,
    /// Pairs of arrays that may overlap.
    pub aliases: Vec<AliasPair>,
    /// Pairs of arrays that do not overlap, which a pragma promises, or a test has shown: code that is made of the source alone has
    /// to expect that they do.
    pub disjoint: Vec<AliasPair>,
    /// Loops of the source whose iterations are independent.
    pub independent: Vec<IndependentLoop>,
    /// All statements, in source order.
    pub statements: Vec<Statement>,
    /// The order of the source. Never changed by the mapper.
    pub original: isl::Schedule,
    /// The current order: an isl schedule tree over the statements' domains; its marks are [`Mark`](crate::Mark)s.
    pub schedule: isl::Schedule,
    /// The order that must be kept, once analysed.
    pub dependences: Option<Dependences>,
    /// If this is a specializer GDG: the versions that it chooses from, which are its children. It has no statements.
    pub specialize_op: Option<SpecializeOp>,
    /// GDGs that call this one.
    pub parents: Vec<GdgId>,
    /// GDGs that this one calls.
    pub children: Vec<GdgId>,
    /// Whether sums of floating-point numbers may be computed in another way than the source says: in another order, or with a common
    /// factor taken out of them.
    pub reassociable: bool,
    /// Whether it is known to run many times, with little between but other such regions: threads are awake then.
    pub repeated: bool,
    /// How many loops of its function it stands in.
    pub n_loops_around: usize,
    /// Where it comes from.
    pub origin: Origin,
    /// Where the region stands in the source.
    pub span: Option<Span>,
}

/// Where a region comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Code of the user's, which stays as it is where nothing better is found.
    Source,
    /// It was built. There is no code of it yet, so that it is generated in its own order where nothing better is found.
    Built,
}

/// Two arrays that may overlap in memory for all that the source says; or twice an array whose rows may overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AliasPair {
    /// The one that is declared first.
    pub first: ArrayId,
    /// The other, or the same.
    pub second: ArrayId,
}

impl AliasPair {
    /// Whether it says that the rows of one array may overlap.
    pub fn is_of_rows(&self) -> bool {
        self.first == self.second
    }
}

impl Gdg {
    /// A GDG with nothing in it, valid for all parameters.
    ///
    /// # Errors
    /// isl's.
    pub fn new(context: &isl::Context, name: &str, origin: Origin) -> isl::Result<Self> {
        let space = isl::Space::params_alloc(context, 0)?;
        let all = isl::Set::universe(&space)?;
        let schedule = isl::Schedule::empty(&space)?;
        Ok(Self {
            name: name.to_owned(),
            params: vec![],
            context: all.clone(),
            assumptions: all.clone(),
            promise: all,
            wanted: vec![],
            arrays: vec![],
            aliases: vec![],
            disjoint: vec![],
            independent: vec![],
            statements: vec![],
            original: schedule.clone(),
            schedule,
            dependences: None,
            specialize_op: None,
            parents: vec![],
            children: vec![],
            reassociable: false,
            repeated: false,
            n_loops_around: 0,
            origin,
            span: None,
        })
    }

    /// Whether a parameter is the static bound of a dynamic counted loop.
    pub fn is_static_bound(&self, param: &str) -> bool {
        self.params.iter().any(|each| each.name == param && each.is_static_bound())
    }

    /// Whether this is the source's code only where some memory does not overlap: a store may change a parameter otherwise, or
    /// an element that other subscripts name.
    pub fn is_conditional(&self) -> bool {
        let holds_parameter = |id: ArrayId| self.array(id).storage == Storage::Parameter;
        self.aliases.iter().any(|pair| pair.is_of_rows() || holds_parameter(pair.first) || holds_parameter(pair.second))
    }

    /// Whether stores may change a parameter for all that the C compiler can know.
    pub fn is_held(&self, param: &Param) -> bool {
        self.arrays.iter().any(|array| array.storage == Storage::Parameter && Some(&array.place) == param.place())
    }

    /// The arrays whose elements lie behind pointers that are elements of this one.
    pub fn followers(&self, pointers: &Array) -> Vec<ArrayId> {
        let leads_to = |array: &Array| array.row_dims >= pointers.n_dims() && array.place.is_inside(&pointers.place);
        (0..self.arrays.len()).map(ArrayId::new).filter(|id| leads_to(self.array(*id))).collect()
    }

    /// The statement with this id.
    pub fn statement(&self, id: StatementId) -> &Statement {
        &self.statements[id.index()]
    }

    /// The array with this id.
    pub fn array(&self, id: ArrayId) -> &Array {
        &self.arrays[id.index()]
    }

    /// The statement whose domain has this tuple name.
    pub fn statement_named(&self, name: &str) -> Option<StatementId> {
        self.statements.iter().position(|statement| statement.name == name).map(StatementId::new)
    }

    /// The array with this name.
    pub fn array_named(&self, name: &str) -> Option<ArrayId> {
        self.arrays.iter().position(|array| array.name == name).map(ArrayId::new)
    }

    /// `name` with a number, such that no array, statement or parameter is called so yet.
    pub fn fresh_name(&self, name: &str) -> String {
        let mut number = 1;
        loop {
            let candidate = format!("{name}_{number}");
            if self.is_free_name(&candidate) {
                return candidate;
            }
            number += 1;
        }
    }

    /// `name`, with a number if an array, statement, parameter or variable of a body is called so already.
    pub fn free_name(&self, name: &str) -> String {
        if self.is_free_name(name) { name.to_owned() } else { self.fresh_name(name) }
    }

    /// Whether no array, statement, parameter or variable of a body is called so.
    fn is_free_name(&self, name: &str) -> bool {
        let locals = self.statements.iter().flat_map(|statement| &statement.body.locals);
        self.array_named(name).is_none()
            && self.statement_named(name).is_none()
            && !locals.into_iter().any(|local| local.name == name)
            && !self
                .params
                .iter()
                .any(|param| param.name == name || param.place().is_some_and(|place| place.root == name))
    }

    /// The parameter with this name.
    pub fn param_named(&self, name: &str) -> Option<ParamId> {
        self.params.iter().position(|param| param.name == name).map(ParamId::new)
    }

    /// A set in terms of the parameters, as isl's text has it behind their names: `{ [x] : 0 <= x < n }`.
    ///
    /// # Errors
    /// isl's.
    pub fn read_set(&self, set: &str) -> isl::Result<isl::Set> {
        isl::Set::read(self.context.ctx(), &format!("{} -> {set}", self.param_names()))
    }

    /// A relation in terms of the parameters, as isl's text has it behind their names: `{ [x] -> [x + n] }`.
    ///
    /// # Errors
    /// isl's.
    pub fn read_map(&self, map: &str) -> isl::Result<isl::Map> {
        isl::Map::read(self.context.ctx(), &format!("{} -> {map}", self.param_names()))
    }

    /// A relation between several spaces in terms of the parameters, as isl's text has it behind their names.
    ///
    /// # Errors
    /// isl's.
    pub fn read_union_map(&self, map: &str) -> isl::Result<isl::UnionMap> {
        isl::UnionMap::read(self.context.ctx(), &format!("{} -> {map}", self.param_names()))
    }

    /// A function of the parameters, as isl's text has it behind their names: `{ [(n + 1)] }`.
    ///
    /// # Errors
    /// isl's.
    pub fn read_function(&self, function: &str) -> isl::Result<isl::PwAff> {
        isl::PwAff::read(self.context.ctx(), &format!("{} -> {function}", self.param_names()))
    }

    fn param_names(&self) -> String {
        let names: Vec<_> = self.params.iter().map(|param| param.name.as_str()).collect();
        format!("[{}]", names.join(", "))
    }

    /// Whether the GDG is valid only where a test is passed, of memory or data.
    ///
    /// # Errors
    /// isl's.
    pub fn passes(&self, test: &Param) -> isl::Result<bool> {
        self.context.is_subset(&test.is_passed(&self.context)?)
    }

    /// The set without what it says of static bounds: how far dynamic counted loops go is for data to say.
    ///
    /// # Errors
    /// isl's.
    pub fn for_any_data(&self, set: &isl::Set) -> isl::Result<isl::Set> {
        let mut set = set.clone();
        for param in self.params.iter().filter(|param| param.is_static_bound()) {
            if let Some(position) = set.find_dim_by_name(isl::Dim::Param, &param.name)? {
                set = set.eliminate(isl::Dim::Param, position, 1)?;
            }
        }
        Ok(set)
    }

    /// The same GDG with the copies of private arrays told apart: the iteration that a copy is for becomes the leading
    /// subscripts of all accesses to it. For analysis only: printed subscripts and sizes are as they were.
    ///
    /// # Errors
    /// isl's.
    pub fn with_private_copies(&self) -> isl::Result<Self> {
        let mut gdg = self.clone();
        for (index, array) in gdg.arrays.iter_mut().enumerate() {
            let Some(iterations) = array.private.take() else { continue };
            for iteration in iterations.get_map_list()?.to_vec()? {
                let user = iteration.get_tuple_name(isl::Dim::In)?;
                let users = gdg.statements.iter_mut().filter(|statement| Some(&statement.name) == user.as_ref());
                for access in users.flat_map(|statement| &mut statement.accesses) {
                    if access.array.index() == index {
                        let element = access.relation.reset_tuple_id(isl::Dim::Out)?;
                        let relation = iteration.reset_tuple_id(isl::Dim::Out)?.flat_range_product(&element)?;
                        access.relation = relation.set_tuple_name(isl::Dim::Out, &array.name)?;
                    }
                }
            }
        }
        Ok(gdg)
    }

    /// What is known of the parameters, but for limits that no size comes near, such as the largest number of a type. They make no
    /// loop simpler, and isl slower: it took a third of the time for the loops of a matrix product without them.
    ///
    /// ```
    /// let ctx = polymill_isl::Context::new()?;
    /// let text = "gdg f { param n: i32 context { : 3 <= n <= 2147483647 } schedule { } }";
    /// let program = polymill_gdg::Program::parse(&ctx, text).unwrap();
    /// let expected = polymill_isl::Set::read(&ctx, "[n] -> { : n >= 3 }")?;
    /// assert!(program.gdgs()[0].sizes()?.is_equal(&expected)?);
    /// # Ok::<(), polymill_isl::Error>(())
    /// ```
    ///
    /// # Errors
    /// isl's.
    pub fn sizes(&self) -> isl::Result<isl::Set> {
        let valid = self.context.intersect(&self.assumptions)?;
        let mut sizes = isl::Set::empty(&valid.get_space()?)?;
        for part in valid.get_basic_set_list()?.to_vec()? {
            sizes = sizes.union(&isl::Set::from_basic_set(&without_limits(&part)?)?)?;
        }
        Ok(sizes)
    }

    /// All statements' domains, for the [sizes](Gdg::sizes) that the context and the assumptions allow.
    ///
    /// # Errors
    /// isl's.
    pub fn domain(&self) -> isl::Result<isl::UnionSet> {
        let valid = self.sizes()?;
        let mut all = isl::UnionSet::empty(&valid.get_space()?)?;
        for statement in &self.statements {
            all = all.union(&statement.domain.intersect_params(&valid)?.to_union_set()?)?;
        }
        Ok(all)
    }

    /// Whether a statement stores, or may store, to the array by its name.
    pub fn stores_to(&self, array: crate::ArrayId) -> bool {
        let mut accesses = self.statements.iter().flat_map(|statement| &statement.accesses);
        accesses.any(|access| access.array == array && access.kind.is_write())
    }

    /// The accesses of all statements that `select` picks, as one relation from instances to array elements, restricted
    /// to the domains.
    ///
    /// # Errors
    /// isl's.
    pub fn accesses(&self, select: impl Fn(&crate::Access) -> bool) -> isl::Result<isl::UnionMap> {
        let valid = self.sizes()?;
        let mut all = isl::UnionMap::empty(&valid.get_space()?)?;
        for statement in &self.statements {
            let selected: Vec<_> = statement.accesses.iter().filter(|access| select(access)).collect();
            if selected.is_empty() {
                continue;
            }
            let domain = statement.domain.intersect_params(&valid)?;
            for access in selected {
                all = all.union(&access.relation.intersect_domain(&domain)?.to_union_map()?)?;
            }
        }
        Ok(all)
    }
}

/// No size comes near this.
const LIMIT: i64 = 1 << 30;

/// The set without constraints that only keep one parameter from being very large.
fn without_limits(set: &isl::BasicSet) -> isl::Result<isl::BasicSet> {
    if set.dim(isl::Dim::Div)? > 0 {
        return Ok(set.clone());
    }
    let mut rest = isl::BasicSet::universe(&set.get_space()?)?;
    for constraint in set.get_constraint_list()?.to_vec()? {
        if !is_limit(&constraint, set.dim(isl::Dim::Param)?)? {
            rest = rest.add_constraint(&constraint)?;
        }
    }
    Ok(rest)
}

fn is_limit(constraint: &isl::Constraint, n_params: usize) -> isl::Result<bool> {
    let mut n_involved = 0;
    for position in 0..n_params {
        n_involved += usize::from(constraint.involves_dims(isl::Dim::Param, position, 1)?);
    }
    let is_far = constraint.get_constant_val()?.cmp_si(LIMIT)? >= 0;
    Ok(n_involved == 1 && is_far && !constraint.is_equality()?)
}
