//! Search filters without JavaScript: the filters, days, sort orders and views of `ui/src/features/vacancies/search/`
//! as links and form fields. The markup matches the client's, to avoid layout shift when it takes over.

use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::page_context::{PageContext, told};
use super::search::{LARGEST_RADIUS, PARTS, Search, TRAITS};
use super::social_map::language_name;
use crate::web::i18n;
use crate::web::vacancy_card::name_field;

/// Tags that describe availability; the others describe suitability.
const WHEN: [&str; 5] = [
    "once",
    "regularly",
    "flexible",
    "multipleDates",
    "multi_day",
];
/// Tags that the parts of the day count as well: chosen there.
const IN_PARTS: [&str; 2] = ["weekend", "evenings"];
/// Parts of the day in the bar above the filters.
const DAYS: [&str; 2] = ["weekend", "evening"];
const KINDS: [&str; 6] = [
    "volunteering",
    "p2p",
    "one-on-one",
    "neighbour-help",
    "activity",
    "language",
];
const SHOWN_AT_FIRST: usize = 5;
const MINUTES_A_KM: u32 = 4;

struct Choice {
    list: &'static str,
    value: String,
    label: String,
    count: u64,
}

/// Taxonomies and facet counts of a search.
struct Known<'s> {
    page_context: &'s PageContext<'s>,
    search: &'s Search,
    facets: Json,
    reading: Json,
    tags: Vec<Choice>,
    types: Vec<Choice>,
    ages: Vec<Choice>,
    kinds: Vec<Choice>,
    parts: Vec<Choice>,
    languages: Vec<Choice>,
    traits: Vec<Choice>,
}

/// View model of the filters. `documents`: activity types, facet counts, tags, age groups.
pub fn of(page_context: &PageContext, search: &Search, documents: [&Json; 4]) -> Value {
    let [types, facets, tags, ages] = documents;
    let mut known = Known {
        page_context,
        search,
        facets: facets
            .pointer("/meta/facets")
            .cloned()
            .unwrap_or(Json::Null),
        reading: facets
            .pointer("/meta/reading")
            .cloned()
            .unwrap_or(Json::Null),
        tags: Vec::new(),
        types: Vec::new(),
        ages: Vec::new(),
        kinds: Vec::new(),
        parts: Vec::new(),
        languages: Vec::new(),
        traits: Vec::new(),
    };
    known.tags = known.terms(tags, "tags", "key");
    known.types = known.terms(types, "types", "id");
    known.ages = known.terms(ages, "age", "id");
    let locale = page_context.locale;
    known.kinds = known.fixed("kind", &KINDS, |kind| {
        i18n::component(locale, &format!("kind/{kind}"))
    });
    known.parts = known.fixed("part", &PARTS, |part| {
        i18n::public(locale, &format!("filters/part/{part}"))
    });
    known.traits = known.fixed("also", &TRAITS, |one| {
        i18n::public(locale, &format!("filters/also/{one}"))
    });
    known.languages = known.languages();
    context! {
        days => told(known.days()),
        kept => told(known.kept()),
        orders => told(known.orders()),
        views => told(known.views()),
        distance => told(known.distance()),
        groups => told(known.groups()),
        chosen => told(known.chosen()),
        understood => told(known.understood()),
        cleared => page_context.href(&search.cleared().path(1)),
    }
}

impl Known<'_> {
    fn word(&self, key: &str) -> &'static str {
        i18n::public(self.page_context.locale, key)
    }

    /// Choices that are the same at every centre.
    fn fixed(
        &self,
        list: &'static str,
        values: &[&str],
        words: impl Fn(&str) -> &'static str,
    ) -> Vec<Choice> {
        let choice = |value: &&str| Choice {
            list,
            value: (*value).to_owned(),
            label: words(value).to_owned(),
            count: self.count(list, value),
        };
        values.iter().map(choice).collect()
    }

    /// Languages that a vacancy asks for.
    fn languages(&self) -> Vec<Choice> {
        let counted = self.facets.get("languages").and_then(Json::as_object);
        let mut codes: Vec<(u64, &str)> = counted
            .into_iter()
            .flatten()
            .map(|(code, count)| (count.as_u64().unwrap_or_default(), code.as_str()))
            .collect();
        for code in self.search.list("language") {
            if !codes.iter().any(|(_, known)| known == code) {
                codes.push((0, code));
            }
        }
        let choice = |(count, code): (u64, &str)| Choice {
            list: "language",
            value: code.to_owned(),
            label: language_name(code, self.page_context.locale).to_owned(),
            count,
        };
        codes.into_iter().map(choice).collect()
    }

    fn count(&self, list: &str, value: &str) -> u64 {
        let facet = match list {
            "types" => "activity_type_ids",
            "age" => "age_group_ids",
            "kind" => "vacancy_type",
            "part" => "day_parts",
            "language" => "languages",
            "also" => "traits",
            list => list,
        };
        self.facets
            .get(facet)
            .and_then(|counts| counts.get(value)?.as_u64())
            .unwrap_or_default()
    }

    fn terms(&self, document: &Json, list: &'static str, by: &str) -> Vec<Choice> {
        let terms = document.get("data").and_then(Json::as_array);
        terms
            .into_iter()
            .flatten()
            .filter_map(|term| {
                let value = term.get(by)?.as_str()?.to_owned();
                let is_archived = term.get("archived").and_then(Json::as_bool);
                // Nobody can choose an archived term any more; what has it can still be found.
                if is_archived == Some(true)
                    && self.count(list, &value) == 0
                    && !self.search.list(list).contains(&value)
                {
                    return None;
                }
                Some(Choice {
                    label: term
                        .get(name_field(self.page_context.locale))?
                        .as_str()?
                        .to_owned(),
                    count: self.count(list, &value),
                    list,
                    value,
                })
            })
            .collect()
    }

    /// How the words were understood, where that is not what was typed.
    fn understood(&self) -> Vec<Json> {
        let locale = self.page_context.locale;
        let corrected = self.reading.get("corrected").and_then(Json::as_object);
        let mut lines: Vec<Json> = corrected
            .into_iter()
            .flatten()
            .map(|(typed, taken)| {
                let line = i18n::own(locale, "search_corrected").replace("{{typed}}", typed);
                line.replace("{{taken}}", taken.as_str().unwrap_or_default())
                    .into()
            })
            .collect();
        if self.reading.get("is_nearest") == Some(&Json::Bool(true)) {
            lines.push(i18n::own(locale, "search_nearest").into());
        }
        lines
    }

    fn is_chosen(&self, choice: &Choice) -> bool {
        self.search.list(choice.list).contains(&choice.value)
    }

    fn href_of(&self, choice: &Choice) -> String {
        let next = self.search.toggled(choice.list, &choice.value);
        self.page_context.href(&next.path(1))
    }

    /// Options of the choice of days in the bar.
    fn days(&self) -> Vec<Json> {
        let chosen = self.search.list("part");
        let known = self
            .parts
            .iter()
            .filter(|part| DAYS.contains(&part.value.as_str()));
        let one = |value: &str, label: &str| {
            let is_chosen = chosen.iter().any(|part| part == value);
            json!({"value": value, "label": label, "is_chosen": is_chosen})
        };
        std::iter::once(one("", self.word("search/any_day")))
            .chain(known.map(|part| one(&part.value, &part.label)))
            .collect()
    }

    /// Hidden form fields that carry the current search over to a new one.
    fn kept(&self) -> Vec<Json> {
        ["tags", "types", "age", "kind", "language", "also"]
            .into_iter()
            .map(|list| json!({"name": list, "value": self.search.list(list).join(",")}))
            .filter(|kept| kept.get("value") != Some(&json!("")))
            .collect()
    }

    fn orders(&self) -> Vec<Json> {
        let now = self.search.order();
        [
            ("distance", !self.search.near.is_empty()),
            ("newest", true),
            ("relevance", !self.search.q.is_empty()),
        ]
        .into_iter()
        .filter(|(_, can_be)| *can_be)
        .map(|(value, _)| {
            // The usual order is not sent along: another question has another one.
            let is_usual = value == now && !self.search.has_own_order();
            json!({"value": if is_usual { "" } else { value }, "label": self.word(&format!("search/sort/{value}")), "is_chosen": value == now})
        })
        .collect()
    }

    fn views(&self) -> Vec<Json> {
        [("list", false), ("map", true)]
            .into_iter()
            .map(|(name, is_map)| {
                let search = self.search.seen_as(is_map);
                json!({"label": self.word(&format!("search/{name}")), "icon": name, "is_current": is_map == self.search.is_map,
                    "href": self.page_context.href(&search.path(self.search.page))})
            })
            .collect()
    }

    fn distance(&self) -> Json {
        if self.search.near.is_empty() {
            return Json::Null;
        }
        let km = self.search.radius;
        let hint = self
            .word("filters/distance_hint")
            .replace("{{minutes}}", &(km * MINUTES_A_KM).to_string());
        json!({
            "label": self.word("filters/distance"),
            "km": km,
            "most": LARGEST_RADIUS,
            "value": self.word("filters/distance_value").replace("{{km}}", &km.to_string()),
            "hint": hint,
        })
    }

    fn groups(&self) -> Vec<Json> {
        let tags = WHEN
            .iter()
            .filter_map(|tag| self.tags.iter().find(|choice| choice.value == **tag));
        let when: Vec<&Choice> = self.parts.iter().chain(tags).collect();
        let fits = self
            .tags
            .iter()
            .filter(|tag| !WHEN.contains(&tag.value.as_str()))
            .filter(|tag| !IN_PARTS.contains(&tag.value.as_str()))
            .chain(&self.traits);
        // A single type offers no choice, so the filter is omitted.
        let kinds: Vec<&Choice> = self
            .kinds
            .iter()
            .filter(|kind| self.is_chosen(kind) || kind.count > 0)
            .collect();
        let is_choice = kinds.len() > 1 || !self.search.list("kind").is_empty();
        [
            ("when", when),
            ("types", self.types.iter().collect()),
            ("fits", fits.collect()),
            ("kind", if is_choice { kinds } else { Vec::new() }),
            ("age", self.ages.iter().collect()),
            (
                "language",
                if self.languages.len() > 1 || !self.search.list("language").is_empty() {
                    self.languages.iter().collect()
                } else {
                    Vec::new()
                },
            ),
        ]
        .into_iter()
        .filter(|(_, choices)| !choices.is_empty())
        .map(|(key, choices)| self.group(key, &choices))
        .collect()
    }

    /// View model of one filter. A long list shows its first entries and all selected ones.
    fn group(&self, key: &str, choices: &[&Choice]) -> Json {
        let is_long = choices.len() > SHOWN_AT_FIRST + 1;
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        for (at, choice) in choices.iter().enumerate() {
            let is_chosen = self.is_chosen(choice);
            let drawn = json!({"label": choice.label, "count": choice.count, "href": self.href_of(choice), "is_chosen": is_chosen});
            if is_long && at >= SHOWN_AT_FIRST && !is_chosen {
                rest.push(drawn);
            } else {
                first.push(drawn);
            }
        }
        let more = self
            .word("filters/more")
            .replace("{{count}}", &rest.len().to_string());
        json!({"title": self.word(&format!("filters/{key}")), "first": first, "rest": rest, "more": more})
    }

    /// Selected filters, shown above the results, each with a link that removes it.
    fn chosen(&self) -> Vec<Json> {
        let remove = i18n::component(self.page_context.locale, "filters/remove");
        let chip = |label: &str, href: String| json!({"label": label, "name": remove.replace("{{name}}", label), "href": href});
        let distance = self.search.has_own_radius().then(|| {
            let label = self
                .word("filters/distance_chip")
                .replace("{{km}}", &self.search.radius.to_string());
            chip(
                &label,
                self.page_context
                    .href(&self.search.in_usual_radius().path(1)),
            )
        });
        let lists = [
            &self.tags,
            &self.types,
            &self.ages,
            &self.kinds,
            &self.parts,
            &self.languages,
            &self.traits,
        ];
        let choices = lists.into_iter().flat_map(|choices| {
            let list = choices.first().map_or("", |choice| choice.list);
            let values = self.search.list(list).iter();
            values.filter_map(|value| choices.iter().find(|choice| choice.value == *value))
        });
        let understood = self.reading.get("understood").and_then(Json::as_array);
        let read = understood.into_iter().flatten().filter_map(|one| {
            let (label, words) = (one.get("label")?.as_str()?, one.get("words")?.as_str()?);
            let next = self.search.with_words(words);
            Some(chip(label, self.page_context.href(&next.path(1))))
        });
        distance
            .into_iter()
            .chain(choices.map(|choice| chip(&choice.label, self.href_of(choice))))
            .chain(read)
            .collect()
    }
}
