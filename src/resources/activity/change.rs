//! One date of an activity moved, cancelled or taken back, alone or with all after it.

use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Timestamp};
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::occurrence::ActivityOccurrence;
use super::schedule::{local, moment};
use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::jsonapi::{Document, Id};
use crate::recurrence::LONGEST_DAYS;

/// Which dates a change is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeScope {
    /// This date alone.
    #[default]
    One,
    /// This date and all after it.
    Later,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Validate)]
pub struct OccurrenceChange {
    #[serde(default)]
    pub scope: ChangeScope,
    /// `YYYY-MM-DD`; none: the same day. With all after it, these move by as many days.
    #[validate(length(equal = 10))]
    pub day: Option<String>,
    /// `HH:MM`; none: the same time.
    #[validate(length(equal = 5))]
    pub from: Option<String>,
    #[validate(length(equal = 5))]
    pub until: Option<String>,
    /// Why; visitors and those who signed up read it.
    #[validate(length(max = 200))]
    pub reason: Option<String>,
}

/// `PUT /activity_occurrences/{id}/change`.
pub async fn change(
    access: Access<ActivityOccurrence, action::Manage>,
    id: Id<ActivityOccurrence>,
    form: Form<OccurrenceChange>,
) -> Result<Document> {
    edit(access, id, form, move_date).await
}

/// `PUT /activity_occurrences/{id}/cancel`.
pub async fn cancel(
    access: Access<ActivityOccurrence, action::Manage>,
    id: Id<ActivityOccurrence>,
    form: Form<OccurrenceChange>,
) -> Result<Document> {
    edit(access, id, form, |tx, date, form| {
        tx.prepare_cached(
            "update activity_occurrences
                set status = 'cancelled', cancelled_at = :now, changed_at = :now, reason = :reason,
                    sequence = sequence + 1, version = version + 1, updated_at = :now
              where id = :id and status = 'planned'",
        )?
        .execute(named_params! {":id": date.id, ":now": tx.now(), ":reason": form.reason})?;
        Ok(())
    })
    .await
}

/// `PUT /activity_occurrences/{id}/restore`: as the rule has it.
pub async fn restore(
    access: Access<ActivityOccurrence, action::Manage>,
    id: Id<ActivityOccurrence>,
    form: Form<OccurrenceChange>,
) -> Result<Document> {
    edit(access, id, form, |tx, date, _| {
        let length = date.ends - date.starts;
        let start: DateTime = date.original_start.parse().map_err(Error::internal)?;
        let end = start.checked_add(length).map_err(Error::internal)?;
        write(tx, date, (start, end), (None, false))
    })
    .await
}

struct Moving {
    id: i64,
    original_start: String,
    starts: DateTime,
    ends: DateTime,
}

/// Runs an edit on the date, or on it and all after it. What is over stays as it was.
async fn edit(
    access: Access<ActivityOccurrence, action::Manage>,
    id: Id<ActivityOccurrence>,
    form: Form<OccurrenceChange>,
    act: fn(&Tx, &Moving, &OccurrenceChange) -> Result<()>,
) -> Result<Document> {
    let form = form.body;
    access
        .ctx()
        .require_own_words("reason", form.reason.as_deref())?;
    let one = access
        .write(move |tx, rows: &Rows<ActivityOccurrence>| {
            rows.require(tx, id)?;
            let dates = concerned(tx, id, form.scope)?;
            if dates.is_empty() {
                return Err(Error::from(Code::DateIsOver));
            }
            for date in &dates {
                act(tx, date, &form)?;
            }
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

fn concerned(tx: &Tx, id: Id<ActivityOccurrence>, scope: ChangeScope) -> Result<Vec<Moving>> {
    let mut statement = tx.prepare_cached(
        "select o.id, o.original_start, o.starts_local, o.ends_local
           from activity_occurrences this
           join activity_occurrences o on o.activity_id = this.activity_id
           join activities a on a.id = o.activity_id and a.status in ('draft', 'published', 'full', 'running')
          where this.id = :id and o.ends_at > :now
            and (o.id = this.id or (:later and o.original_start > this.original_start and o.status = 'planned'))
          order by o.original_start",
    )?;
    let rows = statement.query_map(
        named_params! {":id": id.number(), ":now": tx.now(), ":later": scope == ChangeScope::Later},
        |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, String>(3)?,
            ))
        },
    )?;
    let mut dates = Vec::new();
    for row in rows {
        let (id, original_start, starts, ends) = row?;
        dates.push(Moving {
            id,
            original_start,
            starts: starts.parse().map_err(Error::internal)?,
            ends: ends.parse().map_err(Error::internal)?,
        });
    }
    Ok(dates)
}

fn move_date(tx: &Tx, date: &Moving, form: &OccurrenceChange) -> Result<()> {
    let fault = |field: &str, rule: &str| Error::from(FieldFault::attribute(field, rule));
    let time = |field: &str, text: &Option<String>| -> Result<Option<Time>> {
        text.as_deref()
            .map(|text| text.parse().map_err(|_| fault(field, "time")))
            .transpose()
    };
    let from = time("from", &form.from)?.unwrap_or(date.starts.time());
    let until = time("until", &form.until)?.unwrap_or(date.ends.time());
    // With all after it, each moves by as many days as the first: the first one carries the day itself.
    let day: Date = match (&form.day, form.scope) {
        (Some(day), ChangeScope::One) => day.parse().map_err(|_| fault("day", "date"))?,
        (Some(_), ChangeScope::Later) => return Err(fault("day", "one_date_only")),
        (None, _) => date.starts.date(),
    };
    let days = date.ends.date() - date.starts.date();
    let start = day.to_datetime(from);
    let end = day
        .checked_add(days)
        .map_err(Error::internal)?
        .to_datetime(until);
    if end <= start {
        return Err(fault("until", "ends_before"));
    }
    write(tx, date, (start, end), (form.reason.as_deref(), true))
}

fn write(
    tx: &Tx,
    date: &Moving,
    (start, end): (DateTime, DateTime),
    (reason, is_changed): (Option<&str>, bool),
) -> Result<()> {
    let skipped = |field| Error::from(FieldFault::attribute(field, "time_is_skipped"));
    let starts_at = moment(start).ok_or_else(|| skipped("from"))?;
    let ends_at = moment(end).ok_or_else(|| skipped("until"))?;
    let now: Timestamp = tx.now().parse().map_err(Error::internal)?;
    if ends_at <= now {
        return Err(FieldFault::attribute("day", "future").into());
    }
    if ends_at.duration_since(starts_at) > SignedDuration::from_hours(24 * 14) {
        return Err(FieldFault::attribute("until", "activity_too_long")
            .with("max", LONGEST_DAYS)
            .into());
    }
    tx.prepare_cached(
        "update activity_occurrences
            set starts_at = :starts, ends_at = :ends, day = substr(:starts_local, 1, 10),
                starts_local = :starts_local, ends_local = :ends_local,
                status = 'planned', cancelled_at = null, is_changed = :is_changed, reason = :reason,
                changed_at = :now, sequence = sequence + 1, version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": date.id,
        ":starts": starts_at.to_string(),
        ":ends": ends_at.to_string(),
        ":starts_local": local(start),
        ":ends_local": local(end),
        ":is_changed": is_changed,
        ":reason": reason,
        ":now": tx.now(),
    })?;
    Ok(())
}
