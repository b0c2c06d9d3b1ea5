//! Answers to the questions of an activity. They are stored with the registration, each beside its question as it was
//! asked: a question that changes or goes later leaves them as they are.

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::error::{Error, FieldFault, Result};
use crate::resources::activity::{ActivityQuestion, ActivityQuestionKind};

/// Longest answer in words, in characters.
const LONGEST: usize = 500;

/// A question as it is asked, and the answer. For `yes_no`: `yes` or `no`. For `choice`: one of the options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ActivityAnswer")]
pub struct Answered {
    #[validate(length(max = 200))]
    pub question: String,
    #[serde(default)]
    pub answer: String,
}

/// The questions of an activity, in their order.
pub fn asked(connection: &Connection, activity_id: i64) -> Result<Vec<ActivityQuestion>> {
    let questions: String = connection
        .prepare_cached("select questions from activities where id = ?1")?
        .query_row([activity_id], |row| row.get(0))?;
    Ok(serde_json::from_str(&questions)?)
}

/// The answers as they are stored, in the order of the questions; one to a question that is not asked is left out.
/// Faults point to `answers/{number of the question, from 0}`.
pub fn validated(
    connection: &Connection,
    activity_id: i64,
    sent: &[Answered],
) -> Result<Vec<Answered>> {
    let (mut answers, mut faults) = (Vec::new(), Vec::new());
    for (number, asked) in asked(connection, activity_id)?.into_iter().enumerate() {
        let fault = |rule| FieldFault::attribute(&format!("answers/{number}"), rule);
        let answer = sent
            .iter()
            .rev()
            .find(|one| one.question == asked.text)
            .map_or("", |one| one.answer.trim());
        if answer.is_empty() {
            if asked.is_required {
                faults.push(fault("required"));
            }
            continue;
        }
        match asked.kind {
            ActivityQuestionKind::Text if answer.chars().count() > LONGEST => {
                faults.push(fault("length").with("max", LONGEST));
            }
            ActivityQuestionKind::YesNo if !matches!(answer, "yes" | "no") => {
                faults.push(fault("choice").with("allowed", vec!["yes", "no"]));
            }
            ActivityQuestionKind::Choice
                if !asked.options.iter().any(|option| option == answer) =>
            {
                faults.push(fault("choice").with("allowed", asked.options.clone()));
            }
            ActivityQuestionKind::Text
            | ActivityQuestionKind::YesNo
            | ActivityQuestionKind::Choice => {}
        }
        answers.push(Answered {
            question: asked.text,
            answer: answer.to_owned(),
        });
    }
    if faults.is_empty() {
        Ok(answers)
    } else {
        Err(Error::Invalid(faults))
    }
}
