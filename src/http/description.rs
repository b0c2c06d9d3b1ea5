//! What a handler's signature cannot say of its operation: the form of a body that the handler reads itself, and the
//! answers.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::openapi::singular;
use crate::jsonapi::schema::resource::Resource;

/// Adds the schema of a type to a generator and returns a reference to it.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Name of the schema of a body that is not looked at.
const IGNORED: &str = "Ignored";
/// Schema names of the bodies of handlers that take none, or any.
const UNDESCRIBED: [&str; 3] = [IGNORED, "null", "AnyValue"];

/// JSON body that a handler reads itself; `T` is its described form.
pub struct Sent<T> {
    value: Value,
    form: PhantomData<fn() -> T>,
}

impl<T> Sent<T> {
    /// Moves a large part out of the body, by its JSON pointer; null stays in its place.
    pub fn take(&mut self, pointer: &str) -> Option<Value> {
        self.value.pointer_mut(pointer).map(Value::take)
    }
}

impl<T> Deref for Sent<T> {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}

impl<'de, T> Deserialize<'de> for Sent<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self {
            value: Value::deserialize(deserializer)?,
            form: PhantomData,
        })
    }
}

impl<T: JsonSchema> JsonSchema for Sent<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Body of an operation that takes none: JSON of any form, not looked at.
pub struct Ignored;

impl<'de> Deserialize<'de> for Ignored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

impl JsonSchema for Ignored {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        IGNORED.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({})
    }
}

/// JSON:API document with the attributes `T` of a resource `R`. Named after its attributes: `ExportCreate` for
/// `ExportCreateAttributes`.
pub struct DocumentOf<R, T>(PhantomData<fn() -> (R, T)>);

impl<R: Resource, T: JsonSchema> JsonSchema for DocumentOf<R, T> {
    fn schema_name() -> Cow<'static, str> {
        let name = T::schema_name();
        name.strip_suffix("Attributes")
            .unwrap_or(&name)
            .to_owned()
            .into()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("document of {}", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let attributes = generator.subschema_for::<T>();
        json_schema!({
            "type": "object",
            "required": ["data"],
            "properties": { "data": {
                "type": "object",
                "required": ["type", "attributes"],
                "properties": { "type": { "type": "string", "const": R::TYPE }, "attributes": attributes },
            } },
        })
    }
}

/// JSON:API type of attributes that belong to no table.
pub trait Typed: JsonSchema {
    const TYPE: &'static str;
}

fn resource_of<T: Typed>(generator: &mut SchemaGenerator) -> Schema {
    let attributes = generator.subschema_for::<T>();
    json_schema!({
        "type": "object",
        "required": ["type", "id", "attributes"],
        "properties": {
            "type": { "type": "string", "const": T::TYPE },
            "id": { "type": "string" },
            "attributes": attributes,
        },
    })
}

fn named<T: JsonSchema>(suffix: &str, ending: &str) -> Cow<'static, str> {
    let name = T::schema_name();
    let stem = name.strip_suffix(suffix).unwrap_or(&name);
    format!("{stem}{ending}").into()
}

/// Document of one resource that is no row: `InvitationDocument` of `InvitationAttributes`.
pub struct OneOf<T>(PhantomData<fn() -> T>);

impl<T: Typed> JsonSchema for OneOf<T> {
    fn schema_name() -> Cow<'static, str> {
        named::<T>("Attributes", "Document")
    }

    fn schema_id() -> Cow<'static, str> {
        format!("one {}", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = resource_of::<T>(generator);
        json_schema!({ "type": "object", "required": ["data"], "properties": { "data": one } })
    }
}

/// All resources of a kind that is no table: `InvitationList` of `InvitationAttributes`.
pub struct AllOf<T>(PhantomData<fn() -> T>);

impl<T: Typed> JsonSchema for AllOf<T> {
    fn schema_name() -> Cow<'static, str> {
        named::<T>("Attributes", "List")
    }

    fn schema_id() -> Cow<'static, str> {
        format!("all {}", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = resource_of::<T>(generator);
        json_schema!({
            "type": "object",
            "required": ["data"],
            "properties": {
                "data": { "type": "array", "items": one },
                "meta": {
                    "type": "object",
                    "required": ["total"],
                    "properties": { "total": { "type": "integer", "format": "int64", "minimum": 0 } },
                },
            },
        })
    }
}

/// Document without a resource, whose `meta` says it all: `FacetsDocument` of `FacetsMeta`.
pub struct MetaOf<M>(PhantomData<fn() -> M>);

impl<M: JsonSchema> JsonSchema for MetaOf<M> {
    fn schema_name() -> Cow<'static, str> {
        named::<M>("Meta", "Document")
    }

    fn schema_id() -> Cow<'static, str> {
        format!("meta {}", M::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let meta = generator.subschema_for::<M>();
        json_schema!({
            "type": "object",
            "required": ["data", "meta"],
            "properties": { "data": { "type": "null" }, "meta": meta },
        })
    }
}

/// Document of a resource `R` with a `meta` of its own: `SignInDocument` of `SignInMeta`.
pub struct WithMeta<R, M>(PhantomData<fn() -> (R, M)>);

impl<R: Resource, M: JsonSchema> JsonSchema for WithMeta<R, M> {
    fn schema_name() -> Cow<'static, str> {
        named::<M>("Meta", "Document")
    }

    fn schema_id() -> Cow<'static, str> {
        format!("{} with {}", R::TYPE, M::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let meta = generator.subschema_for::<M>();
        let one = format!("#/components/schemas/{}", singular(R::TYPE));
        json_schema!({
            "type": "object",
            "required": ["data"],
            "properties": {
                "data": { "$ref": one },
                "included": { "$ref": "#/components/schemas/Included" },
                "meta": meta,
            },
        })
    }
}

/// Whom a letter went to: the answer to whatever is done by mail.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SentToMeta {
    #[schemars(email)]
    pub sent_to: Option<String>,
}

/// The described body of a handler's type; `None` for one that takes no body.
pub fn body_of<B: JsonSchema>() -> Option<SchemaOf> {
    (!UNDESCRIBED.contains(&&*B::schema_name()))
        .then_some(schemars::SchemaGenerator::subschema_for::<B>)
}

/// One of the good answers of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Described {
    pub status: u16,
    pub content: Content,
}

#[derive(Debug, Clone, Copy)]
pub enum Content {
    Empty,
    /// Document of one resource of this type.
    One(&'static str),
    /// Page of resources of this type.
    Many(&'static str),
    /// JSON of its own form.
    Json(SchemaOf),
    /// JSON of this media type.
    JsonAs(&'static str, SchemaOf),
    /// File of this media type.
    File(&'static str),
}

impl Described {
    pub const fn empty() -> Self {
        Self {
            status: 204,
            content: Content::Empty,
        }
    }

    pub const fn one<R: Resource>(status: u16) -> Self {
        Self {
            status,
            content: Content::One(R::TYPE),
        }
    }

    pub const fn many<R: Resource>() -> Self {
        Self {
            status: 200,
            content: Content::Many(R::TYPE),
        }
    }

    pub const fn json<T: JsonSchema>(status: u16) -> Self {
        Self {
            status,
            content: Content::Json(schemars::SchemaGenerator::subschema_for::<T>),
        }
    }

    pub const fn json_as<T: JsonSchema>(media_type: &'static str, status: u16) -> Self {
        Self {
            status,
            content: Content::JsonAs(media_type, schemars::SchemaGenerator::subschema_for::<T>),
        }
    }

    pub const fn file(media_type: &'static str) -> Self {
        Self {
            status: 200,
            content: Content::File(media_type),
        }
    }
}
