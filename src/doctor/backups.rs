//! What `doctor` says of the backups: how the last one went, and what one left that was broken off.

use std::path::Path;

use super::{Findings, Fix, Kind, Scope, Verdict};
use crate::backup::last::LastBackup;
use crate::backup::schedule::{Trouble, next_due, trouble};
use crate::backup::scratch::leftovers;
use crate::base::clock::{days, later, seconds_until};
use crate::base::english::count;
use crate::db::registry::Entry;

/// After so many days a backup counts as old.
const OLD_BACKUP: i64 = 2;

pub(super) fn look(scope: &Scope, entries: &[Entry], findings: &mut Findings) {
    let (config, now) = (scope.config, scope.clock.now());
    let last = LastBackup::read(config);
    let how = match next_due(config, now) {
        Some(next) => format!("the server makes the next one at {next}"),
        None => "make one with 'voluntr backup create', every night".to_owned(),
    };
    let made = last.at.as_ref().map(|at| {
        let age = seconds_until(at, &now.to_string()) / 3600;
        let age = if age < 48 {
            count(age, "hour", "hours")
        } else {
            count(age / 24, "day", "days")
        };
        format!("the last one is {age} old ({})", last.file.display())
    });
    let (verdict, text) = match trouble(config, entries, now) {
        Ok(Some(Trouble::Failed { at, why })) => (
            Verdict::Fault,
            format!(
                "that of {at} failed: {why}; {}. Mend that and make one with 'voluntr backup create'",
                made.unwrap_or_else(|| "there is none".to_owned())
            ),
        ),
        Ok(Some(Trouble::Missing(tenants))) => (
            Verdict::Fault,
            format!(
                "{}, and has not {}",
                made.unwrap_or_default(),
                tenants.join(", ")
            ),
        ),
        Ok(Some(Trouble::Elsewhere { to, why })) => (
            Verdict::Fault,
            format!(
                "{}, but its copy did not go to {to}: {why}; the next one is tried with the next backup",
                made.unwrap_or_default()
            ),
        ),
        Ok(Some(Trouble::Late)) if made.is_some() => (
            Verdict::Warning,
            format!(
                "{}, although the server makes one every day; see whether it runs, and make one with 'voluntr backup create'",
                made.unwrap_or_default()
            ),
        ),
        Err(error) => (Verdict::Fault, error.to_string()),
        Ok(_) => match made {
            None => (Verdict::Warning, format!("none was made yet; {how}")),
            Some(made)
                if last
                    .at
                    .is_some_and(|at| later(&at, days(OLD_BACKUP)) < now.to_string()) =>
            {
                (Verdict::Warning, format!("{made}; {how}"))
            }
            Some(made) => (Verdict::Fine, made),
        },
    };
    match verdict {
        Verdict::Fault => {
            findings.fault("backup", (Kind::Backup, ""), text);
        }
        verdict => {
            findings.add("backup", verdict, text);
        }
    }
}

/// Folders that a backup left which was broken off.
pub(super) fn look_for_leftovers(data: &Path, findings: &mut Findings) {
    for folder in [data.to_owned(), data.join("backups")] {
        for left in leftovers(&folder) {
            let text = format!(
                "{} was left by a backup that was broken off; the next one removes it",
                left.display()
            );
            findings
                .add("data", Verdict::Warning, text)
                .mendable(Fix::Remove(left));
        }
    }
}
