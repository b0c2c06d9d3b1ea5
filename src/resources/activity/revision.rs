//! Other words of an activity that visitors see already, and other choices by which they find it: they wait in its row
//! until the centre has read them (docs/domain/states.md#activities). Dates, places and numbers change at once.
#![deny(clippy::wildcard_enum_match_arm)]

use serde_json::{Map, Value};

use super::notify::notify;
use super::transition::{APPROVE, ActivityEvent, MANAGE};
use super::{
    Activity, ActivityAttributes, ActivityModerationState, ActivityRevisionState, ActivityStatus,
    rules,
};
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Code, Error, Result};
use crate::jsonapi::write::store;
use crate::jsonapi::{Id, Saving, SystemActor};
use crate::mail::MailKind;
use crate::model::effects::{Event as Happened, Happening};
use crate::model::state_machine::{
    By, Mail, ReasonRule, Recipient, State, Step, Transition, mail, written,
};
use crate::policy::Verb;
use crate::text_enum;

use ActivityEvent as Event;

/// Attributes that the centre reads before visitors do.
const WORDS: [&str; 12] = [
    "title",
    "summary",
    "description",
    "image_url",
    "image_alt",
    "online_url",
    "cost",
    "accessibility",
    "questions",
    "activity_categories",
    "target_groups",
    "tags",
];

type Revision = Map<String, Value>;

const fn is_seen(status: ActivityStatus) -> bool {
    matches!(
        status,
        ActivityStatus::Published | ActivityStatus::Full | ActivityStatus::Running
    )
}

fn map(activity: &ActivityAttributes) -> Result<Map<String, Value>> {
    let Value::Object(map) = serde_json::to_value(activity)? else {
        return Err(Error::internal("attributes are an object"));
    };
    Ok(map)
}

/// The activity with the words that wait, of which nothing waits any more.
fn revised(activity: &ActivityAttributes) -> Result<ActivityAttributes> {
    let mut attributes = map(activity)?;
    attributes.extend(activity.revision.clone().unwrap_or_default());
    let mut activity: ActivityAttributes = serde_json::from_value(Value::Object(attributes))?;
    set(&mut activity, None, None, None);
    Ok(activity)
}

/// The activity as it reads once what waits is approved.
pub(super) fn as_asked(activity: &ActivityAttributes) -> ActivityAttributes {
    revised(activity).unwrap_or_else(|_| activity.clone())
}

/// The choices of a list that wait.
pub(super) fn waiting_choices<'a>(
    activity: &'a ActivityAttributes,
    list: &str,
) -> impl Iterator<Item = &'a str> {
    let revision = activity.revision.as_ref();
    let waiting = revision.and_then(|revision| revision.get(list)?.as_array());
    waiting.into_iter().flatten().filter_map(Value::as_str)
}

fn set(
    activity: &mut ActivityAttributes,
    revision: Option<Revision>,
    state: Option<ActivityRevisionState>,
    message: Option<String>,
) {
    activity.revision = revision;
    activity.revision_state = state;
    activity.revision_message = message;
}

/// Moves the words that the centre reads first from `new` to those that wait; all else is saved as it was sent. A word
/// that is as visitors see it does not wait.
pub(super) fn hold(
    new: &mut ActivityAttributes,
    old: &ActivityAttributes,
    saving: &Saving,
) -> Result<()> {
    let sent: Vec<&str> = WORDS
        .into_iter()
        .filter(|name| saving.is_sent(name))
        .collect();
    let Some(id) = saving.id.map(Id::new) else {
        return Ok(());
    };
    if sent.is_empty() || !is_seen(old.status) {
        return Ok(());
    }
    let is_held = rules::is_reviewed(saving.tx, old)? && !saving.may::<Activity>("approve")?;
    let (mut asked, live) = (map(new)?, map(old)?);
    let mut revision = old.revision.clone().unwrap_or_default();
    for name in sent {
        let value = asked
            .get(name)
            .filter(|value| live.get(name) != Some(*value));
        match value {
            Some(value) if is_held => revision.insert(name.to_owned(), value.clone()),
            _ => revision.remove(name),
        };
        if is_held {
            asked.extend(live.get(name).map(|value| (name.to_owned(), value.clone())));
        }
    }
    *new = serde_json::from_value(Value::Object(asked))?;
    if revision == old.revision.clone().unwrap_or_default() {
        return Ok(());
    }
    if revision.is_empty() {
        set(new, None, None, None);
        let states = (old.revision_state, None);
        return written(saving.tx, saving.user_id(), id, Event::Withdraw, states);
    }
    if !is_held {
        // The centre wrote into what visitors see: what is left waits as it did.
        new.revision = Some(revision);
        return Ok(());
    }
    set(new, Some(revision), SUBMITTED, None);
    let states = (old.revision_state, SUBMITTED);
    written(saving.tx, saving.user_id(), id, Event::Revise, states)
}

impl TextEnum for Option<ActivityRevisionState> {
    const ALL: &'static [Self] = &[None, SUBMITTED, NEEDS_WORK];

    fn as_str(self) -> &'static str {
        match self {
            None => "none",
            Some(ActivityRevisionState::Submitted) => "submitted",
            Some(ActivityRevisionState::NeedsWork) => "needs_work",
        }
    }
}

text_enum!(ActivityRevisionState {
    Submitted = "submitted",
    NeedsWork = "needs_work",
});

const SUBMITTED: Option<ActivityRevisionState> = Some(ActivityRevisionState::Submitted);
const NEEDS_WORK: Option<ActivityRevisionState> = Some(ActivityRevisionState::NeedsWork);

const TO_REVIEW: &[Mail] = &[mail(MailKind::ActivityToReview, Recipient::Center)];

/// State machine of the words that wait; `None` where there are none.
impl State for Option<ActivityRevisionState> {
    type Resource = Activity;
    type Event = ActivityEvent;
    type Input = ();

    const COLUMN: &'static str = "revision_state";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(
            Event::Revise,
            &[None, NEEDS_WORK],
            &[SUBMITTED],
            By::Operation(Verb::Update),
        )
        .mails(TO_REVIEW),
        Transition::on(
            Event::Revise,
            &[SUBMITTED],
            &[SUBMITTED],
            By::Operation(Verb::Update),
        ),
        Transition::on(Event::Submit, &[NEEDS_WORK], &[SUBMITTED], MANAGE).mails(TO_REVIEW),
        Transition::on(Event::Withdraw, &[SUBMITTED, NEEDS_WORK], &[None], MANAGE),
        Transition::on(Event::Approve, &[SUBMITTED, NEEDS_WORK], &[None], APPROVE)
            .effect(
                shown,
                "visitors see the other words, and calendars hear of them",
            )
            .mails(&[mail(MailKind::ActivityApproved, Recipient::Contact)]),
        Transition::on(Event::RequestChanges, &[SUBMITTED], &[NEEDS_WORK], APPROVE)
            .reason(ReasonRule::Text)
            .mails(&[mail(MailKind::ActivityNeedsWork, Recipient::Contact)]),
        Transition::on(Event::Refuse, &[SUBMITTED], &[None], APPROVE)
            .reason(ReasonRule::Text)
            .mails(&[mail(MailKind::ActivityRefused, Recipient::Contact)]),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        store::change::<Activity>(step.tx, step.actor.auth(), step.id, |activity| {
            if step.event == Event::Approve {
                *activity = revised(activity)?;
                return Ok(());
            }
            let revision = activity.revision.take().filter(|_| step.to.is_some());
            let message = step.reason.text.clone().filter(|_| step.to == NEEDS_WORK);
            set(activity, revision, step.to, message);
            Ok(())
        })
    }

    fn recorded(step: &Step<Self>) -> Result<(&'static str, &'static str)> {
        let status = ActivityStatus::current(step.tx, step.id)?.as_str();
        let to = match (step.to, step.event == Event::Refuse) {
            (Some(_), _) => step.to.as_str(),
            (None, true) => ActivityModerationState::Refused.as_str(),
            (None, false) => status,
        };
        Ok((status, to))
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        notify(step.tx, step.id, mail, (step.reason.text.as_deref(), true))
    }
}

fn shown(step: &Step<Option<ActivityRevisionState>>) -> Result<()> {
    Happening::new(step.tx, Happened::ActivitySaved, step.id.number()).announce()
}

/// Takes over the words that wait when the activity leaves the calendar: they are read at the next publication.
pub(super) fn fold(tx: &Tx, id: Id<Activity>) -> Result<()> {
    let activity = store::load::<Activity>(tx, id)?.ok_or(Code::NotFound)?;
    if activity.revision_state.is_none() {
        return Ok(());
    }
    store::change::<Activity>(tx, &SystemActor, id, |activity| {
        *activity = revised(activity)?;
        activity.moderation_state = ActivityModerationState::None;
        Ok(())
    })
}

/// Drops the words that wait, of an activity that is over or cancelled.
pub(super) fn drop_all(tx: &Tx, id: Id<Activity>) -> Result<()> {
    tx.prepare_cached(
        "update activities set revision = null, revision_state = null, revision_message = null where id = ?1 and revision_state is not null",
    )?
    .execute([id.number()])?;
    Ok(())
}
