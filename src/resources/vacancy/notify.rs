//! Notifications about vacancies.

use serde_json::{Value, json};

use super::breaches::Breach;
use super::transition::VacancyInput;
use super::{OPEN_STAGES, Vacancy, help_link, renewal};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::state_machine::{self, Mail, Reason, Recipient};
use crate::resources::notification::{MANAGERS, Notice, RENEW_PATH};

/// What breaks a rule of a text that is held for it; a letter tells no more of it.
const MOST_REASONS: usize = 5;
/// Characters of a sentence that a letter repeats.
const LONGEST_PASSAGE: usize = 200;

/// Queues the letters about the vacancies of one organisation that a file has submitted for review: one to those who are
/// told of the first, and one to the centre, however many they are.
pub(super) fn notify_of_several(tx: &Tx, held: &[(Id<Vacancy>, Vec<Breach>)]) -> Result<()> {
    let Some((first, breaches)) = held.first() else {
        return Ok(());
    };
    let input = VacancyInput {
        breaches: breaches.clone(),
        others: held.len() - 1,
        ..VacancyInput::default()
    };
    for (kind, to) in [
        (MailKind::VacancySubmitted, Recipient::Contact),
        (MailKind::VacancyToReview, Recipient::Center),
    ] {
        let about = (&Reason::default(), false);
        notify(tx, *first, state_machine::mail(kind, to), about, &input)?;
    }
    Ok(())
}

/// Queues one mail of the table of transitions. `is_change`: it concerns pending changes to a vacancy that stays
/// online.
pub(super) fn notify(
    tx: &Tx,
    id: Id<Vacancy>,
    mail: Mail,
    (reason, is_change): (&Reason, bool),
    input: &VacancyInput,
) -> Result<()> {
    if input.is_told_later {
        return Ok(());
    }
    let (mut data, center_id, organization_id, contact) = told(tx, id)?;
    let path = match (mail.kind, is_help_request(&data)) {
        (MailKind::VacancyApproved, _) => format!("/vacancies/{id}"),
        (MailKind::VacancyToReview, _) => format!("/vacancies/{id}/edit"),
        (MailKind::VacancyFilled | MailKind::VacancyRemoved, true) => OWN_REQUESTS.to_owned(),
        (MailKind::VacancyFilled, false) => format!("/applications?vacancy={id}"),
        (MailKind::VacancyRemoved, false) => "/vacancies".to_owned(),
        _ => edit_path(&data, id),
    };
    let is_submission = matches!(
        mail.kind,
        MailKind::VacancySubmitted | MailKind::VacancyToReview
    );
    if let Some(data) = data.as_object_mut() {
        data.insert("path".to_owned(), path.into());
        data.insert("is_change".to_owned(), is_change.into());
        if is_submission {
            data.insert("others".to_owned(), input.others.into());
        }
        if mail.kind == MailKind::VacancySubmitted {
            let reasons: Vec<Value> = input
                .breaches
                .iter()
                .take(MOST_REASONS)
                .map(|breach| {
                    let passage: String = breach.passage.chars().take(LONGEST_PASSAGE).collect();
                    json!({ "code": breach.rule.code(), "passage": passage })
                })
                .collect();
            data.insert("reasons".to_owned(), reasons.into());
        }
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
    match mail.to {
        Recipient::Center => notice.notify_center(tx),
        _ => notify_contacts(tx, id, &notice, (contact, organization_id)),
    }
}

/// Notifies all contacts of a vacancy, or the managers of its organisation where it has none.
pub fn notify_contacts(
    tx: &Tx,
    id: Id<Vacancy>,
    notice: &Notice,
    (contact, organization_id): (Option<i64>, i64),
) -> Result<()> {
    let others: Vec<i64> = tx
        .prepare_cached(
            "select cast(c.value as integer) from vacancies v, json_each(v.other_contact_ids) c where v.id = ?1",
        )?
        .query_map([id.number()], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut people: Vec<i64> = contact.into_iter().chain(others).collect();
    if people.is_empty() {
        people = tx
            .prepare_cached(MANAGERS)?
            .query_map([organization_id], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
    }
    // Who asks without an account follows it by a link.
    let by_link = if is_help_request(&notice.data) {
        help_link::path_for(tx, id, false)?
    } else {
        None
    };
    for person in people {
        let mut data = notice.data.clone();
        if let (Some(path), Some(data)) = (&by_link, data.as_object_mut()) {
            data.insert("path".to_owned(), path.clone().into());
        }
        if !renewal::is_offered(notice.kind) {
            Notice { data, ..*notice }.tell(tx, person)?;
            continue;
        }
        if let Some(data) = data.as_object_mut() {
            let path = renewal::path_for(tx, id, person)?;
            data.insert(RENEW_PATH.to_owned(), path.into());
        }
        Notice { data, ..*notice }.tell(tx, person)?;
    }
    Ok(())
}

/// The screen with what somebody asked for themselves.
const OWN_REQUESTS: &str = "/profiel/hulpvragen";

pub fn is_help_request(data: &Value) -> bool {
    data.get("is_help_request") == Some(&Value::Bool(true))
}

/// Where a vacancy is changed by who gets the notice.
pub fn edit_path(data: &Value, id: Id<Vacancy>) -> String {
    if is_help_request(data) {
        format!("{OWN_REQUESTS}/{id}")
    } else {
        format!("/vacancies/{id}/edit")
    }
}

/// Notification data of a vacancy.
pub fn told(tx: &Tx, id: Id<Vacancy>) -> Result<(Value, i64, i64, Option<i64>)> {
    let found = tx
        .prepare_cached(
            "select v.title, o.name, v.expires_at, v.volunteer_center_id, v.organization_id, v.contact_person_id, v.asker_id is not null, v.offers_help
               from vacancies v join organizations o on o.id = v.organization_id where v.id = ?1",
        )?
        .query_row([id.number()], |row| {
            let mut data = json!({
                "vacancy_title": row.get::<_, String>(0)?,
                "organization_name": row.get::<_, String>(1)?,
                "expires_at": row.get::<_, Option<String>>(2)?,
            });
            let is_help_request: bool = row.get(6)?;
            if let (true, Some(data)) = (is_help_request, data.as_object_mut()) {
                data.insert("is_help_request".to_owned(), true.into());
                if row.get(7)? {
                    data.insert("offers_help".to_owned(), true.into());
                }
            }
            Ok((data, row.get(3)?, row.get(4)?, row.get(5)?))
        })?;
    Ok(found)
}
