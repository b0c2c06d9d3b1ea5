//! What helps a centre to decide on an organisation: the mail of a decision before it is taken, and a question to
//! whoever registered it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};
use validator::Validate;

use super::change_request::notice;
use super::transition::{DENIAL_REASONS, notify_prospective};
use super::{Organization, OrganizationStatus};
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::error::{Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::Typed;
use crate::jsonapi::{Answer, Document, Id, Resource};
use crate::mail::{Filled, MailKind, TextOverride, render};
use crate::model::email_branding;
use crate::model::state_history::audit;

/// A decision that is not taken yet.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationDecisionDraft")]
pub struct DecisionDraft {
    status: OrganizationStatus,
    #[validate(length(max = 60))]
    reason_code: Option<String>,
    #[validate(length(max = 2000))]
    reason_text: Option<String>,
}

/// The mail of a decision.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrganizationDecisionMail")]
pub struct DecisionMail {
    subject: String,
    text: String,
}

impl Typed for DecisionMail {
    const TYPE: &'static str = "organization_decision_mails";
}

/// `PUT /organizations/{id}/decision_preview {status, reason_code, reason_text}`: rendered as it would be sent; nothing
/// is written or sent.
pub(super) async fn preview(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    form: Form<DecisionDraft>,
) -> Result<Document> {
    let DecisionDraft {
        status,
        reason_code,
        reason_text,
    } = form.body;
    let origin = email_branding::origin(access.app(), &access.ctx().site.tenant);
    let rows = access.rows();
    let mail = access
        .read(move |connection| {
            let organization = rows.load(connection, id)?;
            let kind = match (status, organization.status) {
                (OrganizationStatus::Approved, _) => MailKind::OrgApproved,
                (OrganizationStatus::Denied, OrganizationStatus::Approved) => MailKind::OrgRevoked,
                (OrganizationStatus::Denied, _) => MailKind::OrgDenied,
                (
                    OrganizationStatus::Pending
                    | OrganizationStatus::Archived
                    | OrganizationStatus::Deleted,
                    _,
                ) => {
                    return Err(FieldFault::attribute("status", "choice")
                        .with("allowed", vec!["approved", "denied"])
                        .into());
                }
            };
            let center_id = rows.ctx().site.center_id;
            let mut data = Map::from_iter([
                ("organization_name".to_owned(), json!(organization.name)),
                (
                    "path".to_owned(),
                    json!(format!("/organizations/{id}/edit")),
                ),
                (
                    "first_name".to_owned(),
                    json!(
                        organization
                            .contact_name
                            .as_deref()
                            .and_then(|name| name.split(' ').next())
                            .unwrap_or_default()
                    ),
                ),
            ]);
            if status == OrganizationStatus::Denied {
                let code = reason_code.unwrap_or_default();
                if !DENIAL_REASONS.contains(&code.as_str()) {
                    return Err(FieldFault::attribute("reason_code", "reason_required")
                        .with("allowed", DENIAL_REASONS.to_vec())
                        .into());
                }
                data.insert("reason_code".to_owned(), json!(code));
                if let Some(text) = reason_text {
                    data.insert("reason_text".to_owned(), json!(text));
                }
            }
            let data = data.into();
            let head = email_branding::email_branding(connection, Some(center_id), &origin)?;
            let locale: String = connection.query_row(
                "select locale from volunteer_centers where id = ?1",
                [center_id],
                |row| row.get(0),
            )?;
            let locale = Locale::parse(&locale).unwrap_or_default();
            let text = TextOverride::find(connection, kind, locale, Some(center_id))?;
            let filled = Filled {
                kind,
                locale,
                to_name: organization.contact_name.as_deref().unwrap_or_default(),
                data: &data,
                unsubscribe_path: None,
                text: Some(&text),
            };
            let letter = render(&filled, &head)
                .map_err(|error| Error::internal(format!("{}: {error:#}", kind.as_str())))?;
            Ok(DecisionMail {
                subject: letter.subject,
                text: letter.text,
            })
        })
        .await?;
    Ok(Document::of(&json!({
        "data": { "type": DecisionMail::TYPE, "id": id.to_string(), "attributes": mail }
    })))
}

/// A question to whoever registered an organisation.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationQuestion")]
pub struct Question {
    #[validate(length(min = 1, max = 2000))]
    message: String,
}

/// `POST /organizations/{id}/question {message}`: mailed; the answer comes to the centre's address. The organisation
/// goes on waiting.
pub(super) async fn question(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    form: Form<Question>,
) -> Result<Answer> {
    let message = form.body.message;
    access
        .post(form.key, move |tx, rows| {
            rows.require(tx, id)?;
            rows.ctx().require_own_words("message", Some(&message))?;
            let data = json!({ "message": message, "path": format!("/organizations/{id}/edit") });
            notify_prospective(tx, id, notice(tx, id, MailKind::OrgQuestion, data)?)?;
            let about = (Organization::TYPE, id.number());
            audit(tx, rows.ctx().user_id(), "ask_question", about)?;
            Ok(Answer::ok(rows.shown_text(tx, id)?))
        })
        .await
}
