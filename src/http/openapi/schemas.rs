//! Named schemas: of each resource what is read and what is sent, and every type that those are made of.

use std::collections::BTreeSet;

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::schema_name;
use crate::http::description::SchemaOf;
use crate::jsonapi::schema::relation::{Relation, RelationKind};
use crate::jsonapi::schema::table::Table;
use crate::policy::{AREAS, Verb};

/// Where the types of request bodies are collected before both kinds are merged: the same type may have fewer required
/// fields when it is sent.
const SENT: &str = "#/components/sent/";
const SCHEMAS: &str = "#/components/schemas/";

/// Names the attributes that an answer has to which no `fields[…]` was asked.
const WITHOUT_FIELDS: &str = "x-without-fields";

/// The schema of a value of any form.
const JSON_VALUE: &str = "JsonValue";

pub struct Schemas {
    read: SchemaGenerator,
    sent: SchemaGenerator,
    named: Map<String, Value>,
    /// Types of which only the properties are used.
    parts: BTreeSet<String>,
}

/// Fields that not everybody who sees the row gets: type and name.
pub type Hidden<'a> = &'a [(&'static str, &'static str)];

impl Schemas {
    pub fn new() -> Self {
        let generator = |path: &str| {
            SchemaSettings::draft2020_12().with(|settings| {
                path.trim_start_matches('#')
                    .clone_into(settings.definitions_path.to_mut());
                settings.meta_schema = None;
            })
        };
        Self {
            read: generator(SCHEMAS.trim_end_matches('/'))
                .for_serialize()
                .into_generator(),
            sent: generator(SENT.trim_end_matches('/'))
                .for_deserialize()
                .into_generator(),
            named: shared(),
            parts: BTreeSet::new(),
        }
    }

    /// Reference to the schema of a request body.
    pub fn sent(&mut self, of: SchemaOf) -> Value {
        of(&mut self.sent).to_value()
    }

    /// Reference to the schema of an answer.
    pub fn read(&mut self, of: SchemaOf) -> Value {
        of(&mut self.read).to_value()
    }

    /// Adds a schema under a name and returns a reference to it.
    pub fn add(&mut self, name: String, schema: Value) -> Value {
        let to = reference(&name);
        self.named.insert(name, schema);
        to
    }

    /// Adds what is read of a resource: its attributes, the resource, a document and a page of them.
    pub fn add_resource(&mut self, table: &Table, hidden: Hidden) {
        let name = singular(table.type_name);
        let attributes = self.read_attributes(table, hidden);
        let attributes = self.add(format!("{name}Attributes"), attributes);
        let mut properties = Map::new();
        properties.insert("type".to_owned(), constant(table.type_name));
        properties.insert("id".to_owned(), json!({ "type": "string" }));
        properties.insert("attributes".to_owned(), attributes);
        if !table.relations.is_empty() {
            let relationships = self.relationships(table);
            let relationships = self.add(format!("{name}Relationships"), relationships);
            properties.insert("relationships".to_owned(), relationships);
        }
        let meta = self.add(format!("{name}Meta"), meta(table));
        properties.insert("meta".to_owned(), meta);
        self.named.insert(
            name.clone(),
            json!({
                "type": "object",
                "required": ["type", "id", "attributes"],
                "properties": properties,
                "x-type": table.type_name,
            }),
        );
        self.named.insert(
            format!("{name}Document"),
            json!({
                "type": "object",
                "required": ["data"],
                "properties": { "data": reference(&name), "included": reference("Included") },
            }),
        );
        self.named.insert(
            format!("{name}List"),
            json!({
                "type": "object",
                "required": ["data", "meta"],
                "properties": {
                    "data": { "type": "array", "items": reference(&name) },
                    "included": reference("Included"),
                    "meta": reference("ListMeta"),
                    "links": reference("ListLinks"),
                },
            }),
        );
    }

    fn read_attributes(&mut self, table: &Table, hidden: Hidden) -> Value {
        let mut schema = attributes(table, &mut self.read);
        let is_hidden = |name: &str| hidden.contains(&(table.type_name, name));
        let mut required = Vec::new();
        let properties = object(&mut schema, "properties");
        properties.retain(|_, property| property["writeOnly"] != true);
        for (name, property) in properties.iter_mut() {
            if !is_hidden(name) {
                required.push(Value::from(name.as_str()));
            }
            // Every stored row has a creation time; only one that is not stored yet lacks it.
            if name == "created_at" {
                property["type"] = "string".into();
            }
            // An erased or emptied text is stored shorter than one that is sent.
            for word in ["readOnly", "default", "minLength"] {
                property
                    .as_object_mut()
                    .map(|members| members.shift_remove(word));
            }
        }
        // `fields[…]` may leave any of them out, so a client can count on none. The whole answer has these.
        if let Some(members) = schema.as_object_mut() {
            members.shift_remove("required");
            members.insert(WITHOUT_FIELDS.to_owned(), required.into());
        }
        as_stored(&mut schema);
        schema
    }

    /// Adds the document that creates a resource, and returns a reference to it.
    pub fn create(&mut self, table: &Table, besides: Option<SchemaOf>) -> Value {
        self.input(table, "Create", besides)
    }

    /// Adds the document that changes some attributes of a resource, and returns a reference to it.
    pub fn update(&mut self, table: &Table, besides: Option<SchemaOf>) -> Value {
        self.input(table, "Update", besides)
    }

    /// The document of a request. What it says `besides` the attributes stands among them, and names the document.
    fn input(&mut self, table: &Table, word: &str, besides: Option<SchemaOf>) -> Value {
        let is_whole = word == "Create";
        let besides = besides.and_then(|of| self.taken(of));
        let name = match &besides {
            Some((name, _)) => name.clone(),
            None => format!("{}{word}", singular(table.type_name)),
        };
        let mut schema = attributes(table, &mut self.sent);
        let properties = object(&mut schema, "properties");
        properties.retain(|_, property| property["readOnly"] != true);
        for property in properties.values_mut() {
            let Some(members) = property.as_object_mut() else {
                continue;
            };
            members.shift_remove("writeOnly");
            if !is_whole {
                members.shift_remove("default");
            }
        }
        let mut required = schema["required"].as_array().cloned().unwrap_or_default();
        if let Some((_, mut more)) = besides {
            properties_of(&mut schema).extend(std::mem::take(object(&mut more, "properties")));
            let needed = more["required"].as_array().cloned();
            required.extend(needed.unwrap_or_default());
        }
        let kept: Vec<String> = properties_of(&mut schema).keys().cloned().collect();
        let required: Vec<Value> = required
            .into_iter()
            .filter(|one| kept.iter().any(|name| one == name))
            .collect();
        if let Some(members) = schema.as_object_mut() {
            members.shift_remove("required");
            // In a change they may be left out, but not emptied.
            let word = if is_whole { "required" } else { "x-required" };
            if !required.is_empty() {
                members.insert(word.to_owned(), required.into());
            }
        }
        let attributes = self.add(format!("{name}Attributes"), schema);
        let mut properties = Map::new();
        properties.insert("type".to_owned(), constant(table.type_name));
        if !is_whole {
            properties.insert("id".to_owned(), json!({ "type": "string" }));
        }
        properties.insert("attributes".to_owned(), attributes);
        self.add(
            name,
            json!({
                "type": "object",
                "required": ["data"],
                "properties": { "data": {
                    "type": "object",
                    "required": ["type", "attributes"],
                    "properties": properties,
                } },
            }),
        )
    }

    /// Takes the schema of a named type out of those that are sent: it becomes part of another.
    fn taken(&mut self, of: SchemaOf) -> Option<(String, Value)> {
        let schema = of(&mut self.sent).to_value();
        let name = schema["$ref"].as_str()?.strip_prefix(SENT)?.to_owned();
        let schema = self.sent.definitions().get(&name)?.clone();
        self.parts.insert(name.clone());
        Some((name, schema))
    }

    fn relationships(&mut self, table: &Table) -> Value {
        let mut properties = Map::new();
        for relation in table.relations {
            let types: Vec<&str> = relation.tables().map(|one| one.type_name).collect();
            let (name, of) = match types.as_slice() {
                [one] => (singular(one), constant(one)),
                several => (
                    format!(
                        "{}{}",
                        singular(table.type_name),
                        schema_name(relation.name)
                    ),
                    json!({ "type": "string", "enum": several }),
                ),
            };
            let identifier = self.add(
                format!("{name}Identifier"),
                json!({
                    "type": "object",
                    "required": ["type", "id"],
                    "properties": { "type": of, "id": { "type": "string" } },
                }),
            );
            let data = match relation.kind {
                RelationKind::BelongsTo(_) | RelationKind::BelongsToAny(..) => {
                    json!({ "anyOf": [identifier, { "type": "null" }] })
                }
                RelationKind::HasMany(_) => json!({ "type": "array", "items": identifier }),
            };
            let mut schema =
                json!({ "type": "object", "required": ["data"], "properties": { "data": data } });
            if relation.is_many() {
                schema["properties"]["meta"] = json!({ "type": "object", "properties": { "total": {
                    "type": "integer", "format": "int64", "minimum": 0,
                    "description": "All related rows that the actor may see; `data` holds the first of them.",
                } } });
            }
            if !relation.related.is_empty() {
                schema["properties"]["links"] =
                    json!({ "type": "object", "properties": { "related": { "type": "string" } } });
            }
            properties.insert(relation.name.to_owned(), schema);
        }
        json!({ "type": "object", "properties": properties })
    }

    /// Merges what is read and what is sent into the document, each under one name.
    pub fn finish(mut self, tables: &[&'static Table], document: &mut Value) {
        let targets: BTreeSet<String> = tables
            .iter()
            .flat_map(|table| table.relations)
            .flat_map(Relation::tables)
            .map(|target| singular(target.type_name))
            .collect();
        let targets: Vec<Value> = targets.iter().map(|name| reference(name)).collect();
        self.named.insert(
            "Included".to_owned(),
            json!({
                "type": "array",
                "description": "The related resources that `include` asks for, each once.",
                "items": reference("IncludedResource"),
            }),
        );
        self.named
            .insert("IncludedResource".to_owned(), json!({ "oneOf": targets }));
        for (name, mut schema) in self.read.take_definitions(true) {
            as_stored(&mut schema);
            self.named.entry(name).or_insert(schema);
        }
        let mut sent = self.sent.take_definitions(true);
        sent.retain(|name, _| !self.parts.contains(name));
        for schema in sent.values_mut().chain(self.named.values_mut()) {
            polish(schema);
        }
        let apart = differing(&sent, &self.named);
        for (name, schema) in sent {
            let name = merged_name(&name, &apart);
            self.named.entry(name).or_insert(schema);
        }
        self.named.sort_keys();
        document["components"]["schemas"] = Value::Object(self.named);
        redirect(document, &apart);
    }
}

/// The attributes; those with lists of items inside are described whole, as they are stored in several tables.
fn attributes(table: &Table, generator: &mut SchemaGenerator) -> Value {
    if table.nested.is_empty() {
        (table.attributes)(generator).to_value()
    } else {
        table.schema.clone()
    }
}

/// Schemas that do not depend on a resource.
fn shared() -> Map<String, Value> {
    let count = json!({ "type": "integer", "format": "int64", "minimum": 0 });
    let link = json!({ "type": "string", "description": "Path and query, as they are read." });
    let schemas = json!({
        // Without a type: generators know no better one for what may be anything.
        JSON_VALUE: { "description": "A value of any form." },
        "ListMeta": {
            "type": "object",
            "required": ["total", "page", "size", "pages"],
            "properties": {
                "total": count, "page": count, "size": count, "pages": count,
                "can": { "type": "array", "items": { "type": "string" }, "description": "`create` where one may be made." },
            },
        },
        "ListLinks": {
            "type": "object",
            "required": ["self", "first", "last"],
            "properties": { "self": link, "first": link, "prev": link, "next": link, "last": link },
        },
    });
    match schemas {
        Value::Object(schemas) => schemas,
        _ => Map::new(),
    }
}

fn meta(table: &Table) -> Value {
    let verbs: BTreeSet<&str> = AREAS
        .iter()
        .flat_map(|area| area.iter())
        .filter(|rule| rule.0 == table.type_name)
        .flat_map(|rule| rule.1)
        .filter(|verb| !matches!(verb, Verb::Read | Verb::Create))
        .map(|verb| verb.as_str())
        .collect();
    let mut can = json!({ "type": "string", "enum": verbs });
    if verbs.is_empty() {
        can = json!({ "type": "string" });
    }
    let mut properties = json!({
        "can": { "type": "array", "items": can, "description": "What the reader may do with it." },
    });
    let mut required = vec!["can"];
    let events: BTreeSet<&str> = table.transitions.iter().map(|step| step.event).collect();
    if !events.is_empty() {
        required.push("transitions");
        properties["transitions"] = json!({
            "type": "array",
            "items": { "type": "string", "enum": events },
            "description": "The events that are possible now, for the reader.",
        });
        required.push("version");
        properties["version"] = json!({
            "type": "integer",
            "format": "int64",
            "description": "The version of the row, for `If-Match` (`\"7\"`) and for bulk changes.",
        });
    }
    json!({ "type": "object", "required": required, "properties": properties })
}

/// `VolunteerCenter` for `volunteer_centers`.
pub fn singular(type_name: &str) -> String {
    let one = if let Some(stem) = type_name.strip_suffix("sses") {
        format!("{stem}ss")
    } else if let Some(stem) = type_name.strip_suffix("ies") {
        format!("{stem}y")
    } else if type_name.ends_with("ss") {
        type_name.to_owned()
    } else {
        type_name.strip_suffix('s').unwrap_or(type_name).to_owned()
    };
    schema_name(&one)
}

pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{SCHEMAS}{name}") })
}

fn constant(value: &str) -> Value {
    json!({ "type": "string", "const": value })
}

fn properties_of(schema: &mut Value) -> &mut Map<String, Value> {
    object(schema, "properties")
}

fn object<'a>(schema: &'a mut Value, name: &str) -> &'a mut Map<String, Value> {
    let member = &mut schema[name];
    if !member.is_object() {
        *member = Value::Object(Map::new());
    }
    match member {
        Value::Object(members) => members,
        _ => unreachable!("made an object above"),
    }
}

/// What the names of stored texts promise: moments, days and addresses are stored in one form.
fn as_stored(schema: &mut Value) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for (name, property) in properties {
        let kinds = &property["type"];
        let is_text = kinds == "string"
            || kinds
                .as_array()
                .is_some_and(|kinds| kinds.iter().any(|kind| kind == "string"));
        let is_free = ["format", "enum", "const", "pattern"]
            .iter()
            .all(|word| property.get(word).is_none());
        if is_text && is_free && name.ends_with("_at") {
            property["format"] = "date-time".into();
        }
    }
}

/// Brings a schema into the form that generators read best: choices as one `enum`, no schema without content, and the
/// formats of the OpenAPI registry.
fn polish(schema: &mut Value) {
    if *schema == Value::Bool(true) || schema.as_object().is_some_and(Map::is_empty) {
        *schema = reference(JSON_VALUE);
        return;
    }
    if let Some(choices) = choices_of(schema)
        && let Some(members) = schema.as_object_mut()
    {
        members.shift_remove("oneOf");
        members.insert("type".to_owned(), "string".into());
        members.insert("enum".to_owned(), choices.into());
    }
    let format = match schema["format"].as_str() {
        Some("uint" | "uint64" | "int") => Some("int64"),
        Some("uint8" | "uint16" | "uint32" | "int8" | "int16") => Some("int32"),
        _ => None,
    };
    if let Some(format) = format {
        schema["format"] = format.into();
    }
    let Some(members) = schema.as_object_mut() else {
        return;
    };
    members.shift_remove("title");
    for (word, member) in members.iter_mut() {
        match (word.as_str(), member) {
            ("properties", Value::Object(properties)) => {
                properties.values_mut().for_each(polish);
            }
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.iter_mut().for_each(polish);
            }
            ("items" | "additionalProperties", member) if *member != Value::Bool(false) => {
                polish(member);
            }
            _ => {}
        }
    }
}

/// The texts of a choice between constants, each with its own description.
fn choices_of(schema: &Value) -> Option<Vec<Value>> {
    let options = schema["oneOf"].as_array()?;
    let mut choices = Vec::new();
    for option in options {
        match (&option["const"], &option["enum"]) {
            (Value::String(one), _) => choices.push(Value::from(one.as_str())),
            (_, Value::Array(several)) => choices.extend(several.iter().cloned()),
            _ => return None,
        }
    }
    Some(choices)
}

/// Names of types that differ between what is sent and what is read, or that contain such a type.
fn differing(sent: &Map<String, Value>, read: &Map<String, Value>) -> BTreeSet<String> {
    let mut apart = BTreeSet::new();
    loop {
        let more: Vec<String> = sent
            .iter()
            .filter(|(name, _)| !apart.contains(*name))
            .filter(|(name, schema)| {
                let mut as_read = (*schema).clone();
                redirect(&mut as_read, &apart);
                read.get(*name).is_some_and(|known| *known != as_read)
            })
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return apart;
        }
        apart.extend(more);
    }
}

fn merged_name(name: &str, apart: &BTreeSet<String>) -> String {
    if apart.contains(name) {
        format!("{name}Input")
    } else {
        name.to_owned()
    }
}

/// Makes every reference to a sent type one to its merged name.
fn redirect(value: &mut Value, apart: &BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(to)) = members.get_mut("$ref")
                && let Some(name) = to.strip_prefix(SENT)
            {
                *to = format!("{SCHEMAS}{}", merged_name(name, apart));
            }
            members
                .values_mut()
                .for_each(|member| redirect(member, apart));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redirect(item, apart)),
        _ => {}
    }
}
