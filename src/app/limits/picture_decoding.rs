//! Decoding of pictures: two at once in the whole process, and never more memory in all than is set. Others wait in
//! line; a line that is too long is refused.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::{Code, Error, Result};
use crate::pictures::MEMORY;

const AT_ONCE: usize = 2;
/// Pictures in progress and in line.
const SEATS: usize = 64;
/// Longest time in line.
const QUEUE_TIMEOUT: Duration = Duration::from_mins(1);
const MEGABYTE: u64 = 1024 * 1024;

#[derive(Debug)]
pub struct PictureDecoding {
    seats: Arc<Semaphore>,
    permits: Arc<Semaphore>,
    megabytes: Arc<Semaphore>,
}

impl Default for PictureDecoding {
    fn default() -> Self {
        Self {
            seats: Arc::new(Semaphore::new(SEATS)),
            permits: Arc::new(Semaphore::new(AT_ONCE)),
            megabytes: Arc::new(Semaphore::new(
                usize::try_from(MEMORY / MEGABYTE).unwrap_or(Semaphore::MAX_PERMITS),
            )),
        }
    }
}

/// Held until the decoding ends, on whatever thread.
#[derive(Debug)]
pub struct DecodingTurn {
    _seat: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
    memory: Option<OwnedSemaphorePermit>,
    megabytes: Arc<Semaphore>,
}

impl PictureDecoding {
    pub async fn begin(&self) -> Result<DecodingTurn> {
        let seat = Arc::clone(&self.seats)
            .try_acquire_owned()
            .map_err(|_| busy())?;
        let turn = waited(&self.permits, 1).await?;
        Ok(DecodingTurn {
            _seat: seat,
            _turn: turn,
            memory: None,
            megabytes: Arc::clone(&self.megabytes),
        })
    }
}

impl DecodingTurn {
    /// Waits until so many bytes are free.
    pub async fn with_memory(mut self, bytes: u64) -> Result<Self> {
        let megabytes = bytes.div_ceil(MEGABYTE).min(MEMORY / MEGABYTE);
        self.memory = Some(
            waited(
                &self.megabytes,
                u32::try_from(megabytes).unwrap_or(u32::MAX),
            )
            .await?,
        );
        Ok(self)
    }
}

async fn waited(semaphore: &Arc<Semaphore>, count: u32) -> Result<OwnedSemaphorePermit> {
    let permit = timeout(
        QUEUE_TIMEOUT,
        Arc::clone(semaphore).acquire_many_owned(count),
    )
    .await;
    permit
        .ok()
        .and_then(std::result::Result::ok)
        .ok_or_else(busy)
}

fn busy() -> Error {
    Error::from(Code::RateLimited).with("retry_after", 30)
}
