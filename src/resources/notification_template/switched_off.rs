//! Switching a kind of email off and on again, for a centre or for the whole tenant.

use rusqlite::named_params;

use super::{NotificationTemplate, Which, save};
use crate::app::access::Rows;
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::mail::{MailKind, TextOverride};

/// Takes the right to reset the text of the level. 422 `mandatory` for a kind that is always sent,
/// `newsletter_off` for newsletters.
pub(super) fn switch(
    tx: &Tx,
    rows: &Rows<NotificationTemplate>,
    (which, level): (Which, Option<i64>),
    is_active: bool,
) -> Result<()> {
    if which.kind.is_mandatory() && !is_active {
        return Err(FieldFault::attribute("is_active", "mandatory").into());
    }
    // It goes only when somebody sends one: switched off, it would go to nobody without a word.
    if which.kind == MailKind::Newsletter && !is_active {
        return Err(FieldFault::attribute("is_active", "newsletter_off").into());
    }
    let text = TextOverride::stored(tx, which.kind, which.locale, level)?.unwrap_or_default();
    save(tx, rows, (which, level), &text, true)?;
    let sql = if is_active {
        "delete from switched_off_mails where kind = :kind and coalesce(volunteer_center_id, 0) = coalesce(:center_id, 0) and :now is not null"
    } else {
        "insert or ignore into switched_off_mails (kind, volunteer_center_id, created_at) values (:kind, :center_id, :now)"
    };
    tx.prepare_cached(sql)?.execute(named_params! {
        ":kind": which.kind.as_str(),
        ":center_id": level,
        ":now": tx.now(),
    })?;
    tx.noted();
    Ok(())
}
