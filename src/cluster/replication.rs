//! Copies of what a node serves, in the place of the directory, and what is restored from them.

use crate::app::App;
use crate::error::{Error, Result};
use crate::nodes::directory::Replica;

/// Restores a tenant from another node's replica into the folder where it arrives.
pub fn restore(_app: &App, tenant: &str, _generation: u64, replica: &Replica) -> Result<()> {
    Err(Error::internal(format!(
        "there is no replica of '{tenant}' below {}",
        replica.prefix()
    )))
}
