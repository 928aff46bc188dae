//! From drafts to a GDG: names, liveness, aliases, schedule.

use std::collections::{BTreeMap, BTreeSet};

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{
    Access, AccessKind, AliasPair, Array, ArrayId, Expr, Gdg, Origin, ScalarType, Statement, StatementId, Storage,
    build, is_name,
};
use polymill_isl as isl;

use super::Built;
use super::alias::alias_pairs;
use super::builder::Builder;
use super::draft::{Draft, Order};
use crate::Result;
use crate::repeated::{is_repeated, n_loops_around};
use crate::syntax::{StmtKind, VarId};

impl Builder<'_> {
    /// The finished GDG, with what there is to say about it. `order` is that of the drafts.
    pub(super) fn finish(mut self, order: &Order, name: &str) -> Result<Built> {
        self.set_liveness();
        self.check_values()?;
        self.end_lives()?;
        self.group(order)?;
        self.substitute(order)?;
        self.join_sharing(order)?;
        self.privatize();
        self.pass_values_on()?;
        self.remove_unread();
        self.delinearize()?;
        self.find_certain_writes()?;
        self.remove_needless_kills();
        self.add_reads_of_calls()?;
        self.drop_idle_params()?;
        self.settle_large_params()?;
        self.test_presumed()?;
        self.hold_pointers()?;
        let is_written = |id: ArrayId| {
            self.drafts
                .iter()
                .flat_map(|draft| &draft.accesses)
                .any(|access| access.array == id && access.kind.is_write())
        };
        let aliases = alias_pairs(&self, &is_written);
        if !self.is_promised {
            self.assume_followed(&aliases)?;
        }
        let (arrays, new_ids) = self.used_arrays();
        let aliases = aliases.into_iter().filter_map(|pair| {
            let (first, second) = (*new_ids.get(&pair.first)?, *new_ids.get(&pair.second)?);
            Some(AliasPair { first, second })
        });
        let mut aliases: Vec<AliasPair> = aliases.collect();
        let mut disjoint = vec![];
        let mut remarks = std::mem::take(&mut self.remarks);
        if self.is_promised && !aliases.is_empty() {
            remarks.push(self.promise(&arrays, &aliases));
            std::mem::swap(&mut aliases, &mut disjoint);
        }
        let mut statements = vec![];
        let mut statement_of_draft = BTreeMap::new();
        for (index, draft) in std::mem::take(&mut self.drafts).into_iter().enumerate() {
            if !draft.is_empty() {
                statement_of_draft.insert(index, statements.len());
                let name = self.names.own(&format!("S{}", statements.len()));
                statements.push(self.named(draft, name, &new_ids)?);
            }
        }
        let independent = self.independent(&arrays, &statements, &statement_of_draft);
        remarks.extend(self.remarks_of_independent());
        let schedule = match source_order(order, &statement_of_draft).schedule(&statements)? {
            Some(schedule) => schedule,
            None => isl::Schedule::empty(&self.context.get_space()?)?,
        };
        let gdg = Gdg {
            params: self.params.params.clone(),
            context: self.context.clone(),
            assumptions: self.assumptions.clone(),
            arrays,
            aliases,
            disjoint,
            independent,
            statements,
            original: schedule.clone(),
            schedule,
            repeated: is_repeated(self.unit, self.function, &self.region),
            n_loops_around: n_loops_around(self.function, &self.region),
            span: Some(self.span(&self.region)),
            ..Gdg::new(self.ctx, name, Origin::Source)?
        };
        let computed = self.products.iter().map(|product| product.computed().clone()).collect();
        Ok(Built { gdg, remarks, computed })
    }

    /// Says which arrays are taken not to overlap because of the pragma.
    fn promise(&self, arrays: &[Array], aliases: &[AliasPair]) -> Diagnostic {
        let name = |id: ArrayId| &arrays[id.index()].name;
        let describe = |pair: &AliasPair| match pair.is_of_rows() {
            true => format!("the rows of `{}`", name(pair.first)),
            false => format!("`{}` and `{}`", name(pair.first), name(pair.second)),
        };
        let pairs: Vec<String> = aliases.iter().map(describe).collect();
        Diagnostic::remark("no-alias-promised", "arrays in this scop are taken not to overlap, as the pragma promises")
            .at(self.span(&self.region), "")
            .note(format!("nothing else says so of {}", pairs.join(", ")))
    }

    fn set_liveness(&mut self) {
        for index in 0..self.arrays.arrays.len() {
            let key = &self.arrays.keys[index];
            let root = key.root;
            let is_live = match key.is_indirect() {
                true => !self.is_own_memory(key) || self.is_memory_live_after(root, &self.region),
                false => self.is_place_live_after(key, &self.region),
            };
            let has_value = is_live || self.may_have_value(root);
            let is_unshared = !key.is_indirect() && self.is_unshared(root);
            let array = &mut self.arrays.arrays[index];
            array.is_unshared |= is_unshared;
            if array.storage == Storage::External {
                (array.live_in, array.live_out) = (has_value, is_live);
            }
        }
    }

    /// Whether all variables of the region that are read get a value there. If not, the code has no meaning, or it was not understood.
    fn check_values(&self) -> Result<()> {
        let written = self.drafts.iter().flat_map(|draft| &draft.accesses).filter(|access| access.kind.is_write());
        let written: BTreeSet<ArrayId> = written.map(|access| access.array).collect();
        for draft in &self.drafts {
            for access in draft.accesses.iter().filter(|access| access.kind.is_read()) {
                let array = self.arrays.get(access.array);
                if array.storage == Storage::Local && !written.contains(&access.array) {
                    let message = format!("`{}` is read, and nothing gives it a value before", array.name);
                    return Err(self.obstacle(
                        "never-set",
                        message,
                        &draft.span,
                        "give it a value where it is declared",
                    ));
                }
            }
        }
        Ok(())
    }

    /// What statements that always run say of arrays that are accessed only before them, or only behind them: that their values
    /// are not used any more.
    fn end_lives(&mut self) -> Result<()> {
        for (position, draft) in self.drafts.iter().enumerate().filter(|(_, draft)| draft.is_kill()) {
            if !draft.domain.plain_is_universe()? {
                continue;
            }
            for access in &draft.accesses {
                let uses = |other: &Draft| {
                    let mut own = other.accesses.iter().filter(|each| each.array == access.array);
                    own.any(|each| each.kind != AccessKind::Kill)
                };
                let array = &mut self.arrays.arrays[access.array.index()];
                array.live_out &= self.drafts[position..].iter().any(uses);
                array.live_in &= self.drafts[..position].iter().any(uses);
            }
        }
        Ok(())
    }

    /// Whether an automatic variable that is not read after the region may have a value before it: one that the code
    /// outside of the region names, or a declaration gives.
    fn may_have_value(&self, var: VarId) -> bool {
        if self.unit.var(var).storage != crate::syntax::Storage::Local {
            return true;
        }
        let mut found = false;
        self.function.body.for_each(&mut |stmt| {
            if let StmtKind::Declare(declarations) = &stmt.kind {
                found |= declarations.iter().any(|one| one.var == var && one.init.is_some());
            }
        });
        self.function.body.for_each_expr(&mut |expr| {
            found |= expr.as_var() == Some(var) && !self.region.contains(&expr.span.start);
        });
        found
    }

    /// A call of a function that may read memory reads all that the region writes and that the function may know.
    fn add_reads_of_calls(&mut self) -> Result<()> {
        let accesses = self.drafts.iter().flat_map(|draft| &draft.accesses);
        let written: BTreeSet<ArrayId> =
            accesses.filter(|access| access.kind.is_write()).map(|access| access.array).collect();
        let known: Vec<ArrayId> = written
            .into_iter()
            .filter(|id| {
                let key = &self.arrays.keys[id.index()];
                key.is_indirect() || !self.is_unshared(key.root)
            })
            .collect();
        for at in 0..self.drafts.len() {
            if !self.drafts[at].reads_memory {
                continue;
            }
            if let Some(counter) = self.shared_counters.first() {
                let message = format!("a function that may read `{}` is called", self.unit.var(*counter).name);
                return Err(self.obstacle("call", message, &self.drafts[at].span, "count with a local variable"));
            }
            for id in &known {
                let access = self.read_of_all(*id, &self.drafts[at])?;
                self.drafts[at].accesses.push(access);
                self.drafts[at].occasions.push(None);
            }
        }
        Ok(())
    }

    fn read_of_all(&self, id: ArrayId, draft: &Draft) -> Result<Access> {
        let array = self.arrays.get(id);
        let instances =
            polymill_gdg::Instances { domain: &draft.domain, iterators: &draft.iterators, params: &self.params.params };
        // No subscripts at all stand for any.
        let relation = instances.elements(array, &[])?.relation;
        let subscripts = vec![Expr::int(ScalarType::I32, 0); array.n_dims()];
        Ok(Access { kind: AccessKind::MayRead, array: id, relation, subscripts, span: None })
    }

    /// The arrays that are accessed, and their ids among these.
    fn used_arrays(&self) -> (Vec<Array>, BTreeMap<ArrayId, ArrayId>) {
        let accesses = self.drafts.iter().flat_map(|draft| &draft.accesses);
        let mut used: BTreeSet<ArrayId> = accesses.map(|access| access.array).collect();
        let is_parameter = |id: &ArrayId| self.arrays.get(*id).storage == Storage::Parameter;
        used.extend((0..self.arrays.arrays.len()).map(ArrayId::new).filter(is_parameter));
        let arrays = used.iter().map(|id| self.arrays.get(*id).clone()).collect();
        let new_ids = used.iter().enumerate().map(|(index, id)| (*id, ArrayId::new(index))).collect();
        (arrays, new_ids)
    }

    fn named(&self, draft: Draft, name: String, new_ids: &BTreeMap<ArrayId, ArrayId>) -> Result<Statement> {
        let mut accesses = draft.accesses;
        for access in &mut accesses {
            access.relation = access.relation.set_tuple_name(isl::Dim::In, &name)?;
            if let Some(id) = new_ids.get(&access.array) {
                access.array = *id;
            }
        }
        let mut domain = separated(draft.domain)?.set_tuple_name(&name)?;
        for (position, iterator) in draft.iterators.iter().enumerate() {
            // For reading only; isl's notation does not have dimensions called as parameters are.
            let is_param = self.params.params.iter().any(|param| param.name == iterator.name);
            if is_name(&iterator.name) && !is_param {
                domain = domain.set_dim_name(isl::Dim::Set, position, &iterator.name)?;
            }
        }
        Ok(Statement {
            origin: Statement::own_origin(&domain)?,
            domain,
            name,
            iterators: draft.iterators,
            accesses,
            body: draft.body,
            span: Some(self.span(&draft.span)),
        })
    }
}

/// A domain whose pieces do not overlap, if some have integer divisions: where they overlap, the AST generation of isl up
/// to 0.26 can lose what makes them differ (see [`isl::Set::coalesce`]). Lowering would notice, and give up.
fn separated(domain: isl::Set) -> Result<isl::Set> {
    let is_at_risk = domain.n_basic_set()? > 1 && domain.involves_locals()?;
    Ok(if is_at_risk { domain.make_disjoint()? } else { domain })
}

/// The order of the statements that became of drafts.
fn source_order(order: &Order, statement_of_draft: &BTreeMap<usize, usize>) -> build::Order {
    match order {
        Order::Draft(draft) => match statement_of_draft.get(draft) {
            Some(statement) => build::Order::Statement(StatementId::new(*statement)),
            None => build::Order::Sequence(vec![]),
        },
        Order::Sequence(parts) => {
            build::Order::Sequence(parts.iter().map(|part| source_order(part, statement_of_draft)).collect())
        }
        Order::Loop { position, is_downward, body } => build::Order::Loop {
            position: *position,
            is_downward: *is_downward,
            body: Box::new(source_order(body, statement_of_draft)),
        },
    }
}
