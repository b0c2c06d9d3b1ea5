//! From what was received to what is stored: pictures in their widths, drawings written anew, documents as they are.

use std::thread;

use tokio::sync::oneshot;

use super::document::document_type;
use super::files::{key_of, picture_name};
use super::{FOLDER, Fields, UploadAttributes, UploadKind, UploadUrl};
use crate::app::App;
use crate::app::auth::token::random;
use crate::app::limits::picture_decoding::DecodingTurn;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::uploads::{FileType, Made, Prepared, Received};
use crate::jsonapi::Id;
use crate::pictures::{self, PictureFault, PictureFormat};

/// The registered type of an icon; browsers say `image/x-icon`.
const REGISTERED_ICON: &str = "image/vnd.microsoft.icon";

/// What was made of a file, without who sent it.
type Outcome = (Prepared, UploadAttributes);

pub(super) async fn prepare(app: &App, received: Received, fields: Fields) -> Result<Outcome> {
    require_declared(&received, fields.kind)?;
    match received.file_type {
        FileType::Jpeg => picture(app, received, fields, PictureFormat::Jpeg).await,
        FileType::WebP => picture(app, received, fields, PictureFormat::WebP).await,
        // Of an icon the largest picture in it, which is small: a side is at most 256 pixels.
        FileType::Png | FileType::Ico => picture(app, received, fields, PictureFormat::Png).await,
        FileType::Svg => {
            let turn = app.picture_decoding().begin().await?;
            blocking(turn, move || drawing(received, &fields)).await
        }
        _ => {
            let turn = app.picture_decoding().begin().await?;
            blocking(turn, move || document(received, &fields)).await
        }
    }
}

/// A picture or drawing is what its sender declares it to be, if they do.
fn require_declared(received: &Received, kind: UploadKind) -> Result<()> {
    let found = received.file_type.media_type();
    match received.declared.as_deref() {
        Some(declared)
            if kind != UploadKind::Document
                && ![found, "application/octet-stream"].contains(&declared)
                && !(received.file_type == FileType::Ico && declared == REGISTERED_ICON) =>
        {
            Err(Error::from(Code::FileTypeContradicts)
                .with("declared", declared)
                .with("found", found))
        }
        _ => Ok(()),
    }
}

/// The turn moves to the other thread: a sender who leaves does not give it away while the work goes on. The thread ends
/// with the work, because the allocator keeps for a thread that waits what it has used.
async fn blocking<T: Send + 'static>(
    turn: DecodingTurn,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let (sender, done) = oneshot::channel();
    thread::Builder::new()
        .name("picture".to_owned())
        .spawn(move || {
            let made = work();
            drop(turn);
            let _ = sender.send(made);
        })
        .map_err(Error::internal)?;
    done.await.map_err(Error::internal)?
}

async fn picture(
    app: &App,
    received: Received,
    fields: Fields,
    format: PictureFormat,
) -> Result<Outcome> {
    let turn = app.picture_decoding().begin().await?;
    let (received, file, measured, turn) = tokio::task::spawn_blocking(move || {
        let mut file = received.bytes()?;
        if received.file_type == FileType::Ico {
            file = pictures::ico_file::largest(&file).map_err(refused)?;
        }
        let measured = pictures::measure(format, &file).map_err(refused)?;
        Ok::<_, Error>((received, file, measured, turn))
    })
    .await
    .map_err(Error::internal)??;
    let turn = turn.with_memory(measured.memory).await?;
    blocking(turn, move || {
        let picture = pictures::encode(format, &file, fields.crop).map_err(refused)?;
        drop(file);
        let widest = picture.variants.first().map(|variant| &*variant.webp);
        let key = key_of(widest.unwrap_or_default());
        let (mut urls, mut made, mut size) = (Vec::new(), Vec::new(), 0);
        for variant in picture.variants {
            let name = picture_name(
                &key,
                (variant.width, variant.height),
                picture.color,
                fields.focus,
            );
            urls.push(UploadUrl {
                url: format!("{FOLDER}{name}"),
                width: variant.width.into(),
                height: variant.height.into(),
            });
            size += i64::try_from(variant.webp.len()).unwrap_or(i64::MAX);
            made.push(Made {
                name,
                bytes: variant.webp,
            });
        }
        let full = urls.first().cloned().ok_or(Code::Internal)?;
        let [red, green, blue] = picture.color;
        let attributes = UploadAttributes {
            url: full.url,
            urls,
            content_type: "image/webp".to_owned(),
            width: Some(full.width),
            height: Some(full.height),
            color: Some(format!("#{red:02x}{green:02x}{blue:02x}")),
            size,
            ..described(&received, &fields)
        };
        Ok((received.replaced(made)?, attributes))
    })
    .await
}

fn drawing(received: Received, fields: &Fields) -> Result<Outcome> {
    let drawing =
        pictures::redraw(&received.bytes()?).map_err(|_| FieldFault::at("/file", "drawing"))?;
    let name = format!(
        "{}-{}x{}.svg",
        key_of(&drawing.svg),
        drawing.width,
        drawing.height
    );
    let url = format!("{FOLDER}{name}");
    let attributes = UploadAttributes {
        urls: vec![UploadUrl {
            url: url.clone(),
            width: drawing.width.into(),
            height: drawing.height.into(),
        }],
        url,
        content_type: "image/svg+xml".to_owned(),
        width: Some(drawing.width.into()),
        height: Some(drawing.height.into()),
        size: i64::try_from(drawing.svg.len()).unwrap_or(i64::MAX),
        ..described(&received, fields)
    };
    let made = Made {
        name,
        bytes: drawing.svg,
    };
    Ok((received.replaced(vec![made])?, attributes))
}

fn document(received: Received, fields: &Fields) -> Result<Outcome> {
    let file = received.bytes()?;
    let (extension, content_type) = document_type(received.file_type, &file)
        .ok_or_else(|| FieldFault::at("/file", "document"))?;
    let key = key_of(&file);
    // Each document has an address of its own, also where two have the same contents: another file may take its place.
    let own: String = random()?
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .take(8)
        .collect();
    let name = format!("{key}-{own}.{extension}");
    let attributes = UploadAttributes {
        // The last part is what a browser calls the downloaded file.
        url: format!("{FOLDER}{name}/{}", download_name(&received, extension)),
        content_type: content_type.to_owned(),
        size: i64::try_from(file.len()).unwrap_or(i64::MAX),
        ..described(&received, fields)
    };
    Ok((
        received.replaced(vec![Made { name, bytes: file }])?,
        attributes,
    ))
}

/// The name that the sender's file had, in characters that an address may hold, with the extension of its contents.
fn download_name(received: &Received, extension: &str) -> String {
    let name = received.name.as_deref().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let slug: String = stem
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .take(80)
        .collect();
    let slug = slug.trim_matches('-');
    let slug = if slug.is_empty() { "bestand" } else { slug };
    format!("{slug}.{extension}")
}

fn described(received: &Received, fields: &Fields) -> UploadAttributes {
    let name = received.name.as_deref().unwrap_or_default();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    UploadAttributes {
        kind: fields.kind,
        url: String::new(),
        urls: Vec::new(),
        name: name.chars().filter(|c| !c.is_control()).collect(),
        content_type: String::new(),
        alt: fields.alt.clone(),
        is_decorative: fields.is_decorative,
        width: None,
        height: None,
        focus_x: fields.focus.0,
        focus_y: fields.focus.1,
        color: None,
        size: 0,
        uses: 0,
        unused_since: None,
        stock_image_id: fields.stock_image.map(Id::new),
        replaced_at: None,
        created_by_id: None,
        volunteer_center_id: None,
        created_at: None,
    }
}

fn refused(fault: PictureFault) -> Error {
    match fault {
        PictureFault::Unreadable => FieldFault::at("/file", "picture").into(),
        PictureFault::TooLong | PictureFault::TooManyPixels => Code::PictureTooLarge.into(),
    }
}
