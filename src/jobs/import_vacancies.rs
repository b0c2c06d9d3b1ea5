//! Job that reads the vacancies of partners from the addresses that the operator allowed.

use std::sync::Arc;

use crate::db::Db;
use crate::error::Result;
use crate::resources::vacancy::import::PartnerFile;
use crate::resources::vacancy::import::source::{self, Due, Fetched, Reading};

pub use crate::resources::vacancy::import::source::is_due;

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
    let due = Arc::clone(due);
    let outcome = db
        .write(move |tx| due.take_in(tx, file, etag))
        .await
        .map_err(|error| error.to_string())?;
    Ok(Reading::TakenIn(outcome))
}
