//! Request body of an event of a state machine, with its parameters.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use validator::Validate;

use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::Query;
use crate::jsonapi::typed_json::{Misfit, from_value};
use crate::jsonapi::write::store::invalid;
use crate::model::state_machine::Reason;

#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "TransitionEvent")]
pub struct EventForm {
    #[serde(default)]
    #[validate(length(max = 50))]
    pub event: String,
    /// For `renew` and `publish`: a day.
    pub expires_at: Option<String>,
    #[validate(length(max = 50))]
    pub reason_code: Option<String>,
    #[validate(length(max = 2000))]
    pub message: Option<String>,
    /// Somebody was asked whether it should happen all the same.
    #[serde(default)]
    pub confirmed: bool,
}

impl EventForm {
    /// Reads the event, plain or as the attributes of a document.
    pub fn read(body: &Value) -> Result<Self> {
        let event = Self::typed(body.pointer("/data/attributes").unwrap_or(body))?;
        if event.event.is_empty() {
            return Err(FieldFault::attribute("event", "required").into());
        }
        Ok(event)
    }

    pub fn reason(&self) -> Reason {
        Reason {
            code: self.reason_code.clone(),
            text: self.message.clone(),
        }
    }

    /// Reads the reason for a deletion from the body or, since many proxies drop the body of a DELETE, from the query
    /// string.
    pub fn of_removal(body: &Value, query: &Query) -> Result<Self> {
        let attributes = body.pointer("/data/attributes").unwrap_or(body);
        let mut attributes = match attributes {
            Value::Object(attributes) => attributes.clone(),
            _ => Map::new(),
        };
        for name in ["reason_code", "message"] {
            if let Some(value) = query.get(name) {
                attributes.insert(name.to_owned(), value.into());
            }
        }
        attributes.insert("event".to_owned(), "delete".into());
        Self::typed(&Value::Object(attributes))
    }

    fn typed(attributes: &Value) -> Result<Self> {
        let event: Self = from_value(attributes).map_err(|Misfit { pointer, reason }| {
            let field = match pointer.as_str() {
                "" => "event",
                field => field,
            };
            Error::from(FieldFault::attribute(field, "type").with("reason", reason))
        })?;
        let tidy = |text: Option<String>| {
            text.map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty())
        };
        let event = Self {
            message: tidy(event.message),
            reason_code: tidy(event.reason_code),
            ..event
        };
        event.validate().map_err(|errors| invalid(&errors))?;
        Ok(event)
    }
}
