//! `voluntr tenant`: creates, shows, archives and removes tenants, and assigns their hosts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::{Value, json};

use super::cluster::Cluster;
use super::context::{Context, DryRun, no_tenant, open, rows};
use super::report::{Done, Failure, Report, count, table};
use super::{tenant_file, tenant_move};
use crate::app::App;
use crate::app::auth::second_factor_policy;
use crate::cluster::folders;
use crate::db::registry::Entry;
use crate::error::{Error, Result};
use crate::provisioning;
use crate::provisioning::{Provisioning, TenantOptions};
use crate::resources::page::seed::{self, SeedPage};
use crate::resources::page::slug::CAMPAIGN;

#[derive(Debug, Subcommand)]
pub enum Tenant {
    /// Make a tenant: its folder, its database, its first volunteer centre
    Add {
        /// Small letters, digits and hyphens
        name: String,
        /// What it starts from: oldebroek, roermond, meedoen, demo or public
        #[arg(long)]
        preset: Option<String>,
        /// A host that leads to it; the first is the one in mails
        #[arg(long = "domain", value_name = "HOST")]
        domains: Vec<String>,
        /// The name of its first volunteer centre
        #[arg(long, value_name = "NAME")]
        centre: Option<String>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// All tenants
    List,
    /// One tenant: its hosts, its centres, what it holds
    Show { name: String },
    /// The hosts that lead to a tenant
    #[command(subcommand)]
    Domain(Domain),
    /// Give every centre without a home page the one that a new centre begins with
    Pages {
        name: String,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Take a tenant off the air without losing anything; --restore brings it back
    Archive {
        name: String,
        #[arg(long)]
        restore: bool,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Write a tenant to one file, to take it to another machine
    Export {
        name: String,
        file: PathBuf,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Take in a tenant from such a file; its mail is held
    Import {
        file: PathBuf,
        /// Another name than the one it had
        #[arg(long = "as", value_name = "NAME")]
        named: Option<String>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Move a tenant to another node while it is served
    Move {
        name: String,
        /// The node that serves it from then on
        #[arg(long, value_name = "NODE")]
        to: String,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Remove a tenant and everything in it, for good
    Remove {
        name: String,
        /// Needed: there is no way back but a backup
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        dry: DryRun,
    },
}

#[derive(Debug, Subcommand)]
pub enum Domain {
    /// Make a host lead to a tenant
    Add {
        name: String,
        host: String,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Make a host lead to it no more
    Remove {
        name: String,
        host: String,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl Tenant {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Add {
                name,
                preset,
                domains,
                centre,
                dry,
            } => add(
                context,
                &name,
                &TenantOptions {
                    preset,
                    domains,
                    center_name: centre,
                },
                dry,
            ),
            Self::List => list(context),
            Self::Show { name } => show(context, &name),
            Self::Domain(Domain::Add { name, host, dry }) => add_domain(context, &name, &host, dry),
            Self::Domain(Domain::Remove { name, host, dry }) => {
                remove_domain(context, &name, &host, dry)
            }
            Self::Pages { name, dry } => plant_pages(context, &name, dry),
            Self::Archive { name, restore, dry } => archive(context, &name, restore, dry),
            Self::Export { name, file, dry } => tenant_file::export(context, &name, &file, dry),
            Self::Import { file, named, dry } => {
                tenant_file::import(context, &file, named.as_deref(), dry)
            }
            Self::Move { name, to, dry } => tenant_move::run(context, &name, &to, dry),
            Self::Remove { name, yes, dry } => remove(context, &name, yes, dry),
        }
    }
}

fn add(context: &Context, name: &str, options: &TenantOptions, dry: DryRun) -> Done {
    if dry.dry_run && !context.config()?.registry_path().exists() {
        return plan_first(context, name, options);
    }
    let app = context.founding_app()?;
    let plan = Provisioning::plan(&app, name, options)?;
    let cluster = Cluster::read(app.config())?;
    if let Some(cluster) = &cluster {
        cluster.is_new(name)?;
        cluster.is_free(name, &plan.domains)?;
    }
    if !dry.dry_run {
        plan.create(&app, |_, _| Ok(()))?;
        if let Some(cluster) = &cluster {
            cluster.enter_first(app.config(), app.tenants().registry(), name)?;
        }
    }
    Ok(added(&app, &plan, dry))
}

/// Dry run without a registry: validates the arguments only, so that the data folder is not created.
fn plan_first(context: &Context, name: &str, options: &TenantOptions) -> Done {
    provisioning::validate_name(name)?;
    for host in &options.domains {
        provisioning::validate_host(host)?;
    }
    if let Some(preset) = options.preset.as_deref()
        && crate::presets::find(preset).is_none()
    {
        return Err(provisioning::no_preset(preset).into());
    }
    let folder = context.config()?.tenant_folder(name);
    Ok(Report::change(
        true,
        format!("made tenant '{name}' in {}", folder.display()),
        json!({ "tenant": name, "folder": folder, "domains": options.domains }),
    ))
}

fn added(app: &App, plan: &Provisioning, dry: DryRun) -> Report {
    let folder = app.tenants().folder(&plan.name);
    let mut text = format!(
        "made tenant '{}' with the centre '{}' in {}",
        plan.name,
        plan.preset.centre.name,
        folder.display()
    );
    if plan.domains.is_empty() {
        let _ = write!(
            text,
            "\nNo host leads to it yet: 'voluntr tenant domain add {} HOST' makes one.",
            plan.name
        );
    } else {
        let _ = write!(text, "\nHosts: {}", plan.domains.join(", "));
    }
    if !dry.dry_run {
        text = format!(
            "{}\nNext: voluntr user add --tenant {} --email YOU --role admin --password-stdin",
            text, plan.name
        );
    }
    Report::change(
        dry.dry_run,
        text,
        json!({
            "tenant": plan.name,
            "preset": plan.preset.name,
            "centre": plan.preset.centre.name,
            "domains": plan.domains,
            "folder": folder,
        }),
    )
}

fn list(context: &Context) -> Done {
    let config = context.config()?;
    let entries = if config.registry_path().exists() {
        context.app()?.tenants().registry().list()?
    } else {
        Vec::new()
    };
    if let Some(cluster) = Cluster::read(&config)? {
        return Ok(list_of_several(&entries, &cluster));
    }
    let lines = entries.iter().map(line).collect();
    let empty = format!(
        "There are no tenants in {}; make one with 'voluntr tenant add NAME'.",
        config.data.display()
    );
    Ok(Report::new(
        table(&["tenant", "preset", "state", "hosts"], lines, &empty),
        json!({ "tenants": entries }),
    ))
}

fn line(entry: &Entry) -> Vec<String> {
    vec![
        entry.name.clone(),
        entry.preset.clone(),
        state(entry).to_owned(),
        entry.hosts().collect::<Vec<_>>().join(" "),
    ]
}

/// Those of all nodes, each with the node that serves it.
fn list_of_several(entries: &[Entry], cluster: &Cluster) -> Report {
    let mut found: BTreeMap<&str, (Entry, &str)> = BTreeMap::new();
    for (name, record) in &cluster.directory.tenants {
        let entry = Entry {
            name: name.clone(),
            preset: record.preset.clone(),
            domains: record.domains.clone(),
            center_hosts: record.center_hosts.clone(),
            is_default: false,
            archived_at: record.archived_at.clone(),
            created_at: String::new(),
        };
        found.insert(name, (entry, &record.node));
    }
    for entry in entries {
        let own = found
            .entry(&entry.name)
            .or_insert_with(|| (entry.clone(), &cluster.name));
        if own.1 == cluster.name {
            own.0 = entry.clone();
        }
    }
    let (mut lines, mut tenants) = (Vec::new(), Vec::new());
    for (entry, node) in found.values() {
        let mut shown = line(entry);
        shown.insert(1, (*node).to_owned());
        lines.push(shown);
        let mut data = json!(entry);
        if let Some(data) = data.as_object_mut() {
            data.insert("node".to_owned(), json!(node));
        }
        tenants.push(data);
    }
    let empty = "No node has a tenant; make one with 'voluntr tenant add NAME'.";
    Report::new(
        table(
            &["tenant", "node", "preset", "state", "hosts"],
            lines,
            empty,
        ),
        json!({ "tenants": tenants }),
    )
}

fn state(entry: &Entry) -> &'static str {
    match (&entry.archived_at, entry.is_default) {
        (Some(_), _) => "archived",
        (None, true) => "default",
        (None, false) => "live",
    }
}

/// The tables whose rows `tenant show` counts, with the words for one and for several.
const HELD: [(&str, &str, &str); 4] = [
    ("users", "user", "users"),
    ("organizations", "organisation", "organisations"),
    ("vacancies", "vacancy", "vacancies"),
    ("applications", "application", "applications"),
];

fn show(context: &Context, name: &str) -> Done {
    let app = context.app()?;
    let entry = find(&app, name)?;
    let tenant = open(&app, &entry)?;
    let (centers, counts, second_factor) = rows(&tenant).read_blocking(|connection| {
        let mut statement = connection.prepare(
            "select id, name, host, is_default from volunteer_centers order by is_default desc, id",
        )?;
        let centers = statement
            .query_map([], |row| {
                Ok(json!({
                    "id": row.get::<_, i64>(0)?,
                    "name": row.get::<_, String>(1)?,
                    "host": row.get::<_, Option<String>>(2)?,
                    "is_default": row.get::<_, bool>(3)?,
                }))
            })?
            .collect::<rusqlite::Result<Vec<Value>>>()?;
        let mut counts = serde_json::Map::new();
        for (what, ..) in HELD {
            let count: i64 =
                connection.query_row(&format!("select count(*) from {what}"), [], |row| {
                    row.get(0)
                })?;
            counts.insert(what.to_owned(), count.into());
        }
        let second_factor = second_factor_policy::rule(connection)?.as_str();
        Ok((centers, counts, second_factor))
    })?;
    let folder = app.tenants().folder(name);
    let mut text = format!(
        "{name}: preset {}, {}, made {}\nFolder: {}\nHosts: {}\n",
        entry.preset,
        state(&entry),
        entry.created_at,
        folder.display(),
        if entry.hosts().next().is_none() {
            "none".to_owned()
        } else {
            entry.hosts().collect::<Vec<_>>().join(", ")
        },
    );
    for center in &centers {
        let _ = writeln!(
            text,
            "Centre {}: {}",
            center["id"],
            center["name"].as_str().unwrap_or_default()
        );
    }
    let counted: Vec<_> = HELD
        .iter()
        .filter_map(|(what, one, many)| Some(count(counts.get(*what)?.as_i64()?, one, many)))
        .collect();
    let _ = writeln!(text, "Second factor for who runs it: {second_factor}");
    let _ = write!(text, "Holds: {}", counted.join(", "));
    Ok(Report::new(
        text,
        json!({ "tenant": entry, "folder": folder, "centres": centers, "counts": counts, "second_factor": second_factor }),
    ))
}

fn add_domain(context: &Context, name: &str, host: &str, dry: DryRun) -> Done {
    let app = context.app()?;
    find(&app, name)?;
    let host = provisioning::validate_host(host)?;
    match app.tenants().registry().holder(&host)? {
        Some(holder) if holder != name => {
            return Err(Failure::new(format!(
                "{host} belongs to tenant '{holder}'; remove it there first with 'voluntr tenant domain remove {holder} {host}'"
            )));
        }
        _ => {}
    }
    let cluster = Cluster::read(app.config())?;
    if let Some(cluster) = &cluster {
        cluster.is_free(name, std::slice::from_ref(&host))?;
    }
    let registry = app.tenants().registry();
    let is_new = registry.holder(&host)?.is_none();
    if !dry.dry_run {
        registry.add_domain(name, &host)?;
        if let Err(error) = tell(&app, cluster.as_ref(), name) {
            if is_new {
                registry.remove_domain(name, &host)?;
            }
            return Err(error.into());
        }
    }
    Ok(Report::change(
        dry.dry_run,
        format!("{host} leads to '{name}'"),
        json!({ "tenant": name, "domain": host }),
    ))
}

/// Tells the other nodes, where there are any, what the registry says of a tenant.
fn tell(app: &App, cluster: Option<&Cluster>, name: &str) -> Result<(), Error> {
    match cluster {
        Some(cluster) => cluster.enter(app.config(), &find(app, name)?),
        None => Ok(()),
    }
}

fn remove_domain(context: &Context, name: &str, host: &str, dry: DryRun) -> Done {
    let app = context.app()?;
    let entry = find(&app, name)?;
    let host = provisioning::validate_host(host)?;
    if !entry.domains.contains(&host) && !entry.center_hosts.contains(&host) {
        return Err(Failure::new(format!(
            "{host} does not lead to '{name}'; see 'voluntr tenant show {name}'"
        )));
    }
    if !dry.dry_run {
        app.tenants().registry().remove_domain(name, &host)?;
        tell(&app, Cluster::read(app.config())?.as_ref(), name)?;
    }
    Ok(Report::change(
        dry.dry_run,
        format!("{host} leads to '{name}' no more"),
        json!({ "tenant": name, "domain": host }),
    ))
}

fn without_campaign(pages: &[SeedPage]) -> Vec<SeedPage> {
    let others = pages.iter().filter(|page| page.slug != CAMPAIGN);
    others.cloned().collect()
}

fn plant_pages(context: &Context, name: &str, dry: DryRun) -> Done {
    let app = context.app()?;
    let entry = find(&app, name)?;
    let pages = seed::of_preset(&entry.preset)?;
    let tenant = open(&app, &entry)?;
    let is_dry = dry.dry_run;
    let has_campaign = pages.iter().any(|page| page.slug == CAMPAIGN);
    let centers = rows(&tenant).write_blocking(move |tx| {
        // The page of a campaign is the first centre's.
        let centers: Vec<(i64, bool)> = tx
            .prepare(
                "select id, is_default from volunteer_centers c
                  where not exists (select 1 from pages p where p.volunteer_center_id = c.id and p.slug = 'home')
                     or (?1 and c.is_default = 1
                         and not exists (select 1 from pages p where p.volunteer_center_id = c.id and p.slug = ?2))
                  order by id",
            )?
            .query_map((has_campaign, CAMPAIGN), |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let (first, others) = (&pages, without_campaign(&pages));
        if !is_dry {
            for (id, is_default) in &centers {
                seed::plant(tx, *id, if *is_default { first } else { &others })?;
            }
        }
        Ok(centers.into_iter().map(|(id, _)| id).collect::<Vec<i64>>())
    })?;
    Ok(Report::change(
        is_dry,
        match centers.len() {
            0 => format!("every centre of '{name}' has the pages it begins with"),
            made => format!(
                "{} of '{name}' got the pages that {} with",
                count(i64::try_from(made).unwrap_or(i64::MAX), "centre", "centres"),
                if made == 1 { "it begins" } else { "they begin" }
            ),
        },
        json!({ "tenant": name, "centres": centers }),
    ))
}

fn archive(context: &Context, name: &str, is_restored: bool, dry: DryRun) -> Done {
    let app = context.app()?;
    find(&app, name)?;
    let now = app.clock().text();
    let at = (!is_restored).then_some(now.as_str());
    if !dry.dry_run {
        app.tenants().registry().set_archived(name, at)?;
        tell(&app, Cluster::read(app.config())?.as_ref(), name)?;
    }
    let text = if is_restored {
        format!("'{name}' is on the air again")
    } else {
        format!(
            "'{name}' is off the air; its folder stays, and 'voluntr tenant archive {name} --restore' brings it back"
        )
    };
    Ok(Report::change(
        dry.dry_run,
        text,
        json!({ "tenant": name, "archived_at": at }),
    ))
}

fn remove(context: &Context, name: &str, is_sure: bool, dry: DryRun) -> Done {
    let app = context.app()?;
    find(&app, name)?;
    let folder = app.tenants().folder(name);
    if !dry.dry_run {
        if !is_sure {
            return Err(Failure::wrong_use(format!(
                "this removes {} for good; make a backup with 'voluntr backup create', then repeat it with --yes",
                folder.display()
            )));
        }
        let cluster = Cluster::read(app.config())?;
        let folder = match &cluster {
            // Out of the way first: the server enters a tenant again whose folder is there.
            Some(_) => folders::put_aside(app.config(), name, &app.clock().text())?,
            None => None,
        }
        .unwrap_or_else(|| folder.clone());
        // Registry first: from then on no server opens the files that are deleted.
        app.tenants().registry().remove(name)?;
        if let Some(cluster) = &cluster {
            cluster.remove(name)?;
        }
        std::fs::remove_dir_all(&folder).map_err(|error| {
            Failure::new(format!(
                "tenant '{name}' is removed, but not all of {}: {error}; remove that folder by hand",
                folder.display()
            ))
        })?;
    }
    Ok(Report::change(
        dry.dry_run,
        format!("removed tenant '{name}' and {}", folder.display()),
        json!({ "tenant": name, "folder": folder }),
    ))
}

fn find(app: &App, name: &str) -> Result<Entry, Error> {
    app.tenants().admit(name)?;
    app.tenants()
        .registry()
        .find(name)?
        .ok_or_else(|| no_tenant(name))
}
