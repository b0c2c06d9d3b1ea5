//! Text of a mail that was written as HTML. What programs mark as the quoted mail ends it.

use std::borrow::Cow;

/// Elements with a class or id that begins so hold the mail that is answered, or a signature.
const QUOTED: &[&str] = &[
    "gmail_quote",
    "gmail_signature",
    "yahoo_quoted",
    "ymail_android_signature",
    "moz-cite-prefix",
    "moz-signature",
    "moz-forward-container",
    "outlookmessageheader",
    "divrplyfwdmsg",
    "appendonsend",
    "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message",
    "ms-outlook-mobile-signature",
    "protonmail_quote",
    "protonmail_signature_block",
    "applemailsignature",
    "tutanota_quote",
    "zmail_extra",
    "signature_old",
    "x_gmail_quote",
    "x_divrplyfwdmsg",
    "x_appendonsend",
    "isforwardcontent",
];

/// Elements whose content is no text.
const UNSEEN: &[&str] = &["head", "style", "script", "title", "template"];

const BLOCKS: &[&str] = &[
    "div", "tr", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "section", "article", "pre",
    "center",
];

pub(super) fn to_text(html: &str) -> String {
    let mut text = Text::default();
    let mut rest = html;
    let mut unseen: Option<String> = None;
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        if unseen.is_none() {
            text.words(before);
        }
        let end = if tag.starts_with("<!--") {
            tag.find("-->").map(|end| end + 3)
        } else {
            tag.find('>').map(|end| end + 1)
        };
        let Some((tag, after)) = end.and_then(|end| tag.split_at_checked(end)) else {
            return text.done();
        };
        rest = after;
        let Some(tag) = Tag::read(tag) else {
            continue;
        };
        match &unseen {
            Some(name) if tag.is_end && tag.name == *name => unseen = None,
            Some(_) => {}
            None if UNSEEN.contains(&tag.name.as_str()) && !tag.is_end => {
                unseen = Some(tag.name);
            }
            None if tag.is_quote() && text.has_words() => return text.done(),
            None => text.tag(&tag),
        }
    }
    if unseen.is_none() {
        text.words(rest);
    }
    text.done()
}

struct Tag {
    name: String,
    is_end: bool,
    attributes: String,
}

impl Tag {
    fn read(text: &str) -> Option<Self> {
        let inside = text.strip_prefix('<')?.strip_suffix('>')?;
        let (is_end, inside) = match inside.strip_prefix('/') {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let length = inside
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(length);
        (!name.is_empty()).then(|| Self {
            name: name.to_ascii_lowercase(),
            is_end,
            attributes: attributes.to_ascii_lowercase(),
        })
    }

    fn is_quote(&self) -> bool {
        if self.is_end {
            return false;
        }
        ["class=", "id=", "name="].iter().any(|name| {
            let mut values = self.attributes.split(name).skip(1);
            values.any(|value| {
                let value = value.trim_start_matches(['"', '\'']);
                let value = value.split(['"', '\'', '>']).next().unwrap_or_default();
                value
                    .split_whitespace()
                    .any(|word| QUOTED.iter().any(|quoted| word.starts_with(quoted)))
            })
        })
    }
}

#[derive(Default)]
struct Text {
    lines: Vec<String>,
    line: String,
    /// Depth of `blockquote`: its lines are quoted as in plain mail.
    depth: usize,
}

impl Text {
    fn has_words(&self) -> bool {
        !self.line.trim().is_empty() || self.lines.iter().any(|line| !line.trim().is_empty())
    }

    fn words(&mut self, html: &str) {
        for c in entities(html).chars() {
            // A space that does not break is one that was typed.
            if c == '\u{a0}' {
                self.line.push(' ');
            } else if c.is_whitespace() {
                if !self.line.is_empty() && !self.line.ends_with(' ') {
                    self.line.push(' ');
                }
            } else {
                self.line.push(c);
            }
        }
    }

    fn tag(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "br" => self.end_line(),
            "p" => {
                self.end_block();
                // Outlook writes each line as a paragraph, an empty one with a hard space.
                if tag.is_end && !tag.attributes.contains("msonormal") {
                    self.empty_line();
                }
            }
            "blockquote" => {
                self.end_block();
                self.depth = if tag.is_end {
                    self.depth.saturating_sub(1)
                } else {
                    self.depth + 1
                };
            }
            "hr" => self.end_block(),
            name if BLOCKS.contains(&name) => self.end_block(),
            _ => {}
        }
    }

    fn end_block(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let quote = "> ".repeat(self.depth);
        self.lines.push(format!("{quote}{}", line.trim()));
    }

    fn empty_line(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    fn done(mut self) -> String {
        self.end_block();
        self.lines.join("\n")
    }
}

/// Characters for the entities that mail programs write.
fn entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        let (before, at) = rest.split_at(start);
        out.push_str(before);
        let found = at
            .find(';')
            .filter(|end| *end <= 10)
            .and_then(|end| Some((character(at.get(1..end)?)?, at.get(end + 1..)?)));
        if let Some((c, after)) = found {
            out.push(c);
            rest = after;
        } else {
            out.push('&');
            rest = at.get(1..).unwrap_or_default();
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "euro" => '€',
        "eacute" => 'é',
        "egrave" => 'è',
        "ecirc" => 'ê',
        "euml" => 'ë',
        "iuml" => 'ï',
        "ouml" => 'ö',
        "uuml" => 'ü',
        "auml" => 'ä',
        "aacute" => 'á',
        "agrave" => 'à',
        "acirc" => 'â',
        "oacute" => 'ó',
        "ocirc" => 'ô',
        "uacute" => 'ú',
        "iacute" => 'í',
        "ccedil" => 'ç',
        "ntilde" => 'ñ',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "bull" => '•',
        _ => return None,
    })
}
