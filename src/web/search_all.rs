//! Search over everything, as a page. The client reads the same parameters and asks the API the same
//! (`ui/src/lib/search/search-all.ts`).

use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::page_context::{PageContext, told};
use super::shell::Head;
use crate::base::locale::Locale;
use crate::jsonapi::query::Query;
use crate::mail::dutch_time::date_in_words;
use crate::resources::search::LONGEST;
use crate::web::i18n;

pub const PATH: &str = "/zoeken";
const TYPES: [&str; 5] = [
    "vacancies",
    "activities",
    "organizations",
    "pages",
    "news_items",
];
/// Results of one type, where only that is asked for.
const OF_ONE: u32 = 50;

/// Parameters of the page. Invalid values are ignored.
struct SearchAll {
    q: String,
    only: Option<&'static str>,
}

impl SearchAll {
    fn read(query: &Query) -> Self {
        let q = query.get("q").unwrap_or_default().trim();
        let asked = query.get("types").unwrap_or_default();
        Self {
            q: q.chars().take(LONGEST).collect(),
            only: TYPES.into_iter().find(|name| *name == asked),
        }
    }

    fn path(&self, only: Option<&str>) -> String {
        if self.q.is_empty() {
            return PATH.to_owned();
        }
        let q = encoded(&self.q);
        match only {
            Some(name) => format!("{PATH}?q={q}&types={name}"),
            None => format!("{PATH}?q={q}"),
        }
    }
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Path of the page with the results for `q`; of the empty page without it.
pub fn path_of(q: Option<&str>) -> String {
    let q = q.unwrap_or_default().chars().take(LONGEST).collect();
    SearchAll { q, only: None }.path(None)
}

/// API address of the results, none without a question: parameters sorted by key.
pub fn address(query: &Query, locale: Locale) -> Option<String> {
    let SearchAll { q, only } = SearchAll::read(query);
    if q.is_empty() {
        return None;
    }
    let locale = locale.as_str();
    let q = encoded(&q);
    Some(match only {
        Some(name) => {
            format!("/api/v1/search?locale={locale}&page[size]={OF_ONE}&q={q}&types={name}")
        }
        None => format!("/api/v1/search?locale={locale}&q={q}"),
    })
}

/// Document: the groups, if something is asked for.
pub fn page(page_context: &PageContext, head: &mut Head) -> Value {
    let locale = page_context.locale;
    let search = SearchAll::read(page_context.query);
    head.path = search.path(search.only);
    let document = page_context.document(0);
    let word = |key: &str| i18n::search_all(locale, key);
    let groups: Vec<&Json> = document
        .get("data")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .collect();
    let total: u64 = groups.iter().map(|group| total_of(group)).sum();
    let asked = |text: &str| text.replace("{{q}}", &search.q);
    let found = match (search.q.is_empty(), total) {
        (true, _) => None,
        (false, 0) => Some(asked(word("none"))),
        (false, total) => Some(asked(&i18n::counted(
            i18n::search_all,
            locale,
            "found",
            total,
        ))),
    };
    context! {
        title => head.title.as_str(),
        action => page_context.href(PATH),
        q => search.q.as_str(),
        longest => LONGEST,
        found,
        none_text => (!search.q.is_empty() && total == 0).then(|| word("none_text")),
        everything => search.only.map(|_| page_context.href(&search.path(None))),
        groups => told(groups.into_iter().map(|group| shown(group, page_context)).collect::<Vec<_>>()),
        s => told(json!({
            "lead": word("lead"), "field": word("field"), "example": word("example"), "submit": word("submit"),
            "everything": word("everything"),
        })),
    }
}

fn total_of(group: &Json) -> u64 {
    group
        .get("total")
        .and_then(Json::as_u64)
        .unwrap_or_default()
}

fn shown(group: &Json, page_context: &PageContext) -> Json {
    let locale = page_context.locale;
    let text = |object: &Json, name: &str| object.get(name)?.as_str().map(str::to_owned);
    let name = text(group, "id").unwrap_or_default();
    let total = total_of(group);
    let rows = group.get("results").and_then(Json::as_array);
    let results: Vec<Json> = rows
        .into_iter()
        .flatten()
        .map(|result| {
            let date = text(result, "published_at");
            json!({
                "title": text(result, "title"),
                "href": page_context.href(&text(result, "path").unwrap_or_default()),
                "hint": text(result, "hint"),
                "excerpt": text(result, "excerpt"),
                "date": date,
                "date_text": date.as_deref().and_then(|at| date_in_words(at, locale)),
            })
        })
        .collect();
    // The list of one type ends where it ends.
    let is_all = total <= results.len() as u64 || results.len() as u64 >= u64::from(OF_ONE);
    let more = text(group, "path")
        .filter(|_| !is_all || name == "vacancies" && total > results.len() as u64);
    json!({
        "name": name,
        "title": i18n::search_all(locale, &format!("group/{name}")),
        "results": results,
        "more": more.map(|path| json!({
            "href": page_context.href(&path),
            "label": i18n::counted(i18n::search_all, locale, &format!("all/{name}"), total),
        })),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_results_are_asked_for_as_the_app_asks_for_them() {
        let of = |query: &str| address(&Query::parse(query), Locale::En);
        assert_eq!(of(""), None);
        assert_eq!(of("q=+&types=pages"), None);
        assert_eq!(
            of("q=taal+maatje&types=users").as_deref(),
            Some("/api/v1/search?locale=en&q=taal%20maatje")
        );
        assert_eq!(
            of("q=a%26b&types=pages").as_deref(),
            Some("/api/v1/search?locale=en&page[size]=50&q=a%26b&types=pages")
        );
        let long = format!("q={}", "a".repeat(300));
        assert_eq!(of(&long).map(|address| address.len()), Some(27 + 200));
    }

    #[test]
    fn every_word_is_there_in_both_languages() {
        for locale in Locale::ALL {
            for key in [
                "lead",
                "field",
                "example",
                "submit",
                "everything",
                "none",
                "none_text",
            ] {
                assert!(!i18n::search_all(locale, key).is_empty(), "{key}");
            }
            for name in TYPES {
                assert!(!i18n::search_all(locale, &format!("group/{name}")).is_empty());
                let all = i18n::counted(i18n::search_all, locale, &format!("all/{name}"), 6);
                assert!(all.contains('6'), "{all}");
            }
        }
    }
}
