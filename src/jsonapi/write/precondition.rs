//! `If-Match` precondition: a change is made only if the row is still in the version that the client read (RFC 9110,
//! section 13.1.1).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderMap, header};
use rusqlite::{Connection, OptionalExtension};

use crate::error::Result;
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

/// Value of the header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum IfMatch {
    /// Absent or `*`: any version may be changed, and a missing row is 404 anyway.
    #[default]
    Whatever,
    /// The versions in the tags. Tags of other servers contain none.
    Versions(Vec<i64>),
}

/// Precondition of one request. Evaluated once, in the transaction of the request's first write.
#[derive(Debug, Default)]
pub struct Precondition {
    wanted: IfMatch,
    target: OnceLock<Target>,
    is_settled: AtomicBool,
}

impl Precondition {
    pub fn of(headers: &HeaderMap) -> Self {
        let lines: Vec<&[u8]> = headers
            .get_all(header::IF_MATCH)
            .iter()
            .map(axum::http::HeaderValue::as_bytes)
            .collect();
        let wanted = if lines.is_empty() || lines.iter().any(|line| line.trim_ascii() == b"*") {
            IfMatch::Whatever
        } else {
            let text = String::from_utf8_lossy(&lines.join(&b", "[..])).into_owned();
            IfMatch::Versions(tags(&text).into_iter().filter_map(version_of).collect())
        };
        Self {
            wanted,
            ..Self::default()
        }
    }

    /// Sets the target. The first call wins; `Nothing` is ignored.
    pub fn is_about(&self, target: Target) {
        if target != Target::Nothing {
            let _ = self.target.set(target);
        }
    }

    /// True if `If-Match` names other versions than this one: for a target that is not one row.
    pub fn refuses(&self, version: i64) -> bool {
        matches!(&self.wanted, IfMatch::Versions(versions) if !versions.contains(&version))
    }

    /// True if the current version is not one that the client read. Always false after the first evaluation: the
    /// request's own change is not a conflict.
    pub fn fails(&self, connection: &Connection) -> Result<bool> {
        let IfMatch::Versions(versions) = &self.wanted else {
            return Ok(false);
        };
        if self.is_settled.swap(true, Ordering::Relaxed) {
            return Ok(false);
        }
        match self.target.get() {
            None | Some(Target::Nothing) => Ok(false),
            Some(Target::Untagged) => Ok(true),
            Some(Target::Row(table, id)) => {
                let version: Option<i64> = connection
                    .prepare_cached(&format!("select version from {table} where id = ?1"))?
                    .query_row([id], |row| row.get(0))
                    .optional()?;
                Ok(version.is_some_and(|version| !versions.contains(&version)))
            }
        }
    }
}

/// The tags of a list, including quotes; a comma between quotes is part of its tag.
fn tags(list: &str) -> Vec<&str> {
    let (mut found, mut from, mut is_quoted) = (Vec::new(), 0, false);
    for (at, sign) in list.char_indices() {
        match sign {
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

    fn wanted(lines: &[&'static str]) -> IfMatch {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::IF_MATCH, HeaderValue::from_static(line));
        }
        Precondition::of(&headers).wanted
    }

    #[test]
    fn a_list_of_tags_names_each_of_ours_and_a_star_names_whatever_there_is() {
        let versions = |versions: &[i64]| IfMatch::Versions(versions.to_vec());
        assert_eq!(wanted(&[]), IfMatch::Whatever);
        assert_eq!(wanted(&[" * "]), IfMatch::Whatever);
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
