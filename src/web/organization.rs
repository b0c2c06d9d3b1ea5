//! Public page of an organisation: what it does, its open vacancies, when it is open, where it is and how to reach it.
//! Under its own address and under that of the social map.

use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::calendar;
use super::page_context::{PageContext, told};
use super::picture;
use super::schema_org;
use super::share_picture;
use super::shell::Head;
use super::social_map::{self, name_of_term};
use super::vacancy_contact::initials;
use crate::base::locale::Locale;
use crate::base::phone;
use crate::mail::date_in_words;
use crate::web::i18n;
use crate::web::vacancy_card::{Kinds, lang_of, safe_href};

/// Most answers of an organisation with a good score came within this time; also in the app's `organization-vacancies.tsx`.
const WITHIN_DAYS: f64 = 7.0;

/// Where the page stands: under its own address, or in the frame of the social map, from where one came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    Own,
    SocialMap,
}

/// One organisation, the same in both frames. Documents: the organisation, its vacancies, activity types, types of
/// organisation, its activities. Its one address for search engines is its own.
pub fn of(page_context: &PageContext, head: &mut Head, frame: Frame) -> Value {
    let locale = page_context.locale;
    let document = page_context.document(0);
    let organization = document.get("data").unwrap_or(&Json::Null);
    let profile = organization.get("profile").unwrap_or(&Json::Null);
    let name = text(organization, "name").unwrap_or_default();
    let description = text(organization, "description");
    name.clone_into(&mut head.title);
    head.description = description.map(plain_start).unwrap_or_default();
    head.path = path_of(organization);
    head.image = text(organization, "photo_url")
        .map(str::to_owned)
        .or_else(|| share_picture::path_of("organizations", organization));
    head.json_ld = Some(schema_org::place(page_context, organization));
    let word = |key: &str| i18n::organization(locale, key);
    let kinds = page_context.document(2);
    let found = page_context.document(1);
    let total = found
        .pointer("/meta/total")
        .and_then(Json::as_u64)
        .unwrap_or_default();
    let mut vacancies = page_context.cards(&found, &Kinds::of(&kinds));
    // The page is the organisation's own, so the cards omit its name.
    for vacancy in vacancies.iter_mut().filter_map(Json::as_object_mut) {
        vacancy.remove("organization");
    }
    let picture_of =
        |field: &str, alt: &str| text(organization, field).map(|url| picture::told(url, alt));
    let lang = lang_of(organization, &["description"], locale);
    context! {
        name,
        lang,
        written => lang.map(|lang| i18n::component(locale, &format!("written/{lang}"))),
        map => (frame == Frame::SocialMap).then(|| page_context.href(social_map::PATH)),
        map_label => i18n::social_map(locale, "title"),
        initials => initials(name),
        photo => told(picture_of("photo_url", text(organization, "photo_alt").unwrap_or_default())),
        logo => told(picture_of("logo_url", "")),
        kind => name_of_term(&page_context.document(3), text(profile, "non_profit_type_id"), locale),
        city => text(organization, "city"),
        wheelchair => is_set(profile, "wheelchair_accessible").then(|| i18n::social_map(locale, "fact/wheelchair")),
        phone => text(organization, "phone_number"),
        about => word("about"),
        description => description.unwrap_or_else(|| word("noText")),
        has_text => description.is_some(),
        for_whom => word("forWhom"),
        facts => told(facts(organization, &kinds, locale)),
        vacancies_at => word("vacanciesAt").replace("{{name}}", name),
        answers => answers(organization, locale),
        measured => word("measured"),
        look => (total > 0).then(|| i18n::counted(i18n::organization, locale, "look", total)),
        vacancies => told(vacancies),
        nothing => word("noVacancies"),
        none_text => word("noVacanciesText"),
        search_label => word("search"),
        activities_at => word("activitiesAt").replace("{{name}}", name),
        activities => told(calendar::coming(page_context, &page_context.document(4))),
        all_activities => word("allActivities"),
        calendar => page_context.href(&calendar::path_of_organization(text(organization, "id").unwrap_or_default())),
        way => word("way"),
        places => told(places(organization, profile)),
        side => word("side"),
        to_practical => word("toPractical"),
        hours_title => word("hours"),
        has_hours => has_hours(organization, profile),
        hours => told(hours(profile, locale)),
        note => text(profile, "opening_note"),
        no_hours => word("noHours"),
        ask => word("ask"),
        call => word("call"),
        bar => word("bar"),
        ways => told(ways(organization, profile, locale)),
        lines => told(contact(organization, locale)),
        route => word("route"),
    }
}

/// The one address of an organisation, for search engines too.
pub fn path_of(organization: &Json) -> String {
    format!(
        "/organizations/{}",
        text(organization, "id").unwrap_or_default()
    )
}

fn is_set(profile: &Json, name: &str) -> bool {
    profile.get(name) == Some(&Json::Bool(true))
}

fn is_on_map(organization: &Json) -> bool {
    is_set(organization, "on_social_map")
}

/// For whom it is there, what it does, in which languages, and how one gets in. Who filled in nothing for the map said
/// nothing of whom it is for either.
fn facts(organization: &Json, kinds: &Json, locale: Locale) -> Vec<Json> {
    let profile = organization.get("profile").unwrap_or(&Json::Null);
    let word = |key: &str| i18n::organization(locale, key).to_owned();
    let strings = |name: &str| -> Vec<&str> {
        let list = profile.get(name).and_then(Json::as_array);
        list.into_iter()
            .flatten()
            .filter_map(Json::as_str)
            .collect()
    };
    let audiences: Vec<&str> = strings("audiences")
        .iter()
        .map(|key| i18n::social_map(locale, &format!("audience/{key}")))
        .collect();
    let activities: Vec<String> = strings("activity_type_ids")
        .iter()
        .filter_map(|id| name_of_term(kinds, Some(id), locale))
        .collect();
    let languages = strings("languages");
    let access: Vec<&str> = [
        ("wheelchair_accessible", "fact/wheelchair"),
        ("accessible_toilet", "fact/toilet"),
    ]
    .into_iter()
    .filter(|(name, _)| is_set(profile, name))
    .map(|(_, key)| i18n::social_map(locale, key))
    .collect();
    let is_empty =
        audiences.is_empty() && activities.is_empty() && languages.is_empty() && access.is_empty();
    if is_empty && !is_on_map(organization) {
        return Vec::new();
    }
    let everybody = word("everybody");
    let for_whom = if audiences.is_empty() {
        everybody
    } else {
        audiences.join(", ")
    };
    let dutch = word("dutch");
    let spoken: Vec<&str> = std::iter::once(dutch.as_str())
        .chain(
            languages
                .into_iter()
                .map(|code| social_map::language_name(code, locale)),
        )
        .collect();
    [
        ("audience", for_whom),
        ("activities", activities.join(", ")),
        ("languages", spoken.join(", ")),
        ("access", access.join(", ")),
    ]
    .into_iter()
    .filter(|(_, text)| !text.is_empty())
    .map(|(key, text)| json!({"label": word(key), "text": text}))
    .collect()
}

/// How fast it answers. The score is there only when it is good (docs/domain/states.md#silence-clock).
fn answers(organization: &Json, locale: Locale) -> Option<String> {
    let has_score = organization["response_score"].is_i64();
    let days = organization
        .get("response_days")
        .and_then(Json::as_f64)
        .filter(|_| has_score)?;
    let form = if days <= 1.0 { "one" } else { "other" };
    let days = format!("{:.0}", days.ceil().clamp(1.0, WITHIN_DAYS));
    let text = i18n::organization(locale, &format!("answersWithin_{form}"));
    Some(text.replace("{{count}}", &days))
}

/// The ways to reach it, as it chose, and the way there: the buttons of the app.
fn ways(organization: &Json, profile: &Json, locale: Locale) -> Vec<Json> {
    let word = |key: &str| i18n::organization(locale, key);
    let first = public_places(organization, profile).next();
    [
        (
            "phone",
            "call",
            text(organization, "phone_number").map(|number| format!("tel:{number}")),
        ),
        (
            "mail",
            "mail",
            text(organization, "email").map(|email| format!("mailto:{email}")),
        ),
        (
            "globe",
            "website",
            safe_href(text(organization, "website")).map(str::to_owned),
        ),
        ("pin", "route", first.and_then(way_to)),
    ]
    .into_iter()
    .filter_map(|(icon, key, href)| Some(json!({"icon": icon, "href": href?, "label": word(key)})))
    .collect()
}

/// The same to write down, and how old it is.
fn contact(organization: &Json, locale: Locale) -> Vec<Json> {
    let website = safe_href(text(organization, "website")).map(|href| {
        let name = href
            .trim_start_matches("https://")
            .trim_start_matches("http://");
        json!({"icon": "globe", "text": name.trim_end_matches('/')})
    });
    let phone = text(organization, "phone_number")
        .map(|number| json!({"icon": "phone", "text": phone::written(number)}));
    let email = text(organization, "email").map(|email| json!({"icon": "mail", "text": email}));
    let unconfirmed = text(organization, "unconfirmed_since").map(|since| {
        let text = i18n::organization(locale, "unconfirmed").replace(
            "{{date}}",
            &date_in_words(since, locale).unwrap_or_default(),
        );
        json!({"icon": "info", "text": text})
    });
    [phone, email, website, unconfirmed]
        .into_iter()
        .flatten()
        .collect()
}

fn has_hours(organization: &Json, profile: &Json) -> bool {
    let hours = profile.get("opening_hours").and_then(Json::as_array);
    is_on_map(organization)
        || hours.is_some_and(|hours| !hours.is_empty())
        || text(profile, "opening_note").is_some()
}

/// A line per day of the week, with the times or that it is closed; nothing if no times are known.
fn hours(profile: &Json, locale: Locale) -> Vec<Json> {
    let known = profile.get("opening_hours").and_then(Json::as_array);
    let Some(known) = known.filter(|known| !known.is_empty()) else {
        return Vec::new();
    };
    let word = |key: &str| i18n::organization(locale, key);
    (1..=7)
        .map(|day: i64| {
            let times: Vec<String> = known
                .iter()
                .filter(|hours| hours.get("day").and_then(Json::as_i64) == Some(day))
                .map(|hours| {
                    let time = |name: &str| {
                        let time = text(hours, name).unwrap_or_default();
                        time.strip_prefix('0').unwrap_or(time).replace(':', ".")
                    };
                    word("times")
                        .replace("{{from}}", &time("from"))
                        .replace("{{until}}", &time("until"))
                })
                .collect();
            let times = if times.is_empty() {
                word("closed").to_owned()
            } else {
                times.join(", ")
            };
            json!({"day": i18n::social_map(locale, &format!("day/{day}")), "times": times})
        })
        .collect()
}

/// An address in one line.
pub fn line(place: &Json) -> String {
    let joined = |names: [&str; 2]| {
        let parts: Vec<&str> = names.iter().filter_map(|name| text(place, name)).collect();
        parts.join(" ")
    };
    let parts: Vec<String> = [
        joined(["street", "house_number"]),
        joined(["postal_code", "city"]),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect();
    parts.join(", ")
}

/// Its own address and its further places, those of which anything is said.
fn public_places<'v>(organization: &'v Json, profile: &'v Json) -> impl Iterator<Item = &'v Json> {
    let own = organization
        .get("address")
        .filter(|address| address.is_object());
    let further = profile.get("places").and_then(Json::as_array);
    own.into_iter()
        .chain(further.into_iter().flatten())
        .filter(|place| !line(place).is_empty())
}

fn places(organization: &Json, profile: &Json) -> Vec<Json> {
    public_places(organization, profile)
        .map(|place| json!({"name": text(place, "name"), "text": line(place), "href": way_to(place)}))
        .collect()
}

/// A planner or the map of OpenStreetMap, asked only by who follows the link, as in the app's `organization-parts.tsx`.
/// To an area no way leads.
pub fn way_to(place: &Json) -> Option<String> {
    text(place, "street")?;
    let number = |name: &str| place.get(name).and_then(Json::as_f64);
    let point = number("latitude").zip(number("longitude"));
    let is_exact = place.get("is_exact") == Some(&Json::Bool(true));
    if let Some((latitude, longitude)) = point.filter(|_| is_exact) {
        return Some(format!(
            "https://www.openstreetmap.org/directions?to={latitude}%2C{longitude}"
        ));
    }
    let line = line(place);
    let query = utf8_percent_encode(&line, NON_ALPHANUMERIC);
    Some(format!(
        "https://www.openstreetmap.org/search?query={query}"
    ))
}

fn text<'v>(object: &'v Json, name: &str) -> Option<&'v str> {
    object.get(name)?.as_str().filter(|text| !text.is_empty())
}

/// Characters of a beginning.
const START: usize = 160;

/// Beginning of a text without markup, for the meta description: whole words, and a sign that there is more.
pub fn plain_start(text: &str) -> String {
    let text = crate::model::field_rules::words_of(text);
    let mut start = String::new();
    for word in text.split_whitespace() {
        if start.chars().count() + word.chars().count() >= START {
            start.push('…');
            break;
        }
        if !start.is_empty() {
            start.push(' ');
        }
        start.push_str(word);
    }
    start
}
