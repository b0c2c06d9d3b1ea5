//! The directory of nodes as commands read and change it.

use super::context::no_tenant;
use crate::cluster::{claim, folders};
use crate::config::{Config, NodesConfig};
use crate::db::registry::{Entry, Registry};
use crate::error::{Error, Result};
use crate::nodes::directory::{self, Directory};
use crate::object_storage::Objects;
use crate::object_storage::s3::Patience;

/// The nodes, as they stood when the command began.
pub struct Cluster {
    /// This node.
    pub name: String,
    pub settings: NodesConfig,
    pub directory: Directory,
    objects: Box<dyn Objects>,
}

impl Cluster {
    /// `None` where this machine is alone.
    pub fn read(config: &Config) -> Result<Option<Self>> {
        let settings = config.nodes.clone();
        let Some(place) = &settings.directory else {
            return Ok(None);
        };
        let name = settings.name.clone().ok_or_else(|| {
            Error::internal("settings: nodes.directory is set and nodes.name is not; give each node a name of its own")
        })?;
        let unread = |error| {
            Error::internal(format!(
                "the directory of nodes cannot be read, so it is not known what this one serves: {error}"
            ))
        };
        let objects = directory::open(place, Patience::LONG).map_err(unread)?;
        let found = directory::read(objects.as_ref()).map_err(unread)?;
        Ok(Some(Self {
            name,
            settings,
            directory: found.directory,
            objects,
        }))
    }

    /// An error where this machine is alone.
    pub fn of_several(config: &Config) -> Result<Self> {
        Self::read(config)?.ok_or_else(|| {
            Error::internal("this machine is alone; several share their tenants where nodes.directory is set (docs/scale.md)")
        })
    }

    pub fn objects(&self) -> &dyn Objects {
        self.objects.as_ref()
    }

    /// An error that names who has the name of a tenant or one of these hosts already.
    pub fn is_free(&self, tenant: &str, hosts: &[String]) -> Result<()> {
        claim::is_free(&self.directory, tenant, &self.name, hosts)
    }

    /// Tells the directory what the registry says of a tenant of this node.
    pub fn enter(&self, config: &Config, entry: &Entry) -> Result<()> {
        let generation = folders::generation(config, &entry.name).unwrap_or(1);
        claim::enter(self.objects(), &self.name, entry, generation)
    }

    /// An error if any node has a tenant of this name.
    pub fn is_new(&self, tenant: &str) -> Result<()> {
        match self.directory.tenants.get(tenant) {
            Some(record) => Err(Error::internal(format!(
                "there is a tenant '{tenant}' already, at node {}; choose another name",
                record.node
            ))),
            None => Ok(()),
        }
    }

    /// Tells the other nodes of a tenant that was just made here. It is unmade where one of them was first.
    pub fn enter_first(&self, config: &Config, registry: &Registry, tenant: &str) -> Result<()> {
        let folder = config.tenant_folder(tenant);
        let entered = self.is_new(tenant).and_then(|()| {
            let entry = registry.find(tenant)?;
            let entry = entry.ok_or_else(|| no_tenant(tenant))?;
            folders::note(&folder, 1)?;
            self.enter(config, &entry)
        });
        if entered.is_err() {
            registry.remove(tenant)?;
            let _ = std::fs::remove_dir_all(&folder);
        }
        entered
    }

    pub fn remove(&self, tenant: &str) -> Result<()> {
        claim::remove(self.objects(), &self.name, tenant)
    }

    /// How many tenants a node serves.
    pub fn count_of(&self, node: &str) -> usize {
        let tenants = self.directory.tenants.values();
        tenants.filter(|record| record.node == node).count()
    }

    /// The tenants of a node.
    pub fn tenants_of<'c>(&'c self, node: &'c str) -> impl Iterator<Item = &'c str> {
        let tenants = self.directory.tenants.iter();
        tenants
            .filter(move |(_, record)| record.node == node)
            .map(|(name, _)| name.as_str())
    }
}
