//! Mail that comes in: what one message is, by its headers and its parts. Decides nothing about whose it is.

mod automatic;
mod cut;
mod html;
mod report;

use mail_parser::{
    Address, HeaderName, Message, MessageParser, MessagePart, MimeHeaders, PartType,
};

use crate::base::characters::hides_words;
use crate::base::digest::digest_of;

pub(super) use automatic::OUR_HEADER;
pub use report::Report;

/// The longest message that is read, in bytes.
pub const LONGEST: usize = 10 * 1024 * 1024;

/// A message that came in.
#[derive(Debug, PartialEq, Eq)]
pub struct ReceivedMail {
    pub message_id: Option<String>,
    /// The addresses of `From`, in small letters. More than one is nobody's.
    pub from: Vec<String>,
    /// Where it was delivered to, by its headers, the surest first.
    pub recipients: Vec<String>,
    pub date: Option<String>,
    pub content: Content,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Content {
    /// What a mail server says about mail of ours.
    Report(Report),
    /// Written by a program; the sign of it.
    Automatic(&'static str),
    /// Written by somebody: their words, without what they answer to.
    Reply { text: String, has_attachments: bool },
}

impl ReceivedMail {
    /// Reads a message; `None` for what is none.
    pub fn parse(raw: &[u8]) -> Option<Self> {
        let message = MessageParser::default().parse(raw)?;
        let from = addresses(message.from());
        if from.is_empty() {
            return None;
        }
        let content = if let Some(report) = report::find(&message) {
            Content::Report(report)
        } else if let Some(sign) = automatic::sign(&message) {
            Content::Automatic(sign)
        } else {
            Content::Reply {
                text: reply_of(&message),
                has_attachments: message.attachments().any(is_attachment),
            }
        };
        Some(Self {
            message_id: message.message_id().map(str::to_owned),
            from,
            recipients: recipients(&message),
            date: message.header_raw(HeaderName::Date).map(one_line),
            content,
        })
    }

    /// Digest of the mail's own id: the same one to two addresses are two.
    pub fn id_hash(&self, recipient: &str) -> Option<String> {
        let id = self.message_id.as_deref()?;
        Some(digest(&[
            b"id",
            id.as_bytes(),
            mailbox(recipient).as_bytes(),
        ]))
    }

    /// Digest of what was written when: finds a mail again that was given another id on its way.
    pub fn body_hash(&self, recipient: &str) -> Option<String> {
        let Content::Reply { text, .. } = &self.content else {
            return None;
        };
        let date = self.date.as_deref().unwrap_or_default();
        let recipient = mailbox(recipient);
        Some(digest(&[
            b"body",
            recipient.as_bytes(),
            date.as_bytes(),
            text.as_bytes(),
        ]))
    }
}

fn mailbox(address: &str) -> String {
    address.to_ascii_lowercase()
}

fn digest(parts: &[&[u8]]) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for byte in digest_of(parts) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn addresses(list: Option<&Address>) -> Vec<String> {
    list.into_iter()
        .flat_map(Address::iter)
        .filter_map(|one| one.address())
        .filter(|address| address.contains('@'))
        .map(str::to_lowercase)
        .collect()
}

/// What mail servers note when they deliver comes before what the sender wrote.
fn recipients(message: &Message) -> Vec<String> {
    let mut found = Vec::new();
    for name in ["X-Original-To", "Delivered-To", "Envelope-To"] {
        for (header, value) in message.headers_raw() {
            if header.eq_ignore_ascii_case(name) {
                let address = value.trim().trim_matches(['<', '>']);
                found.push(address.to_ascii_lowercase());
            }
        }
    }
    found.extend(addresses(message.to()));
    found.extend(addresses(message.cc()));
    found
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of who answers.
fn reply_of(message: &Message) -> String {
    let mut text = String::new();
    for part in message.text_bodies() {
        let words = match &part.body {
            PartType::Text(plain) if is_flowed(part) => cut::unflow(plain, is_delsp(part)),
            PartType::Text(plain) => plain.to_string(),
            PartType::Html(html) => html::to_text(html),
            _ => continue,
        };
        text.push_str(&words);
        text.push('\n');
    }
    let cut = cut::reply(&text);
    cut.chars().filter(|c| !hides_words(*c)).collect()
}

fn is_flowed(part: &MessagePart) -> bool {
    attribute_is(part, "format", "flowed")
}

fn is_delsp(part: &MessagePart) -> bool {
    attribute_is(part, "delsp", "yes")
}

fn attribute_is(part: &MessagePart, name: &str, value: &str) -> bool {
    part.content_type()
        .and_then(|kind| kind.attribute(name))
        .is_some_and(|found| found.eq_ignore_ascii_case(value))
}

/// Signatures and the pictures of a signature are no attachments: who answers from an office can't leave them out.
fn is_attachment(part: &MessagePart) -> bool {
    let Some(kind) = part.content_type() else {
        return true;
    };
    let subtype = kind.subtype().unwrap_or_default().to_ascii_lowercase();
    let is_picture = kind.ctype().eq_ignore_ascii_case("image");
    let is_put_aside = part
        .content_disposition()
        .is_some_and(mail_parser::ContentType::is_attachment);
    if is_picture && part.content_id().is_some() && !is_put_aside {
        return false;
    }
    if kind.ctype().eq_ignore_ascii_case("application") {
        return ![
            "pgp-signature",
            "pgp-keys",
            "pkcs7-signature",
            "x-pkcs7-signature",
        ]
        .contains(&subtype.as_str());
    }
    // A part of the text, such as what a mailing list adds.
    let is_text = matches!(part.body, PartType::Text(_) | PartType::Html(_));
    !is_text || is_put_aside || part.attachment_name().is_some()
}

#[cfg(test)]
mod tests;
