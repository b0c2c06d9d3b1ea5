//! State machine of hours (docs/domain/states.md#hours).
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::{HoursEntry, HoursStatus, notify, quarters, validate_sum_of_day};
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::http::form::Form;
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Document, Id};
use crate::mail::MailKind;
use crate::model::event_form::EventForm;
use crate::model::state_machine::{
    self, Actor, By, Mail, Reason, ReasonRule, Recipient, State, Step, Transition, mail,
};
use crate::policy::Verb;
use crate::text_enum;

use HoursEvent as Event;
use HoursStatus::{Confirmed, Corrected, Disputed, Logged, Refused};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoursEvent {
    Log,
    Record,
    Rewrite,
    Confirm,
    ConfirmByTime,
    Correct,
    Return,
    Refuse,
    Accept,
    Dispute,
}

text_enum!(HoursEvent {
    Log = "log",
    Record = "record",
    Rewrite = "rewrite",
    Confirm = "confirm",
    ConfirmByTime = "confirm_by_time",
    Correct = "correct",
    Return = "return",
    Refuse = "refuse",
    Accept = "accept",
    Dispute = "dispute",
});

text_enum!(HoursStatus {
    Logged = "logged",
    Confirmed = "confirmed",
    Corrected = "corrected",
    Disputed = "disputed",
    Refused = "refused",
});

const APPROVE: By = By::Verb(Verb::Approve);
const ANSWER: By = By::Verb(Verb::Answer);

impl State for HoursStatus {
    type Resource = HoursEntry;
    type Event = HoursEvent;
    /// The number of a correction.
    type Input = Option<f64>;

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Log, &[], &[Logged], By::Operation(Verb::Create))
            .says("for an application that was accepted, an activity, or in own words with an organisation; those who confirm are mailed once a day"),
        Transition::on(Event::Record, &[], &[Confirmed], By::Operation(Verb::Create))
            .says("by the organisation or the centre, for somebody; or from in and out of a check-in"),
        Transition::on(Event::Rewrite, &[Logged, Disputed], &[Logged], By::Operation(Verb::Update))
            .guard("t.status = 'logged' or t.reason_by = 'organization'", "not once they disagree"),
        Transition::on(Event::Confirm, &[Logged, Disputed], &[Confirmed], APPROVE)
            .reason(ReasonRule::NoCode)
            .says("where the volunteer disagreed with a correction, what they wrote counts again"),
        Transition::on(Event::ConfirmByTime, &[Logged, Corrected], &[Confirmed], By::Program)
            .says("after thirty days, unless the organisation does not want it"),
        Transition::on(Event::Correct, &[Logged, Confirmed, Corrected, Disputed], &[Corrected], By::Operation(Verb::Approve))
            .reason(ReasonRule::Text)
            .says("both numbers are kept; the corrected one counts")
            .open("its call demands the version itself, as it takes a number")
            .mails(&[mail(MailKind::HoursChanged, Recipient::Person)]),
        Transition::on(Event::Return, &[Logged], &[Disputed], APPROVE)
            .reason(ReasonRule::Text)
            .says("with a question; the volunteer changes it or takes it back")
            .mails(&[mail(MailKind::HoursChanged, Recipient::Person)]),
        Transition::on(Event::Refuse, &[Logged, Disputed], &[Refused], APPROVE)
            .reason(ReasonRule::Text)
            .mails(&[mail(MailKind::HoursChanged, Recipient::Person)]),
        Transition::on(Event::Refuse, &[Logged], &[Refused], By::Program)
            .reason(ReasonRule::Text)
            .says("marked as not there")
            .mails(&[mail(MailKind::HoursChanged, Recipient::Person)]),
        Transition::on(Event::Accept, &[Corrected], &[Confirmed], ANSWER)
            .reason(ReasonRule::NoCode),
        Transition::on(Event::Dispute, &[Corrected, Refused], &[Disputed], ANSWER)
            .reason(ReasonRule::Text)
            .mails(&[mail(MailKind::HoursDisputed, Recipient::Managers)]),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let says = matches!(
            step.event,
            Event::Correct | Event::Return | Event::Refuse | Event::Dispute
        );
        let by = match step.event {
            Event::Dispute => Some("volunteer"),
            Event::Correct | Event::Return | Event::Refuse => Some("organization"),
            Event::Log
            | Event::Record
            | Event::Rewrite
            | Event::Confirm
            | Event::ConfirmByTime
            | Event::Accept => None,
        };
        step.tx
            .prepare_cached(
                "update hours_entries
                    set status = :status,
                        hours = case when :event = 'correct' then :hours
                                     when :event = 'confirm' and status = 'disputed' and reason_by = 'volunteer' then logged_hours
                                     else hours end,
                        logged_hours = iif(:event = 'rewrite', hours, logged_hours),
                        reason = case when :says then :reason when :event = 'rewrite' then null else reason end,
                        reason_by = case when :says then :by when :event = 'rewrite' then null else reason_by end,
                        confirmed_by_id = case when :event in ('confirm', 'correct') then :actor when :event in ('rewrite', 'refuse') then null else confirmed_by_id end,
                        confirmed_at = case when :status in ('confirmed', 'corrected') then coalesce(iif(:event = 'accept', confirmed_at, null), :now) end,
                        is_automatic = (:event = 'confirm_by_time' and status = 'logged'),
                        organization_asked_at = iif(:event = 'rewrite', null, organization_asked_at),
                        mentors_asked_at = iif(:event = 'rewrite', null, mentors_asked_at),
                        waits_since = :now,
                        version = version + 1, updated_at = :now
                  where id = :id",
            )?
            .execute(named_params! {
                ":id": step.id.number(),
                ":status": step.to,
                ":event": step.event.as_str(),
                ":hours": step.input,
                ":says": says,
                ":reason": step.reason.text,
                ":by": by,
                ":actor": step.actor.user_id(),
                ":now": step.tx.now(),
            })?;
        Ok(())
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        match mail.to {
            Recipient::Person | Recipient::Applicant => {
                notify::person(step.tx, step.id, step.event)
            }
            Recipient::Contact
            | Recipient::Managers
            | Recipient::ProspectiveManagers
            | Recipient::Decider
            | Recipient::Center => notify::disputed(step.tx, step.id),
        }
    }
}

/// `PUT /hours_entries/{id}/transition`.
pub(super) async fn take(
    access: Access<HoursEntry, action::Read>,
    id: Id<HoursEntry>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    access
        .ctx()
        .require_own_words("message", form.message.as_deref())?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let actor = Actor::Requester(rows.ctx());
            let event = Event::parse(&form.event)
                .ok_or_else(|| state_machine::refused::<HoursStatus>(tx, actor, id))?;
            state_machine::take::<HoursStatus>(tx, actor, id, event, (form.reason(), None))
        })
        .await
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HoursCorrection")]
pub struct Correction {
    #[validate(range(min = 0.25, max = 24.0), custom(function = "quarters"))]
    pub hours: f64,
    #[validate(length(min = 3, max = 200))]
    pub reason: String,
}

/// `PUT /hours_entries/{id}/correct`.
pub(super) async fn correct(
    access: Access<HoursEntry, action::Approve>,
    id: Id<HoursEntry>,
    form: Form<Correction>,
) -> Result<Document> {
    let said = form.body;
    access
        .ctx()
        .require_own_words("reason", Some(said.reason.as_str()))?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            rows.ctx().require_read(id)?;
            let (person, day): (Option<i64>, String) = tx
                .prepare_cached("select user_id, day from hours_entries where id = ?1")?
                .query_row([id.number()], |row| row.try_into())?;
            // The day may be older than what can be written down today.
            validate_sum_of_day(tx, person, (&day, said.hours), Some(id.number()))?;
            let actor = Actor::Program(rows.ctx().user_id());
            let reason = Reason {
                code: None,
                text: Some(said.reason.trim().to_owned()),
            };
            let said = (reason, Some(said.hours));
            state_machine::take::<HoursStatus>(tx, actor, id, Event::Correct, said)
        })
        .await
}

/// What its writer changed waits again.
pub(super) fn rewritten(tx: &Tx, actor_id: Option<i64>, id: Id<HoursEntry>) -> Result<()> {
    state_machine::run::<HoursStatus>(tx, actor_id, id, Event::Rewrite)
}
