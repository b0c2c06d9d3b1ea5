//! HTTP server: accept loop, timeouts, connection limits, graceful shutdown. `axum::serve` installs no timer, so
//! hyper's header timeout would have no effect; here it has one.

mod connection_limiter;
mod connection_state;
pub mod internal;
mod listening;
pub mod metrics;
mod multiplexed;
mod visitor;
mod way_to_tls;
mod write_timeout;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};

use crate::error::{Error, Result};
use crate::router::AppService;

pub use crate::http::body_limits::{Arrival, BodyLimits};
pub use crate::server::listening::{
    Entrance, Listener, Serves, UNIX_PEER, bind_for, bind_socket, inherited,
};

use crate::http::body_limits::Arrivals;
use crate::server::connection_limiter::{ConnectionGuard, ConnectionLimiter};
use crate::server::listening::Stream;
use crate::server::visitor::Visitor;

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
    /// Time limit of a connection of HTTP/2 without a request; the next one of a visitor who reads a page finds it open.
    pub idle: Duration,
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
    idle: Duration::from_mins(2),
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
    bind_for(address, "--listen")
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
    let entrance = Entrance::new(Listener::Tcp(listener), Serves::Site);
    serve_at(vec![entrance], service, stop, limits).await
}

/// The same at several addresses.
pub async fn serve_at(
    entrances: Vec<Entrance>,
    service: Arc<AppService>,
    stop: impl Future<Output = ()>,
    limits: Limits,
) -> Result<()> {
    let (stopping, is_stopping) = watch::channel(false);
    let (alive, mut all_ended) = mpsc::channel(1);
    let door = Door {
        service,
        limits,
        limiter: Arc::default(),
        arrivals: Arrivals::new(limits.body),
        permits: Arc::new(Semaphore::new(CONNECTIONS)),
        is_stopping,
        alive,
    };
    let accepting = join_all(entrances.into_iter().map(|entrance| door.accept(entrance)));
    let stop = async {
        stop.await;
        tracing::info!("stopping: finishing what is under way");
        stopping.send_replace(true);
    };
    let (accepted, ()) = tokio::join!(accepting, stop);
    accepted.into_iter().collect::<Result<()>>()?;
    drop(door);
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
    permits: Arc<Semaphore>,
    is_stopping: watch::Receiver<bool>,
    /// Each connection holds a clone; the channel closes when the last one has ended.
    alive: mpsc::Sender<()>,
}

impl Door {
    /// Lets everybody in until the server stops.
    async fn accept(&self, entrance: Entrance) -> Result<()> {
        let Entrance {
            listener,
            serves,
            is_shared,
        } = entrance;
        let mut is_stopping = self.is_stopping.clone();
        let mut stop = std::pin::pin!(is_stopping.wait_for(|is_stopping| *is_stopping));
        loop {
            let permit = tokio::select! {
                permit = Arc::clone(&self.permits).acquire_owned() => permit.map_err(Error::internal)?,
                _ = &mut stop => break,
            };
            let (stream, address) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                _ = &mut stop => break,
            };
            self.let_in(stream, address, &serves, permit);
        }
        if is_shared {
            return Ok(());
        }
        // Connections in the kernel's queue are already established from the client's point of view.
        for (stream, address) in listener.left()? {
            if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
                self.let_in(stream, address, &serves, permit);
            }
        }
        Ok(())
    }

    fn let_in(
        &self,
        stream: Stream,
        address: IpAddr,
        serves: &Serves,
        permit: OwnedSemaphorePermit,
    ) {
        let Some(connection_guard) =
            connection_guard(&self.limiter, address, &self.service, self.limits)
        else {
            // Reset, so that the kernel keeps no state of the closed connection.
            stream.reset_on_close();
            return;
        };
        stream.without_delay();
        let visitor = Visitor {
            address,
            serves: serves.clone(),
            service: Arc::clone(&self.service),
            limits: self.limits,
            arrivals: Arc::clone(&self.arrivals),
        };
        let (is_stopping, alive) = (self.is_stopping.clone(), self.alive.clone());
        tokio::spawn(async move {
            visitor.visit(stream, is_stopping).await;
            drop((connection_guard, permit, alive));
        });
    }
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
