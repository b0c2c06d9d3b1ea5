//! The page of an activity: what it is, its dates, and where. `?datum=2026-12-02` names one of the dates.

mod sign_up;

use jiff::civil::{Date, DateTime};
use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::calendar::{self, PATH, capital, category_name};
use super::page_context::{PageContext, sanitised, told};
use super::schema_org;
use super::share_picture;
use super::shell::Head;
use super::vacancy_contact::initials;
use crate::base::date_words;
use crate::base::locale::Locale;
use crate::recurrence::{Series, SeriesWords, parse_rrule};
use crate::web::calendar::entry;
use crate::web::i18n;
use crate::web::picture;

/// Dates that are shown of a series; the calendar has all.
const MOST_DATES: usize = 12;

/// Addresses of the activity, its dates, kinds of activities, target groups and tags.
pub fn addresses(id: &str) -> Vec<String> {
    let number = id.split('-').next().unwrap_or_default();
    vec![
        format!("/api/v1/activities/{id}?include=organization,contact_person,place"),
        format!(
            "/api/v1/activity_occurrences?filter[activity_id_eq]={number}&page[size]=200&sort=starts_at"
        ),
        "/api/v1/taxonomies/activity_categories".to_owned(),
        "/api/v1/taxonomies/target_groups".to_owned(),
        "/api/v1/taxonomies/tags".to_owned(),
    ]
}

/// The series of an activity as the API says it.
pub fn series_of(activity: &Json) -> Option<Series> {
    let moment = |name: &str| -> Option<DateTime> {
        let text = entry::text(activity, name)?;
        let day = || text.parse::<Date>().ok().map(|day| day.at(0, 0, 0, 0));
        text.parse().ok().or_else(day)
    };
    let (starts, ends) = (moment("starts_at")?, moment("ends_at")?);
    let once = if entry::is(activity, "all_day") {
        Series::all_day(starts.date(), ends.date()).ok()?
    } else {
        Series::once(starts, ends)
    };
    let excluded = activity.get("excluded_days").and_then(Json::as_array);
    let excluded: Vec<Date> = excluded
        .into_iter()
        .flatten()
        .filter_map(|day| day.as_str()?.parse().ok())
        .collect();
    let series = once.without(&excluded);
    Some(
        match entry::text(activity, "recurrence").and_then(|rule| parse_rrule(rule).ok()) {
            Some(rule) => series.repeated(rule),
            None => series,
        },
    )
}

pub fn of(page_context: &PageContext, head: &mut Head) -> Value {
    let locale = page_context.locale;
    let word = |key: &str| i18n::calendar(locale, key);
    let document = page_context.document(0);
    let activity = document.get("data").unwrap_or(&Json::Null);
    let text = |name: &str| entry::text(activity, name);
    let id = text("id").unwrap_or_default();
    let number = id.split('-').next().unwrap_or_default();
    let path = format!("{PATH}/{number}-{}", text("slug").unwrap_or_default());
    let dates = page_context.document(1);
    let dates = dates.get("data").and_then(Json::as_array);
    let dates: Vec<&Json> = dates.into_iter().flatten().collect();
    let is_over =
        |one: &Json| entry::text(one, "day") < Some(page_context.today.to_string().as_str());
    let coming: Vec<&Json> = dates.iter().copied().filter(|one| !is_over(one)).collect();
    let asked = page_context.query.get("datum");
    let chosen = asked.and_then(|day| {
        let same = |one: &&&Json| entry::text(one, "day") == Some(day);
        dates.iter().find(same).copied()
    });
    let status = text("status");
    let is_cancelled = status == Some("cancelled");
    let is_open = matches!(status, Some("published" | "full" | "running"));
    text("title")
        .unwrap_or_default()
        .clone_into(&mut head.title);
    text("summary")
        .unwrap_or_default()
        .clone_into(&mut head.description);
    head.path = match chosen.and_then(|one| entry::text(one, "day")) {
        Some(day) => format!("{path}?datum={day}"),
        None => path.clone(),
    };
    head.canonical = Some(page_context.href(&path));
    head.is_listed &= is_open;
    head.image = text("image_url")
        .filter(|image| !image.starts_with("/img/"))
        .map(str::to_owned)
        .or_else(|| share_picture::path_of("activities", activity));
    head.json_ld = (is_open || is_cancelled)
        .then(|| schema_org::events(page_context, activity, &coming, &path));
    let terms = [2, 3, 4].map(|at| page_context.document(at));
    let names = |list: &str, terms: &Json| -> Vec<String> {
        let keys = activity.get(list).and_then(Json::as_array);
        keys.into_iter()
            .flatten()
            .filter_map(|key| category_name(terms, key.as_str()?, locale))
            .collect()
    };
    let [kinds, groups, own_tags] = [
        names("activity_categories", &terms[0]),
        names("target_groups", &terms[1]),
        names("tags", &terms[2]),
    ];
    let series = series_of(activity);
    let words = series
        .as_ref()
        .map(|series| SeriesWords::new(series, page_context.today, locale));
    let shown = if coming.is_empty() { &dates } else { &coming };
    let is_series = text("recurrence").is_some();
    let is_chosen = |one: &Json| chosen.is_some_and(|chosen| std::ptr::eq(chosen, one));
    let row = |one: &&Json| date_row(one, activity, page_context, is_chosen(one));
    let (first, rest) = shown.split_at(shown.len().min(MOST_DATES));
    let rows: Vec<Json> = first.iter().map(row).collect();
    let rest_rows: Vec<Json> = rest.iter().map(row).collect();
    let all_dates = word("every_date").replace("{{number}}", &shown.len().to_string());
    let place = activity.get("place").filter(|place| place.is_object());
    let notice = notice(status, chosen, page_context);
    context! {
        s => told(calendar::words_of(page_context)),
        title => text("title"),
        summary => text("summary"),
        description => sanitised(text("description")),
        image => told(text("image_url").map(|url| picture::told(url, text("image_alt").unwrap_or_default())).unwrap_or_default()),
        calendar => page_context.href(PATH),
        by => word("by").split("{{organization}}").collect::<Vec<_>>(),
        organization => text("organization_name"),
        organization_page => text("organization_id").map(|organization| page_context.href(&format!("/organizations/{organization}"))),
        at_place => text("location_name").filter(|name| Some(*name) != text("organization_name")).map(|name| word("at_place").replace("{{place}}", name)),
        notice,
        reason => chosen.and_then(|one| entry::text(one, "reason")),
        tags => told(tags(activity, [&kinds, &groups, &own_tags], locale)),
        facts => told(facts(activity, words.as_ref(), locale)),
        rhythm => words.as_ref().filter(|_| is_series).map(|words| format!("{} {}", capital(&words.rhythm), words.hours)),
        limits => words.as_ref().filter(|_| is_series).map(limits),
        rows => told(rows),
        rest_rows => told(rest_rows),
        all_dates,
        is_rest_open => rest.iter().copied().any(is_chosen),
        know => told(know(activity, &groups, locale)),
        place => place.map(|place| told(place_of(place, locale))),
        contact => told(contact(activity)),
        sign_up => told(sign_up::card(activity, (coming.as_slice(), chosen), page_context)),
        follow => page_context.href(calendar::FOLLOW),
        calendar_file => is_open.then(|| format!("/activities/{number}.ics")),
    }
}

/// That it does not go on, or is over.
fn notice(
    status: Option<&str>,
    chosen: Option<&Json>,
    page_context: &PageContext,
) -> Option<String> {
    let locale = page_context.locale;
    let word = |key: &str| i18n::calendar(locale, key);
    match status {
        Some("cancelled") => Some(word("cancelled_title").to_owned()),
        Some("finished") => Some(word("finished_title").to_owned()),
        _ => chosen
            .filter(|one| entry::text(one, "status") == Some("cancelled"))
            .and_then(|one| {
                let day = entry::text(one, "day")?.parse().ok()?;
                let date = capital(&date_words::day(day, page_context.today, locale));
                Some(word("date_cancelled").replace("{{date}}", &date))
            }),
    }
}

/// `, tot en met 16 december. Niet op 25 november.`
fn limits(words: &SeriesWords) -> String {
    let mut limits = String::new();
    if !words.end.is_empty() {
        limits.push_str(", ");
        limits.push_str(&words.end);
    }
    limits.push('.');
    if !words.except.is_empty() {
        limits.push(' ');
        limits.push_str(&capital(&words.except));
        limits.push('.');
    }
    limits
}

fn tags(activity: &Json, [kinds, groups, own]: [&Vec<String>; 3], locale: Locale) -> Vec<String> {
    let workshop = entry::is(activity, "is_workshop")
        .then(|| i18n::calendar(locale, "for_organizations").to_owned());
    let groups = groups.iter().filter(|_| workshop.is_none()).cloned();
    let mut tags: Vec<String> = kinds.iter().cloned().chain(groups).collect();
    tags.extend(workshop);
    for tag in own {
        if !tags.contains(tag) {
            tags.push(tag.clone());
        }
    }
    tags
}

/// Until when a withdrawal is in time.
fn withdrawal(activity: &Json, locale: Locale) -> Option<String> {
    let minutes = activity.get("withdraw_minutes").and_then(Json::as_u64)?;
    if minutes == 0 {
        return Some(i18n::calendar(locale, "withdraw_start").to_owned());
    }
    let units = [
        ("weeks", 7 * 24 * 60),
        ("days", 24 * 60),
        ("hours", 60),
        ("minutes", 1),
    ];
    let (unit, long) = units.into_iter().find(|(_, long)| minutes % long == 0)?;
    let key = format!("withdraw_{unit}");
    Some(i18n::counted(i18n::calendar, locale, &key, minutes / long))
}

/// What a phone shows under the title.
fn facts(activity: &Json, words: Option<&SeriesWords>, locale: Locale) -> Vec<Json> {
    let word = |key: &str| i18n::calendar(locale, key);
    let mut facts = Vec::new();
    if let Some(words) = words {
        facts.push(json!({"icon": "calendar", "text": capital(&words.rhythm)}));
        if !words.hours.is_empty() {
            facts.push(json!({"icon": "clock", "text": capital(&words.hours)}));
        }
    }
    if entry::is(activity, "online") {
        facts.push(json!({"icon": "laptop", "text": word("online")}));
    } else if let Some(city) = entry::text(activity, "city") {
        facts.push(json!({"icon": "pin", "text": city}));
    }
    let cost = if entry::is(activity, "is_free") {
        Some(word("free"))
    } else {
        entry::text(activity, "cost")
    };
    facts.extend(cost.map(|cost| json!({"icon": "euro", "text": cost})));
    facts
}

fn hours(one: &Json, locale: Locale) -> String {
    let word = |key: &str| i18n::calendar(locale, key);
    if entry::is(one, "all_day") {
        return word("whole_day").to_owned();
    }
    between(one, word("hours"), locale)
}

fn between(one: &Json, words: &str, locale: Locale) -> String {
    let time = |name: &str| {
        let at = entry::at(one, name).unwrap_or_default();
        date_words::time(at.time(), locale)
    };
    words
        .replace("{{from}}", &time("starts_local"))
        .replace("{{to}}", &time("ends_local"))
}

fn date_row(one: &Json, activity: &Json, page_context: &PageContext, is_chosen: bool) -> Json {
    let locale = page_context.locale;
    let word = |key: &str| i18n::calendar(locale, key);
    let day: Date = entry::text(one, "day")
        .and_then(|day| day.parse().ok())
        .unwrap_or_default();
    let is_cancelled = entry::text(one, "status") == Some("cancelled");
    let is_moved = entry::is(one, "is_changed") && !is_cancelled;
    let original =
        entry::at(one, "original_start").filter(|original| is_moved && original.date() != day);
    let original = original.map(|original| {
        let date = date_words::day(original.date(), page_context.today, locale);
        word("moved_from").replace("{{date}}", &date)
    });
    let capacity = activity.get("capacity").and_then(Json::as_u64);
    let left = one.get("spots_left").and_then(Json::as_u64);
    json!({
        "number": day.day(),
        "month": entry::short_month(day, locale),
        "title": capital(&date_words::day(day, page_context.today, locale)),
        "hours": hours(one, locale),
        "moved": is_moved.then(|| between(one, word("this_time"), locale)),
        "original": original,
        "cancelled": is_cancelled.then(|| word("cancelled")),
        "reason": entry::text(one, "reason"),
        "places": entry::places(one, locale).filter(|_| !is_cancelled),
        "taken": capacity.zip(left).map(|(most, left)| most.saturating_sub(left)).filter(|_| !is_cancelled),
        "most": capacity,
        "is_chosen": is_chosen,
    })
}

/// Lines of what is handy to know.
fn know(activity: &Json, groups: &[String], locale: Locale) -> Vec<String> {
    let word = |key: &str| i18n::calendar(locale, key);
    let mut lines = Vec::new();
    if !groups.is_empty() {
        let groups = date_words::listed(groups, locale);
        lines.push(word("for_whom").replace("{{groups}}", &groups));
    }
    match entry::text(activity, "cost").filter(|_| !entry::is(activity, "is_free")) {
        Some(cost) => lines.push(word("costs").replace("{{cost}}", cost)),
        None => lines.push(word("costs_nothing").to_owned()),
    }
    let is_walk_in = entry::text(activity, "registration") == Some("none");
    lines.push(
        word(if is_walk_in {
            "walk_in"
        } else {
            "sign_up_needed"
        })
        .to_owned(),
    );
    lines.extend(withdrawal(activity, locale).filter(|_| !is_walk_in));
    if entry::is(activity, "online") {
        lines.push(word("online_told").to_owned());
    }
    lines.extend(entry::text(activity, "accessibility").map(str::to_owned));
    lines
}

fn place_of(place: &Json, locale: Locale) -> Json {
    let address = place.get("address").unwrap_or(&Json::Null);
    let facts: Vec<&str> = [
        ("is_step_free", "step_free"),
        ("has_accessible_toilet", "toilet"),
        ("has_disabled_parking", "parking"),
        ("has_hearing_loop", "hearing_loop"),
        ("has_quiet_room", "quiet_room"),
    ]
    .into_iter()
    .filter(|(name, _)| entry::is(place, name))
    .map(|(_, key)| i18n::calendar(locale, key))
    .collect();
    json!({
        "name": entry::text(place, "name"),
        "line": super::organization::line(address),
        "way": super::organization::way_to(address),
        "latitude": address.get("latitude"),
        "longitude": address.get("longitude"),
        "city": address.get("city"),
        "is_exact": entry::is(address, "is_exact"),
        "map_label": i18n::calendar(locale, "map_of").replace("{{place}}", entry::text(place, "name").unwrap_or_default()),
        "directions": entry::text(place, "directions"),
        "facts": facts,
    })
}

fn contact(activity: &Json) -> Json {
    let Some(person) = activity.get("contact_person") else {
        return Json::Null;
    };
    let Some(name) = entry::text(person, "full_name") else {
        return Json::Null;
    };
    let is_shown = entry::is(activity, "contact_phone_visible");
    json!({
        "name": name,
        "initials": initials(name),
        "role": entry::text(person, "job_title"),
        "phone": entry::text(person, "phone_number").filter(|_| is_shown),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_a_sentence() {
        let activity = json!({
            "starts_at": "2026-11-18T13:30", "ends_at": "2026-11-18T15:00", "all_day": false,
            "recurrence": "FREQ=WEEKLY;BYDAY=WE;UNTIL=20261216", "excluded_days": ["2026-11-25"],
        });
        let series = series_of(&activity).unwrap();
        let words = SeriesWords::new(&series, "2026-11-24".parse().unwrap(), Locale::Nl);
        assert_eq!(
            limits(&words),
            ", tot en met 16 december. Niet op 25 november."
        );
        assert_eq!(words.rhythm, "elke woensdag");
    }
}
