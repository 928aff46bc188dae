//! Members of structures that are presumed to be the same in several structures: sizes, mostly.
//!
//! Code over many matrices that are structures (`a->m[i * a->columns + j]`) has as many numbers of rows and of columns, which make
//! as many parameters, although mostly all have the same sizes. What isl computes takes time for each parameter. So where there are
//! many, one parameter stands for a member of all structures of a type; the generated code tests that they are the same, and runs the
//! original code where they are not.

use std::collections::{BTreeMap, BTreeSet};

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Definition, Param, ParamId, Place, ScalarType};

use super::builder::Builder;
use super::facts::Facts;
use super::place::{Element, Key, KeyStep};
use crate::Result;
use crate::syntax::{StructId, Type, Unit};

/// A member of a type of structures.
type Member = (StructId, String);

/// So many numbers in structures are few enough for a parameter each.
const FEW_NUMBERS: usize = 12;

/// A member is the same where so many structures have it; of two, one may be the transpose of the other.
const MANY_STRUCTURES: usize = 3;

/// Which members are presumed to be the same, and in what.
#[derive(Default)]
pub(super) struct Presumed {
    members: BTreeSet<Member>,
    /// The parameters that stand for them.
    leaders: BTreeMap<Member, ParamId>,
    /// What has to be the same.
    pairs: Vec<[Place; 2]>,
}

impl Presumed {
    /// Looks at the members that say what a region accesses, and how often its loops run.
    pub fn of(unit: &Unit, facts: &Facts<'_>) -> Self {
        let mut structures: BTreeMap<Member, usize> = BTreeMap::new();
        let deciding = facts.deciding.iter().map(|element| &element.key);
        for key in facts.in_subscripts.iter().chain(deciding).collect::<BTreeSet<_>>() {
            let is_one = (0..key.steps.len()).all(|position| facts.is_plain(key, position));
            if is_one
                && key.type_of(unit).is_integer()
                && let Some(member) = member_of(unit, key)
            {
                *structures.entry(member).or_default() += 1;
            }
        }
        if structures.values().sum::<usize>() <= FEW_NUMBERS {
            return Self::default();
        }
        let many = structures.into_iter().filter(|(_, count)| *count >= MANY_STRUCTURES);
        Self { members: many.map(|(member, _)| member).collect(), ..Self::default() }
    }

    /// Lets a parameter stand for the member that it is, if that is presumed to be the same everywhere.
    pub fn lead(&mut self, unit: &Unit, key: &Key, param: ParamId) {
        if let Some(member) = member_of(unit, key).filter(|member| self.members.contains(member)) {
            self.leaders.insert(member, param);
        }
    }
}

/// The member that places of a kind are.
fn member_of(unit: &Unit, key: &Key) -> Option<Member> {
    let (last, outer) = key.steps.split_last()?;
    let KeyStep::Field(name) = last else { return None };
    match (Key { root: key.root, steps: outer.to_vec() }).type_of(unit) {
        Type::Struct(id) => Some((id, name.clone())),
        _ => None,
    }
}

impl Builder<'_> {
    /// The parameter that an element is presumed to be the same as; from now on, it stands for the element.
    pub(super) fn presumed_same(&mut self, element: &Element, memory: &Place) -> Option<ParamId> {
        let leader = *self.presumed.leaders.get(&member_of(self.unit, &element.key)?)?;
        let first = self.params.params[leader.index()].place()?.clone();
        self.presumed.pairs.push([memory.clone(), first]);
        self.params.stands_for(leader, element.clone());
        Some(leader)
    }

    /// Says which members are taken to be the same.
    fn presumption(&self) -> Diagnostic {
        let Presumed { members, leaders, .. } = &self.presumed;
        let led = members.iter().filter(|member| leaders.contains_key(member));
        let names: Vec<_> =
            led.map(|(id, name)| format!("`{name}` of `struct {}`", self.unit.struct_type(*id).name)).collect();
        let message = format!("the same in all structures, it is presumed: {}", names.join(", "));
        Diagnostic::remark("presumed-same", message)
            .at(self.span(&self.region), "")
            .note("the generated code tests that, and runs the original code where it is not so")
            .help("to save the test, use the members of one structure")
    }

    /// Assumes that what was presumed is true: a parameter says so.
    pub(super) fn test_presumed(&mut self) -> Result<()> {
        if self.presumed.pairs.is_empty() {
            return Ok(());
        }
        self.remarks.push(self.presumption());
        let test = Definition::Equal(std::mem::take(&mut self.presumed.pairs));
        let param = Param::defined(self.names.unique("same_sizes"), ScalarType::I32, test);
        self.assumptions = param.is_passed(&self.assumptions)?.intersect(&self.assumptions)?;
        self.params.add_computed(param);
        Ok(())
    }
}
