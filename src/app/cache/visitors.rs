//! Whether a visitor was counted before on a day, without knowing who it is: a key is made anew each day and never
//! leaves memory, and of a visit only a hash with that key is held, in memory too. When the key is gone, nothing leads
//! from a hash to an address any more.

use std::collections::HashSet;
use std::net::IpAddr;

use jiff::civil::Date;

use crate::base::digest::digest_of;

/// Hashes held at most. Visits beyond these are not counted that day: too few is better than one visitor many times.
const MOST: usize = 100_000;

/// Who asks, as far as a request tells.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub address: IpAddr,
    pub user_agent: String,
}

#[derive(Default)]
pub struct Visitors {
    day: Option<Date>,
    key: [u8; 32],
    seen: HashSet<[u8; 16]>,
}

impl Visitors {
    /// True the first time that this visitor does this on this day.
    pub fn is_first(&mut self, day: Date, visitor: &Visitor, what: &[&str]) -> bool {
        if self.day != Some(day) {
            let mut key = [0; 32];
            if getrandom::fill(&mut key).is_err() {
                return false;
            }
            *self = Self {
                day: Some(day),
                key,
                seen: HashSet::new(),
            };
        }
        let address = visitor.address.to_string();
        let mut parts: Vec<&[u8]> = vec![&self.key, address.as_bytes()];
        parts.push(visitor.user_agent.as_bytes());
        parts.extend(what.iter().map(|part| part.as_bytes()));
        let hash = digest_of(&parts);
        let is_room = self.seen.len() < MOST;
        is_room
            && hash
                .first_chunk()
                .is_some_and(|half| self.seen.insert(*half))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn visitor(last: u8, user_agent: &str) -> Visitor {
        Visitor {
            address: IpAddr::from([192, 0, 2, last]),
            user_agent: user_agent.to_owned(),
        }
    }

    #[test]
    fn one_visitor_is_new_once_a_day_and_for_each_thing() {
        let mut visitors = Visitors::default();
        let today = date(2026, 11, 29);
        let one = visitor(1, "Firefox");
        assert!(visitors.is_first(today, &one, &["vacancies", "1"]));
        assert!(!visitors.is_first(today, &one, &["vacancies", "1"]));
        assert!(visitors.is_first(today, &one, &["vacancies", "2"]));
        assert!(visitors.is_first(today, &visitor(2, "Firefox"), &["vacancies", "1"]));
        assert!(visitors.is_first(today, &visitor(1, "Safari"), &["vacancies", "1"]));
        let (key, held) = (visitors.key, visitors.seen.clone());
        assert!(visitors.is_first(date(2026, 11, 30), &one, &["vacancies", "1"]));
        assert_ne!(visitors.key, key, "a key is of one day");
        assert_eq!(visitors.seen.len(), 1);
        assert!(visitors.seen.is_disjoint(&held));
    }

    #[test]
    fn memory_is_bounded() {
        let mut visitors = Visitors::default();
        let today = date(2026, 11, 29);
        let one = visitor(1, "Firefox");
        for id in 0..MOST {
            assert!(visitors.is_first(today, &one, &["pages", &id.to_string()]));
        }
        assert!(!visitors.is_first(today, &one, &["pages", "one more"]));
        assert_eq!(visitors.seen.len(), MOST);
    }
}
