//! The words of a text of C: names, keywords and numbers.

/// All words, in order.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty())
}

/// The text with another one in the place of some words: `replacement` gets what stands before a word, and the word.
pub fn replace_words(text: &str, replacement: impl Fn(&str, &str) -> Option<String>) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, behind) = rest.split_at(length);
        match replacement(&result, word).filter(|_| is_word(first)) {
            Some(other) => result += &other,
            None => result += word,
        }
        rest = behind;
    }
    result
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
