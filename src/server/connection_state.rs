//! State of a connection for graceful shutdown: an idle connection is closed, one with a request that has arrived is
//! answered first. `hyper` alone would close an idle connection whose next request is still unread in the kernel, and
//! cut off a response that a slow client is still reading.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};
use hyper::server::conn::http1;
use hyper::service::HttpService;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

/// For the first request of a connection, when the server stops.
const FIRST_REQUEST: Duration = Duration::from_millis(250);

#[derive(Default)]
pub struct Line {
    is_stopping: AtomicBool,
    /// Bytes have been read that do not form a request yet.
    pub(super) has_heard: AtomicBool,
    /// Unread bytes are in the kernel's buffer; checked only during shutdown.
    pub(super) has_unread: AtomicBool,
    /// The client has not read all of the response.
    pub(super) has_unsent: AtomicBool,
    is_answering: AtomicBool,
    /// A request has been heard.
    is_known: AtomicBool,
    /// The last response goes on until somebody ends it: at the stop that is the server.
    is_endless: AtomicBool,
}

impl Line {
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Acquire)
    }

    /// Marks the start of a request; it ends when the returned guard is dropped.
    pub fn answering(self: &Arc<Self>) -> Answering {
        self.has_heard.store(false, Ordering::Release);
        self.is_endless.store(false, Ordering::Release);
        self.is_known.store(true, Ordering::Release);
        self.is_answering.store(true, Ordering::Release);
        Answering(Arc::clone(self))
    }

    /// True if the client is not reading a response that would go on anyway: nothing of it is waited for.
    fn is_endless_and_unread(&self) -> bool {
        self.is_endless.load(Ordering::Acquire) && self.has_unsent.load(Ordering::Acquire)
    }

    /// What was heard until now is no request, such as the beginning of TLS.
    pub fn has_introduced_itself(&self) {
        self.has_heard.store(false, Ordering::Release);
    }

    fn is_quiet(&self) -> bool {
        ![
            &self.has_heard,
            &self.has_unread,
            &self.has_unsent,
            &self.is_answering,
        ]
        .iter()
        .any(|flag| flag.load(Ordering::Acquire))
    }
}

pub struct Answering(Arc<Line>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.has_heard.store(false, Ordering::Release);
        self.0.is_answering.store(false, Ordering::Release);
    }
}

/// A response body; its connection is not idle until it ends.
pub struct AnswerBody {
    body: Body,
    /// The request has ended when this is dropped.
    answering: Answering,
    is_endless: bool,
}

impl AnswerBody {
    pub fn new(body: Body, answering: Answering, is_endless: bool) -> Self {
        let line = &answering.0;
        line.is_endless.store(is_endless, Ordering::Release);
        Self {
            body,
            answering,
            is_endless,
        }
    }
}

impl hyper::body::Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.is_endless && self.answering.0.is_stopping() {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Runs a connection to its end. On shutdown it ends after the current request, or the one that has arrived; without
/// either it ends immediately.
pub async fn carry<I, S>(
    connection: http1::Connection<TokioIo<I>, S>,
    line: Arc<Line>,
    mut stopping: watch::Receiver<bool>,
) where
    I: AsyncRead + AsyncWrite + Unpin,
    S: HttpService<hyper::body::Incoming, ResBody = AnswerBody>,
    S::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut connection = pin!(connection);
    tokio::select! {
        // A client that disconnects is not an error.
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|is_stopping| *is_stopping) => {}
    }
    line.is_stopping.store(true, Ordering::Release);
    // The first request of a connection that was made this moment is on its way.
    let first = poll_fn(|cx| match connection.as_mut().poll(cx) {
        Poll::Ready(_) => Poll::Ready(true),
        Poll::Pending if line.is_known.load(Ordering::Acquire) => Poll::Ready(false),
        Poll::Pending => Poll::Pending,
    });
    if let Ok(true) = tokio::time::timeout(FIRST_REQUEST, first).await {
        return;
    }
    let mut is_closing = false;
    poll_fn(|cx| {
        loop {
            if connection.as_mut().poll(cx).is_ready() {
                return Poll::Ready(());
            }
            if line.is_endless_and_unread() {
                return Poll::Ready(());
            }
            if is_closing || !line.is_quiet() {
                return Poll::Pending;
            }
            connection.as_mut().graceful_shutdown();
            is_closing = true;
        }
    })
    .await;
}
