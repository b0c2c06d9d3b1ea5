//! Job that sends what waits for people's devices (docs/domain/mails.md#push).

use crate::db::Db;
use crate::error::Result;
use crate::push::{Answer, Sender};
use crate::resources::push_subscription::{claim, send, settle};

/// Sends what is due; returns how many were taken. `contact` is the address of the operator, for push services that want
/// to reach somebody.
pub async fn send_pushes(db: &Db, sender: &Sender, contact: &str) -> Result<usize> {
    let (due, key, second) = db.write(claim).await?;
    let Some(key) = key else {
        return Ok(0);
    };
    let mut taken = 0;
    for message in due {
        let answer = send(sender, (&key, contact, second), &message).await?;
        taken += usize::from(answer == Answer::Taken);
        db.write(move |tx| settle(tx, &message, answer)).await?;
    }
    Ok(taken)
}
