//! Forms that are submitted plain, as sign-in libraries do, or as the attributes of a document. Validation errors point
//! at `/data/attributes/…` in both cases.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use validator::Validate;

use crate::error::Result;
use crate::jsonapi::write::store::typed;

/// Submitted form, not yet parsed.
pub struct Form<T> {
    pub fields: Map<String, Value>,
    of: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned + Validate + JsonSchema + 'static> Form<T> {
    pub fn of(fields: Map<String, Value>) -> Self {
        Self {
            fields,
            of: PhantomData,
        }
    }

    /// Parses and validates the fields. Texts are trimmed; secrets are taken literally.
    pub fn read(mut self, required: &[&str]) -> Result<T> {
        for (name, value) in &mut self.fields {
            if let Value::String(text) = value
                && !name.contains("password")
            {
                *text = text.trim().to_owned();
            }
        }
        typed(required, self.fields)
    }
}

impl<'de, T> Deserialize<'de> for Form<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut body = Map::deserialize(deserializer)?;
        let fields = match body.remove("data") {
            Some(Value::Object(mut data)) => match data.remove("attributes") {
                Some(Value::Object(attributes)) => attributes,
                _ => Map::new(),
            },
            _ => body,
        };
        Ok(Self {
            fields,
            of: PhantomData,
        })
    }
}

impl<T: JsonSchema> JsonSchema for Form<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
