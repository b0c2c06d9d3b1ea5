//! Stored blocks, and the documents that show them.

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::block_types::{self, BlockType, Field, Kind};
use crate::error::Result;
use crate::http::routes::Typed;

/// A block as it is stored. One of a type that the program does not know any more is left out.
#[derive(Clone)]
pub struct StoredBlock {
    pub id: Option<i64>,
    pub kind: &'static BlockType,
    pub content: Map<String, Value>,
    pub ground: BlockGround,
    pub is_hidden: bool,
}

/// What a block stands on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlockGround {
    #[default]
    Page,
    Card,
    Accent,
    Dark,
}

crate::text_enum!(BlockGround {
    Page = "page",
    Card = "card",
    Accent = "accent",
    Dark = "dark",
});

/// A block of a page.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct PageBlockAttributes {
    pub block_type: String,
    pub position: i64,
    /// By the fields of the type, see `GET /content_block_types`.
    pub content: Map<String, Value>,
    pub ground: BlockGround,
    pub is_hidden: bool,
    /// As visitors see it.
    pub html: String,
}

impl Typed for PageBlockAttributes {
    const TYPE: &'static str = "content_blocks";
}

/// The blocks of a page's draft, in order.
pub fn blocks_of(connection: &Connection, page_id: i64) -> Result<Vec<StoredBlock>> {
    let mut statement = connection.prepare_cached(
        "select id, block_type, content, ground, is_hidden from content_blocks where page_id = ?1 order by position, id",
    )?;
    let found = statement.query_map([page_id], |row| {
        Ok((
            row.get::<_, i64>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, String>(2)?,
            row.get::<_, BlockGround>(3)?,
            row.get::<_, bool>(4)?,
        ))
    })?;
    let mut blocks = Vec::new();
    for row in found {
        let (id, name, content, ground, is_hidden) = row?;
        if let Some(kind) = block_types::find(&name) {
            blocks.push(StoredBlock {
                id: Some(id),
                kind,
                content: serde_json::from_str(&content)?,
                ground,
                is_hidden,
            });
        }
    }
    Ok(blocks)
}

/// Blocks as a version holds them.
pub fn as_json(blocks: &[StoredBlock]) -> Value {
    let list = blocks.iter().map(|block| {
        json!({
            "id": block.id,
            "block_type": block.kind.name,
            "content": block.content,
            "ground": block.ground,
            "is_hidden": block.is_hidden,
        })
    });
    Value::Array(list.collect())
}

/// The blocks of a version or of a published page.
pub fn from_json(text: &str) -> Result<Vec<StoredBlock>> {
    #[derive(Deserialize)]
    struct Kept {
        #[serde(default)]
        id: Option<i64>,
        block_type: String,
        #[serde(default)]
        content: Map<String, Value>,
        #[serde(default)]
        ground: BlockGround,
        #[serde(default)]
        is_hidden: bool,
    }
    let kept: Vec<Kept> = serde_json::from_str(text)?;
    let blocks = kept.into_iter().filter_map(|block| {
        Some(StoredBlock {
            id: block.id,
            kind: block_types::find(&block.block_type)?,
            content: block.content,
            ground: block.ground,
            is_hidden: block.is_hidden,
        })
    });
    Ok(blocks.collect())
}

/// The resource of an editor: content with the addresses of its pictures, and the HTML.
pub fn resource(
    (at, block): (usize, &StoredBlock),
    html: &str,
    addresses: &impl Fn(i64) -> Option<String>,
) -> Value {
    let mut content = block.content.clone();
    add_addresses(block.kind.fields, &mut content, addresses);
    json!({
        "type": PageBlockAttributes::TYPE,
        "id": block.id.map(|id| id.to_string()),
        "attributes": {
            "block_type": block.kind.name,
            "position": at + 1,
            "content": content,
            "ground": block.ground,
            "is_hidden": block.is_hidden,
            "html": html,
        },
    })
}

fn add_addresses(
    fields: &[Field],
    content: &mut Map<String, Value>,
    addresses: &impl Fn(i64) -> Option<String>,
) {
    for field in fields {
        let Some(value) = content.get_mut(field.name) else {
            continue;
        };
        match field.kind {
            Kind::Picture => {
                let id = value.get("upload_id").and_then(Value::as_str);
                let url = id.and_then(|id| id.parse().ok()).and_then(addresses);
                let url = url.or_else(|| {
                    let name = value.get("stock").and_then(Value::as_str)?;
                    Some(stock_address(name))
                });
                if let (Some(url), Some(picture)) = (url, value.as_object_mut()) {
                    picture.insert("url".to_owned(), url.into());
                }
            }
            Kind::List { fields, .. } => {
                let items = value.as_array_mut().into_iter().flatten();
                for item in items.filter_map(Value::as_object_mut) {
                    add_addresses(fields, item, addresses);
                }
            }
            _ => {}
        }
    }
}

/// Address of a drawing of the program's own.
pub fn stock_address(name: &str) -> String {
    format!("/img/{name}.svg")
}
