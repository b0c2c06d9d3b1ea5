//! The body of a request that may have to be given to a second node. A small one is kept; of a large one nothing is, and
//! it can be given again only while nothing of it was taken.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::http::{HeaderMap, header};
use hyper::body::{Frame, SizeHint};

use crate::error::{Code, Result};

/// A body of this length is read before it is passed on.
const KEPT: u64 = 64 * 1024;

pub enum Replay {
    Empty,
    Kept(Bytes),
    Streamed(Arc<Mutex<Source>>),
}

pub struct Source {
    body: Body,
    /// Which taker it is for; those before get nothing.
    taker: u32,
    is_touched: bool,
}

impl Replay {
    /// # Errors
    /// The visitor broke off.
    pub async fn of(body: Body, headers: &HeaderMap) -> Result<Self> {
        if body.is_end_stream() {
            return Ok(Self::Empty);
        }
        let length = headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_none_or(|length| length > KEPT) {
            return Ok(Self::Streamed(Arc::new(Mutex::new(Source {
                body,
                taker: 0,
                is_touched: false,
            }))));
        }
        let kept = to_bytes(body, usize::MAX).await;
        Ok(Self::Kept(kept.map_err(|_| Code::RequestTimeout)?))
    }

    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// All of it, for the next one who takes it. `None` where an earlier one has taken something.
    pub fn whole(&self) -> Option<Body> {
        match self {
            Self::Empty => Some(Body::empty()),
            Self::Kept(bytes) => Some(Body::from(bytes.clone())),
            Self::Streamed(source) => {
                let mut found = lock(source);
                if found.is_touched {
                    return None;
                }
                found.taker += 1;
                Some(Body::new(Taker {
                    number: found.taker,
                    source: Arc::clone(source),
                }))
            }
        }
    }
}

fn lock(source: &Mutex<Source>) -> MutexGuard<'_, Source> {
    source.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Taker {
    number: u32,
    source: Arc<Mutex<Source>>,
}

impl hyper::body::Body for Taker {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut source = lock(&self.source);
        if source.taker != self.number {
            let gone = std::io::Error::from(std::io::ErrorKind::BrokenPipe);
            return Poll::Ready(Some(Err(axum::Error::new(gone))));
        }
        let polled = Pin::new(&mut source.body).poll_frame(cx);
        source.is_touched |= polled.is_ready();
        polled
    }

    fn is_end_stream(&self) -> bool {
        lock(&self.source).body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        lock(&self.source).body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use futures_util::stream;
    use http_body_util::BodyExt as _;

    use super::*;

    fn of_length(length: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::CONTENT_LENGTH, HeaderValue::from_static(length))])
    }

    fn pieces() -> Body {
        let pieces = ["one ", "two"].map(|piece| Ok::<_, std::io::Error>(Bytes::from(piece)));
        Body::from_stream(stream::iter(pieces))
    }

    async fn text(body: Body) -> String {
        let bytes = to_bytes(body, 100).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn a_small_body_is_given_as_often_as_it_is_asked_for() {
        let body = Replay::of(pieces(), &of_length("7")).await.unwrap();
        for _ in 0..2 {
            assert_eq!(text(body.whole().unwrap()).await, "one two");
        }
        let body = Replay::of(Body::empty(), &HeaderMap::new()).await.unwrap();
        assert!(body.is_empty() && body.whole().is_some());
    }

    #[tokio::test]
    async fn a_large_body_is_given_again_only_while_nothing_of_it_was_taken() {
        for headers in [of_length("70000"), HeaderMap::new()] {
            let body = Replay::of(pieces(), &headers).await.unwrap();
            let mut first = body.whole().unwrap();
            let mut second = body.whole().unwrap();
            assert!(first.frame().await.unwrap().is_err(), "it is another's");
            let frame = second.frame().await.unwrap().unwrap();
            assert_eq!(frame.into_data().unwrap(), "one ");
            assert!(body.whole().is_none());
            assert_eq!(text(second).await, "two");
        }
    }
}
