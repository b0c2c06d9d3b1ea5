//! State machines of vacancies and of their moderation (docs/domain/states.md#vacancies), and the endpoints that take
//! their events. That of pending changes is in `revision`.
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::VacancyAttributes;
use super::breaches::{self, Breach};
use super::help;
use super::help::{lifetime, no_later};
use super::notify::notify;
use super::revision;
use super::rules::validate_type;
use super::template_text;
use super::writing::{SentToReviewMeta, hints_of};
use super::{
    Vacancy, VacancyModerationState, VacancyRevisionState, VacancyStatus, read_expiry,
    validate_complete,
};
use crate::app::access::{Access, Action, RequestContext, Rows, action};
use crate::base::clock::later;
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Input, Sent, Typed};
use crate::jsonapi::write::store;
use crate::jsonapi::{self, Answer, Document, Id, Resource as _};
use crate::mail::MailKind;
use crate::model::effects::{self, Happening};
use crate::model::email_branding;
use crate::model::event_form::EventForm;
use crate::model::state_machine::{
    self, Actor, By, Mail, Reason, ReasonRule, Recipient, State, Step, Transition, describe,
    event_schema, mail, offered, possible,
};
use crate::model::step_mail::rehearsed_mail;
use crate::policy::Verb;
use crate::policy::conditions::lifecycle::is_restorable;
use crate::resources::organization::Organization;
use crate::text_enum;

use VacancyEvent as Event;
use VacancyStatus::{Archived, Deleted, Draft, Expired, Filled, Published};

/// In the order of `meta.transitions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VacancyEvent {
    Create,
    Revise,
    Submit,
    Withdraw,
    Publish,
    Unpublish,
    Fill,
    Reopen,
    Renew,
    Archive,
    Restore,
    Approve,
    RequestChanges,
    Refuse,
    Expire,
    Delete,
}

text_enum!(VacancyEvent {
    Create = "create",
    Revise = "revise",
    Submit = "submit",
    Withdraw = "withdraw",
    Publish = "publish",
    Unpublish = "unpublish",
    Fill = "fill",
    Reopen = "reopen",
    Renew = "renew",
    Archive = "archive",
    Restore = "restore",
    Approve = "approve",
    RequestChanges = "request_changes",
    Refuse = "refuse",
    Expire = "expire",
    Delete = "delete",
});

text_enum!(VacancyStatus {
    Draft = "draft",
    Published = "published",
    Filled = "filled",
    Expired = "expired",
    Archived = "archived",
    Deleted = "deleted",
});

text_enum!(VacancyModerationState {
    None = "none",
    Submitted = "submitted",
    NeedsWork = "needs_work",
    Approved = "approved",
    Refused = "refused",
});

impl VacancyEvent {
    /// The centre's events, which have an endpoint of their own.
    const MODERATION: [Self; 3] = [Self::Approve, Self::RequestChanges, Self::Refuse];
}

/// What an event takes besides a reason.
#[derive(Debug, Clone, Default)]
pub struct VacancyInput {
    /// For `renew` and `publish`: a day.
    pub expires_at: Option<String>,
    /// Somebody was asked whether it should happen all the same.
    pub is_confirmed: bool,
    /// New expiry date, as the check has determined it.
    pub until: Option<String>,
    /// The approved changes ask for publication as well.
    pub is_republished: bool,
    /// What the text of a trusted organisation breaks, for which it is reviewed first.
    pub breaches: Vec<Breach>,
    /// It came with others in a file, and all are told of at once.
    pub is_told_later: bool,
    /// Vacancies beside this one that the letter speaks for.
    pub others: usize,
}

const REMOVAL_REASONS: &[&str] = &[
    "against_rules",
    "not_voluntary_work",
    "duplicate",
    "outdated",
    "organization_asked",
    "other",
];

pub(super) const MANAGE: By = By::Verb(Verb::Manage);
pub(super) const APPROVE: By = By::Verb(Verb::Approve);
const DELETE: By = By::Operation(Verb::Delete);

/// SQL condition: publication needs no review, because the organisation is trusted, its centre reviews nothing, or
/// this vacancy was approved.
macro_rules! direct {
    ($rest:literal) => {
        concat!(
            $rest,
            "exists (select 1 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id",
            " where o.id = t.organization_id and o.status = 'approved'",
            " and ((t.asker_id is null and (o.trusted = 1 or c.review_vacancies = 0)) or t.moderation_state = 'approved'))"
        )
    };
}

/// SQL condition: the organisation is approved.
macro_rules! approved_organization {
    ($rest:literal) => {
        concat!($rest, "exists (select 1 from organizations o where o.id = t.organization_id and o.status = 'approved')")
    };
}

pub(super) use approved_organization;

/// What publication requires, in words.
const COMPLETE: &str = "complete; ends between tomorrow and 365 days from now";

impl State for VacancyStatus {
    type Resource = Vacancy;
    type Event = VacancyEvent;
    type Input = VacancyInput;

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Create, &[], &[Draft], By::Operation(Verb::Create))
            .says("organisation approved or pending; fewer than 100 drafts"),
        Transition::on(Event::Publish, &[Draft], &[Published], MANAGE)
            .guard(direct!(""), "organisation approved; it is trusted, its centre reviews nothing, or this vacancy was approved before")
            .check(goes_out, COMPLETE)
            .says("`published_at` is set; indexed, in feeds; fewer than 200 published"),
        Transition::on(Event::Publish, &[Draft], &[Published], APPROVE)
            .guard(approved_organization!(""), "organisation approved")
            .check(goes_out, COMPLETE),
        Transition::on(Event::Unpublish, &[Published], &[Draft], MANAGE)
            .check(goes_offline_if_confirmed, "with open applications only when confirmed")
            .effect(pause_applications, "open applicants are told that the vacancy is paused"),
        Transition::on(Event::Fill, &[Published], &[Filled], By::Program)
            .says("when accepted applications reach the capacity")
            .mails(&[mail(MailKind::VacancyFilled, Recipient::Contact)]),
        Transition::on(Event::Fill, &[Published], &[Filled], MANAGE)
            .says("nobody new applies; the page stays"),
        Transition::on(Event::Reopen, &[Filled], &[Published], By::Program)
            .check(goes_out, "complete")
            .says("when a place becomes free"),
        Transition::on(Event::Reopen, &[Filled], &[Published], MANAGE)
            .guard(
                "(t.capacity is null or t.capacity > t.places_taken) and t.expires_at > :now",
                "a place is free; not over",
            )
            .check(goes_out, "complete"),
        Transition::on(Event::Renew, &[Published, Expired, Filled], &[Published], MANAGE)
            .guard(approved_organization!(""), "organisation approved")
            .check(goes_out, "complete; a place is free")
            .says("ends on the given day, 180 days from now by default; help between people 60 at most"),
        Transition::on(Event::Archive, &[Draft, Published, Filled, Expired], &[Archived], MANAGE)
            .check(goes_offline, "")
            .effect(close_applications, "open applications are closed with `vacancy_closed`"),
        Transition::on(Event::Restore, &[Archived], &[Draft], MANAGE)
            .guard(approved_organization!(""), "organisation approved")
            .says("moderation back to `none`"),
        Transition::on(Event::Restore, &[Deleted], &[Draft], APPROVE)
            .guard(is_restorable!(), "within 30 days")
            .open("it comes back as a draft, and nothing of it goes out"),
        Transition::on(Event::Expire, &[Published, Filled], &[Expired], By::Program)
            .says("end date has passed; page stays readable for 90 days")
            .mails(&[mail(MailKind::VacancyExpired, Recipient::Contact)]),
        Transition::on(Event::Delete, &[Draft], &[Deleted], DELETE)
            .effect(close_applications, ""),
        Transition::on(Event::Delete, &[Published, Expired, Archived], &[Deleted], DELETE)
            .reason(ReasonRule::CodeOrText(REMOVAL_REASONS))
            .check(goes_offline, "")
            .effect(close_applications, "open applications are closed with `vacancy_closed`; the address answers 410")
            .mails(&[mail(MailKind::VacancyRemoved, Recipient::Contact)]),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let moderation = (step.event == Event::Restore).then_some(VacancyModerationState::None);
        write(step, (step.from, step.to), moderation)
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        notify(step.tx, step.id, mail, (&step.reason, false), &step.input)
    }
}

impl State for VacancyModerationState {
    type Resource = Vacancy;
    type Event = VacancyEvent;
    type Input = VacancyInput;

    const COLUMN: &'static str = "moderation_state";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(
            Event::Submit,
            &[Self::None, Self::NeedsWork],
            &[Self::Submitted],
            MANAGE,
        )
        .guard(
            approved_organization!("t.status = 'draft' and "),
            "a draft; organisation approved",
        )
        .check(goes_out, COMPLETE)
        .mails(&[
            mail(MailKind::VacancySubmitted, Recipient::Contact),
            mail(MailKind::VacancyToReview, Recipient::Center),
        ]),
        Transition::on(Event::Withdraw, &[Self::Submitted], &[Self::None], MANAGE)
            .guard("t.status = 'draft'", "a draft"),
        Transition::on(
            Event::Approve,
            &[Self::Submitted, Self::NeedsWork, Self::Refused],
            &[Self::Approved],
            APPROVE,
        )
        .guard(
            approved_organization!("t.status = 'draft' and "),
            "a draft; organisation approved",
        )
        .check(goes_out, COMPLETE)
        .says("becomes `published`")
        .mails(&[mail(MailKind::VacancyApproved, Recipient::Contact)]),
        Transition::on(
            Event::RequestChanges,
            &[Self::Submitted],
            &[Self::NeedsWork],
            APPROVE,
        )
        .guard("t.status = 'draft'", "a draft")
        .reason(ReasonRule::Text)
        .mails(&[mail(MailKind::VacancyNeedsWork, Recipient::Contact)]),
        Transition::on(Event::Refuse, &[Self::Submitted], &[Self::Refused], APPROVE)
            .guard("t.status = 'draft'", "a draft")
            .reason(ReasonRule::Text)
            .mails(&[mail(MailKind::VacancyRefused, Recipient::Contact)]),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let status = match step.to {
            Self::Approved => Published,
            Self::None | Self::Submitted | Self::NeedsWork | Self::Refused => Draft,
        };
        write(step, (Draft, status), Some(step.to))
    }

    fn recorded(step: &Step<Self>) -> Result<(&'static str, &'static str)> {
        let to = match step.to {
            Self::Approved => Published.as_str(),
            Self::None | Self::Submitted | Self::NeedsWork | Self::Refused => step.to.as_str(),
        };
        Ok((Draft.as_str(), to))
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        notify(step.tx, step.id, mail, (&step.reason, false), &step.input)
    }
}

/// The transitions of all three machines, by event.
pub(super) fn transitions() -> Vec<jsonapi::Transition> {
    let mut all = offered::<VacancyModerationState>();
    all.extend(offered::<Option<VacancyRevisionState>>());
    all.extend(offered::<VacancyStatus>());
    let position = |event: &str| Event::ALL.iter().position(|one| one.as_str() == event);
    all.sort_by_key(|transition| position(transition.event));
    all
}

/// Schema of the body with the centre's events, or with all others.
pub(super) fn schema(is_moderation: bool) -> Value {
    let machines = [
        describe::<VacancyStatus>(),
        describe::<VacancyModerationState>(),
        describe::<Option<VacancyRevisionState>>(),
    ];
    event_schema(&machines, |row| {
        let event = Event::parse(row.event);
        event.is_some_and(|event| Event::MODERATION.contains(&event)) == is_moderation
    })
}

/// `PUT /vacancies/{id}/transition`.
pub async fn take(
    access: Access<Vacancy, action::Manage>,
    id: Id<Vacancy>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    let event = Event::parse(&form.event);
    if event.is_some_and(|event| Event::MODERATION.contains(&event)) {
        return Err(FieldFault::attribute("event", "choice")
            .with("allowed", vec!["submit", "publish", "archive"])
            .into());
    }
    answer(access, id, event, form).await
}

/// `PUT /vacancies/{id}/moderate`: approve, request changes (with a message), refuse (with a reason).
pub async fn moderate(
    access: Access<Vacancy, action::Approve>,
    id: Id<Vacancy>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    let event = moderation_event(&form)?;
    answer(access, id, Some(event), form).await
}

fn moderation_event(form: &EventForm) -> Result<VacancyEvent> {
    let event = Event::parse(&form.event).filter(|event| Event::MODERATION.contains(event));
    event.ok_or_else(|| {
        FieldFault::attribute("event", "choice")
            .with("allowed", Event::MODERATION.map(Event::as_str).to_vec())
            .into()
    })
}

/// The mail of the centre's event.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "VacancyModerationMail")]
pub struct ModerationMail {
    subject: String,
    text: String,
}

impl Typed for ModerationMail {
    const TYPE: &'static str = "vacancy_moderation_mails";
}

/// `PUT /vacancies/{id}/moderation_preview {event, message}`: the mail of `moderate`, before it is sent. 404 where no
/// mail goes out.
pub async fn preview(
    access: Access<Vacancy, action::Approve>,
    id: Id<Vacancy>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    let event = moderation_event(&form)?;
    access
        .ctx()
        .require_own_words("message", form.message.as_deref())?;
    let origin = email_branding::origin(access.app(), &access.ctx().site.tenant);
    let mail = access
        .write(move |tx, rows| {
            rehearsed_mail(tx, rows, id, &origin, |tx| {
                execute(tx, rows, id, Some(event), form)
            })
        })
        .await?;
    Ok(mail.document(ModerationMail::TYPE, id))
}

/// `DELETE /vacancies/{id}?reason_code=&message=`: drafts by their organisation; vacancies others have seen by the
/// centre alone, with a reason.
pub async fn remove(
    access: Access<Vacancy, action::Delete>,
    id: Id<Vacancy>,
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
            let said = (form.reason(), VacancyInput::default());
            state_machine::take::<VacancyStatus>(tx, actor, id, Event::Delete, said)
        })
        .await?;
    Ok(Answer::empty())
}

/// Takes the event, if it is available to the requester now, and returns the vacancy.
async fn answer<A: Action>(
    access: Access<Vacancy, A>,
    id: Id<Vacancy>,
    event: Option<VacancyEvent>,
    form: EventForm,
) -> Result<Document> {
    access
        .ctx()
        .require_own_words("message", form.message.as_deref())?;
    let (one, review_reasons) = access
        .write(move |tx, rows| {
            execute(tx, rows, id, event, form)?;
            let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
            let is_held = event == Some(Event::Publish) && vacancy.status == Draft;
            let reasons = if is_held {
                hints_of(&vacancy)
            } else {
                Vec::new()
            };
            Ok((rows.shown(tx, id)?, reasons))
        })
        .await?;
    let document = Document::new(one.body, Some(one.version));
    Ok(if review_reasons.is_empty() {
        document
    } else {
        document.with_meta(&json!(SentToReviewMeta { review_reasons }))
    })
}

/// Takes the event, if it is available to the requester now, in the machine that it belongs to.
pub(super) fn execute(
    tx: &Tx,
    rows: &Rows<Vacancy>,
    id: Id<Vacancy>,
    event: Option<VacancyEvent>,
    form: EventForm,
) -> Result<()> {
    rows.require(tx, id)?;
    let actor = Actor::Requester(rows.ctx());
    let event = event.ok_or_else(|| state_machine::refused::<VacancyStatus>(tx, actor, id))?;
    if !form.confirmed {
        require_own_text(tx, id, event)?;
    }
    let breaches = if event == Event::Publish {
        reviewed_for(tx, rows.ctx(), id)?
    } else {
        Vec::new()
    };
    let event = if breaches.is_empty() {
        event
    } else {
        Event::Submit
    };
    let reason = form.reason();
    let input = VacancyInput {
        breaches,
        expires_at: form.expires_at,
        is_confirmed: form.confirmed,
        ..VacancyInput::default()
    };
    let said = (reason, input);
    if concerns_revision(tx, actor, id, event)? {
        state_machine::take::<Option<VacancyRevisionState>>(tx, actor, id, event, said)
    } else if state_machine::may::<VacancyModerationState>((tx, tx.now()), actor, id, event)? {
        state_machine::take::<VacancyModerationState>(tx, actor, id, event, said)
    } else {
        state_machine::take::<VacancyStatus>(tx, actor, id, event, said)
    }
}

/// Refuses to send out what a template left to be filled in, until somebody says that it may go like that.
fn require_own_text(tx: &Tx, id: Id<Vacancy>, event: VacancyEvent) -> Result<()> {
    if !matches!(event, Event::Submit | Event::Publish) {
        return Ok(());
    }
    let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    // A request for help begins with no template.
    let is_going_out = vacancy.status == Draft || vacancy.revision_state.is_some();
    if vacancy.asker_id.is_some() || !is_going_out {
        return Ok(());
    }
    template_text::require_none(&revision::as_asked(&vacancy))
}

/// What a vacancy that its organisation may publish is reviewed for first: its text breaks a rule, and the organisation
/// is only trusted to keep to them. What the centre approved, and where it reviews nothing, goes out.
fn reviewed_for(tx: &Tx, ctx: &RequestContext, id: Id<Vacancy>) -> Result<Vec<Breach>> {
    if ctx.has_right(Vacancy::TYPE, Verb::Approve) {
        return Ok(Vec::new());
    }
    let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    if vacancy.status != Draft || vacancy.moderation_state == VacancyModerationState::Approved {
        return Ok(Vec::new());
    }
    breaches_of_trust(tx, &vacancy)
}

/// What the text breaks, of an organisation whose vacancies are not reviewed because it is trusted.
pub(super) fn breaches_of_trust(tx: &Tx, vacancy: &VacancyAttributes) -> Result<Vec<Breach>> {
    let is_trusted: bool = tx
        .prepare_cached(
            "select o.trusted = 1 and o.household_of_id is null and c.review_vacancies = 1
               from organizations o join volunteer_centers c on c.id = o.volunteer_center_id
              where o.id = ?1",
        )?
        .query_row([vacancy.organization_id.number()], |row| row.get(0))?;
    Ok(if is_trusted {
        breaches::of(vacancy)
    } else {
        Vec::new()
    })
}

/// Whether the event is one of the pending changes. A reviewer republishes the existing text instead.
fn concerns_revision(tx: &Tx, actor: Actor, id: Id<Vacancy>, event: VacancyEvent) -> Result<bool> {
    if !state_machine::may::<Option<VacancyRevisionState>>((tx, tx.now()), actor, id, event)? {
        return Ok(false);
    }
    let Actor::Requester(ctx) = actor else {
        return Ok(true);
    };
    let is_publication = matches!(event, Event::Renew | Event::Reopen);
    Ok(!is_publication || !possible(tx, ctx, id)?.contains(&Event::Approve.as_str()))
}

/// Validates a vacancy that is published or submitted, and determines its expiry date.
fn goes_out<S>(step: &mut Step<S>) -> Result<()>
where
    S: State<Resource = Vacancy, Event = VacancyEvent, Input = VacancyInput>,
{
    let (tx, id) = (step.tx, step.id);
    let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    validate_type(vacancy.vacancy_type, vacancy.organization_id, tx)?;
    validate_complete(&vacancy)?;
    help::validate_open(tx, id, &vacancy, step.event)?;
    let is_full = vacancy
        .capacity
        .is_some_and(|capacity| capacity <= vacancy.places_taken);
    if is_full && step.event != Event::Submit {
        return Err(Error::from(Code::VacancyFull)
            .with("reason", "no_place_left")
            .at("/data/attributes/capacity"));
    }
    let is_over = vacancy
        .expires_at
        .as_deref()
        .is_none_or(|at| at <= tx.now());
    // The days of help between people count from when others can read it.
    let begins =
        vacancy.asker_id.is_some() && matches!(step.event, Event::Approve | Event::Publish);
    step.input.until = match &step.input.expires_at {
        Some(asked) => {
            let until = read_expiry(asked, tx.now())?;
            Some(no_later(until, vacancy.asker_id, tx.now()))
        }
        None if step.event == Event::Renew || is_over || begins => {
            Some(later(tx.now(), lifetime(vacancy.asker_id)))
        }
        None => None,
    };
    if step.event == Event::Submit || vacancy.status == Published {
        return Ok(());
    }
    let published: i64 = tx.query_row(
        "select count(*) from vacancies where organization_id = ?1 and status = 'published'",
        [vacancy.organization_id.number()],
        |row| row.get(0),
    )?;
    if published >= 200 {
        return Err(Error::from(Code::LimitReached).with("limit", 200));
    }
    Ok(())
}

/// Applies pending changes: they are reviewed at the next publication.
fn goes_offline(step: &mut Step<VacancyStatus>) -> Result<()> {
    revision::fold(step.tx, step.id)
}

/// Requires confirmation to take a vacancy offline while applicants await a response. The error contains their
/// number.
fn goes_offline_if_confirmed(step: &mut Step<VacancyStatus>) -> Result<()> {
    let is_confirmed = step.input.is_confirmed;
    announce(step, effects::Event::VacancyGoesOffline { is_confirmed })?;
    goes_offline(step)
}

fn pause_applications(step: &Step<VacancyStatus>) -> Result<()> {
    announce(step, effects::Event::VacancyPaused)
}

fn close_applications(step: &Step<VacancyStatus>) -> Result<()> {
    announce(step, effects::Event::VacancyCloses)
}

fn announce(step: &Step<VacancyStatus>, event: effects::Event) -> Result<()> {
    Happening::new(step.tx, event, step.id.number()).announce()
}

fn write<S>(
    step: &Step<S>,
    (from, to): (VacancyStatus, VacancyStatus),
    moderation: Option<VacancyModerationState>,
) -> Result<()>
where
    S: State<Resource = Vacancy, Input = VacancyInput>,
{
    step.tx
        .prepare_cached(
            "update vacancies
                set status = :status,
                    moderation_state = coalesce(:moderation, moderation_state),
                    moderation_message = case when :moderation in ('needs_work', 'refused') then :message when :moderation is not null then null else moderation_message end,
                    published_at = case when :status = 'published' and (:from <> 'published' or published_at is null) then :now else published_at end,
                    archived_at = case when :status = 'archived' then :now else archived_at end,
                    deleted_at = case when :status = 'deleted' then :now else deleted_at end,
                    publish_after_approval = case when :status = 'published' then 0 else publish_after_approval end,
                    expires_at = coalesce(:until, expires_at),
                    version = version + 1,
                    updated_at = :now
              where id = :id",
        )?
        .execute(named_params! {
            ":id": step.id.number(),
            ":status": to,
            ":from": from,
            ":moderation": moderation,
            ":message": step.reason.text,
            ":until": step.input.until,
            ":now": step.tx.now(),
        })?;
    Ok(())
}

/// Marks the vacancy as filled when all places are taken: no further applications.
pub fn fill(tx: &Tx, id: Id<Vacancy>) -> Result<()> {
    state_machine::run::<VacancyStatus>(tx, None, id, Event::Fill)
}

/// Reopens the vacancy when a place becomes free and nobody is waiting for it. A vacancy that may not be published as
/// it is stays filled: giving back a place must not fail for that.
pub fn reopen(tx: &Tx, id: Id<Vacancy>) -> Result<()> {
    // Both errors are returned before anything is written.
    match state_machine::run::<VacancyStatus>(tx, None, id, Event::Reopen) {
        Err(error)
            if matches!(error, Error::Invalid(_))
                || error.is(Code::LimitReached)
                || error.is(Code::FeatureDisabled) =>
        {
            Ok(())
        }
        done => done,
    }
}

/// Expires the vacancy, as the scheduled job does.
pub fn expire(tx: &Tx, id: Id<Vacancy>) -> Result<()> {
    state_machine::run::<VacancyStatus>(tx, None, id, Event::Expire)
}

fn ids(tx: &Tx, sql: &str, organization: Id<Organization>) -> Result<Vec<Id<Vacancy>>> {
    let ids = tx
        .prepare_cached(sql)?
        .query_map([organization.number()], |row| Ok(Id::new(row.get(0)?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

/// Submits a draft on behalf of the program. `is_told_later`: whoever it concerns is told by `notify_of_several`.
pub(super) fn submit(
    tx: &Tx,
    id: Id<Vacancy>,
    breaches: Vec<Breach>,
    is_told_later: bool,
) -> Result<()> {
    let input = VacancyInput {
        breaches,
        is_told_later,
        ..VacancyInput::default()
    };
    let said = (Reason::default(), input);
    let actor = Actor::Program(None);
    state_machine::take::<VacancyModerationState>(tx, actor, id, Event::Submit, said)
}

/// Publishes the vacancies that awaited the approval of their organisation, or submits them for review. Incomplete
/// ones stay drafts.
pub fn publish_waiting(tx: &Tx, organization: Id<Organization>) -> Result<()> {
    let is_direct: bool = tx.query_row(
        "select o.trusted = 1 or c.review_vacancies = 0 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id where o.id = ?1",
        [organization.number()],
        |row| row.get(0),
    )?;
    let waiting = ids(
        tx,
        "select id from vacancies where organization_id = ?1 and status = 'draft' and publish_after_approval = 1 and moderation_state in ('none', 'needs_work')",
        organization,
    )?;
    for id in waiting {
        let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
        if validate_type(vacancy.vacancy_type, vacancy.organization_id, tx).is_ok()
            && validate_complete(&vacancy).is_ok()
        {
            let breaches = breaches_of_trust(tx, &vacancy)?;
            if is_direct && breaches.is_empty() {
                state_machine::run::<VacancyStatus>(tx, None, id, Event::Publish)?;
            } else {
                submit(tx, id, breaches, false)?;
            }
        }
    }
    Ok(())
}

/// Archives what somebody asked for themselves and is not over, when their account closes.
pub fn archive_all_asked_by(tx: &Tx, user_id: i64) -> Result<()> {
    let open: Vec<Id<Vacancy>> = tx
        .prepare_cached(
            "select id from vacancies where asker_id = ?1 and status in ('draft', 'published', 'filled', 'expired')",
        )?
        .query_map([user_id], |row| Ok(Id::new(row.get(0)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for id in open {
        let actor = Actor::Program(Some(user_id));
        let said = (Reason::default(), VacancyInput::default());
        state_machine::take::<VacancyStatus>(tx, actor, id, Event::Archive, said)?;
    }
    Ok(())
}

/// Archives all vacancies of a removed organisation.
pub fn archive_all_of(tx: &Tx, organization: Id<Organization>) -> Result<()> {
    for id in ids(
        tx,
        "select id from vacancies where organization_id = ?1 and status in ('published', 'filled', 'expired')",
        organization,
    )? {
        state_machine::run::<VacancyStatus>(tx, None, id, Event::Archive)?;
    }
    Ok(())
}
