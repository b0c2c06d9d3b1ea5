//! Every order in which a node that serves, one that watches it, their clocks and the network may act, tried by a model
//! checker. It decides with the program's own functions; only the object storage is a state here.

use std::time::Duration;

use stateright::{Checker, Model, Property};
use voluntr::cluster::takeover::give;
use voluntr::nodes::directory::{Directory, NodeRecord, TenantRecord};
use voluntr::nodes::lease::{self, Lease, Seen, Start, Watch};

const LIFETIME: Duration = Duration::from_millis(5);
/// The longest run of a clock: a lease, its end, and another one after that.
const LATEST: u8 = 9;
/// As far as both clocks may be apart: what `lease::skew` allows for.
const DRIFT: u8 = 1;
/// As many writes as a lease, a renewal, its end, the next one and a takeover take.
const MOST_CHANGES: u32 = 7;
/// Attempts to renew a lease.
const MOST_ATTEMPTS: u64 = 3;
const TENANT: &str = "almelo";

const fn at(ticks: u8) -> Duration {
    Duration::from_millis(ticks as u64)
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct World {
    clocks: [u8; 2],
    lease: Option<Seen>,
    directory: (Directory, u32),
    /// Changes of any object; each is an `ETag`.
    changes: u32,
    serving: Serving,
    watching: Watching,
}

/// Node `a`: it serves until somebody ends its lease.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Serving {
    held: Option<Seen>,
    valid_until: u8,
    known: Option<Directory>,
    /// That of the last attempt.
    beat: u64,
    step: Option<Step>,
    /// A write on its way that may arrive at any time, also when nobody waits for it any longer.
    flying: Option<(Lease, Option<String>)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Step {
    began: u8,
    next: Lease,
    /// What came of the write.
    written: Written,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Written {
    /// It has not arrived yet.
    NotYet,
    /// Somebody else had written.
    No,
    Yes(Seen),
}

/// Node `b`: it takes over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Watching {
    watch: Watch,
    ended: Option<Lease>,
    /// The directory that it would write, in place of the one with this `ETag`.
    about_to_write: Option<(Directory, u32)>,
    serves: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Action {
    Tick(usize),
    Take,
    Renew,
    Arrive,
    Learn,
    LoseAnswer,
    Enter,
    Crash,
    Look,
    ReadDirectory,
    WriteDirectory,
}

impl Serving {
    fn counts_since(&mut self, began: u8) {
        let until = at(began) + lease::counts_for(LIFETIME);
        self.valid_until = u8::try_from(until.as_millis()).unwrap();
    }
}

impl World {
    fn put_lease(&mut self, lease: Lease, expected: Option<&str>) -> Option<Seen> {
        let there = self.lease.as_ref().map(|seen| seen.etag.as_str());
        if there != expected {
            return None;
        }
        self.changes += 1;
        let seen = Seen {
            lease,
            etag: self.changes.to_string(),
        };
        self.lease = Some(seen.clone());
        Some(seen)
    }

    fn put_directory(&mut self, directory: Directory) {
        self.changes += 1;
        self.directory = (directory, self.changes);
    }

    fn may_write_at_a(&self) -> bool {
        let serving = &self.serving;
        let is_its = serving
            .known
            .as_ref()
            .is_some_and(|known| known.tenants[TENANT].node == "a");
        is_its && self.clocks[0] < serving.valid_until
    }
}

struct Orders;

impl Model for Orders {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let record = TenantRecord {
            node: "a".to_owned(),
            generation: 1,
            preset: "roermond".to_owned(),
            domains: Vec::new(),
            center_hosts: Vec::new(),
            archived_at: None,
            taken_from: None,
            arrival: None,
        };
        let directory = Directory {
            nodes: [].into(),
            tenants: [(TENANT.to_owned(), record)].into(),
        };
        vec![World {
            clocks: [0, 0],
            lease: None,
            directory: (directory, 0),
            changes: 0,
            serving: Serving::default(),
            watching: Watching::default(),
        }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        for one in 0..2 {
            let (own, other) = (world.clocks[one], world.clocks[1 - one]);
            if own < LATEST && own < other + DRIFT {
                actions.push(Action::Tick(one));
            }
        }
        let serving = &world.serving;
        match (&serving.step, &serving.held) {
            (None, None) => actions.push(Action::Take),
            (None, Some(_)) => actions.push(Action::Renew),
            (Some(step), _) => match &step.written {
                Written::NotYet => actions.push(Action::LoseAnswer),
                _ if serving.held.is_some() => actions.push(Action::Learn),
                _ => actions.push(Action::Enter),
            },
        }
        if serving.flying.is_some() {
            actions.push(Action::Arrive);
        }
        if serving.held.is_some() || serving.step.is_some() {
            actions.push(Action::Crash);
        }
        let watching = &world.watching;
        if !watching.serves {
            match (&watching.ended, &watching.about_to_write) {
                (None, _) => actions.push(Action::Look),
                (Some(_), None) => actions.push(Action::ReadDirectory),
                (Some(_), Some(_)) => actions.push(Action::WriteDirectory),
            }
        }
    }

    fn next_state(&self, before: &World, action: Action) -> Option<World> {
        let mut world = before.clone();
        match action {
            Action::Tick(one) => world.clocks[one] += 1,
            Action::Take | Action::Renew => begin(&mut world)?,
            Action::Arrive => {
                let (lease, expected) = world.serving.flying.take()?;
                let written = world.put_lease(lease.clone(), expected.as_deref());
                if let Some(step) = &mut world.serving.step
                    && step.next == lease
                {
                    step.written = written.map_or(Written::No, Written::Yes);
                }
            }
            // It looks what stands there, and goes by that.
            Action::LoseAnswer => {
                let step = world.serving.step.take()?;
                match &world.lease {
                    Some(there) if there.lease == step.next && world.serving.held.is_some() => {
                        world.serving.held = Some(there.clone());
                        world.serving.counts_since(step.began);
                    }
                    Some(there) => {
                        let is_own = |held: &Seen| there.lease.is_of(&held.lease);
                        if world.serving.held.as_ref().is_some_and(is_own) {
                            world.serving.held = Some(there.clone());
                        } else {
                            world.serving.held = None;
                            world.serving.valid_until = 0;
                        }
                    }
                    None => {}
                }
            }
            Action::Learn => {
                let step = world.serving.step.take()?;
                world.serving.held = match step.written {
                    Written::Yes(seen) => Some(seen),
                    Written::No => None,
                    Written::NotYet => return None,
                };
                if world.serving.held.is_some() {
                    world.serving.counts_since(step.began);
                } else {
                    world.serving.valid_until = 0;
                }
            }
            // The lease is written: it says so in the directory, and serves what that gives it.
            Action::Enter => {
                let step = world.serving.step.take()?;
                let Written::Yes(held) = step.written else {
                    return Some(world);
                };
                let mut directory = world.directory.0.clone();
                let record = NodeRecord {
                    address: "a".to_owned(),
                    epoch: held.lease.epoch,
                    standby: false,
                };
                if directory.enter("a", &record).ok()? {
                    world.put_directory(directory.clone());
                }
                world.serving.known = Some(directory);
                world.serving.held = Some(held);
                world.serving.counts_since(step.began);
            }
            Action::Crash => {
                world.serving = Serving {
                    flying: world.serving.flying,
                    ..Serving::default()
                };
            }
            Action::Look => {
                let seen = world.lease.clone()?;
                let now = at(world.clocks[1]);
                if seen.lease.ended_by.is_some() {
                    world.watching.ended = Some(seen.lease);
                } else if let Some(expired) = world.watching.watch.look(seen, now) {
                    let (ended, etag) = (expired.lease.ended("b"), expired.etag.clone());
                    let written = world.put_lease(ended, Some(&etag));
                    world.watching.ended = written.map(|seen| seen.lease);
                }
            }
            Action::ReadDirectory => {
                let (mut directory, etag) = world.directory.clone();
                let ended = world.watching.ended.clone()?;
                if give(&mut directory, &["b".to_owned()], &ended).is_empty() {
                    world.watching = Watching::default();
                } else {
                    world.watching.about_to_write = Some((directory, etag));
                }
            }
            Action::WriteDirectory => {
                let (directory, etag) = world.watching.about_to_write.take()?;
                if world.directory.1 == etag {
                    world.put_directory(directory);
                    world.watching.serves = true;
                }
            }
        }
        (world != *before).then_some(world)
    }

    fn within_boundary(&self, world: &World) -> bool {
        world.changes <= MOST_CHANGES && world.serving.beat <= MOST_ATTEMPTS
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("never two that may write", |_, world: &World| {
                !(world.may_write_at_a() && world.watching.serves)
            }),
            Property::sometimes("the other takes over", |_, world: &World| {
                world.watching.serves
            }),
            Property::sometimes(
                "one whose lease was ended comes back first",
                |_, world: &World| {
                    world.may_write_at_a()
                        && world
                            .serving
                            .held
                            .as_ref()
                            .is_some_and(|held| held.lease.epoch == 2)
                },
            ),
            Property::sometimes(
                "one that comes back too late serves nothing",
                |_, world: &World| {
                    world.watching.serves
                        && world
                            .serving
                            .held
                            .as_ref()
                            .is_some_and(|held| held.lease.epoch == 2)
                },
            ),
        ]
    }
}

/// Sends the lease that it wants: the first one, or the next.
fn begin(world: &mut World) -> Option<()> {
    let (next, expected) = match &world.serving.held {
        Some(held) => (
            held.lease.renewed(world.serving.beat),
            Some(held.etag.clone()),
        ),
        None => {
            let seen = world.lease.clone();
            let Start::Take(next) = lease::start(seen.as_ref(), ("a", "folder"), LIFETIME, false)
            else {
                return None;
            };
            (next, seen.map(|seen| seen.etag))
        }
    };
    world.serving.beat = next.beat;
    world.serving.flying = Some((next.clone(), expected));
    world.serving.step = Some(Step {
        began: world.clocks[0],
        next,
        written: Written::NotYet,
    });
    Some(())
}

#[test]
fn no_order_of_events_lets_two_nodes_write() {
    let checked = Orders.checker().spawn_bfs().join();
    checked.assert_properties();
    assert!(checked.unique_state_count() > 1_000);
}

/// Without the epoch in the directory, or with a watcher that is in a hurry, the model finds what goes wrong: it can fail.
#[test]
fn the_model_finds_a_watcher_that_does_not_wait() {
    let mut watch = Watch::default();
    let lease = Lease {
        node: "a".to_owned(),
        instance: "folder".to_owned(),
        epoch: 1,
        beat: 0,
        lifetime_milliseconds: 5,
        ended_by: None,
    };
    let seen = Seen {
        lease,
        etag: "1".to_owned(),
    };
    assert!(watch.look(seen.clone(), at(0)).is_none());
    assert!(watch.look(seen.clone(), at(5)).is_none());
    assert!(watch.look(seen, at(6)).is_some());
}
