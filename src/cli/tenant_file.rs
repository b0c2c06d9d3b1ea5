//! `voluntr tenant export` and `import`: one tenant as a file, from one machine to another.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::json;

use super::backup_restore::HELD;
use super::backup_steps::Steps;
use super::cluster::Cluster;
use super::context::{Context, DryRun, is_ours, no_tenant};
use super::report::{Done, Report, count};
use crate::backup::one_tenant;
use crate::base::clock::Clock;
use crate::db::registry::Registry;

pub fn export(context: &Context, name: &str, file: &Path, dry: DryRun) -> Done {
    let app = context.app()?;
    app.tenants().admit(name)?;
    let entry = app.tenants().registry().find(name)?;
    let entry = entry.ok_or_else(|| no_tenant(name))?;
    if !dry.dry_run {
        let mut steps = Steps::start(context);
        let now = app.clock().text();
        one_tenant::export(app.config(), &entry, file, &now, &mut |step| {
            steps.show(step);
        })?;
        steps.end();
    }
    let bytes = std::fs::metadata(file).map_or(0, |file| file.len());
    Ok(Report::change(
        dry.dry_run,
        format!(
            "wrote tenant '{name}' to {}. It holds everything about its people: keep it as safe as the data folder, and delete it when it has arrived",
            file.display()
        ),
        json!({ "tenant": name, "file": file, "bytes": bytes }),
    ))
}

pub fn import(context: &Context, file: &Path, name: Option<&str>, dry: DryRun) -> Done {
    let config = context.config()?;
    super::logging::to_stderr(context);
    is_ours(&config)?;
    let cluster = Cluster::read(&config)?;
    let is_known = config.registry_path().exists();
    let registry = if is_known || !dry.dry_run {
        config.prepare_data()?;
        Some(Registry::open(&config.registry_path())?)
    } else {
        None
    };
    let mut steps = Steps::start(context);
    let imported = one_tenant::import(
        &config,
        registry.as_ref(),
        file,
        (name, &Clock::system().text(), dry.dry_run),
        &mut |step| steps.show(step),
    )?;
    steps.end();
    if let Some(cluster) = &cluster {
        match &registry {
            Some(registry) if !dry.dry_run => {
                cluster.enter_first(&config, registry, &imported.tenant)?;
            }
            _ => {
                cluster.is_new(&imported.tenant)?;
                cluster.is_free(&imported.tenant, &imported.domains)?;
            }
        }
    }
    let mut text = format!(
        "took in '{}' as tenant '{}', as it was at {} ({})",
        imported.exported_as,
        imported.tenant,
        imported.exported_at,
        count(imported.files, "file", "files")
    );
    for host in &imported.domains {
        let _ = write!(text, "\n{host} leads to it");
    }
    for host in &imported.taken {
        let _ = write!(
            text,
            "\nNOT to it: {host}, which leads to another tenant here"
        );
    }
    Ok(Report::change(dry.dry_run, text, json!(imported)).then(HELD))
}
