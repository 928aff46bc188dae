//! Tests that pieces of memory do not overlap.

use polymill_isl as isl;

use crate::{Array, Gdg, Param, ParamId, Place, Projection, RowBounds, ScalarType};

/// A test of pieces of memory: they are disjoint if the two of no pair share a byte.
///
/// ```
/// use polymill_gdg::{Definition, Program};
/// use polymill_isl as isl;
///
/// let text = "gdg f { param n: i32 param apart: i32 = disjoint(`x[_]`[0 .. n - 1] and `y[_]`[1 .. n]) }";
/// let program = Program::parse(&isl::Context::new()?, text)?;
/// let Some(Definition::Disjoint(test)) = program.gdgs()[0].params[1].definition() else { panic!() };
/// assert_eq!(test.describe(), "`x` and `y` do not overlap");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disjoint {
    /// Not empty. Where the rows of an array must not overlap each other, the array stands in a pair with itself.
    pub pairs: Vec<[Reach; 2]>,
}

/// Memory of an array: a piece of it, all from one element of its outermost dimension to another one; or a piece of each of its
/// rows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reach {
    /// Where an element of the outermost dimension is: `A[_]`, `p[_].x`; without a subscript if there is no
    /// dimension. Subscripts that choose a row stand before that: `rows[_][_]`.
    pub place: Place,
    /// Which rows: for each subscript that chooses one, its range. Empty if the array is in one piece.
    pub rows: Vec<Ends>,
    /// The smallest of these subscripts is the first. Empty if there is no dimension.
    pub first: Vec<Affine>,
    /// The largest of these subscripts is the last.
    pub last: Vec<Affine>,
    /// Subscripts are multiplied by all of these: the sizes of the other dimensions, where one subscript stands for all.
    pub stride: Vec<Affine>,
    /// What says which subscript is the first and which the last, where data do. Neither [`Reach::first`] nor [`Reach::last`] has any
    /// then.
    pub data: Option<DataRange>,
}

/// A range of subscripts that is looked up in memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DataRange {
    /// What loops count that go from one of these integers to the next: from the first integer to the last one, if none is smaller than
    /// the one before it. So the elements of all rows of a sparse matrix are reached.
    Rows(Box<RowBounds>),
    /// From the smallest of these integers, or 0, to the largest one, or 0. So columns of a sparse matrix are reached.
    Values(Box<Values>),
}

/// Integers that are subscripts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Values {
    /// Where they stand: an array with one dimension.
    pub elements: Reach,
    /// Their type.
    pub ty: ScalarType,
}

/// Subscripts from the smallest of some to the largest of others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ends {
    /// Not empty.
    pub first: Vec<Affine>,
    /// Not empty.
    pub last: Vec<Affine>,
}

/// A linear function of parameters, and a constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Affine {
    /// Coefficients and parameters.
    pub terms: Vec<(i64, ParamId)>,
    /// The constant.
    pub constant: i64,
}

impl Disjoint {
    /// All parameters that the test depends on; some may be there twice.
    pub fn uses(&self) -> impl Iterator<Item = ParamId> {
        self.pairs.iter().flatten().flat_map(Reach::functions).flat_map(|one| &one.terms).map(|(_, param)| *param)
    }

    /// The rows that data say elements are of: they do not decrease if the test is passed. Some may be there twice.
    pub fn rows(&self) -> impl Iterator<Item = &RowBounds> {
        self.pairs.iter().flatten().filter_map(Reach::rows_of_data)
    }

    /// Whether a test can compare the two: what the values of integers lead to neither with the same nor with the rows of an array.
    pub fn can_compare(pair: &[Reach; 2]) -> bool {
        let is_of_values = |reach: &&Reach| matches!(reach.data, Some(DataRange::Values(_)));
        let has_rows = pair.iter().any(|reach| !reach.rows.is_empty());
        match pair.iter().filter(is_of_values).count() {
            0 => !has_rows || pair.iter().all(|reach| reach.data.is_none()),
            1 => !has_rows,
            _ => false,
        }
    }

    /// What is compared with the rows of an array, and these rows: all that takes more than to compare the ends of two pieces. Each
    /// once.
    pub fn with_rows(&self) -> Vec<&Reach> {
        let mut all: Vec<&Reach> = vec![];
        for pair in self.pairs.iter().filter(|pair| pair.iter().any(|one| !one.rows.is_empty())) {
            for one in pair {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    }

    /// For people: `` `A` and `C`, `B` and `C` do not overlap``; if there are many pairs, only which arrays they are of.
    pub fn describe(&self) -> String {
        let quoted = |reach: &Reach| format!("`{}`", reach.name());
        let mut names = vec![];
        for [one, other] in &self.pairs {
            match self.pairs.len() {
                ..=3 if one == other => names.push(format!("rows of {}", quoted(one))),
                ..=3 => names.push(format!("{} and {}", quoted(one), quoted(other))),
                _ => {
                    for name in [quoted(one), quoted(other)] {
                        if !names.contains(&name) {
                            names.push(name);
                        }
                    }
                }
            }
        }
        format!("{} do not overlap", names.join(", "))
    }
}

impl Reach {
    /// The part of an array with one dimension that data say.
    pub fn of_data(place: Place, range: DataRange) -> Self {
        Self { place, rows: vec![], first: vec![], last: vec![], stride: vec![], data: Some(range) }
    }

    /// Whether one element stands next to the other, so that generated code can go over them: they are not members of structures.
    pub fn is_contiguous(&self) -> bool {
        self.place.projections.last() == Some(&Projection::Subscript) && self.rows.is_empty() && self.stride.is_empty()
    }

    /// The name of the array, for people: `p.x`.
    pub fn name(&self) -> String {
        self.place.spelled(|_| String::new())
    }

    fn rows_of_data(&self) -> Option<&RowBounds> {
        match self.data.as_ref()? {
            DataRange::Rows(rows) => Some(rows),
            DataRange::Values(values) => values.elements.rows_of_data(),
        }
    }

    /// Calls `visit` on its place, and on that of the data that say where it is, to change it in place.
    pub fn for_each_place_mut(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.place);
        match &mut self.data {
            Some(DataRange::Rows(rows)) => rows.elements.for_each_place_mut(visit),
            Some(DataRange::Values(values)) => values.elements.for_each_place_mut(visit),
            None => {}
        }
    }

    /// All functions of parameters in it.
    pub fn functions(&self) -> Box<dyn Iterator<Item = &Affine> + '_> {
        let rows = self.rows.iter().flat_map(|range| range.first.iter().chain(&range.last));
        let data = self.data.iter().flat_map(|range| match range {
            DataRange::Rows(rows) => rows.elements.functions(),
            DataRange::Values(values) => values.elements.functions(),
        });
        Box::new(rows.chain(&self.first).chain(&self.last).chain(&self.stride).chain(data))
    }
}

impl Affine {
    /// A function of isl's; `None` if it has divisions, or coefficients that do not fit.
    ///
    /// # Errors
    /// isl's.
    pub fn of(function: &isl::Aff, params: &[Param]) -> isl::Result<Option<Self>> {
        let number = |value: isl::Val| -> isl::Result<Option<i64>> {
            let fits = value.is_int()? && value.abs()?.le(&isl::Val::int_from_si(value.ctx(), i64::from(i32::MAX))?)?;
            if fits { value.get_num_si().map(Some) } else { Ok(None) }
        };
        let Some(constant) = number(function.get_constant_val()?)? else { return Ok(None) };
        if function.dim(isl::Dim::Div)? > 0 {
            return Ok(None);
        }
        let space = function.get_domain_space()?;
        let mut terms = vec![];
        for position in 0..space.dim(isl::Dim::Param)? {
            let name = space.get_dim_name(isl::Dim::Param, position)?;
            let param = params.iter().position(|param| Some(&param.name) == name.as_ref());
            match (number(function.get_coefficient_val(isl::Dim::Param, position)?)?, param) {
                (Some(0), _) => {}
                (Some(factor), Some(param)) => terms.push((factor, ParamId::new(param))),
                _ => return Ok(None),
            }
        }
        Ok(Some(Self { terms, constant }))
    }

    /// The sum with another function; `None` if it does not fit.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut terms = self.terms.clone();
        for (factor, param) in &other.terms {
            match terms.iter_mut().find(|(_, own)| own == param) {
                Some((own, _)) => *own = own.checked_add(*factor)?,
                None => terms.push((*factor, *param)),
            }
        }
        terms.retain(|(factor, _)| *factor != 0);
        Some(Self { terms, constant: self.constant.checked_add(other.constant)? })
    }

    /// The product with a number; `None` if it does not fit.
    pub fn scaled(&self, by: i64) -> Option<Self> {
        let term = |(factor, param): &(i64, ParamId)| factor.checked_mul(by).map(|factor| (factor, *param));
        let terms = self.terms.iter().map(term).collect::<Option<Vec<_>>>()?;
        let terms = terms.into_iter().filter(|(factor, _)| *factor != 0).collect();
        Some(Self { terms, constant: self.constant.checked_mul(by)? })
    }

    /// The value with these values of the parameters.
    pub fn value(&self, params: &[i64]) -> i64 {
        let term = |(factor, param): &(i64, ParamId)| {
            params.get(param.index()).map_or(0, |value| factor.saturating_mul(*value))
        };
        self.terms.iter().map(term).fold(self.constant, i64::saturating_add)
    }

    /// For people and for the text form: `2n - m + 1`.
    pub fn describe(&self, params: &[Param]) -> String {
        let name = |param: &ParamId| params.get(param.index()).map_or("?", |param| &param.name);
        let term = |(factor, param): &(i64, ParamId)| match factor.unsigned_abs() {
            1 => (*factor < 0, name(param).to_owned()),
            factor_size => (*factor < 0, format!("{factor_size}{}", name(param))),
        };
        let mut terms: Vec<(bool, String)> = self.terms.iter().map(term).collect();
        if self.constant != 0 || terms.is_empty() {
            terms.push((self.constant < 0, self.constant.unsigned_abs().to_string()));
        }
        let mut text = String::new();
        for (position, (is_negative, term)) in terms.into_iter().enumerate() {
            text += match (position, is_negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += &term;
        }
        text
    }
}

impl Gdg {
    /// The points with each coordinate in a range.
    ///
    /// # Errors
    /// isl's.
    pub fn between(&self, ranges: &[Ends]) -> isl::Result<isl::Set> {
        let any = |functions: &[Affine], relation: String| {
            let each = functions.iter().map(|one| format!("{relation} {}", one.describe(&self.params)));
            format!("({})", each.collect::<Vec<_>>().join(" or "))
        };
        let inside = |(dim, range): (usize, &Ends)| {
            [any(&range.first, format!("x{dim} >=")), any(&range.last, format!("x{dim} <="))].join(" and ")
        };
        let names: Vec<String> = (0..ranges.len()).map(|dim| format!("x{dim}")).collect();
        let constraints: Vec<String> = ranges.iter().enumerate().map(inside).collect();
        self.read_set(&format!("{{ [{}] : {} }}", names.join(", "), constraints.join(" and ")))
    }
}

impl Array {
    /// The sizes that a subscript of the outermost dimension, or of that inside of a row, is multiplied with where one subscript
    /// stands for several dimensions.
    pub fn inner_extents(&self) -> &[Option<isl::PwAff>] {
        let mut subscripts = self.place.projections.iter().filter(|projection| projection.n_subscripts() > 0);
        match subscripts.nth(self.row_dims) {
            Some(Projection::Linear { n_dims }) => &self.extents[self.row_dims + 1..self.row_dims + n_dims],
            _ => &[],
        }
    }

    /// Where an element of the outermost dimension is, of that inside of a row if there are rows: its place without further
    /// subscripts.
    pub fn outermost(&self) -> Place {
        let mut outermost = Place::variable(&self.place.root);
        let mut n_subscripts = 0;
        for projection in &self.place.projections {
            match projection {
                Projection::Subscript | Projection::Linear { .. } if n_subscripts > self.row_dims => break,
                Projection::Subscript | Projection::Linear { .. } => {
                    n_subscripts += 1;
                    outermost.projections.push(Projection::Subscript);
                }
                other => outermost.projections.push(other.clone()),
            }
        }
        outermost
    }
}
