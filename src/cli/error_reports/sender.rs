//! Sends envelopes of Sentry's protocol over HTTP. A receiver that does not answer, or asks to wait, is left alone for a
//! while; reports of that time are dropped.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper::{Request, header};
use hyper_util::rt::TokioIo;
use jiff::Timestamp;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use super::report::Report;
use crate::base::clock::{Clock, instant};
use crate::base::sentry_dsn::SentryDsn;
use crate::base::threads::AbortOnDrop;
use crate::tiles::tls;

/// For the whole of a request.
const WITHIN: Duration = Duration::from_secs(10);
/// How long a receiver is left alone that does not say how long.
const PAUSE: Duration = Duration::from_mins(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);
const AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

pub async fn send_all(dsn: &SentryDsn, mut queue: Receiver<Report>, clock: &Clock) {
    let mut not_before = instant();
    while let Some(report) = queue.recv().await {
        if instant() < not_before {
            continue;
        }
        let pause = match timeout(WITHIN, send(dsn, &report, clock.now())).await {
            Ok(Ok(pause)) => pause,
            Ok(Err(error)) => {
                // No error: it would be a report of itself.
                tracing::warn!(host = dsn.host, error, "an error report did not go");
                Some(PAUSE)
            }
            Err(_) => Some(PAUSE),
        };
        if let Some(pause) = pause {
            not_before = instant() + pause.min(LONGEST_PAUSE);
        }
    }
}

/// The envelope of a report. Source: <https://develop.sentry.dev/sdk/data-model/envelopes/>.
fn envelope(report: &Report, id: &str, now: Timestamp) -> String {
    let event = report.event(id, now).to_string();
    let head = serde_json::json!({ "event_id": id, "sent_at": now.to_string() });
    let item = serde_json::json!({ "type": "event", "length": event.len() });
    format!("{head}\n{item}\n{event}\n")
}

/// Sends one. Returns how long the receiver wants to be left alone.
async fn send(
    dsn: &SentryDsn,
    report: &Report,
    now: Timestamp,
) -> Result<Option<Duration>, String> {
    let mut random = [0_u8; 16];
    getrandom::fill(&mut random).map_err(|error| error.to_string())?;
    let id = format!("{:032x}", u128::from_be_bytes(random));
    let body = envelope(report, &id, now);
    let request = Request::post(dsn.path.as_str())
        .header(header::HOST, format!("{}:{}", dsn.host, dsn.port))
        .header(header::CONTENT_TYPE, "application/x-sentry-envelope")
        .header(header::USER_AGENT, AGENT)
        .header(header::CONNECTION, "close")
        .header(
            "X-Sentry-Auth",
            format!(
                "Sentry sentry_version=7, sentry_client={AGENT}, sentry_key={}",
                dsn.key
            ),
        )
        .body(Full::new(Bytes::from(body)))
        .map_err(|error| error.to_string())?;
    let stream = TcpStream::connect((dsn.host.as_str(), dsn.port))
        .await
        .map_err(|error| error.to_string())?;
    if !dsn.is_secure {
        return exchange(stream, request).await;
    }
    let name = ServerName::try_from(dsn.host.clone()).map_err(|error| error.to_string())?;
    let stream = TlsConnector::from(Arc::clone(&tls()))
        .connect(name, stream)
        .await
        .map_err(|error| error.to_string())?;
    exchange(stream, request).await
}

async fn exchange<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    request: Request<Full<Bytes>>,
) -> Result<Option<Duration>, String> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|error| error.to_string())?;
    let _connection = AbortOnDrop(tokio::spawn(async move {
        let _ = connection.await;
    }));
    let response = sender
        .send_request(request)
        .await
        .map_err(|error| error.to_string())?;
    let status = response.status();
    if status.is_success() {
        return Ok(None);
    }
    tracing::warn!(
        status = status.as_u16(),
        "the receiver of error reports refused one"
    );
    let asked = response
        .headers()
        .get(header::RETRY_AFTER)
        .and_then(|value| value.to_str().ok())
        .and_then(|seconds| seconds.parse().ok())
        .map(Duration::from_secs);
    Ok(asked.or_else(|| (status.as_u16() == 429 || status.is_server_error()).then_some(PAUSE)))
}
