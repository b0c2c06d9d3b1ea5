//! Who hears of what happens to a vacancy.

use super::event::VacancyEvent;
use super::{Vacancy, told};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::resources::notice::Notice;

/// Tells the contact person, or without one everybody who manages the organisation. `is_change`: it is about other
/// words for a vacancy that is online and stays so.
pub(super) fn tell_contact(
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
        "auto_fill" => (MailKind::VacancyFilled, own),
        "remove" => (MailKind::VacancyRemoved, "/vacancies".to_owned()),
        _ => return Ok(()),
    };
    let (mut data, center_id, organization_id, contact) = told(tx, id)?;
    if let Some(data) = data.as_object_mut() {
        data.insert("path".to_owned(), path.into());
        data.insert("is_change".to_owned(), is_change.into());
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
        None => notice.tell_managers(tx, organization_id),
    }
}

/// Something waits to be read: a receipt for the organisation, a to-do for the centre.
pub(super) fn tell_submitted(tx: &Tx, id: Id<Vacancy>, is_change: bool) -> Result<()> {
    tell_contact(tx, id, &VacancyEvent::named("submit"), is_change)?;
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
    review.tell_center(tx)
}
