//! Typed values from JSON, with the place of what does not fit. A document is parsed plainly first; only where that
//! fails is its text scanned for the place that the parser names by line and column.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Why a value is not of its type.
#[derive(Debug)]
pub struct Misfit {
    /// JSON pointer without its first slash, such as `data/attributes/tags/2`. For a missing field that of the object
    /// around it.
    pub pointer: String,
    /// In the words of the parser.
    pub reason: String,
}

/// A value of a type, from JSON that has been parsed.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Misfit> {
    serde_json::from_value(value.clone())
        .map_err(|error| misfit::<T>(value.to_string().as_bytes(), &error))
}

/// Where and why a well-formed text is not of the type that it was parsed as.
pub fn misfit<T: DeserializeOwned>(text: &[u8], error: &serde_json::Error) -> Misfit {
    let text = spaced(text);
    match serde_json::from_slice::<T>(&text) {
        Err(error) => misfit_at(&text, &error),
        Ok(_) => misfit_at(&[], error),
    }
}

fn misfit_at(text: &[u8], error: &serde_json::Error) -> Misfit {
    let reason = error.to_string();
    let reason = reason.split(" at line").next().unwrap_or_default();
    Misfit {
        pointer: match error.line() {
            // Raised by the whole value, once it had been read.
            0 => String::new(),
            _ => place_of(text, offset(text, error), reason),
        },
        reason: reason.to_owned(),
    }
}

/// The text with a space before each comma: what is told about a value differs in its offset from what is told when
/// the parser has gone on to the comma behind it.
fn spaced(text: &[u8]) -> Vec<u8> {
    let mut spaced = Vec::with_capacity(text.len() + text.len() / 8);
    for (begin, end) in tokens(text) {
        let token = text.get(begin..end).unwrap_or_default();
        if token == b"," {
            spaced.push(b' ');
        }
        spaced.extend_from_slice(token);
    }
    spaced
}

/// Begin and end of each string, word, number, sign and piece of white space.
fn tokens(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at;
        let rest = |from: usize| text.get(from..).unwrap_or_default().iter();
        at += match text.get(begin)? {
            b'"' => end_of_string(text, begin + 1) - begin,
            b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
            byte if SPACE.contains(byte) => {
                rest(begin).take_while(|byte| SPACE.contains(byte)).count()
            }
            _ => rest(begin)
                .take_while(|byte| !SPACE.contains(byte) && !b",:]}[{\"".contains(byte))
                .count(),
        };
        Some((begin, at))
    })
}

const SPACE: &[u8] = b" \t\r\n";

/// Number of bytes that the parser had read.
fn offset(text: &[u8], error: &serde_json::Error) -> usize {
    let lines_before = error.line().saturating_sub(1);
    let line: usize = text
        .split_inclusive(|byte| *byte == b'\n')
        .take(lines_before)
        .map(<[u8]>::len)
        .sum();
    line + error.column()
}

/// A list or an object around a place.
enum Around {
    List(usize),
    /// With the key that was read last.
    Object(Option<String>),
}

fn pointer_of(around: &[Around]) -> String {
    let names = around.iter().filter_map(|around| match around {
        Around::List(index) => Some(index.to_string()),
        Around::Object(key) => key.clone(),
    });
    names.collect::<Vec<_>>().join("/")
}

/// The pointer to the value of a well-formed text that a parser refuses for this reason, having read as far as this.
///
/// It names the begin of a list or object of which it expected something else, and the end of any other value. What is
/// found wrong only after a value has been read, such as a text that is no date, is told at the end of the list or
/// object around it if the value is the last one there. A key stands for its value.
fn place_of(text: &[u8], offset: usize, reason: &str) -> String {
    let is_of_begin = match text.get(offset) {
        Some(b'{') => reason.starts_with("invalid type: map"),
        Some(b'[') => reason.starts_with("invalid type: sequence"),
        _ => false,
    };
    let is_of_all = ["missing field", "invalid length", "duplicate field"]
        .iter()
        .any(|begin| reason.starts_with(begin));
    // The last of these ends is the one that is told; its place alone is put together.
    let ends_value = |(begin, _): &(usize, usize)| {
        let first = text.get(*begin);
        first.is_some_and(|byte| !SPACE.contains(byte) && !b"{[,:".contains(byte))
    };
    let read = tokens(text).take_while(|(_, end)| *end <= offset);
    let wrong = if is_of_begin {
        Some(offset)
    } else {
        read.filter(ends_value).last().map(|(begin, _)| begin)
    };
    let mut around: Vec<Around> = Vec::new();
    for (begin, end) in tokens(text) {
        if is_of_begin && wrong == Some(begin) {
            break;
        }
        let mut closed = None;
        let mut is_key = false;
        match text.get(begin) {
            Some(b'{') => around.push(Around::Object(None)),
            Some(b'[') => around.push(Around::List(0)),
            Some(b'}' | b']') => closed = around.pop(),
            Some(b',') => match around.last_mut() {
                Some(Around::List(index)) => *index += 1,
                Some(Around::Object(key)) => *key = None,
                None => {}
            },
            Some(b'"') => {
                if let Some(Around::Object(key @ None)) = around.last_mut() {
                    let name = text.get(begin..end).unwrap_or_default();
                    *key = serde_json::from_slice(name).ok();
                    is_key = true;
                }
            }
            _ => {}
        }
        if wrong == Some(begin) {
            if end == offset && !is_of_all {
                around.extend(closed);
            }
            // An object with one key is such a variant.
            if is_key && reason.starts_with("unknown variant") {
                around.pop();
            }
            break;
        }
    }
    pointer_of(&around)
}

/// The offset behind the quote that ends a string.
fn end_of_string(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        at += match byte {
            b'\\' => 2,
            b'"' => return at + 1,
            _ => 1,
        };
    }
    at
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only parsed")]
    struct Sent {
        name: String,
        count: u32,
        #[serde(default)]
        tags: Vec<Tag>,
        #[serde(default)]
        state: Option<State>,
        #[serde(default)]
        inner: Option<Box<Sent>>,
        #[serde(default)]
        by_name: std::collections::BTreeMap<String, Vec<i8>>,
        #[serde(default)]
        shapes: Vec<Shape>,
        #[serde(default)]
        even: Option<Even>,
        #[serde(default)]
        evens: Vec<Even>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only parsed")]
    enum Tag {
        Word(String),
        Of { word: String, weight: f64 },
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code, reason = "only parsed")]
    enum State {
        Open,
        Closed { since: String },
    }

    /// Parsed from a text of its own.
    #[derive(Debug, Deserialize)]
    #[serde(try_from = "String")]
    struct Even;

    impl TryFrom<String> for Even {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            if text.len().is_multiple_of(2) {
                Ok(Self)
            } else {
                Err(format!("{text} is not even"))
            }
        }
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind")]
    #[allow(dead_code, reason = "only parsed")]
    enum Shape {
        Circle { radius: u32 },
        Point,
    }

    /// The place that a parser finds that follows each path on its way.
    fn followed(text: &str) -> Option<String> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let error = serde_path_to_error::deserialize::<_, Sent>(&mut reader).err()?;
        let path = error.path().to_string();
        let pointer = path.replace(['.', '['], "/").replace(']', "");
        Some(
            pointer
                .trim_matches(['/', '?'])
                .trim_matches('/')
                .to_owned(),
        )
    }

    #[test]
    fn the_place_is_that_of_a_parser_that_follows_each_path() {
        let whole = json!({
            "name": "a \"quoted\" {name}, with [brackets] é",
            "count": 3,
            "tags": ["x", { "word": "y", "weight": 1.5 }],
            "state": { "closed": { "since": "now" } },
            "inner": { "name": "b", "count": 0, "tags": [], "state": "open" },
            "by_name": { "first": [1, 2, 3], "second": [] },
            "shapes": [{ "kind": "Point" }, { "kind": "Circle", "radius": 2 }],
            "evens": ["", "ab", "cdef"],
            "even": "ab"
        });
        let wrong = [
            json!(null),
            json!(true),
            json!(-7),
            json!(1.5),
            json!("x"),
            json!(""),
            json!([]),
            json!([1, [2]]),
            json!({}),
            json!({ "a": { "b": 1 } }),
        ];
        let places = [
            "",
            "/name",
            "/count",
            "/tags",
            "/tags/0",
            "/tags/1",
            "/tags/1/weight",
            "/state",
            "/state/closed",
            "/state/closed/since",
            "/inner",
            "/inner/name",
            "/inner/count",
            "/inner/state",
            "/by_name",
            "/by_name/first",
            "/by_name/first/2",
            "/unknown",
            "/inner/unknown",
            "/shapes",
            "/shapes/0",
            "/shapes/1/radius",
            "/shapes/0/kind",
            "/shapes/1",
            "/even",
            "/evens/0",
            "/evens/1",
            "/evens/2",
            "/inner/even",
            "/inner/evens",
        ];
        let mut compared = 0;
        for place in places {
            for value in &wrong {
                let mut changed = whole.clone();
                if let Some(there) = changed.pointer_mut(place) {
                    *there = value.clone();
                } else {
                    let (parent, name) = place.rsplit_once('/').unwrap();
                    changed.pointer_mut(parent).unwrap()[name] = value.clone();
                }
                let pretty = serde_json::to_string_pretty(&changed).unwrap();
                for text in [changed.to_string(), pretty] {
                    let found = serde_json::from_str::<Sent>(&text)
                        .err()
                        .map(|error| misfit::<Sent>(text.as_bytes(), &error).pointer);
                    assert_eq!(found, followed(&text), "{text}");
                    compared += usize::from(found.is_some());
                }
            }
        }
        assert!(compared > 200, "{compared}");
    }

    #[test]
    fn what_misses_is_told_with_the_object_around_it() {
        let error =
            from_value::<Sent>(&json!({ "name": "x", "count": 1, "inner": { "name": "y" } }))
                .unwrap_err();
        assert_eq!(error.pointer, "inner");
        assert_eq!(error.reason, "missing field `count`");
    }
}
