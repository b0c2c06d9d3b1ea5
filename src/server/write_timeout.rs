//! A connection that waits for its reader, but not for ever: `hyper` has a time-out for what comes in and none for what
//! goes out. A client that never reads its answer would hold its connection as long as it likes; and one that is still
//! reading would be cut for not having asked for the next thing.

use std::io::{self, ErrorKind, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep as HyperSleep, Timer};
use hyper_util::rt::TokioTimer;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::base::clock::instant;
use crate::server::connection_state::Line;

/// What the kernel keeps unsent for one client. It would take megabytes, and half of them have to be read before it
/// takes more: a slow reader would look like one that has stopped. With so little, reading 1 kB a second is progress.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 64 * 1024;

/// Ends when nothing could be written for as long as `patience`; any progress begins that time anew. However slowly it
/// is read, what is sent between two requests ends after `longest`.
pub struct WriteTimeoutStream {
    stream: TcpStream,
    patience: Duration,
    longest: Duration,
    /// Since when what was asked last waits for its reader.
    sending: Option<Instant>,
    /// Runs while the client does not take what is there for it.
    waiting: Option<Pin<Box<Sleep>>>,
    has_waited: Arc<AtomicBool>,
    line: Arc<Line>,
}

impl WriteTimeoutStream {
    pub fn new(stream: TcpStream, patience: Duration, longest: Duration, line: Arc<Line>) -> Self {
        #[cfg(target_os = "linux")]
        // Without it a slow client is cut sooner than it should be; nothing else depends on it.
        let _ = SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT);
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

    /// A timer for the connection's time-out of headers that does not run while the client is still reading: `hyper`
    /// waits for the next request as soon as it holds the answer to the last one, sent or not.
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
        // What it did not read is not offered any longer: the kernel would go on trying for minutes.
        let _ = self.stream.set_zero_linger();
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
            // What has arrived is asked of the kernel: the runtime hears of it a moment later.
            let is_unread = read.is_pending()
                && SockRef::from(&self.stream)
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
