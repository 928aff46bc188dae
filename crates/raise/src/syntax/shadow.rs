//! A copy of an external declaration that tree-sitter's grammar of C reads without doubt.
//!
//! C cannot be parsed without knowing which names are types, and compilers know words that the grammar does not. So
//! tree-sitter sees only the shape: every type name becomes `int`, every other name `x`, numbers `0`, strings `""`;
//! attributes and the like are left out. Each token of the copy knows the token that it stands for, which has the name.

use std::collections::BTreeSet;

use super::token::{Token, TokenKind};

/// The copy.
#[derive(Clone, Default, Debug)]
pub(super) struct Shadow {
    /// Its text: tokens with a blank after each.
    pub text: String,
    /// Where each token starts in `text`.
    starts: Vec<usize>,
    /// The first and the last original token that each token stands for.
    origins: Vec<(usize, usize)>,
    /// The index of the first original token.
    first: usize,
    /// Names of attributes with the index of the original token.
    pub attributes: Vec<(usize, String)>,
}

/// Words that stay as they are.
const KEYWORDS: [&str; 34] = [
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
];

/// GNU spellings of words that stay.
const SPELLINGS: [(&str, &str); 11] = [
    ("__restrict", "restrict"),
    ("__restrict__", "restrict"),
    ("__const", "const"),
    ("__const__", "const"),
    ("__volatile", "volatile"),
    ("__volatile__", "volatile"),
    ("__inline", "inline"),
    ("__inline__", "inline"),
    ("__forceinline", "inline"),
    ("__signed", "signed"),
    ("__signed__", "signed"),
];

/// Words that are left out.
const LEFT_OUT: [&str; 9] = [
    "__extension__",
    "_Noreturn",
    "_Thread_local",
    "__thread",
    "_Complex",
    "__complex__",
    "_Imaginary",
    "_Atomic",
    "thread_local",
];

/// Words that are left out with the parentheses after them.
const LEFT_OUT_WITH_ARGUMENTS: [&str; 5] = ["__attribute__", "__attribute", "__declspec", "_Alignas", "alignas"];

/// Types that compilers know without a declaration.
const BUILTIN_TYPES: [&str; 18] = [
    "_Bool",
    "bool",
    "__int128",
    "__int128_t",
    "__uint128_t",
    "_Float16",
    "_Float32",
    "_Float64",
    "_Float128",
    "_Float32x",
    "_Float64x",
    "__float128",
    "__float80",
    "__bf16",
    "_Decimal32",
    "_Decimal64",
    "_Decimal128",
    "__builtin_va_list",
];

/// Words that with the parentheses after them are a type.
const TYPES_WITH_ARGUMENTS: [&str; 5] = ["typeof", "__typeof__", "__typeof", "_BitInt", "_Atomic"];

/// Words that with the parentheses after them are an expression whose arguments the grammar does not know.
const OPAQUE_CALLS: [&str; 7] = [
    "__builtin_va_arg",
    "__builtin_offsetof",
    "__builtin_types_compatible_p",
    "_Generic",
    "__alignof__",
    "__alignof",
    "_Alignof",
];

/// Inline assembly.
const ASM: [&str; 3] = ["asm", "__asm__", "__asm"];

/// Whether a name stands for something that is not modelled as an expression.
pub(super) fn opaque_name(word: &str) -> Option<&'static str> {
    OPAQUE_CALLS
        .into_iter()
        .chain(ASM)
        .chain(["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"])
        .find(|name| *name == word)
}

/// Whether a word is a type that needs no declaration.
pub(super) fn is_builtin_type(word: &str) -> bool {
    BUILTIN_TYPES.contains(&word) || word == "__auto_type"
}

impl Shadow {
    /// Copies `tokens[range]`; `is_type` says which names are types at this point.
    pub fn new(tokens: &[Token], text: &str, range: std::ops::Range<usize>, is_type: &dyn Fn(&str) -> bool) -> Self {
        let shadow = Self { first: range.start, ..Self::default() };
        let mut copy = Copy { tokens, text, is_type, end: range.end, shadow, ..Copy::default() };
        let mut at = range.start;
        while at < range.end {
            at = copy.step(at);
        }
        copy.shadow
    }

    /// The original tokens, first and last, of the bytes `start..end` of the copy, which begin and end with tokens.
    pub fn origin(&self, start: usize, end: usize) -> (usize, usize) {
        let token_at = |byte: usize| self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let first = self.origins.get(token_at(start)).map_or(0, |origin| origin.0);
        let last = self.origins.get(token_at(end.saturating_sub(1))).map_or(0, |origin| origin.1);
        (first, last.max(first))
    }

    /// The first original token after those that the token before the byte `start` stands for: where a declaration starts
    /// whose first words were left out.
    pub fn lead(&self, start: usize) -> usize {
        let token = self.starts.partition_point(|other| *other < start);
        match token.checked_sub(1) {
            Some(before) => self.origins.get(before).map_or(0, |origin| origin.1 + 1),
            None => self.first,
        }
    }

    fn push(&mut self, what: &str, first: usize, last: usize) {
        self.starts.push(self.text.len());
        self.origins.push((first, last));
        self.text.push_str(what);
        self.text.push(' ');
    }
}

/// The copying, token by token.
struct Copy<'a> {
    tokens: &'a [Token],
    text: &'a str,
    is_type: &'a dyn Fn(&str) -> bool,
    end: usize,
    shadow: Shadow,
    /// Type names that blocks of the function declare.
    local_types: BTreeSet<&'a str>,
    /// Type names that the function declares to be variables.
    hidden_types: BTreeSet<&'a str>,
    /// Whether the last token was a type.
    after_type: bool,
    /// Whether this is inside a `typedef`.
    in_typedef: bool,
    /// The last token, as in the original.
    previous: &'a str,
    n_open_braces: usize,
}

impl Default for Copy<'_> {
    fn default() -> Self {
        Self {
            tokens: &[],
            text: "",
            is_type: &|_| false,
            end: 0,
            shadow: Shadow::default(),
            local_types: BTreeSet::new(),
            hidden_types: BTreeSet::new(),
            after_type: false,
            in_typedef: false,
            previous: "",
            n_open_braces: 0,
        }
    }
}

impl<'a> Copy<'a> {
    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).filter(|_| at < self.end).map_or("", |token| token.text(self.text))
    }

    /// Copies the token at `at` and returns the index of the next one to copy.
    fn step(&mut self, at: usize) -> usize {
        let word = self.word(at);
        match self.tokens[at].kind {
            TokenKind::Word => return self.step_word(at, word),
            TokenKind::Number | TokenKind::Char => self.emit("0", at, at),
            TokenKind::String => return self.step_string(at),
            TokenKind::Stray => self.emit("`", at, at),
            TokenKind::Punctuator if word == "[" && self.word(at + 1) == "[" => return self.skip_brackets(at),
            TokenKind::Punctuator => {
                match word {
                    "..." if self.is_range() => return self.skip_range(at),
                    ";" => self.in_typedef = false,
                    "{" => self.n_open_braces += 1,
                    "}" => self.n_open_braces = self.n_open_braces.saturating_sub(1),
                    _ => {}
                }
                self.emit(word, at, at);
            }
        }
        at + 1
    }

    fn step_word(&mut self, at: usize, word: &'a str) -> usize {
        let has_arguments = self.word(at + 1) == "(";
        if LEFT_OUT_WITH_ARGUMENTS.contains(&word) && has_arguments {
            self.note_attributes(at);
            return self.skip_brackets(at + 1);
        }
        if matches!(word, "_Static_assert" | "static_assert") && has_arguments {
            return self.skip_brackets(at + 1);
        }
        if ASM.contains(&word) {
            return self.step_asm(at);
        }
        if OPAQUE_CALLS.contains(&word) && has_arguments {
            let end = self.skip_brackets(at + 1);
            self.emit("x", at, end - 1);
            return end;
        }
        if TYPES_WITH_ARGUMENTS.contains(&word) && has_arguments {
            let end = self.skip_brackets(at + 1);
            self.emit_type("int", at, end - 1);
            return end;
        }
        if LEFT_OUT.contains(&word) {
            return at + 1;
        }
        if word == "typedef" {
            self.in_typedef = true;
            if self.n_open_braces > 0 {
                self.note_local_type(at);
            }
        }
        if let Some((_, plain)) = SPELLINGS.iter().find(|(spelling, _)| *spelling == word) {
            self.emit_keyword(plain, at);
        } else if KEYWORDS.contains(&word) {
            self.emit_keyword(word, at);
        } else if self.is_type_here(word) {
            self.emit_type("int", at, at);
        } else {
            self.emit("x", at, at);
        }
        at + 1
    }

    fn emit(&mut self, what: &str, first: usize, last: usize) {
        self.shadow.push(what, first, last);
        self.previous = self.word(last);
        self.after_type = false;
    }

    fn emit_type(&mut self, what: &str, first: usize, last: usize) {
        self.emit(what, first, last);
        self.after_type = true;
    }

    fn emit_keyword(&mut self, what: &str, at: usize) {
        let was_type = self.after_type;
        self.emit(what, at, at);
        let is_type =
            matches!(what, "char" | "double" | "float" | "int" | "long" | "short" | "signed" | "unsigned" | "void");
        self.after_type = is_type || (was_type && matches!(what, "const" | "volatile"));
    }

    /// Whether a word is the name of a type and stands where a type can stand: not after a type or `*`, where it is the
    /// name that is being declared.
    fn is_type_here(&mut self, word: &'a str) -> bool {
        if is_builtin_type(word) {
            return true;
        }
        if self.hidden_types.contains(word) || !(self.local_types.contains(word) || (self.is_type)(word)) {
            return false;
        }
        if matches!(self.previous, "." | "->" | "struct" | "union" | "enum" | "goto") {
            return false;
        }
        let is_declared = self.after_type || self.previous == "*";
        if is_declared && self.n_open_braces > 0 && !self.in_typedef {
            self.hidden_types.insert(word);
        }
        !is_declared
    }

    /// Adjacent string literals are one.
    fn step_string(&mut self, at: usize) -> usize {
        let mut end = at + 1;
        while end < self.end && self.tokens[end].kind == TokenKind::String {
            end += 1;
        }
        self.emit("\"\"", at, end - 1);
        end
    }

    /// Inline assembly is an expression where a statement starts, and belongs to a declaration otherwise.
    fn step_asm(&mut self, at: usize) -> usize {
        let mut open = at + 1;
        while matches!(self.word(open), "volatile" | "__volatile__" | "__volatile" | "inline" | "goto") {
            open += 1;
        }
        let end = if self.word(open) == "(" { self.skip_brackets(open) } else { open };
        let starts_statement = matches!(self.previous, ";" | "{" | "}" | ":" | "else" | "do" | ")");
        if self.n_open_braces > 0 && starts_statement {
            self.emit("x", at, end - 1);
        } else {
            self.shadow.attributes.push((at, "asm".to_owned()));
        }
        end
    }

    /// Whether `...` here is that of a range (`case 1 ... 5`), not that of parameters.
    fn is_range(&self) -> bool {
        self.n_open_braces > 0 && !matches!(self.previous, "," | "(")
    }

    /// The index after a range's second value: of ranges only the first value is kept.
    fn skip_range(&self, mut at: usize) -> usize {
        while at < self.end && !matches!(self.word(at), ":" | "]" | ";" | "}") {
            at += 1;
        }
        at
    }

    /// The index after the bracket that closes the one at `at`.
    fn skip_brackets(&self, at: usize) -> usize {
        let mut depth = 0usize;
        let mut index = at;
        while index < self.end {
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            index += 1;
            if depth == 0 {
                break;
            }
        }
        index
    }

    fn note_attributes(&mut self, at: usize) {
        let end = self.skip_brackets(at + 1);
        for index in at + 1..end {
            if self.tokens[index].kind == TokenKind::Word {
                let name = self.word(index).trim_matches('_').to_owned();
                self.shadow.attributes.push((index, name));
            }
        }
    }

    /// `typedef ... name;` inside a function: the last name before the semicolon.
    fn note_local_type(&mut self, at: usize) {
        let mut index = at;
        let mut name = "";
        while index < self.end && self.word(index) != ";" {
            if matches!(self.word(index), "{" | "[") {
                index = self.skip_brackets(index);
                continue;
            }
            if self.tokens[index].kind == TokenKind::Word {
                name = self.word(index);
            }
            index += 1;
        }
        self.local_types.insert(name);
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::tokenize;
    use super::*;

    fn check(text: &str, expected: &str) {
        let tokens = tokenize(text).tokens;
        let shadow = Shadow::new(&tokens, text, 0..tokens.len(), &|name| name == "T");
        assert_eq!(shadow.text.trim_end(), expected);
    }

    #[test]
    fn type_names_become_int() {
        check(
            "T f(T a) { return (T) (a) + p.T + sizeof(T *); }",
            "int x ( int x ) { return ( int ) ( x ) + x . x + sizeof ( int * ) ; }",
        );
        check("struct T *T;", "struct x * x ;");
    }

    #[test]
    fn a_variable_hides_a_type() {
        check("void f(void) { T *T = 0; T = (T) + 1; }", "void x ( void ) { int * x = 0 ; x = ( x ) + 0 ; }");
    }

    #[test]
    fn types_of_blocks_are_known_there() {
        check("void f(void) { typedef int U; U x; }", "void x ( void ) { typedef int x ; int x ; }");
    }

    #[test]
    fn what_the_grammar_does_not_know_goes() {
        check(
            "__extension__ static __inline int f(void) __asm__(\"g\") __attribute__((__const__, cold));",
            "static inline int x ( void ) ;",
        );
        check("void f(void) { asm volatile (\"nop\" : : \"r\"(1)); }", "void x ( void ) { x ; }");
        check("_Static_assert(sizeof(int) == 4, \"x\");", ";");
        check("typeof(int) x = __builtin_offsetof(struct s, y);", "int x = x ;");
        check("[[nodiscard]] int a[2];", "int x [ 0 ] ;");
        check("char *s = \"a\" \"b\";", "char * x = \"\" ;");
    }

    #[test]
    fn attributes_are_noted_without_underscores() {
        let text = "int f(int) __attribute__((__const__));";
        let tokens = tokenize(text).tokens;
        let shadow = Shadow::new(&tokens, text, 0..tokens.len(), &|_| false);
        assert_eq!(shadow.attributes.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>(), ["const"]);
    }
}
