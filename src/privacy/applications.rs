//! Anonymisation of applications: the row still counts for its vacancy but no longer identifies anybody.

use rusqlite::named_params;

use crate::db::Tx;
use crate::error::{Error, Result};
use crate::privacy::personal_data::Erase;

const SET: &[(&str, &str)] = &[
    ("user_id", "null"),
    ("first_name", "null"),
    ("last_name", "null"),
    ("email", "null"),
    ("phone_number", "null"),
    ("message", "''"),
    ("answers", "null"),
    ("reason_text", "null"),
];

const KEEP: &[&str] = &[
    "id",
    "vacancy_id",
    "organization_id",
    "volunteer_center_id",
    "locale",
    "status",
    "stage",
    "reason_code",
    "closed_by",
    "source",
    "mentor_id",
    "school_id",
    "school_approved_at",
    "consent_at",
    "responded_at",
    "match_confirmed_at",
    "waitlist_position",
    "offer_expires_at",
    "withdrawals",
    "asked_center_at",
    "closed_at",
    "version",
    "created_at",
    "updated_at",
];

pub(super) const COLUMNS: &[&str] = &[
    "user_id",
    "first_name",
    "last_name",
    "email",
    "phone_number",
    "message",
    "answers",
    "reason_text",
    "id",
    "vacancy_id",
    "organization_id",
    "volunteer_center_id",
    "locale",
    "status",
    "stage",
    "reason_code",
    "closed_by",
    "source",
    "mentor_id",
    "school_id",
    "school_approved_at",
    "consent_at",
    "responded_at",
    "match_confirmed_at",
    "waitlist_position",
    "offer_expires_at",
    "withdrawals",
    "asked_center_at",
    "closed_at",
    "version",
    "created_at",
    "updated_at",
];

pub(super) const BLANK: Erase = Erase::Blank {
    set: SET,
    keep: KEEP,
};

/// Deletes what a guest submitted and the confirmation email; the link is revoked.
pub fn forget_guest(tx: &Tx, token_id: i64) -> Result<()> {
    tx.execute(
        "delete from outbox where subject_type = 'tokens' and subject_id = ?1",
        [token_id],
    )?;
    tx.execute(
        "update tokens set data = null, email = null, expires_at = min(expires_at, ?2) where id = ?1",
        (token_id, tx.now()),
    )?;
    Ok(())
}

/// Removes the applicant's personal data from one application and from what was written about it.
pub fn erase_application(tx: &Tx, id: i64) -> Result<()> {
    for sql in [
        "delete from tokens where subject_type = 'applications' and subject_id = :id",
        "delete from outbox where subject_type = 'applications' and subject_id = :id",
        "delete from notifications where subject_type = 'applications' and subject_id = :id",
        // The applicant's own transitions; those of an organisation or a centre remain.
        "update transitions
            set reason_text = null,
                actor_id = nullif(actor_id, (select user_id from applications where id = :id))
          where subject_type = 'applications' and subject_id = :id",
    ] {
        tx.prepare_cached(sql)?.execute(named_params! {":id": id})?;
    }
    let Erase::Blank { set, .. } = BLANK else {
        return Err(Error::internal("an application stays"));
    };
    let set: Vec<String> = set
        .iter()
        .map(|(column, value)| format!("{column} = {value}"))
        .collect();
    tx.prepare_cached(&format!(
        "update applications set {}, version = version + 1, updated_at = :now where id = :id",
        set.join(", ")
    ))?
    .execute(named_params! {":id": id, ":now": tx.now()})?;
    Ok(())
}
