//! Earlier versions of a text: a list, and going back to one.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{EarlierText, KindInPath, NotificationTemplate, Shown, faults, save};
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{FromPath, Ignored, Input, Typed as _};
use crate::http::versions::of_row;
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::write::versions;
use crate::jsonapi::{Answer, Document, Id};
use crate::mail::TextOverride;

/// A kind and the number of a version.
pub(super) struct OneVersion(KindInPath, i64);

impl FromPath for OneVersion {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let number = path.get("number").and_then(|number| number.parse().ok());
        Ok(Self(KindInPath::read(path)?, number.ok_or(Code::NotFound)?))
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

/// `GET /notification_templates/{kind}/versions?locale=nl&scope=volunteer_center`.
pub(super) async fn list(
    access: Access<NotificationTemplate, action::Update>,
    path: KindInPath,
    input: Input<()>,
) -> Result<Document> {
    let shown = Shown::of(&path, &input.query, &access)?;
    let data: Vec<Value> = access
        .read(move |connection| {
            let Some((id, _)) = shown.which.row(connection, shown.level)? else {
                return Ok(Vec::new());
            };
            let id = Id::<NotificationTemplate>::new(id);
            let found = of_row(connection, id)?.into_iter().map(|version| {
                let number = version.number;
                let text = text(&versions::data(connection, id, number)?);
                let earlier = EarlierText {
                    version,
                    subject: text.subject,
                    intro: text.intro,
                    body: text.body,
                };
                Ok(json!({ "type": EarlierText::TYPE, "id": number.to_string(), "attributes": earlier }))
            });
            found.collect::<Result<_>>()
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

/// `POST /notification_templates/{kind}/versions/{number}/restore?locale=nl&scope=volunteer_center`: an ordinary change.
pub(super) async fn restore(
    access: Access<NotificationTemplate, action::Update>,
    OneVersion(path, number): OneVersion,
    input: Input<Ignored>,
) -> Result<Answer> {
    let shown = Shown::of(&path, &input.query, &access)?;
    access
        .post(input.key, move |tx, rows| {
            let (which, level) = (shown.which, shown.level);
            let (id, version) = which.row(tx, level)?.ok_or(Code::NotFound)?;
            rows.require_version(version)?;
            let id = Id::<NotificationTemplate>::new(id);
            let text = text(&versions::data(tx, id, number)?);
            text.validate(which.kind, which.locale).map_err(faults)?;
            let old =
                TextOverride::stored(tx, which.kind, which.locale, level)?.unwrap_or_default();
            let is_reset = old
                .parts()
                .iter()
                .zip(text.parts())
                .any(|((_, old), (_, new))| old.is_some() && new.is_none());
            save(tx, rows, (which, level), &text, is_reset)?;
            Ok(Answer::ok(shown.text(tx)?))
        })
        .await
}

fn text(data: &serde_json::Map<String, Value>) -> TextOverride {
    let part = |name: &str| data.get(name)?.as_str().map(str::to_owned);
    TextOverride {
        subject: part("subject"),
        intro: part("intro"),
        body: part("body"),
    }
}
