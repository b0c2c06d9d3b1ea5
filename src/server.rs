//! The accept loop: time-outs, caps, graceful stop. `axum::serve` installs no timer, so hyper's header time-out would
//! silently do nothing; here it has one.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::app::site::Peer;
use crate::error::{Error, Result};
use crate::router::Front;

/// How long the server waits for whom.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// A client that has not sent its headers by then is gone.
    pub headers: Duration,
    /// No request takes longer than this, its body included.
    pub request: Duration,
    /// How long a stopping server waits for requests that are under way.
    pub drain: Duration,
}

const LIMITS: Limits = Limits {
    headers: Duration::from_secs(10),
    request: Duration::from_secs(30),
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
        let connection = connect(stream, peer, Arc::clone(&front), limits);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off is no fault of ours.
            let _ = watched.await;
            drop(permit);
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

fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    front: Arc<Front>,
    limits: Limits,
) -> http1::Connection<
    TokioIo<TcpStream>,
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
            request.extensions_mut().insert(Peer(peer.ip()));
            Ok(front.answer(request, limits.request).await)
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.headers)
        .keep_alive(true)
        .pipeline_flush(true)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
}
