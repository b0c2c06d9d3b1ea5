//! Vacancies and activities in the pages of other sites: lists for a frame, and the script that puts the frame there and
//! gives it the height of its content. Neither sets cookies.

use axum::extract::Extension;
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use minijinja::context;
use serde_json::{Value as Json, json};

use super::assets;
use super::calendar::{self, CalendarSearch, entry};
use super::page_context::{PageContext, told};
use super::pages;
use super::search::Search;
use super::shell::{self, fill};
use super::vacancy_card;
use crate::app::tenancy::request_target::Site;
use crate::base::locale::Locale;
use crate::error::Result;
use crate::jsonapi::Query;
use crate::jsonapi::document::CachePolicy;
use crate::web::branding::Branding;
use crate::web::file_response::file;
use crate::web::i18n;
use crate::web::page_data::{Calls, keep_of};

const PATH: &str = "/vacancies/search";
const CACHE: &str = "public, max-age=300";
/// The page is shown in frames of any site: it has no cookies and no forms; its one script says how high it is.
const FRAMED: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors *";
const FRAME_SCRIPT: &str = include_str!("vacancy_embed/frame.js");
const EMBED_SCRIPT: &str = include_str!("vacancy_embed/embed.js");

/// `/embed.js`, for the page of the other site.
pub async fn script() -> Response {
    script_of(EMBED_SCRIPT)
}

/// `/embed/frame.js`, inside the frame.
pub async fn frame_script() -> Response {
    script_of(FRAME_SCRIPT)
}

fn script_of(text: &'static str) -> Response {
    let mut response = file(
        "text/javascript; charset=utf-8",
        "public, max-age=3600",
        text.to_owned(),
    );
    response.headers_mut().insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    response
}

/// `/embed/vacancies`, under the filters of the search page; `organization` is the id of one organisation and `theme`
/// that of an activity type.
pub async fn embed(
    Extension(site): Extension<Site>,
    Extension(calls): Extension<Calls>,
    uri: Uri,
) -> Result<Response> {
    let mut query = Query::parse(uri.query().unwrap_or_default());
    if let Some(theme) = query.get("theme").map(str::to_owned) {
        query = query.without("types").with("types", &theme);
    }
    let locale = query
        .get("lang")
        .and_then(Locale::parse)
        .unwrap_or_default();
    let search = Search::read(&query);
    let branding = Branding::of(&site).await?;
    let mut list = search.list_address();
    if let Some(organization) = query
        .get("organization")
        .filter(|id| id.bytes().all(|digit| digit.is_ascii_digit()))
    {
        list.push_str("&filter[organization_id_eq]=");
        list.push_str(organization);
    }
    let addresses = [list, "/api/v1/taxonomies/activity_types".to_owned()];
    let documents = calls.first_data(&site, &addresses).await;
    let keep = keep_of(&documents, branding.keep.clone());
    let Some((page, _)) = pages::find(PATH) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let scene = PageContext {
        site: &site,
        branding: &branding,
        locale,
        page,
        path: PATH,
        today: calls.today(),
        query: &query,
        documents: &documents,
    };
    let cards: Vec<Json> = scene
        .document(0)
        .get("data")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .map(|vacancy| card(vacancy, &scene))
        .collect();
    let words = |key| i18n::own(locale, key);
    let list = List {
        title: words("embed_title").replace("{{name}}", &branding.app_name),
        cards,
        nothing: words("embed_none"),
        more: words("embed_more"),
        more_href: scene.href(&search.path(1)),
    };
    list.answer(locale, keep)
}

/// What a frame shows.
struct List {
    title: String,
    cards: Vec<Json>,
    nothing: &'static str,
    more: &'static str,
    more_href: String,
}

impl List {
    fn answer(self, locale: Locale, keep: Option<CachePolicy>) -> Result<Response> {
        let content = fill(
            "vacancy-embed.html",
            context! {
                title => self.title.as_str(),
                cards => told(self.cards),
                nothing => self.nothing,
                more => self.more,
                more_href => self.more_href,
                styles => assets::embedded("src/embed/vacancies.ts").styles,
            },
        )?;
        let html = shell::bare(locale, &self.title, &content);
        let mut response = file("text/html; charset=utf-8", CACHE, html);
        response.headers_mut().insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(FRAMED),
        );
        if let Some(keep) = keep {
            response.extensions_mut().insert(keep);
        }
        Ok(response)
    }
}

/// `/embed/activities`, under the filters of the calendar page: the dates to come.
pub async fn activities(
    Extension(site): Extension<Site>,
    Extension(calls): Extension<Calls>,
    uri: Uri,
) -> Result<Response> {
    if !site.features().activities {
        return Ok((StatusCode::NOT_FOUND, "404: not found\n").into_response());
    }
    let query = Query::parse(uri.query().unwrap_or_default());
    let locale = query
        .get("lang")
        .and_then(Locale::parse)
        .unwrap_or_default();
    let search = CalendarSearch::read(&query);
    let branding = Branding::of(&site).await?;
    let documents = calls.first_data(&site, &[search.list_address()]).await;
    let keep = keep_of(&documents, branding.keep.clone());
    let Some((page, _)) = pages::find(calendar::PATH) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let scene = PageContext {
        site: &site,
        branding: &branding,
        locale,
        page,
        path: calendar::PATH,
        today: calls.today(),
        query: &query,
        documents: &documents,
    };
    let document = scene.document(0);
    let dates = document.get("data").and_then(Json::as_array);
    let cards = dates
        .into_iter()
        .flatten()
        .map(|date| date_card(date, &scene));
    let words = |key| i18n::own(locale, key);
    let list = List {
        title: words("embed_activities_title").replace("{{name}}", &branding.app_name),
        cards: cards.collect(),
        nothing: words("embed_activities_none"),
        more: words("embed_activities_more"),
        more_href: scene.href(&search.path()),
    };
    list.answer(locale, keep)
}

fn date_card(date: &Json, scene: &PageContext) -> Json {
    let text = |name: &str| entry::text(date, name).map(str::to_owned);
    let place = if entry::is(date, "online") {
        Some(i18n::calendar(scene.locale, "online").to_owned())
    } else {
        text("location_name").or_else(|| text("city"))
    };
    let line: Vec<String> = [
        Some(calendar::when(date, scene.today, scene.locale)),
        place,
        text("organization_name").filter(|name| Some(name) != text("location_name").as_ref()),
    ]
    .into_iter()
    .flatten()
    .collect();
    json!({
        "name": text("title"),
        "about": text("summary").unwrap_or_default(),
        "line": entry::capital(&line.join(" · ")),
        "href": scene.href(&entry::path_of(date)),
    })
}

fn card(vacancy: &Json, scene: &PageContext) -> Json {
    let text = |name: &str| vacancy.get(name).and_then(Json::as_str).unwrap_or_default();
    let facts = vacancy_card::facts_of(vacancy, scene.locale);
    let line: Vec<String> = [
        Some(text("organization_name").to_owned()),
        facts.place,
        facts.time,
    ]
    .into_iter()
    .flatten()
    .filter(|part| !part.is_empty())
    .collect();
    json!({
        "name": text("title"),
        "about": text("summary"),
        "line": line.join(" · "),
        "href": scene.href(&format!("/vacancies/{}", text("id"))),
    })
}
