//! Retention of applications: an anonymised row still counts for its vacancy but no longer identifies anybody.

use rusqlite::named_params;

use super::declaration::SET;
use crate::db::Tx;
use crate::error::Result;
use crate::model::declaration::Clock;
use crate::model::effects::{Event, Happening};

#[rustfmt::skip]
pub(super) const CLOCKS: &[Clock] = &[
    Clock { kind: "application", table: "applications", act: |tx, id, _| erase_application(tx, id), takes_away: true,
        rows: "(t.user_id is not null or t.email is not null or t.first_name is not null or t.message <> '')
               and t.stage in ('rejected', 'withdrawn', 'closed') and coalesce(t.closed_at, t.updated_at) <= :m6" },
    // An accepted application ends with its vacancy, a completed one at completion.
    Clock { kind: "application", table: "applications", act: |tx, id, _| erase_application(tx, id), takes_away: true,
        rows: "(t.user_id is not null or t.email is not null or t.first_name is not null or t.message <> '')
               and t.stage in ('accepted', 'started', 'completed') and t.updated_at <= :m24
               and (t.stage = 'completed'
                    or exists (select 1 from vacancies v where v.id = t.vacancy_id and v.status in ('expired', 'archived', 'deleted')
                                  and coalesce(v.deleted_at, v.archived_at, v.expires_at, v.updated_at) <= :m24))" },
];

/// Removes the applicant's personal data from one application and from what was written about it.
pub fn erase_application(tx: &Tx, id: i64) -> Result<()> {
    Happening::new(tx, Event::ApplicationErased, id).announce()?;
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
    let set: Vec<String> = SET
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
