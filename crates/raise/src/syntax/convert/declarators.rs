//! Declarators: the part of a declaration that names something and makes pointers, arrays and functions of its type.

use std::ops::Range;
use std::rc::Rc;

use tree_sitter::Node;

use super::{Conversion, Failure, named_children};
use crate::syntax::{ArrayType, Expr, Extent, FunctionType, Qualified, Qualifiers, Storage, Type, VarId};

/// What a declarator declares.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// Empty if it has no name.
    pub name: String,
    pub ty: Qualified,
    /// Where the name stands.
    pub span: Range<usize>,
    /// The parameters, if it declares a function.
    pub params: Vec<VarId>,
}

/// A parameter list.
struct Params {
    vars: Vec<VarId>,
    types: Vec<Type>,
    is_prototype: bool,
}

impl Conversion<'_> {
    /// Applies a declarator to the type that the specifiers say.
    pub(super) fn declarator(&mut self, node: Node, base: Qualified) -> Result<Declared, Failure> {
        self.deeper(node, |this| this.declarator_here(node, base))
    }

    fn declarator_here(&mut self, node: Node, base: Qualified) -> Result<Declared, Failure> {
        let inner = node.child_by_field_name("declarator");
        match node.kind() {
            "pointer_declarator" | "abstract_pointer_declarator" => {
                let qualifiers = self.qualifiers_in(node);
                let ty = Qualified { ty: Type::pointer_to(base), qualifiers };
                self.inner_declarator(node, inner, ty)
            }
            "array_declarator" | "abstract_array_declarator" => {
                let extent = self.extent(node.child_by_field_name("size"))?;
                let ty = Type::Array(Rc::new(ArrayType { element: base, extent })).into();
                self.inner_declarator(node, inner, ty)
            }
            "function_declarator" | "abstract_function_declarator" => {
                let params = match node.child_by_field_name("parameters") {
                    Some(list) => self.parameters(list)?,
                    None => Params { vars: vec![], types: vec![], is_prototype: false },
                };
                let (types, is_prototype) = (params.types, params.is_prototype);
                let ty = Type::Function(Rc::new(FunctionType { result: base, params: types, is_prototype })).into();
                let is_directly_named = inner.is_none_or(|inner| is_name(strip_parentheses(inner)));
                let mut declared = self.inner_declarator(node, inner, ty)?;
                if is_directly_named {
                    declared.params = params.vars;
                }
                Ok(declared)
            }
            "parenthesized_declarator" | "abstract_parenthesized_declarator" | "attributed_declarator" => {
                let inner = named_children(node).into_iter().find(|child| child.kind() != "ms_call_modifier");
                self.inner_declarator(node, inner, base)
            }
            _ => {
                let name = self.name(node).to_owned();
                Ok(Declared { name, ty: base, span: self.span(node), params: vec![] })
            }
        }
    }

    fn inner_declarator(&mut self, node: Node, inner: Option<Node>, ty: Qualified) -> Result<Declared, Failure> {
        match inner {
            Some(inner) => self.declarator(inner, ty),
            None => Ok(Declared { name: String::new(), ty, span: self.span(node), params: vec![] }),
        }
    }

    fn extent(&mut self, size: Option<Node>) -> Result<Extent, Failure> {
        let Some(size) = size.filter(|size| size.is_named()) else { return Ok(Extent::Unknown) };
        let expr: Expr = self.expr(size)?;
        Ok(match self.unit.constant(&expr) {
            Some(value) => Extent::Constant(value),
            None => Extent::Variable(Box::new(expr)),
        })
    }

    /// The qualifiers that are written directly in a declarator: `* const restrict`, `[restrict n]`.
    fn qualifiers_in(&self, node: Node) -> Qualifiers {
        let mut result = Qualifiers::default();
        for qualifier in named_children(node) {
            match qualifier.kind() {
                "type_qualifier" => match self.name(qualifier).trim_matches('_') {
                    "const" => result.is_const = true,
                    "volatile" => result.is_volatile = true,
                    "restrict" => result.is_restrict = true,
                    _ => {}
                },
                "ms_pointer_modifier" | "ms_restrict_modifier" => result.is_restrict = true,
                _ => {}
            }
        }
        result
    }

    /// Declares the parameters of a list in the current scope.
    fn parameters(&mut self, list: Node) -> Result<Params, Failure> {
        let mut result = Params { vars: vec![], types: vec![], is_prototype: false };
        let children = named_children(list);
        result.is_prototype = !children.is_empty();
        for param in children {
            match param.kind() {
                "parameter_declaration" => {
                    let (specifiers, declarators) = self.declaration_parts(param)?;
                    let declared = match declarators.first() {
                        Some(declarator) => self.declarator(*declarator, specifiers.ty)?,
                        None => {
                            let span = self.span(param);
                            Declared { name: String::new(), ty: specifiers.ty, span, params: vec![] }
                        }
                    };
                    if declared.ty.ty == Type::Void {
                        continue;
                    }
                    let extent = match &declared.ty.ty {
                        Type::Array(array) => Some(array.extent.clone()),
                        _ => None,
                    };
                    let ty = self.adjusted(declared.ty, declarators.first().copied());
                    result.types.push(ty.ty.clone());
                    let var = self.define_var(&declared.name, ty, Storage::Param, declared.span);
                    self.unit.vars[var.0 as usize].extent = extent;
                    result.vars.push(var);
                }
                "identifier" | "variadic_parameter" => result.is_prototype = false,
                _ => {}
            }
        }
        Ok(result)
    }

    /// The type of a parameter: arrays and functions become pointers, with the qualifiers in the brackets.
    fn adjusted(&self, declared: Qualified, declarator: Option<Node>) -> Qualified {
        match &declared.ty {
            Type::Array(_) => {
                let qualifiers = declarator.and_then(innermost_array).map(|array| self.qualifiers_in(array));
                Qualified { ty: declared.ty.decayed(), qualifiers: qualifiers.unwrap_or_default() }
            }
            Type::Function(_) => declared.ty.decayed().into(),
            _ => declared,
        }
    }
}

/// The array declarator whose brackets directly follow the name: that of the outermost dimension.
fn innermost_array(node: Node) -> Option<Node> {
    let inner = node
        .child_by_field_name("declarator")
        .or_else(|| (node.kind() == "parenthesized_declarator").then(|| node.named_child(0)).flatten());
    match inner.and_then(innermost_array) {
        Some(found) => Some(found),
        None => matches!(node.kind(), "array_declarator" | "abstract_array_declarator").then_some(node),
    }
}

fn strip_parentheses(mut node: Node) -> Node {
    while node.kind() == "parenthesized_declarator" {
        match node.named_child(0) {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

fn is_name(node: Node) -> bool {
    matches!(node.kind(), "identifier" | "field_identifier" | "type_identifier" | "primitive_type")
}
