//! Formula injection: text that office programs would run as a formula is written with a leading apostrophe, which is
//! removed on reading, so that it round-trips.

use std::borrow::Cow;

/// First characters of a formula.
const SIGNS: [char; 4] = ['=', '+', '-', '@'];

/// Escapes text so that office programs do not run it. Trailing white space is removed.
pub fn inert(text: &str) -> Cow<'_, str> {
    let text = text.trim_end();
    let (before, bare) = parted(text);
    if is_formula(text) || before.contains('\'') && bare.starts_with('0') {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Normalizes a cell: trimmed, on one line, without the apostrophe that marks a formula or a number with leading
/// zeros as text.
pub fn read_back(cell: &str) -> String {
    let cell = cell.trim();
    let text = match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest) || parted(rest).1.starts_with('0') => rest,
        _ => cell,
    };
    let mut words = text.split_whitespace();
    let mut tidy = words.next().unwrap_or_default().to_owned();
    for word in words {
        tidy.push(' ');
        tidy.push_str(word);
    }
    tidy
}

/// True for a formula, with or without leading apostrophes.
fn is_formula(text: &str) -> bool {
    let (before, bare) = parted(text);
    bare.starts_with(SIGNS) || before.contains(['\t', '\r', '\n'])
}

/// The leading apostrophes and white space, and the rest.
fn parted(text: &str) -> (&str, &str) {
    let bare = text.trim_start_matches(|c: char| c == '\'' || c.is_whitespace());
    text.split_at(text.len() - bare.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_could_run_gets_an_apostrophe() {
        for text in [
            "=1+1",
            "+31612345678",
            "+1+cmd|' /C calc'!A0",
            "-2",
            "@sum(a1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "\tx",
            " =1",
            "'=1",
            "''@x",
            "' =1",
        ] {
            assert_eq!(inert(text), format!("'{text}"), "{text:?}");
        }
        for text in ["", "Anna", "'s-Gravenhage", "0612345678", "a=b", "3-4"] {
            assert_eq!(inert(text), text, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_itself_again(text in "['=+@\\-\t\r\n 0-9a-z\u{a0}\u{2028}]{0,12}|.{0,20}") {
            let written = inert(&text);
            prop_assert!(!written.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']));
            let words: Vec<_> = text.split_whitespace().collect();
            prop_assert_eq!(read_back(&written), words.join(" "));
        }
    }
}
