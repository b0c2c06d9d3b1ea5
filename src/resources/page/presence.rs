//! Who else is in the editor of a page. The editor asks while it is open; who is not heard of for a minute has left.

use axum::http::Method;
use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Page;
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::{Document, Id, Resource as _};

#[derive(Serialize, Deserialize, JsonSchema, Default)]
struct PresenceForm {
    /// The editor closes.
    #[serde(default)]
    is_leaving: bool,
}

/// Somebody else who has the page open to write on it.
#[derive(Serialize, Deserialize, JsonSchema)]
struct PageEditorAttributes {
    name: String,
    since: String,
}

impl Typed for PageEditorAttributes {
    const TYPE: &'static str = "page_editors";
}

async fn note(
    access: Access<Page, action::Update>,
    id: Id<Page>,
    form: Input<PresenceForm>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotFound)?;
    let rows = access.rows();
    let name: Option<String> = access
        .read_unless_stale(move |connection| {
            rows.require(connection, id)?;
            Ok(connection
                .prepare_cached(
                    "select trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from users where id = ?1",
                )?
                .query_row([user_id], |row| row.get(0))
                .optional()?)
        })
        .await?;
    let presence = &access.ctx().site.tenant.presence;
    let row = (Page::TYPE, id.number());
    let now: jiff::Timestamp = access
        .ctx()
        .now
        .parse()
        .map_err(crate::error::Error::internal)?;
    let others = if form.body.is_leaving {
        presence.leave(row, user_id);
        Vec::new()
    } else {
        presence.arrive(row, (user_id, &name.unwrap_or_default()), now.as_second())
    };
    let data: Vec<Value> = others
        .iter()
        .map(|present| {
            let since = jiff::Timestamp::from_second(present.since).unwrap_or(now);
            json!({ "type": PageEditorAttributes::TYPE, "id": present.user_id.to_string(), "attributes": {
                "name": present.name,
                "since": since.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            } })
        })
        .collect();
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "/{id}/presence", note)
        .named(
            "notePagePresence",
            "Notes that the page is being edited, and lists who else has it open",
        )
        .answers(Described::json::<AllOf<PageEditorAttributes>>(200))
}
