//! `/og/vacancies/{id}.png`, and so for organisations and activities: what a link to one of them shows where it is shared. Made of what visitors may read, so that there is none of what is not public.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::Value as Json;
use tokio::sync::Semaphore;

use super::assets;
use super::vacancy_card::facts_of;
use crate::app::tenancy::request_target::Site;
use crate::base::locale::Locale;
use crate::error::{Code, Error, Result};
use crate::mail::date_in_words;
use crate::pictures::share_card::ShareCard;
use crate::theme::Shades;
use crate::web::branding::Branding;
use crate::web::page_data::{Calls, keep_of};

/// Drawn one at a time: anybody may ask for one.
static TURN: Semaphore = Semaphore::const_new(1);
/// What was drawn, by all that it says.
static DRAWN: LazyLock<Mutex<HashMap<ShareCard, Bytes>>> = LazyLock::new(Mutex::default);
/// Some thirty kilobytes each.
const DRAWN_AT_MOST: usize = 200;
const CACHE: &str = "public, max-age=3600";

/// Path of the picture of a row: with its last change, so that what shows it asks for the new one.
pub fn path_of(kind: &str, row: &Json) -> Option<String> {
    let text = |name: &str| row.get(name).and_then(Json::as_str);
    // The id of an activity has its words behind it.
    let id = text("id")
        .and_then(|id| id.split('-').next())
        .filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()))?;
    let changed: String = text("updated_at")
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    Some(format!("/og/{kind}/{id}.png?v={changed}"))
}

pub async fn picture(
    Extension(site): Extension<Site>,
    Extension(calls): Extension<Calls>,
    Path((kind, name)): Path<(String, String)>,
) -> Result<Response> {
    let id = name
        .strip_suffix(".png")
        .filter(|id| (1..=18).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit()))
        .ok_or(Code::NotFound)?;
    let address = match kind.as_str() {
        "vacancies" => format!("/api/v1/vacancies/{id}?include=organization"),
        "organizations" => format!("/api/v1/organizations/{id}?include=address"),
        "activities" => format!("/api/v1/activities/{id}"),
        _ => return Err(Code::NotFound.into()),
    };
    let found = calls.get(&site, &address).await;
    if found.status != StatusCode::OK {
        return Err(Code::NotFound.into());
    }
    let branding = Branding::of(&site).await?;
    let flat = found.flat();
    let row = flat.get("data").unwrap_or(&Json::Null);
    let png = drawn(card(&kind, row, &branding)).await?;
    let etag = assets::etag_of(&png);
    let mut response = Body::from(png).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHE));
    headers.insert(header::ETAG, etag);
    if let Some(keep) = keep_of(&[found], branding.keep) {
        response.extensions_mut().insert(keep);
    }
    Ok(response)
}

fn card(kind: &str, row: &Json, branding: &Branding) -> ShareCard {
    let text = |name: &str| {
        let text = row.get(name).and_then(Json::as_str);
        text.unwrap_or_default().to_owned()
    };
    let colors = branding.theme.colors();
    let color = |shades: &Shades, step| {
        let color = shades.step(step);
        [color.red, color.green, color.blue]
    };
    let (title, by, detail) = match kind {
        "vacancies" => {
            let facts = facts_of(row, Locale::Nl);
            let parts: Vec<String> = [facts.place, facts.time].into_iter().flatten().collect();
            (text("title"), text("organization_name"), parts.join(" · "))
        }
        "activities" => {
            let next = date_in_words(&text("next_starts_at"), Locale::Nl);
            let place = [text("location_name"), text("city")]
                .into_iter()
                .find(|name| !name.is_empty());
            let parts: Vec<String> = [next, place].into_iter().flatten().collect();
            (text("title"), text("organization_name"), parts.join(" · "))
        }
        _ => {
            let city = row.pointer("/address/city").and_then(Json::as_str);
            (
                text("name"),
                city.unwrap_or_default().to_owned(),
                String::new(),
            )
        }
    };
    ShareCard {
        title,
        by,
        detail,
        site: branding.app_name.clone(),
        color: color(&colors.primary, 700),
        ground: [255, 255, 255],
        ink: [33, 33, 33],
    }
}

async fn drawn(card: ShareCard) -> Result<Bytes> {
    let known = |card: &ShareCard| {
        let drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.get(card).cloned()
    };
    if let Some(png) = known(&card) {
        return Ok(png);
    }
    let turn = TURN.acquire().await.map_err(Error::internal)?;
    // Drawn for another who waited less long.
    if let Some(png) = known(&card) {
        return Ok(png);
    }
    let card = Arc::new(card);
    let ours = Arc::clone(&card);
    let png = tokio::task::spawn_blocking(move || {
        let png = ours.draw();
        drop(turn);
        png
    })
    .await
    .map_err(Error::internal)?;
    let png: Bytes = png.map_err(|_| Code::Internal)?.into();
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    if drawn.len() >= DRAWN_AT_MOST {
        drawn.clear();
    }
    drawn.insert(card.as_ref().clone(), png.clone());
    Ok(png)
}
