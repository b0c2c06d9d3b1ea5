//! Home centre: the centre whose site a user signs in on, and the redirect from other sites
//! (docs/domain/rights.md#enforcement).

use rusqlite::Connection;

use crate::app::tenancy::request_target::Site;
use crate::error::{Code, Error, Result};

/// The centre whose site a user signs in on.
#[derive(Debug)]
pub struct HomeCenter {
    name: String,
    host: Option<String>,
}

impl HomeCenter {
    /// Looks up the centre. Without a host of its own, the first centre is served on the tenant's host.
    pub fn of(connection: &Connection, site: &Site, center_id: i64) -> Result<Self> {
        let (name, own, is_first): (String, Option<String>, bool) = connection
            .prepare_cached(
                "select name, host, id = (select id from volunteer_centers order by is_default desc, id limit 1)
                   from volunteer_centers
                  where id = ?1",
            )?
            .query_row([center_id], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
        let shared = || site.tenant.canonical_host().filter(|_| is_first);
        let host = own.filter(|host| !host.is_empty()).or_else(shared);
        Ok(Self { name, host })
    }

    /// Where its site is, without a path; `None` for a centre without a host.
    pub fn origin(&self, site: &Site) -> Option<String> {
        let address = site.address_of(self.host.as_deref()?);
        Some(address.trim_end_matches('/').to_owned())
    }

    /// 403 with the name and, if there is one, the URL of the right site.
    pub fn refusal(&self, site: &Site) -> Error {
        let error = Error::from(Code::WrongCenter).with("center_name", self.name.as_str());
        match &self.host {
            Some(host) => error.with("url", site.address_of(host)),
            None => error,
        }
    }
}
