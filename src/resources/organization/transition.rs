//! State machine of organisations (docs/domain/states.md#organisations), and the endpoints that take its events.
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::guards::{validate_no_duplicate, validate_registered};
use super::{Organization, OrganizationStatus, change_request, still_right};
use crate::app::access::{Access, Action, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Answer, Document, Id, Resource};
use crate::mail::MailKind;
use crate::model::effects::{self, Happening};
use crate::model::state_machine::{
    self, Actor, By, Mail, Reason, ReasonRule, Recipient, State, Step, Transition, mail,
};
use crate::policy::Verb;
use crate::policy::conditions::lifecycle::is_restorable;
use crate::resources::notification::Notice;
use crate::text_enum;

use OrganizationEvent as Event;
use OrganizationStatus::{Approved, Archived, Deleted, Denied, Pending};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganizationEvent {
    SignUp,
    Approve,
    Deny,
    Resubmit,
    Archive,
    Restore,
    Delete,
    Merge,
    Unmerge,
}

text_enum!(OrganizationEvent {
    SignUp = "sign_up",
    Approve = "approve",
    Deny = "deny",
    Resubmit = "resubmit",
    Archive = "archive",
    Restore = "restore",
    Delete = "delete",
    Merge = "merge",
    Unmerge = "unmerge",
});

text_enum!(OrganizationStatus {
    Approved = "approved",
    Pending = "pending",
    Denied = "denied",
    Archived = "archived",
    Deleted = "deleted",
});

/// Reasons for which a centre denies an organisation.
pub const DENIAL_REASONS: &[&str] = &[
    "outside_area",
    "for_profit",
    "not_an_organization",
    "duplicate",
    "information_insufficient",
    "against_rules",
    "other",
];

const MANAGE: By = By::Verb(Verb::Manage);
const APPROVE: By = By::Verb(Verb::Approve);
const GOVERN: By = By::Verb(Verb::Govern);
/// Why deciding without saying what was read stays open here.
const OF_OTHERS: &str =
    "the calls of programs that were there before; a version that is sent is compared";
const COMES_BACK: &str = "nothing goes out; it is put back within 30 days";

impl State for OrganizationStatus {
    type Resource = Organization;
    type Event = OrganizationEvent;
    type Input = ();

    const COLUMN: &'static str = "status";
    const EVENT_FIELD: &'static str = "status";
    const TEXT_FIELD: &'static str = "reason_text";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::SignUp, &[], &[Pending], By::Operation(Verb::SignUp))
            .says("not by a student; the contact confirms by mail")
            .mails(&[
                mail(MailKind::OrgReceived, Recipient::Person),
                mail(MailKind::OrgToReview, Recipient::Center),
            ]),
        Transition::on(Event::Approve, &[Pending, Denied], &[Approved], APPROVE)
            .check(
                may_be_approved,
                "trade-register number or neighbourhood initiative; no other approved organisation of the centre with that number",
            )
            .effect(
                publish_waiting,
                "drafts marked \"publish after approval\" are published, or submitted where review is on",
            )
            .open(OF_OTHERS)
            .mails(&[mail(MailKind::OrgApproved, Recipient::ProspectiveManagers)]),
        Transition::on(Event::Deny, &[Pending], &[Denied], APPROVE)
            .reason(ReasonRule::CodeAndText(DENIAL_REASONS))
            .open(OF_OTHERS)
            .mails(&[mail(MailKind::OrgDenied, Recipient::ProspectiveManagers)]),
        Transition::on(Event::Deny, &[Approved], &[Denied], APPROVE)
            .reason(ReasonRule::Code(DENIAL_REASONS))
            .open(OF_OTHERS)
            .effect(
                close_down,
                "open applications are closed with `organization_closed`, then published vacancies are archived",
            )
            .mails(&[mail(MailKind::OrgRevoked, Recipient::Managers)]),
        Transition::on(Event::Resubmit, &[Denied], &[Pending], MANAGE)
            .guard(
                "t.denials < 3 and t.denied_at < strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-1 day') and t.updated_at > t.denied_at",
                "changed since the denial, at least 24 hours after it, fewer than 3 denials",
            )
            .mails(&[mail(MailKind::OrgToReview, Recipient::Center)]),
        Transition::on(Event::Resubmit, &[Archived], &[Pending], MANAGE)
            .mails(&[mail(MailKind::OrgToReview, Recipient::Center)]),
        Transition::on(Event::Archive, &[Approved], &[Archived], MANAGE)
            .effect(close_down, "as a revocation, without the denial; members stay")
            .mails(&[mail(MailKind::OrgArchived, Recipient::Managers)]),
        Transition::on(Event::Restore, &[Archived], &[Approved], APPROVE)
            .guard(
                "t.archived_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-24 months')",
                "archived less than 24 months ago",
            )
            .check(is_no_duplicate, "no other approved organisation with that number")
            .open(OF_OTHERS)
            .effect(publish_waiting, "vacancies stay archived")
            .mails(&[mail(MailKind::OrgApproved, Recipient::Managers)]),
        Transition::on(Event::Restore, &[Deleted], &[Archived], GOVERN).guard(
            concat!(is_restorable!(), " and t.merged_into_id is null"),
            "within 30 days; not one that was merged",
        )
        .open("it comes back archived, and nothing of it goes out"),
        Transition::on(Event::Delete, &[Pending, Denied, Archived], &[Deleted], APPROVE)
            .guard(
                "not exists (select 1 from applications a where a.organization_id = t.id and a.stage in ('new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started'))",
                "no open applications",
            )
            .says("hidden; purged after 30 days")
            .open(COMES_BACK),
        Transition::on(
            Event::Merge,
            &[Approved, Pending, Denied, Archived],
            &[Deleted],
            By::Operation(Verb::Approve),
        )
        .says("what it has goes to the other organisation")
        .open("decided on what a preview counts; undone within 30 days"),
        Transition::on(
            Event::Unmerge,
            &[Deleted],
            &[Approved, Pending, Denied, Archived],
            By::Operation(Verb::Approve),
        )
        .says("within 30 days; takes along what it brought")
        .open("puts back what a merge took"),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        step.tx.prepare_cached(
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
            ":id": step.id.number(),
            ":status": step.to,
            ":now": step.tx.now(),
            ":reason_code": step.reason.code,
            ":reason_text": step.reason.text,
        })?;
        Ok(())
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        notify(step, mail)
    }
}

fn may_be_approved(step: &mut Step<OrganizationStatus>) -> Result<()> {
    validate_registered(step.tx, step.id)?;
    validate_no_duplicate(step.tx, step.id)
}

fn is_no_duplicate(step: &mut Step<OrganizationStatus>) -> Result<()> {
    validate_no_duplicate(step.tx, step.id)
}

fn publish_waiting(step: &Step<OrganizationStatus>) -> Result<()> {
    announce(step, effects::Event::OrganizationApproved)
}

fn close_down(step: &Step<OrganizationStatus>) -> Result<()> {
    announce(step, effects::Event::OrganizationCloses)
}

fn announce(step: &Step<OrganizationStatus>, event: effects::Event) -> Result<()> {
    Happening::new(step.tx, event, step.id.number()).announce()
}

fn notify(step: &Step<OrganizationStatus>, mail: Mail) -> Result<()> {
    let (tx, id) = (step.tx, step.id);
    let (name, center_id): (String, i64) = tx.query_row(
        "select name, volunteer_center_id from organizations where id = ?1",
        [id.number()],
        |row| row.try_into(),
    )?;
    let path = match (step.to, mail.to) {
        (_, Recipient::Center) => "/organizations/approve".to_owned(),
        (Archived | Deleted, _) => format!("/organizations/{id}"),
        (Approved | Pending | Denied, _) => format!("/organizations/{id}/edit"),
    };
    let mut data = Map::from_iter([
        ("organization_name".to_owned(), json!(name)),
        ("path".to_owned(), json!(path)),
    ]);
    if step.to == Denied {
        data.insert("reason_code".to_owned(), json!(step.reason.code));
        if let Some(text) = &step.reason.text {
            data.insert("reason_text".to_owned(), json!(text));
        }
    }
    let notice = Notice {
        kind: mail.kind,
        data: Value::Object(data),
        subject: (Organization::TYPE, id.number()),
        center_id,
    };
    match mail.to {
        Recipient::Center => notice.notify_center(tx),
        Recipient::ProspectiveManagers => notify_prospective(tx, id, notice),
        Recipient::Managers
        | Recipient::Contact
        | Recipient::Decider
        | Recipient::Applicant
        | Recipient::Person => notice.notify_managers(tx, id.number()),
    }
}

/// Notifies those who manage an organisation or will; where there is nobody, the address that it signed up with.
pub(super) fn notify_prospective(tx: &Tx, id: Id<Organization>, notice: Notice) -> Result<()> {
    if notice.notify_managers_to_be(tx, id.number())? == 0 {
        notify_contact(tx, id, notice)?;
    }
    Ok(())
}

/// Notifies the address that an organisation signed up with, where no account of its contact is left: one that was
/// never confirmed is deleted after a month.
fn notify_contact(tx: &Tx, id: Id<Organization>, mut notice: Notice) -> Result<()> {
    let contact: Option<(String, String, String)> = tx
        .prepare_cached(
            "select o.email, coalesce(o.contact_name, ''), c.locale
               from organizations o
               join volunteer_centers c on c.id = o.volunteer_center_id
              where o.id = ?1 and o.email is not null
                and exists (select 1 from transitions s
                             where s.subject_type = 'organizations' and s.subject_id = o.id and s.event = 'sign_up')",
        )?
        .query_row([id.number()], |row| row.try_into())
        .optional()?;
    let Some((email, name, locale)) = contact else {
        return Ok(());
    };
    // The page to edit it asks for a sign-in, which this person does not have.
    if let Some(data) = notice.data.as_object_mut() {
        data.insert("path".to_owned(), format!("/organizations/{id}").into());
    }
    notice.mail(tx, &email, (&name, ""), &locale)
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
            state_machine::run::<OrganizationStatus>(tx, rows.ctx().user_id(), id, Event::Approve)?;
            let location = format!("/api/v1/organizations/{id}");
            Ok(Answer::created(location, rows.shown_text(tx, id)?))
        })
        .await
}

/// Schema of the body of a decision.
pub(super) fn decision_schema() -> Value {
    state_machine::document(&json!({
        "type": "object",
        "required": ["status"],
        "properties": {
            "status": { "type": "string", "enum": [Approved.as_str(), Denied.as_str()] },
            "reason_code": { "type": ["string", "null"], "enum": DENIAL_REASONS.iter().map(|code| json!(code)).chain([Value::Null]).collect::<Vec<_>>() },
            "reason_text": { "type": ["string", "null"], "maxLength": 2000 },
        },
    }))
}

/// `PUT /organizations/{id}/approve`: accepts `approved` and `denied`, the latter with a reason.
pub async fn approve(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    input: Input<Value>,
) -> Result<Document> {
    let mut attributes = super::sent(&input.body)?;
    let change = Change::take(&mut attributes)?;
    let event = match change.status {
        Some(Ok(Approved)) => Event::Approve,
        Some(Ok(Denied)) => Event::Deny,
        Some(Ok(Pending | Archived | Deleted) | Err(Unknown)) | None => {
            return Err(not_a_choice(&[Approved, Denied]));
        }
    };
    take(access, id, Some(event), change.reason, Map::new()).await
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
    let asked = match change.status {
        Some(Ok(status)) if status != current => status,
        Some(Err(Unknown)) => return Err(not_a_choice(&[Archived, Pending, Deleted])),
        Some(Ok(_)) | None => return take(access, id, None, change.reason, attributes).await,
    };
    let event = match (asked, current) {
        (Archived, Deleted) | (Approved, Archived) => Event::Restore,
        (Archived, Approved | Pending | Denied | Archived) => Event::Archive,
        (Pending, _) => Event::Resubmit,
        (Deleted, _) => Event::Delete,
        (Approved | Denied, _) => return Err(not_a_choice(&[Archived, Pending, Deleted])),
    };
    take(access, id, Some(event), change.reason, attributes).await
}

fn not_a_choice(allowed: &[OrganizationStatus]) -> Error {
    let words: Vec<_> = allowed.iter().map(|status| status.as_str()).collect();
    FieldFault::attribute("status", "choice")
        .with("allowed", words)
        .into()
}

/// A status that is none.
#[derive(Debug, Clone, Copy)]
struct Unknown;

/// Data submitted with a transition.
struct Change {
    status: Option<Result<OrganizationStatus, Unknown>>,
    reason: Reason,
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
        let status = text("status")?;
        Ok(Self {
            status: status.map(|word| OrganizationStatus::parse(&word).ok_or(Unknown)),
            reason: Reason {
                code: text("reason_code")?,
                text: text("reason_text")?,
            },
        })
    }
}

async fn take<A: Action>(
    access: Access<Organization, A>,
    id: Id<Organization>,
    event: Option<OrganizationEvent>,
    reason: Reason,
    attributes: Map<String, Value>,
) -> Result<Document> {
    access
        .ctx()
        .require_own_words("reason_text", reason.text.as_deref())?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let attributes = change_request::hold(tx, rows, id, attributes)?;
            if !attributes.is_empty() {
                rows.update(tx, id, attributes)?;
                still_right::confirm_with_change(tx, rows, id)?;
            }
            if let Some(event) = event {
                let actor = Actor::Requester(rows.ctx());
                state_machine::take::<OrganizationStatus>(tx, actor, id, event, (reason, ()))?;
            }
            Ok(())
        })
        .await
}

fn status(connection: &Connection, id: Id<Organization>) -> Result<OrganizationStatus> {
    Ok(connection
        .prepare_cached("select status from organizations where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?)
}

/// Approves on behalf of the operator, for the command line. 422 where the transition is not possible now.
pub fn approve_as_host(tx: &Tx, id: Id<Organization>) -> Result<()> {
    state_machine::run::<OrganizationStatus>(tx, None, id, Event::Approve)
}

/// Denies on behalf of the operator.
pub fn deny_as_host(tx: &Tx, id: Id<Organization>, reason: Reason) -> Result<()> {
    state_machine::take::<OrganizationStatus>(
        tx,
        Actor::Program(None),
        id,
        Event::Deny,
        (reason, ()),
    )
}

/// `DELETE /organizations/{id}`.
pub fn delete(tx: &Tx, id: Id<Organization>, actor_id: Option<i64>) -> Result<()> {
    state_machine::run::<OrganizationStatus>(tx, actor_id, id, Event::Delete)
}
