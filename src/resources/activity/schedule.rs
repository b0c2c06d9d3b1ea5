//! The dates of an activity, written from its rule. A date that is over stays as it was; one that was moved by itself
//! stays where it was moved to; one on which people count is cancelled, and not deleted, when the rule leaves it out.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::AmbiguousOffset;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::{Activity, ActivityAttributes};
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::base::working_days::{amsterdam, holiday, local_date};
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::form::Form;
use crate::jsonapi::write::store;
use crate::jsonapi::{Document, Id};
use crate::recurrence::{
    Expansion, LONGEST_DAYS, MOST_OCCURRENCES, RecurrenceEnd, RruleFault, Series, SeriesFault,
    SeriesWords, expand, parse_rrule,
};
use crate::search::text::without_markup;

/// One date: what the rule says, and the moments.
pub(super) struct Planned {
    /// Local, `YYYY-MM-DDTHH:MM`.
    pub original_start: String,
    pub ends_local: String,
    pub starts_at: String,
    pub ends_at: String,
}

/// Local date-time as it is stored: to the minute.
pub(super) fn local(at: DateTime) -> String {
    at.strftime("%Y-%m-%dT%H:%M").to_string()
}

/// Names an activity in calendars, for ever.
pub fn uid(activity_id: &str, tenant: &str) -> String {
    format!("activity-{activity_id}.{tenant}@voluntr")
}

/// What it is, for programs that show no markup.
pub fn in_plain_words(activity: &ActivityAttributes) -> String {
    let parts = [
        activity.summary.clone().unwrap_or_default(),
        without_markup(&activity.description),
    ];
    parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// The series of an activity; faults name its fields.
pub fn series_of(activity: &ActivityAttributes) -> Result<Series> {
    series(&Dates {
        starts_at: activity.starts_at.clone(),
        ends_at: activity.ends_at.clone(),
        all_day: activity.all_day,
        recurrence: activity.recurrence.clone(),
        excluded_days: activity.excluded_days.clone(),
    })
}

fn series(dates: &Dates) -> Result<Series> {
    let mut faults = Vec::new();
    let mut moment = |field: &str, text: &str| {
        let read = text
            .parse::<DateTime>()
            .or_else(|_| text.parse::<Date>().map(|day| day.at(0, 0, 0, 0)));
        read.ok().or_else(|| {
            faults.push(FieldFault::attribute(field, "date"));
            None
        })
    };
    let (starts_at, ends_at) = (
        moment("starts_at", &dates.starts_at),
        moment("ends_at", &dates.ends_at),
    );
    let mut excluded = Vec::new();
    for (index, day) in dates.excluded_days.iter().enumerate() {
        match day.parse::<Date>() {
            Ok(day) => excluded.push(day),
            Err(_) => faults.push(FieldFault::attribute(
                &format!("excluded_days/{index}"),
                "date",
            )),
        }
    }
    let rule = match dates.recurrence.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(rule) => match parse_rrule(rule) {
            Ok(rule) => Some(rule),
            Err(RruleFault::Rule(fault)) => return Err(refusal(fault).into()),
            Err(RruleFault::NoEnd) => {
                faults.push(FieldFault::attribute("recurrence", "recurrence_end"));
                None
            }
            Err(RruleFault::Part(_) | RruleFault::NoFrequency) => {
                faults.push(FieldFault::attribute("recurrence", "recurrence"));
                None
            }
        },
    };
    let (Some(starts_at), Some(ends_at), true) = (starts_at, ends_at, faults.is_empty()) else {
        return Err(Error::Invalid(faults));
    };
    let once = if dates.all_day {
        Series::all_day(starts_at.date(), ends_at.date()).map_err(refusal)?
    } else {
        Series::once(starts_at, ends_at)
    };
    let series = once.without(&excluded);
    Ok(match rule {
        Some(rule) => series.repeated(rule),
        None => series,
    })
}

/// What is wrong with a series, at the field of the activity.
fn refusal(fault: SeriesFault) -> FieldFault {
    let at = |field: &str, rule: &str| FieldFault::attribute(field, rule);
    match fault {
        SeriesFault::EndsBefore => at("ends_at", "ends_before"),
        SeriesFault::TooLong => at("ends_at", "activity_too_long").with("max", LONGEST_DAYS),
        SeriesFault::OutOfRange => at("starts_at", "date"),
        SeriesFault::TooMany => {
            at("recurrence", "recurrence_too_many").with("max", MOST_OCCURRENCES)
        }
        SeriesFault::TooManyExcluded => at("excluded_days", "items").with("max", MOST_OCCURRENCES),
        SeriesFault::UntilBeforeStart => at("recurrence", "recurrence_ends_before"),
        SeriesFault::Nothing => at("recurrence", "recurrence_empty"),
        SeriesFault::Interval
        | SeriesFault::WeekdaysMissing
        | SeriesFault::WeekdaysOfOther
        | SeriesFault::MonthDay
        | SeriesFault::MonthDayOfOther
        | SeriesFault::Count => at("recurrence", "recurrence"),
    }
}

/// The dates of a series; 422 where the rule yields none or too many, or one is too long.
pub(super) fn dates(series: &Series) -> Result<Vec<Planned>> {
    Ok(planned(series, &expanded(series)?))
}

fn expanded(series: &Series) -> Result<Expansion> {
    Ok(expand(series).map_err(refusal)?)
}

fn planned(series: &Series, expansion: &Expansion) -> Vec<Planned> {
    let length = series.starts_at.duration_until(series.ends_at);
    let occurrences = expansion.occurrences.iter();
    occurrences
        .map(|one| Planned {
            original_start: local(one.original_start),
            ends_local: local(one.original_start.saturating_add(length)),
            starts_at: one.starts_at.to_string(),
            ends_at: one.ends_at.to_string(),
        })
        .collect()
}

/// The moment that a local time is; none where no clock shows it, the first of the two where it exists twice.
pub(super) fn moment(local: DateTime) -> Option<Timestamp> {
    let ambiguous = amsterdam().to_ambiguous_timestamp(local);
    if matches!(ambiguous.offset(), AmbiguousOffset::Gap { .. }) {
        return None;
    }
    ambiguous.compatible().ok()
}

/// Whether two versions of an activity happen at other times.
pub(super) fn is_other(old: &ActivityAttributes, new: &ActivityAttributes) -> bool {
    (
        &old.starts_at,
        &old.ends_at,
        old.all_day,
        &old.recurrence,
        &old.excluded_days,
    ) != (
        &new.starts_at,
        &new.ends_at,
        new.all_day,
        &new.recurrence,
        &new.excluded_days,
    )
}

/// Writes the dates of a new activity.
pub(super) fn write_first(tx: &Tx, id: Id<Activity>) -> Result<()> {
    let activity: ActivityAttributes =
        store::load(tx, id)?.ok_or_else(|| Error::internal("an activity that was just made"))?;
    for one in dates(&series_of(&activity)?)? {
        insert(tx, id, &one)?;
    }
    Ok(())
}

fn insert(tx: &Tx, id: Id<Activity>, one: &Planned) -> Result<()> {
    tx.prepare_cached(
        "insert into activity_occurrences (activity_id, original_start, starts_at, ends_at, day, starts_local, ends_local,
                                           told_starts_at, told_ends_at, created_at, updated_at)
         values (:activity, :original, :starts, :ends, substr(:original, 1, 10), :original, :ends_local, :starts, :ends, :now, :now)",
    )?
    .execute(named_params! {
        ":activity": id.number(),
        ":original": one.original_start,
        ":starts": one.starts_at,
        ":ends": one.ends_at,
        ":ends_local": one.ends_local,
        ":now": tx.now(),
    })?;
    Ok(())
}

struct Existing {
    id: i64,
    is_over: bool,
    is_changed: bool,
    has_people: bool,
}

/// Brings the dates in line with a rule that was changed. The new dates are matched with the old ones by day.
pub(super) fn follow_rule(tx: &Tx, id: Id<Activity>, dates: &[Planned]) -> Result<()> {
    let mut existing: HashMap<String, Existing> = tx
        .prepare_cached(
            "select id, original_start, ends_at <= ?2, is_changed, places_taken + places_offered + people_waiting > 0
               from activity_occurrences where activity_id = ?1",
        )?
        .query_map((id.number(), tx.now()), |row| {
            let original_start: String = row.get(1)?;
            let day = original_start.chars().take(10).collect();
            Ok((
                day,
                Existing {
                    id: row.get(0)?,
                    is_over: row.get(2)?,
                    is_changed: row.get(3)?,
                    has_people: row.get(4)?,
                },
            ))
        })?
        .collect::<rusqlite::Result<_>>()?;
    for planned in dates {
        let day: String = planned.original_start.chars().take(10).collect();
        match existing.remove(&day) {
            None => insert(tx, id, planned)?,
            Some(old) if old.is_over => {}
            Some(old) => rewrite(tx, &old, planned)?,
        }
    }
    for old in existing.into_values().filter(|old| !old.is_over) {
        if old.has_people {
            tx.prepare_cached(
                "update activity_occurrences
                    set status = 'cancelled', cancelled_at = ?2, changed_at = ?2, sequence = sequence + 1,
                        version = version + 1, updated_at = ?2
                  where id = ?1 and status = 'planned'",
            )?
            .execute((old.id, tx.now()))?;
        } else {
            tx.prepare_cached("delete from activity_occurrences where id = ?1")?
                .execute([old.id])?;
        }
    }
    Ok(())
}

fn rewrite(tx: &Tx, old: &Existing, planned: &Planned) -> Result<()> {
    tx.prepare_cached(
        "update activity_occurrences
            set original_start = :original,
                starts_at = iif(:keeps, starts_at, :starts), ends_at = iif(:keeps, ends_at, :ends),
                day = iif(:keeps, day, substr(:original, 1, 10)),
                starts_local = iif(:keeps, starts_local, :original), ends_local = iif(:keeps, ends_local, :ends_local),
                changed_at = iif(:keeps, changed_at, :now), sequence = sequence + 1, version = version + 1, updated_at = :now
          where id = :id and (original_start <> :original or (not :keeps and (starts_at <> :starts or ends_at <> :ends)))",
    )?
    .execute(named_params! {
        ":id": old.id,
        ":keeps": old.is_changed,
        ":original": planned.original_start,
        ":starts": planned.starts_at,
        ":ends": planned.ends_at,
        ":ends_local": planned.ends_local,
        ":now": tx.now(),
    })?;
    Ok(())
}

/// Puts the first date of a copy on the same weekday, a week from now at the earliest, with an end of the rule as far
/// away as before.
pub(super) fn begin_anew(copy: &mut ActivityAttributes, now: &str) -> Result<()> {
    let series = series_of(copy)?;
    let Some(today) = local_date(now) else {
        return Ok(());
    };
    let days = (today - series.starts_at.date()).get_days();
    if days < 0 {
        return Ok(());
    }
    let later = jiff::Span::new().days((days / 7 + 1) * 7);
    let shift = |at: DateTime| at.checked_add(later).map_err(Error::internal);
    let last_day = if copy.all_day {
        series.ends_at.saturating_sub(jiff::Span::new().days(1))
    } else {
        series.ends_at
    };
    copy.starts_at = local(shift(series.starts_at)?);
    copy.ends_at = local(shift(last_day)?);
    if let Some(mut rule) = series.recurrence {
        if let RecurrenceEnd::Until(until) = rule.end {
            let until = until.checked_add(later).map_err(Error::internal)?;
            rule.end = RecurrenceEnd::Until(until);
        }
        copy.recurrence = Some(rule.to_rrule(copy.all_day));
    }
    Ok(())
}

/// A rule whose dates are asked for.
#[derive(Debug, Clone, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ActivityDates")]
pub struct Dates {
    /// Local, `YYYY-MM-DDTHH:MM`.
    #[validate(length(max = 19))]
    #[schemars(extend("format" = "date-time-local"))]
    pub starts_at: String,
    #[validate(length(max = 19))]
    #[schemars(extend("format" = "date-time-local"))]
    pub ends_at: String,
    #[serde(default)]
    pub all_day: bool,
    #[validate(length(max = 200))]
    pub recurrence: Option<String>,
    #[serde(default)]
    #[validate(length(max = 200))]
    pub excluded_days: Vec<String>,
}

/// The dates of a rule, and the rule in words.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityDatesMeta")]
pub struct DatesMeta {
    dates: Vec<DateMeta>,
    /// Days on which the clock is put forward past the time, so that it does not happen.
    skipped_days: Vec<String>,
    words_nl: String,
    words_en: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityDateMeta")]
struct DateMeta {
    /// Local, `YYYY-MM-DDTHH:MM`.
    starts: String,
    ends: String,
    /// A public holiday.
    is_holiday: bool,
}

/// `PUT /activities/preview_dates`.
pub async fn preview(
    access: Access<Activity, action::Create>,
    (): (),
    form: Form<Dates>,
) -> Result<Document> {
    let series = series(&form.body)?;
    let expansion = expanded(&series)?;
    let today = local_date(&access.app().clock().text()).unwrap_or_default();
    let words = |locale| SeriesWords::new(&series, today, locale).sentence();
    let dates = planned(&series, &expansion)
        .into_iter()
        .map(|one| DateMeta {
            is_holiday: one
                .original_start
                .get(..10)
                .and_then(|day| day.parse().ok())
                .is_some_and(|day| holiday(day).is_some()),
            starts: one.original_start,
            ends: one.ends_local,
        });
    let meta = DatesMeta {
        dates: dates.collect(),
        skipped_days: expansion
            .skipped
            .iter()
            .map(|at| at.date().to_string())
            .collect(),
        words_nl: words(Locale::Nl),
        words_en: words(Locale::En),
    };
    Ok(Document::of(&json!({ "data": null, "meta": meta })))
}
