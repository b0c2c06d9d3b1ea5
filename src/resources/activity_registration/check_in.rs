//! Checking in. A device that was without a connection sends its taps later, perhaps twice, perhaps beside those of
//! another device: each tap has an id of its own and the time of its device, and the latest counts.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::places::Target;
use super::{ActivityRegistration, ActivityRegistrationStatus, Attendance, walk_in};
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::form::Form;
use crate::jsonapi::{Answer, Id};
use crate::model::state_machine::State as _;
use crate::resources::activity::occurrence::ActivityOccurrence;
use crate::resources::hours_entry;

/// A device whose clock is ahead by more than this is taken to mean now.
const AHEAD: SignedDuration = SignedDuration::from_mins(2);
/// How long before the start people are checked in.
const EARLY: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ActivityCheckIn")]
pub struct CheckIn {
    /// False: not there, or gone again before it began.
    pub present: bool,
    /// Time of the device, RFC 3339. None: now.
    #[validate(length(max = 40))]
    pub at: Option<String>,
    /// True: goes out again, at an activity of which the hours count.
    #[serde(default)]
    pub out: bool,
    /// Made by the device for this tap alone; the same id counts once.
    #[validate(length(min = 8, max = 64))]
    pub tap_id: String,
    /// Of a registration for all dates: which date. None: the one that went on then, or else the next.
    pub occurrence_id: Option<Id<ActivityOccurrence>>,
}

/// What counts now, and the tap before it where that said otherwise.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityCheckInMeta")]
pub struct CheckInMeta {
    id: String,
    attendance: Attendance,
    /// RFC 3339, UTC.
    at: String,
    /// When they went out, where that was tapped.
    out_at: Option<String>,
    /// Whether it is the tap that was sent.
    is_yours: bool,
    /// Another tap about this date that says otherwise: the one that was sent, or the one that it replaces.
    other: Option<OtherTap>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityOtherTap")]
struct OtherTap {
    attendance: Attendance,
    at: String,
}

pub(super) struct Tap {
    pub id: String,
    pub is_present: bool,
    pub is_out: bool,
    pub at: String,
}

const fn attendance(is_present: bool) -> Attendance {
    if is_present {
        Attendance::Present
    } else {
        Attendance::Absent
    }
}

/// `POST /activity_registrations/{id}/check_in`.
pub async fn check_in(
    access: Access<ActivityRegistration, action::Manage>,
    id: Id<ActivityRegistration>,
    form: Form<CheckIn>,
) -> Result<Answer> {
    let said = form.body;
    access
        .post(form.key, move |tx, rows| {
            rows.require(tx, id)?;
            let at = time_of(tx, said.at.as_deref())?;
            let occurrence = date_of(tx, id, (said.occurrence_id, &at))?;
            if ActivityRegistrationStatus::current(tx, id)?
                != ActivityRegistrationStatus::Registered
            {
                return Err(Code::NotRegistered.into());
            }
            if said.out && !said.present {
                return Err(FieldFault::attribute("out", "contradicts").into());
            }
            let tap = Tap {
                id: said.tap_id.clone(),
                is_present: said.present,
                is_out: said.out,
                at,
            };
            store(tx, id, occurrence, &tap)?;
            hours_entry::check_in::follow_tap(tx, (id.number(), occurrence), rows.ctx().user_id())?;
            let meta = outcome(tx, id, occurrence, &tap)?;
            Ok(Answer::ok(
                json!({ "data": null, "meta": meta }).to_string(),
            ))
        })
        .await
}

fn date_of(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    (asked, at): (Option<Id<ActivityOccurrence>>, &str),
) -> Result<i64> {
    let target = Target::of(tx, id)?;
    let own = target.occurrence_id.map(Id::new);
    if let (Some(own), Some(asked)) = (own, asked)
        && own != asked
    {
        return Err(FieldFault::attribute("occurrence_id", "not_found").into());
    }
    let (occurrence, _) = walk_in::date_of(tx, Id::new(target.activity_id), (own.or(asked), at))?;
    let starts_at: String = tx
        .prepare_cached("select starts_at from activity_occurrences where id = ?1")?
        .query_row([occurrence], |row| row.get(0))?;
    if starts_at > crate::base::clock::later(tx.now(), EARLY) {
        return Err(Code::TooEarly.into());
    }
    Ok(occurrence)
}

pub(super) fn time_of(tx: &Tx, said: Option<&str>) -> Result<String> {
    let now: Timestamp = tx.now().parse().map_err(crate::error::Error::internal)?;
    let Some(said) = said else {
        return Ok(tx.now().to_owned());
    };
    let at: Timestamp = said
        .parse()
        .map_err(|_| FieldFault::attribute("at", "timestamp"))?;
    let at = if at > now + AHEAD { now } else { at };
    Ok(at.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string())
}

/// Stores a tap once, and what counts in the registration.
pub(super) fn store(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    occurrence_id: i64,
    tap: &Tap,
) -> Result<()> {
    tx.prepare_cached(
        "insert or ignore into activity_taps (registration_id, occurrence_id, tap_id, is_present, is_out, tapped_at, received_at)
         values (:id, :occurrence, :tap, :is_present, :is_out, :at, :now)",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":occurrence": occurrence_id,
        ":tap": tap.id,
        ":is_present": tap.is_present,
        ":is_out": tap.is_out,
        ":at": tap.at,
        ":now": tx.now(),
    })?;
    // Who goes out without having come in was there: that was not tapped.
    let (_, is_present, at) = match latest(tx, id, occurrence_id, false)? {
        Some(latest) => latest,
        None => (String::new(), true, tap.at.clone()),
    };
    let out_at = latest(tx, id, occurrence_id, true)?
        .map(|(_, _, out)| out)
        .filter(|out| is_present && *out >= at);
    tx.prepare_cached(
        "update activity_registrations
            set attendance = :attendance, checked_in_at = :at, checked_out_at = :out_at, version = version + 1, updated_at = :now
          where id = :id and (attendance is not :attendance or checked_in_at is not :at or checked_out_at is not :out_at)",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":attendance": if is_present { "present" } else { "absent" },
        ":at": is_present.then_some(at),
        ":out_at": out_at,
        ":now": tx.now(),
    })?;
    Ok(())
}

/// The tap that counts, of those in or out: id, whether present, time.
fn latest(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    occurrence_id: i64,
    is_out: bool,
) -> Result<Option<(String, bool, String)>> {
    Ok(tx
        .prepare_cached(
            "select tap_id, is_present, tapped_at from activity_taps
              where registration_id = ?1 and occurrence_id = ?2 and is_out = ?3
              order by tapped_at desc, id desc limit 1",
        )?
        .query_row((id.number(), occurrence_id, is_out), |row| row.try_into())
        .optional()?)
}

fn outcome(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    occurrence_id: i64,
    tap: &Tap,
) -> Result<CheckInMeta> {
    let none = || (String::new(), true, tap.at.clone());
    let (counts, is_present, at) = latest(tx, id, occurrence_id, tap.is_out)?.unwrap_or_else(none);
    let out_at: Option<String> = tx
        .prepare_cached("select checked_out_at from activity_registrations where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?;
    let is_yours = counts == tap.id;
    let before: Option<(bool, String)> = tx
        .prepare_cached(
            "select is_present, tapped_at from activity_taps
              where registration_id = ?1 and occurrence_id = ?2 and tap_id <> ?3 and is_out = ?4
              order by tapped_at desc, id desc limit 1",
        )?
        .query_row((id.number(), occurrence_id, &counts, tap.is_out), |row| {
            row.try_into()
        })
        .optional()?;
    let other = if is_yours {
        before
    } else {
        Some((tap.is_present, tap.at.clone()))
    };
    Ok(CheckInMeta {
        id: id.to_string(),
        attendance: attendance(is_present),
        at,
        out_at,
        is_yours,
        other: other
            .filter(|(other, _)| *other != is_present)
            .map(|(other, at)| OtherTap {
                attendance: attendance(other),
                at,
            }),
    })
}
