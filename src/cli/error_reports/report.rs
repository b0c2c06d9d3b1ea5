//! What a report says. Nothing of a request or a row goes along: fields of the log that are not named here stay in the log.

use std::fmt::Debug;

use jiff::Timestamp;
use serde_json::{Map, Value, json};
use tracing::Metadata;
use tracing::field::{Field, Visit};

/// Fields of the log that say nothing of a person.
const TAGS: &[&str] = &[
    "request_id",
    "tenant",
    "job",
    "table",
    "kind",
    "part",
    "clock",
];
/// How the text of an error begins: where it comes from. The rest of it may quote what somebody typed.
const SOURCES: &[&str] = &["database", "json", "file", "settings", "mail"];
const LONGEST_TAG: usize = 64;

/// The fields of something that is logged, as text.
#[derive(Default)]
pub struct Fields(Map<String, Value>);

impl Fields {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0
            .insert(field.name().to_owned(), format!("{value:?}").into());
    }
}

/// A report, and the place in the program that it is about.
pub struct Report {
    pub place: String,
    platform: &'static str,
    /// What kind of error it is, and what is said about it: both of fixed words.
    kind: String,
    value: String,
    frames: Value,
    tags: Map<String, Value>,
    dropped: u64,
}

impl Report {
    pub fn of_server(metadata: &Metadata<'_>, fields: &Fields) -> Option<Self> {
        // The text of what is logged is a literal of the program.
        let value = fields.get("message")?.to_owned();
        let place = fields.get("place").map_or_else(
            || {
                format!(
                    "{}:{}",
                    metadata.file().unwrap_or_default(),
                    metadata.line().unwrap_or_default()
                )
            },
            ToOwned::to_owned,
        );
        let error = fields.get("error").unwrap_or_default();
        let source = SOURCES.iter().find(|source| {
            error
                .strip_prefix(**source)
                .is_some_and(|rest| rest.starts_with(':'))
        });
        let code = error
            .rsplit_once("(SQLite code ")
            .and_then(|(_, rest)| rest.strip_suffix(')'))
            .filter(|code| !code.is_empty() && code.bytes().all(|digit| digit.is_ascii_digit()));
        let mut tags = Map::new();
        for name in TAGS {
            if let Some(text) = fields.get(name).filter(|text| is_word(text)) {
                tags.insert((*name).to_owned(), text.into());
            }
        }
        if let Some(code) = code {
            tags.insert("sqlite_code".to_owned(), code.into());
        }
        let (file, line) = frame_of(&place);
        Some(Self {
            frames: json!([{ "filename": file, "lineno": line, "module": metadata.target(), "in_app": true }]),
            platform: "other",
            kind: source.map_or_else(|| "error".to_owned(), |source| format!("{source} error")),
            value,
            // Errors of another source at the same place are others.
            place: format!(
                "{place} {} {}",
                source.unwrap_or(&""),
                code.unwrap_or_default()
            ),
            tags,
            dropped: 0,
        })
    }

    /// Of the app in a browser: `web::error_reports` has checked each field.
    pub fn of_app(fields: &Fields) -> Option<Self> {
        let (kind, value) = (fields.get("name")?, fields.get("text")?);
        let frames: Value = serde_json::from_str(fields.get("frames")?).ok()?;
        let screen = fields.get("screen")?;
        let tags = [("screen", screen), ("tenant", fields.get("tenant")?)];
        Some(Self {
            place: format!(
                "app {kind} {value} {}",
                frames.get(0).unwrap_or(&Value::Null)
            ),
            platform: "javascript",
            kind: kind.to_owned(),
            value: value.to_owned(),
            frames,
            tags: tags
                .into_iter()
                .map(|(name, text)| (name.to_owned(), text.into()))
                .collect(),
            dropped: 0,
        })
    }

    /// Says how many reports before it were dropped.
    pub fn after_dropped(self, dropped: u64) -> Self {
        Self { dropped, ..self }
    }

    /// The event, with its id (32 hexadecimal digits).
    /// Source: <https://develop.sentry.dev/sdk/data-model/event-payloads/>.
    pub fn event(&self, id: &str, now: Timestamp) -> Value {
        let mut tags = self.tags.clone();
        if self.dropped > 0 {
            tags.insert("dropped_before".to_owned(), self.dropped.to_string().into());
        }
        json!({
            "event_id": id,
            "timestamp": now.to_string(),
            "platform": self.platform,
            "level": "error",
            "logger": env!("CARGO_PKG_NAME"),
            "release": concat!(env!("CARGO_PKG_NAME"), "@", env!("CARGO_PKG_VERSION")),
            "tags": tags,
            "exception": { "values": [{
                "type": self.kind,
                "value": self.value,
                "stacktrace": { "frames": self.frames },
            }] },
        })
    }
}

/// `src/db/writer.rs` and 252 of `src/db/writer.rs:252:9`.
fn frame_of(place: &str) -> (&str, Option<u32>) {
    let mut parts = place.split(':');
    let file = parts.next().unwrap_or_default();
    (file, parts.next().and_then(|line| line.parse().ok()))
}

fn is_word(text: &str) -> bool {
    text.len() <= LONGEST_TAG
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::super::ErrorReports;
    use super::*;

    fn reported(log: impl FnOnce()) -> Vec<Value> {
        let dsn = "http://key@localhost/1".parse().unwrap();
        let (reports, mut waiting) = ErrorReports::to(dsn);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(reports), log);
        let mut events = Vec::new();
        while let Ok(report) = waiting.queue.try_recv() {
            events.push(report.event("0", Timestamp::UNIX_EPOCH));
        }
        events
    }

    #[test]
    fn a_report_has_fixed_words_and_nothing_that_somebody_typed() {
        let events = reported(|| {
            tracing::error!(
                request_id = "ab12",
                path = "/users/jan@example.org",
                tenant = "demo",
                job = "jan@example.org",
                error = %"database: no such column: 'Jan Jansen' (SQLite code 1)",
                "a request failed"
            );
        });
        assert_eq!(events.len(), 1);
        let text = events[0].to_string();
        assert!(!text.contains("Jan") && !text.contains("jan@"), "{text}");
        assert_eq!(
            events[0]["exception"]["values"][0]["type"],
            "database error"
        );
        assert_eq!(
            events[0]["exception"]["values"][0]["value"],
            "a request failed"
        );
        assert_eq!(
            events[0]["tags"],
            json!({ "request_id": "ab12", "tenant": "demo", "sqlite_code": "1" })
        );
        let frame = &events[0]["exception"]["values"][0]["stacktrace"]["frames"][0];
        assert_eq!(frame["filename"], file!());
    }

    #[test]
    fn one_place_is_reported_once_a_minute_and_warnings_never() {
        let events = reported(|| {
            for _ in 0..3 {
                tracing::error!("something failed");
            }
            tracing::warn!("something waits");
        });
        assert_eq!(events.len(), 1);
    }

    #[test]
    fn what_does_not_fit_in_the_queue_is_dropped_and_counted() {
        let dsn = "http://key@localhost/1".parse().unwrap();
        let (reports, mut waiting) = ErrorReports::to(dsn);
        let log = |from: u32, to: u32| {
            for line in from..to {
                tracing::error!(place = format!("src/x.rs:{line}:1"), "a panic");
            }
        };
        let subscriber = tracing_subscriber::registry().with(reports);
        let mut received = 0;
        let mut last = Value::Null;
        tracing::subscriber::with_default(subscriber, || {
            log(0, 130);
            while waiting.queue.try_recv().is_ok() {
                received += 1;
            }
            log(130, 131);
            if let Ok(report) = waiting.queue.try_recv() {
                last = report.event("0", Timestamp::UNIX_EPOCH);
            }
        });
        assert_eq!(received, 100);
        assert_eq!(last["tags"]["dropped_before"], "30");
    }
}
