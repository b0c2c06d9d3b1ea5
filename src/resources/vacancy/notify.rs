//! Notifications about vacancies.

use serde_json::{Value, json};

use super::{OPEN_STAGES, Vacancy};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::resources::notification::Notice;
use crate::resources::state_machine::{Mail, Reason, Recipient};

/// Queues one mail of the table of transitions. `is_change`: it concerns pending changes to a vacancy that stays
/// online.
pub(super) fn notify(
    tx: &Tx,
    id: Id<Vacancy>,
    mail: Mail,
    (reason, is_change): (&Reason, bool),
) -> Result<()> {
    let path = match mail.kind {
        MailKind::VacancyApproved => format!("/vacancies/{id}"),
        MailKind::VacancyFilled => format!("/applications?vacancy={id}"),
        MailKind::VacancyRemoved => "/vacancies".to_owned(),
        _ => format!("/vacancies/{id}/edit"),
    };
    let (mut data, center_id, organization_id, contact) = told(tx, id)?;
    let is_submission = matches!(
        mail.kind,
        MailKind::VacancySubmitted | MailKind::VacancyToReview
    );
    if let Some(data) = data.as_object_mut() {
        data.insert("path".to_owned(), path.into());
        data.insert("is_change".to_owned(), is_change.into());
        if matches!(
            mail.kind,
            MailKind::VacancyExpired | MailKind::VacancyFilled
        ) {
            let sql = format!(
                "select count(*) from applications where vacancy_id = ?1 and stage in {OPEN_STAGES}"
            );
            let count: i64 = tx
                .prepare_cached(&sql)?
                .query_row([id.number()], |row| row.get(0))?;
            data.insert("open_applications".to_owned(), count.into());
        }
        if let Some(message) = reason.text.as_ref().filter(|_| !is_submission) {
            data.insert("message".to_owned(), message.clone().into());
        }
        if let Some(code) = reason.code.as_ref().filter(|_| !is_submission) {
            data.insert("reason_code".to_owned(), code.clone().into());
        }
    }
    let notice = Notice {
        kind: mail.kind,
        data,
        subject: (Vacancy::TYPE, id.number()),
        center_id,
    };
    match (mail.to, contact) {
        (Recipient::Center, _) => notice.notify_center(tx),
        (_, Some(contact)) => notice.tell(tx, contact),
        (_, None) => notice.notify_managers(tx, organization_id),
    }
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
