//! `voluntr config`: shows and checks the effective settings.

use clap::Subcommand;
use serde_json::{Value, json};

use super::context::Context;
use super::report::{Done, Report, table};
use crate::config;
use crate::jobs;

#[derive(Debug, Subcommand)]
pub enum Config {
    /// Every setting and its value
    Show {
        /// Also where each value comes from
        #[arg(long)]
        origin: bool,
    },
    /// Whether the settings can be read and fit together
    Check,
}

impl Config {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Show { origin } => show(context, origin),
            Self::Check => check(context),
        }
    }
}

/// The settings as `config show` gives them: secrets are `(set)`.
pub(super) fn settings(flags: &config::Flags, with_origin: bool) -> crate::error::Result<Value> {
    let settings = config::Config::origins(flags)?.into_iter();
    let shown = settings.map(|(name, value, origin)| {
        let value = serde_json::from_str(&value).unwrap_or_else(|_| json!(value));
        let value = if with_origin {
            json!({ "value": value, "origin": origin })
        } else {
            value
        };
        (name, value)
    });
    Ok(Value::Object(shown.collect()))
}

fn show(context: &Context, with_origin: bool) -> Done {
    let mut lines = Vec::new();
    for (name, value, origin) in config::Config::origins(&context.flags)? {
        let parsed = serde_json::from_str(&value).unwrap_or_else(|_| json!(value));
        let shown = if parsed.is_null() {
            "-".to_owned()
        } else {
            value
        };
        if with_origin {
            lines.push(vec![name, shown, origin]);
        } else {
            lines.push(vec![name, shown]);
        }
    }
    let headings: &[&str] = if with_origin {
        &["setting", "value", "from"]
    } else {
        &["setting", "value"]
    };
    Ok(Report::new(
        table(headings, lines, ""),
        json!({ "settings": settings(&context.flags, with_origin)? }),
    ))
}

fn check(context: &Context) -> Done {
    let config = context.config()?;
    let mut faults = Vec::new();
    if let Err(error) = super::context::block_on(async { jobs::mailer(&config) })? {
        faults.push(error.to_string());
    }
    if let Err(error) = super::logging::filter(&config.log) {
        faults.push(error.to_string());
    }
    if let Some(scheme) = &config.public_scheme
        && !matches!(scheme.as_str(), "http" | "https")
    {
        faults.push(format!(
            "the setting 'public_scheme' is http or https, not '{scheme}'"
        ));
    }
    let text = if faults.is_empty() {
        "The settings are in order.".to_owned()
    } else {
        faults.join("\n")
    };
    let is_ok = faults.is_empty();
    Ok(Report::new(text, json!({ "ok": is_ok, "faults": faults })).bad_if(!is_ok))
}
