//! Reader that reports progress.

use std::io::Read;

/// Calls back with the number of bytes read, once per megabyte.
pub struct Counted<R, F> {
    inner: R,
    read: u64,
    told: F,
}

impl<R, F: FnMut(u64)> Counted<R, F> {
    pub fn new(inner: R, told: F) -> Self {
        Self {
            inner,
            read: 0,
            told,
        }
    }
}

impl<R: Read, F: FnMut(u64)> Read for Counted<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        const EVERY: u64 = 1024 * 1024;
        let count = self.inner.read(buffer)?;
        let before = self.read;
        self.read += count as u64;
        if before / EVERY != self.read / EVERY {
            (self.told)(self.read);
        }
        Ok(count)
    }
}
