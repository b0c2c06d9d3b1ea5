//! Invitations to forms for the invited alone: one answer per link, reminders, and who has not answered.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::{Form, FormAccess, FormAttributes, FormStatus, notify};
use crate::app::access::{Access, Rows, action};
use crate::app::auth::token;
use crate::base::email;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::form;
use crate::http::routes::{Described, Ignored, Input, MetaOf, Routes};
use crate::jsonapi::{Answer, Document, Id, Resource as _};
use crate::model::state_history;
use crate::resources::organization::require_approved;

/// Invitations per request, and per form.
const AT_ONCE: usize = 200;
const MOST: i64 = 2000;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FormInvitationsCreate")]
pub struct InvitationsForm {
    #[validate(length(min = 1, max = 200))]
    pub emails: Vec<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormInvitationsSentMeta")]
struct InvitationsMeta {
    /// Newly invited; for a reminder, reminded.
    count: i64,
}

/// The invitations of a form.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormInvitationsDocument")]
struct InvitationsDocument {
    data: Vec<InvitationRow>,
    meta: InvitationsTotals,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormInvitation")]
struct InvitationRow {
    id: String,
    email: String,
    answered_at: Option<String>,
    reminded_at: Option<String>,
    created_at: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormInvitationsTotals")]
struct InvitationsTotals {
    total: i64,
    answered: i64,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/invitations", list)
        .named(
            "listFormInvitations",
            "Lists who was invited, and who has answered",
        )
        .answers(Described::json::<InvitationsDocument>(200))
        .form(Method::POST, "/{id}/invitations", invite)
        .named("inviteToForm", "Mails people a link to fill it in once")
        .answers(Described::json::<MetaOf<InvitationsMeta>>(200))
        .action(Method::POST, "/{id}/invitations/remind", remind)
        .named(
            "remindOfForm",
            "Reminds who has not answered, at most once a day each",
        )
        .answers(Described::json::<MetaOf<InvitationsMeta>>(200))
}

async fn list(
    access: Access<Form, action::Manage>,
    id: Id<Form>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let found = access
        .read(move |connection| {
            rows.require(connection, id)?;
            Ok(connection
                .prepare_cached(
                    "select id, email, answered_at, reminded_at, created_at from form_invitations
                      where form_id = ?1 order by answered_at is not null, email",
                )?
                .query_map([id.number()], |row| {
                    Ok(InvitationRow {
                        id: row.get::<_, i64>(0)?.to_string(),
                        email: row.get(1)?,
                        answered_at: row.get(2)?,
                        reminded_at: row.get(3)?,
                        created_at: row.get(4)?,
                    })
                })?
                .collect::<rusqlite::Result<Vec<_>>>()?)
        })
        .await?;
    let answered = found.iter().filter(|one| one.answered_at.is_some()).count();
    let meta = json!({ "total": found.len(), "answered": answered });
    Ok(Document::of(&json!({ "data": found, "meta": meta })))
}

fn require_open(form: &FormAttributes) -> Result<()> {
    if form.access_permission == FormAccess::TokenHolder && form.status == FormStatus::Open {
        Ok(())
    } else {
        Err(FieldFault::attribute("emails", "form_invitations").into())
    }
}

/// A further link of an invitation: that of an earlier letter goes on working.
fn add_link(tx: &Tx, invitation: i64) -> Result<String> {
    let link = token::random()?;
    tx.prepare_cached(
        "insert into form_invitation_links (token_hash, invitation_id) values (?1, ?2)",
    )?
    .execute((token::digest(&link), invitation))?;
    Ok(link)
}

/// The form, where people may be written to about it. An organisation that is not approved reads that as the reason.
fn to_send(tx: &Tx, rows: &Rows<Form>, id: Id<Form>) -> Result<FormAttributes> {
    rows.beside::<Form, action::Manage>()?.require(tx, id)?;
    require_approved(tx, Form::TYPE, id.number())?;
    let form = rows.load(tx, id)?;
    require_open(&form)?;
    Ok(form)
}

async fn invite(
    access: Access<Form, action::Send>,
    id: Id<Form>,
    form: form::Form<InvitationsForm>,
) -> Result<Answer> {
    let mut faults = Vec::new();
    for (at, email) in form.body.emails.iter().enumerate().take(AT_ONCE) {
        if email::parse(email).is_none() {
            faults.push(FieldFault::attribute(&format!("emails/{at}"), "email"));
        }
    }
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    access
        .post(form.key, move |tx, rows| {
            let of = to_send(tx, rows, id)?;
            let mut count = 0_i64;
            for email in &form.body.emails {
                let email = email::canonical(email.trim());
                let is_new =
                    tx.prepare_cached(
                        "insert into form_invitations (form_id, email, created_at)
                         values (:form_id, :email, :now)
                         on conflict (form_id, email) do nothing",
                    )?
                    .execute(named_params! {
                        ":form_id": id.number(), ":email": &email, ":now": tx.now(),
                    })? == 1;
                if is_new {
                    let link = add_link(tx, tx.last_insert_rowid())?;
                    notify::invitation(tx, (id, &of), (&email, &link), false)?;
                    count += 1;
                }
            }
            let all: i64 = tx.query_row(
                "select count(*) from form_invitations where form_id = ?1",
                [id.number()],
                |row| row.get(0),
            )?;
            if all > MOST {
                return Err(FieldFault::attribute("emails", "items")
                    .with("max", MOST)
                    .into());
            }
            let about = json!({ "count": count });
            let actor = rows.ctx().user_id();
            state_history::audit_with(tx, actor, "invite", ("forms", id.number()), &about)?;
            Ok(Answer::ok(
                json!({ "data": null, "meta": { "count": count } }).to_string(),
            ))
        })
        .await
}

async fn remind(
    access: Access<Form, action::Send>,
    id: Id<Form>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            let of = to_send(tx, rows, id)?;
            let due: Vec<(i64, String)> = tx
                .prepare_cached(
                    "select id, email from form_invitations
                      where form_id = :form_id and answered_at is null
                        and coalesce(reminded_at, created_at) <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-1 day')",
                )?
                .query_map(
                    named_params! {":form_id": id.number(), ":now": tx.now()},
                    |row| row.try_into(),
                )?
                .collect::<rusqlite::Result<_>>()?;
            for (invitation, email) in &due {
                let link = add_link(tx, *invitation)?;
                tx.prepare_cached("update form_invitations set reminded_at = ?2 where id = ?1")?
                    .execute((invitation, tx.now()))?;
                notify::invitation(tx, (id, &of), (email, &link), true)?;
            }
            let about = json!({ "count": due.len() });
            let actor = rows.ctx().user_id();
            state_history::audit_with(tx, actor, "remind", ("forms", id.number()), &about)?;
            Ok(Answer::ok(json!({ "data": null, "meta": { "count": due.len() } }).to_string()))
        })
        .await
}
