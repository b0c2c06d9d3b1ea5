//! Context shared by all commands: settings, tenants, and the execution of changes with `--dry-run`.

use std::os::unix::fs::MetadataExt as _;
use std::sync::{Arc, Mutex, PoisonError};

use super::Cli;
use super::cluster::Cluster;
use super::report::Failure;
use crate::app::App;
use crate::app::tenancy::tenant::Tenant;
use crate::base::clock::Clock;
use crate::base::log_output::tell;
use crate::config::{Config, Flags};
use crate::db::offline_file;
use crate::db::registry::Entry;
use crate::db::{Db, Tx};
use crate::error::{Error, Result};
use crate::nodes::AsRead;

pub struct Context {
    pub flags: Flags,
    pub is_json: bool,
    pub is_quiet: bool,
    pub is_verbose: bool,
}

/// Flags of every command that changes something.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct DryRun {
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Flags of every command about one tenant.
#[derive(Debug, Clone, clap::Args)]
pub struct OfTenant {
    /// The tenant; may be left out where there is only one
    #[arg(short, long, value_name = "TENANT")]
    pub tenant: Option<String>,
}

impl Context {
    pub fn new(cli: &Cli) -> Self {
        Self {
            flags: Flags {
                data: cli.data.clone(),
                config: cli.config.clone(),
                listen: None,
                email: None,
            },
            is_json: cli.json,
            is_quiet: cli.quiet,
            is_verbose: cli.verbose,
        }
    }

    pub fn config(&self) -> Result<Config> {
        Config::load(&self.flags)
    }

    /// Opens the app, creating the data folder if needed: for commands that may be the first ever.
    pub fn founding_app(&self) -> Result<Arc<App>> {
        let mut config = self.config()?;
        super::logging::to_stderr(self);
        is_ours(&config)?;
        super::served::take_over(&mut config);
        let (clock, resources) = (Clock::system(), crate::resources::set());
        let Some(cluster) = Cluster::read(&config)? else {
            return App::new(config, clock, resources);
        };
        let read = AsRead {
            name: cluster.name,
            directory: cluster.directory,
        };
        App::as_read(config, clock, resources, read)
    }

    /// Opens an existing data folder, for commands that need a tenant. A wrong folder is an error and is not created.
    pub fn app(&self) -> Result<Arc<App>> {
        let config = self.config()?;
        if !config.registry_path().exists() {
            return Err(Error::internal(format!(
                "there are no tenants in {}; make one with 'voluntr tenant add NAME', or name the right folder with --data",
                config.data.display()
            )));
        }
        self.founding_app()
    }

    /// Resolves the selected tenant and opens its database.
    pub fn tenant(&self, of: &OfTenant) -> Result<(Arc<App>, Arc<Tenant>)> {
        let app = self.app()?;
        let entry = entry(&app, of)?;
        let tenant = open(&app, &entry)?;
        Ok((app, tenant))
    }

    /// Like `tenant`, for a command that changes it. Opening a file of an older program brings its schema up to date,
    /// which a dry run may not do.
    pub fn tenant_to_change(&self, of: &OfTenant, dry: DryRun) -> Result<(Arc<App>, Arc<Tenant>)> {
        if dry.dry_run {
            let app = self.app()?;
            let entry = entry(&app, of)?;
            let path = app.tenants().folder(&entry.name).join("tenant.db");
            if offline_file::schema(&path)? < offline_file::known_schema() {
                return Err(Error::internal(format!(
                    "the database of '{name}' was made by an older voluntr, and a dry run does not bring it up to date; make a backup with 'voluntr backup create', do that with 'voluntr tenant show {name}', and repeat this",
                    name = entry.name
                )));
            }
        }
        self.tenant(of)
    }

    /// Prints a progress message to stderr, unless `--json` or `--quiet` is given.
    pub fn note(&self, text: &str) {
        if !self.is_json && !self.is_quiet {
            tell(text);
        }
    }
}

/// Opens the file of a tenant directly: the server's list leaves out archived ones.
pub fn open(app: &App, entry: &Entry) -> Result<Arc<Tenant>> {
    let tenant = Arc::new(app.tenants().open_file(entry)?);
    // Where it moved to another node at this moment, what was opened may be an empty file.
    if app.tenants().registry().find(&entry.name)?.is_none() {
        return Err(no_tenant(&entry.name));
    }
    Ok(tenant)
}

/// The registry's entry of the selected tenant.
fn entry(app: &App, of: &OfTenant) -> Result<Entry> {
    let entries = app.tenants().registry().list()?;
    let name = match (&of.tenant, entries.as_slice()) {
        (Some(name), _) => name.clone(),
        (None, [only]) => only.name.clone(),
        (None, _) => {
            return Err(Error::internal(
                "there is more than one tenant; say which with --tenant",
            ));
        }
    };
    app.tenants().admit(&name)?;
    entries
        .into_iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| no_tenant(&name))
}

/// Database access of a tenant for the operator at the command line.
pub fn rows(tenant: &Tenant) -> &Db {
    tenant.unguarded("whoever may run the program on this machine holds the files anyway")
}

/// Runs a change in a transaction. With `--dry-run` it runs the same and is rolled back, so that it reports the same
/// errors.
pub fn change<T: Send + 'static>(
    db: &Db,
    dry: DryRun,
    job: impl FnOnce(&Tx) -> Result<T> + Send + 'static,
) -> Result<T> {
    if !dry.dry_run {
        return db.write_blocking(job);
    }
    let kept: Arc<Mutex<Option<T>>> = Arc::default();
    let keep = Arc::clone(&kept);
    let undone = db.write_blocking(move |tx| {
        let outcome = job(tx)?;
        *keep.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        Err::<(), _>(Error::internal("a dry run is undone"))
    });
    let outcome = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (outcome, undone) {
        (Some(outcome), _) => Ok(outcome),
        (None, Err(error)) => Err(error),
        (None, Ok(())) => Err(Error::internal("a dry run came to nothing")),
    }
}

pub fn no_tenant(name: &str) -> Error {
    Error::internal(format!(
        "there is no tenant '{name}'; see 'voluntr tenant list'"
    ))
}

pub fn block_on<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Error::from)?;
    Ok(runtime.block_on(future))
}

/// Checks the owner of the data folder: files created by root in another user's folder lock the server out of its data.
pub fn is_ours(config: &Config) -> Result<()> {
    let (Ok(data), Ok(me)) = (
        std::fs::metadata(&config.data),
        std::fs::metadata("/proc/self"),
    ) else {
        return Ok(());
    };
    if me.uid() == 0 && data.uid() != 0 {
        let uid = data.uid();
        return Err(Error::internal(format!(
            "{} belongs to user {uid} and root would lock them out of it; run this as 'sudo -u \\#{uid} voluntr …'",
            config.data.display()
        )));
    }
    Ok(())
}
