//! Sending a form. Needs no account: a form is open to everybody, or its link is the credential
//! (docs/domain/limits.md#rates).

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate as _;

use super::answers::{self, Answer, Sent};
use super::public::{FormLink, PublicForm, find_public};
use super::submission::{FormSubmission, SubmissionStatus};
use super::transition::SubmissionEvent;
use super::{Form, QuestionType, notify, thanks_path};
use crate::app::access::{RequestContext, Unguarded};
use crate::app::limits::rate_limits::{FORM_ANSWERS, FORM_INVITED_ANSWERS};
use crate::base::digest::digest_of;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi;
use crate::jsonapi::write::store::invalid;
use crate::jsonapi::{Id, Resource};
use crate::mail::dutch_time::date_in_words;
use crate::model::state_machine;

/// Seconds that filling in a form takes at least.
const FASTEST: i64 = 3;

/// What is sent.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, validator::Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FormSubmissionCreate")]
pub struct SubmissionForm {
    /// By the question's id: text, a number, true, or a list of options.
    #[serde(default)]
    pub answers: Sent,
    /// `nl` or `en`.
    #[validate(length(max = 2))]
    pub locale: Option<String>,
    /// When the form was opened. Sent less than three seconds later it is refused.
    #[validate(length(max = 40))]
    pub started_at: Option<String>,
    /// Always empty: a field that only programs fill in.
    #[validate(length(max = 2000))]
    pub website: Option<String>,
}

/// Response to what was sent: the thank-you text.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormReceiptDocument")]
struct ReceiptDocument {
    data: Option<Map<String, Value>>,
    meta: ReceiptMeta,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormReceiptMeta")]
struct ReceiptMeta {
    thanks: Option<String>,
    thanks_en: Option<String>,
    /// Where to go instead of showing that text.
    thanks_path: Option<String>,
    /// A confirmation was mailed, if the address accepts it.
    has_receipt: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .unguarded::<FormLink, _, _, _, _, _>(
            Method::POST,
            Form::TYPE,
            "/api/v1/forms/{id}/submissions",
            submit,
        )
        .named("submitForm", "Sends a filled-in form")
        .taking_form::<SubmissionForm>()
        .answers(Described::json::<ReceiptDocument>(201))
        .refuses(&[401, 404, 422, 429])
}

async fn submit(
    door: Unguarded<FormLink>,
    address: String,
    input: Input<Value>,
) -> Result<jsonapi::Answer> {
    let attributes = input
        .body
        .pointer("/data/attributes")
        .unwrap_or(&input.body);
    let form: SubmissionForm =
        jsonapi::write::store::typed(&[], attributes.as_object().cloned().unwrap_or_default())?;
    form.validate().map_err(|errors| invalid(&errors))?;
    door.post(input.key, move |tx, ctx| {
        let found = take_in(tx, ctx, &address, &form)?;
        let path = thanks_path(tx, &found.form, locale(&form, ctx), tx.now())?;
        Ok(jsonapi::Answer {
            status: axum::http::StatusCode::CREATED,
            ..jsonapi::Answer::ok(
                json!({ "data": null, "meta": {
                    "thanks": found.form.thanks,
                    "thanks_en": found.form.thanks_en,
                    "thanks_path": path,
                    "has_receipt": found.form.sends_receipt,
                } })
                .to_string(),
            )
        })
    })
    .await
}

/// Validates and stores one submission, and tells who it is for.
pub fn take_in(
    tx: &Tx,
    ctx: &RequestContext,
    address: &str,
    sent: &SubmissionForm,
) -> Result<PublicForm> {
    let found = find_public(tx, address, ctx.site.center_id, tx.now())?;
    if let Some(rule) = found.state.rule() {
        let mut fault = FieldFault::attribute("answers", rule);
        if let Some(day) = found.opens_on() {
            for (name, locale) in [("opens_on_nl", Locale::Nl), ("opens_on_en", Locale::En)] {
                fault = fault.with(name, date_in_words(day, locale));
            }
        }
        return Err(fault.into());
    }
    if is_too_fast(sent.started_at.as_deref(), tx.now()) {
        return Err(FieldFault::attribute("started_at", "form_too_fast").into());
    }
    let answers = answers::validate(&found.form.questions, &sent.answers)?;
    let client_ip = ctx.site.client_ip.to_string();
    // Of the invited each has one answer, which may be that of the person beside them.
    if found.invitation.is_none() && is_sent_twice(tx, ctx, &found, &answers)? {
        tx.noted();
        return Ok(found);
    }
    match found.invitation {
        Some(id) => {
            FORM_INVITED_ANSWERS.keep(tx, &client_ip)?;
            tx.prepare_cached("update form_invitations set answered_at = ?2 where id = ?1")?
                .execute((id, tx.now()))?;
        }
        None => FORM_ANSWERS.keep(tx, &client_ip)?,
    }
    let is_spam = sent
        .website
        .as_deref()
        .is_some_and(|text| !text.trim().is_empty());
    let id = insert(tx, ctx, &found, &answers, sent, is_spam)?;
    state_machine::begin::<SubmissionStatus>(
        tx,
        ctx.user_id(),
        Id::<FormSubmission>::new(id),
        SubmissionEvent::Submit,
    )?;
    tx.noted();
    if !is_spam {
        notify::submitted(tx, (found.id, &found.form), id)?;
        if found.form.sends_receipt
            && let Some(email) = first(&answers, QuestionType::Email)
        {
            notify::receipt(tx, &found, id, &email, locale(sent, ctx).as_str())?;
        }
    }
    Ok(found)
}

fn ip_hash(ctx: &RequestContext, found: &PublicForm) -> [u8; 32] {
    digest_of(&[
        found.form.token.as_bytes(),
        ctx.site.client_ip.to_string().as_bytes(),
    ])
}

/// Whether the same answers came from the same address within a minute: the button was pressed twice.
fn is_sent_twice(
    tx: &Tx,
    ctx: &RequestContext,
    found: &PublicForm,
    answers: &[Answer],
) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from form_submissions
              where form_id = :form_id and ip_hash = :ip_hash and answers = :answers and user_id is :user_id
                and created_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-60 seconds')",
        )?
        .exists(named_params! {
            ":form_id": found.id.number(),
            ":ip_hash": ip_hash(ctx, found).as_slice(),
            ":answers": serde_json::to_string(answers)?,
            ":user_id": ctx.user_id(),
            ":now": tx.now(),
        })?)
}

fn is_too_fast(started_at: Option<&str>, now: &str) -> bool {
    let Some(started_at) = started_at else {
        return false;
    };
    let second = |at: &str| {
        at.parse::<jiff::Timestamp>()
            .ok()
            .map(jiff::Timestamp::as_second)
    };
    match (second(started_at), second(now)) {
        // A clock that is ahead of ours is no sign of a program.
        (Some(started), Some(now)) => now >= started && now - started < FASTEST,
        _ => true,
    }
}

fn locale(sent: &SubmissionForm, ctx: &RequestContext) -> Locale {
    let sent = sent.locale.as_deref().and_then(Locale::parse);
    sent.unwrap_or(ctx.site.locale)
}

fn first(answers: &[Answer], kind: QuestionType) -> Option<String> {
    answers
        .iter()
        .find(|answer| answer.question_type == kind)
        .and_then(|answer| answer.value.as_str())
        .map(str::to_owned)
}

fn insert(
    tx: &Tx,
    ctx: &RequestContext,
    found: &PublicForm,
    answers: &[Answer],
    sent: &SubmissionForm,
    is_spam: bool,
) -> Result<i64> {
    let words: Vec<String> = answers.iter().flat_map(Answer::words).collect();
    let name =
        first(answers, QuestionType::Text).map(|name| name.chars().take(100).collect::<String>());
    tx.prepare_cached(
        "insert into form_submissions (form_id, volunteer_center_id, organization_id, user_id, status, answers, search, name,
             email, locale, ip_hash, created_at, updated_at)
         values (:form_id, :center_id, :organization_id, :user_id, :status, :answers, fold(:search), :name,
             :email, :locale, :ip_hash, :now, :now)",
    )?
    .execute(named_params! {
        ":form_id": found.id.number(),
        ":center_id": found.form.volunteer_center_id,
        ":organization_id": found.form.organization_id.map(Id::number),
        ":user_id": ctx.user_id(),
        ":status": if is_spam { SubmissionStatus::Spam } else { SubmissionStatus::New },
        ":answers": serde_json::to_string(answers)?,
        ":search": words.join(" "),
        ":name": name,
        ":email": first(answers, QuestionType::Email),
        ":locale": locale(sent, ctx).as_str(),
        ":ip_hash": ip_hash(ctx, found).as_slice(),
        ":now": tx.now(),
    })?;
    Ok(tx.last_insert_rowid())
}
