//! What `doctor` says of the mail of a tenant: what does not leave, what is held, what came in and waits.

use std::path::Path;

use super::{Findings, Kind, Scope};
use crate::base::clock::later;
use crate::base::english::count;
use crate::db::offline_file;
use crate::error::Result;
use crate::mail::outbox::{find_hold, held_since, may_leave};
use crate::mail::{OUR_SETTINGS, is_quiet};

/// What does not leave a tenant's outbox.
struct Outbox {
    /// Due for an hour, or tried in vain for as long; mandatory or not.
    stuck: i64,
    /// Of these, kept back by our own settings, with what the mail server says.
    by_settings: i64,
    why: Option<String>,
    failed: i64,
}

/// Reports emails that have not left for an hour although they might have, and failed ones.
pub(super) fn look(scope: &Scope, path: &Path, about: &str, findings: &mut Findings) {
    let now = scope.clock.text();
    let before = later(&now, -jiff::SignedDuration::from_hours(1));
    // In the evening and the night what is not mandatory waits.
    let is_day = !is_quiet(&now) && !is_quiet(&before);
    let found: Result<Outbox> =
        offline_file::peek(path, |connection| {
            Ok(connection.query_row(
            concat!(
            "with stuck as (
               select last_error
                 from outbox
                where status in ('waiting', 'sending')
                  and ", may_leave!(), "
                  and ((mandatory or :is_day) and next_attempt_at < :before
                       or last_error is not null and created_at < :before
                       or last_error like :ours || '%')
             )
             select (select count(*) from stuck),
                    (select count(*) from stuck where last_error like :ours || '%'),
                    (select max(last_error) from stuck where last_error like :ours || '%'),
                    (select count(*) from outbox where status = 'failed')"),
            rusqlite::named_params! {":before": before, ":is_day": is_day, ":ours": OUR_SETTINGS},
            |row| {
                Ok(Outbox {
                    stuck: row.get(0)?,
                    by_settings: row.get(1)?,
                    why: row.get(2)?,
                    failed: row.get(3)?,
                })
            },
        )?)
        });
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            let text = format!("the outbox cannot be read: {error}");
            findings.fault(about, (Kind::Database, about), text);
            return;
        }
    };
    let waiting = count(found.stuck, "letter waits", "letters wait");
    if found.stuck > 0 && !scope.serves_for_an_hour() {
        // They may be on their way at last.
        findings.leave_open(Kind::Outbox);
    } else if found.stuck > 0 && scope.config.smtp_url.is_none() {
        let text = format!("{waiting} for more than an hour: there is no mail server");
        findings.warn(about, text);
    } else if found.by_settings > 0 {
        let why = found.why.unwrap_or_default();
        let why = why.trim_start_matches(OUR_SETTINGS);
        let text = format!(
            "{} until the settings are mended: {why}; the letters go by themselves after that",
            count(found.by_settings, "letter waits", "letters wait")
        );
        findings.fault(about, (Kind::Outbox, about), text);
    } else if found.stuck > 0 {
        let text = format!(
            "{waiting} for more than an hour; look whether 'voluntr serve' runs, and try 'voluntr mail test'"
        );
        findings.fault(about, (Kind::Outbox, about), text);
    }
    if found.failed > 0 {
        findings.warn(
            about,
            format!(
                "{} did not go; see 'voluntr mail outbox --status failed'",
                count(found.failed, "letter", "letters")
            ),
        );
    }
}

/// Reports that mail is held since a backup was restored.
pub(super) fn look_at_hold(path: &Path, about: &str, findings: &mut Findings) {
    // A file that was not restored, of an older program, has no such table.
    let since = offline_file::peek(path, |connection| Ok(held_since(connection)?));
    let Ok(Some(since)) = since else { return };
    let found = offline_file::peek(path, |connection| Ok(find_hold(connection, None)?));
    let waiting = match found {
        Ok(Some(hold)) => count(hold.count(), "letter waits", "letters wait"),
        _ => "letters wait".to_owned(),
    };
    let text = format!(
        "mail is held since the restore of {since}: {waiting}; 'voluntr mail release' says which and lets it go, with --drop it deletes what waited then"
    );
    findings.warn(about, text);
}

/// Reports mail that came in from another sender than who was asked, and waits for somebody to look.
pub(super) fn look_at_held(path: &Path, about: &str, findings: &mut Findings) {
    let held: Result<i64> = offline_file::peek(path, |connection| {
        let sql = "select count(*) from received_mails where state = 'held'";
        Ok(connection.query_row(sql, [], |row| row.get(0))?)
    });
    // A file of an older program has no such table yet.
    if let Ok(held) = held
        && held > 0
    {
        let text = format!(
            "{} held: from another address than that of who was asked; see 'voluntr mail held list'",
            count(held, "mail is", "mails are")
        );
        findings.warn(about, text);
    }
}
