//! Requests to the authority: HTTP/1.1 over TLS, one connection each. They are few.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderValue, Request, Uri, header};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use crate::base::threads::AbortOnDrop;
use crate::config::AcmeConfig;

/// For the whole of a request.
const WITHIN: Duration = Duration::from_secs(30);
const LARGEST: usize = 1024 * 1024;

pub struct AuthorityClient(Arc<ClientConfig>);

impl AuthorityClient {
    /// Trusts the public roots, or the one of a private authority alone.
    pub fn new(config: &AcmeConfig) -> crate::error::Result<Self> {
        let Some(path) = &config.directory_root else {
            return Ok(Self(crate::tiles::tls()));
        };
        let wrong = |error: String| {
            crate::error::Error::internal(format!(
                "the root certificate {} (acme.directory_root) cannot be used: {error}",
                path.display()
            ))
        };
        let mut roots = RootCertStore::empty();
        let found =
            CertificateDer::pem_file_iter(path).map_err(|error| wrong(error.to_string()))?;
        for root in found {
            let root = root.map_err(|error| wrong(error.to_string()))?;
            roots.add(root).map_err(|error| wrong(error.to_string()))?;
        }
        let config =
            ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
                .with_safe_default_protocol_versions()
                .map_err(|error| wrong(error.to_string()))?
                .with_root_certificates(roots)
                .with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }
}

impl HttpClient for AuthorityClient {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let tls = Arc::clone(&self.0);
        Box::pin(async move {
            tokio::time::timeout(WITHIN, ask(tls, request))
                .await
                .unwrap_or_else(|_| Err("the authority does not answer".into()))
                .map_err(Error::Other)
        })
    }
}

async fn ask(
    tls: Arc<ClientConfig>,
    request: Request<BodyWrapper<Bytes>>,
) -> Result<BytesResponse, Box<dyn std::error::Error + Send + Sync>> {
    let (mut parts, body) = request.into_parts();
    let authority = parts.uri.authority().cloned().ok_or("it names no host")?;
    if parts.uri.scheme_str() != Some("https") {
        return Err(format!("{} is not over https", parts.uri).into());
    }
    // A literal IPv6 address stands between brackets.
    let host = authority.host().trim_matches(['[', ']']).to_owned();
    let stream = TcpStream::connect((host.as_str(), authority.port_u16().unwrap_or(443))).await?;
    let stream = TlsConnector::from(tls)
        .connect(ServerName::try_from(host)?, stream)
        .await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // The connection ends with this task, however the request ends.
    let _connection = AbortOnDrop(tokio::spawn(async move {
        let _ = connection.await;
    }));
    parts.uri = parts
        .uri
        .path_and_query()
        .map_or_else(Uri::default, |path| Uri::from(path.clone()));
    let host = HeaderValue::try_from(authority.as_str())?;
    parts.headers.insert(header::HOST, host);
    parts
        .headers
        .insert(header::CONNECTION, HeaderValue::from_static("close"));
    let body = body.collect().await?.to_bytes();
    let response = sender
        .send_request(Request::from_parts(parts, Full::new(body)))
        .await?;
    let (parts, body) = response.into_parts();
    let body = Limited::new(body, LARGEST).collect().await?.to_bytes();
    Ok(axum::http::Response::from_parts(parts, Full::new(body)).into())
}
