//! Pictures that people send: measured before anything is decoded, decoded within fixed bounds, turned upright, cropped
//! and encoded again as WebP in several widths. Nothing of the file itself is kept, so that neither metadata nor hidden
//! content survives. Knows no resource, opens no file.

pub mod ico_file;
pub mod icon;
mod jpeg;
pub mod lettering;
pub mod share_card;
mod svg;

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{
    FilterType, IntoImageView, IntoImageViewMut, MulDiv, PixelTrait, PixelType, ResizeAlg,
    ResizeOptions, Resizer,
};
use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

pub use svg::{Drawing, redraw};

/// Latin letters of the default font, for what the server draws.
pub static INTER_REGULAR: &[u8] = include_bytes!("fonts/inter-regular.ttf");
pub static INTER_BOLD: &[u8] = include_bytes!("fonts/inter-bold.ttf");

/// Longest side and number of pixels (docs/domain/limits.md#uploads).
pub const LONGEST_SIDE: u32 = 8_000;
pub const MOST_PIXELS: u64 = 40_000_000;
/// Bytes that all pictures being decoded may take together. A picture that needs more is refused.
pub const MEMORY: u64 = 200 * 1024 * 1024;
/// Widths in pixels besides the full one. A picture is never enlarged.
const WIDTHS: [u32; 3] = [320, 640, 1280];
const FULL_WIDTH: u32 = 1920;
/// Longest side of what is written; that of a banner or a column.
const TALLEST: u32 = 8_000;
/// Memory for metadata: a compressed colour profile may be a zip bomb of its own.
const METADATA: u64 = 16 * 1024 * 1024;
/// WebP quality, at which photos show no difference.
const QUALITY: f32 = 80.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Jpeg,
    Png,
    WebP,
}

impl PictureFormat {
    const fn decoded(self) -> ImageFormat {
        match self {
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Png => ImageFormat::Png,
            Self::WebP => ImageFormat::WebP,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFault {
    /// Damaged, cut off, or not what it seems to be.
    Unreadable,
    /// A side is too long.
    TooLong,
    /// Too many pixels, or too much memory to decode them.
    TooManyPixels,
}

/// Part of a picture, as fractions of the upright one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crop {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Crop {
    pub const WHOLE: Self = Self {
        x: 0.0,
        y: 0.0,
        width: 1.0,
        height: 1.0,
    };

    /// The part, if it lies inside the picture and is not empty.
    pub fn checked(self) -> Option<Self> {
        let edges = [self.x, self.y, self.x + self.width, self.y + self.height];
        let is_inside = edges.iter().all(|edge| (-0.001..=1.001).contains(edge));
        (is_inside && self.width > 0.001 && self.height > 0.001).then_some(self)
    }

    /// The same part of the picture as it is stored.
    fn before(self, orientation: Orientation) -> Self {
        let stored = |x: f64, y: f64| match orientation {
            Orientation::NoTransforms => (x, y),
            Orientation::Rotate90 => (y, 1.0 - x),
            Orientation::Rotate180 => (1.0 - x, 1.0 - y),
            Orientation::Rotate270 => (1.0 - y, x),
            Orientation::FlipHorizontal => (1.0 - x, y),
            Orientation::FlipVertical => (x, 1.0 - y),
            Orientation::Rotate90FlipH => (y, x),
            Orientation::Rotate270FlipH => (1.0 - y, 1.0 - x),
        };
        let (a, b) = stored(self.x, self.y);
        let (c, d) = stored(self.x + self.width, self.y + self.height);
        Self {
            x: a.min(c),
            y: b.min(d),
            width: (a - c).abs(),
            height: (b - d).abs(),
        }
    }
}

/// What a file claims to be, read without decoding it.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    pub width: u32,
    pub height: u32,
    /// Bytes that decoding and reducing it take at most.
    pub memory: u64,
}

/// The same picture in one width.
pub struct Variant {
    pub width: u32,
    pub height: u32,
    pub webp: Vec<u8>,
}

pub struct Picture {
    /// From the widest.
    pub variants: Vec<Variant>,
    /// Average colour, shown until the picture is there.
    pub color: [u8; 3],
}

/// Height of a picture in another width. The app computes the same (`ui/src/lib/pictures/picture-url.ts`).
pub fn height_at(width: u32, full: (u32, u32)) -> u32 {
    let (full_width, full_height) = (u64::from(full.0.max(1)), u64::from(full.1));
    let height = (full_height * u64::from(width) + full_width / 2) / full_width;
    u32::try_from(height).unwrap_or(TALLEST).max(1)
}

/// Widths in which a picture is stored whose full width is this, from the widest.
pub fn widths(full: u32) -> impl Iterator<Item = u32> {
    std::iter::once(full).chain(WIDTHS.into_iter().rev().filter(move |width| *width < full))
}

/// Reads the size of a picture and what decoding it takes; refuses it if that is too much.
pub fn measure(format: PictureFormat, file: &[u8]) -> Result<Measured, PictureFault> {
    guarded(|| {
        let decoder = decoder(format, file)?;
        let (width, height) = decoder.dimensions();
        if width == 0 || height == 0 {
            return Err(PictureFault::Unreadable);
        }
        if width > LONGEST_SIDE || height > LONGEST_SIDE {
            return Err(PictureFault::TooLong);
        }
        let pixels = u64::from(width) * u64::from(height);
        if pixels > MOST_PIXELS {
            return Err(PictureFault::TooManyPixels);
        }
        let color = decoder.color_type();
        let channels = if color.has_alpha() { 4 } else { 3 };
        let as_bytes = match color {
            ColorType::Rgb8 | ColorType::Rgba8 => 0,
            _ => pixels * channels,
        };
        let inside = match format {
            PictureFormat::Png => 0,
            PictureFormat::Jpeg => {
                let outline = jpeg::outline(file).ok_or(PictureFault::Unreadable)?;
                if outline.kept {
                    outline.coefficients
                } else {
                    0
                }
            }
            // Lossy: its planes, and those of its transparency. Lossless: the whole picture with transparency.
            PictureFormat::WebP => match file.get(12..16) {
                Some(b"VP8 ") => pixels * 2,
                Some(b"VP8L") => pixels * 4,
                _ => pixels * 7,
            },
        };
        // The picture at its full height after the first of two passes.
        let reduced =
            u64::from(FULL_WIDTH.min(width.max(height))) * u64::from(width.max(height)) * channels;
        let memory = decoder
            .total_bytes()
            .saturating_add(as_bytes.max(inside))
            .saturating_add(reduced);
        if memory > MEMORY {
            return Err(PictureFault::TooManyPixels);
        }
        Ok(Measured {
            width,
            height,
            memory,
        })
    })
}

/// Decodes a picture that was measured, and encodes the cropped part of it in every width.
pub fn encode(format: PictureFormat, file: &[u8], crop: Crop) -> Result<Picture, PictureFault> {
    guarded(|| {
        let full = reduced(format, file, crop)?;
        let size = (full.width(), full.height());
        let mut variants = Vec::with_capacity(1 + WIDTHS.len());
        let mut from = full;
        for width in widths(size.0) {
            if width < from.width() {
                from = resized(&from, (width, height_at(width, size)), None)?;
            }
            variants.push(Variant {
                width,
                height: from.height(),
                webp: webp_of(&from)?,
            });
        }
        Ok(Picture {
            variants,
            color: average(&from),
        })
    })
}

/// The cropped part of a picture, upright, in its full width: eight bits a channel, with or without transparency.
fn reduced(format: PictureFormat, file: &[u8], crop: Crop) -> Result<DynamicImage, PictureFault> {
    let mut decoder = decoder(format, file)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let decoded = DynamicImage::from_decoder(decoder).map_err(|_| PictureFault::Unreadable)?;
    let whole = with_alpha_multiplied(eight_bits(decoded))?;
    let part = crop.before(orientation);
    let (width, height) = (f64::from(whole.width()), f64::from(whole.height()));
    let left = (part.x * width).round().clamp(0.0, width - 1.0);
    let top = (part.y * height).round().clamp(0.0, height - 1.0);
    let cut = (
        left,
        top,
        (part.width * width).round().clamp(1.0, width - left),
        (part.height * height).round().clamp(1.0, height - top),
    );
    let is_turned = matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between one and the length of a side"
    )]
    let cut_size = (cut.2 as u32, cut.3 as u32);
    let upright = if is_turned {
        (cut_size.1, cut_size.0)
    } else {
        cut_size
    };
    let full_width = upright.0.min(FULL_WIDTH);
    let full = (full_width, height_at(full_width, upright));
    let stored = if is_turned { (full.1, full.0) } else { full };
    let mut picture = resized(&whole, stored, Some(cut))?;
    drop(whole);
    picture.apply_orientation(orientation);
    over_alpha(picture, |pixels| MulDiv::new().divide_alpha_inplace(pixels))
}

/// Colours of what is transparent do not count: they are multiplied by it while the picture is reduced, in place.
fn with_alpha_multiplied(picture: DynamicImage) -> Result<DynamicImage, PictureFault> {
    over_alpha(picture, |pixels| {
        MulDiv::new().multiply_alpha_inplace(pixels)
    })
}

fn over_alpha(
    picture: DynamicImage,
    change: impl FnOnce(&mut Image) -> Result<(), fast_image_resize::ImageError>,
) -> Result<DynamicImage, PictureFault> {
    let DynamicImage::ImageRgba8(pixels) = picture else {
        return Ok(picture);
    };
    let (width, height) = (pixels.width(), pixels.height());
    let mut bytes = pixels.into_raw();
    Image::from_slice_u8(width, height, &mut bytes, PixelType::U8x4)
        .ok()
        .and_then(|mut pixels| change(&mut pixels).ok())
        .ok_or(PictureFault::Unreadable)?;
    image::RgbaImage::from_raw(width, height, bytes)
        .map(DynamicImage::ImageRgba8)
        .ok_or(PictureFault::Unreadable)
}

fn decoder(format: PictureFormat, file: &[u8]) -> Result<impl ImageDecoder + '_, PictureFault> {
    if format == PictureFormat::Jpeg && !jpeg::outline(file).is_some_and(|outline| outline.is_whole)
    {
        return Err(PictureFault::Unreadable);
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format.decoded());
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(METADATA);
    reader.limits(limits);
    reader.into_decoder().map_err(|_| PictureFault::Unreadable)
}

fn eight_bits(picture: DynamicImage) -> DynamicImage {
    match picture {
        DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_) => picture,
        other if other.color().has_alpha() => DynamicImage::ImageRgba8(other.into_rgba8()),
        other => DynamicImage::ImageRgb8(other.into_rgb8()),
    }
}

/// The part of a picture whose colours are multiplied by its transparency, or all of another, in another size.
fn resized(
    picture: &DynamicImage,
    size: (u32, u32),
    part: Option<(f64, f64, f64, f64)>,
) -> Result<DynamicImage, PictureFault> {
    let has_alpha = picture.color().has_alpha();
    let pixels = if has_alpha {
        PixelType::U8x4
    } else {
        PixelType::U8x3
    };
    let from = ImageRef::new(
        picture.width(),
        picture.height(),
        picture.as_bytes(),
        pixels,
    )
    .map_err(|_| PictureFault::Unreadable)?;
    let (left, top, width, height) = part.unwrap_or((
        0.0,
        0.0,
        f64::from(picture.width()),
        f64::from(picture.height()),
    ));
    let options = ResizeOptions::new()
        .crop(left, top, width, height)
        .use_alpha(part.is_none())
        .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    let mut into = Image::new(size.0, size.1, pixels);
    if has_alpha {
        reduce::<U8x4>(&from, &mut into, &options)?;
    } else {
        reduce::<U8x3>(&from, &mut into, &options)?;
    }
    let bytes = into.into_vec();
    let made = if has_alpha {
        image::RgbaImage::from_raw(size.0, size.1, bytes).map(DynamicImage::ImageRgba8)
    } else {
        image::RgbImage::from_raw(size.0, size.1, bytes).map(DynamicImage::ImageRgb8)
    };
    made.ok_or(PictureFault::Unreadable)
}

/// Of one kind of pixels: `Resizer::resize` would bring code for thirteen.
fn reduce<P: PixelTrait>(
    from: &ImageRef,
    into: &mut Image,
    options: &ResizeOptions,
) -> Result<(), PictureFault> {
    let (Some(from), Some(mut into)) = (from.image_view::<P>(), into.image_view_mut::<P>()) else {
        return Err(PictureFault::Unreadable);
    };
    Resizer::new()
        .resize_typed(&from, &mut into, options)
        .map_err(|_| PictureFault::Unreadable)
}

fn webp_of(picture: &DynamicImage) -> Result<Vec<u8>, PictureFault> {
    let layout = if picture.color().has_alpha() {
        webp::PixelLayout::Rgba
    } else {
        webp::PixelLayout::Rgb
    };
    webp::Encoder::new(
        picture.as_bytes(),
        layout,
        picture.width(),
        picture.height(),
    )
    .encode_simple(false, QUALITY)
    .map(|file| file.to_vec())
    .map_err(|_| PictureFault::Unreadable)
}

/// Average colour over white.
fn average(picture: &DynamicImage) -> [u8; 3] {
    let channels = if picture.color().has_alpha() { 4 } else { 3 };
    let (mut sums, mut count) = ([0_u64; 3], 0_u64);
    for pixel in picture.as_bytes().chunks_exact(channels) {
        let alpha = u64::from(pixel.get(3).copied().unwrap_or(255));
        for (sum, value) in sums.iter_mut().zip(pixel) {
            *sum += (u64::from(*value) * alpha + 255 * (255 - alpha)) / 255;
        }
        count += 1;
    }
    sums.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX))
}

/// Runs a decoder on what a stranger sent: a panic inside it is a file that cannot be read.
fn guarded<T>(work: impl FnOnce() -> Result<T, PictureFault>) -> Result<T, PictureFault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(PictureFault::Unreadable))
}

#[cfg(test)]
mod tests;
