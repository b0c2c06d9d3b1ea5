//! `voluntr user import`: imports a spreadsheet of people into a tenant, all of it or nothing.

use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Failure, Report, count, table};
use crate::app::access::audit_log;
use crate::base::locale::Locale;
use crate::provisioning::account;
use crate::resources::import::people_import;
use crate::resources::import::people_import::{Checked, Column, Granter, Outcome, PersonField};
use crate::tabular::{LARGEST_FILE, Sheet};

/// Maximum number of errors printed; the error file has them all.
const SHOWN: usize = 20;

/// Take in people from a table: CSV, XLSX or ODS. Nobody is written to unless you say so
#[derive(Debug, clap::Args)]
pub struct Import {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    of: OfTenant,
    /// The centre they come to, by number or host; the tenant's default otherwise
    #[arg(long, visible_alias = "center", value_name = "CENTRE")]
    centre: Option<String>,
    /// Say what a column is, where its header does not; '-' leaves it out
    #[arg(long = "column", value_name = "HEADER=FIELD")]
    columns: Vec<String>,
    /// Send everybody an invitation
    #[arg(long)]
    invite: bool,
    /// Take in the good rows, and write the others to a file to correct and give back
    #[arg(long)]
    skip_faulty: bool,
    /// Where the faulty rows go [default: FILE-faulty.csv beside FILE]
    #[arg(long, value_name = "FILE")]
    faulty: Option<PathBuf>,
    #[command(flatten)]
    dry: DryRun,
}

/// Outcome of the import transaction.
struct Taken {
    checked: Checked,
    outcome: Option<Outcome>,
}

impl Import {
    pub fn run(self, context: &Context) -> Done {
        let sheet = Arc::new(read(&self.file)?);
        let columns = self.columns(&sheet)?;
        let (_, tenant) = context.tenant_to_change(&self.of, self.dry)?;
        let bar = Bar::start(context, sheet.count());
        let (centre, dry) = (self.centre.clone(), self.dry);
        let (is_skipping, is_inviting) = (self.skip_faulty, self.invite);
        let (for_job, its_columns) = (Arc::clone(&sheet), columns.clone());
        let taken = change(rows(&tenant), dry, move |tx| {
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
        let faulty = self.write_faulty(&sheet, &taken.checked)?;
        Ok(report(
            context,
            self.dry,
            &columns,
            &taken,
            faulty.as_deref(),
        ))
    }

    fn columns(&self, sheet: &Sheet) -> Result<Vec<Column>, Failure> {
        let mut columns = people_import::columns_of(sheet);
        for text in &self.columns {
            let (header, word) = text.rsplit_once('=').ok_or_else(|| {
                Failure::wrong_use(format!("'{text}' is no HEADER=FIELD, such as 'Post=email'"))
            })?;
            let field = match word {
                "-" => None,
                word => Some(
                    serde_json::from_value::<PersonField>(word.into()).map_err(|_| {
                        Failure::wrong_use(format!(
                            "there is no field '{word}'; choose one of {}",
                            PersonField::words().join(", ")
                        ))
                    })?,
                ),
            };
            if let Some(field) = field {
                for column in columns
                    .iter_mut()
                    .filter(|column| column.field == Some(field))
                {
                    column.field = None;
                }
            }
            let headers: Vec<_> = columns.iter().map(|column| column.header.clone()).collect();
            let column = columns
                .iter_mut()
                .find(|column| column.header.trim().eq_ignore_ascii_case(header.trim()))
                .ok_or_else(|| {
                    Failure::wrong_use(format!(
                        "the file has no column '{header}'; it has {}",
                        headers.join(", ")
                    ))
                })?;
            column.field = field;
        }
        people_import::validate_columns(&columns).map_err(|_| {
            let headers: Vec<_> = columns.iter().map(|column| column.header.as_str()).collect();
            Failure::new(format!(
                "no column holds e-mail addresses; say which of {} does with --column 'HEADER=email'",
                headers.join(", ")
            ))
        })?;
        Ok(columns)
    }

    /// Writes the rejected rows to a file, if there are any; a dry run only finds its name. An existing file is not
    /// overwritten: somebody may be correcting it.
    #[expect(
        clippy::disallowed_methods,
        reason = "the operator's own file, named on the command line"
    )]
    fn write_faulty(&self, sheet: &Sheet, checked: &Checked) -> Result<Option<PathBuf>, Failure> {
        if checked.faults.is_empty() {
            return Ok(None);
        }
        let content = people_import::faulty_csv(sheet, &checked.faults, Locale::En);
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let beside = |number: usize| match number {
            1 => self.file.with_file_name(format!("{stem}-faulty.csv")),
            _ => self
                .file
                .with_file_name(format!("{stem}-faulty-{number}.csv")),
        };
        let is_free = |path: &PathBuf| std::fs::read(path).map_or(true, |there| there == content);
        let path = match &self.faulty {
            Some(path) => path.clone(),
            None => (1..1000).map(beside).find(is_free).unwrap_or_default(),
        };
        if self.dry.dry_run {
            return Ok(Some(path));
        }
        std::fs::write(&path, content).map_err(|error| {
            Failure::new(format!(
                "{} could not be written: {error}; name another file with --faulty",
                path.display()
            ))
        })?;
        Ok(Some(path))
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the operator's own file, named on the command line"
)]
fn read(path: &Path) -> Result<Sheet, Failure> {
    let mut bytes = Vec::new();
    // One byte above the limit detects a file that is too large.
    let most = LARGEST_FILE as u64 + 1;
    std::fs::File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|error| Failure::new(format!("{} could not be read: {error}", path.display())))?;
    Sheet::read(&bytes).map_err(|fault| {
        let reason = fault.told().detail(Locale::En);
        Failure::new(format!("{}: {reason}", path.display()))
    })
}

fn report(
    context: &Context,
    dry: DryRun,
    columns: &[Column],
    taken: &Taken,
    faulty: Option<&Path>,
) -> Report {
    let checked = &taken.checked;
    let outcome = taken.outcome.unwrap_or_default();
    let used: Vec<String> = columns
        .iter()
        .map(|column| {
            let field = column.field.map_or("not used", PersonField::as_str);
            format!("{} = {field}", column.header)
        })
        .collect();
    context.note(&format!("Columns: {}", used.join(", ")));
    let faults: Vec<Value> = checked
        .faults
        .iter()
        .map(|fault| {
            json!({
                "line": fault.line,
                "column": fault.column.as_deref(),
                "value": fault.value,
                "rule": fault.fault.rule,
                "reason": fault.fault.detail(Locale::En),
            })
        })
        .collect();
    let data = json!({
        "added": outcome.added,
        "invited": outcome.invited,
        "known": checked.known.len(),
        "repeated": checked.repeated.len(),
        "faulty": checked.faulty(),
        "faults": faults,
        "faulty_file": faulty,
    });
    let mut report = Report::change(dry.dry_run, told(taken), data);
    if let Some(path) = faulty {
        report = report.then(&fault_table(checked, path, dry));
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

fn fault_table(checked: &Checked, path: &Path, dry: DryRun) -> String {
    let lines = checked
        .faults
        .iter()
        .take(SHOWN)
        .map(|fault| {
            vec![
                fault.line.to_string(),
                fault.column.as_deref().unwrap_or_default().to_owned(),
                fault.value.chars().take(40).collect(),
                fault.fault.detail(Locale::En),
            ]
        })
        .collect();
    let more = checked.faults.len().saturating_sub(SHOWN);
    let more = if more > 0 {
        format!("… and {more} more.\n")
    } else {
        String::new()
    };
    let table = table(&["line", "column", "value", "reason"], lines, "");
    let path = path.display();
    if dry.dry_run {
        format!("{table}{more}Without --dry-run the faulty rows go to {path}.")
    } else {
        format!(
            "{table}{more}The faulty rows are in {path}; correct them there and give that file back."
        )
    }
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
