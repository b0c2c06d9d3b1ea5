//! A week: seven columns of half hours on a desk, a list of days on a phone.

use std::collections::HashMap;

use jiff::civil::{Date, ISOWeekDate, Weekday};
use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::super::page_context::told;
use super::{Shown, entry, plus_days};
use crate::base::date_words;

/// Hours that are always shown; more where something is earlier or later.
const HOURS: (i64, i64) = (9, 21);
const MINUTES_OF_ROW: i64 = 30;
const MOST_LANES: usize = 3;

/// The Monday of `2026-W49`.
pub fn monday(text: &str) -> Option<Date> {
    let (year, week) = text.split_once("-W").filter(|(_, week)| week.len() == 2)?;
    let week = ISOWeekDate::new(year.parse().ok()?, week.parse().ok()?, Weekday::Monday);
    week.ok().map(ISOWeekDate::date)
}

pub fn name(day: Date) -> String {
    let week = day.iso_week_date();
    format!("{:04}-W{:02}", week.year(), week.week())
}

/// Start and end in minutes from midnight of its day; what goes on to the next day fills the rest of it.
fn minutes(occurrence: &Json) -> (i64, i64) {
    let starts = entry::at(occurrence, "starts_local").unwrap_or_default();
    let ends = entry::at(occurrence, "ends_local").unwrap_or_default();
    let of = |at: jiff::civil::DateTime| i64::from(at.hour()) * 60 + i64::from(at.minute());
    let end = if ends.date() > starts.date() {
        24 * 60
    } else {
        of(ends)
    };
    (of(starts), end.max(of(starts) + MINUTES_OF_ROW))
}

/// Beside each other what is at the same time: for each of them its lane, and of how many.
fn lanes(times: &[(i64, i64)]) -> Vec<(usize, usize)> {
    let mut placed: Vec<(usize, usize)> = Vec::new();
    let mut ends: Vec<i64> = Vec::new();
    let mut group = 0;
    for (index, (start, end)) in times.iter().enumerate() {
        if ends.iter().all(|until| until <= start) {
            ends.clear();
            group = index;
        }
        let free = ends.iter().position(|until| until <= start);
        let lane = free.unwrap_or(ends.len());
        match ends.get_mut(lane) {
            Some(until) => *until = *end,
            None => ends.push(*end),
        }
        placed.push((lane.min(MOST_LANES - 1), 1));
        let count = ends.len().min(MOST_LANES);
        for (_, lanes) in placed.iter_mut().skip(group) {
            *lanes = count;
        }
    }
    placed
}

pub fn values(shown: &Shown) -> Value {
    let locale = shown.page.locale;
    let days: HashMap<Date, &Json> = shown.days().collect();
    let (from, to) = (shown.date("from"), shown.date("to"));
    let occurrences = |day: Date| -> Vec<&Json> {
        let list = days
            .get(&day)
            .and_then(|day| day.get("occurrences")?.as_array());
        list.into_iter().flatten().collect()
    };
    let (mut first, mut last) = HOURS;
    for day in (0..7).map(|day| plus_days(from, day)) {
        for one in occurrences(day)
            .into_iter()
            .filter(|one| !entry::is(one, "all_day"))
        {
            let (start, end) = minutes(one);
            first = first.min(start / 60);
            last = last.max((end + 59) / 60);
        }
    }
    let row_of = |minutes: i64| (minutes - first * 60) / MINUTES_OF_ROW + 1;
    let columns: Vec<Json> = (0..7)
        .map(|offset| {
            let day = plus_days(from, offset);
            let list = occurrences(day);
            let times: Vec<(i64, i64)> = list
                .iter()
                .map(|one| {
                    if entry::is(one, "all_day") {
                        (first * 60, last * 60)
                    } else {
                        minutes(one)
                    }
                })
                .collect();
            let events: Vec<Json> = list
                .iter()
                .zip(times.iter().zip(lanes(&times)))
                .map(|(one, ((start, end), (lane, lanes)))| {
                    let ends = entry::at(one, "ends_local").unwrap_or_default();
                    let until = date_words::time(ends.time(), locale);
                    json!({
                        "from": row_of(*start),
                        "to": row_of(end + MINUTES_OF_ROW - 1),
                        "lane": lane,
                        "lanes": lanes,
                        "time": entry::start(one, locale),
                        "until": (!entry::is(one, "all_day")).then(|| shown.word("to_time").replace("{{time}}", &until)),
                        "title": entry::text(one, "title"),
                        "place": if entry::is(one, "online") { Some(shown.word("online")) } else { entry::text(one, "city") },
                        "href": shown.page.href(&entry::path_of(one)),
                        "notice": entry::notice(one, locale),
                    })
                })
                .collect();
            let count = days.get(&day).and_then(|day| day.get("count")?.as_u64());
            let is_cut = count.is_some_and(|count| u64::try_from(events.len()).unwrap_or_default() < count);
            let weekday = date_words::weekday_name(u8::try_from(offset).unwrap_or_default(), locale);
            json!({
                "id": day.to_string(),
                "weekday": entry::capital(&weekday.chars().take(2).collect::<String>()),
                "number": day.day(),
                "month": date_words::month_name(day.month(), locale),
                "is_past": day < shown.today,
                "is_today": day == shown.today,
                "events": events,
                "all": is_cut.then(|| json!({
                    "href": shown.href(&shown.search.of_day(day)),
                    "label": shown.word("all_of_day").replace("{{number}}", &count.unwrap_or_default().to_string()),
                })),
            })
        })
        .collect();
    let hours: Vec<Json> = (first..last)
        .filter_map(|hour| {
            let time = jiff::civil::Time::new(i8::try_from(hour).ok()?, 0, 0, 0).ok()?;
            Some(json!({"from": row_of(hour * 60), "label": date_words::time(time, locale)}))
        })
        .collect();
    let first_day = if from.month() == to.month() {
        from.day().to_string()
    } else {
        date_words::date(from, shown.today, locale)
    };
    let title = shown
        .word("week_title")
        .replace("{{from}}", &first_day)
        .replace("{{to}}", &date_words::date(to, shown.today, locale));
    context! {
        found => title,
        hours => told(hours),
        columns => told(columns),
        nav => told(json!({
            "label": shown.word("choose_week"),
            "previous": {"href": shown.href(&shown.search.week(Some(plus_days(from, -7)))), "label": shown.word("previous_week")},
            "now": {"href": shown.href(&shown.search.week(None)), "label": shown.word("this_week")},
            "next": {"href": shown.href(&shown.search.week(Some(plus_days(from, 7)))), "label": shown.word("next_week")},
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_at_the_same_time_stands_beside_each_other() {
        assert_eq!(
            lanes(&[(540, 600), (570, 630), (600, 660), (700, 760)]),
            [(0, 2), (1, 2), (0, 2), (0, 1)]
        );
    }

    #[test]
    fn a_week_has_the_name_of_its_year() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        assert_eq!(name(day("2027-01-01")), "2026-W53");
        assert_eq!(monday("2026-W53"), Some(day("2026-12-28")));
        assert_eq!(monday("2025-W53"), None);
        assert_eq!(monday("2026-W9"), None);
    }
}
