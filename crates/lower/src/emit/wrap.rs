//! Long lines of code, broken where a person would break them.

/// Breaks a line of C that starts at column `indent` so that it ends before column `width` if possible: before operators
/// and after commas and semicolons, as far outside of parentheses as possible. What follows is aligned with what it
/// continues. `text` is ASCII, but for names.
pub(crate) fn wrap(text: &str, indent: usize, width: usize) -> Vec<String> {
    let mut lines = vec![];
    let mut rest = text.to_owned();
    let mut margin = 0;
    while indent + rest.len() > width {
        let start = alignment(&rest, margin);
        let breaks = breaks(&rest, start);
        let fitting = breaks.iter().filter(|each| indent + each.position <= width && each.position > each.column);
        let Some(best) = fitting.min_by_key(|each| (each.depth, each.rank, usize::MAX - each.position)) else { break };
        lines.push(rest[..best.position].trim_end().to_owned());
        margin = best.column;
        rest = format!("{}{}", " ".repeat(best.column), &rest[best.position..]);
    }
    lines.push(rest);
    lines
}

/// Where a line may be broken.
struct Break {
    /// Where the next line starts.
    position: usize,
    /// How many parentheses are open.
    depth: usize,
    /// How tightly what is broken apart belongs together.
    rank: usize,
    /// The column at which the next line is to start.
    column: usize,
}

/// Operators to break before, loosest first; after commas and semicolons, first of all.
const OPERATORS: [&[&str]; 5] = [&["? ", ": "], &["|| "], &["&& "], &["+ ", "- "], &["* ", "/ ", "% "]];

fn breaks(text: &str, start: usize) -> Vec<Break> {
    let mut open = vec![start];
    let mut found = vec![];
    for (position, each) in text.char_indices() {
        match each {
            '(' | '[' => open.push(position + 1),
            ')' | ']' => drop(open.pop()),
            ' ' => {
                let column = open.last().copied().unwrap_or(start);
                let mut add = |rank| found.push(Break { position: position + 1, depth: open.len(), rank, column });
                if text[..position].ends_with([',', ';']) {
                    add(0);
                } else if let Some(rank) = OPERATORS
                    .iter()
                    .position(|operators| operators.iter().any(|operator| text[position + 1..].starts_with(operator)))
                {
                    add(rank + 1);
                }
            }
            _ => {}
        }
    }
    found
}

/// The column with which to align what continues a line: behind the assignment operator, or one level further in.
fn alignment(text: &str, margin: usize) -> usize {
    if margin > 0 {
        return margin;
    }
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
    fn calls_break_after_commas() {
        check(
            "i < polymill_min(n + 1000000, j + 32000000);",
            32,
            "i < polymill_min(n + 1000000,\n                 j + 32000000);",
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
