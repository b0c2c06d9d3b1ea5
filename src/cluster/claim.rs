//! What a command tells the directory of a tenant of its node, so that no two nodes make the same tenant or take the same
//! host: whoever is first there has it.

use crate::db::registry::Entry;
use crate::error::{Error, Result};
use crate::nodes::directory::{self, Directory, TenantRecord};
use crate::object_storage::Objects;

/// An error that names who has the name or one of the hosts.
pub fn is_free(directory: &Directory, tenant: &str, node: &str, hosts: &[String]) -> Result<()> {
    if let Some(record) = directory.tenants.get(tenant)
        && record.node != node
    {
        return Err(Error::internal(format!(
            "there is a tenant '{tenant}' already, at node {}; choose another name",
            record.node
        )));
    }
    match directory.holder(hosts, tenant) {
        Some((holder, host)) => Err(Error::internal(format!(
            "{host} belongs to tenant '{holder}'; remove it there first"
        ))),
        None => Ok(()),
    }
}

/// Enters what the registry says of a tenant of this node.
///
/// # Errors
/// Another tenant has one of its hosts, or another node its name: nothing was changed then.
pub fn enter(objects: &dyn Objects, node: &str, entry: &Entry, generation: u64) -> Result<()> {
    directory::change(objects, |directory| {
        let hosts: Vec<_> = entry.hosts().map(str::to_owned).collect();
        is_free(directory, &entry.name, node, &hosts)?;
        let before = directory.tenants.get(&entry.name);
        let record = TenantRecord {
            node: node.to_owned(),
            generation: before.map_or(generation, |before| before.generation),
            preset: entry.preset.clone(),
            domains: entry.domains.clone(),
            center_hosts: entry.center_hosts.clone(),
            archived_at: entry.archived_at.clone(),
            taken_from: before.and_then(|before| before.taken_from.clone()),
            arrival: before.and_then(|before| before.arrival.clone()),
        };
        let is_new = before != Some(&record);
        directory.tenants.insert(entry.name.clone(), record);
        Ok(is_new)
    })?;
    Ok(())
}

/// Takes a tenant of this node out.
pub fn remove(objects: &dyn Objects, node: &str, tenant: &str) -> Result<()> {
    directory::change(objects, |directory| {
        let is_ours = directory
            .tenants
            .get(tenant)
            .is_some_and(|record| record.node == node);
        if is_ours {
            directory.tenants.remove(tenant);
        }
        Ok(is_ours)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object_storage::Folder;

    fn entry(name: &str, host: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            preset: "public".to_owned(),
            domains: vec![host.to_owned()],
            center_hosts: Vec::new(),
            is_default: false,
            archived_at: None,
            created_at: String::new(),
        }
    }

    #[test]
    fn a_name_and_a_host_are_of_the_node_that_was_first() {
        let folder = tempfile::tempdir().unwrap();
        let objects = Folder(folder.path().to_owned());
        enter(&objects, "a", &entry("almelo", "almelo.test"), 1).unwrap();
        let error = enter(&objects, "b", &entry("almelo", "other.test"), 1).unwrap_err();
        assert!(error.to_string().contains("at node a"), "{error}");
        let error = enter(&objects, "b", &entry("borne", "almelo.test"), 1).unwrap_err();
        assert!(error.to_string().contains("'almelo'"), "{error}");
        remove(&objects, "b", "almelo").unwrap();
        let found = directory::read(&objects).unwrap().directory;
        assert_eq!(found.tenants.len(), 1, "it is of another node");
        enter(&objects, "a", &entry("almelo", "new.test"), 7).unwrap();
        enter(&objects, "b", &entry("borne", "almelo.test"), 1).unwrap();
        let found = directory::read(&objects).unwrap().directory;
        assert_eq!(found.tenants.get("almelo").unwrap().generation, 1);
        remove(&objects, "a", "almelo").unwrap();
        enter(&objects, "b", &entry("almelo", "new.test"), 1).unwrap();
    }
}
