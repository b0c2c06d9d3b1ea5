//! What visitors see: the snapshots that were published, and one of them by its address.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::document::{StoredBlock, blocks_of, from_json};
use super::render::Scene;
use super::{HOME, Page, PageLayout, PageLocale, PageType, preview, search};
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::error::{Code, Error, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::query::filter::Takes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::schema::lifecycle::next_publication;
use crate::jsonapi::{Document, Filter, Id, Predicate, Resource, Sort};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::volunteer_center::VolunteerCenter;

pub const NEXT_PUBLICATION: &str = next_publication!("published_pages");

/// News items beside one.
const RELATED: usize = 3;

pub struct PublishedPage;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct PublishedPageAttributes {
    pub page_id: Id<Page>,
    pub title: String,
    pub slug: String,
    pub locale: PageLocale,
    pub page_type: PageType,
    pub page_layout: PageLayout,
    pub show_title_on_page: bool,
    pub summary: Option<String>,
    pub featured: bool,
    pub meta_title: Option<String>,
    pub meta_description: Option<String>,
    pub og_title: Option<String>,
    pub og_description: Option<String>,
    pub og_image_url: Option<String>,
    #[serde(default)]
    pub tags: Vec<String>,
    pub author_name: Option<String>,
    pub image_url: Option<String>,
    pub image_alt: Option<String>,
    /// When it was first published.
    pub published_at: String,
    pub unpublish_at: Option<String>,
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    pub updated_at: Option<String>,
}

impl Resource for PublishedPage {
    const TYPE: &'static str = "published_pages";
    type Attributes = PublishedPageAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("slug", &[Predicate::Eq, Predicate::NotEq]),
        Filter::column("page_type", &[Predicate::Eq, Predicate::In]),
        Filter::column("locale", &[Predicate::Eq]),
        Filter::column("featured", &[Predicate::Eq]),
        Filter::column("published_at", &[Predicate::Gteq, Predicate::Lteq]),
        Filter::sql(
            "year",
            Takes::Row,
            &["published_at"],
            "substr(t.published_at, 1, 4) = cast(:value as text)",
        ),
        Filter::custom("tag", &["tags"], |conditions, value| {
            conditions.add(
                "exists (select 1 from json_each(t.tags) j where fold(j.value) = fold(:value))",
                value.to_owned(),
            );
            Ok(())
        }),
        // For a reader of this language: what is in it, and what was not translated into it.
        Filter::sql(
            "read_in",
            Takes::ChoiceOf("locale"),
            &["locale"],
            "(t.locale = cast(:value as text) or not exists (
                select 1 from pages o join published_pages p on p.page_id = o.id
                 where (o.translation_of_id = t.page_id or o.id = (select translation_of_id from pages where id = t.page_id))
                   and p.publish_at <= :now and (p.unpublish_at is null or p.unpublish_at > :now)))",
        ),
        Filter::custom("q", &["title"], |conditions, value| {
            search::words(conditions, value);
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("published_at", "t.published_at"),
        Sort::by("title", "t.title collate nocase"),
        Sort::needing("relevance", search::RELEVANCE, "q"),
    ];
    const DEFAULT_SORT: &'static str = "-published_at";
    const DEPENDS: &'static [&'static str] = &["search_synonyms", "pages"];
    const NEXT_CHANGE: Option<&'static str> = Some(NEXT_PUBLICATION);
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[("GET", "/api/v1/pages/by_slug/{id}")],
        ..SessionAccess::CLOSED
    };
}

impl Declared for PublishedPage {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/content/page/content-page.tsx",
        "useServerPage",
    ));
    const ABOUT: &'static str = "Pages and news as visitors see them.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("published_pages", "what a centre shows everybody"),
        copy_of("page_words", "published_pages"),
        copy_of("published_pages_search", "published_pages"),
        copy_of("published_pages_search_config", "published_pages"),
        copy_of("published_pages_search_data", "published_pages"),
        copy_of("published_pages_search_docsize", "published_pages"),
        copy_of("published_pages_search_idx", "published_pages"),
    ];
    const RETENTION: Option<Retention> =
        Some(Retention::Kept("until the page goes offline or is deleted"));
    const EXPORT: Option<Export> = Some(Export::No("they are read on the site"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
}

/// Path of a page, without the prefix of its language.
pub fn address_of(slug: &str, page_type: &str) -> String {
    match (slug, page_type) {
        (HOME, _) => "/".to_owned(),
        (slug, "news") => format!("/nieuws/{slug}"),
        (slug, _) => format!("/{slug}"),
    }
}

impl PublishedPage {
    /// Path of a page, with the prefix of its language: `/bedankt`, `/en/thanks`, `/en`.
    pub fn path(slug: &str, page_type: &str, locale: &str) -> String {
        match (locale, address_of(slug, page_type).as_str()) {
            ("en", "/") => "/en".to_owned(),
            ("en", address) => format!("/en{address}"),
            (_, address) => address.to_owned(),
        }
    }
}

impl PageType {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::News => "news",
            Self::SuccessStory => "success_story",
        }
    }
}

/// A page as visitors read it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReadPageDocument")]
struct ReadPageDocument {
    data: ReadPageResource,
    #[serde(default)]
    included: Vec<ReadBlockResource>,
    meta: ReadPageMeta,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReadPageResource")]
struct ReadPageResource {
    r#type: String,
    id: String,
    attributes: PublishedPageAttributes,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReadBlockResource")]
struct ReadBlockResource {
    r#type: String,
    id: String,
    attributes: ReadBlockAttributes,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReadBlockAttributes")]
struct ReadBlockAttributes {
    block_type: String,
    position: i64,
    html: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReadPageMeta")]
struct ReadPageMeta {
    /// Path of the page, with the prefix of its language.
    path: String,
    /// The same page in the other language, if there is one.
    translation_path: Option<String>,
    /// A draft that is seen with a link.
    is_preview: bool,
    /// Other news with a tag in common, else the latest.
    #[serde(default)]
    related: Vec<RelatedNews>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RelatedNews")]
struct RelatedNews {
    page_type: PageType,
    title: String,
    path: String,
    summary: Option<String>,
    image_url: Option<String>,
    image_alt: Option<String>,
    published_at: String,
}

struct Found {
    page: PublishedPageAttributes,
    blocks: Vec<StoredBlock>,
    translation: Option<String>,
    related: Vec<Value>,
    is_preview: bool,
}

/// Columns of `published_pages` as JSON.
const COLUMNS: &str = "json_object('page_id', cast(t.page_id as text), 'title', t.title, 'slug', t.slug, 'locale', t.locale,
  'page_type', t.page_type, 'page_layout', t.page_layout, 'show_title_on_page', json(iif(t.show_title_on_page, 'true', 'false')),
  'summary', t.summary, 'featured', json(iif(t.featured, 'true', 'false')), 'meta_title', t.meta_title,
  'meta_description', t.meta_description, 'og_title', t.og_title, 'og_description', t.og_description,
  'og_image_url', t.og_image_url, 'tags', json(t.tags), 'author_name', t.author_name, 'image_url', t.image_url,
  'image_alt', t.image_alt, 'published_at', t.published_at, 'unpublish_at', t.unpublish_at,
  'volunteer_center_id', cast(t.volunteer_center_id as text), 'updated_at', t.updated_at)";

const ONLINE: &str = "t.publish_at <= ?3 and (t.unpublish_at is null or t.unpublish_at > ?3)";

fn published(
    connection: &Connection,
    (slug, locale): (&str, Locale),
    (center_id, now): (i64, &str),
) -> Result<Option<(PublishedPageAttributes, String)>> {
    let sql = format!(
        "select {COLUMNS}, t.blocks from published_pages t
          where t.volunteer_center_id = ?1 and t.slug = ?2 and {ONLINE} and t.locale = ?4 order by t.publish_at desc limit 1"
    );
    let found: Option<(String, String)> = connection
        .prepare_cached(&sql)?
        .query_row((center_id, slug, now, locale.as_str()), |row| {
            row.try_into()
        })
        .optional()?;
    Ok(match found {
        Some((page, blocks)) => Some((serde_json::from_str(&page)?, blocks)),
        None => None,
    })
}

/// The draft, for who has a link to it.
fn draft(
    connection: &Connection,
    page_id: i64,
) -> Result<(PublishedPageAttributes, Vec<StoredBlock>)> {
    let columns = COLUMNS
        .replace("t.page_id", "t.id")
        .replace("t.og_image_url", "(select u.url from uploads u where u.id = t.og_image_id)")
        .replace("t.image_url", "coalesce((select u.url from uploads u where u.id = t.image_id), '/img/' || t.image_stock || '.svg')")
        .replace("t.published_at", "coalesce(t.published_at, t.updated_at)")
        .replace("t.unpublish_at", "null");
    let page: String = connection
        .prepare_cached(&format!("select {columns} from pages t where t.id = ?1"))?
        .query_row([page_id], |row| row.get(0))?;
    let mut blocks = blocks_of(connection, page_id)?;
    blocks.retain(|block| !block.is_hidden);
    Ok((serde_json::from_str(&page)?, blocks))
}

/// Path of the page in the other language, as visitors find it.
fn translation(connection: &Connection, page_id: i64, now: &str) -> Result<Option<String>> {
    let found: Option<(String, String, String)> = connection
        .prepare_cached(
            "select p.slug, p.page_type, p.locale from pages o join published_pages p on p.page_id = o.id
              where (o.translation_of_id = ?1 or o.id = (select translation_of_id from pages where id = ?1))
                and p.publish_at <= ?2 and (p.unpublish_at is null or p.unpublish_at > ?2) limit 1",
        )?
        .query_row((page_id, now), |row| row.try_into())
        .optional()?;
    Ok(found.map(|(slug, kind, locale)| {
        let locale = Locale::parse(&locale).unwrap_or_default();
        locale.path(&address_of(&slug, &kind))
    }))
}

fn related(
    connection: &Connection,
    page: &PublishedPageAttributes,
    (center_id, now): (i64, &str),
) -> Result<Vec<Value>> {
    if page.page_type == PageType::Default {
        return Ok(Vec::new());
    }
    let sql = format!(
        "select t.title, t.slug, t.summary, t.image_url, t.image_alt, t.published_at, t.page_type from published_pages t
          where t.volunteer_center_id = ?1 and t.page_type <> 'default' and t.locale = ?2 and {ONLINE} and t.page_id <> ?4
          order by exists (select 1 from json_each(t.tags) j where j.value in (select value from json_each(?5))) desc, t.published_at desc
          limit {RELATED}"
    );
    let locale = Locale::parse(page.locale.as_str()).unwrap_or_default();
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_map(
        (
            center_id,
            page.locale.as_str(),
            now,
            page.page_id.number(),
            serde_json::to_string(&page.tags)?,
        ),
        |row| {
            let (slug, kind): (String, String) = (row.get(1)?, row.get(6)?);
            Ok(json!({
                "page_type": kind,
                "title": row.get::<_, String>(0)?,
                "path": locale.path(&address_of(&slug, &kind)),
                "summary": row.get::<_, Option<String>>(2)?,
                "image_url": row.get::<_, Option<String>>(3)?,
                "image_alt": row.get::<_, Option<String>>(4)?,
                "published_at": row.get::<_, String>(5)?,
            }))
        },
    )?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// What stands at an address that has no page in this language.
enum Elsewhere {
    /// A page of the other language that nobody translated: shown as it is.
    Untranslated(Box<PublishedPageAttributes>, String),
    /// 410 with the present path of a page that stood here, or of the translation; else 404.
    Refused(Error),
}

fn elsewhere(
    connection: &Connection,
    (slug, locale): (&str, Locale),
    (center_id, now): (i64, &str),
) -> Result<Elsewhere> {
    let moved: Option<(String, String, String)> = connection
        .prepare_cached(
            "select p.slug, p.page_type, p.locale from page_redirects r join published_pages p on p.page_id = r.page_id
              where r.volunteer_center_id = ?1 and r.locale = ?2 and r.slug = ?3
                and p.publish_at <= ?4 and (p.unpublish_at is null or p.unpublish_at > ?4) limit 1",
        )?
        .query_row((center_id, locale.as_str(), slug, now), |row| row.try_into())
        .optional()?;
    let gone = |path: String| {
        let moved = json!({ "type": "pages", "path": path });
        Elsewhere::Refused(Error::from(Code::Gone).with("moved_to", moved))
    };
    if let Some((slug, kind, locale)) = moved {
        let locale = Locale::parse(&locale).unwrap_or_default();
        return Ok(gone(locale.path(&address_of(&slug, &kind))));
    }
    let other = match locale {
        Locale::Nl => Locale::En,
        Locale::En => Locale::Nl,
    };
    let Some((page, blocks)) = published(connection, (slug, other), (center_id, now))? else {
        return Ok(Elsewhere::Refused(Code::NotFound.into()));
    };
    // The address of a home page is that of the site: it leads nowhere else.
    if slug == HOME {
        return Ok(Elsewhere::Untranslated(Box::new(page), blocks));
    }
    Ok(match translation(connection, page.page_id.number(), now)? {
        Some(path) => gone(path),
        None => Elsewhere::Untranslated(Box::new(page), blocks),
    })
}

async fn by_slug(
    access: Access<PublishedPage, action::Read>,
    slug: String,
    input: Input<()>,
) -> Result<Document> {
    let ctx = access.ctx();
    let locale = match input.query.get("locale") {
        None => Locale::Nl,
        Some(word) => {
            Locale::parse(word).ok_or_else(|| Error::not_one_of("locale", &["nl", "en"]))?
        }
    };
    let token = input.query.get("preview_token").map(str::to_owned);
    let is_preview = token.is_some();
    let (center_id, now) = (ctx.site.center_id, ctx.now.clone());
    let keep = ctx
        .site
        .tenant
        .keep(&["published_pages", "pages", "page_redirects"]);
    let (found, next) = access
        .read(move |connection| {
            let next: Option<String> = connection
                .prepare_cached(NEXT_PUBLICATION)?
                .query_row(rusqlite::named_params! {":now": now}, |row| row.get(0))?;
            let place = (center_id, now.as_str());
            let (page, blocks) = match &token {
                Some(token) => {
                    let page_id = preview::page_of(connection, token, slug.as_str(), place)?;
                    draft(connection, page_id)?
                }
                None => match published(connection, (&slug, locale), place)? {
                    Some((page, blocks)) => (page, from_json(&blocks)?),
                    None => match elsewhere(connection, (&slug, locale), place)? {
                        Elsewhere::Untranslated(page, blocks) => (*page, from_json(&blocks)?),
                        Elsewhere::Refused(error) => return Err(error),
                    },
                },
            };
            let found = Found {
                translation: translation(connection, page.page_id.number(), &now)?,
                related: related(connection, &page, place)?,
                is_preview: token.is_some(),
                page,
                blocks,
            };
            Ok((found, next))
        })
        .await?;
    let scene = (locale, found.page.show_title_on_page);
    let (scene, mut also) = Scene::gather(&access, &found.blocks, scene).await?;
    let htmls = scene.fill(&found.blocks)?;
    let document = Document::of(&document(&found, &htmls));
    if is_preview {
        return Ok(document);
    }
    also.join(keep);
    let next = next.and_then(|at| at.parse::<jiff::Timestamp>().ok());
    also.until = [also.until, next.map(jiff::Timestamp::as_second)]
        .into_iter()
        .flatten()
        .min();
    Ok(document.keep(Some(also)))
}

fn document(found: &Found, htmls: &[String]) -> Value {
    let page = &found.page;
    let locale = Locale::parse(page.locale.as_str()).unwrap_or_default();
    let included: Vec<Value> = found
        .blocks
        .iter()
        .enumerate()
        .zip(htmls)
        .map(|((at, block), html)| {
            let id = block
                .id
                .map_or_else(|| format!("n{at}"), |id| id.to_string());
            json!({ "type": "content_blocks", "id": id, "attributes": {
                "block_type": block.kind.name, "position": at + 1, "html": html,
            } })
        })
        .collect();
    json!({
        "data": { "type": "pages", "id": page.page_id, "attributes": page },
        "included": included,
        "meta": {
            "path": locale.path(&address_of(&page.slug, page.page_type.as_str())),
            "translation_path": found.translation,
            "is_preview": found.is_preview,
            "related": found.related,
        },
    })
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .list::<PublishedPage>()
        .find::<PublishedPage>()
        .action(Method::GET, "//api/v1/pages/by_slug/{id}", by_slug)
        .named(
            "getPageBySlug",
            "Shows a published page with its blocks as HTML",
        )
        .query_parameters(&["include", "locale", "preview_token"])
        .answers(Described::json::<ReadPageDocument>(200))
        .refuses(&[400, 404, 410])
}
