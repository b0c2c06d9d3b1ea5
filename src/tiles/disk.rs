//! Tiles on disk, in a folder of the source, within a number of bytes.
#![expect(
    clippy::disallowed_methods,
    reason = "a tile is a file, apart from the rows"
)]

use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use jiff::Timestamp;

use super::TileId;

pub struct Disk {
    folder: PathBuf,
    most: u64,
    /// Bytes in the folder, once they have been counted. Held while a tile is written.
    used: Mutex<Option<u64>>,
}

impl Disk {
    pub fn new(folder: PathBuf, most: u64) -> Self {
        Self {
            folder,
            most,
            used: Mutex::default(),
        }
    }

    fn path(&self, id: TileId) -> PathBuf {
        let TileId { zoom, column, row } = id;
        self.folder.join(format!("{zoom}/{column}/{row}"))
    }

    /// The bytes of a tile, and when they were written.
    pub fn read(&self, id: TileId) -> Option<(Bytes, Timestamp)> {
        let path = self.path(id);
        let written = fs::metadata(&path).ok()?.modified().ok()?;
        let bytes = fs::read(path).ok()?;
        Some((bytes.into(), Timestamp::try_from(written).ok()?))
    }

    /// Writes a tile; the oldest ones go when there is no room.
    pub fn write(&self, id: TileId, bytes: &[u8]) -> Result<()> {
        let size = blocks(bytes.len() as u64);
        if size > self.most {
            return Ok(());
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.path(id);
        let before = fs::metadata(&path).map_or(0, |known| blocks(known.len()));
        let mut total = match *used {
            Some(total) => total,
            None => tiles_in(&self.folder).iter().map(|tile| tile.size).sum(),
        };
        if total + size > self.most {
            total = self.make_room(size);
        }
        let folder = path.parent().ok_or_else(|| Error::other("no folder"))?;
        fs::create_dir_all(folder)?;
        let half = folder.join(format!(".{}", id.row));
        let written = fs::write(&half, bytes).and_then(|()| fs::rename(&half, &path));
        *used = Some(if written.is_ok() {
            (total + size).saturating_sub(before)
        } else {
            total
        });
        written
    }

    /// Deletes the oldest tiles until a tenth of the space is free beside `size`; returns what is left.
    fn make_room(&self, size: u64) -> u64 {
        let mut tiles = tiles_in(&self.folder);
        tiles.sort_by_key(|tile| tile.written);
        let mut total: u64 = tiles.iter().map(|tile| tile.size).sum();
        let goal = (self.most - self.most / 10).saturating_sub(size);
        for tile in tiles {
            if total <= goal {
                break;
            }
            if fs::remove_file(&tile.path).is_ok() {
                total -= tile.size;
                self.remove_empty(&tile.path);
            }
        }
        total
    }

    /// Removes the folders of a tile that have become empty.
    fn remove_empty(&self, tile: &Path) {
        for folder in tile.ancestors().skip(1) {
            if folder == self.folder || fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
}

/// What a file takes on the disk: whole blocks of 4 KiB.
fn blocks(bytes: u64) -> u64 {
    bytes.div_ceil(4096) * 4096
}

struct CachedTile {
    path: PathBuf,
    size: u64,
    written: SystemTime,
}

fn tiles_in(folder: &Path) -> Vec<CachedTile> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let Ok(known) = entry.metadata() else {
                continue;
            };
            if known.is_dir() {
                waiting.push(entry.path());
            } else {
                found.push(CachedTile {
                    path: entry.path(),
                    size: blocks(known.len()),
                    written: known.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_never_holds_more_than_it_may_and_the_oldest_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(folder.path().join("a"), 40_960);
        let id = |row| TileId {
            zoom: 8,
            column: row / 2,
            row,
        };
        for row in 0..30 {
            disk.write(id(row), &[7; 1_000]).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(2));
            let kept: u64 = tiles_in(folder.path()).iter().map(|tile| tile.size).sum();
            assert!(kept <= 40_960, "{kept}");
        }
        assert!(disk.read(id(29)).is_some());
        assert!(disk.read(id(0)).is_none());
        let first = folder.path().join("a/8/0");
        assert!(!first.exists(), "its folder is gone with its last tile");
        // After a start the folder is counted.
        let disk = Disk::new(folder.path().join("a"), 40_960);
        disk.write(id(100), &vec![7; 36_000]).unwrap();
        let kept: u64 = tiles_in(folder.path()).iter().map(|tile| tile.size).sum();
        assert!(kept <= 40_960, "{kept}");
    }
}
