//! `voluntr log`: changes how much a running server logs, for a while or until it is reset. The choice is a file in the data
//! folder, which the server reads every two seconds.

#![expect(
    clippy::disallowed_methods,
    reason = "a small note in the data folder, read every two seconds"
)]

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tracing_subscriber::{EnvFilter, Registry, reload};

use super::context::{Context, DryRun, is_ours};
use super::logging::filter;
use super::report::{Done, Failure, Report};
use crate::base::clock::{Clock, later};
use crate::config::Config;

const EVERY: Duration = Duration::from_secs(2);
/// How long a choice holds where nothing else is said: whoever looks for a fault forgets to turn it back.
const MINUTES: u32 = 60;

/// What a running server logs instead of the setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Choice {
    log: String,
    /// RFC 3339, UTC.
    until: String,
}

impl Choice {
    fn file(config: &Config) -> PathBuf {
        config.data.join("log-level.json")
    }

    /// The choice that is in force, if any.
    fn read(config: &Config, now: &str) -> Option<Self> {
        let text = std::fs::read(Self::file(config)).ok()?;
        let choice: Self = serde_json::from_slice(&text).ok()?;
        (choice.until.as_str() > now).then_some(choice)
    }
}

#[derive(Debug, Args)]
pub struct LogLevel {
    /// Such as debug or warn,voluntr=debug; without it, says what is in force
    level: Option<String>,
    /// How many minutes it holds
    #[arg(long, value_name = "MINUTES", default_value_t = MINUTES, value_parser = clap::value_parser!(u32).range(1..=1440))]
    minutes: u32,
    /// Back to the setting
    #[arg(long, conflicts_with_all = ["level", "minutes"])]
    reset: bool,
    #[command(flatten)]
    dry: DryRun,
}

impl LogLevel {
    pub fn run(self, context: &Context) -> Done {
        let config = context.config()?;
        is_ours(&config)?;
        let now = Clock::system().text();
        if self.reset {
            if !self.dry.dry_run {
                match std::fs::remove_file(Choice::file(&config)) {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                        return Err(Failure::new(error.to_string()));
                    }
                    _ => {}
                }
            }
            return Ok(Report::change(
                self.dry.dry_run,
                format!("the server logs '{}', as its settings say", config.log),
                json!({ "log": config.log, "until": null }),
            ));
        }
        let Some(level) = self.level else {
            let choice = Choice::read(&config, &now);
            let (log, until) = choice.map_or((config.log, None), |choice| {
                (choice.log, Some(choice.until))
            });
            let text = until.as_ref().map_or_else(
                || format!("The server logs '{log}', as its settings say."),
                |until| format!("The server logs '{log}' until {until}."),
            );
            return Ok(Report::new(text, json!({ "log": log, "until": until })));
        };
        filter(&level)?;
        let minutes = SignedDuration::from_mins(i64::from(self.minutes));
        let choice = Choice {
            log: level,
            until: later(&now, minutes),
        };
        if !self.dry.dry_run {
            if !config.data.is_dir() {
                return Err(Failure::new(format!(
                    "there is no data folder {}; name the right one with --data",
                    config.data.display()
                )));
            }
            let written = serde_json::to_vec(&choice).map_err(std::io::Error::from);
            written
                .and_then(|text| std::fs::write(Choice::file(&config), text))
                .map_err(|error| Failure::new(error.to_string()))?;
        }
        Ok(Report::change(
            self.dry.dry_run,
            format!(
                "the server logs '{}' until {}, from two seconds on; 'voluntr log --reset' ends it",
                choice.log, choice.until
            ),
            json!(choice),
        ))
    }
}

/// Carries out what `voluntr log` chooses, as long as the server runs.
pub async fn follow(config: Config, clock: Clock, filters: reload::Handle<EnvFilter, Registry>) {
    let mut ticks = tokio::time::interval(EVERY);
    let mut current = config.log.clone();
    loop {
        ticks.tick().await;
        let choice = Choice::read(&config, &clock.text());
        let wanted = choice.map_or_else(|| config.log.clone(), |choice| choice.log);
        if wanted == current {
            continue;
        }
        if let Ok(chosen) = filter(&wanted)
            && filters.reload(chosen).is_ok()
        {
            tracing::warn!(log = wanted, "what is logged was changed");
            current = wanted;
        }
    }
}
