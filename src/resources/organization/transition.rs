//! State machine of organisations (docs/domain/states.md#organisations): permitted transitions and their effects.

use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::guards::{validate_no_duplicate, validate_reason, validate_registered};
use super::{Organization, OrganizationStatus};
use crate::app::access::{Access, Action, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{DocumentOf, Input, Sent};
use crate::jsonapi::{Answer, Document, Id, Resource, Transition};
use crate::mail::MailKind;
use crate::resources::notification::Notice;
use crate::resources::state_history::{Step, record, require};
use crate::resources::{application, vacancy};

pub use super::guards::REASONS;

const NO_OPEN_APPLICATIONS: &str = "not exists (select 1 from applications a where a.organization_id = t.id and a.stage in ('new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started'))";

/// Events with the status they lead to and the verb they require.
#[rustfmt::skip]
pub const TRANSITIONS: &[Transition] = &[
    Transition { event: "approve", when: "t.status in ('pending', 'denied')", verb: "approve", to: "approved" },
    Transition { event: "deny", when: "t.status in ('pending', 'approved')", verb: "approve", to: "denied" },
    Transition { event: "resubmit", when: "t.status = 'denied' and t.denials < 3 and t.denied_at < strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-1 day') and t.updated_at > t.denied_at", verb: "manage", to: "pending" },
    Transition { event: "resubmit", when: "t.status = 'archived'", verb: "manage", to: "pending" },
    Transition { event: "archive", when: "t.status = 'approved'", verb: "manage", to: "archived" },
    Transition { event: "restore", when: "t.status = 'archived' and t.archived_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-24 months')", verb: "approve", to: "approved" },
    Transition { event: "restore", when: "t.status = 'deleted' and t.deleted_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-30 days')", verb: "govern", to: "archived" },
    Transition { event: "delete", when: "t.status in ('pending', 'denied', 'archived') and not exists (select 1 from applications a where a.organization_id = t.id and a.stage in ('new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started'))", verb: "approve", to: "deleted" },
];

/// The centre's answer to an organisation that signed up.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrganizationApprovalAttributes")]
pub struct OrganizationApproval {
    status: ApprovalStatus,
    reason_code: Option<String>,
    reason_text: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ApprovalStatus {
    Approved,
    Denied,
}

/// What a change of an organisation may say besides its attributes: another state, and why.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct OrganizationUpdate {
    status: Option<OrganizationStatus>,
    reason_code: Option<String>,
    reason_text: Option<String>,
}

/// `POST /organizations`: created as approved by those who decide on organisations
/// (docs/domain/rights.md#organisations).
pub async fn create(
    access: Access<Organization, action::Create>,
    (): (),
    input: Input<Value>,
) -> Result<Answer> {
    let attributes = super::sent_new(&input.body)?;
    access
        .post(input.key, move |tx, rows| {
            let id = rows.create(tx, attributes)?;
            run(tx, id, "approve", rows.ctx().user_id(), &Change::default())?;
            let location = format!("/api/v1/organizations/{id}");
            Ok(Answer::created(location, rows.shown_text(tx, id)?))
        })
        .await
}

/// `PUT /organizations/{id}/approve`: accepts `approved` and `denied`, the latter with a reason.
pub async fn approve(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    input: Input<Sent<DocumentOf<Organization, OrganizationApproval>>>,
) -> Result<Document> {
    let mut attributes = super::sent(&input.body)?;
    let change = Change::take(&mut attributes)?;
    let event = match change.status.as_deref() {
        Some("approved") => "approve",
        Some("denied") => "deny",
        _ => {
            return Err(FieldFault::attribute("status", "choice")
                .with("allowed", vec!["approved", "denied"])
                .into());
        }
    };
    take(access, id, event, change, Map::new()).await
}

/// `PUT` and `PATCH /organizations/{id}`: details, and the states `archived`, `pending`, `deleted`, and `approved`
/// from archived.
pub async fn update(
    access: Access<Organization, action::Update>,
    id: Id<Organization>,
    input: Input<Sent<OrganizationUpdate>>,
) -> Result<Document> {
    let mut attributes = super::sent(&input.body)?;
    let change = Change::take(&mut attributes)?;
    let rows = access.rows();
    let current = access
        .read(move |connection| {
            rows.require(connection, id)?;
            status(connection, id)
        })
        .await?;
    let event = match change.status.as_deref() {
        None => "",
        Some(same) if same == current => "",
        Some("archived") if current == "deleted" => "restore",
        Some("archived") => "archive",
        Some("pending") => "resubmit",
        Some("deleted") => "delete",
        Some("approved") if current == "archived" => "restore",
        Some(_) => {
            return Err(FieldFault::attribute("status", "choice")
                .with("allowed", vec!["archived", "pending", "deleted"])
                .into());
        }
    };
    take(access, id, event, change, attributes).await
}

/// Data submitted with a transition.
#[derive(Default)]
pub struct Change {
    status: Option<String>,
    reason_code: Option<String>,
    reason_text: Option<String>,
}

impl Change {
    fn take(attributes: &mut Map<String, Value>) -> Result<Self> {
        let mut text = |name: &str| match attributes.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => {
                Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
            }
            Some(_) => Err(Error::from(
                FieldFault::attribute(name, "type").with("reason", "text"),
            )),
        };
        Ok(Self {
            status: text("status")?,
            reason_code: text("reason_code")?,
            reason_text: text("reason_text")?,
        })
    }
}

async fn take<A: Action>(
    access: Access<Organization, A>,
    id: Id<Organization>,
    event: &'static str,
    change: Change,
    attributes: Map<String, Value>,
) -> Result<Document> {
    access
        .ctx()
        .require_own_words("reason_text", change.reason_text.as_deref())?;
    let one = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            if !attributes.is_empty() {
                rows.update(tx, id, attributes)?;
            }
            if !event.is_empty() {
                require(tx, rows.ctx(), id, event)
                    .map_err(|refused| refused.at("/data/attributes/status"))?;
                run(tx, id, event, rows.ctx().user_id(), &change)?;
            }
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

fn status(connection: &Connection, id: Id<Organization>) -> Result<String> {
    Ok(connection
        .prepare_cached("select status from organizations where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?)
}

/// Approves on behalf of the operator, for the command line. 422 where the transition is not possible now.
pub fn approve_as_host(tx: &Tx, id: Id<Organization>) -> Result<()> {
    let current = status(tx, id)?;
    if !matches!(current.as_str(), "pending" | "denied") {
        return Err(Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new()));
    }
    run(tx, id, "approve", None, &Change::default())
}

/// Denies on behalf of the operator, with one of `REASONS`.
pub fn deny_as_host(
    tx: &Tx,
    id: Id<Organization>,
    reason_code: &str,
    reason_text: Option<&str>,
) -> Result<()> {
    let current = status(tx, id)?;
    if !matches!(current.as_str(), "pending" | "approved") {
        return Err(Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new()));
    }
    let change = Change {
        status: None,
        reason_code: Some(reason_code.to_owned()),
        reason_text: reason_text.map(str::to_owned),
    };
    run(tx, id, "deny", None, &change)
}

/// Executes a permitted transition with all its effects.
fn run(
    tx: &Tx,
    id: Id<Organization>,
    event: &str,
    actor_id: Option<i64>,
    change: &Change,
) -> Result<()> {
    let from = status(tx, id)?;
    let to = target(event, &from);
    if event == "deny" {
        validate_reason(
            change.reason_code.as_deref(),
            change.reason_text.as_deref(),
            &from,
        )?;
    }
    if event == "approve" {
        validate_registered(tx, id)?;
    }
    if to == OrganizationStatus::Approved {
        validate_no_duplicate(tx, id)?;
    }
    tx.prepare_cached(
        "update organizations
            set status = :status,
                denial_reason = case :status when 'denied' then :reason_code when 'approved' then null else denial_reason end,
                denial_text = case :status when 'denied' then :reason_text when 'approved' then null else denial_text end,
                denials = denials + (:status = 'denied'),
                denied_at = case :status when 'denied' then :now else denied_at end,
                approved_at = case :status when 'approved' then :now else approved_at end,
                archived_at = case :status when 'archived' then :now else archived_at end,
                deleted_at = case :status when 'deleted' then :now else deleted_at end,
                version = version + 1,
                updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":status": to.as_str(),
        ":now": tx.now(),
        ":reason_code": change.reason_code,
        ":reason_text": change.reason_text,
    })?;
    record(
        tx,
        &Step {
            subject: (Organization::TYPE, id.number()),
            event,
            from: Some(&from),
            to: to.as_str(),
            actor_id,
            is_on_behalf: false,
            reason_code: change.reason_code.as_deref(),
            reason_text: change.reason_text.as_deref(),
        },
    )?;
    follow(tx, id, &from, to, change)
}

fn target(event: &str, from: &str) -> OrganizationStatus {
    match (event, from) {
        ("approve", _) | ("restore", "archived") => OrganizationStatus::Approved,
        ("deny", _) => OrganizationStatus::Denied,
        ("resubmit", _) => OrganizationStatus::Pending,
        ("delete", _) => OrganizationStatus::Deleted,
        _ => OrganizationStatus::Archived,
    }
}

/// Sends the notifications and applies the cascades.
fn follow(
    tx: &Tx,
    id: Id<Organization>,
    from: &str,
    to: OrganizationStatus,
    change: &Change,
) -> Result<()> {
    let (name, center_id): (String, i64) = tx.query_row(
        "select name, volunteer_center_id from organizations where id = ?1",
        [id.number()],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let notice = |kind, data: Value| Notice {
        kind,
        data,
        subject: (Organization::TYPE, id.number()),
        center_id,
    };
    let reasons = |path: &str| {
        let mut data =
            json!({ "organization_name": name, "reason_code": change.reason_code, "path": path });
        if let (Some(text), Some(data)) = (&change.reason_text, data.as_object_mut()) {
            data.insert("reason_text".to_owned(), text.clone().into());
        }
        data
    };
    match (from, to) {
        (_, OrganizationStatus::Approved) => {
            vacancy::transition::publish_waiting(tx, id)?;
            notice(
                MailKind::OrgApproved,
                json!({ "organization_name": name, "path": format!("/organizations/{id}/edit") }),
            )
            .notify_managers(tx, id.number())
        }
        ("approved", OrganizationStatus::Denied) => {
            close_down(tx, id)?;
            notice(
                MailKind::OrgRevoked,
                reasons(&format!("/organizations/{id}/edit")),
            )
            .notify_managers(tx, id.number())
        }
        (_, OrganizationStatus::Denied) => notice(
            MailKind::OrgDenied,
            reasons(&format!("/organizations/{id}/edit")),
        )
        .notify_managers_to_be(tx, id.number()),
        ("approved", OrganizationStatus::Archived) => {
            close_down(tx, id)?;
            notice(
                MailKind::OrgArchived,
                json!({ "organization_name": name, "path": format!("/organizations/{id}") }),
            )
            .notify_managers(tx, id.number())
        }
        (_, OrganizationStatus::Pending) => notice(
            MailKind::OrgToReview,
            json!({ "organization_name": name, "path": "/organizations/approve" }),
        )
        .notify_center(tx),
        _ => Ok(()),
    }
}

/// Archives published vacancies, closes open applications and notifies the applicants.
fn close_down(tx: &Tx, id: Id<Organization>) -> Result<()> {
    // Applications first: the reason recorded is the organisation's end, not that of the vacancy.
    application::transition::close_all_of(tx, id)?;
    vacancy::transition::archive_all_of(tx, id)
}

/// `DELETE /organizations/{id}`.
pub fn delete(tx: &Tx, id: Id<Organization>, actor_id: Option<i64>) -> Result<()> {
    let from = status(tx, id)?;
    let sql = format!("select {NO_OPEN_APPLICATIONS} from organizations t where t.id = ?1");
    let is_quiet: bool = tx.query_row(&sql, [id.number()], |row| row.get(0))?;
    if !is_quiet || !matches!(from.as_str(), "pending" | "denied" | "archived") {
        return Err(Error::from(Code::InvalidTransition).with("allowed", vec!["archive"]));
    }
    run(tx, id, "delete", actor_id, &Change::default())
}
