//! Sentences with which the templates of pages tell their maker what to write. They are no text for visitors.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::block_types::{Field, Kind};
use crate::search::text::without_markup;

/// Both languages of every sentence, as the app puts them into a new page.
static SENTENCES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let words: Value = serde_json::from_str(include_str!(
        "../../../ui/src/features/content/pages/list/template-texts.json"
    ))
    .unwrap_or_default();
    let sentences = words.as_object().into_iter().flat_map(Map::values);
    let languages = sentences.filter_map(Value::as_object).flat_map(Map::values);
    languages
        .filter_map(Value::as_str)
        .map(plain)
        .filter(|sentence| !sentence.is_empty())
        .collect()
});

fn plain(text: &str) -> String {
    without_markup(text).to_lowercase()
}

/// True for a text in which a sentence of a template stands as it was.
pub fn is_left(text: &str) -> bool {
    let text = plain(text);
    SENTENCES.iter().any(|sentence| text.contains(sentence))
}

/// The fields of a block with such a sentence: `text`, `points.0.text`.
pub fn places(
    fields: &[Field],
    content: &Map<String, Value>,
    before: &str,
    found: &mut impl FnMut(String),
) {
    for field in fields {
        let Some(value) = content.get(field.name) else {
            continue;
        };
        let name = format!("{before}{}", field.name);
        if let Kind::List { fields, .. } = field.kind {
            let items = value.as_array().into_iter().flatten();
            for (at, item) in items.enumerate() {
                if let Some(item) = item.as_object() {
                    places(fields, item, &format!("{name}.{at}."), &mut *found);
                }
            }
        } else if value.as_str().is_some_and(is_left) {
            found(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_of_a_template_is_known_in_markup_and_in_both_languages() {
        assert!(SENTENCES.len() >= 10, "{SENTENCES:?}");
        for left in [
            "<p>Vertel hier in een paar zinnen wat je doet, voor wie, en wat het <strong>oplevert</strong>.</p>",
            "Begin met het nieuws: wat gebeurt er, waar en wanneer.\n\n## Wat kun je doen?",
            "<h2>Wat?</h2><p>Say what the reader can do.</p>",
        ] {
            assert!(is_left(left), "{left}");
        }
        for own in ["", "<p>Vertel ons in een paar zinnen wat je zoekt.</p>"] {
            assert!(!is_left(own), "{own}");
        }
    }
}
