//! `voluntr upgrade`: brings the files of an older program up to date, or rehearses that on copies.

use std::path::Path;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::context::{Context, is_ours};
use super::report::{Done, Failure, Report, count, table};
use crate::backup::scratch::Scratch;
use crate::base::clock::{Clock, instant};
use crate::config::Config;
use crate::db::registry::{Entry, Registry};
use crate::db::{Db, HEAD_ROOM, free_bytes, offline_file, older_file};
use crate::error::{Error, Result};

#[derive(Debug, Args)]
pub struct Upgrade {
    /// Try it on a copy of each file, and change nothing
    #[arg(long, alias = "dry-run")]
    check: bool,
}

/// What became of one tenant.
#[derive(Debug, serde::Serialize)]
struct Outcome {
    tenant: String,
    /// Schema that the file has, before it was brought up to date.
    schema: Option<i64>,
    known_schema: i64,
    megabytes: u64,
    seconds: f64,
    /// `current`, `upgraded`, `would_succeed` or `failed`.
    #[serde(rename = "outcome")]
    state: &'static str,
    why: Option<String>,
}

impl Upgrade {
    pub fn run(self, context: &Context) -> Done {
        let config = context.config()?;
        if !config.registry_path().exists() {
            return Err(Failure::new(format!(
                "there are no tenants in {}; name the right folder with --data",
                config.data.display()
            )));
        }
        super::logging::to_stderr(context);
        is_ours(&config)?;
        let mut outcomes = Vec::new();
        for entry in Registry::open(&config.registry_path())?.list()? {
            context.note(&format!("{} …", entry.name));
            outcomes.push(self.look_at(&config, &entry));
        }
        Ok(self.report(&outcomes))
    }

    fn look_at(&self, config: &Config, entry: &Entry) -> Outcome {
        let path = config.tenant_folder(&entry.name).join("tenant.db");
        let began = instant();
        let (schema, done) = match offline_file::schema(&path) {
            Ok(schema) => (Some(schema), self.carry_out(config, &path, schema)),
            Err(error) => (None, Err(error)),
        };
        let bytes = std::fs::metadata(&path).map_or(0, |file| file.len());
        Outcome {
            tenant: entry.name.clone(),
            schema,
            known_schema: offline_file::known_schema(),
            megabytes: bytes.div_ceil(1024 * 1024),
            seconds: seconds_since(began),
            state: done.as_ref().unwrap_or(&"failed"),
            why: done.err().map(|error| error.to_string()),
        }
    }

    fn carry_out(&self, config: &Config, path: &Path, schema: i64) -> Result<&'static str> {
        if schema == offline_file::known_schema() {
            return Ok("current");
        }
        if !self.check {
            Db::open(path, Clock::system())?;
            return Ok("upgraded");
        }
        // The copy that is rehearsed on takes as much as the one that an upgrade makes.
        let (free, needed) = (free_bytes(&config.data)?, std::fs::metadata(path)?.len());
        if free < needed + HEAD_ROOM {
            return Err(Error::internal(format!(
                "there are {} MB free where {} are needed for the copy; make room",
                free / 1024 / 1024,
                (needed + HEAD_ROOM).div_ceil(1024 * 1024)
            )));
        }
        let scratch = Scratch::beside(&config.registry_path())?;
        older_file::rehearse(path, &scratch.0)?;
        Ok("would_succeed")
    }

    fn report(&self, outcomes: &[Outcome]) -> Report {
        let rows = outcomes
            .iter()
            .map(|one| {
                vec![
                    one.tenant.clone(),
                    one.schema
                        .map_or("–".to_owned(), |schema| format!("V{schema}")),
                    format!("{} MB", one.megabytes),
                    format!("{:.1} s", one.seconds),
                    match &one.why {
                        Some(why) => format!("FAILED: {why}"),
                        None => one.state.replace('_', " "),
                    },
                ]
            })
            .collect();
        let failed = outcomes.iter().filter(|one| one.why.is_some()).count();
        let known = offline_file::known_schema();
        let told = match (self.check, failed) {
            (true, 0) => format!(
                "All files can be served with schema V{known}. Make a backup first: 'voluntr backup create'."
            ),
            (false, 0) => format!(
                "All files have schema V{known}. The copies that were made lie beside them, for thirty days."
            ),
            (true, _) => format!(
                "{} would stay behind; nothing was changed.",
                count(failed, "tenant", "tenants")
            ),
            (false, _) => format!(
                "{} stayed as before and is not served by this program; the others are. Install the earlier program again to serve it.",
                count(failed, "tenant", "tenants")
            ),
        };
        let text = table(
            &["tenant", "schema", "size", "took", "outcome"],
            rows,
            "There are no tenants.",
        );
        let data = json!({ "ok": failed == 0, "checked_only": self.check, "known_schema": known, "tenants": outcomes });
        Report::new(text, data).then(&told).bad_if(failed > 0)
    }
}

fn seconds_since(began: Instant) -> f64 {
    (began.elapsed().as_secs_f64() * 10.0).round() / 10.0
}
