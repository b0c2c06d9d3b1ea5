//! Job that makes a backup of the whole data folder at its time, and tells the admins of the default tenant where there is
//! none. It works in a thread of its own, behind everything else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::admin_mail::mail_admins;
use crate::app::App;
use crate::backup::last::LastBackup;
use crate::backup::nightly;
use crate::backup::schedule::{Trouble, is_due, is_told, trouble};
use crate::error::Result;
use crate::mail::MailKind;

/// The lowest priority of a process.
const LAST_IN_LINE: i32 = 19;

/// Whether this process is at it.
#[derive(Debug, Default)]
pub struct BackingUp(AtomicBool);

/// Starts what is due.
pub fn look(app: &Arc<App>, at_it: &Arc<BackingUp>) {
    let entries = app.tenants().registry().list();
    let is_due = entries.and_then(|entries| is_due(app.config(), &entries, app.clock().now()));
    match is_due {
        Ok(true) => start(app, at_it),
        Ok(false) => {}
        Err(error) => {
            tracing::error!(%error, "the store of backups cannot be read");
            LastBackup::failed(app.config(), &app.clock().text(), &error.to_string());
        }
    }
}

fn start(app: &Arc<App>, at_it: &Arc<BackingUp>) {
    if at_it.0.swap(true, Ordering::AcqRel) {
        return;
    }
    let (app, done) = (Arc::clone(app), Done(Arc::clone(at_it)));
    let thread = std::thread::Builder::new().name("backup".to_owned());
    let started = thread.spawn(move || {
        let _done = done;
        // Of this thread alone, on Linux.
        let _ = rustix::process::setpriority_process(None, LAST_IN_LINE);
        nightly::run(app.config(), app.clock());
    });
    if let Err(error) = started {
        tracing::error!(%error, "no backup was made: a thread could not be started");
    }
}

struct Done(Arc<BackingUp>);

impl Drop for Done {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Release);
    }
}

/// Tells the admins of the default tenant what is wrong, once a day.
pub async fn tell_admins(app: &App) -> Result<()> {
    let (config, now) = (app.config(), app.clock().now());
    let entries = app.tenants().registry().list()?;
    let Some(trouble) = trouble(config, &entries, now)? else {
        return Ok(());
    };
    if is_told(config, now) {
        return Ok(());
    }
    let (why, sites, detail) = match trouble {
        Trouble::Failed { why, .. } => ("failed", Vec::new(), Some(why)),
        Trouble::Missing(sites) => ("missing", sites, None),
        Trouble::Late => ("late", Vec::new(), None),
        Trouble::Elsewhere { why, .. } => ("elsewhere", Vec::new(), Some(why)),
    };
    let last_at = LastBackup::read(config).at;
    let data = json!({ "why": why, "sites": sites, "detail": detail, "last_at": last_at });
    let Some(told) = mail_admins(app, MailKind::BackupFailed, data).await? else {
        return Ok(());
    };
    LastBackup::mailed(config, &now.to_string());
    tracing::warn!(
        tenant = told.tenant,
        why,
        told = told.admins,
        "the admins are told of the backups"
    );
    Ok(())
}
