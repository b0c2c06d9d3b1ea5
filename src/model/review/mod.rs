//! Review hints: what a reviewer should look at before something goes online.

pub mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field_rules::words_of;
use Severity::{Advice, Alert};

const LONG_TITLE: usize = 60;
pub const SHORT_TEXT: usize = 150;
const LONG_TEXT: usize = 2000;

/// One thing to look at.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct ReviewHint {
    /// Of all: `contact_in_text`, `hard_words`, `long_title`, `short_text`, `long_text`, `no_picture`, `same_title`. Of a
    /// vacancy: `many_places`, `no_schedule`, `no_offer`, `first_vacancy`, `first_request`, `slow_answers`, `high_age`. Of an
    /// activity: `cost_in_text`, `no_place`, `first_activity`, `starts_soon`, `dates_over`.
    pub code: String,
    pub severity: Severity,
    /// Attribute that it is about.
    pub field: Option<String>,
    /// Words of the text, a number, an amount, or the id and the title of another one.
    pub values: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// To be settled before publication.
    Alert,
    Advice,
}

/// The hints about one thing, as they are found.
#[derive(Default)]
pub struct Hints(Vec<ReviewHint>);

impl Hints {
    pub fn add(
        &mut self,
        code: &str,
        severity: Severity,
        field: Option<&str>,
        values: Vec<String>,
    ) {
        self.0.push(ReviewHint {
            code: code.to_owned(),
            severity,
            field: field.map(str::to_owned),
            values,
        });
    }

    /// What every title and description is judged by. `whole`: all that is read, in lower case.
    pub fn about_text(&mut self, title: &str, description: &str, whole: &str) {
        let hard = text::hard_words(whole);
        if !hard.is_empty() {
            self.add("hard_words", Advice, Some("description"), hard);
        }
        if title.chars().count() > LONG_TITLE {
            self.add("long_title", Advice, Some("title"), Vec::new());
        }
        let length = words_of(description).chars().count();
        if length < SHORT_TEXT {
            self.add("short_text", Advice, Some("description"), Vec::new());
        } else if length > LONG_TEXT {
            self.add("long_text", Advice, Some("description"), Vec::new());
        }
    }

    /// What has to be settled first.
    pub fn in_order(mut self) -> Vec<ReviewHint> {
        self.0.sort_by_key(|hint| hint.severity != Alert);
        self.0
    }
}
