//! Hints while somebody writes: what a reviewer would say of this text, each with a ready sentence instead. From the one
//! list of `breaches`; nothing is stored.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::breaches::{self, Breach};
use super::{Vacancy, VacancyAttributes};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::form::Form;
use crate::jsonapi::Document;

/// Hints of one text.
const MOST: usize = 20;

/// The words of a vacancy as they stand in the form, saved or not.
#[derive(Debug, Default, Deserialize, JsonSchema, Validate)]
#[serde(default)]
#[schemars(rename = "VacancyWords")]
pub struct Words {
    #[validate(length(max = 300))]
    pub title: Option<String>,
    #[validate(length(max = 1000))]
    pub summary: Option<String>,
    #[validate(length(max = 20_000))]
    pub description: Option<String>,
    #[validate(length(max = 40))]
    pub requirements: Option<Vec<String>>,
    #[validate(length(max = 4000))]
    pub offer: Option<String>,
    #[validate(length(max = 4000))]
    pub expenses: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct WritingHintsMeta {
    hints: Vec<WritingHint>,
}

/// One sentence that a reviewer would stop at.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct WritingHint {
    /// `diploma`, `sex`, `age`, `experience`, `hours`, `salary` or `contact_in_text`.
    pub code: String,
    /// Attribute that it stands in.
    pub field: String,
    /// The words that it is about.
    pub found: Vec<String>,
    /// The sentence as it stands in the text.
    pub passage: String,
    /// What can stand in its place.
    pub replacement: String,
}

impl From<Breach> for WritingHint {
    fn from(breach: Breach) -> Self {
        Self {
            code: breach.rule.code().to_owned(),
            field: breach.field.to_owned(),
            found: breach.found,
            passage: breach.passage,
            replacement: breach.replacement,
        }
    }
}

/// The hints of a vacancy.
pub(super) fn hints_of(vacancy: &VacancyAttributes) -> Vec<WritingHint> {
    let found = breaches::of(vacancy).into_iter();
    found.take(MOST).map(WritingHint::from).collect()
}

/// What `PUT /vacancies/{id}/transition` tells of a vacancy that was to be published and is reviewed first.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SentToReviewMeta {
    /// Why: what its text breaks. Absent where it went as was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review_reasons: Vec<WritingHint>,
}

/// `PUT /vacancies/writing_hints`: for whoever may make a vacancy.
pub async fn writing_hints(
    _: Access<Vacancy, action::Create>,
    (): (),
    form: Form<Words>,
) -> Result<Document> {
    let words = form.body;
    let found = breaches::of_words([
        ("title", words.title.unwrap_or_default()),
        ("summary", words.summary.unwrap_or_default()),
        ("description", words.description.unwrap_or_default()),
        (
            "requirements",
            words.requirements.unwrap_or_default().join("\n"),
        ),
        ("offer", words.offer.unwrap_or_default()),
        ("expenses", words.expenses.unwrap_or_default()),
    ]);
    let hints = found
        .into_iter()
        .take(MOST)
        .map(WritingHint::from)
        .collect();
    Ok(Document::of(
        &json!({ "data": null, "meta": WritingHintsMeta { hints } }),
    ))
}
