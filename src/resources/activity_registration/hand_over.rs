//! Handing a place to somebody else by their email address. They take it with the button behind the link of a mail; until
//! then the place stays with who has it. It never comes free, so that the waiting list is not asked.

use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::places::{self, Room, Target};
use super::sign_up::{Entry, OF_AGE, Participant, insert, require_new};
use super::transition::{OfferTerms, RegistrationEvent};
use super::{ActivityRegistration, ActivityRegistrationStatus, answer, notify};
use crate::app::access::{Access, action};
use crate::app::auth::token::{self, Purpose};
use crate::app::limits::rate_limits::GUEST_FORMS;
use crate::base::clock::later;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::form::Form;
use crate::jsonapi::{Answer, Id};
use crate::mail::MailKind;
use crate::model::field_rules;
use crate::model::state_machine::{self, Actor, Reason, begin};
use crate::resources::activity::ActivityQuestion;
use crate::resources::user::own_account::guardian;

/// How long somebody may think about it; the place is gone when it begins.
const OPEN: SignedDuration = SignedDuration::from_hours(48);

/// To whom a place is handed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ActivityHandOver")]
pub struct HandOver {
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub first_name: String,
    #[validate(length(max = 100), custom(function = "field_rules::person_name"))]
    pub last_name: Option<String>,
    #[validate(email, length(max = 254))]
    pub email: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityHandOverMeta")]
pub struct HandOverMeta {
    sent_to: String,
    /// RFC 3339, UTC.
    expires_at: String,
}

impl HandOverMeta {
    pub(super) fn answer(&self) -> Answer {
        Answer::accepted(json!({ "data": null, "meta": self }).to_string())
    }
}

/// What is kept with the link of the mail.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Handed {
    pub registration_id: i64,
    /// So that it goes with the activity.
    activity_id: i64,
    first_name: String,
    last_name: Option<String>,
    email: String,
    locale: Locale,
}

impl Handed {
    pub fn read(data: Value) -> Result<Self> {
        serde_json::from_value(data)
            .map_err(|error| Error::internal(format!("who is handed a place: {error}")))
    }
}

/// `POST /activity_registrations/{id}/hand_over`. The answer is the same for every address.
pub async fn hand_over(
    access: Access<ActivityRegistration, action::Withdraw>,
    id: Id<ActivityRegistration>,
    form: Form<HandOver>,
) -> Result<Answer> {
    let ctx = access.ctx();
    let limits = access.app().rate_limits();
    limits.count_address(&GUEST_FORMS, ctx.site.caller(), ctx.second())?;
    let said = form.body;
    access
        .post(form.key, move |tx, rows| {
            rows.require(tx, id)?;
            let made = offer(tx, id, (&said, rows.ctx().site.locale))?;
            Ok(made.answer())
        })
        .await
}

/// A place as it is handed over.
struct Place {
    target: Target,
    giver: String,
    party_size: i64,
    starts_at: String,
    email: Option<String>,
    user_id: Option<i64>,
}

/// The place of somebody who can hand it over now: they have it, it did not begin, and it is theirs and not one of an
/// organisation. Minors do not: whoever takes the place would be a stranger to the organiser and to their parents.
fn place(connection: &Connection, id: Id<ActivityRegistration>, now: &str) -> Result<Place> {
    type Row = (bool, bool, Option<String>, Place);
    let found: Option<Row> = connection
        .prepare_cached(
            "select t.status = 'registered' and t.organization_id is null and t.source <> 'walk_in', t.is_minor,
                    (select min(o.starts_at) from activity_occurrences o
                      where o.activity_id = t.activity_id and coalesce(t.occurrence_id, o.id) = o.id and o.status = 'planned' and o.starts_at > :now),
                    t.activity_id, t.occurrence_id, trim(coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, '')), t.party_size,
                    coalesce((select u.email from users u where u.id = t.user_id), t.email), t.user_id
               from activity_registrations t where t.id = :id",
        )?
        .query_row(named_params! {":id": id.number(), ":now": now}, |row| {
            let starts_at: Option<String> = row.get(2)?;
            let place = Place {
                target: Target {
                    activity_id: row.get(3)?,
                    occurrence_id: row.get(4)?,
                },
                giver: row.get(5)?,
                party_size: row.get(6)?,
                starts_at: starts_at.clone().unwrap_or_default(),
                email: row.get(7)?,
                user_id: row.get(8)?,
            };
            Ok((row.get(0)?, row.get(1)?, starts_at, place))
        })
        .optional()?;
    let (has_place, is_minor, starts_at, place) = found.ok_or(Code::NotFound)?;
    if !has_place {
        return Err(Code::InvalidTransition.into());
    }
    if is_minor {
        return Err(Error::from(Code::UnderAge).with("min_age", OF_AGE));
    }
    Room::of(connection, place.target, now)?.require_live()?;
    if starts_at.is_none() {
        return Err(Code::RegistrationClosed.into());
    }
    Ok(place)
}

/// Whether the person of a registration can hand their place over.
pub(super) fn is_possible(
    connection: &Connection,
    id: Id<ActivityRegistration>,
    now: &str,
) -> Result<bool> {
    match place(connection, id, now) {
        Ok(_) => Ok(true),
        Err(error) if error.is(Code::Internal) => Err(error),
        Err(_) => Ok(false),
    }
}

/// Sends the link. One that was sent to somebody before does not work any more.
pub(super) fn offer(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    (said, locale): (&HandOver, Locale),
) -> Result<HandOverMeta> {
    let place = place(tx, id, tx.now())?;
    let own = place.email.as_deref().unwrap_or_default();
    if own.to_lowercase() == said.email.to_lowercase() {
        return Err(Error::from(Code::AlreadyRegistered).at("/data/attributes/email"));
    }
    take_back(tx, id)?;
    let handed = Handed {
        registration_id: id.number(),
        activity_id: place.target.activity_id,
        first_name: said.first_name.clone(),
        last_name: said.last_name.clone(),
        email: said.email.clone(),
        locale,
    };
    let purpose = Purpose::TakeActivityPlace;
    let (token_id, token) = token::keep(tx, purpose, &handed.email, json!(handed).to_string())?;
    let expires_at = later(tx.now(), OPEN).min(place.starts_at);
    let name = (
        handed.first_name.as_str(),
        handed.last_name.as_deref().unwrap_or_default(),
    );
    notify::hand_over(
        tx,
        place.target,
        (token_id, &token),
        (&handed.email, name, locale),
        (&place.giver, place.party_size, &expires_at),
    )?;
    // Nothing has changed yet: auditing starts when the button is pressed.
    tx.noted();
    Ok(HandOverMeta {
        sent_to: handed.email,
        expires_at,
    })
}

/// Ends a link that somebody was sent and did not use.
fn take_back(tx: &Tx, id: Id<ActivityRegistration>) -> Result<()> {
    tx.prepare_cached(
        "delete from tokens
          where purpose = 'take_activity_place' and used_at is null and data ->> 'registration_id' = ?1",
    )?
    .execute([id.number()])?;
    Ok(())
}

/// What the link is about: the registration, whose place it is, and what the organiser asks. What the giver answered is
/// nobody else's.
pub(super) struct Asked {
    pub id: Id<ActivityRegistration>,
    pub giver: String,
    pub questions: Vec<ActivityQuestion>,
}

/// 410 where the place is not theirs to give any more.
pub(super) fn asked(connection: &Connection, handed: &Handed, now: &str) -> Result<Asked> {
    let id = Id::new(handed.registration_id);
    match place(connection, id, now) {
        Ok(place) => Ok(Asked {
            id,
            giver: place.giver,
            questions: answer::asked(connection, place.target.activity_id)?,
        }),
        Err(error) if error.is(Code::Internal) => Err(error),
        Err(_) => Err(Code::LinkExpired.into()),
    }
}

/// The button was pressed: the place is theirs, in one transaction. The link proves the address: where an account has it,
/// the place is that account's. They answer what the organiser asks now, as who signs up does.
pub(super) fn take(
    tx: &Tx,
    (handed, sent): (&Handed, &[answer::Answered]),
    center_id: i64,
) -> Result<Id<ActivityRegistration>> {
    let Asked { id, .. } = asked(tx, handed, tx.now())?;
    let place = place(tx, id, tx.now())?;
    let allows_guests: bool = tx
        .prepare_cached(
            "select allows_guests from activities where id = ?1 and volunteer_center_id = ?2",
        )?
        .query_row((place.target.activity_id, center_id), |row| row.get(0))
        .optional()?
        .ok_or(Code::LinkExpired)?;
    let account: Option<(i64, Option<String>)> = tx
        .prepare_cached(
            "select id, birth_date from users where email = ?1 and confirmed_at is not null and status in ('active', 'inactive')",
        )?
        .query_row([&handed.email], |row| row.try_into())
        .optional()?;
    if account.is_none() && !allows_guests {
        return Err(Code::NotSignedIn.into());
    }
    let (user_id, born) = account.map_or((None, None), |(id, born)| (Some(id), born));
    let age = born.and_then(|born| guardian::age(&born, tx.now()));
    if age.is_some_and(|age| age < OF_AGE) {
        return Err(Error::from(Code::UnderAge).with("min_age", OF_AGE));
    }
    let receiver = Participant {
        user_id,
        organization_id: None,
        first_name: handed.first_name.clone(),
        last_name: handed.last_name.clone(),
        email: Some(handed.email.clone()),
        phone_number: None,
        is_minor: false,
        locale: handed.locale,
    };
    require_new(tx, place.target, &receiver)?;
    let person = (receiver.user_id, receiver.email.as_deref());
    if places::needs_yes(tx, place.target.activity_id, person)? {
        return Err(Code::RegistrationClosed.into());
    }
    let answers = answer::validated(tx, place.target.activity_id, sent)?;
    let name = [
        receiver.first_name.as_str(),
        receiver.last_name.as_deref().unwrap_or_default(),
    ];
    let terms = OfferTerms {
        successor: Some(name.join(" ").trim().to_owned()),
        ..OfferTerms::default()
    };
    let event = RegistrationEvent::HandOver;
    state_machine::take::<ActivityRegistrationStatus>(
        tx,
        Actor::Program(place.user_id),
        id,
        event,
        (Reason::default(), terms),
    )?;
    let entry = Entry {
        source: if receiver.user_id.is_some() {
            "web"
        } else {
            "guest"
        },
        party_size: place.party_size,
        answers: &answers,
        waits: false,
        actor_id: None,
    };
    let status = ActivityRegistrationStatus::Registered;
    let made = insert(tx, place.target, &receiver, &entry, status)?;
    let event = RegistrationEvent::TakeOver;
    begin::<ActivityRegistrationStatus>(tx, receiver.user_id, made, event)?;
    notify::person(tx, made, MailKind::ActivityRegistered)?;
    places::settle(tx, place.target)?;
    Ok(made)
}
