//! Text to syntax: everything but bodies.

use super::cursor::Cursor;
use super::parse_body::{body, element};
use super::syntax::*;
use crate::{AccessKind, Mark, Place, Result, ScalarType, Side, Storage};

/// Reads all GDGs of a text.
pub(super) fn program(text: &str) -> Result<Vec<GdgText>> {
    let cursor = &mut Cursor::new(text);
    let mut gdgs = vec![];
    while !cursor.at_end() {
        gdgs.push(gdg(cursor)?);
    }
    Ok(gdgs)
}

fn gdg(cursor: &mut Cursor) -> Result<GdgText> {
    keyword(cursor, "gdg")?;
    let mut gdg = GdgText {
        name: cursor.name("the name of the GDG")?,
        is_built: cursor.eat_word("built"),
        params: vec![],
        context: None,
        assume: None,
        promise: None,
        wanted: vec![],
        arrays: vec![],
        aliases: vec![],
        disjoint: vec![],
        reassociable: false,
        repeated: false,
        n_loops_around: 0,
        independent: vec![],
        statements: vec![],
        original: None,
        schedule: None,
        dependences: None,
        specialize: None,
        calls: vec![],
    };
    cursor.expect("{")?;
    while !cursor.eat("}") {
        item(cursor, &mut gdg)?;
    }
    Ok(gdg)
}

fn item(cursor: &mut Cursor, gdg: &mut GdgText) -> Result<()> {
    let word = cursor.peek_word();
    match word {
        "param" => gdg.params.push(after(cursor, word, param)?),
        "context" => once(cursor, word, &mut gdg.context, set)?,
        "assume" => once(cursor, word, &mut gdg.assume, set)?,
        "promise" => once(cursor, word, &mut gdg.promise, set)?,
        "version" => gdg.wanted.push(after(cursor, word, set)?),
        "array" => gdg.arrays.push(after(cursor, word, array)?),
        "alias" => gdg.aliases.push(after(cursor, word, alias)?),
        "disjoint" => gdg.disjoint.push(after(cursor, word, alias)?),
        "reassociable" => gdg.reassociable = cursor.eat_word(word),
        "repeated" => gdg.repeated = cursor.eat_word(word),
        "inside" => gdg.n_loops_around = after(cursor, word, |cursor| number(cursor, "how many loops are around it"))?,
        "independent" => gdg.independent.push(after(cursor, word, independent)?),
        "statement" => gdg.statements.push(after(cursor, word, statement)?),
        "original" => once(cursor, word, &mut gdg.original, tree)?,
        "schedule" => once(cursor, word, &mut gdg.schedule, tree)?,
        "dependences" => once(cursor, word, &mut gdg.dependences, dependences)?,
        "specialize" => once(cursor, word, &mut gdg.specialize, |cursor| braced(cursor, version))?,
        "calls" => gdg.calls.extend(after(cursor, word, calls)?),
        _ => {
            let items = "param, context, assume, promise, version, array, alias, disjoint, reassociable, repeated, inside, independent, \
                         statement, original, schedule, dependences, specialize, calls";
            return Err(cursor.expected(&format!("an item ({items}) or `}}`")));
        }
    }
    Ok(())
}

/// Reads what follows a word.
fn after<T>(cursor: &mut Cursor, word: &str, read: fn(&mut Cursor) -> Result<T>) -> Result<T> {
    cursor.advance(word.len());
    read(cursor)
}

/// Reads an item of which there is at most one.
fn once<T>(cursor: &mut Cursor, word: &str, item: &mut Option<T>, read: fn(&mut Cursor) -> Result<T>) -> Result<()> {
    if item.is_some() {
        return Err(cursor.error(cursor.offset(), &format!("a second `{word}`; a GDG has one")));
    }
    *item = Some(after(cursor, word, read)?);
    Ok(())
}

fn param(cursor: &mut Cursor) -> Result<ParamText> {
    let (name, ty) = typed_name(cursor, "the name of the parameter")?;
    let mut param = ParamText { name, ty, value: None, usual: None };
    if cursor.eat("=") {
        param.value = Some(param_value(cursor)?);
    }
    if cursor.eat_word("usual") {
        param.usual = Some(number(cursor, "what the parameter usually is")?);
    }
    Ok(param)
}

/// What a parameter is: `` `p->n` ``, ``not_null(`p`)``, `work(n * m)`, ...
fn param_value(cursor: &mut Cursor) -> Result<ParamValueText> {
    if cursor.eat_word("not_null") {
        cursor.expect("(")?;
        let pointer = place(cursor)?.value;
        cursor.expect(")")?;
        return Ok(ParamValueText::NotNull(pointer));
    }
    let definition = if cursor.eat_word("work") {
        DefinitionText::Work(work(cursor)?)
    } else if cursor.eat_word("disjoint") {
        cursor.expect("(")?;
        let pairs = separated(cursor, pair)?;
        cursor.expect(")")?;
        DefinitionText::Disjoint(pairs)
    } else if cursor.eat_word("ascending") {
        DefinitionText::Ascending(row_bounds(cursor)?)
    } else if cursor.eat_word("equal") {
        cursor.expect("(")?;
        let pairs = separated(cursor, places)?;
        cursor.expect(")")?;
        DefinitionText::Equal(pairs)
    } else if cursor.eat_word("even") {
        let lengths = row_bounds(cursor)?;
        keyword(cursor, "at")?;
        keyword(cursor, "most")?;
        DefinitionText::Even(lengths, number(cursor, "how long the loops are at most")?)
    } else if let Some(side) = [Side::Lower, Side::Upper].into_iter().find(|side| cursor.eat_word(bound_word(*side))) {
        DefinitionText::StaticBound(side, static_bound(cursor)?)
    } else {
        return Ok(ParamValueText::Place(place(cursor)?.value));
    };
    Ok(ParamValueText::Defined(definition))
}

/// `` `a->n` and `b->n` ``
fn places(cursor: &mut Cursor) -> Result<[Place; 2]> {
    let one = place(cursor)?.value;
    keyword(cursor, "and")?;
    Ok([one, place(cursor)?.value])
}

/// `` `p->x[_]` ``
fn place(cursor: &mut Cursor) -> Result<At<Place>> {
    let quoted = cursor.quoted()?;
    let value = quoted.value.parse().map_err(|message: String| cursor.error(quoted.offset, &message))?;
    Ok(At { value, offset: quoted.offset })
}

/// `(n - 1)`, if it is known
fn static_bound(cursor: &mut Cursor) -> Result<Option<BoundText>> {
    if !cursor.eat("(") {
        return Ok(None);
    }
    // A parameter may be called so, too.
    if cursor.rest().starts_with("largest(") && cursor.eat_word("largest") {
        let elements = row_bounds(cursor)?;
        cursor.expect(")")?;
        return Ok(Some(BoundText::Largest(elements)));
    }
    let value = affine(cursor)?;
    let is_promised = cursor.eat(",");
    if is_promised {
        keyword(cursor, "promised")?;
    }
    cursor.expect(")")?;
    Ok(Some(if is_promised { BoundText::Promised(value) } else { BoundText::Derived(value) }))
}

/// `(n * (2m - n) + m)`
fn work(cursor: &mut Cursor) -> Result<Vec<Vec<ExtentText>>> {
    cursor.expect("(")?;
    let mut products = vec![];
    loop {
        let mut product = vec![extent(cursor)?];
        while cursor.eat("*") {
            product.push(extent(cursor)?);
        }
        products.push(product);
        if !cursor.eat("+") {
            break;
        }
    }
    cursor.expect(")")?;
    Ok(products)
}

/// ``(`row[_]`[0 .. n]: i32)``
fn row_bounds(cursor: &mut Cursor) -> Result<RowBoundsText> {
    cursor.expect("(")?;
    let elements = reach(cursor)?;
    cursor.expect(":")?;
    let ty = cursor.scalar_type()?;
    cursor.expect(")")?;
    Ok(RowBoundsText { elements, ty })
}

/// `n`, or `(2m - n)`, or ``rows(`row[_]`[0 .. n]: i32)``
fn extent(cursor: &mut Cursor) -> Result<ExtentText> {
    if cursor.eat_word("rows") {
        return Ok(ExtentText::Rows(row_bounds(cursor)?));
    }
    if !cursor.eat("(") {
        return Ok(ExtentText::Linear(vec![(1, cursor.name("the name of a parameter, or `(`")?)]));
    }
    terms(cursor).map(ExtentText::Linear)
}

/// `2m - n)`
fn terms(cursor: &mut Cursor) -> Result<TermsText> {
    let mut terms = vec![];
    while terms.is_empty() || !cursor.eat(")") {
        let sign = if cursor.eat("-") { -1 } else { 1 };
        if sign > 0 && !terms.is_empty() {
            cursor.expect("+")?;
        }
        let digits = cursor.rest().find(|c: char| !c.is_ascii_digit()).unwrap_or_default();
        let factor = match &cursor.rest()[..digits] {
            "" => 1,
            number => number.parse().map_err(|_| cursor.expected("a smaller number"))?,
        };
        cursor.advance(digits);
        terms.push((sign * factor, cursor.name("the name of a parameter")?));
    }
    Ok(terms)
}

fn pair(cursor: &mut Cursor) -> Result<[ReachText; 2]> {
    let first = reach(cursor)?;
    if !cursor.eat_word("and") {
        return Err(cursor.expected("`and`"));
    }
    Ok([first, reach(cursor)?])
}

/// `` `A[_]`[0 .. n - 1] * (m) ``, or `` `rows[_][_]` rows [0 .. n - 1] [0 .. m - 1] ``
fn reach(cursor: &mut Cursor) -> Result<ReachText> {
    let At { value: place, offset } = place(cursor)?;
    let n_subscripts = place.n_subscripts();
    let (mut rows, mut first, mut last, mut stride) = (vec![], vec![], vec![], vec![]);
    while cursor.eat_word("rows") {
        rows.push(range(cursor)?);
    }
    if n_subscripts > rows.len() + 1 {
        return Err(cursor.error(offset, "this has more subscripts than those of rows and one more"));
    }
    let data = if cursor.eat_word("of") { Some(data_range(cursor)?) } else { None };
    if n_subscripts > rows.len() && data.is_none() {
        [first, last] = range(cursor)?;
    }
    while cursor.eat("*") {
        cursor.expect("(")?;
        stride.push(affine(cursor)?);
        cursor.expect(")")?;
    }
    Ok(ReachText { place, rows, first, last, stride, data })
}

/// ``rows (`row[_]`[0 .. n]: i32)``, or ``values (`column[_]`[0 .. n - 1]: i32)``
fn data_range(cursor: &mut Cursor) -> Result<DataRangeText> {
    if cursor.eat_word("rows") {
        return Ok(DataRangeText::Rows(Box::new(row_bounds(cursor)?)));
    }
    if cursor.eat_word("values") {
        return Ok(DataRangeText::Values(Box::new(row_bounds(cursor)?)));
    }
    Err(cursor.expected("`rows` or `values`"))
}

/// `[0 .. n - 1]`
fn range(cursor: &mut Cursor) -> Result<[Vec<AffineText>; 2]> {
    cursor.expect("[")?;
    let first = separated(cursor, affine)?;
    cursor.expect("..")?;
    let last = separated(cursor, affine)?;
    cursor.expect("]")?;
    Ok([first, last])
}

/// `2n - m + 1`
fn affine(cursor: &mut Cursor) -> Result<AffineText> {
    let mut affine = AffineText { terms: vec![], constant: 0 };
    let mut is_negative = cursor.eat("-");
    loop {
        let digits = cursor.rest().find(|c: char| !c.is_ascii_digit()).unwrap_or_default();
        let (offset, number) = (cursor.offset(), &cursor.rest()[..digits]);
        let factor: i64 = match number {
            "" => 1,
            number => number.parse().map_err(|_| cursor.expected("a smaller number"))?,
        };
        let signed = if is_negative { -factor } else { factor };
        cursor.advance(digits);
        match cursor.peek_word() {
            "" if digits == 0 => return Err(cursor.expected("a number or a parameter")),
            "" => {
                let sum = affine.constant.checked_add(signed);
                affine.constant = sum.ok_or_else(|| cursor.error(offset, "expected a smaller number"))?;
            }
            _ => affine.terms.push((signed, cursor.name("the name of a parameter")?)),
        }
        is_negative = match (cursor.eat("+"), cursor.eat("-")) {
            (false, false) => return Ok(affine),
            (_, is_negative) => is_negative,
        };
    }
}

fn alias(cursor: &mut Cursor) -> Result<(Name, Name)> {
    Ok((cursor.name("the name of an array")?, cursor.name("the name of an array")?))
}

fn number<T: std::str::FromStr>(cursor: &mut Cursor, what: &str) -> Result<T> {
    let word = cursor.peek_word();
    let Ok(number) = word.parse() else { return Err(cursor.expected(what)) };
    cursor.advance(word.len());
    Ok(number)
}

/// `S0, S1 at 0 except A, B in threads`
fn independent(cursor: &mut Cursor) -> Result<IndependentText> {
    let statements = separated(cursor, |cursor| cursor.name("the name of a statement"))?;
    keyword(cursor, "at")?;
    let position = number(cursor, "the position of an iterator")?;
    let except = match cursor.eat_word("except") {
        true => separated(cursor, |cursor| cursor.name("the name of an array"))?,
        false => vec![],
    };
    let in_threads = cursor.eat_word("in");
    if in_threads {
        keyword(cursor, "threads")?;
    }
    Ok(IndependentText { statements, position, except, in_threads })
}

fn calls(cursor: &mut Cursor) -> Result<Vec<Name>> {
    separated(cursor, |cursor| cursor.name("the name of a GDG"))
}

/// `name from other { : n < 16 }`
fn version(cursor: &mut Cursor) -> Result<VersionText> {
    let gdg = cursor.name("the name of a GDG, or `}`")?;
    let from = match cursor.eat_word("from") {
        true => Some((cursor.name("the name of the version that it specializes")?, set(cursor)?)),
        false => None,
    };
    Ok(VersionText { gdg, from })
}

fn array(cursor: &mut Cursor) -> Result<ArrayText> {
    let (name, element) = typed_name(cursor, "the name of the array")?;
    let mut extents = vec![];
    while cursor.rest().starts_with('[') {
        let extent = cursor.bracketed("[")?;
        extents.push(if extent.value.trim() == "?" { None } else { Some(extent) });
    }
    let place = if cursor.eat("=") { Some(place(cursor)?) } else { None };
    let (mut live_in, mut live_out, mut storage, mut private) = (false, false, Storage::External, None);
    let (mut row_dims, mut is_unshared) = (0, false);
    loop {
        match cursor.peek_word() {
            "private" => {
                keyword(cursor, "private")?;
                private = Some(cursor.isl("a relation such as `{ S[i, j] -> [i] }`")?);
                continue;
            }
            "rows" => {
                keyword(cursor, "rows")?;
                row_dims = number(cursor, "how many dimensions choose rows")?;
                continue;
            }
            "unshared" => is_unshared = true,
            "live_in" => live_in = true,
            "live_out" => live_out = true,
            "local" => storage = Storage::Local,
            "parameter" => storage = Storage::Parameter,
            _ => {
                let is_unshared = is_unshared || storage == Storage::Local;
                return Ok(ArrayText {
                    name,
                    element,
                    extents,
                    place,
                    row_dims,
                    is_unshared,
                    live_in,
                    live_out,
                    storage,
                    private,
                });
            }
        }
        cursor.advance(cursor.peek_word().len());
    }
}

fn statement(cursor: &mut Cursor) -> Result<StatementText> {
    let name = cursor.name("the name of the statement")?;
    cursor.expect("{")?;
    keyword(cursor, "domain")?;
    let domain = set(cursor)?;
    let origin = match cursor.eat_word("origin") {
        true => Some(cursor.isl("a relation such as `{ S_1[i] -> S[i] }`")?),
        false => None,
    };
    let iterators = if cursor.eat_word("iterators") {
        separated(cursor, |cursor| typed_name(cursor, "the name of an iterator"))?
    } else {
        vec![]
    };
    let accesses = if cursor.eat_word("accesses") { Some(braced(cursor, access)?) } else { None };
    let (locals, actions) = if cursor.eat_word("body") { body(cursor)? } else { (vec![], vec![]) };
    if !cursor.eat("}") {
        return Err(cursor.expected("origin, iterators, accesses, body (in this order) or `}`"));
    }
    Ok(StatementText { name, domain, origin, iterators, accesses, locals, actions })
}

fn access(cursor: &mut Cursor) -> Result<AccessText> {
    let word = cursor.peek_word();
    let Ok(kind) = word.parse::<AccessKind>() else {
        return Err(cursor.expected("an access (read, may_read, must_write, may_write, kill) or `}`"));
    };
    cursor.advance(word.len());
    cursor.forget_operators();
    let element = element(cursor)?;
    let relation = if cursor.eat(":") { Some(cursor.isl("a relation such as `{ S[i] -> A[i] }`")?) } else { None };
    Ok(AccessText { kind, element, relation })
}

/// `{ for i { S } }` or isl's YAML in block style.
fn tree(cursor: &mut Cursor) -> Result<TreeText> {
    let inside = cursor.rest().strip_prefix('{').unwrap_or_default().trim_start();
    let is_yaml = inside.strip_prefix("domain").is_some_and(|rest| rest.trim_start().starts_with(':'));
    let offset = cursor.offset();
    if is_yaml {
        cursor.bracketed("{").map(TreeText::Yaml)
    } else {
        Ok(TreeText::Order { items: braced(cursor, order)?, offset })
    }
}

fn order(cursor: &mut Cursor) -> Result<OrderText> {
    let marks = marks(cursor);
    if marks.is_empty() && cursor.peek_word() != "for" {
        return Ok(OrderText::Statement(cursor.name("a mark, `for`, the name of a statement, or `}`")?));
    }
    cursor.nested(|cursor| {
        keyword(cursor, "for")?;
        let iterator = cursor.name("the name of an iterator")?;
        let mut header = LoopText { marks, iterator, down: false, coincident: false, permutable: false };
        loop {
            match cursor.peek_word() {
                "down" => header.down = true,
                "coincident" => header.coincident = true,
                "permutable" => header.permutable = true,
                _ => break,
            }
            cursor.advance(cursor.peek_word().len());
        }
        Ok(OrderText::For { header, inner: braced(cursor, order)? })
    })
}

/// `parallel`, `simd`, `unroll_jam(4)`, as many as there are.
fn marks(cursor: &mut Cursor) -> Vec<Mark> {
    let mut marks = vec![];
    loop {
        let word = cursor.peek_word();
        let argument = cursor.rest()[word.len()..].strip_prefix('(').and_then(|rest| rest.find(')'));
        let length = word.len() + argument.map_or(0, |length| length + 2);
        let Ok(mark) = cursor.rest()[..length].parse() else { return marks };
        marks.push(mark);
        cursor.advance(length);
    }
}

fn dependences(cursor: &mut Cursor) -> Result<DependencesText> {
    let mut dependences = DependencesText::default();
    cursor.expect("{")?;
    while !cursor.eat("}") {
        let word = cursor.peek_word();
        let relation = match word {
            "flow" => &mut dependences.flow,
            "anti" => &mut dependences.anti,
            "output" => &mut dependences.output,
            "live_in" => &mut dependences.live_in,
            "relaxed" => {
                dependences.relaxed.push(relaxed(cursor)?);
                continue;
            }
            _ => return Err(cursor.expected("flow, anti, output, live_in, relaxed or `}`")),
        };
        cursor.advance(word.len());
        relation.push(cursor.isl("a relation such as `{ S[i] -> S[i + 1] : ... }`")?);
    }
    Ok(dependences)
}

/// `` relaxed `pass` { relation } because `reason` ``
fn relaxed(cursor: &mut Cursor) -> Result<RelaxedText> {
    keyword(cursor, "relaxed")?;
    let pass = unescape(&cursor.quoted()?.value);
    let removed = cursor.isl("a relation such as `{ S[i] -> S[i + 1] : ... }`")?;
    keyword(cursor, "because")?;
    let reason = unescape(&cursor.quoted()?.value);
    Ok(RelaxedText { removed, pass, reason })
}

fn set(cursor: &mut Cursor) -> Result<IslText> {
    cursor.isl("a set in braces")
}

pub(super) fn keyword(cursor: &mut Cursor, word: &str) -> Result<()> {
    if cursor.eat_word(word) { Ok(()) } else { Err(cursor.expected(&format!("`{word}`"))) }
}

/// `name: type`
pub(super) fn typed_name(cursor: &mut Cursor, what: &str) -> Result<(Name, ScalarType)> {
    let name = cursor.name(what)?;
    cursor.expect(":")?;
    Ok((name, cursor.scalar_type()?))
}

/// `{ ... }` with as many as there are.
pub(super) fn braced<T>(cursor: &mut Cursor, one: impl Fn(&mut Cursor) -> Result<T>) -> Result<Vec<T>> {
    cursor.expect("{")?;
    let mut all = vec![];
    while !cursor.eat("}") {
        all.push(one(cursor)?);
    }
    Ok(all)
}

/// One or more with commas between.
pub(super) fn separated<T>(cursor: &mut Cursor, one: impl Fn(&mut Cursor) -> Result<T>) -> Result<Vec<T>> {
    let mut all = vec![one(cursor)?];
    while cursor.eat(",") {
        all.push(one(cursor)?);
    }
    Ok(all)
}

/// What the escapes `` \` ``, `\\` and `\n` stand for.
pub(super) fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => plain.push('\n'),
                Some(escaped) => plain.push(escaped),
                None => {}
            },
            _ => plain.push(c),
        }
    }
    plain
}
