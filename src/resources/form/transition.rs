//! State machines of forms and of submissions (docs/domain/states.md#forms).
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;

use super::submission::{FormSubmission, SubmissionStatus};
use super::{Form, FormStatus};
use crate::app::access::{Access, action};
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Document, Id, Resource};
use crate::model::event_form::EventForm;
use crate::model::state_machine::{self, Actor, By, Mail, ReasonRule, State, Step, Transition};
use crate::policy::Verb;
use crate::text_enum;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormEvent {
    Create,
    Open,
    Close,
    Archive,
    Restore,
}

text_enum!(FormEvent {
    Create = "create",
    Open = "open",
    Close = "close",
    Archive = "archive",
    Restore = "restore",
});

text_enum!(FormStatus {
    Draft = "draft",
    Open = "open",
    Closed = "closed",
    Archived = "archived",
});

const MANAGE: By = By::Verb(Verb::Manage);

impl State for FormStatus {
    type Resource = Form;
    type Event = FormEvent;
    type Input = ();

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(FormEvent::Create, &[], &[Self::Draft], By::Operation(Verb::Create)),
        Transition::on(FormEvent::Open, &[Self::Draft, Self::Closed], &[Self::Open], MANAGE)
            .guard(
                "(t.organization_id is null or exists (select 1 from organizations o where o.id = t.organization_id and o.status = 'approved')) \
                 and exists (select 1 from form_questions q where q.form_id = t.id and q.is_hidden = 0 and q.question_type <> 'info_section')",
                "organisation approved; at least one question",
            )
            .reason(ReasonRule::NoCode),
        Transition::on(FormEvent::Close, &[Self::Open], &[Self::Closed], MANAGE)
            .reason(ReasonRule::NoCode),
        Transition::on(FormEvent::Archive, &[Self::Draft, Self::Closed], &[Self::Archived], MANAGE)
            .guard("t.is_contact = 0", "not the contact form of the centre")
            .reason(ReasonRule::NoCode),
        Transition::on(FormEvent::Restore, &[Self::Archived], &[Self::Closed], MANAGE)
            .reason(ReasonRule::NoCode),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        set_status(step)
    }

    fn notify(_: &Step<Self>, _: Mail) -> Result<()> {
        Ok(())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmissionEvent {
    Submit,
    Start,
    Finish,
    Reopen,
    MarkSpam,
    NoSpam,
}

text_enum!(SubmissionEvent {
    Submit = "submit",
    Start = "start",
    Finish = "finish",
    Reopen = "reopen",
    MarkSpam = "mark_spam",
    NoSpam = "no_spam",
});

text_enum!(SubmissionStatus {
    New = "new",
    InProgress = "in_progress",
    Done = "done",
    Spam = "spam",
});

impl State for SubmissionStatus {
    type Resource = FormSubmission;
    type Event = SubmissionEvent;
    type Input = ();

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(
            SubmissionEvent::Submit,
            &[],
            &[Self::New, Self::Spam],
            By::Link,
        )
        .says("spam where the field was filled in that only programs see"),
        Transition::on(
            SubmissionEvent::Start,
            &[Self::New],
            &[Self::InProgress],
            MANAGE,
        )
        .reason(ReasonRule::NoCode),
        Transition::on(
            SubmissionEvent::Finish,
            &[Self::New, Self::InProgress],
            &[Self::Done],
            MANAGE,
        )
        .reason(ReasonRule::NoCode),
        Transition::on(
            SubmissionEvent::Reopen,
            &[Self::Done],
            &[Self::InProgress],
            MANAGE,
        )
        .reason(ReasonRule::NoCode),
        Transition::on(
            SubmissionEvent::MarkSpam,
            &[Self::New, Self::InProgress, Self::Done],
            &[Self::Spam],
            MANAGE,
        )
        .reason(ReasonRule::NoCode),
        Transition::on(SubmissionEvent::NoSpam, &[Self::Spam], &[Self::New], MANAGE)
            .reason(ReasonRule::NoCode),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        set_status(step)
    }

    fn notify(_: &Step<Self>, _: Mail) -> Result<()> {
        Ok(())
    }
}

fn set_status<S: State>(step: &Step<S>) -> Result<()> {
    step.tx
        .prepare_cached(&format!(
            "update {} set status = :status, version = version + 1, updated_at = :now where id = :id",
            S::Resource::TYPE
        ))?
        .execute(named_params! {
            ":status": step.to.as_str(),
            ":now": step.tx.now(),
            ":id": step.id.number(),
        })?;
    Ok(())
}

/// `PUT /forms/{id}/transition` and `PUT /form_submissions/{id}/transition`.
pub async fn take<S: State>(
    access: Access<S::Resource, action::Read>,
    id: Id<S::Resource>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let actor = Actor::Requester(rows.ctx());
            let event = S::Event::parse(&form.event)
                .ok_or_else(|| state_machine::refused::<S>(tx, actor, id))?;
            state_machine::take::<S>(tx, actor, id, event, (form.reason(), S::Input::default()))?;
            Ok(())
        })
        .await
}
