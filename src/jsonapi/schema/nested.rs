//! Nested list: child rows that are read and written inside the document of their parent (docs/engine.md#nested-lists).
//! The attribute of the parent is a `Vec` of the item's type.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use validator::Validate;

use super::table::{Kind, PerType, kind, schema_of};
use crate::error::Result;
use crate::jsonapi::write::input::whole;

/// Row of a nested list: a struct with `id: Option<AnyId>`, `position: i64`, and one field per column.
pub trait NestedItem:
    Serialize + DeserializeOwned + JsonSchema + Validate + Send + 'static
{
    const TABLE: &'static str;
    /// The column with the parent's id.
    const PARENT: &'static str;
    /// Lists inside the item.
    const NESTED: &'static [Nested] = &[];
}

/// Declaration of a nested list.
#[derive(Clone, Copy)]
pub struct Nested {
    pub field: &'static str,
    /// Maximum number of items per parent.
    pub most: usize,
    pub item: fn() -> &'static NestedTable,
}

pub const fn nested<I: NestedItem>(field: &'static str, most: usize) -> Nested {
    Nested {
        field,
        most,
        item: nested_table::<I>,
    }
}

/// Table of the items, derived from the schema of their type.
pub struct NestedTable {
    pub name: &'static str,
    pub parent: &'static str,
    /// The columns besides `id` and the parent's id; `position` is one of them.
    pub columns: Vec<NestedColumn>,
    pub required: Vec<String>,
    pub nested: &'static [Nested],
    /// Validates the item's own fields.
    pub validate: fn(&[&str], Map<String, Value>) -> Result<()>,
}

pub struct NestedColumn {
    pub name: String,
    pub kind: Kind,
    pub is_read_only: bool,
}

fn nested_table<I: NestedItem>() -> &'static NestedTable {
    static TABLES: PerType<NestedTable> = PerType::new();
    TABLES.of::<I>(make::<I>)
}

fn make<I: NestedItem>() -> NestedTable {
    let schema = schema_of::<I>();
    let is_list = |name: &str| I::NESTED.iter().any(|nested| nested.field == name);
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    NestedTable {
        name: I::TABLE,
        parent: I::PARENT,
        columns: properties
            .into_iter()
            .flatten()
            .filter(|(name, _)| *name != "id" && !is_list(name))
            .map(|(name, property)| NestedColumn {
                name: name.clone(),
                kind: kind(property),
                is_read_only: property["readOnly"].as_bool().unwrap_or_default(),
            })
            .collect(),
        required: required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        nested: I::NESTED,
        validate: |required, attributes| whole::<I>(required, attributes).map(drop),
    }
}

impl Nested {
    /// SQL that yields the list of one parent as JSON text, in the order of its positions.
    pub fn sql(&self, parent: &str) -> String {
        let table = (self.item)();
        // `n1` in the list of `t`, `n2` in that of `n1`.
        let depth = parent.strip_prefix('n').and_then(|n| n.parse().ok());
        let alias = format!("n{}", depth.map_or(1, |depth: u32| depth + 1));
        let mut members = format!("'id', cast({alias}.id as text)");
        for NestedColumn { name, kind, .. } in &table.columns {
            let column = format!("{alias}.{name}");
            let value = match kind {
                Kind::Bool => {
                    format!("json(case {column} when 0 then 'false' when 1 then 'true' end)")
                }
                Kind::Id => format!("cast({column} as text)"),
                Kind::Json => format!("json({column})"),
                Kind::Text | Kind::Integer | Kind::Real => column,
            };
            members.extend([", '", name, "', ", &value]);
        }
        for inner in table.nested {
            members.extend([", '", inner.field, "', json(", &inner.sql(&alias), ")"]);
        }
        format!(
            "(select json_group_array(json_object({members}) order by {alias}.position, {alias}.id)
                from {} {alias} where {alias}.{} = {parent}.id)",
            table.name, table.parent
        )
    }

    /// Adds to the schema of the parent's attributes what every nested list has: the bound and `_destroy`.
    pub fn describe(&self, schema: &mut Value) {
        let Some(list) = schema.pointer_mut(&format!("/properties/{}", self.field)) else {
            return;
        };
        list["maxItems"] = self.most.into();
        let items = &mut list["items"];
        for inner in (self.item)().nested {
            inner.describe(items);
        }
        if let Some(properties) = items.get_mut("properties").and_then(Value::as_object_mut) {
            properties.insert(
                "_destroy".to_owned(),
                json!({ "type": "boolean", "default": false, "writeOnly": true,
                        "description": "Deletes the item with this id." }),
            );
        }
    }

    /// The tables of the list and of the lists inside it.
    pub fn tables(&self) -> Vec<&'static str> {
        let table = (self.item)();
        let inner = table.nested.iter().flat_map(Nested::tables);
        std::iter::once(table.name).chain(inner).collect()
    }
}
