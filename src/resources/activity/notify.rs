//! Notifications about an activity to those who run it, and to its centre.

use serde_json::json;

use super::Activity;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::state_machine::{Mail, Recipient};
use crate::resources::notification::Notice;

/// Queues one mail of the table of transitions. `is_change`: it is about other words of an activity that visitors see.
pub(super) fn notify(
    tx: &Tx,
    id: Id<Activity>,
    mail: Mail,
    (message, is_change): (Option<&str>, bool),
) -> Result<()> {
    let (title, organization, center_id, organization_id, contact) = tx
        .prepare_cached(
            "select a.title, o.name, a.volunteer_center_id, a.organization_id, a.contact_person_id
               from activities a left join organizations o on o.id = a.organization_id
              where a.id = ?1",
        )?
        .query_row([id.number()], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, Option<String>>(1)?,
                row.get::<_, i64>(2)?,
                row.get::<_, Option<i64>>(3)?,
                row.get::<_, Option<i64>>(4)?,
            ))
        })?;
    let path = format!("/activiteitenkalender/overzicht/{id}");
    let mut data = match (mail.kind, message) {
        (MailKind::ActivityToReview, _) => {
            json!({ "activity_title": title, "organization_name": organization, "path": path })
        }
        (_, Some(message)) => {
            json!({ "activity_title": title, "message": message, "path": path })
        }
        (_, None) => json!({ "activity_title": title, "path": path }),
    };
    if let Some(data) = data.as_object_mut() {
        data.insert("is_change".to_owned(), is_change.into());
    }
    let notice = Notice {
        kind: mail.kind,
        data,
        subject: (Activity::TYPE, id.number()),
        center_id,
    };
    if mail.to == Recipient::Center {
        return notice.notify_center(tx);
    }
    notice.notify_organiser(tx, contact, organization_id)
}
