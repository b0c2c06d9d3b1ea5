//! `voluntr mail hold` and `voluntr mail release`: mail that is held since a backup was restored, by us or by a program beside
//! us, and how it is let go or dropped.

use serde_json::json;

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Report, count, table};
use crate::base::clock::Clock;
use crate::mail::outbox::{Hold, Waiting, drop_held, find_hold, hold, release_held};

/// Holds what waits, as restoring a backup does: for files that came back in another way.
#[derive(Debug, clap::Args)]
pub struct HoldBack {
    #[command(flatten)]
    of: OfTenant,
    #[command(flatten)]
    dry: DryRun,
}

impl HoldBack {
    pub fn run(&self, context: &Context) -> Done {
        let (_, tenant) = context.tenant_to_change(&self.of, self.dry)?;
        let now = Clock::system().text();
        let (was_held, held) = change(rows(&tenant), self.dry, move |tx| {
            let before = find_hold(tx, None)?;
            let was_held = before.is_some();
            if !was_held {
                hold(tx, &now)?;
            }
            tx.noted();
            Ok((was_held, find_hold(tx, None)?))
        })?;
        let waiting = held.as_ref().map_or(0, Hold::count);
        let letters = count(waiting, "letter waits", "letters wait");
        let said = if was_held {
            format!("mail is held already: {letters}")
        } else {
            format!("held the mail of {}: {letters}", tenant.name)
        };
        Ok(Report::change(
            self.dry.dry_run,
            said,
            json!({
                "tenant": tenant.name,
                "held_since": held.as_ref().map(|held| &held.since),
                "waiting": held.as_ref().map(|held| &held.waiting),
            }),
        )
        .then("'voluntr mail release' lets it go, with --drop it deletes what waits now"))
    }
}

/// What to do with what is held.
#[derive(Debug, clap::Args)]
pub struct Release {
    #[command(flatten)]
    of: OfTenant,
    /// Only what was written before this moment, such as 2026-11-29T14:00:00Z; the rest stays held
    #[arg(long, value_name = "TIME", value_parser = moment)]
    before: Option<String>,
    /// Delete what waited when the backup was restored, instead of sending it
    #[arg(long)]
    drop: bool,
    #[command(flatten)]
    dry: DryRun,
}

pub fn moment(text: &str) -> Result<String, String> {
    let at: jiff::Timestamp = text.parse().map_err(|_| {
        "write the moment with its time zone, such as 2026-11-29T14:00:00Z or 2026-11-29T15:00:00+01:00"
            .to_owned()
    })?;
    Ok(at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// What was held, what of it was deleted, and what stays held.
struct Outcome {
    hold: Hold,
    dropped: Vec<Waiting>,
    left: i64,
}

impl Release {
    pub fn run(self, context: &Context) -> Done {
        let (_, tenant) = context.tenant_to_change(&self.of, self.dry)?;
        let (before, is_drop) = (self.before, self.drop);
        // Of that time what is not deleted stays held, as does the rest.
        let is_kept = is_drop && before.is_some();
        let outcome = change(rows(&tenant), self.dry, move |tx| {
            let before = before.as_deref();
            let Some(hold) = find_hold(tx, before)? else {
                return Ok(None);
            };
            let dropped = if is_drop {
                drop_held(tx, before)?
            } else {
                Vec::new()
            };
            if !is_kept {
                release_held(tx, before)?;
            }
            let left = find_hold(tx, None)?.map_or(0, |hold| hold.count());
            // Nothing of anybody's rows has changed that the log would tell of.
            tx.noted();
            Ok(Some(Outcome {
                hold,
                dropped,
                left,
            }))
        })?;
        let Some(Outcome {
            hold,
            dropped,
            left,
        }) = outcome
        else {
            return Ok(Report::change(
                self.dry.dry_run,
                "no mail is held",
                json!({
                    "tenant": tenant.name, "held_since": null, "waiting": [], "dropped": [], "released": 0, "left": 0,
                }),
            ));
        };
        let gone: i64 = dropped.iter().map(|of| of.count).sum();
        let released = if is_kept { 0 } else { hold.count() - gone };
        let lines = hold
            .waiting
            .iter()
            .map(|of| vec![of.kind.clone(), of.count.to_string()])
            .collect();
        let said = format!(
            "dropped {gone} and released {released} of what is held since {}; {left} stay held",
            hold.since
        );
        let waiting = table(&["letter", "waited"], lines, "Nothing waited.");
        Ok(Report::change(
            self.dry.dry_run,
            said,
            json!({
                "tenant": tenant.name, "held_since": hold.since, "waiting": hold.waiting, "dropped": dropped,
                "released": released, "left": left,
            }),
        )
        .then(&waiting))
    }
}
