//! Documents: what a file is, from its contents. They are stored as they came and always downloaded.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use crate::http::uploads::FileType;

/// Extension and media type; `None` if it is none of the documents that are allowed, or has macros.
pub(super) fn document_type(found: FileType, file: &[u8]) -> Option<(&'static str, &'static str)> {
    match found {
        FileType::Pdf => Some(("pdf", "application/pdf")),
        FileType::Text => {
            let text = std::str::from_utf8(file).ok()?;
            let is_plain = !text
                .chars()
                .any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\x0c'));
            is_plain.then_some(("txt", "text/plain; charset=utf-8"))
        }
        FileType::Zip => office(file),
        _ => None,
    }
}

fn office(file: &[u8]) -> Option<(&'static str, &'static str)> {
    let mut archive = ZipArchive::new(Cursor::new(file)).ok()?;
    let has_macros = archive.file_names().any(|name| {
        name.map_or(true, |name| {
            name.to_ascii_lowercase().contains("vbaproject")
        })
    });
    if has_macros {
        return None;
    }
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("[Content_Types].xml") && has("word/document.xml") {
        return Some((
            "docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ));
    }
    if has("[Content_Types].xml") && has("xl/workbook.xml") {
        return Some((
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ));
    }
    let mut said = String::new();
    archive
        .by_name("mimetype")
        .ok()?
        .take(100)
        .read_to_string(&mut said)
        .ok()?;
    match said.trim() {
        "application/vnd.oasis.opendocument.text" => {
            Some(("odt", "application/vnd.oasis.opendocument.text"))
        }
        "application/vnd.oasis.opendocument.spreadsheet" => {
            Some(("ods", "application/vnd.oasis.opendocument.spreadsheet"))
        }
        _ => None,
    }
}
