//! `GET /forms/{id}/submissions/export`: what was sent with a form as a file, with a column per question: all of it
//! without spam, or what the filters of the list find.

use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use rusqlite::{Connection, named_params};
use serde_json::{Map, Value, json};

use super::answers::{Answer, words};
use super::submission::SubmissionStatus;
use super::{Form, FormSubmission, Question, QuestionType};
use crate::app::access::{Access, action};
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Error, Result};
use crate::http::bulk::planned_ids;
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::{Conditions, Id, Query, table};
use crate::model::state_history;
use crate::resources::export::{ExportFormat, column_named, write_file};

/// Rows of a file, and bytes of the answers in it.
const MOST_ROWS: usize = 20_000;
const MOST_BYTES: i64 = 48 * 1024 * 1024;

const ROWS: &str = "from form_submissions t
    where t.form_id = :form_id and t.id in (select value from json_each(:ids))";

/// What the export takes of the list.
const PARAMETERS: &[&str] = &[
    "format",
    "filter[status_eq]",
    "filter[status_not_eq]",
    "filter[status_in]",
    "filter[assignee_id_eq]",
    "filter[assignee_id_null]",
    "filter[created_at_gteq]",
    "filter[created_at_lteq]",
    "filter[q]",
    "filter[answer]",
];

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/submissions/export", export)
        .named("exportFormSubmissions", "Gives what was sent as a file")
        .described(
            "A row for each submission: its number, when it was sent, its state, a column for each question in the words of \
             the form, and the note. The head is in the language of Accept-Language.",
        )
        .query_parameters(PARAMETERS)
        .answers(Described::file("text/csv"))
        .answers(Described::file(
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ))
        .answers(Described::file(
            "application/vnd.oasis.opendocument.spreadsheet",
        ))
        .refuses(&[400, 422])
}

async fn export(
    access: Access<Form, action::Receive>,
    id: Id<Form>,
    input: Input<()>,
) -> Result<Response> {
    let (format, extension, kind) = match input.query.get("format").unwrap_or("csv") {
        "csv" => (ExportFormat::Csv, "csv", "text/csv; charset=utf-8"),
        "xlsx" => (
            ExportFormat::Xlsx,
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
        "ods" => (
            ExportFormat::Ods,
            "ods",
            "application/vnd.oasis.opendocument.spreadsheet",
        ),
        other => {
            return Err(Conditions::impossible(
                "format",
                other,
                &["csv", "xlsx", "ods"],
            ));
        }
    };
    let locale = input.locale();
    let query = asked(&input.query, id)?;
    let rows = access.rows();
    let submissions = access.beside::<FormSubmission, action::Manage>()?.rows();
    let (columns, list) = access
        .read_slow(move |connection| {
            let form = rows.load(connection, id)?;
            let plan = query.plan(table::<FormSubmission>())?;
            let ids =
                planned_ids(connection, &submissions, plan, MOST_ROWS)?.ok_or_else(too_large)?;
            collect(connection, id, &form.questions, &ids)
        })
        .await?;
    let count = list.len();
    let content = tokio::task::spawn_blocking(move || {
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        // Between the number, the moment and the state, and the note, stand the questions in the words of the form.
        let of_ours = |at: usize| at < FIRST_COLUMNS.len() || at + 1 == names.len();
        let heads = names.iter().enumerate().map(|(at, name)| {
            if of_ours(at) {
                column_named(name, locale)
            } else {
                name
            }
        });
        let heads: Vec<&str> = heads.collect();
        write_file(&list, &names, &heads, format)
    })
    .await
    .map_err(Error::internal)??;
    let day = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let about = json!({ "rows": count, "format": extension });
            let actor = rows.ctx().user_id();
            state_history::audit_with(
                tx,
                actor,
                "export_submissions",
                ("forms", id.number()),
                &about,
            )?;
            Ok(tx.now().chars().take(10).collect::<String>())
        })
        .await?;
    let mut response = content.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let name = format!("attachment; filename=\"form-{id}-{day}.{extension}\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    Ok(response)
}

/// The filters of the list, for this form; without one on the status, spam is left out.
fn asked(query: &Query, id: Id<Form>) -> Result<Query> {
    if let Some((name, value)) = query.pairs().find(|(name, _)| !PARAMETERS.contains(name)) {
        return Err(Conditions::impossible(name, value, PARAMETERS));
    }
    let has_status = query
        .pairs()
        .any(|(name, _)| name.starts_with("filter[status_"));
    let asked = query
        .without("format")
        .with("filter[form_id_eq]", &id.to_string());
    Ok(if has_status {
        asked
    } else {
        asked.with("filter[status_not_eq]", SubmissionStatus::Spam.as_str())
    })
}

/// The columns before those of the questions.
const FIRST_COLUMNS: [&str; 3] = ["id", "created_at", "status"];

fn too_large() -> Error {
    Error::from(Code::TooLarge).with("size", "48 MB")
}

/// The names of the columns, and the rows by name, oldest first.
fn collect(
    connection: &Connection,
    id: Id<Form>,
    questions: &[Question],
    ids: &[i64],
) -> Result<(Vec<String>, Vec<Value>)> {
    let ids = serde_json::to_string(ids)?;
    let of = named_params! {":form_id": id.number(), ":ids": ids};
    let bytes: i64 = connection
        .prepare_cached(&format!(
            "select coalesce(sum(length(t.answers)), 0) {ROWS}"
        ))?
        .query_row(of, |row| row.get(0))?;
    if bytes > MOST_BYTES {
        return Err(too_large());
    }
    let mut columns: Vec<String> = FIRST_COLUMNS.map(str::to_owned).into();
    let mut by_question: Vec<(String, String)> = Vec::new();
    for question in questions {
        if question.question_type == QuestionType::InfoSection {
            continue;
        }
        let mut name = question.text.clone();
        let mut again = 2;
        while columns.contains(&name) {
            name = format!("{} ({again})", question.text);
            again += 1;
        }
        columns.push(name.clone());
        by_question.push((question.number().unwrap_or_default(), name));
    }
    columns.push("note".to_owned());
    let list = connection
        .prepare_cached(&format!(
            "select t.id, t.created_at, t.status, t.answers, coalesce(t.note, '') {ROWS} order by t.id"
        ))?
        .query_map(of, |row| {
            Ok((
                row.get::<_, i64>(0)?,
                [row.get::<_, String>(1)?, row.get(2)?, row.get(3)?, row.get(4)?],
            ))
        })?
        .map(|row| {
            let (id, [created_at, status, answers, note]) = row?;
            let answers: Vec<Answer> = serde_json::from_str(&answers)?;
            let mut line = Map::new();
            line.insert("id".to_owned(), id.to_string().into());
            line.insert("created_at".to_owned(), created_at.into());
            line.insert("status".to_owned(), status.into());
            for answer in answers {
                let name = by_question.iter().find(|(id, _)| *id == answer.question_id);
                if let Some((_, name)) = name {
                    line.insert(name.clone(), words(&answer.value).join("; ").into());
                }
            }
            line.insert("note".to_owned(), note.into());
            Ok(Value::Object(line))
        })
        .collect::<Result<_>>()?;
    Ok((columns, list))
}
