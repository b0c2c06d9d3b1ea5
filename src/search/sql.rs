//! SQL functions of the search, for triggers that maintain the index and queries that sort by distance.

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};

use super::geo::distance_km;
use super::similar_names::similar_names;
use super::text::{index_parts, index_terms, normalise, vocabulary, without_markup};
use crate::base::person_name::initial_of;

/// Registers these functions, and `resembles`, on a connection. All are deterministic and free of side effects, so
/// indexes, triggers and generated columns may use them.
///
/// * `search_terms(text, …)`: index terms of all arguments; NULL and blobs are ignored;
/// * `search_parts(text, …)`: terms of the words that those of the arguments are made of;
/// * `search_vocabulary(text, …)`: their distinct words, as a JSON list;
/// * `distance_km(latitude, longitude, latitude, longitude)`: NULL if an argument is NULL;
/// * `fold(text)`: normalises case, accents and punctuation for comparison; NULL for NULL;
/// * `plain_text(text)`: the words of rich text or Markdown, without its markup; NULL for NULL;
/// * `initial(surname)`: its letter, of `de Vries` the V; NULL for none;
/// * `similar_names(name, name)`: whether two names of organisations differ by little; false for NULL.
pub fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("search_terms", -1, flags, |arguments| {
        Ok(index_terms(&joined(arguments)))
    })?;
    connection.create_scalar_function("search_parts", -1, flags, |arguments| {
        Ok(index_parts(&joined(arguments)))
    })?;
    connection.create_scalar_function("search_vocabulary", -1, flags, |arguments| {
        let words = vocabulary(&joined(arguments));
        Ok(serde_json::Value::from(words).to_string())
    })?;
    connection.create_scalar_function("distance_km", 4, flags, |arguments| {
        let [a, b, c, d]: [Option<f64>; 4] = [
            arguments.get(0)?,
            arguments.get(1)?,
            arguments.get(2)?,
            arguments.get(3)?,
        ];
        Ok(match (a, b, c, d) {
            (Some(a), Some(b), Some(c), Some(d)) => Some(distance_km(a, b, c, d)),
            _ => None,
        })
    })?;
    super::typos::register(connection)?;
    connection.create_scalar_function("fold", 1, flags, |arguments| {
        let text: Option<String> = arguments.get(0)?;
        Ok(text.as_deref().map(normalise))
    })?;
    connection.create_scalar_function("initial", 1, flags, |arguments| {
        let name: Option<String> = arguments.get(0)?;
        Ok(name
            .as_deref()
            .and_then(initial_of)
            .map(|letter| letter.to_string()))
    })?;
    connection.create_scalar_function("plain_text", 1, flags, |arguments| {
        let text: Option<String> = arguments.get(0)?;
        Ok(text.as_deref().map(without_markup))
    })?;
    connection.create_scalar_function("similar_names", 2, flags, |arguments| {
        let [one, other]: [Option<String>; 2] = [arguments.get(0)?, arguments.get(1)?];
        Ok(one
            .zip(other)
            .is_some_and(|(one, other)| similar_names(&one, &other)))
    })
}

/// All arguments as one text; NULL and blobs are left out.
fn joined(arguments: &Context<'_>) -> String {
    let mut text = String::new();
    for number in 0..arguments.len() {
        match arguments.get_raw(number) {
            ValueRef::Text(bytes) => text.push_str(&String::from_utf8_lossy(bytes)),
            ValueRef::Integer(value) => text.push_str(&value.to_string()),
            ValueRef::Real(value) => text.push_str(&value.to_string()),
            ValueRef::Null | ValueRef::Blob(_) => {}
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask<T: rusqlite::types::FromSql>(sql: &str) -> T {
        let db = Connection::open_in_memory().unwrap();
        register(&db).unwrap();
        db.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn terms_come_from_all_arguments() {
        let terms: String = ask("select search_terms('Vrijwilligers', null, 5310, 'Café')");
        assert_eq!(terms, "vrijwilligers vrijwilliger 5310 cafe caf");
        assert_eq!(ask::<String>("select search_terms()"), "");
    }

    #[test]
    fn distance_needs_all_four_numbers() {
        let none: Option<f64> = ask("select distance_km(52, 5, null, 5)");
        assert_eq!(none, None);
        let some: f64 = ask("select distance_km(52, 5, 53, 5)");
        assert!((some - 111.2).abs() < 0.1);
    }

    #[test]
    fn an_index_may_use_them() {
        let db = Connection::open_in_memory().unwrap();
        register(&db).unwrap();
        db.execute_batch(
            "pragma trusted_schema = off;
             create table towns (name text);
             create index towns_by_name on towns (fold(name));
             insert into towns values ('Café');",
        )
        .unwrap();
        assert_eq!(ask::<Option<String>>("select fold(null)"), None);
    }
}
