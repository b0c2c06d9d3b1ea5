//! State machine of vacancies and of their moderation (docs/domain/states.md#vacancies): permitted transitions and
//! their effects.

use rusqlite::named_params;

use super::revision;
use super::rules::validate_type;
use super::{Vacancy, read_expiry, validate_complete};
use crate::app::access::{Access, Action, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Input, Sent};
use crate::jsonapi::write::store;
use crate::jsonapi::{Document, Id, Resource, Transition};
use crate::resources::application;
use crate::resources::organization::Organization;
use crate::resources::state_history::{Step, record, require};
use crate::resources::vacancy::notify::{notify_contact, notify_submitted};

pub use super::event::VacancyEvent;

/// SQL condition: publication needs no review, because the organisation is trusted, its centre reviews nothing, or
/// this vacancy was approved.
macro_rules! direct {
    ($rest:literal) => {
        concat!(
            $rest,
            " and exists (select 1 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id",
            " where o.id = t.organization_id and o.status = 'approved'",
            " and (o.trusted = 1 or c.review_vacancies = 0 or t.moderation_state = 'approved'))"
        )
    };
}

macro_rules! approved_organization {
    ($rest:literal) => {
        concat!($rest, " and exists (select 1 from organizations o where o.id = t.organization_id and o.status = 'approved')")
    };
}

#[rustfmt::skip]
pub const TRANSITIONS: &[Transition] = &[
    Transition { event: "submit", when: approved_organization!("t.status = 'draft' and t.moderation_state in ('none', 'needs_work')"), verb: "manage", to: "draft" },
    Transition { event: "submit", when: "t.revision_state is not null and t.revision_state = 'needs_work'", verb: "manage", to: "published" },
    Transition { event: "withdraw", when: "t.revision_state is not null", verb: "manage", to: "published" },
    Transition { event: "withdraw", when: "t.status = 'draft' and t.moderation_state = 'submitted'", verb: "manage", to: "draft" },
    Transition { event: "publish", when: direct!("t.status = 'draft'"), verb: "manage", to: "published" },
    Transition { event: "publish", when: approved_organization!("t.status = 'draft'"), verb: "approve", to: "published" },
    Transition { event: "unpublish", when: "t.status = 'published'", verb: "manage", to: "draft" },
    Transition { event: "fill", when: "t.status = 'published'", verb: "manage", to: "filled" },
    Transition { event: "reopen", when: "t.status = 'filled' and (t.capacity is null or t.capacity > t.places_taken) and t.expires_at > :now", verb: "manage", to: "published" },
    Transition { event: "renew", when: approved_organization!("t.status in ('published', 'expired', 'filled')"), verb: "manage", to: "published" },
    Transition { event: "archive", when: "t.status in ('draft', 'published', 'filled', 'expired')", verb: "manage", to: "archived" },
    Transition { event: "restore", when: approved_organization!("t.status = 'archived'"), verb: "manage", to: "draft" },
    Transition { event: "restore", when: "t.status = 'deleted' and t.deleted_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-30 days')", verb: "approve", to: "draft" },
    Transition { event: "approve", when: approved_organization!("t.status = 'draft' and t.moderation_state in ('submitted', 'needs_work', 'refused')"), verb: "approve", to: "published" },
    Transition { event: "approve", when: "t.revision_state is not null", verb: "approve", to: "published" },
    Transition { event: "request_changes", when: "t.revision_state is not null and t.revision_state = 'submitted'", verb: "approve", to: "published" },
    Transition { event: "refuse", when: "t.revision_state is not null and t.revision_state = 'submitted'", verb: "approve", to: "published" },
    Transition { event: "request_changes", when: "t.status = 'draft' and t.moderation_state = 'submitted'", verb: "approve", to: "draft" },
    Transition { event: "refuse", when: "t.status = 'draft' and t.moderation_state = 'submitted'", verb: "approve", to: "draft" },
];

/// The centre's events, which have an endpoint of their own.
const MODERATION: [&str; 3] = ["approve", "request_changes", "refuse"];

/// `PUT /vacancies/{id}/transition`.
pub async fn take(
    access: Access<Vacancy, action::Manage>,
    id: Id<Vacancy>,
    input: Input<Sent<VacancyEvent>>,
) -> Result<Document> {
    let event = VacancyEvent::read(&input.body)?;
    if MODERATION.contains(&event.event.as_str()) {
        return Err(FieldFault::attribute("event", "choice")
            .with("allowed", vec!["submit", "publish", "archive"])
            .into());
    }
    step(access, id, event).await
}

/// `PUT /vacancies/{id}/moderate`: approve, request changes (with a message), refuse (with a reason).
pub async fn moderate(
    access: Access<Vacancy, action::Approve>,
    id: Id<Vacancy>,
    input: Input<Sent<VacancyEvent>>,
) -> Result<Document> {
    let event = VacancyEvent::read(&input.body)?;
    if !MODERATION.contains(&event.event.as_str()) {
        return Err(FieldFault::attribute("event", "choice")
            .with("allowed", MODERATION.to_vec())
            .into());
    }
    if event.event != "approve" && event.message.is_none() {
        return Err(FieldFault::attribute("message", "reason_required").into());
    }
    step(access, id, event).await
}

/// Executes the event, if it is available to the requester now, and returns the vacancy.
async fn step<A: Action>(
    access: Access<Vacancy, A>,
    id: Id<Vacancy>,
    event: VacancyEvent,
) -> Result<Document> {
    access
        .ctx()
        .require_own_words("message", event.message.as_deref())?;
    let one = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            require(tx, rows.ctx(), id, &event.event)?;
            validate_confirmed(tx, id, &event)?;
            // Pending changes have their own transitions.
            if !revision::take(tx, rows, id, &event)? {
                run(tx, id, &event, rows.ctx().user_id())?;
            }
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

/// Requires confirmation to take a vacancy offline while applicants await a response. The error contains their
/// number.
fn validate_confirmed(tx: &Tx, id: Id<Vacancy>, event: &VacancyEvent) -> Result<()> {
    if event.event != "unpublish" || event.confirmed {
        return Ok(());
    }
    match application::transition::open_of(tx, id)?.len() {
        0 => Ok(()),
        waiting => Err(Error::from(Code::ConfirmationNeeded)
            .with("open_applications", waiting)
            .at("/data/attributes/confirmed")),
    }
}

/// Returns the status and the moderation state an event leads to; `None` leaves it unchanged.
fn target(event: &str) -> (Option<&'static str>, Option<&'static str>) {
    match event {
        "submit" => (None, Some("submitted")),
        "withdraw" => (None, Some("none")),
        "publish" | "reopen" | "renew" => (Some("published"), None),
        "approve" => (Some("published"), Some("approved")),
        "request_changes" => (None, Some("needs_work")),
        "refuse" => (None, Some("refused")),
        "unpublish" => (Some("draft"), None),
        "fill" => (Some("filled"), None),
        "archive" => (Some("archived"), None),
        "restore" => (Some("draft"), Some("none")),
        "expire" => (Some("expired"), None),
        "delete" => (Some("deleted"), None),
        _ => (None, None),
    }
}

/// Executes a permitted transition with all its effects.
pub fn run(tx: &Tx, id: Id<Vacancy>, event: &VacancyEvent, actor_id: Option<i64>) -> Result<()> {
    let mut vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    let from: String = tx.query_row(
        "select status from vacancies where id = ?1",
        [id.number()],
        |row| row.get(0),
    )?;
    let (status, moderation) = target(&event.event);
    let is_hidden = matches!(status, Some("draft" | "archived" | "deleted"));
    if is_hidden && vacancy.revision.is_some() {
        revision::fold(tx, id)?;
        vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    }
    let goes_out = status == Some("published") || moderation == Some("submitted");
    if goes_out {
        validate_type(vacancy.vacancy_type, tx)?;
        validate_complete(&vacancy)?;
    }
    let mut expires_at = vacancy.expires_at.clone();
    if let Some(asked) = &event.expires_at {
        expires_at = Some(read_expiry(asked, tx.now())?);
    } else if event.event == "renew"
        || (goes_out && expires_at.as_deref().is_none_or(|at| at <= tx.now()))
    {
        expires_at = Some(later(tx.now(), days(180)));
    }
    if status == Some("published") && from != "published" {
        let published: i64 = tx.query_row(
            "select count(*) from vacancies where organization_id = ?1 and status = 'published'",
            [vacancy.organization_id.number()],
            |row| row.get(0),
        )?;
        if published >= 200 {
            return Err(Error::from(Code::LimitReached).with("limit", 200));
        }
    }
    let to = status.unwrap_or(&from);
    tx.prepare_cached(
        "update vacancies
            set status = :status,
                moderation_state = coalesce(:moderation, moderation_state),
                moderation_message = case when :moderation in ('needs_work', 'refused') then :message when :moderation is not null then null else moderation_message end,
                published_at = case when :status = 'published' and (:from <> 'published' or published_at is null) then :now else published_at end,
                archived_at = case when :status = 'archived' then :now else archived_at end,
                deleted_at = case when :status = 'deleted' then :now else deleted_at end,
                publish_after_approval = case when :status = 'published' then 0 else publish_after_approval end,
                expires_at = :expires_at,
                version = version + 1,
                updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":status": to,
        ":from": from,
        ":moderation": moderation,
        ":message": event.message,
        ":expires_at": expires_at,
        ":now": tx.now(),
    })?;
    record(
        tx,
        &Step {
            subject: (Vacancy::TYPE, id.number()),
            event: &event.event,
            from: Some(&from),
            to: moderation.filter(|_| status.is_none()).unwrap_or(to),
            actor_id,
            is_on_behalf: false,
            reason_code: event.reason_code.as_deref(),
            reason_text: event.message.as_deref(),
        },
    )?;
    if matches!(to, "archived" | "deleted") {
        application::transition::close_all_for(tx, id)?;
    }
    match event.event.as_str() {
        "unpublish" => application::transition::pause_all_for(tx, id),
        "submit" => notify_submitted(tx, id, false),
        _ => notify_contact(tx, id, event, false),
    }
}

/// Marks the vacancy as filled when all places are taken: no further applications.
pub fn fill(tx: &Tx, id: Id<Vacancy>) -> Result<()> {
    let event = VacancyEvent::named("fill");
    run(tx, id, &event, None)?;
    notify_contact(tx, id, &VacancyEvent::named("auto_fill"), false)
}

/// Reopens the vacancy when a place becomes free and nobody is waiting for it. A vacancy that may not be published as
/// it is stays filled: giving back a place must not fail for that.
pub fn reopen(tx: &Tx, id: Id<Vacancy>) -> Result<()> {
    let event = VacancyEvent::named("reopen");
    // Both errors are returned before anything is written.
    match run(tx, id, &event, None) {
        Err(Error::Invalid(_)) => Ok(()),
        Err(error) if error.is(Code::LimitReached) || error.is(Code::FeatureDisabled) => Ok(()),
        done => done,
    }
}

/// Expires the vacancy, as the scheduled job does.
pub fn expire(tx: &Tx, id: Id<Vacancy>) -> Result<()> {
    run(tx, id, &VacancyEvent::named("expire"), None)
}

fn ids(tx: &Tx, sql: &str, organization: Id<Organization>) -> Result<Vec<Id<Vacancy>>> {
    let ids = tx
        .prepare_cached(sql)?
        .query_map([organization.number()], |row| Ok(Id::new(row.get(0)?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

/// Publishes the vacancies that awaited the approval of their organisation, or submits them for review. Incomplete
/// ones stay drafts.
pub fn publish_waiting(tx: &Tx, organization: Id<Organization>) -> Result<()> {
    let is_direct: bool = tx.query_row(
        "select o.trusted = 1 or c.review_vacancies = 0 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id where o.id = ?1",
        [organization.number()],
        |row| row.get(0),
    )?;
    let waiting = ids(
        tx,
        "select id from vacancies where organization_id = ?1 and status = 'draft' and publish_after_approval = 1 and moderation_state in ('none', 'needs_work')",
        organization,
    )?;
    for id in waiting {
        let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
        if validate_type(vacancy.vacancy_type, tx).is_ok() && validate_complete(&vacancy).is_ok() {
            let event = if is_direct { "publish" } else { "submit" };
            run(tx, id, &VacancyEvent::named(event), None)?;
        }
    }
    Ok(())
}

/// Archives all vacancies of a removed organisation.
pub fn archive_all_of(tx: &Tx, organization: Id<Organization>) -> Result<()> {
    for id in ids(
        tx,
        "select id from vacancies where organization_id = ?1 and status in ('published', 'filled')",
        organization,
    )? {
        run(tx, id, &VacancyEvent::named("archive"), None)?;
    }
    Ok(())
}
