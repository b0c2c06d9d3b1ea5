//! State machines of activities and of their moderation (docs/domain/states.md#activities), and the endpoints that take
//! their events.
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;
use serde_json::Value;

use super::{
    Activity, ActivityAttributes, ActivityModerationState, ActivityRevisionState, ActivityStatus,
    notify, revision, rules,
};
use crate::app::access::{Access, Action, Rows, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Input, Sent};
use crate::jsonapi::write::store;
use crate::jsonapi::{self, Answer, Document, Id};
use crate::mail::MailKind;
use crate::model::event_form::EventForm;
use crate::model::state_machine::{
    self, Actor, By, Mail, ReasonRule, Recipient, State, Step, Transition, describe, event_schema,
    mail, offered,
};
use crate::policy::Verb;
use crate::policy::conditions::lifecycle::is_restorable;
use crate::text_enum;

use ActivityEvent as Event;
use ActivityStatus::{Cancelled, Deleted, Draft, Finished, Full, Published, Running};

/// In the order of `meta.transitions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityEvent {
    Create,
    Revise,
    Submit,
    Withdraw,
    Publish,
    Unpublish,
    Fill,
    Reopen,
    Start,
    Stop,
    Finish,
    Cancel,
    Restore,
    Approve,
    RequestChanges,
    Refuse,
    Delete,
}

text_enum!(ActivityEvent {
    Create = "create",
    Revise = "revise",
    Submit = "submit",
    Withdraw = "withdraw",
    Publish = "publish",
    Unpublish = "unpublish",
    Fill = "fill",
    Reopen = "reopen",
    Start = "start",
    Stop = "stop",
    Finish = "finish",
    Cancel = "cancel",
    Restore = "restore",
    Approve = "approve",
    RequestChanges = "request_changes",
    Refuse = "refuse",
    Delete = "delete",
});

text_enum!(ActivityStatus {
    Draft = "draft",
    Published = "published",
    Full = "full",
    Running = "running",
    Finished = "finished",
    Cancelled = "cancelled",
    Deleted = "deleted",
});

text_enum!(ActivityModerationState {
    None = "none",
    Submitted = "submitted",
    NeedsWork = "needs_work",
    Approved = "approved",
    Refused = "refused",
});

impl ActivityEvent {
    /// The centre's events, which have an endpoint of their own.
    const MODERATION: [Self; 3] = [Self::Approve, Self::RequestChanges, Self::Refuse];
}

pub(super) const MANAGE: By = By::Verb(Verb::Manage);
pub(super) const APPROVE: By = By::Verb(Verb::Approve);
const DELETE: By = By::Operation(Verb::Delete);

/// SQL condition: publication needs no review, because it is the centre's own, the organisation is trusted, its centre
/// reviews nothing, or this activity was approved.
const DIRECT: &str = "(t.organization_id is null or exists (select 1 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id
    where o.id = t.organization_id and o.status = 'approved' and (o.trusted = 1 or c.review_vacancies = 0 or t.moderation_state = 'approved')))";

/// SQL condition: of the centre itself, or of an approved organisation.
macro_rules! may_go_out {
    ($rest:literal) => {
        concat!($rest, "(t.organization_id is null or exists (select 1 from organizations o where o.id = t.organization_id and o.status = 'approved'))")
    };
}

const UNCLAIMED: &str = "not exists (select 1 from activity_occurrences o where o.activity_id = t.id and o.places_taken + o.places_offered + o.people_waiting > 0)";

/// What publication requires, in words.
const COMPLETE: &str = "complete; a date is still to come";

impl State for ActivityStatus {
    type Resource = Activity;
    type Event = ActivityEvent;
    type Input = ();

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Create, &[], &[Draft], By::Operation(Verb::Create))
            .says("organisation approved or pending; fewer than 100 drafts"),
        Transition::on(Event::Publish, &[Draft, Finished], &[Published], MANAGE)
            .guard(DIRECT, "of the centre itself; or organisation approved and trusted, its centre reviews nothing, or this activity was approved before")
            .check(goes_out, COMPLETE)
            .says("`published_at` is set; in the calendar and in feeds"),
        Transition::on(Event::Publish, &[Draft, Finished], &[Published], APPROVE)
            .guard(may_go_out!(""), "organisation approved")
            .check(goes_out, COMPLETE),
        Transition::on(Event::Unpublish, &[Published, Full], &[Draft], MANAGE)
            .guard(UNCLAIMED, "nobody has signed up")
            .effect(fold, "leaves the calendar; words that waited are its own"),
        Transition::on(Event::Fill, &[Published], &[Full], By::Program)
            .says("when every date to come is full"),
        Transition::on(Event::Reopen, &[Full], &[Published], By::Program)
            .says("when a place is free"),
        Transition::on(Event::Start, &[Published, Full], &[Running], By::Program)
            .says("when a date begins"),
        Transition::on(Event::Stop, &[Running], &[Published], By::Program)
            .says("when a date ends and others are still to come"),
        Transition::on(Event::Finish, &[Published, Full, Running], &[Finished], By::Program)
            .says("when the last date is over"),
        Transition::on(Event::Cancel, &[Published, Full, Running], &[Cancelled], By::Program)
            .says("when the organisation closes")
            .effect(cancel_dates, "every date to come is cancelled"),
        Transition::on(Event::Cancel, &[Published, Full, Running], &[Cancelled], MANAGE)
            .reason(ReasonRule::Text)
            .effect(cancel_dates, "every date to come is cancelled; stays in feeds as cancelled for 30 days"),
        Transition::on(Event::Restore, &[Deleted], &[Draft], APPROVE)
            .guard(is_restorable!(), "within 30 days")
            .open("it comes back as a draft, and nothing of it goes out"),
        Transition::on(Event::Delete, &[Draft, Finished, Cancelled], &[Deleted], DELETE),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let moderation = (step.event == Event::Restore).then_some(ActivityModerationState::None);
        write(step, step.to, moderation)?;
        match step.to {
            Finished | Cancelled | Deleted => revision::drop_all(step.tx, step.id),
            Draft | Published | Full | Running => Ok(()),
        }
    }

    fn notify(_step: &Step<Self>, _mail: Mail) -> Result<()> {
        Ok(())
    }
}

impl State for ActivityModerationState {
    type Resource = Activity;
    type Event = ActivityEvent;
    type Input = ();

    const COLUMN: &'static str = "moderation_state";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(
            Event::Submit,
            &[Self::None, Self::NeedsWork],
            &[Self::Submitted],
            MANAGE,
        )
        .guard(
            may_go_out!("t.status = 'draft' and t.organization_id is not null and "),
            "a draft of an approved organisation",
        )
        .check(goes_out, COMPLETE)
        .mails(&[mail(MailKind::ActivityToReview, Recipient::Center)]),
        Transition::on(Event::Withdraw, &[Self::Submitted], &[Self::None], MANAGE)
            .guard("t.status = 'draft'", "a draft"),
        Transition::on(
            Event::Approve,
            &[Self::Submitted, Self::NeedsWork, Self::Refused],
            &[Self::Approved],
            APPROVE,
        )
        .guard(
            may_go_out!("t.status = 'draft' and "),
            "a draft; organisation approved",
        )
        .check(goes_out, COMPLETE)
        .says("becomes `published`")
        .mails(&[mail(MailKind::ActivityApproved, Recipient::Contact)]),
        Transition::on(
            Event::RequestChanges,
            &[Self::Submitted],
            &[Self::NeedsWork],
            APPROVE,
        )
        .guard("t.status = 'draft'", "a draft")
        .reason(ReasonRule::Text)
        .mails(&[mail(MailKind::ActivityNeedsWork, Recipient::Contact)]),
        Transition::on(Event::Refuse, &[Self::Submitted], &[Self::Refused], APPROVE)
            .guard("t.status = 'draft'", "a draft")
            .reason(ReasonRule::Text)
            .mails(&[mail(MailKind::ActivityRefused, Recipient::Contact)]),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        write(step, status_of(step.to), Some(step.to))
    }

    fn recorded(step: &Step<Self>) -> Result<(&'static str, &'static str)> {
        let to = match step.to {
            Self::Approved => Published.as_str(),
            Self::None | Self::Submitted | Self::NeedsWork | Self::Refused => step.to.as_str(),
        };
        Ok((Draft.as_str(), to))
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        notify::notify(step.tx, step.id, mail, (step.reason.text.as_deref(), false))
    }
}

const fn status_of(moderation: ActivityModerationState) -> ActivityStatus {
    match moderation {
        ActivityModerationState::Approved => Published,
        ActivityModerationState::None
        | ActivityModerationState::Submitted
        | ActivityModerationState::NeedsWork
        | ActivityModerationState::Refused => Draft,
    }
}

/// The transitions of both machines, by event.
pub(super) fn transitions() -> Vec<jsonapi::Transition> {
    let mut all = offered::<ActivityModerationState>();
    all.extend(offered::<Option<ActivityRevisionState>>());
    all.extend(offered::<ActivityStatus>());
    let position = |event: &str| Event::ALL.iter().position(|one| one.as_str() == event);
    all.sort_by_key(|transition| position(transition.event));
    all
}

/// Schema of the body with the centre's events, or with all others.
pub(super) fn schema(is_moderation: bool) -> Value {
    let machines = [
        describe::<ActivityStatus>(),
        describe::<ActivityModerationState>(),
        describe::<Option<ActivityRevisionState>>(),
    ];
    event_schema(&machines, |row| {
        let event = Event::parse(row.event);
        event.is_some_and(|event| Event::MODERATION.contains(&event)) == is_moderation
    })
}

/// `PUT /activities/{id}/transition`.
pub async fn take(
    access: Access<Activity, action::Manage>,
    id: Id<Activity>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    let event = Event::parse(&form.event);
    if event.is_some_and(|event| Event::MODERATION.contains(&event)) {
        return Err(FieldFault::attribute("event", "choice")
            .with("allowed", vec!["submit", "publish", "cancel"])
            .into());
    }
    answer(access, id, event, form).await
}

/// `PUT /activities/{id}/moderate`: approve, request changes (with a message), refuse (with a reason).
pub async fn moderate(
    access: Access<Activity, action::Approve>,
    id: Id<Activity>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    let event = Event::parse(&form.event).filter(|event| Event::MODERATION.contains(event));
    let event = event.ok_or_else(|| {
        FieldFault::attribute("event", "choice")
            .with("allowed", Event::MODERATION.map(Event::as_str).to_vec())
    })?;
    answer(access, id, Some(event), form).await
}

/// `DELETE /activities/{id}`: drafts by their organisation; what is over or cancelled by the centre.
pub async fn remove(
    access: Access<Activity, action::Delete>,
    id: Id<Activity>,
    input: Input<Value>,
) -> Result<Answer> {
    let form = EventForm::of_removal(&input.body, &input.query)?;
    access
        .ctx()
        .require_own_words("message", form.message.as_deref())?;
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let actor = Actor::Program(rows.ctx().user_id());
            let said = (form.reason(), ());
            state_machine::take::<ActivityStatus>(tx, actor, id, Event::Delete, said)
        })
        .await?;
    Ok(Answer::empty())
}

/// Takes the event, if it is available to the requester now, and returns the activity.
async fn answer<A: Action>(
    access: Access<Activity, A>,
    id: Id<Activity>,
    event: Option<ActivityEvent>,
    form: EventForm,
) -> Result<Document> {
    access
        .ctx()
        .require_own_words("message", form.message.as_deref())?;
    let one = access
        .write(move |tx, rows| {
            execute(tx, rows, id, event, &form)?;
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

fn execute(
    tx: &Tx,
    rows: &Rows<Activity>,
    id: Id<Activity>,
    event: Option<ActivityEvent>,
    form: &EventForm,
) -> Result<()> {
    rows.require(tx, id)?;
    let actor = Actor::Requester(rows.ctx());
    let event = event.ok_or_else(|| state_machine::refused::<ActivityStatus>(tx, actor, id))?;
    let said = (form.reason(), ());
    if state_machine::may::<Option<ActivityRevisionState>>((tx, tx.now()), actor, id, event)? {
        state_machine::take::<Option<ActivityRevisionState>>(tx, actor, id, event, said)
    } else if state_machine::may::<ActivityModerationState>((tx, tx.now()), actor, id, event)? {
        state_machine::take::<ActivityModerationState>(tx, actor, id, event, said)
    } else {
        state_machine::take::<ActivityStatus>(tx, actor, id, event, said)
    }
}

/// Validates an activity that is published or submitted.
fn goes_out<S>(step: &mut Step<S>) -> Result<()>
where
    S: State<Resource = Activity, Event = ActivityEvent, Input = ()>,
{
    let activity: ActivityAttributes = store::load(step.tx, step.id)?.ok_or(Code::NotFound)?;
    rules::validate_complete(step.tx, step.id, &activity)
}

fn fold(step: &Step<ActivityStatus>) -> Result<()> {
    revision::fold(step.tx, step.id)
}

/// Cancels the dates that are still to come.
fn cancel_dates(step: &Step<ActivityStatus>) -> Result<()> {
    step.tx
        .prepare_cached(
            "update activity_occurrences
                set status = 'cancelled', cancelled_at = :now, changed_at = :now, reason = coalesce(:reason, reason),
                    sequence = sequence + 1, version = version + 1, updated_at = :now
              where activity_id = :id and status = 'planned' and ends_at > :now",
        )?
        .execute(named_params! {
            ":id": step.id.number(),
            ":reason": step.reason.text,
            ":now": step.tx.now(),
        })?;
    Ok(())
}

/// Plans the dates to come again that were cancelled with the activity itself.
pub fn plan_again(tx: &Tx, id: Id<Activity>) -> Result<()> {
    tx.prepare_cached(
        "update activity_occurrences
            set status = 'planned', cancelled_at = null, changed_at = :now, reason = null,
                sequence = sequence + 1, version = version + 1, updated_at = :now
          where activity_id = :id and status = 'cancelled' and ends_at > :now
            and cancelled_at = (select a.cancelled_at from activities a where a.id = :id)",
    )?
    .execute(named_params! {":id": id.number(), ":now": tx.now()})?;
    Ok(())
}

fn write<S>(
    step: &Step<S>,
    to: ActivityStatus,
    moderation: Option<ActivityModerationState>,
) -> Result<()>
where
    S: State<Resource = Activity, Input = ()>,
{
    step.tx
        .prepare_cached(
            "update activities
                set status = :status,
                    moderation_state = coalesce(:moderation, moderation_state),
                    moderation_message = case when :moderation in ('needs_work', 'refused') then :message when :moderation is not null then null else moderation_message end,
                    published_at = case when :status = 'published' and published_at is null then :now else published_at end,
                    cancelled_at = case when :status = 'cancelled' then :now else cancelled_at end,
                    deleted_at = case when :status = 'deleted' then :now end,
                    sequence = sequence + (:status in ('published', 'cancelled') and status <> :status),
                    version = version + 1,
                    updated_at = :now
              where id = :id",
        )?
        .execute(named_params! {
            ":id": step.id.number(),
            ":status": to,
            ":moderation": moderation,
            ":message": step.reason.text,
            ":now": step.tx.now(),
        })?;
    Ok(())
}

/// Takes an event on behalf of the program, as jobs and counts of places do.
pub fn run(tx: &Tx, id: Id<Activity>, event: ActivityEvent) -> Result<()> {
    state_machine::run::<ActivityStatus>(tx, None, id, event)
}

/// Cancels all activities of an organisation that closes.
pub(super) fn cancel_all_of(tx: &Tx, organization_id: i64) -> Result<()> {
    let open: Vec<i64> = tx
        .prepare_cached(
            "select id from activities where organization_id = ?1 and status in ('published', 'full', 'running')",
        )?
        .query_map([organization_id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in open {
        run(tx, Id::new(id), Event::Cancel)?;
    }
    Ok(())
}

/// What the clock alone changes: `start`, `stop` and `finish`, each with the activity that it is due on.
pub fn due(connection: &rusqlite::Connection, now: &str) -> Result<Vec<(i64, ActivityEvent)>> {
    let mut statement = connection.prepare_cached(
        "select t.id, t.status,
                exists (select 1 from activity_occurrences o where o.activity_id = t.id and o.status = 'planned' and o.starts_at <= :now and o.ends_at > :now),
                exists (select 1 from activity_occurrences o where o.activity_id = t.id and o.status = 'planned' and o.ends_at > :now)
           from activities t
          where t.status in ('published', 'full', 'running')",
    )?;
    let rows = statement.query_map(named_params! {":now": now}, |row| {
        Ok((
            row.get::<_, i64>(0)?,
            row.get::<_, ActivityStatus>(1)?,
            row.get::<_, bool>(2)?,
            row.get::<_, bool>(3)?,
        ))
    })?;
    let mut due = Vec::new();
    for row in rows {
        let (id, status, is_under_way, is_to_come) = row?;
        match (status, is_under_way, is_to_come) {
            (_, _, false) => due.push((id, Event::Finish)),
            (Published | Full, true, _) => due.push((id, Event::Start)),
            (Running, false, true) => due.push((id, Event::Stop)),
            _ => {}
        }
    }
    Ok(due)
}
