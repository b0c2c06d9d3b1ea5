//! Retention of personal data (docs/domain/retention.md#clocks): warns about, suspends, closes and anonymises
//! inactive accounts, and purges deleted objects. Driven by one list of clocks, each a query for the rows that are
//! due and an action for one row. Each row has its own transaction, which repeats the query, so that concurrent
//! processes never act twice.

use std::path::Path;

use rusqlite::Connection;
use serde_json::json;

use crate::base::clock::{days, later, months};
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::privacy::{Remains, erase, erase_application, forget_guest};
use crate::resources::notification::Notice;
use crate::resources::purge::{purge_organization, purge_vacancy};
use crate::resources::state_history::audit;
use crate::resources::state_machine::{self, Actor, Reason};
use crate::resources::user::own_account::archive::{ArchiveReason, Said, archive};
use crate::resources::user::own_account::guardian;
use crate::resources::user::own_account::guardian::{waiting, young};
use crate::resources::user::transition::{UserEvent, UserInput};
use crate::resources::user::{User, UserStatus};

/// Maximum number of rows per clock and run; the remainder is processed in the next hour.
const BATCH: i64 = 500;

/// Last activity of a person, as SQL.
macro_rules! seen {
    () => {
        "max(coalesce(t.last_sign_in_at, ''), coalesce(t.kept_at, ''), coalesce(t.confirmed_at, ''), t.created_at)"
    };
}

/// SQL condition that excludes the last admin and a centre's last superuser: without them nobody could grant access.
macro_rules! can_be_missed {
    () => {
        "not exists (select 1 from roles r
                      where r.user_id = t.id and r.accepted_at is not null and r.name in ('admin', 'center_superuser')
                        and not exists (select 1 from roles o join users u on u.id = o.user_id and u.status = 'active'
                                         where o.user_id <> t.id and o.name = r.name and o.scope_type = r.scope_type
                                           and o.scope_id = r.scope_id and o.accepted_at is not null))"
    };
}

/// SQL for the warning of this kind that was sent after the person's last activity.
macro_rules! warned {
    ($kind:literal) => {
        concat!(
            "(select max(e.at) from audit_events e where e.subject_type = 'users' and e.subject_id = t.id and e.action = '",
            $kind,
            "' and e.at > ",
            seen!(),
            ")"
        )
    };
}

/// Action on a row that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Warn(MailKind),
    PutToSleep,
    Archive,
    /// Anonymises a closed account and writes the final email.
    Anonymise,
    /// Deletes a person entirely.
    Delete,
    AnonymiseApplication,
    /// Deletes the data of a guest who never confirmed. The link is reported as expired for a while.
    ForgetGuest,
    PurgeVacancy,
    PurgeOrganization,
    /// Notifies a young person that a guardian must be named, and starts the waiting period.
    WantGuardian,
    EndWithoutGuardian,
    /// Deletes the address of a guardian who is no longer needed.
    ForgetGuardian,
}

struct Clock {
    /// Kind recorded in `erasures`.
    kind: &'static str,
    table: &'static str,
    rows: &'static str,
    act: Act,
}

/// Ordered by the life cycle of an account. Times: `:d…` is so many days ago, `:m…` so many months.
#[rustfmt::skip]
const CLOCKS: &[Clock] = &[
    Clock { kind: "unconfirmed_account", table: "users", act: Act::Delete,
        rows: "t.status = 'inactive' and t.signup_method = 'signedUp' and t.confirmed_at is null and t.last_sign_in_at is null
               and max(t.created_at, coalesce(t.kept_at, '')) <= :d30" },
    Clock { kind: "invited_account", table: "users", act: Act::Delete,
        rows: "t.status = 'invited' and t.confirmed_at is null
               and max(t.created_at, coalesce(t.invited_at, ''), coalesce(t.kept_at, '')) <= :d90" },
    // Closed by an earlier version, which retained invited accounts although they had never consented.
    Clock { kind: "invited_account", table: "users", act: Act::Delete,
        rows: "t.status = 'archived' and t.anonymised_at is null and t.confirmed_at is null and t.accepted_terms_at is null
               and t.signup_method in ('createdByUser', 'imported')" },
    Clock { kind: "guest_application", table: "tokens", act: Act::ForgetGuest,
        rows: "t.email is not null and t.created_at <= :d7" },
    // From a week before the deadline on, the second warning applies instead.
    Clock { kind: "warning_23m", table: "users", act: Act::Warn(MailKind::AccountInactive23m),
        rows: concat!("t.status = 'active' and ", seen!(), " <= :m23 and ", seen!(), " > :m24_but_7d and ", can_be_missed!(),
                      " and ", warned!("account_inactive_23m"), " is null") },
    Clock { kind: "warning_7d", table: "users", act: Act::Warn(MailKind::AccountInactive7d),
        rows: concat!("t.status = 'active' and ", seen!(), " <= :m24_but_7d and ", can_be_missed!(),
                      " and ", warned!("account_inactive_7d"), " is null") },
    Clock { kind: "sleep", table: "users", act: Act::PutToSleep,
        rows: concat!("t.status = 'active' and ", seen!(), " <= :m24 and ", can_be_missed!(),
                      " and ", warned!("account_inactive_7d"), " <= :d7") },
    Clock { kind: "idle_account", table: "users", act: Act::Archive,
        rows: concat!("t.status = 'inactive' and t.confirmed_at is not null and ", seen!(), " <= :m36
                      and coalesce(t.inactive_at, '') <= :m11 and ", can_be_missed!()) },
    Clock { kind: "account", table: "users", act: Act::Anonymise,
        rows: "t.status = 'archived' and t.anonymised_at is null and t.erase_after <= :now" },
    Clock { kind: "guardian_wanted", table: "users", act: Act::WantGuardian,
        rows: concat!("t.status = 'active' and ", waiting!(), " and not exists (select 1 from guardians g where g.user_id = t.id)") },
    // A missing answer counts only if the email was actually sent.
    Clock { kind: "no_guardian", table: "users", act: Act::EndWithoutGuardian,
        rows: concat!("t.status in ('active', 'inactive') and ", waiting!(),
                      " and ", can_be_missed!(), " and exists (select 1 from guardians g where g.user_id = t.id and max(g.created_at, coalesce(g.asked_at, '')) <= :d14)
                      and coalesce((select o.status from outbox o where o.subject_type = 'users' and o.subject_id = t.id
                                       and o.kind in ('guardian_consent', 'guardian_wanted') order by o.id desc limit 1), 'sent') = 'sent'") },
    Clock { kind: "guardian", table: "guardians", act: Act::ForgetGuardian,
        rows: concat!("t.user_id not in (select t.id from users t where ", young!(), ")") },
    Clock { kind: "application", table: "applications", act: Act::AnonymiseApplication,
        rows: "(t.user_id is not null or t.email is not null or t.first_name is not null or t.message <> '')
               and t.stage in ('rejected', 'withdrawn', 'closed') and coalesce(t.closed_at, t.updated_at) <= :m6" },
    // An accepted application ends with its vacancy, a completed one at completion.
    Clock { kind: "application", table: "applications", act: Act::AnonymiseApplication,
        rows: "(t.user_id is not null or t.email is not null or t.first_name is not null or t.message <> '')
               and t.stage in ('accepted', 'started', 'completed') and t.updated_at <= :m24
               and (t.stage = 'completed'
                    or exists (select 1 from vacancies v where v.id = t.vacancy_id and v.status in ('expired', 'archived', 'deleted')
                                  and coalesce(v.deleted_at, v.archived_at, v.expires_at, v.updated_at) <= :m24))" },
    // The period for restoring ends at the same second.
    Clock { kind: "vacancy", table: "vacancies", act: Act::PurgeVacancy,
        rows: "t.status = 'deleted' and t.purged_at is null and t.deleted_at <= :d30" },
    Clock { kind: "organization", table: "organizations", act: Act::PurgeOrganization,
        rows: "t.status = 'deleted' and t.purged_at is null and t.deleted_at <= :d30" },
];

/// Retention of the audit log, in months.
const AUDIT_LOG: i32 = 24;

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    for clock in CLOCKS {
        if !clock.due(connection, now, 1, None)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(connection
        .prepare_cached("select 1 from audit_events where at < ?1 limit 1")?
        .exists([months(now, -AUDIT_LOG)])?)
}

/// Runs every clock and returns the number of rows processed. A row that fails does not stop the others.
pub async fn retention(db: &Db) -> Result<usize> {
    let mut count = 0;
    for clock in CLOCKS {
        let due = db.write(|tx| clock.due(tx, tx.now(), BATCH, None)).await?;
        for id in due {
            let uploads = db.uploads();
            match db.write(move |tx| clock.strike(tx, id, &uploads)).await {
                Ok(is_done) => count += usize::from(is_done),
                Err(error) => {
                    tracing::error!(clock = clock.kind, id, %error, "a row was passed over");
                }
            }
        }
    }
    count += db
        .write(|tx| {
            Ok(tx.execute(
                "delete from audit_events where id in (select id from audit_events where at < ?1 order by at limit 10000)",
                [months(tx.now(), -AUDIT_LOG)],
            )?)
        })
        .await?;
    Ok(count)
}

impl Clock {
    /// Returns the ids of the rows that are due; with `id`, only that row if it is due.
    fn due(
        &self,
        connection: &Connection,
        now: &str,
        limit: i64,
        id: Option<i64>,
    ) -> Result<Vec<i64>> {
        let one = if id.is_some() { "t.id = :id and " } else { "" };
        let sql = format!(
            "select t.id from {} as t where {one}{} order by t.id limit :limit",
            self.table, self.rows
        );
        let mut statement = connection.prepare_cached(&sql)?;
        for (name, moment) in [
            (":now", now.to_owned()),
            (":d7", later(now, -days(7))),
            (":d14", later(now, -days(14))),
            (":d30", later(now, -days(30))),
            (":d90", later(now, -days(90))),
            (":m6", months(now, -6)),
            (":m11", months(now, -11)),
            (":m23", months(now, -23)),
            (":m24", months(now, -24)),
            (":m24_but_7d", later(&months(now, -24), days(7))),
            (":m36", months(now, -36)),
        ] {
            if let Some(index) = statement.parameter_index(name)? {
                statement.raw_bind_parameter(index, moment)?;
            }
        }
        for (name, value) in [(":id", id), (":limit", Some(limit))] {
            if let Some(index) = statement.parameter_index(name)? {
                statement.raw_bind_parameter(index, value)?;
            }
        }
        let mut rows = statement.raw_query();
        let mut ids = Vec::new();
        while let Some(row) = rows.next()? {
            ids.push(row.get(0)?);
        }
        Ok(ids)
    }

    /// Acts on one row unless it is no longer due. Returns whether it acted.
    fn strike(&self, tx: &Tx, id: i64, uploads: &Path) -> Result<bool> {
        if self.due(tx, tx.now(), 1, Some(id))?.is_empty() {
            return Ok(false);
        }
        match self.act {
            Act::Warn(kind) => warn(tx, id, kind)?,
            Act::PutToSleep => put_to_sleep(tx, id)?,
            Act::Archive => {
                archive(tx, id, ArchiveReason::Idle, &Said::default(), None)?;
            }
            Act::Anonymise => anonymise(tx, id)?,
            Act::Delete => {
                erase(tx, id, Remains::Nothing)?;
            }
            Act::AnonymiseApplication => erase_application(tx, id)?,
            Act::ForgetGuest => forget_guest(tx, id)?,
            Act::WantGuardian => guardian::begin(tx, id)?,
            Act::EndWithoutGuardian => guardian::end(tx, id)?,
            Act::ForgetGuardian => {
                tx.execute("delete from guardians where id = ?1", [id])?;
            }
            Act::PurgeVacancy => purge_vacancy(tx, id, uploads)?,
            Act::PurgeOrganization => purge_organization(tx, id, uploads)?,
        }
        let takes_away = !matches!(
            self.act,
            Act::Warn(_)
                | Act::PutToSleep
                | Act::Archive
                | Act::WantGuardian
                | Act::EndWithoutGuardian
        );
        if takes_away {
            tx.prepare_cached("insert into erasures (kind, at) values (?1, ?2)")?
                .execute((self.kind, tx.now()))?;
        }
        Ok(true)
    }
}

/// Writes the warning with the date of suspension, which is at least a week from now however late the warning is.
fn warn(tx: &Tx, user_id: i64, kind: MailKind) -> Result<()> {
    let (seen, center_id): (String, i64) = tx.query_row(
        concat!(
            "select ",
            seen!(),
            ", t.volunteer_center_id from users t where t.id = ?1"
        ),
        [user_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let inactive_at = months(&seen, 24).max(later(tx.now(), days(7)));
    Notice {
        kind,
        data: json!({ "inactive_at": inactive_at }),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .tell(tx, user_id)?;
    // The audit event prevents a second warning and starts the final week, also for a person without an address.
    audit(tx, None, kind.as_str(), (User::TYPE, user_id))
}

/// Suspends the account and keeps its roles; sign-in is refused until the owner resets the password.
fn put_to_sleep(tx: &Tx, user_id: i64) -> Result<()> {
    crate::app::auth::session::end_others(tx, user_id, None)?;
    let actor = Actor::Program(None);
    let said = (Reason::code("idle"), UserInput::default());
    state_machine::take::<UserStatus>(tx, actor, Id::new(user_id), UserEvent::Sleep, said)
}

fn anonymise(tx: &Tx, user_id: i64) -> Result<()> {
    let Some(person) = erase(tx, user_id, Remains::Number)? else {
        return Ok(());
    };
    audit(tx, None, "anonymise", (User::TYPE, user_id))?;
    let Some(email) = &person.email else {
        return Ok(());
    };
    // Final email. Its outbox row is deleted as soon as it is sent.
    Notice {
        kind: MailKind::ErasureDone,
        data: json!({}),
        subject: (User::TYPE, user_id),
        center_id: person.center_id,
    }
    .mail(tx, email, ("", ""), &person.locale)
}
