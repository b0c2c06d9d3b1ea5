//! One time that something happens, as a row of a list.

use jiff::civil::{Date, DateTime};
use serde_json::{Value as Json, json};

use super::super::page_context::PageContext;
use super::PATH;
use crate::base::date_words;
use crate::base::locale::Locale;
use crate::web::i18n;
use crate::web::picture;
use crate::web::vacancy_card::name_field;

/// What words about an activity need.
pub struct Words<'w> {
    pub locale: Locale,
    /// Document of the kinds of activities.
    pub kinds: &'w Json,
}

pub fn text<'v>(object: &'v Json, name: &str) -> Option<&'v str> {
    object.get(name)?.as_str().filter(|text| !text.is_empty())
}

pub fn is(object: &Json, name: &str) -> bool {
    object.get(name) == Some(&Json::Bool(true))
}

pub fn at(object: &Json, name: &str) -> Option<DateTime> {
    text(object, name)?.parse().ok()
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// `dec`: the first three letters, as in Dutch except `mrt`.
pub fn short_month(day: Date, locale: Locale) -> String {
    if locale == Locale::Nl && day.month() == 3 {
        return "mrt".to_owned();
    }
    let name = date_words::month_name(day.month(), locale);
    name.chars().take(3).collect()
}

/// Name of a term of a taxonomy's document, by its key.
pub fn category_name(terms: &Json, key: &str, locale: Locale) -> Option<String> {
    let list = terms.get("data")?.as_array()?;
    let term = list.iter().find(|term| text(term, "key") == Some(key))?;
    text(term, name_field(locale)).map(str::to_owned)
}

/// Path of an occurrence, without the prefix of a language.
pub fn path_of(occurrence: &Json) -> String {
    let part = |name| text(occurrence, name).unwrap_or_default();
    let (id, slug) = (part("activity_id"), part("slug"));
    let number = id.split('-').next().unwrap_or_default();
    format!("{PATH}/{number}-{slug}?datum={}", part("day"))
}

/// The rows of a day of the calendar.
pub fn items(of_day: &Json, words: &Words, page: &PageContext) -> Vec<Json> {
    let list = of_day.get("occurrences").and_then(Json::as_array);
    let list = list.into_iter().flatten();
    list.map(|one| item(one, words, page)).collect()
}

/// `9.30`, or that it is the whole day.
pub fn start(occurrence: &Json, locale: Locale) -> String {
    if is(occurrence, "all_day") {
        return i18n::calendar(locale, "whole_day").to_owned();
    }
    let starts = at(occurrence, "starts_local").unwrap_or_default();
    date_words::time(starts.time(), locale)
}

/// What a calendar says besides the title: that it is cancelled, moved, full.
pub fn notice(occurrence: &Json, locale: Locale) -> Option<&'static str> {
    let word = |key| Some(i18n::calendar(locale, key));
    if text(occurrence, "status") == Some("cancelled") {
        word("cancelled")
    } else if is(occurrence, "is_changed") {
        word("changed")
    } else {
        None
    }
}

/// How many may still sign up, in words; none where that has no limit.
pub fn places(occurrence: &Json, locale: Locale) -> Option<String> {
    let left = occurrence.get("spots_left").and_then(Json::as_u64)?;
    Some(match left {
        0 => i18n::calendar(locale, "full").to_owned(),
        left => i18n::counted(i18n::calendar, locale, "spots", left),
    })
}

fn item(one: &Json, words: &Words, page: &PageContext) -> Json {
    let locale = words.locale;
    let word = |key: &str| i18n::calendar(locale, key);
    let is_cancelled = text(one, "status") == Some("cancelled");
    let ends = at(one, "ends_local").filter(|_| !is(one, "all_day"));
    let kind = text(one, "category").and_then(|key| category_name(words.kinds, key, locale));
    let about: Vec<&str> = [kind.as_deref(), text(one, "organization_name")]
        .into_iter()
        .flatten()
        .collect();
    let mut facts = Vec::new();
    if is(one, "online") {
        facts.push(json!({"icon": "laptop", "text": word("online")}));
    } else if let Some(city) = text(one, "city") {
        facts.push(json!({"icon": "pin", "text": place_line(one, city, locale)}));
    }
    let cost = if is(one, "is_free") {
        Some(word("free"))
    } else {
        text(one, "cost")
    };
    facts.extend(cost.map(|cost| json!({"icon": "euro", "text": cost})));
    let left = places(one, locale);
    let is_full = one.get("spots_left").and_then(Json::as_u64) == Some(0);
    let mut tags = Vec::new();
    if !is_cancelled {
        if text(one, "registration") == Some("none") {
            tags.push(json!({"text": word("no_sign_up")}));
        }
        tags.extend(left.map(|left| json!({"text": left, "is_warm": !is_full})));
        let seats = one.get("seats_per_organization").and_then(Json::as_u64);
        tags.extend(seats.map(|seats| {
            let text = i18n::counted(i18n::calendar, locale, "per_organization", seats);
            json!({"text": text})
        }));
    }
    json!({
        "time": start(one, locale),
        "datetime": text(one, "starts_local"),
        "until": ends.map(|ends| word("to_time").replace("{{time}}", &date_words::time(ends.time(), locale))),
        "title": text(one, "title"),
        "href": page.href(&path_of(one)),
        "kind": about.join(" · "),
        "facts": facts,
        "notice": notice(one, locale),
        "reason": text(one, "reason").filter(|_| is_cancelled),
        "is_cancelled": is_cancelled,
        "tags": tags,
        "image": text(one, "image_url").map(|url| picture::told(url, "")),
        "icon": if is(one, "online") { "laptop" } else { "calendar" },
    })
}

fn place_line(one: &Json, city: &str, locale: Locale) -> String {
    let distance = one.get("distance_km").and_then(Json::as_f64);
    let Some(km) = distance else {
        return city.to_owned();
    };
    let km = format!("{km:.1}");
    let km = match locale {
        Locale::Nl => km.replace('.', ","),
        Locale::En => km,
    };
    let distance = i18n::social_map(locale, "fact/km").replace("{{km}}", &km);
    format!("{city}, {distance}")
}
