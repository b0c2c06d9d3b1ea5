//! What becomes of registrations when something happens to their activity or to the person, and how long names stay.

use rusqlite::named_params;

use super::declaration::SET;
use super::{ActivityRegistration, places, transition};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource as _;
use crate::model::declaration::Clock;
use crate::model::effects::{Event, Happening};
use crate::model::purge::{forget, forget_guest, ids};

#[rustfmt::skip]
pub(super) const CLOCKS: &[Clock] = &[
    // Who came: names six months after the last date that they signed up for; what is counted stays.
    Clock { kind: "activity_registration", table: "activity_registrations", act: |tx, id, _| erase_names(tx, id), takes_away: true,
        rows: "(t.user_id is not null or t.email is not null or t.first_name is not null)
               and not exists (select 1 from activity_occurrences o
                                where o.activity_id = t.activity_id and coalesce(t.occurrence_id, o.id) = o.id and o.ends_at > :m6)
               and t.created_at <= :m6" },
];

/// Removes what identifies the person from one registration and from what was written about it.
fn erase_names(tx: &Tx, id: i64) -> Result<()> {
    for sql in [
        "delete from tokens where subject_type = 'activity_registrations' and subject_id = :id",
        "delete from outbox where subject_type = 'activity_registrations' and subject_id = :id",
        "delete from notifications where subject_type = 'activity_registrations' and subject_id = :id",
        "update transitions
            set reason_text = null,
                actor_id = nullif(actor_id, (select user_id from activity_registrations where id = :id))
          where subject_type = 'activity_registrations' and subject_id = :id",
    ] {
        tx.prepare_cached(sql)?.execute(named_params! {":id": id})?;
    }
    let set: Vec<String> = SET
        .iter()
        .map(|(column, value)| format!("{column} = {value}"))
        .collect();
    tx.prepare_cached(&format!(
        "update activity_registrations set {}, version = version + 1, updated_at = :now where id = :id",
        set.join(", ")
    ))?
    .execute(named_params! {":id": id, ":now": tx.now()})?;
    Ok(())
}

pub(super) fn run(happening: &Happening) -> Result<()> {
    let Happening { tx, id, .. } = *happening;
    match happening.event {
        Event::AccountCloses => transition::withdraw_all_of(tx, id, happening.actor_id),
        Event::AddressProved => adopt(tx, id),
        Event::ActivitySaved => places::offer_free_places(tx, id),
        Event::RowPurged {
            table: "activities",
        } => forget_all_of(tx, id),
        _ => Ok(()),
    }
}

/// Links registrations without an account to the one that has proved their address. One that would be a second one for
/// the same date stays unlinked.
fn adopt(tx: &Tx, user_id: i64) -> Result<()> {
    tx.prepare_cached(
        "update or ignore activity_registrations
            set user_id = :user_id, version = version + 1, updated_at = :now
          where user_id is null and organization_id is null
            and email = (select email from users where id = :user_id)",
    )?
    .execute(named_params! {":user_id": user_id, ":now": tx.now()})?;
    Ok(())
}

/// Deletes the registrations of an activity that is purged, and forms of guests that were never confirmed.
fn forget_all_of(tx: &Tx, activity_id: i64) -> Result<()> {
    let of_activity = "select id from activity_registrations where activity_id = ?1";
    for id in ids(tx, of_activity, activity_id)? {
        tx.execute(
            "delete from notifications where subject_type = ?1 and subject_id = ?2",
            (ActivityRegistration::TYPE, id),
        )?;
        forget(tx, (ActivityRegistration::TYPE, id), None)?;
    }
    let guests = ids(
        tx,
        "select id from tokens where purpose in ('confirm_activity_registration', 'take_activity_place') and email is not null and data ->> 'activity_id' = ?1",
        activity_id,
    )?;
    guests
        .into_iter()
        .try_for_each(|guest| forget_guest(tx, guest))
}
