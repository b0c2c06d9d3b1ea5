//! A month as a table, and the small one beside a list.

use std::collections::HashMap;

use jiff::civil::Date;
use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::super::page_context::told;
use super::{Shown, entry, plus_days};
use crate::base::date_words;

const SHOWN_OF_DAY: usize = 3;
const DOTS: u64 = 3;

/// The Monday before a day, or that day.
pub fn monday_of(day: Date) -> Date {
    plus_days(day, -i64::from(day.weekday().to_monday_zero_offset()))
}

/// Days of the week, as heads of columns.
fn heads(shown: &Shown) -> Vec<Json> {
    (0..7)
        .map(|day| {
            let name = date_words::weekday_name(day, shown.page.locale);
            let short: String = name.chars().take(2).collect();
            json!({"name": name, "short": short})
        })
        .collect()
}

/// What a cell says to who does not see it: `24 november, 2 activiteiten`.
fn spoken(shown: &Shown, day: Date, count: u64) -> String {
    let month = date_words::month_name(day.month(), shown.page.locale);
    if count == 0 {
        return format!(" {month}");
    }
    format!(" {month}, {}", shown.counted("days", count))
}

fn count_of(day: Option<&&Json>) -> u64 {
    day.and_then(|day| day.get("count")?.as_u64())
        .unwrap_or_default()
}

fn cell(shown: &Shown, day: Date, month: i8, of_day: Option<&&Json>) -> Json {
    let count = count_of(of_day);
    let mut classes = Vec::new();
    for (is_so, class) in [
        (day.month() != month, "is-out"),
        (day < shown.today, "is-past"),
        (day == shown.today, "is-today"),
    ] {
        if is_so {
            classes.push(class);
        }
    }
    json!({
        "number": day.day(),
        "classes": classes.join(" "),
        "is_today": day == shown.today,
        "spoken": spoken(shown, day, count),
        "dots": (0..count.min(DOTS)).collect::<Vec<_>>(),
        "count": count,
    })
}

/// Rows of seven cells, from the Monday before `first` to the Sunday after `last`.
fn weeks<'j>(
    (first, last): (Date, Date),
    mut cell: impl FnMut(Date) -> Json + 'j,
) -> Vec<(Date, Vec<Json>)> {
    let mut monday = monday_of(first);
    let mut rows = Vec::new();
    while monday <= last && rows.len() < 6 {
        let days = (0..7).map(|days| cell(plus_days(monday, days)));
        rows.push((monday, days.collect()));
        monday = plus_days(monday, 7);
    }
    rows
}

/// Where the number of a day leads; nowhere from a day on which nothing happens.
fn set_href(cell: &mut Json, href: String) {
    let has_some = cell.get("count").is_some_and(|count| *count != 0);
    if let Some(cell) = cell.as_object_mut() {
        cell.insert("href".to_owned(), has_some.then_some(href).into());
    }
}

/// The month of the first day of a list; on a phone the weeks of that day and after it.
pub fn strip(shown: &Shown, from: Date) -> Json {
    let days: HashMap<Date, &Json> = shown.days().collect();
    let to = shown.date("to");
    let month = from.first_of_month();
    let next_monday = plus_days(monday_of(from), 7);
    let near = [monday_of(from), next_monday];
    let mut rows = weeks((month, month.last_of_month()), |day| {
        let mut cell = cell(shown, day, month.month(), days.get(&day));
        let is_listed = day >= from && day <= to;
        let href = if is_listed {
            format!("#dag-{day}")
        } else {
            shown.href(&shown.search.of_day(day))
        };
        set_href(&mut cell, href);
        cell
    });
    // Near the end of a month the next week is not in its table.
    if rows.last().is_some_and(|(monday, _)| *monday < next_monday) {
        let next = weeks((next_monday, next_monday), |day| {
            let mut cell = cell(shown, day, month.month(), days.get(&day));
            set_href(&mut cell, format!("#dag-{day}"));
            cell
        });
        rows.extend(next);
    }
    let rows: Vec<Json> = rows
        .into_iter()
        .map(|(monday, cells)| json!({"is_near": near.contains(&monday), "cells": cells}))
        .collect();
    let name = shown.month_name(month);
    json!({
        "title": entry::capital(&name),
        "caption": shown.word("strip_caption").replace("{{month}}", &name),
        "heads": heads(shown),
        "rows": rows,
        "month": shown.href(&shown.search.month(Some(month))),
        "previous": shown.href(&shown.search.month(Some(plus_days(month, -1)))),
        "next": shown.href(&shown.search.month(Some(plus_days(month.last_of_month(), 1)))),
    })
}

pub fn values(shown: &Shown) -> Value {
    let days: HashMap<Date, &Json> = shown.days().collect();
    // The grid begins in the week of the first day.
    let first = plus_days(shown.date("from"), 6).first_of_month();
    let last = first.last_of_month();
    let locale = shown.page.locale;
    let rows: Vec<Json> = weeks((first, last), |day| {
        let of_day = days.get(&day);
        let mut cell = cell(shown, day, first.month(), of_day);
        let list = of_day.and_then(|day| day.get("occurrences")?.as_array());
        let events: Vec<Json> = list
            .into_iter()
            .flatten()
            .take(SHOWN_OF_DAY)
            .map(|one| {
                json!({
                    "time": entry::start(one, locale),
                    "title": entry::text(one, "title"),
                    "href": shown.page.href(&entry::path_of(one)),
                    "notice": entry::notice(one, locale),
                })
            })
            .collect();
        let more = count_of(of_day).saturating_sub(u64::try_from(events.len()).unwrap_or_default());
        let href = shown.href(&shown.search.of_day(day));
        let more = (more > 0).then(|| {
            shown
                .word("more_of_day")
                .replace("{{number}}", &more.to_string())
        });
        if let Some(cell) = cell.as_object_mut() {
            cell.insert("more".to_owned(), more.into());
            cell.insert("events".to_owned(), events.into());
        }
        set_href(&mut cell, href);
        cell
    })
    .into_iter()
    .map(|(_, cells)| cells.into())
    .collect();
    let picked = days.get(&shown.today).map(|of_day| {
        json!({
            "title": format!("{}, {}", shown.word("today"), date_words::day(shown.today, shown.today, locale)),
            "items": entry::items(of_day, &shown.words, shown.page),
        })
    });
    let name = shown.month_name(first);
    context! {
        found => entry::capital(&name),
        caption => shown.word("month_caption").replace("{{month}}", &name),
        heads => told(heads(shown)),
        rows => told(rows),
        picked => told(picked),
        nav => told(json!({
            "label": shown.word("choose_month"),
            "previous": {"href": shown.href(&shown.search.month(Some(plus_days(first, -1)))), "label": shown.word("previous_month")},
            "now": {"href": shown.href(&shown.search.month(None)), "label": shown.word("this_month")},
            "next": {"href": shown.href(&shown.search.month(Some(plus_days(last, 1)))), "label": shown.word("next_month")},
        })),
    }
}
