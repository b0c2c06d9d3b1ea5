//! `voluntr doctor`: what the diagnosis finds, for people and for programs; with `--fix` it is mended.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::context::{Context, DryRun};
use super::report::{Done, Report};
use crate::base::clock::Clock;
use crate::doctor::{Depth, Finding, Findings, Network, Scope, Verdict, look};
use crate::error::Result;

#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Doctor {
    /// Mend what can be mended without losing anything: rights of files, what was left behind
    #[arg(long)]
    fix: bool,
    /// Also ask the network: whether hosts have addresses, the mail server answers, and the DNS vouches for the sender of mail
    #[arg(long)]
    online: bool,
    #[command(flatten)]
    dry: DryRun,
}

fn found(context: &Context, network: Network) -> Result<Findings> {
    Ok(look(&Scope {
        config: &context.config()?,
        file: context.flags.config.as_deref(),
        clock: &Clock::system(),
        network,
        depth: Depth::Whole,
        serving_since: None,
    }))
}

/// The findings as JSON, for a bundle.
pub(super) fn findings(context: &Context) -> Result<Value> {
    Ok(json!(found(context, Network::Nothing)?.all()))
}

pub fn run(options: Doctor, context: &Context) -> Done {
    let network = if options.online {
        Network::All
    } else {
        Network::Nothing
    };
    let mut findings = found(context, network)?;
    if options.fix && !options.dry.dry_run {
        findings.mend();
    }
    let has_fault = findings
        .all()
        .iter()
        .any(|finding| finding.verdict == Verdict::Fault && finding.is_open());
    let mut text = String::new();
    for Finding {
        about,
        verdict,
        text: found,
        mended,
        ..
    } in findings.all()
    {
        let mark = match verdict {
            _ if *mended == Some(true) => "mended",
            _ if *mended == Some(false) && options.fix => "would",
            Verdict::Fine => "ok",
            Verdict::Warning => "note",
            Verdict::Fault => "FAULT",
        };
        let _ = writeln!(text, "{mark:<6} {about}: {found}");
    }
    let data = json!({ "ok": !has_fault, "findings": findings.all() });
    Ok(Report::new(text, data).bad_if(has_fault))
}
