//! Columns of the footer as the centre wrote them: a line is a line, `[words](address)` a link, "- " begins a list.
//! The app reads them in the same way (`ui/src/app/shell/footer/footer-content.ts`).

use serde_json::{Value as Json, json};

use super::page_context::PageContext;
use crate::base::locale::Locale;
use crate::web::branding::Branding;
use crate::web::i18n;

const COLUMNS: [u8; 6] = [1, 2, 3, 4, 6, 8];

/// The columns that have a title or a text, in the language of the page; what is not written in English is in Dutch.
pub fn columns(page_context: &PageContext) -> Vec<Json> {
    let (branding, locale) = (page_context.branding, page_context.locale);
    let text = |name: String| {
        let english = (locale == Locale::En)
            .then(|| branding.profile(&format!("{name}_en")))
            .flatten();
        english
            .or_else(|| branding.profile(&name))
            .unwrap_or_default()
            .to_owned()
    };
    COLUMNS
        .iter()
        .map(|number| {
            let title = text(format!("footer_column_{number}_title"));
            let lines = lines(&text(format!("footer_column_{number}_content")), &|path| {
                page_context.href(path)
            });
            (title, lines)
        })
        .filter(|(title, lines)| !title.is_empty() || !lines.is_empty())
        .map(|(title, lines)| json!({ "title": title, "lines": lines }))
        .collect()
}

/// The marks that the centre may carry.
pub fn marks(branding: &Branding, locale: Locale) -> Vec<Json> {
    [("show_anbi_logo", "anbi"), ("show_nov_logo", "nov")]
        .into_iter()
        .filter(|(column, _)| branding.has(column))
        .map(|(_, mark)| {
            json!({
                "name": i18n::shell(locale, &format!("footer/{mark}")),
                "meaning": i18n::shell(locale, &format!("footer/{mark}Meaning")),
            })
        })
        .collect()
}

pub fn lines(content: &str, own: &dyn Fn(&str) -> String) -> Vec<Json> {
    content
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| {
            let entry = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
            json!({ "is_entry": entry.is_some(), "pieces": pieces(entry.unwrap_or(line), own) })
        })
        .collect()
}

fn pieces(line: &str, own: &dyn Fn(&str) -> String) -> Vec<Json> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some((before, words, address, after)) = next_link(rest) {
        if !before.is_empty() {
            pieces.push(json!({ "text": before }));
        }
        pieces.push(json!({ "text": words, "href": href(address, own) }));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(json!({ "text": rest }));
    }
    pieces
}

/// The first `[words](address)`: what stands before it, its two parts, and what stands after.
fn next_link(line: &str) -> Option<(&str, &str, &str, &str)> {
    let mut from = 0;
    loop {
        let start = from + line.get(from..)?.find('[')?;
        let inside = line.get(start + 1..)?;
        if let Some((words, rest)) = inside.split_once("](")
            && let Some((address, after)) = rest.split_once(')')
            && !words.is_empty()
            && !words.contains(']')
            && !address.is_empty()
            && !address.contains(char::is_whitespace)
        {
            return Some((line.get(..start)?, words, address, after));
        }
        from = start + 1;
    }
}

/// An address that a visitor may be sent to: of this site, of the web, a mail or a telephone.
fn href(address: &str, own: &dyn Fn(&str) -> String) -> Option<String> {
    if address.starts_with('/') {
        let is_own = !address.starts_with("//") && !address.contains('\\');
        return is_own.then(|| own(address));
    }
    ["https://", "http://", "mailto:", "tel:"]
        .iter()
        .any(|start| address.starts_with(start))
        .then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_text_with_links_and_a_dash_begins_a_list() {
        let read = |content: &str| Json::from(lines(content, &|path| format!("/en{path}")));
        assert_eq!(
            read("Open: [ma] t/m do\n\n- [Alle vacatures](/vacancies/search) en meer"),
            json!([
                { "is_entry": false, "pieces": [{ "text": "Open: [ma] t/m do" }] },
                { "is_entry": true, "pieces": [
                    { "text": "Alle vacatures", "href": "/en/vacancies/search" },
                    { "text": " en meer" },
                ] },
            ])
        );
        for address in ["javascript:alert(1)", "//evil.example", "data:text/html,x"] {
            let read = read(&format!("[klik]({address})"));
            assert_eq!(read[0]["pieces"][0]["href"], Json::Null, "{address}");
        }
        let call = read("[Bel ons](tel:+31418550120)");
        assert_eq!(call[0]["pieces"][0]["href"], "tel:+31418550120");
    }
}
