//! The card to sign up on the page of an activity: what the form of the app needs, and a sentence for who has no script.

use serde_json::{Value as Json, json};

use super::{MOST_DATES, capital, hours};
use crate::base::date_words;
use crate::web::calendar::entry;
use crate::web::i18n;
use crate::web::page_context::PageContext;

/// `text`, and `form`: JSON for the app, none for a workshop. Null where nobody signs up: people walk in, all dates are
/// over, or it does not go on.
pub fn card(
    activity: &Json,
    (coming, chosen): (&[&Json], Option<&Json>),
    page_context: &PageContext,
) -> Json {
    let text = |name: &str| entry::text(activity, name);
    let registration = text("registration").unwrap_or("none");
    let is_open = matches!(text("status"), Some("published" | "full" | "running"));
    let is_chosen = |one: &Json| chosen.is_some_and(|chosen| std::ptr::eq(chosen, one));
    let dates: Vec<Json> = coming
        .iter()
        .enumerate()
        .filter(|(at, one)| *at < MOST_DATES || is_chosen(one))
        .filter(|(_, one)| entry::text(one, "status") != Some("cancelled"))
        .map(|(_, one)| date(one, page_context))
        .collect();
    if registration == "none" || !is_open || dates.is_empty() {
        return Json::Null;
    }
    let is_workshop = entry::is(activity, "is_workshop");
    let contact = activity.get("contact_person");
    let contact = contact.and_then(|person| entry::text(person, "full_name"));
    let organization = text("organization_name").unwrap_or_default();
    let key = if is_workshop {
        "join_workshop"
    } else {
        "join_ask"
    };
    let words = i18n::calendar(page_context.locale, key);
    let form = json!({
        "activity": number(activity),
        "registration": registration,
        "dates": dates,
        "chosen": chosen.map(number),
        "most_per_party": activity.get("most_per_party"),
        "questions": activity.get("questions"),
        "allows_guests": entry::is(activity, "allows_guests"),
        "has_waiting_list": entry::is(activity, "has_waiting_list"),
        "organization": organization,
    });
    json!({
        "text": words.replace("{{name}}", contact.unwrap_or(organization)),
        "form": (!is_workshop).then(|| form.to_string()),
    })
}

fn number(object: &Json) -> &str {
    let id = entry::text(object, "id").unwrap_or_default();
    id.split('-').next().unwrap_or_default()
}

fn date(one: &Json, page_context: &PageContext) -> Json {
    let locale = page_context.locale;
    let day = entry::text(one, "day")
        .and_then(|day| day.parse().ok())
        .unwrap_or_default();
    json!({
        "id": number(one),
        "label": capital(&date_words::day(day, page_context.today, locale)),
        "date": date_words::date(day, page_context.today, locale),
        "hours": hours(one, locale),
        "left": one.get("spots_left"),
        "waiting": one.get("people_waiting"),
    })
}
