//! Job that reads the vacancies of partners from the addresses that the operator allowed.

use std::sync::Arc;
use std::time::Duration;

use crate::db::Db;
use crate::error::Result;
use crate::resources::vacancy::import::PartnerFile;
use crate::resources::vacancy::import::source::{self, Due, Fetched, Reading};

pub use crate::resources::vacancy::import::source::is_due;

/// How long one transaction lasts.
const HELD: Duration = Duration::from_millis(25);

/// Reads the addresses that are due, one after the other. Returns how many were read.
pub async fn import_vacancies(db: &Db) -> Result<usize> {
    let mut count = 0;
    while let Some(due) = db.write(source::claim).await? {
        count += 1;
        let due = Arc::new(due);
        let reading = read(db, &due).await.unwrap_or_else(Reading::Failed);
        let outcome = reading.sentence();
        tracing::info!(source = due.id, outcome, "a partner's vacancies were read");
        db.write(move |tx| source::note(tx, due.id, &reading))
            .await?;
    }
    Ok(count)
}

async fn read(db: &Db, due: &Arc<Due>) -> std::result::Result<Reading, String> {
    let (bytes, etag) = match due.fetch().await? {
        Fetched::Same => return Ok(Reading::Same),
        Fetched::File { bytes, etag } => (bytes, etag),
    };
    let file = PartnerFile::read(&bytes)?;
    take_in(db, due, file, etag)
        .await
        .map_err(|error| error.to_string())
}

/// A few vacancies in a transaction, so that others write in between.
async fn take_in(
    db: &Db,
    due: &Arc<Due>,
    file: PartnerFile,
    etag: Option<String>,
) -> Result<Reading> {
    let mut work = due.work(file);
    loop {
        let (left, is_over) = db
            .write(move |tx| {
                let is_over = work.go_on(tx, Some(HELD))?;
                Ok((work, is_over))
            })
            .await?;
        work = left;
        if is_over {
            break;
        }
    }
    let (due, outcome) = (Arc::clone(due), work.outcome);
    db.write(move |tx| {
        due.keep_tag(tx, etag, &outcome)?;
        Ok(Reading::TakenIn(outcome))
    })
    .await
}
