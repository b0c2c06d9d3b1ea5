//! Preconditions of a change (RFC 9110, section 13.1): with `If-Match` it is made only if the row is still in the
//! version that the client read, with `If-None-Match` only if it is in none of the named versions. A bulk change names
//! the version of each row in its body. Whoever judges what somebody else wrote has to name it (RFC 6585, section 3).

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use axum::http::{HeaderMap, HeaderName, header};
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Result};
use crate::jsonapi::document::version_of;

/// The resource in a request's path that `If-Match` is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// No row: a collection, or a resource of the current user.
    Nothing,
    /// A row with a version.
    Row(&'static str, i64),
    /// A resource without a version, which no tag matches.
    Untagged,
}

/// Value of one of the headers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Tags {
    #[default]
    Absent,
    /// `*`: any version. As `If-Match` it always holds, as a missing row is 404 anyway; as `If-None-Match` it never does.
    Whatever,
    /// The versions in the tags. Tags of other servers contain none.
    Versions(Vec<i64>),
}

impl Tags {
    fn of(headers: &HeaderMap, name: HeaderName) -> Self {
        let lines: Vec<&[u8]> = headers
            .get_all(name)
            .iter()
            .map(axum::http::HeaderValue::as_bytes)
            .collect();
        if lines.is_empty() {
            return Self::Absent;
        }
        if lines.iter().any(|line| line.trim_ascii() == b"*") {
            return Self::Whatever;
        }
        let text = String::from_utf8_lossy(&lines.join(&b", "[..])).into_owned();
        Self::Versions(tags(&text).into_iter().filter_map(version_of).collect())
    }
}

/// Preconditions of one request. Evaluated once, in the transaction of the request's first write.
#[derive(Debug, Default)]
pub struct Precondition {
    wanted: Tags,
    unwanted: Tags,
    target: OnceLock<Target>,
    is_settled: AtomicBool,
    /// The rows of a bulk change whose version was named, and was the one that they had.
    compared: Mutex<HashSet<(&'static str, i64)>>,
    /// What is taken is undone again: nobody decides anything.
    is_rehearsal: AtomicBool,
}

/// Versions of the rows of a bulk change as they were read, by id: the number in a row's `meta.version`, or its `ETag`.
/// Of an id without one nothing is compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "HashMap<String, Named>")]
pub struct ReadVersions(HashMap<i64, i64>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Named {
    Number(i64),
    Tag(String),
}

impl From<HashMap<String, Named>> for ReadVersions {
    fn from(named: HashMap<String, Named>) -> Self {
        let numbers = named.into_iter().filter_map(|(id, version)| {
            let version = match version {
                Named::Number(version) => version,
                // A tag that is none of ours is the version of nothing.
                Named::Tag(tag) => version_of(&tag).unwrap_or(-1),
            };
            Some((id.parse().ok()?, version))
        });
        Self(numbers.collect())
    }
}

impl ReadVersions {
    pub fn of(&self, id: i64) -> Option<i64> {
        self.0.get(&id).copied()
    }

    pub const fn all(&self) -> &HashMap<i64, i64> {
        &self.0
    }
}

impl Precondition {
    pub fn of(headers: &HeaderMap) -> Self {
        Self {
            wanted: Tags::of(headers, header::IF_MATCH),
            unwanted: Tags::of(headers, header::IF_NONE_MATCH),
            ..Self::default()
        }
    }

    /// Sets the target. The first call wins; `Nothing` is ignored.
    pub fn is_about(&self, target: Target) {
        if target != Target::Nothing {
            let _ = self.target.set(target);
        }
    }

    /// Compares the version that a bulk change names of one of its rows, before the row is changed.
    pub fn compare(
        &self,
        connection: &Connection,
        (table, id): (&'static str, i64),
        named: Option<i64>,
    ) -> Result<()> {
        let Some(named) = named else {
            return Ok(());
        };
        if current(connection, table, id)?.is_some_and(|version| version != named) {
            return Err(Code::StaleResource.into());
        }
        let mut compared = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        compared.insert((table, id));
        Ok(())
    }

    /// What is taken from now on is undone again.
    pub fn rehearse(&self) {
        self.is_rehearsal.store(true, Ordering::Relaxed);
    }

    /// Fails unless the request names the version of this row that its sender has read. `If-Match: *` names none.
    pub fn require_read(&self, table: &'static str, id: i64) -> Result<()> {
        let is_compared = || {
            let compared = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
            compared.contains(&(table, id))
        };
        let is_target = || {
            matches!(self.wanted, Tags::Versions(_))
                && self.target.get() == Some(&Target::Row(table, id))
        };
        // Whether it is the version that the row has is told by `refusal` and `compare`.
        if self.is_rehearsal.load(Ordering::Relaxed) || is_target() || is_compared() {
            return Ok(());
        }
        Err(Error::from(Code::PreconditionRequired).of_header("If-Match"))
    }

    /// The error of a target that is not one row and has this version.
    pub fn refusal_of(&self, version: i64) -> Option<Code> {
        if matches!(&self.wanted, Tags::Versions(versions) if !versions.contains(&version)) {
            return Some(Code::StaleResource);
        }
        let is_unwanted =
            matches!(&self.unwanted, Tags::Versions(versions) if versions.contains(&version));
        is_unwanted.then_some(Code::AlreadyThere)
    }

    /// The error of the request's target in its current version. Always `None` after the first evaluation: the
    /// request's own change is not a conflict.
    pub fn refusal(&self, connection: &Connection) -> Result<Option<Code>> {
        if self.wanted == Tags::Absent && self.unwanted == Tags::Absent
            || self.is_settled.swap(true, Ordering::Relaxed)
        {
            return Ok(None);
        }
        let refusal = match self.target.get() {
            Some(Target::Row(table, id)) => {
                let version = current(connection, table, *id)?;
                version.and_then(|version| self.refusal_of(version))
            }
            // No tag is that of a resource without a version.
            Some(Target::Untagged) if matches!(self.wanted, Tags::Versions(_)) => {
                Some(Code::StaleResource)
            }
            None | Some(Target::Nothing | Target::Untagged) => None,
        };
        // What a change is sent to is there: a row, or the collection that it is added to. That other tags than those
        // of a row do not match cannot be told here, so they refuse too.
        let is_row = matches!(self.target.get(), Some(Target::Row(..)));
        let is_unwanted = match &self.unwanted {
            Tags::Absent => false,
            Tags::Whatever => true,
            Tags::Versions(_) => !is_row,
        };
        Ok(refusal.or(is_unwanted.then_some(Code::AlreadyThere)))
    }
}

fn current(connection: &Connection, table: &str, id: i64) -> Result<Option<i64>> {
    Ok(connection
        .prepare_cached(&format!("select version from {table} where id = ?1"))?
        .query_row([id], |row| row.get(0))
        .optional()?)
}

/// The tags of a list, including quotes; a comma between quotes is part of its tag.
fn tags(list: &str) -> Vec<&str> {
    let (mut found, mut from, mut is_quoted) = (Vec::new(), 0, false);
    for (at, c) in list.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                found.extend(list.get(from..at));
                from = at + 1;
            }
            _ => {}
        }
    }
    found.extend(list.get(from..));
    found
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn wanted(lines: &[&'static str]) -> Tags {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::IF_MATCH, HeaderValue::from_static(line));
        }
        Precondition::of(&headers).wanted
    }

    #[test]
    fn a_list_of_tags_names_each_of_ours_and_a_star_names_whatever_there_is() {
        let versions = |versions: &[i64]| Tags::Versions(versions.to_vec());
        assert_eq!(wanted(&[]), Tags::Absent);
        assert_eq!(wanted(&[" * "]), Tags::Whatever);
        assert_eq!(wanted(&["\"7\""]), versions(&[7]));
        assert_eq!(wanted(&["\"7-00112233aabbccdd\""]), versions(&[7]));
        // A compressing proxy marks a tag as weak; these tags identify the row, not its bytes.
        assert_eq!(wanted(&["W/\"7-00112233aabbccdd\""]), versions(&[7]));
        assert_eq!(
            wanted(&["\"77-x\", \"7-00112233aabbccdd\"", "\"8\""]),
            versions(&[7, 8])
        );
        assert_eq!(wanted(&["\"a, 7-00112233aabbccdd\""]), versions(&[]));
        for foreign in ["", "\"\"", "\"x\"", "\"77-x\"", "\"*\"", "\"7-\""] {
            assert_eq!(wanted(&[foreign]), versions(&[]), "{foreign}");
        }
    }
}
