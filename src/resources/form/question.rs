//! Questions of a form (docs/engine.md#nested-lists), and when a question is shown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::{Validate, ValidationError};

use crate::jsonapi::{AnyId, NestedItem};

pub const MOST: usize = 60;
const MOST_OPTIONS: usize = 30;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionType {
    Text,
    /// One of the options.
    MultipleChoice,
    Date,
    Number,
    /// Any of the options; without options a single box.
    Checkbox,
    Email,
    Url,
    Phone,
    /// A heading with a text, which is not answered.
    InfoSection,
    Time,
}

/// How the answer of the earlier question is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShowIf {
    Is,
    IsNot,
    Filled,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "FormQuestion")]
pub struct Question {
    pub id: Option<AnyId>,
    #[serde(default)]
    pub position: i64,
    /// Name of the question inside the form, for conditions. Made by the server if it is empty.
    #[serde(default)]
    #[validate(length(max = 20))]
    pub key: String,
    #[validate(length(min = 1, max = 300))]
    pub text: String,
    #[validate(length(max = 300))]
    pub text_en: Option<String>,
    #[validate(length(max = 1000))]
    pub hint: Option<String>,
    #[validate(length(max = 1000))]
    pub hint_en: Option<String>,
    pub question_type: QuestionType,
    #[serde(default)]
    pub required: bool,
    #[serde(default)]
    pub long_answer: bool,
    #[serde(default)]
    #[validate(custom(function = "options"))]
    pub options: Vec<String>,
    /// In the order of `options`; a missing or empty one is shown in Dutch.
    #[serde(default)]
    #[validate(custom(function = "options"))]
    pub options_en: Vec<String>,
    /// The earlier question on whose answer it depends whether this one is shown.
    #[validate(length(max = 20))]
    pub show_if_key: Option<String>,
    pub show_if_operator: Option<ShowIf>,
    #[validate(length(max = 150))]
    pub show_if_value: Option<String>,
    /// No longer asked. A question with answers is hidden instead of deleted.
    #[serde(default)]
    pub is_hidden: bool,
}

fn options(options: &[String]) -> Result<(), ValidationError> {
    if options.len() > MOST_OPTIONS {
        let mut fault = ValidationError::new("items");
        fault.add_param("max".into(), &MOST_OPTIONS);
        return Err(fault);
    }
    if options.iter().any(|option| option.chars().count() > 150) {
        let mut fault = ValidationError::new("length");
        fault.add_param("max".into(), &150);
        return Err(fault);
    }
    Ok(())
}

impl NestedItem for Question {
    const TABLE: &'static str = "form_questions";
    const PARENT: &'static str = "form_id";
}

impl Question {
    pub fn number(&self) -> Option<String> {
        let id = serde_json::to_value(self.id.as_ref()?).ok()?;
        id.as_str().map(str::to_owned)
    }

    pub fn is_asked(&self) -> bool {
        !self.is_hidden && self.question_type != QuestionType::InfoSection
    }

    pub fn takes_options(&self) -> bool {
        matches!(
            self.question_type,
            QuestionType::MultipleChoice | QuestionType::Checkbox
        )
    }

    /// Longest text, in characters.
    pub const fn longest(&self) -> usize {
        match self.question_type {
            QuestionType::Text if self.long_answer => 5000,
            QuestionType::Email => 254,
            QuestionType::Url => 2000,
            QuestionType::Phone => 20,
            _ => 300,
        }
    }

    /// The Dutch option for an option in either language.
    pub fn option(&self, value: &str) -> Option<&str> {
        let own = self.options.iter().position(|option| option == value);
        let at = own.or_else(|| self.options_en.iter().position(|option| option == value))?;
        self.options.get(at).map(String::as_str)
    }

    /// Whether the question is shown, given the earlier answers by key.
    pub fn is_shown(&self, answered: &dyn Fn(&str) -> Option<Vec<String>>) -> bool {
        let Some(key) = self.show_if_key.as_deref().filter(|key| !key.is_empty()) else {
            return true;
        };
        let given = answered(key).unwrap_or_default();
        let wanted = self.show_if_value.as_deref().unwrap_or_default();
        let is_given = given.iter().any(|value| value == wanted);
        match self.show_if_operator.unwrap_or(ShowIf::Filled) {
            ShowIf::Is => is_given,
            ShowIf::IsNot => !is_given,
            ShowIf::Filled => !given.is_empty(),
        }
    }
}
