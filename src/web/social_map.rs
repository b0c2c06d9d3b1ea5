//! The social map as a page: the list with its filters. One organisation is the page of `organization.rs`. The client reads the same parameters and
//! asks the API the same (`ui/src/features/social-map/social-map-url.ts`).

use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::organization::plain_start;
use super::page_context::{PageContext, told};
use super::shell::Head;
use crate::base::locale::Locale;
use crate::jsonapi::query::Query;
use crate::web::i18n;
use crate::web::vacancy_card::{lang_of, name_field};

pub const PATH: &str = "/sociale-kaart";
const RADII: [u32; 4] = [5, 15, 25, 50];
const DEFAULT_RADIUS: u32 = 15;
/// Query parameter of the page and the API filter it maps to.
const LISTS: [(&str, &str); 4] = [
    ("types", "filter[non_profit_type_id_in]"),
    ("activities", "filter[activity_type_ids_in]"),
    ("audiences", "filter[audiences_in]"),
    ("languages", "filter[languages_in]"),
];
const AUDIENCES: [&str; 8] = [
    "children",
    "young_people",
    "families",
    "older_people",
    "carers",
    "newcomers",
    "people_with_a_disability",
    "people_with_little_money",
];
const LANGUAGES: [(&str, &str, &str); 8] = [
    ("en", "Engels", "English"),
    ("de", "Duits", "German"),
    ("fr", "Frans", "French"),
    ("ar", "Arabisch", "Arabic"),
    ("tr", "Turks", "Turkish"),
    ("pl", "Pools", "Polish"),
    ("uk", "Oekraïens", "Ukrainian"),
    ("ti", "Tigrinya", "Tigrinya"),
];

/// Name of a language by its two-letter code; the code itself for one without a name here.
pub fn language_name(code: &str, locale: Locale) -> &str {
    if code == "nl" {
        return if locale == Locale::Nl {
            "Nederlands"
        } else {
            "Dutch"
        };
    }
    LANGUAGES
        .iter()
        .find(|(known, ..)| *known == code)
        .map_or(
            code,
            |(_, dutch, english)| if locale == Locale::Nl { dutch } else { english },
        )
}

const KEPT: &percent_encoding::AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b',');

/// Parameters of the page. Invalid values are ignored, so that an old or broken link still shows organisations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SocialMapSearch {
    q: String,
    near: String,
    radius: u32,
    lists: [Vec<String>; 4],
    wheelchair: bool,
    by_name: bool,
    page: u32,
}

impl SocialMapSearch {
    pub fn read(query: &Query) -> Self {
        let text = |name: &str| -> String {
            let text = query.get(name).unwrap_or_default().trim();
            text.chars().take(100).collect()
        };
        let number = |name: &str| query.get(name)?.parse::<u32>().ok();
        let near = text("near");
        Self {
            radius: number("radius")
                .filter(|radius| RADII.contains(radius))
                .unwrap_or(DEFAULT_RADIUS),
            lists: LISTS.map(|(name, _)| {
                let mut values: Vec<String> = Vec::new();
                // Boxes of a form are parameters of their own, a link has them between commas.
                for value in query
                    .all(name)
                    .flat_map(|given| given.split(','))
                    .map(str::trim)
                {
                    let is_word = value
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                    if !value.is_empty()
                        && value.len() <= 40
                        && values.len() < 20
                        && is_word
                        && !values.iter().any(|known| known == value)
                    {
                        values.push(value.to_owned());
                    }
                }
                values
            }),
            wheelchair: query.get("wheelchair") == Some("1"),
            by_name: near.is_empty() || query.get("sort") == Some("name"),
            page: number("page").map_or(1, |page| page.clamp(1, 500)),
            q: text("q"),
            near,
        }
    }

    pub fn is_narrowed(&self) -> bool {
        !self.q.is_empty()
            || !self.near.is_empty()
            || self.wheelchair
            || self.lists.iter().any(|list| !list.is_empty())
    }

    fn filters(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![
            ("filter[on_social_map_eq]", "true".to_owned()),
            ("filter[q]", self.q.clone()),
            ("filter[near]", self.near.clone()),
        ];
        if !self.near.is_empty() {
            pairs.push(("filter[radius_km]", self.radius.to_string()));
        }
        if self.wheelchair {
            pairs.push(("filter[wheelchair_accessible_eq]", "true".to_owned()));
        }
        let lists = LISTS.iter().zip(&self.lists);
        pairs.extend(lists.map(|((_, filter), values)| (*filter, values.join(","))));
        pairs
    }

    /// API address of the list: parameters sorted by key, brackets and commas unescaped.
    pub fn list_address(&self) -> String {
        let mut pairs = self.filters();
        pairs.push(("include", "address,profile".to_owned()));
        pairs.push(("page[size]", "20".to_owned()));
        let sort = if self.by_name { "name" } else { "distance" };
        pairs.push(("sort", sort.to_owned()));
        if self.page > 1 {
            pairs.push(("page[number]", self.page.to_string()));
        }
        address("/api/v1/organizations", pairs)
    }

    /// API address of the coordinates of all places under the filters.
    pub fn map_address(&self) -> String {
        address("/api/v1/organizations/map", self.filters())
    }

    pub fn path(&self, page: u32) -> String {
        let mut pairs = vec![("q", self.q.clone()), ("near", self.near.clone())];
        if !self.near.is_empty() && self.radius != DEFAULT_RADIUS {
            pairs.push(("radius", self.radius.to_string()));
        }
        let lists = LISTS.iter().zip(&self.lists);
        pairs.extend(lists.map(|((name, _), values)| (*name, values.join(","))));
        if self.wheelchair {
            pairs.push(("wheelchair", "1".to_owned()));
        }
        if self.by_name && !self.near.is_empty() {
            pairs.push(("sort", "name".to_owned()));
        }
        if page > 1 {
            pairs.push(("page", page.to_string()));
        }
        pairs.retain(|(_, value)| !value.is_empty());
        joined(PATH, &pairs)
    }
}

fn address(path: &str, mut pairs: Vec<(&str, String)>) -> String {
    pairs.retain(|(_, value)| !value.is_empty());
    pairs.sort();
    joined(path, &pairs)
}

fn joined(path: &str, pairs: &[(&str, String)]) -> String {
    let query: Vec<String> = pairs
        .iter()
        .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, KEPT)))
        .collect();
    if query.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{}", query.join("&"))
    }
}

/// The list. Documents: organisations, types of organisation, activity types.
pub fn list(page_context: &PageContext, head: &mut Head) -> Value {
    let locale = page_context.locale;
    let search = SocialMapSearch::read(page_context.query);
    let document = page_context.document(0);
    let number = |name: &str| {
        document
            .pointer(&format!("/meta/{name}"))
            .and_then(Json::as_u64)
            .unwrap_or_default()
    };
    let (total, pages) = (
        number("total"),
        u32::try_from(number("pages")).unwrap_or_default(),
    );
    head.is_listed &= !search.is_narrowed();
    head.path = search.path(search.page);
    let key = if search.near.is_empty() {
        "results"
    } else {
        "resultsNear"
    };
    let found = i18n::counted(i18n::social_map, locale, key, total)
        .replace("{{km}}", &search.radius.to_string());
    let terms = page_context.document(1);
    let cards: Vec<Json> = document
        .get("data")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .map(|organization| card(organization, &terms, page_context))
        .collect();
    let word = |key: &str| i18n::social_map(locale, key);
    let href = |page: u32| page_context.href(&search.path(page));
    let back = (search.page > 1).then(|| {
        json!({"href": href(search.page - 1), "rel": "prev",
        "label": i18n::component(locale, "pagination/previous")})
    });
    let forth = (search.page < pages).then(|| {
        json!({"href": href(search.page + 1), "rel": "next",
        "label": i18n::component(locale, "pagination/next")})
    });
    context! {
        s => told(words_of(locale)),
        action => page_context.href(PATH),
        q => search.q.as_str(),
        near => search.near.as_str(),
        radii => told(RADII.map(|km| json!({
            "value": km, "label": word("upTo").replace("{{km}}", &km.to_string()), "is_chosen": km == search.radius,
        })).to_vec()),
        groups => told(groups(page_context, &search)),
        wheelchair => search.wheelchair,
        found,
        cards => told(cards),
        pager => told([back, forth].into_iter().flatten().collect::<Vec<_>>()),
        nothing => word(if search.is_narrowed() { "noneText" } else { "nothingYet" }),
    }
}

/// The words of the list that need nothing filled in.
fn words_of(locale: Locale) -> Json {
    let word = |key: &str| i18n::social_map(locale, key);
    json!({
        "title": word("title"), "lead": word("lead"), "what": word("what"), "what_example": word("whatExample"),
        "where": word("where"), "where_example": word("whereExample"), "far": word("far"), "search": word("search"),
        "filters": word("filters"), "wheelchair": word("filter/wheelchair"), "apply": word("filter/show"),
    })
}

fn groups(page_context: &PageContext, search: &SocialMapSearch) -> Vec<Json> {
    let locale = page_context.locale;
    let word = |key: &str| i18n::social_map(locale, key);
    let terms = |at: usize| -> Vec<(String, String)> {
        let document = page_context.document(at);
        let list = document.get("data").and_then(Json::as_array).cloned();
        list.unwrap_or_default()
            .iter()
            .filter_map(|term| {
                let text = |name: &str| term.get(name)?.as_str().map(str::to_owned);
                Some((text("id")?, text(name_field(locale))?))
            })
            .collect()
    };
    let audiences = AUDIENCES
        .iter()
        .map(|key| {
            (
                (*key).to_owned(),
                word(&format!("audience/{key}")).to_owned(),
            )
        })
        .collect();
    let languages = LANGUAGES
        .iter()
        .map(|(code, nl, en)| {
            let name = if locale == Locale::Nl { nl } else { en };
            ((*code).to_owned(), (*name).to_owned())
        })
        .collect();
    [
        ("types", word("filter/type"), terms(1)),
        ("activities", word("filter/activity"), terms(2)),
        ("audiences", word("filter/audience"), audiences),
        ("languages", word("filter/language"), languages),
    ]
    .into_iter()
    .map(
        |(name, title, choices): (&str, &str, Vec<(String, String)>)| {
            let at = LISTS.iter().position(|(known, _)| *known == name);
            let chosen = at.and_then(|at| search.lists.get(at));
            let choices: Vec<Json> = choices
                .into_iter()
                .map(|(value, label)| {
                    let is_chosen = chosen.is_some_and(|list| list.contains(&value));
                    json!({"value": value, "label": label, "is_chosen": is_chosen})
                })
                .collect();
            json!({"name": name, "title": title, "choices": choices})
        },
    )
    .filter(|group| {
        group["choices"]
            .as_array()
            .is_some_and(|list| !list.is_empty())
    })
    .collect()
}

fn text<'v>(object: &'v Json, name: &str) -> Option<&'v str> {
    object.get(name)?.as_str().filter(|text| !text.is_empty())
}

/// Name of a term of a taxonomy's document.
pub fn name_of_term(terms: &Json, id: Option<&str>, locale: Locale) -> Option<String> {
    text(term_of(terms, id)?, name_field(locale)).map(str::to_owned)
}

fn term_of<'t>(terms: &'t Json, id: Option<&str>) -> Option<&'t Json> {
    let list = terms.get("data")?.as_array()?;
    list.iter()
        .find(|term| text(term, "id") == id && id.is_some())
}

/// What a card of the list shows.
pub fn card(organization: &Json, terms: &Json, page_context: &PageContext) -> Json {
    let locale = page_context.locale;
    let profile = organization.get("profile").unwrap_or(&Json::Null);
    let kind_id = text(profile, "non_profit_type_id");
    let kind = name_of_term(terms, kind_id, locale);
    let icon = term_of(terms, kind_id).and_then(|term| text(term, "icon"));
    let distance = organization
        .get("distance_km")
        .and_then(Json::as_f64)
        .map(|km| {
            let km = format!("{km:.1}");
            let km = if locale == Locale::Nl {
                km.replace('.', ",")
            } else {
                km
            };
            i18n::social_map(locale, "fact/km").replace("{{km}}", &km)
        });
    let place: Vec<String> = [text(organization, "city").map(str::to_owned), distance]
        .into_iter()
        .flatten()
        .collect();
    let line: Vec<String> = [kind, (!place.is_empty()).then(|| place.join(", "))]
        .into_iter()
        .flatten()
        .collect();
    let mut facts = Vec::new();
    if let Some(note) = text(profile, "opening_note") {
        facts.push(json!({"icon": "clock", "text": note}));
    }
    if profile.get("wheelchair_accessible") == Some(&Json::Bool(true)) {
        facts.push(json!({"icon": "person", "text": i18n::social_map(locale, "fact/wheelchair")}));
    }
    if organization.pointer("/address/is_exact") == Some(&Json::Bool(false)) {
        facts.push(json!({"icon": "pin", "text": i18n::social_map(locale, "fact/area")}));
    }
    if let Some(count) = organization
        .get("vacancies_count")
        .and_then(Json::as_u64)
        .filter(|count| *count > 0)
    {
        let text = i18n::counted(i18n::social_map, locale, "fact/vacancies", count);
        facts.push(json!({"icon": "people", "text": text}));
    }
    json!({
        "name": text(organization, "name"),
        "href": page_context.href(&format!("{PATH}/{}", text(organization, "id").unwrap_or_default())),
        "icon": icon.unwrap_or("people"),
        "line": line.join(" · "),
        "lang": lang_of(organization, &["description"], locale),
        "about": text(organization, "description").map(plain_start),
        "facts": facts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> SocialMapSearch {
        SocialMapSearch::read(&Query::parse(query))
    }

    #[test]
    fn the_list_is_spelled_as_the_app_spells_it() {
        assert_eq!(
            read("").list_address(),
            "/api/v1/organizations?filter[on_social_map_eq]=true&include=address,profile&page[size]=20&sort=name"
        );
        assert_eq!(
            read("q=samen+eten&near=Oldebroek&radius=25&types=4,5&audiences=older_people&wheelchair=1&page=2").list_address(),
            "/api/v1/organizations?filter[audiences_in]=older_people&filter[near]=Oldebroek&filter[non_profit_type_id_in]=4,5\
             &filter[on_social_map_eq]=true&filter[q]=samen%20eten&filter[radius_km]=25&filter[wheelchair_accessible_eq]=true\
             &include=address,profile&page[number]=2&page[size]=20&sort=distance"
        );
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(
            read("radius=7&types=%26x%3D1&page=0&sort=distance"),
            read("")
        );
        assert!(!read("page=2").is_narrowed());
    }
}
