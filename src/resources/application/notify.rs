//! Notifications about applications: recipients and data.

use jiff::SignedDuration;
use rusqlite::{OptionalExtension as _, named_params};
use serde_json::{Map, Value, json};

use super::places::POSITION;
use super::score::SINCE;
use super::{Application, by_link};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::state_machine::Reason;
use crate::resources::notification::Notice;
use crate::resources::vacancy::{Vacancy, help_link, is_help_request, told};
use crate::resources::volunteer_profile;

/// How long an application registered by address can be linked to an account.
const CLAIM_FOR: SignedDuration = days(30);

/// Mails with a link that answers without a sign-in.
const BY_LINK: [MailKind; 4] = [
    MailKind::ApplicationOffer,
    MailKind::ApplicationNoAnswer7d,
    MailKind::ApplicationDidItHappen14d,
    MailKind::ApplicationWaitlisted,
];

struct About {
    vacancy_id: i64,
    user_id: Option<i64>,
    email: Option<String>,
    first_name: String,
    last_name: String,
    locale: String,
    message: String,
    offer_expires_at: Option<String>,
    position: Option<i64>,
    waiting_days: Option<i64>,
    /// True where somebody else gave the address, and it belongs to an imported account that was not invited yet.
    is_uninvited: bool,
    data: Map<String, Value>,
    center_id: i64,
    organization_id: i64,
    contact: Option<i64>,
    /// School whose approval is pending.
    school_name: Option<String>,
}

impl About {
    /// Notifies the applicant: in the app if there is an account, by email if there is an address.
    fn write(self, tx: &Tx, id: Id<Application>, kind: MailKind) -> Result<()> {
        let notice = Notice {
            kind,
            data: Value::Object(self.data),
            subject: (Application::TYPE, id.number()),
            center_id: self.center_id,
        };
        match (self.user_id, self.email) {
            (Some(user_id), _) => notice.tell(tx, user_id),
            (None, Some(_)) if self.is_uninvited => Ok(()),
            (None, Some(email)) => notice.mail(
                tx,
                &email,
                (&self.first_name, &self.last_name),
                &self.locale,
            ),
            (None, None) => Ok(()),
        }
    }
}

fn about(tx: &Tx, id: Id<Application>) -> Result<About> {
    let mut about = tx
        .prepare_cached(&format!(
            "select vacancy_id, user_id, email, coalesce(first_name, ''), coalesce(last_name, ''), locale, message,
                    case when is_held then (select o.name from organizations o where o.id = school_id) end,
                    source = 'walk_in' and exists (select 1 from users u
                                                    where u.email = t.email and u.status = 'invited' and u.invited_at is null),
                    offer_expires_at, {POSITION},
                    cast(julianday(:now) - julianday({SINCE}) as integer)
               from applications t where id = :id"
        ))?
        .query_row(named_params! {":id": id.number(), ":now": tx.now()}, |row| {
            Ok(About {
                vacancy_id: row.get(0)?,
                user_id: row.get(1)?,
                email: row.get(2)?,
                first_name: row.get(3)?,
                last_name: row.get(4)?,
                locale: row.get(5)?,
                message: row.get(6)?,
                school_name: row.get(7)?,
                is_uninvited: row.get(8)?,
                offer_expires_at: row.get(9)?,
                position: row.get(10)?,
                waiting_days: row.get(11)?,
                data: Map::new(),
                center_id: 0,
                organization_id: 0,
                contact: None,
            })
        })?;
    let (data, center_id, organization_id, contact) = told(tx, Id::new(about.vacancy_id))?;
    let Value::Object(data) = data else {
        return Err(Error::internal("what a notice tells is an object"));
    };
    about.data = data;
    about.center_id = center_id;
    about.organization_id = organization_id;
    about.contact = contact;
    Ok(about)
}

/// Notifies the applicant: in the app if there is an account, and by email in any case.
pub fn notify_applicant(
    tx: &Tx,
    id: Id<Application>,
    kind: MailKind,
    reason: Option<&Reason>,
) -> Result<()> {
    let mut about = about(tx, id)?;
    about.data.remove("expires_at");
    if about.user_id.is_some()
        && kind != MailKind::ApplicationRejected
        && kind != MailKind::ApplicationWithdrawnReceipt
        && kind != MailKind::ApplicationClosed
    {
        about
            .data
            .insert("path".to_owned(), format!("/applications/{id}").into());
    }
    // Message of the School: the organisation does not know of the application yet.
    let by_school = matches!(
        kind,
        MailKind::ApplicationReceived
            | MailKind::ApplicationRejected
            | MailKind::ApplicationWithdrawnReceipt
    );
    if let (true, Some(school_name)) = (by_school, about.school_name.take()) {
        about
            .data
            .insert("school_name".to_owned(), school_name.into());
    }
    if let Some(reason) = reason {
        if let Some(code) = &reason.code {
            about
                .data
                .insert("reason_code".to_owned(), code.clone().into());
        }
        if let Some(message) = &reason.text {
            let name = if reason.code.is_some() {
                "reason_text"
            } else {
                "message"
            };
            about.data.insert(name.to_owned(), message.clone().into());
        }
    }
    if BY_LINK.contains(&kind) {
        let path = format!("/confirm?answer={}", by_link::token_for(tx, id)?);
        about.data.insert("path".to_owned(), path.into());
    }
    if kind == MailKind::ApplicationAccepted && is_help_request(&Value::Object(about.data.clone()))
    {
        if let Some(place) = place_of(tx, about.vacancy_id)? {
            about.data.insert("place".to_owned(), place.into());
        }
        about.data.extend(contact_of_asker(tx, about.vacancy_id)?);
    }
    if kind == MailKind::ApplicationWaitlisted {
        about
            .data
            .insert("position".to_owned(), about.position.into());
    }
    if kind == MailKind::ApplicationOffer {
        let until = about.offer_expires_at.clone();
        about.data.insert("expires_at".to_owned(), until.into());
    }
    if kind == MailKind::ApplicationNoAnswer7d {
        let days = about.waiting_days;
        about.data.insert("waiting_days".to_owned(), days.into());
    }
    if kind == MailKind::ApplicationContacted {
        about.data.extend(ways_to_answer(tx, &about)?);
    }
    if matches!(
        kind,
        MailKind::ApplicationRejected
            | MailKind::ApplicationClosed
            | MailKind::ApplicationNoAnswer7d
    ) {
        about
            .data
            .insert("similar".to_owned(), similar(tx, &about)?);
    }
    about.write(tx, id, kind)
}

/// How to reach who was answered, for who they said yes to.
fn contact_of_asker(tx: &Tx, vacancy_id: i64) -> Result<Map<String, Value>> {
    let found: [Option<String>; 3] = tx
        .prepare_cached(
            "select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), u.email, u.phone_number
               from vacancies v join users u on u.id = v.asker_id where v.id = ?1",
        )?
        .query_row([vacancy_id], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
    let names = ["contact_name", "contact_email", "contact_phone"];
    Ok(names
        .into_iter()
        .zip(found)
        .filter_map(|(name, value)| {
            Some((
                name.to_owned(),
                value.filter(|text| !text.is_empty())?.into(),
            ))
        })
        .collect())
}

/// Reminds the applicant of the work of tomorrow: when, where, and whom to ask for.
pub fn notify_start(tx: &Tx, id: Id<Application>, starts_at: &str) -> Result<()> {
    let mut about = about(tx, id)?;
    about.data.remove("expires_at");
    let place = place_of(tx, about.vacancy_id)?;
    let contact = ways_to_answer(tx, &about)?.remove("contact_name");
    about.data.insert("starts_at".to_owned(), starts_at.into());
    if let Some(place) = place {
        about.data.insert("place".to_owned(), place.into());
    }
    if let Some(contact) = contact {
        about.data.insert("contact_name".to_owned(), contact);
    }
    if about.user_id.is_some() {
        about
            .data
            .insert("path".to_owned(), format!("/applications/{id}").into());
    }
    about.write(tx, id, MailKind::ApplicationStartsTomorrow)
}

/// Where somebody who was accepted is to be. A home only where the person who lives there asked for help.
fn place_of(tx: &Tx, vacancy_id: i64) -> Result<Option<String>> {
    Ok(tx
        .prepare_cached(
            "select nullif(trim(coalesce(a.street || ' ', '') || coalesce(a.house_number || ', ', '') || coalesce(a.city, '')), '')
               from vacancies v join addresses a on a.id = v.address_id
              where v.id = ?1 and v.online = 0 and (a.is_home = 0 or v.asker_id is not null)",
        )?
        .query_row([vacancy_id], |row| row.get(0))
        .optional()?
        .flatten())
}

/// Notifies a person that somebody else applied on their behalf, with the data that was sent.
pub fn notify_registered(tx: &Tx, id: Id<Application>, actor_id: Option<i64>) -> Result<()> {
    let mut about = about(tx, id)?;
    about.data.remove("expires_at");
    let actor: String = tx.query_row(
        "select trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from users where id = ?1",
        [actor_id],
        |row| row.get(0),
    )?;
    about.data.insert("actor_name".to_owned(), actor.into());
    let path = match (about.user_id, &about.email) {
        (Some(_), _) => Some(format!("/applications/{id}")),
        (None, Some(_)) => Some(format!("/confirm?registered={}", claim_token(tx, id)?)),
        (None, None) => None,
    };
    // The same whether or not there is an account: only the owner of the mailbox may learn the difference.
    about
        .data
        .insert("is_by_address".to_owned(), about.user_id.is_none().into());
    if let Some(path) = path {
        about.data.insert("path".to_owned(), path.into());
    }
    if let Some(school_name) = about.school_name.take() {
        about
            .data
            .insert("school_name".to_owned(), school_name.into());
    }
    about.write(tx, id, MailKind::ApplicationRegistered)
}

fn claim_token(tx: &Tx, id: Id<Application>) -> Result<String> {
    let expires_at = later(tx.now(), CLAIM_FOR);
    let subject = (Application::TYPE, id.number());
    token::add(
        tx,
        Purpose::ConfirmApplication,
        subject,
        &Value::Null,
        &expires_at,
    )
}

/// Contact details for a reply: those the organisation publishes, not those of its members.
fn ways_to_answer(tx: &Tx, about: &About) -> Result<Map<String, Value>> {
    let found: [Option<String>; 3] = tx
        .prepare_cached(
            "select o.email, o.phone_number, (select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = ?2)
               from organizations o where o.id = ?1",
        )?
        .query_row((about.organization_id, about.contact), |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?])
        })?;
    let names = ["organization_email", "organization_phone", "contact_name"];
    Ok(names
        .into_iter()
        .zip(found)
        .filter_map(|(name, value)| {
            Some((
                name.to_owned(),
                value.filter(|text| !text.is_empty())?.into(),
            ))
        })
        .collect())
}

/// Three other vacancies for the applicant.
fn similar(tx: &Tx, about: &About) -> Result<Value> {
    let mut list = Vec::new();
    let applied_for = (Id::<Vacancy>::new(about.vacancy_id), about.user_id);
    for other in volunteer_profile::similar(tx, applied_for, tx.now(), 3)? {
        let (title, organization): (String, String) = tx.query_row(
            "select v.title, o.name from vacancies v join organizations o on o.id = v.organization_id where v.id = ?1",
            [other],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        list.push(json!({ "title": title, "path": format!("/vacancies/{other}"), "organization_name": organization }));
    }
    Ok(Value::Array(list))
}

/// Notification data about a student's application for a mentor: student, centre and what awaits approval.
pub fn about_student(
    tx: &Tx,
    id: Id<Application>,
) -> Result<(Option<i64>, i64, Map<String, Value>)> {
    let mut about = about(tx, id)?;
    about.data.remove("expires_at");
    about.data.remove("response_days");
    let name = format!("{} {}", about.first_name, about.last_name);
    about.data.extend([
        ("student_name".to_owned(), name.trim().into()),
        ("message".to_owned(), about.message.into()),
        ("path".to_owned(), format!("/applications/{id}").into()),
    ]);
    Ok((about.user_id, about.center_id, about.data))
}

/// Notifies the centre of an application without an answer.
pub fn notify_center(tx: &Tx, id: Id<Application>, kind: MailKind) -> Result<()> {
    let mut about = about(tx, id)?;
    about.data.remove("expires_at");
    let name = format!("{} {}", about.first_name, about.last_name);
    about.data.extend([
        ("applicant_name".to_owned(), name.trim().into()),
        ("waiting_days".to_owned(), about.waiting_days.into()),
        ("path".to_owned(), format!("/applications/{id}").into()),
    ]);
    let notice = Notice {
        kind,
        data: Value::Object(about.data),
        subject: (Application::TYPE, id.number()),
        center_id: about.center_id,
    };
    notice.notify_center(tx)
}

/// Between people who have no yes from each other: a mail tells first names alone.
pub fn names_are_hidden(tx: &Tx, application: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached("select 1 from help_not_accepted where application_id = ?1")?
        .exists([application])?)
}

/// Notifies the vacancy's contact person, or otherwise everybody who manages the organisation.
pub fn notify_organization(
    tx: &Tx,
    id: Id<Application>,
    kind: MailKind,
    reason: Option<&Reason>,
) -> Result<()> {
    let mut about = about(tx, id)?;
    about.data.remove("expires_at");
    about.data.remove("organization_name");
    if kind == MailKind::ApplicationNew {
        let waits = about.position.is_some();
        about.data.insert("is_waiting".to_owned(), waits.into());
    }
    if matches!(
        kind,
        MailKind::ApplicationUnanswered3d | MailKind::ApplicationUnanswered7d
    ) {
        let days = about.waiting_days;
        about.data.insert("waiting_days".to_owned(), days.into());
    }
    let name = if names_are_hidden(tx, id.number())? {
        about.first_name.clone()
    } else {
        format!("{} {}", about.first_name, about.last_name)
            .trim()
            .to_owned()
    };
    about.data.insert("applicant_name".to_owned(), name.into());
    let is_help = is_help_request(&Value::Object(about.data.clone()));
    let by_link = if is_help {
        // How it went is said on the page of the link, with an account as without.
        let always = kind == MailKind::ApplicationMatchQuestion14d;
        help_link::path_for(tx, Id::new(about.vacancy_id), always)?
    } else {
        None
    };
    let path = by_link.unwrap_or_else(|| format!("/applications/{id}"));
    about.data.insert("path".to_owned(), path.into());
    match reason {
        Some(reason) => {
            if let Some(code) = &reason.code {
                about
                    .data
                    .insert("reason_code".to_owned(), code.clone().into());
            }
            if let Some(message) = &reason.text {
                about
                    .data
                    .insert("reason_text".to_owned(), message.clone().into());
            }
        }
        None if kind == MailKind::ApplicationNew => {
            about
                .data
                .insert("message".to_owned(), about.message.into());
        }
        None => {}
    }
    let notice = Notice {
        kind,
        data: Value::Object(about.data),
        subject: (Application::TYPE, id.number()),
        center_id: about.center_id,
    };
    match about.contact {
        Some(contact) => notice.tell(tx, contact),
        None => notice.notify_managers(tx, about.organization_id),
    }
}
