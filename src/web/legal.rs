//! Legal pages of a centre: its privacy statement, terms of use and accessibility statement by edition, and how the
//! matching works. The app reads the texts in the same way (`ui/src/features/legal/legal-text.ts`).

use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::page_context::{PageContext, told};
use crate::base::date_words;
use crate::base::html::escape;
use crate::base::locale::Locale;
use crate::base::working_days;
use crate::jsonapi::query::Query;
use crate::matching::weights;
use crate::resources::legal_text;
use crate::web::{blocks, footer, i18n};

/// The query parameter that names an earlier edition.
const EDITION: &str = "versie";

/// The edition that is asked for; none: the one in force.
pub fn edition_of(query: &Query) -> Option<u32> {
    query.get(EDITION)?.parse().ok()
}

/// View model of a legal text of the centre: its lines, and which edition this is.
pub fn edition(page_context: &PageContext, kind: &str) -> Value {
    let locale = page_context.locale;
    let word = |key: &str| i18n::legal(locale, &format!("edition/{key}"));
    let (shown, all) = (page_context.document(0), page_context.document(1));
    let row = shown.pointer("/data/0").unwrap_or(&Json::Null);
    let editions = all.get("data").and_then(Json::as_array);
    let editions: Vec<&Json> = editions.into_iter().flatten().collect();
    let newest = editions.first().and_then(|row| row["edition"].as_i64());
    let number = row["edition"].as_i64();
    let told = |key: &str, row: &Json| {
        word(key)
            .replace("{{edition}}", &row["edition"].to_string())
            .replace(
                "{{date}}",
                &day_of(row["created_at"].as_str().unwrap_or_default(), locale),
            )
    };
    let path = page_context.path;
    let earlier: Vec<Json> = editions
        .iter()
        .filter(|row| Some(row["edition"].as_i64()) != Some(newest))
        .map(|row| {
            json!({
                "label": told("of", row),
                "href": format!("{}?{EDITION}={}", page_context.href(path), row["edition"]),
                "note": row["change_note"],
            })
        })
        .collect();
    let text = match locale {
        Locale::En => row["text_en"].as_str(),
        Locale::Nl => row["text"].as_str(),
    };
    let text = text.unwrap_or_default();
    let html = legal_text::is_markup(text).then(|| {
        // Sanitised when it was stored (`resources::legal_text`); what is filled in is text.
        let filled = filled(page_context, text, &linked);
        Value::from_safe_string(blocks::anchored(locale, &filled))
    });
    let text = match html {
        Some(_) => String::new(),
        None => filled(page_context, text, &str::to_owned),
    };
    let heading = match number {
        None => word("none").to_owned(),
        number if number == newest => told("valid", row),
        _ => told("old", row),
    };
    context! {
        title => i18n::title(locale, kind),
        edition => heading,
        current => (number != newest).then(|| page_context.href(path)),
        current_label => word("current"),
        html,
        sections => super::page_context::told(sections(&text, &|path| page_context.href(path))),
        earlier => super::page_context::told(earlier),
        earlier_label => word("list"),
    }
}

/// Sections of a text: what stands under each heading, and before the first.
fn sections(text: &str, own: &dyn Fn(&str) -> String) -> Vec<Json> {
    let mut sections: Vec<(String, String)> = vec![(String::new(), String::new())];
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push((title.trim().to_owned(), String::new()));
        } else if let Some((_, body)) = sections.last_mut() {
            body.push_str(line);
            body.push('\n');
        }
    }
    sections
        .into_iter()
        .enumerate()
        .filter(|(_, (title, body))| !title.is_empty() || !body.trim().is_empty())
        .map(|(at, (title, body))| json!({ "id": format!("deel-{at}"), "title": title, "lines": footer::lines(&body, own) }))
        .collect()
}

/// With the centre's name, and how to reach it.
fn filled(page_context: &PageContext, text: &str, written: &dyn Fn(&str) -> String) -> String {
    let centre = page_context.branding.app_name.as_str();
    text.replace("{{centre}}", &written(centre))
        .replace("{{contact}}", &written(&contact(page_context)))
}

/// A text in HTML, with its email addresses as links.
fn linked(text: &str) -> String {
    text.split(' ')
        .map(|word| {
            let address = word.trim_end_matches(['.', ',', ')']);
            let after = word.get(address.len()..).unwrap_or_default();
            match address.split_once('@') {
                Some((name, host)) if !name.is_empty() && host.contains('.') => {
                    let address = escape(address);
                    format!(
                        "<a href=\"mailto:{address}\">{address}</a>{}",
                        escape(after)
                    )
                }
                _ => escape(word),
            }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn contact(page_context: &PageContext) -> String {
    let locale = page_context.locale;
    match page_context.branding.center("email") {
        Some(email) => i18n::legal(locale, "privacy/contactMail").replace("{{email}}", email),
        None => i18n::legal(locale, "privacy/contactNone")
            .replace("{{centre}}", &page_context.branding.app_name),
    }
}

/// `3 november 2026`; the day in the Netherlands.
fn day_of(moment: &str, locale: Locale) -> String {
    let Ok(moment) = moment.parse::<jiff::Timestamp>() else {
        return String::new();
    };
    let day = moment.to_zoned_datetime(working_days::amsterdam()).date();
    date_words::full_date(day, locale)
}

/// View model of the legal page `about`: an introduction and its sections in the order of the locale file.
pub fn of(page_context: &PageContext, about: &str) -> Value {
    let locale = page_context.locale;
    let word = |key: &str| i18n::legal(locale, &format!("{about}/{key}"));
    let centre = page_context.branding.app_name.as_str();
    let contact = contact(page_context);
    let sections = word("order").split(' ').map(|part| {
        let mut text = word(&format!("{part}/text"))
            .replace("{{centre}}", centre)
            .replace("{{contact}}", &contact);
        if about == "matching" {
            text = numbered(text, locale);
        }
        json!({"id": part, "title": word(&format!("{part}/title")), "blocks": blocks(&text)})
    });
    context! {
        title => i18n::title(locale, about), intro => word("intro"),
        sections => told(sections.collect::<Vec<_>>()),
    }
}

/// Fills in the numbers of the matching.
fn numbered(mut text: String, locale: Locale) -> String {
    for (name, number) in weights::ALL {
        let number = number.to_string();
        let number = match locale {
            Locale::Nl => number.replace('.', ","),
            Locale::En => number,
        };
        text = text.replace(&format!("{{{{{name}}}}}"), &number);
    }
    text
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
    fn the_app_shows_the_numbers_that_the_matching_uses() {
        let shown: Json =
            serde_json::from_str(include_str!("../../ui/src/lib/matching/weights.json")).unwrap();
        let shown = shown.as_object().unwrap();
        assert_eq!(shown.len(), weights::ALL.len());
        for (name, number) in weights::ALL {
            assert_eq!(shown[*name].as_f64(), Some(*number), "{name}");
        }
        let text = numbered("{{themes}} en {{walk_km}} km".to_owned(), Locale::Nl);
        assert_eq!(text, "1,5 en 3 km");
    }

    #[test]
    fn every_section_that_the_words_name_has_a_title_and_a_text() {
        for locale in [Locale::Nl, Locale::En] {
            for about in ["matching"] {
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
