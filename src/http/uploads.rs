//! Uploaded files: a multipart body streamed to a temporary file, never held in memory as a whole, and moved to its
//! place in the transaction that refers to it. The type is that of the contents, whatever the name says. A file that
//! is not stored in the end, because the client left, a limit was exceeded or the change was refused, is removed.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartError};
use axum::http::StatusCode;
use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::timeout;

use crate::app::access::{Access, Action, Rows};
use crate::app::auth::token::random;
use crate::app::limits::uploads::{DEADLINE, LONGEST_FIELD, MOST_FIELDS, STORED, stored};
use crate::app::tenancy::tenant::Tenant;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Reason, Result};
use crate::jsonapi::Resource;

/// Directory of files in progress, within that of the tenant's uploads: a move between them is a rename.
const INCOMING: &str = ".incoming";
/// Age at which a file in progress is left over: no upload takes that long.
const LEFT_OVER: Duration = Duration::from_hours(1);
/// Chunks on their way to the disk.
const QUEUED: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    Jpeg,
    Png,
    WebP,
    Pdf,
}

impl FileType {
    /// The type of a file by its first bytes.
    pub fn of(head: &[u8]) -> Option<Self> {
        let at = |from: usize, magic: &[u8]| head.get(from..from + magic.len()) == Some(magic);
        Some(match () {
            () if at(0, b"\xff\xd8\xff") => Self::Jpeg,
            () if at(0, b"\x89PNG\r\n\x1a\n") => Self::Png,
            () if at(0, b"RIFF") && at(8, b"WEBP") => Self::WebP,
            () if at(0, b"%PDF-") => Self::Pdf,
            () => return None,
        })
    }

    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::WebP => "webp",
            Self::Pdf => "pdf",
        }
    }
}

/// What an endpoint accepts.
#[derive(Debug, Clone, Copy)]
pub struct UploadRules {
    pub types: &'static [FileType],
    /// Bytes. The route's own body limit is a little higher (`Routes::larger`).
    pub largest: u64,
}

/// A received file, on disk and synced, not in its place yet. Removed unless it is stored.
#[derive(Debug)]
pub struct Received {
    pub file_type: FileType,
    pub size: u64,
    /// The name that the client gave, for display only.
    pub name: Option<String>,
    /// Text fields beside the file.
    pub fields: HashMap<String, String>,
    part: PartFile,
    directory: PathBuf,
    turn: OwnedSemaphorePermit,
}

/// A stored file, for the row that refers to it.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Name within the tenant's directory of uploads.
    pub file_name: String,
    pub file_type: FileType,
    pub size: u64,
}

/// Receives one file in the field `file`. The actor's right was checked by the `Access` beside it, before the body is
/// read.
pub async fn receive(
    tenant: &Arc<Tenant>,
    body: Multipart,
    rules: UploadRules,
) -> Result<Received> {
    let turn = tenant.uploads.begin()?;
    let directory = tenant.unguarded("the directory of uploads").uploads();
    timeout(DEADLINE, read(directory, body, rules, turn))
        .await
        .map_err(|_| Error::from(Code::TimedOut))?
}

async fn read(
    directory: PathBuf,
    mut body: Multipart,
    rules: UploadRules,
    turn: OwnedSemaphorePermit,
) -> Result<Received> {
    let mut fields = HashMap::new();
    let mut file = None;
    while let Some(field) = body.next_field().await.map_err(|error| broken(&error))? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" && file.is_none() {
            let given = field
                .file_name()
                .map(|name| name.chars().take(255).collect());
            file = Some((given, save(&directory, field, rules).await?));
        } else if name != "file" && fields.len() < MOST_FIELDS {
            fields.insert(name, short_text(field).await?);
        } else {
            return Err(FieldFault::at("/", "unknown").into());
        }
    }
    let (name, (part, file_type, size)) =
        file.ok_or_else(|| Error::from(FieldFault::at("/file", "required")))?;
    Ok(Received {
        file_type,
        size,
        name,
        fields,
        part,
        directory,
        turn,
    })
}

async fn short_text(mut field: Field<'_>) -> Result<String> {
    let mut text = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|error| broken(&error))? {
        if text.len() + chunk.len() > LONGEST_FIELD {
            return Err(FieldFault::at("/", "length")
                .with("max", LONGEST_FIELD)
                .into());
        }
        text.extend_from_slice(&chunk);
    }
    String::from_utf8(text).map_err(|_| Reason::TextNotUtf8.into())
}

/// Streams a field to a file. The writing thread syncs the file; it stops, and removes it, if this future is dropped.
async fn save(
    directory: &Path,
    mut field: Field<'_>,
    rules: UploadRules,
) -> Result<(PartFile, FileType, u64)> {
    let (sender, chunks) = mpsc::channel::<Bytes>(QUEUED);
    let place = directory.to_owned();
    let writing = tokio::task::spawn_blocking(move || write(&place, chunks));
    let mut head = Vec::new();
    let mut size = 0_u64;
    let mut file_type = None;
    while let Some(chunk) = field.chunk().await.map_err(|error| broken(&error))? {
        size += chunk.len() as u64;
        if size > rules.largest {
            let megabytes = rules.largest / 1024 / 1024;
            return Err(Error::from(Code::TooLarge).with("size", format!("{megabytes} MB")));
        }
        if head.len() < 16 {
            head.extend(chunk.iter().take(16));
        }
        if file_type.is_none() && head.len() >= 16 {
            file_type = Some(allowed(&head, rules)?);
        }
        if sender.send(chunk).await.is_err() {
            break;
        }
    }
    drop(sender);
    let part = writing.await.map_err(Error::internal)??;
    let file_type = match file_type {
        Some(file_type) => file_type,
        None => allowed(&head, rules)?,
    };
    Ok((part, file_type, size))
}

fn allowed(head: &[u8], rules: UploadRules) -> Result<FileType> {
    FileType::of(head)
        .filter(|found| rules.types.contains(found))
        .ok_or_else(|| Code::UnsupportedMediaType.into())
}

#[expect(
    clippy::disallowed_methods,
    reason = "an upload is a file, apart from the rows"
)]
fn write(directory: &Path, mut chunks: mpsc::Receiver<Bytes>) -> Result<PartFile> {
    let incoming = directory.join(INCOMING);
    fs::create_dir_all(&incoming)?;
    let room = STORED.saturating_sub(stored(directory));
    let part = PartFile(incoming.join(format!("{}.part", random()?)));
    let mut file = File::create_new(&part.0)?;
    let mut size = 0_u64;
    while let Some(chunk) = chunks.blocking_recv() {
        size += chunk.len() as u64;
        if size > room {
            return Err(Code::InsufficientStorage.into());
        }
        file.write_all(&chunk)?;
    }
    file.sync_all()?;
    Ok(part)
}

impl Received {
    /// Moves the file to its place in the transaction of `job`, which writes the row that refers to it. The actor's
    /// right is checked again in that transaction; if anything fails, neither row nor file remains.
    #[expect(
        clippy::disallowed_methods,
        reason = "the directory is opened to sync it"
    )]
    pub async fn store<R: Resource, A: Action, T: Send + 'static>(
        self,
        access: &Access<R, A>,
        job: impl FnOnce(&Tx, &Rows<R>, &Stored) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let stored = Stored {
            file_name: format!("{}.{}", random()?, self.file_type.extension()),
            file_type: self.file_type,
            size: self.size,
        };
        let target = self.directory.join(&stored.file_name);
        let (place, part, turn) = (target.clone(), self.part, self.turn);
        let outcome = access
            .write(move |tx, rows| {
                let done = job(tx, rows, &stored)?;
                fs::rename(&part.0, &place)?;
                drop(turn);
                Ok(done)
            })
            .await;
        let directory = self.directory;
        let is_stored = outcome.is_ok();
        tokio::task::spawn_blocking(move || {
            if !is_stored {
                return remove(&target);
            }
            Ok(File::open(directory)?.sync_all()?)
        })
        .await
        .map_err(Error::internal)??;
        outcome
    }
}

/// A file in progress; removed when dropped. After a rename there is nothing left to remove.
#[derive(Debug)]
struct PartFile(PathBuf);

impl Drop for PartFile {
    fn drop(&mut self) {
        if let Err(error) = remove(&self.0) {
            tracing::warn!(%error, "a file in progress was not removed");
        }
    }
}

fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Removes the files in progress that a stopped process left behind, and returns their number.
pub fn remove_left_over(uploads: &Path, now: SystemTime) -> usize {
    let Ok(files) = fs::read_dir(uploads.join(INCOMING)) else {
        return 0;
    };
    files
        .flatten()
        .filter(|file| {
            let changed = file.metadata().and_then(|data| data.modified());
            changed.is_ok_and(|at| now.duration_since(at).is_ok_and(|age| age >= LEFT_OVER))
        })
        .filter(|file| remove(&file.path()).is_ok())
        .count()
}

fn broken(error: &MultipartError) -> Error {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::from(Code::TooLarge).with("size", "1 MB"),
        _ => Reason::BodyBrokeOff.into(),
    }
}
