//! Names.

/// Whether a text can be the name of a GDG, parameter, array or statement: letters, digits and `_`, not starting with a
/// digit, and not a word of isl's notation (in any case: `min`, `NOT`, `floor`, ...).
///
/// ```
/// use polymill_gdg::is_name;
/// assert!(is_name("p_n"));
/// assert!(!is_name("p->n") && !is_name("2n") && !is_name("max"));
/// ```
pub fn is_name(text: &str) -> bool {
    is_identifier(text) && !ISL_WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// Letters, digits and `_`, not starting with a digit.
pub(crate) fn is_identifier(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.chars().all(is_word) && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// The words that isl takes for something else than a name.
const ISL_WORDS: [&str; 18] = [
    "exists", "and", "or", "implies", "not", "infty", "infinity", "nan", "min", "max", "rat", "true", "false", "ceild",
    "floord", "mod", "ceil", "floor",
];
