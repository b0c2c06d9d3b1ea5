//! Validation of what somebody sends with a form. Errors point to `/data/attributes/answers/{question id}`.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::question::{Question, QuestionType};
use crate::base::characters::{is_break, is_control, is_direction};
use crate::base::email;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::write::store::tidied;
use crate::model::field_rules;

/// One answer, with the question as it was asked.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormAnswer")]
pub struct Answer {
    pub question_id: String,
    pub key: String,
    /// The question's text of that moment, in Dutch.
    pub text: String,
    pub question_type: QuestionType,
    /// Text, number, true, or a list of options.
    #[schemars(schema_with = "value_schema")]
    pub value: Value,
}

fn value_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [
        { "type": "string" }, { "type": "number" }, { "type": "boolean" },
        { "type": "array", "items": { "type": "string" } },
    ] })
}

impl Answer {
    /// The values as text; several for a question with boxes.
    pub fn words(&self) -> Vec<String> {
        words(&self.value)
    }
}

pub fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Null | Value::Bool(false) => Vec::new(),
        Value::Bool(true) => vec!["true".to_owned()],
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().flat_map(words).collect(),
        other => vec![other.to_string()],
    }
}

/// Sent answers by question id.
pub type Sent = Map<String, Value>;

/// Answers of the questions that are shown, in their order; 422 with an error per question.
pub fn validate(questions: &[Question], sent: &Sent) -> Result<Vec<Answer>> {
    let mut given: Vec<Answer> = Vec::new();
    let mut faults = Vec::new();
    let is_known = |id: &String| {
        let ids = questions.iter().filter_map(Question::number);
        ids.into_iter().any(|known| known == *id)
    };
    for id in sent
        .keys()
        .filter(|id| !is_known(id))
        .take(questions.len().max(1))
    {
        faults.push(FieldFault::attribute(&format!("answers/{id}"), "not_found"));
    }
    for question in questions {
        let Some(id) = question.number() else {
            continue;
        };
        let found = sent.get(&id).unwrap_or(&Value::Null);
        // A question that was hidden while somebody filled it in keeps its answer.
        let is_asked = question.is_asked()
            || (question.is_hidden
                && question.question_type != QuestionType::InfoSection
                && !found.is_null());
        let answered = |key: &str| {
            let answer = given.iter().find(|answer| answer.key == key);
            answer.map(Answer::words)
        };
        if !is_asked || !question.is_shown(&answered) {
            continue;
        }
        match value_of(question, found) {
            Ok(value) if words(&value).is_empty() => {
                if question.required && !question.is_hidden {
                    faults.push(FieldFault::attribute(&format!("answers/{id}"), "required"));
                }
            }
            Ok(value) => given.push(Answer {
                question_id: id,
                key: question.key.clone(),
                text: question.text.clone(),
                question_type: question.question_type,
                value,
            }),
            Err(mut fault) => {
                fault.pointer = format!("/data/attributes/answers/{id}");
                faults.push(fault);
            }
        }
    }
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    if given.is_empty() {
        return Err(FieldFault::attribute("answers", "required").into());
    }
    Ok(given)
}

fn fault(rule: &str) -> FieldFault {
    FieldFault::attribute("", rule)
}

fn value_of(question: &Question, sent: &Value) -> std::result::Result<Value, FieldFault> {
    if question.question_type == QuestionType::Checkbox {
        return boxes(question, sent);
    }
    let text = match sent {
        Value::Null | Value::Bool(false) => String::new(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => match tidied(text) {
            Value::String(text) => text,
            _ => String::new(),
        },
        _ => return Err(fault("type_text")),
    };
    if text.is_empty() {
        return Ok(Value::Null);
    }
    let most = question.longest();
    if text.chars().count() > most {
        return Err(fault("length_max").with("max", most));
    }
    if text.contains(is_control) {
        return Err(fault("control_characters"));
    }
    if text.contains(is_direction) {
        return Err(fault("direction_characters"));
    }
    if text.contains(is_break) && !question.long_answer {
        return Err(fault("one_line"));
    }
    match question.question_type {
        QuestionType::Text | QuestionType::Checkbox | QuestionType::InfoSection => Ok(text.into()),
        QuestionType::MultipleChoice => match question.option(&text) {
            Some(option) => Ok(option.into()),
            None => Err(fault("choice").with("allowed", question.options.clone())),
        },
        QuestionType::Date => day(&text).map(Value::from).ok_or_else(|| fault("date")),
        QuestionType::Number => {
            let number: Option<f64> = text.replace(',', ".").parse().ok();
            let number = number.filter(|number| number.is_finite() && number.abs() < 1e15);
            number.map_or_else(
                || Err(fault("type_number")),
                |number| Ok(tidy_number(number)),
            )
        }
        QuestionType::Email => email::parse(&text)
            .map(Value::from)
            .ok_or_else(|| fault("email")),
        QuestionType::Url => match field_rules::web_address(&text) {
            Ok(()) => Ok(text.into()),
            Err(_) => Err(fault("url")),
        },
        QuestionType::Phone => field_rules::e164(&text)
            .map(Value::from)
            .ok_or_else(|| fault("phone_number")),
        QuestionType::Time => time(&text).map(Value::from).ok_or_else(|| fault("time")),
    }
}

/// Whole numbers without decimals.
#[expect(clippy::cast_possible_truncation, reason = "bounded by the caller")]
fn tidy_number(number: f64) -> Value {
    if number.fract() == 0.0 {
        json!(number as i64)
    } else {
        json!(number)
    }
}

fn boxes(question: &Question, sent: &Value) -> std::result::Result<Value, FieldFault> {
    if question.options.is_empty() {
        return match sent {
            Value::Null | Value::Bool(false) => Ok(Value::Null),
            Value::Bool(true) => Ok(true.into()),
            Value::String(text) => Ok(match text.as_str() {
                "" | "false" => Value::Null,
                _ => true.into(),
            }),
            _ => Err(fault("type_boolean")),
        };
    }
    let single;
    let sent: &[Value] = match sent {
        Value::Null => &[],
        Value::Array(values) => values,
        Value::String(text) if text.is_empty() => &[],
        Value::String(_) => {
            single = [sent.clone()];
            &single
        }
        _ => return Err(fault("type_list")),
    };
    let mut chosen: Vec<&str> = Vec::new();
    for value in sent.iter().take(question.options.len() + 1) {
        match value.as_str().and_then(|value| question.option(value)) {
            Some(option) if chosen.contains(&option) => {}
            Some(option) => chosen.push(option),
            None => return Err(fault("choice").with("allowed", question.options.clone())),
        }
    }
    Ok(if chosen.is_empty() {
        Value::Null
    } else {
        json!(chosen)
    })
}

/// `2026-11-21`, or `21-11-2026` as it is typed in the Netherlands.
fn day(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(['-', '/', '.', ' ']).collect();
    let [first, month, last] = parts.as_slice() else {
        return None;
    };
    let (year, day) = if first.len() == 4 {
        (first, last)
    } else {
        (last, first)
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if year.len() != 4 || ![*year, *month, *day].into_iter().all(is_number) {
        return None;
    }
    let date = jiff::civil::Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    date.ok().map(|date| date.to_string())
}

/// `09:30`, also typed as `9.30`.
fn time(text: &str) -> Option<String> {
    let (hours, rest) = text.split_once([':', '.'])?;
    let minutes = rest.get(..2)?;
    let seconds = rest.get(2..)?;
    let is_number =
        |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    if !is_number(hours) || !is_number(minutes) || !(seconds.is_empty() || seconds == ":00") {
        return None;
    }
    let (hours, minutes): (u8, u8) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then(|| format!("{hours:02}:{minutes:02}"))
}
