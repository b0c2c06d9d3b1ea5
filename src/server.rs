//! The accept loop: time-outs, caps, graceful stop. `axum::serve` installs no timer, so hyper's header time-out would
//! silently do nothing; here it has one.

mod crowd;
mod patience;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::app::site::Peer;
use crate::error::{Error, Result};
use crate::router::Front;

use crowd::{Crowd, Seat};
use patience::Patient;

/// How long the server waits for whom, and how many it lets in.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// A client that has not sent its headers by then is gone.
    pub headers: Duration,
    /// No request takes longer than this, its body included.
    pub request: Duration,
    /// A client that has taken nothing of its answer for so long is gone; a slow one is waited for.
    pub write: Duration,
    /// Connections of one address at a time. Proxies that are believed bring many people and are not counted.
    pub per_address: usize,
    /// How long a stopping server waits for requests that are under way.
    pub drain: Duration,
}

/// Those of the program.
pub const LIMITS: Limits = Limits {
    headers: Duration::from_secs(10),
    request: Duration::from_secs(30),
    write: Duration::from_secs(30),
    // A browser opens six; a school or an office may stand behind one address.
    per_address: 256,
    drain: Duration::from_secs(20),
};
/// Connections at a time; more wait in the kernel's queue.
const CONNECTIONS: usize = 8_192;

/// A listener with a deep queue; an address in use is said plainly.
pub fn bind(address: SocketAddr) -> Result<TcpListener> {
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
        Error::internal(format!(
            "cannot listen on {address}: {error}; choose another with --listen"
        ))
    })
}

/// Serves until `stop` is done, then finishes what is under way.
pub async fn serve(
    listener: TcpListener,
    front: Arc<Front>,
    stop: impl Future<Output = ()>,
) -> Result<()> {
    serve_within(listener, front, stop, LIMITS).await
}

/// The same with limits of the caller's own.
pub async fn serve_within(
    listener: TcpListener,
    front: Arc<Front>,
    stop: impl Future<Output = ()>,
    limits: Limits,
) -> Result<()> {
    let graceful = GracefulShutdown::new();
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    let crowd = Arc::new(Crowd::default());
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
        let address = peer.ip().to_canonical();
        let Some(seat) = seat(&crowd, address, &front, limits) else {
            // Nothing is kept of it, not even the kernel's memory of a connection that has ended.
            let _ = stream.set_zero_linger();
            continue;
        };
        let connection = connect(stream, address, Arc::clone(&front), limits);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off is no fault of ours.
            let _ = watched.await;
            drop((seat, permit));
        });
    }
    drop(listener);
    tracing::info!("stopping: finishing what is under way");
    if tokio::time::timeout(limits.drain, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests were cut off");
    }
    Ok(())
}

/// None for an address that holds too many connections already.
fn seat(crowd: &Arc<Crowd>, address: IpAddr, front: &Front, limits: Limits) -> Option<Seat> {
    let app = front.app();
    let most = if app.config().trusted_proxies.contains(&address) {
        usize::MAX
    } else {
        limits.per_address
    };
    let seat = crowd.take_seat(address, most);
    if seat.is_none()
        && let Some(refused) = crowd.refused(app.clock().now().as_second())
    {
        tracing::warn!(
            refused,
            most,
            "connections were refused: too many of one address; a proxy in front belongs in trusted_proxies"
        );
    }
    seat
}

fn connect(
    stream: TcpStream,
    address: IpAddr,
    front: Arc<Front>,
    limits: Limits,
) -> http1::Connection<
    TokioIo<Patient>,
    impl hyper::service::Service<
        Request<Incoming>,
        Response = axum::response::Response,
        Error = std::convert::Infallible,
        Future: Send,
    >,
> {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let front = Arc::clone(&front);
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(address));
            Ok(front.answer(request, limits.request).await)
        }
    });
    let stream = Patient::new(stream, limits.write);
    http1::Builder::new()
        .timer(stream.timer(limits.headers))
        .header_read_timeout(limits.headers)
        .keep_alive(true)
        // One call for most answers, and none of their bodies is copied. An answer never waits for the next request to be
        // complete, as it would with `pipeline_flush`.
        .writev(true)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
}
