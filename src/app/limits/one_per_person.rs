//! Work of which a person does one piece at a time, such as a change of many vacancies.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The people of a tenant who are at it.
#[derive(Debug, Default)]
pub struct OnePerPerson(Arc<Mutex<HashSet<i64>>>);

/// Held until the work ends, including work that nobody waits for any more.
#[derive(Debug)]
pub struct Seat {
    person: i64,
    taken: Arc<Mutex<HashSet<i64>>>,
}

impl OnePerPerson {
    /// None: the person is at it already.
    pub fn take(&self, person: i64) -> Option<Seat> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.insert(person).then(|| Seat {
            person,
            taken: Arc::clone(&self.0),
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.remove(&self.person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_does_one_at_a_time_and_others_do_theirs() {
        let seats = OnePerPerson::default();
        let first = seats.take(1).unwrap();
        assert!(seats.take(1).is_none());
        let _other = seats.take(2).unwrap();
        drop(first);
        assert!(seats.take(1).is_some());
    }
}
