//! Well-known files: build identifier, `robots.txt`, `sitemap.xml` and `security.txt`.

use std::sync::{Arc, LazyLock};

use axum::extract::{Extension, Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use rusqlite::{Connection, Row, named_params};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::assets;
use super::calendar;
use super::file_response::file;
use super::language::path_in;
use super::pages::{PAGES, VISITOR_MENU, View};
use super::share_target;
use crate::app::App;
use crate::app::tenancy::request_target::Site;
use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::error::Result;
use crate::jsonapi::Query;
use crate::presets::Features;
use crate::resources::NEXT_EXPIRY;
use crate::resources::page::published::{NEXT_PUBLICATION, address_of};
use crate::web::branding::Branding;
use crate::web::i18n;

/// Addresses in one file of the sitemap. The protocol allows 50,000; a file of these is a few megabytes.
const SITEMAP_PART: usize = 10_000;
/// Maximum number of files in an index, by the sitemap protocol.
const SITEMAPS_LIMIT: usize = 50_000;

/// Entries of the visitors' menu that the icon of the installed site offers.
const SHORTCUTS: [&str; 3] = ["vacancies", "activities", "saved"];

/// Build identifier of the client: a hash of its files, so that identical builds have identical identifiers.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    hash.update(env!("CARGO_PKG_VERSION"));
    for name in assets::names() {
        hash.update(name.as_bytes());
        hash.update(assets::hash(&name).unwrap_or_default());
    }
    assets::short(&hash.finalize())
});

pub async fn latest_build() -> Response {
    file(
        "application/json",
        "public, no-cache",
        json!({ "id": *BUILD }).to_string(),
    )
}

pub async fn build(Path(name): Path<String>) -> Response {
    if name != format!("{}.json", *BUILD) {
        return (StatusCode::NOT_FOUND, "404: not found\n").into_response();
    }
    let told = json!({ "id": *BUILD, "version": env!("CARGO_PKG_VERSION"), "prerendered": [] });
    file("application/json", assets::FOREVER, told.to_string())
}

/// Web app manifest: what a device shows of the installed site, where its shortcuts lead, and what it does with things that
/// other apps share.
pub async fn manifest(Extension(site): Extension<Site>) -> Result<Response> {
    let branding = Branding::of(&site).await?;
    let colors = branding.theme.colors();
    let primary = colors
        .primary
        .iter()
        .find(|(step, _)| *step == 700)
        .map(|(_, colour)| colour.to_string());
    let features = site.features();
    let shortcuts: Vec<_> = VISITOR_MENU
        .iter()
        .filter(|link| SHORTCUTS.contains(&link.key) && (link.when)(features))
        .map(|link| {
            json!({
                "name": i18n::shell(Locale::Nl, &format!("screen/{}", link.key)),
                "url": link.path,
                "icons": [{ "src": "/icons/192.png", "sizes": "192x192", "type": "image/png" }],
            })
        })
        .collect();
    let told = json!({
        "id": "/",
        "name": branding.app_name,
        "short_name": branding.app_name.chars().take(30).collect::<String>(),
        "description": i18n::description(Locale::Nl, "home"),
        "lang": "nl",
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": primary,
        "background_color": "#ffffff",
        "categories": ["lifestyle", "social"],
        "icons": [
            { "src": "/icons/192.png", "sizes": "192x192", "type": "image/png", "purpose": "any" },
            { "src": "/icons/512.png", "sizes": "512x512", "type": "image/png", "purpose": "any" },
            { "src": "/icons/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable" },
        ],
        "shortcuts": shortcuts,
        "share_target": {
            "action": share_target::PATH,
            "method": "GET",
            "params": { "title": "title", "text": "text", "url": "url" },
        },
    });
    let mut response = file(
        "application/manifest+json",
        "public, no-cache",
        told.to_string(),
    );
    response.extensions_mut().insert(branding.keep);
    Ok(response)
}

pub async fn robots(Extension(site): Extension<Site>) -> Response {
    // Private pages declare `noindex` themselves. Listing them here would only advertise them.
    let text = format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: {}/sitemap.xml\n",
        site.origin()
    );
    file("text/plain; charset=utf-8", assets::A_DAY, text)
}

/// `security.txt` (RFC 9116). `Expires`, required by the standard, is half a year after the request.
pub async fn security(
    State(app): State<Arc<App>>,
    Extension(site): Extension<Site>,
) -> Result<Response> {
    let branding = Branding::of(&site).await?;
    let address = branding.center("email").map_or_else(
        || format!("{}/", site.origin()),
        |email| format!("mailto:{email}"),
    );
    let expires = later(&app.clock().text(), days(180));
    let text = format!(
        "Contact: {address}\nExpires: {expires}\nPreferred-Languages: nl, en\nCanonical: {}/.well-known/security.txt\n",
        site.origin()
    );
    Ok(file(
        "text/plain; charset=utf-8",
        "public, max-age=3600",
        text,
    ))
}

/// Sitemap of the indexable pages and every published vacancy, in both languages. Of more addresses than fit in one it is
/// the index of its parts, `/sitemap.xml?part=2`: an address in the root may name every page.
pub async fn sitemap(
    State(app): State<Arc<App>>,
    Extension(site): Extension<Site>,
    uri: Uri,
) -> Result<Response> {
    let query = uri.query().map(Query::parse).unwrap_or_default();
    let part = match query.get("part") {
        None => None,
        Some(text) => match text.parse::<usize>() {
            Ok(part @ 1..=SITEMAPS_LIMIT) => Some(part),
            _ => return Ok(no_such_part()),
        },
    };
    let mut keep = site.tenant.keep(&[
        "vacancies",
        "activities",
        "organizations",
        "published_pages",
        "tenant_settings",
        "volunteer_centers",
    ]);
    let (center_id, now) = (site.center_id, app.clock().text());
    let db = site.tenant.unguarded("published vacancies are everybody's");
    let pages = listed_pages(site.features());
    let activities = if site.features().activities {
        OPEN_ACTIVITIES
    } else {
        NO_ACTIVITIES
    };
    let found = db
        .search(site.client_ip, move |connection| {
            Sitemap::read(connection, (center_id, &now), (pages, activities), part)
        })
        .await?;
    keep.until = found
        .next
        .and_then(|at| at.parse::<jiff::Timestamp>().ok())
        .map(jiff::Timestamp::as_second);
    let xml = match found.contents {
        None => return Ok(no_such_part()),
        Some(Contents::Index(parts)) => index(&site.origin(), parts)?,
        Some(Contents::Pages(mut pages)) => {
            // On the host of a campaign everything else leads to its page.
            let preset = &site.tenant.preset;
            pages.retain(|(path, ..)| preset.redirect_for(&site.host, path).is_none());
            urls(&site.origin(), pages.into_iter())?
        }
    };
    let mut response = file(
        "application/xml; charset=utf-8",
        "public, max-age=3600",
        xml,
    );
    response.extensions_mut().insert(keep);
    Ok(response)
}

fn no_such_part() -> Response {
    (StatusCode::NOT_FOUND, "404: not found\n").into_response()
}

/// The pages of the program itself that are to be found.
fn listed_pages(features: Features) -> Vec<SitemapPage> {
    PAGES
        .iter()
        .filter(|page| {
            page.is_listed()
                && page.is_on(features)
                && !page.path.contains(':')
                && !i18n::title(Locale::Nl, page.key).is_empty()
        })
        // The page of the partners is one that a centre makes.
        .filter(|page| !matches!(page.view, View::Content(_)))
        .map(|page| (page.path.to_owned(), None, true))
        .collect()
}

enum Contents {
    /// Number of parts.
    Index(usize),
    Pages(Vec<SitemapPage>),
}

/// One file of the sitemap, and when it changes by itself. No contents: there is no such part.
struct Sitemap {
    contents: Option<Contents>,
    next: Option<String>,
}

/// Condition on the vacancies and the pages of a sitemap.
const PUBLISHED: &str = concat!(
    "from vacancies v
    where v.volunteer_center_id = :center_id and v.status = 'published' and v.expires_at > :now and ",
    crate::with_help!("v")
);
const WRITTEN: &str = "from published_pages
    where volunteer_center_id = :center_id and slug <> 'home' and publish_at <= :now
      and (unpublish_at is null or unpublish_at > :now)";

const OPEN_ACTIVITIES: &str = "from activities a
    where a.volunteer_center_id = :center_id and a.status in ('published', 'full', 'running') and a.only_for_organizations = 0
      and a.published_at <= :now
      and (a.organization_id is null or exists (select 1 from organizations o where o.id = a.organization_id and o.status = 'approved'))";
const NO_ACTIVITIES: &str =
    "from activities where volunteer_center_id = :center_id and :now is null";

impl Sitemap {
    /// Reads the rows of one file only. They stand in the order of their numbers, so that a new one moves no other to
    /// another part.
    fn read(
        connection: &Connection,
        (center_id, now): (i64, &str),
        (own, activities): (Vec<SitemapPage>, &str),
        part: Option<usize>,
    ) -> Result<Self> {
        let next = connection
            .prepare_cached(&format!(
                "select min(at) from (select ({NEXT_EXPIRY}) as at union all select ({NEXT_PUBLICATION}))"
            ))?
            .query_row(named_params! {":now": now}, |row| row.get(0))?;
        let count = |of: &str| -> Result<usize> {
            let mut statement = connection.prepare_cached(&format!("select count(*) {of}"))?;
            let count: i64 = statement.query_row(
                named_params! {":center_id": center_id, ":now": now},
                |row| row.get(0),
            )?;
            Ok(usize::try_from(count).unwrap_or_default())
        };
        let counts = [
            own.len(),
            count(WRITTEN)?,
            count(PUBLISHED)?,
            count(activities)?,
        ];
        let parts = counts.iter().sum::<usize>().div_ceil(SITEMAP_PART).max(1);
        let contents = match part {
            None if parts > 1 => Some(Contents::Index(parts.min(SITEMAPS_LIMIT))),
            Some(part) if part > parts => None,
            part => {
                let from = (part.unwrap_or(1) - 1) * SITEMAP_PART;
                let [own_span, written, published, active] = spans(counts, from);
                let mut pages: Vec<SitemapPage> =
                    own.into_iter().skip(own_span.0).take(own_span.1).collect();
                pages.extend(rows(
                    connection,
                    WRITTEN,
                    "slug, page_type, locale, updated_at",
                    (center_id, now),
                    written,
                    |row| {
                        let (slug, kind, locale): (String, String, String) =
                            (row.get(0)?, row.get(1)?, row.get(2)?);
                        let locale = Locale::parse(&locale).unwrap_or_default();
                        Ok((locale.path(&address_of(&slug, &kind)), row.get(3)?, false))
                    },
                )?);
                pages.extend(rows(
                    connection,
                    PUBLISHED,
                    "id, updated_at",
                    (center_id, now),
                    published,
                    |row| {
                        let id: i64 = row.get(0)?;
                        Ok((format!("/vacancies/{id}"), row.get(1)?, true))
                    },
                )?);
                pages.extend(rows(
                    connection,
                    activities,
                    "id, slug, updated_at",
                    (center_id, now),
                    active,
                    |row| {
                        let (id, slug): (i64, String) = (row.get(0)?, row.get(1)?);
                        let path = format!("{}/{id}-{slug}", calendar::PATH);
                        Ok((path, row.get(2)?, true))
                    },
                )?);
                Some(Contents::Pages(pages))
            }
        };
        Ok(Self { contents, next })
    }
}

/// Of each list that stands behind the one before it, how many of its rows to skip and to take for the part at `from`.
fn spans<const N: usize>(counts: [usize; N], from: usize) -> [(usize, usize); N] {
    let (mut begin, until) = (0, from + SITEMAP_PART);
    counts.map(|count| {
        let skipped = from.saturating_sub(begin).min(count);
        let taken = until
            .saturating_sub(begin)
            .min(count)
            .saturating_sub(skipped);
        begin += count;
        (skipped, taken)
    })
}

fn rows(
    connection: &Connection,
    of: &str,
    columns: &str,
    (center_id, now): (i64, &str),
    (skipped, taken): (usize, usize),
    page: impl FnMut(&Row) -> rusqlite::Result<SitemapPage>,
) -> Result<Vec<SitemapPage>> {
    if taken == 0 {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare_cached(&format!(
        "select {columns} {of} order by id limit :taken offset :skipped"
    ))?;
    let skipped = i64::try_from(skipped).unwrap_or(i64::MAX);
    let taken = i64::try_from(taken).unwrap_or(i64::MAX);
    let rows = statement.query_map(
        named_params! {":center_id": center_id, ":now": now, ":skipped": skipped, ":taken": taken},
        page,
    )?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn index(origin: &str, parts: usize) -> Result<String> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = writer
        .create_element("sitemapindex")
        .with_attribute(("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9"));
    root.write_inner_content(|writer| {
        for part in 1..=parts {
            writer
                .create_element("sitemap")
                .write_inner_content(|writer| {
                    writer
                        .create_element("loc")
                        .write_text_content(BytesText::new(&format!(
                            "{origin}/sitemap.xml?part={part}"
                        )))?;
                    Ok(())
                })?;
        }
        Ok(())
    })?;
    Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned())
}

/// Path, last change, and whether it is the same in both languages but for the prefix.
type SitemapPage = (String, Option<String>, bool);

fn urls(origin: &str, pages: impl Iterator<Item = SitemapPage>) -> Result<String> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = writer.create_element("urlset").with_attributes([
        ("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9"),
        ("xmlns:xhtml", "http://www.w3.org/1999/xhtml"),
    ]);
    root.write_inner_content(|writer| {
        for (path, changed, is_in_both) in pages {
            writer.create_element("url").write_inner_content(|writer| {
                writer
                    .create_element("loc")
                    .write_text_content(BytesText::new(&format!("{origin}{path}")))?;
                if let Some(at) = &changed {
                    writer
                        .create_element("lastmod")
                        .write_text_content(BytesText::new(at))?;
                }
                for locale in Locale::ALL.into_iter().filter(|_| is_in_both) {
                    let href = format!("{origin}{}", path_in(locale, &path));
                    let link = writer.create_element("xhtml:link");
                    link.with_attributes([
                        ("rel", "alternate"),
                        ("hreflang", locale.as_str()),
                        ("href", href.as_str()),
                    ])
                    .write_empty()?;
                }
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_the_sitemap_cannot_break_its_xml() {
        let xml = urls(
            "https://a.example",
            [(
                "/x?a=1&b=<2>".to_owned(),
                Some("2027-01-01T00:00:00Z".to_owned()),
                true,
            )]
            .into_iter(),
        )
        .unwrap();
        assert!(xml.contains("<loc>https://a.example/x?a=1&amp;b=&lt;2&gt;</loc>"));
        assert!(xml.contains("hreflang=\"en\" href=\"https://a.example/en/x?a=1&amp;b="));
        assert_eq!(xml.matches("<url>").count(), 1);
    }

    #[test]
    fn each_address_stands_in_one_part() {
        let counts = [20, 15_000, 9_000];
        assert_eq!(spans(counts, 0), [(0, 20), (0, 9_980), (0, 0)]);
        assert_eq!(spans(counts, 10_000), [(20, 0), (9_980, 5_020), (0, 4_980)]);
        assert_eq!(
            spans(counts, 20_000),
            [(20, 0), (15_000, 0), (4_980, 4_020)]
        );
        assert_eq!(spans([20, 0, 0], 0), [(0, 20), (0, 0), (0, 0)]);
    }

    #[test]
    fn the_same_build_has_the_same_id() {
        assert_eq!(BUILD.len(), 16);
        assert!(BUILD.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
