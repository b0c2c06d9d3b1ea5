//! Feeds of the latest vacancies: RSS 2.0, Atom and JSON Feed; those of the social map stand apart.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use serde_json::{Value, json};

use super::search::Search;
use super::social_map_feed;
use crate::app::App;
use crate::app::tenancy::request_target::Site;
use crate::base::html::escape;
use crate::base::locale::Locale;
use crate::error::Result;
use crate::jsonapi::Query;
use crate::resources::field_rules;
use crate::resources::page::published::address_of;
use crate::web::branding::Branding;
use crate::web::i18n;
use crate::web::page_data::{Calls, keep_of};
use crate::web::well_known::file;

const LATEST: &str = "include=organization&page[size]=50&sort=-published_at";
const CACHE: &str = "public, max-age=300";

struct Feed {
    language: &'static str,
    title: String,
    origin: String,
    address: String,
    items: Vec<Item>,
}

struct Item {
    url: String,
    title: String,
    organization: String,
    summary: String,
    html: String,
    at: String,
}

/// `/feeds/vacancies.rss`, `.xml` (alias of `.rss`), `.atom`, `.json`; `/feeds/social-map.geojson`, `.csv`.
pub async fn feed(
    Extension(site): Extension<Site>,
    Extension(calls): Extension<Calls>,
    State(app): State<Arc<App>>,
    uri: Uri,
    Path(name): Path<String>,
) -> Result<Response> {
    if let Some(kind) = name.strip_prefix("social-map.") {
        return social_map_feed::feed(&app, &site, kind, uri.query().unwrap_or_default()).await;
    }
    if name == "news.atom" {
        return news(&calls, &site, uri.query().unwrap_or_default()).await;
    }
    let kind = match name.strip_prefix("vacancies.") {
        Some("rss" | "xml") => "application/rss+xml; charset=utf-8",
        Some("atom") => "application/atom+xml; charset=utf-8",
        Some("json") => "application/feed+json",
        _ => return Ok((StatusCode::NOT_FOUND, "404: not found\n").into_response()),
    };
    let look = Branding::of(&site).await?;
    let asked = uri.query().unwrap_or_default();
    let latest = calls.get(&site, &latest(asked)).await;
    if latest.status == StatusCode::BAD_REQUEST {
        let text = "400: this filter is not one of the list of vacancies (/api)\n";
        return Ok((StatusCode::BAD_REQUEST, text).into_response());
    }
    let origin = site.origin();
    let flat = latest.flat();
    let items = flat
        .get("data")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let feed = Feed {
        language: Locale::Nl.as_str(),
        title: look.app_name.clone(),
        address: match asked {
            "" => format!("{origin}/feeds/{name}"),
            asked => format!("{origin}/feeds/{name}?{asked}"),
        },
        items: items.map(|vacancy| Item::of(vacancy, &origin)).collect(),
        origin,
    };
    let text = match name.as_str() {
        "vacancies.json" => feed.json(),
        "vacancies.atom" => feed.atom()?,
        _ => feed.rss()?,
    };
    let mut response = file(kind, CACHE, text);
    if let Some(keep) = keep_of(&[latest], look.keep) {
        response.extensions_mut().insert(keep);
    }
    Ok(response)
}

/// `/feeds/news.atom`: the latest news, in Dutch or with `?locale=en` in English.
async fn news(calls: &Calls, site: &Site, asked: &str) -> Result<Response> {
    let locale = Query::parse(asked).get("locale").and_then(Locale::parse);
    let locale = locale.unwrap_or_default();
    let address = format!(
        "/api/v1/published_pages?filter[locale_eq]={}&filter[page_type_in]=news,success_story&page[size]=50&sort=-published_at",
        locale.as_str()
    );
    let look = Branding::of(site).await?;
    let latest = calls.get(site, &address).await;
    let origin = site.origin();
    let flat = latest.flat();
    let items = flat.get("data").and_then(Value::as_array);
    let feed = Feed {
        language: locale.as_str(),
        title: format!("{} - {}", i18n::blocks_word(locale, "news"), look.app_name),
        address: match locale {
            Locale::Nl => format!("{origin}/feeds/news.atom"),
            Locale::En => format!("{origin}/feeds/news.atom?locale=en"),
        },
        items: items
            .into_iter()
            .flatten()
            .map(|item| Item::of_news(item, (&origin, &look.app_name), locale))
            .collect(),
        origin,
    };
    let mut response = file("application/atom+xml; charset=utf-8", CACHE, feed.atom()?);
    if let Some(keep) = keep_of(&[latest], look.keep) {
        response.extensions_mut().insert(keep);
    }
    Ok(response)
}

/// The API address of the latest vacancies, under the filters of the API (`filter[…]=`) or else of the search page.
fn latest(asked: &str) -> String {
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
    match filters.as_str() {
        "" => format!("/api/v1/vacancies?{LATEST}"),
        filters => format!("/api/v1/vacancies?{filters}&{LATEST}"),
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

    /// Publication date in RFC 2822 format, as RSS requires.
    fn mail_date(&self) -> Option<String> {
        let at: jiff::Timestamp = self.at.parse().ok()?;
        jiff::fmt::rfc2822::to_string(&at.to_zoned(jiff::tz::TimeZone::UTC)).ok()
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
        .write_text_content(BytesText::new(text))
        .map(|_| ())
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
                        element(writer, "link", &self.origin)?;
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
                        for item in &self.items {
                            writer
                                .create_element("item")
                                .write_inner_content(|writer| {
                                    element(writer, "title", &item.title)?;
                                    element(writer, "link", &item.url)?;
                                    element(writer, "guid", &item.url)?;
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

    fn atom(&self) -> Result<String> {
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
                                    element(writer, "name", &item.organization)
                                })?;
                            element(writer, "summary", &item.summary)?;
                            let content = writer
                                .create_element("content")
                                .with_attribute(("type", "html"));
                            content.write_text_content(BytesText::new(&item.html))?;
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
        json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title,
            "home_page_url": self.origin,
            "feed_url": self.address,
            "language": "nl",
            "items": items,
        })
        .to_string()
    }
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
                latest(asked),
                format!("/api/v1/vacancies?{filters}{LATEST}"),
                "{asked}"
            );
        }
    }

    #[test]
    fn what_people_wrote_stays_text() {
        let rss = sample().rss().unwrap();
        assert!(rss.contains("<title>Thee &amp; &lt;koek&gt;</title>"));
        assert!(rss.contains("<description>&lt;p&gt;x&lt;/p&gt;</description>"));
        assert!(rss.contains("<pubDate>Sat, 2 Jan 2027 03:04:05"));
        let atom = sample().atom().unwrap();
        assert!(atom.contains(
            "<updated>2027-01-02T03:04:05Z</updated><author><name>A&amp;B</name></author>"
        ));
        let told: Value = serde_json::from_str(&sample().json()).unwrap();
        assert_eq!(told["items"][0]["title"], "Thee & <koek>");
    }
}
