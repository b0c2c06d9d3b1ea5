//! State machine of reports of abuse (docs/domain/states.md#reports-of-abuse). A decision is taken about everything that was
//! reported of the same thing.
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;

use super::{AbuseReport, ReportStatus, notify};
use crate::error::Result;
use crate::mail::MailKind;
use crate::model::state_machine::{By, Mail, ReasonRule, Recipient, State, Step, Transition, mail};
use crate::policy::Verb;
use crate::text_enum;

use ReportEvent as Event;
use ReportStatus::{ActionTaken, Duplicate, InReview, New, NoAction};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportEvent {
    Report,
    Take,
    Act,
    Dismiss,
    MarkDuplicate,
    Reopen,
}

text_enum!(ReportEvent {
    Report = "report",
    Take = "take",
    Act = "act",
    Dismiss = "dismiss",
    MarkDuplicate = "mark_duplicate",
    Reopen = "reopen",
});

text_enum!(ReportStatus {
    New = "new",
    InReview = "in_review",
    ActionTaken = "action_taken",
    NoAction = "no_action",
    Duplicate = "duplicate",
});

/// What is decided.
#[derive(Debug, Clone, Default)]
pub struct Decision {
    /// A JSON list.
    pub measures: Option<String>,
    pub reporter_text: Option<String>,
    pub reported_text: Option<String>,
    pub note: Option<String>,
    pub duplicate_of: Option<i64>,
}

const HANDLE: By = By::Operation(Verb::Manage);

impl State for ReportStatus {
    type Resource = AbuseReport;
    type Event = ReportEvent;
    type Input = Decision;

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Report, &[], &[New], By::Operation(Verb::Create))
            .says("with or without an account; a message is hidden at once where it asks for money, is unsafe or insults"),
        Transition::on(Event::Take, &[New, InReview], &[InReview], HANDLE)
            .reason(ReasonRule::NoCode)
            .says("others see who looks at it"),
        Transition::on(Event::Act, &[New, InReview], &[ActionTaken], HANDLE)
            .reason(ReasonRule::NoCode)
            .says("measures, and a text for each side; all open reports of the same thing")
            .mails(&[
                mail(MailKind::ReportOutcome, Recipient::Person),
                mail(MailKind::ReportDecided, Recipient::Managers),
            ]),
        Transition::on(Event::Dismiss, &[New, InReview], &[NoAction], HANDLE)
            .reason(ReasonRule::NoCode)
            .says("what was hidden is shown again; all open reports of the same thing")
            .mails(&[mail(MailKind::ReportOutcome, Recipient::Person)]),
        Transition::on(Event::MarkDuplicate, &[New, InReview], &[Duplicate], HANDLE)
            .reason(ReasonRule::NoCode)
            .says("the other report is decided"),
        Transition::on(Event::Reopen, &[NoAction], &[InReview], HANDLE)
            .reason(ReasonRule::NoCode)
            .says("an appeal of the reporter was right"),
        Transition::on(Event::Reopen, &[ActionTaken], &[NoAction], HANDLE)
            .reason(ReasonRule::NoCode)
            .says("an appeal of the reported was right; the measures are undone where they can be"),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let Decision {
            measures,
            reporter_text,
            reported_text,
            note,
            duplicate_of,
        } = &step.input;
        let is_decided = matches!(
            step.event,
            Event::Act | Event::Dismiss | Event::MarkDuplicate
        );
        step.tx
            .prepare_cached(
                "update abuse_reports
                    set status = :status,
                        handled_by_id = iif(:event = 'take', :actor, coalesce(handled_by_id, :actor)),
                        decided_by_id = iif(:is_decided, :actor, decided_by_id),
                        decided_at = iif(:is_decided, :now, decided_at),
                        measures = coalesce(:measures, measures),
                        reporter_text = coalesce(:reporter_text, reporter_text),
                        reported_text = coalesce(:reported_text, reported_text),
                        note = coalesce(:note, note),
                        duplicate_of_id = coalesce(:duplicate_of, duplicate_of_id),
                        version = version + 1, updated_at = :now
                  where id = :id",
            )?
            .execute(named_params! {
                ":id": step.id.number(),
                ":status": step.to,
                ":event": step.event,
                ":actor": step.actor.user_id(),
                ":is_decided": is_decided,
                ":measures": measures,
                ":reporter_text": reporter_text,
                ":reported_text": reported_text,
                ":note": note,
                ":duplicate_of": duplicate_of,
                ":now": step.tx.now(),
            })?;
        Ok(())
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        match mail.to {
            Recipient::Person | Recipient::Applicant => notify::outcome(step.tx, step.id),
            Recipient::Contact
            | Recipient::Managers
            | Recipient::ProspectiveManagers
            | Recipient::Decider
            | Recipient::Center => Ok(()),
        }
    }
}
