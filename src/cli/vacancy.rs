//! `voluntr vacancy`: takes in the vacancies of partners, from a file or from addresses that are read by themselves.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::json;

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Failure, Report, table};
use crate::error::Error;
use crate::provisioning::account;
use crate::resources::vacancy::import::{
    Destination, LARGEST_FILE, Outcome, PartnerFile, run, source,
};

/// Lines of problems that are printed; the JSON has them all.
const SHOWN: usize = 20;

#[derive(Debug, Subcommand)]
pub enum Vacancy {
    /// Take in a partner's vacancies from a file: new ones, changed ones, and those that it no longer has
    Import(Import),
    /// Addresses of partners that are read every six hours
    #[command(subcommand)]
    Source(Source),
}

#[derive(Debug, clap::Args)]
pub struct Import {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    of: OfTenant,
    #[command(flatten)]
    to: To,
    /// Change what somebody edited here too
    #[arg(long)]
    overwrite: bool,
    /// Withdraw all of the partner's vacancies where the file has none
    #[arg(long)]
    withdraw_all: bool,
    #[command(flatten)]
    dry: DryRun,
}

#[derive(Debug, Clone, clap::Args)]
pub struct To {
    /// The centre they come to, by number or host; the tenant's default otherwise
    #[arg(long, visible_alias = "center", value_name = "CENTRE")]
    centre: Option<String>,
    /// The organisation of vacancies that name none, by its number
    #[arg(long, visible_alias = "organization", value_name = "ID")]
    organisation: Option<i64>,
}

#[derive(Debug, Subcommand)]
pub enum Source {
    /// The addresses, and what came of the last reading
    List {
        #[command(flatten)]
        of: OfTenant,
    },
    /// Read an address from now on: https, on the internet
    Add {
        #[arg(value_name = "URL")]
        url: String,
        #[command(flatten)]
        of: OfTenant,
        #[command(flatten)]
        to: To,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Read an address no longer; what came from it stays
    Remove {
        id: i64,
        #[command(flatten)]
        of: OfTenant,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl Vacancy {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Import(import) => import.run(context),
            Self::Source(source) => source.run(context),
        }
    }
}

impl Import {
    fn run(self, context: &Context) -> Done {
        let file = PartnerFile::read(&bytes_of(&self.file)?)
            .map_err(|fault| Failure::new(format!("{}: {fault}", self.file.display())))?;
        let (_, tenant) = context.tenant_to_change(&self.of, self.dry)?;
        let (to, overwrites, may_empty) = (self.to, self.overwrite, self.withdraw_all);
        let is_empty = file.vacancies.is_empty();
        if is_empty && !may_empty {
            return Err(Failure::new(
                "the file has no vacancies; to withdraw all that the partner had, give --withdraw-all",
            ));
        }
        let outcome = change(rows(&tenant), self.dry, move |tx| {
            let (center_id, organization_id) = to.find(tx)?;
            let to = Destination {
                center_id,
                organization_id,
                overwrites,
                may_empty,
            };
            run(tx, file, to)
        })?;
        Ok(report(self.dry, &outcome))
    }
}

impl To {
    /// The centre, and the organisation if it is one of the centre's that takes part.
    fn find(&self, tx: &crate::db::Tx) -> crate::error::Result<(i64, Option<i64>)> {
        let center_id = account::center(tx, self.centre.as_deref())?;
        if let Some(id) = self.organisation {
            let is_there = tx
                .prepare_cached(
                    "select 1 from organizations
                      where id = ?1 and volunteer_center_id = ?2 and status = 'approved' and household_of_id is null",
                )?
                .exists((id, center_id))?;
            if !is_there {
                return Err(Error::internal(format!(
                    "there is no approved organisation {id} at this centre; see 'voluntr organisation list'"
                )));
            }
        }
        Ok((center_id, self.organisation))
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the operator's own file, named on the command line"
)]
fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    // One byte above the limit detects a file that is too large.
    std::fs::File::open(path)
        .and_then(|file| file.take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::new(format!("{} could not be read: {error}", path.display())))?;
    Ok(bytes)
}

fn report(dry: DryRun, outcome: &Outcome) -> Report {
    let mut report = Report::change(dry.dry_run, outcome.sentence(), json!(outcome));
    for edited in outcome.edited_here.iter().take(SHOWN) {
        report = report.then(&format!(
            "{} was edited here ({}) and left as it is; --overwrite changes it all the same",
            edited.external_id,
            edited.fields.join(", ")
        ));
    }
    for faulty in outcome.faulty.iter().take(SHOWN) {
        report = report.then(&format!(
            "vacancy {}{}: {}",
            faulty.number,
            faulty
                .external_id
                .as_deref()
                .map_or_else(String::new, |id| format!(" ({id})")),
            faulty.problems.join("; ")
        ));
    }
    report.bad_if(!outcome.faulty.is_empty())
}

impl Source {
    fn run(self, context: &Context) -> Done {
        match self {
            Self::List { of } => {
                let (_, tenant) = context.tenant(&of)?;
                let sources = rows(&tenant).read_blocking(source::list)?;
                let lines: Vec<Vec<String>> = sources
                    .iter()
                    .map(|source| {
                        vec![
                            source.id.to_string(),
                            source.url.clone(),
                            source.last_read_at.clone().unwrap_or_default(),
                            source.last_outcome.clone().unwrap_or_default(),
                        ]
                    })
                    .collect();
                let text = table(
                    &["id", "address", "read", "outcome"],
                    lines,
                    "no address is read; add one with 'voluntr vacancy source add URL'",
                );
                Ok(Report::new(text, json!({ "sources": sources })))
            }
            Self::Add { url, of, to, dry } => {
                source::PartnerAddress::read(&url).map_err(Failure::wrong_use)?;
                let (_, tenant) = context.tenant_to_change(&of, dry)?;
                let address = url.clone();
                let id = change(rows(&tenant), dry, move |tx| {
                    let to = to.find(tx)?;
                    source::add(tx, &address, to)
                })?;
                let text = format!("{url} is read every six hours from now on");
                Ok(Report::change(
                    dry.dry_run,
                    text,
                    json!({ "id": id, "url": url }),
                ))
            }
            Self::Remove { id, of, dry } => {
                let (_, tenant) = context.tenant_to_change(&of, dry)?;
                let is_gone = change(rows(&tenant), dry, move |tx| source::remove(tx, id))?;
                if !is_gone {
                    return Err(Failure::new(format!(
                        "there is no address {id}; see 'voluntr vacancy source list'"
                    )));
                }
                let text = format!("address {id} is read no longer");
                Ok(Report::change(dry.dry_run, text, json!({ "id": id })))
            }
        }
    }
}
