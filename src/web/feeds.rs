//! Feeds of vacancies, the latest first: RSS 2.0, Atom, JSON Feed, and all their fields as XML of our own
//! (docs/api.md#feeds). Each has 50 a page, and says where the next page is (RFC 5005). Those of the social map stand
//! apart.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use serde_json::{Value, json};

use super::calendar_feeds;
use super::search::{LARGEST_RADIUS, Search};
use super::social_map_feed;
use crate::app::App;
use crate::app::tenancy::request_target::Site;
use crate::base::html::escape;
use crate::base::locale::Locale;
use crate::error::Result;
use crate::jsonapi::Query;
use crate::model::field_rules;
use crate::resources::page::published::address_of;
use crate::web::branding::Branding;
use crate::web::file_response::file;
use crate::web::i18n;
use crate::web::page_data::{Calls, keep_of};

const LATEST: &str = "include=organization&page[size]=50&sort=-published_at";
/// What narrows a feed, as on the search page.
const NARROWING: [&str; 10] = [
    "q", "near", "radius", "tags", "types", "age", "kind", "part", "language", "also",
];
/// What a copied address of the search page says besides, without a meaning for a feed.
const OF_THE_SCREEN: [&str; 3] = ["sort", "view", "size"];
/// Pages of a feed.
const MOST_PAGES: u32 = 1_000;
const CACHE: &str = "public, max-age=300";

pub(super) struct Feed {
    pub(super) language: &'static str,
    pub(super) title: String,
    pub(super) origin: String,
    /// Of this page.
    pub(super) address: String,
    /// Of the other pages, by their relation: first, previous, next, last.
    pub(super) pages: Vec<(&'static str, String)>,
    pub(super) items: Vec<Item>,
}

pub(super) struct Item {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) organization: String,
    pub(super) summary: String,
    pub(super) html: String,
    pub(super) at: String,
}

/// `/feeds/vacancies.rss`, `.atom`, `.json`, `.xml`; `/feeds/news.atom`; `/feeds/social-map.geojson`, `.csv`.
pub async fn feed(
    Extension(site): Extension<Site>,
    Extension(calls): Extension<Calls>,
    State(app): State<Arc<App>>,
    uri: Uri,
    Path(name): Path<String>,
) -> Result<Response> {
    if let Some(kind) = name.strip_prefix("social-map.") {
        let asked = uri.query().unwrap_or_default();
        let query = Query::parse(asked);
        if let Some((name, _)) = query.pairs().find(|(name, _)| !name.starts_with("filter[")) {
            return Ok(refused(&FeedFault::Unknown(
                name.to_owned(),
                &["filter[…]"],
            )));
        }
        return social_map_feed::feed(&app, &site, kind, asked).await;
    }
    if name == "news.atom" {
        return news(&calls, &site, uri.query().unwrap_or_default()).await;
    }
    if name == "activities.ics" {
        let asked = uri.query().unwrap_or_default();
        return calendar_feeds::all(&calls, &site, asked, app.clock()).await;
    }
    let kind = match name.strip_prefix("vacancies.") {
        Some("rss") => "application/rss+xml; charset=utf-8",
        Some("xml") => "application/xml; charset=utf-8",
        Some("atom") => "application/atom+xml; charset=utf-8",
        Some("json") => "application/feed+json",
        _ => return Ok((StatusCode::NOT_FOUND, "404: not found\n").into_response()),
    };
    let branding = Branding::of(&site).await?;
    let asked = uri.query().unwrap_or_default();
    let page = match page_of(asked) {
        Ok(page) => page,
        Err(fault) => return Ok(refused(&fault)),
    };
    let latest = calls.get(&site, &latest(asked, page)).await;
    if latest.status == StatusCode::BAD_REQUEST {
        let known: Vec<String> = Query::parse(asked)
            .pairs()
            .map(|(name, _)| name.to_owned())
            .collect();
        return Ok(refused(&FeedFault::Filter(known.join(", "))));
    }
    let origin = site.origin();
    let flat = latest.flat();
    let pages = flat
        .pointer("/meta/pages")
        .and_then(Value::as_u64)
        .and_then(|pages| u32::try_from(pages).ok())
        .unwrap_or(1)
        .clamp(1, MOST_PAGES);
    if page > pages {
        let text = format!(
            "404: deze feed heeft {pages} pagina's / this feed has {pages} pages (page=1 … page={pages})\n"
        );
        return Ok((StatusCode::NOT_FOUND, text).into_response());
    }
    if name == "vacancies.xml" {
        let list = flat.get("data").and_then(Value::as_array);
        let text = listing(
            list.into_iter().flatten(),
            &branding.app_name,
            &origin,
            &links_of(&origin, &name, asked, (page, pages)),
        )?;
        let mut response = file(kind, CACHE, text);
        if let Some(keep) = keep_of(&[latest], branding.keep) {
            response.extensions_mut().insert(keep);
        }
        return Ok(response);
    }
    let items = flat
        .get("data")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let feed = Feed {
        language: Locale::Nl.as_str(),
        title: branding.app_name.clone(),
        address: address_at(&origin, &name, asked, page),
        pages: links_of(&origin, &name, asked, (page, pages)),
        items: items.map(|vacancy| Item::of(vacancy, &origin)).collect(),
        origin,
    };
    let text = match name.as_str() {
        "vacancies.json" => feed.json(),
        "vacancies.atom" => feed.atom()?,
        _ => feed.rss()?,
    };
    let mut response = file(kind, CACHE, text);
    if let Some(keep) = keep_of(&[latest], branding.keep) {
        response.extensions_mut().insert(keep);
    }
    Ok(response)
}

/// `/feeds/news.atom`: the latest news, in Dutch or with `?locale=en` in English.
async fn news(calls: &Calls, site: &Site, asked: &str) -> Result<Response> {
    let query = Query::parse(asked);
    if let Some((name, _)) = query.pairs().find(|(name, _)| *name != "locale") {
        return Ok(refused(&FeedFault::Unknown(name.to_owned(), &["locale"])));
    }
    let locale = match query.get("locale") {
        None => Locale::default(),
        Some(text) => match Locale::parse(text) {
            Some(locale) => locale,
            None => {
                return Ok(refused(&FeedFault::Value(
                    "locale".to_owned(),
                    text.to_owned(),
                )));
            }
        },
    };
    let address = format!(
        "/api/v1/published_pages?filter[locale_eq]={}&filter[page_type_in]=news,success_story&page[size]=50&sort=-published_at",
        locale.as_str()
    );
    let branding = Branding::of(site).await?;
    let latest = calls.get(site, &address).await;
    let origin = site.origin();
    let flat = latest.flat();
    let items = flat.get("data").and_then(Value::as_array);
    let feed = Feed {
        language: locale.as_str(),
        title: format!(
            "{} - {}",
            i18n::blocks_word(locale, "news"),
            branding.app_name
        ),
        address: match locale {
            Locale::Nl => format!("{origin}/feeds/news.atom"),
            Locale::En => format!("{origin}/feeds/news.atom?locale=en"),
        },
        items: items
            .into_iter()
            .flatten()
            .map(|item| Item::of_news(item, (&origin, &branding.app_name), locale))
            .collect(),
        pages: Vec::new(),
        origin,
    };
    let mut response = file("application/atom+xml; charset=utf-8", CACHE, feed.atom()?);
    if let Some(keep) = keep_of(&[latest], branding.keep) {
        response.extensions_mut().insert(keep);
    }
    Ok(response)
}

/// Why a feed's address is refused: a filter that is left out would give other vacancies than were asked for.
#[derive(Debug, PartialEq, Eq)]
enum FeedFault {
    /// A parameter that is none, and those that are.
    Unknown(String, &'static [&'static str]),
    /// A parameter, and a value that it cannot have.
    Value(String, String),
    /// Filters that the list of vacancies does not have.
    Filter(String),
}

fn refused(fault: &FeedFault) -> Response {
    let text = match fault {
        FeedFault::Unknown(name, known) => format!(
            "400: '{name}' kent deze feed niet. Wel: {known}. / this feed has no '{name}'. It has: {known}.\n",
            known = known.join(", ")
        ),
        FeedFault::Value(name, value) => {
            format!("400: '{value}' kan niet bij '{name}'. / '{value}' is no value of '{name}'.\n")
        }
        FeedFault::Filter(names) => format!(
            "400: een van deze filters kent de lijst met vacatures niet, of de waarde kan niet: {names}. Zie /api. / \
             one of these is no filter of the list of vacancies, or its value is impossible: {names}. See /api.\n"
        ),
    };
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (StatusCode::BAD_REQUEST, kind, text).into_response()
}

/// The page that is asked for; refuses what is no filter of a feed.
fn page_of(asked: &str) -> std::result::Result<u32, FeedFault> {
    let query = Query::parse(asked);
    let mut page = 1;
    let mut is_of_page = false;
    let mut is_of_api = false;
    for (name, value) in query.pairs() {
        match name {
            "page" => {
                page = value
                    .parse()
                    .ok()
                    .filter(|page| (1..=MOST_PAGES).contains(page))
                    .ok_or_else(|| FeedFault::Value(name.to_owned(), value.to_owned()))?;
            }
            known if known.starts_with("filter[") => is_of_api = true,
            known if NARROWING.contains(&known) => is_of_page = true,
            known if OF_THE_SCREEN.contains(&known) => {}
            _ => return Err(FeedFault::Unknown(name.to_owned(), &NARROWING)),
        }
    }
    // Those of the search page would not count beside those of the API.
    if is_of_api && is_of_page {
        let other = query.pairs().find(|(name, _)| NARROWING.contains(name));
        let (name, value) = other.unwrap_or_default();
        return Err(FeedFault::Value(name.to_owned(), value.to_owned()));
    }
    let search = Search::read(&query);
    for name in ["tags", "types", "age", "kind", "part", "language", "also"] {
        let given = query.get(name).unwrap_or_default();
        let unread = given
            .split(',')
            .map(str::trim)
            .find(|value| !value.is_empty() && !search.list(name).iter().any(|read| read == value));
        if let Some(value) = unread {
            return Err(FeedFault::Value(name.to_owned(), value.to_owned()));
        }
    }
    if let Some(radius) = query.get("radius")
        && !radius
            .parse()
            .is_ok_and(|km: u32| (1..=LARGEST_RADIUS).contains(&km))
    {
        return Err(FeedFault::Value("radius".to_owned(), radius.to_owned()));
    }
    Ok(page)
}

/// The address of a page of a feed; the first has no number.
fn address_at(origin: &str, name: &str, asked: &str, page: u32) -> String {
    let mut pairs: Vec<String> = asked
        .split('&')
        .filter(|pair| !pair.is_empty() && !pair.starts_with("page="))
        .map(str::to_owned)
        .collect();
    if page > 1 {
        pairs.push(format!("page={page}"));
    }
    match pairs.as_slice() {
        [] => format!("{origin}/feeds/{name}"),
        pairs => format!("{origin}/feeds/{name}?{}", pairs.join("&")),
    }
}

/// Where the other pages are (RFC 5005).
fn links_of(
    origin: &str,
    name: &str,
    asked: &str,
    (page, pages): (u32, u32),
) -> Vec<(&'static str, String)> {
    if pages < 2 {
        return Vec::new();
    }
    let at = |page| address_at(origin, name, asked, page);
    let mut links = vec![("first", at(1)), ("last", at(pages))];
    if page > 1 {
        links.push(("previous", at(page - 1)));
    }
    if page < pages {
        links.push(("next", at(page + 1)));
    }
    links
}

/// The API address of a page of the latest vacancies, under the filters of the API (`filter[…]=`) or else of the search page.
fn latest(asked: &str, page: u32) -> String {
    let is_filter = |pair: &&str| {
        pair.starts_with("filter[") || pair.to_ascii_lowercase().starts_with("filter%5b")
    };
    let mut filters = asked
        .split('&')
        .filter(is_filter)
        .collect::<Vec<_>>()
        .join("&");
    if filters.is_empty() {
        let of_page = Search::read(&Query::parse(asked)).facets_address();
        of_page
            .split_once('?')
            .map_or("", |(_, filters)| filters)
            .clone_into(&mut filters);
    }
    let number = match page {
        1 => String::new(),
        page => format!("page[number]={page}&"),
    };
    match filters.as_str() {
        "" => format!("/api/v1/vacancies?{number}{LATEST}"),
        filters => format!("/api/v1/vacancies?{filters}&{number}{LATEST}"),
    }
}

impl Item {
    fn of(vacancy: &Value, origin: &str) -> Self {
        let text = |name: &str| {
            vacancy
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        Self {
            url: format!("{origin}/vacancies/{}", text("id")),
            title: text("title").to_owned(),
            organization: text("organization_name").to_owned(),
            summary: text("summary").to_owned(),
            html: field_rules::shown(text("description")),
            at: text("published_at").to_owned(),
        }
    }

    fn of_news(item: &Value, (origin, app): (&str, &str), locale: Locale) -> Self {
        let text = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default();
        let path = locale.path(&address_of(text("slug"), text("page_type")));
        Self {
            url: format!("{origin}{path}"),
            title: text("title").to_owned(),
            organization: match text("author_name") {
                "" => app.to_owned(),
                author => author.to_owned(),
            },
            summary: text("summary").to_owned(),
            html: format!("<p>{}</p>", escape(text("summary"))),
            at: text("published_at").to_owned(),
        }
    }

    /// Publication date in the format of RFC 822, as RSS requires: with a zone that it knows.
    fn mail_date(&self) -> Option<String> {
        let at: jiff::Timestamp = self.at.parse().ok()?;
        Some(at.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string())
    }
}

type Xml = Writer<Vec<u8>>;

fn xml(write: impl FnOnce(&mut Xml) -> std::io::Result<()>) -> Result<String> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    write(&mut writer)?;
    Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned())
}

fn element(writer: &mut Xml, name: &str, text: &str) -> std::io::Result<()> {
    writer
        .create_element(name)
        .write_text_content(BytesText::new(&in_xml(text)))
        .map(|_| ())
}

/// The text without characters that XML 1.0 does not have: one of them makes a whole feed unreadable.
fn in_xml(text: &str) -> Cow<'_, str> {
    let is_none = |c: char| {
        (c.is_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    if text.contains(is_none) {
        Cow::Owned(text.replace(is_none, " "))
    } else {
        Cow::Borrowed(text)
    }
}

fn link(writer: &mut Xml, name: &str, attributes: &[(&str, &str)]) -> std::io::Result<()> {
    writer
        .create_element(name)
        .with_attributes(attributes.iter().copied())
        .write_empty()
        .map(|_| ())
}

impl Feed {
    /// Publication time of the newest vacancy.
    fn updated(&self) -> &str {
        self.items
            .first()
            .map_or("1970-01-01T00:00:00Z", |item| &item.at)
    }

    fn rss(&self) -> Result<String> {
        xml(|writer| {
            let root = writer.create_element("rss").with_attributes([
                ("version", "2.0"),
                ("xmlns:atom", "http://www.w3.org/2005/Atom"),
            ]);
            root.write_inner_content(|writer| {
                writer
                    .create_element("channel")
                    .write_inner_content(|writer| {
                        element(writer, "title", &self.title)?;
                        element(writer, "link", &format!("{}/", self.origin))?;
                        element(writer, "description", &self.title)?;
                        element(writer, "language", "nl")?;
                        link(
                            writer,
                            "atom:link",
                            &[
                                ("href", self.address.as_str()),
                                ("rel", "self"),
                                ("type", "application/rss+xml"),
                            ],
                        )?;
                        for (relation, address) in &self.pages {
                            link(
                                writer,
                                "atom:link",
                                &[
                                    ("href", address.as_str()),
                                    ("rel", relation),
                                    ("type", "application/rss+xml"),
                                ],
                            )?;
                        }
                        for item in &self.items {
                            writer
                                .create_element("item")
                                .write_inner_content(|writer| {
                                    element(writer, "title", &item.title)?;
                                    element(writer, "link", &item.url)?;
                                    writer
                                        .create_element("guid")
                                        .with_attribute(("isPermaLink", "true"))
                                        .write_text_content(BytesText::new(&item.url))?;
                                    element(writer, "description", &item.html)?;
                                    element(writer, "category", &item.organization)?;
                                    if let Some(date) = item.mail_date() {
                                        element(writer, "pubDate", &date)?;
                                    }
                                    Ok(())
                                })?;
                        }
                        Ok(())
                    })?;
                Ok(())
            })?;
            Ok(())
        })
    }

    pub(super) fn atom(&self) -> Result<String> {
        xml(|writer| {
            let root = writer.create_element("feed").with_attributes([
                ("xmlns", "http://www.w3.org/2005/Atom"),
                ("xml:lang", self.language),
            ]);
            root.write_inner_content(|writer| {
                element(writer, "title", &self.title)?;
                element(writer, "id", &self.address)?;
                element(writer, "updated", self.updated())?;
                link(
                    writer,
                    "link",
                    &[("rel", "self"), ("href", self.address.as_str())],
                )?;
                link(writer, "link", &[("href", self.origin.as_str())])?;
                for (relation, address) in &self.pages {
                    link(
                        writer,
                        "link",
                        &[("rel", *relation), ("href", address.as_str())],
                    )?;
                }
                for item in &self.items {
                    writer
                        .create_element("entry")
                        .write_inner_content(|writer| {
                            element(writer, "title", &item.title)?;
                            element(writer, "id", &item.url)?;
                            link(writer, "link", &[("href", item.url.as_str())])?;
                            element(writer, "updated", &item.at)?;
                            writer
                                .create_element("author")
                                .write_inner_content(|writer| {
                                    // An author has a name: a feed without one is none.
                                    let name = match item.organization.as_str() {
                                        "" => &self.title,
                                        name => name,
                                    };
                                    element(writer, "name", name)
                                })?;
                            element(writer, "summary", &item.summary)?;
                            let content = writer
                                .create_element("content")
                                .with_attribute(("type", "html"));
                            content.write_text_content(BytesText::new(&in_xml(&item.html)))?;
                            Ok(())
                        })?;
                }
                Ok(())
            })?;
            Ok(())
        })
    }

    fn json(&self) -> String {
        let items: Vec<Value> = self
            .items
            .iter()
            .map(|item| {
                json!({
                    "id": item.url, "url": item.url, "title": item.title, "summary": item.summary, "content_html": item.html,
                    "date_published": item.at, "authors": [{ "name": item.organization }],
                })
            })
            .collect();
        let next = self.pages.iter().find(|(relation, _)| *relation == "next");
        let mut feed = json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title,
            "home_page_url": self.origin,
            "feed_url": self.address,
            "language": self.language,
            "items": items,
        });
        if let (Some((_, next)), Some(feed)) = (next, feed.as_object_mut()) {
            feed.insert("next_url".to_owned(), next.as_str().into());
        }
        feed.to_string()
    }
}

/// `vacancies.xml`: what the list of vacancies says of each, in elements with the names of its attributes.
fn listing<'v>(
    vacancies: impl Iterator<Item = &'v Value>,
    title: &str,
    origin: &str,
    pages: &[(&'static str, String)],
) -> Result<String> {
    const TEXTS: [&str; 12] = [
        "title",
        "summary",
        "offer",
        "expenses",
        "schedule",
        "vacancy_type",
        "city",
        "postal_code",
        "published_at",
        "expires_at",
        "updated_at",
        "status",
    ];
    const NUMBERS: [&str; 5] = [
        "hours_per_week",
        "min_age",
        "spots_left",
        "latitude",
        "longitude",
    ];
    const LISTS: [(&str, &str, &str); 4] = [
        ("requirements", "requirements", "requirement"),
        ("tags", "tags", "tag"),
        ("languages", "languages", "language"),
        ("required_checks", "required_checks", "required_check"),
    ];
    xml(|writer| {
        let root = writer
            .create_element("vacancies")
            .with_attributes([("xml:lang", "nl"), ("title", title)]);
        root.write_inner_content(|writer| {
            for (relation, address) in pages {
                link(
                    writer,
                    "link",
                    &[("rel", *relation), ("href", address.as_str())],
                )?;
            }
            for vacancy in vacancies {
                let text = |name: &str| {
                    vacancy
                        .get(name)
                        .and_then(Value::as_str)
                        .filter(|text| !text.is_empty())
                };
                let id = text("id").unwrap_or_default();
                let entry = writer.create_element("vacancy").with_attribute(("id", id));
                entry.write_inner_content(|writer| {
                    element(writer, "url", &format!("{origin}/vacancies/{id}"))?;
                    for name in TEXTS {
                        if let Some(text) = text(name) {
                            element(writer, name, text)?;
                        }
                    }
                    let description = writer
                        .create_element("description")
                        .with_attribute(("type", "html"));
                    let html = field_rules::shown(text("description").unwrap_or_default());
                    description.write_text_content(BytesText::new(&in_xml(&html)))?;
                    for name in NUMBERS {
                        if let Some(number) = vacancy.get(name).and_then(Value::as_f64) {
                            element(writer, name, &number.to_string())?;
                        }
                    }
                    let is_online = vacancy.get("online") == Some(&Value::Bool(true));
                    element(writer, "online", if is_online { "true" } else { "false" })?;
                    for (name, parent, child) in LISTS {
                        let values = vacancy.get(name).and_then(Value::as_array);
                        let values: Vec<&str> = values
                            .into_iter()
                            .flatten()
                            .filter_map(Value::as_str)
                            .collect();
                        if !values.is_empty() {
                            writer
                                .create_element(parent)
                                .write_inner_content(|writer| {
                                    values
                                        .iter()
                                        .try_for_each(|value| element(writer, child, value))
                                })?;
                        }
                    }
                    let organization = text("organization_id").unwrap_or_default();
                    let named = writer
                        .create_element("organization")
                        .with_attribute(("id", organization));
                    named.write_text_content(BytesText::new(&in_xml(
                        text("organization_name").unwrap_or_default(),
                    )))?;
                    Ok(())
                })?;
            }
            Ok(())
        })?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Feed {
        let vacancy = json!({"id": "7", "title": "Thee & <koek>", "organization_name": "A&B", "published_at": "2027-01-02T03:04:05Z",
            "description": "<p>x</p><script>y</script>", "summary": "z"});
        Feed {
            language: "nl",
            title: "Centrum".into(),
            origin: "https://a.example".into(),
            address: "https://a.example/feeds/vacancies.rss".into(),
            pages: links_of("https://a.example", "vacancies.rss", "", (1, 2)),
            items: vec![Item::of(&vacancy, "https://a.example")],
        }
    }

    #[test]
    fn a_feed_has_the_filters_of_the_list_or_of_the_page() {
        for (asked, filters) in [
            ("", ""),
            (
                "q=taal&tags=once&page=3",
                "filter[q]=taal&filter[tags_in]=once&",
            ),
            (
                "filter[organization_id_eq]=7&x=y",
                "filter[organization_id_eq]=7&",
            ),
            ("filter%5Bq%5D=taal", "filter%5Bq%5D=taal&"),
        ] {
            assert_eq!(
                latest(asked, 1),
                format!("/api/v1/vacancies?{filters}{LATEST}"),
                "{asked}"
            );
        }
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        for asked in [
            "",
            "q=taal&tags=once&page=3",
            "q=taal&sort=newest&view=map",
            "filter[organization_id_eq]=7",
            "kind=one-on-one&part=evening",
        ] {
            assert!(page_of(asked).is_ok(), "{asked}");
        }
        for asked in [
            "tag=once",
            "filter[organization_id_eq]=7&q=taal",
            "kind=werk",
            "part=night",
            "page=0",
            "page=x",
            "radius=9000",
        ] {
            assert!(page_of(asked).is_err(), "{asked}");
        }
        assert_eq!(page_of("q=a&page=3"), Ok(3));
    }

    #[test]
    fn a_sign_that_xml_does_not_have_is_left_out() {
        assert_eq!(in_xml("a\u{b}b\nc"), "a b\nc");
    }

    #[test]
    fn what_people_wrote_stays_text() {
        let rss = sample().rss().unwrap();
        assert!(rss.contains("<title>Thee &amp; &lt;koek&gt;</title>"));
        assert!(rss.contains("<description>&lt;p&gt;x&lt;/p&gt;</description>"));
        assert!(rss.contains("<pubDate>Sat, 02 Jan 2027 03:04:05 GMT</pubDate>"));
        assert!(rss.contains("href=\"https://a.example/feeds/vacancies.rss?page=2\" rel=\"next\""));
        let atom = sample().atom().unwrap();
        assert!(atom.contains(
            "<updated>2027-01-02T03:04:05Z</updated><author><name>A&amp;B</name></author>"
        ));
        let told: Value = serde_json::from_str(&sample().json()).unwrap();
        assert_eq!(told["items"][0]["title"], "Thee & <koek>");
    }
}
