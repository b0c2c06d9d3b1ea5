//! Note beside the registry of the server's own looks: what was found last, and of what the admins were told.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Findings, Kind, Verdict};
use crate::backup::place::{Folder, Place as _};
use crate::base::working_days::amsterdam;
use crate::config::Config;
use crate::error::Result;

const FILE: &str = "last-look.json";

/// The last look of the server itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastLook {
    pub at: Option<String>,
    /// How many faults were found.
    pub faults: usize,
    /// The faults that the admins know of; one that is gone is forgotten, and told when it comes again.
    told: BTreeSet<String>,
    mailed_at: Option<String>,
}

/// Of late and failed backups there is a mail of its own.
const fn has_mail_of_its_own(kind: Kind) -> bool {
    matches!(kind, Kind::Backup)
}

impl LastLook {
    /// Without contents where none was taken yet.
    #[expect(
        clippy::disallowed_methods,
        reason = "a small note in the data folder, which no handler reads"
    )]
    pub fn read(config: &Config) -> Self {
        std::fs::read(config.data.join(FILE))
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default()
    }

    pub fn write(&self, config: &Config) -> Result<()> {
        Folder(config.data.clone()).put(FILE, &serde_json::to_vec(self)?)
    }

    /// Takes in what was found now, and forgets of what is gone that it was told.
    pub fn found(&mut self, findings: &Findings, now: Timestamp) {
        self.at = Some(now.to_string());
        let faults = || findings.all().iter().filter_map(|one| one.fault.as_ref());
        self.faults = faults().count();
        let there: BTreeSet<String> = faults().map(super::Fault::key).collect();
        let is_open = |key: &str| {
            Kind::ALL.iter().any(|kind| {
                findings.leaves_open(*kind) && key.split(' ').next() == Some(kind.as_str())
            })
        };
        self.told.retain(|key| there.contains(key) || is_open(key));
    }

    /// What the admins are to be mailed now: everything that is wrong, where some of it is new to them and none was mailed
    /// on this Dutch day.
    pub fn to_tell<'f>(&self, findings: &'f Findings, now: Timestamp) -> Vec<&'f super::Finding> {
        let day = |at: Timestamp| at.to_zoned_datetime(amsterdam()).date();
        let mailed: Option<Timestamp> = self.mailed_at.as_ref().and_then(|at| at.parse().ok());
        let mut faults = Vec::new();
        let mut has_new = false;
        for finding in findings.all() {
            debug_assert_eq!(finding.fault.is_some(), finding.verdict == Verdict::Fault);
            if let Some(fault) = &finding.fault
                && !has_mail_of_its_own(fault.kind)
            {
                has_new |= !self.told.contains(&fault.key());
                faults.push(finding);
            }
        }
        let is_mailed_today = mailed.is_some_and(|mailed| day(mailed) == day(now));
        if has_new && !is_mailed_today {
            faults
        } else {
            Vec::new()
        }
    }

    pub fn told(&mut self, findings: &[&super::Finding], now: Timestamp) {
        let keys = findings.iter().filter_map(|one| one.fault.as_ref());
        self.told.extend(keys.map(super::Fault::key));
        self.mailed_at = Some(now.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// Looks, and mails what there is to tell; how many faults were in the mail.
    fn look(note: &mut LastLook, findings: &Findings, now: &str) -> usize {
        note.found(findings, at(now));
        let faults = note.to_tell(findings, at(now));
        if !faults.is_empty() {
            note.told(&faults, at(now));
        }
        faults.len()
    }

    fn with(faults: &[(Kind, &str)]) -> Findings {
        let mut findings = Findings::default();
        findings.fine("registry", "1 tenant");
        for (kind, subject) in faults {
            findings.fault("x", (*kind, subject), "it is wrong");
        }
        findings
    }

    #[test]
    fn a_fault_is_told_once_and_again_when_it_was_gone() {
        let mut note = LastLook::default();
        let (room, both) = (
            with(&[(Kind::Room, "")]),
            with(&[(Kind::Room, ""), (Kind::Uploads, "tenant almelo")]),
        );
        assert_eq!(look(&mut note, &with(&[]), "2026-11-20T05:00:00Z"), 0);
        assert_eq!(look(&mut note, &room, "2026-11-21T05:00:00Z"), 1);
        assert_eq!(look(&mut note, &room, "2026-11-22T05:00:00Z"), 0);
        // A new one, with what is still wrong.
        assert_eq!(look(&mut note, &both, "2026-11-23T05:00:00Z"), 2);
        assert_eq!(look(&mut note, &both, "2026-11-24T05:00:00Z"), 0);
        assert_eq!(look(&mut note, &room, "2026-11-25T05:00:00Z"), 0);
        assert_eq!(look(&mut note, &both, "2026-11-26T05:00:00Z"), 2);
        assert_eq!(note.faults, 2);
    }

    #[test]
    fn there_is_one_mail_a_day_at_most_and_none_of_backups() {
        let mut note = LastLook::default();
        let backup = with(&[(Kind::Backup, "")]);
        assert_eq!(look(&mut note, &backup, "2026-11-20T05:00:00Z"), 0);
        assert_eq!(note.faults, 1);
        let room = with(&[(Kind::Room, "")]);
        let both = with(&[(Kind::Room, ""), (Kind::Clock, "")]);
        // 00:30 and 23:30 of the same Dutch day.
        assert_eq!(look(&mut note, &room, "2026-11-20T23:30:00Z"), 1);
        assert_eq!(look(&mut note, &both, "2026-11-21T22:30:00Z"), 0);
        assert_eq!(look(&mut note, &both, "2026-11-22T05:00:00Z"), 2);
    }

    #[test]
    fn what_could_not_be_judged_is_not_forgotten() {
        let mut note = LastLook::default();
        let stuck = with(&[(Kind::Outbox, "tenant almelo")]);
        assert_eq!(look(&mut note, &stuck, "2026-11-20T05:00:00Z"), 1);
        let mut after_start = with(&[]);
        after_start.leave_open(Kind::Outbox);
        assert_eq!(look(&mut note, &after_start, "2026-11-21T05:00:00Z"), 0);
        assert_eq!(look(&mut note, &stuck, "2026-11-22T05:00:00Z"), 0);
        assert_eq!(look(&mut note, &with(&[]), "2026-11-23T05:00:00Z"), 0);
        assert_eq!(look(&mut note, &stuck, "2026-11-24T05:00:00Z"), 1);
    }
}
