//! State machine of applications (docs/domain/states.md#applications): permitted transitions and their effects.

use rusqlite::named_params;

use super::Application;
use super::age::validate_age;
use super::apply::{one_open, open_vacancy};
use super::school::{self, REASONS_MENTOR};
use crate::app::access::{Access, RequestContext, action};
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Document, Id, Resource, Transition};
use crate::mail::MailKind;
use crate::policy::Role;
use crate::resources::application::notify::{notify_applicant, notify_organization};
use crate::resources::organization::Organization;
use crate::resources::state_history::{Step, record, require};
use crate::resources::user::own_account::guardian;
use crate::resources::vacancy::Vacancy;
use crate::resources::vacancy::transition::{VacancyEvent, fill};

const REASONS_ORGANIZATION: &[&str] = &[
    "no_longer_needed",
    "not_a_fit",
    "no_response_from_you",
    "requirements_not_met",
    "other",
];
const REASONS_VOLUNTEER: &[&str] = &[
    "found_something_else",
    "not_available",
    "no_response_from_organization",
    "not_what_i_expected",
    "distance",
    "other",
];

#[rustfmt::skip]
pub const TRANSITIONS: &[Transition] = &[
    Transition { event: "contact", when: "t.stage = 'new'", verb: "decide", to: "in_contact" },
    Transition { event: "accept", when: "t.stage in ('new', 'in_contact')", verb: "decide", to: "accepted" },
    Transition { event: "reject", when: "t.stage in ('new', 'in_contact', 'waitlisted')", verb: "decide", to: "rejected" },
    Transition { event: "reject", when: "t.stage = 'mentor_review'", verb: "approve", to: "rejected" },
    Transition { event: "approve_as_mentor", when: "t.stage = 'mentor_review'", verb: "approve", to: "new" },
    Transition { event: "reopen", when: "t.stage = 'rejected' and t.is_held = 0", verb: "decide", to: "in_contact" },
    Transition { event: "withdraw", when: "t.stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted')", verb: "withdraw", to: "withdrawn" },
    Transition { event: "reapply", when: "t.stage = 'withdrawn' and t.withdrawals < 2 and exists (select 1 from vacancies v where v.id = t.vacancy_id and v.status = 'published' and v.expires_at > :now and (v.capacity is null or v.capacity > v.places_taken))", verb: "withdraw", to: "new" },
];

/// `PUT /applications/{id}/transition`. The organisation and the centre decide, the volunteer withdraws;
/// `TRANSITIONS` declares which events each may trigger.
pub async fn take(
    access: Access<Application, action::Read>,
    id: Id<Application>,
    input: Input<Sent<VacancyEvent>>,
) -> Result<Document> {
    let event = VacancyEvent::read(&input.body)?;
    access
        .ctx()
        .require_own_words("message", event.message.as_deref())?;
    let one = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            require(tx, rows.ctx(), id, &event.event)?;
            let holder = school::holder(tx, id)?;
            validate_reason(&event, holder.is_some())?;
            run(tx, id, &event, rows.ctx(), holder)?;
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

fn validate_reason(event: &VacancyEvent, is_held: bool) -> Result<()> {
    let allowed = match event.event.as_str() {
        "reject" if is_held => REASONS_MENTOR,
        "reject" => REASONS_ORGANIZATION,
        "withdraw" => REASONS_VOLUNTEER,
        _ if event.reason_code.is_none() => return Ok(()),
        _ => &[],
    };
    match event.reason_code.as_deref() {
        Some(code) if allowed.contains(&code) => Ok(()),
        None if event.event == "withdraw" => Ok(()),
        None => Err(FieldFault::attribute("reason_code", "reason_required").into()),
        Some(_) => Err(FieldFault::attribute("reason_code", "choice")
            .with("allowed", allowed.to_vec())
            .into()),
    }
}

/// Returns the stage an event leads to, and the status the API reports.
fn target(event: &str) -> Result<(&'static str, Option<&'static str>)> {
    Ok(match event {
        "contact" | "reopen" => ("in_contact", None),
        "accept" => ("accepted", Some("accepted")),
        "reject" => ("rejected", Some("rejected")),
        "withdraw" => ("withdrawn", Some("rejected")),
        "reapply" | "approve_as_mentor" => ("new", None),
        "close" => ("closed", Some("rejected")),
        _ => return Err(Code::InvalidTransition.into()),
    })
}

fn run(
    tx: &Tx,
    id: Id<Application>,
    event: &VacancyEvent,
    ctx: &RequestContext,
    holder: Option<i64>,
) -> Result<()> {
    let is_staff = ctx.has(Role::CenterSuperuser) || ctx.has(Role::Admin);
    let is_member = is_member(tx, id, ctx.user_id())?;
    let is_on_behalf =
        is_staff && !is_member && !matches!(event.event.as_str(), "withdraw" | "reapply");
    if event.event == "approve_as_mentor" {
        still_open(tx, id)?;
        // The mentor's message to the student is not disclosed to the organisation.
        let bare = VacancyEvent::named(&event.event);
        step(tx, id, &bare, ctx.user_id(), is_on_behalf)?;
        return school::notify_arrival(tx, id);
    }
    step(tx, id, event, ctx.user_id(), is_on_behalf)?;
    match event.event.as_str() {
        // A contact by phone needs no email; a written message does.
        "contact" | "reopen" if event.message.is_some() => {
            notify_applicant(tx, id, MailKind::ApplicationContacted, Some(event))
        }
        "accept" => notify_applicant(tx, id, MailKind::ApplicationAccepted, Some(event)),
        "reject" => notify_applicant(tx, id, MailKind::ApplicationRejected, Some(event)),
        "withdraw" => {
            notify_applicant(tx, id, MailKind::ApplicationWithdrawnReceipt, None)?;
            match holder {
                Some(_) => Ok(()),
                None => notify_organization(tx, id, MailKind::ApplicationWithdrawn, Some(event)),
            }
        }
        "reapply" => school::notify_arrival(tx, id),
        _ => Ok(()),
    }
}

pub fn is_member(tx: &Tx, id: Id<Application>, user_id: Option<i64>) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select exists (select 1 from applications a
                              join roles r on r.scope_type = 'organization' and r.scope_id = a.organization_id and r.accepted_at is not null
                             where a.id = ?1 and r.user_id = ?2)",
        )?
        .query_row((id.number(), user_id), |row| row.get(0))?)
}

/// Changes the stage, records it, and counts the places in the same transaction.
fn step(
    tx: &Tx,
    id: Id<Application>,
    event: &VacancyEvent,
    actor_id: Option<i64>,
    is_on_behalf: bool,
) -> Result<()> {
    let (stage, status) = target(&event.event)?;
    let (from, vacancy_id, user_id): (String, i64, Option<i64>) = tx.query_row(
        "select stage, vacancy_id, user_id from applications where id = ?1",
        [id.number()],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let mut stage = stage;
    match event.event.as_str() {
        "accept" => validate_place(tx, vacancy_id)?,
        "approve_as_mentor" => school::release(tx, id)?,
        "reapply" => {
            if let Some(user_id) = user_id {
                guardian::require_consent(tx, user_id, tx.now())?;
                validate_age(tx, user_id, Id::new(vacancy_id))?;
            }
            let school_id = school::school_of(tx, user_id)?;
            if school_id.is_some() {
                school::require_no_other(tx, user_id)?;
                stage = "mentor_review";
            }
            school::place(tx, id, school_id)?;
        }
        _ => (),
    }
    let is_held = school::holder(tx, id)?.is_some();
    let closed_by = match event.event.as_str() {
        "reject" if is_held => Some("system"),
        "reject" => Some("organization"),
        "withdraw" => Some("volunteer"),
        "close" => Some("system"),
        _ => None,
    };
    // A mentor's decision is not a response of the organisation.
    let is_answer = !is_held && matches!(event.event.as_str(), "contact" | "accept" | "reject");
    let updated = tx
        .prepare_cached(
            "update applications
                set stage = :stage, status = :status, closed_by = :closed_by,
                    reason_code = :reason_code, reason_text = :reason_text,
                    responded_at = case when :is_answer then coalesce(responded_at, :now) else responded_at end,
                    closed_at = case when :closed_by is not null then :now end,
                    withdrawals = withdrawals + (:stage = 'withdrawn'),
                    version = version + 1, updated_at = :now
              where id = :id",
        )?
        .execute(named_params! {
            ":id": id.number(),
            ":stage": stage,
            ":status": status,
            ":closed_by": closed_by,
            ":reason_code": event.reason_code,
            ":reason_text": event.message,
            ":is_answer": is_answer,
            ":now": tx.now(),
        });
    one_open(updated)?;
    record(
        tx,
        &Step {
            subject: (Application::TYPE, id.number()),
            event: &event.event,
            from: Some(&from),
            to: stage,
            actor_id,
            is_on_behalf,
            reason_code: event.reason_code.as_deref(),
            reason_text: event.message.as_deref(),
        },
    )?;
    if is_answer {
        measure_answers(tx, id)?;
    }
    if from == "accepted" || stage == "accepted" {
        recount(tx, Id::new(vacancy_id))?;
    }
    Ok(())
}

/// Refuses a mentor's approval for a vacancy that has closed or filled up in the meantime.
fn still_open(tx: &Tx, id: Id<Application>) -> Result<()> {
    let (vacancy_id, center_id): (i64, i64) = tx.query_row(
        "select v.id, v.volunteer_center_id from applications a join vacancies v on v.id = a.vacancy_id where a.id = ?1",
        [id.number()],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    open_vacancy(tx, Id::new(vacancy_id), center_id).map(|_| ())
}

/// Counts the places again inside the transaction: two concurrent acceptances cannot both take the last one.
fn validate_place(tx: &Tx, vacancy_id: i64) -> Result<()> {
    let is_full: bool = tx.query_row(
        "select capacity is not null and capacity <= (select count(*) from applications a where a.vacancy_id = v.id and a.stage in ('accepted', 'started', 'completed'))
           from vacancies v where v.id = ?1",
        [vacancy_id],
        |row| row.get(0),
    )?;
    if is_full {
        Err(Code::VacancyFull.into())
    } else {
        Ok(())
    }
}

/// Updates the organisation's response time: the mean over its last fifty responses, in days.
fn measure_answers(tx: &Tx, id: Id<Application>) -> Result<()> {
    tx.execute(
        "update organizations
            set response_days = (select round(avg(julianday(responded_at) - julianday(asked_at)), 1)
                                   from (select responded_at, coalesce(school_approved_at, created_at) as asked_at from applications
                                          where organization_id = organizations.id and responded_at is not null
                                          order by responded_at desc limit 50))
          where id = (select organization_id from applications where id = ?1)",
        [id.number()],
    )?;
    Ok(())
}

/// Closes the open applications of a removed vacancy and notifies the applicants, with similar vacancies.
pub fn close_all_for(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<()> {
    open_of(tx, vacancy_id)?
        .into_iter()
        .try_for_each(|id| close(tx, id, "vacancy_closed"))
}

/// Notifies the open applicants of a vacancy that is temporarily offline; their applications stay open.
pub fn pause_all_for(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<()> {
    open_of(tx, vacancy_id)?
        .into_iter()
        .try_for_each(|id| notify_applicant(tx, id, MailKind::ApplicationPaused, None))
}

/// Returns the undecided applications.
pub fn open_of(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<Vec<Id<Application>>> {
    ids(
        tx,
        "select id from applications where vacancy_id = ?1 and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered')",
        vacancy_id.number(),
    )
}

/// Closes the open applications of a removed organisation.
pub fn close_all_of(tx: &Tx, organization_id: Id<Organization>) -> Result<()> {
    let open = ids(
        tx,
        "select id from applications where organization_id = ?1 and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered')",
        organization_id.number(),
    )?;
    open.into_iter()
        .try_for_each(|id| close(tx, id, "organization_closed"))
}

/// Withdraws the open applications of an account that is closed and notifies the organisations. Accepted ones are
/// left unchanged.
pub fn withdraw_all_of(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    let open = ids(
        tx,
        "select id from applications where user_id = ?1 and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered')",
        user_id,
    )?;
    let event = VacancyEvent {
        event: "withdraw".to_owned(),
        ..VacancyEvent::default()
    };
    for id in open {
        let holder = school::holder(tx, id)?;
        step(tx, id, &event, actor_id, false)?;
        if holder.is_none() {
            notify_organization(tx, id, MailKind::ApplicationWithdrawn, Some(&event))?;
        }
    }
    Ok(())
}

fn ids(tx: &Tx, sql: &str, of: i64) -> Result<Vec<Id<Application>>> {
    let ids = tx
        .prepare_cached(sql)?
        .query_map([of], |row| Ok(Id::new(row.get(0)?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

fn close(tx: &Tx, id: Id<Application>, reason: &str) -> Result<()> {
    let event = VacancyEvent {
        reason_code: Some(reason.to_owned()),
        ..VacancyEvent::named("close")
    };
    step(tx, id, &event, None, false)?;
    notify_applicant(tx, id, MailKind::ApplicationClosed, Some(&event))
}

/// Counts the places again and fills or reopens the vacancy accordingly. Runs in the transaction that changed an
/// application.
fn recount(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<()> {
    tx.prepare_cached("update vacancies
            set places_taken = (select count(*) from applications where vacancy_id = ?1 and stage in ('accepted', 'started', 'completed'))
          where id = ?1")?.execute(
        [vacancy_id.number()],
    )?;
    let (status, capacity, taken, is_over): (String, Option<i64>, i64, bool) = tx.prepare_cached("select status, capacity, places_taken, coalesce(expires_at <= ?2, 0) from vacancies where id = ?1")?.query_row(
        (vacancy_id.number(), tx.now()),
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
    )?;
    let Some(capacity) = capacity else {
        return Ok(());
    };
    match status.as_str() {
        "published" if taken >= capacity => fill(tx, vacancy_id),
        "filled" if taken < capacity && !is_over => {
            crate::resources::vacancy::transition::reopen(tx, vacancy_id)
        }
        _ => Ok(()),
    }
}
