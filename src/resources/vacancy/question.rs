//! Questions of a vacancy to its applicants (docs/domain/limits.md#numbers).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::error::FieldFault;
use crate::jsonapi::{AnyId, NestedItem};
use crate::model::field_rules;

/// Questions per vacancy.
pub(super) const MOST: usize = 5;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "VacancyQuestion")]
pub struct Question {
    pub id: Option<AnyId>,
    #[serde(default)]
    pub position: i64,
    #[validate(length(min = 3, max = 200))]
    pub text: String,
    #[serde(default)]
    pub kind: QuestionKind,
    /// For `choice`: two to eight, each of at most 80 characters. Empty for the other kinds.
    #[serde(default)]
    #[validate(length(max = 8))]
    pub options: Vec<String>,
    /// Without an answer nobody can apply by the site; registration at a desk can leave it open.
    #[serde(default)]
    pub is_required: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "VacancyQuestionKind")]
pub enum QuestionKind {
    /// In words.
    #[default]
    Text,
    /// `yes` or `no`.
    YesNo,
    /// One of the options.
    Choice,
}

impl NestedItem for Question {
    const TABLE: &'static str = "vacancy_questions";
    const PARENT: &'static str = "vacancy_id";
}

/// Tidies the options, and returns what is wrong with them, each fault at its item.
pub(super) fn faults(questions: &mut [Question]) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    for (index, question) in questions.iter_mut().enumerate() {
        if question.kind == QuestionKind::Choice {
            let field = format!("questions/{index}/options");
            faults.extend(field_rules::option_fault(&field, &mut question.options));
        } else {
            question.options.clear();
        }
    }
    faults
}
