//! Copies the backups of the store to another place. Only what is not there yet is sent; afterwards what is there is compared.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;

use super::files::hex;
use super::last::LastBackup;
use super::place::{Folder, Place, at};
use super::sealed::{Recipients, from_hex, secret_name};
use super::store::{CHUNKS, MANIFESTS, Snapshot, Store, folder_of, name_of, names_of, time_in};
use super::{Step, Told};
use crate::base::clock::{Clock, days};
use crate::config::Config;
use crate::error::{Error, Result};

/// In the store: the secret that names elsewhere are made with.
const NAMES: &str = ".names";
/// Behind a manifest: the names of its chunks, for whoever cannot read it.
const REFERENCES: &str = ".chunks";

/// What was sent.
#[derive(Debug, Default, serde::Serialize)]
pub struct Sent {
    pub to: String,
    pub objects: usize,
    pub bytes: u64,
}

/// Sends what is missing there, and notes the outcome. `None` where backups stay here.
pub fn send(config: &Config, clock: &Clock, told: Told) -> Option<Result<Sent>> {
    let address = config.backup.to.as_deref()?;
    // What is behind the question mark is of no use to a reader.
    let to = address.split('?').next().unwrap_or(address);
    let outcome = Sending::begin(config, address).and_then(|mut sending| {
        sending.all(told)?;
        sending.prune(clock.now())?;
        Ok(sending.sent)
    });
    let error = outcome.as_ref().err().map(ToString::to_string);
    LastBackup::copied(config, &clock.text(), to, error);
    Some(outcome)
}

struct Sending<'c> {
    config: &'c Config,
    store: Store,
    place: Box<dyn Place>,
    recipients: Recipients,
    secret: Vec<u8>,
    /// The chunks that are there, with their size.
    there: BTreeMap<String, u64>,
    sent: Sent,
}

impl<'c> Sending<'c> {
    fn begin(config: &'c Config, address: &str) -> Result<Self> {
        let recipients = Recipients::of(&config.backup.key)?;
        if recipients.is_empty() && !config.backup.plain {
            return Err(Error::internal(
                "backups leave this machine encrypted only, and there is no key; make one with 'age-keygen', set VOLUNTR_BACKUP_KEY to its public part and keep the file elsewhere (or set backup.plain = true)",
            ));
        }
        let place = at(address, config)?;
        let there = list_chunks(place.as_ref())?;
        Ok(Self {
            config,
            store: Store::of(config),
            sent: Sent {
                to: place.shown(),
                ..Sent::default()
            },
            place,
            recipients,
            secret: secret_of(config)?,
            there,
        })
    }

    fn all(&mut self, told: Told) -> Result<()> {
        let there: HashSet<String> = names_there(self.place.as_ref())?.into_iter().collect();
        for name in self.store.names()? {
            if !there.contains(&name) {
                // One that cannot be read is told of by `verify`; the others go.
                if let Ok(snapshot) = self.store.read(&name) {
                    self.snapshot(&snapshot, told)?;
                }
            }
        }
        self.compare()
    }

    fn snapshot(&mut self, snapshot: &Snapshot, told: Told) -> Result<()> {
        let ids: HashSet<&String> = snapshot.chunks.values().flatten().collect();
        let total = ids.len() as u64;
        for (done, id) in ids.into_iter().enumerate() {
            let name = self.chunk(id)?;
            if self.there.contains_key(&name) {
                continue;
            }
            let bytes = self.sealed(&self.store.packed(id)?)?;
            self.put(&name, &bytes)?;
            self.there.insert(name, bytes.len() as u64);
            told(&Step {
                verb: "Sending",
                name: &snapshot.name,
                done: done as u64 + 1,
                total,
            });
        }
        if self.recipients.is_empty() {
            let text = serde_json::to_vec(snapshot)?;
            return self.put(&format!("{MANIFESTS}{}.json", snapshot.name), &text);
        }
        let references = self.references(snapshot)?.join("\n");
        self.put(
            &format!("{MANIFESTS}{}{REFERENCES}", snapshot.name),
            references.as_bytes(),
        )?;
        let named = Snapshot {
            names: Some(hex(&self.secret)),
            ..snapshot.clone()
        };
        let text = self.sealed(&serde_json::to_vec(&named)?)?;
        // Last: it makes the backup one.
        self.put(&format!("{MANIFESTS}{}.json.age", snapshot.name), &text)
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.place.put(name, bytes)?;
        self.sent.objects += 1;
        self.sent.bytes += bytes.len() as u64;
        Ok(())
    }

    fn sealed(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        if self.recipients.is_empty() {
            Ok(bytes.to_vec())
        } else {
            self.recipients.seal(bytes)
        }
    }

    /// The name of a chunk there.
    fn chunk(&self, id: &str) -> Result<String> {
        if self.recipients.is_empty() {
            Ok(name_of(id))
        } else {
            Ok(name_of(&secret_name(&self.secret, id)?))
        }
    }

    fn references(&self, snapshot: &Snapshot) -> Result<Vec<String>> {
        let ids: HashSet<&String> = snapshot.chunks.values().flatten().collect();
        ids.into_iter().map(|id| self.chunk(id)).collect()
    }

    /// Asks what is there once more: every chunk of the newest backup, and what was sent with the size that it had.
    fn compare(&self) -> Result<()> {
        let found = list_chunks(self.place.as_ref())?;
        let newest = self.store.latest(None)?;
        for name in self.references(&newest)? {
            if found.get(&name) != self.there.get(&name) || !found.contains_key(&name) {
                return Err(Error::internal(format!(
                    "{name} is not in {} as it was sent; look at that place, and repeat this with 'voluntr backup create'",
                    self.place.shown()
                )));
            }
        }
        Ok(())
    }

    /// Removes there what is too old, as `prune` does here.
    fn prune(&self, now: Timestamp) -> Result<()> {
        let oldest = now - days(self.config.backup.keep_days.into());
        let names = names_there(self.place.as_ref())?;
        let newest = names.last().cloned();
        let own: HashSet<String> = self.store.names()?.into_iter().collect();
        let (kept, old): (Vec<String>, Vec<String>) = names.into_iter().partition(|name| {
            own.contains(name)
                || Some(name) == newest.as_ref()
                || time_in(name).is_some_and(|made| made >= oldest)
        });
        if old.is_empty() {
            return Ok(());
        }
        let mut referenced = HashSet::new();
        for name in &kept {
            referenced.extend(self.referenced_there(name)?);
        }
        for name in old {
            for ending in [".json.age", ".json", REFERENCES] {
                self.place.remove(&format!("{MANIFESTS}{name}{ending}"))?;
            }
        }
        for object in self.place.list(CHUNKS)? {
            let is_young = object.modified > (now - days(1)).as_second();
            if !is_young && !referenced.contains(&object.name) {
                self.place.remove(&object.name)?;
            }
        }
        Ok(())
    }

    /// The names of the chunks of a backup there, which may be one of another machine.
    fn referenced_there(&self, name: &str) -> Result<Vec<String>> {
        if let Some(text) = self.place.get(&format!("{MANIFESTS}{name}{REFERENCES}"))? {
            return Ok(String::from_utf8_lossy(&text)
                .lines()
                .map(str::to_owned)
                .collect());
        }
        let text = self.place.get(&format!("{MANIFESTS}{name}.json"))?;
        let snapshot: Snapshot = serde_json::from_slice(&text.unwrap_or_default())?;
        Ok(snapshot
            .chunks
            .values()
            .flatten()
            .map(|id| name_of(id))
            .collect())
    }
}

fn list_chunks(place: &dyn Place) -> Result<BTreeMap<String, u64>> {
    let objects = place.list(CHUNKS)?;
    Ok(objects
        .into_iter()
        .map(|object| (object.name, object.bytes))
        .collect())
}

/// The names of the backups there.
fn names_there(place: &dyn Place) -> Result<Vec<String>> {
    Ok(names_of(&place.list(MANIFESTS)?))
}

/// Made once, and kept in the store; it is in every manifest that is sent, so that a restore needs nothing but the identity.
fn secret_of(config: &Config) -> Result<Vec<u8>> {
    let folder = Folder(folder_of(config));
    if let Some(text) = folder.get(NAMES)?
        && let Some(secret) = from_hex(String::from_utf8_lossy(&text).trim())
        && secret.len() == 32
    {
        return Ok(secret);
    }
    let mut secret = [0_u8; 32];
    getrandom::fill(&mut secret).map_err(Error::internal)?;
    folder.put(NAMES, hex(&secret).as_bytes())?;
    Ok(secret.to_vec())
}
