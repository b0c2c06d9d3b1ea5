//! What a browser gets that is not the API: the page's shell with readable content, the embedded app, theme.css, feeds.

mod assets;
mod cards;
mod contact;
mod content;
mod documents;
mod errors;
mod feeds;
mod files;
mod filters;
mod frame;
mod health;
mod icons;
mod language;
mod legal;
#[cfg(test)]
mod letters;
mod look;
mod organization;
mod page;
mod pages;
mod schema_org;
mod search;
mod shell;
mod unsubscribe;
mod words;

use std::sync::Arc;

use axum::extract::Extension;
use axum::routing::get;
use axum::{Router, extract::Request};

use crate::app::App;

pub use assets::{is_app_built, is_asset};
pub use errors::plain_error;
pub use health::ready;
pub use language::{choices, language, with_choices};

/// The pages and files; `api` is asked for what they show.
pub fn router(api: Router) -> Router<Arc<App>> {
    if !is_app_built() {
        tracing::warn!(
            "this program carries no app: its pages can be read, and that is all. Run `npm run build` and build it again"
        );
    }
    Router::new()
        .route("/theme.css", get(look::style_sheet))
        .route("/favicon.svg", get(look::favicon))
        .route("/assets/{*path}", get(asset))
        .route("/img/{*path}", get(asset))
        .route("/builds/latest.json", get(files::latest_build))
        .route("/builds/meta/{file}", get(files::build))
        .route("/manifest.webmanifest", get(files::manifest))
        .route("/robots.txt", get(files::robots))
        .route("/.well-known/security.txt", get(files::security))
        .route("/sitemap.xml", get(files::sitemap))
        .route("/api/_icons/{file}", get(icons::icons))
        .route("/feeds/{file}", get(feeds::feed))
        .route(
            "/unsubscribe/{token}",
            get(unsubscribe::show).post(unsubscribe::unsubscribe),
        )
        .fallback(page::page)
        .layer(Extension(documents::Calls::new(api)))
}

async fn asset(request: Request) -> axum::response::Response {
    assets::answer(&request.into_parts().0)
}
