//! App links: the files by which Android and iOS verify that an app may open links of this host, from `[native]` of the
//! configuration. Every tenant's host has the same.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde_json::json;

use super::file_response::file;
use crate::app::App;
use crate::error::{Code, Result};

const JSON: &str = "application/json";
const AN_HOUR: &str = "public, max-age=3600";

/// Paths that are no screens of the app: the system leaves them to the browser.
const NO_SCREENS: [&str; 7] = [
    "/api/*",
    "/auth/sign_in*",
    "/embed/*",
    "/feeds/*",
    "/posters/*",
    "/unsubscribe/*",
    "/uploads/*",
];

/// `/.well-known/assetlinks.json` (Digital Asset Links), for Android.
pub async fn asset_links(State(app): State<Arc<App>>) -> Result<Response> {
    let native = &app.config().native;
    if native.android_package.is_empty() || native.android_fingerprints.is_empty() {
        return Err(Code::NotFound.into());
    }
    let statements = json!([{
        "relation": [
            "delegate_permission/common.handle_all_urls",
            "delegate_permission/common.get_login_creds",
        ],
        "target": {
            "namespace": "android_app",
            "package_name": native.android_package,
            "sha256_cert_fingerprints": native.android_fingerprints,
        },
    }]);
    Ok(file(JSON, AN_HOUR, statements.to_string()))
}

/// `/.well-known/apple-app-site-association`, for iOS. The name has no extension; the media type is JSON.
pub async fn apple_app_site_association(State(app): State<Arc<App>>) -> Result<Response> {
    let ids = &app.config().native.ios_app_ids;
    if ids.is_empty() {
        return Err(Code::NotFound.into());
    }
    // The first component that matches decides.
    let excluded = NO_SCREENS.map(|path| json!({ "/": path, "exclude": true }));
    let components: Vec<_> = excluded.into_iter().chain([json!({ "/": "*" })]).collect();
    let association = json!({
        "applinks": { "details": [{ "appIDs": ids, "components": components }] },
        "webcredentials": { "apps": ids },
    });
    Ok(file(JSON, AN_HOUR, association.to_string()))
}
