//! A table named on the command line, as `user import` and `organisation import` take it: read, its columns pointed out,
//! its faulty rows given back.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::context::{DryRun, OfTenant};
use super::report::{Failure, table};
use crate::base::locale::Locale;
use crate::db::text_enum::TextEnum as _;
use crate::resources::import::columns::{Column, ImportField, Layout};
use crate::resources::import::rows::{RowFault, faulty_csv};
use crate::tabular::{LARGEST_FILE, Sheet};

/// Maximum number of errors printed; the file of faulty rows has them all.
const SHOWN: usize = 20;

#[derive(Debug, clap::Args)]
pub struct TableFile {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    pub of: OfTenant,
    /// The centre they come to, by number or host; the tenant's default otherwise
    #[arg(long, visible_alias = "center", value_name = "CENTRE")]
    pub centre: Option<String>,
    /// Say what a column is, where its header does not; '-' leaves it out
    #[arg(long = "column", value_name = "HEADER=FIELD")]
    columns: Vec<String>,
    /// Take in the good rows, and write the others to a file to correct and give back
    #[arg(long)]
    pub skip_faulty: bool,
    /// Where the faulty rows go [default: FILE-faulty.csv beside FILE]
    #[arg(long, value_name = "FILE")]
    faulty: Option<PathBuf>,
    #[command(flatten)]
    pub dry: DryRun,
}

impl TableFile {
    #[expect(
        clippy::disallowed_methods,
        reason = "the operator's own file, named on the command line"
    )]
    pub fn read(&self) -> Result<Sheet, Failure> {
        let path = &self.file;
        let mut bytes = Vec::new();
        // One byte above the limit detects a file that is too large.
        let most = LARGEST_FILE as u64 + 1;
        std::fs::File::open(path)
            .and_then(|file| file.take(most).read_to_end(&mut bytes))
            .map_err(|error| {
                Failure::new(format!("{} could not be read: {error}", path.display()))
            })?;
        Sheet::read(&bytes).map_err(|fault| {
            let reason = fault.told().detail(Locale::En);
            Failure::new(format!("{}: {reason}", path.display()))
        })
    }

    /// The columns: guessed by their headers, then as `--column` says. `needed` says what the needed column holds.
    pub fn columns(
        &self,
        sheet: &Sheet,
        layout: &Layout,
        needed: &str,
    ) -> Result<Vec<Column>, Failure> {
        let mut columns = layout.columns_of(sheet);
        let headers: Vec<String> = columns.iter().map(|column| column.header.clone()).collect();
        let headers = headers.join(", ");
        let example = layout.needed.word();
        for text in &self.columns {
            let (header, word) = text.rsplit_once('=').ok_or_else(|| {
                Failure::wrong_use(format!(
                    "'{text}' is no HEADER=FIELD, such as 'Post={example}'"
                ))
            })?;
            let field = match word {
                "-" => None,
                word => Some(layout.field_named(word).ok_or_else(|| {
                    Failure::wrong_use(format!(
                        "there is no field '{word}'; choose one of {}",
                        layout.words().join(", ")
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
                .ok_or_else(|| {
                    Failure::wrong_use(format!(
                        "the file has no column '{header}'; it has {headers}"
                    ))
                })?;
            column.field = field;
        }
        layout.validate(&columns).map_err(|_| {
            Failure::new(format!(
                "no column holds {needed}; say which of {headers} does with --column 'HEADER={example}'"
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
    pub fn write_faulty(
        &self,
        sheet: &Sheet,
        faults: &[RowFault],
    ) -> Result<Option<PathBuf>, Failure> {
        if faults.is_empty() {
            return Ok(None);
        }
        let content = faulty_csv(sheet, faults, Locale::En);
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

    /// What is printed of the faulty rows.
    pub fn fault_table(&self, faults: &[RowFault], path: &Path) -> String {
        let lines = faults
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
        let more = match faults.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!("… and {more} more.\n"),
        };
        let table = table(&["line", "column", "value", "reason"], lines, "");
        let path = path.display();
        if self.dry.dry_run {
            format!("{table}{more}Without --dry-run the faulty rows go to {path}.")
        } else {
            format!(
                "{table}{more}The faulty rows are in {path}; correct them there and give that file back."
            )
        }
    }
}

/// The columns in one line, for who checks the guesses.
pub fn columns_in_words(columns: &[Column]) -> String {
    let used: Vec<String> = columns
        .iter()
        .map(|column| {
            let field = column.field.map_or("not used", ImportField::as_str);
            format!("{} = {field}", column.header)
        })
        .collect();
    format!("Columns: {}", used.join(", "))
}

/// The faults as `--json` prints them.
pub fn faults_as_json(faults: &[RowFault]) -> Vec<Value> {
    faults
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
        .collect()
}
