//! Request pipeline: target, response cache, routes, errors, headers. Also the routes that belong to no resource.

mod cors;
#[cfg(test)]
mod examples;
pub mod forward;
mod reject;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use serde_json::{Map, Value};
use tower::Service as _;

use crate::app::App;
use crate::app::access::OrganizationIgnored;
use crate::app::auth::api_key::{self, PresentedKey};
use crate::app::auth::session;
use crate::app::cache::cache_control;
use crate::app::cache::response_cache::{AnswerKey, CacheEntry};
use crate::app::tenancy::request_target::{OverTls, Site, header};
use crate::base::accept_encoding::Accepted;
use crate::base::clock::instant;
use crate::base::locale::Locale;
use crate::base::metrics;
use crate::base::metrics::Lookup;
use crate::base::working_days::local_date;
use crate::error::{Code, Error};
use crate::http::body_limits::Arrival;
use crate::http::routes::{LARGEST_BODY, Routes};
use crate::jsonapi::document::{CONTENT_TYPE, CachePolicy, Document, version_of};
use crate::jsonapi::query::Query;
use crate::resources::organization::social_map;
use crate::web::has_results::HasResults;
use crate::web::visits::Counted;
use crate::{resources, web};

use crate::nodes::Nodes;
use crate::router::cors::CrossOrigin;
use crate::router::forward::{Directed, PassedOn};
use crate::router::reject::refuse;

/// Maximum size of a cached response; a larger one is streamed and not cached.
const KEEP_LIMIT: usize = 1024 * 1024;

/// `WWW-Authenticate` of a 401 (RFC 9110, section 15.5.2): the three headers of a session. Not a scheme that browsers
/// know, so that none of them asks for a password by itself.
const CHALLENGE: &str = "AccessToken realm=\"voluntr\", headers=\"access-token client uid\"";

/// The same for a request with an API key (RFC 6750, section 3).
const KEY_CHALLENGE: &str = "Bearer realm=\"voluntr\", error=\"invalid_token\"";

/// The whole server as one function from request to response.
pub struct AppService {
    app: Arc<App>,
    router: Router,
    requests: AtomicU64,
    prefix: u64,
}

impl AppService {
    pub fn new(app: Arc<App>) -> Arc<Self> {
        Self::serving(app, resources::routes())
    }

    /// The server of these API routes.
    fn serving(app: Arc<App>, api: Routes) -> Arc<Self> {
        let mut seed = [0_u8; 8];
        let _ = getrandom::fill(&mut seed);
        Arc::new(Self {
            router: routes(&app, api),
            app,
            requests: AtomicU64::new(0),
            prefix: u64::from_le_bytes(seed),
        })
    }

    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Handles one request. Never panics; every response has its security headers and request id. A request that
    /// takes longer than `within`, including its body, is aborted.
    pub async fn answer(&self, request: Request, within: Duration) -> Response {
        let (method, began) = (request.method().clone(), instant());
        let response = match self.app.nodes() {
            Some(nodes) => self.respond_among(nodes, request, within).await,
            None => self.respond(request, within).await,
        };
        count_request(&method, &response, began);
        response
    }

    /// The same where other nodes may serve what is asked for.
    async fn respond_among(&self, nodes: &Nodes, request: Request, within: Duration) -> Response {
        let began = instant();
        let (parts, body) = request.into_parts();
        let asked = Asked::of(&parts, &self.app.config().cors_origins);
        let is_of_node = parts.extensions.get::<PassedOn>().is_some();
        let request = Request::from_parts(parts, body);
        let directed = forward::direct(&self.app, nodes, request);
        let (error, is_untouched) = match tokio::time::timeout(within, directed).await {
            Ok(Directed::Here(request, _inside)) => {
                let within = within.saturating_sub(began.elapsed());
                return self.respond(request, within).await;
            }
            Ok(Directed::Elsewhere(response)) => return response,
            Ok(Directed::Nowhere(error)) => (error, true),
            Ok(Directed::Broken(error)) => (error, false),
            Err(_) => (Code::RequestTimeout.into(), false),
        };
        let mut response = finish(error.into_response(), &asked, &self.request_id());
        if is_of_node && is_untouched {
            let yes = HeaderValue::from_static("1");
            response.headers_mut().insert(forward::NOT_SERVED, yes);
        }
        response
    }

    fn request_id(&self) -> Arc<str> {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let id = self
            .prefix
            .wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        format!("{id:016x}").into()
    }

    async fn respond(&self, request: Request, within: Duration) -> Response {
        let request_id = self.request_id();
        let (mut parts, body) = request.into_parts();
        let asked = Asked::of(&parts, &self.app.config().cors_origins);
        let ignored = OrganizationIgnored::default();
        parts.extensions.insert(ignored.clone());
        let presented = PresentedKey::take(&mut parts, asked.is_api);
        let arrival = parts.extensions.get::<Arrival>().cloned();
        let tls = parts.extensions.get::<OverTls>().copied();
        let over_tls = AtomicBool::new(false);
        let outcome = AssertUnwindSafe(async {
            let site = match Site::of(&self.app, &parts, Arc::clone(&request_id)).await {
                Ok(site) => site,
                Err(_) if needs_no_site(parts.uri.path()) => {
                    return self.route(Request::from_parts(parts, body)).await;
                }
                Err(error) => return error.into_response(),
            };
            // A proxy in front decided by itself to have TLS; a certificate of ours has to prove to last first.
            let is_settled = tls.is_none_or(|tls| tls.is_settled);
            over_tls.store(site.is_secure && is_settled, Ordering::Relaxed);
            if let Some(arrival) = &arrival {
                let is_shared_address = self.app.config().trusted_proxies.contains(&site.client_ip);
                arrival.is_of(site.client_ip, is_shared_address);
            }
            if let Some(refusal) = refuse(&parts) {
                return refusal.into_response();
            }
            if let Some(presented) = presented {
                match api_key::admit(&self.app, &parts, &site, presented).await {
                    Ok(holder) => parts.extensions.insert(holder),
                    Err(refusal) => return refusal.into_response(),
                };
            }
            let choices = web::choices(&parts, &site);
            // A request with a body still to arrive is not shared with others.
            let key = visitor_key(&parts, &site).filter(|_| body.is_end_stream());
            let now = self.app.clock().now().as_second();
            let wants_fresh = wants_fresh(&parts);
            let visit = local_date(&self.app.clock().text())
                .and_then(|day| Counted::of(&parts, &site, day));
            if let Some(key) = &key
                && !wants_fresh
                && let Some(kept) = site.tenant.lookup(key, now)
            {
                metrics::cache_lookup(Lookup::Hit);
                let response = counted(from_kept(&kept, &asked), visit, &site);
                return web::with_choices(response, choices);
            }
            let tenant = Arc::clone(&site.tenant);
            let (_turn, made) = match &key {
                Some(key) if asked.is_head => (None, None),
                Some(key) if wants_fresh => tenant.turn_or_fresh_answer(key, now).await,
                Some(key) => tenant.single_flight(key, now).await,
                None => (None, None),
            };
            if let Some(kept) = made {
                metrics::cache_lookup(Lookup::Shared);
                let response = counted(from_kept(&kept, &asked), visit, &site);
                return web::with_choices(response, choices);
            }
            if key.is_some() {
                metrics::cache_lookup(Lookup::Miss);
            }
            parts.extensions.insert(site.clone());
            let response = self.route(Request::from_parts(parts, body)).await;
            let response = match key {
                // A HEAD response has lost its body and cannot be cached.
                Some(key) if !asked.is_head => keep(response, key, &tenant, &asked).await,
                _ => response,
            };
            web::with_choices(counted(response, visit, &site), choices)
        })
        .catch_unwind();
        let response = match tokio::time::timeout(within, outcome).await {
            Ok(Ok(response)) => response,
            Ok(Err(_)) => Error::internal("a handler panicked").into_response(),
            Err(_) => Error::from(Code::RequestTimeout).into_response(),
        };
        let response = match arrival.and_then(|arrival| arrival.refusal()) {
            Some(refusal) => refusal.into_response(),
            None => response,
        };
        let response = if ignored.is_set() {
            with_organization_ignored(response).await
        } else {
            response
        };
        let mut response = finish(response, &asked, &request_id);
        if over_tls.into_inner() {
            let year = HeaderValue::from_static("max-age=31536000");
            let name = header::STRICT_TRANSPORT_SECURITY;
            response.headers_mut().entry(name).or_insert(year);
        }
        response
    }

    async fn route(&self, request: Request) -> Response {
        match self.router.clone().call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }
}

/// The route or the screen that answered, such as `/vacancies/:id`: of a kept answer the one that made it.
#[derive(Clone)]
struct Route(Arc<str>);

async fn note_route(matched: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let route: Option<Arc<str>> = match matched {
        // As screens are written; not every reader of figures takes braces in a label.
        Some(route) => Some(route.as_str().replace('{', ":").replace('}', "").into()),
        None => web::route_of(request.uri().path()).map(Into::into),
    };
    let mut response = next.run(request).await;
    if let Some(route) = route {
        response.extensions_mut().insert(Route(route));
    }
    response
}

fn count_request(method: &Method, response: &Response, began: Instant) {
    let route = response.extensions().get::<Route>();
    let route = route.map(|Route(route)| route.as_ref());
    metrics::request(method, route, response.status(), began.elapsed());
}

/// True for paths served on every host, including unknown ones.
fn needs_no_site(path: &str) -> bool {
    path.starts_with("/health/") || web::is_asset(path)
}

/// Request properties needed after the request has been consumed.
struct Asked {
    is_head: bool,
    is_read: bool,
    is_api: bool,
    accepted: Accepted,
    if_none_match: Option<HeaderValue>,
    locale: Locale,
    path: String,
    has_key: bool,
    caching: cache_control::Asked,
    cross_origin: CrossOrigin,
}

impl Asked {
    fn of(parts: &Parts, origins: &[String]) -> Self {
        let path = parts.uri.path();
        let is_api = is_api(path, &parts.method) || web::is_data(path);
        let locale = if is_api {
            header(parts, "accept-language")
                .and_then(Locale::accepted)
                .unwrap_or_default()
        } else {
            web::language(parts)
        };
        Self {
            is_head: parts.method == Method::HEAD,
            is_read: matches!(parts.method, Method::GET | Method::HEAD),
            is_api,
            accepted: Accepted::of(&parts.headers),
            if_none_match: parts.headers.get(header::IF_NONE_MATCH).cloned(),
            locale,
            path: path.to_owned(),
            has_key: api_key::bearer(&parts.headers).is_some(),
            caching: cache_control::Asked::of(&parts.method, session::carries_credentials(parts)),
            cross_origin: CrossOrigin::of(parts, origins),
        }
    }
}

/// A path for the log: a part as long as a token, such as that of a feed, may be a secret.
fn without_secrets(path: &str) -> String {
    const LONGEST_PART: usize = 40;
    let parts = path.split('/');
    let shown = parts.map(|part| {
        if part.len() > LONGEST_PART {
            "…"
        } else {
            part
        }
    });
    shown.collect::<Vec<_>>().join("/")
}

/// `/auth/login-1` is a page, `POST /auth/sign_in` an API call.
fn is_api(path: &str, method: &Method) -> bool {
    path == "/api"
        || path.starts_with("/api/")
        || (path.starts_with("/auth/")
            && (*method != Method::GET
                || ["/auth/validate_token", "/auth/second_factor"].contains(&path)))
        || (path == "/auth" && *method != Method::GET)
}

/// True if the request accepts no response produced before it arrived.
fn wants_fresh(parts: &Parts) -> bool {
    matches!(
        header(parts, "cache-control"),
        Some("no-cache" | "no-store")
    )
}

/// Cache key of an anonymous visitor's response; `None` with credentials and for methods other than GET and HEAD.
fn visitor_key(parts: &Parts, site: &Site) -> Option<AnswerKey> {
    let is_read = matches!(parts.method, Method::GET | Method::HEAD);
    if !is_read || session::is_private(parts) {
        return None;
    }
    let path = parts.uri.path();
    let language = (!is_api(path, &parts.method)).then(|| web::language(parts));
    let query = parts.uri.query().map(Query::parse).unwrap_or_default();
    // The one address that answers in two media types. No path has a space.
    let as_documents = path == social_map::PATH && social_map::wants_documents(&parts.headers);
    Some(AnswerKey {
        center_id: site.center_id,
        origin: site.origin(),
        language,
        context: site.context,
        path: if as_documents {
            format!("{path} as documents")
        } else {
            path.to_owned()
        },
        query: query.in_one_spelling(),
    })
}

/// Counts a visit that was answered with what it asked for.
fn counted(response: Response, visit: Option<Counted>, site: &Site) -> Response {
    let is_answered = matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED);
    if let Some(visit) = visit.filter(|_| is_answered) {
        let results = response.extensions().get::<HasResults>().copied();
        visit.count(site, results);
    }
    response
}

fn from_kept(kept: &CacheEntry, asked: &Asked) -> Response {
    let (encoding, body) = kept.encoded(asked.accepted);
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = kept.status;
    *response.headers_mut() = kept.headers.clone();
    if let Some(has_results) = kept.has_results {
        response.extensions_mut().insert(HasResults(has_results));
    }
    if let Some(route) = &kept.route {
        response.extensions_mut().insert(Route(Arc::clone(route)));
    }
    if let Some(encoding) = encoding {
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

async fn keep(
    response: Response,
    key: AnswerKey,
    tenant: &crate::app::tenancy::tenant::Tenant,
    asked: &Asked,
) -> Response {
    if response.status() != StatusCode::OK {
        return response;
    }
    let Some(until) = response.extensions().get::<CachePolicy>().cloned() else {
        return response;
    };
    if response.body().size_hint().lower() > KEEP_LIMIT as u64 {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The length depends on the content coding that is sent.
    parts.headers.remove(header::CONTENT_LENGTH);
    let Ok(body) = to_bytes(body, KEEP_LIMIT).await else {
        return Error::internal("an answer broke off").into_response();
    };
    let results = parts
        .extensions
        .get::<HasResults>()
        .copied()
        .or_else(|| HasResults::of(&asked.path, &body));
    let has_results = results.map(|HasResults(has_results)| has_results);
    let route = parts.extensions.remove::<Route>().map(|Route(route)| route);
    let kept = CacheEntry::of_request(
        (parts.status, parts.headers, body),
        until,
        (has_results, route),
    );
    tenant.keep_answer(key, Arc::clone(&kept));
    from_kept(&kept, asked)
}

/// Tells in the document's `meta` that the request's choice of an organisation was ignored.
async fn with_organization_ignored(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let is_document = parts
        .headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == CONTENT_TYPE);
    if !is_document || !parts.status.is_success() {
        return Response::from_parts(parts, body);
    }
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return Error::internal("an answer broke off").into_response();
    };
    let Ok(mut document) = serde_json::from_slice::<Map<String, Value>>(&body) else {
        return Response::from_parts(parts, Body::from(body));
    };
    let meta = document.entry("meta").or_insert(Value::Null);
    let mut told = meta.as_object().cloned().unwrap_or_default();
    told.insert("organization_ignored".to_owned(), true.into());
    *meta = Value::Object(told);
    let version = parts.headers.get(header::ETAG).and_then(|etag| {
        let etag = etag.to_str().ok().filter(|etag| etag.contains('-'))?;
        version_of(etag)
    });
    let document = Document::new(Value::Object(document).to_string().into_bytes(), version);
    if let Ok(etag) = HeaderValue::from_str(&document.etag)
        && parts.headers.contains_key(header::ETAG)
    {
        parts.headers.insert(header::ETAG, etag);
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(document.body))
}

/// Renders errors, answers 304 to matching conditional requests, and adds the headers common to all responses.
fn finish(mut response: Response, asked: &Asked, request_id: &str) -> Response {
    if let Some(error) = response.extensions_mut().remove::<Error>() {
        if error.is(Code::Internal) {
            tracing::error!(request_id, path = without_secrets(&asked.path), %error, "a request failed");
        }
        let (status, headers) = (response.status(), response.headers().clone());
        let route = response.extensions_mut().remove::<Route>();
        response = if asked.is_api {
            let text = error.document(asked.locale, request_id).to_string();
            let mut response = (status, text).into_response();
            response
                .headers_mut()
                .insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE));
            response
        } else {
            web::plain_error(&error, asked.locale)
        };
        for kept in [header::RETRY_AFTER, header::ALLOW] {
            if let Some(value) = headers.get(&kept) {
                response.headers_mut().insert(kept, value.clone());
            }
        }
        if let Some(route) = route {
            response.extensions_mut().insert(route);
        }
    }
    // Of a change `If-None-Match` is a precondition, evaluated before it is made.
    if asked.is_read
        && response.status() == StatusCode::OK
        && let (Some(wanted), Some(etag)) =
            (&asked.if_none_match, response.headers().get(header::ETAG))
        && matches(wanted, etag)
    {
        let (mut parts, _) = response.into_parts();
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_LENGTH);
        response = Response::from_parts(parts, Body::empty());
    }
    if asked.is_head {
        let (parts, _) = response.into_parts();
        response = Response::from_parts(parts, Body::empty());
    }
    let status = response.status();
    asked.caching.settle(status, response.headers_mut());
    if status == StatusCode::UNAUTHORIZED {
        let challenge = if asked.has_key {
            KEY_CHALLENGE
        } else {
            CHALLENGE
        };
        let challenge = HeaderValue::from_static(challenge);
        response
            .headers_mut()
            .insert(header::WWW_AUTHENTICATE, challenge);
    }
    response = asked.cross_origin.settle(response);
    secure(response.headers_mut(), request_id);
    response
}

fn matches(wanted: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(wanted), Ok(etag)) = (wanted.to_str(), etag.to_str()) else {
        return false;
    };
    wanted == "*"
        || wanted
            .split(',')
            .any(|tag| tag.trim().trim_start_matches("W/") == etag)
}

fn secure(headers: &mut HeaderMap, request_id: &str) {
    const FIXED: [(HeaderName, &str); 3] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    // A page that is made to be shown in frames of other sites says so itself.
    let is_framed = headers
        .get(header::CONTENT_SECURITY_POLICY)
        .and_then(|policy| policy.to_str().ok())
        .is_some_and(|policy| policy.ends_with("frame-ancestors *"));
    for (name, value) in FIXED {
        if is_framed && name == header::X_FRAME_OPTIONS {
            continue;
        }
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(
            "default-src 'none'; frame-ancestors 'none'",
        ));
    headers
        .entry(HeaderName::from_static("permissions-policy"))
        .or_insert(HeaderValue::from_static(
            "camera=(self), microphone=(), geolocation=(self)",
        ));
    headers
        .entry(HeaderName::from_static("cross-origin-opener-policy"))
        .or_insert(HeaderValue::from_static("same-origin"));
    if let Ok(id) = HeaderValue::from_str(request_id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
}

fn routes(app: &Arc<App>, api: Routes) -> Router {
    Router::new()
        .merge(web::router(
            api.router.clone().with_state(Arc::clone(app)),
            app.clock().clone(),
        ))
        .merge(api.router)
        .route("/health/live", axum::routing::get(|| async { "ok" }))
        .route("/health/ready", axum::routing::get(web::ready))
        .route("/api/", axum::routing::any(no_such_call))
        .route("/api/{*rest}", axum::routing::any(no_such_call))
        .method_not_allowed_fallback(|| async { Error::from(Code::MethodNotAllowed) })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn(note_route))
        .with_state(Arc::clone(app))
}

/// An unknown path under /api is a JSON error, never the UI's HTML.
async fn no_such_call() -> Error {
    Code::NotFound.into()
}
