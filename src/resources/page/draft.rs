//! The draft of a page as a whole: its blocks in order, saved together while somebody writes.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::block_types;
use super::content::{self, Reader};
use super::document::{BlockGround, PageBlockAttributes, StoredBlock, blocks_of, resource};
use super::render::Scene;
use super::{MOST_BLOCKS, Page, version};
use crate::app::access::{Access, Action, action};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{AllOf, Described, Input, Routes};
use crate::jsonapi::{Document, Id};

/// A block as an editor sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SentBlock {
    /// Of a block that is stored; none for a new one.
    #[serde(default)]
    pub id: Option<String>,
    /// A name of the editor's own, not looked at.
    #[serde(default)]
    pub key: Option<String>,
    pub block_type: String,
    /// By the fields of the type, see `GET /content_block_types`.
    #[serde(default)]
    pub content: Map<String, Value>,
    #[serde(default)]
    pub ground: BlockGround,
    #[serde(default)]
    pub is_hidden: bool,
}

/// All blocks of a draft, in order.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct DraftForm {
    pub blocks: Vec<SentBlock>,
}

/// The order of the blocks: each of them once.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct BlockOrderForm {
    pub ids: Vec<String>,
}

/// Blocks as they may be stored, and what is wrong with them; a block of no known type is left out.
pub(super) fn read_blocks(
    connection: &Connection,
    center_id: i64,
    sent: &[SentBlock],
) -> Result<(Vec<StoredBlock>, Vec<FieldFault>)> {
    let mut reader = Reader {
        connection,
        center_id,
        is_stored: false,
        faults: Vec::new(),
    };
    let mut blocks = Vec::with_capacity(sent.len());
    for (at, block) in sent.iter().enumerate() {
        let Some(kind) = block_types::find(&block.block_type) else {
            let names: Vec<&str> = block_types::BLOCK_TYPES
                .iter()
                .map(|kind| kind.name)
                .collect();
            reader.faults.push(
                FieldFault::at(format!("/blocks/{at}/block_type"), "choice")
                    .with("allowed", names.join(", ")),
            );
            continue;
        };
        let content = reader.read(kind, &block.content, &format!("/blocks/{at}/content"))?;
        blocks.push(StoredBlock {
            id: block.id.as_deref().and_then(|id| id.parse().ok()),
            kind,
            content,
            ground: block.ground,
            is_hidden: block.is_hidden,
        });
    }
    Ok((blocks, reader.faults))
}

/// Stores these blocks as the draft. A block with the id of another page's, or of one that is gone, is a new one.
pub(super) fn store(
    tx: &Tx,
    page_id: i64,
    blocks: &[StoredBlock],
    actor: Option<i64>,
) -> Result<()> {
    let before = blocks_of(tx, page_id)?;
    let mut left: Vec<i64> = before.iter().filter_map(|block| block.id).collect();
    let is_same = |block: &StoredBlock, other: &StoredBlock| {
        block.id == other.id
            && block.kind.name == other.kind.name
            && block.content == other.content
            && block.ground == other.ground
            && block.is_hidden == other.is_hidden
    };
    if before.len() == blocks.len()
        && before
            .iter()
            .zip(blocks)
            .all(|(old, new)| is_same(old, new))
    {
        return Ok(());
    }
    for (at, block) in blocks.iter().enumerate() {
        let own = block
            .id
            .and_then(|id| left.iter().position(|known| *known == id));
        let values = named_params! {
            ":id": own.map(|at| left.swap_remove(at)),
            ":page_id": page_id,
            ":position": i64::try_from(at + 1).unwrap_or(i64::MAX),
            ":block_type": block.kind.name,
            ":content": serde_json::to_string(&block.content)?,
            ":ground": block.ground,
            ":is_hidden": block.is_hidden,
            ":now": tx.now(),
        };
        tx.prepare_cached(
            "insert into content_blocks (id, page_id, position, block_type, content, ground, is_hidden, created_at, updated_at)
             values (:id, :page_id, :position, :block_type, :content, :ground, :is_hidden, :now, :now)
             on conflict (id) do update set position = excluded.position, block_type = excluded.block_type,
               content = excluded.content, ground = excluded.ground, is_hidden = excluded.is_hidden,
               version = version + iif(content = excluded.content and ground = excluded.ground and is_hidden = excluded.is_hidden
                                       and position = excluded.position and block_type = excluded.block_type, 0, 1),
               updated_at = excluded.updated_at",
        )?
        .execute(values)?;
    }
    for id in left {
        tx.prepare_cached("delete from content_blocks where id = ?1")?
            .execute([id])?;
    }
    changed(tx, page_id, actor)
}

/// What follows a change of the draft's blocks: the page has another version, and its pictures are known.
pub(super) fn changed(tx: &Tx, page_id: i64, actor: Option<i64>) -> Result<()> {
    tx.prepare_cached(
        "update pages set version = version + 1, has_unpublished_changes = 1, updated_at = ?2 where id = ?1",
    )?
    .execute((page_id, tx.now()))?;
    note_pictures(tx, page_id)?;
    version::record(tx, page_id, (actor, false)).map(drop)
}

/// Notes which pictures stand in the draft and in what is published: they cannot be deleted.
pub(super) fn note_pictures(tx: &Tx, page_id: i64) -> Result<()> {
    let mut found: Vec<i64> = Vec::new();
    let mut published =
        tx.prepare_cached("select blocks from published_pages where page_id = ?1")?;
    let texts: Vec<String> = published
        .query_map([page_id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut blocks = blocks_of(tx, page_id)?;
    for text in texts {
        blocks.extend(super::document::from_json(&text)?);
    }
    for block in &blocks {
        found.extend(content::pictures(block.kind, &block.content));
    }
    tx.prepare_cached("delete from page_uploads where page_id = ?1")?
        .execute([page_id])?;
    tx.prepare_cached(
        "insert or ignore into page_uploads (page_id, upload_id)
         select ?1, u.id from uploads u where u.id in (select value from json_each(?2))
            or u.id in (select p.image_id from pages p where p.id = ?1 union select p.og_image_id from pages p where p.id = ?1)
            or u.url in (select p.image_url from published_pages p where p.page_id = ?1
                         union select p.og_image_url from published_pages p where p.page_id = ?1)",
    )?
    .execute((page_id, serde_json::to_string(&found)?))?;
    Ok(())
}

/// The draft as a document, with the version of the page as its tag.
pub(super) async fn shown<A: Action>(access: &Access<Page, A>, id: Id<Page>) -> Result<Document> {
    let (blocks, version, locale, has_title) = access
        .read(move |connection| {
            let (version, locale, has_title): (i64, String, bool) = connection
                .prepare_cached(
                    "select version, locale, show_title_on_page from pages where id = ?1",
                )?
                .query_row([id.number()], |row| row.try_into())
                .optional()?
                .ok_or(Code::NotFound)?;
            Ok((
                blocks_of(connection, id.number())?,
                version,
                locale,
                has_title,
            ))
        })
        .await?;
    let locale = Locale::parse(&locale).unwrap_or_default();
    let (scene, _) = Scene::gather(access, &blocks, (locale, has_title)).await?;
    let htmls = scene.fill(&blocks)?;
    let address = |id| scene.address_of_picture(id);
    let data: Vec<Value> = blocks
        .iter()
        .enumerate()
        .zip(&htmls)
        .map(|(block, html)| resource(block, html, &address))
        .collect();
    let body = json!({ "data": data, "meta": { "total": data.len() } });
    Ok(Document::new(body.to_string().into_bytes(), Some(version)))
}

async fn list(
    access: Access<Page, action::Update>,
    id: Id<Page>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    access
        .read(move |connection| rows.require(connection, id))
        .await?;
    shown(&access, id).await
}

async fn save(
    access: Access<Page, action::Update>,
    id: Id<Page>,
    input: Input<DraftForm>,
) -> Result<Document> {
    let sent = input.body.blocks;
    if sent.len() > MOST_BLOCKS {
        return Err(FieldFault::at("/blocks", "items")
            .with("max", MOST_BLOCKS)
            .into());
    }
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let (blocks, faults) = read_blocks(tx, center_of(tx, id)?, &sent)?;
            if !faults.is_empty() {
                return Err(Error::Invalid(faults));
            }
            store(tx, id.number(), &blocks, rows.ctx().user_id())
        })
        .await?;
    shown(&access, id).await
}

async fn order(
    access: Access<Page, action::Update>,
    id: Id<Page>,
    input: Input<BlockOrderForm>,
) -> Result<Document> {
    let wanted: Vec<Option<i64>> = input.body.ids.iter().map(|id| id.parse().ok()).collect();
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let mut blocks = blocks_of(tx, id.number())?;
            let mut ordered = Vec::with_capacity(blocks.len());
            for (at, id) in wanted.iter().enumerate() {
                let found = blocks
                    .iter()
                    .position(|block| id.is_some() && block.id == *id)
                    .ok_or_else(|| FieldFault::at(format!("/ids/{at}"), "not_found"))?;
                ordered.push(blocks.remove(found));
            }
            if !blocks.is_empty() {
                return Err(FieldFault::at("/ids", "incomplete")
                    .with("count", blocks.len())
                    .into());
            }
            store(tx, id.number(), &ordered, rows.ctx().user_id())
        })
        .await?;
    shown(&access, id).await
}

/// The centre of a page.
pub(super) fn center_of(connection: &Connection, id: Id<Page>) -> Result<i64> {
    Ok(connection
        .prepare_cached("select volunteer_center_id from pages where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?)
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/content_blocks", list)
        .named(
            "listPageBlocks",
            "Lists the blocks of a page's draft, in order",
        )
        .answers(Described::json::<AllOf<PageBlockAttributes>>(200))
        .action(Method::PUT, "/{id}/content_blocks", save)
        .named("savePageBlocks", "Saves all blocks of a page's draft")
        .answers(Described::json::<AllOf<PageBlockAttributes>>(200))
        .action(Method::PUT, "/{id}/content_blocks/order", order)
        .named(
            "orderPageBlocks",
            "Puts the blocks of a page's draft in another order",
        )
        .answers(Described::json::<AllOf<PageBlockAttributes>>(200))
}
