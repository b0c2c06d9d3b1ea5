//! Letters and notifications about reports: to who handles them, to who reported, to who was reported. Nobody but the centre
//! learns who reported.

use rusqlite::named_params;
use serde_json::{Value, json};

use super::subject::Reported;
use super::{AbuseReport, AppealBy, Category};
use crate::app::auth::token::{self, Purpose};
use crate::base::clock::later;
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::jsonapi::{Id, Resource as _};
use crate::mail::MailKind;
use crate::resources::notification::Notice;

fn notice(
    kind: MailKind,
    id: Id<AbuseReport>,
    reported: &Reported,
    more: &[(&str, Value)],
) -> Notice {
    let mut data = json!({
        "subject_type": reported.subject_type.as_str(),
        "subject_title": reported.title,
    });
    if let Some(data) = data.as_object_mut() {
        data.extend(
            more.iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone())),
        );
    }
    Notice {
        kind,
        data,
        subject: (AbuseReport::TYPE, id.number()),
        center_id: reported.center_id,
    }
}

fn screen(id: Id<AbuseReport>) -> Value {
    format!("/moderation?report={id}").into()
}

/// Who runs the centre, without who was reported and without `but`; where that leaves nobody, the admins.
fn colleagues(tx: &Tx, reported: &Reported, but: Option<i64>) -> Result<Vec<i64>> {
    for sql in [
        "select distinct user_id from roles where name = 'center_superuser' and scope_type = 'volunteer_center' and scope_id = :center
            and accepted_at is not null and user_id is not :reported and user_id is not :but order by user_id",
        "select distinct user_id from roles where name = 'admin' and scope_type = 'tenant' and :center is not null
            and accepted_at is not null and user_id is not :reported and user_id is not :but order by user_id",
    ] {
        let mut statement = tx.prepare_cached(sql)?;
        let values = named_params! {":center": reported.center_id, ":reported": reported.user_id, ":but": but};
        let found = statement
            .query_map(values, |row| row.get(0))?
            .collect::<rusqlite::Result<Vec<i64>>>()?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Something waits to be looked at.
pub(super) fn handlers(tx: &Tx, id: Id<AbuseReport>, reported: &Reported) -> Result<()> {
    let category: Category = tx
        .prepare_cached("select category from abuse_reports where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?;
    let more = [("category", category.as_str().into()), ("path", screen(id))];
    let notice = notice(MailKind::ReportToHandle, id, reported, &more);
    for user_id in colleagues(tx, reported, None)? {
        notice.tell(tx, user_id)?;
    }
    Ok(())
}

/// Tells who reported it, at their account or their address; who has none of both hears nothing.
fn notify_reporter(
    tx: &Tx,
    (kind, id): (MailKind, Id<AbuseReport>),
    reported: &Reported,
    more: &[(&str, Value)],
) -> Result<()> {
    let (user_id, email, locale): (Option<i64>, Option<String>, String) = tx
        .prepare_cached(
            "select reporter_id, reporter_email, reporter_locale from abuse_reports where id = ?1",
        )?
        .query_row([id.number()], |row| row.try_into())?;
    let mut more = more.to_vec();
    match (user_id, email) {
        (Some(user_id), _) => {
            more.push(("path", format!("/gemeld/{id}").into()));
            notice(kind, id, reported, &more).tell(tx, user_id)
        }
        (None, Some(email)) => {
            // The link of an earlier letter stays.
            let until = later(tx.now(), Purpose::FollowReport.lifetime());
            let about = (AbuseReport::TYPE, id.number());
            let link = token::add(tx, Purpose::FollowReport, about, &Value::Null, &until)?;
            more.push(("path", format!("/gemeld/{id}?token={link}").into()));
            notice(kind, id, reported, &more).mail(tx, &email, ("", ""), &locale)
        }
        (None, None) => Ok(()),
    }
}

/// Tells the person, else the organisation, behind what was reported.
fn notify_reported(
    tx: &Tx,
    (kind, id): (MailKind, Id<AbuseReport>),
    reported: &Reported,
    more: &[(&str, Value)],
) -> Result<()> {
    let mut more = more.to_vec();
    more.push(("path", format!("/gemeld/{id}").into()));
    let notice = notice(kind, id, reported, &more);
    match (reported.user_id, reported.organization_id) {
        (Some(user_id), _) => notice.tell(tx, user_id),
        (None, Some(organization_id)) => notice.notify_managers(tx, organization_id),
        (None, None) => Ok(()),
    }
}

pub(super) fn received(tx: &Tx, id: Id<AbuseReport>, reported: &Reported) -> Result<()> {
    notify_reporter(tx, (MailKind::ReportReceived, id), reported, &[])
}

pub(super) fn outcome(tx: &Tx, id: Id<AbuseReport>) -> Result<()> {
    let (status, text): (super::ReportStatus, Option<String>) = tx
        .prepare_cached("select status, reporter_text from abuse_reports where id = ?1")?
        .query_row([id.number()], |row| row.try_into())?;
    let more = [
        ("outcome", status.as_str().into()),
        ("message", text.unwrap_or_default().into()),
    ];
    notify_reporter(
        tx,
        (MailKind::ReportOutcome, id),
        &Reported::of(tx, id)?,
        &more,
    )
}

pub(super) fn decided(tx: &Tx, id: Id<AbuseReport>, reported: &Reported) -> Result<()> {
    let (text, measures): (Option<String>, String) = tx
        .prepare_cached("select reported_text, measures from abuse_reports where id = ?1")?
        .query_row([id.number()], |row| row.try_into())?;
    let measures: Value = serde_json::from_str(&measures)?;
    let more = [
        ("measures", measures),
        ("message", text.unwrap_or_default().into()),
    ];
    notify_reported(tx, (MailKind::ReportDecided, id), reported, &more)
}

/// Tells colleagues of who decided.
pub(super) fn appealed(tx: &Tx, id: Id<AbuseReport>, reported: &Reported) -> Result<()> {
    let decided_by: Option<i64> = tx
        .prepare_cached("select decided_by_id from abuse_reports where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?;
    let mut people = colleagues(tx, reported, decided_by)?;
    if people.is_empty() {
        people.extend(decided_by);
    }
    let notice = notice(
        MailKind::ReportAppealed,
        id,
        reported,
        &[("path", screen(id))],
    );
    people
        .into_iter()
        .try_for_each(|user_id| notice.tell(tx, user_id))
}

pub(super) fn appeal_decided(tx: &Tx, id: Id<AbuseReport>, reported: &Reported) -> Result<()> {
    let (side, outcome, text): (AppealBy, super::AppealStatus, Option<String>) = tx
        .prepare_cached(
            "select appeal_by, appeal_status, appeal_text from abuse_reports where id = ?1",
        )?
        .query_row([id.number()], |row| row.try_into())?;
    let more = [
        ("outcome", outcome.as_str().into()),
        ("message", text.unwrap_or_default().into()),
    ];
    let letter = (MailKind::ReportAppealDecided, id);
    match side {
        AppealBy::Reporter => notify_reporter(tx, letter, reported, &more),
        AppealBy::Reported => notify_reported(tx, letter, reported, &more),
    }
}
