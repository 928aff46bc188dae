//! Conditions on parameters, with the meaning that C gives them.

use polymill_gdg::{Affine, Gdg, Param, ParamId};
use polymill_isl as isl;

/// A condition on parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Formula {
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Not(Box<Formula>),
    Compare(Value, Relation, Value),
}

/// How two values compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

/// An integer, computed without wrapping around.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Number(i128),
    /// A parameter by its name in the GDG.
    Param(String),
    /// A name that is none.
    Unknown(String),
    Negative(Box<Value>),
    Sum(Box<Value>, Box<Value>),
    Difference(Box<Value>, Box<Value>),
    Product(Box<Value>, Box<Value>),
    /// C's remainder, which has the sign of the dividend, by a positive number.
    Remainder(Box<Value>, i128),
}

/// More remainders in one comparison have too many combinations of signs.
const MAX_REMAINDERS: usize = 4;

impl Formula {
    /// That a value is not zero.
    pub fn is_true(value: Value) -> Self {
        Self::Compare(value, Relation::NotEqual, Value::Number(0))
    }

    /// Both.
    pub fn and(self, other: Self) -> Self {
        Self::And(Box::new(self), Box::new(other))
    }

    /// What it joins by `&&`.
    pub fn conjuncts(self) -> Vec<Self> {
        match self {
            Self::And(left, right) => {
                let mut all = left.conjuncts();
                all.extend(right.conjuncts());
                all
            }
            other => vec![other],
        }
    }

    /// The first name that is no parameter.
    pub fn unknown(&self) -> Option<&str> {
        match self {
            Self::And(left, right) | Self::Or(left, right) => left.unknown().or_else(|| right.unknown()),
            Self::Not(inner) => inner.unknown(),
            Self::Compare(left, _, right) => left.unknown().or_else(|| right.unknown()),
        }
    }

    /// The values of the GDG's parameters for which it holds; `None` if that is no affine set.
    pub fn to_set(&self, gdg: &Gdg) -> Option<isl::Set> {
        let names: Vec<&str> = gdg.params.iter().map(|param| param.name.as_str()).collect();
        let text = format!("[{}] -> {{ : {} }}", names.join(", "), self.to_isl()?);
        isl::Set::read(gdg.context.ctx(), &text).ok()?.coalesce().ok()
    }

    fn to_isl(&self) -> Option<String> {
        self.to_isl_if(true)
    }

    /// That it holds, or that it does not.
    fn to_isl_if(&self, holds: bool) -> Option<String> {
        let joined = |left: &Self, word: &str, right: &Self| {
            Some(format!("({} {word} {})", left.to_isl_if(holds)?, right.to_isl_if(holds)?))
        };
        match self {
            Self::And(left, right) => joined(left, if holds { "and" } else { "or" }, right),
            Self::Or(left, right) => joined(left, if holds { "or" } else { "and" }, right),
            Self::Not(inner) => inner.to_isl_if(!holds),
            Self::Compare(left, relation, right) => {
                compare(left, if holds { *relation } else { relation.inverse() }, right)
            }
        }
    }
}

/// A comparison in isl's notation: a case for each combination of signs of the values that are divided.
fn compare(left: &Value, relation: Relation, right: &Value) -> Option<String> {
    let mut divided = vec![];
    left.collect_divided(&mut divided);
    right.collect_divided(&mut divided);
    if divided.len() > MAX_REMAINDERS {
        return None;
    }
    let cases = (0..1_usize << divided.len()).map(|signs| {
        let mut n_seen = 0;
        let mut is_negative = || {
            n_seen += 1;
            signs >> (n_seen - 1) & 1 == 1
        };
        let mut conditions = vec![];
        let left = left.to_isl(&mut is_negative, &mut conditions);
        let right = right.to_isl(&mut is_negative, &mut conditions);
        conditions.push(format!("{left} {} {right}", relation.to_isl()));
        format!("({})", conditions.join(" and "))
    });
    Some(format!("({})", cases.collect::<Vec<_>>().join(" or ")))
}

impl Value {
    /// The value as a sum of parameters, if it is one.
    pub fn to_affine(&self, params: &[Param]) -> Option<Affine> {
        let constant = |constant| Affine { terms: vec![], constant };
        Some(match self {
            Self::Number(number) => constant(i64::try_from(*number).ok()?),
            Self::Param(name) => {
                let param = ParamId::new(params.iter().position(|param| param.name == *name)?);
                Affine { terms: vec![(1, param)], constant: 0 }
            }
            Self::Unknown(_) | Self::Remainder(..) => return None,
            Self::Negative(inner) => inner.to_affine(params)?.scaled(-1)?,
            Self::Sum(left, right) => left.to_affine(params)?.plus(&right.to_affine(params)?)?,
            Self::Difference(left, right) => left.to_affine(params)?.plus(&right.to_affine(params)?.scaled(-1)?)?,
            Self::Product(left, right) => match (left.to_affine(params)?, right.to_affine(params)?) {
                (factor, value) | (value, factor) if factor.terms.is_empty() => value.scaled(factor.constant)?,
                _ => return None,
            },
        })
    }

    /// The first name that is no parameter.
    pub fn unknown(&self) -> Option<&str> {
        match self {
            Self::Unknown(name) => Some(name),
            Self::Number(_) | Self::Param(_) => None,
            Self::Negative(inner) | Self::Remainder(inner, _) => inner.unknown(),
            Self::Sum(left, right) | Self::Difference(left, right) | Self::Product(left, right) => {
                left.unknown().or_else(|| right.unknown())
            }
        }
    }

    fn collect_divided<'a>(&'a self, divided: &mut Vec<&'a Value>) {
        match self {
            Self::Number(_) | Self::Param(_) | Self::Unknown(_) => {}
            Self::Negative(inner) => inner.collect_divided(divided),
            Self::Sum(left, right) | Self::Difference(left, right) | Self::Product(left, right) => {
                left.collect_divided(divided);
                right.collect_divided(divided);
            }
            Self::Remainder(dividend, _) => {
                dividend.collect_divided(divided);
                divided.push(dividend);
            }
        }
    }

    /// `is_negative` says, for one dividend after the other, which sign it has; that becomes a condition.
    fn to_isl(&self, is_negative: &mut dyn FnMut() -> bool, conditions: &mut Vec<String>) -> String {
        match self {
            Self::Number(number) if *number < 0 => format!("({number})"),
            Self::Number(number) => number.to_string(),
            Self::Param(name) | Self::Unknown(name) => name.clone(),
            Self::Negative(inner) => format!("(-{})", inner.to_isl(is_negative, conditions)),
            Self::Sum(left, right) | Self::Difference(left, right) | Self::Product(left, right) => {
                let sign = match self {
                    Self::Sum(..) => "+",
                    Self::Difference(..) => "-",
                    _ => "*",
                };
                let left = left.to_isl(is_negative, conditions);
                format!("({left} {sign} {})", right.to_isl(is_negative, conditions))
            }
            Self::Remainder(dividend, divisor) => {
                let dividend = dividend.to_isl(is_negative, conditions);
                if is_negative() {
                    conditions.push(format!("{dividend} < 0"));
                    format!("(-((-{dividend}) mod {divisor}))")
                } else {
                    conditions.push(format!("{dividend} >= 0"));
                    format!("({dividend} mod {divisor})")
                }
            }
        }
    }
}

impl Relation {
    /// The relation that C spells so.
    pub fn of_operator(operator: &str) -> Option<Self> {
        Some(match operator {
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            "==" => Self::Equal,
            "!=" => Self::NotEqual,
            _ => return None,
        })
    }

    /// The relation that holds where this one does not.
    fn inverse(self) -> Self {
        match self {
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
        }
    }

    fn to_isl(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Equal => "=",
            Self::NotEqual => "!=",
        }
    }
}
