//! Job that follows applications: the silence clock, and the waiting list where nobody acts
//! (docs/domain/states.md#silence-clock).

use rusqlite::Connection;

use crate::db::Db;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::resources::application::places;
use crate::resources::application::silence::{self, Due};

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    if !places::missed(connection, now)?.is_empty() || !places::to_move(connection, now)?.is_empty()
    {
        return Ok(true);
    }
    if !places::starting(connection, now)?.is_empty() {
        return Ok(true);
    }
    for step in Due::ALL {
        if !silence::due(connection, now, step, None)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the number of applications and vacancies dealt with. Each in a transaction of its own, which checks again
/// that it is due: a job that was killed goes on where it stopped.
pub async fn follow_applications(db: &Db) -> Result<usize> {
    let mut count = 0;
    let missed = db.write(|tx| places::missed(tx, tx.now())).await?;
    for id in missed {
        count += settle(id, db.write(move |tx| places::miss(tx, id)).await);
    }
    let moving = db.write(|tx| places::to_move(tx, tx.now())).await?;
    for id in moving {
        count += settle(
            id,
            db.write(move |tx| places::recount(tx, Id::new(id))).await,
        );
    }
    let starting = db.write(|tx| places::starting(tx, tx.now())).await?;
    for (id, _) in starting {
        count += settle(
            id,
            db.write(move |tx| silence::remind_of_start(tx, id)).await,
        );
    }
    for step in Due::ALL {
        let waiting = db
            .write(move |tx| silence::due(tx, tx.now(), step, None))
            .await?;
        for id in waiting {
            count += settle(id, db.write(move |tx| silence::act(tx, step, id)).await);
        }
    }
    Ok(count)
}

fn settle(id: i64, outcome: Result<()>) -> usize {
    match outcome {
        Ok(()) => 1,
        Err(error) => {
            tracing::error!(id, %error, "an application was passed over");
            0
        }
    }
}
