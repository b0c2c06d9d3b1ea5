//! Retention of accounts (docs/domain/retention.md#clocks): warns about, suspends, closes and anonymises those that are
//! no longer used.

use serde_json::json;

use super::archive::{ArchiveReason, Said, archive};
use super::guardian;
use super::guardian::{waiting, young};
use crate::base::clock::{days, later, months};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::declaration::Clock;
use crate::model::purge::forget_guest;
use crate::model::state_history::audit;
use crate::model::state_machine::{self, Actor, Reason};
use crate::privacy::Remains;
use crate::resources::notification::Notice;
use crate::resources::personal_data::erase;
use crate::resources::user::transition::{UserEvent, UserInput};
use crate::resources::user::{User, UserStatus};

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

/// Ordered by the life cycle of an account.
#[rustfmt::skip]
pub(in crate::resources::user) const CLOCKS: &[Clock] = &[
    Clock { kind: "unconfirmed_account", table: "users", act: |tx, id, _| erase(tx, id, Remains::Nothing).map(drop), takes_away: true,
        rows: "t.status = 'inactive' and t.signup_method = 'signedUp' and t.confirmed_at is null and t.last_sign_in_at is null
               and max(t.created_at, coalesce(t.kept_at, '')) <= :d30" },
    Clock { kind: "invited_account", table: "users", act: |tx, id, _| erase(tx, id, Remains::Nothing).map(drop), takes_away: true,
        rows: "t.status = 'invited' and t.confirmed_at is null
               and max(t.created_at, coalesce(t.invited_at, ''), coalesce(t.kept_at, '')) <= :d90" },
    // Closed by an earlier version, which retained invited accounts although they had never consented.
    Clock { kind: "invited_account", table: "users", act: |tx, id, _| erase(tx, id, Remains::Nothing).map(drop), takes_away: true,
        rows: "t.status = 'archived' and t.anonymised_at is null and t.confirmed_at is null and t.accepted_terms_at is null
               and t.signup_method in ('createdByUser', 'imported')" },
    // A guest who never confirmed. The link is reported as expired for a while.
    Clock { kind: "guest_application", table: "tokens", act: |tx, id, _| forget_guest(tx, id), takes_away: true,
        rows: "t.email is not null and t.created_at <= :d7" },
    // From a week before the deadline on, the second warning applies instead.
    Clock { kind: "warning_23m", table: "users", act: |tx, id, _| warn(tx, id, MailKind::AccountInactive23m), takes_away: false,
        rows: concat!("t.status = 'active' and ", seen!(), " <= :m23 and ", seen!(), " > :m24_but_7d and ", can_be_missed!(),
                      " and ", warned!("account_inactive_23m"), " is null") },
    Clock { kind: "warning_7d", table: "users", act: |tx, id, _| warn(tx, id, MailKind::AccountInactive7d), takes_away: false,
        rows: concat!("t.status = 'active' and ", seen!(), " <= :m24_but_7d and ", can_be_missed!(),
                      " and ", warned!("account_inactive_7d"), " is null") },
    Clock { kind: "sleep", table: "users", act: |tx, id, _| put_to_sleep(tx, id), takes_away: false,
        rows: concat!("t.status = 'active' and ", seen!(), " <= :m24 and ", can_be_missed!(),
                      " and ", warned!("account_inactive_7d"), " <= :d7") },
    Clock { kind: "idle_account", table: "users", act: |tx, id, _| archive(tx, id, ArchiveReason::Idle, &Said::default(), None).map(drop), takes_away: false,
        rows: concat!("t.status = 'inactive' and t.confirmed_at is not null and ", seen!(), " <= :m36
                      and coalesce(t.inactive_at, '') <= :m11 and ", can_be_missed!()) },
    Clock { kind: "account", table: "users", act: |tx, id, _| anonymise(tx, id), takes_away: true,
        rows: "t.status = 'archived' and t.anonymised_at is null and t.erase_after <= :now" },
    Clock { kind: "guardian_wanted", table: "users", act: |tx, id, _| guardian::begin(tx, id), takes_away: false,
        rows: concat!("t.status = 'active' and ", waiting!(), " and not exists (select 1 from guardians g where g.user_id = t.id)") },
    // A missing answer counts only if the email was actually sent.
    Clock { kind: "no_guardian", table: "users", act: |tx, id, _| guardian::end(tx, id), takes_away: false,
        rows: concat!("t.status in ('active', 'inactive') and ", waiting!(),
                      " and ", can_be_missed!(), " and exists (select 1 from guardians g where g.user_id = t.id and max(g.created_at, coalesce(g.asked_at, '')) <= :d14)
                      and coalesce((select o.status from outbox o where o.subject_type = 'users' and o.subject_id = t.id
                                       and o.kind in ('guardian_consent', 'guardian_wanted') order by o.id desc limit 1), 'sent') = 'sent'") },
    Clock { kind: "guardian", table: "guardians", act: |tx, id, _| forget_guardian(tx, id), takes_away: true,
        rows: concat!("t.user_id not in (select t.id from users t where ", young!(), ")") },
];

/// Deletes the address of a guardian who is no longer needed.
fn forget_guardian(tx: &Tx, id: i64) -> Result<()> {
    tx.execute("delete from guardians where id = ?1", [id])?;
    Ok(())
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
