//! Command results, as text for people and as JSON. Exactly one of the two is printed.

use std::io::Write as _;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::context::Context;
pub use crate::base::english::count;
use crate::error::{Code, Error};

pub type Done = Result<Report, Failure>;

/// Result of a command.
#[derive(Debug)]
pub struct Report {
    text: String,
    data: Value,
    /// A check with findings: printed as usual, with a failure exit code.
    is_bad: bool,
}

impl Report {
    pub fn new(text: impl Into<String>, data: Value) -> Self {
        Self {
            text: text.into(),
            data,
            is_bad: false,
        }
    }

    /// Result of a change. `text` describes what was done or, with `--dry-run`, what would be done.
    pub fn change(is_dry: bool, text: impl std::fmt::Display, mut data: Value) -> Self {
        if let Some(fields) = data.as_object_mut() {
            fields.insert("dry_run".to_owned(), json!(is_dry));
        }
        let text = text.to_string();
        let text = if is_dry {
            format!("Dry run, nothing was changed. It would come to this: {text}")
        } else {
            sentence(&text)
        };
        Self::new(text, data)
    }

    /// Empty result, for a command that has printed everything already.
    pub fn nothing() -> Self {
        Self::new("", Value::Null)
    }

    /// Appends text for people; the JSON contains the information already.
    pub fn then(mut self, text: &str) -> Self {
        self.text = format!("{}\n{text}", self.text.trim_end());
        self
    }

    pub fn bad_if(mut self, is_bad: bool) -> Self {
        self.is_bad = is_bad;
        self
    }

    pub fn print(&self, context: &Context) -> ExitCode {
        if context.is_json && !self.data.is_null() {
            print(&pretty(&self.data));
        } else if !self.text.is_empty() && (!context.is_quiet || self.is_bad) {
            print(self.text.trim_end());
        }
        ExitCode::from(u8::from(self.is_bad))
    }
}

/// Capitalises the first letter, unless the text begins with an address or a name.
fn sentence(text: &str) -> String {
    let is_word = text
        .split_whitespace()
        .next()
        .is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()));
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if is_word => first.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// Formats rows as a table; returns `empty` if there are none.
pub fn table(headings: &[&str], rows: Vec<Vec<String>>, empty: &str) -> String {
    if rows.is_empty() {
        return empty.to_owned();
    }
    let mut table = comfy_table::Table::new();
    table
        .load_preset(comfy_table::presets::NOTHING)
        .set_header(headings.iter().map(|heading| heading.to_uppercase()));
    for row in rows {
        table.add_row(row);
    }
    if let Some(first) = table.column_mut(0) {
        first.set_padding((0, 1));
    }
    table.lines().fold(String::new(), |mut text, line| {
        text.push_str(line.trim_end());
        text.push('\n');
        text
    })
}

/// Error of a command: one sentence, and advice on what to do next.
#[derive(Debug)]
pub enum Failure {
    WrongUse(String),
    Failed(Error),
    /// With an exit code that another program knows.
    Exit {
        exit: u8,
        code: &'static str,
        sentence: String,
    },
}

impl Failure {
    pub fn wrong_use(sentence: impl Into<String>) -> Self {
        Self::WrongUse(sentence.into())
    }

    pub fn new(sentence: impl std::fmt::Display) -> Self {
        Self::Failed(Error::internal(sentence))
    }

    pub fn exit(exit: u8, code: &'static str, sentence: impl std::fmt::Display) -> Self {
        Self::Exit {
            exit,
            code,
            sentence: sentence.to_string(),
        }
    }

    pub fn sentence(&self) -> String {
        let text = match self {
            Self::WrongUse(sentence) | Self::Exit { sentence, .. } => sentence.clone(),
            Self::Failed(error) => error.to_string(),
        };
        // Collapsed to one line: messages of libraries may span several.
        let words: Vec<_> = text.split_whitespace().collect();
        words
            .join(" ")
            .chars()
            .filter(|c| !c.is_control())
            .collect()
    }

    pub fn print(&self, is_json: bool) -> ExitCode {
        let (exit, code) = match self {
            Self::WrongUse(_) => (2, "wrong_use"),
            Self::Exit { exit, code, .. } => (*exit, *code),
            Self::Failed(error) if error.is(Code::Internal) => (1, "failed"),
            Self::Failed(error) => (1, error.code().as_str()),
        };
        let sentence = self.sentence();
        if is_json {
            print(&pretty(
                &json!({ "error": { "code": code, "message": sentence, "exit": exit } }),
            ));
        } else {
            let _ = writeln!(std::io::stderr(), "voluntr: {sentence}");
        }
        ExitCode::from(exit)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error.into())
    }
}

fn pretty(data: &Value) -> String {
    serde_json::to_string_pretty(data).unwrap_or_default()
}

/// Prints to stdout. A closed pipe (`voluntr … | head`) is not an error.
pub fn print(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}
