//! Versions of a page: one for each publication, and one for every ten minutes in which somebody edits it. Restoring
//! one makes a new draft.

use std::collections::HashMap;

use axum::http::Method;
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::content::Reader;
use super::document::{PageBlockAttributes, as_json, blocks_of, from_json, resource};
use super::draft::{center_of, store};
use super::render::Scene;
use super::{Page, PageAttributes};
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::routes::{
    AllOf, Described, FromPath, Ignored, Input, OperationKind, Routes, Typed,
};
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::write::store as rows_of;
use crate::jsonapi::{Answer, Document, Id, table};

/// Versions that are kept of those that were not published, and of those that were.
const MOST: i64 = 50;
const MOST_PUBLISHED: i64 = 100;

/// One version, newest first in a list.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct PageVersionAttributes {
    pub number: i64,
    pub at: String,
    pub actor_name: Option<String>,
    pub is_published: bool,
    pub title: String,
    pub blocks_count: i64,
}

impl Typed for PageVersionAttributes {
    const TYPE: &'static str = "page_versions";
}

/// A version with what it holds.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PageVersionDocument")]
struct PageVersionDocument {
    data: PageVersionResource,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct PageVersionResource {
    r#type: String,
    id: String,
    attributes: PageVersionContent,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct PageVersionContent {
    number: i64,
    at: String,
    actor_name: Option<String>,
    is_published: bool,
    /// Attributes of the page.
    page: Map<String, Value>,
    blocks: Vec<PageBlockAttributes>,
}

/// Keeps the present state as a version; within ten minutes of work by one person the last one is brought up to date.
/// Returns its number.
pub(super) fn record(
    tx: &Tx,
    page_id: i64,
    (actor, is_published): (Option<i64>, bool),
) -> Result<i64> {
    let page = rows_of::load::<Page>(tx, Id::new(page_id))?.ok_or(Code::NotFound)?;
    record_as(tx, page_id, (actor, is_published), &page)
}

/// Keeps the state before a change of the page's own fields, which is not stored yet, unless a version has it.
pub(super) fn before_change(tx: &Tx, page_id: i64, actor: Option<i64>) -> Result<()> {
    record(tx, page_id, (actor, false)).map(drop)
}

fn record_as(
    tx: &Tx,
    page_id: i64,
    (actor, is_published): (Option<i64>, bool),
    page: &PageAttributes,
) -> Result<i64> {
    let fields = serde_json::to_string(&writable(page)?)?;
    let blocks = as_json(&blocks_of(tx, page_id)?).to_string();
    let last: Option<(i64, String, String, bool, bool)> = tx
        .prepare_cached(
            "select number, fields, blocks, is_published,
                    actor_id is ?2 and is_closed = 0 and at > strftime('%Y-%m-%dT%H:%M:%SZ', ?3, '-10 minutes')
               from page_versions where page_id = ?1 order by number desc limit 1",
        )?
        .query_row((page_id, actor, tx.now()), |row| row.try_into())
        .optional()?;
    let mut number = 1;
    if let Some((last, old_fields, old_blocks, was_published, is_recent)) = last {
        let is_same = fields == old_fields && blocks == old_blocks;
        if is_same && (was_published || !is_published) {
            return Ok(last);
        }
        if !was_published && (is_recent || is_same) {
            tx.prepare_cached(
                "update page_versions set fields = ?3, blocks = ?4, is_published = ?5 where page_id = ?1 and number = ?2",
            )?
            .execute((page_id, last, fields, blocks, is_published))?;
            return Ok(last);
        }
        number = last + 1;
    }
    tx.prepare_cached(
        "insert into page_versions (page_id, number, fields, blocks, is_published, actor_id, at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute((
        page_id,
        number,
        fields,
        blocks,
        is_published,
        actor,
        tx.now(),
    ))?;
    tx.prepare_cached(
        "delete from page_versions where page_id = :page_id and (
           (is_published = 0 and number not in (select number from page_versions where page_id = :page_id and is_published = 0 order by number desc limit :most))
           or (is_published = 1 and number not in (select number from page_versions where page_id = :page_id and is_published = 1 order by number desc limit :most_published)))",
    )?
    .execute(named_params! {":page_id": page_id, ":most": MOST, ":most_published": MOST_PUBLISHED})?;
    Ok(number)
}

/// The attributes that an editor sets.
fn writable(page: &PageAttributes) -> Result<Map<String, Value>> {
    let Value::Object(all) = serde_json::to_value(page)? else {
        return Ok(Map::new());
    };
    let is_kept = |name: &str| {
        let column = table::<Page>().column(name);
        column.is_some_and(|column| column.is_stored && !column.is_read_only)
    };
    Ok(all.into_iter().filter(|(name, _)| is_kept(name)).collect())
}

struct Kept {
    number: i64,
    at: String,
    actor_name: Option<String>,
    is_published: bool,
    fields: String,
    blocks: String,
}

fn one(connection: &rusqlite::Connection, id: Id<Page>, number: i64) -> Result<Kept> {
    connection
        .prepare_cached(
            "select v.number, v.at, nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), v.is_published, v.fields, v.blocks
               from page_versions v left join users u on u.id = v.actor_id where v.page_id = ?1 and v.number = ?2",
        )?
        .query_row((id.number(), number), |row| {
            Ok(Kept {
                number: row.get(0)?,
                at: row.get(1)?,
                actor_name: row.get(2)?,
                is_published: row.get(3)?,
                fields: row.get(4)?,
                blocks: row.get(5)?,
            })
        })
        .optional()?
        .ok_or_else(|| Code::NotFound.into())
}

async fn list(
    access: Access<Page, action::Update>,
    id: Id<Page>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let data: Vec<Value> = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let mut statement = connection.prepare_cached(
                "select v.number, v.at, nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), v.is_published,
                        v.fields ->> 'title', json_array_length(v.blocks)
                   from page_versions v left join users u on u.id = v.actor_id where v.page_id = ?1 order by v.number desc",
            )?;
            let found = statement.query_map([id.number()], |row| {
                let number: i64 = row.get(0)?;
                Ok(json!({
                    "type": PageVersionAttributes::TYPE,
                    "id": number.to_string(),
                    "attributes": {
                        "number": number,
                        "at": row.get::<_, String>(1)?,
                        "actor_name": row.get::<_, Option<String>>(2)?,
                        "is_published": row.get::<_, bool>(3)?,
                        "title": row.get::<_, Option<String>>(4)?.unwrap_or_default(),
                        "blocks_count": row.get::<_, i64>(5)?,
                    },
                }))
            })?;
            Ok(found.collect::<rusqlite::Result<_>>()?)
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

/// A version of a page in a path.
pub struct OneVersion(Id<Page>, i64);

impl FromPath for OneVersion {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let number = path.get("number").and_then(|number| number.parse().ok());
        Ok(Self(Id::read(path)?, number.ok_or(Code::NotFound)?))
    }

    fn target(&self) -> Target {
        self.0.target()
    }

    fn row<S: 'static>(&self) -> Option<Id<S>> {
        self.0.row()
    }
}

async fn show(
    access: Access<Page, action::Update>,
    OneVersion(id, number): OneVersion,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let kept = access
        .read(move |connection| {
            rows.require(connection, id)?;
            one(connection, id, number)
        })
        .await?;
    let fields: Map<String, Value> = serde_json::from_str(&kept.fields)?;
    let blocks = from_json(&kept.blocks)?;
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    let locale = Locale::parse(text("locale")).unwrap_or_default();
    let has_title = fields.get("show_title_on_page") != Some(&Value::Bool(false));
    let (scene, _) = Scene::gather(&access, &blocks, (locale, has_title)).await?;
    let htmls = scene.fill(&blocks)?;
    let address = |id| scene.address_of_picture(id);
    let shown: Vec<Value> = blocks
        .iter()
        .enumerate()
        .zip(&htmls)
        .filter_map(|(block, html)| resource(block, html, &address).get("attributes").cloned())
        .collect();
    Ok(Document::of(&json!({ "data": {
        "type": PageVersionAttributes::TYPE,
        "id": number.to_string(),
        "attributes": {
            "number": kept.number,
            "at": kept.at,
            "actor_name": kept.actor_name,
            "is_published": kept.is_published,
            "page": fields,
            "blocks": shown,
        },
    } })))
}

/// Fields that a version does not bring back: the address has redirects of its own, and the language stays.
const STAYS: [&str; 4] = ["slug", "locale", "page_type", "translation_of_id"];

async fn restore(
    access: Access<Page, action::Update>,
    OneVersion(id, number): OneVersion,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            let kept = one(tx, id, number)?;
            let mut fields: Map<String, Value> = serde_json::from_str(&kept.fields)?;
            fields.retain(|name, _| !STAYS.contains(&name.as_str()));
            let center_id = center_of(tx, id)?;
            // A picture that is gone by now stays away.
            for name in ["image_id", "og_image_id"] {
                let picture = fields.get(name).and_then(Value::as_str);
                let picture = picture.and_then(|picture| picture.parse::<i64>().ok());
                if let Some(picture) = picture
                    && !super::is_own_picture(tx, picture, center_id)?
                {
                    fields.insert(name.to_owned(), Value::Null);
                }
            }
            // What was there before stays a version.
            record(tx, id.number(), (rows.ctx().user_id(), false))?;
            tx.prepare_cached("update page_versions set is_closed = 1 where page_id = ?1")?
                .execute([id.number()])?;
            rows.update(tx, id, fields)?;
            let mut reader = Reader {
                connection: tx,
                center_id,
                is_stored: true,
                faults: Vec::new(),
            };
            let mut blocks = from_json(&kept.blocks)?;
            for block in &mut blocks {
                block.content = reader.read(block.kind, &block.content, "/blocks")?;
            }
            store(tx, id.number(), &blocks, rows.ctx().user_id())?;
            Ok(Answer::created(
                format!("/api/v1/pages/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/versions", list)
        .named(
            "listPageVersions",
            "Lists the versions of a page, from the newest",
        )
        .answers(Described::json::<AllOf<PageVersionAttributes>>(200))
        .action(Method::GET, "/{id}/versions/{number}", show)
        .named(
            "getPageVersion",
            "Shows a version of a page with its blocks",
        )
        .answers(Described::json::<PageVersionDocument>(200))
        .action(Method::POST, "/{id}/versions/{number}/restore", restore)
        .named("restorePageVersion", "Makes a draft of a version")
        .answering(OperationKind::Create)
        .answers(Described::one::<Page>(201))
}
