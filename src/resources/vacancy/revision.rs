//! Pending changes to a published vacancy: stored in its row until the centre has reviewed them
//! (docs/domain/states.md#pending-changes). Visitors, search and feeds see the approved version.
#![deny(clippy::wildcard_enum_match_arm)]

use serde_json::{Map, Value};

use super::breaches::{self, Breach};
use super::help::{lifetime, no_later};
use super::notify::notify;
use super::transition::{
    APPROVE, MANAGE, VacancyEvent, VacancyInput, approved_organization, breaches_of_trust,
};
use super::{
    Vacancy, VacancyAttributes, VacancyModerationState, VacancyRevisionState, VacancyStatus,
    read_expiry, validate_complete,
};
use crate::base::clock::later;
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Code, Error, Result};
use crate::jsonapi::write::store;
use crate::jsonapi::write::store::whole;
use crate::jsonapi::{Id, Saving, SystemActor, table};
use crate::mail::MailKind;
use crate::model::state_machine::{
    self, Actor, By, Mail, Reason, ReasonRule, Recipient, State, Step, Transition, mail, written,
    written_with,
};
use crate::policy::Verb;
use crate::resources::address::{self, Address, AddressAttributes};
use crate::text_enum;

use VacancyEvent as Event;

/// Attributes that take effect at once. All others, including those of later versions, are reviewed first.
const AT_ONCE: [&str; 9] = [
    "agrees_to_safety_rules",
    "capacity",
    "contact_person_id",
    "contact_phone_visible",
    "expires_at",
    "organization_id",
    "other_contact_ids",
    "publish_after_approval",
    "questions",
];

/// Stored beside the attributes when republication with other text is requested.
const WISHES: [&str; 2] = ["status", "expires_at"];

type Revision = Map<String, Value>;

/// Returns the attributes that are reviewed.
fn read_first() -> impl Iterator<Item = &'static str> {
    let columns = table::<Vacancy>().columns.iter();
    columns
        .filter(|column| !column.is_read_only)
        .map(|column| column.name.as_str())
        .filter(|name| !AT_ONCE.contains(name))
}

/// Returns whether the two differ in a reviewed attribute other than the location.
pub(super) fn reads_otherwise(old: &VacancyAttributes, new: &VacancyAttributes) -> Result<bool> {
    let (old, new) = (map(old)?, map(new)?);
    Ok(read_first()
        .filter(|name| *name != "address")
        .any(|name| old.get(name) != new.get(name)))
}

fn is_seen(status: VacancyStatus) -> bool {
    matches!(
        status,
        VacancyStatus::Published | VacancyStatus::Filled | VacancyStatus::Expired
    )
}

/// Returns whether this organisation's vacancies are reviewed before publication.
fn is_reviewed(tx: &Tx, vacancy: &VacancyAttributes) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select o.household_of_id is not null or (o.trusted = 0 and c.review_vacancies = 1)
               from organizations o
               join volunteer_centers c on c.id = o.volunteer_center_id
              where o.id = ?1",
        )?
        .query_row([vacancy.organization_id.number()], |row| row.get(0))?)
}

/// What a trusted organisation writes into what is online that the rules forbid.
fn new_breaches_of_trust(
    tx: &Tx,
    old: &VacancyAttributes,
    new: &VacancyAttributes,
) -> Result<Vec<Breach>> {
    let before = breaches::of(old);
    let mut new = breaches_of_trust(tx, new)?;
    new.retain(|breach| !before.contains(breach));
    Ok(new)
}

fn map(vacancy: &VacancyAttributes) -> Result<Map<String, Value>> {
    let Value::Object(map) = serde_json::to_value(vacancy)? else {
        return Err(Error::internal("attributes are an object"));
    };
    Ok(map)
}

/// The vacancy as it reads once its pending changes are approved. Changes that have become invalid are left out.
pub(super) fn as_asked(vacancy: &VacancyAttributes) -> VacancyAttributes {
    vacancy
        .revision
        .as_ref()
        .and_then(|revision| revised(vacancy, revision).ok())
        .unwrap_or_else(|| vacancy.clone())
}

/// Applies the pending changes and validates the result in full. Nothing is pending afterwards.
fn revised(vacancy: &VacancyAttributes, revision: &Revision) -> Result<VacancyAttributes> {
    let mut attributes = map(vacancy)?;
    let words = revision
        .iter()
        .filter(|(name, _)| !WISHES.contains(&name.as_str()));
    attributes.extend(words.map(|(name, value)| (name.clone(), value.clone())));
    let mut vacancy: VacancyAttributes = whole(&[], attributes)?;
    set(&mut vacancy, None, None, None);
    Ok(vacancy)
}

fn set(
    vacancy: &mut VacancyAttributes,
    revision: Option<Revision>,
    state: Option<VacancyRevisionState>,
    message: Option<String>,
) {
    vacancy.revision = revision;
    vacancy.revision_state = state;
    vacancy.revision_message = message;
}

/// Moves the attributes that need review from `new` to the pending changes; the others are saved as submitted.
pub(super) fn hold(
    new: &mut VacancyAttributes,
    old: &VacancyAttributes,
    saving: &Saving,
) -> Result<()> {
    let sent: Vec<&str> = read_first().filter(|name| saving.is_sent(name)).collect();
    let Some(id) = saving.id.map(Id::new) else {
        return Ok(());
    };
    if sent.is_empty() || !is_seen(old.status) {
        return Ok(());
    }
    let breaches = new_breaches_of_trust(saving.tx, old, new)?;
    let is_held = (is_reviewed(saving.tx, old)? || !breaches.is_empty())
        && !saving.may::<Vacancy>("approve")?;
    let revision = lay_over(new, old, &sent, is_held, saving.tx)?;
    if is_held {
        let whole = revised(old, &revision)?;
        validate_complete(&whole)?;
        take_back(new, old, &sent)?;
    }
    if Some(&revision) == old.revision.as_ref() || (revision.is_empty() && old.revision.is_none()) {
        return Ok(());
    }
    if revision.keys().all(|name| WISHES.contains(&name.as_str())) {
        set(new, None, None, None);
        return match old.revision_state {
            None => Ok(()),
            state => written(
                saving.tx,
                saving.user_id(),
                id,
                Event::Withdraw,
                (state, None),
            ),
        };
    }
    set(
        new,
        Some(revision),
        Some(VacancyRevisionState::Submitted),
        None,
    );
    if !is_held {
        // A reviewer edited the published version: the pending changes stay as they were.
        new.revision_state = old.revision_state;
        new.revision_message.clone_from(&old.revision_message);
        return Ok(());
    }
    let states = (old.revision_state, SUBMITTED);
    let input = VacancyInput {
        breaches,
        ..VacancyInput::default()
    };
    let by = saving.user_id();
    written_with(saving.tx, by, id, Event::Revise, states, input)
}

/// Merges a submission into the pending changes: the last value of a field wins, and values equal to the published
/// ones are dropped.
fn lay_over(
    new: &VacancyAttributes,
    old: &VacancyAttributes,
    sent: &[&str],
    is_held: bool,
    tx: &Tx,
) -> Result<Revision> {
    let (asked, live) = (map(new)?, map(old)?);
    let mut revision = old.revision.clone().unwrap_or_default();
    for name in sent.iter().copied() {
        let value = match (name, &new.address) {
            ("address", None) => continue,
            ("address", Some(address)) => {
                let address = address::tidied(address)?;
                if is_place_of(tx, old, &address)? {
                    None
                } else {
                    Some(serde_json::to_value(address)?)
                }
            }
            _ => asked
                .get(name)
                .filter(|value| live.get(name) != Some(*value))
                .cloned(),
        };
        match value {
            Some(value) if is_held => revision.insert(name.to_owned(), value),
            _ => revision.remove(name),
        };
    }
    if revision.get("online") == Some(&Value::Bool(true)) {
        revision.remove("address");
    }
    Ok(revision)
}

/// The address that a change of this vacancy goes on from: the pending one, unless the actor edits what is published.
pub(super) fn address_of(saving: &Saving) -> Result<Option<Value>> {
    let Some(id) = saving.id.map(Id::<Vacancy>::new) else {
        return Ok(None);
    };
    let Some(vacancy) = store::load(saving.tx, id)? else {
        return Ok(None);
    };
    let pending = vacancy
        .revision
        .as_ref()
        .and_then(|revision| revision.get("address"));
    match pending {
        Some(pending) if !saving.may::<Vacancy>("approve")? => Ok(Some(pending.clone())),
        _ => address::stored(saving.tx, vacancy.address_id.map(Id::number)),
    }
}

pub(super) fn is_place_of(
    tx: &Tx,
    vacancy: &VacancyAttributes,
    address: &AddressAttributes,
) -> Result<bool> {
    let Some(id) = vacancy.address_id else {
        return Ok(false);
    };
    let known = store::load::<Address>(tx, id)?;
    Ok(known.is_some_and(|known| {
        let place = |of: &AddressAttributes| {
            [&of.street, &of.house_number, &of.postal_code, &of.city]
                .map(|part| part.clone().unwrap_or_default())
        };
        place(&known) == place(address)
    }))
}

fn take_back(new: &mut VacancyAttributes, old: &VacancyAttributes, sent: &[&str]) -> Result<()> {
    let (mut attributes, mut live) = (map(new)?, map(old)?);
    for name in sent {
        match live.remove(*name) {
            Some(value) => attributes.insert((*name).to_owned(), value),
            None => attributes.remove(*name),
        };
    }
    *new = serde_json::from_value(Value::Object(attributes))?;
    Ok(())
}

impl TextEnum for Option<VacancyRevisionState> {
    const ALL: &'static [Self] = &[None, SUBMITTED, NEEDS_WORK];

    fn as_str(self) -> &'static str {
        match self {
            None => "none",
            Some(VacancyRevisionState::Submitted) => "submitted",
            Some(VacancyRevisionState::NeedsWork) => "needs_work",
        }
    }
}

text_enum!(VacancyRevisionState {
    Submitted = "submitted",
    NeedsWork = "needs_work",
});

const SUBMITTED: Option<VacancyRevisionState> = Some(VacancyRevisionState::Submitted);
const NEEDS_WORK: Option<VacancyRevisionState> = Some(VacancyRevisionState::NeedsWork);
const UPDATE: By = By::Operation(Verb::Update);

const SUBMISSION: &[Mail] = &[
    mail(MailKind::VacancySubmitted, Recipient::Contact),
    mail(MailKind::VacancyToReview, Recipient::Center),
];

/// SQL condition: this organisation's vacancies are reviewed before publication.
macro_rules! reviewed {
    ($rest:literal) => {
        concat!(
            $rest,
            "exists (select 1 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id",
            " where o.id = t.organization_id and (t.asker_id is not null or (o.trusted = 0 and c.review_vacancies = 1)))"
        )
    };
}

const MAY_REOPEN: &str = reviewed!(
    "t.status = 'filled' and (t.capacity is null or t.capacity > t.places_taken) and t.expires_at > :now and "
);
const MAY_RENEW: &str = concat!(
    approved_organization!("t.status in ('expired', 'filled') and "),
    reviewed!(" and ")
);

/// State machine of the pending changes; `None` where there are none.
impl State for Option<VacancyRevisionState> {
    type Resource = Vacancy;
    type Event = VacancyEvent;
    type Input = VacancyInput;

    const COLUMN: &'static str = "revision_state";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Revise, &[None, NEEDS_WORK], &[SUBMITTED], UPDATE).mails(SUBMISSION),
        Transition::on(Event::Revise, &[SUBMITTED], &[SUBMITTED], UPDATE),
        Transition::on(Event::Submit, &[NEEDS_WORK], &[SUBMITTED], MANAGE).mails(SUBMISSION),
        Transition::on(Event::Withdraw, &[SUBMITTED, NEEDS_WORK], &[None], MANAGE),
        Transition::on(Event::Approve, &[SUBMITTED, NEEDS_WORK], &[None], APPROVE)
            .check(may_be_approved, "complete")
            .effect(
                republish,
                "visitors see the changes; published where that was asked",
            )
            .mails(&[mail(MailKind::VacancyApproved, Recipient::Contact)]),
        Transition::on(Event::RequestChanges, &[SUBMITTED], &[NEEDS_WORK], APPROVE)
            .reason(ReasonRule::Text)
            .mails(&[mail(MailKind::VacancyNeedsWork, Recipient::Contact)]),
        Transition::on(Event::Refuse, &[SUBMITTED], &[None], APPROVE)
            .reason(ReasonRule::Text)
            .mails(&[mail(MailKind::VacancyRefused, Recipient::Contact)]),
        // Republication with changed text, which is reviewed first.
        Transition::on(Event::Reopen, &[SUBMITTED], &[SUBMITTED], MANAGE)
            .guard(MAY_REOPEN, "filled; a place is free; not over; reviewed")
            .check(asks_to_publish, ""),
        Transition::on(Event::Reopen, &[NEEDS_WORK], &[SUBMITTED], MANAGE)
            .guard(MAY_REOPEN, "filled; a place is free; not over; reviewed")
            .check(asks_to_publish, "")
            .mails(SUBMISSION),
        Transition::on(Event::Renew, &[SUBMITTED], &[SUBMITTED], MANAGE)
            .guard(
                MAY_RENEW,
                "filled or expired; organisation approved; reviewed",
            )
            .check(asks_to_publish, ""),
        Transition::on(Event::Renew, &[NEEDS_WORK], &[SUBMITTED], MANAGE)
            .guard(
                MAY_RENEW,
                "filled or expired; organisation approved; reviewed",
            )
            .check(asks_to_publish, "")
            .mails(SUBMISSION),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        store::change::<Vacancy>(step.tx, step.actor.auth(), step.id, |vacancy| {
            if step.event == Event::Approve {
                *vacancy = revised(vacancy, &vacancy.revision.clone().unwrap_or_default())?;
                return Ok(());
            }
            let mut revision = vacancy.revision.take().filter(|_| step.to.is_some());
            if let (Some(revision), Some(until)) = (&mut revision, &step.input.until) {
                revision.insert(
                    "status".to_owned(),
                    VacancyStatus::Published.as_str().into(),
                );
                revision.insert("expires_at".to_owned(), until.clone().into());
            }
            let message = step.reason.text.clone().filter(|_| step.to == NEEDS_WORK);
            set(vacancy, revision, step.to, message);
            Ok(())
        })
    }

    fn recorded(step: &Step<Self>) -> Result<(&'static str, &'static str)> {
        let status = VacancyStatus::current(step.tx, step.id)?.as_str();
        let to = match (step.to, step.event == Event::Refuse) {
            (Some(_), _) => step.to.as_str(),
            (None, true) => VacancyModerationState::Refused.as_str(),
            (None, false) => status,
        };
        Ok((status, to))
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        notify(step.tx, step.id, mail, (&step.reason, true), &step.input)
    }
}

/// Validates all pending changes at once, and notes whether republication was requested with them.
fn may_be_approved(step: &mut Step<Option<VacancyRevisionState>>) -> Result<()> {
    let vacancy = store::load(step.tx, step.id)?.ok_or(Code::NotFound)?;
    let revision = vacancy.revision.clone().unwrap_or_default();
    validate_complete(&revised(&vacancy, &revision)?)?;
    let has_room = vacancy
        .capacity
        .is_none_or(|capacity| capacity > vacancy.places_taken);
    step.input.is_republished = revision.contains_key("status")
        && match vacancy.status {
            VacancyStatus::Expired | VacancyStatus::Filled => has_room,
            VacancyStatus::Draft
            | VacancyStatus::Published
            | VacancyStatus::Archived
            | VacancyStatus::Deleted => false,
        };
    let asked = revision.get("expires_at").and_then(Value::as_str);
    // An expiry date that has passed during review is no reason to refuse.
    step.input.expires_at = asked.filter(|at| *at > step.tx.now()).map(str::to_owned);
    Ok(())
}

fn republish(step: &Step<Option<VacancyRevisionState>>) -> Result<()> {
    let actor = Actor::Program(step.actor.user_id());
    if !step.input.is_republished {
        return Ok(());
    }
    let input = VacancyInput {
        expires_at: step.input.expires_at.clone(),
        ..VacancyInput::default()
    };
    let said = (Reason::default(), input);
    state_machine::take::<VacancyStatus>(step.tx, actor, step.id, Event::Renew, said)
}

/// Determines the expiry date that is requested with the publication.
fn asks_to_publish(step: &mut Step<Option<VacancyRevisionState>>) -> Result<()> {
    let now = step.tx.now();
    let vacancy = store::load(step.tx, step.id)?.ok_or(Code::NotFound)?;
    let until = match (&step.input.expires_at, vacancy.expires_at) {
        (Some(asked), _) => read_expiry(asked, now)?,
        (None, Some(known)) if step.event == Event::Reopen && known.as_str() > now => known,
        (None, _) => later(now, lifetime(vacancy.asker_id)),
    };
    step.input.until = Some(no_later(until, vacancy.asker_id, now));
    Ok(())
}

/// Applies the pending changes when the vacancy goes offline: they are reviewed at the next publication.
pub(super) fn fold(tx: &Tx, id: Id<Vacancy>) -> Result<()> {
    if Option::<VacancyRevisionState>::current(tx, id)?.is_none() {
        return Ok(());
    }
    let folded = store::change::<Vacancy>(tx, &SystemActor, id, |vacancy| {
        if let Some(revision) = vacancy.revision.take() {
            *vacancy = revised(vacancy, &revision)?;
            vacancy.moderation_state = VacancyModerationState::None;
        }
        Ok(())
    });
    if !matches!(folded, Err(Error::Invalid(_))) {
        return folded;
    }
    // Content that has become invalid must not block the transition.
    store::change::<Vacancy>(tx, &SystemActor, id, |vacancy| {
        set(vacancy, None, None, None);
        Ok(())
    })
}
