//! Consent of a parent or guardian for young people (docs/domain/rights.md#young-people, docs/decisions/0014).
//! Whether it is required is derived from the date of birth, the centre's age limit and the consents, never stored,
//! so that a birthday ends it.

mod link;
mod withdrawal;

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Value, json};

use super::archive::{ArchiveReason, Said, archive};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::rate_limits::GUARDIAN_LETTERS;
use crate::base::clock::later;
use crate::base::email;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::Resource;
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::privacy::Remains;
use crate::resources::notification::Notice;
use crate::resources::personal_data::erase;
use crate::resources::user::User;

use withdrawal::{is_agreed, take_back, thank};

pub use link::routes;

/// Minimum age for an account.
pub const YOUNGEST: i32 = 12;
/// Minimum age for the volunteer pool, regardless of consent.
const POOL_FROM: i32 = 16;
/// Maximum number of emails to guardians per young person, ever, so that strangers cannot be spammed.
const ASKS: i64 = 3;

/// SQL condition: `t` is a person younger than their centre's age limit.
macro_rules! young {
    () => {
        "(t.birth_date is not null and t.birth_date > date(:now, '-' || \
          (select c.minimum_age from volunteer_centers c where c.id = t.volunteer_center_id) || ' years'))"
    };
}
/// SQL condition: `t` is a person who needs a guardian's consent and has none.
macro_rules! waiting {
    () => {
        concat!(
            "(",
            $crate::resources::user::own_account::guardian::young!(),
            " and coalesce((select s.is_given from consents s where s.user_id = t.id and s.kind = 'guardian' order by s.id desc limit 1), 0) = 0)"
        )
    };
}
pub(crate) use {waiting, young};

/// Person who awaits a guardian's consent.
struct Waiting {
    minimum_age: i64,
    center_id: i64,
    /// Address of the guardian asked; `None` if nobody was named yet.
    email: Option<String>,
    asks: i64,
    /// When the account ends without consent; `None` until the waiting period has started.
    ends_at: Option<String>,
}

fn waiting_of(connection: &Connection, user_id: i64, now: &str) -> Result<Option<Waiting>> {
    let found = connection
        .prepare_cached(concat!(
            "select c.minimum_age, t.volunteer_center_id, g.email, coalesce(g.asks, 0), max(g.created_at, coalesce(g.asked_at, ''))
               from users t
               join volunteer_centers c on c.id = t.volunteer_center_id
               left join guardians g on g.user_id = t.id
              where t.id = :id and ",
            waiting!()
        ))?
        .query_row(named_params! {":id": user_id, ":now": now}, |row| {
            let since: Option<String> = row.get(4)?;
            Ok(Waiting {
                minimum_age: row.get(0)?,
                center_id: row.get(1)?,
                email: row.get(2)?,
                asks: row.get(3)?,
                ends_at: since.map(|since| later(&since, Purpose::GuardianConsent.lifetime())),
            })
        })
        .optional()?;
    Ok(found)
}

fn minimum_age_of(connection: &Connection, center_id: i64) -> Result<i64> {
    Ok(connection
        .prepare_cached("select minimum_age from volunteer_centers where id = ?1")?
        .query_row([center_id], |row| row.get(0))?)
}

/// 403 `consent_missing` for a person who awaits a guardian's consent.
pub fn require_consent(connection: &Connection, user_id: i64, now: &str) -> Result<()> {
    match waiting_of(connection, user_id, now)? {
        None => Ok(()),
        Some(waiting) => {
            Err(Error::from(Code::ConsentMissing).with("minimum_age", waiting.minimum_age))
        }
    }
}

/// State for the person's own account page: whether a guardian has to be named, or was asked; null for everybody
/// else.
pub fn shown(connection: &Connection, user_id: i64, now: &str) -> Result<Value> {
    Ok(match waiting_of(connection, user_id, now)? {
        None => Value::Null,
        Some(waiting) => json!({
            "state": if waiting.email.is_some() { "asked" } else { "wanted" },
            "email": waiting.email,
            "ends_at": waiting.ends_at,
            "minimum_age": waiting.minimum_age,
            "may_ask": waiting.asks < ASKS,
        }),
    })
}

/// Returns the age on the day of `now`; `None` for an invalid date.
pub fn age(birth_date: &str, now: &str) -> Option<i32> {
    let born: jiff::civil::Date = birth_date.parse().ok()?;
    let today: jiff::civil::Date = now.get(..10)?.parse().ok()?;
    let had_no_birthday = (today.month(), today.day()) < (born.month(), born.day());
    Some(i32::from(today.year() - born.year()) - i32::from(had_no_birthday))
}

/// 403 `under_age` below the minimum age for an account.
pub fn refuse_children(birth_date: &str, now: &str) -> Result<()> {
    match age(birth_date, now) {
        Some(age) if age < YOUNGEST => Err(Error::from(Code::UnderAge)
            .with("min_age", YOUNGEST)
            .at("/data/attributes/birth_date")),
        _ => Ok(()),
    }
}

/// 403 `under_age` for a person too young to be found by organisations.
pub fn refuse_in_pool(connection: &Connection, user_id: i64, now: &str) -> Result<()> {
    let birth_date: Option<String> = connection.query_row(
        "select birth_date from users where id = ?1",
        [user_id],
        |row| row.get(0),
    )?;
    match birth_date.and_then(|day| age(&day, now)) {
        Some(age) if age < POOL_FROM => Err(Error::from(Code::UnderAge).with("min_age", POOL_FROM)),
        _ => Ok(()),
    }
}

/// Refuses a change of the date of birth by a young person; their centre corrects mistakes.
pub fn refuse_growing_up(tx: &Tx, user_id: i64) -> Result<()> {
    let is_young = tx
        .prepare_cached(concat!(
            "select 1 from users t where t.id = :id and ",
            young!()
        ))?
        .exists(named_params! {":id": user_id, ":now": tx.now()})?;
    if is_young {
        return Err(FieldFault::attribute("birth_date", "birth_date_stays").into());
    }
    Ok(())
}

/// Validates the age in a form for a new account: children are refused, young people must name a guardian.
pub fn validate_form(
    connection: &Connection,
    now: &str,
    center_id: i64,
    (birth_date, guardian, own): (Option<&str>, Option<&str>, &str),
) -> Result<()> {
    let Some(birth_date) = birth_date else {
        return Ok(());
    };
    crate::resources::user::rules::validate_birth_date(birth_date, now)?;
    refuse_children(birth_date, now)?;
    let minimum_age: i32 = connection.query_row(
        "select minimum_age from volunteer_centers where id = ?1",
        [center_id],
        |row| row.get(0),
    )?;
    let is_young = age(birth_date, now).is_some_and(|age| age < minimum_age);
    match guardian {
        None if is_young => Err(FieldFault::attribute("guardian_email", "guardian_needed").into()),
        Some(guardian) if is_young => {
            validate_address(guardian, &[own.to_owned()], "guardian_email")
        }
        _ => Ok(()),
    }
}

/// The addresses that are the young person's own: the present one, the one they asked for, and those before.
fn own_addresses(connection: &Connection, user_id: i64) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "select email from users where id = ?1 and email is not null
         union select unconfirmed_email from users where id = ?1 and unconfirmed_email is not null
         union select value from known_as where user_id = ?1 and kind = 'email'",
    )?;
    let addresses = statement.query_map([user_id], |row| row.get(0))?;
    Ok(addresses.collect::<rusqlite::Result<_>>()?)
}

fn validate_address(guardian: &str, own: &[String], field: &str) -> Result<()> {
    if own.iter().any(|own| email::is_same_mailbox(own, guardian)) {
        return Err(FieldFault::attribute(field, "guardian_is_you").into());
    }
    Ok(())
}

/// Applies the age data of a sign-up form once its address is confirmed, and asks the guardian. Where several forms
/// were submitted for one address, their data cannot be attributed: the person is asked again.
pub fn take_over(tx: &Tx, user_id: i64, form: &Value) -> Result<()> {
    let text = |name: &str| form.get(name).and_then(Value::as_str);
    if form.get("is_contested") == Some(&Value::Bool(true)) {
        return Ok(());
    }
    tx.execute(
        "update users set birth_date = coalesce(?2, birth_date) where id = ?1",
        (user_id, text("birth_date")),
    )?;
    match (text("guardian_email"), waiting_of(tx, user_id, tx.now())?) {
        // An address past its email limit gets nothing: the retention job requests another one.
        (Some(email), Some(waiting)) if GUARDIAN_LETTERS.allows(tx, email)? => {
            write(tx, user_id, &waiting, email)
        }
        _ => Ok(()),
    }
}

/// Queues the email with the link, valid for fourteen days; earlier links are revoked.
fn write(tx: &Tx, user_id: i64, waiting: &Waiting, email: &str) -> Result<()> {
    tx.prepare_cached(
        "insert into guardians (user_id, email, asked_at, asks, created_at) values (:user_id, :email, :now, 1, :now)
         on conflict (user_id) do update set email = :email, asked_at = :now, asks = asks + 1",
    )?
    .execute(named_params! {":user_id": user_id, ":email": email, ":now": tx.now()})?;
    tx.execute(
        "delete from outbox where kind = ?2 and subject_type = 'users' and subject_id = ?1 and status = 'waiting'",
        (user_id, MailKind::GuardianConsent.as_str()),
    )?;
    let subject = (User::TYPE, user_id);
    let token = token::issue(tx, Purpose::GuardianConsent, subject, &Value::Null)?;
    let person = Young::find(tx, user_id)?;
    audit(tx, Some(user_id), "ask_guardian", subject)?;
    Notice {
        kind: MailKind::GuardianConsent,
        data: json!({
            "young_name": person.name(),
            "minimum_age": waiting.minimum_age,
            "path": format!("/toestemming?token={token}"),
            "expires_at": later(tx.now(), Purpose::GuardianConsent.lifetime()),
        }),
        subject,
        center_id: waiting.center_id,
    }
    .mail(tx, email, ("", ""), &person.locale)
}

struct Young {
    first_name: String,
    last_name: String,
    locale: String,
    center_id: i64,
    center_name: String,
}

impl Young {
    fn find(connection: &Connection, user_id: i64) -> Result<Self> {
        Ok(connection
            .prepare_cached(
                "select coalesce(u.first_name, ''), coalesce(u.last_name, ''), u.locale, u.volunteer_center_id, c.name
                   from users u join volunteer_centers c on c.id = u.volunteer_center_id
                  where u.id = ?1",
            )?
            .query_row([user_id], |row| {
                Ok(Self {
                    first_name: row.get(0)?,
                    last_name: row.get(1)?,
                    locale: row.get(2)?,
                    center_id: row.get(3)?,
                    center_name: row.get(4)?,
                })
            })?)
    }

    fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
            .trim()
            .to_owned()
    }
}

/// A parent or guardian who came along agrees at the desk; `actor_id` asked them. Nothing for somebody who needs none.
pub fn agree_at_desk(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    if waiting_of(tx, user_id, tx.now())?.is_none() {
        return Ok(());
    }
    tx.execute(
        "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'guardian', 1, ?2, ?2)",
        (user_id, tx.now()),
    )?;
    audit(tx, actor_id, "guardian_agreed", (User::TYPE, user_id))
}

fn agree(tx: &Tx, user_id: i64) -> Result<()> {
    tx.execute(
        "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'guardian', 1, ?2, ?2)",
        (user_id, tx.now()),
    )?;
    tx.execute(
        "update guardians set agreed_at = ?2 where user_id = ?1",
        (user_id, tx.now()),
    )?;
    let subject = (User::TYPE, user_id);
    audit(tx, None, "guardian_agreed", subject)?;
    let person = Young::find(tx, user_id)?;
    thank(tx, user_id, &person)?;
    Notice {
        kind: MailKind::GuardianAgreed,
        data: json!({ "path": "/vacancies/search" }),
        subject,
        center_id: person.center_id,
    }
    .tell(tx, user_id)
}

/// Starts the waiting period of a person who has named no guardian, and notifies them. Called by the retention job.
pub fn begin(tx: &Tx, user_id: i64) -> Result<()> {
    tx.execute(
        "insert into guardians (user_id, created_at) values (?1, ?2)",
        (user_id, tx.now()),
    )?;
    Notice {
        kind: MailKind::GuardianWanted,
        data: json!({
            "path": "/account/privacy",
            "ends_at": later(tx.now(), Purpose::GuardianConsent.lifetime()),
        }),
        subject: (User::TYPE, user_id),
        center_id: Young::find(tx, user_id)?.center_id,
    }
    .tell(tx, user_id)
}

/// Ends the account after a refusal or without an answer: closed, and erased without a grace period.
pub fn end(tx: &Tx, user_id: i64) -> Result<()> {
    archive(
        tx,
        user_id,
        ArchiveReason::NoGuardian,
        &Said::default(),
        None,
    )?;
    let Some(person) = erase(tx, user_id, Remains::Number)? else {
        return Ok(());
    };
    let subject = (User::TYPE, user_id);
    audit(tx, None, "anonymise", subject)?;
    tx.execute(
        "insert into erasures (kind, at) values ('no_guardian', ?1)",
        [tx.now()],
    )?;
    let Some(email) = &person.email else {
        return Ok(());
    };
    // Final email. Its outbox row is deleted as soon as it is sent.
    Notice {
        kind: MailKind::GuardianRefused,
        data: json!({}),
        subject,
        center_id: person.center_id,
    }
    .mail(tx, email, ("", ""), &person.locale)
}

#[cfg(test)]
mod tests {
    use super::age;

    #[test]
    fn a_birthday_counts_from_the_day_itself() {
        let now = "2026-11-21T09:00:00Z";
        for (born, years) in [
            ("2010-11-21", 16),
            ("2010-11-22", 15),
            ("2014-11-21", 12),
            ("2014-11-22", 11),
            ("2012-02-29", 14),
        ] {
            assert_eq!(age(born, now), Some(years), "{born}");
        }
    }
}
