//! Dry runs: what a bulk edit would do. Each vacancy is changed in the writer's transaction and put back at once, as only
//! that tells what every rule says; the outcome is the answer, and nothing of it is kept.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::VacancyBulkChange;
use super::chosen::{Chosen, Own};
use super::item::BulkItemState;
use super::work::{HELD, ItemResult, Working, outcome};
use crate::app::access::Rows;
use crate::app::limits::one_per_person::Seat;
use crate::base::clock::instant;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Answer, Id};
use crate::resources::vacancy::Vacancy;

/// Vacancies that are looked at: of more, these tell what would happen.
const LOOKED_AT: usize = 1_000;
/// Of each outcome so many are shown.
const SHOWN: usize = 50;

/// What a bulk edit would do.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct VacancyBulkPreviewMeta {
    /// Vacancies that would be changed, or are so already, or can't be changed.
    pub total: usize,
    /// How many of them were looked at, the first.
    pub processed: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub failed: usize,
    /// The first fifty that would change, and the first fifty that can't.
    pub items: Vec<VacancyBulkPreviewItem>,
    /// The version of each vacancy that was looked at, by its id: to be sent with the edit.
    pub versions: BTreeMap<i64, i64>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct VacancyBulkPreviewItem {
    pub vacancy_id: Id<Vacancy>,
    pub vacancy_title: String,
    pub state: BulkItemState,
    /// The new values wait for the centre's review.
    pub is_held: bool,
    /// `{"tags": {"from": […], "to": […]}}`.
    pub changes: Map<String, Value>,
    /// Why it could not be changed.
    pub code: Option<String>,
    pub detail: Option<String>,
}

impl VacancyBulkPreviewMeta {
    fn add(&mut self, own: Own, result: ItemResult) {
        self.processed += 1;
        self.versions.insert(own.id, own.version);
        let count = match result.state {
            BulkItemState::Changed => &mut self.changed,
            BulkItemState::Failed => &mut self.failed,
            _ => {
                self.unchanged += 1;
                return;
            }
        };
        *count += 1;
        if *count <= SHOWN {
            self.items.push(VacancyBulkPreviewItem {
                vacancy_id: Id::new(own.id),
                vacancy_title: own.title,
                state: result.state,
                is_held: result.is_held,
                changes: result.changes.unwrap_or_default(),
                code: result.code,
                detail: result.detail,
            });
        }
    }
}

/// A preview and the vacancies that are still to be looked at.
type Looking = (VacancyBulkPreviewMeta, IntoIter<Own>);

pub(super) async fn tell(
    vacancies: &Working,
    chosen: Chosen,
    change: VacancyBulkChange,
    seat: Seat,
) -> Result<Answer> {
    let rows = vacancies.rows();
    let own = vacancies
        .read_slow(move |connection| chosen.own(connection, &rows))
        .await?;
    let mut preview = VacancyBulkPreviewMeta {
        total: own.len(),
        ..VacancyBulkPreviewMeta::default()
    };
    let mut left = own.into_iter();
    while preview.processed < preview.total.min(LOOKED_AT) {
        let change = change.clone();
        (preview, left) = vacancies
            .write(move |tx, rows| rehearse(tx, rows, &change, (preview, left)))
            .await?;
    }
    drop(seat);
    let document = json!({ "data": null, "meta": preview });
    Ok(Answer::ok(document.to_string()))
}

/// Looks at vacancies for as long as the writer may be held, at least at one.
fn rehearse(
    tx: &Tx,
    rows: &Rows<Vacancy>,
    change: &VacancyBulkChange,
    (mut preview, mut left): Looking,
) -> Result<Looking> {
    let begun = instant();
    rows.ctx().rehearse();
    while preview.processed < LOOKED_AT
        && let Some(own) = left.next()
    {
        let id = Id::new(own.id);
        let result = outcome(rows, tx.rehearse(|tx| change.carry_out(tx, rows, id)))?;
        preview.add(own, result);
        if begun.elapsed() >= HELD {
            break;
        }
    }
    // Nothing was changed, so there is nothing to record.
    tx.noted();
    Ok((preview, left))
}
