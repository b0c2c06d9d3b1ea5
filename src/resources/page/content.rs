//! Content of a block: read against the declaration of its type, so that what is stored has its shape, keeps its limits
//! and refers to the centre's own pictures, forms and pages. What an editor has not filled in yet may be missing; the
//! checks before publishing say so (`checks.rs`).

use rusqlite::Connection;
use serde_json::{Map, Value, json};

use super::block_types::{BlockType, Field, Kind};
use super::markup::{self, Extent};
use crate::base::characters::hides_words;
use crate::error::{FieldFault, Result};
use crate::model::field_rules;

pub const LONGEST_LABEL: usize = 40;
pub const LONGEST_LINK: usize = 2_000;
pub const LONGEST_ALT: usize = 200;
/// Values of one list of a filter.
const MOST_CHOICES: usize = 10;

/// The centre whose content is read, and what was found wrong.
pub struct Reader<'c> {
    pub connection: &'c Connection,
    pub center_id: i64,
    /// True for content that was stored before: what it refers to may be gone, and is left out.
    pub is_stored: bool,
    pub faults: Vec<FieldFault>,
}

impl Reader<'_> {
    /// The content as it is stored. Faults point to places below `at`, such as `/blocks/2/content`.
    pub fn read(
        &mut self,
        kind: &BlockType,
        sent: &Map<String, Value>,
        at: &str,
    ) -> Result<Map<String, Value>> {
        self.fields(kind.fields, sent, at)
    }

    fn fields(
        &mut self,
        fields: &[Field],
        sent: &Map<String, Value>,
        at: &str,
    ) -> Result<Map<String, Value>> {
        let mut kept = Map::new();
        for name in sent.keys() {
            if !fields.iter().any(|field| field.name == name) && !self.is_stored {
                self.fault(FieldFault::at(format!("{at}/{name}"), "unknown"));
            }
        }
        for field in fields {
            let Some(value) = sent.get(field.name).filter(|value| !value.is_null()) else {
                continue;
            };
            let at = format!("{at}/{}", field.name);
            if let Some(value) = self.value(field.kind, value, &at)? {
                kept.insert(field.name.to_owned(), value);
            }
        }
        Ok(kept)
    }

    fn fault(&mut self, fault: FieldFault) {
        self.faults.push(fault);
    }

    fn wrong(&mut self, at: &str, rule: &str) -> Option<Value> {
        self.fault(FieldFault::at(at, rule));
        None
    }

    fn value(&mut self, kind: Kind, value: &Value, at: &str) -> Result<Option<Value>> {
        Ok(match kind {
            Kind::Line { max } => self.line(value, max, at).map(Value::from),
            Kind::RichText { max } => self.rich_text(value, (max, Extent::Part), at),
            Kind::LongText { max } => self.rich_text(value, (max, Extent::Whole), at),
            Kind::Markdown { max } => self.markdown(value, max, at),
            Kind::Link => self.link(value, at)?,
            Kind::Picture => self.picture(value, at)?,
            Kind::Choice(choices) => self.choice(value, choices, at),
            Kind::Flag => match value {
                Value::Bool(_) => Some(value.clone()),
                _ => self.wrong(at, "type_boolean"),
            },
            Kind::Number { min, max } => match value.as_i64() {
                Some(number) if (min..=max).contains(&number) => Some(number.into()),
                Some(_) => {
                    self.fault(
                        FieldFault::at(at, "range")
                            .with("min", min)
                            .with("max", max),
                    );
                    None
                }
                None => self.wrong(at, "type_integer"),
            },
            Kind::Video => self.video(value, at),
            Kind::Form => self.form(value, at)?,
            Kind::Filter => self.filter(value, &["activity_type_ids", "tags", "kinds"], at),
            Kind::ActivityFilter => {
                self.filter(value, &["activity_categories", "target_groups"], at)
            }
            Kind::List { max, fields } => self.list(value, (max, fields), at)?,
        })
    }

    /// Text on one line; `None` if there is none.
    fn line(&mut self, value: &Value, max: usize, at: &str) -> Option<String> {
        let Some(text) = value.as_str() else {
            self.wrong(at, "type_text");
            return None;
        };
        let text = text.replace(hides_words, "");
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() > max {
            self.fault(FieldFault::at(at, "length").with("max", max));
            return None;
        }
        (!line.is_empty()).then_some(line)
    }

    fn rich_text(
        &mut self,
        value: &Value,
        (max, extent): (usize, Extent),
        at: &str,
    ) -> Option<Value> {
        let Some(html) = value.as_str() else {
            return self.wrong(at, "type_text");
        };
        if field_rules::is_too_long(html) {
            self.fault(FieldFault::at(at, "length").with("max", max));
            return None;
        }
        let clean = markup::sanitised(html, extent);
        let words = field_rules::words_of(&clean);
        if words.chars().count() > max {
            self.fault(FieldFault::at(at, "length").with("max", max));
            return None;
        }
        (!words.is_empty()).then(|| clean.into())
    }

    fn markdown(&mut self, value: &Value, max: usize, at: &str) -> Option<Value> {
        let Some(text) = value.as_str() else {
            return self.wrong(at, "type_text");
        };
        let text = text.replace("\r\n", "\n").replace(hides_words, "");
        if text.chars().count() > max {
            self.fault(FieldFault::at(at, "length").with("max", max));
            return None;
        }
        (!text.trim().is_empty()).then(|| text.into())
    }

    fn choice(&mut self, value: &Value, choices: &[&str], at: &str) -> Option<Value> {
        match value.as_str() {
            Some(choice) if choices.contains(&choice) => Some(value.clone()),
            _ => {
                self.fault(FieldFault::at(at, "choice").with("allowed", choices.join(", ")));
                None
            }
        }
    }

    /// An object with these members only.
    fn object<'v>(
        &mut self,
        value: &'v Value,
        members: &[&str],
        at: &str,
    ) -> Option<&'v Map<String, Value>> {
        let Some(object) = value.as_object() else {
            self.wrong(at, "type_object");
            return None;
        };
        for name in object
            .keys()
            .filter(|name| !members.contains(&name.as_str()))
        {
            self.fault(FieldFault::at(format!("{at}/{name}"), "unknown"));
        }
        Some(object)
    }

    fn link(&mut self, value: &Value, at: &str) -> Result<Option<Value>> {
        let Some(object) = self.object(value, &["href", "page_id", "label"], at) else {
            return Ok(None);
        };
        let mut link = Map::new();
        let given = |name: &str| object.get(name).filter(|value| !value.is_null());
        if let Some(id) = given("page_id") {
            match self.own_row("pages", "", id, &format!("{at}/page_id"))? {
                Some(id) => {
                    link.insert("page_id".to_owned(), id.to_string().into());
                }
                None => return Ok(None),
            }
        } else if let Some(href) = given("href") {
            let at = format!("{at}/href");
            if let Some(href) = self.line(href, LONGEST_LINK, &at) {
                if markup::is_safe_address(&href) {
                    link.insert("href".to_owned(), href.into());
                } else {
                    self.wrong(&at, "link");
                }
            }
        }
        if let Some(label) = given("label")
            && let Some(label) = self.line(label, LONGEST_LABEL, &format!("{at}/label"))
        {
            link.insert("label".to_owned(), label.into());
        }
        Ok((!link.is_empty()).then(|| link.into()))
    }

    fn picture(&mut self, value: &Value, at: &str) -> Result<Option<Value>> {
        // `url` comes from the address that a read of the block adds.
        let members = ["upload_id", "stock", "alt", "decorative", "focus", "url"];
        let Some(object) = self.object(value, &members, at) else {
            return Ok(None);
        };
        let mut picture = Map::new();
        let given = |name: &str| object.get(name).filter(|value| !value.is_null());
        if let Some(name) = given("stock") {
            match name.as_str().filter(|name| is_stock_name(name)) {
                Some(name) => picture.insert("stock".to_owned(), name.into()),
                None => return Ok(self.wrong(&format!("{at}/stock"), "own_image")),
            };
        } else if let Some(id) = given("upload_id") {
            let kind = " and t.kind in ('content', 'stock')";
            match self.own_row("uploads", kind, id, &format!("{at}/upload_id"))? {
                Some(id) => picture.insert("upload_id".to_owned(), id.to_string().into()),
                None => return Ok(None),
            };
        } else {
            return Ok(None);
        }
        if let Some(alt) = given("alt")
            && let Some(alt) = self.line(alt, LONGEST_ALT, &format!("{at}/alt"))
        {
            picture.insert("alt".to_owned(), alt.into());
        }
        match given("decorative") {
            Some(Value::Bool(true)) => {
                picture.insert("decorative".to_owned(), true.into());
            }
            Some(Value::Bool(false)) | None => {}
            Some(_) => {
                self.wrong(&format!("{at}/decorative"), "type_boolean");
            }
        }
        if let Some(focus) = given("focus") {
            let percent = |name: &str| {
                let number = focus.get(name).and_then(Value::as_i64);
                number.filter(|number| (0..=100).contains(number))
            };
            match (percent("x"), percent("y")) {
                (Some(x), Some(y)) => {
                    picture.insert("focus".to_owned(), json!({ "x": x, "y": y }));
                }
                _ => {
                    self.wrong(&format!("{at}/focus"), "crop");
                }
            }
        }
        Ok(Some(picture.into()))
    }

    fn video(&mut self, value: &Value, at: &str) -> Option<Value> {
        let text = value.as_str()?.trim();
        if text.is_empty() {
            return None;
        }
        let id = field_rules::youtube_id(text).or_else(|| {
            let is_id = text.len() == 11
                && text
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
            is_id.then(|| text.to_owned())
        });
        match id {
            Some(id) => Some(id.into()),
            None => self.wrong(at, "youtube"),
        }
    }

    fn form(&mut self, value: &Value, at: &str) -> Result<Option<Value>> {
        let id = self.own_row("forms", "", value, at)?;
        Ok(id.map(|id| id.to_string().into()))
    }

    fn filter(&mut self, value: &Value, lists: &[&str], at: &str) -> Option<Value> {
        let object = self.object(value, lists, at)?;
        let mut filter = Map::new();
        for (name, value) in object {
            let at = format!("{at}/{name}");
            let Some(values) = value.as_array() else {
                self.wrong(&at, "type_list");
                continue;
            };
            if values.len() > MOST_CHOICES {
                self.fault(FieldFault::at(at, "items").with("max", MOST_CHOICES));
                continue;
            }
            // They stand in the address of a list, so they are words.
            let is_word = |value: &Value| {
                value.as_str().is_some_and(|word| {
                    !word.is_empty()
                        && word.len() <= 60
                        && word
                            .bytes()
                            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
                })
            };
            if !values.iter().all(is_word) {
                self.wrong(&at, "type");
            } else if !values.is_empty() {
                filter.insert(name.clone(), value.clone());
            }
        }
        (!filter.is_empty()).then(|| filter.into())
    }

    fn list(
        &mut self,
        value: &Value,
        (max, fields): (usize, &[Field]),
        at: &str,
    ) -> Result<Option<Value>> {
        let Some(items) = value.as_array() else {
            return Ok(self.wrong(at, "type_list"));
        };
        if items.len() > max {
            self.fault(FieldFault::at(at, "items").with("max", max));
            return Ok(None);
        }
        let mut kept = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let at = format!("{at}/{index}");
            match item.as_object() {
                Some(item) => kept.push(Value::Object(self.fields(fields, item, &at)?)),
                None => {
                    self.wrong(&at, "type_object");
                }
            }
        }
        Ok((!kept.is_empty()).then(|| kept.into()))
    }

    /// The id of a row of this centre; anything else is a fault, or left out of content that was stored before.
    fn own_row(&mut self, table: &str, and: &str, id: &Value, at: &str) -> Result<Option<i64>> {
        let id = match id {
            Value::String(text) => text.parse().ok(),
            number => number.as_i64(),
        };
        let sql = format!(
            "select exists (select 1 from {table} t where t.id = ?1 and t.volunteer_center_id = ?2{and})"
        );
        let found = match id {
            Some(id) => self
                .connection
                .prepare_cached(&sql)?
                .query_row((id, self.center_id), |row| row.get(0))?,
            None => false,
        };
        if !found && !self.is_stored {
            self.wrong(at, "not_found");
        }
        Ok(id.filter(|_| found))
    }
}

/// True for what can be the name of a drawing of the program.
pub fn is_stock_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 60
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Ids of the pictures in a content.
pub fn pictures(kind: &BlockType, content: &Map<String, Value>) -> Vec<i64> {
    let mut found = Vec::new();
    walk(kind.fields, content, &mut |kind, value| {
        if matches!(kind, Kind::Picture) {
            let id = value.get("upload_id").and_then(Value::as_str);
            found.extend(id.and_then(|id| id.parse::<i64>().ok()));
        }
    });
    found
}

/// Shows every value of a content with its kind, those inside lists too.
pub fn walk(fields: &[Field], content: &Map<String, Value>, see: &mut impl FnMut(Kind, &Value)) {
    for field in fields {
        let Some(value) = content.get(field.name) else {
            continue;
        };
        see(field.kind, value);
        if let Kind::List { fields, .. } = field.kind {
            let items = value.as_array().into_iter().flatten();
            for item in items.filter_map(Value::as_object) {
                walk(fields, item, see);
            }
        }
    }
}
