//! Requests to other nodes: HTTP/1.1 over connections that are kept, with the secret that nodes show each other. The
//! network between them is their own; what crosses one of others has to be encrypted by it (docs/scale.md).

use std::time::Duration;

use axum::body::Body;
use axum::http::uri::{PathAndQuery, Scheme, Uri};
use axum::http::{HeaderName, HeaderValue, Request, Response, Version};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use crate::config::NodesConfig;
use crate::error::{Error, Result};

/// Proves that a request is of a node. On an address for visitors it means nothing.
pub const SECRET: HeaderName = HeaderName::from_static("voluntr-node-secret");
/// Shorter ones can be guessed.
const SHORTEST_SECRET: usize = 16;

const CONNECT: Duration = Duration::from_secs(2);
/// A machine that is gone says nothing: what was sent is acknowledged within this time, and a quiet connection is asked.
const UNHEARD: Duration = Duration::from_secs(5);
/// Shorter than the other node keeps a quiet connection, so that none is closed as a request is put on it.
const IDLE: Duration = Duration::from_secs(30);
const IDLE_CONNECTIONS: usize = 64;

/// The way to the other nodes.
pub struct Peers {
    client: Client<HttpConnector, Body>,
    secret: HeaderValue,
}

/// Why another node gave no answer.
#[derive(Debug)]
pub struct Unanswered {
    /// Nothing of the request has reached it.
    pub is_unsent: bool,
    pub why: String,
}

impl Peers {
    /// # Errors
    /// The secret is missing or too short.
    pub fn of(settings: &NodesConfig) -> Result<Self> {
        let secret = settings.secret.as_deref().unwrap_or_default().trim();
        if secret.len() < SHORTEST_SECRET {
            return Err(Error::internal(format!(
                "settings: nodes.directory is set, and nodes.secret is {}; give all nodes the same one, of {SHORTEST_SECRET} characters at least, such as 'openssl rand -hex 32' gives",
                if secret.is_empty() {
                    "not"
                } else {
                    "too short"
                }
            )));
        }
        let mut secret = HeaderValue::try_from(secret).map_err(|_| {
            Error::internal(
                "settings: nodes.secret has characters that no header may have; write letters and digits",
            )
        })?;
        secret.set_sensitive(true);
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        connector.set_keepalive(Some(UNHEARD));
        connector.set_keepalive_interval(Some(Duration::from_secs(1)));
        connector.set_keepalive_retries(Some(3));
        #[cfg(target_os = "linux")]
        connector.set_tcp_user_timeout(Some(UNHEARD));
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .pool_max_idle_per_host(IDLE_CONNECTIONS)
            .build(connector);
        Ok(Self { client, secret })
    }

    /// Whether this is the secret; takes as long for a wrong one.
    pub fn is_secret(&self, shown: &HeaderValue) -> bool {
        use subtle::ConstantTimeEq as _;
        self.secret.as_bytes().ct_eq(shown.as_bytes()).into()
    }

    /// Sends a request to the node at an address (`host:port`). Its body and that of the answer are passed on as they
    /// come. It has no time limit of its own.
    ///
    /// # Errors
    /// There was no answer; whether the request was carried out is not known.
    pub async fn send(&self, address: &str, request: Request<Body>) -> Result<Response<Body>> {
        self.ask(address, request)
            .await
            .map_err(|unanswered| Error::internal(unanswered.why))
    }

    /// The same for whoever may ask again where nothing was sent.
    pub async fn ask(
        &self,
        address: &str,
        mut request: Request<Body>,
    ) -> std::result::Result<Response<Body>, Unanswered> {
        let unsent = |why: String| Unanswered {
            is_unsent: true,
            why: format!("the node at {address} cannot be asked: {why}"),
        };
        let path = request.uri().path_and_query().cloned();
        *request.uri_mut() = Uri::builder()
            .scheme(Scheme::HTTP)
            .authority(address)
            .path_and_query(path.unwrap_or(PathAndQuery::from_static("/")))
            .build()
            .map_err(|error| unsent(error.to_string()))?;
        *request.version_mut() = Version::HTTP_11;
        request.headers_mut().insert(SECRET, self.secret.clone());
        match self.client.request(request).await {
            Ok(response) => Ok(response.map(Body::new)),
            Err(error) if error.is_connect() => Err(unsent(causes(&error))),
            Err(error) => Err(Unanswered {
                is_unsent: false,
                why: format!("the node at {address} gave no answer: {}", causes(&error)),
            }),
        }
    }
}

/// An error with what it came from: that alone says what happened.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_secret(secret: Option<&str>) -> Result<Peers> {
        Peers::of(&NodesConfig {
            secret: secret.map(str::to_owned),
            ..NodesConfig::default()
        })
    }

    #[test]
    fn a_secret_that_can_be_guessed_is_none() {
        for (secret, why) in [
            (None, "nodes.secret is not"),
            (Some(""), "nodes.secret is not"),
            (Some("fifteen letters"), "too short"),
            (Some("sixteen\nletters!"), "no header may have"),
        ] {
            let error = with_secret(secret).err().unwrap().to_string();
            assert!(error.contains(why), "{error}");
        }
        let peers = with_secret(Some("sixteen letters!")).unwrap();
        assert!(peers.is_secret(&HeaderValue::from_static("sixteen letters!")));
        assert!(!peers.is_secret(&HeaderValue::from_static("sixteen letters?")));
        assert!(!peers.is_secret(&HeaderValue::from_static("")));
    }

    #[tokio::test]
    async fn of_a_node_that_does_not_listen_it_is_known_that_nothing_was_sent() {
        let peers = with_secret(Some("sixteen letters!")).unwrap();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let unanswered = peers.ask(&address, Request::default()).await.unwrap_err();
        assert!(unanswered.is_unsent, "{}", unanswered.why);
        assert!(unanswered.why.contains("refused"), "{}", unanswered.why);
    }
}
