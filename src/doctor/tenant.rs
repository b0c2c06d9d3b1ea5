//! What `doctor` says of a tenant: whether its file is whole, its hosts, who may sign in, its uploads, the size of its files.

use std::collections::HashSet;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::files::{look_at_access, look_at_folder};
use super::{Findings, Fix, Kind, Scope, Verdict, outbox};
use crate::base::english::count;
use crate::config::Config;
use crate::db::registry::Entry;
use crate::db::{offline_file, older_file};
use crate::demo::TENANT;
use crate::error::{Error, Result};
use crate::resources::upload::{FOLDER, is_file_name};

/// A log that large is read whole at the next start.
const LARGE_WAL: u64 = 256 * 1024 * 1024;
/// Free pages that are worth a rewrite, in bytes.
const MUCH_FREE: i64 = 64 * 1024 * 1024;
/// An upload in progress has no row yet; the server sweeps every hour.
const LEFT_OVER: Duration = Duration::from_hours(24);
const DEMO_ADDRESSES: &str = "@demo.voluntr.example";

/// What the rows of a tenant say.
struct Found {
    admins: i64,
    admins_without_second_factor: i64,
    demo_accounts: i64,
    free_bytes: i64,
    bytes: i64,
    files: HashSet<String>,
    hosts: Vec<String>,
}

pub(super) fn look(scope: &Scope, entry: &Entry, findings: &mut Findings) {
    let config = scope.config;
    let folder = config.tenant_folder(&entry.name);
    let about = format!("tenant {}", entry.name);
    let path = folder.join("tenant.db");
    if !path.exists() {
        let text = format!(
            "{} is not there; restore it, or 'voluntr tenant remove {}'",
            path.display(),
            entry.name
        );
        findings.fault(about.as_str(), (Kind::Database, &about), text);
        return;
    }
    look_at_folder(&folder, &about, findings);
    for file in ["tenant.db", "tenant.db-wal", "tenant.db-shm", "uploads"] {
        look_at_access(&folder.join(file), config, &about, findings);
    }
    let bytes = std::fs::metadata(&path).map_or(0, |file| file.len());
    let is_read_whole = scope.reads_whole(&entry.name, bytes);
    let condition = if is_read_whole {
        offline_file::inspect(&path)
    } else {
        offline_file::glance(&path)
    };
    match condition {
        Err(error @ Error::Damaged(_)) => {
            let text = format!("the database is damaged: {error}; restore it from a backup");
            findings.fault(about.as_str(), (Kind::Database, &about), text);
        }
        // A disk that cannot be read says nothing of the database: a backup over it may be older than what is there.
        Err(error) => {
            let text = format!("the database cannot be read: {error}");
            findings.fault(about.as_str(), (Kind::Database, &about), text);
        }
        Ok(condition) if condition.is_newer() => {
            findings.fault(
                about.as_str(),
                (Kind::NewerSchema, &about),
                "its schema is newer than this program; install a newer voluntr",
            );
        }
        Ok(condition) if !condition.is_whole() => {
            let text = format!(
                "the database is damaged ({}); restore it from a backup",
                condition.damage()
            );
            findings.fault(about.as_str(), (Kind::Database, &about), text);
        }
        Ok(condition) if condition.schema < condition.known_schema => {
            findings.warn(
                about.as_str(),
                "its schema is brought up to date when it is next visited",
            );
            outbox::look_at_hold(&path, &about, findings);
        }
        Ok(_) => {
            let text = if is_read_whole {
                "the database is sound"
            } else {
                "the database can be opened"
            };
            findings.fine(about.as_str(), text);
            look_inside(config, entry, &about, findings);
            outbox::look(scope, &path, &about, findings);
            outbox::look_at_hold(&path, &about, findings);
            outbox::look_at_held(&path, &about, findings);
        }
    }
}

/// For a tenant whose database is sound and has the schema of this program.
fn look_inside(config: &Config, entry: &Entry, about: &str, findings: &mut Findings) {
    let folder = config.tenant_folder(&entry.name);
    let path = folder.join("tenant.db");
    match offline_file::peek(&path, read) {
        Ok(found) => {
            look_at_people(entry, &found, about, findings);
            look_at_hosts(config, entry, &found, about, findings);
            look_at_uploads(&folder.join("uploads"), &found, about, findings);
            if found.free_bytes > MUCH_FREE && found.free_bytes > found.bytes / 2 {
                let text = format!(
                    "{} MB of its {} MB are free pages; they are used again, and leave with the next rewrite",
                    found.free_bytes / 1024 / 1024,
                    found.bytes / 1024 / 1024
                );
                findings.warn(about, text);
            }
        }
        Err(error) => {
            let text = format!("its rows cannot be read: {error}");
            findings.fault(about, (Kind::Database, about), text);
        }
    }
    look_at_files(&path, about, findings);
}

fn read(connection: &Connection) -> Result<Found> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let admins = "from users u where u.status = 'active'
                     and exists (select 1 from roles r where r.user_id = u.id and r.name = 'admin' and r.accepted_at is not null)";
    let mut files = HashSet::new();
    let mut statement = connection.prepare("select url, urls, file from uploads")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (url, urls): (String, String) = (row.get(0)?, row.get(1)?);
        if let Some(file) = row.get::<_, Option<String>>(2)? {
            files.insert(file);
        } else {
            let more: Vec<serde_json::Value> = serde_json::from_str(&urls).unwrap_or_default();
            let more = more.iter().filter_map(|one| {
                one.as_str()
                    .or_else(|| one.get("url").and_then(serde_json::Value::as_str))
            });
            let all = std::iter::once(url.as_str()).chain(more);
            files.extend(
                all.filter_map(|url| url.strip_prefix(FOLDER))
                    .map(str::to_owned),
            );
        }
    }
    let page = number("pragma page_size")?;
    Ok(Found {
        admins: number(&format!("select count(*) {admins}"))?,
        admins_without_second_factor: number(&format!(
            "select count(*) {admins}
                and not exists (select 1 from second_factors f where f.user_id = u.id and (f.kind = 'passkey' or f.confirmed_at is not null))"
        ))?,
        demo_accounts: number(&format!(
            "select count(*) from users where status = 'active' and email like '%{DEMO_ADDRESSES}'"
        ))?,
        free_bytes: number("pragma freelist_count")? * page,
        bytes: number("pragma page_count")? * page,
        files,
        hosts: connection
            .prepare("select host from volunteer_centers where host is not null")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?,
    })
}

fn look_at_people(entry: &Entry, found: &Found, about: &str, findings: &mut Findings) {
    if found.admins == 0 {
        findings.warn(
            about,
            format!("nobody may change its settings; 'voluntr user add --tenant {} --role admin --email …' makes an admin", entry.name),
        );
    } else if found.admins_without_second_factor > 0 && found.demo_accounts == 0 {
        findings.warn(
            about,
            format!(
                "{} no second factor; 'voluntr second-factor rule required' demands one",
                count(
                    found.admins_without_second_factor,
                    "admin has",
                    "admins have"
                )
            ),
        );
    }
    if found.demo_accounts > 0 && entry.name != TENANT {
        findings.fault(
            about,
            (Kind::DemoAccounts, about),
            format!(
                "{} may sign in with a password that everybody knows; archive them ('voluntr user list'), or remove this tenant",
                count(found.demo_accounts, "account of the demo", "accounts of the demo")
            ),
        );
    }
}

fn look_at_hosts(
    config: &Config,
    entry: &Entry,
    found: &Found,
    about: &str,
    findings: &mut Findings,
) {
    let is_reached = entry.hosts().next().is_some()
        || entry.is_default
        || config.wildcard_suffix.is_some()
        || config.default_tenant.as_deref() == Some(entry.name.as_str());
    if !is_reached {
        findings.warn(
            about,
            format!(
                "no host leads to it; 'voluntr tenant domain add {} HOST' makes one",
                entry.name
            ),
        );
    }
    let unknown = found
        .hosts
        .iter()
        .filter(|host| !entry.hosts().any(|known| known == host.as_str()))
        .filter(|host| {
            let suffix = config.wildcard_suffix.as_deref().unwrap_or_default();
            suffix.is_empty() || !host.ends_with(suffix.trim_start_matches(['*', '.']))
        });
    for host in unknown {
        findings.warn(
            about,
            format!("a centre calls itself {host}, which leads elsewhere or nowhere; 'voluntr tenant domain add {} {host}' makes it lead here", entry.name),
        );
    }
}

fn look_at_uploads(folder: &Path, found: &Found, about: &str, findings: &mut Findings) {
    let mut there = HashSet::new();
    let mut left_over = 0;
    let mut is_open = false;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(data) = entry.metadata() else { continue };
        is_open |= data.mode() & 0o007 != 0 && data.is_dir();
        let is_old = data
            .modified()
            .ok()
            .and_then(|at| at.elapsed().ok())
            .is_some_and(|age| age > LEFT_OVER);
        if is_file_name(&name) && !found.files.contains(&name) && is_old {
            left_over += 1;
        }
        there.insert(name);
    }
    let mut missing: Vec<&String> = found.files.difference(&there).collect();
    missing.sort();
    if let Some(first) = missing.first() {
        findings.fault(
            about,
            (Kind::Uploads, about),
            format!(
                "{} not in {}, such as {first}; take them out of a backup",
                count(missing.len(), "uploaded file is", "uploaded files are"),
                folder.display()
            ),
        );
    }
    if left_over > 0 {
        findings.warn(
            about,
            format!(
                "{} to no row; the server removes them within an hour of a visit",
                count(left_over, "uploaded file belongs", "uploaded files belong")
            ),
        );
    }
    if is_open {
        findings.warn(
            about,
            format!("others may enter folders in {}", folder.display()),
        );
    }
}

fn look_at_files(path: &Path, about: &str, findings: &mut Findings) {
    let wal = std::fs::metadata(path.with_extension("db-wal")).map_or(0, |file| file.len());
    if wal > LARGE_WAL {
        findings.warn(
            about,
            format!(
                "its log is {} MB; it shrinks once nothing reads the file for long: look for a backup or a report that hangs",
                wal / 1024 / 1024
            ),
        );
    }
    for copy in older_file::copies(path) {
        let age = std::fs::metadata(&copy).and_then(|file| file.modified());
        let age = age
            .ok()
            .and_then(|at| at.elapsed().ok())
            .unwrap_or_default();
        if age > older_file::KEPT {
            let text = format!(
                "{} is older than thirty days, and still holds what was erased since; it may go",
                copy.display()
            );
            findings
                .add(about, Verdict::Warning, text)
                .mendable(Fix::Remove(copy));
        }
    }
}
