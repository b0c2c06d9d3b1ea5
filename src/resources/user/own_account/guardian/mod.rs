//! Young people and the parent or guardian who has to agree (docs/domain/rights.md#young-people,
//! docs/decisions/0014). Whether somebody waits for a guardian follows from their date of birth, the age that their
//! centre asks and the consents; nothing else remembers it, so that a birthday ends it by itself.

mod link;
mod withdrawal;

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Value, json};

use super::archive::{ArchiveReason, Said, archive};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::rate_limits::GUARDIAN_LETTERS;
use crate::base::clock::later;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::Resource;
use crate::mail::MailKind;
use crate::privacy::{Remains, erase};
use crate::resources::notification::Notice;
use crate::resources::state_history::audit;
use crate::resources::user::User;

use withdrawal::{is_agreed, take_back, thank};

pub use link::routes;

/// Nobody younger has an account.
pub const YOUNGEST: i32 = 12;
/// Below this a person is in no pool, whatever a parent says.
const POOL_FROM: i32 = 16;
/// Letters to guardians for one young person, ever: it is not for writing to strangers.
const ASKS: i64 = 3;

/// True for `t`, a person who is younger than their centre asks.
macro_rules! young {
    () => {
        "(t.birth_date is not null and t.birth_date > date(:now, '-' || \
          (select c.minimum_age from volunteer_centers c where c.id = t.volunteer_center_id) || ' years'))"
    };
}
/// True for `t`, a person who may not decide alone and for whom nobody has said yes.
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

/// Somebody who waits for a guardian.
struct Waiting {
    minimum_age: i64,
    center_id: i64,
    own_email: Option<String>,
    /// Whom we asked; none: nobody yet.
    email: Option<String>,
    asks: i64,
    /// When the account ends, if nobody says yes; none until the clock has started.
    ends_at: Option<String>,
}

fn waiting_of(connection: &Connection, user_id: i64, now: &str) -> Result<Option<Waiting>> {
    let found = connection
        .prepare_cached(concat!(
            "select c.minimum_age, t.volunteer_center_id, t.email, g.email, coalesce(g.asks, 0), max(g.created_at, coalesce(g.asked_at, ''))
               from users t
               join volunteer_centers c on c.id = t.volunteer_center_id
               left join guardians g on g.user_id = t.id
              where t.id = :id and ",
            waiting!()
        ))?
        .query_row(named_params! {":id": user_id, ":now": now}, |row| {
            let since: Option<String> = row.get(5)?;
            Ok(Waiting {
                minimum_age: row.get(0)?,
                center_id: row.get(1)?,
                own_email: row.get(2)?,
                email: row.get(3)?,
                asks: row.get(4)?,
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

/// 403 `consent_missing` for who has to wait for a guardian's yes.
pub fn require_consent(connection: &Connection, user_id: i64, now: &str) -> Result<()> {
    match waiting_of(connection, user_id, now)? {
        None => Ok(()),
        Some(waiting) => {
            Err(Error::from(Code::ConsentMissing).with("minimum_age", waiting.minimum_age))
        }
    }
}

/// What the person's own screen says: whether a guardian has to be named, or was asked; null for everybody else.
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

/// How old somebody is on the day of `now`; none for what is no day.
pub fn age(birth_date: &str, now: &str) -> Option<i32> {
    let born: jiff::civil::Date = birth_date.parse().ok()?;
    let today: jiff::civil::Date = now.get(..10)?.parse().ok()?;
    let had_no_birthday = (today.month(), today.day()) < (born.month(), born.day());
    Some(i32::from(today.year() - born.year()) - i32::from(had_no_birthday))
}

/// 403 `under_age` for a child.
pub fn refuse_children(birth_date: &str, now: &str) -> Result<()> {
    match age(birth_date, now) {
        Some(age) if age < YOUNGEST => Err(Error::from(Code::UnderAge)
            .with("min_age", YOUNGEST)
            .at("/data/attributes/birth_date")),
        _ => Ok(()),
    }
}

/// 403 `under_age` for who is too young to be found by organisations.
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

/// Who is young does not make themselves older; their centre mends a mistake.
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

/// What a form for a new account says of age: a child is refused, and who is young names a guardian.
pub fn validate_form(
    tx: &Tx,
    center_id: i64,
    (birth_date, guardian, own): (Option<&str>, Option<&str>, &str),
) -> Result<()> {
    let Some(birth_date) = birth_date else {
        return Ok(());
    };
    crate::resources::user::rules::validate_birth_date(birth_date, tx.now())?;
    refuse_children(birth_date, tx.now())?;
    let minimum_age: i32 = tx.query_row(
        "select minimum_age from volunteer_centers where id = ?1",
        [center_id],
        |row| row.get(0),
    )?;
    let is_young = age(birth_date, tx.now()).is_some_and(|age| age < minimum_age);
    match guardian {
        None if is_young => Err(FieldFault::attribute("guardian_email", "guardian_needed").into()),
        Some(guardian) if is_young => validate_address(guardian, Some(own), "guardian_email"),
        _ => Ok(()),
    }
}

fn validate_address(guardian: &str, own: Option<&str>, field: &str) -> Result<()> {
    if own.is_some_and(|own| own.eq_ignore_ascii_case(guardian)) {
        return Err(FieldFault::attribute(field, "guardian_is_you").into());
    }
    Ok(())
}

/// Takes over what the form of a new account said, now that its address is proved, and asks the guardian. Where several
/// forms were filled in for one address, nobody knows whose said what: the person is asked again.
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
        // To an address that was written to too often goes nothing: the clock asks for another one.
        (Some(email), Some(waiting)) if GUARDIAN_LETTERS.allows(tx, email)? => {
            write(tx, user_id, &waiting, email)
        }
        _ => Ok(()),
    }
}

/// The letter with the link, which holds fourteen days; an earlier one opens nothing any more.
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

/// The clock's first look at somebody who waits and has named nobody: the days begin, and they are told.
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

/// A no, or no answer: the account ends as if it was closed, and is erased without the days of grace.
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
    // The last letter. Its row goes as soon as it is sent.
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
