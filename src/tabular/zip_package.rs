//! ZIP reader for packages of office programs, entry by entry. Sizes in headers are not trusted: all unpacked bytes
//! are counted, and entries are looked up without loading the directory into memory.

use std::cell::Cell;
use std::io::{self, BufRead, Read};

use flate2::bufread::DeflateDecoder;

use super::sheet::SheetFault;

/// First bytes of a package.
pub const SIGNATURE: &[u8] = b"PK\x03\x04";

const CENTRAL_ENTRY: &[u8] = b"PK\x01\x02";
const END_OF_CENTRAL_DIRECTORY: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const LONGEST_COMMENT: usize = 0xFFFF;
/// Maximum unpacked size of all entries read from one package, in bytes.
const LARGEST_UNPACKED: u64 = 200 * 1024 * 1024;
/// Maximum bytes unpacked between two calls of `begin_event`.
const LONGEST_EVENT: usize = 256 * 1024;
const WINDOW: usize = 16 * 1024;

pub struct Package<'a> {
    bytes: &'a [u8],
    directory: usize,
    /// Bytes that may still be unpacked.
    left: Cell<u64>,
}

/// An entry in the central directory.
struct Entry<'a> {
    name: &'a [u8],
    is_encrypted: bool,
    method: u16,
    packed_size: usize,
    header: usize,
    /// Offset of the next entry.
    next: usize,
}

impl<'a> Package<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, SheetFault> {
        let directory = directory(bytes).ok_or(SheetFault::Unreadable)?;
        Ok(Self {
            bytes,
            directory,
            left: Cell::new(LARGEST_UNPACKED),
        })
    }

    pub fn holds(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The content of the first entry with this name.
    pub fn entry(&self, name: &str) -> Result<Unpacked<'_>, SheetFault> {
        let source = self.find(name).and_then(|entry| self.source(&entry));
        Ok(Unpacked {
            source: source.ok_or(SheetFault::Unreadable)?,
            window: vec![0; WINDOW],
            begin: 0,
            end: 0,
            left: &self.left,
            left_in_event: LONGEST_EVENT,
        })
    }

    fn find(&self, name: &str) -> Option<Entry<'a>> {
        let mut at = self.directory;
        while let Some(entry) = self.central_entry(at) {
            if is_same_name(entry.name, name.as_bytes()) {
                return Some(entry);
            }
            at = entry.next;
        }
        None
    }

    fn central_entry(&self, at: usize) -> Option<Entry<'a>> {
        let head = self.bytes.get(at..at.checked_add(46)?)?;
        if !head.starts_with(CENTRAL_ENTRY) {
            return None;
        }
        let (name, extra, comment) = (u16_at(head, 28)?, u16_at(head, 30)?, u16_at(head, 32)?);
        let name_end = at + 46 + usize::from(name);
        Some(Entry {
            name: self.bytes.get(at + 46..name_end)?,
            is_encrypted: u16_at(head, 8)? & 1 == 1,
            method: u16_at(head, 10)?,
            packed_size: u32_at(head, 20)?,
            header: u32_at(head, 42)?,
            next: name_end + usize::from(extra) + usize::from(comment),
        })
    }

    fn source(&self, entry: &Entry) -> Option<Source<'a>> {
        let head = self
            .bytes
            .get(entry.header..entry.header.checked_add(30)?)?;
        if !head.starts_with(SIGNATURE) || entry.is_encrypted {
            return None;
        }
        let (name, extra) = (u16_at(head, 26)?, u16_at(head, 28)?);
        let begin = entry.header + 30 + usize::from(name) + usize::from(extra);
        match entry.method {
            0 => {
                let content = self
                    .bytes
                    .get(begin..begin.checked_add(entry.packed_size)?)?;
                Some(Source::Stored(content))
            }
            // A deflate stream marks its own end.
            8 => Some(Source::Deflated(DeflateDecoder::new(
                self.bytes.get(begin..)?,
            ))),
            _ => None,
        }
    }
}

/// Offset of the central directory, from the end record.
fn directory(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_LENGTH)?;
    let first = last.saturating_sub(LONGEST_COMMENT);
    let record = (first..=last).rev().find_map(|at| {
        let record = bytes.get(at..)?;
        let is_end = record.starts_with(END_OF_CENTRAL_DIRECTORY)
            && END_LENGTH + usize::from(u16_at(record, 20)?) == record.len();
        is_end.then_some(record)
    })?;
    u32_at(record, 16)
}

/// Some programs write names in other case, or with backslashes.
fn is_same_name(one: &[u8], other: &[u8]) -> bool {
    let plain = |byte: &u8| match byte {
        b'\\' => b'/',
        byte => byte.to_ascii_lowercase(),
    };
    one.len() == other.len() && one.iter().map(plain).eq(other.iter().map(plain))
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(u16::from_le_bytes(two))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}

enum Source<'a> {
    Stored(&'a [u8]),
    Deflated(DeflateDecoder<&'a [u8]>),
}

/// Unpacked bytes of an entry; an error of kind `FileTooLarge` if there are too many.
pub struct Unpacked<'a> {
    source: Source<'a>,
    window: Vec<u8>,
    begin: usize,
    end: usize,
    left: &'a Cell<u64>,
    left_in_event: usize,
}

impl Unpacked<'_> {
    /// Resets the limit per event: the reader collects what follows in a buffer with a limit of its own.
    pub fn begin_event(&mut self) {
        self.left_in_event = LONGEST_EVENT;
    }
}

impl BufRead for Unpacked<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left_in_event == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        if self.begin == self.end {
            let read = match &mut self.source {
                Source::Stored(bytes) => bytes.read(&mut self.window)?,
                Source::Deflated(stream) => stream.read(&mut self.window)?,
            };
            let left = self.left.get().checked_sub(read as u64);
            self.left.set(left.ok_or(io::ErrorKind::FileTooLarge)?);
            (self.begin, self.end) = (0, read);
        }
        let end = self.end.min(self.begin + self.left_in_event);
        Ok(self.window.get(self.begin..end).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.begin += count;
        self.left_in_event = self.left_in_event.saturating_sub(count);
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(to)?;
        self.consume(count);
        Ok(count)
    }
}
