//! `voluntr organisation import`: imports a spreadsheet of organisations into a centre, all of it or nothing.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Failure, Report, count, table};
use crate::app::access::audit_log;
use crate::base::locale::Locale;
use crate::provisioning::account;
use crate::resources::import::organization_import::{self, Column, FIELDS, Outcome};
use crate::resources::import::people_import;
use crate::tabular::{LARGEST_FILE, Sheet};

/// Maximum number of errors printed; the file of faulty rows has them all.
const SHOWN: usize = 20;

/// Take in organisations from a table: CSV, XLSX or ODS. They take part at once; nobody is written to
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
    /// Take in the good rows, and write the others to a file to correct and give back
    #[arg(long)]
    skip_faulty: bool,
    /// Where the faulty rows go [default: FILE-faulty.csv beside FILE]
    #[arg(long, value_name = "FILE")]
    faulty: Option<PathBuf>,
    #[command(flatten)]
    dry: DryRun,
}

impl Import {
    pub fn run(self, context: &Context) -> Done {
        let sheet = std::sync::Arc::new(read(&self.file)?);
        let columns = self.columns(&sheet)?;
        let (_, tenant) = context.tenant_to_change(&self.of, self.dry)?;
        let (centre, is_skipping) = (self.centre.clone(), self.skip_faulty);
        let (its_sheet, its_columns) = (std::sync::Arc::clone(&sheet), columns.clone());
        let outcome = change(rows(&tenant), self.dry, move |tx| {
            let center_id = account::center(tx, centre.as_deref())?;
            let outcome =
                organization_import::run(tx, &its_sheet, &its_columns, center_id, is_skipping)?;
            let event = audit_log::Event {
                actor_id: None,
                action: "import_organizations",
                subject: audit_log::Subject::named("imports", None),
                data: json!({ "added": outcome.added }),
                center_id: Some(center_id),
            };
            audit_log::write(tx, &event)?;
            Ok(outcome)
        })?;
        let faulty = self.write_faulty(&sheet, &outcome)?;
        Ok(self.report(context, &columns, &outcome, faulty.as_deref()))
    }

    fn columns(&self, sheet: &Sheet) -> Result<Vec<Column>, Failure> {
        let mut columns = organization_import::columns_of(sheet);
        for text in &self.columns {
            let (header, word) = text.rsplit_once('=').ok_or_else(|| {
                Failure::wrong_use(format!("'{text}' is no HEADER=FIELD, such as 'Wie=name'"))
            })?;
            let field = match word {
                "-" => None,
                word => Some(organization_import::field_named(word).ok_or_else(|| {
                    let known: Vec<_> = FIELDS.iter().map(|(field, _)| *field).collect();
                    Failure::wrong_use(format!(
                        "there is no field '{word}'; choose one of {}",
                        known.join(", ")
                    ))
                })?),
            };
            for column in columns
                .iter_mut()
                .filter(|column| field.is_some() && column.field == field)
            {
                column.field = None;
            }
            let column = columns
                .iter_mut()
                .find(|column| column.header.trim().eq_ignore_ascii_case(header.trim()))
                .ok_or_else(|| Failure::wrong_use(format!("the file has no column '{header}'")))?;
            column.field = field;
        }
        if columns.iter().any(|column| column.field == Some("name")) {
            Ok(columns)
        } else {
            Err(Failure::new(
                "no column holds the names; say which does with --column 'HEADER=name'",
            ))
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the operator's own file, named on the command line"
    )]
    fn write_faulty(&self, sheet: &Sheet, outcome: &Outcome) -> Result<Option<PathBuf>, Failure> {
        if outcome.faults.is_empty() {
            return Ok(None);
        }
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let beside = self.file.with_file_name(format!("{stem}-faulty.csv"));
        let path = self.faulty.clone().unwrap_or(beside);
        if self.dry.dry_run {
            return Ok(Some(path));
        }
        let content = people_import::faulty_csv(sheet, &outcome.faults, Locale::En);
        // Somebody may be correcting the one that is there.
        if self.faulty.is_none() && std::fs::read(&path).is_ok_and(|there| there != content) {
            return Err(Failure::new(format!(
                "{} is there already; name another file with --faulty",
                path.display()
            )));
        }
        std::fs::write(&path, content).map_err(|error| {
            Failure::new(format!("{} could not be written: {error}", path.display()))
        })?;
        Ok(Some(path))
    }

    fn report(
        &self,
        context: &Context,
        columns: &[Column],
        outcome: &Outcome,
        faulty: Option<&Path>,
    ) -> Report {
        let used: Vec<String> = columns
            .iter()
            .map(|column| format!("{} = {}", column.header, column.field.unwrap_or("not used")))
            .collect();
        context.note(&format!("Columns: {}", used.join(", ")));
        let is_refused = !outcome.faults.is_empty() && !self.skip_faulty;
        let text = if is_refused {
            format!(
                "no organisation was taken in: {}. Correct the file, or take in the good ones with --skip-faulty",
                count(outcome.faulty(), "row is faulty", "rows are faulty")
            )
        } else {
            format!(
                "took in {}; {} there already",
                count(outcome.added, "organisation", "organisations"),
                count(outcome.known.len(), "was", "were")
            )
        };
        let faults: Vec<Value> = outcome
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
            "known": outcome.known.len(),
            "faulty": outcome.faulty(),
            "faults": faults,
            "faulty_file": faulty,
        });
        let mut report = Report::change(self.dry.dry_run, text, data);
        if let Some(path) = faulty {
            let lines = outcome
                .faults
                .iter()
                .take(SHOWN)
                .map(|fault| {
                    vec![
                        fault.line.to_string(),
                        fault.column.as_deref().unwrap_or_default().to_owned(),
                        fault.fault.detail(Locale::En),
                    ]
                })
                .collect();
            let table = table(&["line", "column", "reason"], lines, "");
            report = report.then(&format!("{table}The faulty rows go to {}.", path.display()));
        }
        report.bad_if(is_refused)
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
