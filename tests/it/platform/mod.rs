//! Server: pages, limits, damaged files and graceful shutdown.

pub(crate) mod damaged_file;
pub(crate) mod graceful_stop;
pub(crate) mod list_rows;
pub(crate) mod live;
pub(crate) mod native;
pub(crate) mod pages;
pub(crate) mod per_key_limits;
pub(crate) mod rate_limits;
pub(crate) mod server_limits;
pub(crate) mod slow_bodies;
pub(crate) mod tiles;
