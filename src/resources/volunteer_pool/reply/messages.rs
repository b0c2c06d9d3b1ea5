//! What is written after an answer: a conversation between the person and the organisation.

use axum::http::Method;

use super::{ReplyStatus, VolunteerProfileReply, notify};
use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::{Answer, Document, Id, Resource as _};
use crate::model::state_machine::State as _;
use crate::resources::conversation::message::{self, Message, MessageForm};
use crate::resources::conversation::{About, Side, Unread};
use crate::resources::organization::require_approved;

pub(super) fn routes() -> Routes {
    const OF_REPLY: &str = "//api/v1/volunteer_profile_replies/{id}/messages";
    Routes::new()
        .action(Method::GET, OF_REPLY, list_of_reply)
        .named(
            "listVolunteerProfileReplyMessages",
            "Lists what was written after a message of the pool was answered, oldest first",
        )
        .answers(Described::many::<Message>())
        .form(Method::POST, OF_REPLY, write_about_reply)
        .named(
            "createVolunteerProfileReplyMessage",
            "Writes to the other side of a message of the pool that was answered",
        )
        .answers(Described::one::<Message>(201))
        .refuses(&[422, 429])
        .action(
            Method::PUT,
            "//api/v1/volunteer_profile_replies/{id}/messages/read",
            read_of_reply,
        )
        .named(
            "readVolunteerProfileReplyMessages",
            "Marks what was written after a message of the pool as read",
        )
        .answers(Described::empty())
}

/// The side of the requester of a message of the pool; 404 for who is on neither.
fn side_of_reply(tx: &Tx, rows: &Rows<Message>, id: Id<VolunteerProfileReply>) -> Result<Side> {
    let ctx = rows.ctx();
    rows.beside::<VolunteerProfileReply, action::See>()?
        .require(tx, id)?;
    let (user_id, organization_id): (i64, i64) = tx
        .prepare_cached(
            "select user_id, organization_id from volunteer_profile_replies where id = ?1",
        )?
        .query_row([id.number()], |row| row.try_into())?;
    if Some(user_id) == ctx.user_id() {
        return Ok(Side::Person);
    }
    if message::manages(tx, ctx, organization_id)? {
        return Ok(Side::Organization);
    }
    Err(Code::Forbidden.into())
}

/// The first message of a conversation: the answer of who was found in the pool.
pub(super) fn open_with(
    tx: &Tx,
    id: Id<VolunteerProfileReply>,
    author_id: Option<i64>,
    body: &str,
) -> Result<()> {
    message::validate_rate(tx, author_id)?;
    message::store(tx, About::row(id), (author_id, Side::Person), body)?;
    // That it was answered is mailed by itself.
    tx.prepare_cached(
        "update conversation_sides
            set mailed_id = (select coalesce(max(m.id), 0) from messages m where m.conversation_id = conversation_sides.conversation_id)
          where side = 'organization'
            and conversation_id = (select id from conversations where about_type = 'volunteer_profile_replies' and about_id = ?1)",
    )?
    .execute([id.number()])?;
    Ok(())
}

async fn list_of_reply(
    access: Access<Message, action::Read>,
    id: Id<VolunteerProfileReply>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    access
        .read(move |connection| {
            rows.beside::<VolunteerProfileReply, action::See>()?
                .require(connection, id)
        })
        .await?;
    let query = input
        .query
        .with("filter[volunteer_profile_reply_id_eq]", &id.to_string());
    access.list(&input.path, query).await
}

/// `POST /volunteer_profile_replies/{id}/messages`: after an answer, and until the person blocks the organisation.
async fn write_about_reply(
    access: Access<Message, action::Create>,
    id: Id<VolunteerProfileReply>,
    form: Form<MessageForm>,
) -> Result<Answer> {
    access
        .post(form.key, move |tx, rows| {
            let ctx = rows.ctx();
            let side = side_of_reply(tx, rows, id)?;
            require_approved(tx, VolunteerProfileReply::TYPE, id.number())?;
            if ReplyStatus::current(tx, id)? != ReplyStatus::Answered {
                let none: Vec<&str> = Vec::new();
                return Err(Error::from(Code::InvalidTransition).with("allowed", none));
            }
            message::validate_rate(tx, ctx.user_id())?;
            let message =
                message::store(tx, About::row(id), (ctx.user_id(), side), &form.body.body)?;
            tx.noted();
            rows.require(tx, message)?;
            Ok(Answer::created(
                format!("/api/v1/volunteer_profile_replies/{id}/messages"),
                rows.shown_text(tx, message)?,
            ))
        })
        .await
}

async fn read_of_reply(
    access: Access<Message, action::Read>,
    id: Id<VolunteerProfileReply>,
    _: Input<Ignored>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            let side = side_of_reply(tx, rows, id)?;
            message::mark_read_about(tx, About::row(id), side)
        })
        .await?;
    Ok(Answer::empty())
}

/// Mails a side what it has not read.
pub fn mail_unread(tx: &Tx, unread: &Unread) -> Result<()> {
    notify::of_messages(tx, unread)
}
