//! Readiness endpoint: checks that the registry and every open tenant database can be read.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::app::App;

/// Returns 200 when every check passes, else 503. The endpoint is public and names no tenant. Free disk space is not
/// checked: the standard library has no call for it.
pub async fn ready(State(app): State<Arc<App>>) -> Response {
    let registry = app.tenants().registry().generation().is_ok();
    let opened = app.tenants().opened();
    let (mut failing, mut has_room) = (0, true);
    for tenant in &opened {
        let db = tenant.unguarded("a health check reads nothing");
        has_room &= !db.is_out_of_room();
        let answer = db
            .read(|connection| Ok(connection.query_row("select 1", [], |_| Ok(()))?))
            .await;
        if let Err(error) = answer {
            tracing::warn!(tenant = tenant.name, %error, "this tenant cannot be read");
            failing += 1;
        }
    }
    let word = |is_fine: bool| if is_fine { "ok" } else { "failing" };
    let is_fine = registry && failing == 0 && has_room;
    let body = json!({
        "status": word(is_fine),
        "parts": {
            "registry": { "status": word(registry) },
            "tenants": { "status": word(failing == 0), "open": opened.len(), "failing": failing },
            // Storage full: reads continue, writes are refused with 507.
            "storage": { "status": word(has_room) },
            "app": { "status": if super::is_app_built() { "ok" } else { "not built in" } },
        },
    });
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
