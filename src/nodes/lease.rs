//! The lease of a node: an object of its own that it renews while it serves. Another node that saw it unchanged for its
//! lifetime and the skew may end it, and take over what that node served. Nobody compares clocks: each measures how long
//! it saw nothing, with a clock that cannot be set.
//!
//! A node may serve until `lifetime - skew` after the moment at which it *began* its last renewal; who watches waits for
//! `lifetime + skew` after it *first saw* that renewal. Even where both clocks differ by the skew in rate the first is
//! over before the second begins (`tests/it/nodes/model.rs` tries all orders).

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::object_storage::{Condition, Objects};

/// What a lease says.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lease {
    pub node: String,
    /// Id of the data folder that holds it.
    pub instance: String,
    /// One more whenever somebody ended it, or another data folder took the name.
    pub epoch: u64,
    /// One more at each attempt to renew it, so that no two attempts write the same: whoever finds his own knows which it was.
    pub beat: u64,
    pub lifetime_milliseconds: u64,
    /// Who ended it.
    pub ended_by: Option<String>,
}

impl Lease {
    pub const fn lifetime(&self) -> Duration {
        Duration::from_millis(self.lifetime_milliseconds)
    }
}

/// How far clocks of two machines may drift apart within a lifetime, and how late a timer may fire.
pub fn skew(lifetime: Duration) -> Duration {
    lifetime / 5
}

/// What this node may count on, from the moment at which it began to ask.
pub fn counts_for(lifetime: Duration) -> Duration {
    lifetime.saturating_sub(skew(lifetime))
}

/// How long another node waits.
pub fn waits_for(lifetime: Duration) -> Duration {
    lifetime + skew(lifetime)
}

pub fn name(node: &str) -> String {
    format!("nodes/{node}.json")
}

/// A lease as it stands, with its `ETag`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seen {
    pub lease: Lease,
    pub etag: String,
}

/// # Errors
/// The place cannot be reached, or what it holds is no lease.
pub fn read(objects: &dyn Objects, node: &str) -> Result<Option<Seen>> {
    let Some(stored) = objects.get(&name(node))? else {
        return Ok(None);
    };
    let lease = serde_json::from_slice(&stored.bytes)
        .map_err(|error| Error::internal(format!("{} is no lease: {error}", name(node))))?;
    Ok(Some(Seen {
        lease,
        etag: stored.etag,
    }))
}

/// Writes a lease in place of the one that was seen; `None` where that one is no more.
pub fn write(objects: &dyn Objects, lease: Lease, seen: Option<&Seen>) -> Result<Option<Seen>> {
    let condition = match seen {
        Some(seen) => Condition::Unchanged(&seen.etag),
        None => Condition::Absent,
    };
    let bytes = serde_json::to_vec(&lease)?;
    let written = objects.put_if(&name(&lease.node), &bytes, condition)?;
    Ok(written.map(|etag| Seen { lease, etag }))
}

/// What a node that starts does about the lease of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// It takes this one.
    Take(Lease),
    /// Another data folder holds the name, and may be serving.
    Wait,
}

/// The lease to take: of the same data folder, and ended by nobody, it goes on with the same epoch.
pub fn start(
    seen: Option<&Seen>,
    (node, instance): (&str, &str),
    lifetime: Duration,
    has_waited: bool,
) -> Start {
    let fresh = |epoch, beat| {
        Start::Take(Lease {
            node: node.to_owned(),
            instance: instance.to_owned(),
            epoch,
            beat,
            lifetime_milliseconds: u64::try_from(lifetime.as_millis()).unwrap_or(u64::MAX),
            ended_by: None,
        })
    };
    let Some(Seen { lease, .. }) = seen else {
        return fresh(1, 0);
    };
    match (&lease.ended_by, lease.instance == instance) {
        (Some(_), _) => fresh(lease.epoch + 1, 0),
        (None, true) => fresh(lease.epoch, lease.beat + 1),
        (None, false) if has_waited => fresh(lease.epoch + 1, 0),
        (None, false) => Start::Wait,
    }
}

impl Lease {
    /// The next attempt to renew it, after the one with this beat.
    pub fn renewed(&self, last: u64) -> Self {
        Self {
            beat: self.beat.max(last) + 1,
            ..self.clone()
        }
    }

    /// Whether it is one that the holder of this one wrote, in whatever attempt.
    pub fn is_of(&self, held: &Self) -> bool {
        (&self.instance, self.epoch, &self.ended_by) == (&held.instance, held.epoch, &None)
    }

    /// As a node ends it that saw it unchanged for long enough.
    pub fn ended(&self, by: &str) -> Self {
        Self {
            beat: self.beat + 1,
            ended_by: Some(by.to_owned()),
            ..self.clone()
        }
    }
}

/// Watches the lease of another node.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Watch {
    seen: Option<(Seen, Duration)>,
}

impl Watch {
    /// Notes the lease as it stands at a time of `uptime`; gives it where it has expired.
    pub fn look(&mut self, seen: Seen, now: Duration) -> Option<&Seen> {
        let since = match &self.seen {
            Some((before, since)) if before.etag == seen.etag => *since,
            _ => now,
        };
        let lifetime = seen.lease.lifetime();
        let (seen, since) = self.seen.insert((seen, since));
        let has_expired = now.saturating_sub(*since) >= waits_for(lifetime);
        (has_expired && seen.lease.ended_by.is_none()).then_some(&*seen)
    }

    /// Whether the node renewed its lease within its lifetime, as far as was seen.
    pub fn is_alive(&self, now: Duration) -> bool {
        self.seen.as_ref().is_some_and(|(seen, since)| {
            seen.lease.ended_by.is_none() && now.saturating_sub(*since) < seen.lease.lifetime()
        })
    }
}
