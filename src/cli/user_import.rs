//! `voluntr user import`: imports a spreadsheet of people into a tenant, all of it or nothing.

use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::context::{Context, change, rows};
use super::report::{Done, Report, count};
use super::table_file::{TableFile, columns_in_words, faults_as_json};
use crate::app::access::audit_log;
use crate::provisioning::account;
use crate::resources::import::people_import::{self, Granter, LAYOUT, Outcome};
use crate::resources::import::rows::Checked;

/// Take in people from a table: CSV, XLSX or ODS. Nobody is written to unless you say so
#[derive(Debug, clap::Args)]
pub struct Import {
    #[command(flatten)]
    table: TableFile,
    /// Send everybody an invitation
    #[arg(long)]
    invite: bool,
}

/// Outcome of the import transaction.
struct Taken {
    checked: Checked<people_import::Import>,
    outcome: Option<Outcome>,
}

impl Import {
    pub fn run(self, context: &Context) -> Done {
        let Self { table, invite } = self;
        let sheet = Arc::new(table.read()?);
        let columns = table.columns(&sheet, &LAYOUT, "e-mail addresses")?;
        let (_, tenant) = context.tenant_to_change(&table.of, table.dry)?;
        let bar = Bar::start(context, sheet.count());
        let centre = table.centre.clone();
        let (is_skipping, is_inviting) = (table.skip_faulty, invite);
        let (for_job, its_columns) = (Arc::clone(&sheet), columns.clone());
        let taken = change(rows(&tenant), table.dry, move |tx| {
            let granter = Granter {
                ctx: None,
                center_id: account::center(tx, centre.as_deref())?,
                schools: None,
            };
            let mut progress = |done| bar.at(done);
            let checked = people_import::check(
                tx,
                &for_job,
                &its_columns,
                &granter,
                tx.now(),
                &mut progress,
            )?;
            let outcome = if checked.faults.is_empty() || is_skipping {
                let taken =
                    people_import::run(tx, &checked.new, &granter, is_inviting, &mut progress)?;
                audit_log::write(
                    tx,
                    &audit_log::Event {
                        actor_id: None,
                        action: "import_users",
                        subject: audit_log::Subject::named("imports", None),
                        data: json!({ "added": taken.added, "invited": taken.invited }),
                        center_id: Some(granter.center_id),
                    },
                )?;
                Some(taken)
            } else {
                None
            };
            bar.end();
            Ok(Taken { checked, outcome })
        })?;
        let faulty = table.write_faulty(&sheet, &taken.checked.faults)?;
        context.note(&columns_in_words(&columns));
        Ok(report(&table, &taken, faulty.as_deref()))
    }
}

fn report(table: &TableFile, taken: &Taken, faulty: Option<&Path>) -> Report {
    let checked = &taken.checked;
    let outcome = taken.outcome.unwrap_or_default();
    let data = json!({
        "added": outcome.added,
        "invited": outcome.invited,
        "known": checked.known.len(),
        "repeated": checked.repeated.len(),
        "faulty": checked.faulty(),
        "faults": faults_as_json(&checked.faults),
        "faulty_file": faulty,
    });
    let mut report = Report::change(table.dry.dry_run, told(taken), data);
    if let Some(path) = faulty {
        report = report.then(&table.fault_table(&checked.faults, path));
    }
    report.bad_if(taken.outcome.is_none())
}

/// Summary in one sentence.
fn told(taken: &Taken) -> String {
    let checked = &taken.checked;
    let what = match taken.outcome {
        Some(outcome) => format!(
            "took in {}{}",
            count(outcome.added, "person", "people"),
            match outcome.invited {
                0 => "; nobody was written to".to_owned(),
                invited => format!(" and invited {invited}"),
            }
        ),
        None => format!(
            "nobody was taken in: {}, {} good. Correct the file, or take in the good ones with --skip-faulty",
            count(checked.faulty(), "row is faulty", "rows are faulty"),
            count(checked.new.len(), "is", "are"),
        ),
    };
    let known = match checked.known.len() {
        0 => String::new(),
        1 => "; 1 has an account already and was left as it is".to_owned(),
        known => format!("; {known} have an account already and were left as they are"),
    };
    let repeated = match checked.repeated.len() {
        0 => String::new(),
        1 => "; 1 row says an earlier one again".to_owned(),
        repeated => format!("; {repeated} rows say an earlier one again"),
    };
    what + &known + &repeated
}

/// Progress bar on a terminal; silent otherwise, as the report follows soon.
#[derive(Clone)]
struct Bar(Option<indicatif::ProgressBar>);

impl Bar {
    fn start(context: &Context, rows: usize) -> Self {
        if context.is_json || context.is_quiet || !std::io::stderr().is_terminal() {
            context.note(&format!("Reading {} …", count(rows, "row", "rows")));
            return Self(None);
        }
        Self(Some(indicatif::ProgressBar::new(rows as u64)))
    }

    fn at(&self, done: usize) {
        if let Some(bar) = &self.0
            && done.is_multiple_of(100)
        {
            bar.set_position(done as u64);
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
