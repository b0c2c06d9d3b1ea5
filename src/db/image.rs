//! The bytes of a database that is open here, block by block: its file, and over it what its write-ahead log has of newer
//! pages (<https://sqlite.org/fileformat2.html#walformat>). While every writer is kept out (`Db::alone`) they are all that
//! was ever committed; otherwise blocks of different moments.

#![expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files"
)]

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use super::Db;
use super::open;
use crate::error::{Error, Result};

/// Bytes of a block; the last one may be shorter. A multiple of every page size.
pub const BLOCK: usize = 64 * 1024;

const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The log of another byte order has one more.
const MAGIC: u32 = 0x377f_0682;
const BUFFER: usize = 1024 * 1024;

/// A database as it is found.
pub struct Image<'d> {
    file: &'d File,
    log: Log,
    page_size: u64,
    length: u64,
}

/// Where a log has the newest committed content of pages.
#[derive(Default)]
struct Log {
    file: Option<File>,
    page_size: u64,
    /// Pages of the database after the last commit; 0 where the log has none.
    pages: u64,
    /// The offset of a page in the log.
    places: HashMap<u64, u64>,
}

impl Db {
    /// The database as it is now.
    pub fn image(&self) -> Result<Image<'_>> {
        // Closing any handle of a file takes all locks from it that this process has (POSIX): this one stays open as long
        // as SQLite's.
        let file = if let Some(file) = self.file.get() {
            file
        } else {
            let opened = File::open(&self.path)?;
            self.file.get_or_init(|| opened)
        };
        Image::of(file, &self.path.with_extension("db-wal"))
    }

    /// Moves what the log has into the file and empties it, unless somebody still reads older pages.
    pub fn empty_log(&self) -> Result<()> {
        let connection = open::beside(&self.path)?;
        connection.busy_timeout(std::time::Duration::from_millis(200))?;
        Ok(connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?)
    }
}

impl<'d> Image<'d> {
    fn of(file: &'d File, log: &Path) -> Result<Self> {
        let log = Log::read(log)?;
        let mut header = [0_u8; 18];
        let has_header = file.read_exact_at(&mut header, 0).is_ok();
        let page_size = match (log.pages, header) {
            (0, [.., a, b]) if has_header => match u64::from(u16::from_be_bytes([a, b])) {
                1 => 65_536,
                size => size,
            },
            _ => log.page_size,
        };
        if !(512..=65_536).contains(&page_size) {
            return Err(Error::internal("this file is no database"));
        }
        let length = if log.pages > 0 {
            log.pages * page_size
        } else {
            let bytes = file.metadata()?.len();
            bytes - bytes % page_size
        };
        Ok(Self {
            file,
            log,
            page_size,
            length,
        })
    }

    /// In bytes.
    pub const fn length(&self) -> u64 {
        self.length
    }

    pub const fn blocks(&self) -> u64 {
        self.length.div_ceil(BLOCK as u64)
    }

    /// Reads a block of `0..blocks()`.
    pub fn read(&self, block: u64, into: &mut Vec<u8>) -> Result<()> {
        let from = block * BLOCK as u64;
        let length = self.length.saturating_sub(from).min(BLOCK as u64);
        into.clear();
        into.resize(usize::try_from(length).unwrap_or(BLOCK), 0);
        read_as_far_as_it_goes(self.file, into, from)?;
        let Some(log) = &self.log.file else {
            return Ok(());
        };
        let step = usize::try_from(self.page_size).unwrap_or(BLOCK);
        // Pages are counted from one.
        for (page, bytes) in (from / self.page_size + 1..).zip(into.chunks_mut(step)) {
            if let Some(place) = self.log.places.get(&page) {
                log.read_exact_at(bytes, *place)?;
            }
        }
        Ok(())
    }
}

/// The rest stays as it is: the file grows when what the log has is moved into it.
fn read_as_far_as_it_goes(file: &File, mut into: &mut [u8], mut from: u64) -> Result<()> {
    while !into.is_empty() {
        match file.read_at(into, from) {
            Ok(0) => break,
            Ok(count) => {
                into = into.get_mut(count..).unwrap_or_default();
                from += count as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// The checksum of the log, which goes on from frame to frame.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Checksum {
    is_big_endian: bool,
    sums: (u32, u32),
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        let (mut first, mut second) = self.sums;
        let word = |bytes: [u8; 4]| {
            if self.is_big_endian {
                u32::from_be_bytes(bytes)
            } else {
                u32::from_le_bytes(bytes)
            }
        };
        for pair in bytes.as_chunks::<4>().0.as_chunks::<2>().0 {
            let [even, odd] = *pair;
            first = first.wrapping_add(word(even)).wrapping_add(second);
            second = second.wrapping_add(word(odd)).wrapping_add(first);
        }
        self.sums = (first, second);
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let found = bytes.get(at..).and_then(<[u8]>::first_chunk);
    found.copied().map(u32::from_be_bytes).unwrap_or_default()
}

impl Log {
    fn read(path: &Path) -> Result<Self> {
        let file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            file => file?,
        };
        let mut reader = BufReader::with_capacity(BUFFER, &file);
        let mut header = [0_u8; LOG_HEADER];
        if !fill(&mut reader, &mut header)? {
            return Ok(Self::default());
        }
        let magic = number(&header, 0);
        let mut checksum = Checksum {
            is_big_endian: magic & 1 == 1,
            sums: (0, 0),
        };
        checksum.add(header.get(..24).unwrap_or_default());
        let page_size = u64::from(number(&header, 8));
        let is_whole = magic & !1 == MAGIC
            && (512..=65_536).contains(&page_size)
            && checksum.sums == (number(&header, 24), number(&header, 28));
        if !is_whole {
            return Ok(Self::default());
        }
        let salt = header.get(16..24).unwrap_or_default();
        let mut log = Self {
            file: None,
            page_size,
            pages: 0,
            places: HashMap::new(),
        };
        log.read_frames(&mut reader, salt, checksum)?;
        log.file = (log.pages > 0).then_some(file);
        Ok(log)
    }

    /// As far as they are committed.
    fn read_frames(
        &mut self,
        reader: &mut impl Read,
        salt: &[u8],
        mut checksum: Checksum,
    ) -> Result<()> {
        let mut header = [0_u8; FRAME_HEADER];
        let mut page = vec![0_u8; usize::try_from(self.page_size).unwrap_or(BLOCK)];
        let mut at = LOG_HEADER as u64;
        let mut uncommitted = Vec::new();
        while fill(reader, &mut header)? && fill(reader, &mut page)? {
            checksum.add(header.get(..8).unwrap_or_default());
            checksum.add(&page);
            let is_of_this_log = header.get(8..16) == Some(salt);
            if !is_of_this_log || checksum.sums != (number(&header, 16), number(&header, 20)) {
                break;
            }
            uncommitted.push((u64::from(number(&header, 0)), at + FRAME_HEADER as u64));
            at += FRAME_HEADER as u64 + self.page_size;
            let pages = number(&header, 4);
            if pages > 0 {
                self.pages = u64::from(pages);
                self.places.extend(uncommitted.drain(..));
            }
        }
        Ok(())
    }
}

/// False at the end of the file.
fn fill(reader: &mut impl Read, into: &mut [u8]) -> Result<bool> {
    match reader.read_exact(into) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        read => {
            read?;
            Ok(true)
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::base::clock::Clock;

    fn bytes(db: &Db) -> Vec<u8> {
        db.alone(|| {
            let image = db.image()?;
            let (mut all, mut block) = (Vec::new(), Vec::new());
            for number in 0..image.blocks() {
                image.read(number, &mut block)?;
                all.extend_from_slice(&block);
            }
            assert_eq!(all.len() as u64, image.length());
            Ok(all)
        })
        .unwrap()
    }

    fn rows(bytes: &[u8]) -> (i64, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy.db");
        std::fs::write(&path, bytes).unwrap();
        let copy = Connection::open(&path).unwrap();
        crate::db::open::register_functions(&copy).unwrap();
        let count = copy.query_row("select count(*) from image_rows", [], |row| row.get(0));
        let fault = copy.query_row("pragma integrity_check", [], |row| row.get(0));
        (count.unwrap(), fault.unwrap())
    }

    fn write(db: &Db, count: i64) {
        db.write_blocking(move |tx| {
            tx.execute_batch(
                "create table if not exists image_rows (id integer primary key, text text)",
            )?;
            for _ in 0..count {
                tx.execute(
                    "insert into image_rows (text) values (hex(randomblob(400)))",
                    [],
                )?;
            }
            Ok(())
        })
        .unwrap();
    }

    #[test]
    fn all_that_was_committed_is_in_it_wherever_it_stands() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
        write(&db, 10);
        let whole = "ok".to_owned();
        assert_eq!(rows(&bytes(&db)), (10, whole.clone()), "in the log");
        db.empty_log().unwrap();
        assert_eq!(db.wal_bytes(), 0);
        assert_eq!(rows(&bytes(&db)), (10, whole.clone()), "in the file");
        for round in 1..=5_i64 {
            write(&db, 300);
            let count = 10 + round * 300;
            assert_eq!(rows(&bytes(&db)), (count, whole.clone()), "in both");
        }
        db.empty_log().unwrap();
        write(&db, 1);
        db.write_blocking(|tx| Ok(tx.execute("delete from image_rows where id > 100", [])?))
            .unwrap();
        assert_eq!(rows(&bytes(&db)), (100, whole));
    }

    #[test]
    fn a_reader_that_keeps_the_log_from_being_emptied_keeps_nothing_out_of_the_image() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tenant.db");
        let db = Db::open(&path, Clock::system()).unwrap();
        write(&db, 10);
        let reader = Connection::open(&path).unwrap();
        reader
            .execute_batch("begin; select count(*) from image_rows")
            .unwrap();
        write(&db, 500);
        db.empty_log().unwrap();
        assert!(db.wal_bytes() > 0);
        assert_eq!(rows(&bytes(&db)), (510, "ok".to_owned()));
        drop(reader);
    }
}
