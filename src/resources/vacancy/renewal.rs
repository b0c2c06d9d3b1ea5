//! Renewal by the link of a mail, without signing in. The link names the person it was sent to, and works for as long
//! as that person may manage the vacancy. Opening it changes nothing (docs/domain/states.md#vacancies).

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::json;

use super::help::lifetime;
use super::transition::{VacancyEvent, VacancyInput};
use super::{Vacancy, VacancyStatus};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::state_machine::{self, Actor, Reason};

/// What the page of a link shows.
#[derive(Debug, Clone)]
pub struct Renewal {
    pub id: i64,
    pub title: String,
    pub organization_name: String,
    /// Until when it is online once it is renewed.
    pub until: String,
    /// False if something has to be settled first: its places are taken, or the organisation is not approved.
    pub is_possible: bool,
    is_renewed: bool,
    user_id: i64,
}

/// The mails with such a link.
pub fn is_offered(kind: MailKind) -> bool {
    matches!(
        kind,
        MailKind::VacancyExpires14d
            | MailKind::VacancyExpires3d
            | MailKind::VacancyExpired
            | MailKind::VacancyStillCurrent90d
    )
}

/// The path of a new link for this person.
pub fn path_for(tx: &Tx, id: Id<Vacancy>, user_id: i64) -> Result<String> {
    let link = token::add(
        tx,
        Purpose::RenewVacancy,
        (Vacancy::TYPE, id.number()),
        &json!({ "user_id": user_id }),
        &later(tx.now(), Purpose::RenewVacancy.lifetime()),
    )?;
    Ok(format!("/renew/{link}"))
}

/// The vacancy of a link. Fails like an expired link if the person no longer manages the vacancy, or it is neither
/// online nor expired.
pub fn of_link(connection: &Connection, link: &str, now: &str) -> Result<Renewal> {
    let found = token::find(connection, Purpose::RenewVacancy, link, now)?;
    let user_id = found
        .kept("user_id")
        .and_then(serde_json::Value::as_i64)
        .unwrap_or_default();
    let renewal = connection
        .prepare_cached(
            "select v.id, v.title, o.name, v.expires_at, v.status,
                    o.status = 'approved' and (v.capacity is null or v.capacity > v.places_taken), v.asker_id
               from vacancies v
               join organizations o on o.id = v.organization_id
              where v.id = :id
                and v.status in ('published', 'filled', 'expired')
                and exists (select 1 from users u where u.id = :user_id and u.status = 'active')
                and (v.asker_id = :user_id or exists (select 1 from roles r
                             where r.user_id = :user_id and r.scope_type in ('organization', 'school') and r.scope_id = v.organization_id
                               and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
                               and (r.name = 'organization_superuser' or v.contact_person_id = :user_id
                                 or exists (select 1 from json_each(v.other_contact_ids) where value = cast(:user_id as text)))))",
        )?
        .query_row(
            named_params! {":id": found.subject_id, ":user_id": user_id, ":now": now},
            |row| {
                let asker: Option<i64> = row.get(6)?;
                let lifetime = lifetime(asker.map(Id::new));
                let usual = later(now, lifetime);
                let known: Option<String> = row.get(3)?;
                let status: VacancyStatus = row.get(4)?;
                let is_renewed = known.as_ref().is_some_and(|at| *at > later(now, lifetime - days(1)));
                let until = known.filter(|at| *at > usual).unwrap_or(usual);
                Ok(Renewal {
                    id: row.get(0)?,
                    title: row.get(1)?,
                    organization_name: row.get(2)?,
                    is_possible: row.get(5)?,
                    is_renewed: status == VacancyStatus::Published && is_renewed,
                    until,
                    user_id,
                })
            },
        )
        .optional()?;
    renewal.ok_or_else(|| Code::LinkExpired.into())
}

/// Renews by the link of a mail. Who presses twice renews once.
pub fn renew_by_link(tx: &Tx, link: &str) -> Result<Renewal> {
    let mut renewal = of_link(tx, link, tx.now())?;
    let id = Id::<Vacancy>::new(renewal.id);
    if renewal.is_renewed {
        return Ok(renewal);
    }
    let input = VacancyInput {
        expires_at: Some(renewal.until.clone()),
        ..VacancyInput::default()
    };
    let actor = Actor::Program(Some(renewal.user_id));
    let said = (Reason::default(), input);
    let outcome = tx.attempt(|tx| {
        state_machine::take::<VacancyStatus>(tx, actor, id, VacancyEvent::Renew, said)
    });
    match outcome {
        Err(error) if error.status().is_server_error() => return Err(error),
        Err(error) => renewal.is_possible = !is_refusal(&error),
        Ok(()) => {}
    }
    Ok(renewal)
}

fn is_refusal(error: &Error) -> bool {
    !error.status().is_server_error()
}
