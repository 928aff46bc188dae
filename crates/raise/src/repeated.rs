//! Code that is known to run many times.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use polymill_gdg::Statement;

use crate::detect::Found;
use crate::syntax::{ExprKind, Function, Stmt, StmtKind, Unit};

/// The functions of a file that a loop calls, or that such functions call.
pub(crate) fn repeated_functions(unit: &Unit) -> BTreeSet<String> {
    let mut calls = BTreeMap::new();
    let mut repeated = BTreeSet::new();
    for function in &unit.functions {
        let called: &mut BTreeSet<String> = calls.entry(function.name.as_str()).or_default();
        note_calls(&function.body, false, called, &mut repeated);
    }
    let mut left: Vec<String> = repeated.iter().cloned().collect();
    while let Some(function) = left.pop() {
        for called in calls.get(function.as_str()).into_iter().flatten() {
            if repeated.insert(called.clone()) {
                left.push(called.clone());
            }
        }
    }
    repeated
}

/// Notes the functions that a statement calls, and those that loops in it call, or loops around it.
fn note_calls(stmt: &Stmt, is_in_loop: bool, called: &mut BTreeSet<String>, in_loops: &mut BTreeSet<String>) {
    let is_in_loop = is_in_loop || is_loop(stmt);
    for expr in stmt.exprs() {
        expr.for_each(&mut |expr| {
            if let ExprKind::Call(callee, _) = &expr.kind
                && let ExprKind::Function(name) = &callee.kind
            {
                let list = if is_in_loop { &mut *in_loops } else { &mut *called };
                list.insert(name.clone());
            }
        });
    }
    stmt.children().into_iter().for_each(|child| note_calls(child, is_in_loop, called, in_loops));
}

/// Whether these bytes of a function are known to run many times: in a loop around them, or as the function does.
pub(crate) fn is_repeated(unit: &Unit, function: &Function, region: &Range<usize>) -> bool {
    unit.repeated_functions.contains(&function.name) || n_loops_around(function, region) > 0
}

/// How many loops of a function these bytes stand in.
pub(crate) fn n_loops_around(function: &Function, region: &Range<usize>) -> usize {
    let mut around = BTreeSet::new();
    function.body.for_each(&mut |stmt| {
        let contains = stmt.span.start <= region.start && region.end <= stmt.span.end;
        if is_loop(stmt) && contains && stmt.span != *region {
            around.insert((stmt.span.start, stmt.span.end));
        }
    });
    around.len()
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.written().kind, StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..))
}

/// Regions run soon after one another only if the other code between them is short. Where that has loops in it as deep as a region, one
/// thread goes over the data in between, and takes them from the caches of others.
pub(crate) fn forget_repeats(unit: &Unit, found: &mut [Found]) {
    let regions: Vec<Range<usize>> = found.iter().map(|found| found.statements.clone()).collect();
    let functions = unit.functions.iter().filter(|function| function.is_main);
    let depth = functions.map(|function| {
        let is_repeated = unit.repeated_functions.contains(&function.name);
        depth_left(&function.body, is_repeated, &regions)
    });
    let depth = depth.max().unwrap_or(0);
    for found in found {
        let deepest = found.gdg.statements.iter().map(Statement::depth).max();
        found.gdg.repeated &= deepest > Some(depth);
    }
}

/// How many loops are around one another in code that runs many times and is in no region. What a condition decides on is not counted:
/// it may run seldom.
fn depth_left(stmt: &Stmt, is_repeated: bool, regions: &[Range<usize>]) -> usize {
    let stmt = stmt.written();
    if regions.iter().any(|region| region.start <= stmt.span.start && stmt.span.end <= region.end) {
        return 0;
    }
    let has_region = regions.iter().any(|region| stmt.span.start <= region.start && region.end <= stmt.span.end);
    if matches!(stmt.kind, StmtKind::If { .. } | StmtKind::Switch(..)) && !has_region {
        return 0;
    }
    let is_left = is_repeated && is_loop(stmt) && !has_region;
    let is_repeated = is_repeated || is_loop(stmt);
    let inside = stmt.children().into_iter().map(|child| depth_left(child, is_repeated, regions));
    inside.max().unwrap_or(0) + usize::from(is_left)
}
