//! How somebody arranged the cards of their dashboard: one list per account, whichever hat is worn.

use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};

/// A card of a dashboard, by the part in which it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DashboardCard {
    OwnTodos,
    OwnApplications,
    OwnActivities,
    OwnMessages,
    OwnHours,
    OwnMentors,
    OwnMatches,
    OrganizationTodos,
    OrganizationWeek,
    SchoolTodos,
    SchoolWeek,
    SchoolStudents,
    CentreTodos,
    CentreWeek,
    CentrePeople,
    CentreQuiet,
    ContentTodos,
    ContentWeek,
    ContentScheduled,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DashboardCardState {
    pub key: DashboardCard,
    #[serde(default)]
    pub is_hidden: bool,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DashboardUpdate")]
pub struct Layout {
    /// In the order in which they stand.
    #[validate(length(max = 50))]
    cards: Vec<DashboardCardState>,
}

impl Layout {
    /// Requires that no card stands in it twice.
    pub fn validate_cards(&self) -> Result<()> {
        let faults: Vec<FieldFault> = self
            .cards
            .iter()
            .enumerate()
            .filter(|(index, card)| {
                let mut before = self.cards.iter().take(*index);
                before.any(|other| other.key == card.key)
            })
            .map(|(index, _)| FieldFault::attribute(&format!("cards/{index}/key"), "taken"))
            .collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid(faults))
        }
    }
}

/// Nothing: as it comes. A card that an earlier version knew is left out.
pub fn load(connection: &Connection, user_id: i64) -> Result<Vec<DashboardCardState>> {
    let stored: Option<String> = connection
        .prepare_cached("select cards from dashboard_layouts where user_id = ?1")?
        .query_row([user_id], |row| row.get(0))
        .optional()?;
    let Some(stored) = stored else {
        return Ok(Vec::new());
    };
    let cards: Vec<serde_json::Value> = serde_json::from_str(&stored)?;
    let known = cards
        .into_iter()
        .filter_map(|card| serde_json::from_value(card).ok());
    Ok(known.collect())
}

pub fn store(tx: &Tx, user_id: i64, layout: &Layout) -> Result<()> {
    if layout.cards.is_empty() {
        tx.prepare_cached("delete from dashboard_layouts where user_id = ?1")?
            .execute([user_id])?;
        return Ok(());
    }
    tx.prepare_cached(
        "insert into dashboard_layouts (user_id, cards, updated_at) values (:user_id, :cards, :now)
             on conflict (user_id) do update set cards = excluded.cards, updated_at = excluded.updated_at",
    )?
    .execute(named_params! {
        ":user_id": user_id,
        ":cards": serde_json::to_string(&layout.cards)?,
        ":now": tx.now(),
    })?;
    Ok(())
}
