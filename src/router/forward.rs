//! Requests for what another node serves (docs/scale.md): they are passed on to it, and its answer is passed back as it
//! comes. None is sent twice that may have been carried out.

mod replay;

use std::time::Duration;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};
use axum::response::Response;

use self::replay::Replay;
use super::{Route, needs_no_site};
use crate::app::App;
use crate::app::limits::client_ip::network_of;
use crate::app::tenancy::request_target::{
    OverTls, cookie, forwarded_of, has_one_host, header as text_of, host_of, is_secure,
};
use crate::base::clock::instant;
use crate::base::metrics;
use crate::error::{Code, Error, Result};
use crate::http::body_limits::Arrival;
use crate::http::event_stream::{self, Endless};
use crate::nodes::directory::TenantRecord;
use crate::nodes::gates::Inside;
use crate::nodes::peer::Unanswered;
use crate::nodes::{Nodes, Place, Placement as _};
use crate::web;

/// How often a request was passed on between nodes. Only nodes are believed.
pub const HOPS: HeaderName = HeaderName::from_static("voluntr-hops");
/// The tenant as the node before understood the request.
pub const TENANT: HeaderName = HeaderName::from_static("voluntr-tenant");
/// Of an answer to another node: the request was not carried out, because this node does not serve its tenant.
pub const NOT_SERVED: HeaderName = HeaderName::from_static("voluntr-not-served");
/// Two nodes that each think that the other serves a tenant stop here.
const MOST_HOPS: u32 = 2;

/// For a tenant that arrives here: it is restored, or its last pages are on their way.
const ARRIVES: Duration = Duration::from_secs(15);
const STEP: Duration = Duration::from_millis(50);
/// For a look at the directory.
const LOOK: Duration = Duration::from_secs(1);
/// For a node that cannot be reached: one that is started again is back by then.
const REACHED: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(250);
/// How often it is looked whether another node serves meanwhile what a request waits for.
const STILL_THERE: Duration = Duration::from_millis(250);

/// Extension of a request that another node passed on.
#[derive(Debug, Clone, Default)]
pub struct PassedOn {
    pub hops: u32,
    /// The tenant that it is for. A node that takes it for another one has not read the directory since.
    pub tenant: Option<String>,
}

/// Where a request is answered.
pub enum Directed {
    /// Here; the tenant does not move meanwhile.
    Here(Request<Body>, Option<Inside>),
    /// By another node, which has answered.
    Elsewhere(Response),
    /// By none that can be reached now: nothing was carried out.
    Nowhere(Error),
    /// By another node that broke off: it may have been carried out.
    Broken(Error),
}

/// The tenant that a request is for, before it is known which node serves it.
struct Target {
    tenant: String,
    /// The host leads to it; otherwise the request chose it, or nothing did.
    is_by_host: bool,
}

/// Where the tenant of a request is now.
enum Found {
    Here(Option<Inside>),
    At(Target, Place),
    Nowhere,
}

/// Says where a request is answered, and has it answered there if that is not here.
pub async fn direct(app: &App, nodes: &Nodes, request: Request<Body>) -> Directed {
    let (parts, body) = request.into_parts();
    if is_own(&parts) {
        return Directed::Here(Request::from_parts(parts, body), None);
    }
    let passed = parts.extensions.get::<PassedOn>().cloned();
    let passed = passed.unwrap_or_default();
    let hops = passed.hops;
    match find(app, nodes, &parts, &passed).await {
        Ok(Found::Here(inside)) => Directed::Here(Request::from_parts(parts, body), inside),
        Ok(Found::At(target, place)) => {
            note_client(app, &parts);
            let outcome = pass_on(app, nodes, (target, place), (parts, body), hops).await;
            match outcome {
                Directed::Here(..) => {}
                Directed::Elsewhere(_) => metrics::passed_on(true),
                Directed::Nowhere(_) | Directed::Broken(_) => metrics::passed_on(false),
            }
            outcome
        }
        // The error page of a host that cannot be served has its styles all the same.
        Ok(Found::Nowhere) if needs_no_site(parts.uri.path()) => {
            Directed::Here(Request::from_parts(parts, body), None)
        }
        Ok(Found::Nowhere) => Directed::Nowhere(Code::Maintenance.into()),
        Err(error) => Directed::Nowhere(error),
    }
}

/// What each node answers itself, whatever the host. A file that is not in this program may be in that of the other node,
/// while they are upgraded one after the other.
fn is_own(parts: &Parts) -> bool {
    let path = parts.uri.path();
    path.starts_with("/health/")
        || web::is_built_in(path)
        || parts.method == Method::CONNECT
        || !has_one_host(parts)
}

/// Places for what arrives slowly are the client's, and not those of a proxy in front.
fn note_client(app: &App, parts: &Parts) {
    if let Some(arrival) = parts.extensions.get::<Arrival>() {
        let client = network_of(forwarded_of(parts, app.config()).client());
        let is_shared_address = app.config().trusted_proxies.contains(&client);
        arrival.is_of(client, is_shared_address);
    }
}

/// The tenant as `Site::of` will find it, wherever it is served.
fn target_of(app: &App, nodes: &Nodes, parts: &Parts, host: &str) -> Result<Option<Target>> {
    let (tenants, config) = (app.tenants(), app.config());
    let by_host = match nodes.tenant_by_host(host, config.wildcard_suffix.as_deref()) {
        Some(name) => Some(name),
        // One that was made here this moment.
        None => tenants.by_host(host)?,
    };
    if let Some(tenant) = by_host {
        return Ok(Some(Target {
            tenant,
            is_by_host: true,
        }));
    }
    let is_known = |name: &str| -> Result<bool> {
        let record = nodes.record(name);
        Ok(record.is_some_and(|record| record.archived_at.is_none()) || tenants.exists(name)?)
    };
    let chosen = match text_of(parts, "x-tenant") {
        Some(named) => Some(named.to_owned()),
        None => match cookie(parts, &config.tenant_cookie) {
            Some(chosen) if is_known(chosen)? => Some(chosen.to_owned()),
            _ => tenants.default_name()?,
        },
    };
    Ok(chosen.map(|tenant| Target {
        tenant,
        is_by_host: false,
    }))
}

/// Finds the tenant of a request. Waits for one that moves, or that arrives here.
async fn find(app: &App, nodes: &Nodes, parts: &Parts, passed: &PassedOn) -> Result<Found> {
    let began = instant();
    let (_, host) = host_of(parts, forwarded_of(parts, app.config()));
    let mut has_looked = false;
    while began.elapsed() < ARRIVES {
        // Before its first lease a node knows of no tenant at all.
        if nodes.epoch() == 0 {
            tokio::time::sleep(STEP).await;
            continue;
        }
        let target = target_of(app, nodes, parts, &host)?;
        let named = target.as_ref().map(|target| target.tenant.as_str());
        if passed.tenant.is_some() && passed.tenant.as_deref() != named {
            if has_looked {
                break;
            }
            has_looked = true;
            look(nodes).await;
            continue;
        }
        let Some(target) = target else {
            return Ok(Found::Here(None));
        };
        let name = target.tenant.as_str();
        let record = nodes.record(name);
        let is_archived = |record: &TenantRecord| record.archived_at.is_some();
        if record.as_ref().is_some_and(is_archived) {
            return Ok(Found::Here(None));
        }
        match nodes.place(name) {
            Place::At { .. } if passed.hops >= MOST_HOPS => {
                if has_looked {
                    break;
                }
                has_looked = true;
                look(nodes).await;
            }
            place @ Place::At { .. } => return Ok(Found::At(target, place)),
            Place::Here => {
                if !nodes.is_valid() {
                    break;
                }
                let Some(inside) = nodes.gates.enter(name).await else {
                    break;
                };
                // It may have moved while the gate was held.
                if nodes.place(name) != Place::Here {
                    continue;
                }
                if has_arrived(app, &target, &host)? {
                    return Ok(Found::Here(Some(inside)));
                }
                drop(inside);
                tokio::time::sleep(STEP).await;
            }
            Place::Nowhere if record.is_some() => break,
            Place::Nowhere if passed.tenant.is_some() => break,
            // Unknown to all, or made here and not told to the others yet.
            Place::Nowhere => {
                if !app.tenants().exists(name)? {
                    return Ok(Found::Here(None));
                }
                tokio::time::sleep(STEP).await;
            }
        }
    }
    Ok(Found::Nowhere)
}

/// Whether the registry knows the tenant, and its host.
fn has_arrived(app: &App, target: &Target, host: &str) -> Result<bool> {
    let tenants = app.tenants();
    Ok(tenants.has_appeared(&target.tenant)?
        && (!target.is_by_host || tenants.by_host(host)?.is_some()))
}

/// Reads the directory without waiting for the next time.
async fn look(nodes: &Nodes) {
    let looked = nodes.looks.whole(LOOK);
    nodes.look_soon();
    looked.await;
}

/// What became of one attempt.
enum Attempt {
    Answered(Response),
    /// It has not been carried out.
    Refused,
    /// Nobody waits for the answer any more: another node serves the tenant by now.
    Left,
    /// It may have been carried out.
    Broken,
}

async fn pass_on(
    app: &App,
    nodes: &Nodes,
    (target, mut place): (Target, Place),
    (parts, body): (Parts, Body),
    hops: u32,
) -> Directed {
    let headers = headers_for_node(app, &parts, &target, hops);
    let refusal = || parts.extensions.get::<Arrival>()?.refusal();
    let body = match Replay::of(body, &parts.headers).await {
        Ok(body) => body,
        Err(error) => return Directed::Broken(refusal().unwrap_or(error)),
    };
    // Asking twice for what changes nothing is no harm.
    let is_read = matches!(parts.method, Method::GET | Method::HEAD) && body.is_empty();
    let mut since = instant();
    let mut has_broken = false;
    while let Some(whole) = body.whole() {
        let (node, address) = match &place {
            Place::At { node, address } => (node, address),
            Place::Here => return taken_over(app, nodes, Request::from_parts(parts, whole)).await,
            Place::Nowhere => break,
        };
        let mut request = Request::new(whole);
        *request.method_mut() = parts.method.clone();
        *request.uri_mut() = parts.uri.clone();
        *request.headers_mut() = headers.clone();
        let asking = nodes.peers.ask(address, request);
        let attempt = tokio::select! {
            answer = asking => attempt_of(answer, node),
            () = left(nodes, &target.tenant, &place), if is_read => Attempt::Left,
        };
        if let Some(refusal) = refusal() {
            return Directed::Broken(refusal);
        }
        match attempt {
            Attempt::Answered(response) => {
                return Directed::Elsewhere(passed_back(response, &parts));
            }
            Attempt::Refused if since.elapsed() >= REACHED => break,
            Attempt::Broken if !is_read || has_broken => {
                return Directed::Broken(Code::Maintenance.into());
            }
            Attempt::Refused => {}
            Attempt::Broken => has_broken = true,
            Attempt::Left => since = instant(),
        }
        place = place_after(nodes, &target.tenant, &place).await;
    }
    Directed::Nowhere(Code::Maintenance.into())
}

/// The tenant came here while another node was asked.
async fn taken_over(app: &App, nodes: &Nodes, request: Request<Body>) -> Directed {
    let (parts, body) = request.into_parts();
    let passed = PassedOn {
        hops: MOST_HOPS,
        tenant: None,
    };
    match find(app, nodes, &parts, &passed).await {
        Ok(Found::Here(inside)) => Directed::Here(Request::from_parts(parts, body), inside),
        Ok(Found::At(..) | Found::Nowhere) => Directed::Nowhere(Code::Maintenance.into()),
        Err(error) => Directed::Nowhere(error),
    }
}

fn attempt_of(answer: std::result::Result<Response, Unanswered>, node: &str) -> Attempt {
    match answer {
        Ok(response) if response.headers().contains_key(NOT_SERVED) => Attempt::Refused,
        Ok(response) => Attempt::Answered(response),
        Err(Unanswered { is_unsent, why }) => {
            tracing::warn!(node, why, "a request could not be passed on");
            if is_unsent {
                Attempt::Refused
            } else {
                Attempt::Broken
            }
        }
    }
}

/// Waits until the directory says that a tenant is no longer there.
async fn left(nodes: &Nodes, tenant: &str, place: &Place) {
    loop {
        tokio::time::sleep(STILL_THERE).await;
        if nodes.place(tenant) != *place {
            return;
        }
    }
}

/// Where a tenant is after a look at the directory. If that is where it was, a moment later.
async fn place_after(nodes: &Nodes, tenant: &str, before: &Place) -> Place {
    if nodes.place(tenant) == *before {
        look(nodes).await;
    }
    if nodes.place(tenant) == *before {
        tokio::time::sleep(AGAIN).await;
    }
    nodes.place(tenant)
}

/// The headers of a request, with what this node knows of the connection.
fn headers_for_node(app: &App, parts: &Parts, target: &Target, hops: u32) -> HeaderMap {
    let forwarded = forwarded_of(parts, app.config());
    let (host, _) = host_of(parts, forwarded);
    let scheme = if is_secure(parts, forwarded) {
        "https"
    } else {
        "http"
    };
    let mut headers = parts.headers.clone();
    remove_hop_by_hop(&mut headers);
    headers.remove(header::EXPECT);
    headers.remove("x-forwarded-host");
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(header::HOST, &host);
    set(
        HeaderName::from_static("x-forwarded-for"),
        &forwarded.client().to_string(),
    );
    set(HeaderName::from_static("x-forwarded-proto"), scheme);
    set(HOPS, &(hops + 1).to_string());
    set(TENANT, &target.tenant);
    if !target.is_by_host {
        set(HeaderName::from_static("x-tenant"), &target.tenant);
    }
    headers
}

/// Headers that are about one connection (RFC 9110, section 7.6.1).
fn remove_hop_by_hop(headers: &mut HeaderMap) {
    const FIXED: [&str; 8] = [
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "transfer-encoding",
        "upgrade",
    ];
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in named {
        headers.remove(name);
    }
    for name in FIXED {
        headers.remove(name);
    }
}

/// The answer of another node, as the visitor gets it.
fn passed_back(mut response: Response, parts: &Parts) -> Response {
    let headers = response.headers_mut();
    remove_hop_by_hop(headers);
    let tls = parts.extensions.get::<OverTls>();
    // Whether the certificate will last is known here.
    if tls.is_some_and(|tls| !tls.is_settled) {
        headers.remove(header::STRICT_TRANSPORT_SECURITY);
    }
    let is_endless = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == event_stream::MEDIA_TYPE);
    if is_endless {
        response.extensions_mut().insert(Endless);
    }
    response.extensions_mut().insert(Route("forwarded".into()));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_one_connection_is_not_passed_on() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "close, X-Mine"),
            ("connection", "te"),
            ("x-mine", "1"),
            ("te", "trailers"),
            ("transfer-encoding", "chunked"),
            ("upgrade", "websocket"),
            ("cookie", "a=1"),
            ("cookie", "b=2"),
            ("content-length", "3"),
        ] {
            headers.append(name, HeaderValue::from_static(value));
        }
        remove_hop_by_hop(&mut headers);
        let mut left: Vec<_> = headers.iter().map(|(name, _)| name.as_str()).collect();
        left.sort_unstable();
        assert_eq!(left, ["content-length", "cookie", "cookie"]);
    }
}
