//! Several nodes that share the tenants.

mod leases;
mod model;
