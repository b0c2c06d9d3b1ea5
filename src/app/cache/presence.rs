//! Who works on a row at this moment: kept in memory, and forgotten a minute after somebody was last heard of. Nobody's
//! right depends on it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Seconds after which somebody who is not heard of has left.
pub const SECONDS: i64 = 60;
/// Rows that somebody works on; more than a tenant has people.
const MOST: usize = 10_000;

type Row = (&'static str, i64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    pub user_id: i64,
    pub name: String,
    /// Unix time of the first call, and of the latest.
    pub since: i64,
    pub seen: i64,
}

#[derive(Default)]
pub struct Presence(Mutex<HashMap<Row, Vec<Present>>>);

impl Presence {
    /// Notes that somebody is at a row, and returns who else is, the earliest first.
    pub fn arrive(&self, row: Row, (user_id, name): (i64, &str), now: i64) -> Vec<Present> {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rows.retain(|_, people| {
            people.retain(|present| present.seen + SECONDS > now);
            !people.is_empty()
        });
        if rows.len() >= MOST && !rows.contains_key(&row) {
            return Vec::new();
        }
        let people = rows.entry(row).or_default();
        match people.iter_mut().find(|present| present.user_id == user_id) {
            Some(present) => present.seen = now,
            None => people.push(Present {
                user_id,
                name: name.to_owned(),
                since: now,
                seen: now,
            }),
        }
        people
            .iter()
            .filter(|present| present.user_id != user_id)
            .cloned()
            .collect()
    }

    /// Notes that somebody left a row.
    pub fn leave(&self, row: Row, user_id: i64) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(people) = rows.get_mut(&row) {
            people.retain(|present| present.user_id != user_id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_at_a_row_is_known_until_they_leave_or_are_not_heard_of() {
        let presence = Presence::default();
        let (page, other) = (("pages", 1), ("pages", 2));
        let names = |found: Vec<Present>| -> Vec<String> {
            found.into_iter().map(|present| present.name).collect()
        };
        assert!(presence.arrive(page, (1, "Els"), 100).is_empty());
        assert!(presence.arrive(page, (1, "Els"), 110).is_empty(), "oneself");
        assert!(presence.arrive(other, (2, "Cora"), 110).is_empty());
        assert_eq!(names(presence.arrive(page, (2, "Cora"), 120)), ["Els"]);
        assert_eq!(names(presence.arrive(page, (1, "Els"), 130)), ["Cora"]);
        presence.leave(page, 2);
        assert!(presence.arrive(page, (1, "Els"), 140).is_empty());
        presence.arrive(page, (2, "Cora"), 150);
        assert!(presence.arrive(page, (1, "Els"), 150 + SECONDS).is_empty());
    }
}
