//! Answers to the questions of a vacancy (`vacancy_questions`). They are stored with the application, each beside its
//! question as it was asked: a question that changes or goes later leaves them as they are.

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::{AnyId, Id};
use crate::resources::vacancy::Vacancy;
use crate::resources::vacancy::question::QuestionKind;

/// Longest answer in words, in characters.
const LONGEST: usize = 1000;
/// Longest list of answers that is looked at.
const MOST: usize = 20;

/// A question as it was asked, and what was answered.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ApplicationAnswer")]
pub struct Answered {
    pub question: String,
    pub kind: QuestionKind,
    /// For `yes_no`: `yes` or `no`. For `choice`: one of the options.
    pub answer: String,
}

/// Answer to a question of the vacancy. One to a question that it no longer asks is left out.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AnswerToQuestion")]
pub struct Sent {
    pub question_id: AnyId,
    #[serde(default)]
    pub answer: String,
}

struct Asked {
    id: i64,
    text: String,
    kind: QuestionKind,
    options: Vec<String>,
    is_required: bool,
}

/// Reads the attribute `answers` of a request; absent: none.
pub fn read(sent: Option<Value>) -> Result<Vec<Sent>> {
    let list = match sent {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(list) => list,
    };
    if list.as_array().is_some_and(|list| list.len() > MOST) {
        return Err(FieldFault::attribute("answers", "items")
            .with("max", MOST)
            .into());
    }
    serde_json::from_value(list).map_err(|error| {
        let reason = error.to_string();
        FieldFault::attribute("answers", "type")
            .with("reason", reason)
            .into()
    })
}

/// The answers as they are stored, in the order of the questions. Faults point to `answers/{question_id}`.
/// `is_complete`: every required question has to be answered.
pub fn validated(
    connection: &Connection,
    vacancy_id: Id<Vacancy>,
    sent: &[Sent],
    is_complete: bool,
) -> Result<Vec<Answered>> {
    let (mut answers, mut faults) = (Vec::new(), Vec::new());
    for asked in asked_by(connection, vacancy_id)? {
        let fault = |rule| FieldFault::attribute(&format!("answers/{}", asked.id), rule);
        let answer = sent
            .iter()
            .rev()
            .find(|one| one.question_id.number() == asked.id)
            .map_or("", |one| one.answer.trim());
        if answer.is_empty() {
            if asked.is_required && is_complete {
                faults.push(fault("required"));
            }
            continue;
        }
        match asked.kind {
            QuestionKind::Text if answer.chars().count() > LONGEST => {
                faults.push(fault("length").with("max", LONGEST));
            }
            QuestionKind::YesNo if !matches!(answer, "yes" | "no") => {
                faults.push(fault("choice").with("allowed", vec!["yes", "no"]));
            }
            QuestionKind::Choice if !asked.options.iter().any(|option| option == answer) => {
                faults.push(fault("choice").with("allowed", asked.options.clone()));
            }
            QuestionKind::Text | QuestionKind::YesNo | QuestionKind::Choice => {}
        }
        answers.push(Answered {
            question: asked.text,
            kind: asked.kind,
            answer: answer.to_owned(),
        });
    }
    if faults.is_empty() {
        Ok(answers)
    } else {
        Err(Error::Invalid(faults))
    }
}

fn asked_by(connection: &Connection, vacancy_id: Id<Vacancy>) -> Result<Vec<Asked>> {
    let mut statement = connection.prepare_cached(
        "select id, text, kind, options, is_required from vacancy_questions where vacancy_id = ?1 order by position, id",
    )?;
    let mut rows = statement.query([vacancy_id.number()])?;
    let mut questions = Vec::new();
    while let Some(row) = rows.next()? {
        let (kind, options): (String, String) = (row.get(2)?, row.get(3)?);
        questions.push(Asked {
            id: row.get(0)?,
            text: row.get(1)?,
            kind: serde_json::from_value(kind.into())?,
            options: serde_json::from_str(&options)?,
            is_required: row.get(4)?,
        });
    }
    Ok(questions)
}

/// JSON text of the column; none where nothing was answered.
pub fn stored(answers: &[Answered]) -> Result<Option<String>> {
    if answers.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::to_string(answers)?))
}
