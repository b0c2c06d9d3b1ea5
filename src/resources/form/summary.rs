//! `GET /forms/{id}/summary`: counts per option, and `GET /forms/{id}/handlers`: who may deal with the answers.

use axum::http::Method;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Form, Question, QuestionType, notify};
use crate::app::access::{Access, action};
use crate::error::{Error, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::{Document, Id};

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormSummaryDocument")]
struct SummaryDocument {
    data: Vec<QuestionSummary>,
    meta: SummaryMeta,
}

/// How one question was answered, without spam.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormQuestionSummary")]
struct QuestionSummary {
    question_id: String,
    text: String,
    text_en: Option<String>,
    question_type: QuestionType,
    /// How many answered it.
    answered: i64,
    /// For questions with options, boxes and times: the value and how often it was given, options first.
    counts: Vec<OptionCount>,
    /// For numbers.
    lowest: Option<f64>,
    average: Option<f64>,
    highest: Option<f64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormOptionCount")]
struct OptionCount {
    value: String,
    count: i64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormSummaryMeta")]
struct SummaryMeta {
    total: i64,
    handling: Handling,
}

/// How long it took, in working days, until somebody was mailed back or what they sent was dealt with.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormHandling")]
struct Handling {
    answered: i64,
    /// `same_day`, `one_day`, `few_days` (two to five) and `longer`.
    counts: Vec<OptionCount>,
}

/// What is counted: of these months, or of all time.
const MONTHS: [&str; 3] = ["1", "3", "12"];

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormHandlersDocument")]
struct HandlersDocument {
    data: Vec<Handler>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormHandler")]
struct Handler {
    id: String,
    name: String,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/summary", summary)
        .named("summarizeForm", "Counts the answers per question")
        .query_parameters(&["months"])
        .answers(Described::json::<SummaryDocument>(200))
        .action(Method::GET, "/{id}/handlers", handlers)
        .named("listFormHandlers", "Lists who may deal with what is sent")
        .answers(Described::json::<HandlersDocument>(200))
}

async fn handlers(
    access: Access<Form, action::Manage>,
    id: Id<Form>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let found = access
        .read(move |connection| {
            rows.require(connection, id)?;
            notify::handlers(connection, id, &rows.ctx().now)
        })
        .await?;
    let data: Vec<Handler> = found
        .into_iter()
        .map(|(id, name)| Handler {
            id: id.to_string(),
            name,
        })
        .collect();
    Ok(Document::of(&json!({ "data": data })))
}

async fn summary(
    access: Access<Form, action::Receive>,
    id: Id<Form>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let months = input.query.get("months").map(str::to_owned);
    if let Some(months) = &months
        && !MONTHS.contains(&months.as_str())
    {
        return Err(Error::not_one_of("months", &MONTHS));
    }
    let (data, total, handling) = access
        .read_slow(move |connection| {
            let form = rows.load(connection, id)?;
            let since: String = match months {
                None => String::new(),
                Some(months) => connection.query_row(
                    "select strftime('%Y-%m-%dT%H:%M:%SZ', ?1, '-' || ?2 || ' months')",
                    (&rows.ctx().now, months),
                    |row| row.get(0),
                )?,
            };
            let total: i64 = connection.query_row(
                "select count(*) from form_submissions where form_id = ?1 and status <> 'spam' and created_at >= ?2",
                (id.number(), &since),
                |row| row.get(0),
            )?;
            let data: Vec<QuestionSummary> = form
                .questions
                .iter()
                .filter(|question| question.question_type != QuestionType::InfoSection)
                .map(|question| of_question(connection, (id, &since), question))
                .collect::<Result<_>>()?;
            Ok((data, total, handling(connection, (id, &since))?))
        })
        .await?;
    let meta = SummaryMeta { total, handling };
    Ok(Document::of(&json!({ "data": data, "meta": meta })))
}

fn handling(connection: &Connection, (form, since): (Id<Form>, &str)) -> Result<Handling> {
    const NEVER: &str = "9999";
    let mut counts: Vec<OptionCount> = ["same_day", "one_day", "few_days", "longer"]
        .into_iter()
        .map(|value| OptionCount {
            value: value.to_owned(),
            count: 0,
        })
        .collect();
    let mut statement = connection.prepare_cached(
        "select working_days(created_at, answered_at) from (
           select s.created_at, min(
               coalesce((select min(e.at) from transitions e
                          where e.subject_type = 'form_submissions' and e.subject_id = s.id and e.event = 'finish'), :never),
               coalesce(s.replies ->> '$[0].sent_at', :never)) as answered_at
             from form_submissions s
            where s.form_id = :form_id and s.status <> 'spam' and s.created_at >= :since)
          where answered_at <> :never",
    )?;
    let of = named_params! {":form_id": form.number(), ":since": since, ":never": NEVER};
    let mut found = statement.query(of)?;
    let mut answered = 0;
    while let Some(row) = found.next()? {
        let days: i64 = row.get(0)?;
        let at = match days {
            ..=0 => 0,
            1 => 1,
            2..=5 => 2,
            _ => 3,
        };
        answered += 1;
        if let Some(count) = counts.get_mut(at) {
            count.count += 1;
        }
    }
    Ok(Handling { answered, counts })
}

const ANSWERS: &str = "from form_submissions s, json_each(s.answers) a
    where s.form_id = :form_id and s.status <> 'spam' and s.created_at >= :since and a.value ->> 'question_id' = :question_id";

fn of_question(
    connection: &Connection,
    (form, since): (Id<Form>, &str),
    question: &Question,
) -> Result<QuestionSummary> {
    let id = question.number().unwrap_or_default();
    let of = named_params! {":form_id": form.number(), ":question_id": id, ":since": since};
    let answered: i64 = connection
        .prepare_cached(&format!("select count(*) {ANSWERS}"))?
        .query_row(of, |row| row.get(0))?;
    let mut counts: Vec<OptionCount> = question
        .options
        .iter()
        .map(|option| OptionCount {
            value: option.clone(),
            count: 0,
        })
        .collect();
    let values = match question.question_type {
        QuestionType::Checkbox if !question.options.is_empty() => Some("select o.value, count(*) from form_submissions s, json_each(s.answers) a,
                    json_each(iif(json_type(a.value, '$.value') = 'array', a.value -> 'value', '[]')) o
              where s.form_id = :form_id and s.status <> 'spam' and s.created_at >= :since and a.value ->> 'question_id' = :question_id
              group by 1 order by 2 desc limit 100".to_string()),
        QuestionType::MultipleChoice | QuestionType::Time | QuestionType::Checkbox => Some(format!(
            "select cast(a.value ->> 'value' as text), count(*) {ANSWERS} group by 1 order by 2 desc limit 100"
        )),
        _ => None,
    };
    if let Some(sql) = values {
        let found: Vec<(String, i64)> = connection
            .prepare_cached(&sql)?
            .query_map(of, |row| row.try_into())?
            .collect::<rusqlite::Result<_>>()?;
        for (value, count) in found {
            match counts.iter_mut().find(|known| known.value == value) {
                Some(known) => known.count = count,
                None => counts.push(OptionCount { value, count }),
            }
        }
    }
    let [lowest, average, highest] = match question.question_type {
        QuestionType::Number => connection
            .prepare_cached(&format!(
                "select min(n), round(avg(n), 2), max(n) from (select cast(a.value ->> 'value' as real) as n {ANSWERS})"
            ))?
            .query_row(of, |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?,
        _ => [None; 3],
    };
    Ok(QuestionSummary {
        question_id: id,
        text: question.text.clone(),
        text_en: question.text_en.clone(),
        question_type: question.question_type,
        answered,
        counts,
        lowest,
        average,
        highest,
    })
}
