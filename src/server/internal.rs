//! What nodes say to each other, on an address of their own (`nodes.listen`): requests of visitors that another node
//! passes on, and what is asked of a node itself. Whoever shows the secret of the nodes is one of them.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tower::Service as _;

use crate::app::App;
use crate::app::tenancy::request_target::{OverTls, Peer, without_port};
use crate::cluster::{relocate, transfer};
use crate::error::{Code, Error, Result};
use crate::nodes::{Nodes, Place, Placement as _, peer};
use crate::router::AppService;
use crate::router::forward::{HOPS, PassedOn, TENANT};
use crate::server::{BodyLimits, Entrance, LIMITS, Limits, Listener, Serves, serve_at};

/// Nodes are not visitors: who passes a request on has seen to it that it arrives, and waits for a slow reader.
const OF_NODES: Limits = Limits {
    // A connection is kept for longer than the other side uses it.
    headers: Duration::from_mins(1),
    write: Duration::from_mins(10),
    send: Duration::from_hours(2),
    per_address: usize::MAX,
    body: BodyLimits {
        grace: Duration::from_mins(10),
        rate: 100,
        per_client: usize::MAX,
        total: 8_192,
    },
    ..LIMITS
};
/// The one question that is answered without the secret; it tells of no person.
const ROUTE: &str = "/internal/route";
/// For a look at the directory, and as long for what follows from it.
const LOOK: Duration = Duration::from_secs(5);

/// Binds the address of `nodes.listen`.
///
/// # Errors
/// The address is in use, or is none of this machine.
pub fn bind(address: SocketAddr) -> Result<TcpListener> {
    super::bind_for(address, "nodes.listen")
}

/// Serves other nodes until `stop` completes, then finishes requests in progress.
pub async fn serve(
    listener: TcpListener,
    service: Arc<AppService>,
    nodes: Arc<Nodes>,
    stop: impl Future<Output = ()>,
) -> Result<()> {
    let internal = Internal {
        router: routes().with_state(Arc::clone(service.app())),
        nodes,
    };
    let serves = Serves::Nodes(Arc::new(internal));
    let entrance = Entrance::new(Listener::Tcp(listener), serves);
    serve_at(vec![entrance], service, stop, OF_NODES).await
}

/// What is asked of the node itself. All but `ROUTE` with the secret.
fn routes() -> Router<Arc<App>> {
    Router::new()
        .route(ROUTE, get(route))
        .route("/internal/look", post(look))
        .merge(transfer::routes())
        .merge(relocate::routes())
}

/// The address of nodes.
pub struct Internal {
    router: Router,
    nodes: Arc<Nodes>,
}

impl Internal {
    pub(super) async fn answer(
        &self,
        mut request: Request<Body>,
        service: &AppService,
        within: Duration,
    ) -> Response {
        let is_open = request.uri().path() == ROUTE && request.method() == Method::GET;
        let shown = request.headers_mut().remove(peer::SECRET);
        let is_of_node = shown.is_some_and(|shown| self.nodes.peers.is_secret(&shown));
        // A visitor's request may have the path of a question to a node: what was passed on is never one.
        if is_of_node && request.headers().contains_key(HOPS) {
            return match received(request) {
                Ok(request) => service.answer(request, within).await,
                Err(why) => (StatusCode::BAD_REQUEST, format!("{why}\n")).into_response(),
            };
        }
        if !is_of_node && !is_open {
            let why = "only nodes with the same secret (nodes.secret) are answered here\n";
            return (StatusCode::FORBIDDEN, why).into_response();
        }
        let mut response = match self.router.clone().call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        match response.extensions_mut().remove::<Error>() {
            Some(error) => (response.status(), format!("{error}\n")).into_response(),
            None => response,
        }
    }
}

/// A request of a visitor as the node saw it that passes it on.
fn received(request: Request<Body>) -> std::result::Result<Request<Body>, &'static str> {
    let (mut parts, body) = request.into_parts();
    let mut taken = |name: HeaderName| -> Option<String> {
        let value = parts.headers.remove(name)?;
        Some(value.to_str().ok()?.to_owned())
    };
    let hops = taken(HOPS).and_then(|hops| hops.parse().ok());
    let client: Option<IpAddr> =
        taken(HeaderName::from_static("x-forwarded-for")).and_then(|client| client.parse().ok());
    let scheme = taken(HeaderName::from_static("x-forwarded-proto"));
    let tenant = taken(TENANT);
    let (Some(hops), Some(client), Some(scheme)) = (hops, client, scheme) else {
        return Err("what is passed on says how often it was, and whose it is");
    };
    // These were read by the node that the visitor reached.
    taken(HeaderName::from_static("x-forwarded-host"));
    parts.extensions.insert(Peer(client));
    parts.extensions.insert(PassedOn { hops, tenant });
    if scheme == "https" {
        parts.extensions.insert(OverTls { is_settled: true });
    }
    Ok(Request::from_parts(parts, body))
}

#[derive(Deserialize)]
struct Asked {
    host: String,
}

/// `GET /internal/route?host=H`: which node serves a host, for a proxy in front of the nodes.
async fn route(State(app): State<Arc<App>>, asked: Query<Asked>) -> Response {
    let Some(nodes) = app.nodes() else {
        return Error::from(Code::NotFound).into_response();
    };
    let host = without_port(&asked.host).to_ascii_lowercase();
    let host = host.strip_suffix('.').unwrap_or(&host);
    let tenant = nodes.tenant_by_host(host, app.config().wildcard_suffix.as_deref());
    let record = tenant.as_deref().and_then(|tenant| nodes.record(tenant));
    let (Some(tenant), Some(record)) = (tenant, record) else {
        let why = "no tenant has this host\n";
        return (StatusCode::NOT_FOUND, why).into_response();
    };
    let address = match nodes.place(&tenant) {
        Place::Here => nodes.settings.address(),
        Place::At { address, .. } => address,
        Place::Nowhere => String::new(),
    };
    let body = json!({
        "tenant": tenant,
        "node": record.node,
        "address": address,
        "generation": record.generation,
    });
    let mut response = (StatusCode::OK, body.to_string()).into_response();
    let headers = response.headers_mut();
    let json = HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, json);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for (name, value) in [
        ("voluntr-node", &record.node),
        ("voluntr-node-address", &address),
    ] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    response
}

/// `POST /internal/look`: the node reads the directory and makes its folder what that says. Answered when it has.
async fn look(State(app): State<Arc<App>>) -> Response {
    let Some(nodes) = app.nodes() else {
        return Error::from(Code::NotFound).into_response();
    };
    for rounds in [&nodes.looks, &nodes.reconciled] {
        let whole = rounds.whole(LOOK);
        nodes.look_soon();
        if !whole.await {
            let why = "this node has not read the directory in time, or not compared its folder\n";
            return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
        }
    }
    StatusCode::NO_CONTENT.into_response()
}
