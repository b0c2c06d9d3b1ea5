//! QR codes, which cameras read.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// Dark on white in both colour schemes, so that cameras can read it.
pub fn qr_svg(text: &str) -> Result<String, qrcodegen::DataTooLong> {
    const QUIET: i32 = 4;
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
