//! What a bulk edit does to one vacancy, and how it is undone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use crate::app::access::{Rows, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::bulk::BulkChange;
use crate::jsonapi::Id;
use crate::jsonapi::write::store;
use crate::model::event_form::EventForm;
use crate::resources::user::User;
use crate::resources::vacancy::transition::{self, VacancyEvent};
use crate::resources::vacancy::{Vacancy, VacancyAttributes, VacancyStatus};

/// What is changed; what is not sent stays as it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct VacancyBulkChange {
    /// A day, or a moment in RFC 3339.
    pub expires_at: Option<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub tags_add: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub tags_remove: Vec<String>,
    #[validate(length(max = 20))]
    pub age_group_ids: Option<Vec<String>>,
    pub contact_person_id: Option<Id<User>>,
    pub contact_phone_visible: Option<bool>,
    /// A step in the life of each vacancy: `publish`, `submit`, `withdraw`, `unpublish`, `fill`, `reopen`, `renew`,
    /// `archive` or `restore`.
    #[validate(length(max = 50))]
    pub event: Option<String>,
    /// Somebody was asked whether it should happen to vacancies with open applications too.
    #[serde(default)]
    pub confirmed: bool,
}

/// What happened to one vacancy.
pub struct Outcome {
    /// `{"tags": {"from": …, "to": …}}`; empty if all was so already.
    pub changes: Map<String, Value>,
    /// The new values wait for the centre's review.
    pub is_held: bool,
}

/// Attributes that are compared before and after, and put back by an undo.
const COMPARED: [&str; 8] = [
    "expires_at",
    "tags",
    "age_group_ids",
    "contact_person_id",
    "contact_phone_visible",
    "status",
    "moderation_state",
    "revision",
];

impl VacancyBulkChange {
    /// Requires a change, and an event that may be taken by many.
    pub fn validate_sense(&self, prefix: &str) -> Result<()> {
        let is_empty = self.expires_at.is_none()
            && self.tags_add.is_empty()
            && self.tags_remove.is_empty()
            && self.age_group_ids.is_none()
            && self.contact_person_id.is_none()
            && self.contact_phone_visible.is_none()
            && self.event.is_none();
        if is_empty {
            return Err(FieldFault::attribute(prefix, "required").into());
        }
        match &self.event {
            Some(event) if !OFFERED.iter().any(|known| known.as_str() == event) => {
                let field = format!("{prefix}/event");
                Err(FieldFault::attribute(&field, "choice")
                    .with("allowed", OFFERED.map(VacancyEvent::as_str).to_vec())
                    .into())
            }
            _ => Ok(()),
        }
    }

    pub fn carry_out(&self, tx: &Tx, rows: &Rows<Vacancy>, id: Id<Vacancy>) -> Result<Outcome> {
        let old = rows.load(tx, id)?;
        let attributes = self.attributes(&old);
        if !attributes.is_empty() {
            rows.update(tx, id, attributes)?;
        }
        if let Some(event) = self.event.as_deref() {
            let form = EventForm {
                event: event.to_owned(),
                expires_at: self.expires_at.clone(),
                confirmed: self.confirmed,
                ..EventForm::default()
            };
            let managed = rows.beside::<Vacancy, action::Manage>()?;
            transition::execute(tx, &managed, id, VacancyEvent::parse(event), form)?;
        }
        let new = store::load(tx, id)?.ok_or(Code::NotFound)?;
        let changes = difference(&old, &new)?;
        Ok(Outcome {
            is_held: changes.contains_key("revision"),
            changes,
        })
    }

    fn attributes(&self, old: &VacancyAttributes) -> Map<String, Value> {
        let mut attributes = Map::new();
        // A renewal has its own end date.
        if let Some(day) = self.expires_at.as_ref().filter(|_| self.event.is_none()) {
            attributes.insert("expires_at".to_owned(), json!(day));
        }
        if !self.tags_add.is_empty() || !self.tags_remove.is_empty() {
            let pending = old
                .revision
                .as_ref()
                .and_then(|revision| revision.get("tags"));
            let pending: Option<Vec<String>> =
                pending.and_then(|tags| serde_json::from_value(tags.clone()).ok());
            let mut tags = pending.unwrap_or_else(|| old.tags.clone());
            tags.retain(|tag| !self.tags_remove.contains(tag));
            for tag in &self.tags_add {
                if !tags.contains(tag) {
                    tags.push(tag.clone());
                }
            }
            attributes.insert("tags".to_owned(), json!(tags));
        }
        if let Some(groups) = &self.age_group_ids {
            attributes.insert("age_group_ids".to_owned(), json!(groups));
        }
        if let Some(person) = self.contact_person_id {
            attributes.insert("contact_person_id".to_owned(), json!(person));
        }
        if let Some(is_visible) = self.contact_phone_visible {
            attributes.insert("contact_phone_visible".to_owned(), json!(is_visible));
        }
        attributes
    }

    /// Puts one vacancy back as it was. Fails if somebody has changed it since, or the step cannot be taken back.
    pub fn undo(
        &self,
        tx: &Tx,
        rows: &Rows<Vacancy>,
        id: Id<Vacancy>,
        changes: &Map<String, Value>,
    ) -> Result<()> {
        let now = map(&rows.load(tx, id)?)?;
        let is_untouched = changes
            .iter()
            .all(|(name, change)| now.get(name).unwrap_or(&Value::Null) == &change["to"]);
        if !is_untouched {
            return Err(Code::StaleResource.into());
        }
        let status_before: Option<VacancyStatus> = changes
            .get("status")
            .and_then(|change| serde_json::from_value(change["from"].clone()).ok());
        if changes.contains_key("status") || changes.contains_key("moderation_state") {
            let event = self
                .event
                .as_deref()
                .and_then(VacancyEvent::parse)
                .and_then(|event| opposite(event, status_before))
                .ok_or_else(|| {
                    Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new())
                })?;
            let form = EventForm {
                event: event.as_str().to_owned(),
                confirmed: true,
                ..EventForm::default()
            };
            let managed = rows.beside::<Vacancy, action::Manage>()?;
            transition::execute(tx, &managed, id, Some(event), form)?;
        }
        let put_back: Map<String, Value> = changes
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "status" | "moderation_state"))
            .map(|(name, change)| (name.clone(), change["from"].clone()))
            .collect();
        if put_back.is_empty() {
            return Ok(());
        }
        rows.change(tx, id, |vacancy| {
            let mut whole = map(vacancy)?;
            for (name, value) in put_back {
                whole.insert(name, value);
            }
            *vacancy = serde_json::from_value(Value::Object(whole))?;
            if vacancy.revision.is_none() {
                vacancy.revision_state = None;
            }
            Ok(())
        })
    }
}

/// The events that may be taken by many at once.
const OFFERED: [VacancyEvent; 9] = [
    VacancyEvent::Publish,
    VacancyEvent::Submit,
    VacancyEvent::Withdraw,
    VacancyEvent::Unpublish,
    VacancyEvent::Fill,
    VacancyEvent::Reopen,
    VacancyEvent::Renew,
    VacancyEvent::Archive,
    VacancyEvent::Restore,
];

/// The event that takes another back; none where what followed cannot be undone.
fn opposite(event: VacancyEvent, before: Option<VacancyStatus>) -> Option<VacancyEvent> {
    match event {
        VacancyEvent::Publish => Some(VacancyEvent::Unpublish),
        VacancyEvent::Unpublish => Some(VacancyEvent::Publish),
        VacancyEvent::Fill => Some(VacancyEvent::Reopen),
        VacancyEvent::Reopen => Some(VacancyEvent::Fill),
        VacancyEvent::Renew => {
            (before == Some(VacancyStatus::Filled)).then_some(VacancyEvent::Fill)
        }
        VacancyEvent::Submit => Some(VacancyEvent::Withdraw),
        VacancyEvent::Withdraw => Some(VacancyEvent::Submit),
        VacancyEvent::Restore => Some(VacancyEvent::Archive),
        // Only a draft comes back as it was: of the others, applications were closed.
        VacancyEvent::Archive => {
            (before == Some(VacancyStatus::Draft)).then_some(VacancyEvent::Restore)
        }
        _ => None,
    }
}

fn map(vacancy: &VacancyAttributes) -> Result<Map<String, Value>> {
    match serde_json::to_value(vacancy)? {
        Value::Object(map) => Ok(map),
        _ => Ok(Map::new()),
    }
}

fn difference(old: &VacancyAttributes, new: &VacancyAttributes) -> Result<Map<String, Value>> {
    let (old, new) = (map(old)?, map(new)?);
    let value = |map: &Map<String, Value>, name: &str| map.get(name).cloned().unwrap_or_default();
    Ok(COMPARED
        .into_iter()
        .map(|name| (name, value(&old, name), value(&new, name)))
        .filter(|(_, from, to)| from != to)
        .map(|(name, from, to)| (name.to_owned(), json!({ "from": from, "to": to })))
        .collect())
}

impl BulkChange<Vacancy> for VacancyBulkChange {
    fn apply(&self, tx: &Tx, rows: &Rows<Vacancy>, id: Id<Vacancy>) -> Result<()> {
        self.validate_sense("attributes")?;
        self.carry_out(tx, rows, id).map(drop)
    }
}
