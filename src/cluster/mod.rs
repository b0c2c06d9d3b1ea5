//! What a node does among others (docs/scale.md): it keeps its lease, makes the tenants of its folder those that the
//! directory gives it, takes over what a node served that is gone, and moves tenants to other nodes.

#![expect(
    clippy::disallowed_methods,
    reason = "a tenant comes and goes as the files of its folder"
)]

pub mod agent;
pub mod claim;
pub mod folders;
pub mod reconcile;
pub mod relocate;
pub mod replication;
pub mod takeover;
pub mod transfer;
