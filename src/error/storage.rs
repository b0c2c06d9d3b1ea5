//! Errors of a database file by what they mean: damaged, or whole and not usable now. `SQLite`'s extended code stands in
//! the text, for the log.

use rusqlite::{ErrorCode, ffi};

use super::{Code, Error};

/// Why a database file that is whole cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// The disk, or what this user may have of it, is full.
    Full,
    /// Another program holds the file.
    InUse,
    /// The file, its folder or its disk may not be written to.
    ReadOnly,
    /// The time limit of a read was reached.
    Slow,
    /// The file that is open is no longer at its place: it was moved away, removed or replaced.
    Gone,
    /// This machine may not write to it any more: another one serves it, or may do so by now.
    Fenced,
    /// The disk fails: nothing is said of what the file holds.
    Disk,
    /// The disk did not take what was written: it is full, or it fails. `SQLite` has one code for a quota, a limit on the
    /// size of files and a disk that breaks; `db` asks the disk itself.
    Untaken,
}

impl Storage {
    pub const fn code(self) -> Code {
        match self {
            Self::Full => Code::InsufficientStorage,
            Self::InUse | Self::ReadOnly | Self::Gone | Self::Fenced => Code::Maintenance,
            Self::Slow => Code::TimedOut,
            Self::Disk | Self::Untaken => Code::Internal,
        }
    }

    /// What the person who runs the program does about it.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Full => "make room on the disk; it goes on by itself after that",
            Self::InUse => "another program holds the file: end that one, or wait for it",
            Self::ReadOnly => {
                "the file cannot be written to: look at its owner, its mode and how its disk is mounted"
            }
            Self::Gone => "put it back where it was, or restore it from a backup",
            Self::Fenced => {
                "another machine serves it, or this one lost touch with the directory of nodes: 'voluntr node list' says which"
            }
            Self::Slow => "it took longer than it may",
            Self::Disk | Self::Untaken => "look at the disk (dmesg); the file itself may be whole",
        }
    }
}

/// Codes of a write that the disk did not take. Where the shared index of the log grows, a full disk shows as these too.
const UNTAKEN: [i32; 7] = [
    ffi::SQLITE_IOERR_WRITE,
    ffi::SQLITE_IOERR_FSYNC,
    ffi::SQLITE_IOERR_DIR_FSYNC,
    ffi::SQLITE_IOERR_TRUNCATE,
    ffi::SQLITE_IOERR_SHMOPEN,
    ffi::SQLITE_IOERR_SHMSIZE,
    ffi::SQLITE_IOERR_SHMMAP,
];

impl Error {
    /// The meaning of an error of `SQLite`, whatever the statement.
    pub fn of_database(error: &rusqlite::Error) -> Self {
        let Some(told) = error.sqlite_error() else {
            return Self::internal(format!("database: {error}"));
        };
        let text = format!("database: {error} (SQLite code {})", told.extended_code);
        let state = match told.code {
            ErrorCode::DiskFull => Storage::Full,
            ErrorCode::DatabaseBusy => Storage::InUse,
            ErrorCode::ReadOnly => Storage::ReadOnly,
            ErrorCode::OperationInterrupted => Storage::Slow,
            ErrorCode::SystemIoFailure if UNTAKEN.contains(&told.extended_code) => Storage::Untaken,
            ErrorCode::SystemIoFailure => Storage::Disk,
            // What a virtual table reports, such as the full-text index, is no damage: the rows are intact, and the
            // index can be rebuilt.
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase
                if told.extended_code != ffi::SQLITE_CORRUPT_VTAB =>
            {
                return Self::Damaged(text.into());
            }
            _ => return Self::Internal(text.into()),
        };
        Self::Storage(state, text.into())
    }

    /// Why the database file cannot be used, if this error says so.
    pub fn storage(&self) -> Option<Storage> {
        match self {
            Self::Storage(state, _) => Some(*state),
            Self::Refused(refusal) if refusal.code == Code::InsufficientStorage => {
                Some(Storage::Full)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(extended: i32) -> Error {
        let error = rusqlite::Error::SqliteFailure(ffi::Error::new(extended), None);
        Error::from(error)
    }

    #[test]
    fn only_a_full_disk_is_no_room_and_only_a_broken_file_is_damaged() {
        for (extended, state, code) in [
            (ffi::SQLITE_FULL, Storage::Full, Code::InsufficientStorage),
            (ffi::SQLITE_BUSY, Storage::InUse, Code::Maintenance),
            (ffi::SQLITE_READONLY, Storage::ReadOnly, Code::Maintenance),
            (ffi::SQLITE_INTERRUPT, Storage::Slow, Code::TimedOut),
            (ffi::SQLITE_IOERR_READ, Storage::Disk, Code::Internal),
            (ffi::SQLITE_IOERR_SHORT_READ, Storage::Disk, Code::Internal),
            (ffi::SQLITE_IOERR_WRITE, Storage::Untaken, Code::Internal),
            (ffi::SQLITE_IOERR_FSYNC, Storage::Untaken, Code::Internal),
        ] {
            let error = of(extended);
            assert_eq!(error.storage(), Some(state), "{extended}");
            assert!(error.is(code), "{extended}");
            let text = error.to_string();
            assert!(text.contains(&format!("SQLite code {extended}")), "{text}");
            let shown = error
                .document(crate::base::locale::Locale::En, "")
                .to_string();
            assert!(!shown.contains("SQLite"), "{shown}");
        }
        for extended in [ffi::SQLITE_CORRUPT, ffi::SQLITE_NOTADB] {
            assert!(matches!(of(extended), Error::Damaged(_)), "{extended}");
        }
        assert!(matches!(of(ffi::SQLITE_CORRUPT_VTAB), Error::Internal(_)));
    }

    #[test]
    fn whoever_runs_the_program_is_not_spoken_to_as_a_visitor() {
        for code in [
            Code::Internal,
            Code::Maintenance,
            Code::TimedOut,
            Code::InsufficientStorage,
            Code::NotFound,
        ] {
            let said = Error::from(code).to_string();
            let visitors = code.detail(crate::base::locale::Locale::En);
            assert_ne!(said, visitors);
            assert!(
                !said.contains("You ") && !said.contains("Try again later"),
                "{said}"
            );
        }
    }
}
