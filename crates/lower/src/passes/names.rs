//! Names for variables and registers.

use std::collections::BTreeSet;

use polymill_gdg::{Action, Body, ExprKind, Gdg};

use crate::{
    Atom, For, Hint, IntExpr, LoopNest, Node, PointerId, RegisterId, Sharing, VarId, for_each_instance, for_each_node,
};

/// Names all variables and registers: loops over the points of the source get the names of the source's iterators, loops
/// over blocks of them doubled letters. No name hides another one of the nest or of the source.
pub(crate) fn assign_names(gdg: &Gdg, nest: &mut LoopNest) {
    let mut namer = Namer { gdg, reserved: reserved(gdg), nest };
    let body = std::mem::take(&mut namer.nest.body);
    namer.block(&body, &mut vec![]);
    nest.body = body;
}

struct Namer<'a> {
    gdg: &'a Gdg,
    reserved: BTreeSet<String>,
    nest: &'a mut LoopNest,
}

impl Namer<'_> {
    fn block(&mut self, block: &[Node], scope: &mut Vec<String>) {
        let outside = scope.len();
        for (position, node) in block.iter().enumerate() {
            match node {
                Node::For(inner) => {
                    let around = scope.len();
                    let name = self.loop_name(inner);
                    let name = self.define(name, scope);
                    self.name_var(inner.var, name);
                    let n_parts = self.name_shares(inner, scope);
                    self.block(&inner.body, scope);
                    scope.truncate(around);
                    scope.extend(n_parts);
                }
                Node::Let { var, .. } | Node::Evaluate { var, .. } => {
                    let name = self.bound_name(*var, &block[position..]);
                    let name = self.define(name, scope);
                    self.name_var(*var, name);
                }
                Node::LoadPointer { pointer, subscripts } => self.name_pointer(*pointer, subscripts, scope),
                Node::Load { register, .. } | Node::Zero { register } => self.name_register(*register, scope),
                _ => node.blocks().into_iter().for_each(|inner| self.block(inner, scope)),
            }
        }
        scope.truncate(outside);
    }

    /// The wanted name, or one like it that is free.
    fn define(&self, wanted: String, scope: &mut Vec<String>) -> String {
        let is_free = |name: &String| !scope.contains(name) && !self.reserved.contains(name);
        let name = match is_free(&wanted) {
            true => wanted,
            false => {
                let numbered = (2..).map(|number| format!("{wanted}{number}"));
                numbered.into_iter().find(is_free).unwrap_or_default()
            }
        };
        scope.push(name.clone());
        name
    }

    fn name_var(&mut self, var: VarId, name: String) {
        if let Some(var) = self.nest.vars.get_mut(var.index()) {
            var.name = name;
        }
    }

    /// Names what it takes to deal out rows; returns the name that stays visible behind the loop.
    fn name_shares(&mut self, inner: &For, scope: &mut Vec<String>) -> Option<String> {
        let Sharing::Rows(shares) = &inner.sharing else { return None };
        let end = format!("{}_end", self.nest.name(inner.var));
        for (var, wanted) in [(shares.n_parts, "n_parts"), (shares.part, "part"), (shares.end, &end)] {
            let name = self.define(wanted.to_owned(), scope);
            self.name_var(var, name);
        }
        Some(self.nest.name(shares.n_parts).to_owned())
    }

    fn loop_name(&self, inner: &For) -> String {
        if let Some(name) = self.point_name(inner) {
            return name;
        }
        let stem = self.stem(inner);
        let mut n_inside = 0;
        for_each_node(&inner.body, &mut |node| {
            if let Node::For(below) = node
                && self.point_name(below).is_none()
                && self.stem(below) == stem
            {
                n_inside += 1;
            }
        });
        match stem.chars().count() {
            1 => stem.repeat(n_inside + 2),
            _ if n_inside == 0 => format!("{stem}_tile"),
            _ => format!("{stem}_tile{}", n_inside + 1),
        }
    }

    /// The iterator of the source whose values the loop runs through, up to a constant.
    fn point_name(&self, inner: &For) -> Option<String> {
        let mut found: Option<(usize, String)> = None;
        for_each_instance(&inner.body, &mut |instance| {
            let statement = self.gdg.statement(instance.statement);
            for (value, iterator) in instance.iterators.iter().zip(&statement.iterators) {
                // The fewer other terms, the better.
                let n_others = value.terms().len() + usize::from(value.constant_part() != 0);
                let is_direct = value.coefficient(inner.var).abs() == 1 && value.terms().len() <= 2;
                if is_direct && found.as_ref().is_none_or(|(least, _)| n_others < *least) {
                    found = Some((n_others, iterator.name.clone()));
                }
            }
        });
        found.map(|(_, name)| name)
    }

    fn stem(&self, inner: &For) -> String {
        match self.nest.vars.get(inner.var.index()).map(|var| &var.hint) {
            Some(Hint::Iterators(names)) => names.last().cloned().unwrap_or_else(|| "c".to_owned()),
            _ => "c".to_owned(),
        }
    }

    fn bound_name(&self, var: VarId, rest: &[Node]) -> String {
        let hint = self.nest.vars.get(var.index()).map(|var| var.hint.clone());
        let (of, suffix) = match hint {
            Some(Hint::Start(of)) => (of, "start"),
            Some(Hint::End(of)) => (of, "end"),
            _ => return "bound".to_owned(),
        };
        let mut name = None;
        for_each_node(rest, &mut |node| {
            if let Node::For(inner) = node
                && inner.var == of
                && name.is_none()
            {
                name = Some(self.loop_name(inner));
            }
        });
        name.map_or_else(|| suffix.to_owned(), |name| format!("{name}_{suffix}"))
    }

    fn name_pointer(&mut self, id: PointerId, subscripts: &[IntExpr], scope: &mut Vec<String>) {
        let Some(pointer) = self.nest.pointers.get(id.index()) else { return };
        // After what it leads to.
        let followers = self.gdg.followers(self.gdg.array(pointer.array));
        let array = &self.gdg.array(followers.first().copied().unwrap_or(pointer.array)).name;
        let name = self.define(self.element_name(array, subscripts, "start"), scope);
        if let Some(pointer) = self.nest.pointers.get_mut(id.index()) {
            pointer.name = name;
        }
    }

    fn name_register(&mut self, id: RegisterId, scope: &mut Vec<String>) {
        let Some(register) = self.nest.registers.get(id.index()) else { return };
        let array = &self.gdg.array(register.array).name;
        let subscripts = match register.lanes {
            Some(lanes) => lanes.first(&register.subscripts),
            None => register.subscripts.clone(),
        };
        let name = self.define(self.element_name(array, &subscripts, "value"), scope);
        if let Some(register) = self.nest.registers.get_mut(id.index()) {
            register.name = name;
        }
    }

    /// `A_ij` for `A[i][j]`, `A_i1_j` for `A[i + 1][j]`; with a word if there are no subscripts.
    fn element_name(&self, array: &str, subscripts: &[IntExpr], word: &str) -> String {
        let subscripts: Vec<_> = subscripts.iter().map(|subscript| self.subscript_name(subscript)).collect();
        let is_short = subscripts.iter().all(|each| each.chars().count() == 1);
        let suffix = subscripts.join(if is_short { "" } else { "_" });
        match suffix.chars().count() {
            0 => format!("{array}_{word}"),
            1..=16 => format!("{array}_{suffix}"),
            _ => format!("{array}_x"),
        }
    }

    /// `i` also for `i - 16 * ii`, the place in a buffer of a tile.
    fn subscript_name(&self, subscript: &IntExpr) -> String {
        let is_in_tile = subscript.terms().iter().any(|(atom, by)| *by == 1 && matches!(atom, Atom::Var(_)));
        let begins_tile = |atom: &Atom, by: i128| is_in_tile && by < -1 && matches!(atom, Atom::Var(_));
        let mut name = String::new();
        for (atom, coefficient) in subscript.terms().iter().filter(|(atom, by)| !begins_tile(atom, *by)) {
            let atom = match atom {
                Atom::Var(var) => self.nest.name(*var),
                Atom::Param(param) => &self.gdg.params[param.index()].name,
                _ => "x",
            };
            match coefficient {
                1 => name += atom,
                -1 => name += &format!("m{atom}"),
                _ => name += &format!("{}{}{atom}", if *coefficient < 0 { "m" } else { "" }, coefficient.abs()),
            }
        }
        match subscript.constant_part() {
            0 if !name.is_empty() => name,
            constant if constant < 0 => format!("{name}m{}", -constant),
            constant => format!("{name}{constant}"),
        }
    }
}

/// All identifiers of the region that a variable must not hide, and C's keywords.
fn reserved(gdg: &Gdg) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = KEYWORDS.split_whitespace().map(str::to_owned).collect();
    let mut add = |name: &str| {
        names.insert(name.to_owned());
    };
    for param in gdg.params.iter().filter(|param| !param.is_static_bound() || param.is_looked_up()) {
        add(&param.name);
        param.looks_at().into_iter().for_each(|place| add(&place.root));
    }
    for array in &gdg.arrays {
        add(&array.name);
        add(&array.place.root);
    }
    for statement in &gdg.statements {
        calls(&statement.body, &mut add);
        let subscripts = statement.accesses.iter().flat_map(|access| &access.subscripts);
        let actions =
            subscripts.map(|value| Action::Set { local: polymill_gdg::LocalId::new(0), value: value.clone() });
        calls(&Body { locals: statement.body.locals.clone(), actions: actions.collect() }, &mut add);
    }
    names
}

fn calls(body: &Body, add: &mut dyn FnMut(&str)) {
    body.locals.iter().for_each(|local| add(&local.name));
    body.for_each_expr(&mut |expr| {
        expr.for_each(&mut |each| {
            if let ExprKind::Call(function, _) = &each.kind {
                add(function);
            }
        });
    });
}

const KEYWORDS: &str = "auto break case char const continue default do double else enum extern float for goto if inline \
                        int long register restrict return short signed sizeof static struct switch typedef union \
                        unsigned void volatile while asm typeof bool true false nullptr constexpr alignas alignof \
                        static_assert thread_local linux unix I";
