//! Words of the pages that the server writes. Titles, menu and errors are the app's own, read from its files; what only
//! the server says stands here.

use std::sync::LazyLock;

use serde_json::Value;

use crate::app::locale::Locale;

/// A file of the app's words in both languages: nl, en.
type Pair = [Value; 2];

macro_rules! words {
    ($name:literal) => {
        LazyLock::new(|| {
            [
                include_str!(concat!("../../ui/src/i18n/nl/", $name, ".json")),
                include_str!(concat!("../../ui/src/i18n/en/", $name, ".json")),
            ]
            .map(|text| serde_json::from_str(text).unwrap_or_default())
        })
    };
}

static ROUTES: LazyLock<Pair> = words!("routes");
static SHELL: LazyLock<Pair> = words!("shell");
static ERRORS: LazyLock<Pair> = words!("errors");

fn pick<T>(locale: Locale, [nl, en]: &'static [T; 2]) -> &'static T {
    match locale {
        Locale::Nl => nl,
        Locale::En => en,
    }
}

fn text(pair: &'static Pair, locale: Locale, pointer: &str) -> &'static str {
    pick(locale, pair)
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// A screen's title; empty for one that has none yet.
pub fn title(locale: Locale, key: &str) -> &'static str {
    text(&ROUTES, locale, &format!("/{key}/title"))
}

pub fn description(locale: Locale, key: &str) -> &'static str {
    text(&ROUTES, locale, &format!("/{key}/description"))
}

/// A word of the app's frame: `menu/vacancies`.
pub fn shell(locale: Locale, key: &str) -> &'static str {
    text(&SHELL, locale, &format!("/{key}"))
}

/// Title and description of the error screen (product 8).
pub fn error(locale: Locale, status: u16, is_wrong_center: bool) -> (String, &'static str) {
    let screen = match status {
        _ if is_wrong_center => "wrongCenter",
        401 => "unauthorized",
        403 => "forbidden",
        404 => "notFound",
        _ => "withCode",
    };
    let title = text(&ERRORS, locale, &format!("/screen/{screen}/title"));
    let description = text(&ERRORS, locale, &format!("/screen/{screen}/description"));
    (title.replace("{{code}}", &status.to_string()), description)
}

pub fn back_to_home(locale: Locale) -> &'static str {
    text(&ERRORS, locale, "/backToHome")
}

/// What only the server's own HTML says. nl, en.
#[rustfmt::skip]
const OWN: &[(&str, [&str; 2])] = &[
    ("hero", ["Er is iemand die op jou zit te wachten.", "Somebody is waiting for you."]),
    ("hero_lead", ["Help een keer, of elke week. Kies wat bij je past, dicht bij huis.", "Help once, or every week. Choose what suits you, close to home."]),
    ("what", ["Wat wil je doen?", "What would you like to do?"]),
    ("where", ["Waar?", "Where?"]),
    ("where_hint", ["Postcode of plaats", "Postcode or town"]),
    ("search", ["Zoek", "Search"]),
    ("search_title", ["Vrijwilligerswerk zoeken", "Find volunteering"]),
    ("new", ["Net geplaatst", "Just posted"]),
    ("all", ["Alle vacatures", "All vacancies"]),
    ("kinds", ["Waar word jij blij van?", "What makes you happy?"]),
    ("none", ["We vonden niets dat hierbij past. Zoek ruimer of bekijk alle vacatures.", "We found nothing that fits. Search wider or see all vacancies."]),
    ("pages", ["Pagina's", "Pages"]),
    ("page", ["Pagina", "Page"]),
    ("previous", ["Vorige", "Previous"]),
    ("next", ["Volgende", "Next"]),
    ("by", ["Bij", "At"]),
    ("work", ["Wat ga je doen?", "What will you do?"]),
    ("requirements", ["Dit vragen we", "What we ask"]),
    ("offer", ["Dit krijg je", "What you get"]),
    ("practical", ["Praktisch", "Practical"]),
    ("time", ["Hoeveel tijd", "How much time"]),
    ("when", ["Wanneer", "When"]),
    ("place", ["Waar", "Where"]),
    ("expenses", ["Vergoeding", "Expenses"]),
    ("min_age", ["Leeftijd", "Age"]),
    ("from_age", ["Vanaf {n} jaar", "From {n} years"]),
    ("apply", ["Ik wil dit doen", "I want to do this"]),
    ("closed", ["Deze vacature is gesloten.", "This vacancy is closed."]),
    ("similar", ["Lijkt hierop", "Similar"]),
    ("online", ["Vanuit huis", "From home"]),
    ("hours", ["{n} uur per week", "{n} hours a week"]),
    ("hours_one", ["{n} uur per week", "{n} hour a week"]),
    ("hours_once", ["{n} uur", "{n} hours"]),
    ("vacancies_of", ["Vacatures", "Vacancies"]),
    ("website", ["Website", "Website"]),
    ("contact", ["Eerst iets vragen?", "Something to ask first?"]),
    ("no_script", ["Zet JavaScript aan om in te loggen, je aan te melden en formulieren te gebruiken. Vacatures lees je ook zonder.", "Turn on JavaScript to sign in, apply and use forms. Vacancies can be read without it."]),
    ("crumbs", ["Kruimelpad", "Breadcrumb"]),
];

pub fn own(locale: Locale, key: &str) -> &'static str {
    OWN.iter()
        .find(|(name, _)| *name == key)
        .map_or("", |(_, pair)| *pick(locale, pair))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_worded_as_the_app_words_them() {
        assert_eq!(error(Locale::En, 404, false).0, "Page not found");
        assert_eq!(error(Locale::Nl, 404, false).0, "Pagina niet gevonden");
        assert_eq!(
            error(Locale::En, 503, false).0,
            "Oops... something went wrong! (error code: 503)"
        );
        assert_eq!(
            error(Locale::En, 403, true).0,
            "Logged in to the wrong website"
        );
        assert!(!back_to_home(Locale::En).is_empty());
    }

    #[test]
    fn a_word_is_there_in_both_languages() {
        for (name, pair) in OWN {
            assert!(pair.iter().all(|text| !text.is_empty()), "{name}");
        }
        assert_eq!(shell(Locale::En, "menu/vacancies"), "Vacancies");
        assert_eq!(title(Locale::Nl, "search"), "Vacatures");
        assert_eq!(title(Locale::Nl, "no_such"), "");
    }
}
