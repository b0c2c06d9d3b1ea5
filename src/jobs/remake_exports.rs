//! Files whose making was cut off by a stop of the server are made after all.

use super::Jobs;
use crate::resources::export::{begin_again, is_left};

impl Jobs {
    /// Not a job of the tenant's own: each file is made with what who asked may.
    pub(super) async fn remake_exports(&self) {
        let mut tenants = self.app.tenants().opened();
        for name in self.closed_with(is_left).await {
            tenants.extend(self.app.tenants().get(&name));
        }
        for tenant in tenants {
            match begin_again(&self.app, &tenant).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(tenant = tenant.name, count, "files are made again"),
                Err(error) => {
                    tracing::error!(tenant = tenant.name, %error, "files were not made again");
                }
            }
        }
    }
}
