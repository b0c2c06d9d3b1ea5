//! Search parameters: parses the page's query string and builds the API address of the result list. The client reads
//! the same parameters and builds the same address (`ui/src/lib/vacancies/search-url.ts`). Keep the two identical, else the
//! client requests data that the page already contains.

use std::collections::HashSet;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::jsonapi::query::Query;
use crate::jsonapi::table;
use crate::resources::vacancy::Vacancy;

const PATH: &str = "/vacancies/search";
const SIZES: [u32; 3] = [20, 50, 100];
const DEFAULT_RADIUS: u32 = 10;
/// Results that only come near the words.
const RELATED: u32 = 10;
pub const LARGEST_RADIUS: u32 = 50;
/// Query parameter of the page and the API filter it maps to.
const LISTS: [(&str, &str); 7] = [
    ("tags", "filter[tags_in]"),
    ("types", "filter[activity_type_ids_in]"),
    ("age", "filter[age_group_ids_in]"),
    ("kind", "filter[vacancy_type_in]"),
    ("part", "filter[day_parts_in]"),
    ("language", "filter[languages_in]"),
    ("also", "filter[traits_all]"),
];
/// Values of `part` and `also`.
pub const PARTS: [&str; 4] = ["morning", "afternoon", "evening", "weekend"];
pub const TRAITS: [&str; 3] = ["online", "accessible", "group"];
/// Characters that `encodeURIComponent` leaves unescaped, and the comma.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    pub q: String,
    /// Words of it that are to be looked for as they are, though they say when or where.
    words: Vec<String>,
    pub near: String,
    pub radius: u32,
    lists: [Vec<String>; 7],
    sort: Option<&'static str>,
    pub is_map: bool,
    pub page: u32,
    size: u32,
}

impl Search {
    /// Parses the query string. Invalid values are ignored, so that an old or broken link still gives results.
    pub fn read(query: &Query) -> Self {
        let text = |name: &str| query.get(name).unwrap_or_default().trim().to_owned();
        let (q, near) = (text("q"), text("near"));
        let sort = match query.get("sort") {
            Some("newest") => Some("newest"),
            Some("relevance") if !q.is_empty() => Some("relevance"),
            Some("distance") if !near.is_empty() => Some("distance"),
            _ => None,
        };
        let words = if q.is_empty() {
            Vec::new()
        } else {
            list(query.get("words").unwrap_or_default())
        };
        let size = number(query.get("size")).unwrap_or_default();
        Self {
            radius: number(query.get("radius"))
                .map_or(DEFAULT_RADIUS, |radius| radius.clamp(1, LARGEST_RADIUS)),
            lists: LISTS.map(|(name, _)| {
                let mut chosen = list(query.get(name).unwrap_or_default());
                if name == "kind" {
                    let kinds = table::<Vacancy>().choices("vacancy_type");
                    chosen.retain(|kind| kinds.as_ref().is_none_or(|kinds| kinds.contains(kind)));
                }
                match name {
                    "part" => chosen.retain(|part| PARTS.contains(&part.as_str())),
                    "also" => chosen.retain(|one| TRAITS.contains(&one.as_str())),
                    _ => {}
                }
                chosen
            }),
            is_map: query.get("view") == Some("map"),
            page: number(query.get("page")).map_or(1, |page| page.clamp(1, 100_000)),
            size: if SIZES.contains(&size) { size } else { 20 },
            q,
            words,
            near,
            sort,
        }
    }

    /// Returns the search with these words as they are.
    #[must_use]
    pub fn with_words(&self, words: &str) -> Self {
        let mut next = self.clone();
        if !next.words.iter().any(|known| known == words) {
            next.words.push(words.to_owned());
        }
        next
    }

    /// Whether somebody chose the order.
    pub const fn has_own_order(&self) -> bool {
        self.sort.is_some()
    }

    /// API address of what only comes near the words: none for other pages than the first, and for the map.
    pub fn related_address(&self) -> Option<String> {
        if self.q.is_empty() || self.page > 1 || self.is_map {
            return None;
        }
        let mut pairs = self.filters();
        pairs.extend([
            ("filter[related_eq]", "true".to_owned()),
            ("include", "organization".to_owned()),
            ("page[size]", RELATED.to_string()),
            ("sort", "relevance".to_owned()),
        ]);
        Some(address(pairs))
    }

    fn filters(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![
            ("filter[q]", self.q.clone()),
            ("filter[as_words]", self.words.join(",")),
            ("filter[near]", self.near.clone()),
        ];
        if !self.near.is_empty() {
            pairs.push(("filter[radius_km]", self.radius.to_string()));
        }
        pairs.extend(
            LISTS
                .iter()
                .zip(&self.lists)
                .map(|((_, filter), values)| (*filter, values.join(","))),
        );
        pairs
    }

    /// Returns whether any search term or filter is set; such pages are not indexed.
    pub fn is_narrowed(&self) -> bool {
        !self.q.is_empty()
            || !self.near.is_empty()
            || self.lists.iter().any(|list| !list.is_empty())
            || self.sort.is_some()
    }

    /// Selected values of a list filter: `tags`, `types`, `age`, `kind`, `part`, `language`, `also`.
    pub fn list(&self, name: &str) -> &[String] {
        let at = LISTS.iter().position(|(known, _)| *known == name);
        at.and_then(|at| self.lists.get(at))
            .map_or(&[], Vec::as_slice)
    }

    /// Returns the search with this value toggled.
    #[must_use]
    pub fn toggled(&self, name: &str, value: &str) -> Self {
        let mut next = self.clone();
        let at = LISTS.iter().position(|(known, _)| *known == name);
        if let Some(list) = at.and_then(|at| next.lists.get_mut(at)) {
            let before = list.len();
            list.retain(|each| each != value);
            if list.len() == before {
                list.push(value.to_owned());
            }
        }
        next
    }

    /// Returns the search without its filters; query text, place and order are kept.
    #[must_use]
    pub fn cleared(&self) -> Self {
        Self {
            lists: Default::default(),
            ..self.in_usual_radius()
        }
    }

    #[must_use]
    pub fn in_usual_radius(&self) -> Self {
        Self {
            radius: DEFAULT_RADIUS,
            ..self.clone()
        }
    }

    #[must_use]
    pub fn seen_as(&self, is_map: bool) -> Self {
        Self {
            is_map,
            ..self.clone()
        }
    }

    pub fn has_own_radius(&self) -> bool {
        !self.near.is_empty() && self.radius != DEFAULT_RADIUS
    }

    /// Sort order, including the default when none was chosen.
    pub fn order(&self) -> &'static str {
        match self.sort {
            Some(sort) => sort,
            None if !self.q.is_empty() => "relevance",
            None if !self.near.is_empty() => "distance",
            None => "newest",
        }
    }

    /// API address of the results: parameters sorted by key, brackets and commas unescaped.
    pub fn list_address(&self) -> String {
        let sort = match self.order() {
            "newest" => "-published_at",
            order => order,
        };
        let mut pairs = self.filters();
        pairs.extend([
            ("include", "organization".to_owned()),
            ("page[size]", self.size.to_string()),
            ("sort", sort.to_owned()),
        ]);
        if self.page > 1 {
            pairs.push(("page[number]", self.page.to_string()));
        }
        address(pairs)
    }

    /// API address of the facet counts: the same filters, without order and pagination.
    pub fn facets_address(&self) -> String {
        let list = self.list_address();
        let query = list.split_once('?').map_or("", |(_, query)| query);
        let filters: Vec<&str> = query
            .split('&')
            .filter(|pair| pair.starts_with("filter["))
            .collect();
        match filters.join("&") {
            none if none.is_empty() => "/api/v1/vacancies/facets".to_owned(),
            filters => format!("/api/v1/vacancies/facets?{filters}"),
        }
    }

    /// Path of the search page at another page of the results.
    pub fn path(&self, page: u32) -> String {
        let mut pairs = vec![
            ("q", self.q.clone()),
            ("words", self.words.join(",")),
            ("near", self.near.clone()),
        ];
        if self.has_own_radius() {
            pairs.push(("radius", self.radius.to_string()));
        }
        pairs.extend(
            LISTS
                .iter()
                .zip(&self.lists)
                .map(|((name, _), values)| (*name, values.join(","))),
        );
        pairs.push(("sort", self.sort.unwrap_or_default().to_owned()));
        if self.is_map {
            pairs.push(("view", "map".to_owned()));
        }
        if self.size != 20 {
            pairs.push(("size", self.size.to_string()));
        }
        if page > 1 {
            pairs.push(("page", page.to_string()));
        }
        pairs.retain(|(_, value)| !value.is_empty());
        if pairs.is_empty() {
            PATH.to_owned()
        } else {
            format!("{PATH}?{}", joined(&pairs))
        }
    }
}

/// API address of a list: parameters sorted by key, without empty ones.
fn address(mut pairs: Vec<(&'static str, String)>) -> String {
    pairs.retain(|(_, value)| !value.is_empty());
    pairs.sort();
    format!("/api/v1/vacancies?{}", joined(&pairs))
}

fn number(text: Option<&str>) -> Option<u32> {
    text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?
        .parse()
        .ok()
}

fn list(text: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    text.split(',')
        .map(str::trim)
        .filter(|value| !value.is_empty() && seen.insert(*value))
        .map(str::to_owned)
        .collect()
}

/// A value as `encodeURIComponent` spells it, with its commas.
pub fn encoded(value: &str) -> String {
    utf8_percent_encode(value, KEPT).to_string()
}

fn joined(pairs: &[(&str, String)]) -> String {
    pairs
        .iter()
        .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, KEPT)))
        .collect::<Vec<_>>()
        .join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Search {
        Search::read(&Query::parse(query))
    }

    #[test]
    fn the_list_is_spelled_as_the_app_spells_it() {
        assert_eq!(read("").facets_address(), "/api/v1/vacancies/facets");
        assert_eq!(
            read("q=a&page=2").facets_address(),
            "/api/v1/vacancies/facets?filter[q]=a"
        );
        assert_eq!(
            read("").list_address(),
            "/api/v1/vacancies?include=organization&page[size]=20&sort=-published_at"
        );
        assert_eq!(
            read("q=taal+maatje&near=5310&types=1,2&page=3&tags=once").list_address(),
            "/api/v1/vacancies?filter[activity_type_ids_in]=1,2&filter[near]=5310&filter[q]=taal%20maatje&filter[radius_km]=10\
             &filter[tags_in]=once&include=organization&page[number]=3&page[size]=20&sort=relevance"
        );
        assert_eq!(
            read("near=5310&radius=99&sort=newest").list_address(),
            "/api/v1/vacancies?filter[near]=5310&filter[radius_km]=50&include=organization&page[size]=20&sort=-published_at"
        );
    }

    #[test]
    fn words_that_were_read_as_a_filter_can_be_words_again() {
        let search = read("q=koken+op+zaterdag").with_words("zaterdag");
        assert_eq!(
            search.path(1),
            "/vacancies/search?q=koken%20op%20zaterdag&words=zaterdag"
        );
        assert_eq!(
            search.related_address().unwrap(),
            "/api/v1/vacancies?filter[as_words]=zaterdag&filter[q]=koken%20op%20zaterdag&filter[related_eq]=true\
             &include=organization&page[size]=10&sort=relevance"
        );
        assert_eq!(read("near=5310").related_address(), None);
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(read("sort=relevance&page=x&size=7&radius=-1"), read(""));
        assert!(!read("page=2").is_narrowed());
        assert!(read("q=a").is_narrowed());
    }

    #[test]
    fn a_choice_is_made_and_taken_back() {
        let search = read("q=a&near=5310&radius=20&tags=once&view=map&page=3");
        let more = search.toggled("tags", "weekend").toggled("types", "7");
        assert_eq!(
            more.path(1),
            "/vacancies/search?q=a&near=5310&radius=20&tags=once,weekend&types=7&view=map"
        );
        assert_eq!(more.toggled("tags", "once").list("tags"), ["weekend"]);
        assert_eq!(
            more.cleared().path(1),
            "/vacancies/search?q=a&near=5310&view=map"
        );
    }

    #[test]
    fn another_page_keeps_the_question() {
        assert_eq!(
            read("q=a%26b&page=2").path(3),
            "/vacancies/search?q=a%26b&page=3"
        );
        assert_eq!(read("page=2").path(1), "/vacancies/search");
    }
}
