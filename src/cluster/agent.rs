//! The two threads of a node that speak with the directory. One takes the lease, renews it, learns what changed, and looks
//! after other nodes; it does nothing that takes long. The other makes the folder of the node what the directory says.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::folders;
use super::reconcile::reconcile;
use super::{replication, takeover};
use crate::app::App;
use crate::base::clock::uptime;
use crate::error::Result;
use crate::nodes::Nodes;
use crate::nodes::directory::{self, Directory, NodeRecord, Versioned};
use crate::nodes::lease::{self, Seen, Start, Watch};
use crate::object_storage::Objects;
use crate::object_storage::s3::Patience;

/// Shortest time between two looks at the directory.
const SHORTEST: Duration = Duration::from_millis(100);

/// Time between two looks for what was put aside long ago.
const FORGET_EVERY: Duration = Duration::from_hours(1);

/// Handle to the threads.
pub struct Agent {
    nodes: Arc<Nodes>,
    is_stopping: Arc<AtomicBool>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Agent {
    /// Starts it. Nothing is served before the lease is taken, which takes a moment where another data folder had the
    /// name.
    pub fn start(app: Arc<App>, nodes: Arc<Nodes>) -> Result<Self> {
        let place = nodes.settings.directory.clone().unwrap_or_default();
        let instance = folders::instance(app.config())?;
        // Wrong settings are told at once.
        tokio::task::block_in_place(|| directory::open(&place, directory::PATIENCE).map(drop))?;
        let is_stopping = Arc::new(AtomicBool::new(false));
        let mut threads = replication::start(&app, &nodes, &is_stopping)?;
        let keeper = {
            let (nodes, place, is_stopping) =
                (Arc::clone(&nodes), place.clone(), Arc::clone(&is_stopping));
            move || {
                let keeper = Keeper {
                    nodes,
                    instance,
                    held: None,
                    beat: 0,
                    first_seen: None,
                    etag: None,
                    watches: HashMap::new(),
                };
                keeper.run(&place, &is_stopping);
            }
        };
        let reconciler = {
            let (nodes, is_stopping) = (Arc::clone(&nodes), Arc::clone(&is_stopping));
            move || keep_reconciled(&app, &nodes, &place, &is_stopping)
        };
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        threads.push(named("lease").spawn(keeper)?);
        threads.push(named("nodes").spawn(reconciler)?);
        Ok(Self {
            nodes,
            is_stopping,
            threads,
        })
    }

    /// Ends the threads. The lease is left to end by itself: a node that starts again soon goes on with it.
    pub fn stop(self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        self.nodes.look_soon();
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// Time between two looks at the directory.
fn every(nodes: &Nodes) -> Duration {
    (nodes.settings.lease() / 5).max(SHORTEST)
}

fn keep_reconciled(app: &Arc<App>, nodes: &Nodes, place: &str, is_stopping: &AtomicBool) {
    let mut asked = 0;
    let mut forget_at = uptime();
    while !is_stopping.load(Ordering::Relaxed) {
        if uptime() >= forget_at {
            forget_at = uptime() + FORGET_EVERY;
            match folders::forget(app.config(), &app.clock().text()) {
                Ok(0) => {}
                Ok(folders) => {
                    tracing::info!(folders, "deleted what was put aside thirty days ago");
                }
                Err(error) => tracing::warn!(%error, "what was put aside long ago was not deleted"),
            }
        }
        if nodes.is_valid() {
            nodes.reconciled.begin();
            let done = directory::open(place, Patience::LONG)
                .and_then(|objects| reconcile(app, nodes, objects.as_ref()));
            match done {
                Ok(()) => nodes.reconciled.done(),
                Err(error) => {
                    tracing::warn!(node = nodes.name, %error, "the folder of this node was not compared with the directory");
                }
            }
        }
        asked = nodes.wait_to_look(asked, every(nodes));
    }
}

struct Keeper {
    nodes: Arc<Nodes>,
    instance: String,
    held: Option<Seen>,
    /// That of the last attempt to renew it.
    beat: u64,
    /// The lease of another data folder with the name of this node, and since when it is seen so.
    first_seen: Option<(String, Duration)>,
    etag: Option<String>,
    watches: HashMap<String, Watch>,
}

impl Keeper {
    fn run(mut self, place: &str, is_stopping: &AtomicBool) {
        let mut objects: Option<Box<dyn Objects>> = None;
        let mut asked = 0;
        while !is_stopping.load(Ordering::Relaxed) {
            let began = uptime();
            self.nodes.looks.begin();
            let reached = match &objects {
                Some(objects) => Ok(objects),
                None => directory::open(place, directory::PATIENCE)
                    .map(|opened| &*objects.insert(opened)),
            };
            match reached.and_then(|objects| self.look(objects.as_ref())) {
                Ok(()) => self.nodes.looks.done(),
                Err(error) => {
                    tracing::warn!(node = self.nodes.name, %error, "the directory of nodes was not reached");
                }
            }
            let taken = uptime().saturating_sub(began);
            asked = self
                .nodes
                .wait_to_look(asked, every(&self.nodes).saturating_sub(taken));
        }
    }

    fn look(&mut self, objects: &dyn Objects) -> Result<()> {
        match self.held.take() {
            None => self.take(objects)?,
            Some(held) => self.renew(objects, held)?,
        }
        if self.held.is_none() {
            return Ok(());
        }
        if let Some(Versioned { directory, etag }) =
            directory::read_changed(objects, self.etag.as_deref())?
        {
            self.etag = etag;
            self.learn(directory);
        }
        if self.nodes.settings.standby {
            self.watch(objects)?;
        }
        Ok(())
    }

    /// Has the folder compared with the directory where that is new.
    fn learn(&self, directory: Directory) {
        if self.nodes.learn(directory) {
            self.nodes.look_soon();
        }
    }

    /// Takes the lease, and says so in the directory before anything is served.
    fn take(&mut self, objects: &dyn Objects) -> Result<()> {
        self.nodes.lose();
        let lifetime = self.nodes.settings.lease();
        let began = uptime();
        let seen = lease::read(objects, &self.nodes.name)?;
        let has_waited = match (&seen, &self.first_seen) {
            (Some(seen), Some((etag, since))) if *etag == seen.etag => {
                began.saturating_sub(*since) >= lease::waits_for(seen.lease.lifetime())
            }
            (Some(seen), _) => {
                self.first_seen = Some((seen.etag.clone(), began));
                false
            }
            (None, _) => false,
        };
        let own = (self.nodes.name.as_str(), self.instance.as_str());
        let Start::Take(next) = lease::start(seen.as_ref(), own, lifetime, has_waited) else {
            tracing::info!(
                node = self.nodes.name,
                "another data folder holds the name of this node; waiting for its lease to end"
            );
            return Ok(());
        };
        let Some(held) = lease::write(objects, next, seen.as_ref())? else {
            return Ok(());
        };
        let epoch = held.lease.epoch;
        let record = NodeRecord {
            address: self.nodes.settings.address(),
            epoch,
            standby: self.nodes.settings.standby,
        };
        let found = directory::change(objects, |directory| {
            directory.enter(&self.nodes.name, &record)
        })?;
        self.learn(found.directory);
        self.etag = found.etag;
        self.nodes.serves_as(epoch);
        self.nodes.holds_until(began + lease::counts_for(lifetime));
        tracing::info!(node = self.nodes.name, epoch, "this node serves");
        self.held = Some(held);
        Ok(())
    }

    fn renew(&mut self, objects: &dyn Objects, held: Seen) -> Result<()> {
        let began = uptime();
        let next = held.lease.renewed(self.beat);
        self.beat = next.beat;
        let written = match lease::write(objects, next.clone(), Some(&held)) {
            Ok(Some(written)) => Some(written),
            // It may have been written although the answer was lost: what stands there says so.
            outcome => match (outcome, lease::read(objects, &self.nodes.name)) {
                (_, Ok(Some(there))) if there.lease == next => Some(there),
                // An earlier attempt that arrived late: it counts from when it was begun, which is over.
                (_, Ok(Some(there))) if there.lease.is_of(&held.lease) => {
                    self.held = Some(there);
                    return Ok(());
                }
                (Ok(_), Ok(_)) => None,
                (Err(error), _) | (_, Err(error)) => {
                    self.held = Some(held);
                    return Err(error);
                }
            },
        };
        if let Some(written) = written {
            let lifetime = self.nodes.settings.lease();
            self.nodes.holds_until(began + lease::counts_for(lifetime));
            self.held = Some(written);
        } else {
            tracing::error!(
                node = self.nodes.name,
                "another node ended the lease of this one; it serves nothing until it has read what is left to it"
            );
            self.nodes.lose();
        }
        Ok(())
    }

    /// Looks whether other nodes are still there, and ends the lease of one that is not.
    fn watch(&mut self, objects: &dyn Objects) -> Result<()> {
        let directory = self.nodes.directory();
        self.watches
            .retain(|name, _| directory.nodes.contains_key(name));
        let mut gone = Vec::new();
        for node in directory.nodes.keys() {
            if *node == self.nodes.name {
                continue;
            }
            let Some(seen) = lease::read(objects, node)? else {
                continue;
            };
            let serves = directory
                .tenants
                .values()
                .any(|record| record.node == *node);
            let watch = self.watches.entry(node.clone()).or_default();
            match (&seen.lease.ended_by, watch.look(seen.clone(), uptime())) {
                // Somebody ended it, this node perhaps, and the directory was not changed after that.
                (Some(_), _) if serves => gone.push(seen.lease),
                (None, Some(expired)) if serves => {
                    let ended = expired.lease.ended(&self.nodes.name);
                    if let Some(ended) = lease::write(objects, ended, Some(expired))? {
                        gone.push(ended.lease);
                    }
                }
                _ => {}
            }
        }
        for ended in gone {
            let found = takeover::take_over(objects, &self.takers(&directory), &ended)?;
            self.etag = found.etag;
            self.learn(found.directory);
        }
        Ok(())
    }

    /// The nodes that take over and were seen alive, this one among them.
    fn takers(&self, directory: &Directory) -> Vec<String> {
        let now = uptime();
        let is_alive = |name: &String| {
            *name == self.nodes.name
                || self
                    .watches
                    .get(name)
                    .is_some_and(|watch| watch.is_alive(now))
        };
        let standby = directory.nodes.iter().filter(|(_, node)| node.standby);
        let mut takers: Vec<_> = standby.map(|(name, _)| name.clone()).collect();
        takers.retain(is_alive);
        takers
    }
}
