//! QR codes, which cameras read.

use std::fmt::Write as _;
use std::io::Cursor;

use image::{DynamicImage, GrayImage, ImageFormat, Luma};
use qrcodegen::{QrCode, QrCodeEcc};

/// Modules of white around a code.
const QUIET: i32 = 4;

/// Dark on white in both colour schemes, so that cameras can read it.
pub fn qr_svg(text: &str) -> Result<String, qrcodegen::DataTooLong> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium)?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    let whole = size + 2 * QUIET;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\">\
         <path d=\"M0 0h{whole}v{whole}H0z\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/></svg>"
    ))
}

/// The same as PNG, eight pixels a module: mail programs show no SVG. None: the text is too long for a code.
pub fn qr_png(text: &str) -> Option<Vec<u8>> {
    const SCALE: i32 = 8;
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let side = u32::try_from((code.size() + 2 * QUIET) * SCALE).ok()?;
    let module = |pixel: u32| i32::try_from(pixel).unwrap_or(i32::MAX) / SCALE - QUIET;
    let picture = GrayImage::from_fn(side, side, |x, y| {
        let is_dark = code.get_module(module(x), module(y));
        Luma([if is_dark { 0 } else { 255 }])
    });
    let mut png = Cursor::new(Vec::new());
    let written = DynamicImage::ImageLuma8(picture).write_to(&mut png, ImageFormat::Png);
    written.ok().map(|()| png.into_inner())
}

/// What the QR code of a participant says: the check-in reads the code after `#inchecken=`; any other camera opens the
/// calendar of the site.
pub fn check_in_address(origin: &str, code: &str) -> String {
    format!("{origin}/activiteitenkalender#inchecken={code}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_small_and_holds_nothing_but_paths() {
        let address = "otpauth://totp/Meedoen%20in%20Lindewaard:marieke%40example.nl?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Meedoen%20in%20Lindewaard";
        let svg = qr_svg(address).unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.len() < 40_000,
            "{}",
            svg.len()
        );
        assert!(!svg.contains(address));
    }
}
