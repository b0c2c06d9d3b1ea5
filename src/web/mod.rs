//! What a browser gets that is not the API: the page's shell with readable content, the embedded app, theme.css.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::app::locale::Locale;
use crate::error::{Code, Error};

pub fn router() -> Router<Arc<App>> {
    Router::new()
}

/// The language of a page: its path's prefix, else the visitor's choice, else Dutch.
pub fn language(_parts: &Parts) -> Locale {
    Locale::Nl
}

pub async fn page(State(_app): State<Arc<App>>, _request: Request) -> Response {
    Error::from(Code::NotFound).into_response()
}

pub async fn ready(State(_app): State<Arc<App>>) -> Response {
    "ok".into_response()
}

pub fn plain_error(error: &Error, locale: Locale) -> Response {
    (error.status(), error.sentence(locale)).into_response()
}
