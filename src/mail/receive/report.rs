//! Reports of mail servers about mail of ours: that it did not arrive (RFC 3464), or that its reader complains (RFC 5965).
//! The headers of that mail stand in the third part.

use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders as _, PartType};

#[derive(Debug, PartialEq, Eq)]
pub enum Report {
    Bounce {
        /// `Action: failed` with a status of 5: trying again is of no use.
        is_permanent: bool,
        status: String,
        /// `Message-ID` of what did not arrive.
        about: Vec<String>,
    },
    Complaint {
        about: Vec<String>,
    },
}

/// The report that a message is; `None` for receipts of reading and for all other mail.
pub(super) fn find(message: &Message) -> Option<Report> {
    if !message.is_content_type("multipart", "report") {
        return None;
    }
    let part = |subtype: &str| {
        message
            .parts
            .iter()
            .find(|part| part.is_content_type("message", subtype))
    };
    if let Some(status) = part("delivery-status").or_else(|| part("global-delivery-status")) {
        let (is_permanent, status) = outcome(&text_of(status));
        return Some(Report::Bounce {
            is_permanent,
            status,
            about: message_ids(message),
        });
    }
    let kind = field(&text_of(part("feedback-report")?), "feedback-type");
    // `not-spam` takes a complaint back; the others are no complaints about this mail's kind.
    ["abuse", "fraud", "opt-out", "unsubscribe"]
        .contains(&kind.as_deref()?)
        .then(|| Report::Complaint {
            about: message_ids(message),
        })
}

fn text_of(part: &MessagePart) -> String {
    match &part.body {
        PartType::Message(message) => String::from_utf8_lossy(message.raw_message()).into_owned(),
        _ => String::from_utf8_lossy(part.contents()).into_owned(),
    }
}

/// The worst of what the groups of a report say, one for each recipient.
fn outcome(text: &str) -> (bool, String) {
    let text = text.replace("\r\n", "\n");
    let mut last = String::new();
    for group in text.split("\n\n") {
        let Some(action) = field(group, "action") else {
            continue;
        };
        let status = field(group, "status").unwrap_or_default();
        let status = status.split_whitespace().next().unwrap_or_default();
        if action.starts_with("failed") && status.starts_with("5.") {
            return (true, status.to_owned());
        }
        status.clone_into(&mut last);
    }
    (false, last)
}

/// Value of a field, in small letters.
fn field(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found
            .trim()
            .eq_ignore_ascii_case(name)
            .then(|| value.trim().to_ascii_lowercase())
    })
}

fn message_ids(message: &Message) -> Vec<String> {
    let mut found = Vec::new();
    for part in &message.parts {
        let is_about = ["rfc822", "global"]
            .iter()
            .any(|subtype| part.is_content_type("message", subtype));
        let is_headers = part.is_content_type("text", "rfc822-headers")
            || part.is_content_type("message", "global-headers");
        let id = match &part.body {
            PartType::Message(message) if is_about => message.message_id().map(str::to_owned),
            _ if is_about || is_headers => MessageParser::default()
                .parse(part.contents())
                .and_then(|message| message.message_id().map(str::to_owned)),
            _ => None,
        };
        found.extend(id.map(|id| format!("<{id}>")));
    }
    found
}
