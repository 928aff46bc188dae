//! Texts that say the same: equal but for sets and relations, which isl compares.

use std::collections::BTreeSet;

use polymill_isl as isl;

/// Whether two texts are equal line by line, sets and relations in isl's notation aside: those need only be equal as
/// isl sees them. Parameters that a set does not name in front are taken from lines such as `param n: i32`.
pub fn same_text(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let Ok(ctx) = isl::Context::new() else { return false };
    let prefix = params(a, b);
    a.lines().count() == b.lines().count()
        && a.lines().zip(b.lines()).all(|(a, b)| a == b || same_line(&ctx, &prefix, a, b).unwrap_or(false))
}

/// `[n, m] -> `, for the parameters that both texts declare.
fn params(a: &str, b: &str) -> String {
    let declared = |line: &str| Some(line.trim().strip_prefix("param ")?.split_once(':')?.0.to_owned());
    let names: BTreeSet<_> = a.lines().chain(b.lines()).filter_map(declared).collect();
    let names: Vec<_> = names.into_iter().collect();
    if names.is_empty() { String::new() } else { format!("[{}] -> ", names.join(", ")) }
}

/// Compares lines piece by piece; `None` if they are cut into different pieces.
fn same_line(ctx: &isl::Context, prefix: &str, a: &str, b: &str) -> Option<bool> {
    let (a, b) = (pieces(a), pieces(b));
    let same = |(a, b): (&Piece, &Piece)| match (a, b) {
        (Piece::Text(a), Piece::Text(b)) => a == b,
        (Piece::Isl(a), Piece::Isl(b)) => a == b || same_set(ctx, prefix, a, b),
        _ => false,
    };
    Some(a.len() == b.len() && a.iter().zip(&b).all(same))
}

enum Piece<'a> {
    Text(&'a str),
    /// `{ ... }`, maybe with parameters in front.
    Isl(&'a str),
}

/// Cuts a line at its outermost braces.
fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = vec![];
    let mut rest = line;
    while let Some((start, end)) = braces(rest) {
        pieces.push(Piece::Text(&rest[..start]));
        pieces.push(Piece::Isl(&rest[start..end]));
        rest = &rest[end..];
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// Where the first `{ ... }` starts, with `[...] -> ` in front of it, and where it ends.
fn braces(text: &str) -> Option<(usize, usize)> {
    let open = text.find('{')?;
    let mut depth = 0;
    let length = text[open..].find(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    })?;
    let params = text[..open].trim_end().strip_suffix("->").map(str::trim_end);
    let start = params.filter(|params| params.ends_with(']')).and_then(|params| params.rfind('['));
    Some((start.unwrap_or(open), open + length + 1))
}

fn same_set(ctx: &isl::Context, prefix: &str, a: &str, b: &str) -> bool {
    let whole = |text: &str| if text.starts_with('[') { text.to_owned() } else { format!("{prefix}{text}") };
    let (a, b) = (whole(a), whole(b));
    let sets = || isl::UnionSet::read(ctx, &a)?.is_equal(&isl::UnionSet::read(ctx, &b)?);
    let maps = || isl::UnionMap::read(ctx, &a)?.is_equal(&isl::UnionMap::read(ctx, &b)?);
    sets().or_else(|_| maps()).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_compared_by_meaning() {
        assert!(same_text("x { [i] : i > 0 and i < 3 } y\n", "x { [i] : 1 <= i <= 2 } y\n"));
        assert!(!same_text("x { [i] : i > 0 and i < 3 } y\n", "x { [i] : 1 <= i <= 3 } y\n"));
        assert!(!same_text("x { [i] : i > 0 and i < 3 } y\n", "x { [i] : 1 <= i <= 2 } z\n"));
        assert!(same_text("[n] -> { A[i] : i > n; B[] }\n", "[n] -> { B[]; A[i] : n < i }\n"));
        assert!(same_text("flow { A[i] -> B[i] : i > 0 }\n", "flow { A[i] -> B[o0] : o0 = i and i >= 1 }\n"));
    }

    #[test]
    fn parameters_come_from_their_declarations() {
        assert!(same_text("param n: i32\n{ [i] : i > n }\n", "param n: i32\n{ [i] : i >= n + 1 }\n"));
        assert!(!same_text("{ [i] : i > n }\n", "{ [i] : i >= n + 1 }\n"));
    }

    #[test]
    fn other_texts_are_compared_as_they_stand() {
        assert!(same_text("if (x) { y; }\n", "if (x) { y; }\n"));
        assert!(!same_text("if (x) { y; }\n", "if (x) { y;  }\n"));
        assert!(!same_text("a\n", "a\nb\n"));
    }
}
