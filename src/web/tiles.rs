//! `/tiles/{z}/{x}/{y}`: a tile of the background of maps. Of the address only the three numbers are used.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::assets;
use crate::app::App;
use crate::app::limits::rate_limits::TILE_FETCHES;
use crate::app::tenancy::request_target::Site;
use crate::error::{Code, Error};
use crate::tiles::{Found, TileId};

const KEPT: &str = "public, max-age=604800";

pub async fn tile(
    State(app): State<Arc<App>>,
    site: Option<Extension<Site>>,
    Path((zoom, column, row)): Path<(String, String, String)>,
) -> Response {
    let Some(id) = TileId::parse(&zoom, &column, &row) else {
        return Error::from(Code::NotFound).into_response();
    };
    let may_fetch = || match &site {
        Some(site) => app.rate_limits().count_address(
            &TILE_FETCHES,
            site.caller(),
            app.clock().now().as_second(),
        ),
        None => Ok(()),
    };
    let found = match app.tiles().find(id, may_fetch).await {
        Ok(found) => found,
        Err(refusal) => return refusal.into_response(),
    };
    match found {
        Found::Tile(tile) => {
            let etag = assets::etag_of(&tile.bytes);
            let mut response = Body::from(tile.bytes).into_response();
            let headers = response.headers_mut();
            headers.insert(
                header::CONTENT_TYPE,
                HeaderValue::from_static(tile.media_type),
            );
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT));
            headers.insert(header::ETAG, etag);
            response
        }
        Found::Nothing => StatusCode::NOT_FOUND.into_response(),
        Found::Unavailable => {
            let retry = [
                (header::RETRY_AFTER, "60"),
                (header::CACHE_CONTROL, "no-store"),
            ];
            (StatusCode::SERVICE_UNAVAILABLE, retry).into_response()
        }
    }
}
