//! The directory of nodes: one object that every node reads, and changes on the condition that nobody else did meanwhile.
//! It is small (some 200 bytes a tenant) and changes seldom: a tenant is added, moves, or is taken over.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::object_storage::s3::{Patience, S3};
use crate::object_storage::{Condition, Folder, Objects, Stored};

const NAME: &str = "directory.json";
/// A node that is slower than this is asked again soon: its lease goes on meanwhile.
pub const PATIENCE: Patience = Patience {
    within: Duration::from_secs(2),
    waits: &[],
};
/// Attempts at a change that others forestalled.
const ATTEMPTS: u32 = 50;

/// What all nodes know of each other and of the tenants.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Directory {
    pub nodes: BTreeMap<String, NodeRecord>,
    pub tenants: BTreeMap<String, TenantRecord>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NodeRecord {
    /// Where other nodes reach it.
    pub address: String,
    /// That of its lease as it serves. A takeover counts only while it is this one.
    pub epoch: u64,
    /// Whether it takes over what others served.
    pub standby: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TenantRecord {
    /// Which node serves it.
    pub node: String,
    /// One more each time that another node serves it.
    pub generation: u64,
    pub preset: String,
    pub domains: Vec<String>,
    pub center_hosts: Vec<String>,
    pub archived_at: Option<String>,
    /// The replica of the node that served it before, until the one that serves it now has a whole one of its own. A node
    /// that takes it over restores its files from there.
    pub taken_from: Option<Replica>,
    /// Names the folder in which it arrived where it was moved to its node, and not taken over.
    pub arrival: Option<String>,
}

/// A node's copies in the object storage, of one epoch: what an older one of the same name still writes lands elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Replica {
    pub node: String,
    pub epoch: u64,
    /// Which generation of the tenant that node served.
    pub generation: u64,
}

impl Replica {
    /// Where that of a tenant is, below the place of the directory.
    pub fn prefix(&self, tenant: &str) -> String {
        format!(
            "replicas/{}/{}/{tenant}/{}",
            self.node, self.epoch, self.generation
        )
    }
}

/// Opens the place that all nodes share: `s3://…`, or a folder that they all reach.
pub fn open(address: &str, patience: Patience) -> Result<Box<dyn Objects>> {
    if address.starts_with("s3://") {
        return Ok(Box::new(S3::open(address, patience)?));
    }
    Ok(Box::new(Folder(address.into())))
}

/// The directory with its `ETag`. None there yet: an empty one without.
pub struct Versioned {
    pub directory: Directory,
    pub etag: Option<String>,
}

/// # Errors
/// The place cannot be reached, or what it holds is no directory.
pub fn read(objects: &dyn Objects) -> Result<Versioned> {
    parsed(objects.get(NAME)?)
}

/// `None` where it is as it was.
pub fn read_changed(objects: &dyn Objects, etag: Option<&str>) -> Result<Option<Versioned>> {
    match etag {
        None => read(objects).map(Some),
        Some(etag) => objects.get_changed(NAME, etag)?.map(parsed).transpose(),
    }
}

fn parsed(stored: Option<Stored>) -> Result<Versioned> {
    let Some(stored) = stored else {
        return Ok(Versioned {
            directory: Directory::default(),
            etag: None,
        });
    };
    let directory = serde_json::from_slice(&stored.bytes)
        .map_err(|error| Error::internal(format!("{NAME} is no directory of nodes: {error}")))?;
    Ok(Versioned {
        directory,
        etag: Some(stored.etag),
    })
}

/// Changes the directory, again where somebody else did at that moment. `change` says whether there is anything to change.
///
/// # Errors
/// That of `change`, or the place cannot be reached; then it is not known whether it was changed.
pub fn change(
    objects: &dyn Objects,
    mut change: impl FnMut(&mut Directory) -> Result<bool>,
) -> Result<Versioned> {
    for attempt in 0..ATTEMPTS {
        let mut found = read(objects)?;
        if !change(&mut found.directory)? {
            return Ok(found);
        }
        let bytes = serde_json::to_vec(&found.directory)?;
        let condition = match &found.etag {
            Some(etag) => Condition::Unchanged(etag),
            None => Condition::Absent,
        };
        if let Some(etag) = objects.put_if(NAME, &bytes, condition)? {
            found.etag = Some(etag);
            return Ok(found);
        }
        thread::sleep(Duration::from_millis(u64::from(10 + attempt * 7 % 40)));
    }
    Err(Error::internal(
        "the directory of nodes is changed by others all the time; try again",
    ))
}

impl Directory {
    /// A node says under which epoch it serves from now on. False where it stands there already.
    ///
    /// # Errors
    /// The directory knows a later epoch of it.
    pub fn enter(&mut self, name: &str, record: &NodeRecord) -> Result<bool> {
        match self.nodes.get(name) {
            Some(there) if there.epoch > record.epoch => Err(Error::internal(format!(
                "the directory knows a later epoch of node {name}"
            ))),
            Some(there) if there == record => Ok(false),
            _ => {
                self.nodes.insert(name.to_owned(), record.clone());
                Ok(true)
            }
        }
    }

    /// The tenant, other than `except`, that has one of these hosts.
    pub fn holder<'d>(&'d self, hosts: &[String], except: &str) -> Option<(&'d str, String)> {
        self.tenants
            .iter()
            .filter(|(name, _)| name.as_str() != except)
            .find_map(|(name, record)| {
                let mut own = record.domains.iter().chain(&record.center_hosts);
                let host = own.find(|host| hosts.contains(host))?;
                Some((name.as_str(), host.clone()))
            })
    }
}
