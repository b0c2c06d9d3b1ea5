//! Error type and its wire format (docs/api.md#errors). Errors are translated once, where their meaning is known; the
//! text of an internal error is never sent to a client.

mod event_words;
mod expected;
mod field_names;
mod filling;
mod reasons;
mod storage;
mod texts;

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::base::locale::Locale;

pub use reasons::Reason;
pub use storage::Storage;
pub use texts::Code;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error of a request, classified by its meaning to the client.
#[derive(Debug, Clone)]
pub enum Error {
    /// The request as a whole is refused.
    Refused(Box<Refusal>),
    /// One or more fields are invalid; nothing was written.
    Invalid(Vec<FieldFault>),
    /// A database file is corrupt. Not caused by the request; the text is for the log only.
    Damaged(Arc<str>),
    /// A database file that is whole cannot be used now. The text is for the log only and has `SQLite`'s code.
    Storage(Storage, Arc<str>),
    /// Internal error. The text is for the log only.
    Internal(Arc<str>),
}

#[derive(Debug, Clone)]
pub struct Refusal {
    pub code: Code,
    pub source: Option<Source>,
    pub meta: Map<String, Value>,
}

/// The part of the request that a refusal is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A place in the request document.
    Pointer(String),
    /// A parameter of the query.
    Parameter(String),
    /// A header.
    Header(&'static str),
}

/// Validation error of one field. `rule` is a stable identifier (`required`, `length`, `email`, `taken` …), `limits`
/// its parameters.
#[derive(Debug, Clone)]
pub struct FieldFault {
    pub pointer: String,
    pub rule: String,
    pub limits: Map<String, Value>,
}

impl FieldFault {
    /// Error of the attribute `field`, which may be a path such as `address/postal_code`.
    pub fn attribute(field: &str, rule: &str) -> Self {
        Self {
            pointer: format!("/data/attributes/{field}"),
            rule: rule.to_owned(),
            limits: Map::new(),
        }
    }

    /// Error at any other place in the document.
    pub fn at(pointer: impl Into<String>, rule: &str) -> Self {
        Self {
            pointer: pointer.into(),
            rule: rule.to_owned(),
            limits: Map::new(),
        }
    }

    /// The localized sentence that says what to do.
    pub fn detail(&self, locale: Locale) -> String {
        let error = texts::field_error(self, locale);
        let detail = error.get("detail").and_then(Value::as_str);
        detail.unwrap_or_default().to_owned()
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.limits.insert(name.to_owned(), value.into());
        self
    }
}

impl From<Code> for Error {
    fn from(code: Code) -> Self {
        Self::Refused(Box::new(Refusal {
            code,
            source: None,
            meta: Map::new(),
        }))
    }
}

impl From<FieldFault> for Error {
    fn from(fault: FieldFault) -> Self {
        Self::Invalid(vec![fault])
    }
}

impl Error {
    pub fn internal(text: impl std::fmt::Display) -> Self {
        Self::Internal(text.to_string().into())
    }

    /// The same error with a pointer into the request document.
    #[must_use]
    pub fn at(self, pointer: &str) -> Self {
        self.about(Source::Pointer(pointer.to_owned()))
    }

    /// The same error with the query parameter that it is about.
    #[must_use]
    pub fn of_parameter(self, name: &str) -> Self {
        self.about(Source::Parameter(name.to_owned()))
    }

    /// The same error with the header that it is about.
    #[must_use]
    pub fn of_header(self, name: &'static str) -> Self {
        self.about(Source::Header(name))
    }

    fn about(self, source: Source) -> Self {
        match self {
            Self::Refused(mut refusal) => {
                refusal.source = Some(source);
                Self::Refused(refusal)
            }
            other => other,
        }
    }

    /// The same error with one more `meta` member.
    #[must_use]
    pub fn with(self, name: &str, value: impl Into<Value>) -> Self {
        match self {
            Self::Refused(mut refusal) => {
                refusal.meta.insert(name.to_owned(), value.into());
                Self::Refused(refusal)
            }
            other => other,
        }
    }

    /// A `meta` member.
    pub fn meta(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Refused(refusal) => refusal.meta.get(name),
            _ => None,
        }
    }

    pub fn code(&self) -> Code {
        match self {
            Self::Refused(refusal) => refusal.code,
            Self::Invalid(_) => Code::Invalid,
            Self::Damaged(_) => Code::Maintenance,
            Self::Storage(state, _) => state.code(),
            Self::Internal(_) => Code::Internal,
        }
    }

    pub fn is(&self, code: Code) -> bool {
        self.code() == code
    }

    /// True if the file is whole and the disk does not give or take it now: the same may work later.
    pub const fn is_of_disk(&self) -> bool {
        matches!(self, Self::Storage(state, _) if !matches!(state, Storage::Slow))
    }

    pub fn status(&self) -> StatusCode {
        self.code().status()
    }

    /// The localized `errors` document. `request_id` correlates it with the log.
    pub fn document(&self, locale: Locale, request_id: &str) -> Value {
        let errors = match self {
            Self::Invalid(faults) => faults
                .iter()
                .map(|fault| texts::field_error(fault, locale))
                .collect(),
            Self::Refused(refusal) => vec![texts::refusal(refusal, locale)],
            Self::Damaged(_) | Self::Storage(..) if self.code() != Code::Internal => {
                return Self::from(self.code()).document(locale, request_id);
            }
            Self::Damaged(_) | Self::Storage(..) | Self::Internal(_) => vec![json!({
                "status": "500",
                "code": Code::Internal.as_str(),
                "title": Code::Internal.title(locale),
                "detail": Code::Internal.detail(locale),
                "meta": { "request_id": request_id },
            })],
        };
        json!({ "errors": Value::Array(errors) })
    }

    /// The localized sentence for a terminal.
    pub fn sentence(&self, locale: Locale) -> String {
        match self {
            Self::Internal(text) | Self::Damaged(text) => text.to_string(),
            Self::Storage(state, text) => format!("{text}; {}", state.advice()),
            _ => self
                .document(locale, "")
                .pointer("/errors")
                .and_then(Value::as_array)
                .map(|errors| {
                    errors
                        .iter()
                        .map(|error| {
                            let pointer = error.pointer("/source/pointer").and_then(Value::as_str);
                            let detail = error["detail"].as_str().unwrap_or_default();
                            match pointer.and_then(|pointer| field_names::of(pointer, locale)) {
                                Some(field) => format!("{field}: {detail}"),
                                None => detail.to_owned(),
                            }
                        })
                        .collect::<Vec<_>>()
                        .join("; ")
                })
                .unwrap_or_default(),
        }
    }
}

/// For the log and the terminal: whoever reads it runs the program, and is not told that they did nothing wrong.
impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = match self {
            Self::Refused(refusal) => refusal.code.for_operators(),
            _ => None,
        };
        match said {
            Some(text) => f.write_str(text),
            None => f.write_str(&self.sentence(Locale::En)),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error {
            rusqlite::Error::QueryReturnedNoRows => Code::NotFound.into(),
            other => Self::of_database(&other),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(format!("json: {error}"))
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match error.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => Code::InsufficientStorage.into(),
            _ => Self::internal(format!("file: {error}")),
        }
    }
}

/// The error travels to the outermost layer as an extension: language and request id are known only there.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if let Some(usually) = self.code().retry_after() {
            let after = match &self {
                Self::Refused(refusal) => refusal.meta.get("retry_after").and_then(Value::as_i64),
                _ => None,
            };
            response.headers_mut().insert(
                header::RETRY_AFTER,
                HeaderValue::from(after.unwrap_or(usually)),
            );
        }
        response.extensions_mut().insert(self);
        response
    }
}
