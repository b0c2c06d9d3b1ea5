//! `POST /pages/{id}/duplicate`: a draft with the same blocks and settings.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Page;
use super::document::{StoredBlock, blocks_of};
use super::draft::store;
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Answer, Id, table};

/// What belongs to one page alone.
const OWN: &[&str] = &["slug", "featured", "translation_of_id"];

/// In which language the copy is.
#[derive(Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct PageCopyForm {
    /// The other language makes the copy its translation.
    pub locale: Option<String>,
}

pub(super) async fn duplicate(
    access: Access<Page, action::Create>,
    id: Id<Page>,
    input: Input<Sent<PageCopyForm>>,
) -> Result<Answer> {
    let wanted = super::blocks::attributes::<PageCopyForm>(&input.body)?.locale;
    access
        .post(input.key, move |tx, rows| {
            let page = rows.beside::<Page, action::Update>()?.load(tx, id)?;
            let Value::Object(mut attributes) = serde_json::to_value(&page)? else {
                return Err(Error::internal("attributes are an object"));
            };
            let is_set = |name: &str| {
                let column = table::<Page>().column(name);
                column.is_some_and(|column| column.is_stored && !column.is_read_only)
            };
            attributes.retain(|name, value| {
                is_set(name) && !OWN.contains(&name.as_str()) && !value.is_null()
            });
            let locale = match wanted.as_deref() {
                None => page.locale.as_str(),
                Some(word) => Locale::parse(word)
                    .ok_or_else(|| FieldFault::at("/locale", "choice").with("allowed", "nl, en"))?
                    .as_str(),
            };
            if locale == page.locale.as_str() {
                let title: String = page.title.chars().take(140).collect();
                attributes.insert("title".to_owned(), format!("{title} (kopie)").into());
            } else {
                attributes.insert("locale".to_owned(), locale.into());
                attributes.insert("translation_of_id".to_owned(), id.to_string().into());
            }
            let copy = rows.create(tx, attributes)?;
            let blocks: Vec<StoredBlock> = blocks_of(tx, id.number())?
                .into_iter()
                .map(|block| StoredBlock { id: None, ..block })
                .collect();
            store(tx, copy.number(), &blocks, rows.ctx().user_id())?;
            Ok(Answer::created(
                format!("/api/v1/pages/{copy}"),
                rows.shown_text(tx, copy)?,
            ))
        })
        .await
}
