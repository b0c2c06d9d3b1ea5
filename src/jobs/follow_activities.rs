//! Job that follows activities: the clock of each, offers that ran out, lines that can move, what is told of changed and
//! cancelled dates, reminders, the question whether an activity goes on with few, and messages (docs/domain/states.md#activities).

use rusqlite::Connection;

use crate::db::Db;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::resources::activity::transition;
use crate::resources::activity_message;
use crate::resources::activity_registration::{follow, places, too_few};

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!transition::due(connection, now)?.is_empty()
        || !places::missed(connection, now)?.is_empty()
        || !places::to_move(connection, now)?.is_empty()
        || !places::to_follow(connection, now)?.is_empty()
        || !follow::to_tell(connection, now)?.is_empty()
        || !follow::to_remind(connection, now)?.is_empty()
        || !too_few::due(connection, now)?.is_empty()
        || !activity_message::unsent(connection)?.is_empty())
}

/// Returns how much was dealt with. Each in a transaction of its own, which checks again that it is due: a job that was
/// killed goes on where it stopped.
pub async fn follow_activities(db: &Db) -> Result<usize> {
    let mut count = 0;
    let missed = db.write(|tx| places::missed(tx, tx.now())).await?;
    for id in missed {
        count += settle(id, db.write(move |tx| places::miss(tx, id)).await);
    }
    let telling = db.write(|tx| follow::to_tell(tx, tx.now())).await?;
    for id in telling {
        count += settle(id, db.write(move |tx| follow::tell(tx, id)).await);
    }
    let moving = db.write(|tx| places::to_move(tx, tx.now())).await?;
    for target in moving {
        let id = target.activity_id;
        count += settle(id, db.write(move |tx| places::settle(tx, target)).await);
    }
    let reminded = db.write(|tx| follow::to_remind(tx, tx.now())).await?;
    for one in reminded {
        count += settle(one.0, db.write(move |tx| follow::remind(tx, one)).await);
    }
    let due = db.write(|tx| transition::due(tx, tx.now())).await?;
    for one in due {
        let step = db.write(move |tx| {
            // It may have been taken since it was listed.
            if transition::due(tx, tx.now())?.contains(&one) {
                transition::run(tx, Id::new(one.0), one.1)?;
            }
            Ok(())
        });
        count += settle(one.0, step.await);
    }
    let asking = db.write(|tx| too_few::due(tx, tx.now())).await?;
    for id in asking {
        count += settle(id, db.write(move |tx| too_few::ask(tx, id)).await);
    }
    let messages = db.write(|tx| activity_message::unsent(tx)).await?;
    for id in messages {
        let sending = db.write(move |tx| activity_message::send_next(tx, id));
        count += settle(id, sending.await);
    }
    let full = db.write(|tx| places::to_follow(tx, tx.now())).await?;
    for id in full {
        count += settle(id, db.write(move |tx| places::follow(tx, id)).await);
    }
    Ok(count)
}

fn settle(id: i64, outcome: Result<()>) -> usize {
    match outcome {
        Ok(()) => 1,
        Err(error) => {
            tracing::error!(id, %error, "something of an activity was passed over");
            0
        }
    }
}
