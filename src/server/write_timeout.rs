//! Write timeout of a connection. `hyper` has a timeout for input and none for output: a client that never reads its
//! response would hold its connection indefinitely, and one that is still reading would be cut off for not having
//! sent the next request.

use std::io::{self, ErrorKind, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep as HyperSleep, Timer};
use hyper_util::rt::TokioTimer;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::base::clock::instant;
use crate::server::connection_state::Line;
use crate::server::listening::Stream;

/// Maximum unsent bytes in the kernel per client (`TCP_NOTSENT_LOWAT`). By default it accepts megabytes, half of
/// which have to be read before it accepts more: a slow reader would look stalled. With this limit, reading 1 kB/s
/// counts as progress.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 64 * 1024;

/// Stream that fails after `patience` without write progress. Regardless of progress, sending between two requests
/// fails after `longest`.
pub struct WriteTimeoutStream {
    stream: Stream,
    patience: Duration,
    longest: Duration,
    /// Since when the current response is being sent.
    sending: Option<Instant>,
    /// Runs while a write is blocked by the client.
    waiting: Option<Pin<Box<Sleep>>>,
    has_waited: Arc<AtomicBool>,
    line: Arc<Line>,
}

impl WriteTimeoutStream {
    pub fn new(stream: Stream, patience: Duration, longest: Duration, line: Arc<Line>) -> Self {
        #[cfg(target_os = "linux")]
        // Without it a slow client is cut off too early; nothing else depends on it.
        let _ = stream.socket().set_tcp_notsent_lowat(UNSENT);
        Self {
            stream,
            patience,
            longest,
            sending: None,
            waiting: None,
            has_waited: Arc::default(),
            line,
        }
    }

    /// Timer for the header timeout that pauses while the client is still reading: `hyper` waits for the next request
    /// as soon as the last response is complete in memory, sent or not.
    pub fn timer(&self, headers: Duration) -> HeaderTimer {
        HeaderTimer {
            headers,
            has_waited: Arc::clone(&self.has_waited),
        }
    }

    fn within_patience(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        self.line
            .has_unsent
            .store(written.is_pending(), Ordering::Release);
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        self.has_waited.store(true, Ordering::Relaxed);
        let sent_for = self.sending.get_or_insert_with(instant).elapsed();
        let patience = self.patience.min(self.longest.saturating_sub(sent_for));
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(waiting.as_mut().poll(cx));
        // Drops unsent data: the kernel would otherwise retry for minutes.
        self.stream.reset_on_close();
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for WriteTimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.sending = None;
            self.line.has_heard.store(true, Ordering::Release);
        }
        if self.line.is_stopping() {
            // Asks the kernel for arrived bytes: the runtime is notified slightly later.
            let is_unread = read.is_pending()
                && self
                    .stream
                    .socket()
                    .peek(&mut [MaybeUninit::uninit()])
                    .is_ok_and(|bytes| bytes > 0);
            self.line.has_unread.store(is_unread, Ordering::Release);
        }
        read
    }
}

impl AsyncWrite for WriteTimeoutStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.within_patience(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.within_patience(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[derive(Clone)]
pub struct HeaderTimer {
    headers: Duration,
    has_waited: Arc<AtomicBool>,
}

struct HeaderSleep {
    sleep: Pin<Box<dyn HyperSleep>>,
    timer: HeaderTimer,
}

impl HeaderTimer {
    fn while_not_reading(&self, sleep: Pin<Box<dyn HyperSleep>>) -> Pin<Box<dyn HyperSleep>> {
        Box::pin(HeaderSleep {
            sleep,
            timer: self.clone(),
        })
    }
}

impl Timer for HeaderTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn HyperSleep>> {
        self.while_not_reading(TokioTimer::new().sleep(duration))
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn HyperSleep>> {
        self.while_not_reading(TokioTimer::new().sleep_until(deadline))
    }
}

impl HyperSleep for HeaderSleep {}

impl Future for HeaderSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.sleep.as_mut().poll(cx));
            if !self.timer.has_waited.swap(false, Ordering::Relaxed) {
                return Poll::Ready(());
            }
            self.sleep = TokioTimer::new().sleep(self.timer.headers);
        }
    }
}
