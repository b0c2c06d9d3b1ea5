//! Fills the facts of an error into its text, and leaves out what cannot be said.

use serde_json::{Map, Number, Value};

use crate::base::locale::Locale;

/// Localized number: `0,5` in Dutch, and no `.0` after an integer.
fn written(number: &Number, locale: Locale) -> String {
    let plain = number.to_string();
    let plain = plain.strip_suffix(".0").unwrap_or(&plain);
    match locale {
        Locale::Nl => plain.replace('.', ","),
        Locale::En => plain.to_owned(),
    }
}

/// A text with its facts filled in. A sentence of which a fact is not there, or empty, is left out; `None` if that
/// leaves nothing.
pub(super) fn fill(text: &str, facts: &Map<String, Value>, locale: Locale) -> Option<String> {
    let filled = sentences(text).filter_map(|sentence| sentence_with(sentence, facts, locale));
    let filled = filled.collect::<Vec<_>>().join(" ");
    (!filled.is_empty()).then_some(filled)
}

/// The sentences of a text: they end in a full stop or a mark, with a space behind it.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = [". ", "? ", "! "]
            .iter()
            .filter_map(|end| rest.find(end))
            .min();
        let (sentence, after) = match end {
            Some(end) => rest.split_at_checked(end + 1)?,
            None => (rest, ""),
        };
        rest = after.trim_start();
        (!sentence.is_empty()).then_some(sentence)
    })
}

/// One pass over the sentence: what is filled in may have braces of its own.
fn sentence_with(sentence: &str, facts: &Map<String, Value>, locale: Locale) -> Option<String> {
    let mut filled = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        let shown = shown(facts.get(name)?, locale);
        if shown.is_empty() {
            return None;
        }
        filled.push_str(before);
        filled.push_str(&shown);
        rest = after;
    }
    filled.push_str(rest);
    Some(filled)
}

fn shown(value: &Value, locale: Locale) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(value) => value.trim().to_owned(),
        Value::Array(values) => {
            let parts = values.iter().map(|value| shown(value, locale));
            parts
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(", ")
        }
        Value::Number(number) => written(number, locale),
        other => other.to_string(),
    }
}
