//! A stored picture in a page. Its address says all that a browser has to know: width, height, average colour and the
//! point that stays in view; the narrower ones have addresses that follow from it.

use serde::Serialize;
use serde_json::{Value, json};

use crate::pictures::{height_at, widths};
use crate::resources::upload;

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct StoredPicture {
    pub width: u32,
    pub height: u32,
    /// Candidates for `srcset`.
    pub candidates: String,
}

/// `None` for drawings of the site itself, which have one size.
pub fn stored(url: &str) -> Option<StoredPicture> {
    let name = upload::file_name(url)?.strip_suffix(".webp")?;
    let mut parts = name.split('-');
    let (key, size, color) = (parts.next()?, parts.next()?, parts.next()?);
    let focus = (parts.next()?, parts.next()?);
    let (width, height) = size.split_once('x')?;
    let full: (u32, u32) = (width.parse().ok()?, height.parse().ok()?);
    let candidates: Vec<String> = widths(full.0)
        .map(|width| {
            let height = height_at(width, full);
            format!(
                "{}{key}-{width}x{height}-{color}-{}-{}.webp {width}w",
                upload::FOLDER,
                focus.0,
                focus.1
            )
        })
        .collect();
    Some(StoredPicture {
        width: full.0,
        height: full.1,
        candidates: candidates.join(", "),
    })
}

/// What a template needs of a picture.
pub fn told(url: &str, alt: &str) -> Value {
    let stored = stored(url);
    json!({
        "src": url,
        "alt": alt,
        "srcset": stored.as_ref().map(|stored| &stored.candidates),
        "width": stored.as_ref().map_or(480, |stored| stored.width),
        "height": stored.as_ref().map_or(320, |stored| stored.height),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_offered_in_every_width_that_is_stored() {
        let url = "/uploads/0123456789abcdef01234567-700x900-a1b2c3-50-30.webp";
        let picture = stored(url).unwrap();
        assert_eq!((picture.width, picture.height), (700, 900));
        assert_eq!(
            picture.candidates,
            "/uploads/0123456789abcdef01234567-700x900-a1b2c3-50-30.webp 700w, \
             /uploads/0123456789abcdef01234567-640x823-a1b2c3-50-30.webp 640w, \
             /uploads/0123456789abcdef01234567-320x411-a1b2c3-50-30.webp 320w"
        );
        for other in [
            "/img/tuin.svg",
            "/uploads/zonnebloem.jpg",
            "/uploads/0123456789abcdef01234567-40x20.svg",
        ] {
            assert_eq!(stored(other), None, "{other}");
        }
        assert_eq!(told("/img/tuin.svg", "")["width"], 480);
    }
}
