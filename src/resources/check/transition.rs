//! State machine of checks (docs/domain/states.md#checks). That somebody says they have a paper and that it was seen are two
//! states. No step takes words: what stands on such a paper is nobody's business here.
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;

use super::{Check, CheckKind, CheckStatus, notify};
use crate::app::access::{Access, action};
use crate::base::working_days::local_date;
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Document, Id};
use crate::mail::MailKind;
use crate::model::event_form::EventForm;
use crate::model::state_machine::{
    self, Actor, By, Mail, Reason, ReasonRule, Recipient, State, Step, Transition, mail,
};
use crate::policy::Verb;
use crate::text_enum;

use CheckEvent as Event;
use CheckStatus::{Cancelled, Claimed, Requested, Revoked, Seen};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckEvent {
    Request,
    Claim,
    See,
    Revoke,
    Withdraw,
}

text_enum!(CheckEvent {
    Request = "request",
    Claim = "claim",
    See = "see",
    Revoke = "revoke",
    Withdraw = "withdraw",
});

text_enum!(CheckStatus {
    Requested = "requested",
    Claimed = "claimed",
    Seen = "seen",
    Revoked = "revoked",
    Cancelled = "cancelled",
});

text_enum!(CheckKind {
    Vog = "vog",
    FirstAid = "first_aid",
    DrivingLicence = "driving_licence",
    Reference = "reference",
});

/// What somebody who saw the paper notes of it.
#[derive(Debug, Clone, Default)]
pub struct Paper {
    pub issued_on: String,
    pub valid_until: String,
    pub note: Option<String>,
}

const MANAGE: By = By::Verb(Verb::Manage);

impl State for CheckStatus {
    type Resource = Check;
    type Event = CheckEvent;
    type Input = Paper;

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Request, &[], &[Requested], By::Operation(Verb::Create))
            .says("one that is open per person, kind and organisation")
            .mails(&[mail(MailKind::CheckRequested, Recipient::Person)]),
        Transition::on(Event::Claim, &[Requested], &[Claimed], By::Verb(Verb::Answer))
            .reason(ReasonRule::NoCode)
            .says("the person has the paper, and will show it")
            .mails(&[mail(MailKind::CheckClaimed, Recipient::Managers)]),
        Transition::on(Event::See, &[Requested, Claimed, Seen], &[Seen], By::Operation(Verb::Manage))
            .says("date on the paper, last day, who saw it, also of one that was shown unasked; again: a mistake is mended"),
        Transition::on(Event::Revoke, &[Seen], &[Revoked], MANAGE)
            .reason(ReasonRule::NoCode)
            .says("no longer counts where somebody is accepted"),
        Transition::on(Event::Withdraw, &[Requested, Claimed], &[Cancelled], MANAGE)
            .reason(ReasonRule::NoCode)
            .says("no longer asked for"),
        Transition::on(Event::Withdraw, &[Requested, Claimed], &[Cancelled], By::Program)
            .says("the account or the organisation is closed"),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let is_seen = step.event == Event::See;
        let paper = &step.input;
        step.tx
            .prepare_cached(
                "update checks
                    set status = :status,
                        claimed_on = iif(:event = 'claim', :today, claimed_on),
                        warned_at = iif(:is_seen and valid_until is not :valid_until, null, warned_at),
                        issued_on = iif(:is_seen, :issued_on, issued_on),
                        valid_until = iif(:is_seen, :valid_until, valid_until),
                        note = iif(:is_seen, :note, note),
                        seen_on = iif(:is_seen, :today, seen_on),
                        seen_by_id = iif(:is_seen, :actor, seen_by_id),
                        version = version + 1, updated_at = :now
                  where id = :id",
            )?
            .execute(named_params! {
                ":id": step.id.number(),
                ":status": step.to,
                ":event": step.event.as_str(),
                ":is_seen": is_seen,
                ":issued_on": paper.issued_on,
                ":valid_until": paper.valid_until,
                ":note": paper.note,
                ":actor": step.actor.user_id(),
                ":today": today(step.tx.now()),
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

/// The day it is in the Netherlands.
pub(super) fn today(now: &str) -> String {
    local_date(now).map_or_else(
        || now.get(..10).unwrap_or_default().to_owned(),
        |day| day.to_string(),
    )
}

/// `PUT /checks/{id}/transition`. The volunteer says that they have it; the organisation and the centre take it back.
pub async fn take(
    access: Access<Check, action::Read>,
    id: Id<Check>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let actor = Actor::Requester(rows.ctx());
            let event = Event::parse(&form.event)
                .ok_or_else(|| state_machine::refused::<CheckStatus>(tx, actor, id))?;
            let said = (Reason::default(), Paper::default());
            state_machine::take::<CheckStatus>(tx, actor, id, event, said)
        })
        .await
}
