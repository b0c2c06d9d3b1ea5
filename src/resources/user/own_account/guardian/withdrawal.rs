//! Withdrawal of a guardian's consent: the email with the link, and the effects.

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Value, json};

use super::{Young, waiting, young};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::user::User;
use crate::resources::user::own_account::archive::{ArchiveReason, Said, archive};

/// Confirms the consent to the guardian by email, with the withdrawal link.
pub(super) fn thank(tx: &Tx, user_id: i64, person: &Young) -> Result<()> {
    let email = address_of(tx, user_id)?;
    let Some(email) = email else {
        return Ok(());
    };
    let subject = (User::TYPE, user_id);
    let token = token::issue(tx, Purpose::GuardianWithdrawal, subject, &Value::Null)?;
    Notice {
        kind: MailKind::GuardianThanks,
        data: json!({
            "young_name": person.name(),
            "path": format!("/toestemming?token={token}"),
        }),
        subject,
        center_id: person.center_id,
    }
    .mail(tx, &email, ("", ""), &person.locale)
}

fn address_of(tx: &Tx, user_id: i64) -> Result<Option<String>> {
    Ok(tx
        .query_row(
            "select email from guardians where user_id = ?1",
            [user_id],
            |row| row.get(0),
        )
        .optional()?
        .flatten())
}

/// Returns whether this is a young person with an open account and a guardian's consent.
pub(super) fn is_agreed(connection: &Connection, user_id: i64, now: &str) -> Result<bool> {
    Ok(connection
        .prepare_cached(concat!(
            "select 1 from users t where t.id = :id and t.status <> 'archived' and ",
            young!(),
            " and not ",
            waiting!()
        ))?
        .exists(named_params! {":id": user_id, ":now": now})?)
}

/// Withdraws the consent: the account is closed and the centre can reopen it for thirty days. After that everything
/// that requires consent is refused until it is given again.
pub(super) fn take_back(tx: &Tx, user_id: i64) -> Result<()> {
    let person = Young::find(tx, user_id)?;
    let email = address_of(tx, user_id)?;
    tx.execute(
        "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'guardian', 0, ?2, ?2)",
        (user_id, tx.now()),
    )?;
    // If the account is reopened, the guardian and the waiting period start anew.
    tx.execute("delete from guardians where user_id = ?1", [user_id])?;
    let subject = (User::TYPE, user_id);
    audit(tx, None, "guardian_withdrew", subject)?;
    let erased_at = archive(
        tx,
        user_id,
        ArchiveReason::GuardianWithdrew,
        &Said::default(),
        None,
    )?;
    let Some(email) = email else {
        return Ok(());
    };
    Notice {
        kind: MailKind::GuardianWithdrawn,
        data: json!({ "young_name": person.name(), "erased_at": erased_at }),
        subject,
        center_id: person.center_id,
    }
    .mail(tx, &email, ("", ""), &person.locale)
}
