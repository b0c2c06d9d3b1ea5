//! View model of a vacancy card: place, rhythm and time, formatted as in the client's `vacancy-card.ts`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::language::path_in;
use super::picture;
use crate::base::locale::Locale;
use crate::web::i18n;

const TAGS_SHOWN: usize = 2;
const FEW_SPOTS: u64 = 5;
/// Stock images for vacancies without an image of their own.
const STOCK: [(&str, &str); 10] = [
    ("people", "koffie"),
    ("care", "wandelen"),
    ("nature", "tuin"),
    ("language", "taal"),
    ("tech", "repair"),
    ("sport", "sport"),
    ("transport", "bus"),
    ("from_home", "computer"),
    ("food", "voedsel"),
    ("culture", "lezen"),
];

/// Activity types of a centre.
#[derive(Default)]
pub struct Kinds(Vec<Value>);

impl Kinds {
    pub fn of(document: &Value) -> Self {
        Self(
            document
                .get("data")
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default(),
        )
    }

    pub fn list(&self) -> impl Iterator<Item = &Value> {
        self.0.iter()
    }

    fn find(&self, id: &Value) -> Option<&Value> {
        self.0.iter().find(|kind| kind.get("id") == Some(id))
    }

    /// Those of a vacancy, in its order.
    fn of_vacancy(&self, vacancy: &Value) -> Vec<&Value> {
        let ids = vacancy.get("activity_type_ids").and_then(Value::as_array);
        let ids = ids.into_iter().flatten();
        ids.filter_map(|id| self.find(id)).collect()
    }
}

pub fn name_field(locale: Locale) -> &'static str {
    match locale {
        Locale::Nl => "name_nl",
        Locale::En => "name_en",
    }
}

fn name_of(kind: &Value, locale: Locale) -> Option<&str> {
    kind.get(name_field(locale))?.as_str()
}

pub struct Facts {
    pub place: Option<String>,
    pub time: Option<String>,
}

pub fn facts_of(vacancy: &Value, locale: Locale) -> Facts {
    let online =
        (vacancy.get("online") == Some(&Value::Bool(true))).then(|| i18n::public(locale, "online"));
    let distance = vacancy
        .get("distance_km")
        .and_then(Value::as_f64)
        .map(|km| far(km, locale));
    let place: Vec<String> = text(vacancy, "city")
        .or(online)
        .map(str::to_owned)
        .into_iter()
        .chain(distance)
        .collect();
    let is_once = vacancy
        .get("tags")
        .and_then(Value::as_array)
        .is_some_and(|tags| tags.iter().any(|tag| tag == "once"));
    let time = vacancy
        .get("hours_per_week")
        .and_then(Value::as_f64)
        .map(|hours| {
            let form = if (hours - 1.0).abs() < f64::EPSILON {
                "one"
            } else {
                "other"
            };
            let key = if is_once { "hours_once" } else { "hours" };
            i18n::public(locale, &format!("{key}_{form}"))
                .replace("{{hours}}", &number(hours, locale))
        });
    Facts {
        place: (!place.is_empty()).then(|| place.join(" · ")),
        time,
    }
}

/// Cards of a list: each takes the drawing of its kinds that was used least so far, and never the one before it.
pub fn cards<'v>(
    vacancies: impl IntoIterator<Item = &'v Value>,
    kinds: &Kinds,
    locale: Locale,
) -> Vec<Value> {
    let mut used: HashMap<String, usize> = HashMap::new();
    let mut before = String::new();
    vacancies
        .into_iter()
        .map(|vacancy| {
            let mut card = card(vacancy, kinds, locale);
            let uses = |source: &String| {
                let is_before = *source == before;
                (is_before, used.get(source).copied().unwrap_or_default())
            };
            // The first of those that were used as little.
            let chosen = images_of(vacancy, &kinds.of_vacancy(vacancy))
                .into_iter()
                .min_by_key(uses);
            if let Some(chosen) = chosen {
                if let Some(source) = card.pointer_mut("/image/src") {
                    *source = chosen.as_str().into();
                }
                *used.entry(chosen.clone()).or_default() += 1;
                before = chosen;
            }
            card
        })
        .collect()
}

pub fn card(vacancy: &Value, kinds: &Kinds, locale: Locale) -> Value {
    let own = kinds.of_vacancy(vacancy);
    let facts = facts_of(vacancy, locale);
    let facts: Vec<Value> = [
        ("pin", facts.place),
        ("calendar", text(vacancy, "schedule").map(str::to_owned)),
        ("clock", facts.time),
    ]
    .into_iter()
    .filter_map(|(icon, text)| Some(json!({ "icon": icon, "text": text? })))
    .collect();
    let organization = text(vacancy, "organization_name")
        .or_else(|| vacancy.pointer("/organization/name")?.as_str());
    json!({
        "title": text(vacancy, "title"),
        "lang": lang_of(vacancy, &["title", "summary"], locale),
        "href": path_in(locale, &format!("/vacancies/{}", text(vacancy, "id").unwrap_or_default())),
        "organization": organization,
        "summary": text(vacancy, "summary"),
        "facts": facts,
        "tags": own.iter().filter_map(|kind| name_of(kind, locale)).take(TAGS_SHOWN).collect::<Vec<_>>(),
        "few": few_spots(vacancy, locale),
        "image": picture::told(&image_of(vacancy, &own), text(vacancy, "image_alt").unwrap_or_default()),
    })
}

/// The language of these texts, where it is another than the reader's.
pub fn lang_of(row: &Value, fields: &[&str], locale: Locale) -> Option<&'static str> {
    let texts: Vec<&str> = fields.iter().filter_map(|name| text(row, name)).collect();
    locale.foreign(&texts.join(" ")).map(Locale::as_str)
}

/// Badge for a vacancy with few places left. The only badge that does not depend on the current time.
fn few_spots(vacancy: &Value, locale: Locale) -> Option<String> {
    // Between people it is one person who helps another.
    if vacancy.get("is_help_request") == Some(&Value::Bool(true)) {
        return None;
    }
    let left = vacancy
        .get("spots_left")
        .and_then(Value::as_u64)
        .filter(|left| (1..=FEW_SPOTS).contains(left))?;
    Some(i18n::counted(i18n::public, locale, "spots_left", left))
}

/// The address of its own picture, or else of the drawing of its first kind.
pub fn image_of_vacancy(vacancy: &Value, kinds: &Kinds) -> String {
    image_of(vacancy, &kinds.of_vacancy(vacancy))
}

fn image_of(vacancy: &Value, kinds: &[&Value]) -> String {
    images_of(vacancy, kinds)
        .into_iter()
        .next()
        .unwrap_or_default()
}

/// Its own picture, or else the drawings of its kinds, the best first. Of each drawing there are two.
fn images_of(vacancy: &Value, kinds: &[&Value]) -> Vec<String> {
    let drawings = |name: &str| [format!("/img/{name}.svg"), format!("/img/{name}-2.svg")];
    if let Some(own) = text(vacancy, "image_url").filter(|url| url.starts_with('/')) {
        let mut stock = STOCK.iter().map(|(_, file)| drawings(file));
        return match stock.find(|[first, _]| first == own) {
            Some(both) => both.into(),
            None => vec![own.to_owned()],
        };
    }
    let mut names: Vec<&str> = kinds
        .iter()
        .filter_map(|kind| {
            let key = kind.get("key")?.as_str()?;
            let known = STOCK.iter().find(|(known, _)| *known == key);
            known.map(|(_, file)| *file)
        })
        .collect();
    if names.is_empty() {
        names.push("koffie");
    }
    names.into_iter().flat_map(drawings).collect()
}

/// Accepts `http` and `https` URLs only, no executable schemes.
pub fn safe_href(address: Option<&str>) -> Option<&str> {
    address.filter(|address| address.starts_with("https://") || address.starts_with("http://"))
}

/// Formats a distance: `500 m` below a kilometre, `1,2 km` above, as the client does.
fn far(km: f64, locale: Locale) -> String {
    if km < 1.0 {
        let hundreds = (km * 10.0).round().max(1.0);
        if hundreds > 9.0 {
            let thousand = if locale == Locale::Nl {
                "1.000"
            } else {
                "1,000"
            };
            return format!("{thousand} m");
        }
        return format!("{hundreds:.0}00 m");
    }
    if km < 10.0 {
        format!("{} km", number(km, locale))
    } else {
        format!("{km:.0} km")
    }
}

/// Formats a number with at most one decimal: `1,5` in Dutch, `1.5` in English.
fn number(value: f64, locale: Locale) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if locale == Locale::Nl {
        text.replace('.', ",")
    } else {
        text.to_owned()
    }
}

fn text<'v>(object: &'v Value, name: &str) -> Option<&'v str> {
    object.get(name)?.as_str().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_says_place_rhythm_and_time_in_that_order() {
        let kinds = Kinds::of(
            &json!({"data": [{"id": "3", "key": "nature", "name_nl": "Natuur", "name_en": "Nature"}]}),
        );
        let vacancy = json!({"id": "7", "title": "Tuin", "city": "Lindewaard", "distance_km": 1.24, "schedule": "Elke week",
            "hours_per_week": 1.5, "activity_type_ids": ["3"], "organization_name": "De Moestuin"});
        let own = card(&vacancy, &kinds, Locale::Nl);
        let facts: Vec<&str> = own["facts"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|fact| fact["text"].as_str())
            .collect();
        assert_eq!(
            facts,
            ["Lindewaard · 1,2 km", "Elke week", "1,5 uur per week"]
        );
        assert_eq!(
            (
                own["image"]["src"].as_str(),
                own["tags"].as_array().map(Vec::len)
            ),
            (Some("/img/tuin.svg"), Some(1))
        );
        assert_eq!(
            card(&vacancy, &kinds, Locale::En)["href"],
            "/en/vacancies/7"
        );
    }

    #[test]
    fn a_drawing_comes_back_only_when_all_of_its_kinds_were_used() {
        let kinds = Kinds::of(&json!({"data": [
            {"id": "3", "key": "nature", "name_nl": "Natuur"}, {"id": "4", "key": "food", "name_nl": "Eten"},
        ]}));
        let nature = json!({"id": "1", "activity_type_ids": ["3"]});
        let both = json!({"id": "2", "activity_type_ids": ["3", "4"]});
        let own = json!({"id": "9", "image_url": "/img/eigen.svg", "activity_type_ids": ["3"]});
        let drawn: Vec<String> =
            cards([&nature, &own, &nature, &both, &nature], &kinds, Locale::Nl)
                .iter()
                .map(|card| card["image"]["src"].as_str().unwrap().to_owned())
                .collect();
        let names = ["tuin", "eigen", "tuin-2", "voedsel", "tuin"];
        assert_eq!(drawn, names.map(|name| format!("/img/{name}.svg")));
    }

    #[test]
    fn a_distance_is_said_as_the_app_says_it() {
        for (km, said) in [
            (0.02, "100 m"),
            (0.52, "500 m"),
            (0.97, "1.000 m"),
            (1.24, "1,2 km"),
            (12.4, "12 km"),
        ] {
            assert_eq!(far(km, Locale::Nl), said);
        }
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        assert_eq!(safe_href(Some("javascript:alert(1)")), None);
        assert_eq!(
            safe_href(Some("https://example.org")),
            Some("https://example.org")
        );
    }

    #[test]
    fn no_drawing_of_a_list_is_the_same_as_the_one_before_it() {
        let photo = "/uploads/ab-640x427-a1b2c3-50-40.webp";
        let of = |image: &str| json!({"id": "1", "title": "Tuin", "image_url": image});
        let list = [
            "/img/tuin.svg",
            "/img/tuin.svg",
            "/img/tuin.svg",
            photo,
            photo,
        ]
        .map(of);
        let shown = cards(&list, &Kinds::of(&json!({"data": []})), Locale::Nl);
        let sources: Vec<&str> = shown
            .iter()
            .map(|card| card["image"]["src"].as_str().unwrap())
            .collect();
        assert_eq!(
            sources,
            [
                "/img/tuin.svg",
                "/img/tuin-2.svg",
                "/img/tuin.svg",
                photo,
                photo
            ]
        );
    }
}
