//! Uploads in the place of the directory, as `uploads/TENANT/NAME`. A file of that name never has another content, so that it is
//! copied once, whichever node serves the tenant after that.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::app::App;
use crate::base::clock::uptime;
use crate::config::{Config, make_private};
use crate::db::offline_file;
use crate::error::Result;
use crate::nodes::Nodes;
use crate::nodes::directory::{Directory, Replica};
use crate::object_storage::Objects;
use crate::resources::upload::{FOLDER, KEY, is_file_name};

/// How long a file that is gone here stays in the copy: a restore may go back to a moment at which a row had it.
const KEPT: Duration = Duration::from_hours(1);
/// How old a copy is that nobody needs before it is removed, in seconds.
const OLD: i64 = 24 * 60 * 60;
/// The rows that the sweeper of uploads asks too (`jobs::sweep_uploads`).
const IS_OWNED: &str =
    "select exists (select 1 from uploads where url >= ?1 and url < ?1 || '~' and file is null)
     or exists (select 1 from uploads where file >= ?2 and file < ?2 || '~')";

/// What was copied of each tenant and generation.
#[derive(Default)]
pub struct Copies(HashMap<(String, u64), Copy>);

#[derive(Default)]
struct Copy {
    /// Files in the place of the directory.
    there: HashSet<String>,
    /// Of those, the ones that were removed here, since when they are missed.
    gone: HashMap<String, Duration>,
    /// When the folder was changed that was compared last.
    changed: Option<SystemTime>,
    /// How often it is compared although it did not change: twice in a moment it may be changed at the same time.
    again: u8,
}

impl Copies {
    pub fn follow(
        &mut self,
        config: &Config,
        nodes: &Nodes,
        (objects, served): (&dyn Objects, Vec<(String, u64)>),
    ) -> Result<()> {
        self.0.retain(|key, _| served.contains(key));
        for key in served {
            if !nodes.is_valid() {
                return Ok(());
            }
            let (tenant, folder) = (key.0.clone(), config.tenant_folder(&key.0));
            let copy = match self.0.entry(key) {
                std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::hash_map::Entry::Vacant(new) => {
                    let start = format!("uploads/{tenant}/");
                    let listed = objects.list(&start)?;
                    let names = listed
                        .iter()
                        .filter_map(|object| object.name.strip_prefix(&start));
                    new.insert(Copy {
                        there: names.map(str::to_owned).collect(),
                        again: 2,
                        ..Copy::default()
                    })
                }
            };
            copy.compare(&tenant, &folder, objects)?;
        }
        Ok(())
    }
}

impl Copy {
    fn compare(&mut self, tenant: &str, folder: &Path, objects: &dyn Objects) -> Result<()> {
        let uploads = folder.join("uploads");
        let changed = fs::metadata(&uploads).and_then(|data| data.modified()).ok();
        if changed != self.changed {
            self.again = 2;
        }
        if self.again > 0 {
            let here = names_in(&uploads)?;
            self.send(tenant, (&uploads, &here), objects)?;
            self.gone.retain(|name, _| !here.contains(name));
            let missed: Vec<_> = self.there.difference(&here).cloned().collect();
            for name in missed {
                if !self.gone.contains_key(&name)
                    && !self.fetch(tenant, folder, (&name, objects))?
                {
                    self.gone.insert(name, uptime());
                }
            }
            self.changed = changed;
            self.again -= 1;
        }
        let now = uptime();
        let is_due = |since: &Duration| now.saturating_sub(*since) >= KEPT;
        let due: Vec<_> = self
            .gone
            .iter()
            .filter(|(_, since)| is_due(since))
            .map(|(name, _)| name.clone())
            .collect();
        for name in due {
            if !self.fetch(tenant, folder, (&name, objects))? {
                objects.remove(&object_name(tenant, &name))?;
                self.there.remove(&name);
            }
            self.gone.remove(&name);
        }
        Ok(())
    }

    fn send(
        &mut self,
        tenant: &str,
        (uploads, here): (&Path, &HashSet<String>),
        objects: &dyn Objects,
    ) -> Result<()> {
        let new: Vec<_> = here.difference(&self.there).cloned().collect();
        for name in new {
            let bytes = match fs::read(uploads.join(&name)) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                bytes => bytes?,
            };
            objects.put(&object_name(tenant, &name), &bytes)?;
            self.there.insert(name);
        }
        Ok(())
    }

    /// Fetches a file that a row has and that is not here: the tenant was taken over. False where no row has it.
    fn fetch(
        &mut self,
        tenant: &str,
        folder: &Path,
        (name, objects): (&str, &dyn Objects),
    ) -> Result<bool> {
        if !is_owned(&folder.join("tenant.db"), name)? {
            return Ok(false);
        }
        if let Some(stored) = objects.get(&object_name(tenant, name))? {
            place(&folder.join("uploads"), name, &stored.bytes)?;
        } else {
            tracing::error!(
                tenant,
                name,
                "an upload is neither here nor among the copies"
            );
            self.there.remove(name);
        }
        Ok(true)
    }
}

fn object_name(tenant: &str, name: &str) -> String {
    format!("uploads/{tenant}/{name}")
}

/// Files in their places; those that arrive lie in a folder of their own.
fn names_in(uploads: &Path) -> Result<HashSet<String>> {
    let entries = match fs::read_dir(uploads) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(HashSet::new()),
        entries => entries?,
    };
    let mut names = HashSet::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && !name.starts_with('.') {
            names.insert(name);
        }
    }
    Ok(names)
}

fn is_owned(file: &Path, name: &str) -> Result<bool> {
    let key = match name.get(..KEY) {
        Some(key) if is_file_name(name) => key.to_owned(),
        _ => name.to_owned(),
    };
    offline_file::peek(file, |connection| {
        let is_owned =
            connection.query_row(IS_OWNED, (format!("{FOLDER}{key}"), key), |row| row.get(0));
        Ok(is_owned?)
    })
}

/// Puts a file in its place, whole or not at all.
fn place(uploads: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let incoming = uploads.join(".incoming");
    make_private(&incoming)?;
    let part = incoming.join(format!("{name}.part"));
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(part, uploads.join(name))?;
    Ok(())
}

/// Removes copies that nobody needs any more: of generations that are over, and of tenants that are gone. Each has to be a
/// day old.
pub fn prune(app: &App, nodes: &Nodes, objects: &dyn Objects) -> Result<()> {
    let directory = nodes.directory();
    // One that was lost or begun anew is no reason to remove what it knew.
    if directory.tenants.is_empty() {
        return Ok(());
    }
    let now = app.clock().now().as_second();
    let mut removed = 0_u64;
    for object in [objects.list("replicas/")?, objects.list("uploads/")?].concat() {
        if object.modified > 0
            && now - object.modified > OLD
            && !is_needed(&directory, &object.name)
        {
            if !nodes.is_valid() {
                return Ok(());
            }
            objects.remove(&object.name)?;
            removed += 1;
        }
    }
    if removed > 0 {
        tracing::info!(removed, "removed copies of what is over");
    }
    Ok(())
}

fn is_needed(directory: &Directory, name: &str) -> bool {
    let parts: Vec<_> = name.split('/').collect();
    match parts.as_slice() {
        ["uploads", tenant, _] => directory.tenants.contains_key(*tenant),
        ["replicas", node, epoch, tenant, generation, ..] => {
            let (Ok(epoch), Ok(generation)) = (epoch.parse(), generation.parse()) else {
                return true;
            };
            let replica = Replica {
                node: (*node).to_owned(),
                epoch,
                generation,
            };
            directory.tenants.get(*tenant).is_some_and(|record| {
                let is_current = record.node == replica.node
                    && record.generation == generation
                    && directory
                        .nodes
                        .get(*node)
                        .is_some_and(|node| node.epoch == epoch);
                is_current || record.taken_from.as_ref() == Some(&replica)
            })
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::nodes::directory::{NodeRecord, TenantRecord};

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test makes the file")]
    fn files_are_copied_and_come_to_the_node_that_takes_over_as_far_as_a_row_has_them() {
        let root = tempfile::tempdir().unwrap();
        let objects = crate::object_storage::Folder(root.path().join("shared"));
        let tenant = |node: &str| {
            let folder = root.path().join(node);
            fs::create_dir_all(folder.join("uploads/.incoming")).unwrap();
            let file = rusqlite::Connection::open(folder.join("tenant.db")).unwrap();
            file.execute_batch("create table uploads (url text, file text)")
                .unwrap();
            (folder, file)
        };
        let (owned, loose) = (
            "aaaaaaaaaaaaaaaaaaaaaaaa-1x1.webp",
            "bbbbbbbbbbbbbbbbbbbbbbbb.pdf",
        );
        let (here, _) = tenant("here");
        for name in [owned, loose, ".hidden", ".incoming/c.part"] {
            fs::write(here.join("uploads").join(name), name).unwrap();
        }
        let begin = || {
            let listed = objects.list("uploads/almelo/").unwrap();
            let names = listed
                .iter()
                .map(|object| object.name.rsplit('/').next().unwrap());
            Copy {
                there: names.map(str::to_owned).collect(),
                again: 2,
                ..Copy::default()
            }
        };
        let mut copy = begin();
        copy.compare("almelo", &here, &objects).unwrap();
        let both = HashSet::from([owned, loose].map(str::to_owned));
        assert_eq!(copy.there, both);

        let (there, file) = tenant("there");
        file.execute(
            "insert into uploads (url) values (?1)",
            [format!("{FOLDER}{owned}")],
        )
        .unwrap();
        let mut other = begin();
        assert_eq!(other.there, both);
        for _ in 0..3 {
            other.compare("almelo", &there, &objects).unwrap();
        }
        assert_eq!(
            names_in(&there.join("uploads")).unwrap(),
            HashSet::from([owned.to_owned()])
        );
        assert_eq!(
            fs::read(there.join("uploads").join(owned)).unwrap(),
            owned.as_bytes()
        );
        // For an hour, a restore may go back to a moment at which a row had it.
        assert!(
            other.gone.contains_key(loose) && objects.has(&object_name("almelo", loose)).unwrap()
        );
        *other.gone.get_mut(loose).unwrap() = Duration::ZERO;
        if uptime() > KEPT {
            other.compare("almelo", &there, &objects).unwrap();
            assert!(!objects.has(&object_name("almelo", loose)).unwrap());
        }
        assert!(objects.has(&object_name("almelo", owned)).unwrap());
    }

    #[test]
    fn what_is_served_or_was_taken_over_is_needed_and_nothing_else() {
        let record = |node: &str, taken_from| TenantRecord {
            node: node.to_owned(),
            generation: 4,
            preset: "public".to_owned(),
            domains: Vec::new(),
            center_hosts: Vec::new(),
            archived_at: None,
            taken_from,
            arrival: None,
        };
        let former = Replica {
            node: "b".to_owned(),
            epoch: 2,
            generation: 3,
        };
        let node = NodeRecord {
            address: String::new(),
            epoch: 5,
            standby: false,
        };
        let directory = Directory {
            nodes: BTreeMap::from([("a".to_owned(), node)]),
            tenants: BTreeMap::from([
                ("almelo".to_owned(), record("a", None)),
                ("borne".to_owned(), record("a", Some(former))),
            ]),
        };
        for (name, needed) in [
            ("replicas/a/5/almelo/4/ltx/0/1.ltx", true),
            ("replicas/a/5/almelo/3/ltx/0/1.ltx", false),
            ("replicas/a/4/almelo/4/ltx/0/1.ltx", false),
            ("replicas/b/2/borne/3/ltx/0/1.ltx", true),
            ("replicas/b/2/almelo/3/ltx/0/1.ltx", false),
            ("replicas/a/5/gone/1/ltx/0/1.ltx", false),
            ("uploads/almelo/a.webp", true),
            ("uploads/gone/a.webp", false),
            ("directory.json", true),
        ] {
            assert_eq!(is_needed(&directory, name), needed, "{name}");
        }
    }
}
