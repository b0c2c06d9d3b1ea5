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
const MOST_LANES: usize = 4;

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

/// A place beside what is at the same time: in which lane of how many, and whether it is one too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lane {
    number: usize,
    lanes: usize,
    /// Index of the first that overlaps with it, by way of others too.
    group: usize,
    is_over: bool,
}

/// Beside each other what is at the same time. Where that is more than fits, the last lane is for a link to the others.
fn lanes(times: &[(i64, i64)]) -> Vec<Lane> {
    let mut placed: Vec<Lane> = Vec::new();
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
        placed.push(Lane {
            number: lane,
            lanes: 1,
            group,
            is_over: false,
        });
        for of_group in placed.iter_mut().skip(group) {
            of_group.lanes = ends.len().min(MOST_LANES);
            of_group.is_over = ends.len() > MOST_LANES && of_group.number >= MOST_LANES - 1;
        }
    }
    placed
}

/// The link to those of a group that do not fit, where they stand.
struct More {
    count: usize,
    from: i64,
    to: i64,
    /// Index of the last of its group.
    after: usize,
}

fn more_of(times: &[(i64, i64)], placed: &[Lane]) -> Vec<More> {
    let mut all: Vec<(usize, More)> = Vec::new();
    for (index, ((start, end), lane)) in times.iter().zip(placed).enumerate() {
        if let Some((_, more)) = all.last_mut().filter(|(group, _)| *group == lane.group) {
            more.after = index;
        }
        if !lane.is_over {
            continue;
        }
        match all.last_mut().filter(|(group, _)| *group == lane.group) {
            Some((_, more)) => {
                more.count += 1;
                more.to = more.to.max(*end);
            }
            None => all.push((
                lane.group,
                More {
                    count: 1,
                    from: *start,
                    to: *end,
                    after: index,
                },
            )),
        }
    }
    all.into_iter().map(|(_, more)| more).collect()
}

fn event(shown: &Shown, one: &Json) -> Json {
    let locale = shown.page.locale;
    let ends = entry::at(one, "ends_local").unwrap_or_default();
    let until = date_words::time(ends.time(), locale);
    json!({
        "time": entry::start(one, locale),
        "until": (!entry::is(one, "all_day")).then(|| shown.word("to_time").replace("{{time}}", &until)),
        "title": entry::text(one, "title"),
        "place": if entry::is(one, "online") { Some(shown.word("online")) } else { entry::text(one, "city") },
        "href": shown.page.href(&entry::path_of(one)),
        "notice": entry::notice(one, locale),
    })
}

/// Says in which rows and in which lane of its day an entry stands.
fn place(item: &mut Json, (from, to): (i64, i64), lane: Lane) {
    if let Some(item) = item.as_object_mut() {
        item.insert("from".to_owned(), from.into());
        item.insert("to".to_owned(), to.into());
        item.insert("lane".to_owned(), lane.number.into());
        item.insert("lanes".to_owned(), lane.lanes.into());
        item.insert("is_over".to_owned(), lane.is_over.into());
    }
}

/// The entries of a day, each with its rows and its lane.
fn entries(
    shown: &Shown,
    list: &[&Json],
    (times, placed): (&[(i64, i64)], &[Lane]),
    row_of: impl Fn(i64) -> i64,
    all_of_day: &str,
) -> Vec<Json> {
    let rows = |from: i64, to: i64| (row_of(from), row_of(to + MINUTES_OF_ROW - 1));
    let links = more_of(times, placed);
    let mut entries = Vec::new();
    for (index, (one, ((start, end), lane))) in
        list.iter().zip(times.iter().zip(placed)).enumerate()
    {
        let mut entry = event(shown, one);
        place(&mut entry, rows(*start, *end), *lane);
        entries.push(entry);
        for more in links.iter().filter(|more| more.after == index) {
            let mut link = json!({
                "more": format!("+{}", more.count),
                "title": shown.word("more_at_once"),
                "href": all_of_day,
            });
            let last = Lane {
                number: MOST_LANES - 1,
                is_over: false,
                ..*lane
            };
            place(&mut link, rows(more.from, more.to), last);
            entries.push(link);
        }
    }
    entries
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
            let all_of_day = shown.href(&shown.search.of_day(day));
            let placed = lanes(&times);
            let events = entries(
                shown,
                &list,
                (times.as_slice(), placed.as_slice()),
                row_of,
                &all_of_day,
            );
            let count = days.get(&day).and_then(|day| day.get("count")?.as_u64());
            let is_cut = count.is_some_and(|count| u64::try_from(list.len()).unwrap_or_default() < count);
            let weekday = date_words::weekday_name(u8::try_from(offset).unwrap_or_default(), locale);
            json!({
                "id": day.to_string(),
                "weekday": entry::capital(&weekday.chars().take(2).collect::<String>()),
                "number": day.day(),
                "month": date_words::month_name(day.month(), locale),
                "is_past": day < shown.today,
                "is_today": day == shown.today,
                "events": events,
                "lanes": placed.iter().map(|lane| lane.lanes).max().unwrap_or_default(),
                "all": is_cut.then(|| json!({
                    "href": all_of_day,
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

    /// Lane, lanes, and whether it is one too many.
    fn lanes_of(times: &[(i64, i64)]) -> Vec<(usize, usize, bool)> {
        let placed = lanes(times);
        let each = placed.iter();
        each.map(|one| (one.number, one.lanes, one.is_over))
            .collect()
    }

    #[test]
    fn what_is_at_the_same_time_stands_beside_each_other() {
        assert_eq!(
            lanes_of(&[(540, 600), (570, 630), (600, 660), (700, 760)]),
            [(0, 2, false), (1, 2, false), (0, 2, false), (0, 1, false)]
        );
        assert_eq!(
            lanes_of(&[(540, 600); 4]),
            [(0, 4, false), (1, 4, false), (2, 4, false), (3, 4, false)]
        );
        assert!(more_of(&[(540, 600); 4], &lanes(&[(540, 600); 4])).is_empty());
    }

    #[test]
    fn more_than_four_at_the_same_time_are_three_and_a_link() {
        let times = [
            (540, 600),
            (540, 600),
            (540, 600),
            (550, 640),
            (560, 700),
            // Still beside the last, in a lane that is free again.
            (610, 660),
            (800, 860),
            (800, 860),
        ];
        let placed = lanes(&times);
        assert_eq!(
            lanes_of(&times),
            [
                (0, 4, false),
                (1, 4, false),
                (2, 4, false),
                (3, 4, true),
                (4, 4, true),
                (0, 4, false),
                (0, 2, false),
                (1, 2, false),
            ]
        );
        let more = more_of(&times, &placed);
        let more: Vec<_> = more
            .iter()
            .map(|more| (more.count, more.from, more.to, more.after))
            .collect();
        assert_eq!(more, [(2, 550, 700, 5)]);
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
