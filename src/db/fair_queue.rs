//! Fair queue: jobs are queued per client, and clients are served round-robin. A client with a hundred requests waits
//! for its own; any other waits for at most one job of each.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use crate::error::{Code, Error, Result};

/// Maximum queue length per client. A school has one address; more than a class does not search at the same time.
const MOST_WAITING: usize = 64;

pub struct FairQueue<K, J> {
    waiting: Mutex<Waiting<K, J>>,
}

struct Waiting<K, J> {
    /// The clients with queued jobs, each once.
    order: VecDeque<K>,
    work: HashMap<K, VecDeque<J>>,
}

impl<K: Hash + Eq + Copy, J> FairQueue<K, J> {
    pub fn new() -> Self {
        Self {
            waiting: Mutex::new(Waiting {
                order: VecDeque::new(),
                work: HashMap::new(),
            }),
        }
    }

    pub fn add(&self, asker: K, piece: J) -> Result<()> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Waiting { order, work } = &mut *waiting;
        let own = work.entry(asker).or_default();
        if own.len() >= MOST_WAITING {
            return Err(Error::from(Code::TimedOut));
        }
        if own.is_empty() {
            order.push_back(asker);
        }
        own.push_back(piece);
        Ok(())
    }

    /// The oldest job of the client that has waited longest for a turn.
    pub fn next(&self) -> Option<J> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Waiting { order, work } = &mut *waiting;
        let asker = order.pop_front()?;
        let own = work.get_mut(&asker)?;
        let piece = own.pop_front();
        if own.is_empty() {
            work.remove(&asker);
        } else {
            order.push_back(asker);
        }
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn askers_take_turns_however_much_each_of_them_asks() {
        let queue = FairQueue::new();
        for piece in 0..5 {
            queue.add("greedy", ("greedy", piece)).unwrap();
        }
        queue.add("neighbour", ("neighbour", 0)).unwrap();
        queue.add("third", ("third", 0)).unwrap();
        let order: Vec<_> = std::iter::from_fn(|| queue.next()).collect();
        assert_eq!(
            order[..4],
            [("greedy", 0), ("neighbour", 0), ("third", 0), ("greedy", 1)]
        );
        assert_eq!(order.len(), 7);
    }

    #[test]
    fn who_asks_too_much_at_once_is_refused_and_nobody_else_is() {
        let queue = FairQueue::new();
        for piece in 0..MOST_WAITING {
            queue.add("greedy", piece).unwrap();
        }
        let refused = queue.add("greedy", 0).unwrap_err();
        assert!(refused.is(Code::TimedOut));
        queue.add("neighbour", 0).unwrap();
        queue.next();
        queue.add("greedy", 0).unwrap();
    }

    #[test]
    fn nobody_is_remembered_who_waits_for_nothing() {
        let queue = FairQueue::new();
        queue.add("somebody", 0).unwrap();
        queue.next();
        assert!(queue.next().is_none());
        assert!(queue.waiting.lock().unwrap().work.is_empty());
    }
}
