//! The generator: what a random program consists of.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::fit::fit;
use super::program::{
    Access, Array, AssignOp, Expr, Form, Overlap, Param, ParamKind, Place, Program, RowOrder, Stmt, Sum, Type, Var,
};
use super::typing::Scope;
use super::walk::check;

/// What may occur in a random program. Each program uses a random part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Branches and selections that depend on data.
    pub data_conditions: bool,
    /// Subscripts and bounds from index arrays.
    pub indirect: bool,
    /// `/` and `%` in subscripts, bounds and conditions.
    pub division: bool,
    /// Iterators declared before their loop, and used after it.
    pub live_iterators: bool,
    /// Loops written with `while`.
    pub whiles: bool,
    /// Iterators of types other than `int`.
    pub iterator_types: bool,
    /// Arrays of floating-point numbers.
    pub floating: bool,
    /// Integer arrays, mixed types and casts; always where there are no floating-point numbers.
    pub integers: bool,
    /// Local scalars and local arrays.
    pub locals: bool,
    /// Arrays of structs, linearized accesses and plain pointers.
    pub layouts: bool,
    /// Calls of functions.
    pub calls: bool,
    /// Code without `#pragma scop`, with pointers that may overlap.
    pub detection: bool,
}

impl Features {
    /// Loops, affine subscripts and conditions, and arrays of floating-point numbers.
    pub const AFFINE: Self = Self {
        data_conditions: false,
        indirect: false,
        division: false,
        live_iterators: false,
        whiles: false,
        iterator_types: false,
        floating: true,
        integers: false,
        locals: false,
        layouts: false,
        calls: false,
        detection: false,
    };
    /// Everything.
    pub const ALL: Self = Self {
        data_conditions: true,
        indirect: true,
        division: true,
        live_iterators: true,
        whiles: true,
        iterator_types: true,
        floating: true,
        integers: true,
        locals: true,
        layouts: true,
        calls: true,
        detection: true,
    };

    /// Each of these with even odds, so that programs differ in kind.
    fn sample(self, rng: &mut ChaCha8Rng) -> Self {
        let mut pick = |enabled: bool| enabled && rng.random_bool(0.5);
        Self {
            data_conditions: pick(self.data_conditions),
            indirect: pick(self.indirect),
            division: pick(self.division),
            live_iterators: pick(self.live_iterators),
            whiles: pick(self.whiles),
            iterator_types: pick(self.iterator_types),
            floating: self.floating,
            integers: pick(self.integers) || !self.floating,
            locals: pick(self.locals),
            layouts: pick(self.layouts),
            calls: pick(self.calls),
            detection: pick(self.detection),
        }
    }
}

const INTEGERS: [Type; 8] =
    [Type::Int, Type::UInt, Type::Long, Type::ULong, Type::Short, Type::UShort, Type::SChar, Type::UChar];

/// The program of a seed. The same seed and features give the same program.
pub fn generate(seed: u64, features: Features) -> Program {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut fallback = None;
    for _ in 0..200 {
        let chosen = features.sample(&mut rng);
        let mut program = Generator::new(&mut rng, chosen, seed).program();
        if fit(&mut program, &mut rng).is_ok() && check(&program).is_ok() {
            return program;
        }
        let simple = Generator::new(&mut rng, Features::AFFINE, seed).program();
        fallback.get_or_insert(Program { body: vec![], epilogue: vec![], ..simple });
    }
    // Two hundred flawed programs in a row do not happen; an empty kernel is a valid answer.
    fallback.unwrap_or_else(|| Generator::new(&mut rng, Features::AFFINE, seed).program())
}

/// A program that is being made.
pub(super) struct Generator<'a> {
    pub rng: &'a mut ChaCha8Rng,
    pub features: Features,
    pub program: Program,
    /// Types of all variables in scope.
    pub scope: Scope,
    /// Iterators of the loops around, outermost first, without those that only count time.
    pub nest: Vec<String>,
    /// Iterators that hold the value after their loop.
    pub finished: Vec<String>,
    /// Local scalars in scope.
    pub scalars: Vec<String>,
    /// Type of the iterators that are declared at the top; `None` if loops declare theirs.
    pub outer_iterators: Option<Type>,
    /// Most arrays have this type.
    pub base: Type,
    pub limits: Limits,
    pub in_time_loop: bool,
    pub n_loops: usize,
    pub n_assignments: usize,
    pub n_locals: usize,
}

/// How large a program becomes, about.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub n_loops: usize,
    pub n_assignments: usize,
    /// Of nested loops; at most 4.
    pub depth: usize,
}

impl<'a> Generator<'a> {
    fn new(rng: &'a mut ChaCha8Rng, features: Features, seed: u64) -> Self {
        let base = if !features.floating {
            *INTEGERS.choose(rng).unwrap_or(&Type::Int)
        } else if features.integers {
            use Type::*;
            *[Double, Double, Float, Int, UInt, Long, Short, UChar, ULong, UShort, SChar].choose(rng).unwrap_or(&Int)
        } else if rng.random_bool(0.75) {
            Type::Double
        } else {
            Type::Float
        };
        let outer_iterators = (features.live_iterators || rng.random_bool(0.3)).then(|| {
            let choices = [Type::Int, Type::Int, Type::Long, Type::UInt];
            if features.iterator_types { *choices.choose(rng).unwrap_or(&Type::Int) } else { Type::Int }
        });
        // Most programs are small: they are quick to go through a compiler, and fail as well as large ones.
        let limits = Limits {
            n_loops: *[1, 2, 2, 3, 3, 4, 5, 7].choose(rng).unwrap_or(&4),
            n_assignments: *[1, 2, 2, 2, 3, 3, 4, 7].choose(rng).unwrap_or(&4),
            depth: *[2, 2, 3, 3, 4].choose(rng).unwrap_or(&3),
        };
        let program = Program {
            seed,
            name: "kernel".to_owned(),
            params: vec![],
            runs: vec![],
            arrays: vec![],
            overlap: None,
            pragma: !features.detection || rng.random_bool(0.3),
            prologue: vec![],
            body: vec![],
            epilogue: vec![],
        };
        Self {
            rng,
            features,
            program,
            scope: Scope::default(),
            nest: vec![],
            finished: vec![],
            scalars: vec![],
            outer_iterators,
            base,
            limits,
            in_time_loop: false,
            n_loops: 0,
            n_assignments: 0,
            n_locals: 0,
        }
    }

    fn program(mut self) -> Program {
        self.params();
        self.arrays();
        self.prologue();
        let n_items = *[1, 1, 2, 2, 3].choose(self.rng).unwrap_or(&1);
        for _ in 0..n_items {
            let stmts = self.item(0);
            self.program.body.extend(stmts);
        }
        self.epilogue();
        let body = self.program.body.clone();
        self.program.prologue.retain(|stmt| match stmt {
            Stmt::Declare { name, value: None, .. } => iterates(&body, name),
            _ => true,
        });
        self.program
    }

    /// True once in a while.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    /// One of some values.
    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> Option<T> {
        choices.choose(self.rng).cloned()
    }

    fn params(&mut self) {
        let n_params = self.pick(&[1, 2, 2, 3]).unwrap_or(1);
        let is_macro = self.chance(0.15);
        for name in &["n", "m", "p"][..n_params] {
            let ty = if self.features.iterator_types && self.chance(0.2) { Type::Long } else { Type::Int };
            let kind = if is_macro { ParamKind::Macro } else { ParamKind::Argument(ty) };
            let name = if is_macro { name.to_uppercase() } else { (*name).to_owned() };
            self.program.params.push(Param { name, kind });
        }
        let ranges = if is_macro { vec![5..=14] } else { vec![0..=3, 4..=9, 7..=20] };
        for range in ranges {
            let values = (0..n_params).map(|_| self.rng.random_range(range.clone())).collect();
            self.program.runs.push(values);
        }
    }

    fn arrays(&mut self) {
        let n_arrays = self.rng.random_range(2..=4);
        for name in &["A", "B", "C", "D"][..n_arrays] {
            let n_dims = self.pick(&[1, 1, 1, 2, 2, 2, 2, 3]).unwrap_or(1);
            self.array(name, n_dims);
        }
        if self.chance(0.3) {
            self.array("S", 0);
        }
        if self.features.indirect {
            let array = Array {
                index_limit: Some(self.rng.random_range(2..=9)),
                ty: self.pick(&[Type::Int, Type::Int, Type::Long, Type::UChar]).unwrap_or(Type::Int),
                ..self.new_array("idx", 1)
            };
            self.program.arrays.push(array);
        }
        if self.features.layouts && self.chance(0.3) {
            self.fields();
        }
        if !self.program.pragma && self.features.layouts {
            self.overlap();
        }
    }

    fn array(&mut self, name: &str, n_dims: usize) {
        let mut array = self.new_array(name, n_dims);
        if n_dims > 0 && self.features.layouts && self.chance(0.3) {
            array.form = Form::Owned { is_linear: self.chance(0.5) };
        } else if n_dims > 1 && self.features.layouts && self.chance(0.3) {
            // The pragma promises that rows do not overlap.
            let n_orders = if self.program.pragma { 3 } else { 4 };
            let orders = [RowOrder::Ascending, RowOrder::Descending, RowOrder::Mixed, RowOrder::Shared];
            array.form = Form::Rows { order: self.pick(&orders[..n_orders]).unwrap_or(RowOrder::Ascending) };
        }
        self.program.arrays.push(array);
    }

    fn new_array(&mut self, name: &str, n_dims: usize) -> Array {
        let restrict = self.chance(0.6);
        let form = match self.rng.random_range(0..10) {
            _ if n_dims == 0 => self.pick(&[Form::Global, Form::Pointer { restrict }]).unwrap_or(Form::Global),
            0..=2 => Form::Global,
            3..=6 => Form::Sized { restrict },
            7 | 8 => Form::Pointer { restrict },
            _ if self.features.layouts && n_dims > 1 => Form::Linear { restrict },
            _ => Form::Sized { restrict },
        };
        let ty = if self.features.integers && self.chance(0.3) { self.any_type() } else { self.base };
        Array { name: name.to_owned(), ty, extents: vec![Default::default(); n_dims], form, index_limit: None }
    }

    fn any_type(&mut self) -> Type {
        use Type::*;
        if !self.features.floating {
            return self.pick(&INTEGERS).unwrap_or(Int);
        }
        self.pick(&[Double, Float, Int, UInt, Long, ULong, Short, UShort, SChar, UChar]).unwrap_or(Int)
    }

    /// Two or three arrays that are fields of one array of structs.
    fn fields(&mut self) {
        let n_dims = self.pick(&[1, 1, 2]).unwrap_or(1);
        for name in &["x", "y", "z"][..self.rng.random_range(2..=3)] {
            let field = Array { form: Form::Field { group: 0 }, ..self.new_array(name, n_dims) };
            self.program.arrays.push(field);
        }
    }

    /// Two arrays of one dimension and type, where the driver passes pointers into one block of memory.
    fn overlap(&mut self) {
        let (first, second) = (self.program.arrays.len(), self.program.arrays.len() + 1);
        for name in ["U", "V"] {
            let form = Form::Pointer { restrict: false };
            let array = Array { form, ty: self.base, ..self.new_array(name, 1) };
            self.program.arrays.push(array);
        }
        self.program.overlap = Some(Overlap { first, second, offset: self.rng.random_range(0..=4) });
    }

    fn prologue(&mut self) {
        if let Some(ty) = self.outer_iterators {
            for name in super::loops::ITERATORS {
                self.declare(name, ty, None);
            }
        }
        let n_scalars = if self.features.locals || self.chance(0.2) { self.rng.random_range(0..=2) } else { 0 };
        for _ in 0..n_scalars {
            let ty = self.base;
            let value = self.small_constant(ty);
            let name = self.new_scalar_name();
            self.declare(&name, ty, Some(value));
            self.scalars.push(name);
        }
    }

    fn declare(&mut self, name: &str, ty: Type, value: Option<Expr>) {
        self.scope.vars.push((name.to_owned(), ty));
        self.program.prologue.push(Stmt::Declare { name: name.to_owned(), ty, value });
    }

    pub fn new_scalar_name(&mut self) -> String {
        self.n_locals += 1;
        format!("t{}", self.n_locals)
    }

    /// Makes local scalars and iterators visible, so that their last values are compared.
    fn epilogue(&mut self) {
        for scalar in self.scalars.clone() {
            if self.chance(0.8) {
                let ty = self.base;
                self.export(format!("{scalar}_out"), ty, Expr::Scalar(scalar));
            }
        }
        for iterator in self.finished.clone() {
            if self.chance(0.7) {
                let value = Expr::Sum(Sum::var(Var::Iterator(iterator.clone())));
                self.export(format!("{iterator}_out"), Type::Long, value);
            }
        }
    }

    fn export(&mut self, name: String, ty: Type, value: Expr) {
        let array = Array { name, ty, extents: vec![], form: Form::Global, index_limit: None };
        self.program.arrays.push(array);
        let target = Place::Element(Access { array: self.program.arrays.len() - 1, indices: vec![] });
        self.program.epilogue.push(Stmt::Assign { target, op: AssignOp::Set, value });
    }
}

/// Whether a loop counts a variable that is declared before it.
fn iterates(stmts: &[Stmt], variable: &str) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Loop(inner) => inner.declares.is_none() && inner.iterator == variable || iterates(&inner.body, variable),
        Stmt::If { then, otherwise, .. } => iterates(then, variable) || iterates(otherwise, variable),
        Stmt::Assign { .. } | Stmt::Declare { .. } | Stmt::DeclareArray(_) => false,
    })
}
