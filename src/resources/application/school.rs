//! School approval: a student's application waits for a mentor before the organisation is notified
//! (docs/domain/rights.md#schools, docs/domain/states.md#applications).

use rusqlite::{OptionalExtension, named_params};
use serde_json::Value;

use super::transition::ApplicationEvent;
use super::{Application, ApplicationStage};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::state_machine::{self, State as _};
use crate::resources::application::notify::{about_student, notify_applicant, notify_organization};
use crate::resources::notification::Notice;

/// Returns the School that must approve this person's applications; with several, the one where they have a mentor.
pub fn school_of(tx: &Tx, user_id: Option<i64>) -> Result<Option<i64>> {
    Ok(tx
        .prepare_cached(
            "select o.id
               from roles r
               join organizations o on o.id = r.scope_id
              where r.user_id = :user_id and r.name = 'student' and r.scope_type in ('organization', 'school')
                and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
                and o.organization_type = 'School' and o.mentor_approval = 1 and o.status = 'approved'
              order by exists (select 1 from student_links l where l.student_id = r.user_id and l.organization_id = o.id) desc, r.id
              limit 1",
        )?
        .query_row(named_params! {":user_id": user_id, ":now": tx.now()}, |row| row.get(0))
        .optional()?)
}

/// Returns whether this person is a mentor of students at that School.
pub fn is_mentor_of(tx: &Tx, user_id: Option<i64>, school_id: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from roles
              where user_id = :user_id and name = 'mentor' and scope_type in ('organization', 'school') and scope_id = :school_id
                and accepted_at is not null and (expires_at is null or expires_at > :now)",
        )?
        .exists(named_params! {":user_id": user_id, ":school_id": school_id, ":now": tx.now()})?)
}

/// Allows one pending request at a time: a student awaiting approval must have an answer before applying elsewhere.
/// An accepted application is not pending.
pub fn require_no_other(tx: &Tx, user_id: Option<i64>) -> Result<()> {
    let is_open: bool = tx
        .prepare_cached(
            "select exists (select 1 from applications
                             where user_id = ?1 and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered'))",
        )?
        .query_row([user_id], |row| row.get(0))?;
    if is_open {
        Err(Error::from(Code::OneRequest).at("/data/attributes/vacancy_id"))
    } else {
        Ok(())
    }
}

/// Returns the account that owns a proved address.
pub fn owner_of_address(tx: &Tx, email: &str) -> Result<Option<i64>> {
    Ok(tx
        .prepare_cached(
            "select id from users where email = ?1 and confirmed_at is not null and status in ('active', 'inactive')",
        )?
        .query_row([email], |row| row.get(0))
        .optional()?)
}

/// Links the applications proved with an address to the account that has now proved it. One that would be a second
/// open application for its vacancy is left unlinked, and so is one of a vacancy for which the person is known to be too
/// young; of whom no date of birth is known was said that they are old enough.
pub fn adopt(tx: &Tx, user_id: i64) -> Result<()> {
    tx.prepare_cached(
        "update or ignore applications set user_id = :user_id
          where user_id is null
            and email = (select email from users where id = :user_id)
            and not exists (select 1 from vacancies v
                              join users u on u.id = :user_id
                             where v.id = applications.vacancy_id
                               and u.birth_date > date(:now, '-' || v.min_age || ' years'))",
    )?
    .execute(named_params! {":user_id": user_id, ":now": tx.now()})?;
    Ok(())
}

/// Returns the School that currently holds an application.
pub fn holder(tx: &Tx, id: Id<Application>) -> Result<Option<i64>> {
    Ok(tx
        .prepare_cached(
            "select case when is_held then school_id end from applications where id = ?1",
        )?
        .query_row([id.number()], |row| row.get(0))?)
}

/// Sets or clears the School whose approval an application needs: at its start, and when it is reopened.
pub fn place(tx: &Tx, id: Id<Application>, school_id: Option<i64>) -> Result<()> {
    tx.prepare_cached(
        "update applications set school_id = ?2, school_approved_at = null where id = ?1",
    )?
    .execute((id.number(), school_id))?;
    Ok(())
}

/// Releases the application to the organisation and starts its response time.
pub fn release(tx: &Tx, id: Id<Application>) -> Result<()> {
    tx.prepare_cached("update applications set school_approved_at = ?2 where id = ?1")?
        .execute((id.number(), tx.now()))?;
    Ok(())
}

/// Records a new application in its history and sends the notifications.
pub fn received(tx: &Tx, id: Id<Application>) -> Result<()> {
    let actor_id: Option<i64> = tx
        .prepare_cached("select user_id from applications where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?;
    state_machine::begin::<ApplicationStage>(tx, actor_id, id, ApplicationEvent::Apply)?;
    let stage = ApplicationStage::current(tx, id)?;
    notify_arrival(tx, id, stage)
}

/// Thanks the applicant and notifies whoever must act.
fn notify_arrival(tx: &Tx, id: Id<Application>, stage: ApplicationStage) -> Result<()> {
    let kind = match stage {
        ApplicationStage::Waitlisted => MailKind::ApplicationWaitlisted,
        _ => MailKind::ApplicationReceived,
    };
    notify_applicant(tx, id, kind, None)?;
    notify_decider(tx, id)
}

/// Notifies whoever must act: the mentor while the School holds the application, else the organisation.
pub fn notify_decider(tx: &Tx, id: Id<Application>) -> Result<()> {
    match holder(tx, id)? {
        Some(school_id) => notify_mentors(tx, id, school_id),
        None => notify_organization(tx, id, MailKind::ApplicationNew, None),
    }
}

/// Notifies the student's mentor; without one, every mentor of a School whose mentors see all students; else the
/// centre.
pub fn notify_mentors(tx: &Tx, id: Id<Application>, school_id: i64) -> Result<()> {
    let (student_id, center_id, data) = about_student(tx, id)?;
    let notice = Notice {
        kind: MailKind::MentorApplicationToApprove,
        data: Value::Object(data),
        subject: (Application::TYPE, id.number()),
        center_id,
    };
    let mentors: Vec<i64> = tx
        .prepare_cached(
            "with mentors as (select r.user_id as id
                                from roles r
                                join users u on u.id = r.user_id and u.status = 'active'
                               where r.name = 'mentor' and r.scope_type in ('organization', 'school') and r.scope_id = :school_id
                                 and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
                                 and r.user_id is not :student_id),
                  own as (select l.mentor_id as id from student_links l
                           where l.student_id = :student_id and l.organization_id = :school_id)
             select id from mentors
              where id in own
                 or not exists (select 1 from own where id in mentors)
                    and exists (select 1 from organizations o where o.id = :school_id and o.mentors_see_all = 1)",
        )?
        .query_map(
            named_params! {":school_id": school_id, ":student_id": student_id, ":now": tx.now()},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    if mentors.is_empty() {
        return notice.notify_center(tx);
    }
    mentors
        .into_iter()
        .try_for_each(|mentor| notice.tell(tx, mentor))
}
