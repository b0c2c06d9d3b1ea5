//! Forms that are filled in without scripts: the fields of a page, and the plain `POST` of them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Path;
use axum::extract::rejection::StringRejection;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{MethodRouter, post};
use minijinja::{Value, context};
use serde_json::{Map, Value as Json, json};

use super::language::{path_in, split};
use super::page_context::{PageContext, told};
use super::page_headers;
use super::shell::{self, Head, fill};
use crate::app::App;
use crate::app::access::Unguarded;
use crate::base::locale::Locale;
use crate::error::{Code, Error, Result};
use crate::jsonapi::Query;
use crate::mail::dutch_time::date_in_words;
use crate::resources::form::submit::{SubmissionForm, take_in};
use crate::resources::form::{FormLink, find_public, public_document, thanks_path};
use crate::web::i18n;
use crate::web::page_data::flat;

pub fn routes() -> MethodRouter<Arc<App>> {
    post(submit)
}

/// What somebody filled in, and what is wrong with it, by question.
#[derive(Default)]
struct Filled {
    values: Map<String, Json>,
    errors: Map<String, Json>,
    /// About the form as a whole.
    problem: Option<String>,
}

/// The page of a form.
pub fn of(page_context: &PageContext, head: &mut Head) -> Value {
    let document = page_context.document(0);
    let form = document.get("data").unwrap_or(&Json::Null);
    let view = view(page_context.locale, form, &Filled::default());
    if let Ok(title) = view.get_attr("title")
        && let Some(title) = title.as_str()
    {
        title.clone_into(&mut head.title);
    }
    view
}

/// The fields of a form inside a page.
pub fn shown(locale: Locale, form: &Json) -> Value {
    view(locale, form, &Filled::default())
}

fn text<'v>(object: &'v Json, name: &str) -> Option<&'v str> {
    object.get(name)?.as_str().filter(|text| !text.is_empty())
}

/// The text in the reader's language, else in Dutch.
fn spoken<'v>(object: &'v Json, name: &str, locale: Locale) -> Option<&'v str> {
    let english = format!("{name}_en");
    match locale {
        Locale::En => text(object, &english).or_else(|| text(object, name)),
        Locale::Nl => text(object, name),
    }
}

fn view(locale: Locale, form: &Json, filled: &Filled) -> Value {
    let say = |key: &str| i18n::own(locale, key);
    let state = text(form, "state").unwrap_or_default();
    let questions: Vec<&Json> = form
        .get("questions")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .collect();
    let fields: Vec<Json> = questions
        .iter()
        .map(|question| field(locale, question, &questions, filled))
        .collect();
    let errors: Vec<Json> = fields
        .iter()
        .filter(|field| !field["error"].is_null())
        .cloned()
        .collect();
    let texts = ["title", "description"]
        .into_iter()
        .filter_map(|name| spoken(form, name, locale));
    let asked = questions
        .iter()
        .filter_map(|question| spoken(question, "text", locale));
    let said: Vec<&str> = texts.chain(asked).collect();
    let lang = locale.foreign(&said.join(" ")).map(Locale::as_str);
    context! {
        lang,
        written => lang.map(|lang| i18n::component(locale, &format!("written/{lang}"))),
        title => spoken(form, "title", locale).unwrap_or_default(),
        description => spoken(form, "description", locale),
        from => text(form, "organization_name").map(|name| say("form_from").replace("{organization}", name)),
        is_open => state == "open",
        closed => closed(form, state, locale),
        errors => told(errors),
        problem => filled.problem.as_deref(),
        summary => say("form_errors"),
        fields => told(fields),
        action => path_in(locale, &format!("/forms/{}", text(form, "id").unwrap_or_default())),
        opened_at => text(form, "opened_at"),
        language => locale.as_str(),
        erased => text(form, "erased_after")
            .and_then(|day| date_in_words(day, locale))
            .map(|day| say("form_erased").replace("{day}", &day)),
        button => say("form_send"),
        trap => say("form_trap"),
        back => i18n::back_to_home(locale),
    }
}

/// Why it cannot be filled in, and from when it can.
fn closed(form: &Json, state: &str, locale: Locale) -> String {
    let why = i18n::own(
        locale,
        match state {
            "not_yet" => "form_not_yet",
            "full" => "form_full",
            "answered" => "form_answered",
            _ => "form_closed",
        },
    );
    let opens = text(form, "opens_on").and_then(|day| date_in_words(day, locale));
    match opens {
        Some(day) => {
            let opens = i18n::own(locale, "form_opens_on").replace("{day}", &day);
            format!("{why} {opens}")
        }
        None => why.to_owned(),
    }
}

fn field(locale: Locale, question: &Json, all: &[&Json], filled: &Filled) -> Json {
    let id = text(question, "id").unwrap_or_default();
    let kind = text(question, "question_type").unwrap_or_default();
    let value = filled.values.get(id).unwrap_or(&Json::Null);
    let given = |option: &str| match value {
        Json::Array(values) => values.iter().any(|value| value == option),
        value => value == option,
    };
    let list = |name: &str| -> Vec<&str> {
        let options = question.get(name).and_then(Json::as_array);
        options
            .into_iter()
            .flatten()
            .filter_map(Json::as_str)
            .collect()
    };
    let english = list("options_en");
    let options: Vec<Json> = list("options")
        .iter()
        .enumerate()
        .map(|(at, option)| {
            let label = english
                .get(at)
                .filter(|label| locale == Locale::En && !label.is_empty());
            json!({ "value": option, "label": label.unwrap_or(option), "is_chosen": given(option) })
        })
        .collect();
    let control = match kind {
        "text" if question.get("long_answer") == Some(&true.into()) => "area",
        "multiple_choice" => "radio",
        "checkbox" if options.is_empty() => "box",
        "checkbox" => "boxes",
        "info_section" => "info",
        "number" => "number",
        "phone" => "tel",
        "email" | "url" | "date" | "time" => kind,
        _ => "text",
    };
    json!({
        "id": id,
        "label": spoken(question, "text", locale),
        "hint": spoken(question, "hint", locale),
        "condition": condition(locale, question, all),
        "control": control,
        "options": options,
        "is_chosen": *value == true || given("true"),
        "value": value.as_str(),
        "error": filled.errors.get(id),
        "is_optional": question.get("required") != Some(&true.into()),
        "optional": i18n::own(locale, "form_optional"),
    })
}

/// Without scripts every question is shown: this says when one may be skipped.
fn condition(locale: Locale, question: &Json, all: &[&Json]) -> Option<String> {
    let key = text(question, "show_if_key")?;
    let earlier = all.iter().find(|other| text(other, "key") == Some(key))?;
    let asked = spoken(earlier, "text", locale)?;
    let value = text(question, "show_if_value").unwrap_or_default();
    let words = match text(question, "show_if_operator") {
        Some("is") => "form_only_if",
        Some("is_not") => "form_only_if_not",
        _ => "form_only_if_filled",
    };
    Some(
        i18n::own(locale, words)
            .replace("{question}", asked)
            .replace("{value}", value),
    )
}

async fn submit(
    door: Unguarded<FormLink>,
    uri: Uri,
    Path(address): Path<String>,
    body: std::result::Result<String, StringRejection>,
) -> Result<Response> {
    let locale: Locale = split(uri.path()).0.unwrap_or(door.ctx().site.locale);
    let (wanted, center_id, now) = (
        address.clone(),
        door.ctx().site.center_id,
        door.ctx().now.clone(),
    );
    let found = door
        .read(move |connection| find_public(connection, &wanted, center_id, &now))
        .await?;
    let document = flat(&public_document(&found, &address, &door.ctx().now));
    let form = document.get("data").cloned().unwrap_or_default();
    let body = match body {
        Ok(body) => body,
        Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let problem = i18n::own(locale, "form_too_large").to_owned();
            let filled = Filled {
                problem: Some(problem),
                ..Filled::default()
            };
            return again(locale, &form, &filled, StatusCode::PAYLOAD_TOO_LARGE);
        }
        Err(_) => return Err(Error::from(Code::BadRequest).with("reason", "UTF-8")),
    };
    let sent = read(&body, &form, locale);
    let mut filled = Filled {
        values: sent.answers.clone(),
        ..Filled::default()
    };
    let wanted = address.clone();
    let outcome = door
        .write(move |tx, ctx| {
            let found = take_in(tx, ctx, &wanted, &sent)?;
            thanks_path(tx, &found.form, locale, tx.now())
        })
        .await;
    let status = match outcome {
        Ok(Some(path)) => return Ok(Redirect::to(&path).into_response()),
        Ok(None) => return thanks(locale, &form),
        Err(Error::Invalid(faults)) => {
            for fault in &faults {
                let sentence = fault.detail(locale);
                match fault.pointer.strip_prefix("/data/attributes/answers/") {
                    Some(id) => filled
                        .errors
                        .insert(id.to_owned(), sentence.into())
                        .map(drop),
                    None => filled.problem.replace(sentence).map(drop),
                };
            }
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Err(error) if error.status() == StatusCode::TOO_MANY_REQUESTS => {
            filled.problem = Some(i18n::own(locale, "form_too_often").to_owned());
            StatusCode::TOO_MANY_REQUESTS
        }
        Err(error) => return Err(error),
    };
    again(locale, &form, &filled, status)
}

/// The form once more, with what is wrong.
fn again(locale: Locale, form: &Json, filled: &Filled, status: StatusCode) -> Result<Response> {
    let title = spoken(form, "title", locale).unwrap_or_default();
    let html = fill("form-answered.html", view(locale, form, filled))?;
    Ok(answer(locale, title, &html, status))
}

fn thanks(locale: Locale, form: &Json) -> Result<Response> {
    let title = i18n::own(locale, "form_sent");
    let html = fill(
        "form-sent.html",
        context! {
            title,
            text => spoken(form, "thanks", locale).unwrap_or_else(|| i18n::own(locale, "form_sent_text")),
            home => path_in(locale, "/"),
            back => i18n::back_to_home(locale),
        },
    )?;
    Ok(answer(locale, title, &html, StatusCode::OK))
}

fn answer(locale: Locale, title: &str, html: &str, status: StatusCode) -> Response {
    let mut response = Response::new(Body::from(shell::bare(locale, title, html)));
    *response.status_mut() = status;
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    response
}

/// The fields of a plain form: `a.12=Ja`, several times for boxes.
fn read(body: &str, form: &Json, locale: Locale) -> SubmissionForm {
    let fields = Query::parse(body);
    let mut answers = Map::new();
    for (name, value) in fields.pairs() {
        let Some(id) = name.strip_prefix("a.") else {
            continue;
        };
        match answers.get_mut(id) {
            None => {
                answers.insert(id.to_owned(), value.into());
            }
            Some(Json::Array(values)) => values.push(value.into()),
            Some(one) => *one = json!([one.take(), value]),
        }
    }
    // A question that is gone by now does not stop the others.
    let known = |id: &String| {
        let questions = form.get("questions").and_then(Json::as_array);
        questions
            .into_iter()
            .flatten()
            .any(|question| question["id"] == **id)
    };
    answers.retain(|id, _| known(id));
    SubmissionForm {
        answers,
        locale: Some(locale.as_str().to_owned()),
        started_at: Some(fields.get("opened_at").unwrap_or_default().to_owned()),
        website: fields.get("website").map(str::to_owned),
    }
}
