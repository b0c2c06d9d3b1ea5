//! `/een-op-een-hulp`: what people ask for themselves, where the centre has help between people. The client reads the same
//! parameters and asks for the same address (`help-requests-page.tsx`).

use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value as Json;

use super::page_context::{PageContext, pager, told};
use super::search::encoded;
use super::shell::Head;
use crate::jsonapi::query::Query;
use crate::presets::Wording;
use crate::web::i18n;
use crate::web::vacancy_card::Kinds;

pub const PATH: &str = "/een-op-een-hulp";
const RADIUS_KM: &str = "10";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpSearch {
    near: String,
    page: u32,
}

impl HelpSearch {
    /// Parses the query string; what cannot be read is left out.
    pub fn read(query: &Query) -> Self {
        let page = query.get("page").unwrap_or_default();
        let is_number = (1..=5).contains(&page.len()) && page.bytes().all(|c| c.is_ascii_digit());
        Self {
            near: query.get("near").unwrap_or_default().to_owned(),
            page: page
                .parse()
                .ok()
                .filter(|page: &u32| is_number && *page > 0)
                .unwrap_or(1),
        }
    }

    /// API address of the list, spelled as the client spells it.
    pub fn list_address(&self) -> String {
        let mut pairs = vec!["filter[help_request_eq]=true".to_owned()];
        if !self.near.is_empty() {
            pairs.push(format!("filter[near]={}", encoded(&self.near)));
            pairs.push(format!("filter[radius_km]={RADIUS_KM}"));
        }
        if self.page > 1 {
            pairs.push(format!("page[number]={}", self.page));
        }
        pairs.push("page[size]=20".to_owned());
        let sort = if self.near.is_empty() {
            "-published_at"
        } else {
            "distance"
        };
        pairs.push(format!("sort={sort}"));
        format!("/api/v1/vacancies?{}", pairs.join("&"))
    }

    fn path(&self, page: u32) -> String {
        let mut pairs = Vec::new();
        if !self.near.is_empty() {
            let near = utf8_percent_encode(&self.near, NON_ALPHANUMERIC);
            pairs.push(format!("near={near}"));
        }
        if page > 1 {
            pairs.push(format!("page={page}"));
        }
        match pairs.as_slice() {
            [] => PATH.to_owned(),
            pairs => format!("{PATH}?{}", pairs.join("&")),
        }
    }
}

pub fn list(page_context: &PageContext, head: &mut Head) -> Value {
    let search = HelpSearch::read(page_context.query);
    let locale = page_context.locale;
    let word = |key: &str| i18n::help_requests(locale, key);
    let document = page_context.document(0);
    let kinds = Kinds::of(&page_context.document(1));
    let vacancies = page_context.cards(&document, &kinds);
    let pages = document
        .pointer("/meta/pages")
        .and_then(Json::as_u64)
        .and_then(|pages| u32::try_from(pages).ok())
        .unwrap_or_default();
    let title = if page_context.site.wording() == Wording::Neighbour {
        word("title_neighbour")
    } else {
        word("title")
    };
    title.clone_into(&mut head.title);
    word("intro").clone_into(&mut head.description);
    // One place is a search; the full list and its pages are indexed.
    head.is_listed &= search.near.is_empty();
    head.path = search.path(search.page);
    let none = if search.near.is_empty() {
        word("none").to_owned()
    } else {
        word("noneNear").replace("{{place}}", &search.near)
    };
    context! {
        title,
        intro => word("intro"),
        ask => word("ask"),
        ask_href => page_context.href("/profiel/hulpvragen/nieuw"),
        action => page_context.href(PATH),
        near => search.near.as_str(),
        near_label => word("near").replace("{{km}}", RADIUS_KM),
        submit => word("search"),
        nothing => none,
        none_text => word("noneText"),
        vacancies => told(vacancies),
        pager => told(pager(page_context, (search.page, pages), |page| search.path(page))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_spelled_as_the_app_spells_it() {
        let address = |query| HelpSearch::read(&Query::parse(query)).list_address();
        assert_eq!(
            address(""),
            "/api/v1/vacancies?filter[help_request_eq]=true&page[size]=20&sort=-published_at"
        );
        assert_eq!(
            address("near=5301+AA&page=2"),
            "/api/v1/vacancies?filter[help_request_eq]=true&filter[near]=5301%20AA&filter[radius_km]=10\
             &page[number]=2&page[size]=20&sort=distance"
        );
        assert_eq!(address("page=0"), address("page=x"));
    }
}
