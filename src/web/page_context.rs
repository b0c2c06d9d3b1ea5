//! What every template of a page starts from, and the small parts that templates share.

use jiff::civil::Date;
use minijinja::Value;
use serde_json::{Value as Json, json};

use super::branding::Branding;
use super::i18n;
use super::language::path_in;
use super::page_data::PageData;
use super::pages::Page;
use super::vacancy_card::{Kinds, cards};
use crate::app::tenancy::request_target::Site;
use crate::base::locale::Locale;
use crate::jsonapi::query::Query;
use crate::model::field_rules;

pub const SEARCH: &str = "/vacancies/search";

/// Input of the page templates.
pub struct PageContext<'s> {
    pub site: &'s Site,
    pub branding: &'s Branding,
    pub locale: Locale,
    pub page: &'static Page,
    /// URL path without its language prefix.
    pub path: &'s str,
    /// In the Netherlands.
    pub today: Date,
    pub query: &'s Query,
    /// Documents of `page.view`, in the same order.
    pub documents: &'s [PageData],
}

impl PageContext<'_> {
    pub fn href(&self, path: &str) -> String {
        path_in(self.locale, path)
    }

    pub fn document(&self, at: usize) -> Json {
        self.documents.get(at).map_or(Json::Null, PageData::flat)
    }

    /// View models of the vacancy cards in a document.
    pub fn cards(&self, document: &Json, kinds: &Kinds) -> Vec<Json> {
        let list = document.get("data").and_then(Json::as_array);
        cards(list.into_iter().flatten(), kinds, self.locale)
    }
}

/// Pagination links: first, last, neighbours of the current page, previous and next.
pub fn pager(
    page_context: &PageContext,
    (page, pages): (u32, u32),
    path: impl Fn(u32) -> String,
) -> Vec<Json> {
    if pages < 2 {
        return Vec::new();
    }
    let href = |page| page_context.href(&path(page));
    let mut shown = vec![1, page.saturating_sub(1), page, page + 1, pages];
    shown.retain(|each| (1..=pages).contains(each));
    shown.sort_unstable();
    shown.dedup();
    let mut last = 0;
    let back = (page > 1)
        .then(|| json!({"href": href(page - 1), "label": i18n::component(page_context.locale, "pagination/previous"), "rel": "prev"}));
    let forth = (page < pages)
        .then(|| json!({"href": href(page + 1), "label": i18n::component(page_context.locale, "pagination/next"), "rel": "next"}));
    let numbers = shown.into_iter().map(|each| {
        let has_gap = std::mem::replace(&mut last, each) + 1 < each;
        json!({"href": href(each), "label": each, "name": i18n::component(page_context.locale, "pagination/page").replace("{{page}}", &each.to_string()), "is_current": each == page, "has_gap": has_gap})
    });
    back.into_iter().chain(numbers).chain(forth).collect()
}

/// Converts JSON to a template value.
pub fn told(json: impl Into<Json>) -> Value {
    match json.into() {
        Json::Null => Value::from(()),
        Json::Bool(yes) => Value::from(yes),
        Json::Number(number) => number
            .as_i64()
            .map_or_else(|| Value::from(number.to_string()), Value::from),
        Json::String(text) => Value::from(text),
        Json::Array(list) => list.into_iter().map(told).collect::<Vec<_>>().into(),
        Json::Object(fields) => {
            Value::from_pairs(fields.into_iter().map(|(name, value)| (name, told(value))))
        }
    }
}

/// Sanitises stored rich text again before rendering: a row may predate the current allow-list.
pub fn sanitised(html: Option<&str>) -> Value {
    Value::from_safe_string(html.map(field_rules::shown).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rich_text_carries_no_script_and_no_style() {
        let html = sanitised(Some("<p style=\"x\" onclick=\"y\">a<script>b</script></p>"));
        assert_eq!(html.as_str(), Some("<p>a</p>"));
    }
}
