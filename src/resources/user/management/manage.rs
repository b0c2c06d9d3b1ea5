//! User management: listing, editing, closing and reopening accounts (docs/domain/rights.md#users).

use axum::http::Method;
use axum::response::Response;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::invitation;
use crate::app::access::{Access, RequestContext, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Reason, Result};
use crate::http::routes::{
    Described, Ignored, Input, MetaOf, OperationKind, Routes, Sent, SentToMeta, WithMeta,
};
use crate::jsonapi::write::store::{attributes_of, changes_of, is_within};
use crate::jsonapi::{Answer, AuthContext as _, Document, Id, Resource, Table, table};
use crate::model::state_history::audit;
use crate::resources::user::User;
use crate::resources::user::access::grantable::grantable;
use crate::resources::user::access::granting::To;
use crate::resources::user::access::offer;
use crate::resources::user::management::expire_invitation::shown_or_gone;
use crate::resources::user::own_account::archive::{
    ArchiveReason, Said, archive, deactivate, reactivate,
};
use crate::resources::user::own_account::current_user::GrantableRole;
use crate::resources::user::own_account::registration;

pub fn routes() -> Routes {
    Routes::new()
        // A vacancy shows its contact person to visitors, but only managers may list people.
        .list_with::<User, action::List>()
        .action(Method::GET, "/{id}", find)
        .answering(OperationKind::Find)
        .answers(Described::json::<WithMeta<User, GrantableMeta>>(200))
        .action(Method::PATCH, "/{id}", update)
        .answering(OperationKind::Update)
        .action(Method::PUT, "/{id}", update)
        .answering(OperationKind::Update)
        .action(Method::DELETE, "/{id}", delete)
        .named(
            "deleteUser",
            "Closes an account; its data is erased after the grace period",
        )
        .answers(Described::empty())
        .refuses(&[422])
        .action(Method::PUT, "/{id}/archive", close)
        .named("archiveUser", "Closes an account, with a reason")
        .answers(Described::one::<User>(200))
        .answers(Described::empty())
        .action(Method::PUT, "/{id}/deactivate", switch_off)
        .named(
            "deactivateUser",
            "Switches an active account off; nothing of it is lost",
        )
        .answers(Described::one::<User>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/reactivate", open)
        .named(
            "reactivateUser",
            "Opens a closed account again, within the grace period",
        )
        .answers(Described::one::<User>(200))
        .refuses(&[422])
        .action(Method::POST, "/{id}/invite", invite)
        .named(
            "inviteUser",
            "Sends the invitation of a pending account again",
        )
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .action(
            Method::POST,
            "/{id}/resend_confirmation_instructions",
            resend_confirmation,
        )
        .named(
            "resendConfirmation",
            "Sends the link that confirms an address again",
        )
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .history_with::<User, action::Oversee>()
}

/// The roles that the reader may offer to this person.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "UserDetailMeta")]
struct GrantableMeta {
    grantable: Vec<GrantableRole>,
}

/// `GET /users/{id}`, with the roles that the requester may grant this person.
async fn find(
    access: Access<User, action::See>,
    id: Id<User>,
    input: Input<()>,
) -> Result<Document> {
    let document = access.find(id, input.query).await?;
    access.note_applicant(id).await?;
    let rows = access.rows();
    let grantable = access
        .read(move |connection| grantable_to(connection, rows.ctx(), id))
        .await?;
    Ok(document.with_meta(&json!({ "grantable": grantable })))
}

/// Returns the roles the requester may grant an existing person, except those already held or offered.
fn grantable_to(connection: &Connection, ctx: &RequestContext, id: Id<User>) -> Result<Vec<Value>> {
    let visibility = ctx.visibility(User::TYPE).unwrap_or_default();
    let is_allowed = match visibility.can.iter().find(|(verb, _)| *verb == "add_role") {
        Some((_, rows)) => is_within(connection, ctx, table::<User>(), id.number(), rows)?,
        None => false,
    };
    if !is_allowed {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare_cached(
        "select name || scope_type || scope_id from roles where user_id = ?1 and (expires_at is null or expires_at > ?2)",
    )?;
    let held: Vec<String> = statement
        .query_map((id.number(), &ctx.now), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut found = grantable(connection, ctx, To::Known)?;
    found.retain(|entry| {
        let text = |name: &str| entry[name].as_str().unwrap_or_default();
        let key = format!("{}{}{}", text("role"), text("scope_type"), text("scope_id"));
        !held.contains(&key)
    });
    Ok(found)
}

/// Reads a person's attributes: as a document, as `{user: {…}}`, or plain.
pub fn person_in(body: &Value) -> Result<Map<String, Value>> {
    read_person(body, attributes_of)
}

/// The same of a change, with what `Rows::update` compares.
pub fn changes_in(body: &Value) -> Result<Map<String, Value>> {
    read_person(body, changes_of)
}

fn read_person(
    body: &Value,
    of_document: fn(&Table, &Value) -> Result<Map<String, Value>>,
) -> Result<Map<String, Value>> {
    match (body.get("user"), body.get("data")) {
        (Some(Value::Object(user)), _) => Ok(user.clone()),
        (Some(_), _) => Err(Error::unreadable(Reason::UserNotAnObject).at("/user")),
        (None, Some(_)) => of_document(table::<User>(), body),
        (None, None) => body
            .as_object()
            .cloned()
            .ok_or_else(|| Error::unreadable(Reason::BodyNotAnObject).at("")),
    }
}

/// `PATCH` and `PUT /users/{id}`: one's own account, or that of a person of lower rank.
async fn update(
    access: Access<User, action::Update>,
    id: Id<User>,
    input: Input<Value>,
) -> Result<Document> {
    let attributes = changes_in(&input.body)?;
    access
        .change(id, move |tx, rows| {
            rows.update(tx, id, attributes)?;
            Ok(())
        })
        .await
}

/// `DELETE /users/{id}`: closes the account; its data is erased after the grace period, an invited person's at once.
async fn delete(
    access: Access<User, action::Archive>,
    id: Id<User>,
    _: Input<Ignored>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            close_account(tx, rows.ctx(), id, &Said::default())
        })
        .await?;
    Ok(Answer::empty())
}

/// `PUT /users/{id}/archive {reason_code?, reason?}`; 204 for a person who was only invited.
async fn close(
    access: Access<User, action::Archive>,
    id: Id<User>,
    input: Input<Sent<UserArchive>>,
) -> Result<Response> {
    let said = said_in(&input.body)?;
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            close_account(tx, rows.ctx(), id, &said)?;
            shown_or_gone(tx, rows, id)
        })
        .await
}

/// Why an account is closed.
#[derive(Serialize, Deserialize, JsonSchema)]
struct UserArchive {
    reason_code: Option<String>,
    /// In the words of who closes it.
    #[schemars(length(max = 500))]
    reason: Option<String>,
}

fn said_in(body: &Value) -> Result<Said> {
    let sent = person_in(body)?;
    let text = |name: &str| match sent.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(FieldFault::attribute(name, "type").with("reason", "text")),
    };
    Said::read(text("reason_code")?, text("reason")?)
}

/// Closes an account on behalf of the centre.
pub fn close_account(tx: &Tx, ctx: &RequestContext, id: Id<User>, said: &Said) -> Result<()> {
    let by_center = ArchiveReason::ByCenter;
    archive(tx, id.number(), by_center, said, ctx.user_id()).map(drop)
}

/// `PUT /users/{id}/deactivate {reason_code?, reason?}`: active to inactive.
async fn switch_off(
    access: Access<User, action::Archive>,
    id: Id<User>,
    input: Input<Sent<UserArchive>>,
) -> Result<Document> {
    let said = said_in(&input.body)?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            deactivate(tx, id.number(), &said, rows.ctx().user_id())?;
            Ok(())
        })
        .await
}

/// `PUT /users/{id}/reactivate`, within the grace period.
async fn open(
    access: Access<User, action::Reactivate>,
    id: Id<User>,
    _: Input<Ignored>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            reactivate(tx, id.number(), rows.ctx().user_id())?;
            Ok(())
        })
        .await
}

/// `POST /users/{id}/invite`: sends the invitation of a pending account, with a new link.
async fn invite(
    access: Access<User, action::Invite>,
    id: Id<User>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            send_invitation(tx, rows.ctx(), id)?;
            sent_to(tx, id)
        })
        .await
}

/// Sends the invitation of a pending account and renews its offers: for those who run the centre and may know that
/// the account is pending.
pub fn send_invitation(tx: &Tx, ctx: &RequestContext, id: Id<User>) -> Result<()> {
    offer::renew_all_of(tx, id.number())?;
    write_invitation(tx, ctx, id)
}

/// Sends the invitation only. Offers by others keep their expiry: a date that moved with another's offer would
/// disclose that the account is still pending.
pub fn write_invitation(tx: &Tx, ctx: &RequestContext, id: Id<User>) -> Result<()> {
    let actor_id = ctx.user_id();
    invitation::send(tx, id.number(), actor_id, ctx.site.center_id)?;
    audit(tx, actor_id, "invite", (User::TYPE, id.number()))
}

fn sent_to(tx: &Tx, id: Id<User>) -> Result<Answer> {
    let sql = "select email from users where id = ?1";
    let email: Option<String> = tx.query_row(sql, [id.number()], |row| row.get(0))?;
    let told = json!({ "data": null, "meta": { "sent_to": email } });
    Ok(Answer::accepted(told.to_string()))
}

/// `POST /users/{id}/resend_confirmation_instructions`: for an account whose address is not confirmed yet.
async fn resend_confirmation(
    access: Access<User, action::ResendConfirmation>,
    id: Id<User>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            let ctx = rows.ctx();
            let sql = "select status = 'invited' from users where id = ?1";
            // An invited person has no password yet and needs the invitation instead.
            if tx.query_row(sql, [id.number()], |row| row.get(0))? {
                send_invitation(tx, ctx, id)?;
            } else if registration::resend(tx, id.number())? {
                let subject = (User::TYPE, id.number());
                audit(tx, ctx.user_id(), "resend_confirmation", subject)?;
            } else {
                let none = Vec::<String>::new();
                return Err(Error::from(Code::InvalidTransition).with("allowed", none));
            }
            sent_to(tx, id)
        })
        .await
}
