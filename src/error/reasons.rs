//! Why a request could not be read (400 `bad_request`), in both languages.

use super::{Code, Error};
use crate::base::locale::Locale;

/// The reason of a `bad_request`. `meta.reason` has its identifier, the detail its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    AddressTooLong,
    AttributesNotAnObject,
    BodyBrokeOff,
    BodyNotAnObject,
    Host,
    IdempotencyKeyLength,
    NoData,
    NotANumber,
    NotOneOf,
    TextNotUtf8,
    TextTooLong,
    TooManyParts,
    TooManyValues,
    UserNotAnObject,
}

type Row = (Reason, &'static str, &'static str, &'static str);

/// Reason, identifier, nl, en. `{name}` is replaced from the refusal's meta.
#[rustfmt::skip]
const TEXTS: &[Row] = &[
    (Reason::AddressTooLong, "address_too_long", "het adres is langer dan {max} tekens", "the address is longer than {max} characters"),
    (Reason::AttributesNotAnObject, "attributes_not_an_object", "'attributes' is geen object", "'attributes' is not an object"),
    (Reason::BodyBrokeOff, "body_broke_off", "het verzoek is niet helemaal aangekomen", "the request did not arrive completely"),
    (Reason::BodyNotAnObject, "body_not_an_object", "de inhoud is geen object", "the body is not an object"),
    (Reason::Host, "host", "er hoort precies één kopregel Host bij", "it needs exactly one Host header"),
    (Reason::IdempotencyKeyLength, "idempotency_key_length", "Idempotency-Key heeft 1 tot {max} tekens", "Idempotency-Key has 1 to {max} characters"),
    (Reason::NoData, "no_data", "het document heeft geen object 'data'", "the document has no object 'data'"),
    (Reason::NotANumber, "not_a_number", "{name} is een getal vanaf 1", "{name} is a number from 1"),
    (Reason::NotOneOf, "not_one_of", "{name} is een van deze: {allowed}", "{name} is one of these: {allowed}"),
    (Reason::TextNotUtf8, "text_not_utf8", "tekst hoort in UTF-8 te staan", "text has to be UTF-8"),
    (Reason::TextTooLong, "text_too_long", "{name} is langer dan {max} tekens", "{name} is longer than {max} characters"),
    (Reason::TooManyParts, "too_many_parts", "er zijn meer dan {max} onderdelen in {name}", "there are more than {max} parts in {name}"),
    (Reason::TooManyValues, "too_many_values", "een document heeft hoogstens {max} waarden", "a document has at most {max} values"),
    (Reason::UserNotAnObject, "user_not_an_object", "'user' is geen object", "'user' is not an object"),
];

impl Reason {
    /// The identifier in `meta.reason`.
    pub fn as_str(self) -> &'static str {
        let row = TEXTS.iter().find(|row| row.0 == self);
        row.map_or("bad_request", |row| row.1)
    }
}

/// The identifiers of all reasons.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|row| row.1)
}

/// The sentence of a reason by its identifier.
pub(super) fn sentence(identifier: &str, locale: Locale) -> Option<&'static str> {
    let row = TEXTS.iter().find(|row| row.1 == identifier)?;
    Some(match locale {
        Locale::Nl => row.2,
        Locale::En => row.3,
    })
}

impl Error {
    /// A request that cannot be read.
    pub fn unreadable(reason: Reason) -> Self {
        Self::from(Code::BadRequest).with("reason", reason.as_str())
    }

    /// A query parameter with another value than those that it can have.
    pub fn not_one_of(name: &str, allowed: &[&str]) -> Self {
        Self::unreadable(Reason::NotOneOf)
            .with("name", name)
            .with("allowed", allowed)
            .of_parameter(name)
    }
}

impl From<Reason> for Error {
    fn from(reason: Reason) -> Self {
        Self::unreadable(reason)
    }
}
