//! Registrations without an account. A guest's form is kept with the token of the mail to confirm, and becomes a
//! registration when the button behind the link is pressed: until then it takes no place.

use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::places::{Room, Target};
use super::sign_up::{Entry, Participant, SignUp, write};
use super::{ActivityRegistration, answer, notify};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::tenancy::request_target::Site;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::{Answer, Id};
use crate::model::field_rules;

/// A registration that its guest has to confirm.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GuestRegistrationMeta")]
pub struct GuestRegistrationMeta {
    /// `unconfirmed`
    status: String,
    sent_to: String,
}

/// Form submitted by a guest.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PendingRegistration {
    pub activity_id: i64,
    pub occurrence_id: Option<i64>,
    first_name: String,
    last_name: Option<String>,
    email: String,
    phone_number: Option<String>,
    pub party_size: i64,
    answers: Vec<answer::Answered>,
    waits: bool,
    locale: Locale,
}

impl PendingRegistration {
    pub const fn target(&self) -> Target {
        Target {
            activity_id: self.activity_id,
            occurrence_id: self.occurrence_id,
        }
    }
}

/// Faults of what a guest has to say and somebody with an account has not.
pub fn require_details(said: &SignUp) -> Result<()> {
    let mut faults = Vec::new();
    if said.first_name.is_none() {
        faults.push(FieldFault::attribute("first_name", "required"));
    }
    if said.email.is_none() {
        faults.push(FieldFault::attribute("email", "required"));
    }
    if !said.consent {
        faults.push(FieldFault::attribute("consent", "consent"));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// 202 and a mail to confirm. The response does not disclose whether the address is known.
pub fn ask(
    tx: &Tx,
    (target, room): (Target, &Room),
    (said, answers): (&SignUp, Vec<answer::Answered>),
    site: &Site,
) -> Result<Answer> {
    if !room.allows_guests || said.organization_id.is_some() {
        return Err(Code::NotSignedIn.into());
    }
    let is_full = !super::places::fits(tx, target, room, said.party_size)?;
    if is_full && !(room.has_waiting_list && said.waitlist) {
        return Err(room.full());
    }
    let kept = PendingRegistration {
        activity_id: target.activity_id,
        occurrence_id: target.occurrence_id,
        first_name: said.first_name.clone().unwrap_or_default(),
        last_name: said.last_name.clone(),
        email: said.email.clone().unwrap_or_default(),
        phone_number: said.phone_number.as_deref().and_then(field_rules::e164),
        party_size: said.party_size,
        answers,
        waits: said.waitlist,
        locale: site.locale,
    };
    let purpose = Purpose::ConfirmActivityRegistration;
    let (id, token) = token::keep(tx, purpose, &kept.email, json!(kept).to_string())?;
    let name = (
        kept.first_name.as_str(),
        kept.last_name.as_deref().unwrap_or_default(),
    );
    let to = (kept.email.as_str(), name, kept.locale);
    notify::confirm_guest(tx, target, (id, &token), to)?;
    // No object has changed yet: auditing starts when the button is pressed.
    tx.noted();
    Ok(Answer::accepted(
        json!({ "data": null, "meta": { "status": "unconfirmed", "sent_to": kept.email } })
            .to_string(),
    ))
}

/// Stores the confirmed registration. The link proves the address: where an account has it, the registration is that
/// account's, as if its owner had signed in.
pub(super) fn confirm(
    tx: &Tx,
    kept: &PendingRegistration,
    center_id: i64,
) -> Result<Id<ActivityRegistration>> {
    let is_here = tx
        .prepare_cached(
            "select 1 from activities where id = ?1 and volunteer_center_id = ?2 and allows_guests = 1",
        )?
        .exists((kept.activity_id, center_id))?;
    if !is_here {
        return Err(Code::RegistrationClosed.into());
    }
    let user_id: Option<i64> = tx
        .prepare_cached(
            "select id from users where email = ?1 and confirmed_at is not null and status in ('active', 'inactive')",
        )?
        .query_row([&kept.email], |row| row.get(0))
        .optional()?;
    let participant = Participant {
        user_id,
        organization_id: None,
        first_name: kept.first_name.clone(),
        last_name: kept.last_name.clone(),
        email: Some(kept.email.clone()),
        phone_number: kept.phone_number.clone(),
        is_minor: false,
        locale: kept.locale,
    };
    let entry = Entry {
        source: "guest",
        party_size: kept.party_size,
        answers: &kept.answers,
        waits: kept.waits,
        actor_id: None,
    };
    write(tx, kept.target(), &participant, &entry).map(|(id, _)| id)
}
