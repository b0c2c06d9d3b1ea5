//! The source of tiles: one host, asked over HTTP/1.1 with a fixed address and three numbers. Redirects are not
//! followed, and what is no picture of a tile's size is refused.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::uri::Authority;
use axum::http::{Request, StatusCode, header};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use super::{Tile, TileId};
use crate::base::threads::AbortOnDrop;

/// For the whole of a request.
const WITHIN: Duration = Duration::from_secs(5);
/// Bytes of a tile.
const LARGEST: usize = 512 * 1024;

pub struct Source {
    is_secure: bool,
    authority: Authority,
    /// With `{z}`, `{x}` and `{y}`.
    path: String,
    name: String,
}

#[derive(Debug)]
pub enum Fetched {
    Tile(Tile),
    Nothing,
}

impl Source {
    /// `None` for an empty address.
    pub fn of(address: &str) -> Option<Self> {
        let (scheme, rest) = address.split_once("://")?;
        let (host, path) = rest.split_once('/')?;
        let hash = crate::base::digest::digest_of(&[address.as_bytes()]);
        let mut name = String::new();
        for byte in hash.iter().take(8) {
            let _ = write!(name, "{byte:02x}");
        }
        Some(Self {
            is_secure: scheme == "https",
            authority: host.parse().ok()?,
            path: format!("/{path}"),
            name,
        })
    }

    /// Name of the folder with its tiles: another source has another.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The error is for the log.
    pub async fn fetch(&self, id: TileId) -> Result<Fetched, String> {
        timeout(WITHIN, self.ask(id))
            .await
            .unwrap_or_else(|_| Err("no answer in time".to_owned()))
    }

    async fn ask(&self, id: TileId) -> Result<Fetched, String> {
        let host = self.authority.host();
        let port = self
            .authority
            .port_u16()
            .unwrap_or(if self.is_secure { 443 } else { 80 });
        // A literal IPv6 address stands between brackets.
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((bare, port))
            .await
            .map_err(|error| error.to_string())?;
        if self.is_secure {
            let name = ServerName::try_from(bare.to_owned()).map_err(|error| error.to_string())?;
            let stream = TlsConnector::from(Arc::clone(&TLS))
                .connect(name, stream)
                .await
                .map_err(|error| error.to_string())?;
            self.ask_over(stream, id).await
        } else {
            self.ask_over(stream, id).await
        }
    }

    async fn ask_over<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
        &self,
        stream: S,
        id: TileId,
    ) -> Result<Fetched, String> {
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| error.to_string())?;
        // The connection ends with this task, however the request ends.
        let connection = AbortOnDrop(tokio::spawn(async move {
            let _ = connection.await;
        }));
        let path = self
            .path
            .replace("{z}", &id.zoom.to_string())
            .replace("{x}", &id.column.to_string())
            .replace("{y}", &id.row.to_string());
        let request = Request::get(path)
            .header(header::HOST, self.authority.as_str())
            .header(header::ACCEPT, "image/png, image/jpeg, image/webp")
            .header(header::CONNECTION, "close")
            .header(
                header::USER_AGENT,
                concat!("voluntr/", env!("CARGO_PKG_VERSION")),
            )
            .body(Empty::<Bytes>::new())
            .map_err(|error| error.to_string())?;
        let response = sender
            .send_request(request)
            .await
            .map_err(|error| error.to_string())?;
        let status = response.status();
        // It refuses this tile, not us: the others may well be there.
        let is_of_the_source = matches!(
            status,
            StatusCode::UNAUTHORIZED
                | StatusCode::FORBIDDEN
                | StatusCode::REQUEST_TIMEOUT
                | StatusCode::TOO_MANY_REQUESTS
        );
        if status == StatusCode::NO_CONTENT || (status.is_client_error() && !is_of_the_source) {
            return Ok(Fetched::Nothing);
        }
        if status != StatusCode::OK {
            return Err(format!("status {status}"));
        }
        let declared = response
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_ascii_lowercase();
        if !declared.starts_with("image/") || declared.starts_with("image/svg") {
            return Err(format!("'{declared}' is no picture"));
        }
        let body = Limited::new(response.into_body(), LARGEST)
            .collect()
            .await
            .map_err(|error| error.to_string())?;
        drop(connection);
        let bytes = body.to_bytes();
        let media_type = media_type(&bytes).ok_or("the contents are no picture")?;
        Ok(Fetched::Tile(Tile { bytes, media_type }))
    }
}

/// Type of a picture by its first bytes. The source's word for it is not passed on.
pub fn media_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

/// What the program trusts when it asks another server over TLS.
pub fn tls() -> Arc<ClientConfig> {
    Arc::clone(&TLS)
}

static TLS: LazyLock<Arc<ClientConfig>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    let provider = Arc::new(crypto::ring::default_provider());
    #[expect(
        clippy::expect_used,
        reason = "the provider has the versions that it was built with"
    )]
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("TLS 1.2 and 1.3");
    Arc::new(builder.with_root_certificates(roots).with_no_client_auth())
});
