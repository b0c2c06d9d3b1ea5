//! Single blocks of a draft: added, changed, deleted, duplicated, also to another page.

use axum::http::Method;
use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::document::{BlockGround, PageBlockAttributes, StoredBlock, blocks_of, resource};
use super::draft::{SentBlock, center_of, read_blocks, store};
use super::render::Scene;
use super::{MOST_BLOCKS, Page};
use crate::app::access::{Access, Action, action};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Sent};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::typed_json::{Misfit, from_value};
use crate::jsonapi::{Answer, Document, Id, Relation, Resource, belongs_to};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::privacy::prelude::*;

pub struct ContentBlock;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ContentBlockAttributes {
    #[schemars(extend("readOnly" = true))]
    pub page_id: Id<Page>,
    pub block_type: String,
    #[serde(default)]
    pub position: i64,
    #[serde(default)]
    pub content: Map<String, Value>,
    #[serde(default)]
    pub ground: BlockGround,
    #[serde(default)]
    pub is_hidden: bool,
}

impl Resource for ContentBlock {
    const TYPE: &'static str = "content_blocks";
    const ALIAS: &'static str = "content_block";
    type Attributes = ContentBlockAttributes;
    const DEFAULT_SORT: &'static str = "id";
    const RELATIONS: &'static [Relation] = &[belongs_to::<Page>("page", "page_id")];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;
}

impl Declared for ContentBlock {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/content-calls.ts", "content_blocks"));
    const ABOUT: &'static str = "Blocks of a page's draft.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("content_blocks", "what a centre writes on its pages"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the page"));
    const EXPORT: Option<Export> = Some(Export::No("they are read on the site"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
}

/// A new block and its place.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct NewBlockForm {
    #[serde(flatten)]
    pub block: SentBlock,
    /// From 1; at the end without.
    #[serde(default)]
    pub position: Option<usize>,
}

/// A change of a block: what is not named stays.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct BlockChangeForm {
    #[serde(default)]
    pub content: Option<Map<String, Value>>,
    #[serde(default)]
    pub ground: Option<BlockGround>,
    #[serde(default)]
    pub is_hidden: Option<bool>,
    /// From 1.
    #[serde(default)]
    pub position: Option<usize>,
}

/// Where a copy goes.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct BlockCopyForm {
    /// Another page of the centre; none: below the block itself.
    #[serde(default)]
    pub page_id: Option<String>,
}

/// The body, alone or as the attributes of a document.
pub(super) fn attributes<T: serde::de::DeserializeOwned>(sent: &Value) -> Result<T> {
    let sent = sent.pointer("/data/attributes").unwrap_or(sent);
    let sent = match sent {
        Value::Null => json!({}),
        sent => sent.clone(),
    };
    from_value(&sent).map_err(|Misfit { pointer, reason }| {
        FieldFault::at(format!("/{pointer}"), "type")
            .with("reason", reason)
            .into()
    })
}

/// The page of a block.
fn page_of(connection: &rusqlite::Connection, id: Id<ContentBlock>) -> Result<Id<Page>> {
    let page: Option<i64> = connection
        .prepare_cached("select page_id from content_blocks where id = ?1")?
        .query_row([id.number()], |row| row.get(0))
        .optional()?;
    page.map(Id::new).ok_or_else(|| Code::NotFound.into())
}

/// A block for the draft, or what is wrong with it.
fn read_one(tx: &Tx, page: Id<Page>, sent: SentBlock) -> Result<StoredBlock> {
    let (mut blocks, faults) = read_blocks(tx, center_of(tx, page)?, &[sent])?;
    if faults.is_empty()
        && let Some(block) = blocks.pop()
    {
        return Ok(block);
    }
    let faults = faults.into_iter().map(|mut fault| {
        fault.pointer = fault.pointer.replacen("/blocks/0", "/data/attributes", 1);
        fault
    });
    Err(Error::Invalid(faults.collect()))
}

fn require_room(blocks: &[StoredBlock]) -> Result<()> {
    if blocks.len() < MOST_BLOCKS {
        return Ok(());
    }
    Err(FieldFault::attribute("position", "items")
        .with("max", MOST_BLOCKS)
        .into())
}

/// Puts a block at a place of a draft and returns its id.
fn insert(
    tx: &Tx,
    page: Id<Page>,
    (block, position): (StoredBlock, Option<usize>),
    actor: Option<i64>,
) -> Result<i64> {
    let mut blocks = blocks_of(tx, page.number())?;
    require_room(&blocks)?;
    let at = position.map_or(blocks.len(), |position| {
        position.saturating_sub(1).min(blocks.len())
    });
    blocks.insert(at, StoredBlock { id: None, ..block });
    store(tx, page.number(), &blocks, actor)?;
    let stored = blocks_of(tx, page.number())?;
    let id = stored.get(at).and_then(|block| block.id);
    id.ok_or_else(|| Error::internal("the block is not stored"))
}

/// A stored block with its HTML.
async fn shown<R: Resource, A: Action>(access: &Access<R, A>, id: i64) -> Result<Value> {
    let (blocks, locale, has_title) = access
        .read(move |connection| {
            let page = page_of(connection, Id::new(id))?;
            let (locale, has_title): (String, bool) = connection
                .prepare_cached("select locale, show_title_on_page from pages where id = ?1")?
                .query_row([page.number()], |row| row.try_into())?;
            Ok((blocks_of(connection, page.number())?, locale, has_title))
        })
        .await?;
    let at = blocks
        .iter()
        .position(|block| block.id == Some(id))
        .ok_or(Code::NotFound)?;
    let locale = Locale::parse(&locale).unwrap_or_default();
    let (scene, _) = Scene::gather(access, &blocks, (locale, has_title)).await?;
    let htmls = scene.fill(&blocks)?;
    let (Some(block), Some(html)) = (blocks.get(at), htmls.get(at)) else {
        return Err(Code::NotFound.into());
    };
    let address = |id| scene.address_of_picture(id);
    Ok(json!({ "data": resource((at, block), html, &address) }))
}

async fn add(
    access: Access<Page, action::Update>,
    page: Id<Page>,
    input: Input<Sent<NewBlockForm>>,
) -> Result<Answer> {
    let form: NewBlockForm = attributes(&input.body)?;
    let written = access
        .post(input.key, move |tx, rows| {
            rows.require(tx, page)?;
            let block = read_one(tx, page, form.block)?;
            let id = insert(tx, page, (block, form.position), rows.ctx().user_id())?;
            Ok(Answer::created(
                format!("/api/v1/pages/{page}/content_blocks"),
                id.to_string(),
            ))
        })
        .await?;
    with_html(&access, written).await
}

/// The stored answer is the block's id: its HTML follows what it shows by now.
async fn with_html<R: Resource, A: Action>(
    access: &Access<R, A>,
    written: Answer,
) -> Result<Answer> {
    let id = written.body.parse().map_err(|_| Code::NotFound)?;
    let body = shown(access, id).await?.to_string();
    Ok(Answer { body, ..written })
}

async fn change(
    access: Access<ContentBlock, action::Update>,
    id: Id<ContentBlock>,
    input: Input<Sent<BlockChangeForm>>,
) -> Result<Document> {
    let form: BlockChangeForm = attributes(&input.body)?;
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let page = page_of(tx, id)?;
            let mut blocks = blocks_of(tx, page.number())?;
            let at = blocks
                .iter()
                .position(|block| block.id == Some(id.number()))
                .ok_or(Code::NotFound)?;
            let old = blocks.remove(at);
            let block = read_one(
                tx,
                page,
                SentBlock {
                    id: old.id.map(|id| id.to_string()),
                    key: None,
                    block_type: old.kind.name.to_owned(),
                    content: form.content.unwrap_or(old.content),
                    ground: form.ground.unwrap_or(old.ground),
                    is_hidden: form.is_hidden.unwrap_or(old.is_hidden),
                },
            )?;
            let to = form
                .position
                .map_or(at, |position| position.saturating_sub(1));
            blocks.insert(to.min(blocks.len()), block);
            store(tx, page.number(), &blocks, rows.ctx().user_id())
        })
        .await?;
    let version = access
        .read(move |connection| {
            Ok(connection
                .prepare_cached("select version from content_blocks where id = ?1")?
                .query_row([id.number()], |row| row.get(0))
                .optional()?)
        })
        .await?;
    let body = shown(&access, id.number()).await?;
    Ok(Document::new(body.to_string().into_bytes(), version))
}

async fn remove(
    access: Access<ContentBlock, action::Delete>,
    id: Id<ContentBlock>,
    _: Input<()>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let page = page_of(tx, id)?;
            let mut blocks = blocks_of(tx, page.number())?;
            blocks.retain(|block| block.id != Some(id.number()));
            store(tx, page.number(), &blocks, rows.ctx().user_id())
        })
        .await?;
    Ok(Answer::empty())
}

async fn duplicate(
    access: Access<ContentBlock, action::Update>,
    id: Id<ContentBlock>,
    input: Input<Sent<BlockCopyForm>>,
) -> Result<Answer> {
    let form: BlockCopyForm = attributes(&input.body)?;
    let written = access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            let own = page_of(tx, id)?;
            let blocks = blocks_of(tx, own.number())?;
            let at = blocks
                .iter()
                .position(|block| block.id == Some(id.number()))
                .ok_or(Code::NotFound)?;
            let block = blocks.into_iter().nth(at).ok_or(Code::NotFound)?;
            let (page, position) = match &form.page_id {
                None => (own, Some(at + 2)),
                Some(other) => {
                    let other: i64 = other
                        .parse()
                        .map_err(|_| FieldFault::attribute("page_id", "not_found"))?;
                    let other = Id::<Page>::new(other);
                    let may = rows.beside::<Page, action::Update>()?;
                    // Pictures and forms belong to a centre.
                    if may.require(tx, other).is_err()
                        || center_of(tx, other)? != center_of(tx, own)?
                    {
                        return Err(FieldFault::attribute("page_id", "not_found").into());
                    }
                    (other, None)
                }
            };
            let copy = insert(tx, page, (block, position), rows.ctx().user_id())?;
            Ok(Answer::created(
                format!("/api/v1/pages/{page}/content_blocks"),
                copy.to_string(),
            ))
        })
        .await?;
    with_html(&access, written).await
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "/{id}/content_blocks", add)
        .named("addPageBlock", "Adds a block to a page's draft")
        .answers(Described::json::<OneOf<PageBlockAttributes>>(201))
        .action(Method::PATCH, "/{id}", change)
        .named("changeContentBlock", "Changes a block of a draft")
        .answers(Described::json::<OneOf<PageBlockAttributes>>(200))
        .action(Method::PUT, "/{id}", change)
        .named(
            "replaceContentBlock",
            "The same as PATCH: changes what is named",
        )
        .answers(Described::json::<OneOf<PageBlockAttributes>>(200))
        .action(Method::DELETE, "/{id}", remove)
        .named("deleteContentBlock", "Deletes a block of a draft")
        .answers(Described::empty())
        .action(Method::POST, "/{id}/duplicate", duplicate)
        .named(
            "duplicateContentBlock",
            "Copies a block, also to another page",
        )
        .answers(Described::json::<OneOf<PageBlockAttributes>>(201))
}
