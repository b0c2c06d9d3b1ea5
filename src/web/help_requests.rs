//! `/een-op-een-hulp`: what people ask for themselves and what they offer, where the centre has help between people. The client reads the same
//! parameters and asks for the same address (`help-requests-page.tsx`).

use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::page_context::{PageContext, pager, told};
use super::search::encoded;
use super::shell::Head;
use crate::base::locale::Locale;
use crate::jsonapi::query::Query;
use crate::presets::Wording;
use crate::web::i18n;
use crate::web::vacancy_card::Kinds;

pub const PATH: &str = "/een-op-een-hulp";
const NEW: &str = "/profiel/hulpvragen/nieuw";
const NEW_OFFER: &str = "/profiel/hulpvragen/nieuw?aanbod=1";
const RADIUS_KM: &str = "10";
/// Rules for helping safely and national help lines, in the order of the client (`safety-rules.tsx`).
const SAFETY: [&str; 6] = ["name", "here", "first", "money", "care", "stop"];
const LINES: [&str; 3] = ["112", "113", "listen"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpSearch {
    near: String,
    page: u32,
    is_offered: bool,
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
            is_offered: query.get("offered") == Some("1"),
        }
    }

    /// API address of the list, spelled as the client spells it.
    pub fn list_address(&self) -> String {
        let kind = if self.is_offered {
            "help_offer_eq"
        } else {
            "help_request_eq"
        };
        let mut pairs = vec![format!("filter[{kind}]=true")];
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
        if self.is_offered {
            pairs.push("offered=1".to_owned());
        }
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
    let intro = own_words(page_context, "help_intro").unwrap_or_else(|| word("intro"));
    intro.clone_into(&mut head.description);
    // One place is a search; the full list and its pages are indexed.
    head.is_listed &= search.near.is_empty();
    head.path = search.path(search.page);
    let none = if search.near.is_empty() {
        word(if search.is_offered {
            "noneOffered"
        } else {
            "none"
        })
        .to_owned()
    } else {
        word(if search.is_offered {
            "noneOfferedNear"
        } else {
            "noneNear"
        })
        .replace("{{place}}", &search.near)
    };
    let of = |is_offered| HelpSearch {
        is_offered,
        ..search.clone()
    };
    let tabs: Vec<Json> = [(false, "asked"), (true, "offered")]
        .into_iter()
        .map(|(is_offered, key)| {
            json!({
                "label": word(key),
                "href": page_context.href(&of(is_offered).path(1)),
                "is_current": search.is_offered == is_offered,
            })
        })
        .collect();
    let safety = |key: &str| i18n::safety_rules(locale, key);
    let lines: Vec<&str> = match own_words(page_context, "help_lines") {
        Some(own) => own.lines().filter(|line| !line.trim().is_empty()).collect(),
        None => LINES.map(|key| safety(&format!("line/{key}"))).to_vec(),
    };
    context! {
        title,
        intro => told(intro),
        doors => told(vec![
            json!({ "href": page_context.href(NEW), "icon": "hand", "title": word("door/ask"), "text": word("door/askText") }),
            json!({ "href": page_context.href(NEW_OFFER), "icon": "heart", "title": word("door/offer"), "text": word("door/offerText"), "is_warm": true }),
        ]),
        tabs => word("tabs"),
        tab_list => told(tabs),
        is_offered => search.is_offered,
        safety => told(SAFETY.map(|key| safety(&format!("rules/{key}"))).to_vec()),
        safety_title => safety("title"),
        safety_text => safety("text"),
        lines_title => safety("lines"),
        lines => told(lines),
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

/// What the centre says itself, in the language of the page where it does.
fn own_words<'p>(page_context: &'p PageContext, name: &str) -> Option<&'p str> {
    let branding = page_context.branding;
    let english = (page_context.locale == Locale::En)
        .then(|| branding.profile(&format!("{name}_en")))
        .flatten();
    let own = english.or_else(|| branding.profile(name));
    own.filter(|text| !text.trim().is_empty())
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
        assert_eq!(
            address("offered=1"),
            "/api/v1/vacancies?filter[help_offer_eq]=true&page[size]=20&sort=-published_at"
        );
        assert_eq!(address("page=0"), address("page=x"));
    }
}
