//! Email: templates, messages, transactional outbox and SMTP delivery.
//!
//! Handlers never send: they call [`enqueue`] in their own transaction. A job claims what is due, sends it with
//! [`deliver`] and records the result.

mod branding;
mod deliver;
mod dkim;
pub mod dutch_time;
mod enqueue;
mod kind;
mod markup;
pub mod receive;
pub mod reply_address;
mod sample;
mod smtp;
mod template;
mod text_override;
mod unsubscribe;

pub mod outbox;

pub use crate::base::locale::Locale;
pub use crate::mail::branding::EmailBranding;
pub use deliver::{compose, deliver, text_of};
pub use dkim::DkimKey;
pub use dutch_time::{
    date_in_words, end_of_quiet, is_deep_night, is_quiet, moment_in_words, morning,
};
pub use enqueue::{EmailMessage, Enqueued, enqueue, enqueue_for, is_switched_off};
pub use kind::{MailAudience, MailGroup, MailKind};
pub use markup::{addresses, page_html, seal};
pub use sample::{sample, sample_of, variants};
pub use smtp::{Mailer, MailerError, MailerSettings, OUR_SETTINGS, Recipient, SendError};
pub use template::{
    CHECK_IN_CODE, CalendarPart, Filled, PREHEADER_TEXT, REPLY_TO, Rendered, TemplateError, render,
};
pub use text_override::{
    LONGEST as LONGEST_TEXTS, OWN_TEXT, TextFault, TextOverride, built_in, mandatory_placeholders,
    placeholders, sample_values,
};
pub use unsubscribe::{Unsubscription, complain, find_unsubscription, follow, unsubscribe};

/// Parses a language tag: `en`, `en-GB`. An unknown one falls back to Dutch.
fn language(text: &str) -> Locale {
    let tag = text.split(['-', '_']).next().unwrap_or_default();
    Locale::parse(&tag.to_ascii_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod testing;
