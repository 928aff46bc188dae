//! Declarations and function definitions.

use std::ops::Range;

use tree_sitter::Node;

use super::declarators::Declared;
use super::specifiers::Specifiers;
use super::{Conversion, Failure, Symbol, named_children};
use crate::syntax::{
    Declaration, Extent, Function, FunctionType, Initializer, Prototype, Purity, Storage, Type, VarId,
};

impl Conversion<'_> {
    /// Converts what stands at the top level of a file.
    pub fn external(&mut self, node: Node) -> Result<(), Failure> {
        match node.kind() {
            "function_definition" => self.function(node),
            "declaration" | "type_definition" => {
                for declaration in self.declaration(node)? {
                    self.unit.initializers.extend(declaration.exprs().into_iter().cloned());
                }
                Ok(())
            }
            "struct_specifier" | "union_specifier" | "enum_specifier" => self.lone_type(node),
            _ => Ok(()),
        }
    }

    /// `struct s { ... };` without declarators.
    pub(super) fn lone_type(&mut self, node: Node) -> Result<(), Failure> {
        let Some(parent) = node.parent() else { return Ok(()) };
        let (first, last) = self.tokens_of(node);
        self.specifiers(parent, first..last + 1).map(drop)
    }

    /// A declaration's specifiers, and the nodes of its declarators.
    pub(super) fn declaration_parts<'t>(&mut self, node: Node<'t>) -> Result<(Specifiers, Vec<Node<'t>>), Failure> {
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let (first, last) = self.tokens_of_declaration(node);
        let end = declarators.first().map_or(last + 1, |declarator| self.tokens_of(*declarator).0);
        Ok((self.specifiers(node, first..end)?, declarators))
    }

    /// Converts a declaration: defines its names, and returns its variables with what they start with.
    pub(super) fn declaration(&mut self, node: Node) -> Result<Vec<Declaration>, Failure> {
        let (specifiers, declarators) = self.declaration_parts(node)?;
        let mut result = vec![];
        for declarator in declarators {
            let (name_part, value) = match declarator.kind() {
                "init_declarator" => {
                    let Some(name) = declarator.child_by_field_name("declarator") else { continue };
                    (name, declarator.child_by_field_name("value"))
                }
                _ => (declarator, None),
            };
            // Parameters of function types are not visible outside.
            let is_function = has_parameters(name_part);
            if is_function {
                self.names.scopes.push(super::Scope::default());
            }
            let declared = self.declarator(name_part, specifiers.ty.clone());
            if is_function {
                self.names.scopes.pop();
            }
            let declared = declared?;
            if node.kind() == "type_definition" {
                self.names.define(&declared.name, Symbol::Type(declared.ty));
                continue;
            }
            result.extend(self.declare(node, &specifiers, declared, value)?);
        }
        Ok(result)
    }

    /// Declares one name; the result is the variable, if it is one of this scope.
    fn declare(
        &mut self,
        node: Node,
        specifiers: &Specifiers,
        declared: Declared,
        value: Option<Node>,
    ) -> Result<Option<Declaration>, Failure> {
        if let Type::Function(ty) = &declared.ty.ty {
            let promise = self.promise(node);
            self.declare_function(&declared.name, ty, promise.clone());
            return Ok(None);
        }
        let var = self.declare_var(node, specifiers, &declared, value.is_some());
        let init = value.map(|value| self.initializer(value)).transpose()?;
        self.complete_array(var, init.as_ref(), value);
        if self.unit.var(var).ty.qualifiers.is_const
            && !self.unit.var(var).ty.qualifiers.is_volatile
            && let Some(Initializer::Expr(expr)) = &init
        {
            let constant = self.unit.constant(expr);
            let ty = declared.ty.ty.scalar();
            let value = constant.zip(ty).and_then(|(value, ty)| crate::syntax::constant::wrap(value, ty));
            self.unit.vars[var.0 as usize].constant = value;
        }
        Ok(Some(Declaration { var, init }))
    }

    fn declare_var(&mut self, node: Node, specifiers: &Specifiers, declared: &Declared, has_value: bool) -> VarId {
        let storage = match (self.is_file_scope() || specifiers.is_extern, specifiers.is_static) {
            (true, true) => Storage::StaticGlobal,
            (true, false) => Storage::Global,
            (false, true) => Storage::StaticLocal,
            (false, false) => Storage::Local,
        };
        let (first, last) = self.tokens_of_declaration(node);
        let is_odd = specifiers.is_thread_local
            || self.attributes(first, last).any(|name| matches!(name, "asm" | "alias" | "cleanup" | "weakref"));
        // A later declaration of a file's variable means the same variable.
        let known = match self.names.scopes[0].symbols.get(&declared.name) {
            Some(Symbol::Var(id)) if matches!(storage, Storage::Global | Storage::StaticGlobal) => Some(*id),
            _ => None,
        };
        let id = match known {
            Some(id) => {
                self.names.define(&declared.name, Symbol::Var(id));
                let var = &mut self.unit.vars[id.0 as usize];
                if has_value || !is_incomplete(&declared.ty.ty) {
                    var.ty = declared.ty.clone();
                }
                id
            }
            None => self.define_var(&declared.name, declared.ty.clone(), storage, declared.span.clone()),
        };
        self.unit.vars[id.0 as usize].is_odd |= is_odd;
        id
    }

    fn initializer(&mut self, value: Node) -> Result<Initializer, Failure> {
        if value.kind() != "initializer_list" {
            return self.expr(value).map(Initializer::Expr);
        }
        let mut exprs = vec![];
        self.list_elements(value, &mut exprs)?;
        Ok(Initializer::List(exprs))
    }

    /// Collects the expressions of a braced list, in order.
    pub(super) fn list_elements(&mut self, list: Node, exprs: &mut Vec<crate::syntax::Expr>) -> Result<(), Failure> {
        self.deeper(list, |this| {
            for element in named_children(list) {
                let value = match element.kind() {
                    "initializer_pair" => element.child_by_field_name("value"),
                    _ => Some(element),
                };
                match value {
                    Some(inner) if inner.kind() == "initializer_list" => this.list_elements(inner, exprs)?,
                    Some(inner) => exprs.push(this.expr(inner)?),
                    None => {}
                }
            }
            Ok(())
        })
    }

    /// `int a[] = {1, 2}` has the extent of its list, if that is plain.
    fn complete_array(&mut self, var: VarId, init: Option<&Initializer>, value: Option<Node>) {
        let Some((Initializer::List(exprs), value)) = init.zip(value) else { return };
        let is_plain = named_children(value).iter().all(|child| !child.kind().starts_with("initializer"));
        let ty = &mut self.unit.vars[var.0 as usize].ty.ty;
        if let (Type::Array(array), true) = (&*ty, is_plain)
            && array.extent == Extent::Unknown
            && array.element.ty.scalar().is_some()
        {
            let extent = Extent::Constant(exprs.len() as i128);
            *ty = Type::Array(crate::syntax::ArrayType { extent, ..(**array).clone() }.into());
        }
    }

    fn declare_function(&mut self, name: &str, ty: &FunctionType, promise: Promise) {
        self.names.define(name, Symbol::Function);
        let is_main = self.is_main;
        let Promise { purity, own_options, stays_called } = promise;
        let prototype = self.unit.prototypes.entry(name.to_owned()).or_insert_with(|| Prototype {
            ty: ty.clone(),
            purity,
            is_main,
            own_options: None,
            stays_called,
        });
        prototype.purity = prototype.purity.max(purity);
        prototype.is_main |= is_main;
        prototype.own_options = prototype.own_options.take().or(own_options);
        prototype.stays_called |= stays_called;
        if ty.is_prototype {
            prototype.ty = ty.clone();
        }
    }

    /// What the attributes of a declaration say of a function.
    fn promise(&self, node: Node) -> Promise {
        let (first, last) = self.tokens_of_declaration(node);
        let last = node.child_by_field_name("body").map_or(last, |body| self.tokens_of(body).0);
        let purity = |name: &str| match name {
            "const" => Purity::Const,
            "pure" => Purity::Pure,
            _ => Purity::None,
        };
        Promise {
            purity: self.attributes(first, last).map(purity).max().unwrap_or_default(),
            own_options: self.attributes(first, last).find(|name| OWN_OPTIONS.contains(name)).map(str::to_owned),
            stays_called: self.attributes(first, last).any(|name| STAYS_CALLED.contains(&name)),
        }
    }

    /// The parameters of a function that declares them after their list, in the order of the list; those without a declaration
    /// are `int`.
    fn old_style_params(&mut self, node: Node, declarator: Node) -> Result<Option<Vec<VarId>>, Failure> {
        let declarations = named_children(node).into_iter().filter(|child| child.kind() == "declaration");
        let declarations: Vec<Node> = declarations.collect();
        if declarations.is_empty() {
            return Ok(None);
        }
        let mut declared = vec![];
        for declaration in declarations {
            declared.extend(self.declaration(declaration)?.into_iter().map(|one| one.var));
        }
        let mut list = None;
        let mut inner = Some(declarator);
        while let Some(node) = inner {
            list = node.child_by_field_name("parameters").or(list);
            inner = node.child_by_field_name("declarator");
        }
        let names = list.map(named_children).unwrap_or_default();
        let mut params = vec![];
        for name in names.into_iter().filter(|name| name.kind() == "identifier") {
            let text = self.name(name).to_owned();
            let known = declared.iter().copied().find(|var| self.unit.var(*var).name == text);
            let span = self.span(name);
            let var = known.unwrap_or_else(|| self.define_var(&text, Type::INT.into(), Storage::Param, span));
            let variable = &mut self.unit.vars[var.0 as usize];
            variable.storage = Storage::Param;
            if matches!(variable.ty.ty, Type::Array(_) | Type::Function(_)) {
                variable.ty = variable.ty.ty.decayed().into();
            }
            params.push(var);
        }
        Ok(Some(params))
    }

    fn function(&mut self, node: Node) -> Result<(), Failure> {
        let (Some(declarator), Some(body)) = (node.child_by_field_name("declarator"), node.child_by_field_name("body"))
        else {
            return Ok(());
        };
        let (specifiers, _) = self.declaration_parts(node)?;
        let promise = self.promise(node);
        let is_file_scope = self.is_file_scope();
        let (declared, body) = self.scoped(|this| {
            let declared = this.declarator(declarator, specifiers.ty)?;
            if let Type::Function(ty) = &declared.ty.ty
                && is_file_scope
            {
                // Visible in its own body and after it.
                this.names.scopes[0].symbols.insert(declared.name.clone(), Symbol::Function);
                this.declare_function(&declared.name, ty, promise);
            }
            let params = this.old_style_params(node, declarator)?.unwrap_or_else(|| declared.params.clone());
            let body = this.statement(body)?;
            Ok::<_, Failure>((Declared { params, ..declared }, body))
        })?;
        if is_file_scope {
            // Attributes in front belong to it.
            let (first, _) = self.tokens_of_declaration(node);
            let start = self.tokens.get(first).map(|token| token.start as usize);
            let span: Range<usize> = self.span(node);
            let span = start.map_or(span.start, |start| start.min(span.start))..span.end;
            let (name, params, is_main) = (declared.name, declared.params, self.is_main);
            self.unit.functions.push(Function { name, params, body, span, is_main });
        }
        Ok(())
    }
}

/// What attributes say of a function.
#[derive(Clone, Debug)]
struct Promise {
    purity: Purity,
    own_options: Option<String>,
    stays_called: bool,
}

/// Attributes of functions whose body may not be what a call of them runs, or that are not to be part of others.
const STAYS_CALLED: [&str; 7] = ["noinline", "noipa", "noclone", "weak", "alias", "ifunc", "returns_twice"];

/// Attributes that say how a function's own code is to be made: code that moves out of it would be made in another way.
const OWN_OPTIONS: [&str; 6] = ["optimize", "optnone", "target", "target_clones", "interrupt", "naked"];

fn has_parameters(mut node: Node) -> bool {
    loop {
        let inner = node.child_by_field_name("declarator").or_else(|| node.named_child(0));
        match (node.kind(), inner) {
            ("function_declarator", _) => return true,
            (kind, Some(inner)) if kind.ends_with("declarator") => node = inner,
            _ => return false,
        }
    }
}

fn is_incomplete(ty: &Type) -> bool {
    matches!(ty, Type::Array(array) if array.extent == Extent::Unknown)
}
