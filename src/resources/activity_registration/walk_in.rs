//! People whom the organiser adds by name: who comes without having signed up, and who has no address to be mailed at.

use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::check_in::{self, Tap};
use super::places::{self, Room, Target};
use super::sign_up::{Entry, Participant, insert};
use super::transition::RegistrationEvent;
use super::{ActivityRegistration, ActivityRegistrationStatus};
use crate::app::access::{Access, action};
use crate::base::working_days::local_date;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::form::Form;
use crate::jsonapi::{Answer, Id};
use crate::model::field_rules;
use crate::model::state_machine::begin;
use crate::resources::activity::Activity;
use crate::resources::activity::occurrence::ActivityOccurrence;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ActivityWalkIn")]
pub struct WalkIn {
    /// None: the date that goes on, or else the next one.
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
            let (occurrence, day) = date_of(tx, id, said.occurrence_id)?;
            let target = Target {
                activity_id: id.number(),
                occurrence_id: Some(occurrence),
            };
            let room = Room::of(tx, target, tx.now())?;
            room.require_live()?;
            let is_today = local_date(tx.now()).is_some_and(|today| day == today.to_string());
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
            };
            let status = ActivityRegistrationStatus::Registered;
            let made = insert(tx, target, &participant, &entry, status)?;
            let event = RegistrationEvent::WalkIn;
            begin::<ActivityRegistrationStatus>(tx, rows.ctx().user_id(), made, event)?;
            if said.present.unwrap_or(is_today) {
                let tap = Tap {
                    id: format!("walk-in-{made}"),
                    is_present: true,
                    at: tx.now().to_owned(),
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

/// The date, and its day.
pub(super) fn date_of(
    tx: &Tx,
    activity: Id<Activity>,
    occurrence: Option<Id<ActivityOccurrence>>,
) -> Result<(i64, String)> {
    tx.prepare_cached(
        "select id, day from activity_occurrences
          where activity_id = ?1 and coalesce(?2, id) = id and (?2 is not null or (status = 'planned' and ends_at > ?3))
          order by starts_at limit 1",
    )?
    .query_row(
        (activity.number(), occurrence.map(Id::number), tx.now()),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
    .optional()?
    .ok_or_else(|| Error::from(FieldFault::attribute("occurrence_id", "not_found")))
}
