//! Factors of sums, multiplied with once.

use polymill_gdg::{AccessId, ArrayId, ExprKind, Gdg};

use super::around::name_as_first_iteration;
use super::uses::Uses;
use crate::factor::{added, is_factor, terms};
use crate::{Element, Factor, For, Instance, IntExpr, LoopNest, Node, RegisterId};

/// Where a loop adds products to a sum in a register, all of which have a factor in common that does not change in the loop, the sum
/// begins as zero, the products are without the factor, and the sum is multiplied with it after the loop: one operation less for each
/// product, and where vectors are computed, no number that has to be copied to all lanes.
///
/// ```text
/// c = C[i][j]                               c = 0
/// for k { c += alpha * A[i][k] * B[k][j] }  for k { c += A[i][k] * B[k][j] }
/// C[i][j] = c                               C[i][j] += alpha * c
/// ```
pub(super) fn take_factors_out(
    gdg: &Gdg,
    nest: &mut LoopNest,
    inner: &mut For,
    uses: &Uses,
    loads: &mut [Node],
    stores: &mut [Node],
) {
    for store in stores {
        let Node::Store { element, register } = &*store else { continue };
        let (element, register) = (element.clone(), *register);
        if element.filled.is_some() {
            continue;
        }
        let Some((left_out, factor)) = common_factor(gdg, nest, inner, uses, register) else { continue };
        let mut left_out = left_out.into_iter();
        for node in &mut inner.body {
            if let Node::Instance(instance) = node
                && uses_register(instance, register)
            {
                instance.left_out = left_out.next().unwrap_or_default();
            }
        }
        if let Some(kept) = nest.registers.get_mut(register.index()) {
            kept.is_part = true;
        }
        let is_load = |node: &&mut Node| matches!(node, Node::Load { register: loaded, .. } if *loaded == register);
        loads.iter_mut().filter(is_load).for_each(|load| *load = Node::Zero { register });
        *store = Node::AddSum { element, register, factor };
    }
}

fn uses_register(instance: &Instance, register: RegisterId) -> bool {
    instance.registers.iter().any(|(_, each)| *each == register)
}

/// A factor of all that the loop adds to the register, and for each instance that does, the reads that stand for it.
fn common_factor(
    gdg: &Gdg,
    nest: &LoopNest,
    inner: &For,
    uses: &Uses,
    register: RegisterId,
) -> Option<(Vec<Vec<AccessId>>, Factor)> {
    let users: Vec<&Instance> = inner
        .body
        .iter()
        .filter_map(|node| match node {
            Node::Instance(instance) if uses_register(instance, register) => Some(instance),
            _ => None,
        })
        .collect();
    let ty = nest.registers.get(register.index())?.ty;
    let is_sum =
        |instance: &&Instance| added(instance, gdg.statement(instance.statement)).is_some_and(|added| added.ty == ty);
    if !gdg.reassociable || !ty.is_float() || !users.iter().all(is_sum) {
        return None;
    }
    let first = users.first()?;
    let added_first = added(first, gdg.statement(first.statement))?;
    terms(added_first).first()?.iter().find_map(|factor| {
        let ExprKind::Load(access) = factor.kind else { return None };
        let (array, subscripts) = value_of(gdg, nest, first, access)?;
        let is_written = |each: &super::uses::Use| each.is_write && !uses.is_elsewhere(gdg, array, &subscripts, each);
        let varies = subscripts.iter().any(|subscript| subscript.mentions(inner.var));
        if varies || uses.all.iter().any(is_written) {
            return None;
        }
        let reads = |instance: &&Instance| {
            let statement = gdg.statement(instance.statement);
            let all = (0..statement.accesses.len()).map(AccessId::new).filter(|read| {
                statement.access(*read).kind.is_read()
                    && value_of(gdg, nest, instance, *read).is_some_and(|value| value == (array, subscripts.clone()))
            });
            let all: Vec<_> = all.collect();
            added(instance, statement).is_some_and(|added| is_factor(added, &all)).then_some(all)
        };
        let left_out = users.iter().map(reads).collect::<Option<Vec<_>>>()?;
        let factor = match first.register(access) {
            Some(register) => Factor::Register(register),
            None => {
                let mut element = Element { lanes: None, filled: None, ..first.element(access, &nest.elements) };
                name_as_first_iteration(&mut element, inner);
                Factor::Element(element)
            }
        };
        Some((left_out, factor))
    })
}

/// The element that an access reads, if it is the same in all lanes.
fn value_of(gdg: &Gdg, nest: &LoopNest, instance: &Instance, access: AccessId) -> Option<(ArrayId, Vec<IntExpr>)> {
    let subscripts = nest.elements.subscripts(instance.statement, access, &instance.iterators)?;
    let differs = instance.lanes.is_some_and(|lanes| lanes.tell_apart(&subscripts));
    (!differs).then(|| (gdg.statement(instance.statement).access(access).array, subscripts))
}
