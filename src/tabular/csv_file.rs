//! CSV writer, the only one. For office programs: semicolons, a byte order mark, and every cell escaped against
//! formula injection.

use super::formula::inert;

pub struct CsvFile(csv::Writer<Vec<u8>>);

impl Default for CsvFile {
    #[expect(clippy::disallowed_methods, reason = "here every cell is made inert")]
    fn default() -> Self {
        let begun = "\u{feff}".as_bytes().to_vec();
        let mut writer = csv::WriterBuilder::new();
        Self(writer.delimiter(b';').flexible(true).from_writer(begun))
    }
}

impl CsvFile {
    pub fn row<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        for cell in cells {
            // Writing to memory cannot fail.
            let _ = self.0.write_field(inert(cell.as_ref()).as_bytes());
        }
        let _ = self.0.write_record(None::<&[u8]>);
    }

    pub fn finish(self) -> Vec<u8> {
        self.0.into_inner().unwrap_or_default()
    }
}
