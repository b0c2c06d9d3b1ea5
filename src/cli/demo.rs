//! `voluntr demo`: seeds plausible Dutch data, deterministic for a given seed.

use std::fmt::Write as _;

use clap::Subcommand;
use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Report, count};
use crate::app::App;
use crate::app::auth::password_hash;
use crate::db::Tx;
use crate::demo::{self, Account, Amounts, NotEmpty, Seeded, TENANT};
use crate::error::{Error, Result};
use crate::provisioning::{Provisioning, TenantOptions, account};
use crate::resources::analytics::count;

#[derive(Debug, Subcommand)]
pub enum Demo {
    /// Fill an empty tenant; the tenant 'demo' is made where it is absent
    Seed {
        #[command(flatten)]
        of: OfTenant,
        #[command(flatten)]
        amounts: Wanted,
        #[command(flatten)]
        dry: DryRun,
    },
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Wanted {
    #[arg(long, value_name = "N", default_value_t = Amounts::default().organizations)]
    organisations: usize,
    #[arg(long, value_name = "N", default_value_t = Amounts::default().vacancies)]
    vacancies: usize,
    #[arg(long, value_name = "N", default_value_t = Amounts::default().volunteers)]
    volunteers: usize,
    #[arg(long, value_name = "N", default_value_t = Amounts::default().applications)]
    applications: usize,
    /// The same seed gives the same data
    #[arg(long, value_name = "S", default_value_t = Amounts::default().seed)]
    seed: u64,
}

impl Demo {
    pub fn run(self, context: &Context) -> Done {
        let Self::Seed { of, amounts, dry } = self;
        let amounts = amounts.amounts();
        let progress = Progress::start(context, "Writing demo data");
        let (name, seeded) = seed_tenant(context, of, amounts, dry)?;
        drop(progress);
        let mut text = format!(
            "filled tenant '{name}' with {}, {}, {} and {}\n",
            count(seeded.organizations, "organisation", "organisations"),
            count(seeded.vacancies, "vacancy", "vacancies"),
            count(seeded.volunteers, "volunteer", "volunteers"),
            count(seeded.applications, "application", "applications"),
        );
        text.push_str(&accounts_text(&seeded.accounts));
        Ok(Report::change(
            dry.dry_run,
            text,
            json!({
                "tenant": name,
                "organizations": seeded.organizations,
                "vacancies": seeded.vacancies,
                "volunteers": seeded.volunteers,
                "applications": seeded.applications,
                "accounts": accounts_data(&seeded.accounts),
            }),
        ))
    }
}

impl Wanted {
    const fn amounts(self) -> Amounts {
        Amounts {
            organizations: self.organisations,
            vacancies: self.vacancies,
            volunteers: self.volunteers,
            applications: self.applications,
            seed: self.seed,
        }
    }
}

fn seed_tenant(
    context: &Context,
    of: OfTenant,
    amounts: Amounts,
    dry: DryRun,
) -> Result<(String, Seeded)> {
    let wants_demo = of.tenant.as_deref().is_none_or(|name| name == TENANT);
    let has_registry = context.config()?.registry_path().exists();
    if wants_demo && !dry.dry_run {
        let app = context.founding_app()?;
        if app.tenants().registry().find(TENANT)?.is_none() {
            return Ok((TENANT.to_owned(), found(&app, amounts)?));
        }
    }
    if wants_demo && (!has_registry || context.app()?.tenants().registry().find(TENANT)?.is_none())
    {
        return Ok((TENANT.to_owned(), promised(amounts)));
    }
    let of = OfTenant {
        tenant: of.tenant.or_else(|| Some(TENANT.to_owned())),
    };
    let (_, tenant) = context.tenant_to_change(&of, dry)?;
    let seeded = change(rows(&tenant), dry, move |tx| {
        let center_id = account::default_center(tx)?;
        seed(tx, center_id, &amounts)
    })?;
    Ok((tenant.name.clone(), seeded))
}

/// Expected amounts, for a dry run on a tenant that does not exist yet.
fn promised(amounts: Amounts) -> Seeded {
    Seeded {
        accounts: Vec::new(),
        organizations: amounts.organizations,
        vacancies: amounts.vacancies,
        volunteers: amounts.volunteers,
        applications: amounts.applications,
    }
}

/// Creates the tenant `demo` and seeds it, atomically.
pub fn found(app: &App, amounts: Amounts) -> Result<Seeded> {
    let options = TenantOptions {
        preset: Some(TENANT.to_owned()),
        ..TenantOptions::default()
    };
    Provisioning::plan(app, TENANT, &options)?
        .create(app, move |tx, center_id| seed(tx, center_id, &amounts))
}

fn seed(tx: &Tx, center_id: i64, amounts: &Amounts) -> Result<Seeded> {
    // The demo's password is public. Hashed before the seed starts, so that a failure to hash leaves nothing behind.
    let hash = password_hash::hash(demo::PASSWORD)?;
    let seeded =
        demo::seed(tx, tx.now(), center_id, amounts, &|_| hash.clone()).map_err(|error| {
            match &error {
                rusqlite::Error::UserFunctionError(inner) if inner.is::<NotEmpty>() => {
                    Error::internal(format!(
                        "{inner}; make another one with 'voluntr tenant add'"
                    ))
                }
                _ => error.into(),
            }
        })?;
    demo::seed_help(tx, tx.now(), center_id)?;
    // The figures are there from the first visit.
    count::count_everything(tx)?;
    Ok(seeded)
}

pub fn accounts_text(accounts: &[Account]) -> String {
    let mut text = String::new();
    for account in accounts {
        let _ = writeln!(
            text,
            "  {:<22} {:<36} {}",
            account.role, account.email, account.password
        );
    }
    if text.is_empty() {
        text
    } else {
        format!("Sign in as:\n{text}")
    }
}

pub fn accounts_data(accounts: &[Account]) -> Value {
    accounts
        .iter()
        .map(|account| json!({ "role": account.role, "name": account.name, "email": account.email, "password": account.password }))
        .collect()
}

/// Progress output: a spinner on a terminal, else a plain line.
pub struct Progress(Option<indicatif::ProgressBar>);

impl Progress {
    pub fn start(context: &Context, text: &'static str) -> Self {
        use std::io::IsTerminal as _;
        if context.is_json || context.is_quiet {
            return Self(None);
        }
        if !std::io::stderr().is_terminal() {
            context.note(&format!("{text} …"));
            return Self(None);
        }
        let bar = indicatif::ProgressBar::new_spinner().with_message(text);
        bar.enable_steady_tick(std::time::Duration::from_millis(120));
        Self(Some(bar))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
