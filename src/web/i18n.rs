//! Translations for server-rendered pages. Titles, menu and errors come from the client's locale files; texts that only
//! the server renders are defined here.

use std::sync::LazyLock;

use serde_json::Value;

use crate::base::locale::Locale;
use crate::error::Code;

/// A locale file in both languages: nl, en.
type Pair = [Value; 2];

macro_rules! words {
    ($name:literal) => {
        LazyLock::new(|| {
            [
                include_str!(concat!("../../ui/src/", $name, ".nl.json")),
                include_str!(concat!("../../ui/src/", $name, ".en.json")),
            ]
            .map(|text| serde_json::from_str(text).unwrap_or_default())
        })
    };
}

static ROUTES: LazyLock<Pair> = words!("i18n/routes");
static SHELL: LazyLock<Pair> = words!("i18n/shell");
static ERRORS: LazyLock<Pair> = words!("i18n/errors");
static HOME: LazyLock<Pair> = words!("features/home/home");
static PUBLIC: LazyLock<Pair> = words!("features/vacancies/search/vacancies-public");
static VACANCY: LazyLock<Pair> = words!("features/vacancies/detail/vacancy");
static ORGANIZATIONS: LazyLock<Pair> = words!("features/organizations/organizations");
static COMPONENTS: LazyLock<Pair> = words!("i18n/components");
static SOCIAL_MAP: LazyLock<Pair> = words!("features/social-map/social-map");
static LEGAL: LazyLock<Pair> = words!("features/legal/legal");

fn pick(locale: Locale, [nl, en]: &'static Pair) -> &'static Value {
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

/// Title of a screen; empty for a screen that does not exist yet.
pub fn title(locale: Locale, key: &str) -> &'static str {
    text(&ROUTES, locale, &format!("/{key}/title"))
}

pub fn description(locale: Locale, key: &str) -> &'static str {
    text(&ROUTES, locale, &format!("/{key}/description"))
}

/// Text of the client's layout: `menu/vacancies`.
pub fn shell(locale: Locale, key: &str) -> &'static str {
    text(&SHELL, locale, &format!("/{key}"))
}

/// Title and description of the error screen for a status code; the code, where it is known, names the kind of 403 and
/// of 410. A page that is gone without one is a vacancy's.
pub fn error(locale: Locale, status: u16, code: Option<Code>) -> (String, &'static str) {
    let screen = match (status, code) {
        (_, Some(Code::WrongCenter)) => "wrongCenter",
        (_, Some(Code::LinkExpired)) => "linkExpired",
        (_, Some(Code::LinkUsed)) => "linkUsed",
        (401, _) => "unauthorized",
        (403, _) => "forbidden",
        (404, _) => "notFound",
        (410, None) => "gone",
        (410, _) => "goneOther",
        _ => "withCode",
    };
    let title = text(&ERRORS, locale, &format!("/screen/{screen}/title"));
    let description = text(&ERRORS, locale, &format!("/screen/{screen}/description"));
    (title.replace("{{code}}", &status.to_string()), description)
}

pub fn back_to_home(locale: Locale) -> &'static str {
    text(&ERRORS, locale, "/backToHome")
}

/// Link text to the search page on a not-found error; `None` for other errors.
pub fn search_instead(locale: Locale, status: u16) -> Option<&'static str> {
    matches!(status, 404 | 410).then(|| text(&ERRORS, locale, "/searchInstead"))
}

/// Text of the home page.
pub fn home(locale: Locale, key: &str) -> &'static str {
    text(&HOME, locale, &format!("/{key}"))
}

/// Text of the public vacancy pages: `search/results`.
pub fn public(locale: Locale, key: &str) -> &'static str {
    text(&PUBLIC, locale, &format!("/{key}"))
}

/// Text of a vacancy's own page: `page/apply`.
pub fn vacancy(locale: Locale, key: &str) -> &'static str {
    text(&VACANCY, locale, &format!("/{key}"))
}

/// Text of the social map: `page/about`.
pub fn social_map(locale: Locale, key: &str) -> &'static str {
    text(&SOCIAL_MAP, locale, &format!("/{key}"))
}

/// Text of the organisation page: `page/about`.
pub fn organization(locale: Locale, key: &str) -> &'static str {
    text(&ORGANIZATIONS, locale, &format!("/{key}"))
}

/// Text of the legal pages: `privacy/intro`.
pub fn legal(locale: Locale, key: &str) -> &'static str {
    text(&LEGAL, locale, &format!("/{key}"))
}

/// Text of the shared components: `pagination/next`.
pub fn component(locale: Locale, key: &str) -> &'static str {
    text(&COMPONENTS, locale, &format!("/{key}"))
}

/// Pluralised text: picks the singular or plural form for `of`.
pub fn counted(
    of: fn(Locale, &str) -> &'static str,
    locale: Locale,
    key: &str,
    count: u64,
) -> String {
    let form = if count == 1 { "one" } else { "other" };
    let number = grouped(locale, count);
    of(locale, &format!("{key}_{form}"))
        .replace("{{count, number}}", &number)
        .replace("{{count}}", &number)
}

/// Formats a number with digit grouping, `2.000` in Dutch and `2,000` in English, as the client does.
pub fn grouped(locale: Locale, number: u64) -> String {
    let separator = if locale == Locale::Nl { '.' } else { ',' };
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// Texts that only the server renders: nl, en.
pub fn own(locale: Locale, key: &str) -> &'static str {
    let [nl, en] = match key {
        "no_script" => [
            "Zet JavaScript aan om in te loggen, je aan te melden en formulieren te gebruiken. Vacatures kun je ook zonder lezen.",
            "Turn on JavaScript to sign in, apply and use forms. You can read volunteer roles without it.",
        ],
        "unsubscribe" => ["Afmelden voor deze mail?", "Unsubscribe from this email?"],
        "unsubscribe_text" => [
            "Klik op de knop. Je krijgt dit soort mails dan niet meer. Andere mails van ons krijg je nog wel.",
            "Click the button to stop getting this kind of email. You'll still get our other emails.",
        ],
        "unsubscribe_button" => ["Afmelden", "Unsubscribe"],
        "unsubscribe_settings" => [
            "Instellen welke mails je krijgt",
            "Choose which emails you get",
        ],
        "unsubscribed" => [
            "Je krijgt deze mail niet meer",
            "You won't get this email any more",
        ],
        "unsubscribed_text" => [
            "Was dit een vergissing? Bij je instellingen kun je de mail weer aanzetten.",
            "Was this a mistake? You can turn the email on again in your settings.",
        ],
        "still_right" => ["Klopt dit nog?", "Is this still right?"],
        "still_right_text" => [
            "Dit laten we aan iedereen zien. Klopt alles? Klik dan op de knop. Is er iets veranderd? Pas de gegevens dan aan.",
            "This is what we show everyone. If everything is right, press the button. If something has changed, update the details.",
        ],
        "still_right_address" => ["Adres", "Address"],
        "still_right_website" => ["Website", "Website"],
        "still_right_phone" => ["Telefoon", "Phone"],
        "still_right_none" => ["Niet ingevuld", "Not filled in"],
        "still_right_button" => ["Alles klopt nog", "Everything is still right"],
        "still_right_edit" => ["Gegevens wijzigen", "Update details"],
        "still_right_done" => [
            "Bedankt, je gegevens zijn bevestigd",
            "Thank you, your details are confirmed",
        ],
        "still_right_done_text" => [
            "We vragen het over een half jaar weer. Verandert er eerder iets? Je kunt de gegevens altijd wijzigen.",
            "We'll ask again in six months. If something changes before then, you can update the details at any time.",
        ],
        _ => ["", ""],
    };
    match locale {
        Locale::Nl => nl,
        Locale::En => en,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_worded_as_the_app_words_them() {
        assert_eq!(error(Locale::En, 404, None).0, "Page not found");
        assert_eq!(error(Locale::Nl, 404, None).0, "Pagina niet gevonden");
        assert_eq!(
            error(Locale::Nl, 410, None).0,
            "Deze vacature is er niet meer"
        );
        for (code, title) in [
            (Code::LinkExpired, "Deze link werkt niet meer"),
            (Code::LinkUsed, "Deze link is al gebruikt"),
            (Code::Gone, "Dit is er niet meer"),
        ] {
            assert_eq!(error(Locale::Nl, 410, Some(code)).0, title);
        }
        assert_eq!(
            error(Locale::En, 503, None).0,
            "Oops... something went wrong! (error code: 503)"
        );
        assert_eq!(
            error(Locale::En, 403, Some(Code::WrongCenter)).0,
            "Logged in to the wrong website"
        );
        assert!(!back_to_home(Locale::En).is_empty());
    }

    #[test]
    fn a_word_is_there_in_both_languages() {
        for locale in Locale::ALL {
            for word in [
                shell(locale, "menu/vacancies"),
                title(locale, "search"),
                home(locale, "title"),
                vacancy(locale, "page/apply"),
                component(locale, "pagination/next"),
                own(locale, "no_script"),
            ] {
                assert!(!word.is_empty());
            }
        }
        assert_eq!(title(Locale::Nl, "no_such"), "");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(
            counted(public, Locale::Nl, "search/results", 1),
            "1 vacature"
        );
        assert_eq!(
            counted(public, Locale::En, "search/results", 0),
            "0 volunteer roles"
        );
        assert_eq!(
            counted(public, Locale::Nl, "search/results", 12_345),
            "12.345 vacatures"
        );
        assert_eq!(grouped(Locale::En, 1_234_567), "1,234,567");
        assert_eq!(grouped(Locale::Nl, 999), "999");
    }
}
