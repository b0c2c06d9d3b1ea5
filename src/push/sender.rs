//! Requests to push services: over https, at hosts on the internet alone, bounded in time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::uri::{Authority, Uri};
use axum::http::{Request, header};
use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::base::public_address::checked;
use crate::base::threads::AbortOnDrop;
use crate::tiles::tls;

/// For the whole of a request.
const WITHIN: Duration = Duration::from_secs(10);
/// Seconds that a push service keeps a message for a device that is off.
const KEPT: u32 = 12 * 60 * 60;

/// Address of a device at its push service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushAddress {
    authority: Authority,
    path: String,
}

impl PushAddress {
    /// `None` for anything but https at a host with a name.
    pub fn read(url: &str) -> Option<Self> {
        let uri: Uri = url.parse().ok()?;
        let authority = uri.authority()?.clone();
        let host = authority.host();
        let is_named = host.contains('.') && !host.ends_with(|last: char| last.is_ascii_digit());
        if uri.scheme_str() != Some("https") || authority.as_str().contains('@') || !is_named {
            return None;
        }
        Some(Self {
            path: uri.path_and_query()?.as_str().to_owned(),
            authority,
        })
    }

    /// For whom the tenant signs.
    pub fn origin(&self) -> String {
        format!("https://{}", self.authority)
    }
}

/// What a push service said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Taken,
    /// The device is not there any more: 404 or 410.
    Gone,
    /// It will not be taken later either.
    Refused,
    /// Too many, or something is wrong there.
    Later,
}

/// Who sends.
#[derive(Clone)]
pub struct Sender {
    trusted: Arc<ClientConfig>,
    machine: Option<SocketAddr>,
}

impl Default for Sender {
    fn default() -> Self {
        Self {
            trusted: tls(),
            machine: None,
        }
    }
}

impl Sender {
    /// One that sends everything to one machine, which shows to be the host with a certificate that `trusted` knows: a
    /// push service of a test.
    pub const fn to_machine(machine: SocketAddr, trusted: Arc<ClientConfig>) -> Self {
        Self {
            trusted,
            machine: Some(machine),
        }
    }

    /// Sends one message. `topic` replaces an earlier one that waits there (at most 32 characters of base64url).
    pub async fn send(
        &self,
        address: &PushAddress,
        (authorization, topic): (&str, &str),
        body: Vec<u8>,
    ) -> Answer {
        match timeout(WITHIN, self.ask(address, (authorization, topic), body)).await {
            Ok(Ok(status)) => read(status),
            Ok(Err(error)) => {
                tracing::debug!(
                    host = address.authority.host(),
                    error,
                    "a push service was not reached"
                );
                Answer::Later
            }
            Err(_) => Answer::Later,
        }
    }

    async fn ask(
        &self,
        address: &PushAddress,
        (authorization, topic): (&str, &str),
        body: Vec<u8>,
    ) -> Result<u16, String> {
        let host = address.authority.host();
        let port = address.authority.port_u16().unwrap_or(443);
        let machine = if let Some(machine) = self.machine {
            machine
        } else {
            let found: Vec<SocketAddr> = lookup_host((host, port))
                .await
                .map_err(|error| error.to_string())?
                .collect();
            checked(&found)?
        };
        let stream = TcpStream::connect(machine)
            .await
            .map_err(|error| error.to_string())?;
        let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
        let stream = TlsConnector::from(Arc::clone(&self.trusted))
            .connect(name, stream)
            .await
            .map_err(|error| error.to_string())?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| error.to_string())?;
        let request = Request::post(address.path.as_str())
            .header(header::HOST, address.authority.as_str())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONNECTION, "close")
            .header("TTL", KEPT)
            .header("Urgency", "normal")
            .header("Topic", topic)
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| error.to_string())?;
        // The connection ends with this task, however the request ends.
        let _connection = AbortOnDrop(tokio::spawn(async move {
            let _ = connection.await;
        }));
        let response = sender
            .send_request(request)
            .await
            .map_err(|error| error.to_string())?;
        Ok(response.status().as_u16())
    }
}

const fn read(status: u16) -> Answer {
    match status {
        200..=299 => Answer::Taken,
        404 | 410 => Answer::Gone,
        408 | 429 | 500.. => Answer::Later,
        _ => Answer::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hosts_with_a_name_are_sent_to_and_only_over_https() {
        assert!(PushAddress::read("https://push.example.org/send/abc").is_some());
        for wrong in [
            "http://push.example.org/a",
            "https://localhost/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://name:word@push.example.org/a",
            "push.example.org",
            "",
        ] {
            assert!(PushAddress::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn answers_say_whether_a_device_is_gone_or_asked_again() {
        for (status, answer) in [
            (201, Answer::Taken),
            (404, Answer::Gone),
            (410, Answer::Gone),
            (403, Answer::Refused),
            (413, Answer::Refused),
            (429, Answer::Later),
            (503, Answer::Later),
        ] {
            assert_eq!(read(status), answer, "{status}");
        }
    }
}
