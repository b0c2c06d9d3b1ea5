//! Personal data: export, import, retention and erasure.

pub(crate) mod export;
pub(crate) mod export_applications;
pub(crate) mod former_identities;
pub(crate) mod import;
pub(crate) mod privacy;
pub(crate) mod private_homes;
pub(crate) mod purge;
pub(crate) mod retention;
pub(crate) mod retention_rows;
pub mod uploads;
