//! Taking over what a node served whose lease has ended.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::nodes::directory::{self, Directory, Replica, Versioned};
use crate::nodes::lease::Lease;
use crate::object_storage::Objects;

/// Gives the tenants of a node whose lease was ended to others, each to the one with the fewest; their names. None where that
/// node has come back since: it said so in the directory before it served anything.
pub fn give(directory: &mut Directory, to: &[String], ended: &Lease) -> Vec<String> {
    let is_back = directory
        .nodes
        .get(&ended.node)
        .is_none_or(|node| node.epoch != ended.epoch);
    let mut taken = Vec::new();
    if is_back {
        return taken;
    }
    let mut loads: BTreeMap<&String, usize> = to.iter().map(|node| (node, 0)).collect();
    for record in directory.tenants.values() {
        if let Some(load) = loads.get_mut(&record.node) {
            *load += 1;
        }
    }
    for (name, record) in &mut directory.tenants {
        if record.node != ended.node {
            continue;
        }
        let Some((node, load)) = loads.iter_mut().min_by_key(|(_, load)| **load) else {
            break;
        };
        *load += 1;
        // Where that node had a copy of its own only in part, it is still that of the one before.
        record.taken_from.get_or_insert_with(|| Replica {
            node: ended.node.clone(),
            epoch: ended.epoch,
            generation: record.generation,
        });
        (*node).clone_into(&mut record.node);
        record.generation += 1;
        record.arrival = None;
        taken.push(name.clone());
    }
    taken
}

/// Does so where all nodes read it.
pub fn take_over(objects: &dyn Objects, to: &[String], ended: &Lease) -> Result<Versioned> {
    let mut taken = Vec::new();
    let found = directory::change(objects, |directory| {
        taken = give(directory, to, ended);
        Ok(!taken.is_empty())
    })?;
    if !taken.is_empty() {
        tracing::warn!(node = ended.node, tenants = ?taken, ?to, "what a node served that is gone goes to others");
    }
    Ok(found)
}
