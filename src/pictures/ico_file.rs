//! ICO files that people send: the largest picture in one, as PNG. A picture in an ICO file is a PNG, or a bitmap
//! without a file header above a mask of one bit a pixel; bitmaps of 1, 4, 8, 24 and 32 bits a pixel are read.

use image::{Rgba, RgbaImage};

use super::PictureFault;
use super::icon::png;

/// Length of the header and of each entry of the directory, in bytes.
const HEADER: usize = 6;
const ENTRY: usize = 16;
/// More pictures than any program writes.
const MOST: usize = 64;
const LONGEST_SIDE: u32 = 256;

/// The largest picture, as a PNG file.
pub fn largest(file: &[u8]) -> Result<Vec<u8>, PictureFault> {
    let count = usize::from(number16(file, 4).ok_or(PictureFault::Unreadable)?);
    let mut entries: Vec<(u32, u16, &[u8])> = (0..count.min(MOST))
        .filter_map(|index| {
            let entry = file.get(HEADER + index * ENTRY..HEADER + (index + 1) * ENTRY)?;
            // 0 stands for 256.
            let side = |at: usize| {
                entry
                    .get(at)
                    .map(|side| u32::from(side.wrapping_sub(1)) + 1)
            };
            let (length, offset) = (number32(entry, 8)? as usize, number32(entry, 12)? as usize);
            let picture = file.get(offset..offset.checked_add(length)?)?;
            Some((side(0)? * side(1)?, number16(entry, 6)?, picture))
        })
        .collect();
    entries.sort_by_key(|(pixels, depth, _)| std::cmp::Reverse((*pixels, *depth)));
    entries
        .into_iter()
        .find_map(|(_, _, picture)| {
            if picture.starts_with(b"\x89PNG\r\n\x1a\n") {
                return Some(Ok(picture.to_vec()));
            }
            bitmap(picture).map(|paper| png(&paper))
        })
        .unwrap_or(Err(PictureFault::Unreadable))
}

/// A bitmap as it stands in an ICO file: its lines from below, then the mask, in which a set bit is transparent.
fn bitmap(bytes: &[u8]) -> Option<RgbaImage> {
    let header = number32(bytes, 0)? as usize;
    let (width, both) = (number32(bytes, 4)?, number32(bytes, 8)?);
    let height = both / 2;
    let sides = 1..=LONGEST_SIDE;
    if header < 40
        || !sides.contains(&width)
        || !sides.contains(&height)
        || number32(bytes, 16)? != 0
    {
        return None;
    }
    let depth = usize::from(number16(bytes, 14)?);
    if ![1, 4, 8, 24, 32].contains(&depth) {
        return None;
    }
    let colors = match (depth, number32(bytes, 32)? as usize) {
        (24 | 32, _) => 0,
        (_, 0) => 1 << depth,
        (_, used) => used.min(1 << depth),
    };
    let line = |bits: usize| (width as usize * bits).div_ceil(32) * 4;
    let pixels = header.checked_add(colors * 4)?;
    let mask = pixels + line(depth) * height as usize;
    let palette = bytes.get(header..pixels)?;
    let body = bytes.get(pixels..mask)?;
    let mask = bytes.get(mask..).unwrap_or_default();
    let has_alpha = depth == 32 && body.chunks_exact(4).any(|pixel| pixel.get(3) != Some(&0));
    let mut paper = RgbaImage::new(width, height);
    for (x, y, pixel) in paper.enumerate_pixels_mut() {
        let (column, row) = (x as usize, (height - 1 - y) as usize);
        let of_line = body.get(row * line(depth)..)?;
        let part = |bytes: &[u8], at: usize| {
            Some([*bytes.get(at + 2)?, *bytes.get(at + 1)?, *bytes.get(at)?])
        };
        let [red, green, blue] = match depth {
            24 => part(of_line, column * 3)?,
            32 => part(of_line, column * 4)?,
            _ => {
                let bit = column * depth;
                let byte = *of_line.get(bit / 8)? as usize;
                let index = (byte >> (8 - depth - bit % 8)) & ((1 << depth) - 1);
                part(palette, index * 4)?
            }
        };
        let is_masked = || {
            let byte = mask
                .get(row * line(1) + column / 8)
                .copied()
                .unwrap_or_default();
            byte >> (7 - column % 8) & 1 == 1
        };
        let alpha = match has_alpha {
            true => *of_line.get(column * 4 + 3)?,
            false if is_masked() => 0,
            false => 255,
        };
        *pixel = Rgba([red, green, blue, alpha]);
    }
    Some(paper)
}

fn number16(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at + 2)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

fn number32(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::icon::{IconShape, ico, mark};

    #[test]
    fn the_largest_picture_of_an_icon_is_taken() {
        let pngs = [16, 48, 32].map(|side| {
            let shape = IconShape {
                side,
                margin: 0,
                ground: None,
            };
            (side, mark(shape, [1, 2, 3], [4, 5, 6]).unwrap())
        });
        assert_eq!(largest(&ico(&pngs)).unwrap(), pngs[1].1);
    }

    #[test]
    fn a_bitmap_keeps_its_colours_and_its_mask() {
        // Two by two pixels of one bit: the lower left one white, the upper right one transparent.
        let mut picture = Vec::new();
        for number in [40_u32, 2, 4] {
            picture.extend(number.to_le_bytes());
        }
        picture.extend([1, 0, 1, 0]);
        picture.extend([0; 24]);
        picture.extend([0, 0, 0, 0, 255, 255, 255, 0]);
        picture.extend([0b1000_0000, 0, 0, 0, 0, 0, 0, 0]);
        picture.extend([0, 0, 0, 0, 0b0100_0000, 0, 0, 0]);
        let mut file = vec![0, 0, 1, 0, 1, 0, 2, 2, 2, 0, 1, 0, 1, 0];
        file.extend(u32::try_from(picture.len()).unwrap().to_le_bytes());
        file.extend(22_u32.to_le_bytes());
        file.extend(&picture);
        let read = image::load_from_memory(&largest(&file).unwrap())
            .unwrap()
            .to_rgba8();
        assert_eq!(read.get_pixel(0, 1).0, [255, 255, 255, 255]);
        assert_eq!(read.get_pixel(0, 0).0, [0, 0, 0, 255]);
        assert_eq!(read.get_pixel(1, 0).0[3], 0);
        // Cut anywhere, it is refused or read, and nothing worse.
        for length in 0..file.len() {
            let _ = largest(&file[..length]);
        }
    }
}
