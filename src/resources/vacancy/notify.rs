//! Notifications about vacancies.

use serde_json::{Value, json};

use super::event::VacancyEvent;
use super::{OPEN_STAGES, Vacancy};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::resources::notification::Notice;

/// Notifies the contact person, or otherwise everybody who manages the organisation. `is_change`: the notification
/// concerns pending changes to a vacancy that stays online.
pub(super) fn notify_contact(
    tx: &Tx,
    id: Id<Vacancy>,
    event: &VacancyEvent,
    is_change: bool,
) -> Result<()> {
    let own = format!("/vacancies/{id}/edit");
    let (kind, path) = match event.event.as_str() {
        "submit" => (MailKind::VacancySubmitted, own),
        "approve" => (MailKind::VacancyApproved, format!("/vacancies/{id}")),
        "request_changes" => (MailKind::VacancyNeedsWork, own),
        "refuse" => (MailKind::VacancyRefused, own),
        "expire" => (MailKind::VacancyExpired, own),
        "auto_fill" => (
            MailKind::VacancyFilled,
            format!("/applications?vacancy={id}"),
        ),
        "remove" => (MailKind::VacancyRemoved, "/vacancies".to_owned()),
        _ => return Ok(()),
    };
    let (mut data, center_id, organization_id, contact) = told(tx, id)?;
    if let Some(data) = data.as_object_mut() {
        data.insert("path".to_owned(), path.into());
        data.insert("is_change".to_owned(), is_change.into());
        if matches!(kind, MailKind::VacancyExpired | MailKind::VacancyFilled) {
            let sql = format!(
                "select count(*) from applications where vacancy_id = ?1 and stage in {OPEN_STAGES}"
            );
            let count: i64 = tx
                .prepare_cached(&sql)?
                .query_row([id.number()], |row| row.get(0))?;
            data.insert("open_applications".to_owned(), count.into());
        }
        if let Some(message) = &event.message {
            data.insert("message".to_owned(), message.clone().into());
        }
        if let Some(code) = &event.reason_code {
            data.insert("reason_code".to_owned(), code.clone().into());
        }
    }
    let notice = Notice {
        kind,
        data,
        subject: (Vacancy::TYPE, id.number()),
        center_id,
    };
    match contact {
        Some(contact) => notice.tell(tx, contact),
        None => notice.notify_managers(tx, organization_id),
    }
}

/// Notifies of a submission for review: a receipt for the organisation, a task for the centre.
pub(super) fn notify_submitted(tx: &Tx, id: Id<Vacancy>, is_change: bool) -> Result<()> {
    notify_contact(tx, id, &VacancyEvent::named("submit"), is_change)?;
    let (mut data, center_id, ..) = told(tx, id)?;
    if let Some(data) = data.as_object_mut() {
        let path = format!("/vacancies/{id}/edit");
        data.insert("path".to_owned(), path.into());
        data.insert("is_change".to_owned(), is_change.into());
    }
    let review = Notice {
        kind: MailKind::VacancyToReview,
        data,
        subject: (Vacancy::TYPE, id.number()),
        center_id,
    };
    review.notify_center(tx)
}

/// Notification data of a vacancy.
pub fn told(tx: &Tx, id: Id<Vacancy>) -> Result<(Value, i64, i64, Option<i64>)> {
    let found = tx
        .prepare_cached(
            "select v.title, o.name, v.expires_at, v.volunteer_center_id, v.organization_id, v.contact_person_id
               from vacancies v join organizations o on o.id = v.organization_id where v.id = ?1",
        )?
        .query_row([id.number()], |row| {
            let data = json!({
                "vacancy_title": row.get::<_, String>(0)?,
                "organization_name": row.get::<_, String>(1)?,
                "expires_at": row.get::<_, Option<String>>(2)?,
            });
            Ok((data, row.get(3)?, row.get(4)?, row.get(5)?))
        })?;
    Ok(found)
}
