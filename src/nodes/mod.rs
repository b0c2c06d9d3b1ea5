//! Several machines that share the tenants (docs/scale.md): the directory that says which node serves which tenant, the
//! lease that a node holds while it serves, and the fence that stops it once that has ended. Alone, a node knows of none
//! of it.

pub mod directory;
pub mod gates;
pub mod lease;
pub mod peer;
pub mod rounds;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};
use std::time::Duration;

use crate::base::clock::uptime;
use crate::config::NodesConfig;
use crate::db::Fence;
use crate::error::{Error, Result, Storage};
use crate::nodes::directory::{Directory, TenantRecord};
use crate::nodes::gates::Gates;
use crate::nodes::peer::Peers;
use crate::nodes::rounds::Rounds;

/// Where a tenant is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Here,
    /// On another node, whose address is that of its listener for nodes.
    At {
        node: String,
        address: String,
    },
    /// Nowhere that this node knows of.
    Nowhere,
}

/// Which node serves which tenant: all of them here (`Alone`), or as the nodes agreed (`Nodes`).
pub trait Placement: Send + Sync {
    /// Where a tenant of this name is served.
    fn place(&self, tenant: &str) -> Place;
    /// The tenant of a host, as far as other nodes than this one know it.
    fn tenant_of(&self, host: &str) -> Option<String>;
    /// What a tenant's writes here have to pass, and its reads too.
    fn fence(self: Arc<Self>, tenant: &str) -> Option<Arc<dyn Fence>>;
    /// An error where this node may not serve the tenant now.
    fn admit(&self, tenant: &str) -> Result<()>;
}

/// A machine without others: what its registry knows is served here.
pub struct Alone;

impl Placement for Alone {
    fn place(&self, _tenant: &str) -> Place {
        Place::Here
    }

    fn tenant_of(&self, _host: &str) -> Option<String> {
        None
    }

    fn fence(self: Arc<Self>, _tenant: &str) -> Option<Arc<dyn Fence>> {
        None
    }

    fn admit(&self, _tenant: &str) -> Result<()> {
        Ok(())
    }
}

/// The directory as a command read it at its start: it holds no lease, and writes to what this node serves.
pub struct AsRead {
    pub name: String,
    pub directory: Directory,
}

impl Placement for AsRead {
    fn place(&self, tenant: &str) -> Place {
        match self.directory.tenants.get(tenant) {
            Some(record) if record.node != self.name => {
                let node = self.directory.nodes.get(&record.node);
                Place::At {
                    node: record.node.clone(),
                    address: node.map(|node| node.address.clone()).unwrap_or_default(),
                }
            }
            _ => Place::Here,
        }
    }

    fn tenant_of(&self, _host: &str) -> Option<String> {
        None
    }

    fn fence(self: Arc<Self>, _tenant: &str) -> Option<Arc<dyn Fence>> {
        None
    }

    fn admit(&self, tenant: &str) -> Result<()> {
        match self.place(tenant) {
            Place::At { node, .. } => Err(Error::internal(format!(
                "node {node} serves '{tenant}', and not this one ({}); give the command there",
                self.name
            ))),
            Place::Here | Place::Nowhere => Ok(()),
        }
    }
}

/// The directory as this node read it last.
struct Known {
    directory: Directory,
    hosts: HashMap<String, String>,
}

impl Known {
    fn of(directory: Directory) -> Self {
        let hosts = directory
            .tenants
            .iter()
            .filter(|(_, record)| record.archived_at.is_none())
            .flat_map(|(name, record)| {
                let hosts = record.domains.iter().chain(&record.center_hosts);
                hosts.map(|host| (host.clone(), name.clone()))
            })
            .collect();
        Self { directory, hosts }
    }
}

/// This node among others.
pub struct Nodes {
    pub name: String,
    pub settings: NodesConfig,
    known: RwLock<Arc<Known>>,
    /// Until when the lease holds, in milliseconds of `uptime`. 0: not.
    valid_until: AtomicU64,
    /// That of the lease under which this node serves.
    epoch: AtomicU64,
    pub gates: Gates,
    /// The way to the other nodes.
    pub peers: Peers,
    /// Looks at the directory.
    pub looks: Rounds,
    /// Comparisons of the folder of this node with the directory.
    pub reconciled: Rounds,
    reconciling: Mutex<()>,
    /// What this node has to serve and does not have, with the reason.
    missing: Mutex<HashMap<String, String>>,
    /// How often somebody asked for a look at the directory before it is due.
    asked: Mutex<u64>,
    is_asked: Condvar,
}

impl Nodes {
    /// `None` where no directory is set: the machine is alone.
    pub fn of(settings: &NodesConfig) -> Result<Option<Arc<Self>>> {
        if settings.directory.is_none() {
            return Ok(None);
        }
        let name = settings.name.clone().ok_or_else(|| {
            Error::internal(
                "settings: nodes.directory is set and nodes.name is not; give each node a name of its own",
            )
        })?;
        Ok(Some(Arc::new(Self {
            name,
            settings: settings.clone(),
            known: RwLock::new(Arc::new(Known::of(Directory::default()))),
            valid_until: AtomicU64::new(0),
            epoch: AtomicU64::new(0),
            gates: Gates::default(),
            peers: Peers::of(settings)?,
            looks: Rounds::default(),
            reconciled: Rounds::default(),
            reconciling: Mutex::default(),
            missing: Mutex::default(),
            asked: Mutex::default(),
            is_asked: Condvar::new(),
        })))
    }

    fn known(&self) -> Arc<Known> {
        Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// What the directory said when it was read last.
    pub fn directory(&self) -> Directory {
        self.known().directory.clone()
    }

    /// Replaces what is known of the directory. True if anything is different.
    pub fn learn(&self, directory: Directory) -> bool {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let is_new = known.directory != directory;
        if is_new {
            *known = Arc::new(Known::of(directory));
        }
        is_new
    }

    /// The tenant of a host: by the hosts of the directory, otherwise by the suffix that all of them have.
    pub fn tenant_by_host(&self, host: &str, wildcard_suffix: Option<&str>) -> Option<String> {
        let known = self.known();
        if let Some(name) = known.hosts.get(host) {
            return Some(name.clone());
        }
        let name = host.strip_suffix(wildcard_suffix?)?.strip_suffix('.')?;
        let record = known.directory.tenants.get(name)?;
        record.archived_at.is_none().then(|| name.to_owned())
    }

    /// What the directory says of a tenant.
    pub fn record(&self, tenant: &str) -> Option<TenantRecord> {
        self.known().directory.tenants.get(tenant).cloned()
    }

    /// The lease holds until this time of `uptime`.
    pub fn holds_until(&self, until: Duration) {
        self.valid_until
            .store(milliseconds(until), Ordering::Release);
    }

    /// This node serves nothing any more.
    pub fn lose(&self) {
        self.valid_until.store(0, Ordering::Release);
    }

    /// Under this epoch it serves.
    pub fn serves_as(&self, epoch: u64) {
        self.epoch.store(epoch, Ordering::Release);
    }

    /// That of the lease under which this node serves; 0 before it has one.
    pub fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// One at a time makes the folder what the directory says.
    pub fn reconciling(&self) -> MutexGuard<'_, ()> {
        self.reconciling
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The same, unless somebody is at it.
    pub fn try_reconciling(&self) -> Option<MutexGuard<'_, ()>> {
        match self.reconciling.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Notes that a tenant is not here that this node has to serve. True if that is new.
    pub fn is_missed(&self, tenant: &str, why: &str) -> bool {
        let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        let before = missing.insert(tenant.to_owned(), why.to_owned());
        before.is_none_or(|before| before != why)
    }

    /// It is here.
    pub fn is_had(&self, tenant: &str) {
        let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.remove(tenant);
    }

    /// Has the directory looked at without waiting for the next time.
    pub fn look_soon(&self) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.is_asked.notify_all();
    }

    /// Waits until the next look at the directory is due, or somebody asks for one since `seen`. Gives what to pass the
    /// next time.
    pub fn wait_to_look(&self, seen: u64, within: Duration) -> u64 {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .is_asked
            .wait_timeout_while(asked, within, |asked| *asked == seen);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Whether no other node may have taken over what is served here.
    pub fn is_valid(&self) -> bool {
        milliseconds(uptime()) < self.valid_until.load(Ordering::Acquire)
    }

    fn check(&self, tenant: &str, generation: Option<u64>) -> Result<()> {
        let fenced = |why: String| Err(Error::Storage(Storage::Fenced, why.into()));
        if !self.is_valid() {
            return fenced(format!(
                "the lease of node {} has ended: another one may serve '{tenant}' by now",
                self.name
            ));
        }
        let known = self.known();
        match known.directory.tenants.get(tenant) {
            Some(record) if record.node != self.name => fenced(format!(
                "'{tenant}' is served by node {}, and not by {}",
                record.node, self.name
            )),
            Some(record) if generation.is_some_and(|own| own != record.generation) => {
                fenced(format!(
                    "this is an earlier generation of '{tenant}'; the directory has {}",
                    record.generation
                ))
            }
            Some(_) => Ok(()),
            None => fenced(format!("the directory of nodes knows no '{tenant}'")),
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Placement for Nodes {
    fn place(&self, tenant: &str) -> Place {
        let known = self.known();
        let Some(record) = known.directory.tenants.get(tenant) else {
            return Place::Nowhere;
        };
        if record.node == self.name {
            return Place::Here;
        }
        let node = known.directory.nodes.get(&record.node);
        node.map_or(Place::Nowhere, |node| Place::At {
            node: record.node.clone(),
            address: node.address.clone(),
        })
    }

    fn tenant_of(&self, host: &str) -> Option<String> {
        self.known().hosts.get(host).cloned()
    }

    fn fence(self: Arc<Self>, tenant: &str) -> Option<Arc<dyn Fence>> {
        // One that is being made is nobody's yet.
        let generation = self.record(tenant)?.generation;
        Some(Arc::new(OfTenant {
            nodes: self,
            tenant: tenant.to_owned(),
            generation,
        }))
    }

    fn admit(&self, tenant: &str) -> Result<()> {
        self.check(tenant, None)
    }
}

/// The fence of one open tenant, of the generation as which it was opened.
struct OfTenant {
    nodes: Arc<Nodes>,
    tenant: String,
    generation: u64,
}

impl Fence for OfTenant {
    fn check(&self) -> Result<()> {
        self.nodes.check(&self.tenant, Some(self.generation))
    }
}
