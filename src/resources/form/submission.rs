//! Submissions: what somebody sent with a form (docs/domain/states.md#submissions).

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::answers::Answer;
use super::transition::{self, SubmissionEvent};
use super::{Form, notify};
use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, FieldFault, Result};
use crate::http::bulk::BulkChange;
use crate::http::form;
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    AuthContext as _, Conditions, Document, Filter, Id, Joined, Predicate, Relation, Resource,
    Saving, Sort, Transition, belongs_to, joined,
};
use crate::model::belongings::{Belonging, Beside, Merging, Moving, Undone};
use crate::model::declaration::{BodyForm, ShownIn, body_form};
use crate::model::declaration::{Clock, Declared, Demo, Export, Retention};
use crate::model::state_history;
use crate::model::state_machine::{self, Actor, Machine, Reason, describe, event_schema, offered};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::organization::{Organization, require_approved};
use crate::resources::user::User;

pub struct FormSubmission;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct FormSubmissionAttributes {
    #[schemars(extend("readOnly" = true))]
    pub form_id: Id<Form>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub form_title: String,
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    #[schemars(extend("readOnly" = true))]
    pub user_id: Option<Id<User>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: SubmissionStatus,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub answers: Vec<Answer>,
    /// The answer of the first text question.
    #[schemars(extend("readOnly" = true))]
    pub name: Option<String>,
    /// The answer of the first question for an email address.
    #[schemars(extend("readOnly" = true))]
    pub email: Option<String>,
    #[serde(default = "dutch")]
    #[schemars(extend("readOnly" = true))]
    pub locale: String,
    /// Who deals with it.
    pub assignee_id: Option<Id<User>>,
    /// Of staff, never shown to who sent it.
    #[validate(length(max = 4000))]
    pub note: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub replies: Vec<Reply>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

fn dutch() -> String {
    "nl".to_owned()
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionStatus {
    #[default]
    New,
    InProgress,
    Done,
    Spam,
}

/// What was mailed back.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormReply")]
pub struct Reply {
    pub message: String,
    pub sent_at: String,
}

/// What is sent to mail somebody back.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FormReplyCreate")]
pub struct ReplyForm {
    #[validate(length(min = 1, max = 5000))]
    pub message: String,
}

/// An event, who deals with it, or deletion, for many at once.
#[derive(Debug, Clone, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "FormSubmissionsChange")]
pub struct SubmissionsChange {
    #[validate(length(max = 50))]
    pub event: Option<String>,
    pub assignee_id: Option<Id<User>>,
    /// Deletes them; together with nothing else.
    #[serde(default)]
    pub delete: bool,
}

impl BulkChange<FormSubmission> for SubmissionsChange {
    fn apply(&self, tx: &Tx, rows: &Rows<FormSubmission>, id: Id<FormSubmission>) -> Result<()> {
        rows.require(tx, id)?;
        if self.delete {
            if self.event.is_some() || self.assignee_id.is_some() {
                return Err(FieldFault::attribute("delete", "contradicts").into());
            }
            return rows
                .beside::<FormSubmission, action::Delete>()?
                .remove(tx, id);
        }
        if let Some(event) = &self.event {
            let actor = Actor::Requester(rows.ctx());
            let event = SubmissionEvent::parse(event)
                .ok_or_else(|| state_machine::refused::<SubmissionStatus>(tx, actor, id))?;
            state_machine::take::<SubmissionStatus>(tx, actor, id, event, (Reason::default(), ()))?;
        }
        if let Some(assignee) = self.assignee_id {
            rows.change(tx, id, |one| {
                one.assignee_id = Some(assignee);
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl Resource for FormSubmission {
    const TYPE: &'static str = "form_submissions";
    const ALIAS: &'static str = "form_submission";
    type Attributes = FormSubmissionAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("form_id", &[Predicate::Eq]),
        Filter::column("status", &[Predicate::Eq, Predicate::NotEq, Predicate::In]),
        Filter::column("assignee_id", &[Predicate::Eq, Predicate::Null]),
        Filter::column("created_at", &[Predicate::Gteq, Predicate::Lteq]),
        Filter::custom("q", &["answers", "name", "email"], |conditions, value| {
            conditions.add("instr(t.search, fold(:value)) > 0", value.to_owned());
            conditions.slow = true;
            Ok(())
        }),
        // `filter[answer]=12:Ja`: what question 12 was answered with.
        Filter::custom("answer", &["answers"], |conditions, value| {
            let Some((question, wanted)) = value.split_once(':') else {
                return Err(Conditions::impossible("answer", value, &["12:Ja"]));
            };
            conditions.bind("asked_question", question.to_owned());
            conditions.add(
                "exists (select 1 from json_each(t.answers) a
                          where a.value ->> 'question_id' = :asked_question
                            and (a.value ->> 'value' = :value
                                 or exists (select 1 from json_each(iif(json_type(a.value, '$.value') = 'array', a.value -> 'value', '[]')) o where o.value = :value)))",
                wanted.to_owned(),
            );
            conditions.slow = true;
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("created_at", "t.created_at"),
        Sort::by("status", "t.status"),
        Sort::by("name", "t.name collate nocase"),
    ];
    const DEFAULT_SORT: &'static str = "-id";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Form>("form", "form_id"),
        belongs_to::<User>("assignee", "assignee_id")
            .of_any_center()
            .or_where(notify::ASSIGNEES),
    ];
    const JOINED: &'static [Joined] = &[joined("form_title", "form_id", "forms", "title")
        .told_with_row("what somebody filled in, which is shown with their own answers")];
    const PERSONAL: &'static [&'static str] = &["answers", "name", "email"];
    const PERSON: &'static str = "t.user_id";
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        is_of_one_person: true,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[("GET", "/api/v1/forms/{id}/submissions")],
        hidden: &["answers", "note", "replies"],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        offered::<SubmissionStatus>()
    }

    fn before_save(
        new: &mut FormSubmissionAttributes,
        old: Option<&FormSubmissionAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        let is_new = old.is_none_or(|old| old.assignee_id != new.assignee_id);
        if let Some(assignee) = new.assignee_id.filter(|_| is_new)
            && !notify::may_handle(saving.tx, new.form_id, assignee.number())?
        {
            return Err(FieldFault::attribute("assignee_id", "not_found").into());
        }
        Ok(())
    }

    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        forget(tx, id.number())
    }
}

/// Deletes a submission and what was written about it.
pub(super) fn forget(tx: &Tx, id: i64) -> Result<()> {
    for sql in [
        "delete from outbox where subject_type = 'form_submissions' and subject_id = :id",
        "delete from notifications where subject_type = 'form_submissions' and subject_id = :id",
        "delete from transitions where subject_type = 'form_submissions' and subject_id = :id",
        "delete from form_submissions where id = :id",
    ] {
        tx.prepare_cached(sql)?.execute(named_params! {":id": id})?;
    }
    Ok(())
}

const EXPIRED: &str = "exists (select 1 from forms f where f.id = t.form_id
    and (t.created_at < strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-' || f.retention_months || ' months')
      or (f.erases_after_close = 1 and f.closes_on < date(:now))))";

/// What was sent since with forms that go back goes back with them.
fn follow_forms(tx: &Tx, undone: &Undone) -> Result<()> {
    tx.prepare_cached(
        "update form_submissions set organization_id = ?1, version = version + 1
          where organization_id = ?2 and form_id in (select id from forms where organization_id = ?1)",
    )?
    .execute((undone.id, undone.into))?;
    Ok(())
}

impl Declared for FormSubmission {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/form-builder/submission-page.tsx",
        "form_submissions",
    ));
    const ABOUT: &'static str = "What people sent with a form.";
    const MACHINES: &'static [fn() -> Machine] = &[describe::<SubmissionStatus>];
    const FORMS: &'static [BodyForm] = &[body_form::<super::submit::SubmissionForm>(
        "form_submission_forms",
    )];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("form_submissions", &[
            own!(
                concat!("t.user_id = :user_id or (t.user_id is null and ", address!("t.email", "t.created_at"), ")"),
                [("formulieren", "Wat je instuurde met formulieren, en wat er werd geantwoord."), ("forms", "What you sent with forms, and what was answered.")],
                without &["version", "search", "ip_hash", "assignee_id"],
                with "(select f.title from forms f where f.id = t.form_id) as form_title"
            ),
            Part {
                rows: "t.assignee_id = :user_id",
                show: Show::Nothing("somebody else's answers"),
                erase: Stay {
                    why: "somebody else's answers; who dealt with them leads to a row without a name",
                    keep: &["form_id", "volunteer_center_id", "organization_id", "user_id", "status", "answers", "search", "name", "email", "locale", "ip_hash", "assignee_id", "note", "replies"],
                },
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[
            Clock {
                kind: "form_submission",
                table: "form_submissions",
                rows: EXPIRED,
                act: |tx, id, _| forget(tx, id),
                takes_away: true,
            },
            Clock {
                kind: "form_submission_address",
                table: "form_submissions",
                rows: "t.ip_hash is not null and t.created_at <= :d30",
                act: |tx, id, _| {
                    tx.execute(
                        "update form_submissions set ip_hash = null where id = ?1",
                        [id],
                    )?;
                    Ok(())
                },
                takes_away: false,
            },
        ],
        expired: &[],
    });
    const EXPORT: Option<Export> = Some(Export::No("a file per form, with a column per question"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("form_submissions",
            Moving::Goes("update form_submissions set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")]))
            .beside(Beside { merge: None, undo: follow_forms }),
    ];
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/forms/{id}/submissions", list)
        .named(
            "listFormSubmissions",
            "Lists what was sent with a form, newest first",
        )
        .answers(Described::many::<FormSubmission>())
        .find::<FormSubmission>()
        .update::<FormSubmission>()
        .delete::<FormSubmission>()
        .history_with::<FormSubmission, action::Manage>()
        .action(
            Method::PUT,
            "/{id}/transition",
            transition::take::<SubmissionStatus>,
        )
        .named(
            "transitionFormSubmission",
            "Takes a step in dealing with a submission",
        )
        .answers(Described::one::<FormSubmission>(200))
        .taking(event_schema(&[describe::<SubmissionStatus>()], |_| true))
        .bulk_action::<FormSubmission, action::Manage, SubmissionsChange>("/bulk")
        .form(Method::POST, "/{id}/reply", reply)
        .named("replyToFormSubmission", "Mails an answer to who sent it")
        .answers(Described::one::<FormSubmission>(200))
        .refuses(&[422])
}

/// The submissions of one form. 404 where staff may not see the form; others see their own.
async fn list(
    access: Access<FormSubmission, action::Read>,
    id: Id<Form>,
    input: Input<()>,
) -> Result<Document> {
    if access.ctx().visibility(Form::TYPE).is_some() {
        let forms = access.beside::<Form, action::Read>()?.rows();
        access
            .read(move |connection| forms.require(connection, id))
            .await?;
    }
    let query = input.query.with("filter[form_id_eq]", &id.to_string());
    access.list(&input.path, query).await
}

async fn reply(
    access: Access<FormSubmission, action::Send>,
    id: Id<FormSubmission>,
    form: form::Form<ReplyForm>,
) -> Result<crate::jsonapi::Answer> {
    access
        .ctx()
        .require_own_words("message", Some(form.body.message.as_str()))?;
    access
        .post(form.key, move |tx, rows| {
            rows.beside::<FormSubmission, action::Manage>()?
                .require(tx, id)?;
            require_approved(tx, FormSubmission::TYPE, id.number())?;
            let one = rows.load(tx, id)?;
            let email = one.email.clone().ok_or(Code::Invalid)?;
            notify::reply(
                tx,
                rows.ctx().user_id(),
                (id, &one),
                &email,
                &form.body.message,
            )?;
            let reply = Reply {
                message: form.body.message.clone(),
                sent_at: tx.now().to_owned(),
            };
            rows.change(tx, id, |one| {
                one.replies.push(reply);
                Ok(())
            })?;
            let actor = Actor::Requester(rows.ctx());
            if one.status == SubmissionStatus::New {
                state_machine::take::<SubmissionStatus>(
                    tx,
                    actor,
                    id,
                    SubmissionEvent::Start,
                    (Reason::default(), ()),
                )?;
            }
            let about = json!({ "to": "who sent it" });
            let subject = (FormSubmission::TYPE, id.number());
            state_history::audit_with(tx, rows.ctx().user_id(), "reply", subject, &about)?;
            Ok(crate::jsonapi::Answer::ok(rows.shown_text(tx, id)?))
        })
        .await
}
