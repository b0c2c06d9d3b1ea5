//! `/uploads/…`: files that people sent. A name stands for its contents, so they are kept forever; documents are
//! downloaded, and nothing inside a file runs.

use axum::body::Body;
use axum::extract::{Extension, Path};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::assets::FOREVER;
use crate::app::tenancy::request_target::Site;
use crate::error::{Code, Error, Result};
use crate::resources::upload::{is_file_name, media_type};

const NOTHING_RUNS: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

pub async fn picture(site: Extension<Site>, Path(name): Path<String>) -> Result<Response> {
    file(&site.0, name).await
}

/// The second part is what the downloaded file is called.
pub async fn document(
    site: Extension<Site>,
    Path((name, _)): Path<(String, String)>,
) -> Result<Response> {
    file(&site.0, name).await
}

#[expect(
    clippy::disallowed_methods,
    reason = "an upload is a file, apart from the rows"
)]
async fn file(site: &Site, name: String) -> Result<Response> {
    let (kind, is_download) = media_type(&name)
        .filter(|_| is_file_name(&name))
        .ok_or(Code::NotFound)?;
    let path = site
        .tenant
        .unguarded("who has the address of a picture may see it")
        .upload_folder()
        .join(&name);
    let read = tokio::task::spawn_blocking(move || std::fs::read(path))
        .await
        .map_err(Error::internal)?;
    let bytes = match read {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Code::NotFound.into());
        }
        read => read?,
    };
    let mut response = Body::from(bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(FOREVER));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(NOTHING_RUNS),
    );
    if let Ok(etag) = HeaderValue::from_str(&format!("\"{name}\"")) {
        headers.insert(header::ETAG, etag);
    }
    if is_download {
        headers.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment"),
        );
    }
    Ok(response)
}
