//! Pending changes to a published vacancy: stored in its row until the centre has reviewed them
//! (docs/domain/states.md#pending-changes). Visitors, search and feeds see the approved version.

use serde_json::{Map, Value};

use super::event::VacancyEvent;
use super::transition::run;
use super::{
    Vacancy, VacancyAttributes, VacancyModerationState, VacancyRevisionState, VacancyStatus,
    read_expiry, validate_complete,
};
use crate::app::access::Rows;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::write::store;
use crate::jsonapi::write::store::whole;
use crate::jsonapi::{Id, Resource, Saving, SystemActor, table};
use crate::resources::address::{self, Address, AddressAttributes};
use crate::resources::state_history::{Step, possible, record};
use crate::resources::vacancy::notify::{notify_contact, notify_submitted};

/// Attributes that take effect at once. All others, including those of later versions, are reviewed first.
const AT_ONCE: [&str; 6] = [
    "capacity",
    "contact_person_id",
    "contact_phone_visible",
    "expires_at",
    "organization_id",
    "publish_after_approval",
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
            "select o.trusted = 0 and c.review_vacancies = 1
               from organizations o
               join volunteer_centers c on c.id = o.volunteer_center_id
              where o.id = ?1",
        )?
        .query_row([vacancy.organization_id.number()], |row| row.get(0))?)
}

fn map(vacancy: &VacancyAttributes) -> Result<Map<String, Value>> {
    match serde_json::to_value(vacancy)? {
        Value::Object(map) => Ok(map),
        _ => Err(Error::internal("attributes are an object")),
    }
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
    let is_held = is_reviewed(saving.tx, old)? && !saving.may::<Vacancy>("approve")?;
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
        return note(
            saving.tx,
            id,
            old,
            &VacancyEvent::named("withdraw"),
            saving.user_id(),
        );
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
    note(
        saving.tx,
        id,
        old,
        &VacancyEvent::named("revise"),
        saving.user_id(),
    )?;
    if old.revision_state == Some(VacancyRevisionState::Submitted) {
        return Ok(());
    }
    notify_submitted(saving.tx, id, true)
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

/// Executes an event on the pending changes. Returns `false` where there are none, or the event does not concern
/// them.
pub(super) fn take(
    tx: &Tx,
    rows: &Rows<Vacancy>,
    id: Id<Vacancy>,
    event: &VacancyEvent,
) -> Result<bool> {
    let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    let Some(revision) = vacancy.revision.clone() else {
        return Ok(false);
    };
    let (state, message) = match event.event.as_str() {
        "approve" => return approve(tx, rows, id, &revision, event).map(|()| true),
        "renew" | "reopen" if vacancy.status != VacancyStatus::Published => {
            return ask_to_publish(tx, rows, id, &vacancy, event);
        }
        "request_changes" => (Some(VacancyRevisionState::NeedsWork), event.message.clone()),
        "submit" => (Some(VacancyRevisionState::Submitted), None),
        "refuse" | "withdraw" => (None, None),
        _ => return Ok(false),
    };
    store::change::<Vacancy>(tx, rows.auth(), id, |vacancy| {
        let waiting = state.map(|_| revision);
        set(vacancy, waiting, state, message);
        Ok(())
    })?;
    let actor_id = rows.ctx().user_id();
    note(tx, id, &vacancy, event, actor_id)?;
    match event.event.as_str() {
        "submit" => notify_submitted(tx, id, true)?,
        "withdraw" => {}
        _ => notify_contact(tx, id, event, true)?,
    }
    Ok(true)
}

/// Approves all pending changes at once, and republishes where that was requested.
fn approve(
    tx: &Tx,
    rows: &Rows<Vacancy>,
    id: Id<Vacancy>,
    revision: &Revision,
    event: &VacancyEvent,
) -> Result<()> {
    let actor_id = rows.ctx().user_id();
    store::change::<Vacancy>(tx, rows.auth(), id, |vacancy| {
        let whole = revised(vacancy, revision)?;
        validate_complete(&whole)?;
        *vacancy = whole;
        Ok(())
    })?;
    let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    let has_room = vacancy
        .capacity
        .is_none_or(|capacity| capacity > vacancy.places_taken);
    if revision.contains_key("status")
        && vacancy.status != VacancyStatus::Published
        && (has_room || vacancy.status == VacancyStatus::Expired)
    {
        let asked = revision.get("expires_at").and_then(Value::as_str);
        let renewal = VacancyEvent {
            // An expiry date that has passed during review is no reason to refuse.
            expires_at: asked.filter(|at| *at > tx.now()).map(str::to_owned),
            ..VacancyEvent::named("renew")
        };
        run(tx, id, &renewal, actor_id)?;
    }
    note(tx, id, &vacancy, event, actor_id)?;
    notify_contact(tx, id, event, true)
}

/// Requests republication with changed text, which is reviewed first. A reviewer republishes the existing text
/// instead.
fn ask_to_publish(
    tx: &Tx,
    rows: &Rows<Vacancy>,
    id: Id<Vacancy>,
    vacancy: &VacancyAttributes,
    event: &VacancyEvent,
) -> Result<bool> {
    let may_decide = possible(tx, rows.ctx(), id)?.contains(&"approve");
    if may_decide || !is_reviewed(tx, vacancy)? {
        return Ok(false);
    }
    let expires_at = match (&event.expires_at, &vacancy.expires_at) {
        (Some(asked), _) => read_expiry(asked, tx.now())?,
        (None, Some(known)) if event.event == "reopen" && known.as_str() > tx.now() => {
            known.clone()
        }
        _ => later(tx.now(), days(180)),
    };
    let was_submitted = vacancy.revision_state == Some(VacancyRevisionState::Submitted);
    store::change::<Vacancy>(tx, rows.auth(), id, |vacancy| {
        if let Some(revision) = &mut vacancy.revision {
            revision.insert("status".to_owned(), "published".into());
            revision.insert("expires_at".to_owned(), expires_at.into());
        }
        vacancy.revision_state = Some(VacancyRevisionState::Submitted);
        vacancy.revision_message = None;
        Ok(())
    })?;
    note(tx, id, vacancy, event, rows.ctx().user_id())?;
    if !was_submitted {
        notify_submitted(tx, id, true)?;
    }
    Ok(true)
}

/// Applies the pending changes when the vacancy goes offline: they are reviewed at the next publication.
pub(super) fn fold(tx: &Tx, id: Id<Vacancy>) -> Result<()> {
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

fn note(
    tx: &Tx,
    id: Id<Vacancy>,
    vacancy: &VacancyAttributes,
    event: &VacancyEvent,
    actor_id: Option<i64>,
) -> Result<()> {
    let status = serde_json::to_value(vacancy.status)?;
    let status = status.as_str().unwrap_or_default();
    let to = match event.event.as_str() {
        "revise" | "submit" | "renew" | "reopen" => "submitted",
        "request_changes" => "needs_work",
        "refuse" => "refused",
        _ => status,
    };
    record(
        tx,
        &Step {
            subject: (Vacancy::TYPE, id.number()),
            event: &event.event,
            from: Some(status),
            to,
            actor_id,
            is_on_behalf: false,
            reason_code: event.reason_code.as_deref(),
            reason_text: event.message.as_deref(),
        },
    )
}
