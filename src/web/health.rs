//! Readiness endpoint: whether this program can serve, part by part, with what to do about a part that fails.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::app::App;
use crate::app::tenancy::tenant::Tenant;
use crate::app::tenancy::tenant_health::Why;
use crate::base::{log_output, threads};
use crate::db::{HEAD_ROOM, free_bytes};
use crate::error::{Code, Error};
use crate::nodes::Nodes;

/// A file that does not answer within this time counts as one that cannot be read.
const WITHIN: Duration = Duration::from_secs(2);

/// Whether every part works; what `/health/ready` answers.
pub async fn is_ready(app: &Arc<App>) -> bool {
    ready(State(Arc::clone(app))).await.status() == StatusCode::OK
}

/// Returns 200 when every part works, else 503. Public: it names tenants that are down, and nothing of what is in them.
/// Cheap: reads one row of each open tenant, and opens none.
pub async fn ready(State(app): State<Arc<App>>) -> Response {
    let log = log_state();
    let threads = threads::state();
    let tenants = app.tenants();
    let registry = tenants.registry().generation().is_ok();
    let opened = tenants.opened();
    let mut down = tenants.down().unwrap_or_default();
    let answers = join_all(opened.iter().map(|tenant| asked(tenant))).await;
    for (tenant, answer) in opened.iter().zip(answers) {
        if let Some(why) = answer
            && !down.iter().any(|(name, _)| *name == tenant.name)
        {
            down.push((tenant.name.clone(), why));
        }
    }
    let data = app.config().data.clone();
    let free = tokio::task::spawn_blocking(move || free_bytes(&data)).await;
    // A disk that cannot be asked has not said that it is full.
    let free = free.ok().and_then(Result::ok);
    let is_out = down.iter().any(|(_, why)| *why == Why::OutOfRoom);
    let has_room = !is_out && free.is_none_or(|free| free >= HEAD_ROOM);
    let is_migrated = !down
        .iter()
        .any(|(_, why)| matches!(why, Why::Newer | Why::NotMigrated));
    let may_serve = app.nodes().is_none_or(|nodes| nodes.is_valid());
    let is_fine = registry
        && down.is_empty()
        && has_room
        && !log.is_failing
        && !threads.is_failing
        && may_serve;
    let mut body = json!({
        "status": word(is_fine),
        "parts": {
            "registry": part(registry, "look at registry.db in the data folder; 'voluntr doctor' says more", json!({})),
            "tenants": {
                "status": word(down.is_empty()),
                "open": opened.len(),
                "failing": down.len(),
                "down": down.iter().map(|(name, why)| json!({
                    "tenant": name, "why": why.as_str(), "what_to_do": why.advice(),
                })).collect::<Vec<_>>(),
            },
            "migrations": part(is_migrated, "see the tenants that are down", json!({})),
            // Storage full: reads continue, writes are refused with 507.
            "storage": part(has_room, "make room on the disk of the data folder", json!({
                "free_megabytes": free.map(|free| free / 1024 / 1024),
                "needed_megabytes": HEAD_ROOM / 1024 / 1024,
            })),
            "log": part(!log.is_failing, "the log cannot be written: look where standard error goes (a full disk, a closed pipe)", json!({
                "dropped": log.dropped,
            })),
            "threads": part(!threads.is_failing, "a thread panics again and again: the log has where; report it", json!({
                "restarted": threads.restarted,
            })),
            "app": { "status": if super::is_app_built() { "ok" } else { "not built in" } },
        },
    });
    if let (Some(nodes), Some(parts)) = (
        app.nodes(),
        body.get_mut("parts").and_then(Value::as_object_mut),
    ) {
        parts.insert("nodes".to_owned(), of_nodes(nodes));
    }
    let status = if is_fine {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let mut response = (status, body.to_string()).into_response();
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

const fn word(is_fine: bool) -> &'static str {
    if is_fine { "ok" } else { "failing" }
}

/// A part with its figures, and what to do where it fails.
fn part(is_fine: bool, what_to_do: &str, figures: Value) -> Value {
    let mut part = json!({ "status": word(is_fine) });
    if let (Some(part), Value::Object(figures)) = (part.as_object_mut(), figures) {
        part.extend(figures);
        if !is_fine {
            part.insert("what_to_do".to_owned(), what_to_do.into());
        }
    }
    part
}

/// Whether this node may serve what is its own.
fn of_nodes(nodes: &Nodes) -> Value {
    let advice = "this node cannot reach the directory of nodes (nodes.directory), or another one took over: 'voluntr node list' says which";
    let figures = json!({
        "valid": nodes.is_valid(),
        "node": nodes.name,
        "epoch": nodes.epoch(),
    });
    part(nodes.is_valid(), advice, figures)
}

/// The state of the log. While lines are dropped, each question tries one that says how many: nothing else may be logged
/// for hours.
fn log_state() -> log_output::LogState {
    let state = log_output::state();
    if !state.is_failing {
        return state;
    }
    tracing::error!(
        dropped = state.dropped,
        "lines of the log could not be written before this one"
    );
    log_output::state()
}

/// Why an open tenant's file cannot be read.
async fn asked(tenant: &Tenant) -> Option<Why> {
    let db = tenant.unguarded("a health check reads no person's data");
    // A row of the file itself: a constant would be answered without it.
    let read = db.read(|connection| {
        Ok(connection.query_row("select count(*) from sqlite_schema", [], |_| Ok(()))?)
    });
    match tokio::time::timeout(WITHIN, read).await {
        Ok(Ok(())) => None,
        Ok(Err(Error::Damaged(_))) => Some(Why::Damaged),
        Ok(Err(error)) if error.is(Code::TimedOut) => Some(Why::Unreadable),
        Ok(Err(error)) => Some(error.storage().map_or(Why::Unreadable, Why::of_storage)),
        Err(_) => Some(Why::Unreadable),
    }
}
