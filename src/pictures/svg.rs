//! Logos as SVG: parsed into shapes and written anew. Scripts, links, foreign content, fonts and pictures inside do not
//! survive, as only shapes, gradients and masks are written.

use super::{PictureFault, guarded};

/// Elements in the file; more take long to draw in every visitor's browser.
const MOST_ELEMENTS: usize = 5_000;
/// Bytes of what is written.
const LARGEST: usize = 2 * 1024 * 1024;

pub struct Drawing {
    pub svg: Vec<u8>,
    pub width: u32,
    pub height: u32,
}

/// Parses an SVG file and writes it anew.
pub fn redraw(file: &[u8]) -> Result<Drawing, PictureFault> {
    guarded(|| {
        let text = std::str::from_utf8(file).map_err(|_| PictureFault::Unreadable)?;
        // Entities could multiply a small file; `usvg` refuses a DTD unless it is asked to read one.
        if text.contains("<!ENTITY") || text.matches('<').count() > MOST_ELEMENTS * 2 {
            return Err(PictureFault::TooManyPixels);
        }
        let options = usvg::Options {
            image_href_resolver: usvg::ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(text, &options).map_err(|_| PictureFault::Unreadable)?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let written = tree.to_string(&usvg::WriteOptions {
            indent: usvg::Indent::None,
            attributes_indent: usvg::Indent::None,
            ..usvg::WriteOptions::default()
        });
        let svg = with_view_box(&written, width, height).ok_or(PictureFault::Unreadable)?;
        if svg.len() > LARGEST {
            return Err(PictureFault::TooManyPixels);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a size between one and the longest side"
        )]
        let side = |length: f32| length.round().clamp(1.0, 8_000.0) as u32;
        Ok(Drawing {
            svg: svg.into_bytes(),
            width: side(width),
            height: side(height),
        })
    })
}

/// The same drawing with a view box, without which it cannot be scaled.
fn with_view_box(written: &str, width: f32, height: f32) -> Option<String> {
    let rest = written.strip_prefix("<svg")?;
    if rest.split('>').next()?.contains("viewBox") {
        return Some(written.to_owned());
    }
    Some(format!("<svg viewBox=\"0 0 {width} {height}\"{rest}"))
}
