//! `voluntr organisation import`: imports a spreadsheet of organisations into a centre, all of it or nothing where a row is
//! faulty.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::context::{Context, DryRun, change, rows};
use super::report::{Done, Report, count};
use super::table_file::{TableFile, columns_in_words, faults_as_json};
use crate::app::access::audit_log;
use crate::base::clock::instant;
use crate::db::Db;
use crate::jsonapi::CenterActor;
use crate::jsonapi::write::store;
use crate::provisioning::account;
use crate::resources::import::organization_import::{self, HELD, LAYOUT, NewOrganization};
use crate::resources::import::rows::Checked;

/// Take in organisations from a table: CSV, XLSX or ODS. They take part at once; nobody is written to
#[derive(Debug, clap::Args)]
pub struct Import {
    #[command(flatten)]
    table: TableFile,
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
        let db = rows(&tenant);
        let (center_id, mut checked) = db.read_blocking(move |connection| {
            let center_id = account::center(connection, centre.as_deref())?;
            let checked = organization_import::check(connection, &for_job, &columns, center_id)?;
            Ok((center_id, checked))
        })?;
        let added = if checked.faults.is_empty() || is_skipping {
            let new = std::mem::take(&mut checked.new);
            Some(take_in(db, table.dry, center_id, new)?)
        } else {
            None
        };
        let taken = Taken { checked, added };
        let faulty = table.write_faulty(&sheet, &taken.checked.faults)?;
        Ok(report(&table, &taken, faulty.as_deref()))
    }
}

/// Takes in what was checked, a few organisations in a transaction, with as long a pause after it: the server that runs
/// beside this program writes in between. What stops halfway is run again; what was taken in is known then.
fn take_in(
    db: &Db,
    dry: DryRun,
    center_id: i64,
    new: Vec<NewOrganization>,
) -> crate::error::Result<usize> {
    let (mut waiting, mut added) = (VecDeque::from(new), 0);
    while !waiting.is_empty() {
        let left = change(db, dry, move |tx| {
            let create = |attributes| store::create(tx, &CenterActor(center_id), None, attributes);
            let (begun, mut count) = (instant(), 0);
            while begun.elapsed() < HELD
                && let Some(organization) = waiting.pop_front()
            {
                count += organization_import::run(tx, vec![organization], None, &create)?;
            }
            Ok((waiting, count))
        })?;
        waiting = left.0;
        added += left.1;
        // Who waits for the file looks now and then whether it is free.
        std::thread::sleep(HELD);
    }
    change(db, dry, move |tx| {
        let event = audit_log::Event {
            actor_id: None,
            action: "import_organizations",
            subject: audit_log::Subject::named("imports", None),
            data: json!({ "added": added }),
            center_id: Some(center_id),
        };
        audit_log::write(tx, &event)
    })?;
    Ok(added)
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
