//! Detects whether a text mentions a person. Names, addresses and numbers match as whole words only, so that erasing
//! one person does not affect another whose name or address ends in theirs.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};
use serde_json::Value;

/// Registers the SQL function `mentions(text, values)`: true if the text, or any string within it if it is JSON,
/// contains one of `values`, a JSON list. A field that holds a name (`actor_name`) matches as a whole only.
pub fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("mentions", 2, flags, |arguments| {
        let (ValueRef::Text(text) | ValueRef::Blob(text)) = arguments.get_raw(0) else {
            return Ok(false);
        };
        let values: String = arguments.get(1)?;
        if values == "[]" {
            return Ok(false);
        }
        let values: Vec<String> = serde_json::from_str(&values).unwrap_or_default();
        Ok(mentions(&String::from_utf8_lossy(text), &values))
    })
}

fn mentions(text: &str, values: &[String]) -> bool {
    let lower = text.to_lowercase();
    let values: Vec<String> = values
        .iter()
        .map(|value| value.to_lowercase())
        .filter(|value| !value.is_empty() && lower.contains(value))
        .collect();
    if values.is_empty() {
        return false;
    }
    match serde_json::from_str::<Value>(&lower) {
        Ok(value) => within(&value, "", &values),
        Err(_) => values.iter().any(|value| stands_in(&lower, value)),
    }
}

fn within(json: &Value, key: &str, values: &[String]) -> bool {
    match json {
        Value::String(text) if key.ends_with("name") => values.contains(text),
        Value::String(text) => values.iter().any(|value| stands_in(text, value)),
        Value::Array(list) => list.iter().any(|item| within(item, key, values)),
        Value::Object(fields) => fields.iter().any(|(key, item)| within(item, key, values)),
        _ => false,
    }
}

/// Both in lower case.
fn stands_in(text: &str, value: &str) -> bool {
    let is_address = value.contains('@');
    text.match_indices(value).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let mut after = text.get(at + value.len()..).unwrap_or_default().chars();
        let (next, second) = (after.next(), after.next());
        let is_part = if is_address {
            let goes_on = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            // A full stop may end the sentence, or continue another address.
            before.is_some_and(|c| c.is_alphanumeric() || "._%+-'".contains(c))
                || next.is_some_and(goes_on)
                || (next == Some('.') && second.is_some_and(char::is_alphanumeric))
        } else {
            let is_word = |c: char| c.is_alphanumeric() || "-'’".contains(c);
            before.is_some_and(is_word) || next.is_some_and(is_word)
        };
        !is_part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_name_address_or_number_is_somebody() {
        for (text, value, is_named) in [
            (r#"{"old_email":"jan@gm.example"}"#, "Jan@gm.example", true),
            (
                r#"{"old_email":"arjan@gm.example"}"#,
                "jan@gm.example",
                false,
            ),
            (r#"{"to":"jan@gm.example.org"}"#, "jan@gm.example", false),
            (
                r#"{"message":"Mail\njan@gm.example."}"#,
                "jan@gm.example",
                true,
            ),
            ("email\njan@gm.example;Jan", "jan@gm.example", true),
            ("email\nbert.jan@gm.example", "jan@gm.example", false),
            (r#"{"actor_name":"Jan Jansen"}"#, "Jan Jansen", true),
            (r#"{"actor_name":"Maria Jan Jansen"}"#, "Jan Jansen", false),
            (r#"{"message":"Jan Jansen belde."}"#, "Jan Jansen", true),
            (r#"{"message":"Arjan Jansen belde."}"#, "Jan Jansen", false),
            (r#"{"message":"Jan Jansens belde."}"#, "Jan Jansen", false),
            (
                r#"{"message":"Piet-Jan Jansen belde."}"#,
                "Jan Jansen",
                false,
            ),
            (r#"{"phone":"+316123456789"}"#, "+31612345678", false),
            (
                r#"{"list":[{"phone":"+31612345678"}]}"#,
                "+31612345678",
                true,
            ),
            ("", "jan@gm.example", false),
        ] {
            assert_eq!(mentions(text, &[value.to_owned()]), is_named, "{text}");
        }
        assert!(!mentions(r#"{"a":""}"#, &[String::new()]));
        assert!(!mentions("Jan", &[]));
    }
}
