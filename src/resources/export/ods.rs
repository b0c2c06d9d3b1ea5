//! ODS (`OpenDocument` spreadsheet) writer: text cells only, so that no formula is evaluated.

use std::io::{Cursor, Write as _};

use quick_xml::escape::escape;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::{Error, Result};

const KIND: &str = "application/vnd.oasis.opendocument.spreadsheet";

const MANIFEST: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>"#,
    r#"<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">"#,
    r#"<manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>"#,
    r#"<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>"#,
    "</manifest:manifest>"
);

const HEAD: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>"#,
    r#"<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0""#,
    r#" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0""#,
    r#" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0""#,
    r#" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0""#,
    r#" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3">"#,
    r#"<office:automatic-styles><style:style style:name="head" style:family="table-cell">"#,
    r#"<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>"#,
    r#"<office:body><office:spreadsheet><table:table table:name="1">"#
);

const FOOT: &str = "</table:table></office:spreadsheet></office:body></office:document-content>";

/// Writes the rows as an ODS file; the first row is the header.
pub fn write<'a>(rows: impl Iterator<Item = Vec<String>> + 'a) -> Result<Vec<u8>> {
    let mut content = HEAD.to_owned();
    for (number, cells) in rows.enumerate() {
        let style = if number == 0 {
            r#" table:style-name="head""#
        } else {
            ""
        };
        content.push_str("<table:table-row>");
        for cell in cells {
            content.push_str("<table:table-cell");
            content.push_str(style);
            content.push_str(r#" office:value-type="string"><text:p>"#);
            content.push_str(&escape(allowed(&cell).as_str()));
            content.push_str("</text:p></table:table-cell>");
        }
        content.push_str("</table:table-row>");
    }
    content.push_str(FOOT);

    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    // Readers identify the file by its first entry, `mimetype`, which is stored uncompressed.
    for (name, text, options) in [
        ("mimetype", KIND, plain),
        ("content.xml", content.as_str(), packed),
        ("META-INF/manifest.xml", MANIFEST, packed),
    ] {
        zip.start_file(name, options).map_err(Error::internal)?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish().map_err(Error::internal)?.into_inner())
}

/// Removes the characters that XML does not allow.
fn allowed(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
