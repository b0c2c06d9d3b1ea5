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
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::app::access::{Access, Action, Rows};
use crate::app::auth::token::random;
use crate::app::limits::uploads::{DEADLINE, LONGEST_FIELD, MOST_FIELDS, Receiving};
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
    /// Text that begins as markup: whether it is a drawing is for its reader to find out.
    Svg,
    Ico,
    Pdf,
    /// A zip archive, as documents of offices are.
    Zip,
    /// None of the others, and no control characters at its beginning.
    Text,
    /// Pictures that are recognised to be refused with advice: no reader of them is safe enough, or they move.
    Avif,
    Heic,
    Gif,
}

impl FileType {
    /// The type of a file by its first bytes.
    pub fn of(head: &[u8]) -> Option<Self> {
        let at = |from: usize, magic: &[u8]| head.get(from..from + magic.len()) == Some(magic);
        Some(match () {
            () if at(0, b"\xff\xd8\xff") => Self::Jpeg,
            () if at(0, b"\x89PNG\r\n\x1a\n") => Self::Png,
            () if at(0, b"RIFF") && at(8, b"WEBP") => Self::WebP,
            () if at(0, b"\0\0\x01\0") => Self::Ico,
            () if at(0, b"%PDF-") => Self::Pdf,
            () if at(0, b"PK\x03\x04") => Self::Zip,
            () if at(0, b"GIF8") => Self::Gif,
            () if at(4, b"ftypavi") => Self::Avif,
            () if at(4, b"ftyphe") || at(4, b"ftypmif1") || at(4, b"ftypmsf1") => Self::Heic,
            () if is_markup(head) => Self::Svg,
            () if !head.iter().any(|byte| *byte < 9 || (14..32).contains(byte)) => Self::Text,
            () => return None,
        })
    }

    /// The media type that a client declares for such a file.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Ico => "image/x-icon",
            Self::WebP => "image/webp",
            Self::Svg => "image/svg+xml",
            Self::Pdf => "application/pdf",
            Self::Zip => "application/zip",
            Self::Text => "text/plain",
            Self::Avif => "image/avif",
            Self::Heic => "image/heic",
            Self::Gif => "image/gif",
        }
    }

    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::WebP => "webp",
            Self::Svg => "svg",
            Self::Ico => "ico",
            Self::Pdf => "pdf",
            Self::Zip => "zip",
            Self::Text => "txt",
            Self::Avif => "avif",
            Self::Heic => "heic",
            Self::Gif => "gif",
        }
    }
}

fn is_markup(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let text = head.trim_ascii_start();
    [&b"<svg"[..], b"<?xml", b"<!--", b"<!DOCTYPE svg"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// What an endpoint accepts.
#[derive(Debug, Clone, Copy)]
pub struct UploadRules {
    pub types: &'static [FileType],
    /// Bytes. The route's own body limit is a little higher (`Routes::larger`).
    pub largest: u64,
    /// What the file is called in an error, in Dutch and in English.
    pub called: [&'static str; 2],
}

impl UploadRules {
    pub fn too_large(&self) -> Error {
        let size = if self.largest < 1024 * 1024 {
            format!("{} kB", self.largest / 1024)
        } else {
            format!("{} MB", self.largest / 1024 / 1024)
        };
        let [dutch, english] = self.called;
        Error::from(Code::FileTooLarge)
            .with("path_nl", dutch)
            .with("path_en", english)
            .with("size", size)
    }

    pub fn not_allowed(&self) -> Error {
        let mut names: Vec<_> = self.types.iter().map(|kind| kind.extension()).collect();
        names.sort_unstable();
        Error::from(Code::FileTypeNotAllowed).with("allowed", names.join(", "))
    }
}

/// A received file, on disk and synced, not in its place yet. Removed unless it is stored.
#[derive(Debug)]
pub struct Received {
    pub file_type: FileType,
    pub size: u64,
    /// The name that the client gave, for display only.
    pub name: Option<String>,
    /// The media type that the client declared.
    pub declared: Option<String>,
    /// Text fields beside the file.
    pub fields: HashMap<String, String>,
    part: PartFile,
    directory: PathBuf,
    turn: Receiving,
}

/// A stored file, for the row that refers to it.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Name within the tenant's directory of uploads.
    pub file_name: String,
    pub file_type: FileType,
    pub size: u64,
}

/// The directory of the tenant's uploads.
pub fn folder(tenant: &Tenant) -> PathBuf {
    tenant.unguarded("the directory of uploads").upload_folder()
}

/// Receives one file in the field `file`. The actor's right was checked by the `Access` beside it, before the body is
/// read. The rules may depend on the fields before the file.
pub async fn receive(
    tenant: &Arc<Tenant>,
    person: Option<i64>,
    mut body: Multipart,
    rules: impl Fn(&HashMap<String, String>) -> Result<UploadRules> + Send,
) -> Result<Received> {
    let turn = tenant.uploads.begin(person)?;
    timeout(DEADLINE, read(folder(tenant), &mut body, rules, turn))
        .await
        .unwrap_or_else(|_| Err(Code::TimedOut.into()))
}

async fn read(
    directory: PathBuf,
    body: &mut Multipart,
    rules: impl Fn(&HashMap<String, String>) -> Result<UploadRules> + Send,
    turn: Receiving,
) -> Result<Received> {
    let mut fields = HashMap::new();
    let mut file = None;
    while let Some(field) = body.next_field().await.map_err(|error| broken(&error))? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" && file.is_none() {
            let given = field
                .file_name()
                .map(|name| name.chars().take(255).collect());
            let declared = field.content_type().map(str::to_ascii_lowercase);
            let rules = rules(&fields)?;
            file = Some((given, declared, save(&directory, field, rules).await?));
        } else if name != "file" && fields.len() < MOST_FIELDS {
            fields.insert(name, short_text(field).await?);
        } else {
            return Err(FieldFault::at("/", "unknown").into());
        }
    }
    let (name, declared, (part, file_type, size)) =
        file.ok_or_else(|| Error::from(FieldFault::at("/file", "required")))?;
    Ok(Received {
        file_type,
        size,
        name,
        declared,
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
            return Err(rules.too_large());
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
    match FileType::of(head) {
        Some(found) if rules.types.contains(&found) => Ok(found),
        Some(FileType::Avif | FileType::Heic | FileType::Gif) => Err(Code::PictureToConvert.into()),
        _ => Err(rules.not_allowed()),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "an upload is a file, apart from the rows"
)]
fn write(directory: &Path, mut chunks: mpsc::Receiver<Bytes>) -> Result<PartFile> {
    let incoming = directory.join(INCOMING);
    fs::create_dir_all(&incoming)?;
    let part = PartFile(incoming.join(format!("{}.part", random()?)));
    let mut file = File::create_new(&part.0)?;
    while let Some(chunk) = chunks.blocking_recv() {
        file.write_all(&chunk)?;
    }
    file.sync_all()?;
    Ok(part)
}

/// A file to be stored beside others, in place of the one that was received.
pub struct Made {
    /// Name within the tenant's directory of uploads. A file of that name has the same contents.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Files made of a received one, on disk and synced, not in their place yet.
#[derive(Debug)]
pub struct Prepared {
    parts: Vec<(PartFile, PathBuf)>,
    directory: PathBuf,
    turn: Receiving,
}

impl Received {
    /// The contents, for a reader that needs them as a whole. Blocks.
    #[expect(
        clippy::disallowed_methods,
        reason = "an upload is a file, apart from the rows"
    )]
    pub fn bytes(&self) -> Result<Vec<u8>> {
        Ok(fs::read(&self.part.0)?)
    }

    /// Replaces the received file by what was made of it. Blocks.
    #[expect(
        clippy::disallowed_methods,
        reason = "an upload is a file, apart from the rows"
    )]
    pub fn replaced(self, made: Vec<Made>) -> Result<Prepared> {
        let incoming = self.directory.join(INCOMING);
        let mut parts = Vec::with_capacity(made.len());
        for file in made {
            let part = PartFile(incoming.join(format!("{}.part", random()?)));
            let mut to = File::create_new(&part.0)?;
            to.write_all(&file.bytes)?;
            to.sync_all()?;
            parts.push((part, self.directory.join(file.name)));
        }
        Ok(Prepared {
            parts,
            directory: self.directory,
            turn: self.turn,
        })
    }

    /// Moves the file to its place in the transaction of `job`, which writes the row that refers to it. The actor's
    /// right is checked again in that transaction; if anything fails, neither row nor file remains.
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
        let prepared = Prepared {
            parts: vec![(self.part, target.clone())],
            directory: self.directory,
            turn: self.turn,
        };
        let outcome = prepared
            .store(access, move |tx, rows| job(tx, rows, &stored))
            .await;
        if outcome.is_err() {
            tokio::task::spawn_blocking(move || remove(&target))
                .await
                .map_err(Error::internal)??;
        }
        outcome
    }
}

impl Prepared {
    /// Moves the files to their places in the transaction of `job`, which writes the row that refers to them. A name
    /// that is taken stays as it is. Files of a transaction that failed after this, and of a process that was killed
    /// before its commit, belong to no row and are swept up later.
    #[expect(
        clippy::disallowed_methods,
        reason = "the directory is opened to sync it"
    )]
    pub async fn store<R: Resource, A: Action, T: Send + 'static>(
        self,
        access: &Access<R, A>,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let Self {
            parts,
            directory,
            turn,
        } = self;
        let done = access
            .write(move |tx, rows| {
                let done = job(tx, rows)?;
                for (part, place) in &parts {
                    if !place.exists() {
                        fs::rename(&part.0, place)?;
                    }
                }
                drop(turn);
                Ok(done)
            })
            .await?;
        tokio::task::spawn_blocking(move || File::open(directory)?.sync_all())
            .await
            .map_err(Error::internal)??;
        Ok(done)
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
