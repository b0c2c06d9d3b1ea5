//! People whom the organiser adds by name: who comes without having signed up, and who has no address to be mailed at.

use jiff::SignedDuration;
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::check_in::{self, Tap};
use super::places::{self, Room, Target};
use super::sign_up::{Entry, Participant, insert};
use super::transition::RegistrationEvent;
use super::{ActivityRegistration, ActivityRegistrationStatus};
use crate::app::access::{Access, action};
use crate::base::clock::later;
use crate::base::working_days::local_date;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::form::Form;
use crate::jsonapi::{Answer, Id};
use crate::model::field_rules;
use crate::model::state_machine::begin;
use crate::resources::activity::Activity;
use crate::resources::activity::occurrence::ActivityOccurrence;

/// How long after the end people are still written down at the door, and how long the device may keep what it could not
/// send.
const TIDIED: SignedDuration = SignedDuration::from_hours(2);
const SENT: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ActivityWalkIn")]
pub struct WalkIn {
    /// None: the date that went on then, or else the next one.
    pub occurrence_id: Option<Id<ActivityOccurrence>>,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub first_name: String,
    #[validate(length(max = 100), custom(function = "field_rules::person_name"))]
    pub last_name: Option<String>,
    #[serde(default = "one")]
    #[validate(range(min = 1, max = 4))]
    pub party_size: i64,
    /// Whether they are there. None: yes on the day itself.
    pub present: Option<bool>,
    /// Time of a device that had no connection, RFC 3339. None: now.
    #[validate(length(max = 40))]
    pub at: Option<String>,
}

const fn one() -> i64 {
    1
}

/// `POST /activities/{id}/walk_ins`. On the day itself free places go to who is there; before it, nobody passes the line.
pub async fn walk_in(
    access: Access<ActivityRegistration, action::Manage>,
    id: Id<Activity>,
    form: Form<WalkIn>,
) -> Result<Answer> {
    let said = form.body;
    access
        .post(form.key, move |tx, rows| {
            rows.beside::<Activity, action::Manage>()?.require(tx, id)?;
            let at = check_in::time_of(tx, said.at.as_deref())?;
            let (occurrence, day) = date_of(tx, id, (said.occurrence_id, &at))?;
            let target = Target {
                activity_id: id.number(),
                occurrence_id: Some(occurrence),
            };
            let room = Room::of(tx, target, tx.now())?;
            if said.at.is_none() || !is_of_door(tx, occurrence, &at)? {
                room.require_live()?;
            }
            let is_today = local_date(&at).is_some_and(|today| day == today.to_string());
            let free = places::free_for_walk_ins(tx, occurrence)?;
            let holds = free.is_none_or(|free| free >= said.party_size);
            if !holds || (!is_today && !places::fits(tx, target, &room, said.party_size)?) {
                return Err(room.full());
            }
            let participant = Participant {
                user_id: None,
                organization_id: None,
                first_name: said.first_name.clone(),
                last_name: said.last_name.clone(),
                email: None,
                phone_number: None,
                is_minor: false,
                locale: rows.ctx().site.locale,
            };
            let entry = Entry {
                source: "walk_in",
                party_size: said.party_size,
                answers: &[],
                waits: false,
                actor_id: None,
            };
            let status = ActivityRegistrationStatus::Registered;
            let made = insert(tx, target, &participant, &entry, status)?;
            let event = RegistrationEvent::WalkIn;
            begin::<ActivityRegistrationStatus>(tx, rows.ctx().user_id(), made, event)?;
            if said.present.unwrap_or(is_today) {
                let tap = Tap {
                    id: format!("walk-in-{made}"),
                    is_present: true,
                    is_out: false,
                    at,
                };
                check_in::store(tx, made, occurrence, &tap)?;
            }
            places::settle(tx, target)?;
            Ok(Answer::created(
                format!("/api/v1/activity_registrations/{made}"),
                rows.shown_text(tx, made)?,
            ))
        })
        .await
}

/// Whether somebody was added at the door by a device that had no connection and has it again: by its clock it was not
/// long after the end, and that end is not more than a day ago. By then the date is over, and the activity may have finished.
fn is_of_door(tx: &Tx, occurrence: i64, at: &str) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from activity_occurrences o join activities a on a.id = o.activity_id
              where o.id = :id and o.status = 'planned' and a.status in ('published', 'full', 'running', 'finished')
                and o.ends_at <= :now and o.ends_at >= :tidied and o.ends_at > :sent",
        )?
        .exists(named_params! {
            ":id": occurrence,
            ":now": tx.now(),
            ":tidied": later(at, -TIDIED),
            ":sent": later(tx.now(), -SENT),
        })?)
}

/// The date, and its day.
pub(super) fn date_of(
    tx: &Tx,
    activity: Id<Activity>,
    (occurrence, at): (Option<Id<ActivityOccurrence>>, &str),
) -> Result<(i64, String)> {
    tx.prepare_cached(
        "select id, day from activity_occurrences
          where activity_id = ?1 and coalesce(?2, id) = id and (?2 is not null or (status = 'planned' and ends_at > ?3))
          order by starts_at limit 1",
    )?
    .query_row(
        (activity.number(), occurrence.map(Id::number), at),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
    .optional()?
    .ok_or_else(|| Error::from(FieldFault::attribute("occurrence_id", "not_found")))
}
