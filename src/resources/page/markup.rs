//! Rich text and Markdown of blocks as HTML that cannot run.

use ammonia::UrlRelative;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::borrow::Cow;

use crate::base::characters::hides_words;
use crate::resources::field_rules::LONGEST_MARKUP;

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

/// Sanitises rich text: what the editor makes, and nothing else. Plain text becomes paragraphs. What is longer than may
/// be stored is cut off before it is parsed.
#[expect(clippy::disallowed_methods, reason = "what is parsed is bounded")]
pub fn sanitised(html: &str) -> String {
    let html: Cow<str> = match html.char_indices().nth(LONGEST_MARKUP) {
        Some((end, _)) => html.get(..end).unwrap_or_default().into(),
        None => html.into(),
    };
    let html = if html.contains('<') {
        html
    } else {
        paragraphs(&html).into()
    };
    // Word and web pages say it with other elements.
    let html = html
        .replace("<b>", "<strong>")
        .replace("</b>", "</strong>")
        .replace("<i>", "<em>")
        .replace("</i>", "</em>");
    ammonia::Builder::default()
        .tags(TAGS.into())
        .tag_attributes([("a", ["href"].into())].into())
        .generic_attributes(std::collections::HashSet::new())
        .url_schemes(["https", "http", "mailto", "tel"].into())
        .url_relative(UrlRelative::Custom(Box::new(own_address)))
        .link_rel(Some("noopener"))
        .clean(&html)
        .to_string()
        .replace(hides_words, "")
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
    let is_plain = |sign: char| !sign.is_control() && !sign.is_whitespace() && sign != '\\';
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
    let is_plain = |sign: char| {
        !sign.is_control()
            && !sign.is_whitespace()
            && !matches!(sign, '<' | '>' | '"' | '\'' | '\\')
    };
    if !address.chars().all(is_plain) {
        return false;
    }
    if let Some(number) = address.strip_prefix("tel:") {
        let is_dialled = |sign: char| sign.is_ascii_digit() || "+-.()*#".contains(sign);
        return !number.is_empty() && number.chars().all(is_dialled);
    }
    if let Some(mail) = address.strip_prefix("mailto:") {
        let mail = mail.split('?').next().unwrap_or_default();
        return matches!(mail.split_once('@'), Some((name, host)) if !name.is_empty() && host.contains('.'));
    }
    ["https://", "http://"]
        .iter()
        .any(|scheme| address.starts_with(scheme))
        && crate::resources::field_rules::web_address(address).is_ok()
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
}
