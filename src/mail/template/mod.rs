//! Email rendering: kind, language and data to a message with subject, plain text and HTML.

use std::sync::LazyLock;

use minijinja::{Environment, State, UndefinedBehavior, Value, context};

use super::dutch_time::{date_in_words, moment_in_words};
use super::{DkimKey, EmailBranding, Locale, MailKind, TextOverride, language, markup};
use crate::base::icalendar::Method;
use crate::base::phone;
use crate::base::qr_code::qr_png;
use crate::mail::branding::Links;

/// Email to render: the template's kind, language and data.
#[derive(Debug, Clone, Copy)]
pub struct Filled<'a> {
    pub kind: MailKind,
    pub locale: Locale,
    pub to_name: &'a str,
    pub data: &'a serde_json::Value,
    /// `/unsubscribe/{token}`; `None` for a mandatory email.
    pub unsubscribe_path: Option<&'a str>,
    /// The texts of the tenant or the centre, where they differ from the built-in ones.
    pub text: Option<&'a TextOverride>,
}

/// Rendered message, ready to send or preview.
#[derive(Debug, Clone)]
pub struct Rendered {
    pub subject: String,
    pub text: String,
    pub html: String,
    pub locale: Locale,
    pub from_name: String,
    pub from_email: Option<String>,
    pub reply_to: Option<String>,
    pub unsubscribe_url: Option<String>,
    pub message_id: Option<String>,
    /// Envelope sender, where it is not the `From` address.
    pub return_path: Option<String>,
    /// With which it is signed.
    pub dkim_key: Option<DkimKey>,
    /// For the reader's calendar.
    pub calendar: Option<CalendarPart>,
    /// What the HTML part shows as `cid:check-in-code`: a QR code, as PNG.
    pub qr_code: Option<Vec<u8>>,
}

/// Key of an email's data: the address at which its reader, and nobody else, may answer by mail.
pub const REPLY_TO: &str = "reply_to";
/// Key of an email's data whose value is shown at the door of an activity: the email carries it as a QR code too.
pub const CHECK_IN_CODE: &str = "check_in_code";
/// Key of an email's data: what mail programs show beside the subject; without it the first words of the text.
pub const PREHEADER_TEXT: &str = "preheader";
/// `Content-ID` of the QR code.
pub(super) const QR_CODE_CID: &str = "check-in-code";

/// A calendar file in an email, which adds, moves or removes an event where the reader's program follows it.
#[derive(Debug, Clone)]
pub struct CalendarPart {
    pub method: Method,
    pub text: String,
}

#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// Usually a placeholder without a value.
    #[error("the template could not be filled: {0}")]
    Template(#[from] minijinja::Error),
    #[error("the template does not begin with a line `Subject: …`")]
    NoSubject,
    #[error("a link leads out of the site")]
    ForeignLink,
}

pub fn render(filled: &Filled, head: &EmailBranding) -> Result<Rendered, TemplateError> {
    let words = words(filled.locale);
    let fill = |name: &str, source: &str| fill(name, source, filled, head);

    let letter = match filled.text.filter(|text| !text.is_empty()) {
        Some(text) => fill("own_text", &text.source(filled.kind, filled.locale))?,
        None => fill(filled.kind.as_str(), filled.kind.source(filled.locale))?,
    };
    let (first, body) = letter.split_once('\n').ok_or(TemplateError::NoSubject)?;
    let subject = first
        .strip_prefix("Subject:")
        .ok_or(TemplateError::NoSubject)?;
    let subject = one_line(&markup::unseal(subject));

    // A newsletter is the centre's own text, from the greeting on.
    let is_newsletter = filled.kind == MailKind::Newsletter;
    let letter = if is_newsletter {
        body.to_owned()
    } else {
        let greeting = fill("_greeting", words.greeting)?;
        let closing = fill("_closing", words.closing)?;
        format!("{greeting}\n\n{body}\n\n{closing}")
    };
    let links = Links {
        head,
        locale: filled.locale,
        is_open: is_newsletter,
    };
    let preheader = filled
        .data
        .get(PREHEADER_TEXT)
        .and_then(|text| text.as_str());
    let preheader = match preheader {
        Some(text) => one_line(text),
        None => first_words(&markup::to_text(&markup::parse(body.trim(), links)?)),
    };
    let body = markup::parse(&letter, links)?;
    let footer = markup::parse(&fill("_footer", words.footer)?, links)?;

    let text = format!(
        "{}\n\n-- \n{}\n",
        markup::to_text(&body),
        markup::to_text(&footer)
    );
    let door = filled
        .data
        .get(CHECK_IN_CODE)
        .and_then(|code| code.as_str());
    let (background, on_background) = head.colors();
    let html = LAYOUT.get_template("layout.html")?.render(context! {
        lang => filled.locale.as_str(),
        subject => &subject,
        preheader,
        centre_name => &head.centre_name,
        background,
        words => on_background,
        body => Value::from_safe_string(markup::to_html(&body, head)),
        footer => Value::from_safe_string(markup::to_html(&footer, head)),
        door => door.map(|code| context! { code, cid => QR_CODE_CID }),
    })?;

    let unsubscribe_url = match filled.unsubscribe_path {
        Some(path) => Some(head.url(path).ok_or(TemplateError::ForeignLink)?),
        None => None,
    };
    Ok(Rendered {
        subject,
        text,
        html,
        locale: filled.locale,
        from_name: one_line(&head.centre_name),
        from_email: head.sender_email.clone(),
        reply_to: reply_to(filled).or_else(|| head.email.clone()),
        unsubscribe_url,
        message_id: None,
        return_path: head.return_path.clone(),
        dkim_key: None,
        calendar: None,
        qr_code: door.and_then(|code| qr_png(&check_in_address(head, code))),
    })
}

/// Most characters of the line that mail programs show beside the subject.
const PREHEADER: usize = 140;

/// A greeting alone says too little: the next line comes with it.
const SHORT_LINE: usize = 30;

/// The first line of a text, whole words only: what mail programs show beside the subject.
fn first_words(text: &str) -> String {
    let mut kept = String::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        for word in line.split_whitespace() {
            if kept.chars().count() + word.chars().count() >= PREHEADER {
                return kept;
            }
            if !kept.is_empty() {
                kept.push(' ');
            }
            kept.push_str(word);
        }
        if kept.chars().count() >= SHORT_LINE {
            break;
        }
    }
    kept
}

/// The address at which the reader may answer by mail.
fn reply_to(filled: &Filled) -> Option<String> {
    let address = filled.data.get(REPLY_TO)?.as_str()?;
    Some(address.to_owned())
}

/// Text of the QR code: whose camera is no check-in opens the calendar of the site.
fn check_in_address(head: &EmailBranding, code: &str) -> String {
    let origin = head.origin.trim_end_matches('/');
    crate::base::qr_code::check_in_address(origin, code)
}

/// Label of a code in a language; a code without a label is shown with spaces for underscores.
pub(super) fn word(locale: Locale, table: &str, code: &str) -> String {
    words(locale)
        .tables
        .get(table)
        .and_then(|table| table.get(code))
        .and_then(serde_json::Value::as_str)
        .map_or_else(|| code.replace('_', " "), str::to_owned)
}

/// Texts shared by the emails of one language.
struct Words {
    greeting: &'static str,
    closing: &'static str,
    footer: &'static str,
    tables: serde_json::Value,
}

fn words(locale: Locale) -> &'static Words {
    static NL: LazyLock<Words> = LazyLock::new(|| Words {
        greeting: include_str!("../templates/nl/_greeting.txt"),
        closing: include_str!("../templates/nl/_closing.txt"),
        footer: include_str!("../templates/nl/_footer.txt"),
        tables: tables(
            include_str!("../templates/nl/words.json"),
            include_str!("../../../ui/src/i18n/reasons.nl.json"),
            include_str!("../../../ui/src/i18n/roles.nl.json"),
        ),
    });
    static EN: LazyLock<Words> = LazyLock::new(|| Words {
        greeting: include_str!("../templates/en/_greeting.txt"),
        closing: include_str!("../templates/en/_closing.txt"),
        footer: include_str!("../templates/en/_footer.txt"),
        tables: tables(
            include_str!("../templates/en/words.json"),
            include_str!("../../../ui/src/i18n/reasons.en.json"),
            include_str!("../../../ui/src/i18n/roles.en.json"),
        ),
    });
    match locale {
        Locale::Nl => &NL,
        Locale::En => &EN,
    }
}

fn tables(own: &str, reasons: &str, roles: &str) -> serde_json::Value {
    let [mut tables, reasons, mut roles] = [own, reasons, roles].map(|json| {
        serde_json::from_str::<serde_json::Map<_, _>>(json)
            .expect("the embedded words are JSON, as a test says")
    });
    let names = roles.remove("name").map(|names| ("role".to_owned(), names));
    tables.extend(
        reasons
            .into_iter()
            .chain(names)
            .map(|(name, table)| (name, mid_sentence(table))),
    );
    serde_json::Value::Object(tables)
}

/// The labels of the screens begin with a capital; in an email they stand within a sentence.
fn mid_sentence(labels: serde_json::Value) -> serde_json::Value {
    match labels {
        serde_json::Value::Object(labels) => labels
            .into_iter()
            .map(|(code, label)| (code, mid_sentence(label)))
            .collect(),
        serde_json::Value::String(label) => {
            let mut characters = label.chars();
            let first = characters.next().into_iter().flat_map(char::to_lowercase);
            serde_json::Value::String(first.chain(characters).collect())
        }
        other => other,
    }
}

fn fill(
    name: &str,
    source: &str,
    filled: &Filled,
    head: &EmailBranding,
) -> Result<String, minijinja::Error> {
    // Trusted values are added last and take precedence: data cannot impersonate another centre.
    let known = context! {
        locale => filled.locale.as_str(),
        to_name => filled.to_name,
        greeted => greeted(filled),
        site => head.site(),
        centre_name => &head.centre_name,
        centre_email => &head.email,
        centre_phone_number => &head.phone_number,
        centre_address => &head.address,
        unsubscribe_path => filled.unsubscribe_path,
    };
    let data = value_of(filled.data);
    TEXTS
        .template_from_named_str(name, source)?
        .render(context! { ..known, ..data })
}

/// Name in the greeting. Anybody can sign somebody up under any name: a name that mail programs could turn into a link
/// is omitted.
fn greeted<'a>(filled: &Filled<'a>) -> &'a str {
    let first_name = filled.data.get("first_name");
    first_name
        .and_then(serde_json::Value::as_str)
        .filter(|name| !name.is_empty())
        .or(Some(filled.to_name))
        .filter(|name| name.chars().count() <= 60)
        .filter(|name| {
            name.chars()
                .all(|c| c.is_alphabetic() || " -'’".contains(c))
        })
        .unwrap_or_default()
}

/// Template environment: undefined values are errors, except where a template tests for them with `if`.
pub(super) static TEXTS: LazyLock<Environment> = LazyLock::new(|| {
    let mut texts = Environment::new();
    texts.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    texts.set_formatter(|out, _state, value| {
        if value.is_undefined() || value.is_none() {
            return Err(missing());
        }
        // What the filter `markup` lets through was sealed where it came from data.
        if value.is_safe() {
            return out.write_str(&text_of(value)).map_err(Into::into);
        }
        out.write_str(&markup::seal(&text_of(value)))
            .map_err(Into::into)
    });
    texts.add_filter("markup", |value: &Value| {
        Value::from_safe_string(text_of(value))
    });
    texts.add_filter("date", |state: &State, value: &Value| {
        in_words(date_in_words(&text_of(value), locale_of(state)))
    });
    texts.add_filter("datetime", |state: &State, value: &Value| {
        in_words(moment_in_words(&text_of(value), locale_of(state)))
    });
    texts.add_filter("decimal", |state: &State, number: &Value| {
        let text = text_of(number);
        let text = text.strip_suffix(".0").unwrap_or(&text);
        match locale_of(state) {
            Locale::Nl => text.replace('.', ","),
            Locale::En => text.to_owned(),
        }
    });
    texts.add_filter("phone", |number: &Value| phone::written(&text_of(number)));
    texts.add_filter("word", |state: &State, code: &Value, table: &str| {
        code.as_str()
            .map(|code| word(locale_of(state), table, code))
            .ok_or_else(missing)
    });
    texts
});

static LAYOUT: LazyLock<Environment> = LazyLock::new(|| {
    let mut layout = Environment::new();
    layout.set_undefined_behavior(UndefinedBehavior::Strict);
    layout
        .add_template("layout.html", include_str!("../layout.html"))
        .expect("the embedded layout compiles, as every test of a letter says");
    layout
});

fn value_of(data: &serde_json::Value) -> Value {
    match data {
        serde_json::Value::Null => Value::from(()),
        serde_json::Value::Bool(yes) => Value::from(*yes),
        serde_json::Value::Number(number) => number
            .as_i64()
            .map_or_else(|| Value::from(number.to_string()), Value::from),
        serde_json::Value::String(text) => Value::from(text.as_str()),
        serde_json::Value::Array(list) => list.iter().map(value_of).collect::<Vec<_>>().into(),
        serde_json::Value::Object(fields) => Value::from_pairs(
            fields
                .iter()
                .map(|(name, value)| (name.as_str(), value_of(value))),
        ),
    }
}

fn text_of(value: &Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}

fn locale_of(state: &State) -> Locale {
    state
        .lookup("locale")
        .map_or(Locale::Nl, |locale| language(&text_of(&locale)))
}

fn in_words(words: Option<String>) -> Result<String, minijinja::Error> {
    words.ok_or_else(|| {
        minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, "this is not a date")
    })
}

/// Error for an undefined value: an email that is retried after correction is preferred over one with a gap.
fn missing() -> minijinja::Error {
    minijinja::Error::new(minijinja::ErrorKind::UndefinedError, "a value is missing")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
