//! Volunteer centres: partners that run a branded site, with profile (logo, colours, footer) and theme.

use std::collections::BTreeMap;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::address::Address;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, Input, Routes, WithMeta};
use crate::jsonapi::schema::facts::{AuditSubject, CenterOf, SessionAccess};
use crate::jsonapi::{
    Computed, Document, Filter, Id, Predicate, Relation, Resource, Saving, Sort, belongs_to,
};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::center_defaults;
use crate::resources::declaration::{Declared, Demo, Export, Retention};
use crate::resources::field_rules;
use crate::resources::vacancy::{VacancyType, offered_types};
use crate::theme;

pub struct VolunteerCenter;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VolunteerCenterAttributes {
    #[validate(length(min = 2, max = 60))]
    pub name: String,
    #[validate(email, length(max = 254))]
    pub email: Option<String>,
    #[validate(custom(function = "field_rules::phone_number"))]
    pub phone_number: Option<String>,
    /// The language of a visitor who has not chosen one.
    #[serde(default = "dutch")]
    pub locale: String,
    /// The host that leads to this centre.
    #[validate(custom(function = "field_rules::host"), length(max = 253))]
    pub host: Option<String>,
    /// Vacancies of organisations that are not trusted are looked at before they are published.
    #[serde(default = "yes")]
    pub review_vacancies: bool,
    /// People may apply without an account, confirmed by mail.
    #[serde(default = "yes")]
    pub allow_guest_applications: bool,
    /// Who is younger needs the yes of a parent or guardian; below twelve nobody has an account.
    #[serde(default = "sixteen")]
    #[validate(range(min = 16, max = 18))]
    pub minimum_age: i64,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

fn dutch() -> String {
    "nl".to_owned()
}

fn sixteen() -> i64 {
    16
}

fn yes() -> bool {
    true
}

impl Resource for VolunteerCenter {
    const TYPE: &'static str = "volunteer_centers";
    type Attributes = VolunteerCenterAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column("name", &[Predicate::Eq, Predicate::Cont])];
    const SORTS: &'static [Sort] = &[Sort::by("name", "t.name")];
    const DEFAULT_SORT: &'static str = "name";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<VolunteerCenterProfile>("profile", "profile_id"),
        belongs_to::<Theme>("theme", "theme_id"),
        belongs_to::<Address>("address", "address_id"),
    ];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        center: CenterOf::Itself,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/volunteer_centers"),
            ("GET", "/api/v1/volunteer_centers/current"),
            ("GET", "/api/v1/volunteer_centers/{id}"),
            ("PATCH", "/api/v1/volunteer_centers/{id}"),
            ("PUT", "/api/v1/volunteer_centers/{id}"),
        ],
        offered: &[Verb::Update, Verb::Govern],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut VolunteerCenterAttributes,
        _: Option<&VolunteerCenterAttributes>,
        _: &Saving,
    ) -> Result<()> {
        new.phone_number = new
            .phone_number
            .take()
            .and_then(|number| field_rules::e164(&number));
        new.host = new.host.take().filter(|host| !host.is_empty());
        Ok(())
    }

    fn created(id: Id<Self>, saving: &Saving) -> Result<()> {
        center_defaults::furnish(saving.tx, id.number())
    }

    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        center_defaults::clear_away(tx, id.number())
    }
}

impl Declared for VolunteerCenter {
    const FILE: &'static str = file!();
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("volunteer_centers", "a centre's own address and number"),
    ];
    const RETENTION: Option<Retention> =
        Some(Retention::Kept("until an admin deletes an empty centre"));
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its tenant"));
}

pub struct VolunteerCenterProfile;

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VolunteerCenterProfileAttributes {
    /// The centre's; changed there.
    #[schemars(extend("readOnly" = true))]
    pub name: Option<String>,
    #[validate(length(max = 2000))]
    pub website_logo_url: Option<String>,
    #[validate(length(max = 2000))]
    pub website_logo_dark_mode_url: Option<String>,
    #[validate(length(max = 2000))]
    pub favicon_url: Option<String>,
    #[validate(custom(function = "field_rules::gtag_id"))]
    pub gtag_id: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub primary_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub secondary_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub tertiary_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub muted_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub background_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub text_color: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_1_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_1_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_2_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_2_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_3_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_3_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_4_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_4_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_6_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_6_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_8_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_8_content: Option<String>,
    // English versions of the texts; an empty one falls back to its counterpart.
    #[validate(length(max = 60))]
    pub footer_column_1_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_1_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_2_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_2_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_3_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_3_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_4_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_4_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_6_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_6_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_8_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_8_content_en: Option<String>,
    #[serde(default)]
    pub show_anbi_logo: bool,
    #[serde(default)]
    pub show_nov_logo: bool,
}

impl Resource for VolunteerCenterProfile {
    const TYPE: &'static str = "volunteer_center_profiles";
    type Attributes = VolunteerCenterProfileAttributes;

    const COMPUTED: &'static [Computed] = &[Computed {
        field: "name",
        sql: "select c.name from volunteer_centers c where c.profile_id = t.id",
    }];
    const DEPENDS: &'static [&'static str] = &["volunteer_centers"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/volunteer_center_profiles/{id}"),
            ("PATCH", "/api/v1/volunteer_center_profiles/{id}"),
            ("PUT", "/api/v1/volunteer_center_profiles/{id}"),
        ],
        offered: &[Verb::Update, Verb::Oversee],
        ..SessionAccess::CLOSED
    };

    /// The profile's colours replace missing theme colours, so the same rule applies to them.
    fn before_save(
        new: &mut VolunteerCenterProfileAttributes,
        old: Option<&VolunteerCenterProfileAttributes>,
        _: &Saving,
    ) -> Result<()> {
        let logos = |profile: &VolunteerCenterProfileAttributes| {
            [
                ("website_logo_url", profile.website_logo_url.clone()),
                (
                    "website_logo_dark_mode_url",
                    profile.website_logo_dark_mode_url.clone(),
                ),
                ("favicon_url", profile.favicon_url.clone()),
            ]
        };
        let known = old.map(logos);
        let faults: Vec<FieldFault> = logos(new)
            .into_iter()
            .filter(|logo| known.as_ref().is_none_or(|known| !known.contains(logo)))
            .filter(|(_, address)| {
                let address = address.as_deref().unwrap_or_default();
                !address.is_empty() && !theme::allow_list::logo(address)
            })
            .map(|(field, _)| FieldFault::attribute(field, "url"))
            .collect();
        if !faults.is_empty() {
            return Err(Error::Invalid(faults));
        }
        let colours = |profile: &VolunteerCenterProfileAttributes| theme::ThemeConfig {
            background_color: profile.background_color.clone(),
            text_color: profile.text_color.clone(),
            ..theme::ThemeConfig::default()
        };
        theme::check(&colours(new), Some(&old.map(colours).unwrap_or_default()))
    }
}

impl Declared for VolunteerCenterProfile {
    const FILE: &'static str = file!();
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("volunteer_center_profiles", "of a centre"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its centre"));
    const EXPORT: Option<Export> = Some(Export::No("part of a centre"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its tenant"));
}

pub struct Theme;

/// The theme's settings.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ThemeAttributes {
    #[serde(default = "inter")]
    pub font_sans: String,
    #[serde(default = "inter")]
    pub font_heading: String,
    #[serde(default)]
    pub css_variables: Map<String, Value>,
    pub primary_color_preset: Option<String>,
    pub primary_shades: Option<Map<String, Value>>,
    pub secondary_color_preset: Option<String>,
    pub secondary_shades: Option<Map<String, Value>>,
    pub tertiary_color_preset: Option<String>,
    pub tertiary_shades: Option<Map<String, Value>>,
    pub muted_color_preset: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub background_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub text_color: Option<String>,
    #[serde(default = "rounded")]
    pub default_shape: String,
    #[serde(default)]
    pub header_full_width: bool,
    #[serde(default = "tab")]
    pub header_variant: String,
    #[serde(default = "yes")]
    pub header_sticky: bool,
    #[serde(default = "yes")]
    pub header_language_toggle: bool,
    #[serde(default)]
    pub header_center_menu_items: bool,
    #[serde(default = "maud")]
    pub footer_variant: String,
    #[serde(default)]
    pub allow_inactive_users: bool,
    #[serde(default)]
    pub enable_moving_organizations: bool,
    #[serde(default)]
    pub staging: bool,
}

fn inter() -> String {
    theme::fonts::find_or_default("").name.to_owned()
}

fn rounded() -> String {
    "rounded".to_owned()
}

fn tab() -> String {
    "tab".to_owned()
}

fn maud() -> String {
    "maud".to_owned()
}

impl Resource for Theme {
    const TYPE: &'static str = "themes";
    type Attributes = ThemeAttributes;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/themes/{id}"),
            ("PATCH", "/api/v1/themes/{id}"),
            ("PUT", "/api/v1/themes/{id}"),
        ],
        offered: &[Verb::Update, Verb::Govern],
        ..SessionAccess::CLOSED
    };

    /// A value that `/theme.css` cannot parse would invalidate the whole theme.
    fn before_save(
        new: &mut ThemeAttributes,
        old: Option<&ThemeAttributes>,
        _: &Saving,
    ) -> Result<()> {
        // A stored theme that cannot be parsed is no reference for the new one.
        let old = old.and_then(|old| config(old).ok());
        theme::check(&config(new)?, old.as_ref())
    }
}

impl Declared for Theme {
    const FILE: &'static str = file!();
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("themes", "of a centre"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its centre"));
    const EXPORT: Option<Export> = Some(Export::No("part of a centre"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its tenant"));
}

/// Parses the theme as the style sheet does.
fn config(attributes: &ThemeAttributes) -> Result<theme::ThemeConfig> {
    let mut told = serde_json::to_value(attributes)?;
    if let Some(told) = told.as_object_mut() {
        told.retain(|_, value| !value.is_null());
    }
    serde_path_to_error::deserialize(told).map_err(|error| {
        let field = error.path().to_string().replace('.', "/");
        FieldFault::attribute(&field, "choice").into()
    })
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<VolunteerCenter>()
        .find::<VolunteerCenter>()
        .create::<VolunteerCenter>()
        .update::<VolunteerCenter>()
        .delete::<VolunteerCenter>()
        .find::<VolunteerCenterProfile>()
        .update::<VolunteerCenterProfile>()
        .find::<Theme>()
        .update::<Theme>()
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
    let preset = &tenant.preset;
    let now = ctx.now.clone();
    let db_keep = tenant.keep(&["vacancies", "themes", "settings"]);
    let counted = access
        .read(move |connection| {
            let vacancies: i64 = connection
                .prepare_cached("select count(*) from vacancies where status = 'published' and volunteer_center_id = ?1 and expires_at > ?2")?
                .query_row((center_id, &now), |row| row.get(0))?;
            let next: Option<String> = connection.prepare_cached(super::NEXT_EXPIRY)?.query_row(
                rusqlite::named_params! {":now": now},
                |row| row.get(0),
            )?;
            let is_staging: bool = connection
                .prepare_cached("select coalesce((select staging from themes where id = (select theme_id from volunteer_centers where id = ?1)), 0)")?
                .query_row([center_id], |row| row.get(0))?;
            Ok((vacancies, next, is_staging, offered_types(connection)?))
        })
        .await?;
    let (vacancies, next, is_staging, vacancy_types) = counted;
    let scale = if is_staging {
        preset.staged_header_scale.unwrap_or(preset.header_scale)
    } else {
        preset.header_scale
    };
    let meta = json!({
        "tenant": tenant.name,
        "context": preset.context,
        "features": preset.features,
        "wording": preset.wording,
        "vacancy_types": vacancy_types,
        "header_scale": scale,
        "redirect_path": preset.redirect_for(&ctx.site.host, "/"),
        "app_name": preset.app_name,
        "counts": { "vacancies": vacancies },
    });
    let until = next
        .and_then(|at| at.parse::<jiff::Timestamp>().ok())
        .map(jiff::Timestamp::as_second);
    let document = access.find(Id::new(center_id), input.query).await?;
    Ok(document.with_meta(&meta).also_keep(db_keep, until))
}
