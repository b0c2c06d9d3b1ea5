//! Tenant registry: tenants, their hosts, and the default tenant. A small database of its own; no SQL statement spans
//! two tenants.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, named_params};

use crate::db::offline_file;
use crate::error::{Error, Result};

pub struct Registry {
    connection: Mutex<Connection>,
}

/// One tenant's registry entry.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Entry {
    pub name: String,
    pub preset: String,
    /// Those that the operator gave it; the first one is in links of mails.
    pub domains: Vec<String>,
    /// Those that its admins gave its centres.
    pub center_hosts: Vec<String>,
    pub is_default: bool,
    pub archived_at: Option<String>,
    pub created_at: String,
}

impl Entry {
    /// All that lead to it.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.domains
            .iter()
            .chain(&self.center_hosts)
            .map(String::as_str)
    }
}

/// The tenants named in a copy of a registry.
pub fn names_in(path: &Path) -> Result<Vec<String>> {
    offline_file::peek(path, |connection| {
        let mut statement = connection.prepare("select name from tenants order by name")?;
        let names = statement.query_map([], |row| row.get(0))?;
        Ok(names.collect::<rusqlite::Result<_>>()?)
    })
}

impl Registry {
    #[expect(
        clippy::disallowed_methods,
        reason = "db/ is the only opener of database files"
    )]
    pub fn open(path: &Path) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.execute_batch(
            "pragma journal_mode = wal;
             pragma synchronous = full;
             pragma foreign_keys = on;
             create table if not exists tenants (
               name text primary key,
               preset text not null,
               is_default integer not null default 0,
               archived_at text,
               created_at text not null
             ) strict;
             create table if not exists domains (
               host text primary key,
               tenant text not null references tenants (name) on delete cascade
             ) strict;
             create table if not exists center_hosts (
               host text primary key,
               tenant text not null references tenants (name) on delete cascade
             ) strict;",
        )?;
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    fn with<T>(&self, job: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        job(&connection)
    }

    /// Changes when any process, this one included, has changed the registry.
    pub fn generation(&self) -> Result<i64> {
        self.with(|connection| {
            let others: i64 = connection
                .prepare_cached("pragma data_version")?
                .query_row([], |row| row.get(0))?;
            Ok(others + i64::try_from(connection.total_changes()).unwrap_or_default() * 1_000_003)
        })
    }

    pub fn list(&self) -> Result<Vec<Entry>> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "select t.name, t.preset, t.is_default, t.archived_at, t.created_at,
                        (select group_concat(host, ' ') from (select host from domains where tenant = t.name order by rowid)),
                        (select group_concat(host, ' ') from (select host from center_hosts where tenant = t.name order by host))
                   from tenants t
                  order by t.name",
            )?;
            let hosts = |row: &rusqlite::Row, index: usize| -> rusqlite::Result<Vec<String>> {
                let text: Option<String> = row.get(index)?;
                Ok(text
                    .map(|hosts| hosts.split(' ').map(str::to_owned).collect())
                    .unwrap_or_default())
            };
            let entries = statement
                .query_map([], |row| {
                    Ok(Entry {
                        name: row.get(0)?,
                        preset: row.get(1)?,
                        is_default: row.get(2)?,
                        archived_at: row.get(3)?,
                        created_at: row.get(4)?,
                        domains: hosts(row, 5)?,
                        center_hosts: hosts(row, 6)?,
                    })
                })?
                .collect::<Result<_, _>>()?;
            Ok(entries)
        })
    }

    pub fn find(&self, name: &str) -> Result<Option<Entry>> {
        Ok(self.list()?.into_iter().find(|entry| entry.name == name))
    }

    /// Adds a tenant without domains.
    pub fn add(&self, name: &str, preset: &str, now: &str) -> Result<()> {
        self.add_whole(name, preset, &[], now)
    }

    /// Adds a tenant with its domains, atomically; the first tenant becomes the default.
    pub fn add_whole(&self, name: &str, preset: &str, domains: &[String], now: &str) -> Result<()> {
        self.with(|connection| {
            connection.execute_batch("begin immediate")?;
            let result = add_whole(connection, name, preset, domains, now);
            connection.execute_batch(if result.is_ok() { "commit" } else { "rollback" })?;
            result
        })
    }

    /// The tenant that owns a host.
    pub fn holder(&self, host: &str) -> Result<Option<String>> {
        self.with(|connection| holder(connection, &host.to_ascii_lowercase()))
    }

    /// Lets hosts of a tenant's centres lead to it, all or none. `Err` in the answer has the first that another tenant
    /// owns.
    pub fn claim(&self, tenant: &str, hosts: &[String]) -> Result<Result<(), String>> {
        self.with(|connection| {
            connection.execute_batch("begin immediate")?;
            let outcome = claim(connection, tenant, hosts);
            let is_claimed = matches!(outcome, Ok(Ok(())));
            connection.execute_batch(if is_claimed { "commit" } else { "rollback" })?;
            outcome
        })
    }

    /// Takes hosts back that led to centres of a tenant. What the operator gave it stays.
    pub fn release(&self, tenant: &str, hosts: &[String]) -> Result<()> {
        self.with(|connection| {
            for host in hosts {
                connection.execute(
                    "delete from center_hosts where host = ?1 and tenant = ?2",
                    [host.as_str(), tenant],
                )?;
            }
            Ok(())
        })
    }

    pub fn remove(&self, name: &str) -> Result<bool> {
        self.with(|connection| {
            Ok(connection.execute("delete from tenants where name = ?1", [name])? > 0)
        })
    }

    /// `Err` names the tenant that owns this host.
    pub fn add_domain(&self, tenant: &str, host: &str) -> Result<()> {
        let host = host.to_ascii_lowercase();
        self.with(|connection| match holder(connection, &host)? {
            Some(holder) if holder != tenant => Err(Error::internal(format!(
                "{host} belongs to tenant '{holder}'; remove it there first"
            ))),
            _ => {
                connection.execute(
                    "insert into domains (host, tenant) values (?1, ?2) on conflict do nothing",
                    [&host, tenant],
                )?;
                Ok(())
            }
        })
    }

    /// Also one that an admin gave to a centre.
    pub fn remove_domain(&self, tenant: &str, host: &str) -> Result<bool> {
        self.with(|connection| {
            let mut removed = 0;
            for table in ["domains", "center_hosts"] {
                removed += connection.execute(
                    &format!("delete from {table} where host = ?1 and tenant = ?2"),
                    [&host.to_ascii_lowercase(), tenant],
                )?;
            }
            Ok(removed > 0)
        })
    }

    /// Archives a tenant (timestamp) or restores it (`None`).
    pub fn set_archived(&self, name: &str, at: Option<&str>) -> Result<bool> {
        self.with(|connection| {
            Ok(connection.execute(
                "update tenants set archived_at = :at where name = :name",
                named_params! {":at": at, ":name": name},
            )? > 0)
        })
    }
}

fn holder(connection: &Connection, host: &str) -> Result<Option<String>> {
    Ok(connection
        .query_row(
            "select tenant from domains where host = ?1
              union all
             select tenant from center_hosts where host = ?1
              limit 1",
            [host],
            |row| row.get(0),
        )
        .optional()?)
}

fn claim(connection: &Connection, tenant: &str, hosts: &[String]) -> Result<Result<(), String>> {
    for host in hosts {
        match holder(connection, host)? {
            Some(holder) if holder == tenant => {}
            Some(_) => return Ok(Err(host.clone())),
            None => {
                connection.execute(
                    "insert into center_hosts (host, tenant) values (?1, ?2)",
                    [host.as_str(), tenant],
                )?;
            }
        }
    }
    Ok(Ok(()))
}

fn add_whole(
    connection: &Connection,
    name: &str,
    preset: &str,
    domains: &[String],
    now: &str,
) -> Result<()> {
    let added = connection.execute(
        "insert into tenants (name, preset, is_default, created_at)
         values (:name, :preset, not exists (select 1 from tenants), :now)
             on conflict do nothing",
        named_params! {":name": name, ":preset": preset, ":now": now},
    )?;
    if added == 0 {
        return Err(Error::internal(format!(
            "there is a tenant '{name}' already; choose another name"
        )));
    }
    for host in domains {
        let added = match holder(connection, host)? {
            Some(_) => 0,
            None => connection.execute(
                "insert into domains (host, tenant) values (?1, ?2) on conflict do nothing",
                [host.as_str(), name],
            )?,
        };
        if added == 0 {
            return Err(Error::internal(format!(
                "{host} belongs to another tenant; see 'voluntr tenant list'"
            )));
        }
    }
    Ok(())
}
