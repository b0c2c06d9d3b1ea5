//! The social map for others: all organisations as `GeoJSON` and CSV, and a list to put, with its map, in a page of another site.

use std::sync::Arc;

use axum::extract::Extension;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use minijinja::context;
use serde_json::Value as Json;

use super::assets;
use super::page_context::{PageContext, told};
use super::page_documents;
use super::pages;
use super::shell::{self, fill};
use super::social_map::{self, SocialMapSearch};
use crate::app::App;
use crate::app::access::{Access, action};
use crate::app::tenancy::request_target::Site;
use crate::base::locale::Locale;
use crate::error::Result;
use crate::jsonapi::Query;
use crate::resources::organization::Organization;
use crate::resources::organization::social_map::{
    GEO_JSON, ListedOrganization, feature_collection, listed,
};
use crate::tabular::CsvFile;
use crate::web::branding::Branding;
use crate::web::file_response::file;
use crate::web::i18n;
use crate::web::page_data::{Calls, keep_of};

const CACHE: &str = "public, max-age=300";
/// The page is shown in frames of any site: it has no cookies and no forms. Its scripts say how high it is and draw the
/// map, for which they ask this server alone.
const FRAMED: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; \
                      img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";
const MAP: &str = "src/embed/social-map.ts";
const BACKGROUND: &str = "/api/v1/map_backgrounds/current";

/// `social-map.geojson`, `.csv`, under the filters of the API's list.
pub async fn feed(app: &Arc<App>, site: &Site, kind: &str, query: &str) -> Result<Response> {
    if !["geojson", "csv"].contains(&kind) {
        return Ok((StatusCode::NOT_FOUND, "404: not found\n").into_response());
    }
    let access = Access::<Organization, action::Read>::as_visitor(app, site)?;
    let (organizations, keep) = listed(&access, Query::parse(query)).await?;
    let origin = site.origin();
    let mut response = if kind == "csv" {
        let text = String::from_utf8_lossy(&csv(&organizations, &origin)).into_owned();
        file("text/csv; charset=utf-8", CACHE, text)
    } else {
        file(
            GEO_JSON,
            CACHE,
            serde_json::to_string(&feature_collection(organizations, &origin))?,
        )
    };
    // Municipalities read it from their own pages.
    response.headers_mut().insert(
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        HeaderValue::from_static("*"),
    );
    response.extensions_mut().insert(keep);
    Ok(response)
}

fn csv(organizations: &[ListedOrganization], origin: &str) -> Vec<u8> {
    let mut table = CsvFile::default();
    table.row([
        "name",
        "description",
        "kind",
        "street",
        "postal_code",
        "city",
        "latitude",
        "longitude",
        "exact",
        "wheelchair_accessible",
        "phone_number",
        "email",
        "website",
        "url",
    ]);
    for organization in organizations {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        table.row([
            organization.name.clone(),
            text(&organization.description),
            text(&organization.kind),
            text(&organization.street),
            text(&organization.postal_code),
            text(&organization.city),
            number(organization.latitude),
            number(organization.longitude),
            organization.is_exact.to_string(),
            organization.wheelchair_accessible.to_string(),
            text(&organization.phone_number),
            text(&organization.email),
            text(&organization.website),
            organization.url(origin),
        ]);
    }
    table.finish()
}

/// `/embed/sociale-kaart`: the list of the social map for a frame in another site, under the filters of its page.
pub async fn embed(
    Extension(site): Extension<Site>,
    Extension(calls): Extension<Calls>,
    uri: Uri,
) -> Result<Response> {
    let query = Query::parse(uri.query().unwrap_or_default());
    let locale = query
        .get("lang")
        .and_then(Locale::parse)
        .unwrap_or_default();
    let search = SocialMapSearch::read(&query);
    let branding = Branding::of(&site).await?;
    let addresses = page_documents::addresses(
        pages::View::SocialMap,
        &pages::Params::default(),
        &query,
        (Locale::Nl, site.features()),
    );
    let documents = calls.first_data(&site, &addresses).await;
    let keep = keep_of(&documents, branding.keep.clone());
    let Some((page, _)) = pages::find(social_map::PATH) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let scene = PageContext {
        site: &site,
        branding: &branding,
        locale,
        page,
        path: social_map::PATH,
        today: calls.today(),
        query: &query,
        documents: &documents,
    };
    let terms = scene.document(1);
    let cards: Vec<Json> = scene
        .document(0)
        .get("data")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .map(|organization| social_map::card(organization, &terms, &scene))
        .collect();
    let title = i18n::social_map(locale, "embed/title").replace("{{name}}", &branding.app_name);
    let map = assets::embedded(MAP);
    let content = fill(
        "social-map-embed.html",
        context! {
            title => title.as_str(),
            cards => told(cards),
            nothing => i18n::social_map(locale, "none"),
            more => i18n::social_map(locale, "embed/more"),
            more_href => scene.href(&search.path(1)),
            map_styles => map.styles,
            map_scripts => map.scripts,
            map_label => i18n::social_map(locale, "map"),
            map_places => search.map_address(),
            map_background => BACKGROUND,
            map_page => scene.href(social_map::PATH),
            map_unavailable => i18n::component(locale, "map/unavailable"),
        },
    )?;
    let html = shell::bare(locale, &title, &content);
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
