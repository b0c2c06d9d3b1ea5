//! `POST /forms/{id}/duplicate`: a draft with the same questions and settings.

use serde_json::{Map, Value};

use super::{Form, notify};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{Ignored, Input};
use crate::jsonapi::{Answer, Id};

/// What belongs to one form alone.
const OWN: &[&str] = &[
    "status",
    "token",
    "is_contact",
    "created_by_id",
    "volunteer_center_id",
    "submissions_count",
    "new_submissions_count",
    "created_at",
    "updated_at",
    "opens_on",
    "closes_on",
    "erases_after_close",
    "id",
];

pub(super) async fn duplicate(
    access: Access<Form, action::Create>,
    id: Id<Form>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            let form = rows.beside::<Form, action::Update>()?.load(tx, id)?;
            let Value::Object(mut attributes) = serde_json::to_value(&form)? else {
                return Err(crate::error::Error::internal("attributes are an object"));
            };
            attributes.retain(|name, value| !OWN.contains(&name.as_str()) && !value.is_null());
            // Who no longer deals with forms is not asked to.
            if let Some(owner) = form.owner_id
                && !notify::may_handle(tx, id, owner.number())?
            {
                attributes.remove("owner_id");
            }
            let title: String = form.title.chars().take(140).collect();
            attributes.insert("title".to_owned(), format!("{title} (kopie)").into());
            let questions = form.questions.iter().filter(|question| !question.is_hidden);
            let questions: Vec<Value> = questions
                .map(|question| {
                    let mut item: Map<String, Value> =
                        serde_json::from_value(serde_json::to_value(question)?)?;
                    item.retain(|name, value| name != "id" && !value.is_null());
                    Ok(Value::Object(item))
                })
                .collect::<Result<_>>()?;
            attributes.insert("questions".to_owned(), questions.into());
            let copy = rows.create(tx, attributes)?;
            Ok(Answer::created(
                format!("/api/v1/forms/{copy}"),
                rows.shown_text(tx, copy)?,
            ))
        })
        .await
}
