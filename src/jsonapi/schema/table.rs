//! Columns of a resource, derived from the schema of its attributes.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema as _, Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::facts::{AuditSubject, SessionAccess};
use super::nested::Nested;
use super::resource::{Filter, Joined, MostPer, Relation, Resource, Sort, Transition};
use crate::jsonapi::write::store::Storage;
use crate::presets::Features;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Integer,
    Real,
    Bool,
    /// An integer in the table, a string on the wire.
    Id,
    /// JSON text in the table, a list or an object on the wire.
    Json,
}

#[derive(Debug)]
pub struct Column {
    pub name: String,
    /// `,"name":` preformatted.
    key: Vec<u8>,
    pub kind: Kind,
    /// SQL over `t`.
    pub sql: String,
    /// True for a column of the table, false for a computed, nested or write-only attribute.
    pub is_stored: bool,
    /// A list of child rows in their own table.
    pub is_nested: bool,
    /// Set by the server (`server_set_fields`); not writable by clients.
    pub is_read_only: bool,
    /// Never rendered: a password, an address on its way to its own table.
    pub is_write_only: bool,
    pub is_required: bool,
    /// True if a row may be without a value.
    pub is_nullable: bool,
}

impl Column {
    /// `"name":`, preceded by a comma unless it is the first of its object.
    pub fn key(&self, is_first: bool) -> &[u8] {
        self.key.get(usize::from(is_first)..).unwrap_or_default()
    }
}

pub struct Table {
    pub type_name: &'static str,
    pub alias: &'static str,
    /// Column that tells rows apart.
    pub row: &'static str,
    pub columns: Vec<Column>,
    /// Attributes that are stored in one other row each.
    pub joined: &'static [Joined],
    pub filters: &'static [Filter],
    pub defaults: &'static [(&'static str, &'static str, &'static [&'static str])],
    pub sorts: &'static [Sort],
    pub default_sort: &'static str,
    pub largest_page: u32,
    pub relations: &'static [Relation],
    pub references: &'static [Relation],
    pub nested: &'static [Nested],
    pub counted: &'static [(&'static str, &'static str)],
    pub transitions: Vec<Transition>,
    pub depends: Vec<&'static str>,
    pub depends_signed_in: &'static [&'static str],
    pub next_change: Option<&'static str>,
    pub personal: &'static [&'static str],
    pub gone: &'static str,
    pub moved_to: Option<&'static str>,
    pub most_per: Option<MostPer>,
    pub slug: Option<&'static str>,
    /// How many versions of a row are kept.
    pub versions: Option<u32>,
    pub person: &'static str,
    /// Attributes whose old and new values stand in the audit log.
    pub told: &'static [&'static str],
    pub is_on: fn(Features) -> bool,
    /// Writes its rows.
    pub storage: Storage,
    pub audit_subject: Option<AuditSubject>,
    pub session_access: SessionAccess,
    /// The JSON schema of the attributes.
    pub schema: Value,
    /// The same with each type of its own under its name, for the OpenAPI document.
    pub attributes: fn(&mut SchemaGenerator) -> Schema,
}

impl Table {
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Whether some rows that were public once are gone (410).
    pub fn has_gone(&self) -> bool {
        self.gone != "0" || self.moved_to.is_some()
    }

    /// The values of an enumerated attribute.
    pub fn choices(&self, name: &str) -> Option<Vec<String>> {
        choices(self.schema.pointer(&format!("/properties/{name}"))?)
    }

    pub fn relation(&self, name: &str) -> Option<&'static Relation> {
        self.relations.iter().find(|relation| relation.name == name)
    }
}

/// Values computed once per type and kept for the life of the process.
pub(super) struct PerType<V: 'static>(OnceLock<Mutex<HashMap<TypeId, &'static V>>>);

impl<V> PerType<V> {
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    pub(super) fn of<T: 'static>(&self, make: fn() -> V) -> &'static V {
        let kept = self.0.get_or_init(Mutex::default);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entry(TypeId::of::<T>())
            .or_insert_with(|| Box::leak(Box::new(make())))
    }
}

/// The table of a resource.
pub fn table<R: Resource>() -> &'static Table {
    static TABLES: PerType<Table> = PerType::new();
    TABLES.of::<R>(make::<R>)
}

fn make<R: Resource>() -> Table {
    let mut schema = schema_of::<R::Attributes>().clone();
    for nested in R::NESTED {
        nested.describe(&mut schema);
    }
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let empty = Map::new();
    let columns = schema
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&empty)
        .iter()
        .map(|(name, property)| {
            let is_required = required.contains(&name.as_str());
            column::<R>(name, property, is_required)
        })
        .collect();
    Table {
        type_name: R::TYPE,
        alias: R::ALIAS,
        row: R::ROW,
        columns,
        joined: R::JOINED,
        filters: R::FILTERS,
        defaults: R::DEFAULTS,
        sorts: R::SORTS,
        default_sort: R::DEFAULT_SORT,
        largest_page: R::LARGEST_PAGE,
        relations: R::RELATIONS,
        references: R::REFERENCES,
        nested: R::NESTED,
        counted: R::COUNTED,
        transitions: R::transitions(),
        depends: R::DEPENDS
            .iter()
            .copied()
            .chain(R::NESTED.iter().flat_map(Nested::tables))
            .collect(),
        depends_signed_in: R::DEPENDS_SIGNED_IN,
        next_change: R::NEXT_CHANGE,
        personal: R::PERSONAL,
        gone: R::GONE,
        moved_to: R::MOVED_TO,
        most_per: R::MOST_PER,
        slug: R::SLUG,
        versions: R::VERSIONS,
        person: R::PERSON,
        told: R::TOLD,
        is_on: R::IS_ON,
        storage: Storage::of::<R>(),
        audit_subject: R::AUDIT_SUBJECT,
        session_access: R::SESSION_ACCESS,
        schema,
        attributes: |generator| R::Attributes::json_schema(generator),
    }
}

/// The JSON schema of a type with all references inlined.
pub fn schema_of<T: schemars::JsonSchema + 'static>() -> &'static Value {
    static SCHEMAS: PerType<Value> = PerType::new();
    SCHEMAS.of::<T>(inlined::<T>)
}

fn inlined<T: schemars::JsonSchema>() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator();
    let mut schema = T::json_schema(&mut generator).to_value();
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("title");
    }
    schema
}

fn column<R: Resource>(name: &str, property: &Value, is_required: bool) -> Column {
    let flag = |word: &str| property[word].as_bool().unwrap_or_default();
    let joined = R::JOINED.iter().find(|joined| joined.field == name);
    let computed = R::COMPUTED.iter().find(|computed| computed.field == name);
    let looked_up = joined.map(|joined| {
        let Joined {
            by, table, column, ..
        } = joined;
        format!("(select j.{column} from {table} j where j.id = t.{by})")
    });
    let nested = R::NESTED.iter().find(|nested| nested.field == name);
    let sql = looked_up
        .or_else(|| computed.map(|computed| format!("({})", computed.sql)))
        .or_else(|| nested.map(|nested| nested.sql("t")));
    let is_write_only = flag("writeOnly");
    Column {
        name: name.to_owned(),
        key: format!(",\"{name}\":").into_bytes(),
        kind: kind(property),
        is_stored: sql.is_none() && !is_write_only,
        is_nested: nested.is_some(),
        is_read_only: flag("readOnly") || (sql.is_some() && nested.is_none()),
        sql: sql.unwrap_or_else(|| format!("t.{name}")),
        is_write_only,
        is_required,
        is_nullable: is_nullable(property),
    }
}

fn is_nullable(property: &Value) -> bool {
    let is_null = |word: &Value| word == "null";
    match &property["type"] {
        Value::Array(words) => words.iter().any(is_null),
        word if is_null(word) => true,
        _ => ["anyOf", "oneOf"]
            .iter()
            .filter_map(|word| property[*word].as_array())
            .any(|options| options.iter().any(is_nullable)),
    }
}

fn choices(property: &Value) -> Option<Vec<String>> {
    let texts = |values: &[Value]| -> Vec<String> {
        let texts = values.iter().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    };
    let own = property["enum"].as_array().map(|values| texts(values));
    // A choice with its own description is a separate `const`, and an optional one is beside null.
    let alone = || property["const"].as_str().map(|word| vec![word.to_owned()]);
    let among = || {
        let options = ["anyOf", "oneOf"]
            .iter()
            .find_map(|word| property[*word].as_array())?;
        let real = options.iter().filter(|option| option["type"] != "null");
        let found: Option<Vec<Vec<String>>> = real.map(choices).collect();
        found.map(|found| found.concat())
    };
    own.or_else(alone)
        .or_else(among)
        .filter(|choices| !choices.is_empty())
}

pub(super) fn kind(property: &Value) -> Kind {
    if property["format"] == "id" {
        return Kind::Id;
    }
    let word = match &property["type"] {
        Value::String(word) => Some(word.as_str()),
        Value::Array(words) => words
            .iter()
            .filter_map(Value::as_str)
            .find(|word| *word != "null"),
        _ => None,
    };
    match word {
        Some("boolean") => Kind::Bool,
        Some("integer") => Kind::Integer,
        Some("number") => Kind::Real,
        Some("array" | "object") => Kind::Json,
        Some(_) => Kind::Text,
        None => ["anyOf", "oneOf", "allOf"]
            .iter()
            .find_map(|word| property[*word].as_array())
            .and_then(|options| options.iter().find(|option| option["type"] != "null"))
            .map_or(Kind::Text, kind),
    }
}
