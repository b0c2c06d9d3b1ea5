//! `/uploads/…`: files that people sent. A name stands for its contents, so pictures are kept forever; documents
//! are downloaded, may be replaced by a newer file, and nothing inside a file runs.

use axum::body::Body;
use axum::extract::{Extension, Path};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use rusqlite::{Connection, OptionalExtension as _};

use super::assets::FOREVER;
use crate::app::tenancy::request_target::Site;
use crate::error::{Code, Error, Result};
use crate::resources::upload::{FOLDER, is_file_name, media_type};

/// A document may be replaced: browsers ask whether it is the same.
const ASKED_AGAIN: &str = "private, no-cache";
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
    let tenant = site
        .tenant
        .unguarded("who has the address of a file may see it");
    // A document is as old as its row says; one that was deleted is gone at once.
    let stored = if is_download {
        tenant
            .read(move |connection| stored_file(connection, &name))
            .await?
            .ok_or(Code::NotFound)?
    } else {
        name
    };
    let path = tenant.upload_folder().join(&stored);
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
    let cache = if is_download { ASKED_AGAIN } else { FOREVER };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(NOTHING_RUNS),
    );
    if let Ok(etag) = HeaderValue::from_str(&format!("\"{stored}\"")) {
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

/// File name of a document: its own, or that of the file that took its place; `None` without such a document.
fn stored_file(connection: &Connection, name: &str) -> Result<Option<String>> {
    Ok(connection
        .prepare_cached(
            "select coalesce(file, ?2) from uploads where url >= ?1 and url < ?1 || '~' order by id limit 1",
        )?
        .query_row([format!("{FOLDER}{name}/"), name.to_owned()], |row| row.get(0))
        .optional()?)
}
