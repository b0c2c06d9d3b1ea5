//! Pages and news that a centre makes, as visitors read them.

use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::blocks::{news_item, with_focus, words};
use super::page_context::{PageContext, told};
use super::schema_org;
use super::shell::Head;
use crate::base::locale::Locale;
use crate::jsonapi::query::Query;
use crate::mail::dutch_time::date_in_words;
use crate::model::field_rules;
use crate::web::i18n;

pub const NEWS: &str = "/nieuws";
/// One more than a full grid: a featured item stands above it.
const PAGE_SIZE: u32 = 13;
const KINDS: [&str; 2] = ["news", "success_story"];

/// The address of a page's document, as the client spells it.
pub fn address(slug: &str, locale: Locale, query: &Query) -> String {
    let locale = locale.as_str();
    let address = format!("/api/v1/pages/by_slug/{slug}?locale={locale}");
    match query.get("preview_token").filter(|token| is_token(token)) {
        Some(token) => format!("{address}&preview_token={token}"),
        None => address,
    }
}

fn is_token(token: &str) -> bool {
    !token.is_empty()
        && token.len() <= 100
        && token
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// What is asked of the list of news. Invalid values are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct NewsChoice {
    kind: Option<&'static str>,
    tag: String,
    page: u32,
}

impl NewsChoice {
    fn read(query: &Query) -> Self {
        let kind = query.get("type").unwrap_or_default();
        let page = query.get("page").and_then(|page| page.parse().ok());
        Self {
            kind: KINDS.into_iter().find(|known| *known == kind),
            tag: query
                .get("tag")
                .unwrap_or_default()
                .trim()
                .chars()
                .take(40)
                .collect(),
            page: page.unwrap_or(1_u32).clamp(1, 10_000),
        }
    }

    fn is_narrowed(&self) -> bool {
        self.kind.is_some() || !self.tag.is_empty()
    }

    fn path(&self, page: u32) -> String {
        let mut pairs = Vec::new();
        if let Some(kind) = self.kind {
            pairs.push(format!("type={kind}"));
        }
        if !self.tag.is_empty() {
            pairs.push(format!("tag={}", encoded(&self.tag)));
        }
        if page > 1 {
            pairs.push(format!("page={page}"));
        }
        if pairs.is_empty() {
            NEWS.to_owned()
        } else {
            format!("{NEWS}?{}", pairs.join("&"))
        }
    }
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// The address of the list of news, as the client spells it.
pub fn news_address(query: &Query, locale: Locale) -> String {
    let choice = NewsChoice::read(query);
    let tag = match choice.tag.as_str() {
        "" => String::new(),
        tag => format!("&filter[tag]={}", encoded(tag)),
    };
    let number = match choice.page {
        0 | 1 => String::new(),
        page => format!("&page[number]={page}"),
    };
    format!(
        "/api/v1/published_pages?filter[page_type_in]={}&filter[read_in]={}{tag}{number}&page[size]={PAGE_SIZE}&sort=-published_at",
        choice.kind.unwrap_or("news,success_story"),
        locale.as_str(),
    )
}

/// Path of a page's document with the prefix of its language.
pub fn path_of(document: &Json) -> Option<&str> {
    document.pointer("/meta/path")?.as_str()
}

fn text<'v>(object: &'v Json, name: &str) -> Option<&'v str> {
    object
        .get(name)?
        .as_str()
        .filter(|text| !text.trim().is_empty())
}

/// The language of a page's document.
fn locale_of(page: &Json) -> Option<Locale> {
    page.get("locale")?.as_str().and_then(Locale::parse)
}

/// The language of a page that is in another than its reader's, as nobody translated it.
pub fn foreign_locale(document: &Json, reader: Locale) -> Option<Locale> {
    let own = locale_of(document.pointer("/data/attributes")?)?;
    let is_translated = document
        .pointer("/meta/translation_path")
        .is_some_and(Json::is_string);
    (own != reader && !is_translated).then_some(own)
}

/// Whether a draft is read, by who has the link to it.
fn is_preview(document: &Json) -> bool {
    document.pointer("/meta/is_preview") == Some(&Json::Bool(true))
}

/// The HTML of the blocks, in order.
fn html_of(document: &Json) -> String {
    let blocks = document.get("included").and_then(Json::as_array);
    let htmls: Vec<&str> = blocks
        .into_iter()
        .flatten()
        .filter_map(|block| block.pointer("/attributes/html")?.as_str())
        .collect();
    htmls.join("\n")
}

/// Title and address of the feed of news.
fn feed_of_news(locale: Locale) -> (&'static str, &'static str) {
    let address = match locale {
        Locale::Nl => "/feeds/news.atom",
        Locale::En => "/feeds/news.atom?locale=en",
    };
    (i18n::blocks_word(locale, "news"), address)
}

/// Longest description that search engines show, in characters.
const LONGEST_DESCRIPTION: usize = 160;

/// The beginning of the first paragraph, up to a whole word, for a page without an introduction.
fn first_text(html: &str) -> Option<String> {
    let paragraphs = html.split("<p").skip(1).filter_map(|rest| {
        // `<p>` and `<p class="…">`, not `<picture>`.
        let rest = match rest.strip_prefix('>') {
            Some(rest) => rest,
            None => rest.strip_prefix(' ')?.split_once('>')?.1,
        };
        let inner = rest.split("</p>").next()?.replace("<br>", " ");
        let said = field_rules::words_of(&inner);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        (!said.is_empty()).then_some(said)
    });
    paragraphs.map(|said| shortened(&said)).next()
}

fn shortened(said: &str) -> String {
    let Some((end, _)) = said.char_indices().nth(LONGEST_DESCRIPTION) else {
        return said.to_owned();
    };
    let kept = said.get(..end).unwrap_or_default();
    let kept = kept.rsplit_once(' ').map_or(kept, |(kept, _)| kept);
    format!("{}…", kept.trim_end_matches([',', ';', ':', '.']))
}

/// A page or a news item: which template, and what it is filled with.
pub fn of(page_context: &PageContext, head: &mut Head) -> (&'static str, Value) {
    let document: Json = page_context
        .documents
        .first()
        .and_then(|first| serde_json::from_slice(&first.body).ok())
        .unwrap_or_default();
    let page = document.pointer("/data/attributes").unwrap_or(&Json::Null);
    let locale = page_context.locale;
    describe(page_context, &document, page, head);
    let title = text(page, "title").unwrap_or_default();
    let crumb = |label: &str, path: Option<&str>| json!({ "label": label, "href": path.map(|path| page_context.href(path)) });
    let home = crumb(i18n::blocks_word(locale, "home"), Some("/"));
    let html = Value::from_safe_string(html_of(&document));
    let lang = foreign_locale(&document, locale).map(Locale::as_str);
    let is_preview = is_preview(&document);
    if text(page, "page_type") == Some("default") {
        let own = context! {
            page_layout => text(page, "page_layout"),
            is_preview,
            // The first page bears the name of the site.
            show_title => text(page, "slug") != Some("home") && page.get("show_title_on_page") != Some(&Json::Bool(false)),
            title,
            summary => text(page, "summary"),
            crumbs => told(vec![home, crumb(title, None)]),
            html,
            lang,
            s => words(locale),
        };
        return ("content-page.html", own);
    }
    let date = text(page, "published_at");
    let tags: Vec<Json> = page
        .get("tags")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .map(|tag| {
            let href = page_context.href(&format!("{NEWS}?tag={}", encoded(tag)));
            json!({ "label": tag, "href": href })
        })
        .collect();
    let related: Vec<Json> = document
        .pointer("/meta/related")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .map(|item| news_item(item, locale))
        .collect();
    let own = context! {
        is_preview,
        crumbs => told(vec![home, crumb(i18n::blocks_word(locale, "news"), Some(NEWS)), crumb(title, None)]),
        title,
        summary => text(page, "summary"),
        author => text(page, "author_name"),
        date,
        date_text => date.and_then(|at| date_in_words(at, locale)),
        is_story => text(page, "page_type") == Some("success_story"),
        tags => told(tags),
        image => text(page, "image_url").map(|url| told(with_focus(url, text(page, "image_alt").unwrap_or_default()))),
        html,
        lang,
        related => told(related),
        all => told(json!({ "href": page_context.href(NEWS), "label": i18n::blocks_word(locale, "news_all") })),
        s => words(locale),
    };
    ("news-item.html", own)
}

/// What search engines and sites on which the page is shared get to know.
fn describe(page_context: &PageContext, document: &Json, page: &Json, head: &mut Head) {
    let meta = |name: &str| document.pointer(&format!("/meta/{name}"));
    let is_home = text(page, "slug") == Some("home");
    let title = text(page, "meta_title").or_else(|| text(page, "title"));
    title.unwrap_or_default().clone_into(&mut head.title);
    if is_home && text(page, "meta_title").is_none() {
        head.title.clear();
    }
    let introduction = text(page, "summary")
        .map(str::to_owned)
        .or_else(|| first_text(&html_of(document)));
    head.description = text(page, "meta_description")
        .map(str::to_owned)
        .or_else(|| introduction.clone())
        .unwrap_or_default();
    head.is_listed &= !is_preview(document);
    head.image = text(page, "og_image_url")
        .or_else(|| text(page, "image_url"))
        .filter(|image| !image.starts_with("/img/"))
        .map(str::to_owned);
    head.shared = Some((
        text(page, "og_title").map(str::to_owned),
        text(page, "og_description").map(str::to_owned),
    ));
    let own = path_of(document).map(str::to_owned);
    let other = meta("translation_path")
        .and_then(Json::as_str)
        .map(str::to_owned);
    // What is shown in another language has its address in that one.
    if let (Some(own), Some(_)) = (&own, foreign_locale(document, page_context.locale)) {
        head.canonical = Some(own.clone());
    }
    head.languages = Some(match locale_of(page).unwrap_or(page_context.locale) {
        Locale::Nl => [own, other],
        Locale::En => [other, own],
    });
    if is_home {
        head.json_ld = Some(schema_org::center(page_context));
    } else if text(page, "page_type") != Some("default") {
        head.is_article = true;
        head.feed = Some(feed_of_news(page_context.locale));
        head.json_ld = Some(json!({
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "headline": text(page, "title"),
            "description": introduction,
            "datePublished": text(page, "published_at"),
            "dateModified": text(page, "updated_at"),
            "author": text(page, "author_name").map(|name| json!({ "@type": "Person", "name": name })),
            "image": text(page, "image_url").map(|url| format!("{}{url}", page_context.site.origin())),
        }));
    }
}

/// The list of news.
pub fn news(page_context: &PageContext, head: &mut Head) -> Value {
    let locale = page_context.locale;
    let choice = NewsChoice::read(page_context.query);
    let document = page_context.document(0);
    let say = |key: &str| i18n::blocks_word(locale, key);
    head.is_listed &= !choice.is_narrowed();
    head.path = choice.path(choice.page);
    say("news").clone_into(&mut head.title);
    say("news_text").clone_into(&mut head.description);
    head.feed = Some(feed_of_news(locale));
    let rows = document.get("data").and_then(Json::as_array);
    let mut items: Vec<&Json> = rows.into_iter().flatten().collect();
    let mut lead = None;
    if choice.page == 1 && !choice.is_narrowed() {
        let featured = items
            .iter()
            .position(|item| item.get("featured") == Some(&Json::Bool(true)));
        lead = featured.map(|at| items.remove(at));
    }
    let pages = document
        .pointer("/meta/pages")
        .and_then(Json::as_u64)
        .and_then(|pages| u32::try_from(pages).ok())
        .unwrap_or_default();
    let kind = |kind: Option<&'static str>, word: &str| {
        let other = NewsChoice {
            kind,
            ..NewsChoice::default()
        };
        json!({
            "href": page_context.href(&other.path(1)),
            "label": say(word),
            "is_current": choice.kind == kind && choice.tag.is_empty(),
        })
    };
    context! {
        title => say("news"),
        text => say("news_text"),
        kinds => told(vec![
            kind(None, "kind_all"),
            kind(Some("news"), "kind_news"),
            kind(Some("success_story"), "kind_success_story"),
        ]),
        tag => Some(choice.tag.as_str()).filter(|tag| !tag.is_empty()),
        no_tag => page_context.href(&NewsChoice { kind: choice.kind, ..NewsChoice::default() }.path(1)),
        lead => lead.map(|item| told(news_item(item, locale))),
        items => told(items.into_iter().map(|item| news_item(item, locale)).collect::<Vec<_>>()),
        pager => told(super::page_context::pager(page_context, (choice.page, pages), |page| choice.path(page))),
        feed => feed_of_news(locale).1,
        s => words(locale),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_news_is_asked_for_as_the_client_does() {
        let address = |query: &str| news_address(&Query::parse(query), Locale::Nl);
        assert_eq!(
            address(""),
            "/api/v1/published_pages?filter[page_type_in]=news,success_story&filter[read_in]=nl&page[size]=13&sort=-published_at"
        );
        assert_eq!(
            address("type=news&tag=zorg&page=2"),
            "/api/v1/published_pages?filter[page_type_in]=news&filter[read_in]=nl&filter[tag]=zorg&page[number]=2&page[size]=13&sort=-published_at"
        );
        assert_eq!(address("type=x&page=-1"), address(""));
        let choice = NewsChoice::read(&Query::parse("tag=a%26b&page=3"));
        assert_eq!(choice.path(2), "/nieuws?tag=a%26b&page=2");
    }

    #[test]
    fn a_page_without_an_introduction_is_described_by_its_first_text() {
        let html = "<section><picture></picture><h2>Kop</h2><p class=\"x\"> </p><p>Wij <b>zoeken</b> jou &amp;<br>je buurman.</p><p>Meer.</p></section>";
        assert_eq!(
            first_text(html).as_deref(),
            Some("Wij zoeken jou & je buurman.")
        );
        assert_eq!(first_text("<h2>Kop</h2>"), None);
        let long = format!("<p>{}</p>", "woord ".repeat(60));
        let told = first_text(&long).unwrap();
        assert!(
            told.chars().count() <= 161 && told.ends_with("woord…"),
            "{told}"
        );
    }

    #[test]
    fn a_preview_link_reaches_the_document_only_as_a_token() {
        let address = |query: &str| super::address("over-ons", Locale::En, &Query::parse(query));
        assert_eq!(address(""), "/api/v1/pages/by_slug/over-ons?locale=en");
        assert_eq!(
            address("preview_token=a-_9"),
            "/api/v1/pages/by_slug/over-ons?locale=en&preview_token=a-_9"
        );
        assert_eq!(address("preview_token=a%26locale=nl"), address(""));
    }
}
