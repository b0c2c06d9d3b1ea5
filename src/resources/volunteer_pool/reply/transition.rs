//! State machine of the messages of the pool (docs/domain/states.md#messages-of-the-pool).
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;

use super::{ReplyStatus, VolunteerProfileReply, notify};
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::mail::MailKind;
use crate::model::state_machine::{By, Mail, Recipient, State, Step, Transition, mail};
use crate::policy::Verb;
use crate::text_enum;

use ReplyEvent as Event;
use ReplyStatus::{Answered, Blocked, Declined, Expired, Open};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyEvent {
    Write,
    Answer,
    Decline,
    Block,
    Expire,
}

text_enum!(ReplyEvent {
    Write = "write",
    Answer = "answer",
    Decline = "decline",
    Block = "block",
    Expire = "expire",
});

text_enum!(ReplyStatus {
    Open = "open",
    Answered = "answered",
    Declined = "declined",
    Expired = "expired",
    Blocked = "blocked",
});

/// What somebody shares of themselves with an answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shared {
    pub last_name: bool,
    pub phone: bool,
    pub email: bool,
}

const ANSWER: By = By::Operation(Verb::Answer);
const IN_TIME: &str = "t.expires_at > :now";

impl State for ReplyStatus {
    type Resource = VolunteerProfileReply;
    type Event = ReplyEvent;
    type Input = Shared;

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Write, &[], &[Open], By::Operation(Verb::Create))
            .says("one that waits per organisation and person; again after four weeks, about another vacancy")
            .mails(&[mail(MailKind::ProfileReplyNew, Recipient::Person)]),
        Transition::on(Event::Answer, &[Open], &[Answered], ANSWER)
            .guard(IN_TIME, "within thirty days")
            .says("opens a conversation; surname, phone and email are shared only as ticked")
            .mails(&[mail(MailKind::ProfileReplyAnswered, Recipient::Managers)]),
        Transition::on(Event::Decline, &[Open], &[Declined], ANSWER)
            .guard(IN_TIME, "within thirty days")
            .mails(&[mail(MailKind::ProfileReplyDeclined, Recipient::Managers)]),
        Transition::on(Event::Block, &[Open, Answered, Declined, Expired], &[Blocked], ANSWER)
            .says("the organisation finds the person no more, and does not read why"),
        Transition::on(Event::Expire, &[Open], &[Expired], By::Program)
            .says("thirty days without an answer; the person was reminded after seven")
            .mails(&[mail(MailKind::ProfileReplyExpired, Recipient::Managers)]),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let shared = step.input;
        step.tx
            .prepare_cached(
                "update volunteer_profile_replies
                    set status = :status,
                        answered_at = iif(:event = 'answer', :now, answered_at),
                        shares_last_name = iif(:event = 'answer', :last_name, shares_last_name),
                        shares_phone = iif(:event = 'answer', :phone, shares_phone),
                        shares_email = iif(:event = 'answer', :email, shares_email),
                        expired_at = iif(:event = 'expire', :now, expired_at),
                        version = version + 1, updated_at = :now
                  where id = :id",
            )?
            .execute(named_params! {
                ":id": step.id.number(),
                ":status": step.to,
                ":event": step.event.as_str(),
                ":last_name": shared.last_name,
                ":phone": shared.phone,
                ":email": shared.email,
                ":now": step.tx.now(),
            })?;
        Ok(())
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        match mail.to {
            Recipient::Person | Recipient::Applicant => notify::person(step.tx, step.id, mail.kind),
            Recipient::Contact
            | Recipient::Managers
            | Recipient::ProspectiveManagers
            | Recipient::Decider
            | Recipient::Center => notify::organization(step.tx, step.id, mail.kind),
        }
    }
}
