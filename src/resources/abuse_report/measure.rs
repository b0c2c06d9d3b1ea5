//! What a centre does about something that was reported, and how that is undone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::SubjectType;
use super::subject::Reported;
use crate::app::access::RequestContext;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource as _};
use crate::mail::MailKind;
use crate::model::state_machine::{self, Actor, Reason};
use crate::resources::activity::transition::{ActivityEvent, plan_again};
use crate::resources::activity::{Activity, ActivityStatus};
use crate::resources::form::FormStatus;
use crate::resources::form::transition::FormEvent;
use crate::resources::notification::Notice;
use crate::resources::organization::Organization;
use crate::resources::user::UserStatus;
use crate::resources::user::transition::{UserEvent, UserInput};
use crate::resources::vacancy::VacancyStatus;
use crate::resources::vacancy::transition::{VacancyEvent, VacancyInput};
use crate::text_enum;

/// Days in which somebody writes to nobody.
const PAUSE: i64 = 30;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AbuseReportMeasure")]
pub enum Measure {
    /// The message is read by its author alone.
    Hide,
    /// The vacancy is removed, the activity cancelled, the form closed.
    TakeDown,
    /// The centre changed it.
    Changed,
    /// The person writes to nobody for thirty days.
    PauseWriting,
    Warn,
    /// The organisation is asked to say something about it.
    AskOrganization,
    /// The account is closed; within thirty days the centre can open it again.
    LockAccount,
}

text_enum!(Measure {
    Hide = "hide",
    TakeDown = "take_down",
    Changed = "changed",
    PauseWriting = "pause_writing",
    Warn = "warn",
    AskOrganization = "ask_organization",
    LockAccount = "lock_account",
});

/// Takes a measure. `text` is what the reported is told.
pub(super) fn apply(
    tx: &Tx,
    ctx: &RequestContext,
    (measure, text): (Measure, &str),
    reported: &Reported,
) -> Result<()> {
    match (measure, reported.user_id) {
        (Measure::Hide, _) => set_hidden(tx, reported.subject_id, true),
        (Measure::TakeDown, _) => take_down(tx, ctx, text, reported),
        (Measure::PauseWriting, Some(user_id)) => {
            pause(tx, user_id, Some(&later(tx.now(), days(PAUSE))))
        }
        (Measure::LockAccount, Some(user_id)) => {
            let said = (Reason::default(), UserInput::default());
            let actor = Actor::Requester(ctx);
            state_machine::take::<UserStatus>(tx, actor, Id::new(user_id), UserEvent::Archive, said)
        }
        (Measure::AskOrganization, _) => ask(tx, text, reported),
        (Measure::Changed | Measure::Warn | Measure::PauseWriting | Measure::LockAccount, _) => {
            Ok(())
        }
    }
}

/// Undoes what can be undone.
pub(super) fn undo(
    tx: &Tx,
    ctx: &RequestContext,
    measure: Measure,
    reported: &Reported,
) -> Result<()> {
    match (measure, reported.user_id) {
        (Measure::Hide, _) => set_hidden(tx, reported.subject_id, false),
        (Measure::PauseWriting, Some(user_id)) => pause(tx, user_id, None),
        (Measure::TakeDown, _) => put_back(tx, ctx, reported),
        (Measure::LockAccount, Some(user_id)) => {
            let id = Id::new(user_id);
            let (actor, at) = (Actor::Requester(ctx), (&**tx, tx.now()));
            if state_machine::may::<UserStatus>(at, actor, id, UserEvent::Reactivate)? {
                let said = (Reason::default(), UserInput::default());
                state_machine::take::<UserStatus>(tx, actor, id, UserEvent::Reactivate, said)?;
            }
            Ok(())
        }
        (
            Measure::Changed
            | Measure::Warn
            | Measure::AskOrganization
            | Measure::PauseWriting
            | Measure::LockAccount,
            _,
        ) => Ok(()),
    }
}

/// Hides a message from all but its author, or shows it again.
pub(super) fn set_hidden(tx: &Tx, message: i64, is_hidden: bool) -> Result<()> {
    tx.prepare_cached(
        "update messages set hidden_at = iif(?2, coalesce(hidden_at, ?3), null), version = version + 1 where id = ?1",
    )?
    .execute((message, is_hidden, tx.now()))?;
    tx.noted();
    Ok(())
}

fn pause(tx: &Tx, user_id: i64, until: Option<&str>) -> Result<()> {
    tx.prepare_cached(
        "update users set writing_paused_until = ?2, version = version + 1 where id = ?1",
    )?
    .execute((user_id, until))?;
    Ok(())
}

fn take_down(tx: &Tx, ctx: &RequestContext, text: &str, reported: &Reported) -> Result<()> {
    let reason = Reason {
        code: None,
        text: Some(text.to_owned()),
    };
    // The right is that of who handles reports, and was asked before.
    let actor = Actor::Program(ctx.user_id());
    let id = reported.subject_id;
    let at = (&**tx, tx.now());
    match reported.subject_type {
        SubjectType::Vacancies => {
            let (id, event) = (Id::new(id), VacancyEvent::Delete);
            if state_machine::may::<VacancyStatus>(at, actor, id, event)? {
                let said = (reason, VacancyInput::default());
                state_machine::take::<VacancyStatus>(tx, actor, id, event, said)?;
            }
        }
        SubjectType::Activities => {
            let (id, event) = (Id::new(id), ActivityEvent::Cancel);
            if state_machine::may::<ActivityStatus>(at, actor, id, event)? {
                state_machine::take::<ActivityStatus>(tx, actor, id, event, (reason, ()))?;
            }
        }
        SubjectType::Forms => {
            let (id, event) = (Id::new(id), FormEvent::Close);
            if state_machine::may::<FormStatus>(at, actor, id, event)? {
                let said = (Reason::default(), ());
                state_machine::take::<FormStatus>(tx, actor, id, event, said)?;
            }
        }
        SubjectType::Organizations
        | SubjectType::Pages
        | SubjectType::Users
        | SubjectType::Messages => {}
    }
    Ok(())
}

fn put_back(tx: &Tx, ctx: &RequestContext, reported: &Reported) -> Result<()> {
    let actor = Actor::Program(ctx.user_id());
    let at = (&**tx, tx.now());
    let id = reported.subject_id;
    match reported.subject_type {
        SubjectType::Vacancies => {
            let (id, event) = (Id::new(id), VacancyEvent::Restore);
            if state_machine::may::<VacancyStatus>(at, actor, id, event)? {
                let said = (Reason::default(), VacancyInput::default());
                state_machine::take::<VacancyStatus>(tx, actor, id, event, said)?;
            }
        }
        SubjectType::Forms => {
            let (id, event) = (Id::new(id), FormEvent::Open);
            if state_machine::may::<FormStatus>(at, actor, id, event)? {
                let said = (Reason::default(), ());
                state_machine::take::<FormStatus>(tx, actor, id, event, said)?;
            }
        }
        SubjectType::Activities => bring_back(tx, actor, Id::new(id))?,
        SubjectType::Organizations
        | SubjectType::Pages
        | SubjectType::Users
        | SubjectType::Messages => {}
    }
    Ok(())
}

/// An activity that the decision cancelled is a draft again, with the dates that are still to come: who signed up was told
/// that it is off, so that its organisation puts it online itself.
fn bring_back(tx: &Tx, actor: Actor, id: Id<Activity>) -> Result<()> {
    let is_of_decision = tx
        .prepare_cached(
            "select 1 from activities a join abuse_reports r on r.subject_type = 'activities' and r.subject_id = a.id
                and r.status = 'action_taken' and r.decided_at = a.cancelled_at
              where a.id = ?1 and a.status = 'cancelled'",
        )?
        .exists([id.number()])?;
    if !is_of_decision {
        return Ok(());
    }
    for event in [ActivityEvent::Delete, ActivityEvent::Restore] {
        let said = (Reason::default(), ());
        state_machine::take::<ActivityStatus>(tx, actor, id, event, said)?;
    }
    plan_again(tx, id)
}

fn ask(tx: &Tx, text: &str, reported: &Reported) -> Result<()> {
    let Some(organization_id) = reported.organization_id else {
        return Ok(());
    };
    let notice = Notice {
        kind: MailKind::OrgQuestion,
        data: json!({ "message": text, "path": format!("/organizations/{organization_id}/edit") }),
        subject: (Organization::TYPE, organization_id),
        center_id: reported.center_id,
    };
    notice.notify_managers(tx, organization_id)
}
