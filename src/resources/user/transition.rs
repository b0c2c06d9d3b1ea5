//! State machine of accounts (docs/domain/states.md#accounts). Closing and reopening are in `own_account::archive`.
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;

use super::own_account::archive::{
    ARCHIVE_REASONS, ArchiveReason, Person, notify_archived, prepare_archive, prepare_deactivation,
    restored_status, revoke_restore_link,
};
use super::{User, UserStatus};
use crate::error::Result;
use crate::mail::MailKind;
use crate::model::state_machine::{By, Mail, ReasonRule, Recipient, State, Step, Transition, mail};
use crate::policy::Verb;
use crate::text_enum;

use UserEvent as Event;
use UserStatus::{Active, Archived, Inactive, Invited};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserEvent {
    Archive,
    Reactivate,
    Deactivate,
    Invite,
    ResendConfirmation,
    Sleep,
}

text_enum!(UserEvent {
    Archive = "archive",
    Reactivate = "reactivate",
    Deactivate = "deactivate",
    Invite = "invite",
    ResendConfirmation = "resend_confirmation",
    Sleep = "sleep",
});

text_enum!(UserStatus {
    Active = "active",
    Invited = "invited",
    Inactive = "inactive",
    Archived = "archived",
});

const ARCHIVE: By = By::Verb(Verb::Archive);
const REACTIVATE: By = By::Verb(Verb::Reactivate);

/// What the closure of an account takes besides the words of whoever closes it.
#[derive(Debug, Clone, Default)]
pub struct UserInput {
    pub cause: Option<ArchiveReason>,
    pub erase_after: Option<String>,
}

impl State for UserStatus {
    type Resource = User;
    type Event = UserEvent;
    type Input = UserInput;

    const COLUMN: &'static str = "status";
    const TEXT_FIELD: &'static str = "reason";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Archive, &[Active, Inactive], &[Archived], ARCHIVE)
            .reason(ReasonRule::OptionalOtherInText(ARCHIVE_REASONS))
            .check(prepare_archive, "somebody else manages what this person manages")
            .says("sessions end, open applications are withdrawn, vacancies pass to another contact; erased after 30 days")
            .mails(&[mail(MailKind::AccountArchived, Recipient::Person)]),
        Transition::on(Event::Archive, &[Invited], &[Archived], ARCHIVE)
            .says("erased at once: the person consented to nothing"),
        Transition::on(Event::Deactivate, &[Active], &[Inactive], ARCHIVE)
            .reason(ReasonRule::OptionalOtherInText(ARCHIVE_REASONS))
            .check(prepare_deactivation, "somebody else manages what this person manages")
            .says("sessions end; roles and applications stay; a new password or the centre activates it again"),
        Transition::on(Event::Reactivate, &[Archived], &[Active, Inactive, Invited], REACTIVATE)
            .guard(
                "t.anonymised_at is null and t.erase_after > :now",
                "within 30 days",
            )
            .check(restore_status, "")
            .effect(revoke_restore_link, "roles are regained; withdrawn applications stay withdrawn"),
        Transition::on(Event::Reactivate, &[Inactive], &[Active], REACTIVATE)
            .guard("t.confirmed_at is not null", "address confirmed"),
        // The letter alone: the state stays.
        Transition::on(Event::Invite, &[Invited], &[Invited], By::Verb(Verb::Invite))
            .guard("t.email is not null", "has an address")
            .says("a new link for 14 days")
            .unrecorded(),
        Transition::on(
            Event::ResendConfirmation,
            &[Inactive],
            &[Inactive],
            By::Verb(Verb::ResendConfirmation),
        )
        .guard(
            "t.confirmed_at is null and t.email is not null",
            "address not confirmed",
        )
        .says("a new link")
        .unrecorded(),
        Transition::on(Event::Sleep, &[Active], &[Inactive], By::Program)
            .says("24 months without sign-in, after warnings at 23 months and 7 days before; roles stay"),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let (tx, id, now) = (step.tx, step.id.number(), step.tx.now());
        match step.event {
            Event::Archive => tx.execute(
                "update users
                    set status = :status, archived_at = :now, archived_by_id = :actor_id, archive_reason = :cause,
                        erase_after = :erase_after, version = version + 1, updated_at = :now
                  where id = :id",
                named_params! {
                    ":id": id,
                    ":status": step.to,
                    ":actor_id": step.actor.user_id(),
                    ":cause": step.input.cause.map(ArchiveReason::as_str),
                    ":erase_after": step.input.erase_after,
                    ":now": now,
                },
            )?,
            // Resets the pending erasure and the inactivity warnings.
            Event::Reactivate => tx.execute(
                "update users
                    set status = :status, archived_at = null, archived_by_id = null, archive_reason = null,
                        erase_after = null, inactive_at = null, kept_at = :now, version = version + 1, updated_at = :now
                  where id = :id",
                named_params! {":id": id, ":status": step.to, ":now": now},
            )?,
            Event::Sleep | Event::Deactivate => tx.execute(
                "update users
                    set status = :status, inactive_at = :now, version = version + 1, updated_at = :now
                  where id = :id",
                named_params! {":id": id, ":status": step.to, ":now": now},
            )?,
            Event::Invite | Event::ResendConfirmation => 0,
        };
        Ok(())
    }

    fn notify(step: &Step<Self>, _: Mail) -> Result<()> {
        notify_archived(step)
    }
}

fn restore_status(step: &mut Step<UserStatus>) -> Result<()> {
    step.to = restored_status(&Person::load(step.tx, step.id.number())?);
    Ok(())
}
