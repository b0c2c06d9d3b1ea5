//! Changes of an approved organisation's identity: its manager asks, its centre decides
//! (docs/domain/states.md#changes-of-organisations). Until then everybody sees the old values.

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::guards::validate_no_duplicate;
use super::{Organization, OrganizationAttributes, OrganizationStatus};
use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::Input;
use crate::jsonapi::write::store::{self, typed, whole};
use crate::jsonapi::{AuthContext as _, Document, Id, Resource, table};
use crate::mail::MailKind;
use crate::model::plain_form::Form;
use crate::model::state_history::audit_with;
use crate::resources::notification::Notice;

/// The attributes that say who an organisation is.
const IDENTITY: [&str; 4] = [
    "name",
    "organization_type",
    "kvk_number",
    "neighbourhood_initiative",
];

/// Decision of a centre on what a manager asked for.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationChangeDecision")]
pub struct Decision {
    event: DecisionEvent,
    /// Why not, for the organisation.
    #[validate(length(max = 2000))]
    message: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum DecisionEvent {
    Approve,
    Refuse,
}

/// Moves the attributes that the actor may only ask for from a change to the request; returns those that remain. An
/// attribute that is sent as it is shown takes its request back.
pub(super) fn hold(
    tx: &Tx,
    rows: &Rows<Organization>,
    id: Id<Organization>,
    mut attributes: Map<String, Value>,
) -> Result<Map<String, Value>> {
    let shown = store::load(tx, id)?.ok_or(Code::NotFound)?;
    if shown.status != OrganizationStatus::Approved
        || !IDENTITY.iter().any(|name| attributes.contains_key(*name))
        || oversees(tx, rows, id)?
    {
        return Ok(attributes);
    }
    let live = map(&shown)?;
    let mut asked = shown.requested_change.clone().unwrap_or_default();
    for name in IDENTITY {
        let Some(value) = attributes.remove(name) else {
            continue;
        };
        let value = match value {
            Value::String(text) => store::tidied(&text),
            value => value,
        };
        if live.get(name).unwrap_or(&Value::Null) == &value {
            asked.remove(name);
        } else {
            asked.insert(name.to_owned(), value);
        }
    }
    let before = shown.requested_change.clone().unwrap_or_default();
    if asked != before {
        validate(&live, &asked)?;
        keep(tx, id, Some(&asked).filter(|asked| !asked.is_empty()))?;
        let fields: Vec<&String> = asked.keys().collect();
        let about = (Organization::TYPE, id.number());
        let data = json!({ "fields": fields });
        audit_with(tx, rows.ctx().user_id(), "request_change", about, &data)?;
        if !asked.is_empty() {
            let data = json!({ "is_change": true, "path": format!("/organizations/{id}/edit") });
            notice(tx, id, MailKind::OrgToReview, data)?.notify_center(tx)?;
        }
    }
    Ok(attributes)
}

/// `PUT /organizations/{id}/requested_change {event, message?}`: the centre agrees or not.
pub(super) async fn decide(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    input: Input<Form<Decision>>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            let organization = rows.load(tx, id)?;
            let decision = input.body.read(&["event"])?;
            let is_approved = decision.event == DecisionEvent::Approve;
            let message = decision.message.filter(|text| !text.trim().is_empty());
            if !is_approved && message.is_none() {
                return Err(FieldFault::attribute("message", "reason_words").into());
            }
            rows.ctx()
                .require_own_words("message", message.as_deref())?;
            let asked = organization.requested_change.ok_or_else(|| {
                Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new())
            })?;
            rows.ctx().require_read(id)?;
            keep(tx, id, None)?;
            if is_approved {
                rows.update(tx, id, asked)?;
                validate_no_duplicate(tx, id)?;
            }
            let about = (Organization::TYPE, id.number());
            let action = if is_approved {
                "approve_change"
            } else {
                "refuse_change"
            };
            audit_with(tx, rows.ctx().user_id(), action, about, &Value::Null)?;
            let path = format!("/organizations/{id}/edit");
            let data = json!({ "is_approved": is_approved, "message": message, "path": path });
            notice(tx, id, MailKind::OrgChangeDecided, data)?.notify_managers(tx, id.number())?;
            Ok(())
        })
        .await
}

fn oversees(tx: &Tx, rows: &Rows<Organization>, id: Id<Organization>) -> Result<bool> {
    let visibility = rows
        .ctx()
        .visibility(Organization::TYPE)
        .unwrap_or_default();
    match visibility.can.iter().find(|(verb, _)| *verb == "oversee") {
        Some((_, allowed)) => store::is_within(
            tx,
            rows.auth(),
            table::<Organization>(),
            id.number(),
            allowed,
        ),
        None => Ok(false),
    }
}

fn map(organization: &OrganizationAttributes) -> Result<Map<String, Value>> {
    match serde_json::to_value(organization)? {
        Value::Object(map) => Ok(map),
        _ => Err(Error::internal("attributes are an object")),
    }
}

/// Validates the organisation as it would be.
fn validate(live: &Map<String, Value>, asked: &Map<String, Value>) -> Result<()> {
    // The text rules are those of a request; the stored rest was checked when it was sent.
    #[derive(Deserialize, JsonSchema, Validate)]
    struct Asked {
        #[expect(dead_code, reason = "read for its text rules only")]
        name: Option<String>,
    }
    let name = asked.get("name").cloned();
    typed::<Asked>(
        &[],
        Map::from_iter(name.map(|name| ("name".to_owned(), name))),
    )?;
    let mut merged = live.clone();
    merged.extend(asked.clone());
    let wanted: OrganizationAttributes = whole(&["name"], merged)?;
    if wanted.kvk_number.is_none() && !wanted.neighbourhood_initiative {
        return Err(FieldFault::attribute("kvk_number", "kvk_or_initiative").into());
    }
    Ok(())
}

fn keep(tx: &Tx, id: Id<Organization>, asked: Option<&Map<String, Value>>) -> Result<()> {
    let asked = asked.map(serde_json::to_string).transpose()?;
    tx.prepare_cached(
        "update organizations
            set requested_change = :asked, change_requested_at = iif(:asked is null, null, coalesce(change_requested_at, :now)),
                version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {":id": id.number(), ":asked": asked, ":now": tx.now()})?;
    Ok(())
}

pub(super) fn notice(
    tx: &Tx,
    id: Id<Organization>,
    kind: MailKind,
    mut data: Value,
) -> Result<Notice> {
    let (name, center_id): (String, i64) = tx.query_row(
        "select name, volunteer_center_id from organizations where id = ?1",
        [id.number()],
        |row| row.try_into(),
    )?;
    if let Some(data) = data.as_object_mut() {
        data.insert("organization_name".to_owned(), name.into());
        data.retain(|_, value| !value.is_null());
    }
    Ok(Notice {
        kind,
        data,
        subject: (Organization::TYPE, id.number()),
        center_id,
    })
}
