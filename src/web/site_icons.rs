//! Icons of a centre's site, made of its favicon, else of its logo, else the product's mark in its colours:
//! `/favicon.ico`, `/apple-touch-icon.png` and those of the web manifest.

use axum::body::Body;
use axum::extract::{Extension, Path};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::assets;
use crate::app::tenancy::request_target::Site;
use crate::error::{Code, Error, Result};
use crate::pictures::icon::{IconShape, ico, icon_of, mark};
use crate::resources::upload;
use crate::theme::Shades;
use crate::web::branding::Branding;

const WHITE: Option<[u8; 3]> = Some([255, 255, 255]);
/// Drawn one at a time, apart from the pictures that people send: anybody may ask for an icon.
static TURN: Semaphore = Semaphore::const_new(1);
/// What was drawn, by all that it depends on; a stored picture has its contents for a name.
static DRAWN: LazyLock<Mutex<HashMap<IconKey, Icons>>> = LazyLock::new(Mutex::default);
const DRAWN_AT_MOST: usize = 256;

/// PNG files.
type Icons = Arc<Vec<Vec<u8>>>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct IconKey {
    stored: Option<PathBuf>,
    behind: [u8; 3],
    before: [u8; 3],
    shapes: Vec<IconShape>,
}

impl IconKey {
    fn found(&self) -> Option<Icons> {
        let drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.get(self).map(Arc::clone)
    }

    fn remember(self, icons: &Icons) {
        let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.len() >= DRAWN_AT_MOST {
            drawn.clear();
        }
        drawn.insert(self, Arc::clone(icons));
    }
}

/// Icons by name: side, margin in hundredths, background. A telephone cuts the last to its own shape and gives the
/// first two no transparency.
const ICONS: [(&str, IconShape); 4] = [
    ("apple-touch", shape(180, 10, WHITE)),
    ("192", shape(192, 0, None)),
    ("512", shape(512, 0, None)),
    ("maskable-512", shape(512, 20, WHITE)),
];
const ICO_SIDES: [u32; 3] = [16, 32, 48];

const fn shape(side: u32, margin: u32, ground: Option<[u8; 3]>) -> IconShape {
    IconShape {
        side,
        margin,
        ground,
    }
}

pub async fn favicon_ico(site: Extension<Site>) -> Result<Response> {
    let branding = Branding::of(&site.0).await?;
    let shapes = ICO_SIDES.map(|side| shape(side, 0, None)).to_vec();
    let drawn = drawn(&site.0, &branding, shapes).await?;
    let pngs: Vec<_> = ICO_SIDES.into_iter().zip(drawn.iter().cloned()).collect();
    Ok(file("image/x-icon", ico(&pngs), branding))
}

pub async fn apple_touch_icon(site: Extension<Site>) -> Result<Response> {
    named(&site.0, "apple-touch").await
}

/// `/icons/192.png`.
pub async fn icon(site: Extension<Site>, Path(name): Path<String>) -> Result<Response> {
    let name = name.strip_suffix(".png").ok_or(Code::NotFound)?;
    named(&site.0, name).await
}

async fn named(site: &Site, name: &str) -> Result<Response> {
    let (_, shape) = ICONS
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or(Code::NotFound)?;
    let branding = Branding::of(site).await?;
    let icons = drawn(site, &branding, vec![*shape]).await?;
    let png = icons.last().cloned().ok_or(Code::Internal)?;
    Ok(file("image/png", png, branding))
}

/// The icon in these shapes.
#[expect(
    clippy::disallowed_methods,
    reason = "an upload is a file, apart from the rows"
)]
async fn drawn(site: &Site, branding: &Branding, shapes: Vec<IconShape>) -> Result<Icons> {
    let colors = branding.theme.colors();
    let color = |shades: &Shades, step| {
        let color = shades.step(step);
        [color.red, color.green, color.blue]
    };
    let (behind, before) = (color(&colors.tertiary, 400), color(&colors.primary, 600));
    let path = ["favicon_url", "website_logo_url"]
        .iter()
        .filter_map(|name| upload::file_name(branding.profile(name)?))
        .find(|name| upload::media_type(name) == Some(("image/webp", false)))
        .map(|name| {
            let db = site
                .tenant
                .unguarded("a centre's favicon and logo are everybody's");
            db.upload_folder().join(name)
        });
    let key = IconKey {
        stored: path.clone(),
        behind,
        before,
        shapes: shapes.clone(),
    };
    if let Some(icons) = key.found() {
        return Ok(icons);
    }
    let turn = TURN.acquire().await.map_err(Error::internal)?;
    // Drawn for another who waited less long.
    if let Some(icons) = key.found() {
        return Ok(icons);
    }
    let drawn = tokio::task::spawn_blocking(move || {
        let stored = path.and_then(|path| std::fs::read(path).ok());
        let drawn: Option<Vec<_>> = shapes
            .into_iter()
            .map(|shape| {
                let own = stored.as_ref().and_then(|webp| icon_of(webp, shape).ok());
                own.or_else(|| mark(shape, behind, before).ok())
            })
            .collect();
        drop(turn);
        drawn
    });
    let icons = drawn.await.map_err(Error::internal)?;
    let icons = Arc::new(icons.ok_or(Code::Internal)?);
    key.remember(&icons);
    Ok(icons)
}

fn file(kind: &'static str, bytes: Vec<u8>, branding: Branding) -> Response {
    let etag = assets::etag_of(&bytes);
    let mut response = Body::from(bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(assets::A_DAY),
    );
    headers.insert(header::ETAG, etag);
    response.extensions_mut().insert(branding.keep);
    response
}
