//! A connection with many requests at once (HTTP/2). `hyper` keeps one that is idle for as long as the client answers its
//! pings, and waits for ever for a client that takes nothing of a response: here both have an end. Of a response whose last
//! piece was handed over nothing is heard any more: it ends with the connection, as an idle one does.

use std::collections::HashMap;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::uri::{Parts as UriParts, PathAndQuery};
use axum::http::{HeaderValue, Request, Uri, header};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http2;
use hyper::service::HttpService;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use crate::base::clock::instant;
use crate::server::Limits;

/// Requests of one connection at the same time.
const MOST_STREAMS: u32 = 100;
/// Bytes of a response that wait for the client.
const UNSENT: usize = 64 * 1024;
const HEADERS: u32 = 64 * 1024;
const PING_EVERY: Duration = Duration::from_secs(20);
const PING_WITHIN: Duration = Duration::from_secs(20);
/// After `Limits::idle`, for the last bytes to be read.
const LINGER: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The requests of a connection.
#[derive(Default)]
pub struct Streams(Mutex<Open>);

#[derive(Default)]
struct Open {
    next: u64,
    responses: HashMap<u64, Taking>,
    quiet_since: Option<Instant>,
}

/// How a client takes a response.
#[derive(Default, Clone, Copy)]
struct Taking {
    /// Since when it has taken pieces.
    begun: Option<Instant>,
    /// Since when it has not taken the last one; `None` while it waits for us.
    waiting: Option<Instant>,
}

/// A request, from its arrival until its response has been taken.
pub struct OpenStream {
    streams: Arc<Streams>,
    number: u64,
}

impl Streams {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn begin(self: &Arc<Self>) -> OpenStream {
        let mut open = self.open();
        open.next += 1;
        open.quiet_since = None;
        let number = open.next;
        open.responses.insert(number, Taking::default());
        OpenStream {
            streams: Arc::clone(self),
            number,
        }
    }

    /// True if a piece of a response was not taken in time, or is one of a response that takes too long as a whole.
    fn is_stalled(&self, patience: Duration, longest: Duration) -> bool {
        let open = self.open();
        open.responses.values().any(|taking| {
            let is_older =
                |since: Option<Instant>, than| since.is_some_and(|since| since.elapsed() >= than);
            is_older(taking.waiting, patience)
                || (taking.waiting.is_some() && is_older(taking.begun, longest))
        })
    }

    /// For how long there has been no request.
    fn quiet_for(&self) -> Option<Duration> {
        let mut open = self.open();
        if !open.responses.is_empty() {
            return None;
        }
        Some(open.quiet_since.get_or_insert_with(instant).elapsed())
    }
}

impl OpenStream {
    fn note(&self, given: Option<Instant>) {
        let mut open = self.streams.open();
        let taking = open.responses.entry(self.number).or_default();
        taking.begun = taking.begun.or(given);
        taking.waiting = given;
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        open.responses.remove(&self.number);
        if open.responses.is_empty() {
            open.quiet_since = Some(instant());
        }
    }
}

type Stop = Pin<Box<dyn Future<Output = ()> + Send + Sync>>;

/// A response of which it is known whether the client takes it.
pub struct StreamBody {
    body: Body,
    stream: OpenStream,
    /// Of a response that goes on until somebody ends it.
    stop: Option<Stop>,
}

impl StreamBody {
    pub fn new(body: Body, stream: OpenStream, until: Option<watch::Receiver<bool>>) -> Self {
        let stop = until.map(|mut stopping| -> Stop {
            Box::pin(async move {
                let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
            })
        });
        Self { body, stream, stop }
    }
}

impl hyper::body::Body for StreamBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(stop) = &mut self.stop
            && stop.as_mut().poll(cx).is_ready()
        {
            self.stop = None;
            self.body = Body::empty();
            return Poll::Ready(None);
        }
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        let is_given = matches!(polled, Poll::Ready(Some(_)));
        self.stream.note(is_given.then(instant));
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Makes the request look as it would over HTTP/1.1: its host in a header, its address without one.
pub fn in_one_form(request: Request<Incoming>) -> Request<Incoming> {
    let (mut parts, body) = request.into_parts();
    let host = parts
        .uri
        .authority()
        .and_then(|authority| HeaderValue::try_from(authority.as_str()).ok());
    if let Some(host) = host {
        parts.headers.insert(header::HOST, host);
    }
    let mut uri = UriParts::default();
    uri.path_and_query = Some(
        parts
            .uri
            .path_and_query()
            .cloned()
            .unwrap_or_else(|| PathAndQuery::from_static("/")),
    );
    parts.uri = Uri::from_parts(uri).unwrap_or_default();
    Request::from_parts(parts, body)
}

/// Runs a connection to its end. On shutdown no further request is taken, and those under way are answered.
pub async fn carry<I, S>(
    stream: I,
    service: S,
    streams: &Streams,
    limits: Limits,
    mut stopping: watch::Receiver<bool>,
) where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: HttpService<Incoming, ResBody = StreamBody>,
    S::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    S::Future: Send + 'static,
{
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(MOST_STREAMS)
        .max_send_buf_size(UNSENT)
        .max_header_list_size(HEADERS)
        .keep_alive_interval(Some(PING_EVERY))
        .keep_alive_timeout(PING_WITHIN)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let mut closing_since: Option<Instant> = None;
    loop {
        let is_open = closing_since.is_none();
        tokio::select! {
            // A client that disconnects is not an error.
            _ = connection.as_mut() => return,
            _ = stopping.wait_for(|is_stopping| *is_stopping), if is_open => {
                connection.as_mut().graceful_shutdown();
                closing_since = Some(instant());
            }
            () = tokio::time::sleep(LOOK_EVERY) => {
                if streams.is_stalled(limits.write, limits.send) {
                    return;
                }
                let quiet_for = streams.quiet_for();
                match closing_since {
                    None if quiet_for.is_some_and(|quiet| quiet >= limits.idle) => {
                        connection.as_mut().graceful_shutdown();
                        closing_since = Some(instant());
                    }
                    Some(since) if quiet_for.is_some_and(|quiet| quiet.min(since.elapsed()) >= LINGER) => {
                        return;
                    }
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use http_body_util::BodyExt as _;
    use hyper::client::conn::http2::{SendRequest, handshake};
    use hyper::service::service_fn;
    use tokio::task::JoinHandle;
    use tokio::time::timeout;

    use super::*;
    use crate::server::LIMITS;

    const SOON: Duration = Duration::from_secs(20);
    const PIECE: Bytes = Bytes::from_static(&[0; 64 * 1024]);
    const PIECES: usize = 64;

    type Client = (SendRequest<Body>, JoinHandle<hyper::Result<()>>);

    /// A client whose requests have a large response, in pieces, and its connection.
    async fn connect(limits: Limits) -> (Client, watch::Sender<bool>) {
        let (client, server) = tokio::io::duplex(16 * 1024);
        let (stop, stopping) = watch::channel(false);
        tokio::spawn(async move {
            let streams = Arc::new(Streams::default());
            let service = service_fn(|_| {
                let pieces = std::iter::repeat_n(Ok::<_, Infallible>(PIECE), PIECES);
                let body = StreamBody::new(
                    Body::from_stream(futures_util::stream::iter(pieces)),
                    streams.begin(),
                    None,
                );
                async { Ok::<_, Infallible>(axum::http::Response::new(body)) }
            });
            carry(server, service, &streams, limits, stopping).await;
        });
        let (sender, connection) = handshake(TokioExecutor::new(), TokioIo::new(client))
            .await
            .unwrap();
        ((sender, tokio::spawn(connection)), stop)
    }

    fn get() -> Request<Body> {
        Request::get("https://helpt.nl/")
            .body(Body::empty())
            .unwrap()
    }

    #[tokio::test]
    async fn a_connection_without_requests_is_ended() {
        let limits = Limits {
            idle: Duration::from_millis(10),
            ..LIMITS
        };
        let ((mut sender, connection), _stop) = connect(limits).await;
        let response = sender.send_request(get()).await.unwrap();
        let taken = response.into_body().collect().await.unwrap();
        assert_eq!(taken.to_bytes().len(), PIECE.len() * PIECES);
        let ended = timeout(SOON, connection).await.unwrap().unwrap();
        assert!(ended.is_ok(), "it is told, not cut off: {ended:?}");
        assert!(sender.send_request(get()).await.is_err());
    }

    #[tokio::test]
    async fn a_client_that_takes_nothing_of_a_response_is_cut_off() {
        let limits = Limits {
            write: Duration::from_millis(100),
            ..LIMITS
        };
        let ((mut sender, _connection), _stop) = connect(limits).await;
        let body = sender.send_request(get()).await.unwrap().into_body();
        tokio::time::sleep(LOOK_EVERY + Duration::from_secs(1)).await;
        let taken = timeout(SOON, body.collect()).await.unwrap();
        assert!(taken.is_err(), "the response was never taken");
    }

    #[tokio::test]
    async fn a_slow_client_is_served_to_the_end() {
        let limits = Limits {
            write: Duration::from_secs(10),
            ..LIMITS
        };
        let ((mut sender, _connection), _stop) = connect(limits).await;
        let body = sender.send_request(get()).await.unwrap().into_body();
        tokio::time::sleep(LOOK_EVERY + Duration::from_secs(1)).await;
        let taken = timeout(SOON, body.collect()).await.unwrap().unwrap();
        assert_eq!(taken.to_bytes().len(), PIECE.len() * PIECES);
    }

    #[test]
    fn a_response_that_nobody_takes_is_told_from_one_that_is_being_made() {
        const NEVER: Duration = Duration::from_hours(1);
        let streams = Arc::new(Streams::default());
        let stream = streams.begin();
        assert!(
            !streams.is_stalled(Duration::ZERO, Duration::ZERO),
            "it is being made"
        );
        stream.note(Some(instant()));
        assert!(streams.is_stalled(Duration::ZERO, NEVER));
        assert!(
            streams.is_stalled(NEVER, Duration::ZERO),
            "it takes too long"
        );
        assert!(!streams.is_stalled(NEVER, NEVER));
        stream.note(None);
        assert!(
            !streams.is_stalled(Duration::ZERO, Duration::ZERO),
            "it waits for us"
        );
        assert_eq!(streams.quiet_for(), None);
        drop(stream);
        assert!(streams.quiet_for().is_some());
    }
}
