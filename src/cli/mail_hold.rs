//! `voluntr mail release`: lets go, or drops, the mail that is held since a backup was restored.

use serde_json::json;

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Report, table};
use crate::mail::outbox::{Hold, Waiting, drop_held, find_hold, release_held};

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
