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
use crate::model::field_rules;
use crate::presets::Wording;
use crate::web::i18n;
use crate::web::vacancy_card;

pub const PATH: &str = "/een-op-een-hulp";
const NEW: &str = "/een-op-een-hulp/nieuw";
const NEW_OFFER: &str = "/een-op-een-hulp/nieuw?aanbod=1";
/// Kinds of help with their signs and how often, in the order of the client (`help-kinds.ts`).
const KINDS: [(&str, &str); 6] = [
    ("company", "people"),
    ("groceries", "food"),
    ("transport", "bus"),
    ("chore", "tools"),
    ("garden_pet", "leaf"),
    ("computer_papers", "laptop"),
];
const FREQUENCIES: [&str; 2] = ["once", "often"];
/// Characters of a text on a card.
const EXCERPT: usize = 180;
const RADIUS_KM: &str = "10";
/// Rules for helping safely and national help lines, in the order of the client (`safety-rules.tsx`).
const SAFETY: [&str; 6] = ["name", "here", "first", "money", "care", "stop"];
const LINES: [&str; 3] = ["112", "113", "listen"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpSearch {
    near: String,
    page: u32,
    is_offered: bool,
    kinds: Vec<&'static str>,
    frequencies: Vec<&'static str>,
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
            kinds: chosen(query, "kind", KINDS.map(|(kind, _)| kind).into_iter()),
            frequencies: chosen(query, "often", FREQUENCIES.into_iter()),
        }
    }

    /// API address of the list, spelled as the client spells it.
    pub fn list_address(&self) -> String {
        let kind = if self.is_offered {
            "help_offer_eq"
        } else {
            "help_request_eq"
        };
        let mut pairs = Vec::new();
        // Both are as good as none.
        if let [frequency] = self.frequencies.as_slice() {
            pairs.push(format!("filter[help_frequency_eq]={frequency}"));
        }
        if !self.kinds.is_empty() {
            pairs.push(format!(
                "filter[help_kind_in]={}",
                encoded(&self.kinds.join(","))
            ));
        }
        pairs.push(format!("filter[{kind}]=true"));
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

    const fn is_filtered(&self) -> bool {
        !self.kinds.is_empty() || !self.frequencies.is_empty()
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
        for (name, chosen) in [("kind", &self.kinds), ("often", &self.frequencies)] {
            if !chosen.is_empty() {
                pairs.push(format!("{name}={}", chosen.join(",")));
            }
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

/// What is ticked, in the order of the page: `kind=chore,company` of a link, or `kind=chore&kind=company` of the form.
fn chosen(
    query: &Query,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> Vec<&'static str> {
    let asked: Vec<&str> = query.all(name).flat_map(|value| value.split(',')).collect();
    known.filter(|each| asked.contains(each)).collect()
}

/// What a card says: who and where no closer than four digits, what kind of help, how often and when.
fn card(vacancy: &Json, page_context: &PageContext) -> Json {
    let locale = page_context.locale;
    let word = |key: &str| i18n::help_requests(locale, key);
    let text = |name: &str| {
        let text = vacancy.get(name).and_then(Json::as_str);
        text.filter(|text| !text.is_empty())
    };
    let kind = text("help_kind").and_then(|kind| KINDS.iter().find(|(name, _)| *name == kind));
    let four = text("postal_code").and_then(|code| code.get(..4));
    let place: Vec<&str> = four.into_iter().chain(text("city")).collect();
    let distance = vacancy_card::facts_of(vacancy, locale)
        .place
        .and_then(|place| place.split_once(" · ").map(|(_, far)| far.to_owned()));
    let place: Vec<String> = [Some(place.join(" ")), distance]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    let often = text("help_frequency").map(|each| word(&format!("frequency/{each}")));
    let when: Vec<&str> = often.into_iter().chain(text("schedule")).collect();
    let facts: Vec<Json> = [("pin", place.join(", ")), ("calendar", when.join(" · "))]
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(icon, text)| json!({ "icon": icon, "text": text }))
        .collect();
    let who: Vec<&str> = text("organization_name")
        .into_iter()
        .chain(kind.map(|(kind, _)| word(&format!("helpKind/{kind}"))))
        .collect();
    let is_offer = vacancy.get("offers_help") == Some(&Json::Bool(true));
    json!({
        "icon": kind.map_or("people", |(_, icon)| *icon),
        "who": who.join(" · "),
        "title": text("title"),
        "lang": vacancy_card::lang_of(vacancy, &["title"], locale),
        "href": page_context.href(&format!("/vacancies/{}", text("id").unwrap_or_default())),
        "text": excerpt(text("description").unwrap_or_default()),
        "facts": facts,
        "action": word(if is_offer { "take" } else { "help" }),
    })
}

/// The beginning of a text, to the end of a word.
fn excerpt(description: &str) -> String {
    let words = field_rules::words_of(description);
    if words.chars().count() <= EXCERPT {
        return words;
    }
    let cut: String = words.chars().take(EXCERPT).collect();
    let whole = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches([',', '.', ' ']))
}

pub fn list(page_context: &PageContext, head: &mut Head) -> Value {
    let search = HelpSearch::read(page_context.query);
    let locale = page_context.locale;
    let word = |key: &str| i18n::help_requests(locale, key);
    let document = page_context.document(0);
    let found = document.get("data").and_then(Json::as_array);
    let cards: Vec<Json> = found
        .into_iter()
        .flatten()
        .map(|vacancy| card(vacancy, page_context))
        .collect();
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
    head.is_listed &= search.near.is_empty() && !search.is_filtered();
    head.path = search.path(search.page);
    let none = if search.is_filtered() {
        word("noneFiltered").to_owned()
    } else if search.near.is_empty() {
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
        nothing => none,
        none_text => word("noneText"),
        cards => told(cards),
        kinds_label => word("kinds"),
        kinds => told(options(&KINDS.map(|(kind, _)| kind), &search.kinds, "helpKind", locale)),
        often_label => word("often"),
        frequencies => told(options(&FREQUENCIES, &search.frequencies, "frequency", locale)),
        is_filtered => search.is_filtered() || !search.near.is_empty(),
        filters => word("filters"),
        show => word("show"),
        clear => word("clear"),
        clear_href => page_context.href(&HelpSearch { near: String::new(), kinds: Vec::new(), frequencies: Vec::new(), ..search.clone() }.path(1)),
        pager => told(pager(page_context, (search.page, pages), |page| search.path(page))),
    }
}

fn options(all: &[&str], chosen: &[&str], words: &str, locale: Locale) -> Vec<Json> {
    all.iter()
        .map(|each| {
            let label = i18n::help_requests(locale, &format!("{words}/{each}"));
            json!({ "value": each, "label": label, "is_chosen": chosen.contains(each) })
        })
        .collect()
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
        assert_eq!(
            address("kind=chore&kind=company&often=once&kind=money"),
            "/api/v1/vacancies?filter[help_frequency_eq]=once&filter[help_kind_in]=company,chore\
             &filter[help_request_eq]=true&page[size]=20&sort=-published_at"
        );
        assert_eq!(address("often=once,often"), address(""));
        assert_eq!(address("page=0"), address("page=x"));
    }
}
