//! A PDF that is made for the request.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

pub const MEDIA_TYPE: &str = "application/pdf";

/// The file under a name without its ending. It holds what one person may read: no cache stores it.
pub fn pdf_response(bytes: Vec<u8>, name: &str) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    let file = format!("attachment; filename=\"{name}.pdf\"");
    if let Ok(file) = HeaderValue::from_str(&file) {
        headers.insert(header::CONTENT_DISPOSITION, file);
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    response
}
