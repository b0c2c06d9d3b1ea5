//! `POST /volunteer_profile_replies`: an organisation writes to somebody whom it found in the pool.

use axum::http::Method;
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::super::list::found_by;
use super::transition::ReplyEvent;
use super::{
    ANSWERED_WITHIN_DAYS, ReplyStatus, VolunteerProfileReply, last_of, left_today, notify,
};
use crate::app::access::{Access, Rows, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::{Answer, Id};
use crate::mail::MailKind;
use crate::model::state_machine::begin;
use crate::resources::organization::Organization;
use crate::resources::vacancy::{Vacancy, VacancyStatus};

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "VolunteerProfileReplyCreate")]
pub struct ReplyForm {
    /// The id of their card, as this organisation sees it.
    #[validate(length(min = 1, max = 64))]
    pub volunteer_profile_id: String,
    pub organization_id: Id<Organization>,
    /// What it is about; none: nothing in particular.
    pub vacancy_id: Option<Id<Vacancy>>,
    #[validate(length(min = 10, max = 2000))]
    pub body: String,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "", write)
        .named(
            "createVolunteerProfileReply",
            "Writes to somebody who was found in the pool, for an organisation",
        )
        .answers(Described::one::<VolunteerProfileReply>(201))
        .refuses(&[422, 429])
}

async fn write(
    access: Access<VolunteerProfileReply, action::Create>,
    (): (),
    form: Form<ReplyForm>,
) -> Result<Answer> {
    let said = form.body;
    access
        .ctx()
        .require_own_words("body", Some(said.body.as_str()))?;
    access
        .post(form.key, move |tx, rows| {
            require_organization(tx, rows, said.organization_id)?;
            let organization_id = said.organization_id.number();
            let user_id = found_by(tx, rows.ctx(), organization_id, &said.volunteer_profile_id)?
                .ok_or_else(|| FieldFault::attribute("volunteer_profile_id", "not_in_pool"))?;
            require_still_shown(tx, user_id)?;
            if let Some(vacancy) = said.vacancy_id {
                require_vacancy(tx, rows, (organization_id, user_id), vacancy)?;
            }
            require_measure(tx, organization_id, user_id)?;
            let id = insert(tx, rows, user_id, &said)?;
            begin::<ReplyStatus>(tx, rows.ctx().user_id(), id, ReplyEvent::Write)?;
            notify::person(tx, id, MailKind::ProfileReplyNew)?;
            rows.require(tx, id)?;
            Ok(Answer::created(
                format!("/api/v1/volunteer_profile_replies/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

/// Approved, of this centre, and one's own to speak for.
fn require_organization(
    tx: &Tx,
    rows: &Rows<VolunteerProfileReply>,
    id: Id<Organization>,
) -> Result<()> {
    rows.beside::<Organization, action::Manage>()?
        .require(tx, id)?;
    let is_approved = tx
        .prepare_cached(
            "select 1 from organizations where id = ?1 and status = 'approved' and volunteer_center_id = ?2",
        )?
        .exists((id.number(), rows.ctx().site.center_id))?;
    if is_approved {
        Ok(())
    } else {
        Err(Code::OrganizationNotApproved.into())
    }
}

/// The list of candidates may be a minute old; what somebody said since then counts.
fn require_still_shown(tx: &Tx, user_id: i64) -> Result<()> {
    let is_shown = tx
        .prepare_cached(
            "select 1 from volunteer_profiles p join users u on u.id = p.user_id
              where p.user_id = ?1 and p.visibility = 'visible' and p.visible_until > ?2 and u.status = 'active'
                and (select c.is_given from consents c where c.user_id = p.user_id and c.kind = 'pool' order by c.id desc limit 1) = 1",
        )?
        .exists((user_id, tx.now()))?;
    if is_shown {
        Ok(())
    } else {
        Err(FieldFault::attribute("volunteer_profile_id", "not_in_pool").into())
    }
}

/// A vacancy of the organisation that people can read, about which it has not written to them before.
fn require_vacancy(
    tx: &Tx,
    rows: &Rows<VolunteerProfileReply>,
    (organization_id, user_id): (i64, i64),
    id: Id<Vacancy>,
) -> Result<()> {
    rows.beside::<Vacancy, action::Manage>()?.require(tx, id)?;
    let status: Option<VacancyStatus> = tx
        .prepare_cached("select status from vacancies where id = ?1 and organization_id = ?2")?
        .query_row((id.number(), organization_id), |row| row.get(0))
        .optional()?;
    match status {
        Some(VacancyStatus::Published) => {}
        Some(_) => return Err(Error::from(Code::NotPublished).at("/data/attributes/vacancy_id")),
        None => return Err(FieldFault::attribute("vacancy_id", "not_found").into()),
    }
    let has_written = tx
        .prepare_cached(
            "select 1 from volunteer_profile_replies where organization_id = ?1 and user_id = ?2 and vacancy_id = ?3",
        )?
        .exists((organization_id, user_id, id.number()))?;
    if has_written {
        return Err(FieldFault::attribute("vacancy_id", "reply_about_vacancy").into());
    }
    Ok(())
}

/// 422 while a message waits or the last one is not four weeks old; 429 after too many of one day.
fn require_measure(tx: &Tx, organization_id: i64, user_id: i64) -> Result<()> {
    let (last, again) = last_of(tx, (organization_id, user_id), tx.now())?;
    if last.is_some_and(|last| last.status == ReplyStatus::Open) {
        return Err(FieldFault::attribute("volunteer_profile_id", "reply_open").into());
    }
    if let Some(again) = again {
        let day = again.get(..10).unwrap_or_default().to_owned();
        return Err(
            FieldFault::attribute("volunteer_profile_id", "reply_too_soon")
                .with("day", day)
                .into(),
        );
    }
    if left_today(tx, organization_id, tx.now())? == 0 {
        return Err(Code::RateLimited.into());
    }
    Ok(())
}

fn insert(
    tx: &Tx,
    rows: &Rows<VolunteerProfileReply>,
    user_id: i64,
    said: &ReplyForm,
) -> Result<Id<VolunteerProfileReply>> {
    let id = tx
        .prepare_cached(
            "insert into volunteer_profile_replies
                    (user_id, organization_id, volunteer_center_id, vacancy_id, author_id, body, status, expires_at, created_at, updated_at)
             values (:user_id, :organization, :center, :vacancy, :author, :body, 'open', :expires, :now, :now)",
        )?
        .insert(named_params! {
            ":user_id": user_id,
            ":organization": said.organization_id.number(),
            ":center": rows.ctx().site.center_id,
            ":vacancy": said.vacancy_id.map(Id::number),
            ":author": rows.ctx().user_id(),
            ":body": said.body.trim(),
            ":expires": later(tx.now(), days(ANSWERED_WITHIN_DAYS)),
            ":now": tx.now(),
        })?;
    Ok(Id::new(id))
}
