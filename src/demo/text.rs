//! Text patterns: `{a|b}` is a choice, `{plaats}` a placeholder.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::random::Random;

/// Values of the placeholders.
pub struct Names<'a> {
    pub organization: &'a str,
    pub place: &'a str,
    pub contact: &'a str,
}

pub fn expand(pattern: &str, random: &mut Random, names: &Names) -> String {
    let mut text = String::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    while let Some(next) = chars.next() {
        if next != '{' {
            text.push(next);
            continue;
        }
        let mut choices = vec![String::new()];
        let mut depth = 0;
        for inner in chars.by_ref() {
            match inner {
                '}' if depth == 0 => break,
                '|' if depth == 0 => {
                    choices.push(String::new());
                    continue;
                }
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if let Some(choice) = choices.last_mut() {
                choice.push(inner);
            }
        }
        let choice = random.pick(&choices);
        match choice.as_str() {
            "organisatie" => text.push_str(names.organization),
            "plaats" => text.push_str(names.place),
            "contact" => text.push_str(names.contact),
            other => text.push_str(&expand(other, random, names)),
        }
    }
    text
}

/// Lowercase words joined by `-` or by nothing; characters other than letters and digits are dropped.
pub fn slug(text: &str) -> String {
    let plain = ascii(text);
    let words: Vec<&str> = plain
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.join("-")
}

fn ascii(text: &str) -> String {
    text.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .collect()
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// JSON array of strings.
pub fn strings<T: std::fmt::Display>(list: &[T]) -> String {
    let list: Vec<String> = list.iter().map(ToString::to_string).collect();
    serde_json::Value::from(list).to_string()
}
