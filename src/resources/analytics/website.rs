//! Figures of the website: visits by kind of page.

use super::board::Board;
use super::figure::Figure;
use crate::error::Result;

pub fn figures(_: &Board) -> Result<Vec<Figure>> {
    Ok(Vec::new())
}
