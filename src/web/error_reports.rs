//! Errors that the app meets in a browser, on their way to the log and to who gets reports of errors (setting
//! `error_report_dsn`). Whatever a browser sends, only what is of a known shape goes on: no words of the page, no address.

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use regex::Regex;
use serde::{Deserialize, Serialize};

use super::pages;
use crate::app::App;
use crate::app::access::{Reason, Unguarded};
use crate::app::limits::rate_limits::ERROR_REPORTS;
use crate::base::error_target::OF_APP;
use crate::error::{Code, Result};

const MOST_FRAMES: usize = 20;

/// Messages of browsers that quote nothing but names of the program.
static MESSAGES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"^Cannot (read|set) properties of (undefined|null) \((reading|setting) '[A-Za-z0-9_$]{1,60}'\)$",
        r"^(undefined|null) is not an object \(evaluating '[A-Za-z0-9_$.]{1,120}'\)$",
        r"^can't access property \x22[A-Za-z0-9_$]{1,60}\x22, [A-Za-z0-9_$.]{1,60} is (undefined|null)$",
        r"^[A-Za-z0-9_$.]{1,80} is not (a function|defined|iterable|a constructor)$",
        r"^Can't find variable: [A-Za-z0-9_$]{1,60}$",
        r"^Cannot access '[A-Za-z0-9_$]{1,60}' before initialization$",
        r"^Assignment to constant variable\.$",
        r"^Maximum call stack size exceeded\.?$",
        r"^too much recursion$",
        r"^Failed to fetch$",
        r"^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)",
        r"^Minified React error #[0-9]{1,4}",
    ]
    .iter()
    .filter_map(|pattern| Regex::new(pattern).ok())
    .collect()
});
static KIND: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^[A-Z][A-Za-z]{2,40}$").ok());
static FILE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^/assets/[A-Za-z0-9_.-]{1,120}\.js$").ok());
static FUNCTION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[A-Za-z0-9_$.<>]{1,80}$").ok());

/// What the app sends.
#[derive(Deserialize)]
pub struct ErrorInApp {
    /// Such as `TypeError`.
    name: String,
    message: String,
    #[serde(default)]
    frames: Vec<Frame>,
    /// Of the page: only which screen it is goes on.
    path: String,
}

#[derive(Deserialize)]
struct Frame {
    file: String,
    #[serde(default)]
    function: String,
    line: u32,
    column: u32,
}

/// A frame as Sentry's protocol has it.
#[derive(Serialize)]
struct ReportedFrame<'a> {
    filename: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    lineno: u32,
    colno: u32,
    in_app: bool,
}

pub struct TakeErrorReport;

impl Reason for TakeErrorReport {
    const WHY: &'static str = "an error can meet anybody, and says nothing of a row";
}

fn is(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern
        .as_ref()
        .is_some_and(|pattern| pattern.is_match(text))
}

/// What may go on of a message: the part that is known.
fn known(message: &str) -> &str {
    MESSAGES
        .iter()
        .find_map(|pattern| pattern.find(message))
        .map_or("(a message that is not passed on)", |found| found.as_str())
}

/// `POST /error-reports`.
pub async fn take(
    State(app): State<Arc<App>>,
    door: Unguarded<TakeErrorReport>,
    Json(error): Json<ErrorInApp>,
) -> Result<StatusCode> {
    if app.config().error_report_dsn.is_none() {
        return Err(Code::NotFound.into());
    }
    let ctx = door.ctx();
    app.rate_limits()
        .count_address(&ERROR_REPORTS, ctx.site.caller(), ctx.second())?;
    let name = if is(&KIND, &error.name) {
        error.name.as_str()
    } else {
        "Error"
    };
    let frames: Vec<ReportedFrame> = error
        .frames
        .iter()
        .filter(|frame| is(&FILE, &frame.file))
        .take(MOST_FRAMES)
        .map(|frame| ReportedFrame {
            filename: &frame.file,
            function: is(&FUNCTION, &frame.function).then_some(frame.function.as_str()),
            lineno: frame.line,
            colno: frame.column,
            in_app: true,
        })
        .collect();
    let (_, path) = super::language::split(&error.path);
    let screen = pages::find(path).map_or("none", |(page, _)| page.path);
    tracing::warn!(
        target: OF_APP,
        name,
        text = known(&error.message),
        frames = serde_json::to_string(&frames)?,
        screen,
        tenant = door.ctx().site.tenant.name,
        "an error in the app"
    );
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_patterns_are_read() {
        assert_eq!(MESSAGES.len(), 12);
        assert!(is(&KIND, "TypeError") && !is(&KIND, "Jan Jansen"));
        assert!(
            is(&FILE, "/assets/start-abc_1.js") && !is(&FILE, "https://elsewhere.example/x.js")
        );
        assert!(is(&FUNCTION, "Object.render"));
    }

    #[test]
    fn messages_go_on_where_they_quote_names_of_the_program_alone() {
        let fine = "Cannot read properties of undefined (reading 'title')";
        assert_eq!(known(fine), fine);
        assert_eq!(
            known("Minified React error #185; visit https://react.dev"),
            "Minified React error #185"
        );
        for telling in [
            "Jan Jansen is not valid",
            "Cannot read properties of undefined (reading 'Jan Jansen')",
            "x is not a function: jan@example.org",
        ] {
            assert_eq!(known(telling), "(a message that is not passed on)");
        }
    }
}
