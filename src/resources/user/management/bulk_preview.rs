//! Dry run of a bulk event: reads the current state without writing, so that it does not block the writer. Uses the
//! same conditions as the events themselves; `a_look_says_what_the_step_then_does` checks that they agree.

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::app::access::Rows;
use crate::app::limits::rate_limits::INVITATION_LETTERS;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::Id;
use crate::model::state_machine::{Actor, may, refused_at};
use crate::resources::user::own_account::archive;
use crate::resources::user::own_account::archive::{Person, duties_without};
use crate::resources::user::transition::UserEvent;
use crate::resources::user::{User, UserStatus};

/// Which step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "UserBulkEvent")]
pub enum Step {
    Archive,
    Reactivate,
    Invite,
}

/// Returns the obstacle of each person, in order. Earlier ones affect later ones: a person who leaves cannot be the
/// successor of the next.
pub fn preview(
    connection: &Connection,
    rows: &Rows<User>,
    ids: &[Id<User>],
    step: Step,
) -> Result<Vec<Option<Error>>> {
    let mut done: Vec<Id<User>> = Vec::with_capacity(ids.len());
    let mut outcomes = Vec::with_capacity(ids.len());
    for id in ids {
        match one(connection, rows, *id, step, &done) {
            Ok(()) => {
                done.push(*id);
                outcomes.push(None);
            }
            Err(error @ (Error::Internal(_) | Error::Damaged(_) | Error::Storage(..))) => {
                return Err(error);
            }
            Err(error) => outcomes.push(Some(error)),
        }
    }
    Ok(outcomes)
}

fn one(
    connection: &Connection,
    rows: &Rows<User>,
    id: Id<User>,
    step: Step,
    done: &[Id<User>],
) -> Result<()> {
    rows.require(connection, id)?;
    let now = rows.ctx().now.as_str();
    let person = Person::load(connection, id.number())?;
    let is_twice = done.contains(&id);
    match step {
        Step::Archive if is_twice && person.status == UserStatus::Invited => {
            Err(Code::NotFound.into())
        }
        Step::Archive if is_twice => {
            Err(Error::from(Code::InvalidTransition).with("allowed", vec!["reactivate"]))
        }
        Step::Archive if person.status == UserStatus::Archived => {
            Err(refused_at::<UserStatus>((connection, now), id))
        }
        Step::Archive if person.status == UserStatus::Invited => Ok(()),
        Step::Archive => {
            let leaving: Vec<i64> = done.iter().map(|id| id.number()).collect();
            archive::refuse_sole(duties_without(connection, id.number(), &leaving, now)?)
        }
        Step::Reactivate if is_twice => {
            Err(Error::from(Code::InvalidTransition).with("allowed", vec!["archive", "deactivate"]))
        }
        Step::Reactivate => {
            let at = (connection, now);
            let nobody = Actor::Program(None);
            if may::<UserStatus>(at, nobody, id, UserEvent::Reactivate)? {
                Ok(())
            } else {
                Err(refused_at::<UserStatus>(at, id))
            }
        }
        Step::Invite if person.status != UserStatus::Invited => Err(Code::AlreadyInvited.into()),
        Step::Invite => match &person.email {
            None => Err(FieldFault::attribute("email", "required").into()),
            Some(email) => {
                let earlier = done.iter().filter(|other| **other == id).map(|_| 1).sum();
                INVITATION_LETTERS.require_room(connection, email, earlier, now)
            }
        },
    }
}
