//! Where connections come from: addresses, and what is served at each.

use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio_rustls::rustls::ServerConfig;

use crate::certificates::HostCertificates;
use crate::error::{Error, Result};

/// Address of every peer on a Unix socket: no other peer has it. It is a proxy on this machine.
pub const UNIX_PEER: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// Place in the kernel for connections that were not accepted yet.
const BACKLOG: i32 = 1024;

pub enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

pub enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// What is served at an address.
#[derive(Clone)]
pub enum Serves {
    Site,
    /// The site over TLS.
    SiteOverTls(Arc<HostCertificates>, Arc<ServerConfig>),
    /// Answers to the authority of certificates; everybody else is led to TLS, on this port.
    WayToTls(Arc<HostCertificates>, u16),
}

pub struct Entrance {
    pub listener: Listener,
    pub serves: Serves,
    /// Somebody else holds the socket too, and accepts what is left in it.
    pub is_shared: bool,
}

impl Entrance {
    pub fn of_site(listener: TcpListener) -> Self {
        Self {
            listener: Listener::Tcp(listener),
            serves: Serves::Site,
            is_shared: false,
        }
    }

    pub fn over_tls(listener: TcpListener, hosts: &Arc<HostCertificates>) -> Result<Self> {
        Ok(Self {
            listener: Listener::Tcp(listener),
            serves: Serves::SiteOverTls(Arc::clone(hosts), hosts.tls()?),
            is_shared: false,
        })
    }

    pub fn way_to_tls(listener: TcpListener, hosts: &Arc<HostCertificates>, port: u16) -> Self {
        Self {
            listener: Listener::Tcp(listener),
            serves: Serves::WayToTls(Arc::clone(hosts), port),
            is_shared: false,
        }
    }
}

impl Listener {
    pub(super) async fn accept(&self) -> io::Result<(Stream, IpAddr)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                Ok((Stream::Tcp(stream), peer.ip().to_canonical()))
            }
            Self::Unix(listener) => {
                let (stream, _) = listener.accept().await?;
                Ok((Stream::Unix(stream), UNIX_PEER))
            }
        }
    }

    /// All that the kernel has established already.
    pub(super) fn left(self) -> io::Result<Vec<(Stream, IpAddr)>> {
        let mut left = Vec::new();
        match self {
            Self::Tcp(listener) => {
                let listener = listener.into_std()?;
                while let Ok((stream, peer)) = listener.accept() {
                    stream.set_nonblocking(true)?;
                    let stream = Stream::Tcp(TcpStream::from_std(stream)?);
                    left.push((stream, peer.ip().to_canonical()));
                }
            }
            Self::Unix(listener) => {
                let listener = listener.into_std()?;
                while let Ok((stream, _)) = listener.accept() {
                    stream.set_nonblocking(true)?;
                    left.push((Stream::Unix(UnixStream::from_std(stream)?), UNIX_PEER));
                }
            }
        }
        Ok(left)
    }
}

impl Stream {
    pub(super) fn socket(&self) -> SockRef<'_> {
        match self {
            Self::Tcp(stream) => SockRef::from(stream),
            Self::Unix(stream) => SockRef::from(stream),
        }
    }

    /// Drops unsent data when it is closed, so that the kernel keeps no state of it.
    pub(super) fn reset_on_close(&self) {
        if let Self::Tcp(stream) = self {
            let _ = stream.set_zero_linger();
        }
    }

    pub(super) fn without_delay(&self) {
        if let Self::Tcp(stream) = self {
            let _ = stream.set_nodelay(true);
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_read(cx, buffer),
            Self::Unix(stream) => Pin::new(stream).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write(cx, bytes),
            Self::Unix(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write_vectored(cx, pieces),
            Self::Unix(stream) => Pin::new(stream).poll_write_vectored(cx, pieces),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Tcp(stream) => stream.is_write_vectored(),
            Self::Unix(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_flush(cx),
            Self::Unix(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Unix(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}

/// Binds a listener with a long backlog. The error names the setting that chooses another address.
pub fn bind_for(address: SocketAddr, setting: &str) -> Result<TcpListener> {
    let bound = bound(address).or_else(|error| {
        // A machine without IPv6 has every address of IPv4 left.
        if address.ip() == Ipv6Addr::UNSPECIFIED && is_without_ipv6(&error) {
            bound(SocketAddr::from(([0, 0, 0, 0], address.port())))
        } else {
            Err(error)
        }
    });
    bound.map_err(|error| {
        Error::internal(format!(
            "cannot listen on {address}: {error}; choose another with {setting}"
        ))
    })
}

fn bound(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = socket2::Socket::new(
        socket2::Domain::for_address(address),
        socket2::Type::STREAM,
        None,
    )?;
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    if address.ip() == Ipv6Addr::UNSPECIFIED {
        // Every address of IPv4 too, whatever the machine's default is.
        socket.set_only_v6(false)?;
    }
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

fn is_without_ipv6(error: &io::Error) -> bool {
    let code = error.raw_os_error();
    [
        rustix::io::Errno::AFNOSUPPORT,
        rustix::io::Errno::ADDRNOTAVAIL,
    ]
    .iter()
    .any(|errno| code == Some(errno.raw_os_error()))
}
