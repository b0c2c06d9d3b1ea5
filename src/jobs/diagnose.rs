//! Job that looks by itself whether everything is in order, as `voluntr doctor` does: at the start and every morning. What is
//! found is logged, and the admins of the default tenant are mailed of faults that are new to them. The looking is done in a
//! thread of its own, behind everything else.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use jiff::civil::{Time, time};
use serde_json::json;

use super::admin_mail::mail_admins;
use crate::app::App;
use crate::backup::schedule::last_time;
use crate::base::masking::masked;
use crate::demo::TENANT;
use crate::doctor::told::LastLook;
use crate::doctor::{Depth, Finding, Findings, Network, Scope, Verdict, look};
use crate::error::{Error, Result};
use crate::mail::MailKind;

/// In Dutch time: after the backup of the night and its trial, and before people come to work.
const MORNING: Time = time(6, 30, 0, 0);
/// The lowest priority of a process.
const LAST_IN_LINE: i32 = 19;
/// So many faults stand in one mail.
const IN_A_MAIL: usize = 20;

/// The looks of this process.
#[derive(Debug)]
pub struct Looks {
    /// The file with settings that was named.
    file: Option<PathBuf>,
    started: Timestamp,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    is_at_it: bool,
    last: Option<Timestamp>,
}

impl Looks {
    pub fn new(file: Option<PathBuf>, started: Timestamp) -> Self {
        Self {
            file,
            started,
            state: Mutex::default(),
        }
    }

    /// Whether it is time to look; the look is begun then.
    fn begin(&self, now: Timestamp) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = state
            .last
            .is_none_or(|last| last_time(MORNING, now).is_some_and(|due| last < due));
        if state.is_at_it || !is_due {
            return false;
        }
        *state = State {
            is_at_it: true,
            last: Some(now),
        };
        true
    }

    fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_at_it = false;
    }
}

/// Starts a look that is due.
pub fn start(app: &Arc<App>, looks: &Arc<Looks>) {
    if !looks.begin(app.clock().now()) {
        return;
    }
    let (app, looks) = (Arc::clone(app), Arc::clone(looks));
    tokio::spawn(async move {
        let outcome = match look_in_a_thread(&app, &looks).await {
            Ok(findings) => tell(&app, &findings).await,
            Err(error) => Err(error),
        };
        if let Err(error) = outcome {
            tracing::error!(%error, "the look whether everything is in order failed; 'voluntr doctor' takes one");
        }
        looks.end();
    });
}

async fn look_in_a_thread(app: &Arc<App>, looks: &Arc<Looks>) -> Result<Findings> {
    let (sender, findings) = tokio::sync::oneshot::channel();
    let (app, looks) = (Arc::clone(app), Arc::clone(looks));
    std::thread::Builder::new()
        .name("doctor".to_owned())
        .spawn(move || {
            // Of this thread alone, on Linux.
            let _ = rustix::process::setpriority_process(None, LAST_IN_LINE);
            let _ = sender.send(look(&Scope {
                config: app.config(),
                file: looks.file.as_deref(),
                clock: app.clock(),
                network: Network::Sender,
                depth: Depth::cheap(),
                serving_since: Some(looks.started),
            }));
        })?;
    findings.await.map_err(|_| Error::internal("it panicked"))
}

/// Logs what was found, and mails the admins of the default tenant what is new to them.
async fn tell(app: &App, findings: &Findings) -> Result<()> {
    log(findings);
    let now = app.clock().now();
    let mut note = LastLook::read(app.config());
    note.found(findings, now);
    let faults = note.to_tell(findings, now);
    let told = if faults.is_empty() {
        Ok(false)
    } else {
        mail(app, &faults).await
    };
    if matches!(told, Ok(true)) {
        note.told(&faults, now);
    }
    note.write(app.config())?;
    told.map(|_| ())
}

/// What a mail server says may name somebody.
fn log(findings: &Findings) {
    for finding in findings.all() {
        let (about, text) = (finding.about.as_str(), masked(&finding.text));
        match finding.verdict {
            Verdict::Fault => tracing::warn!(about, text, "doctor found a fault"),
            Verdict::Warning => tracing::info!(about, text, "doctor found what may be better"),
            Verdict::Fine => {}
        }
    }
}

/// Returns whether somebody was told.
async fn mail(app: &App, faults: &[&Finding]) -> Result<bool> {
    // A demo is for looking: its people do not exist.
    if app.tenants().default_name()?.as_deref() == Some(TENANT) {
        return Ok(false);
    }
    let listed = |finding: &&Finding| {
        let kind = finding.fault.as_ref().map(|fault| fault.kind.as_str());
        json!({ "kind": kind, "about": finding.about, "text": finding.text })
    };
    let data = json!({
        "count": faults.len(),
        "faults": faults.iter().take(IN_A_MAIL).map(listed).collect::<Vec<_>>(),
        "more": faults.len().saturating_sub(IN_A_MAIL),
    });
    let told = mail_admins(app, MailKind::DoctorFound, data).await?;
    match told {
        Some(told) if told.admins > 0 => {
            tracing::warn!(
                tenant = told.tenant,
                told = told.admins,
                faults = faults.len(),
                "the admins are told of what doctor found"
            );
            Ok(true)
        }
        _ => {
            tracing::warn!(
                faults = faults.len(),
                "nobody is told of what doctor found: there is no default tenant, or it has no admin"
            );
            Ok(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Kind;
    use crate::mail::Locale;

    #[test]
    fn the_mail_has_a_sentence_for_each_kind_of_fault() {
        // Of backups there is a mail of its own; hosts are not looked up, nor is the mail server called.
        let others = [Kind::Backup, Kind::Host, Kind::MailServer];
        for locale in Locale::ALL {
            let source = MailKind::DoctorFound.source(locale);
            for kind in Kind::ALL.iter().filter(|kind| !others.contains(kind)) {
                let asked = format!("fault.kind == \"{}\"", kind.as_str());
                assert!(source.contains(&asked), "{asked}");
            }
        }
    }

    #[test]
    fn it_looks_at_the_start_and_once_every_morning() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let looks = Looks::new(None, at("2026-11-20T12:00:00Z"));
        let is_begun = |now: &str| {
            let is_begun = looks.begin(at(now));
            if is_begun {
                assert!(!looks.begin(at(now)), "one at a time");
                looks.end();
            }
            is_begun
        };
        assert!(is_begun("2026-11-20T12:00:03Z"));
        assert!(!is_begun("2026-11-21T05:29:00Z"));
        assert!(is_begun("2026-11-21T05:30:00Z"));
        assert!(!is_begun("2026-11-21T23:00:00Z"));
        // After a night in which the machine slept.
        assert!(is_begun("2026-11-23T09:00:00Z"));
        assert!(!is_begun("2026-11-23T09:01:00Z"));
    }
}
