//! What is done every night: a backup is made, restored on trial and copied elsewhere, and old ones go.

use super::last::LastBackup;
use super::make::create;
use super::prune::prune;
use super::send::send;
use super::store::lock;
use crate::base::clock::Clock;
use crate::config::Config;

/// Makes a backup and prunes the store. What fails is noted and logged; the next attempt is made in an hour.
pub fn run(config: &Config, clock: &Clock) {
    // Somebody makes one right now.
    if matches!(lock(config), Ok(None)) {
        return;
    }
    let now = clock.text();
    match create(config, &now, &mut |_| {}) {
        Ok(made) => {
            tracing::info!(
                backup = made.name,
                bytes = made.bytes,
                new_bytes = made.new_bytes,
                "a backup was made"
            );
            for missing in &made.manifest.missing {
                tracing::error!(
                    tenant = missing.tenant,
                    error = missing.why,
                    "a tenant is not in the backup"
                );
            }
        }
        Err(error) => {
            tracing::error!(%error, "no backup was made");
            return LastBackup::failed(config, &now, &error.to_string());
        }
    }
    match send(config, clock, &mut |_| {}) {
        None => {}
        Some(Ok(sent)) => tracing::info!(
            to = sent.to,
            objects = sent.objects,
            bytes = sent.bytes,
            "the backup is elsewhere too"
        ),
        Some(Err(error)) => tracing::error!(%error, "the backup was not copied elsewhere"),
    }
    match prune(config, clock.now(), false) {
        Ok(pruned) if pruned.unreadable.is_empty() => {}
        Ok(pruned) => tracing::error!(
            backups = pruned.unreadable.join(", "),
            "chunks of old backups stay: manifests cannot be read"
        ),
        Err(error) => tracing::error!(%error, "old backups were not removed"),
    }
}
