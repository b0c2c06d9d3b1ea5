//! The centre of this site with all that the app needs of it at once: what the tenant decided, its counts and its menus.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{Described, Input, Routes, WithMeta};
use crate::jsonapi::{Document, Id};
use crate::resources::menu_item::{self, SiteMenus};
use crate::resources::vacancy::{VacancyType, offered_types};
use crate::resources::volunteer_center::VolunteerCenter;

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/current", current)
        .named("getCurrentVolunteerCenter", "Shows the centre of this site")
        .answers(Described::json::<
            WithMeta<VolunteerCenter, CurrentVolunteerCenterMeta>,
        >(200))
}

/// The settings of the tenant that the app needs.
#[derive(Serialize, Deserialize, JsonSchema)]
struct CurrentVolunteerCenterMeta {
    tenant: String,
    context: String,
    features: BTreeMap<String, bool>,
    wording: String,
    /// The types of vacancy that are offered here.
    vacancy_types: Vec<VacancyType>,
    header_scale: String,
    redirect_path: Option<String>,
    app_name: Option<String>,
    counts: CenterCounts,
    menus: SiteMenus,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct CenterCounts {
    vacancies: i64,
}

/// Returns the centre of this host, with the tenant settings the app needs.
async fn current(
    access: Access<VolunteerCenter, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let ctx = access.ctx();
    let (center_id, tenant) = (ctx.site.center_id, &ctx.site.tenant);
    let (preset, settings) = (&tenant.preset, Arc::clone(&ctx.site.settings));
    let (now, site_features) = (ctx.now.clone(), ctx.site.features());
    let db_keep = tenant.keep(&[
        "vacancies",
        "themes",
        "tenant_settings",
        "volunteer_centers",
        "menu_items",
        "pages",
        "published_pages",
    ]);
    let counted = access
        .read(move |connection| {
            let vacancies: i64 = connection
                .prepare_cached("select count(*) from vacancies where status = 'published' and volunteer_center_id = ?1 and expires_at > ?2 and asker_id is null")?
                .query_row((center_id, &now), |row| row.get(0))?;
            let next: Option<String> = connection.prepare_cached(super::NEXT_EXPIRY)?.query_row(
                rusqlite::named_params! {":now": now},
                |row| row.get(0),
            )?;
            let is_staging: bool = connection
                .prepare_cached("select coalesce((select staging from themes where id = (select theme_id from volunteer_centers where id = ?1)), 0)")?
                .query_row([center_id], |row| row.get(0))?;
            let menus = menu_item::read(connection, center_id, site_features)?;
            Ok((vacancies, next, is_staging, offered_types(connection, center_id)?, (menus, menu_item::next_change(connection, center_id)?)))
        })
        .await?;
    let (vacancies, next, is_staging, vacancy_types, (menus, menus_change)) = counted;
    let scale = if is_staging {
        preset.staged_header_scale.unwrap_or(settings.header_scale)
    } else {
        settings.header_scale
    };
    let meta = json!({
        "tenant": tenant.name,
        "context": ctx.site.context,
        "features": ctx.site.features(),
        "wording": ctx.site.wording(),
        "vacancy_types": vacancy_types,
        "header_scale": scale,
        "redirect_path": preset.redirect_for(&ctx.site.host, "/"),
        "app_name": settings.app_name,
        "counts": { "vacancies": vacancies },
        "menus": menus,
    });
    let until = next
        .and_then(|at| at.parse::<jiff::Timestamp>().ok())
        .map(jiff::Timestamp::as_second);
    let until = [until, menus_change].into_iter().flatten().min();
    let document = access.find(Id::new(center_id), input.query).await?;
    Ok(document.with_meta(&meta).also_keep(db_keep, until))
}
