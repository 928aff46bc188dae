//! AST generation, with closures that isl calls along the way.

use std::ffi::c_void;

use polymill_isl_sys as sys;

use crate::callback::{Answer, Call};
use crate::convert::{Object, Pass, Receive};
use crate::{AstBuild, AstNode, Id, Result, Schedule, UnionMap};

type OnNode<'a> = Box<dyn FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'a>;
type BeforeFor<'a> = Box<dyn FnMut(&AstBuild) -> Result<Id> + 'a>;
type BeforeMark<'a> = Box<dyn FnMut(&Id, &AstBuild) -> Result<()> + 'a>;
type CreateLeaf<'a> = Box<dyn FnMut(AstBuild) -> Result<AstNode> + 'a>;

/// Closures that are called while an AST is generated. Each may look at the build's schedule, domain and expressions
/// at that point, and may annotate, wrap or replace the node that it is given. Closures that share state keep it in a
/// `RefCell`; they are never called from within each other.
///
/// ```
/// use polymill_isl as isl;
/// let ctx = isl::Context::new()?;
/// let schedule = isl::Schedule::from_domain(&isl::UnionSet::read(&ctx, "{ S[i] : 0 <= i < 8 }")?)?;
/// let mut seen = 0;
/// isl::AstBuild::alloc(&ctx)?.node_from_schedule_with(
///     &schedule,
///     isl::Hooks::new().at_each_domain(|node, _build| {
///         seen += 1;
///         Ok(node)
///     }),
/// )?;
/// assert_eq!(seen, 1);
/// # Ok::<(), isl::Error>(())
/// ```
#[derive(Default)]
pub struct Hooks<'a> {
    at_each_domain: Option<OnNode<'a>>,
    before_each_for: Option<BeforeFor<'a>>,
    after_each_for: Option<OnNode<'a>>,
    before_each_mark: Option<BeforeMark<'a>>,
    after_each_mark: Option<OnNode<'a>>,
    create_leaf: Option<CreateLeaf<'a>>,
}

impl<'a> Hooks<'a> {
    /// No closures.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `f` with each user node, that is, each statement; the node it returns takes that one's place.
    pub fn at_each_domain(mut self, f: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'a) -> Self {
        self.at_each_domain = Some(Box::new(f));
        self
    }

    /// Calls `f` before the insides of each loop are generated; the id becomes the annotation of the loop's node.
    pub fn before_each_for(mut self, f: impl FnMut(&AstBuild) -> Result<Id> + 'a) -> Self {
        self.before_each_for = Some(Box::new(f));
        self
    }

    /// Calls `f` with each loop once it is complete; the node it returns takes that one's place.
    pub fn after_each_for(mut self, f: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'a) -> Self {
        self.after_each_for = Some(Box::new(f));
        self
    }

    /// Calls `f` with each mark before what is below it is generated.
    pub fn before_each_mark(mut self, f: impl FnMut(&Id, &AstBuild) -> Result<()> + 'a) -> Self {
        self.before_each_mark = Some(Box::new(f));
        self
    }

    /// Calls `f` with each mark node once it is complete; the node it returns takes that one's place.
    pub fn after_each_mark(mut self, f: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'a) -> Self {
        self.after_each_mark = Some(Box::new(f));
        self
    }

    /// Calls `f` to generate the leaves, in place of isl. Only generation from a schedule map uses it.
    pub fn create_leaf(mut self, f: impl FnMut(AstBuild) -> Result<AstNode> + 'a) -> Self {
        self.create_leaf = Some(Box::new(f));
        self
    }
}

impl AstBuild {
    /// The AST of a schedule tree.
    pub fn node_from_schedule(&self, schedule: &Schedule) -> Result<AstNode> {
        self.node_from_schedule_with(schedule, Hooks::new())
    }

    /// The AST of a schedule tree, with closures that are called along the way. The first error that a closure returns
    /// ends the generation and is returned; so does a panic.
    pub fn node_from_schedule_with(&self, schedule: &Schedule, hooks: Hooks<'_>) -> Result<AstNode> {
        schedule.ctx().same_as(self.ctx())?;
        // SAFETY: the build is lent, the schedule given away.
        self.generate(hooks, |build| unsafe { sys::isl_ast_build_node_from_schedule(build, schedule.pass()) })
    }

    /// The AST of a schedule map, each of whose domain elements is executed at the time it is mapped to.
    pub fn node_from_schedule_map(&self, schedule: &UnionMap) -> Result<AstNode> {
        self.node_from_schedule_map_with(schedule, Hooks::new())
    }

    /// The AST of a schedule map, with closures that are called along the way.
    pub fn node_from_schedule_map_with(&self, schedule: &UnionMap, hooks: Hooks<'_>) -> Result<AstNode> {
        schedule.ctx().same_as(self.ctx())?;
        // SAFETY: the build is lent, the map given away.
        self.generate(hooks, |build| unsafe { sys::isl_ast_build_node_from_schedule_map(build, schedule.pass()) })
    }

    /// Runs `run` on a copy of this build that has these hooks and no others.
    ///
    /// The closures are borrowed for this call only, but copies of the build that closures get to see may outlive it,
    /// and still point here. They do no harm: only generation calls the hooks, and all generation goes through here,
    /// where each of the six is set anew.
    fn generate(
        &self,
        mut hooks: Hooks<'_>,
        run: impl FnOnce(*const sys::isl_ast_build) -> *mut sys::isl_ast_node,
    ) -> Result<AstNode> {
        let mut call = Call::new(self.ctx(), &mut hooks);
        // SAFETY: the functions get `call` as their user pointer, and run while it is alive; each build goes into the
        // next one, and the last one is freed. A null build stays null.
        let result = unsafe {
            let user = call.user();
            let hooks = call.closure();
            let build = self.pass();
            let build = sys::isl_ast_build_set_at_each_domain(
                build,
                hooks.at_each_domain.as_ref().map(|_| at_each_domain as _),
                user,
            );
            let build = sys::isl_ast_build_set_before_each_for(
                build,
                hooks.before_each_for.as_ref().map(|_| before_each_for as _),
                user,
            );
            let build = sys::isl_ast_build_set_after_each_for(
                build,
                hooks.after_each_for.as_ref().map(|_| after_each_for as _),
                user,
            );
            let build = sys::isl_ast_build_set_before_each_mark(
                build,
                hooks.before_each_mark.as_ref().map(|_| before_each_mark as _),
                user,
            );
            let build = sys::isl_ast_build_set_after_each_mark(
                build,
                hooks.after_each_mark.as_ref().map(|_| after_each_mark as _),
                user,
            );
            let build =
                sys::isl_ast_build_set_create_leaf(build, hooks.create_leaf.as_ref().map(|_| create_leaf as _), user);
            let node = if build.is_null() { std::ptr::null_mut() } else { run(build) };
            sys::isl_ast_build_free(build);
            AstNode::receive(self.ctx(), node)
        };
        call.finish(result)
    }
}

/// A hook that gets a node and returns one.
macro_rules! node_hook {
    ($name:ident) => {
        unsafe extern "C" fn $name(
            node: *mut sys::isl_ast_node,
            build: *const sys::isl_ast_build,
            user: *mut c_void,
        ) -> *mut sys::isl_ast_node {
            // SAFETY: `user` is the call in `generate`; the node is given, the build lent.
            unsafe {
                let call = Call::<Hooks<'_>>::from_user(user);
                let node = AstNode::receive(call.ctx(), node);
                let build = AstBuild::receive(call.ctx(), AstBuild::copy_raw(build));
                Answer::give(call.run(|hooks| match &mut hooks.$name {
                    Some(f) => f(node?, &build?),
                    None => node,
                }))
            }
        }
    };
}

node_hook!(at_each_domain);
node_hook!(after_each_for);
node_hook!(after_each_mark);

unsafe extern "C" fn before_each_for(build: *const sys::isl_ast_build, user: *mut c_void) -> *mut sys::isl_id {
    // SAFETY: `user` is the call in `generate`; the build is lent.
    unsafe {
        let call = Call::<Hooks<'_>>::from_user(user);
        let ctx = call.ctx();
        let build = AstBuild::receive(ctx, AstBuild::copy_raw(build));
        Answer::give(call.run(|hooks| match &mut hooks.before_each_for {
            Some(f) => f(&build?),
            None => Id::new(ctx, ""),
        }))
    }
}

unsafe extern "C" fn before_each_mark(
    mark: *const sys::isl_id,
    build: *const sys::isl_ast_build,
    user: *mut c_void,
) -> sys::isl_stat {
    // SAFETY: `user` is the call in `generate`; the mark and the build are lent.
    unsafe {
        let call = Call::<Hooks<'_>>::from_user(user);
        let mark = Id::receive(call.ctx(), Id::copy_raw(mark));
        let build = AstBuild::receive(call.ctx(), AstBuild::copy_raw(build));
        Answer::give(call.run(|hooks| match &mut hooks.before_each_mark {
            Some(f) => f(&mark?, &build?),
            None => Ok(()),
        }))
    }
}

unsafe extern "C" fn create_leaf(build: *mut sys::isl_ast_build, user: *mut c_void) -> *mut sys::isl_ast_node {
    // SAFETY: `user` is the call in `generate`; the build is given.
    unsafe {
        let call = Call::<Hooks<'_>>::from_user(user);
        let build = AstBuild::receive(call.ctx(), build);
        Answer::give(call.run(|hooks| match &mut hooks.create_leaf {
            Some(f) => f(build?),
            None => Err(crate::Error::unknown("no closure makes leaves")),
        }))
    }
}
