//! What a file's writes have to pass beside the database itself.

use std::sync::{Arc, OnceLock};

use crate::error::Result;

/// Whether this process may still write to a file, and say that it did.
pub trait Fence: Send + Sync {
    /// Asked inside each transaction before its first job, and after its commit before anybody is answered.
    fn check(&self) -> Result<()>;
}

/// The fence of a file, if it has one.
#[derive(Default)]
pub(super) struct Fenced(OnceLock<Arc<dyn Fence>>);

impl Fenced {
    pub fn set(&self, fence: Arc<dyn Fence>) {
        // A file is opened for one tenant.
        let _ = self.0.set(fence);
    }

    pub fn check(&self) -> Result<()> {
        self.0.get().map_or(Ok(()), |fence| fence.check())
    }
}
