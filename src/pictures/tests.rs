//! Pictures of every kind, upright, small and without metadata; and those that would take too much.

use std::io::Cursor;

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder as _, Rgb, RgbImage};

use super::*;

const RED: Rgb<u8> = Rgb([220, 30, 30]);
const BLUE: Rgb<u8> = Rgb([20, 40, 200]);

/// Left half red, right half blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { RED } else { BLUE })
}

fn jpeg_of(picture: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut file), ImageFormat::Jpeg)
        .unwrap();
    file
}

/// The file with an EXIF segment: an orientation, and coordinates in the text of a camera.
fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    exif.extend(b"GPSLatitude 52.0907 N GPSLongitude 5.1214 E");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

fn decoded(variant: &Variant) -> RgbImage {
    image::load_from_memory_with_format(&variant.webp, ImageFormat::WebP)
        .unwrap()
        .into_rgb8()
}

fn is_near(pixel: Rgb<u8>, wanted: Rgb<u8>) -> bool {
    pixel
        .0
        .iter()
        .zip(wanted.0)
        .all(|(is, wanted)| is.abs_diff(wanted) < 40)
}

#[test]
fn a_picture_comes_in_four_widths_and_says_how_large_it_is() {
    let file = jpeg_of(&halves(2400, 1600));
    assert!(measure(PictureFormat::Jpeg, &file).is_ok());
    let made = encode(PictureFormat::Jpeg, &file, Crop::WHOLE).unwrap();
    let sizes: Vec<_> = made
        .variants
        .iter()
        .map(|variant| (variant.width, variant.height))
        .collect();
    assert_eq!(sizes, [(1920, 1280), (1280, 853), (640, 427), (320, 213)]);
    for variant in &made.variants {
        let picture = decoded(variant);
        assert_eq!(picture.dimensions(), (variant.width, variant.height));
        assert!(is_near(*picture.get_pixel(2, 2), RED));
    }
    assert!(
        made.color[0] > 90 && made.color[2] > 90 && made.color[1] < 80,
        "{:?}",
        made.color
    );
    // Never enlarged.
    let made = encode(
        PictureFormat::Jpeg,
        &jpeg_of(&halves(400, 300)),
        Crop::WHOLE,
    )
    .unwrap();
    let widths: Vec<_> = made.variants.iter().map(|variant| variant.width).collect();
    assert_eq!(widths, [400, 320]);
}

#[test]
fn a_picture_stands_upright_and_nothing_of_its_metadata_is_left() {
    let upright = jpeg_of(&halves(400, 200));
    // What the camera stored, by orientation, and the colour that then stands at the top left and bottom right.
    for (orientation, size, first, last) in [
        (1, (400, 200), RED, BLUE),
        (2, (400, 200), BLUE, RED),
        (3, (400, 200), BLUE, RED),
        (6, (200, 400), RED, BLUE),
        (8, (200, 400), BLUE, RED),
        (5, (200, 400), RED, BLUE),
        (7, (200, 400), BLUE, RED),
    ] {
        let file = with_exif(&upright, orientation);
        assert!(file.windows(11).any(|part| part == b"GPSLatitude"));
        let made = encode(PictureFormat::Jpeg, &file, Crop::WHOLE).unwrap();
        let picture = decoded(&made.variants[0]);
        assert_eq!(picture.dimensions(), size, "{orientation}");
        assert!(is_near(*picture.get_pixel(5, 5), first), "{orientation}");
        assert!(
            is_near(*picture.get_pixel(size.0 - 5, size.1 - 5), last),
            "{orientation}"
        );
        for variant in &made.variants {
            for trace in [&b"GPS"[..], b"Exif", b"EXIF", b"XMP ", b"ICCP"] {
                assert!(!variant.webp.windows(trace.len()).any(|part| part == trace));
            }
        }
    }
}

#[test]
fn a_part_is_cut_out_of_the_upright_picture() {
    let right = Crop {
        x: 0.5,
        y: 0.0,
        width: 0.5,
        height: 1.0,
    };
    let file = jpeg_of(&halves(400, 200));
    let made = encode(PictureFormat::Jpeg, &file, right).unwrap();
    let picture = decoded(&made.variants[0]);
    assert_eq!(picture.dimensions(), (200, 200));
    assert!(is_near(*picture.get_pixel(3, 100), BLUE));
    // Turned a quarter, red is above: the lower half is blue.
    let lower = Crop {
        x: 0.0,
        y: 0.5,
        width: 1.0,
        height: 0.5,
    };
    let made = encode(PictureFormat::Jpeg, &with_exif(&file, 6), lower).unwrap();
    let picture = decoded(&made.variants[0]);
    assert_eq!(picture.dimensions(), (200, 200));
    assert!(is_near(*picture.get_pixel(100, 3), BLUE));
    assert!(Crop { x: 0.6, ..right }.checked().is_none());
    assert!(
        Crop {
            width: 0.0,
            ..right
        }
        .checked()
        .is_none()
    );
}

/// A PNG file of one grey channel that says it is this large; its rows are empty.
fn png_that_says(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    PngEncoder::new(&mut file)
        .write_image(&[0], 1, 1, ExtendedColorType::L8)
        .unwrap();
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&file[12..29]);
    let sum = crc.sum().to_be_bytes();
    file[29..33].copy_from_slice(&sum);
    file
}

#[test]
fn what_would_take_too_much_is_refused_before_it_is_decoded() {
    let fault = |width, height| measure(PictureFormat::Png, &png_that_says(width, height)).err();
    assert_eq!(fault(30_000, 30_000), Some(PictureFault::TooLong));
    assert_eq!(fault(8_001, 10), Some(PictureFault::TooLong));
    assert_eq!(fault(8_000, 5_001), Some(PictureFault::TooManyPixels));
    assert_eq!(fault(8_000, 5_000), None);
    assert_eq!(fault(0, 10), Some(PictureFault::Unreadable));
    // A progressive JPEG keeps its coefficients beside the picture.
    let mut large = jpeg_of(&halves(16, 16));
    let frame = large
        .windows(2)
        .position(|pair| pair == [0xff, 0xc0])
        .unwrap();
    large[frame + 5..frame + 9].copy_from_slice(&[0x13, 0x88, 0x1f, 0x40]);
    assert!(measure(PictureFormat::Jpeg, &large).is_ok());
    large[frame + 1] = 0xc2;
    assert_eq!(
        measure(PictureFormat::Jpeg, &large).err(),
        Some(PictureFault::TooManyPixels)
    );
}

#[test]
fn what_is_cut_off_or_damaged_is_refused_without_a_panic() {
    let picture = halves(120, 80);
    let mut webp = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut webp), ImageFormat::WebP)
        .unwrap();
    let mut png = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
        .unwrap();
    let jpeg = jpeg_of(&picture);
    let run =
        |format, file: &[u8]| measure(format, file).and_then(|_| encode(format, file, Crop::WHOLE));
    for (format, file) in [
        (PictureFormat::Jpeg, jpeg),
        (PictureFormat::Png, png),
        (PictureFormat::WebP, webp),
    ] {
        assert!(run(format, &file).is_ok());
        for cut in [3, 20, file.len() / 2, file.len() - 3] {
            // The last bytes may hold no pixels.
            let is_refused = run(format, &file[..cut]).is_err();
            let is_end = cut == file.len() - 3 && format != PictureFormat::Jpeg;
            assert!(is_refused || is_end, "{format:?} {cut}");
        }
        for at in (0..file.len()).step_by(97) {
            let mut damaged = file.clone();
            damaged[at] ^= 0x55;
            let _ = run(format, &damaged);
        }
    }
}

#[test]
fn a_logo_keeps_its_shapes_and_loses_everything_else() {
    let file = br#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20" onload="alert(1)">
        <script>alert(2)</script><style>@import url(https://evil.example/x.css); .a { fill: #0a7f3f }</style>
        <foreignObject><iframe src="https://evil.example"/></foreignObject>
        <image xlink:href="https://evil.example/p.png" width="4" height="4"/><image href="data:image/png;base64,AAAA" width="4" height="4"/>
        <a href="javascript:alert(3)"><path class="a" d="M0 0h40v20H0z"/></a></svg>"#;
    let made = redraw(file).unwrap();
    assert_eq!((made.width, made.height), (40, 20));
    let text = String::from_utf8(made.svg).unwrap();
    assert!(
        text.contains("<path")
            && text.contains("#0a7f3f")
            && text.contains("viewBox=\"0 0 40 20\""),
        "{text}"
    );
    for trace in [
        "script",
        "alert",
        "evil",
        "foreignObject",
        "onload",
        "javascript",
        "<image",
        "style",
    ] {
        assert!(!text.contains(trace), "{trace}: {text}");
    }
    for broken in [&b"<svg"[..], b"<svg xmlns='http://www.w3.org/2000/svg'/><script/>", b"GIF89a<svg/>",
        b"<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"] {
        assert!(redraw(broken).is_err());
    }
}
