//! Embedded build of the web client: static files and their precompressed variants, as produced by vite and
//! `scripts/after-build.mjs`.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Read as _;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::base::accept_encoding::{Accepted, Encoding};

pub const FOREVER: &str = "public, max-age=31536000, immutable";
pub const A_DAY: &str = "public, max-age=86400";

/// Output of vite, embedded at compile time. Empty in a fresh clone: pages are then served without the client, and
/// `serve` warns. The fonts of paper are in `pdf`. Compressible files are embedded in their compressed variants only.
#[derive(RustEmbed)]
#[folder = "ui/dist"]
#[allow_missing = true]
#[exclude = "builds/*"]
#[exclude = "fonts/*"]
struct Dist;

/// Returns whether the client is embedded in this binary.
pub fn is_app_built() -> bool {
    Dist::get("index.html").is_some()
}

/// Returns the content of an embedded UTF-8 file.
pub fn text(name: &str) -> Option<String> {
    let file = Dist::get(name)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Names of all embedded files, sorted, without the suffix of a compressed variant.
pub fn names() -> Vec<String> {
    let mut names: Vec<_> = Dist::iter()
        .map(|name| {
            COPIES
                .iter()
                .find_map(|(_, ending)| name.strip_suffix(ending))
                .unwrap_or(&name)
                .to_owned()
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Content codings of the precompressed variants and their file name suffixes.
const COPIES: [(Encoding, &str); 2] = [(Encoding::Brotli, ".br"), (Encoding::Gzip, ".gz")];

/// Returns the file in the given content coding. The identity coding is decompressed on demand, for clients without
/// `Accept-Encoding`.
fn form(name: &str, encoding: Encoding) -> Option<EmbeddedFile> {
    let ending = COPIES
        .iter()
        .find(|(copy, _)| *copy == encoding)
        .map_or("", |(_, ending)| ending);
    if let Some(file) = Dist::get(&format!("{name}{ending}")) {
        return Some(file);
    }
    if encoding != Encoding::Identity {
        return None;
    }
    let packed = Dist::get(&format!("{name}.gz"))?;
    let mut plain = Vec::new();
    GzDecoder::new(packed.data.as_ref())
        .read_to_end(&mut plain)
        .ok()?;
    Some(EmbeddedFile {
        data: plain.into(),
        metadata: packed.metadata,
    })
}

/// Returns whether the variant is embedded, without decompressing it.
fn is_there(name: &str, encoding: Encoding) -> bool {
    match COPIES.iter().find(|(copy, _)| *copy == encoding) {
        Some((_, ending)) => Dist::get(&format!("{name}{ending}")).is_some(),
        None => true,
    }
}

/// URL path of the first file whose name starts with `start`.
pub fn starting(start: &str) -> Option<String> {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(names);
    let name = NAMES.iter().find(|name| name.starts_with(start))?;
    Some(format!("/{name}"))
}

/// First half of a hash in hexadecimal; long enough to tell files apart.
pub fn short(hash: &[u8]) -> String {
    hash.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Style sheets and scripts of a lazily loaded screen, besides those of the entry point.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Screen {
    pub styles: Vec<String>,
    pub scripts: Vec<String>,
}

/// Resolves the files of the screen `{name}.tsx` from vite's manifest: its style sheet is linked for the first paint,
/// its script is preloaded while the entry point loads. Empty for an unknown screen.
pub fn screen(name: &str) -> Screen {
    static MANIFEST: LazyLock<Value> = LazyLock::new(|| manifest(".vite/manifest.json"));
    files_of(&MANIFEST, name)
}

/// Scripts that the entry point asks for as soon as it runs: what it imports, and the words of every screen in the
/// language `locale` (`nl`, `en`). Preloaded, they do not wait for it.
pub fn first_scripts(locale: &str) -> Vec<String> {
    static MANIFEST: LazyLock<Value> = LazyLock::new(|| manifest(".vite/manifest.json"));
    first_scripts_of(&MANIFEST, locale)
}

fn first_scripts_of(manifest: &Value, locale: &str) -> Vec<String> {
    let words = format!("src/i18n/words-{locale}.ts");
    let mut scripts = files_from(manifest, "index.html", &["index.html"]).scripts;
    scripts.extend(files_from(manifest, &words, &chunks_from(manifest, "index.html")).scripts);
    scripts
}

/// Files of what is built for frames in other sites: `src/embed/social-map.ts`. Empty for an unknown source.
pub fn embedded(source: &str) -> Screen {
    static MANIFEST: LazyLock<Value> = LazyLock::new(|| manifest(".vite/embed.json"));
    files_from(&MANIFEST, source, &[])
}

fn manifest(name: &str) -> Value {
    text(name)
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn files_of(manifest: &Value, name: &str) -> Screen {
    let ending = format!("/{name}.tsx");
    let Some(entry) = manifest
        .as_object()
        .and_then(|chunks| chunks.keys().find(|key| key.ends_with(&ending)))
    else {
        return Screen::default();
    };
    // Already requested by index.html.
    let first = chunks_from(manifest, "index.html");
    files_from(manifest, entry, &first)
}

fn files_from(manifest: &Value, entry: &str, first: &[&str]) -> Screen {
    let mut screen = Screen::default();
    for key in chunks_from(manifest, entry)
        .into_iter()
        .filter(|key| !first.contains(key))
    {
        let Some(chunk) = manifest.get(key) else {
            continue;
        };
        screen.scripts.extend(
            chunk
                .get("file")
                .and_then(Value::as_str)
                .map(|file| format!("/{file}")),
        );
        let styles = chunk
            .get("css")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        for style in styles.map(|file| format!("/{file}")) {
            if !screen.styles.contains(&style) {
                screen.styles.push(style);
            }
        }
    }
    screen
}

/// Chunks reachable by static imports, dependencies first, so that a chunk's style sheet overrides those of its
/// imports.
fn chunks_from<'m>(manifest: &'m Value, entry: &'m str) -> Vec<&'m str> {
    fn visit<'m>(
        manifest: &'m Value,
        key: &'m str,
        seen: &mut Vec<&'m str>,
        found: &mut Vec<&'m str>,
    ) {
        if seen.contains(&key) {
            return;
        }
        seen.push(key);
        let imports = manifest
            .get(key)
            .and_then(|chunk| chunk.get("imports"))
            .and_then(Value::as_array);
        for import in imports.into_iter().flatten().filter_map(Value::as_str) {
            visit(manifest, import, seen, found);
        }
        found.push(key);
    }
    let mut found = Vec::new();
    visit(manifest, entry, &mut Vec::new(), &mut found);
    found
}

/// SHA-256 of the file's content, independent of its name.
pub fn hash(name: &str) -> Option<[u8; 32]> {
    [Encoding::Identity, Encoding::Brotli]
        .into_iter()
        .find_map(|encoding| form(name, encoding))
        .map(|file| file.metadata.sha256_hash())
}

/// Matches paths that belong to no tenant, so that the error page of an unknown host is styled as well.
pub fn is_asset(path: &str) -> bool {
    ["/assets/", "/img/"]
        .iter()
        .any(|folder| path.starts_with(folder))
        || path == "/colour-mode.js"
        || path == "/theme.css"
}

/// Matches those of them that are a file of this program.
pub fn is_built_in(path: &str) -> bool {
    let name = path.trim_start_matches('/');
    is_asset(path) && is_for_clients(name) && hash(name).is_some()
}

/// Matches paths that name a file and not a page: `/robots.txt`, `/img/x.svg`.
pub fn is_file(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    last.rsplit_once('.').is_some_and(|(_, ending)| {
        (1..=12).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Serves the file at `path` in the smallest content coding that the client accepts. An unknown file is a plain 404,
/// never a page.
pub fn answer(parts: &Parts) -> Response {
    let name = parts.uri.path().trim_start_matches('/');
    let chosen = Accepted::of(&parts.headers).best(|encoding| is_there(name, encoding));
    let found = kind_of(name)
        .filter(|_| is_for_clients(name))
        .and_then(|kind| Some((kind, form(name, chosen)?)));
    let Some((kind, file)) = found else {
        return (StatusCode::NOT_FOUND, "404: not found\n").into_response();
    };
    let hash = short(&file.metadata.sha256_hash());
    let body = match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    };
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(match name {
            // A browser asks for it at each visit: an old one would keep old pages.
            SERVICE_WORKER => "no-cache",
            _ if is_hashed(name) => FOREVER,
            _ => A_DAY,
        }),
    );
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if name == SERVICE_WORKER {
        // Its policy is that of what it fetches for its pages.
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; connect-src 'self'"),
        );
    }
    if let Ok(etag) = HeaderValue::from_str(&format!("\"{hash}\"")) {
        headers.insert(header::ETAG, etag);
    }
    if let Some(encoding) = chosen.name() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// Strong `ETag` of a generated body: its hash.
pub fn etag_of(body: &[u8]) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{:016x}\"", xxh3_64(body)))
        .unwrap_or(HeaderValue::from_static("\"\""))
}

/// At the root, because it may serve no page above its own folder.
const SERVICE_WORKER: &str = "service-worker.js";

/// Excludes build internals: templates, manifests and the compressed variants under their own names.
fn is_for_clients(name: &str) -> bool {
    name != "index.html" && !name.starts_with('.') && !name.contains("..") && !name.contains("/.")
}

fn is_hashed(name: &str) -> bool {
    name.starts_with("assets/")
}

/// Media type by file extension. `None` for a file that is not served under that name.
fn kind_of(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn ask(path: &str, encoding: &str) -> Response {
        let request = Request::builder()
            .uri(path)
            .header("accept-encoding", encoding)
            .body(())
            .unwrap();
        answer(&request.into_parts().0)
    }

    #[test]
    fn what_is_no_file_of_the_app_is_a_plain_404() {
        for path in [
            "/assets/none-12345678.js",
            "/index.html",
            "/.vite/manifest.json",
            "/assets/../index.html",
            "/assets/x.js.br",
        ] {
            let response = ask(path, "br");
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
            assert_eq!(
                response.headers()["content-type"],
                "text/plain; charset=utf-8"
            );
        }
    }

    #[test]
    fn hashed_names_are_kept_for_ever_others_for_a_day_and_the_service_worker_is_asked_for_anew() {
        for name in names() {
            if kind_of(&name).is_none() || !is_for_clients(&name) {
                continue;
            }
            let response = ask(&format!("/{name}"), "gzip, br;q=0");
            let cache = response.headers()["cache-control"].to_str().unwrap();
            assert_eq!(
                cache,
                if name.starts_with("assets/") {
                    FOREVER
                } else if name == SERVICE_WORKER {
                    "no-cache"
                } else {
                    A_DAY
                },
                "{name}"
            );
            assert_eq!(response.headers()["vary"], "accept-encoding");
            let is_smaller = response
                .headers()
                .get("content-encoding")
                .map(|value| value.to_str().unwrap());
            assert!(matches!(is_smaller, None | Some("gzip")), "{name}");
        }
    }

    #[tokio::test]
    async fn who_takes_no_compressed_file_gets_the_same_one_unpacked() {
        for name in names().iter().filter(|name| name.starts_with("assets/")) {
            let path = format!("/{name}");
            let plain = ask(&path, "identity");
            assert!(plain.headers().get("content-encoding").is_none(), "{name}");
            let plain = axum::body::to_bytes(plain.into_body(), usize::MAX)
                .await
                .unwrap();
            let packed = ask(&path, "gzip");
            if packed.headers().contains_key("content-encoding") {
                let packed = axum::body::to_bytes(packed.into_body(), usize::MAX)
                    .await
                    .unwrap();
                let mut unpacked = Vec::new();
                GzDecoder::new(packed.as_ref())
                    .read_to_end(&mut unpacked)
                    .unwrap();
                assert_eq!(plain, unpacked, "{name}");
            }
        }
    }

    #[test]
    fn a_screen_brings_what_the_first_files_do_not() {
        let manifest = serde_json::json!({
            "index.html": {"file": "assets/index.js", "imports": ["_button.js"], "css": ["assets/index.css"]},
            "_button.js": {"file": "assets/button.js"},
            "_card.js": {"file": "assets/card.js", "imports": ["_button.js"], "css": ["assets/card.css"]},
            "src/features/vacancies/search-page.tsx": {"file": "assets/search.js", "imports": ["_card.js", "index.html"], "css": ["assets/search.css"]},
        });
        let screen = files_of(&manifest, "search-page");
        assert_eq!(screen.styles, ["/assets/card.css", "/assets/search.css"]);
        assert_eq!(screen.scripts, ["/assets/card.js", "/assets/search.js"]);
        assert_eq!(files_of(&manifest, "no-page"), Screen::default());
    }

    #[test]
    fn imports_of_the_entry_point_and_words_of_the_language_come_first() {
        let manifest = serde_json::json!({
            "index.html": {"file": "assets/index.js", "imports": ["_runtime.js"]},
            "_runtime.js": {"file": "assets/runtime.js"},
            "src/i18n/shell.nl.json": {"file": "assets/shell.nl.js", "imports": ["_runtime.js"]},
            "src/i18n/words-nl.ts": {"file": "assets/words-nl.js", "imports": ["src/i18n/shell.nl.json"]},
        });
        assert_eq!(
            first_scripts_of(&manifest, "nl"),
            [
                "/assets/runtime.js",
                "/assets/shell.nl.js",
                "/assets/words-nl.js"
            ]
        );
        assert_eq!(first_scripts_of(&manifest, "en"), ["/assets/runtime.js"]);
    }

    #[test]
    fn a_file_is_told_from_a_page() {
        assert!(is_file("/favicon.ico") && is_file("/a/b.webmanifest"));
        assert!(!is_file("/vacancies/12") && !is_file("/nieuws/versie-1.") && !is_file("/"));
    }
}
