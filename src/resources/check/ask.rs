//! `POST /checks`: an organisation or a centre asks somebody for a paper, or notes at once that it was shown.

use axum::http::Method;
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::seen::SeenForm;
use super::transition::{CheckEvent, today};
use super::{Check, CheckKind, CheckStatus, notify};
use crate::app::access::{Access, Rows, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::{Answer, Id, Resource as _};
use crate::mail::MailKind;
use crate::model::state_machine::{self, Actor, Reason, begin};
use crate::resources::application::Application;
use crate::resources::organization::require_approved;
use crate::resources::user::User;

/// Times that the same paper is asked of the same person within thirty days.
const MOST_A_MONTH: i64 = 3;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CheckCreate")]
pub struct CheckForm {
    /// None where an older one is renewed.
    pub kind: Option<CheckKind>,
    /// Of whom: exactly one of these three.
    pub application_id: Option<Id<Application>>,
    pub replaces_id: Option<Id<Check>>,
    /// Somebody of the centre, whom the centre itself asks.
    pub user_id: Option<Id<User>>,
    /// With the date on the paper it was seen; without, it is asked for.
    #[validate(length(max = 10))]
    pub issued_on: Option<String>,
    #[validate(length(max = 10))]
    pub valid_until: Option<String>,
    /// A few words; no numbers of papers.
    #[validate(length(max = 100))]
    pub note: Option<String>,
    /// Whoever notes it saw the paper themselves.
    #[serde(default)]
    pub saw_it: bool,
}

/// Whose paper it is, who asks, and which one it renews.
struct About {
    user_id: Option<i64>,
    application_id: Option<i64>,
    organization_id: Option<i64>,
    kind: CheckKind,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "", ask)
        .named(
            "createCheck",
            "Asks somebody for a paper, or notes that it was seen",
        )
        .answers(Described::one::<Check>(201))
        .refuses(&[422])
}

async fn ask(
    access: Access<Check, action::Create>,
    (): (),
    form: Form<CheckForm>,
) -> Result<Answer> {
    let said = form.body;
    access
        .post(form.key, move |tx, rows| {
            let about = about(tx, rows, &said)?;
            let paper = said.seen().map(|seen| seen.paper(tx.now())).transpose()?;
            let actor_id = rows.ctx().user_id();
            let id = match (open_of(tx, &about)?, paper) {
                (Some(id), Some(paper)) => {
                    let said = (Reason::default(), paper);
                    let actor = Actor::Program(actor_id);
                    state_machine::take::<CheckStatus>(tx, actor, id, CheckEvent::See, said)?;
                    id
                }
                (Some(_), None) => return Err(Code::CheckAlreadyAsked.into()),
                (None, Some(paper)) => {
                    let id = insert(tx, rows, &about)?;
                    let said = (Reason::default(), paper);
                    let actor = Actor::Program(actor_id);
                    state_machine::take::<CheckStatus>(tx, actor, id, CheckEvent::See, said)?;
                    id
                }
                (None, None) => {
                    require_measure(tx, &about)?;
                    let id = insert(tx, rows, &about)?;
                    begin::<CheckStatus>(tx, actor_id, id, CheckEvent::Request)?;
                    notify::person(tx, id, MailKind::CheckRequested)?;
                    id
                }
            };
            require_approved(tx, Check::TYPE, id.number())?;
            rows.require(tx, id)?;
            Ok(Answer::created(
                format!("/api/v1/checks/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

impl CheckForm {
    fn seen(&self) -> Option<SeenForm> {
        let is_seen = self.saw_it || self.issued_on.is_some() || self.valid_until.is_some();
        is_seen.then(|| SeenForm {
            issued_on: self.issued_on.clone(),
            valid_until: self.valid_until.clone(),
            note: self.note.clone(),
            saw_it: self.saw_it,
        })
    }
}

fn about(tx: &Tx, rows: &Rows<Check>, said: &CheckForm) -> Result<About> {
    let kind = || {
        said.kind
            .ok_or_else(|| FieldFault::attribute("kind", "required"))
    };
    match (said.application_id, said.replaces_id, said.user_id) {
        (Some(id), None, None) => of_application(tx, rows, id, kind()?),
        (None, Some(id), None) => of_older(tx, rows, id),
        (None, None, Some(id)) => {
            rows.beside::<User, action::Oversee>()?.require(tx, id)?;
            require_of_center(tx, rows, id)?;
            Ok(About {
                user_id: Some(id.number()),
                application_id: None,
                organization_id: None,
                kind: kind()?,
            })
        }
        _ => Err(FieldFault::attribute("application_id", "required").into()),
    }
}

/// An admin sees people of every centre; a centre asks its own.
fn require_of_center(tx: &Tx, rows: &Rows<Check>, id: Id<User>) -> Result<()> {
    let is_own = tx
        .prepare_cached("select 1 from users where id = ?1 and volunteer_center_id = ?2 and status <> 'archived'")?
        .exists((id.number(), rows.ctx().site.center_id))?;
    if is_own {
        Ok(())
    } else {
        Err(FieldFault::attribute("user_id", "not_found").into())
    }
}

/// Of who applied, for the organisation to which they did.
fn of_application(
    tx: &Tx,
    rows: &Rows<Check>,
    id: Id<Application>,
    kind: CheckKind,
) -> Result<About> {
    rows.beside::<Application, action::Decide>()?
        .require(tx, id)?;
    let (user_id, organization_id, is_open): (Option<i64>, i64, bool) = tx
        .prepare_cached(
            "select user_id, organization_id, is_held = 0 and stage not in ('unconfirmed', 'mentor_review', 'rejected', 'withdrawn', 'closed')
               from applications where id = ?1",
        )?
        .query_row([id.number()], |row| row.try_into())?;
    if !is_open {
        return Err(FieldFault::attribute("application_id", "application_over").into());
    }
    Ok(About {
        user_id,
        application_id: Some(id.number()),
        organization_id: Some(organization_id),
        kind,
    })
}

/// Of the person, organisation and kind of an older one.
fn of_older(tx: &Tx, rows: &Rows<Check>, id: Id<Check>) -> Result<About> {
    rows.beside::<Check, action::Manage>()?.require(tx, id)?;
    Ok(tx
        .prepare_cached(
            "select user_id, application_id, organization_id, kind from checks where id = ?1",
        )?
        .query_row([id.number()], |row| {
            Ok(About {
                user_id: row.get(0)?,
                application_id: row.get(1)?,
                organization_id: row.get(2)?,
                kind: row.get(3)?,
            })
        })?)
}

/// Over `c`: of this person, kind and organisation.
const SAME: &str = "c.kind = :kind and c.organization_id is :organization
    and (c.user_id = :user or (:user is null and c.user_id is null and c.application_id = :application))
    and (:since is null or c.created_at > :since)";

impl About {
    /// The first number that a query over `SAME` returns.
    fn number(
        &self,
        tx: &Tx,
        select: &str,
        (tail, since): (&str, Option<String>),
    ) -> Result<Option<i64>> {
        Ok(tx
            .prepare_cached(&format!(
                "select {select} from checks c where {SAME} {tail}"
            ))?
            .query_row(
                named_params! {
                    ":kind": self.kind,
                    ":organization": self.organization_id,
                    ":user": self.user_id,
                    ":application": self.application_id,
                    ":since": since,
                },
                |row| row.get(0),
            )
            .optional()?)
    }
}

fn open_of(tx: &Tx, about: &About) -> Result<Option<Id<Check>>> {
    let open = ("and c.status in ('requested', 'claimed')", None);
    let found = about.number(tx, "c.id", open)?;
    Ok(found.map(Id::new))
}

/// Who takes requests back and makes them again writes a letter each time.
fn require_measure(tx: &Tx, about: &About) -> Result<()> {
    let taken_back = (
        "and c.status = 'cancelled'",
        Some(later(tx.now(), -days(30))),
    );
    let asked = about
        .number(tx, "count(*)", taken_back)?
        .unwrap_or_default();
    if asked >= MOST_A_MONTH {
        return Err(Error::from(Code::ChecksAMonth).with("limit", MOST_A_MONTH));
    }
    Ok(())
}

/// A new one is asked for; it renews the last that was seen.
fn insert(tx: &Tx, rows: &Rows<Check>, about: &About) -> Result<Id<Check>> {
    let last = "and c.status = 'seen' order by c.valid_until desc, c.id desc limit 1";
    let replaces = about.number(tx, "c.id", (last, None))?;
    let id = tx
        .prepare_cached(
            "insert into checks (user_id, application_id, organization_id, volunteer_center_id, kind, status, requested_by_id, requested_on,
                                 replaces_id, created_at, updated_at)
             values (:user, :application, :organization,
                     coalesce((select o.volunteer_center_id from organizations o where o.id = :organization), :center),
                     :kind, 'requested', :actor, :today, :replaces, :now, :now)",
        )?
        .insert(named_params! {
            ":user": about.user_id,
            ":application": about.application_id,
            ":organization": about.organization_id,
            ":center": rows.ctx().site.center_id,
            ":kind": about.kind,
            ":actor": rows.ctx().user_id(),
            ":today": today(tx.now()),
            ":replaces": replaces,
            ":now": tx.now(),
        })?;
    Ok(Id::new(id))
}
