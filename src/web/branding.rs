//! Branding of a centre in the document head of its pages, and `/theme.css`.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::{Extension, OriginalUri};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension};
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_64;

use super::assets;
use crate::app::tenancy::request_target::Site;
use crate::error::Result;
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::query::Query;
use crate::resources::menu_item::{self, SiteMenus};
use crate::theme::config::{ThemeHeaderVariant, ThemeShape};
use crate::theme::fonts::find_or_default;
use crate::theme::{self, HeaderScale, ThemeConfig, theme_css};

const TABLES: &[&str] = &[
    "themes",
    "volunteer_centers",
    "volunteer_center_profiles",
    "addresses",
    "tenant_settings",
    "menu_items",
    "pages",
    "published_pages",
];

/// Name, profile and theme of the centre that a page is rendered for.
pub struct Branding {
    pub app_name: String,
    pub theme: ThemeConfig,
    header: HeaderScale,
    row: Row,
    pub menus: SiteMenus,
    pub keep: CachePolicy,
}

#[derive(Default)]
struct Row {
    center: Facts,
    profile: Facts,
    theme: Facts,
}

/// Column values of one row by name.
type Facts = BTreeMap<String, SqlValue>;

impl Branding {
    pub async fn of(site: &Site) -> Result<Self> {
        let mut keep = site.tenant.keep(TABLES);
        let (center_id, features) = (site.center_id, site.features());
        let db = site
            .tenant
            .unguarded("a centre's name, colours and menus are everybody's");
        let (row, menus, until) = db
            .read(move |connection| {
                let menus = menu_item::read(connection, center_id, features)?;
                let until = menu_item::next_change(connection, center_id)?;
                Ok((read(connection, center_id)?, menus, until))
            })
            .await?;
        keep.until = until;
        let theme = theme_of(&row);
        let settings = &site.settings;
        let name = text(&row.center, "name")
            .unwrap_or(&site.tenant.name)
            .to_owned();
        Ok(Self {
            app_name: settings.app_name.clone().unwrap_or(name),
            header: site
                .tenant
                .preset
                .header_scale_of(settings.header_scale, &theme),
            theme,
            row,
            menus,
            keep,
        })
    }

    pub fn center(&self, name: &str) -> Option<&str> {
        text(&self.row.center, name)
    }

    /// Image URL from the profile. Stored values of older versions pass the validation that applies on save.
    pub fn profile(&self, name: &str) -> Option<&str> {
        text(&self.row.profile, name)
            .filter(|value| !name.ends_with("_url") || theme::allow_list::logo(value))
    }

    /// Whether a mark of the profile is switched on.
    pub fn has(&self, name: &str) -> bool {
        matches!(self.row.profile.get(name), Some(SqlValue::Integer(1)))
    }

    /// Hosts of externally stored logos, for the content security policy.
    pub fn picture_hosts(&self) -> Vec<String> {
        let pictures = [
            "website_logo_url",
            "website_logo_dark_mode_url",
            "favicon_url",
        ];
        let hosts = pictures.iter().filter_map(|name| {
            let rest = self.profile(name)?.strip_prefix("https://")?;
            let host = rest.split(['/', '?', '#']).next()?;
            let is_allowed = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b':');
            let is_host = !host.is_empty() && host.bytes().all(is_allowed);
            is_host.then(|| format!("https://{host}"))
        });
        hosts.collect()
    }

    /// The centre's own favicon, else its logo, else the product's logo in the centre's colours.
    pub fn favicon(&self) -> &str {
        self.profile("favicon_url")
            .or_else(|| self.profile("website_logo_url"))
            .unwrap_or("/favicon.svg")
    }

    pub fn shape(&self) -> &'static str {
        match self.theme.default_shape {
            ThemeShape::Rounded => "rounded",
            ThemeShape::Straight => "straight",
        }
    }

    /// CSS classes of the toolbar, identical to those of the client.
    pub fn toolbar(&self) -> String {
        let theme = &self.theme;
        [
            (true, "toolbar"),
            (
                theme.header_variant == ThemeHeaderVariant::Legacy,
                "is-legacy",
            ),
            (!theme.header_sticky, "is-static"),
            (theme.header_full_width, "is-full"),
            (theme.header_center_menu_items, "is-centered"),
        ]
        .iter()
        .filter_map(|(is_set, class)| is_set.then_some(*class))
        .collect::<Vec<_>>()
        .join(" ")
    }

    /// Font files of the theme, for preloading: avoids a second paint of the text.
    pub fn fonts(&self) -> Vec<String> {
        let named = [&self.theme.font_sans, &self.theme.font_heading];
        let mut files: Vec<String> = named
            .into_iter()
            .filter_map(|name| assets::starting(&find_or_default(name).file_start()))
            .collect();
        files.dedup();
        files
    }

    /// Cache-busting version: changes with the theme and with the program version that generates its CSS.
    pub fn version(&self) -> String {
        let told = serde_json::to_string(&(&self.theme, self.header, env!("CARGO_PKG_VERSION")))
            .unwrap_or_default();
        format!("{:012x}", xxh3_64(told.as_bytes()) >> 16)
    }

    /// Changes with whatever of the centre a page shows.
    fn everything(&self) -> String {
        let row = &self.row;
        let told = format!(
            "{}{:?}{:?}{}{:?}",
            self.version(),
            row.center,
            row.profile,
            self.app_name,
            self.menus
        );
        format!("{:012x}", xxh3_64(told.as_bytes()) >> 16)
    }

    fn css(&self) -> String {
        theme_css(&self.theme, self.header)
    }
}

/// `/theme.css`. An unknown host gets the product's default colours, so that its error page is styled.
pub async fn style_sheet(
    site: Option<Extension<Site>>,
    OriginalUri(uri): OriginalUri,
) -> Result<Response> {
    let Some(Extension(site)) = site else {
        return Ok(sheet(
            theme_css(&ThemeConfig::default(), HeaderScale::default()),
            "no-store",
        ));
    };
    let branding = Branding::of(&site).await?;
    let asked = Query::parse(uri.query().unwrap_or_default());
    // An outdated version in the URL gets the current style sheet, without `immutable` caching.
    let is_current = asked.get("v") == Some(branding.version().as_str());
    let mut response = sheet(
        branding.css(),
        if is_current {
            assets::FOREVER
        } else {
            "public, no-cache"
        },
    );
    response.extensions_mut().insert(branding.keep);
    Ok(response)
}

/// `/branding.json`: what an open page asks now and then, to show a changed theme, logo or footer without a reload.
pub async fn latest(Extension(site): Extension<Site>) -> Result<Response> {
    let branding = Branding::of(&site).await?;
    let told = json!({ "version": branding.everything() }).to_string();
    let etag = assets::etag_of(told.as_bytes());
    let mut response = Body::from(told).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, no-cache"),
    );
    headers.insert(header::ETAG, etag);
    response.extensions_mut().insert(branding.keep);
    Ok(response)
}

fn sheet(css: String, cache: &'static str) -> Response {
    let etag = assets::etag_of(css.as_bytes());
    let mut response = Body::from(css).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/css; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::ETAG, etag);
    response
}

/// Generated favicon: the product's logo in the centre's colours, for centres without favicon and logo.
pub async fn favicon(Extension(site): Extension<Site>) -> Result<Response> {
    let branding = Branding::of(&site).await?;
    let colors = branding.theme.colors();
    let step = |shades: &crate::theme::Shades, step: u16| {
        shades
            .iter()
            .find(|(known, _)| *known == step)
            .map_or_else(|| "#333333".to_owned(), |(_, colour)| colour.to_string())
    };
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 40\"><g fill=\"{}\"><path d=\"M16 40V23a11 11 0 0 1 22 0v17z\"/>\
         <circle cx=\"27\" cy=\"7\" r=\"5\"/></g><g fill=\"{}\"><path d=\"M2 40V25a10 10 0 0 1 20 0v15z\"/><circle cx=\"12\" cy=\"9\" r=\"5.5\"/></g></svg>",
        step(&colors.tertiary, 400),
        step(&colors.primary, 600),
    );
    let etag = assets::etag_of(svg.as_bytes());
    let mut response = Body::from(svg).into_response();
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("image/svg+xml"),
    );
    response.headers_mut().insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(assets::A_DAY),
    );
    response.headers_mut().insert(header::ETAG, etag);
    response.extensions_mut().insert(branding.keep);
    Ok(response)
}

fn read(connection: &Connection, center_id: i64) -> Result<Row> {
    let one = |sql: &str| -> Result<Facts> {
        let mut statement = connection.prepare_cached(sql)?;
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let facts = statement
            .query_row([center_id], |row| {
                names
                    .iter()
                    .enumerate()
                    .map(|(at, name)| Ok((name.clone(), row.get(at)?)))
                    .collect()
            })
            .optional()?;
        Ok(facts.unwrap_or_default())
    };
    Ok(Row {
        center: one(
            "select c.name, c.email, c.phone_number, c.host, a.street, a.house_number, a.postal_code, a.city
               from volunteer_centers c
               left join addresses a on a.id = c.address_id
              where c.id = ?1",
        )?,
        profile: one("select p.* from volunteer_center_profiles p join volunteer_centers c on c.profile_id = p.id where c.id = ?1")?,
        theme: one("select t.* from themes t join volunteer_centers c on c.theme_id = t.id where c.id = ?1")?,
    })
}

/// Decodes the stored theme. Missing values come from the profile, then from the defaults.
fn theme_of(row: &Row) -> ThemeConfig {
    let mut told = Map::new();
    for (name, from) in [
        ("primary_color_preset", "primary_color"),
        ("secondary_color_preset", "secondary_color"),
        ("tertiary_color_preset", "tertiary_color"),
        ("muted_color_preset", "muted_color"),
        ("background_color", "background_color"),
        ("text_color", "text_color"),
    ] {
        if let Some(colour) = text(&row.profile, from) {
            told.insert(name.to_owned(), Value::from(colour));
        }
    }
    for (name, value) in &row.theme {
        let value = match value {
            SqlValue::Integer(number) => Value::Bool(*number != 0),
            SqlValue::Text(text) if name == "css_variables" || name.ends_with("_shades") => {
                serde_json::from_str(text).unwrap_or_default()
            }
            SqlValue::Text(text) => Value::from(text.as_str()),
            _ => Value::Null,
        };
        if !value.is_null() {
            told.insert(name.clone(), value);
        }
    }
    serde_json::from_value(Value::Object(told)).unwrap_or_default()
}

fn text<'f>(facts: &'f Facts, name: &str) -> Option<&'f str> {
    match facts.get(name) {
        Some(SqlValue::Text(text)) if !text.trim().is_empty() => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(pairs: &[(&str, SqlValue)]) -> Facts {
        pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect()
    }

    #[test]
    fn what_the_theme_says_goes_before_the_profile_and_both_before_the_default() {
        let row = Row {
            theme: facts(&[
                ("primary_color_preset", SqlValue::Text("rose".into())),
                ("secondary_color_preset", SqlValue::Null),
                ("default_shape", SqlValue::Text("straight".into())),
                ("header_sticky", SqlValue::Integer(0)),
                (
                    "css_variables",
                    SqlValue::Text("{\"--v-page\":\"60rem\"}".into()),
                ),
            ]),
            profile: facts(&[
                ("primary_color", SqlValue::Text("teal".into())),
                ("secondary_color", SqlValue::Text("sky".into())),
            ]),
            ..Row::default()
        };
        let theme = theme_of(&row);
        assert_eq!(
            (
                theme.primary_color_preset.as_str(),
                theme.secondary_color_preset.as_str()
            ),
            ("rose", "sky")
        );
        assert_eq!(
            (theme.default_shape, theme.header_sticky),
            (ThemeShape::Straight, false)
        );
        assert_eq!(
            theme.css_variables.get("--v-page").map(String::as_str),
            Some("60rem")
        );
        assert_eq!(theme_of(&Row::default()), ThemeConfig::default());
    }
}
