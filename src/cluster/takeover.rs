//! Taking over what a node served whose lease has ended.

use crate::error::Result;
use crate::nodes::directory::{self, Replica, Versioned};
use crate::nodes::lease::Lease;
use crate::object_storage::Objects;

/// Gives the tenants of a node whose lease was ended to another one. Does nothing where that node has come back since: it
/// said so in the directory before it served anything.
pub fn take_over(objects: &dyn Objects, by: &str, ended: &Lease) -> Result<Versioned> {
    let mut taken = Vec::new();
    let found = directory::change(objects, |directory| {
        taken.clear();
        let is_back = directory
            .nodes
            .get(&ended.node)
            .is_none_or(|node| node.epoch != ended.epoch);
        if is_back {
            return Ok(false);
        }
        for (name, record) in &mut directory.tenants {
            if record.node == ended.node {
                record.node = by.to_owned();
                record.generation += 1;
                record.taken_from = Some(Replica {
                    node: ended.node.clone(),
                    epoch: ended.epoch,
                });
                taken.push(name.clone());
            }
        }
        Ok(!taken.is_empty())
    })?;
    if !taken.is_empty() {
        tracing::warn!(node = ended.node, tenants = ?taken, "this node takes over what another one served");
    }
    Ok(found)
}
