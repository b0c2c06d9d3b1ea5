//! `voluntr backup restore`: everything into an empty data folder, or one tenant while the server runs.

use std::path::Path;

use jiff::Timestamp;
use serde_json::json;

use super::backup::{From, contents, is_file, left_out};
use super::backup_steps::Steps;
use super::context::{Context, DryRun, is_ours};
use super::mail_hold::moment;
use super::report::{Done, Failure, Report};
use crate::backup::restore::{OneTenant, everything, on_trial};
use crate::backup::store::{Snapshot, Store};
use crate::backup::{Step, unpack_into, verify_file};
use crate::base::clock::Clock;
use crate::config::Config;
use crate::provisioning::validate_name;

#[derive(Debug, clap::Args)]
pub struct Restore {
    /// Its time or its file; the newest one where it is left out
    #[arg(value_name = "TIME|FILE", conflicts_with = "at")]
    backup: Option<String>,
    /// The newest backup that was made not after this moment, such as 2026-11-29T14:00:00Z
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<String>,
    /// Only this tenant, while the server runs: in place of the one that is archived or damaged, which is moved aside
    #[arg(short, long, value_name = "TENANT")]
    tenant: Option<String>,
    /// Under this name, beside the one that there is
    #[arg(long = "as", value_name = "NAME", requires = "tenant")]
    name: Option<String>,
    #[command(flatten)]
    from: From,
    #[command(flatten)]
    dry: DryRun,
}

/// What is waiting in a backup may have gone before the one that it replaces was lost.
pub(super) const HELD: &str = "Its mail is held, so that nothing goes twice: 'voluntr mail release' says what waits and lets it go, with --drop it deletes what waited. What people need to sign in goes.";

impl Restore {
    pub fn run(self, context: &Context) -> Done {
        let config = context.config()?;
        is_ours(&config)?;
        if let Some(name) = &self.name {
            validate_name(name)?;
        }
        if let Some(file) = self.backup.as_deref().filter(|backup| is_file(backup)) {
            if self.tenant.is_some() {
                return Err(Failure::wrong_use(
                    "one tenant is restored from the store, and this is a file: restore it into an empty folder with --data",
                ));
            }
            is_empty(&config)?;
            return restore_file(&config, Path::new(file), self.dry);
        }
        if self.tenant.is_none() {
            is_empty(&config)?;
        } else if !config.registry_path().exists() {
            return Err(Failure::new(format!(
                "there are no tenants in {}; restore all of them there, without --tenant",
                config.data.display()
            )));
        }
        let store = self.from.store(context)?;
        let at: Option<Timestamp> = self.at.as_deref().and_then(|at| at.parse().ok());
        let snapshot = match &self.backup {
            Some(time) => store.find(time)?,
            None => store.latest(at)?,
        };
        match &self.tenant {
            Some(tenant) => self.restore_tenant(context, (&store, &snapshot), tenant),
            None => self.restore_all(context, (&store, &snapshot)),
        }
    }

    fn restore_all(&self, context: &Context, of: (&Store, &Snapshot)) -> Done {
        let config = context.config()?;
        let mut steps = Steps::start(context);
        let told = &mut |step: &Step| steps.show(step);
        if self.dry.dry_run {
            on_trial(&config, of, told)?;
        } else {
            everything(&config, of, &Clock::system().text(), told)?;
        }
        steps.end();
        let Snapshot { name, manifest, .. } = of.1;
        Ok(Report::change(
            self.dry.dry_run,
            format!(
                "restored {} into {}",
                contents(manifest),
                config.data.display()
            ),
            json!({ "backup": name, "data": config.data, "manifest": manifest }),
        )
        .then(&left_out(&manifest.missing))
        .then(HELD))
    }

    fn restore_tenant(&self, context: &Context, of: (&Store, &Snapshot), tenant: &str) -> Done {
        let config = context.config()?;
        let now = Clock::system().text();
        let one = OneTenant::plan(&config, of, (tenant, self.name.as_deref()), &now)?;
        let mut steps = Steps::start(context);
        let told = &mut |step: &Step| steps.show(step);
        if self.dry.dry_run {
            one.on_trial(&config, of, told)?;
        } else {
            one.restore(&config, of, &now, told)?;
        }
        steps.end();
        let Snapshot { name, manifest, .. } = of.1;
        let mut report = Report::change(
            self.dry.dry_run,
            format!(
                "restored '{tenant}' as it was at {} to {}",
                manifest.created_at,
                config.tenant_folder(&one.name).display()
            ),
            json!({
                "backup": name, "tenant": tenant, "name": one.name, "moved_aside": one.replaces, "hosts": one.hosts,
            }),
        );
        if let Some(aside) = &one.replaces {
            report = report.then(&format!(
                "What was there is now {}; remove that when nobody needs it.",
                aside.display()
            ));
        }
        if self.name.is_some() {
            report = report.then(&format!(
                "No host leads to it yet: 'voluntr tenant domain add {} HOST' makes one.",
                one.name
            ));
        }
        Ok(report.then(HELD))
    }
}

fn is_empty(config: &Config) -> Result<(), Failure> {
    if !config.registry_path().exists() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{} holds tenants already; stop the server, move that folder away and repeat this, name an empty one with --data, or restore one tenant with --tenant",
        config.data.display()
    )))
}

fn restore_file(config: &Config, file: &Path, dry: DryRun) -> Done {
    let verified = if dry.dry_run {
        verify_file(config, file)?
    } else {
        unpack_into(config, file, &Clock::system().text())?
    };
    Ok(Report::change(
        dry.dry_run,
        format!(
            "restored {} into {}",
            contents(&verified.manifest),
            config.data.display()
        ),
        json!({ "file": file, "data": config.data, "manifest": verified.manifest }),
    )
    .then(&left_out(&verified.manifest.missing))
    .then(HELD))
}
