//! Icons of a site in the sizes that browsers and telephones ask for: PNG, and ICO around PNGs. Made of a picture that
//! is stored here, or of the product's own mark.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder as _, ImageFormat, Rgba, RgbaImage, imageops};

use super::{LONGEST_SIDE, PictureFault, PictureFormat, decoder, eight_bits, guarded, resized};

/// Samples of a pixel in either direction, where the mark is drawn.
const SAMPLES: u32 = 4;

/// Shape of an icon: its side in pixels, what is left free around it in hundredths of the side, and its background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IconShape {
    pub side: u32,
    pub margin: u32,
    pub ground: Option<[u8; 3]>,
}

impl IconShape {
    fn inner(self) -> u32 {
        (self.side - self.side * self.margin.min(40) / 50).max(1)
    }

    fn paper(self) -> RgbaImage {
        let color = self
            .ground
            .map_or([0; 4], |[red, green, blue]| [red, green, blue, 255]);
        RgbaImage::from_pixel(self.side, self.side, Rgba(color))
    }
}

/// A stored WebP picture as an icon, whole and in the middle.
pub fn icon_of(webp: &[u8], shape: IconShape) -> Result<Vec<u8>, PictureFault> {
    guarded(|| {
        let decoder = decoder(PictureFormat::WebP, webp)?;
        let (width, height) = decoder.dimensions();
        if width == 0 || height == 0 || width > LONGEST_SIDE || height > LONGEST_SIDE {
            return Err(PictureFault::TooLong);
        }
        let picture = DynamicImage::from_decoder(decoder).map_err(|_| PictureFault::Unreadable)?;
        let (inner, longest) = (shape.inner(), width.max(height));
        let side = |length: u32| (length * inner / longest).max(1);
        let small = resized(&eight_bits(picture), (side(width), side(height)), None)?;
        let mut paper = shape.paper();
        let at = |length: u32| i64::from((shape.side - length) / 2);
        imageops::overlay(
            &mut paper,
            &small.to_rgba8(),
            at(small.width()),
            at(small.height()),
        );
        png(&paper)
    })
}

/// The product's mark – two people under their arches – in two colours, as `/favicon.svg` has it.
pub fn mark(shape: IconShape, behind: [u8; 3], before: [u8; 3]) -> Result<Vec<u8>, PictureFault> {
    let inner = shape.inner();
    let start = (shape.side - inner) / 2;
    let mut paper = shape.paper();
    for (x, y, pixel) in paper.enumerate_pixels_mut() {
        let mut sums = [0_u32; 4];
        for step in 0..SAMPLES * SAMPLES {
            let sample = |pixel: u32, step: u32| {
                let from_start = (f64::from(pixel) - f64::from(start))
                    + (f64::from(step) + 0.5) / f64::from(SAMPLES);
                from_start * 40.0 / f64::from(inner)
            };
            let at = (sample(x, step % SAMPLES), sample(y, step / SAMPLES));
            let color = if is_in_person(at, (12.0, 10.0, 25.0), (9.0, 5.5)) {
                Some(before)
            } else if is_in_person(at, (27.0, 11.0, 23.0), (7.0, 5.0)) {
                Some(behind)
            } else {
                shape.ground
            };
            if let Some(color) = color {
                for (sum, channel) in sums.iter_mut().zip(color) {
                    *sum += u32::from(channel);
                }
                sums[3] += 1;
            }
        }
        let covered = sums[3];
        let channel = |sum: u32| u8::try_from(sum / covered.max(1)).unwrap_or(u8::MAX);
        *pixel = Rgba([
            channel(sums[0]),
            channel(sums[1]),
            channel(sums[2]),
            u8::try_from(covered * 255 / (SAMPLES * SAMPLES)).unwrap_or(u8::MAX),
        ]);
    }
    png(&paper)
}

/// Whether a point lies in an arch (middle, radius, height where its curve begins) or in the head above it.
fn is_in_person(
    (x, y): (f64, f64),
    (middle, radius, curve): (f64, f64, f64),
    (head, head_radius): (f64, f64),
) -> bool {
    let distance = |other: f64| (x - middle).hypot(y - other);
    let is_in_arch = if y < curve {
        distance(curve) <= radius
    } else {
        y <= 40.0 && (x - middle).abs() <= radius
    };
    is_in_arch || distance(head) <= head_radius
}

pub(super) fn png(paper: &RgbaImage) -> Result<Vec<u8>, PictureFault> {
    let mut file = Cursor::new(Vec::new());
    paper
        .write_to(&mut file, ImageFormat::Png)
        .map_err(|_| PictureFault::Unreadable)?;
    Ok(file.into_inner())
}

/// An ICO file of PNGs, each with its side. A side of 256 is written as 0.
pub fn ico(pngs: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let count = u16::try_from(pngs.len()).unwrap_or(u16::MAX);
    let mut file = vec![0, 0, 1, 0];
    file.extend(count.to_le_bytes());
    let mut offset = 6 + 16 * u32::from(count);
    for (side, png) in pngs {
        let size = u32::try_from(png.len()).unwrap_or(u32::MAX);
        let side = u8::try_from(*side).unwrap_or(0);
        // One plane of thirty-two bits a pixel.
        file.extend([side, side, 0, 0, 1, 0, 32, 0]);
        file.extend(size.to_le_bytes());
        file.extend(offset.to_le_bytes());
        offset = offset.saturating_add(size);
    }
    for (_, png) in pngs {
        file.extend(png);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: IconShape = IconShape {
        side: 64,
        margin: 10,
        ground: None,
    };

    #[test]
    fn a_picture_becomes_an_icon_whole_and_in_the_middle() {
        let wide = RgbaImage::from_pixel(200, 100, Rgba([200, 30, 30, 255]));
        let webp = super::super::webp_of(&DynamicImage::ImageRgba8(wide)).unwrap();
        let icon = image::load_from_memory(&icon_of(&webp, SHAPE).unwrap()).unwrap();
        let icon = icon.to_rgba8();
        assert_eq!(icon.dimensions(), (64, 64));
        assert_eq!((icon.get_pixel(32, 4)[3], icon.get_pixel(2, 32)[3]), (0, 0));
        let middle = icon.get_pixel(32, 32);
        assert!(middle[0] > 180 && middle[1] < 60 && middle[3] == 255);
        assert!(icon_of(b"no picture", SHAPE).is_err());
    }

    #[test]
    fn the_mark_is_drawn_in_its_colours_on_its_ground() {
        let shape = IconShape {
            margin: 0,
            ground: Some([255, 255, 255]),
            ..SHAPE
        };
        let drawn = mark(shape, [250, 160, 60], [10, 90, 90]).unwrap();
        let drawn = image::load_from_memory(&drawn).unwrap().to_rgba8();
        // A person at the left before one at the right; a white corner.
        assert_eq!(drawn.get_pixel(19, 55).0, [10, 90, 90, 255]);
        assert_eq!(drawn.get_pixel(54, 50).0, [250, 160, 60, 255]);
        assert_eq!(drawn.get_pixel(0, 0).0, [255, 255, 255, 255]);
    }

    #[test]
    fn an_ico_file_holds_its_pictures_where_it_says() {
        let pngs = [16, 32].map(|side| {
            let shape = IconShape { side, ..SHAPE };
            (side, mark(shape, [1, 2, 3], [4, 5, 6]).unwrap())
        });
        let file = ico(&pngs);
        let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        for (index, (side, png)) in pngs.iter().enumerate() {
            let entry = 6 + 16 * index;
            assert_eq!(u32::from(file[entry]), *side);
            let (size, offset) = (number(entry + 8), number(entry + 12));
            assert_eq!(&file[offset..offset + size], png.as_slice());
        }
    }
}
