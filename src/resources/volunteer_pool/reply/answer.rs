//! What somebody does with a message of the pool: answers it, declines it, or blocks the organisation.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::transition::{ReplyEvent, Shared};
use super::{ReplyStatus, VolunteerProfileReply, messages};
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::{Document, Id, Resource as _};
use crate::model::state_machine::{self, Actor, Reason};
use crate::resources::organization::require_approved;
use crate::resources::volunteer_profile;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "VolunteerProfileReplyAnswer")]
pub struct AnswerForm {
    #[validate(length(min = 1, max = 5000))]
    pub body: String,
    #[serde(default)]
    pub share_last_name: bool,
    #[serde(default)]
    pub share_phone: bool,
    #[serde(default)]
    pub share_email: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::PUT, "/{id}/answer", answer)
        .named(
            "answerVolunteerProfileReply",
            "Answers an organisation, with the details that the person chooses",
        )
        .answers(Described::one::<VolunteerProfileReply>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/decline", decline)
        .named("declineVolunteerProfileReply", "Says no to an organisation")
        .answers(Described::one::<VolunteerProfileReply>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/block", block)
        .named(
            "blockVolunteerProfileReply",
            "Keeps an organisation from finding the person again",
        )
        .answers(Described::one::<VolunteerProfileReply>(200))
        .refuses(&[422])
}

async fn answer(
    access: Access<VolunteerProfileReply, action::Answer>,
    id: Id<VolunteerProfileReply>,
    form: Form<AnswerForm>,
) -> Result<Document> {
    let said = form.body;
    access
        .ctx()
        .require_own_words("body", Some(said.body.as_str()))?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            require_approved(tx, VolunteerProfileReply::TYPE, id.number())?;
            let actor = Actor::Program(rows.ctx().user_id());
            let shared = Shared {
                last_name: said.share_last_name,
                phone: said.share_phone,
                email: said.share_email,
            };
            require_there(tx, rows.ctx().user_id(), shared)?;
            messages::open_with(tx, id, rows.ctx().user_id(), &said.body)?;
            let said = (Reason::default(), shared);
            state_machine::take::<ReplyStatus>(tx, actor, id, ReplyEvent::Answer, said)
        })
        .await
}

/// A number or address that somebody has not got can't be shared.
fn require_there(tx: &Tx, user_id: Option<i64>, shared: Shared) -> Result<()> {
    let (has_name, has_phone, has_email): (bool, bool, bool) = tx
        .prepare_cached(
            "select coalesce(last_name, '') <> '', coalesce(phone_number, '') <> '', coalesce(email, '') <> '' from users where id = ?1",
        )?
        .query_row([user_id], |row| row.try_into())?;
    let missing = [
        ("share_last_name", shared.last_name && !has_name),
        ("share_phone", shared.phone && !has_phone),
        ("share_email", shared.email && !has_email),
    ];
    let faults: Vec<FieldFault> = missing
        .into_iter()
        .filter(|(_, is_missing)| *is_missing)
        .map(|(field, _)| FieldFault::attribute(field, "not_in_profile"))
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

async fn decline(
    access: Access<VolunteerProfileReply, action::Answer>,
    id: Id<VolunteerProfileReply>,
    _: Input<Ignored>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let said = (Reason::default(), Shared::default());
            let actor = Actor::Program(rows.ctx().user_id());
            state_machine::take::<ReplyStatus>(tx, actor, id, ReplyEvent::Decline, said)
        })
        .await
}

async fn block(
    access: Access<VolunteerProfileReply, action::Answer>,
    id: Id<VolunteerProfileReply>,
    _: Input<Ignored>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let user_id = rows.ctx().user_id().ok_or(Code::NotSignedIn)?;
            let organization_id: i64 = tx
                .prepare_cached(
                    "select organization_id from volunteer_profile_replies where id = ?1",
                )?
                .query_row([id.number()], |row| row.get(0))?;
            volunteer_profile::block(tx, user_id, organization_id)?;
            let said = (Reason::default(), Shared::default());
            let actor = Actor::Program(rows.ctx().user_id());
            state_machine::take::<ReplyStatus>(tx, actor, id, ReplyEvent::Block, said)
        })
        .await
}
