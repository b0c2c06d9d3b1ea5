//! Typed row id.

use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Id of one type of resource: a string on the wire, an integer in the table.
pub struct Id<R> {
    number: i64,
    of: PhantomData<fn() -> R>,
}

/// Id whose type is stored in another column.
pub type AnyId = Id<()>;

impl<R> Id<R> {
    pub const fn new(number: i64) -> Self {
        Self {
            number,
            of: PhantomData,
        }
    }

    pub const fn number(self) -> i64 {
        self.number
    }
}

impl<R> Clone for Id<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Id<R> {}

impl<R> PartialEq for Id<R> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<R> fmt::Debug for Id<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)
    }
}

impl<R> fmt::Display for Id<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)
    }
}

impl<R> Serialize for Id<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.number)
    }
}

impl<'de, R> Deserialize<'de> for Id<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Number(i64),
            Text(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Number(number) => Ok(Self::new(number)),
            Either::Text(text) => text
                .parse()
                .map(Self::new)
                .map_err(|_| serde::de::Error::custom("an id is a number")),
        }
    }
}

impl<R> JsonSchema for Id<R> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Id".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "id" })
    }
}
