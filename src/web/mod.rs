//! Web front end: everything a browser gets outside the API. HTML pages with server-rendered content, the embedded
//! client, `/theme.css` and feeds.

mod activity;
mod activity_registration;
mod api_reference;
mod assets;
mod block_templates;
mod blocks;
mod branding;
mod calendar;
mod calendar_feeds;
mod changelog_feed;
mod content;
mod content_page;
mod csp;
mod desk_card;
#[cfg(test)]
mod email_links;
mod error_reports;
mod errors;
mod feeds;
mod file_response;
mod footer;
mod forms;
mod fragment;
pub mod has_results;
mod health;
mod help_requests;
mod i18n;
mod icons;
mod language;
mod layout;
mod legal;
mod native;
mod organization;
mod page;
mod page_context;
mod page_data;
mod page_documents;
mod page_headers;
mod pages;
mod personal_feed;
mod picture;
mod poster;
mod profile_visible;
mod proof_check;
mod renew;
mod schema_org;
mod search;
mod search_all;
mod search_filters;
mod share_picture;
mod share_target;
mod shell;
mod site_icons;
mod social_map;
mod social_map_feed;
mod still_right;
mod subscribe;
mod tiles;
mod unsubscribe;
mod uploads;
mod vacancy_card;
mod vacancy_contact;
mod vacancy_embed;
mod vacancy_practical;
pub mod visits;
mod well_known;

use std::sync::Arc;

use axum::extract::Extension;
use axum::routing::{MethodRouter, get, post};
use axum::{Router, extract::Request};

use crate::app::App;
use crate::base::clock::Clock;
use crate::resources::page::render::{Filling, fill_with};

pub use assets::{is_app_built, is_asset, is_built_in};
pub use errors::plain_error;
pub use health::{is_ready, ready};
pub use language::{choices, language, with_choices};
pub use page::{is_data, route_of};

/// Routes of pages and files; their data is requested from `api` in-process.
pub fn router(api: Router, clock: Clock) -> Router<Arc<App>> {
    if !is_app_built() {
        tracing::warn!(
            "this program carries no app: its pages can be read, and that is all. Run `npm run build` and build it again"
        );
    }
    fill_with(Filling {
        block: blocks::fill,
        form: crate::resources::form::in_page,
    });
    Router::new()
        .route("/theme.css", get(crate::web::branding::style_sheet))
        .route("/favicon.svg", get(crate::web::branding::favicon))
        .route("/favicon.ico", get(site_icons::favicon_ico))
        .route("/apple-touch-icon.png", get(site_icons::apple_touch_icon))
        .route("/icons/{file}", get(site_icons::icon))
        .route("/branding.json", get(crate::web::branding::latest))
        .route("/assets/{*path}", get(asset))
        .route("/img/{*path}", get(asset))
        .route(
            "/builds/latest.json",
            get(crate::web::well_known::latest_build),
        )
        .route("/builds/meta/{file}", get(crate::web::well_known::build))
        .route(
            "/manifest.webmanifest",
            get(crate::web::well_known::manifest),
        )
        .route("/robots.txt", get(crate::web::well_known::robots))
        .route(
            "/.well-known/security.txt",
            get(crate::web::well_known::security),
        )
        .route("/.well-known/assetlinks.json", get(native::asset_links))
        .route(
            "/.well-known/apple-app-site-association",
            get(native::apple_app_site_association),
        )
        .route("/sitemap.xml", get(crate::web::well_known::sitemap))
        .route("/api/_icons/{file}", get(icons::icons))
        .route("/api", get(api_reference::page))
        .route("/api/reference.css", get(api_reference::style))
        .route("/api/reference.js", get(api_reference::script))
        .route("/api/v1/openapi.json", get(api_reference::document))
        .route("/uploads/{name}", get(uploads::picture))
        .route("/uploads/{name}/{download}", get(uploads::document))
        .route("/embed/sociale-kaart", get(social_map_feed::embed))
        .route("/embed/vacancies", get(vacancy_embed::embed))
        .route("/embed/activities", get(vacancy_embed::activities))
        .route("/embed/frame.js", get(vacancy_embed::frame_script))
        .route("/embed.js", get(vacancy_embed::script))
        .route("/error-reports", post(error_reports::take))
        .route("/tiles/{zoom}/{column}/{row}", get(tiles::tile))
        .route("/feeds/{file}", get(feeds::feed))
        .route("/feeds/me/{token}", get(personal_feed::show))
        .route("/voluntr/changelog/{token}", get(changelog_feed::show))
        .route("/activities/{file}", get(calendar_feeds::one))
        .route("/og/{kind}/{name}", get(share_picture::picture))
        .route(
            "/unsubscribe/{token}",
            get(unsubscribe::show).post(unsubscribe::unsubscribe),
        )
        .route("/still-right/{token}", confirmation())
        .route("/nl/still-right/{token}", confirmation())
        .route("/en/still-right/{token}", confirmation())
        .route("/forms/{token}", forms::routes().get(page::page))
        .route("/nl/forms/{token}", forms::routes().get(page::page))
        .route("/en/forms/{token}", forms::routes().get(page::page))
        .route("/profile-visible/{token}", profile_visible())
        .route("/nl/profile-visible/{token}", profile_visible())
        .route("/en/profile-visible/{token}", profile_visible())
        .route("/renew/{token}", renewal())
        .route("/nl/renew/{token}", renewal())
        .route("/en/renew/{token}", renewal())
        .route("/activity-registration/{token}", registration())
        .route("/nl/activity-registration/{token}", registration())
        .route("/en/activity-registration/{token}", registration())
        .route(share_target::PATH, get(share_target::open))
        .route("/nl/delen", get(share_target::open))
        .route("/en/delen", get(share_target::open))
        .route("/controle", get(proof_check::form))
        .route("/nl/controle", get(proof_check::form))
        .route("/en/controle", get(proof_check::form))
        .route("/controle/{code}", get(proof_check::of_code))
        .route("/nl/controle/{code}", get(proof_check::of_code))
        .route("/en/controle/{code}", get(proof_check::of_code))
        .route("/posters/{kind}/{name}", get(poster::poster))
        .route("/nl/posters/{kind}/{name}", get(poster::poster))
        .route("/en/posters/{kind}/{name}", get(poster::poster))
        .route("/kaart/{code}", get(desk_card::page))
        .route("/nl/kaart/{code}", get(desk_card::page))
        .route("/en/kaart/{code}", get(desk_card::page))
        .fallback(page::page)
        .layer(Extension(crate::web::page_data::Calls::new(api, clock)))
}

/// The link of a mail, in the language of the mail.
fn confirmation() -> MethodRouter<Arc<App>> {
    get(still_right::show).post(still_right::confirm)
}

fn profile_visible() -> MethodRouter<Arc<App>> {
    get(profile_visible::show).post(profile_visible::confirm)
}

fn renewal() -> MethodRouter<Arc<App>> {
    get(renew::show).post(renew::renew)
}

fn registration() -> MethodRouter<Arc<App>> {
    get(activity_registration::show).post(activity_registration::answer)
}

async fn asset(request: Request) -> axum::response::Response {
    assets::answer(&request.into_parts().0)
}
