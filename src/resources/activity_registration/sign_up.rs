//! Signing up for an activity. Places are counted and taken in one transaction (`places`).

use jiff::SignedDuration;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::places::{self, Room, Target};
use super::transition::RegistrationEvent;
use super::{ActivityRegistration, ActivityRegistrationStatus, answer, guest, notify};
use crate::app::access::{Access, Rows, action};
use crate::app::limits::rate_limits::GUEST_FORMS;
use crate::base::clock::later;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::jsonapi::{Answer, Id};
use crate::mail::MailKind;
use crate::model::field_rules;
use crate::model::state_machine::begin;
use crate::resources::activity::occurrence::ActivityOccurrence;
use crate::resources::activity::{Activity, ActivityRegistrationMode};
use crate::resources::organization::Organization;
use crate::resources::user::own_account::guardian;
use crate::resources::user::{User, desk};

/// Dates to come that a person may be signed up for, and new ones per day (docs/domain/limits.md#rates).
const OPEN_AT_MOST: i64 = 100;
const NEW_PER_DAY: i64 = 30;
/// Below this age somebody is a minor.
pub(super) const OF_AGE: i32 = 18;

/// What somebody who signs up says.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ActivitySignUp")]
pub struct SignUp {
    /// The date; none where people sign up for all dates at once.
    pub occurrence_id: Option<Id<ActivityOccurrence>>,
    /// How many people come: all of them have a place, or none.
    #[serde(default = "one")]
    #[validate(range(min = 1, max = 4))]
    pub party_size: i64,
    /// Where no place is free: wait in line for one. If not, that is refused with `activity_full`.
    #[serde(default = "yes")]
    pub waitlist: bool,
    /// For a workshop: the organisation whose manager signs up a colleague.
    pub organization_id: Option<Id<Organization>>,
    /// For staff of the centre: whom they sign up, who stands at their desk.
    pub user_id: Option<Id<User>>,
    /// Of a guest, and of a colleague; of an account its own are taken.
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub first_name: Option<String>,
    #[validate(length(max = 100), custom(function = "field_rules::person_name"))]
    pub last_name: Option<String>,
    #[validate(email, length(max = 254))]
    pub email: Option<String>,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    /// One per question of the activity; a required question without an answer is refused.
    #[serde(default)]
    #[validate(nested, length(max = 20))]
    pub answers: Vec<answer::Answered>,
    /// Needed of a guest: the organiser may have these details.
    #[serde(default)]
    pub consent: bool,
}

const fn one() -> i64 {
    1
}

const fn yes() -> bool {
    true
}

/// Who comes, as the organiser reads it.
pub struct Participant {
    pub user_id: Option<i64>,
    pub organization_id: Option<i64>,
    pub first_name: String,
    pub last_name: Option<String>,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    pub is_minor: bool,
    pub locale: Locale,
}

/// A registration that is complete and validated, and how it came.
pub struct Entry<'a> {
    pub source: &'static str,
    pub party_size: i64,
    pub answers: &'a [answer::Answered],
    pub waits: bool,
    /// Who signs them up. None: they do so themselves.
    pub actor_id: Option<i64>,
}

/// `POST /activities/{id}/registrations`: 201 with a place or on the waiting list; 202 and a mail to confirm for a guest.
pub async fn sign_up(
    access: Access<ActivityRegistration, action::Create>,
    id: Id<Activity>,
    form: Form<SignUp>,
) -> Result<Answer> {
    let said = form.body;
    let is_guest = access.ctx().principal.is_none();
    if is_guest && said.user_id.is_some() {
        return Err(Code::NotSignedIn.into());
    }
    if is_guest {
        guest::require_details(&said)?;
        let ctx = access.ctx();
        let limits = access.app().rate_limits();
        limits.count_address(&GUEST_FORMS, ctx.site.caller(), ctx.second())?;
    }
    access
        .post(form.key, move |tx, rows| {
            rows.beside::<Activity, action::Read>()?.require(tx, id)?;
            let target = target_of(id, &said);
            let room = Room::of(tx, target, tx.now())?;
            require_fitting(&room, &said)?;
            let answers = answer::validated(tx, target.activity_id, &said.answers)?;
            let Some(user_id) = rows.ctx().user_id() else {
                return guest::ask(tx, (target, &room), (&said, answers), &rows.ctx().site);
            };
            let helped = desk::person_helped(tx, rows, said.user_id)?;
            let person_id = helped.unwrap_or(user_id);
            let participant = participant(tx, rows, person_id, (&said, &room))?;
            if let Some(helped) = helped {
                desk::extend_account(tx, helped)?;
            }
            let entry = Entry {
                source: match (participant.organization_id, helped) {
                    (Some(_), _) => "organization",
                    (None, Some(_)) => "walk_in",
                    (None, None) => "web",
                },
                actor_id: helped.map(|_| user_id),
                party_size: said.party_size,
                answers: &answers,
                waits: said.waitlist,
            };
            let (made, _) = write(tx, target, &participant, &entry)?;
            Ok(Answer::created(
                format!("/api/v1/activity_registrations/{made}"),
                rows.shown_text(tx, made)?,
            ))
        })
        .await
}

pub fn target_of(id: Id<Activity>, said: &SignUp) -> Target {
    Target {
        activity_id: id.number(),
        occurrence_id: said.occurrence_id.map(Id::number),
    }
}

/// Compares what was sent with what the activity asks for.
fn require_fitting(room: &Room, said: &SignUp) -> Result<()> {
    let fault = |field: &str, rule: &str| Err(FieldFault::attribute(field, rule).into());
    room.require_open()?;
    match room.mode {
        ActivityRegistrationMode::None => {
            return Err(Code::RegistrationClosed.into());
        }
        ActivityRegistrationMode::Occurrence if said.occurrence_id.is_none() => {
            return fault("occurrence_id", "required");
        }
        ActivityRegistrationMode::Series if said.occurrence_id.is_some() => {
            return fault("occurrence_id", "whole_series");
        }
        ActivityRegistrationMode::Occurrence | ActivityRegistrationMode::Series => {}
    }
    if said.party_size > room.most_per_party {
        return Err(FieldFault::attribute("party_size", "range")
            .with("min", 1)
            .with("max", room.most_per_party)
            .into());
    }
    match (room.is_workshop, said.organization_id) {
        (true, None) => fault("organization_id", "required"),
        (false, Some(_)) => fault("organization_id", "workshops_only"),
        (true, Some(_)) if said.user_id.is_some() => fault("user_id", "not_for_workshops"),
        _ => Ok(()),
    }
}

/// The account's own details, or those of the colleague.
fn participant(
    tx: &Tx,
    rows: &Rows<ActivityRegistration>,
    user_id: i64,
    (said, room): (&SignUp, &Room),
) -> Result<Participant> {
    let Some(organization_id) = said.organization_id.filter(|_| room.is_workshop) else {
        guardian::require_consent(tx, user_id, tx.now())?;
        return known(tx, user_id, said.phone_number.as_deref());
    };
    rows.beside::<Organization, action::Manage>()?
        .require(tx, organization_id)
        .map_err(|_| {
            Error::from(Code::OrganizationNotYours).at("/data/attributes/organization_id")
        })?;
    let is_approved = tx
        .prepare_cached("select 1 from organizations where id = ?1 and status = 'approved'")?
        .exists([organization_id.number()])?;
    if !is_approved {
        return Err(
            Error::from(Code::OrganizationNotApproved).at("/data/attributes/organization_id")
        );
    }
    let first_name = said
        .first_name
        .clone()
        .ok_or_else(|| FieldFault::attribute("first_name", "required"))?;
    Ok(Participant {
        user_id: None,
        organization_id: Some(organization_id.number()),
        first_name,
        last_name: said.last_name.clone(),
        email: said.email.clone(),
        phone_number: said.phone_number.as_deref().and_then(field_rules::e164),
        is_minor: false,
        locale: rows.ctx().site.locale,
    })
}

pub fn known(tx: &Tx, user_id: i64, phone_number: Option<&str>) -> Result<Participant> {
    let (born, participant): (Option<String>, Participant) = tx
        .prepare_cached(
            "select first_name, last_name, email, phone_number, locale, birth_date from users where id = ?1",
        )?
        .query_row([user_id], |row| {
            let participant = Participant {
                user_id: Some(user_id),
                organization_id: None,
                first_name: row.get::<_, Option<String>>(0)?.unwrap_or_default(),
                last_name: row.get(1)?,
                email: row.get(2)?,
                phone_number: row.get(3)?,
                is_minor: false,
                locale: Locale::parse(&row.get::<_, String>(4)?).unwrap_or_default(),
            };
            Ok((row.get(5)?, participant))
        })?;
    let age = born.and_then(|born| guardian::age(&born, tx.now()));
    Ok(Participant {
        is_minor: age.is_some_and(|age| age < OF_AGE),
        phone_number: phone_number
            .and_then(field_rules::e164)
            .or(participant.phone_number),
        ..participant
    })
}

/// Stores the registration of a person who is known by an account or a proved address, and tells them.
pub fn write(
    tx: &Tx,
    target: Target,
    participant: &Participant,
    entry: &Entry,
) -> Result<(Id<ActivityRegistration>, ActivityRegistrationStatus)> {
    let room = Room::of(tx, target, tx.now())?;
    room.require_open()?;
    require_new(tx, target, participant)?;
    if let Some(organization_id) = participant.organization_id {
        places::require_seats(tx, target, &room, (organization_id, entry.party_size))?;
    }
    let person = (participant.user_id, participant.email.as_deref());
    let needs_yes =
        participant.organization_id.is_none() && places::needs_yes(tx, target.activity_id, person)?;
    let status = if needs_yes {
        ActivityRegistrationStatus::Waitlisted
    } else if places::fits(tx, target, &room, entry.party_size)? {
        ActivityRegistrationStatus::Registered
    } else if room.has_waiting_list && entry.waits {
        ActivityRegistrationStatus::Waitlisted
    } else {
        return Err(room.full());
    };
    let id = insert(tx, target, participant, entry, status)?;
    let event = RegistrationEvent::SignUp;
    let actor_id = entry.actor_id.or(participant.user_id);
    begin::<ActivityRegistrationStatus>(tx, actor_id, id, event)?;
    let kind = if status == ActivityRegistrationStatus::Registered {
        MailKind::ActivityRegistered
    } else {
        MailKind::ActivityWaitlisted
    };
    if needs_yes {
        tx.prepare_cached("update activity_registrations set needs_yes = 1 where id = ?1")?
            .execute([id.number()])?;
    }
    notify::person(tx, id, kind)?;
    if needs_yes {
        notify::organiser(tx, id, MailKind::ActivityNeedsYes)?;
    }
    places::settle(tx, target)?;
    Ok((id, status))
}

/// Refuses a second registration of the same person for the same date, and too many of one person.
pub(super) fn require_new(tx: &Tx, target: Target, participant: &Participant) -> Result<()> {
    let theirs = match participant.user_id {
        Some(_) => "r.user_id = :user_id",
        None if participant.email.is_some() => {
            "r.user_id is null and lower(r.email) = lower(:email)"
        }
        // A colleague without an address: the organisation's seats bound them.
        None => return Ok(()),
    };
    let sql = format!(
        "select count(*) filter (where r.activity_id = :activity and r.occurrence_id is :occurrence and r.status in ('registered', 'waitlisted', 'offered')),
                count(*) filter (where r.status in ('registered', 'waitlisted', 'offered')
                                   and exists (select 1 from activity_occurrences o
                                                where o.activity_id = r.activity_id and coalesce(r.occurrence_id, o.id) = o.id and o.ends_at > :now)),
                count(*) filter (where r.created_at > :day_ago)
           from activity_registrations r
          where {theirs} and (:user_id is not null or :email is not null)"
    );
    let day_ago = later(tx.now(), -SignedDuration::from_hours(24));
    let (same, open, new): (i64, i64, i64) = tx.prepare_cached(&sql)?.query_row(
        named_params! {
            ":activity": target.activity_id,
            ":occurrence": target.occurrence_id,
            ":user_id": participant.user_id,
            ":email": participant.email,
            ":day_ago": day_ago,
            ":now": tx.now(),
        },
        |row| row.try_into(),
    )?;
    if same > 0 {
        return Err(Error::from(Code::AlreadyRegistered).at("/data/attributes/occurrence_id"));
    }
    if open >= OPEN_AT_MOST {
        return Err(Error::from(Code::LimitReached).with("limit", OPEN_AT_MOST));
    }
    if new >= NEW_PER_DAY {
        return Err(Error::from(Code::LimitReached)
            .with("limit", NEW_PER_DAY)
            .with("per", "day"));
    }
    Ok(())
}

pub fn insert(
    tx: &Tx,
    target: Target,
    participant: &Participant,
    entry: &Entry,
    status: ActivityRegistrationStatus,
) -> Result<Id<ActivityRegistration>> {
    let order = if status == ActivityRegistrationStatus::Waitlisted {
        Some(places::end_of_line(tx, target)?)
    } else {
        None
    };
    let result = tx
        .prepare_cached(
            "insert into activity_registrations (activity_id, occurrence_id, user_id, organization_id, first_name, last_name, email,
                                                 phone_number, party_size, is_minor, answers, status, waitlist_order, source, locale, created_at, updated_at)
             values (:activity, :occurrence, :user_id, :organization_id, :first_name, :last_name, :email,
                     :phone_number, :party_size, :is_minor, :answers, :status, :order, :source, :locale, :now, :now)",
        )?
        .execute(named_params! {
            ":activity": target.activity_id,
            ":occurrence": target.occurrence_id,
            ":user_id": participant.user_id,
            ":organization_id": participant.organization_id,
            ":first_name": participant.first_name,
            ":last_name": participant.last_name,
            ":email": participant.email,
            ":phone_number": participant.phone_number,
            ":party_size": entry.party_size,
            ":is_minor": participant.is_minor,
            ":answers": serde_json::to_string(entry.answers)?,
            ":status": status,
            ":order": order,
            ":source": entry.source,
            ":locale": participant.locale.as_str(),
            ":now": tx.now(),
        });
    one_per_date(result)?;
    Ok(Id::new(tx.last_insert_rowid()))
}

/// Maps a violation of the unique index to the error for somebody who has signed up already.
pub fn one_per_date(result: rusqlite::Result<usize>) -> Result<usize> {
    match result {
        Err(rusqlite::Error::SqliteFailure(error, _))
            if error.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE =>
        {
            Err(Error::from(Code::AlreadyRegistered).at("/data/attributes/occurrence_id"))
        }
        other => Ok(other?),
    }
}
