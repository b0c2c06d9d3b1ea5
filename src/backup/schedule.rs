//! When the server makes a backup by itself, and what is wrong when there is none.

use jiff::civil::Time;
use jiff::{SignedDuration, Timestamp};

use super::last::LastBackup;
use super::store::{Store, time_in};
use crate::base::clock::days;
use crate::base::working_days::amsterdam;
use crate::config::Config;
use crate::db::registry::Entry;
use crate::error::Result;

/// After a failure, until the next attempt.
const REST: SignedDuration = SignedDuration::from_hours(1);
/// After this there should have been another one.
const LATE: SignedDuration = SignedDuration::from_hours(26);

/// The last moment at which a backup was to be made; none where the server makes none.
pub fn last_due(config: &Config, now: Timestamp) -> Option<Timestamp> {
    last_time(config.backup.at?, now)
}

/// The last moment at which it was this time of the Dutch day.
pub fn last_time(at: Time, now: Timestamp) -> Option<Timestamp> {
    due(at, now).filter(|due| *due <= now).or_else(|| {
        let yesterday = now - SignedDuration::from_hours(24);
        due(at, yesterday)
    })
}

pub fn next_due(config: &Config, now: Timestamp) -> Option<Timestamp> {
    due(config.backup.at?, now)
        .filter(|due| *due > now)
        .or_else(|| {
            let tomorrow = now + SignedDuration::from_hours(24);
            due(config.backup.at?, tomorrow)
        })
}

/// That time of the Dutch day that `now` is in.
fn due(at: Time, now: Timestamp) -> Option<Timestamp> {
    let zone = amsterdam();
    let day = now.to_zoned_datetime(zone.clone()).date();
    let due = day.to_datetime(at).to_zoned_datetime(zone).ok()?;
    Some(due.timestamp())
}

/// When the newest backup of the store was made.
pub fn last_made(config: &Config) -> Result<Option<Timestamp>> {
    let names = Store::of(config).names()?;
    Ok(names.last().and_then(|name| time_in(name)))
}

/// Since when backups are missed: from the newest one on, or from the first tenant.
fn since(config: &Config, entries: &[Entry]) -> Result<Option<Timestamp>> {
    let first = entries
        .iter()
        .filter_map(|entry| entry.created_at.parse().ok())
        .min();
    Ok(match (last_made(config)?, first) {
        (Some(made), _) => Some(made),
        (None, first) => first,
    })
}

/// Whether a backup is to be made now: the last one is older than the moment that one was last due, and none has failed
/// just now.
pub fn is_due(config: &Config, entries: &[Entry], now: Timestamp) -> Result<bool> {
    let (Some(due), Some(since)) = (last_due(config, now), since(config, entries)?) else {
        return Ok(false);
    };
    let last = LastBackup::read(config);
    let tried: Option<Timestamp> = last.tried_at.and_then(|at| at.parse().ok());
    let rests = last.error.is_some() && tried.is_some_and(|tried| now < tried + REST);
    Ok(since < due && !rests)
}

/// What is wrong with the backups of a data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    Failed {
        at: String,
        why: String,
    },
    Missing(Vec<String>),
    /// There is none, or an old one, although the server makes them.
    Late,
    Elsewhere {
        to: String,
        why: String,
    },
}

/// The worst of what is wrong.
pub fn trouble(config: &Config, entries: &[Entry], now: Timestamp) -> Result<Option<Trouble>> {
    let last = LastBackup::read(config);
    if let (Some(why), Some(at)) = (last.error, last.tried_at) {
        return Ok(Some(Trouble::Failed { at, why }));
    }
    if !last.missing.is_empty() {
        return Ok(Some(Trouble::Missing(last.missing)));
    }
    if config.backup.at.is_some() && since(config, entries)?.is_some_and(|since| since + LATE < now)
    {
        return Ok(Some(Trouble::Late));
    }
    Ok(last
        .elsewhere
        .filter(|_| config.backup.to.is_some())
        .and_then(|elsewhere| {
            Some(Trouble::Elsewhere {
                to: elsewhere.to,
                why: elsewhere.error?,
            })
        }))
}

/// Whether the admins were told of trouble within the last day.
pub fn is_told(config: &Config, now: Timestamp) -> bool {
    let mailed = LastBackup::read(config).mailed_at;
    let mailed: Option<Timestamp> = mailed.and_then(|at| at.parse().ok());
    mailed.is_some_and(|mailed| now < mailed + days(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::BackupConfig;

    fn at(time: Option<&str>) -> Config {
        Config {
            backup: BackupConfig {
                at: time.map(|time| time.parse().unwrap()),
                ..BackupConfig::default()
            },
            ..Config::default()
        }
    }

    fn moment(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_backup_is_due_at_a_time_of_the_dutch_day() {
        let config = at(Some("03:00"));
        // Winter: an hour after UTC.
        for (now, last, next) in [
            (
                "2026-01-10T01:59:59Z",
                "2026-01-09T02:00:00Z",
                "2026-01-10T02:00:00Z",
            ),
            (
                "2026-01-10T02:00:00Z",
                "2026-01-10T02:00:00Z",
                "2026-01-11T02:00:00Z",
            ),
            (
                "2026-01-10T23:30:00Z",
                "2026-01-10T02:00:00Z",
                "2026-01-11T02:00:00Z",
            ),
            // Summer: two hours.
            (
                "2026-07-10T01:30:00Z",
                "2026-07-10T01:00:00Z",
                "2026-07-11T01:00:00Z",
            ),
            // The night in which the clock goes forward and that in which it goes back.
            (
                "2026-03-29T12:00:00Z",
                "2026-03-29T01:00:00Z",
                "2026-03-30T01:00:00Z",
            ),
            (
                "2026-10-25T12:00:00Z",
                "2026-10-25T02:00:00Z",
                "2026-10-26T02:00:00Z",
            ),
        ] {
            assert_eq!(last_due(&config, moment(now)), Some(moment(last)), "{now}");
            assert_eq!(next_due(&config, moment(now)), Some(moment(next)), "{now}");
        }
        let off = at(None);
        assert_eq!(last_due(&off, moment("2026-01-10T02:00:00Z")), None);
        assert_eq!(next_due(&off, moment("2026-01-10T02:00:00Z")), None);
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "a test makes the files of a store"
    )]
    fn it_is_made_once_a_night_again_an_hour_after_a_failure_and_missed_after_26_hours() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            data: folder.path().to_owned(),
            ..at(Some("03:00"))
        };
        let entry = Entry {
            name: "almelo".to_owned(),
            preset: String::new(),
            domains: Vec::new(),
            center_hosts: Vec::new(),
            is_default: true,
            archived_at: None,
            created_at: "2026-01-09T12:00:00Z".to_owned(),
        };
        let entries = [entry];
        let is_due = |now: &str| is_due(&config, &entries, moment(now)).unwrap();
        let trouble = |now: &str| trouble(&config, &entries, moment(now)).unwrap();
        assert!(!super::is_due(&config, &[], moment("2026-01-10T12:00:00Z")).unwrap());
        // Not on the day that the first tenant was made.
        assert!(!is_due("2026-01-09T13:00:00Z"));
        assert!(is_due("2026-01-10T02:00:00Z"));
        assert_eq!(trouble("2026-01-10T13:59:00Z"), None);
        assert_eq!(trouble("2026-01-10T14:01:00Z"), Some(Trouble::Late));

        LastBackup::failed(&config, "2026-01-10T02:00:00Z", "no room");
        assert!(!is_due("2026-01-10T02:30:00Z"));
        assert!(is_due("2026-01-10T03:00:00Z"));
        assert!(matches!(
            trouble("2026-01-10T03:00:00Z"),
            Some(Trouble::Failed { why, .. }) if why == "no room"
        ));
        assert!(!is_told(&config, moment("2026-01-10T03:00:00Z")));
        LastBackup::mailed(&config, "2026-01-10T03:00:00Z");
        assert!(is_told(&config, moment("2026-01-11T02:59:00Z")));
        assert!(!is_told(&config, moment("2026-01-11T03:00:00Z")));

        let manifests = folder.path().join("backups/manifests");
        std::fs::create_dir_all(&manifests).unwrap();
        std::fs::write(manifests.join("2026-01-10T03-00-00Z.json"), "{}").unwrap();
        assert!(!is_due("2026-01-11T01:59:00Z"));
        assert!(is_due("2026-01-11T02:00:00Z"));
    }
}
