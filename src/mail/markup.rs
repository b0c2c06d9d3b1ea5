//! Markup language of email templates: paragraphs, lists, quotes, `## headings`, **strong**, [links](/path), a link alone
//! on its line, which renders as a button, and `![pictures](/uploads/…)` alone on theirs. The plain text part and the HTML
//! part are generated from the same source.
//!
//! Template data is never parsed as markup: [`seal`] replaces its punctuation with private-use characters before it is
//! inserted, [`unseal`] restores them after parsing.

use super::EmailBranding;
use super::template::TemplateError;
use crate::base::html;
use crate::base::locale::Locale;
use crate::mail::branding::Links;

const SEALED: u32 = 0xE000;

#[derive(Debug, PartialEq)]
pub(super) enum Block {
    Paragraph(Vec<Span>),
    List(Vec<Vec<Span>>),
    Quote(Vec<Span>),
    Heading(Vec<Span>),
    Button { label: String, url: String },
    Picture { alt: String, url: String },
}

#[derive(Debug, PartialEq)]
pub(super) enum Span {
    Text(String),
    Strong(String),
    Link { label: String, url: String },
}

/// Escapes a value: replaces every character that could be markup with a private-use character.
pub fn seal(value: &str) -> String {
    value
        .replace("\r\n", "\n")
        .chars()
        .filter(|c| *c == '\n' || !(c.is_control() || is_sealed(*c)))
        .map(|c| {
            if c == '\n' || c.is_ascii_punctuation() {
                char::from_u32(SEALED + u32::from(c)).unwrap_or(c)
            } else {
                c
            }
        })
        .collect()
}

pub(super) fn unseal(text: &str) -> String {
    text.chars()
        .map(|c| {
            if is_sealed(c) {
                char::from_u32(u32::from(c) - SEALED).unwrap_or(c)
            } else {
                c
            }
        })
        .collect()
}

/// The addresses that a text leads to, as they are written. `None` where one is no path of the site, nor an address that
/// a newsletter may lead to.
pub fn addresses(source: &str) -> Option<Vec<String>> {
    let head = EmailBranding::default();
    let links = Links {
        head: &head,
        locale: Locale::Nl,
        is_open: true,
    };
    let mut found = Vec::new();
    for block in parse(source, links).ok()? {
        let spans = match block {
            Block::Button { url, .. } => {
                found.push(url);
                continue;
            }
            Block::Picture { .. } => continue,
            Block::Paragraph(spans) | Block::Quote(spans) | Block::Heading(spans) => spans,
            Block::List(items) => items.into_iter().flatten().collect(),
        };
        found.extend(spans.into_iter().filter_map(|span| match span {
            Span::Link { url, .. } => Some(url),
            Span::Text(_) | Span::Strong(_) => None,
        }));
    }
    Some(found)
}

pub(super) fn parse(source: &str, links: Links) -> Result<Vec<Block>, TemplateError> {
    let mut blocks = Vec::new();
    let mut paragraph = String::new();
    for line in source.lines().map(str::trim) {
        let item = line.strip_prefix("- ");
        let quote = line.strip_prefix("> ");
        let heading = line.strip_prefix("## ");
        let picture = line.strip_prefix('!').and_then(whole_link);
        let button = whole_link(line);
        let is_own_line =
            item.or(quote).or(heading).is_some() || picture.or(button).is_some() || line.is_empty();
        if !is_own_line {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line);
            continue;
        }
        finish(&mut paragraph, &mut blocks, links)?;
        if let Some(item) = item {
            let spans = spans(item, links)?;
            match blocks.last_mut() {
                Some(Block::List(items)) => items.push(spans),
                _ => blocks.push(Block::List(vec![spans])),
            }
        } else if let Some(quote) = quote {
            blocks.push(Block::Quote(spans(quote, links)?));
        } else if let Some(heading) = heading {
            blocks.push(Block::Heading(spans(heading, links)?));
        } else if let Some((alt, path)) = picture {
            // No page: it has no language.
            let url = links.head.url(&unseal(path));
            blocks.push(Block::Picture {
                alt: unseal(alt),
                url: url.ok_or(TemplateError::ForeignLink)?,
            });
        } else if let Some((label, path)) = button {
            blocks.push(Block::Button {
                label: unseal(label),
                url: url(path, links)?,
            });
        }
    }
    finish(&mut paragraph, &mut blocks, links)?;
    Ok(blocks)
}

pub(super) fn to_text(blocks: &[Block]) -> String {
    let mut parts = Vec::new();
    for block in blocks {
        parts.push(match block {
            Block::Paragraph(spans) | Block::Heading(spans) => spans_to_text(spans),
            Block::Picture { alt, .. } => format!("[{alt}]"),
            Block::Quote(spans) => format!("> {}", spans_to_text(spans).replace('\n', "\n> ")),
            Block::Button { label, url } => format!("{label}:\n{url}"),
            Block::List(items) => items
                .iter()
                .map(|spans| format!("- {}", spans_to_text(spans)))
                .collect::<Vec<_>>()
                .join("\n"),
        });
    }
    parts.join("\n\n")
}

/// Renders blocks as HTML with inline styles, because mail programs drop style sheets.
pub(super) fn to_html(blocks: &[Block], head: &EmailBranding) -> String {
    let (background, words) = head.colors();
    blocks
        .iter()
        .map(|block| match block {
            Block::Paragraph(spans) => {
                format!(
                    "<p style=\"margin:0 0 16px\">{}</p>\n",
                    spans_to_html(spans)
                )
            }
            Block::Quote(spans) => format!(
                "<blockquote style=\"margin:0 0 16px;padding:4px 0 4px 16px;\
                 border-left:4px solid {background}\">{}</blockquote>\n",
                spans_to_html(spans)
            ),
            Block::Heading(spans) => format!(
                "<h2 style=\"margin:24px 0 8px;font-size:20px;line-height:1.3\">{}</h2>\n",
                spans_to_html(spans)
            ),
            // The attribute is for Outlook, which knows no widths in styles.
            Block::Picture { alt, url } => format!(
                "<p style=\"margin:0 0 16px\"><img src=\"{}\" alt=\"{}\" width=\"552\" \
                 style=\"display:block;width:100%;max-width:552px;height:auto\"></p>\n",
                escape(url),
                escape(alt)
            ),
            Block::Button { label, url } => format!(
                "<p style=\"margin:24px 0\"><a href=\"{}\" style=\"display:inline-block;\
                 padding:12px 24px;border-radius:6px;background:{background};color:{words};\
                 font-weight:bold;text-decoration:none\">{}</a></p>\n",
                escape(url),
                escape(label)
            ),
            Block::List(items) => format!(
                "<ul style=\"margin:0 0 16px;padding-left:24px\">\n{}</ul>\n",
                items_to_html(items)
            ),
        })
        .collect::<Vec<_>>()
        .concat()
}

/// Renders a text for a page of the site, which has styles of its own. `None` where a link leads to no safe address.
pub fn page_html(source: &str, locale: Locale) -> Option<String> {
    let head = EmailBranding::default();
    let links = Links {
        head: &head,
        locale,
        is_open: true,
    };
    let words = |spans: &[Span]| -> String {
        let part = |span: &Span| match span {
            Span::Text(text) => escape(text),
            Span::Strong(text) => format!("<strong>{}</strong>", escape(text)),
            Span::Link { label, url } => {
                format!("<a href=\"{}\">{}</a>", escape(url), escape(label))
            }
        };
        spans.iter().map(part).collect()
    };
    let block = |block: &Block| match block {
        Block::Paragraph(spans) => format!("<p>{}</p>", words(spans)),
        Block::Quote(spans) => format!("<blockquote>{}</blockquote>", words(spans)),
        Block::Heading(spans) => format!("<h2>{}</h2>", words(spans)),
        Block::Button { label, url } => {
            format!("<p><a href=\"{}\">{}</a></p>", escape(url), escape(label))
        }
        Block::Picture { alt, url } => {
            format!(
                "<p><img src=\"{}\" alt=\"{}\"></p>",
                escape(url),
                escape(alt)
            )
        }
        Block::List(items) => {
            let items: Vec<String> = items.iter().map(|spans| words(spans)).collect();
            format!("<ul><li>{}</li></ul>", items.join("</li><li>"))
        }
    };
    let blocks = parse(source, links).ok()?;
    Some(blocks.iter().map(block).collect())
}

fn items_to_html(items: &[Vec<Span>]) -> String {
    items
        .iter()
        .map(|spans| {
            format!(
                "<li style=\"margin:0 0 4px\">{}</li>\n",
                spans_to_html(spans)
            )
        })
        .collect::<Vec<_>>()
        .concat()
}

fn is_sealed(c: char) -> bool {
    (SEALED..SEALED + 0x80).contains(&u32::from(c))
}

fn finish(
    paragraph: &mut String,
    blocks: &mut Vec<Block>,
    links: Links,
) -> Result<(), TemplateError> {
    if !paragraph.is_empty() {
        blocks.push(Block::Paragraph(spans(paragraph, links)?));
        paragraph.clear();
    }
    Ok(())
}

/// Label and path of a line that consists of one link.
fn whole_link(line: &str) -> Option<(&str, &str)> {
    let (label, path, rest) = link(line.strip_prefix('[')?)?;
    rest.is_empty().then_some((label, path))
}

/// Parses `label](path)rest`.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (label, rest) = text.split_once("](")?;
    let (path, rest) = rest.split_once(')')?;
    Some((label, path, rest))
}

fn spans(text: &str, links: Links) -> Result<Vec<Span>, TemplateError> {
    let mut found = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let strong = rest
            .strip_prefix("**")
            .and_then(|inner| inner.split_once("**"));
        if let Some((inner, after)) = strong {
            push_plain(&mut plain, &mut found);
            found.push(Span::Strong(unseal(inner)));
            rest = after;
        } else if let Some((label, path, after)) = rest.strip_prefix('[').and_then(link) {
            push_plain(&mut plain, &mut found);
            found.push(Span::Link {
                label: unseal(label),
                url: url(path, links)?,
            });
            rest = after;
        } else {
            plain.push(next);
            rest = rest.get(next.len_utf8()..).unwrap_or_default();
        }
    }
    push_plain(&mut plain, &mut found);
    Ok(found)
}

fn push_plain(plain: &mut String, found: &mut Vec<Span>) {
    if !plain.is_empty() {
        found.push(Span::Text(unseal(plain)));
        plain.clear();
    }
}

fn url(path: &str, links: Links) -> Result<String, TemplateError> {
    links.to(&unseal(path)).ok_or(TemplateError::ForeignLink)
}

fn spans_to_text(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match span {
            Span::Text(text) | Span::Strong(text) => text.clone(),
            Span::Link { label, url } => format!("{label} ({url})"),
        })
        .collect()
}

fn spans_to_html(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match span {
            Span::Text(text) => escape(text),
            Span::Strong(text) => format!("<strong>{}</strong>", escape(text)),
            Span::Link { label, url } => format!(
                "<a href=\"{}\" style=\"color:inherit\">{}</a>",
                escape(url),
                escape(label)
            ),
        })
        .collect()
}

fn escape(text: &str) -> String {
    html::escape(text).replace('\n', "<br>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(head: &EmailBranding) -> Links<'_> {
        Links {
            head,
            locale: Locale::Nl,
            is_open: false,
        }
    }

    fn head() -> EmailBranding {
        EmailBranding {
            origin: "https://site.example".into(),
            ..EmailBranding::default()
        }
    }

    #[test]
    fn a_letter_has_paragraphs_lists_quotes_and_a_button() {
        let source = "Dear **you**,\nread [this](/a).\n\n- one\n- two\n> said\n\n[Go on](/b?c=d)\n";
        let blocks = parse(source, links(&head())).unwrap();
        assert_eq!(
            to_text(&blocks),
            "Dear you, read this (https://site.example/a).\n\n- one\n- two\n\n> said\n\nGo on:\nhttps://site.example/b?c=d"
        );
        let html = to_html(&blocks, &head());
        assert!(
            html.contains("Dear <strong>you</strong>, read <a href=\"https://site.example/a\"")
        );
        assert!(html.contains(">Go on</a>"));
    }

    #[test]
    fn a_newsletter_has_headings_and_pictures_and_leads_elsewhere() {
        let source = "## News\n![Two people](/uploads/a.jpg)\n\nRead [it](https://news.example/a) or [ours](/b).\n";
        let head = head();
        let open = Links {
            is_open: true,
            ..links(&head)
        };
        let blocks = parse(source, open).unwrap();
        assert_eq!(
            to_text(&blocks),
            "News\n\n[Two people]\n\nRead it (https://news.example/a) or ours (https://site.example/b)."
        );
        assert!(to_html(&blocks, &head).contains("alt=\"Two people\" width=\"552\""));
        assert!(parse(source, links(&head)).is_err());
        assert_eq!(addresses(source).unwrap(), ["https://news.example/a", "/b"]);
        for bad in [
            "javascript:alert(1)",
            "//x.example",
            "http://x.example",
            "https://x\"y",
        ] {
            assert_eq!(addresses(&format!("[x]({bad})")), None, "{bad}");
        }
    }

    #[test]
    fn data_is_never_markup() {
        let evil = "**x** [win](https://evil.example)\n- <b>\u{E05B}";
        let source = format!("Hi {}", seal(evil));
        let blocks = parse(&source, links(&head())).unwrap();
        let Block::Paragraph(spans) = &blocks[0] else {
            panic!("not a paragraph");
        };
        assert_eq!(
            spans,
            &[Span::Text(
                "Hi **x** [win](https://evil.example)\n- <b>".into()
            )]
        );
        assert!(to_html(&blocks, &head()).contains("<br>- &lt;b&gt;"));
    }

    #[test]
    fn a_link_out_of_the_site_is_refused() {
        let source = format!("[Go]({})", seal("https://evil.example/)"));
        assert!(matches!(
            parse(&source, links(&head())),
            Err(TemplateError::ForeignLink)
        ));
    }

    mod properties {
        use super::*;
        use proptest::prelude::*;

        proptest! {
            #[test]
            fn sealed_data_comes_back_and_stays_one_text(value in "[^\u{0}-\u{1f}\u{7f}-\u{9f}\u{e000}-\u{e07f}]{1,60}") {
                prop_assume!(value.trim() == value);
                prop_assert_eq!(unseal(&seal(&value)), value.clone());
                let blocks = parse(&format!("x{}", seal(&value)), links(&head())).unwrap();
                prop_assert_eq!(blocks, vec![Block::Paragraph(vec![Span::Text(format!("x{value}"))])]);
            }
        }
    }
}
