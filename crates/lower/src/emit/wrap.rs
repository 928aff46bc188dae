//! Long lines of code, broken where a person would break them.

/// Breaks a line of C that starts at column `indent` so that it ends before column `width` if possible: before operators
/// and after commas and semicolons, as far outside of parentheses as possible. What follows is aligned with what it
/// continues. `text` is ASCII, but for names.
pub(crate) fn wrap(text: &str, indent: usize, width: usize) -> Vec<String> {
    let mut lines = vec![];
    let mut rest = text.to_owned();
    let mut margins = vec![alignment(text)];
    while indent + rest.len() > width {
        let fits = |each: &Break| indent + each.position <= width && each.position > each.column();
        let breaks = breaks(&rest, &margins).into_iter().filter(fits);
        let Some(best) = breaks.min_by_key(|each| (each.margins.len(), each.rank, usize::MAX - each.position)) else {
            break;
        };
        lines.push(rest[..best.position].trim_end().to_owned());
        rest = format!("{}{}", " ".repeat(best.column()), &rest[best.position..]);
        margins = best.margins;
    }
    lines.push(rest);
    lines
}

/// Where a line may be broken.
struct Break {
    /// Where the next line starts.
    position: usize,
    /// How tightly what is broken apart belongs together.
    rank: usize,
    /// The columns with which continuations are aligned, one for each open parenthesis.
    margins: Vec<usize>,
}

impl Break {
    /// The column at which the next line starts.
    fn column(&self) -> usize {
        self.margins.last().copied().unwrap_or_default()
    }
}

/// Operators to break before, loosest first; after commas and semicolons, first of all.
const OPERATORS: [&[&str]; 5] = [&["? ", ": "], &["|| "], &["&& "], &["+ ", "- "], &["* ", "/ ", "% "]];

/// All places where a line may be broken at whose start the given parentheses are open.
fn breaks(text: &str, margins: &[usize]) -> Vec<Break> {
    let mut open = margins.to_vec();
    let mut found = vec![];
    for (position, each) in text.char_indices() {
        match each {
            '(' | '[' | '{' => open.push(position + 1),
            ')' | ']' | '}' if open.len() > 1 => drop(open.pop()),
            ' ' => {
                let next = &text[position + 1..];
                let follows = |operators: &&[&str]| operators.iter().any(|operator| next.starts_with(operator));
                let rank = match text[..position].ends_with([',', ';']) {
                    true => Some(0),
                    false => OPERATORS.iter().position(follows).map(|rank| rank + 1),
                };
                found.extend(rank.map(|rank| Break { position: position + 1, rank, margins: open.clone() }));
            }
            _ => {}
        }
    }
    found
}

/// The column with which to align what continues a line: behind the assignment operator, or one level further in.
fn alignment(text: &str) -> usize {
    text.find("= ").filter(|_| !text.starts_with("for ")).map_or(4, |position| position + 2)
}

#[cfg(test)]
mod tests {
    use super::wrap;

    fn check(text: &str, width: usize, expected: &str) {
        assert_eq!(wrap(text, 0, width).join("\n"), expected);
    }

    #[test]
    fn sums_break_before_operators() {
        check(
            "B[i] = 0.125 * (A[i + 1] - A[i]) + 0.125 * (A[i + 2] - A[i]) + A[i];",
            44,
            "B[i] = 0.125 * (A[i + 1] - A[i])\n       + 0.125 * (A[i + 2] - A[i]) + A[i];",
        );
    }

    #[test]
    fn loop_headers_break_after_semicolons() {
        check(
            "for (long i = polymill_max(1, j); i < polymill_min(n, j + 32); i++)",
            50,
            "for (long i = polymill_max(1, j);\n     i < polymill_min(n, j + 32); i++)",
        );
    }

    #[test]
    fn what_follows_a_broken_call_is_aligned_as_before() {
        check(
            "for (long i = polymill_max(1000000, jjjjjjjj); i < n; i++)",
            40,
            "for (long i = polymill_max(1000000,\n                           jjjjjjjj);\n     i < n; i++)",
        );
    }

    #[test]
    fn calls_break_after_commas() {
        check(
            "i < polymill_min(n + 1000000, j + 32000000);",
            32,
            "i < polymill_min(n + 1000000,\n                 j + 32000000);",
        );
    }

    #[test]
    fn lists_break_outside_of_inner_ones() {
        check(
            "if (f((struct rows[]){{&a[0], {{8, 0, n}}}, {&b[0], {{8, 0, n}}}})) {",
            50,
            "if (f((struct rows[]){{&a[0], {{8, 0, n}}},\n                      {&b[0], {{8, 0, n}}}})) {",
        );
    }

    #[test]
    fn conditions_align_with_the_parenthesis() {
        check(
            "if (aaaaaaaaaa > b && cccccccc > d && eeeeee > f) {",
            30,
            "if (aaaaaaaaaa > b\n    && cccccccc > d\n    && eeeeee > f) {",
        );
    }

    #[test]
    fn what_cannot_be_broken_stays() {
        check("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa();", 10, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa();");
    }
}
