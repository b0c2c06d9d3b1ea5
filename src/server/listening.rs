//! Where connections come from: addresses, and what is served at each.

use std::fs::Permissions;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio_rustls::rustls::ServerConfig;

use crate::certificates::HostCertificates;
use crate::config::Listen;
use crate::error::{Error, Result};
use crate::server::internal::Internal;

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
    /// What other nodes ask and pass on.
    Nodes(Arc<Internal>),
}

pub struct Entrance {
    pub listener: Listener,
    pub serves: Serves,
    /// Somebody else holds the socket too, and accepts what is left in it.
    pub is_shared: bool,
}

impl Entrance {
    pub fn new(listener: Listener, serves: Serves) -> Self {
        Self {
            listener,
            serves,
            is_shared: false,
        }
    }
}

impl Serves {
    pub fn over_tls(hosts: &Arc<HostCertificates>) -> Result<Self> {
        Ok(Self::SiteOverTls(Arc::clone(hosts), hosts.tls()?))
    }
}

impl Listener {
    /// Where it listens.
    pub fn place(&self) -> Result<Listen> {
        match self {
            Self::Tcp(listener) => Ok(Listen::Tcp(listener.local_addr()?)),
            Self::Unix(listener) => {
                let address = listener.local_addr()?;
                let path = address.as_pathname().unwrap_or(Path::new(""));
                Ok(Listen::Unix(path.to_owned()))
            }
        }
    }

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

/// Binds a socket in the file system, for the owner and the group. One that an ended server left is removed.
pub fn bind_socket(path: &Path) -> Result<UnixListener> {
    let refused = |why: String| {
        Error::internal(format!(
            "cannot listen on unix:{}: {why}; choose another with --listen",
            path.display()
        ))
    };
    if std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
        if std::os::unix::net::UnixStream::connect(path).is_ok() {
            return Err(refused("another server listens there".to_owned()));
        }
        std::fs::remove_file(path).map_err(|error| refused(error.to_string()))?;
    }
    let bound = (|| {
        let socket = socket2::Socket::new(socket2::Domain::UNIX, socket2::Type::STREAM, None)?;
        socket.set_nonblocking(true)?;
        socket.bind(&socket2::SockAddr::unix(path)?)?;
        // Before it listens: nobody is let in by other rights.
        std::fs::set_permissions(path, Permissions::from_mode(0o660))?;
        socket.listen(BACKLOG)?;
        UnixListener::from_std(socket.into())
    })();
    bound.map_err(|error| refused(error.to_string()))
}

/// Sockets that the service manager opened before (`LISTEN_FDS`), in their order. They stay open when the server ends, so
/// that whoever connects meanwhile waits for the next one.
pub fn inherited() -> Result<Vec<Listener>> {
    let mut given = listenfd::ListenFd::from_env();
    let mut found = Vec::new();
    for index in 0..given.len() {
        if let Ok(Some(listener)) = given.take_tcp_listener(index) {
            listener.set_nonblocking(true)?;
            found.push(Listener::Tcp(TcpListener::from_std(listener)?));
        } else if let Some(listener) = given.take_unix_listener(index)? {
            listener.set_nonblocking(true)?;
            found.push(Listener::Unix(UnixListener::from_std(listener)?));
        }
    }
    Ok(found)
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
