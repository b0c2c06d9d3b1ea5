//! Hosts that an admin gives to a centre: the registry has them, so that a request to one of them is the tenant's.

use std::sync::Arc;

use crate::db::registry::Registry;
use crate::error::Result;

/// The hosts of one tenant's centres.
pub struct CenterHosts {
    registry: Arc<Registry>,
    tenant: String,
    /// Under it every tenant has a host by its name.
    suffix: Option<String>,
}

impl CenterHosts {
    pub(super) fn new(registry: &Arc<Registry>, tenant: &str, suffix: Option<&str>) -> Self {
        Self {
            registry: Arc::clone(registry),
            tenant: tenant.to_owned(),
            suffix: suffix.map(|suffix| suffix.trim_start_matches(['*', '.']).to_owned()),
        }
    }

    /// Lets these hosts lead to the tenant, at once and in every process: all, or none where one is another tenant's.
    /// That one is the `Err` of the answer.
    pub fn claim(&self, hosts: &[String]) -> Result<Result<(), String>> {
        match hosts.iter().find(|host| self.is_of_another(host)) {
            Some(host) => Ok(Err(host.clone())),
            None => self.registry.claim(&self.tenant, hosts),
        }
    }

    pub fn release(&self, hosts: &[String]) -> Result<()> {
        self.registry.release(&self.tenant, hosts)
    }

    /// Under the suffix of all tenants a name is that of the tenant, whether or not there is one yet.
    fn is_of_another(&self, host: &str) -> bool {
        let Some(name) = self
            .suffix
            .as_deref()
            .and_then(|suffix| host.strip_suffix(suffix)?.strip_suffix('.'))
        else {
            return self.suffix.as_deref() == Some(host);
        };
        name != self.tenant
            && name
                .strip_suffix(&self.tenant)
                .is_none_or(|rest| !rest.ends_with('.'))
    }
}
