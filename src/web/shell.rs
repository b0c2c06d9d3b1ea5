//! HTML shell of a page: the client's `index.html` with head, initial data and server-rendered content inserted.

use std::fmt::Write as _;
use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context, escape_formatter};
use serde_json::{Value as Json, json};

use super::assets;
use super::icons;
use super::language::path_in;
use crate::app::tenancy::request_target::Site;
use crate::base::html::escape;
use crate::base::locale::Locale;
use crate::error::{Error, Result};
use crate::pictures::share_card;
use crate::web::branding::Branding;
use crate::web::page_data::PageData;

/// Metadata of a page.
#[derive(Default)]
pub struct Head {
    pub title: String,
    pub description: String,
    /// Path without the language prefix, with the query parameters that make up the canonical URL.
    pub path: String,
    pub is_listed: bool,
    pub image: Option<String>,
    /// Title and description where the page is shared, if they are others.
    pub shared: Option<(Option<String>, Option<String>)>,
    /// Paths in Dutch and English, where these are not the same but for the prefix.
    pub languages: Option<[Option<String>; 2]>,
    /// Path with its language prefix, where the canonical URL is not `path` in the language of the page.
    pub canonical: Option<String>,
    pub is_article: bool,
    /// White background, as in the client's screen table.
    pub is_white: bool,
    pub json_ld: Option<Json>,
    /// Title and address of the feed of what the page shows; else it is that of the vacancies.
    pub feed: Option<(&'static str, &'static str)>,
    /// Lazily loaded files of this screen, preloaded by the page.
    pub screen: assets::Screen,
}

/// The client's `index.html`, split at the insertion points.
struct Template {
    /// Content from `<head>` on; `<html …>` is generated per page.
    head: String,
    after_head: String,
    /// Content from `</head>` on. What is inserted before it follows the client's own style sheets.
    body: String,
    before_data: String,
    end: String,
}

/// Fallback template for a build without the client.
const BARE: &str = "<!doctype html>\n<html lang=\"nl\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<!--head-->\n</head>\n\
    <body>\n<div id=\"root\"><!--content--></div>\n<!--first-data-->\n</body>\n</html>\n";

static TEMPLATE: LazyLock<Template> = LazyLock::new(|| {
    let index = assets::text("index.html");
    index
        .as_deref()
        .and_then(Template::cut)
        .or_else(|| Template::cut(BARE))
        .expect("the bare page has its three places")
});

impl Template {
    fn cut(index: &str) -> Option<Self> {
        let (_, rest) = index.split_once("<html")?;
        let (_, rest) = rest.split_once('>')?;
        let (head, rest) = rest.split_once("<!--head-->")?;
        let (after_head, _) = rest.split_once("</head>")?;
        let (body, rest) = rest.get(after_head.len()..)?.split_once("<!--content-->")?;
        let (before_data, end) = rest.split_once("<!--first-data-->")?;
        Some(Self {
            head: head.to_owned(),
            after_head: after_head.to_owned(),
            body: body.to_owned(),
            before_data: before_data.to_owned(),
            end: end.to_owned(),
        })
    }
}

/// Templates of server-rendered pages. Auto-escaping is on.
pub static TEMPLATES: LazyLock<Environment> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Chainable);
    environment.set_formatter(|out, state, value| match value.as_str() {
        // What is not there is no word of a page.
        None if value.is_none() => Ok(()),
        Some(text) if !value.is_safe() && matches!(state.auto_escape(), AutoEscape::Html) => {
            Ok(out.write_str(&escape(text))?)
        }
        _ => escape_formatter(out, state, value),
    });
    environment.add_function("icon", |name: &str| {
        Value::from_safe_string(icons::svg(name))
    });
    for (name, source) in [
        ("head.html", include_str!("templates/head.html")),
        ("styles.html", include_str!("templates/styles.html")),
        ("frame.html", include_str!("templates/frame.html")),
        ("card.html", include_str!("templates/card.html")),
        ("home.html", include_str!("templates/home.html")),
        ("search.html", include_str!("templates/search.html")),
        ("agenda.html", include_str!("templates/agenda.html")),
        ("subscribe.html", include_str!("templates/subscribe.html")),
        ("calendar.html", include_str!("templates/calendar.html")),
        ("activity.html", include_str!("templates/activity.html")),
        ("search-all.html", include_str!("templates/search-all.html")),
        ("social-map.html", include_str!("templates/social-map.html")),
        (
            "help-requests.html",
            include_str!("templates/help-requests.html"),
        ),
        (
            "vacancy-embed.html",
            include_str!("templates/vacancy-embed.html"),
        ),
        (
            "social-map-embed.html",
            include_str!("templates/social-map-embed.html"),
        ),
        ("vacancy.html", include_str!("templates/vacancy.html")),
        (
            "organization.html",
            include_str!("templates/organization.html"),
        ),
        ("form.html", include_str!("templates/form.html")),
        (
            "form-fields.html",
            include_str!("templates/form-fields.html"),
        ),
        (
            "form-answered.html",
            include_str!("templates/form-answered.html"),
        ),
        ("form-sent.html", include_str!("templates/form-sent.html")),
        ("legal.html", include_str!("templates/legal.html")),
        ("logo.html", include_str!("templates/logo.html")),
        ("breadcrumb.html", include_str!("templates/breadcrumb.html")),
        (
            "content-page.html",
            include_str!("templates/content-page.html"),
        ),
        ("news-list.html", include_str!("templates/news-list.html")),
        ("news-item.html", include_str!("templates/news-item.html")),
        ("plain.html", include_str!("templates/plain.html")),
        ("error.html", include_str!("templates/error.html")),
        (
            "unsubscribe.html",
            include_str!("templates/unsubscribe.html"),
        ),
        ("renew.html", include_str!("templates/renew.html")),
        ("desk-card.html", include_str!("templates/desk-card.html")),
        (
            "proof-check.html",
            include_str!("templates/proof-check.html"),
        ),
        (
            "activity_registration.html",
            include_str!("templates/activity_registration.html"),
        ),
        (
            "profile_visible.html",
            include_str!("templates/profile_visible.html"),
        ),
        (
            "still_right.html",
            include_str!("templates/still_right.html"),
        ),
    ]
    .into_iter()
    .chain(super::block_templates::TEMPLATES)
    {
        environment
            .add_template(name, source)
            .expect("the embedded templates compile, as every test of a page says");
    }
    environment
});

pub fn fill(template: &str, with: Value) -> Result<String> {
    let filled = TEMPLATES
        .get_template(template)
        .and_then(|template| template.render(with));
    filled.map_err(|error| Error::internal(format!("the page {template}: {error:#}")))
}

/// Renders what the template of a page puts into `<main>`.
pub fn fill_block(template: &str, with: Value) -> Result<String> {
    fill(template, context! { is_fragment => true, ..with })
}

/// Renders the complete HTML document. `served`: what the app is told of a page whose HTML it takes over.
pub fn page(
    site: &Site,
    branding: &Branding,
    locale: Locale,
    head: &Head,
    (content, served): (&str, Option<&Json>),
    documents: &[PageData],
) -> Result<String> {
    let origin = site.origin();
    let absolute = |path: &str| {
        if path.starts_with('/') {
            format!("{origin}{path}")
        } else {
            path.to_owned()
        }
    };
    let app = &branding.app_name;
    let title = match head.title.as_str() {
        "" => app.clone(),
        title => format!("{title} - {app}"),
    };
    let image = head
        .image
        .as_deref()
        .or_else(|| branding.profile("website_logo_url"))
        .map(absolute);
    let is_card = image
        .as_deref()
        .is_some_and(|image| image.starts_with(&format!("{origin}/og/")));
    let json_ld = head
        .json_ld
        .as_ref()
        .map(|told| Value::from_safe_string(script_safe(&told.to_string())));
    let [dutch, english] = match &head.languages {
        None => Locale::ALL.map(|each| Some(path_in(each, &head.path))),
        Some(paths) => paths.clone(),
    };
    let at_origin = |path: String| format!("{origin}{path}");
    let (shared_title, shared_description) = head.shared.clone().unwrap_or_default();
    let (feed_title, feed) = match head.feed {
        Some((title, address)) => (format!("{title} - {app}"), address),
        None => (app.clone(), "/feeds/vacancies.atom"),
    };
    let filled = fill(
        "head.html",
        context! {
            title,
            feed_title,
            feed,
            name => shared_title.as_deref().unwrap_or(if head.title.is_empty() { app } else { &head.title }),
            app,
            description => head.description.as_str(),
            shared_description => shared_description.as_deref().unwrap_or(&head.description),
            is_article => head.is_article,
            canonical => format!("{origin}{}", head.canonical.clone().unwrap_or_else(|| path_in(locale, &head.path))),
            dutch => dutch.map(at_origin),
            english => english.map(at_origin),
            locale => if locale == Locale::Nl { "nl_NL" } else { "en_GB" },
            is_listed => head.is_listed,
            image,
            image_size => is_card.then_some([share_card::WIDTH, share_card::HEIGHT]),
            json_ld,
            favicon => branding.favicon(),
            reports_errors => site.reports_errors,
        },
    )?;
    let mut scripts = assets::first_scripts(locale.as_str());
    scripts.extend_from_slice(&head.screen.scripts);
    let styles = fill(
        "styles.html",
        context! {
            styles => &head.screen.styles,
            version => branding.version(),
            fonts => branding.fonts(),
            scripts,
        },
    )?;
    let data = first_data(site, locale, documents, served);
    let template = &*TEMPLATE;
    let body = if head.is_white {
        template.body.replace("<body>", "<body class=\"is-white\">")
    } else {
        template.body.clone()
    };
    let mut page = String::with_capacity(content.len() + data.len() + filled.len() + 2048);
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"{}\" data-shape=\"{}\">",
        locale.as_str(),
        branding.shape()
    );
    for part in [
        template.head.as_str(),
        filled.as_str(),
        template.after_head.as_str(),
        styles.as_str(),
        body.as_str(),
        content,
        template.before_data.as_str(),
        "<script type=\"application/json\" id=\"first-data\">",
        data.as_str(),
        "</script>",
        template.end.as_str(),
    ] {
        page.push_str(part);
    }
    Ok(page)
}

/// Renders an error page without a centre: the client's style sheets, no script.
pub fn bare(locale: Locale, title: &str, content: &str) -> String {
    static STYLES: LazyLock<String> = LazyLock::new(|| {
        let whole = format!("{}{}", TEMPLATE.head, TEMPLATE.after_head);
        let lines = whole
            .lines()
            .filter(|line| line.contains("rel=\"stylesheet\"") || line.contains("/colour-mode.js"));
        lines.fold(String::new(), |mut styles, line| {
            styles.push_str(line.trim());
            styles.push('\n');
            styles
        })
    });
    format!(
        "<!doctype html>\n<html lang=\"{}\" data-shape=\"rounded\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{}</title>\n{}<link rel=\"stylesheet\" href=\"/theme.css\">\n</head>\n\
         <body>\n<div id=\"root\">{content}</div>\n</body>\n</html>\n",
        locale.as_str(),
        escape(title),
        *STYLES,
    )
}

/// Initial state for the client: location, language and the documents it would request first.
fn first_data(
    site: &Site,
    locale: Locale,
    documents: &[PageData],
    served: Option<&Json>,
) -> String {
    let mut facts = json!({
        "tenant": site.tenant.name,
        "context": site.settings.context,
        "locale": locale.as_str(),
        "center_id": site.center_id.to_string(),
    });
    if let (Some(facts), Some(served)) = (facts.as_object_mut(), served) {
        facts.insert("page".to_owned(), served.clone());
    }
    let mut text = facts.to_string();
    text.pop();
    let _ = write!(text, ",\"documents\":{}}}", payload(documents));
    script_safe(&text)
}

/// JSON object of the successful documents by API address, unmodified.
pub fn payload(documents: &[PageData]) -> String {
    let mut text = String::from("{");
    for found in documents.iter().filter(|document| document.is_found()) {
        let Ok(body) = std::str::from_utf8(&found.body) else {
            continue;
        };
        if text.len() > 1 {
            text.push(',');
        }
        let _ = write!(text, "{}:{body}", Json::from(found.address.as_str()));
    }
    text.push('}');
    text
}

/// Escapes JSON for use inside a `<script>` element: it cannot close the element, open a comment or break a line. The
/// escaped characters occur in JSON only within strings, where the escapes are equivalent.
pub fn script_safe(json: &str) -> String {
    let mut safe = String::with_capacity(json.len() + json.len() / 16);
    for c in json.chars() {
        match c {
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[test]
    fn data_cannot_leave_its_script_element() {
        let nasty = json!({"a": "</script><script>alert(1)</script><!-- & \u{2028}\u{2029}"});
        let safe = script_safe(&nasty.to_string());
        assert!(!safe.contains(['<', '>', '&', '\u{2028}', '\u{2029}']));
        assert_eq!(serde_json::from_str::<Json>(&safe).unwrap(), nasty);
    }

    #[test]
    fn only_found_documents_are_handed_on() {
        let called = |address: &str, status, body: &'static str| PageData {
            address: address.to_owned(),
            status,
            body: body.into(),
            keep: None,
            moved_to: None,
            code: None,
        };
        let documents = [
            called("/a?x[y]=1", StatusCode::OK, "{\"data\":1}"),
            called("/b", StatusCode::NOT_FOUND, "no"),
            called("/c\"", StatusCode::OK, "{\"data\":2}"),
        ];
        let payload: Json = serde_json::from_str(&payload(&documents)).unwrap();
        assert_eq!(
            payload,
            json!({"/a?x[y]=1": {"data": 1}, "/c\"": {"data": 2}})
        );
    }

    #[test]
    fn the_template_is_cut_in_three_places() {
        let template = Template::cut("<!doctype html><html lang=\"nl\" data-shape=\"x\"><head>1<!--head-->2</head><body><!--content-->3<!--first-data-->4").unwrap();
        assert_eq!(
            (template.head.as_str(), template.after_head.as_str()),
            ("<head>1", "2")
        );
        assert_eq!(template.body, "</head><body>");
        assert_eq!(
            (template.before_data.as_str(), template.end.as_str()),
            ("3", "4")
        );
        assert!(Template::cut(BARE).is_some());
    }

    #[test]
    fn what_is_not_there_is_no_word_of_a_page() {
        let shown = TEMPLATES.render_str("[{{ a }}{{ b }}]", context! { a => None::<String> });
        assert_eq!(shown.unwrap(), "[]");
        // In a template `none` is a value, whatever is handed over under that name.
        for (name, template) in TEMPLATES.templates() {
            let source = template.source();
            for printed in source.split("{{").skip(1) {
                let printed = printed.split("}}").next().unwrap_or_default();
                let mut words =
                    printed.split(|c: char| !c.is_alphanumeric() && !"_.\"".contains(c));
                assert!(
                    !words.any(|word| word == "none" || word == "None"),
                    "{name}: {{{{{printed}}}}}"
                );
            }
        }
    }

    #[test]
    fn a_title_is_text() {
        let page = bare(Locale::En, "<b>&", "");
        assert!(page.contains("<title>&lt;b&gt;&amp;</title>") && page.contains("lang=\"en\""));
    }
}
