//! Rich text and Markdown of blocks as HTML that cannot run.

mod pasted;

use ammonia::UrlRelative;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::borrow::Cow;

use crate::base::characters::hides_words;
use crate::model::field_rules::LONGEST_MARKUP;

/// What stands beside a heading of its block.
const TAGS: [&str; 11] = [
    "p",
    "br",
    "strong",
    "em",
    "a",
    "ul",
    "ol",
    "li",
    "h3",
    "h4",
    "blockquote",
];

/// What a whole text has besides: its own headings, tables, and what Markdown can say.
const MORE_TAGS: [&str; 12] = [
    "h2", "table", "thead", "tbody", "tr", "th", "td", "s", "code", "pre", "hr", "del",
];

/// What a text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Beside a heading: paragraphs, lists and small headings. Rows of a table become lines.
    Part,
    /// A text of its own, with headings and tables.
    Whole,
}

/// Sanitises rich text: what the editor makes, and nothing else. Plain text becomes paragraphs. What is longer than may
/// be stored is cut off before it is parsed.
#[expect(clippy::disallowed_methods, reason = "what is parsed is bounded")]
pub fn sanitised(html: &str, extent: Extent) -> String {
    let html: Cow<str> = match html.char_indices().nth(LONGEST_MARKUP) {
        Some((end, _)) => html.get(..end).unwrap_or_default().into(),
        None => html.into(),
    };
    let html = if html.contains('<') {
        pasted::in_own_words(&html, extent)
    } else {
        paragraphs(&html)
    };
    let mut cleaner = ammonia::Builder::default();
    cleaner
        .tags(TAGS.into())
        .tag_attributes([("a", ["href"].into())].into())
        .generic_attributes(std::collections::HashSet::new())
        .clean_content_tags(["script", "style", "title", "template", "xml"].into())
        .url_schemes(["https", "http", "mailto", "tel"].into())
        .url_relative(UrlRelative::Custom(Box::new(own_address)))
        .link_rel(Some("noopener"));
    if extent == Extent::Whole {
        cleaner
            .add_tags(MORE_TAGS)
            .add_tag_attributes("td", ["colspan", "rowspan"])
            .add_tag_attributes("th", ["colspan", "rowspan"]);
    }
    let clean = cleaner.clean(&html).to_string().replace(hides_words, "");
    // Where one paragraph stood in another, an empty one is left.
    clean.replace("<p></p>", "").replace("<p> </p>", "")
}

fn own_address(address: &str) -> Option<Cow<'_, str>> {
    is_own_address(address).then_some(Cow::Borrowed(address))
}

fn paragraphs(text: &str) -> String {
    text.replace("\r\n", "\n")
        .split("\n\n")
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .fold(String::new(), |html, part| {
            html + "<p>" + &crate::base::html::escape(part).replace('\n', "<br>") + "</p>"
        })
}

/// True for a path of this site or a place in the page. `//host` and what a browser reads as such are not.
pub fn is_own_address(address: &str) -> bool {
    let is_plain = |c: char| !c.is_control() && !c.is_whitespace() && c != '\\';
    address.chars().all(is_plain)
        && match address.strip_prefix('/') {
            Some(rest) => !rest.starts_with('/'),
            None => address.starts_with('#'),
        }
}

/// True for an address that a link may have.
pub fn is_safe_address(address: &str) -> bool {
    if is_own_address(address) {
        return true;
    }
    let is_plain = |c: char| {
        !c.is_control() && !c.is_whitespace() && !matches!(c, '<' | '>' | '"' | '\'' | '\\')
    };
    if !address.chars().all(is_plain) {
        return false;
    }
    if let Some(number) = address.strip_prefix("tel:") {
        let is_dialled = |c: char| c.is_ascii_digit() || "+-.()*#".contains(c);
        return !number.is_empty() && number.chars().all(is_dialled);
    }
    if let Some(mail) = address.strip_prefix("mailto:") {
        let mail = mail.split('?').next().unwrap_or_default();
        return matches!(mail.split_once('@'), Some((name, host)) if !name.is_empty() && host.contains('.'));
    }
    ["https://", "http://"]
        .iter()
        .any(|scheme| address.starts_with(scheme))
        && crate::model::field_rules::web_address(address).is_ok()
}

/// Markdown as HTML. Tags inside it are text; links to anything but web, mail and phone addresses lose their address,
/// and pictures become their description.
pub fn markdown(text: &str) -> String {
    let mut links: Vec<bool> = Vec::new();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let events = events.filter_map(|event| {
        Some(match event {
            Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                id,
                ..
            }) => {
                let is_safe = is_safe_address(&dest_url);
                links.push(is_safe);
                if !is_safe {
                    return None;
                }
                Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title: "".into(),
                    id,
                })
            }
            Event::End(TagEnd::Link) => {
                if !links.pop().unwrap_or_default() {
                    return None;
                }
                Event::End(TagEnd::Link)
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
            Event::Start(Tag::Heading { level, .. }) => Event::Start(Tag::Heading {
                level: lowered(level),
                id: None,
                classes: Vec::new(),
                attrs: Vec::new(),
            }),
            Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lowered(level))),
            Event::Start(Tag::CodeBlock(_)) => {
                Event::Start(Tag::CodeBlock(pulldown_cmark::CodeBlockKind::Indented))
            }
            other => other,
        })
    });
    let mut html = String::with_capacity(text.len() * 2);
    pulldown_cmark::html::push_html(&mut html, events);
    html.replace(hides_words, "")
}

/// The page has the only `h1`.
fn lowered(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 | HeadingLevel::H2 => HeadingLevel::H2,
        HeadingLevel::H3 => HeadingLevel::H3,
        _ => HeadingLevel::H4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leaves_the_site_only_in_the_open() {
        for own in ["/", "/over-ons", "/nieuws?x=1#y", "#kop"] {
            assert!(is_own_address(own) && is_safe_address(own), "{own}");
        }
        for safe in [
            "https://voorbeeld.nl/a?b=c",
            "mailto:info@voorbeeld.nl?subject=Hoi",
            "tel:+31612345678",
        ] {
            assert!(!is_own_address(safe) && is_safe_address(safe), "{safe}");
        }
        for wrong in [
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "\\\\evil.example",
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            " javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "https://",
            "https://user@evil.example",
            "mailto:",
            "tel:<script>",
            "over-ons",
            "",
        ] {
            assert!(!is_safe_address(wrong), "{wrong}");
        }
    }

    #[test]
    fn markdown_keeps_its_meaning_and_no_markup() {
        let html = markdown(
            "# Kop\n\nEen **vet** [woord](/over-ons).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n* x",
        );
        for piece in [
            "<h2>Kop</h2>",
            "<strong>vet</strong>",
            "<a href=\"/over-ons\">woord</a>",
            "<table>",
            "<ul>",
        ] {
            assert!(html.contains(piece), "{piece}: {html}");
        }
        let html = markdown(
            "<script>alert(1)</script>\n\n<b onclick=x>a</b> [x](javascript:alert(1)) ![y](http://evil.example/a.png) <https://a.nl>",
        );
        assert!(!html.contains("<script") && !html.contains("<b ") && !html.contains("<img"));
        assert!(!html.contains("javascript:"), "{html}");
        assert!(html.contains("&lt;script&gt;"), "{html}");
    }

    /// As Word puts it on the clipboard.
    const WORD: &str = include_str!("../../../tests/e2e/files/pasted/word.html");
    /// As Google Docs does.
    const DOCS: &str = include_str!("../../../tests/e2e/files/pasted/google-docs.html");

    fn told(html: &str, extent: Extent) -> String {
        let clean = sanitised(html, extent);
        let flat = clean.split_whitespace().collect::<Vec<_>>().join(" ");
        flat.replace("> <", "><")
    }

    #[test]
    fn a_text_of_word_keeps_its_words_and_nothing_of_how_it_looked() {
        for extent in [Extent::Part, Extent::Whole] {
            let clean = told(WORD, extent);
            for gone in [
                "Mso",
                "mso-",
                "style",
                "<!--",
                "[if",
                "o:p",
                "Calibri",
                "supportLists",
                "span",
            ] {
                assert!(!clean.contains(gone), "{gone}: {clean}");
            }
            assert!(clean.contains("<strong>iedere dinsdag</strong>"), "{clean}");
            assert!(
                clean.contains("<a href=\"https://voorbeeld.nl/aanmelden\""),
                "{clean}"
            );
            assert!(
                clean.contains("Taal oefenen") && clean.contains("Samen koken"),
                "{clean}"
            );
        }
        let whole = told(WORD, Extent::Whole);
        assert!(whole.contains("<h2>Samen eten in de buurt</h2>"), "{whole}");
        assert!(
            whole.contains("<table>") && whole.contains("<td><p>Dinsdag</p></td>"),
            "{whole}"
        );
        let part = told(WORD, Extent::Part);
        assert!(part.contains("<h3>Samen eten in de buurt</h3>"), "{part}");
        assert!(
            part.contains("<p><strong>Dag</strong> | <strong>Waar</strong></p>")
                && part.contains("<p>Dinsdag | Buurthuis De Linde</p>"),
            "{part}"
        );
    }

    #[test]
    fn a_text_of_google_docs_is_not_bold_as_a_whole() {
        let whole = told(DOCS, Extent::Whole);
        assert!(!whole.starts_with("<strong>"), "{whole}");
        assert!(whole.contains("<h2>Onze vrijwilligers</h2>"), "{whole}");
        assert!(whole.contains("<strong>elke week</strong>"), "{whole}");
        assert!(
            whole.contains("<ul><li><p>Boodschappen doen</p></li>"),
            "{whole}"
        );
        assert!(whole.contains("<td><p>Maandag</p></td>"), "{whole}");
        let part = told(DOCS, Extent::Part);
        assert!(part.contains("<p>Maandag | 10.00 uur</p>"), "{part}");
    }

    #[test]
    fn words_are_never_glued_together() {
        for (html, clean) in [
            ("<div>Een</div><div>Twee</div>", "<p>Een</p><p>Twee</p>"),
            (
                "<table><tr><th>A</th><td>1</td></tr><tr><td>B</td><td>2</td></tr></table>",
                "<p>A | 1</p><p>B | 2</p>",
            ),
            (
                "<dl><dt>Wie</dt><dd>Iedereen</dd></dl>",
                "<p>Wie</p><p>Iedereen</p>",
            ),
            ("<section><h1>Kop</h1>Tekst</section>", "<h3>Kop</h3>Tekst"),
            (
                "<p>1 < 2 en <b>vet</b></p>",
                "<p>1 &lt; 2 en <strong>vet</strong></p>",
            ),
            ("<b class='x > y'>vet</b>", "<strong>vet</strong>"),
        ] {
            assert_eq!(sanitised(html, Extent::Part), clean, "{html}");
        }
    }

    #[test]
    fn a_whole_text_holds_all_that_markdown_says() {
        let html = markdown(
            "# Kop\n\nEen **vet** en ~~weg~~ `code` [woord](/over-ons).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. x\n2. y\n\n> z\n\n---\n\n    vast\n",
        );
        let clean = sanitised(&html, Extent::Whole).replace(" rel=\"noopener\"", "");
        let bare = |html: &str| html.replace(['\n', '/'], "").replace(" >", ">");
        assert_eq!(bare(&clean), bare(&html));
    }

    #[test]
    fn what_can_run_is_gone_whatever_the_text_is() {
        for extent in [Extent::Part, Extent::Whole] {
            for html in [
                "<script>alert(1)</script><p>a</p>",
                "<p onclick=\"x()\" style=\"background:url(x)\">a</p>",
                "<table><td onmouseover=x()><img src=x onerror=alert(1)>a</td></table>",
                "<!--[if gte mso 9]><script>alert(1)</script><![endif]-->a",
                "<!--a--!><script>alert(1)</script>a",
                "<a href=\"javascript:alert(1)\">a</a>",
                "<svg><style><img src=x onerror=alert(1)></style></svg>a",
                "<<b>script>alert(1)<</b>/script>a",
                "<div\u{0}<script>alert(1)</script>a",
            ] {
                let clean = sanitised(html, extent);
                for never in [
                    "<script",
                    "onclick",
                    "onerror",
                    "onmouseover",
                    "javascript:",
                    "<img",
                    "<svg",
                    "style=",
                ] {
                    assert!(!clean.contains(never), "{html}: {clean}");
                }
            }
        }
    }
}
