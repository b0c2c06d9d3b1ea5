//! Outline of a JPEG file, read marker by marker: whether it is whole, and how much a decoder has to keep of it.

pub(super) struct Outline {
    /// True if the file ends where the picture does.
    pub is_whole: bool,
    /// True if a decoder keeps all coefficients: progressive, or in several scans.
    pub kept: bool,
    /// Bytes of all coefficients.
    pub coefficients: u64,
}

/// `None` if the file is no JPEG file.
pub(super) fn outline(file: &[u8]) -> Option<Outline> {
    if file.get(..2)? != [0xff, 0xd8] {
        return None;
    }
    let (mut at, mut scans, mut is_progressive) = (2_usize, 0_u32, false);
    let mut coefficients = 0;
    let outline = |is_whole, scans: u32, is_progressive, coefficients| Outline {
        is_whole,
        kept: is_progressive || scans > 1,
        coefficients,
    };
    loop {
        // Fill bytes may stand before a marker.
        while file.get(at) == Some(&0xff) && file.get(at + 1) == Some(&0xff) {
            at += 1;
        }
        let (Some(0xff), Some(marker)) = (file.get(at), file.get(at + 1).copied()) else {
            return Some(outline(false, scans, is_progressive, coefficients));
        };
        at += 2;
        match marker {
            0xd9 => return Some(outline(scans > 0, scans, is_progressive, coefficients)),
            0x01 | 0xd0..=0xd7 => continue,
            _ => {}
        }
        let Some(length) = big_endian(file, at).filter(|length| *length >= 2) else {
            return Some(outline(false, scans, is_progressive, coefficients));
        };
        let segment = file.get(at + 2..at + length).unwrap_or_default();
        at += length;
        match marker {
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                is_progressive |= matches!(marker, 0xc2 | 0xc6 | 0xca | 0xce);
                coefficients = coefficients_of(segment).unwrap_or(u64::MAX / 4);
            }
            0xda => {
                scans += 1;
                at = end_of_scan(file, at);
            }
            _ => {}
        }
    }
}

/// The next marker after compressed data, in which 0xff is followed by 0 or a restart.
fn end_of_scan(file: &[u8], from: usize) -> usize {
    let rest = file.get(from..).unwrap_or_default();
    let end = rest
        .windows(2)
        .position(|pair| matches!(pair, [0xff, next] if !matches!(next, 0 | 0xff | 0xd0..=0xd7)));
    end.map_or(file.len(), |end| from + end)
}

/// Two bytes for each coefficient of each component, in whole blocks.
fn coefficients_of(frame: &[u8]) -> Option<u64> {
    let (height, width) = (big_endian(frame, 1)?, big_endian(frame, 3)?);
    let components = usize::from(*frame.get(5)?);
    let factors: Vec<(u64, u64)> = (0..components)
        .filter_map(|index| frame.get(7 + 3 * index))
        .map(|factor| (u64::from(factor >> 4), u64::from(factor & 15)))
        .collect();
    let (across, down) = (
        factors.iter().map(|(across, _)| *across).max()?.max(1),
        factors.iter().map(|(_, down)| *down).max()?.max(1),
    );
    let pixels = (u64::try_from(width).ok()? + 64) * (u64::try_from(height).ok()? + 64);
    Some(
        factors
            .iter()
            .map(|(x, y)| 2 * pixels * x.max(&1) * y.max(&1) / (across * down))
            .sum(),
    )
}

fn big_endian(bytes: &[u8], at: usize) -> Option<usize> {
    let pair = bytes.get(at..at + 2)?;
    Some(usize::from(*pair.first()?) << 8 | usize::from(*pair.get(1)?))
}
