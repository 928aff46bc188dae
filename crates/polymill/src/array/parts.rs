//! Running compiled programs: part by part, if there are several.
//!
//! What a part leaves for others is in buffers of the call. The results of a loop's iterations are in two sets of these, which swap.

use std::collections::HashMap;

use polymill_arrays::graph::{ArrayId, ArrayKind, Graph, Input};
use polymill_arrays::plan::{Plan, Repeat, Step};
use polymill_arrays::run::Sizes;
use polymill_native::Shim;

use super::cache::Kernel;
use super::call::{Address, Buffer, Call};
use crate::Error;

/// A run of a program.
pub(super) struct Run<'a> {
    graph: &'a Graph,
    plan: &'a Plan,
    kernels: &'a [(Kernel, Shim)],
    call: &'a Call,
    sizes: &'a Sizes,
    /// Where the components of arrays are that parts have made.
    made: HashMap<ArrayId, Vec<Address>>,
    /// The buffers of a part, in the first set or in the other one: one for each of its results.
    buffers: HashMap<(usize, bool), Vec<Buffer>>,
}

impl<'a> Run<'a> {
    /// A run of which nothing is done yet.
    pub fn new(
        graph: &'a Graph,
        plan: &'a Plan,
        kernels: &'a [(Kernel, Shim)],
        call: &'a Call,
        sizes: &'a Sizes,
    ) -> Self {
        Self { graph, plan, kernels, call, sizes, made: HashMap::new(), buffers: HashMap::new() }
    }

    /// Runs the whole program.
    pub fn whole(mut self) -> Result<(), Error> {
        self.steps(&self.plan.steps)?;
        self.part(self.plan.last, &self.call.results())
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), Error> {
        for step in steps {
            match step {
                Step::Run(part) => {
                    let made = self.part_into_buffers(*part, false)?;
                    let outputs = &self.plan.parts[*part].outputs;
                    for (id, _) in outputs {
                        let parts = outputs.iter().zip(&made).filter(|((array, _), _)| array == id);
                        let mut parts: Vec<(usize, Address)> =
                            parts.map(|((_, component), address)| (*component, *address)).collect();
                        parts.sort_unstable_by_key(|(component, _)| *component);
                        self.made.insert(*id, parts.into_iter().map(|(_, address)| address).collect());
                    }
                }
                Step::Repeat(repeat) => self.repeat(repeat)?,
            }
        }
        Ok(())
    }

    fn repeat(&mut self, repeat: &Repeat) -> Result<(), Error> {
        let limit = repeat.limit.as_ref().map(|limit| self.sizes.value(limit));
        let mut so_far = repeat.initial.iter().map(|array| self.addresses(*array)).collect::<Result<Vec<_>, _>>()?;
        let mut n_done = 0;
        while limit.is_none_or(|limit| n_done < limit) {
            self.made.extend(repeat.states.iter().copied().zip(so_far.iter().cloned()));
            self.steps(&repeat.before)?;
            if let Some(condition) = repeat.condition
                && !self.addresses(condition)?.first().is_some_and(|first| first.is_true())
            {
                break;
            }
            self.steps(&repeat.steps)?;
            let mut made = self.part_into_buffers(repeat.last, n_done % 2 == 1)?.into_iter();
            so_far = so_far.iter().map(|parts| made.by_ref().take(parts.len()).collect()).collect();
            n_done += 1;
        }
        self.made.extend(repeat.left.iter().copied().zip(so_far));
        Ok(())
    }

    /// Runs a part whose results are kept for others, in one of two sets of buffers.
    fn part_into_buffers(&mut self, part: usize, is_other_set: bool) -> Result<Vec<Address>, Error> {
        let (graph, sizes) = (self.graph, self.sizes);
        let outputs = self.plan.parts[part].outputs.iter();
        let buffers = self.buffers.entry((part, is_other_set)).or_insert_with(|| {
            let buffer = |(array, component): &(ArrayId, usize)| {
                let node = graph.array(*array);
                Buffer::new(sizes.shape(&node.shape).iter().product(), node.types[*component])
            };
            outputs.map(buffer).collect()
        });
        let results: Vec<Address> = buffers.iter_mut().map(Buffer::address).collect();
        self.part(part, &results)?;
        Ok(results)
    }

    /// Runs a part.
    fn part(&self, part: usize, results: &[Address]) -> Result<(), Error> {
        let (Kernel { params, roles }, shim) = &self.kernels[part];
        let params: Vec<i64> = params.iter().map(|symbol| self.sizes.symbols()[symbol.0]).collect();
        let inputs = |input: usize| match self.plan.parts[part].inputs.get(input)? {
            Input::Array { id } => self.addresses(*id).ok(),
            Input::Number(_) => None,
        };
        self.call.run(*shim, &params, roles, &inputs, results)
    }

    /// Where the components of an array are.
    fn addresses(&self, array: ArrayId) -> Result<Vec<Address>, Error> {
        let is_it = |input: &Input| matches!(input, Input::Array { id } if *id == array);
        let known = match &self.graph.array(array).kind {
            ArrayKind::Input => self.graph.inputs.iter().position(is_it).and_then(|input| self.call.argument(input)),
            _ => self.made.get(&array).cloned(),
        };
        known.ok_or_else(|| Error::Bug("an array is used before it is made".to_owned()))
    }
}
