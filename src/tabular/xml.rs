//! XML pull parser for package entries: no document type or entities, bounded depth, and bounded event length.

use std::borrow::Cow;
use std::io;

use quick_xml::events::{BytesStart, Event};

use super::sheet::{MOST_CELLS, SheetFault};
use crate::tabular::zip_package::Unpacked;

const DEEPEST: usize = 100;
/// About five per cell of the largest table, times two: empty elements are small but take time.
const MOST_EVENTS: usize = 10 * MOST_CELLS;

pub struct Xml<'a> {
    reader: quick_xml::Reader<Unpacked<'a>>,
    buffer: Vec<u8>,
    depth: usize,
    events: usize,
}

/// Events used by the table readers. An element without content yields both a begin and an end.
pub enum Piece {
    Begin(Element),
    Text(Cow<'static, str>),
    /// The local name of the element that ends.
    End(Vec<u8>),
    Over,
}

pub struct Element(BytesStart<'static>);

impl<'a> Xml<'a> {
    pub fn new(entry: Unpacked<'a>) -> Self {
        let mut reader = quick_xml::Reader::from_reader(entry);
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            buffer: Vec::new(),
            depth: 0,
            events: 0,
        }
    }

    pub fn next(&mut self) -> Result<Piece, SheetFault> {
        loop {
            self.events += 1;
            if self.events > MOST_EVENTS {
                return Err(SheetFault::TooMuchText);
            }
            self.buffer.clear();
            self.reader.get_mut().begin_event();
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(error) => return Err(fault_of(&error)),
            };
            return match event {
                Event::Start(element) => {
                    self.depth += 1;
                    if self.depth > DEEPEST {
                        return Err(SheetFault::Unreadable);
                    }
                    Ok(Piece::Begin(Element(element.into_owned())))
                }
                Event::End(element) => {
                    self.depth = self.depth.saturating_sub(1);
                    Ok(Piece::End(element.local_name().as_ref().to_vec()))
                }
                Event::Text(text) => {
                    let text = text.decode().map_err(|_| SheetFault::Unreadable)?;
                    Ok(Piece::Text(Cow::Owned(text.into_owned())))
                }
                Event::CData(text) => {
                    let text = text.decode().map_err(|_| SheetFault::Unreadable)?;
                    Ok(Piece::Text(Cow::Owned(text.into_owned())))
                }
                Event::GeneralRef(reference) => {
                    let c = reference.resolve_char_ref();
                    let name = reference.decode().map_err(|_| SheetFault::Unreadable)?;
                    let text = match c.map_err(|_| SheetFault::Unreadable)? {
                        Some(c) => Cow::Owned(c.to_string()),
                        None => Cow::Borrowed(predefined(&name).ok_or(SheetFault::Unreadable)?),
                    };
                    Ok(Piece::Text(text))
                }
                Event::DocType(_) | Event::Empty(_) => Err(SheetFault::Unreadable),
                Event::Eof if self.depth > 0 => Err(SheetFault::Unreadable),
                Event::Eof => Ok(Piece::Over),
                Event::Decl(_) | Event::PI(_) | Event::Comment(_) => continue,
            };
        }
    }
}

fn fault_of(error: &quick_xml::Error) -> SheetFault {
    match error {
        quick_xml::Error::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            SheetFault::TooMuchText
        }
        _ => SheetFault::Unreadable,
    }
}

/// The entities that need no declaration.
fn predefined(name: &str) -> Option<&'static str> {
    match name {
        "amp" => Some("&"),
        "lt" => Some("<"),
        "gt" => Some(">"),
        "quot" => Some("\""),
        "apos" => Some("'"),
        _ => None,
    }
}

impl Element {
    pub fn is(&self, name: &str) -> bool {
        self.name() == name.as_bytes()
    }

    /// The local name, without namespace prefix.
    pub fn name(&self) -> &[u8] {
        let name = self.0.name().into_inner();
        name.rsplit(|byte| *byte == b':').next().unwrap_or_default()
    }

    /// An attribute's value by local name, if not longer than any that is meaningful here.
    pub fn attribute(&self, name: &str) -> Option<String> {
        const LONGEST: usize = 1024;
        // The check for duplicate names is quadratic in their number.
        let mut all = self.0.attributes();
        all.with_checks(false);
        let found = all
            .flatten()
            .find(|one| one.key.local_name().as_ref() == name.as_bytes())?;
        if found.value.len() > LONGEST {
            return None;
        }
        let value = found
            .decoded_and_normalized_value(quick_xml::XmlVersion::Implicit1_0, self.0.decoder());
        value.ok().map(Cow::into_owned)
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.attribute(name)?.parse().ok()
    }
}
