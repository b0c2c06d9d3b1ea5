//! Legal pages of a centre: privacy statement, terms of use and audience. The texts are the client's (`legal.json`),
//! parsed as its screen parses them.

use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::content::{PageContext, told};
use crate::web::i18n;

/// View model of the legal page `about`: an introduction and its sections in the order of the locale file.
pub fn of(page_context: &PageContext, about: &str) -> Value {
    let locale = page_context.locale;
    let word = |key: &str| i18n::legal(locale, &format!("{about}/{key}"));
    let centre = page_context.look.app_name.as_str();
    let contact = match page_context.look.center("email") {
        Some(email) => i18n::legal(locale, "privacy/contactMail").replace("{{email}}", email),
        None => i18n::legal(locale, "privacy/contactNone").replace("{{centre}}", centre),
    };
    let sections = word("order").split(' ').map(|part| {
        let text = word(&format!("{part}/text"))
            .replace("{{centre}}", centre)
            .replace("{{contact}}", &contact);
        json!({"id": part, "title": word(&format!("{part}/title")), "blocks": blocks(&text)})
    });
    context! {
        title => i18n::title(locale, about), intro => word("intro"),
        sections => told(sections.collect::<Vec<_>>()),
    }
}

/// Parses plain text into blocks: a line is a paragraph, consecutive lines that start with a dash are a list.
fn blocks(text: &str) -> Vec<Json> {
    let mut blocks: Vec<Json> = Vec::new();
    for line in text.lines() {
        let Some(item) = line.strip_prefix("- ") else {
            blocks.push(json!({"text": line}));
            continue;
        };
        match blocks
            .last_mut()
            .and_then(|block| block.get_mut("items"))
            .and_then(Json::as_array_mut)
        {
            Some(items) => items.push(item.into()),
            None => blocks.push(json!({"items": [item]})),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::locale::Locale;

    #[test]
    fn lines_are_paragraphs_and_lines_with_a_dash_are_one_list() {
        assert_eq!(
            blocks("Dit.\n- Een\n- Twee\nDat - zo.\n- Drie"),
            [
                json!({"text": "Dit."}),
                json!({"items": ["Een", "Twee"]}),
                json!({"text": "Dat - zo."}),
                json!({"items": ["Drie"]}),
            ]
        );
    }

    #[test]
    fn every_section_that_the_words_name_has_a_title_and_a_text() {
        for locale in [Locale::Nl, Locale::En] {
            for about in ["privacy", "terms", "accessibility"] {
                let word = |key: &str| i18n::legal(locale, &format!("{about}/{key}"));
                assert!(!word("intro").is_empty());
                for part in word("order").split(' ') {
                    assert!(!word(&format!("{part}/title")).is_empty(), "{part}");
                    assert!(!word(&format!("{part}/text")).is_empty(), "{part}");
                }
            }
        }
    }
}
