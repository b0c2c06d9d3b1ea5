//! Practical facts of a vacancy's page: time, days, places, and whom it suits. The app writes the same lines
//! (`ui/src/lib/vacancies/vacancy-when.ts`).

use jiff::civil::Date;
use serde_json::{Value as Json, json};

use super::vacancy_card::facts_of;
use crate::base::date_words::month_name;
use crate::base::locale::Locale;
use crate::web::i18n;

const WEEK: [(&str, &str, &str); 7] = [
    ("mon", "ma", "Mon"),
    ("tue", "di", "Tue"),
    ("wed", "wo", "Wed"),
    ("thu", "do", "Thu"),
    ("fri", "vr", "Fri"),
    ("sat", "za", "Sat"),
    ("sun", "zo", "Sun"),
];
const PARTS: [&str; 3] = ["morning", "afternoon", "evening"];
const SEPARATOR: &str = " · ";

/// Those that are set, in order of relevance to a visitor: icon, label and value of each.
pub fn facts(vacancy: &Json, locale: Locale) -> Vec<Json> {
    let text = |name: &str| {
        vacancy
            .get(name)
            .and_then(Json::as_str)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let word = |key: &str| i18n::vacancy(locale, &format!("page/{key}"));
    let general = facts_of(vacancy, locale);
    let min_age = vacancy
        .get("min_age")
        .and_then(Json::as_i64)
        .map(|age| word("min_age").replace("{{age}}", &age.to_string()));
    let vog = list(vacancy, "required_checks")
        .any(|check| check == "vog")
        .then(|| word("check_vog_text").to_owned());
    [
        ("clock", "time", general.time),
        ("calendar", "when", text("schedule")),
        ("calendar", "days", days(vacancy, locale)),
        ("calendar", "dates", dates(vacancy, locale)),
        ("pin", "place", general.place),
        ("pin", "also_at", places(vacancy)),
        ("people", "who", min_age),
        ("check", "suits", suits(vacancy, locale)),
        ("euro", "expenses", text("expenses")),
        ("shield", "check_vog", vog),
        ("external", "origin", text("origin")),
    ]
    .into_iter()
    .filter_map(|(icon, key, value)| {
        Some(json!({"icon": icon, "label": word(key), "value": value?}))
    })
    .collect()
}

fn list<'v>(vacancy: &'v Json, name: &str) -> impl Iterator<Item = &'v Json> {
    vacancy
        .get(name)
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
}

fn joined(lines: &[String]) -> Option<String> {
    (!lines.is_empty()).then(|| lines.join(SEPARATOR))
}

/// What a text says that names days or parts of them itself.
const DAY_WORDS: [&str; 8] = [
    "dag", "weekend", "ochtend", "middag", "avond", "day", "morning", "evening",
];

/// `ma, di: ochtend · za`: days with the same parts stand together, and a day with all of them by itself. None where the
/// organisation's own words name the days.
fn days(vacancy: &Json, locale: Locale) -> Option<String> {
    let said = vacancy["schedule"]
        .as_str()
        .unwrap_or_default()
        .to_lowercase();
    if DAY_WORDS.iter().any(|word| said.contains(word)) {
        return None;
    }
    let chosen: Vec<&str> = list(vacancy, "availability")
        .filter_map(Json::as_str)
        .collect();
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (day, dutch, english) in WEEK {
        let parts: Vec<String> = PARTS
            .iter()
            .filter(|part| chosen.contains(&format!("{day}_{part}").as_str()))
            .map(|part| i18n::public(locale, &format!("filters/part/{part}")).to_lowercase())
            .collect();
        if parts.is_empty() {
            continue;
        }
        let name = match locale {
            Locale::Nl => dutch,
            Locale::En => english,
        };
        let words = if parts.len() == PARTS.len() {
            String::new()
        } else {
            parts.join(", ")
        };
        match groups.iter_mut().find(|(same, _)| *same == words) {
            Some((_, names)) => names.push(name),
            None => groups.push((words, vec![name])),
        }
    }
    let lines: Vec<String> = groups
        .into_iter()
        .map(|(words, names)| {
            let names = names.join(", ");
            if words.is_empty() {
                names
            } else {
                format!("{names}: {words}")
            }
        })
        .collect();
    joined(&lines)
}

/// `za 12 december 10:00–16:00 · zo 13 december`
fn dates(vacancy: &Json, locale: Locale) -> Option<String> {
    let lines: Vec<String> = list(vacancy, "dates")
        .filter_map(|date| {
            let day: Date = date["day"].as_str()?.parse().ok()?;
            let (_, dutch, english) = WEEK
                .get(usize::try_from(day.weekday().to_monday_zero_offset()).ok()?)
                .copied()?;
            let name = match locale {
                Locale::Nl => dutch,
                Locale::En => english,
            };
            let hours: Vec<&str> = ["from", "until"]
                .iter()
                .filter_map(|name| date[*name].as_str())
                .collect();
            let line = format!(
                "{name} {} {} {}",
                day.day(),
                month_name(day.month(), locale),
                hours.join("–")
            );
            Some(line.trim_end().to_owned())
        })
        .collect();
    joined(&lines)
}

/// `Buurthuis De Brug, Kerkstraat 4, Lindewaard · Ons Huis, Hoekdorp`
fn places(vacancy: &Json) -> Option<String> {
    let lines: Vec<String> = list(vacancy, "places")
        .map(|place| {
            let text = |name: &str| place[name].as_str().filter(|text| !text.is_empty());
            let street: Vec<&str> = ["street", "house_number"]
                .iter()
                .filter_map(|name| text(name))
                .collect();
            let street = (!street.is_empty()).then(|| street.join(" "));
            let parts: Vec<&str> = [text("name"), street.as_deref(), text("city")]
                .into_iter()
                .flatten()
                .collect();
            parts.join(", ")
        })
        .filter(|line| !line.is_empty())
        .collect();
    joined(&lines)
}

/// `Rolstoeltoegankelijk, als groep`
fn suits(vacancy: &Json, locale: Locale) -> Option<String> {
    let words: Vec<&str> = [
        ("wheelchair_accessible", "accessible"),
        ("for_groups", "group"),
    ]
    .iter()
    .filter(|(name, _)| vacancy[*name] == true)
    .map(|(_, key)| i18n::public(locale, &format!("filters/also/{key}")))
    .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(vacancy: &Json, locale: Locale) -> Vec<String> {
        facts(vacancy, locale)
            .iter()
            .map(|fact| fact["value"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn days_with_the_same_parts_stand_together() {
        let vacancy = json!({"availability": ["tue_morning", "mon_morning", "sat_morning", "sat_afternoon", "sat_evening"]});
        assert_eq!(values(&vacancy, Locale::Nl), ["ma, di: ochtend · za"]);
        assert_eq!(values(&vacancy, Locale::En), ["Mon, Tue: morning · Sat"]);
    }

    #[test]
    fn days_are_left_out_where_the_organisation_names_them() {
        let of = |schedule: &str| {
            values(
                &json!({"availability": ["tue_morning"], "schedule": schedule}),
                Locale::Nl,
            )
        };
        assert_eq!(of("Dinsdagochtend"), ["Dinsdagochtend"]);
        assert_eq!(of("Elke week"), ["Elke week", "di: ochtend"]);
    }

    #[test]
    fn dates_places_and_whom_it_suits_are_told() {
        let vacancy = json!({
            "dates": [
                {"day": "2026-12-12", "from": "10:00", "until": "16:00"},
                {"day": "2026-12-13", "from": null, "until": null},
            ],
            "places": [{"name": "De Brug", "street": "Kerkstraat", "house_number": "4", "city": "Lindewaard"}],
            "wheelchair_accessible": true,
        });
        assert_eq!(
            values(&vacancy, Locale::Nl),
            [
                "za 12 december 10:00–16:00 · zo 13 december",
                "De Brug, Kerkstraat 4, Lindewaard",
                "Rolstoeltoegankelijk",
            ]
        );
        assert_eq!(values(&json!({}), Locale::Nl), Vec::<String>::new());
    }
}
