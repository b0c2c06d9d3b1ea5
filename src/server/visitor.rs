//! One connection, from its first byte to its last: TLS where there is any, then HTTP/1.1 or HTTP/2.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::Response;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::server::TlsStream;

use crate::app::tenancy::request_target::{OverTls, Peer, without_port};
use crate::certificates::{ACME_TLS, HTTP_2};
use crate::http::body_limits::{Arrival, Arrivals, ArrivingBody};
use crate::http::event_stream::Endless;
use crate::router::AppService;
use crate::server::Limits;
use crate::server::connection_state::{self, AnswerBody, Line};
use crate::server::listening::{Serves, Stream};
use crate::server::multiplexed::{self, StreamBody, Streams};
use crate::server::way_to_tls;
use crate::server::write_timeout::{HeaderTimer, WriteTimeoutStream};

/// For a beginning of TLS that is under way when the server stops.
const LAST_HANDSHAKE: Duration = Duration::from_secs(2);

/// A connection and what it is about.
#[derive(Clone)]
pub struct Visitor {
    pub address: IpAddr,
    pub serves: Serves,
    pub service: Arc<AppService>,
    pub limits: Limits,
    pub arrivals: Arc<Arrivals>,
}

type Never = std::convert::Infallible;

impl Visitor {
    pub async fn visit(self, stream: Stream, stopping: watch::Receiver<bool>) {
        let line = Arc::<Line>::default();
        let limits = self.limits;
        let stream = WriteTimeoutStream::new(stream, limits.write, limits.send, Arc::clone(&line));
        let timer = stream.timer(limits.headers);
        let Serves::SiteOverTls(_, tls) = &self.serves else {
            return self.one_by_one(stream, timer, line, stopping).await;
        };
        let tls = Arc::clone(tls);
        let Some(stream) = handshake(tls, stream, limits.headers, stopping.clone()).await else {
            return;
        };
        line.has_introduced_itself();
        match stream.get_ref().1.alpn_protocol() {
            // The authority has seen what it came for.
            Some(ACME_TLS) => {}
            Some(HTTP_2) => self.many_at_once(stream, stopping).await,
            _ => self.one_by_one(stream, timer, line, stopping).await,
        }
    }

    /// HTTP/1.1.
    async fn one_by_one<I: AsyncRead + AsyncWrite + Unpin>(
        self,
        stream: I,
        timer: HeaderTimer,
        line: Arc<Line>,
        stopping: watch::Receiver<bool>,
    ) {
        let headers = self.limits.headers;
        let service_line = Arc::clone(&line);
        let service = service_fn(move |request: Request<Incoming>| {
            let answering = service_line.answering();
            let (visitor, line) = (self.clone(), Arc::clone(&service_line));
            async move {
                let mut response = visitor.answer(request).await;
                // A partial request remains on a connection whose body was aborted.
                if line.is_stopping() || response.status() == StatusCode::REQUEST_TIMEOUT {
                    let close = HeaderValue::from_static("close");
                    response.headers_mut().insert(header::CONNECTION, close);
                }
                let is_endless = response.extensions().get::<Endless>().is_some();
                Ok::<_, Never>(response.map(|body| AnswerBody::new(body, answering, is_endless)))
            }
        });
        let connection = http1::Builder::new()
            .timer(timer)
            .header_read_timeout(headers)
            .keep_alive(true)
            // One system call for most responses, without copying their bodies. A response never waits for the next
            // request to be complete, as it would with `pipeline_flush`.
            .writev(true)
            .max_buf_size(64 * 1024)
            .serve_connection(TokioIo::new(stream), service);
        connection_state::carry(connection, line, stopping).await;
    }

    /// HTTP/2.
    async fn many_at_once<I: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
        self,
        stream: I,
        stopping: watch::Receiver<bool>,
    ) {
        let limits = self.limits;
        let streams = Arc::<Streams>::default();
        let (begun, until) = (Arc::clone(&streams), stopping.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let stream = begun.begin();
            let (visitor, until) = (self.clone(), until.clone());
            async move {
                let response = visitor.answer(multiplexed::in_one_form(request)).await;
                let is_endless = response.extensions().get::<Endless>().is_some();
                let until = is_endless.then_some(until);
                Ok::<_, Never>(response.map(|body| StreamBody::new(body, stream, until)))
            }
        });
        multiplexed::carry(stream, service, &streams, limits, stopping).await;
    }

    async fn answer(&self, request: Request<Incoming>) -> Response {
        match &self.serves {
            Serves::WayToTls(hosts, port) => way_to_tls::answer(hosts, *port, &request),
            Serves::Site | Serves::SiteOverTls(..) => {
                let request = self.received(request);
                self.service.answer(request, self.limits.request).await
            }
            Serves::Nodes(internal) => {
                let request = self.received(request);
                let within = self.limits.request;
                internal.answer(request, &self.service, within).await
            }
        }
    }

    /// Adds what is known of the connection to the request, and wraps its body with limits and timeouts.
    fn received(&self, request: Request<Incoming>) -> Request<Body> {
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(Peer(self.address));
        if let Serves::SiteOverTls(hosts, _) = &self.serves {
            let host = parts.headers.get(header::HOST);
            let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
            let host = without_port(host).to_ascii_lowercase();
            let now = self.service.app().clock().now();
            let is_settled = hosts.is_settled(&host, now);
            parts.extensions.insert(OverTls { is_settled });
        }
        let body = if body.is_end_stream() {
            Body::empty()
        } else {
            let arrival = Arrival::default();
            parts.extensions.insert(arrival.clone());
            let arrivals = &self.arrivals;
            Body::new(ArrivingBody::new(body, arrivals, arrival, self.address))
        };
        Request::from_parts(parts, body)
    }
}

/// `None` if it was not completed in time, or not at all.
async fn handshake(
    tls: Arc<ServerConfig>,
    stream: WriteTimeoutStream,
    within: Duration,
    mut stopping: watch::Receiver<bool>,
) -> Option<TlsStream<WriteTimeoutStream>> {
    let stopped = async {
        let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
        tokio::time::sleep(LAST_HANDSHAKE).await;
    };
    tokio::select! {
        begun = tokio::time::timeout(within, TlsAcceptor::from(tls).accept(stream)) => begun.ok()?.ok(),
        () = stopped => None,
    }
}
