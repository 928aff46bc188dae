//! Places: where memory is.

use std::fmt;
use std::str::FromStr;

/// Where memory is: a variable, and the way from it to an element. Subscripts are holes, which an access fills.
///
/// ```
/// use polymill_gdg::{Place, Projection};
///
/// let place: Place = "p->data[_*_]".parse()?;
/// assert_eq!(place.root, "p");
/// assert_eq!(place.projections[0], Projection::Deref);
/// assert_eq!((place.n_subscripts(), place.to_string().as_str()), (2, "p->data[_*_]"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The variable's name.
    pub root: String,
    /// The way from the variable to the element.
    pub projections: Vec<Projection>,
}

/// A step from one place to another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Projection {
    /// What a pointer leads to.
    Deref,
    /// A member of a structure.
    Field(String),
    /// The element with this number, of an array or of what a pointer leads to.
    Element(i128),
    /// The element at the next subscript, of an array or of what a pointer leads to.
    Subscript,
    /// The element at one subscript that is made from the next `n_dims` ones in row-major order, with the sizes of those dimensions:
    /// a linearized access that was given back its dimensions.
    Linear {
        /// How many subscripts it takes, at least 2.
        n_dims: usize,
    },
}

impl Place {
    /// A variable.
    pub fn variable(name: &str) -> Self {
        Self { root: name.to_owned(), projections: vec![] }
    }

    /// The elements of an array that is a variable: `name[_][_]`.
    pub fn array(name: &str, n_dims: usize) -> Self {
        Self { root: name.to_owned(), projections: vec![Projection::Subscript; n_dims] }
    }

    /// Whether it is a variable, and no part of one.
    pub fn is_variable(&self) -> bool {
        self.projections.is_empty()
    }

    /// Whether it is a variable, or an element of one with a subscript for each dimension.
    pub fn is_of_variable(&self) -> bool {
        self.projections.iter().all(|projection| *projection == Projection::Subscript)
    }

    /// How many subscripts it takes.
    pub fn n_subscripts(&self) -> usize {
        self.projections.iter().map(Projection::n_subscripts).sum()
    }

    /// The place after the first so many projections.
    pub fn prefix(&self, n_projections: usize) -> Self {
        let projections = self.projections.iter().take(n_projections).cloned().collect();
        Self { root: self.root.clone(), projections }
    }

    /// The place after the projection that takes subscript number `number`, or after all of them.
    pub fn up_to_subscript(&self, number: usize) -> Self {
        let takes = self.projections.iter().enumerate().filter(|(_, projection)| projection.n_subscripts() > 0);
        self.prefix(takes.map(|(position, _)| position + 1).nth(number).unwrap_or(self.projections.len()))
    }

    /// Whether it lies in what this other place leads to, or is a part of it.
    pub fn is_inside(&self, outer: &Self) -> bool {
        self.root == outer.root
            && self.projections.len() > outer.projections.len()
            && self.projections.starts_with(&outer.projections)
    }

    /// In words of C, with what `subscript` says of each subscript: of one, or of so many dimensions.
    ///
    /// ```
    /// let place: polymill_gdg::Place = "(*p)[_].x".parse()?;
    /// assert_eq!(place.spelled(|_| "[i]".to_owned()), "(*p)[i].x");
    /// # Ok::<(), String>(())
    /// ```
    pub fn spelled(&self, mut subscript: impl FnMut(usize) -> String) -> String {
        let mut spelled = SpelledPlace::of(&self.root);
        for projection in &self.projections {
            spelled.project(projection, || subscript(projection.n_subscripts()));
        }
        spelled.finish()
    }
}

impl Projection {
    /// How many subscripts it takes.
    pub fn n_subscripts(&self) -> usize {
        match self {
            Self::Deref | Self::Field(_) | Self::Element(_) => 0,
            Self::Subscript => 1,
            Self::Linear { n_dims } => *n_dims,
        }
    }
}

/// A place in words of C, one projection after the other.
#[derive(Clone, Debug)]
pub struct SpelledPlace {
    text: String,
    /// Whether the text stands for a pointer that is still to be followed.
    is_pointer: bool,
}

impl SpelledPlace {
    /// What is called so.
    pub fn of(name: &str) -> Self {
        Self { text: name.to_owned(), is_pointer: false }
    }

    /// A part of it, or what it leads to.
    pub fn project(&mut self, projection: &Projection, subscript: impl FnOnce() -> String) {
        if let (Projection::Field(name), true) = (projection, self.is_pointer) {
            self.is_pointer = false;
            self.text += &format!("->{name}");
            return;
        }
        self.follow();
        match projection {
            Projection::Deref => self.is_pointer = true,
            Projection::Field(name) => self.text += &format!(".{name}"),
            Projection::Element(number) => self.text += &format!("[{number}]"),
            Projection::Subscript | Projection::Linear { .. } => self.text += &subscript(),
        }
    }

    /// The text.
    pub fn finish(mut self) -> String {
        self.follow();
        self.text
    }

    fn follow(&mut self) {
        if std::mem::take(&mut self.is_pointer) {
            self.text = format!("(*{})", self.text);
        }
    }
}

/// Prints as `p->x[_][_*_]`, with `_` where subscripts go.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(|n_dims| format!("[{}]", vec!["_"; n_dims].join("*"))))
    }
}

/// The inverse of its `Display`.
impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reading = Reading { rest: text };
        let place = reading.place().filter(|_| reading.rest.is_empty());
        place.ok_or_else(|| format!("`{text}` is no place; expected one such as `a[_]`, `p->x[_*_]` or `(*n)`"))
    }
}

/// The text of a place, half read.
struct Reading<'t> {
    rest: &'t str,
}

impl Reading<'_> {
    fn place(&mut self) -> Option<Place> {
        let mut n_open = 0;
        while self.eat("(*") {
            n_open += 1;
        }
        let mut place = Place::variable(&self.name()?);
        loop {
            if n_open > 0 && self.eat(")") {
                n_open -= 1;
                place.projections.push(Projection::Deref);
            } else if self.eat("->") {
                place.projections.push(Projection::Deref);
                place.projections.push(Projection::Field(self.name()?));
            } else if self.eat(".") {
                place.projections.push(Projection::Field(self.name()?));
            } else if self.eat("[") {
                let (inside, rest) = self.rest.split_once(']')?;
                self.rest = rest;
                place.projections.push(element(inside)?);
            } else {
                return (n_open == 0).then_some(place);
            }
        }
    }

    fn eat(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn name(&mut self) -> Option<String> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then(|| name.to_owned())
    }
}

/// `_`, `_*_` or `3`.
fn element(inside: &str) -> Option<Projection> {
    if let Ok(number) = inside.parse() {
        return Some(Projection::Element(number));
    }
    let n_dims = inside.split('*').count();
    let are_subscripts = inside.split('*').all(|dim| dim == "_");
    are_subscripts.then_some(if n_dims == 1 { Projection::Subscript } else { Projection::Linear { n_dims } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_print_and_parse() {
        for text in
            ["n", "A[_][_]", "p[_]->x[_*_*_]", "(*n)", "(*p)[_].x", "(*(*p).x)", "size[0]", "a[_][-1].b", "$a_1"]
        {
            let place: Place = text.parse().unwrap();
            assert_eq!(place.to_string().parse::<Place>().unwrap(), place, "{text}");
            assert_eq!(place.to_string(), text.replace("(*p).x", "p->x"));
        }
        for text in ["", "1", "a[", "a[x]", "a[_", "(*a", "(a)", "a->", "a.1", "a b", "a[_*]", "a)", "&a"] {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_a_pointer_leads_to_is_inside_of_it() {
        let place = |text: &str| text.parse::<Place>().unwrap();
        assert!(place("a[_][_]").is_inside(&place("a[_]")) && place("p->x").is_inside(&place("p")));
        assert!(!place("a[_]").is_inside(&place("a[_]")) && !place("a.y[_]").is_inside(&place("a.x")));
        assert_eq!(place("a[_].x[_].y").up_to_subscript(0), place("a[_]"));
    }
}
