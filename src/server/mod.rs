//! HTTP server: accept loop, timeouts, connection limits, graceful shutdown. `axum::serve` installs no timer, so
//! hyper's header timeout would have no effect; here it has one.

mod connection_limiter;
mod connection_state;
pub mod metrics;
mod write_timeout;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};

use crate::app::tenancy::request_target::Peer;
use crate::error::{Error, Result};
use crate::router::AppService;

pub use crate::http::body_limits::{Arrival, BodyLimits};

use crate::http::body_limits::{Arrivals, ArrivingBody};
use crate::http::event_stream::Endless;
use crate::server::connection_limiter::{ConnectionGuard, ConnectionLimiter};
use crate::server::connection_state::{AnswerBody, Line, carry};
use crate::server::write_timeout::WriteTimeoutStream;

/// Timeouts and limits of the server.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Time limit for receiving the request headers.
    pub headers: Duration,
    /// Time limit for a request, including its body.
    pub request: Duration,
    /// Time limit without any write progress of a response; a slow client is not cut off.
    pub write: Duration,
    /// Absolute time limit for sending a response: its contents were authorized when it began.
    pub send: Duration,
    /// Concurrent connections per address. Trusted proxies, which serve many clients, are exempt.
    pub per_address: usize,
    /// Minimum rate and maximum number of pending request bodies.
    pub body: BodyLimits,
    /// Time limit for requests in progress during shutdown.
    pub drain: Duration,
}

/// The limits in production.
pub const LIMITS: Limits = Limits {
    headers: Duration::from_secs(10),
    request: Duration::from_secs(30),
    write: Duration::from_secs(30),
    send: Duration::from_mins(10),
    // A browser opens six; a school or an office may share one address.
    per_address: 256,
    body: BodyLimits {
        grace: Duration::from_secs(5),
        rate: 1_000,
        per_client: 32,
        total: 512,
    },
    drain: Duration::from_secs(20),
};
/// Maximum number of concurrent connections; further ones wait in the kernel's queue.
const CONNECTIONS: usize = 8_192;

/// Binds a listener with a long backlog; an address in use is reported as such.
pub fn bind(address: SocketAddr) -> Result<TcpListener> {
    bind_for(address, "choose another with --listen")
}

fn bind_for(address: SocketAddr, what_to_do: &str) -> Result<TcpListener> {
    let bound = (|| {
        let socket = socket2::Socket::new(
            socket2::Domain::for_address(address),
            socket2::Type::STREAM,
            None,
        )?;
        socket.set_reuse_address(true)?;
        socket.set_nonblocking(true)?;
        socket.bind(&address.into())?;
        socket.listen(1024)?;
        TcpListener::from_std(socket.into())
    })();
    bound.map_err(|error| {
        Error::internal(format!("cannot listen on {address}: {error}; {what_to_do}"))
    })
}

/// Serves until `stop` completes, then finishes requests in progress.
pub async fn serve(
    listener: TcpListener,
    service: Arc<AppService>,
    stop: impl Future<Output = ()>,
) -> Result<()> {
    serve_within(listener, service, stop, LIMITS).await
}

/// Like `serve`, with other limits.
pub async fn serve_within(
    listener: TcpListener,
    service: Arc<AppService>,
    stop: impl Future<Output = ()>,
    limits: Limits,
) -> Result<()> {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    let (stopping, is_stopping) = watch::channel(false);
    let (alive, mut all_ended) = mpsc::channel(1);
    let door = Door {
        service,
        limits,
        limiter: Arc::default(),
        arrivals: Arrivals::new(limits.body),
        is_stopping,
        alive,
    };
    let mut stop = std::pin::pin!(stop);
    loop {
        let permit = tokio::select! {
            permit = Arc::clone(&permits).acquire_owned() => permit.map_err(Error::internal)?,
            () = &mut stop => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        door.let_in(stream, peer, permit);
    }
    tracing::info!("stopping: finishing what is under way");
    stopping.send_replace(true);
    // Connections in the kernel's queue are already established from the client's point of view.
    let listener = listener.into_std()?;
    while let Ok(permit) = Arc::clone(&permits).try_acquire_owned()
        && let Ok((stream, peer)) = listener.accept()
    {
        stream.set_nonblocking(true)?;
        door.let_in(TcpStream::from_std(stream)?, peer, permit);
    }
    drop((listener, door));
    if tokio::time::timeout(limits.drain, all_ended.recv())
        .await
        .is_err()
    {
        tracing::warn!("some requests were cut off");
    }
    Ok(())
}

/// State shared by all connections.
struct Door {
    service: Arc<AppService>,
    limits: Limits,
    limiter: Arc<ConnectionLimiter>,
    arrivals: Arc<Arrivals>,
    is_stopping: watch::Receiver<bool>,
    /// Each connection holds a clone; the channel closes when the last one has ended.
    alive: mpsc::Sender<()>,
}

impl Door {
    fn let_in(&self, stream: TcpStream, peer: SocketAddr, permit: OwnedSemaphorePermit) {
        let address = peer.ip().to_canonical();
        let Some(connection_guard) =
            connection_guard(&self.limiter, address, &self.service, self.limits)
        else {
            // Reset, so that the kernel keeps no state of the closed connection.
            let _ = stream.set_zero_linger();
            return;
        };
        let line = Arc::default();
        let connection = self.connect(stream, address, &line);
        let (is_stopping, alive) = (self.is_stopping.clone(), self.alive.clone());
        tokio::spawn(async move {
            carry(connection, line, is_stopping).await;
            drop((connection_guard, permit, alive));
        });
    }

    fn connect(
        &self,
        stream: TcpStream,
        address: IpAddr,
        line: &Arc<Line>,
    ) -> http1::Connection<
        TokioIo<WriteTimeoutStream>,
        impl hyper::service::Service<
            Request<Incoming>,
            Response = hyper::Response<AnswerBody>,
            Error = std::convert::Infallible,
            Future: Send,
        > + use<>,
    > {
        let _ = stream.set_nodelay(true);
        let limits = self.limits;
        let (service, arrivals) = (Arc::clone(&self.service), Arc::clone(&self.arrivals));
        let stream = WriteTimeoutStream::new(stream, limits.write, limits.send, Arc::clone(line));
        let line = Arc::clone(line);
        let service = service_fn(move |request: Request<Incoming>| {
            let answering = line.answering();
            let (service, line) = (Arc::clone(&service), Arc::clone(&line));
            let request = received(request, &arrivals, address);
            async move {
                let mut response = service.answer(request, limits.request).await;
                // A partial request remains on a connection whose body was aborted.
                if line.is_stopping() || response.status() == StatusCode::REQUEST_TIMEOUT {
                    let close = HeaderValue::from_static("close");
                    response.headers_mut().insert(header::CONNECTION, close);
                }
                let is_endless = response.extensions().get::<Endless>().is_some();
                Ok(response.map(|body| AnswerBody::new(body, answering, is_endless)))
            }
        });
        http1::Builder::new()
            .timer(stream.timer(limits.headers))
            .header_read_timeout(limits.headers)
            .keep_alive(true)
            // One system call for most responses, without copying their bodies. A response never waits for the next
            // request to be complete, as it would with `pipeline_flush`.
            .writev(true)
            .max_buf_size(64 * 1024)
            .serve_connection(TokioIo::new(stream), service)
    }
}

/// Adds the peer to the request, and wraps its body with limits and timeouts.
fn received(
    request: Request<Incoming>,
    arrivals: &Arc<Arrivals>,
    address: IpAddr,
) -> Request<Body> {
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(Peer(address));
    let body = if body.is_end_stream() {
        Body::empty()
    } else {
        let arrival = Arrival::default();
        parts.extensions.insert(arrival.clone());
        Body::new(ArrivingBody::new(body, arrivals, arrival, address))
    };
    Request::from_parts(parts, body)
}

/// `None` for an address that already holds too many connections.
fn connection_guard(
    limiter: &Arc<ConnectionLimiter>,
    address: IpAddr,
    service: &AppService,
    limits: Limits,
) -> Option<ConnectionGuard> {
    let app = service.app();
    let most = if app.config().trusted_proxies.contains(&address) {
        usize::MAX
    } else {
        limits.per_address
    };
    let connection_guard = limiter.acquire(address, most);
    if connection_guard.is_none()
        && let Some(refused) = limiter.refused(app.clock().now().as_second())
    {
        tracing::warn!(
            refused,
            most,
            "connections were refused: too many of one address; a proxy in front belongs in trusted_proxies"
        );
    }
    connection_guard
}
