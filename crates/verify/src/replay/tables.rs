//! A GDG at one size: all instances, and the elements that they access.

use std::collections::{BTreeSet, HashMap};

use polymill_gdg::{Access, AccessId, AccessKind, ArrayId, Expr, ExprKind, Gdg, Statement, StatementId, UnaryOp};
use polymill_isl as isl;
use polymill_isl::Dim;

use super::terms::small_number;
use crate::points::{Point, fix_params, pairs, points};
use crate::{Error, Result};

/// The tables.
pub(crate) struct Tables<'a> {
    pub gdg: &'a Gdg,
    pub params: &'a [i64],
    pub statements: Vec<StatementTable>,
}

/// An instance of a statement.
pub(crate) struct TableInstance {
    /// The values of the iterators.
    pub values: Vec<i64>,
    /// The instance of the source that it is.
    pub origin: Point,
}

/// One statement.
pub(crate) struct StatementTable {
    pub domain: BTreeSet<Vec<i64>>,
    /// By instance: the one of the source that it is.
    origins: HashMap<Vec<i64>, Point>,
    /// By access and instance: the elements.
    elements: Vec<HashMap<Vec<i64>, Vec<Vec<i64>>>>,
}

impl<'a> Tables<'a> {
    /// Enumerates everything; an error of class unsupported if there are more than `max_instances` instances.
    pub fn new(gdg: &'a Gdg, params: &'a [i64], max_instances: usize) -> Result<Self> {
        let mut statements = vec![];
        let mut left = max_instances;
        for statement in &gdg.statements {
            let domain: BTreeSet<_> = points(gdg, &statement.domain, params, left)?.into_iter().collect();
            left -= domain.len();
            let mut elements = vec![];
            for access in &statement.accesses {
                let mut of_instance: HashMap<_, Vec<_>> = HashMap::new();
                if access.kind != AccessKind::Kill {
                    let relation = relation(gdg, statement, access, params)?;
                    for (instance, element) in pairs(gdg, &relation, params, max_instances * 50)? {
                        of_instance.entry(instance).or_default().push(element);
                    }
                }
                elements.push(of_instance);
            }
            let mut origins = HashMap::new();
            for part in
                statement.origin.intersect_domain(&statement.domain.to_union_set()?)?.get_map_list()?.to_vec()?
            {
                let source = part.get_tuple_name(Dim::Out)?.unwrap_or_default();
                let origin = |(instance, values)| (instance, Point { name: source.clone(), values });
                origins.extend(pairs(gdg, &part, params, domain.len())?.into_iter().map(origin));
            }
            statements.push(StatementTable { domain, origins, elements });
        }
        keep_promises(gdg, &mut statements);
        Ok(Self { gdg, params, statements })
    }

    /// The instance with these values of the iterators.
    pub fn instance(&self, statement: StatementId, values: Vec<i64>) -> TableInstance {
        let known = self.statements[statement.index()].origins.get(&values).cloned();
        let itself = || Point { name: self.gdg.statement(statement).name.clone(), values: values.clone() };
        TableInstance { origin: known.unwrap_or_else(itself), values }
    }

    pub fn n_instances(&self) -> usize {
        self.statements.iter().map(|statement| statement.domain.len()).sum()
    }

    /// Whether all accesses that are exact stay within the sizes that are known; otherwise the program has no meaning.
    pub fn is_in_bounds(&self) -> Result<bool> {
        for (statement, table) in self.gdg.statements.iter().zip(&self.statements) {
            for (access, elements) in statement.accesses.iter().zip(&table.elements) {
                let mut sizes = vec![];
                for extent in &self.gdg.array(access.array).extents {
                    let size = extent.as_ref().map(|extent| value_of(self.gdg, extent, self.params)).transpose()?;
                    sizes.push(size.flatten());
                }
                let is_inside = |element: &Vec<i64>| {
                    element.iter().zip(&sizes).all(|(at, size)| size.is_none_or(|size| (0..size).contains(at)))
                };
                let is_exact = matches!(access.kind, AccessKind::Read | AccessKind::MustWrite);
                if is_exact && !elements.values().flatten().all(is_inside) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The elements that an access of an instance uses or may use.
    pub fn elements(&self, statement: StatementId, access: AccessId, instance: &[i64]) -> &[Vec<i64>] {
        let of_instance = &self.statements[statement.index()].elements[access.index()];
        of_instance.get(instance).map_or(&[], Vec::as_slice)
    }

    /// All instances in the order of the source.
    pub fn in_original_order(&self) -> Result<Vec<(StatementId, Vec<i64>)>> {
        let mut timed = vec![];
        for map in self.gdg.original.get_map()?.get_map_list()?.to_vec()? {
            let name = map.get_tuple_name(Dim::In)?.unwrap_or_default();
            let Some(id) = self.gdg.statement_named(&name) else {
                return Err(Error::Bug(format!("the original order has an unknown statement `{name}`")));
            };
            let domain = &self.gdg.statement(id).domain;
            let map = map.intersect_domain(&fix_params(self.gdg, domain, self.params)?)?;
            for (instance, time) in pairs(self.gdg, &map, self.params, usize::MAX)? {
                timed.push((time, id, instance));
            }
        }
        timed.sort();
        Ok(timed.into_iter().map(|(_, id, instance)| (id, instance)).collect())
    }

    /// The subscripts of an access as they are printed, where they are numbers that depend on iterators and parameters.
    pub fn printed(&self, statement: StatementId, access: AccessId, instance: &[i64]) -> Option<Vec<i64>> {
        let access = self.gdg.statement(statement).access(access);
        let subscripts = &access.subscripts;
        let values: Option<Vec<_>> = subscripts.iter().map(|subscript| self.value(subscript, instance)).collect();
        values.filter(|values| values.len() == self.gdg.array(access.array).n_dims())
    }

    fn value(&self, expr: &Expr, instance: &[i64]) -> Option<i64> {
        let of = |operand: &Expr| self.value(operand, instance);
        match &expr.kind {
            ExprKind::Int(value) => i64::try_from(*value).ok(),
            ExprKind::Iterator(position) => instance.get(*position).copied(),
            ExprKind::Param(param) => self.params.get(param.index()).copied(),
            ExprKind::Cast(operand) if expr.ty.is_integer() => of(operand),
            ExprKind::Unary(UnaryOp::Neg, operand) => of(operand).map(|value| -value),
            ExprKind::Binary(op, left, right) => i64::try_from(op.apply(of(left)?.into(), of(right)?.into())?).ok(),
            _ => None,
        }
    }
}

/// Makes data such that they are as the user promises of loops: of the elements that an access may go to, each is for one of the
/// iterations, and left to accesses of that one only.
fn keep_promises(gdg: &Gdg, tables: &mut [StatementTable]) {
    for one in &gdg.independent {
        let inside = || gdg.statements.iter().enumerate().filter(|(_, statement)| one.has(statement));
        let counted = inside().flat_map(|(index, _)| &tables[index].domain).map(|values| values[one.position]);
        let (Some(first), Some(last)) = (counted.clone().min(), counted.max()) else { continue };
        let written: BTreeSet<ArrayId> = inside()
            .flat_map(|(_, statement)| &statement.accesses)
            .filter(|access| access.kind.is_write() && !one.except.contains(&access.array))
            .map(|access| access.array)
            .collect();
        for (index, statement) in inside() {
            for (access, elements) in statement.accesses.iter().zip(&mut tables[index].elements) {
                let is_exact = matches!(access.kind, AccessKind::Read | AccessKind::MustWrite);
                if is_exact || !written.contains(&access.array) {
                    continue;
                }
                for (instance, elements) in elements {
                    let (around, own) = (&instance[..one.position], instance[one.position] - first);
                    elements.retain(|element| iteration_of(around, element, last - first + 1) == own);
                }
            }
        }
    }
}

/// The iteration, of so many, that an element is for while the loops around are in one iteration.
fn iteration_of(around: &[i64], element: &[i64], n_iterations: i64) -> i64 {
    let mixed = around.iter().chain(element).fold(17_u64, |mixed, value| {
        (mixed ^ value.cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    });
    small_number(mixed, n_iterations)
}

/// What accesses may use of a dimension whose size is not known, at least.
const ASSUMED_EXTENT: i64 = 12;

/// The elements that an access uses. Those that are not exact may name everything, so they are cut to the array's size.
fn relation(gdg: &Gdg, statement: &Statement, access: &Access, params: &[i64]) -> Result<isl::Map> {
    let relation = access.relation.intersect_domain(&statement.domain)?;
    if !matches!(access.kind, AccessKind::MayRead | AccessKind::MayWrite) {
        return Ok(relation);
    }
    // Loops go as far as parameters of the source.
    let of_source = gdg.params.iter().zip(params).filter(|(param, _)| param.definition().is_none());
    let assumed = of_source.map(|(_, value)| value + 1).max().unwrap_or(0).max(ASSUMED_EXTENT);
    let mut range = isl::Set::universe(&relation.get_space()?.range()?)?;
    for (dim, extent) in gdg.array(access.array).extents.iter().enumerate() {
        let size = extent.as_ref().map(|extent| value_of(gdg, extent, params)).transpose()?;
        let last = isl::Val::int_from_si(range.ctx(), size.flatten().unwrap_or(assumed) - 1)?;
        range = range.lower_bound_si(Dim::Set, dim, 0)?.upper_bound_val(Dim::Set, dim, &last)?;
    }
    Ok(relation.intersect_range(&range)?)
}

/// The value of a function of the parameters; `None` where it is not defined.
fn value_of(gdg: &Gdg, function: &isl::PwAff, params: &[i64]) -> Result<Option<i64>> {
    let values = points(gdg, &isl::Set::from_pw_aff(function)?, params, 1)?;
    Ok(values.first().and_then(|point| point.first()).copied())
}
