//! `voluntr organisation import`: imports a spreadsheet of organisations into a centre, all of it or nothing.

use std::path::Path;
use std::sync::Arc;

use rusqlite::types::Value as SqlValue;
use serde_json::json;

use super::context::{Context, change, rows};
use super::report::{Done, Report, count};
use super::table_file::{TableFile, columns_in_words, faults_as_json};
use crate::app::access::audit_log;
use crate::jsonapi::write::store;
use crate::jsonapi::{AuthContext, Visibility};
use crate::provisioning::account;
use crate::resources::import::organization_import::{self, LAYOUT, NewOrganization};
use crate::resources::import::rows::Checked;

/// Take in organisations from a table: CSV, XLSX or ODS. They take part at once; nobody is written to
#[derive(Debug, clap::Args)]
pub struct Import {
    #[command(flatten)]
    table: TableFile,
}

/// The operator at one centre: what they bring in belongs there.
struct Operator(i64);

impl AuthContext for Operator {
    fn visibility(&self, _: &'static str) -> Option<Arc<Visibility>> {
        None
    }

    fn value(&self, name: &str) -> SqlValue {
        if name == "center_id" {
            SqlValue::Integer(self.0)
        } else {
            SqlValue::Null
        }
    }

    fn is_signed_in(&self) -> bool {
        false
    }
}

/// What came of a file; nothing was added if it has faults that are not skipped.
struct Taken {
    checked: Checked<NewOrganization>,
    added: Option<usize>,
}

impl Import {
    pub fn run(self, context: &Context) -> Done {
        let Self { table } = self;
        let sheet = Arc::new(table.read()?);
        let columns = table.columns(&sheet, &LAYOUT, "the names")?;
        context.note(&columns_in_words(&columns));
        let (_, tenant) = context.tenant_to_change(&table.of, table.dry)?;
        let (centre, is_skipping) = (table.centre.clone(), table.skip_faulty);
        let for_job = Arc::clone(&sheet);
        let taken = change(rows(&tenant), table.dry, move |tx| {
            let center_id = account::center(tx, centre.as_deref())?;
            let mut checked = organization_import::check(tx, &for_job, &columns, center_id)?;
            if !checked.faults.is_empty() && !is_skipping {
                return Ok(Taken {
                    checked,
                    added: None,
                });
            }
            let create = |attributes| store::create(tx, &Operator(center_id), None, attributes);
            let new = std::mem::take(&mut checked.new);
            let added = organization_import::run(tx, new, None, &create)?;
            let event = audit_log::Event {
                actor_id: None,
                action: "import_organizations",
                subject: audit_log::Subject::named("imports", None),
                data: json!({ "added": added }),
                center_id: Some(center_id),
            };
            audit_log::write(tx, &event)?;
            Ok(Taken {
                checked,
                added: Some(added),
            })
        })?;
        let faulty = table.write_faulty(&sheet, &taken.checked.faults)?;
        Ok(report(&table, &taken, faulty.as_deref()))
    }
}

fn report(table: &TableFile, taken: &Taken, faulty: Option<&Path>) -> Report {
    let checked = &taken.checked;
    let text = match taken.added {
        None => format!(
            "no organisation was taken in: {}. Correct the file, or take in the good ones with --skip-faulty",
            count(checked.faulty(), "row is faulty", "rows are faulty")
        ),
        Some(added) => format!(
            "took in {}; {} there already",
            count(added, "organisation", "organisations"),
            count(checked.known.len(), "was", "were")
        ),
    };
    let data = json!({
        "added": taken.added.unwrap_or_default(),
        "known": checked.known.len(),
        "repeated": checked.repeated.len(),
        "faulty": checked.faulty(),
        "faults": faults_as_json(&checked.faults),
        "faulty_file": faulty,
    });
    let mut report = Report::change(table.dry.dry_run, text, data);
    if let Some(path) = faulty {
        report = report.then(&table.fault_table(&checked.faults, path));
    }
    report.bad_if(taken.added.is_none())
}
