//! Tests with files crafted to exhaust memory or time, read with the production limits, and genuine files.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rust_xlsxwriter::Workbook;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::sheet::{LARGEST_FILE, LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, Row, Sheet, SheetFault};
use crate::tabular::text_store::MOST_TEXT;

fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, content) in entries {
        zip.start_file(*name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const WORKBOOK: &str =
    r#"<workbook xmlns:r="r"><sheets><sheet name="a" r:id="x1"/></sheets></workbook>"#;
const RELATIONS: &str = r#"<Relationships><Relationship Id="x1" Type="t/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="x2" Type="t/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#;

fn workbook(sheet: &str, shared: &str) -> Vec<u8> {
    let sheet = format!("<worksheet><sheetData>{sheet}</sheetData></worksheet>");
    let shared = format!("<sst>{shared}</sst>");
    packed(&[
        ("xl/workbook.xml", WORKBOOK.as_bytes()),
        ("xl/_rels/workbook.xml.rels", RELATIONS.as_bytes()),
        ("xl/sharedStrings.xml", shared.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

fn cell(reference: &str, text: &str) -> String {
    format!(r#"<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

/// A header, one row, and the given rows below.
fn with(rows: &str) -> Vec<u8> {
    let head = cell("A1", "email");
    let one = cell("A2", "a@example.org");
    workbook(
        &format!(r#"<row r="1">{head}</row><row r="2">{one}</row>{rows}"#),
        "",
    )
}

fn open_document(rows: &str) -> Vec<u8> {
    let content = format!(
        r#"<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table>
           <table:table-row><table:table-cell><text:p>email</text:p></table:table-cell></table:table-row>
           {rows}</table:table></office:spreadsheet></office:body></office:document-content>"#
    );
    packed(&[("content.xml", content.as_bytes())])
}

fn ods_cell(attributes: &str, text: &str) -> String {
    format!(
        "<table:table-row><table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell></table:table-row>"
    )
}

fn fault(bytes: &[u8]) -> SheetFault {
    Sheet::read(bytes).unwrap_err()
}

fn table(bytes: &[u8]) -> Vec<Vec<String>> {
    let sheet = Sheet::read(bytes).unwrap();
    let texts = |row: Row| row.cells().map(str::to_owned).collect();
    std::iter::once(sheet.headers.clone())
        .chain(sheet.rows().map(texts))
        .collect()
}

#[test]
fn a_far_cell_takes_no_memory() {
    let far = cell("XFD1048576", "x");
    let far_right = with(&format!(r#"<row r="1048576">{far}</row>"#));
    assert_eq!(fault(&far_right), SheetFault::TooManyColumns);
    // One row at the end of the sheet, after any number of empty ones.
    let far_down = with(&format!(
        r#"<row r="1048576">{}</row>"#,
        cell("A1048576", "b@example.org")
    ));
    let sheet = Sheet::read(&far_down).unwrap();
    assert_eq!(
        sheet.rows().map(|row| row.line).collect::<Vec<_>>(),
        [2, 1_048_576]
    );
    // Cells with a style only are empty.
    let styled = with(r#"<row r="3"><c r="XFD3" s="1"/></row>"#);
    assert_eq!(Sheet::read(&styled).unwrap().count(), 1);
    for row in ["1048577", "18446744073709551615", "2", "1"] {
        let wrong = with(&format!(r#"<row r="{row}">{}</row>"#, cell("A1", "x")));
        assert_eq!(fault(&wrong), SheetFault::Unreadable, "{row}");
    }
}

#[test]
fn rows_and_columns_have_bounds_in_every_kind_of_file() {
    let rows = |count: usize| -> String {
        let one = cell("A1", "b@example.org");
        format!("<row>{one}</row>").repeat(count - 1)
    };
    assert_eq!(
        Sheet::read(&with(&rows(MOST_ROWS))).unwrap().count(),
        MOST_ROWS
    );
    assert_eq!(fault(&with(&rows(MOST_ROWS + 1))), SheetFault::TooManyRows);
    let wide = |count: usize| {
        with(&format!(
            r#"<row r="3">{}</row>"#,
            "<c><v>1</v></c>".repeat(count)
        ))
    };
    assert_eq!(
        Sheet::read(&wide(MOST_COLUMNS)).unwrap().headers.len(),
        MOST_COLUMNS
    );
    assert_eq!(fault(&wide(MOST_COLUMNS + 1)), SheetFault::TooManyColumns);

    let line = |count: usize| "a,".repeat(count - 1) + "a\n";
    let csv = |count: usize| line(count) + &line(count);
    assert_eq!(
        Sheet::read(csv(MOST_COLUMNS).as_bytes())
            .unwrap()
            .headers
            .len(),
        MOST_COLUMNS
    );
    assert_eq!(
        fault(csv(MOST_COLUMNS + 1).as_bytes()),
        SheetFault::TooManyColumns
    );
    assert_eq!(fault(csv(1_000_000).as_bytes()), SheetFault::TooManyColumns);
    assert_eq!(
        fault(",".repeat(1_000_000).as_bytes()),
        SheetFault::TooManyColumns
    );
}

#[test]
fn repetitions_of_an_open_document_are_not_written_out() {
    let one = ods_cell("", "a@example.org");
    for many in ["10001", "1048576", "18446744073709551615"] {
        let rows = format!(
            r#"{one}<table:table-row table:number-rows-repeated="{many}"><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>"#
        );
        assert_eq!(
            fault(&open_document(&rows)),
            SheetFault::TooManyRows,
            "{many}"
        );
        let columns = ods_cell(&format!(r#"table:number-columns-repeated="{many}""#), "b");
        assert_eq!(
            fault(&open_document(&columns)),
            SheetFault::TooManyColumns,
            "{many}"
        );
        // As programs end a table.
        let empty = format!(
            r#"{one}<table:table-row table:number-rows-repeated="{many}"><table:table-cell table:number-columns-repeated="{many}"/></table:table-row>"#
        );
        assert_eq!(
            Sheet::read(&open_document(&empty)).unwrap().count(),
            1,
            "{many}"
        );
    }
}

#[test]
fn the_text_of_all_cells_has_a_bound_however_it_is_written() {
    // One text referenced by a hundred thousand cells.
    let long = "x".repeat(LONGEST_CELL);
    let named = r#"<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>"#.repeat(1_000);
    let by_name = workbook(&named, &format!("<si><t>{long}</t></si>"));
    assert!(by_name.len() < 100_000, "{}", by_name.len());
    assert_eq!(fault(&by_name), SheetFault::TooMuchText);
    // Many texts that no cell references.
    let unnamed = workbook(
        "",
        &format!("<si><t>{long}</t></si>").repeat(MOST_TEXT / LONGEST_CELL + 1),
    );
    assert_eq!(fault(&unnamed), SheetFault::TooMuchText);
    let empty = workbook("", &"<si/>".repeat(super::sheet::MOST_CELLS + 1));
    assert_eq!(fault(&empty), SheetFault::TooMuchText);
    let repeated = format!(
        r#"<table:table-row table:number-rows-repeated="10000"><table:table-cell table:number-columns-repeated="200"><text:p>{}</text:p></table:table-cell></table:table-row>"#,
        "x".repeat(9)
    );
    assert_eq!(fault(&open_document(&repeated)), SheetFault::TooMuchText);
    // Three bytes of UTF-8 for one of windows-1252.
    let mut euros = b"email\n".to_vec();
    for _ in 0..300 {
        euros.extend(std::iter::repeat_n(0x80, 30_000));
        euros.push(b'\n');
    }
    assert_eq!(fault(&euros), SheetFault::TooMuchText);
}

#[test]
fn a_cell_has_a_bound() {
    let longest = "x".repeat(LONGEST_CELL);
    let files = |text: &str| {
        [
            format!("email\n{text}\n").into_bytes(),
            workbook(
                &format!(
                    "<row>{}</row><row>{}</row>",
                    cell("A1", "email"),
                    cell("A2", text)
                ),
                "",
            ),
            open_document(&ods_cell("", text)),
        ]
    };
    for file in files(&longest) {
        let sheet = Sheet::read(&file).unwrap();
        assert_eq!(sheet.rows().next().unwrap().cell(0).len(), LONGEST_CELL);
    }
    for file in files(&format!("{longest}x")) {
        assert_eq!(fault(&file), SheetFault::CellTooLong(2));
    }
    // One line of the maximum size; an unclosed quote.
    let one_line = vec![b'a'; LARGEST_FILE];
    assert_eq!(fault(&one_line), SheetFault::CellTooLong(1));
    let blanks = vec![b' '; LARGEST_FILE];
    assert_eq!(fault(&blanks), SheetFault::CellTooLong(1));
    let open = "email\n\"a@example.org\n".to_owned() + &"b@example.org\n".repeat(700_000);
    assert_eq!(fault(open.as_bytes()), SheetFault::OpenQuote(2));
    // A tag and a comment without an end.
    let tag = with(&format!("<row r=\"3\" x=\"{}\">", "x".repeat(1_000_000)));
    assert_eq!(fault(&tag), SheetFault::TooMuchText);
    let comment = with(&format!("<!--{}-->", "x".repeat(1_000_000)));
    assert_eq!(fault(&comment), SheetFault::TooMuchText);
}

/// A package of one entry with false metadata.
fn lying(name: &str, method: u16, content: &[u8], said_size: u32, entries: usize) -> Vec<u8> {
    let mut zip = Vec::new();
    let head = |zip: &mut Vec<u8>| {
        zip.extend(20_u16.to_le_bytes());
        zip.extend(0_u16.to_le_bytes());
        zip.extend(method.to_le_bytes());
        zip.extend([0; 8]);
        zip.extend(u32::try_from(content.len()).unwrap().to_le_bytes());
        zip.extend(said_size.to_le_bytes());
        zip.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        zip.extend(0_u16.to_le_bytes());
    };
    zip.extend(b"PK\x03\x04");
    head(&mut zip);
    zip.extend(name.as_bytes());
    zip.extend(content);
    let directory = u32::try_from(zip.len()).unwrap();
    for _ in 0..entries {
        zip.extend(b"PK\x01\x02\x14\x00");
        head(&mut zip);
        zip.extend([0; 10]);
        zip.extend(0_u32.to_le_bytes());
        zip.extend(name.as_bytes());
    }
    let size = u32::try_from(zip.len()).unwrap() - directory;
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend(1_u16.to_le_bytes());
    zip.extend(1_u16.to_le_bytes());
    zip.extend(size.to_le_bytes());
    zip.extend(directory.to_le_bytes());
    zip.extend(0_u16.to_le_bytes());
    zip
}

/// `megabytes` of the same text, compressed.
fn deflated(begin: &str, filler: &str, megabytes: usize) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(begin.as_bytes()).unwrap();
    let filler = filler.repeat(1024 * 1024 / filler.len());
    for _ in 0..megabytes {
        encoder.write_all(filler.as_bytes()).unwrap();
    }
    encoder.finish().unwrap()
}

#[test]
fn what_unpacks_is_counted_and_no_header_is_believed() {
    let begin = "<a><table:table>";
    let filler = format!("<b x=\"{}\"/>", "y".repeat(5_000));
    let bomb = deflated(begin, &filler, 201);
    for said in [10, u32::MAX] {
        let file = lying("content.xml", 8, &bomb, said, 1);
        assert!(file.len() < LARGEST_FILE);
        assert_eq!(fault(&file), SheetFault::TooMuchText, "{said}");
    }
    // Nested elements without end tags; and a package within a package is not a table.
    let nested = lying("content.xml", 8, &deflated("", "<a>", 50), 10, 1);
    assert_eq!(fault(&nested), SheetFault::Unreadable);
    let inner = lying("content.xml", 8, &bomb, 10, 1);
    for outer in [
        lying("content.xml", 0, &inner, 10, 1),
        packed(&[("content.xml", &inner)]),
        packed(&[("more.zip", &inner)]),
    ] {
        assert!(matches!(
            fault(&outer),
            SheetFault::Unreadable | SheetFault::TooMuchText
        ));
    }
}

#[test]
fn entries_that_overlap_or_repeat_are_read_once() {
    // Every directory entry refers to the same bytes.
    let small = b"<a></a>";
    let file = lying("content.xml", 0, small, 7, 100_000);
    assert_eq!(fault(&file), SheetFault::Empty);
    let unknown = lying("nothing.xml", 0, small, 7, 100_000);
    assert_eq!(fault(&unknown), SheetFault::Unreadable);
    // Content that is not part of the table counts as well.
    let filler = format!("<b x=\"{}\"/>", "y".repeat(5_000));
    let bomb = deflated("<Relationships>", &filler, 201);
    let relations = lying("_rels/.rels", 8, &bomb, 10, 1);
    assert_eq!(fault(&relations), SheetFault::TooMuchText);
}

#[test]
fn entities_are_not_expanded() {
    let doctype = r#"<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;">]>"#;
    for content in [
        format!(
            "{doctype}<a><table:table>{}</table:table></a>",
            ods_cell("", "&y;")
        ),
        format!("<a><table:table>{}</table:table></a>", ods_cell("", "&y;")),
    ] {
        assert_eq!(
            fault(&packed(&[("content.xml", content.as_bytes())])),
            SheetFault::Unreadable
        );
    }
    let known = open_document(&ods_cell("", "a&amp;b &lt;c&gt; &#233; &quot;&apos;"));
    assert_eq!(table(&known)[1], ["a&b <c> é \"'"]);
}

#[test]
fn a_file_that_is_cut_or_damaged_is_refused_wherever_it_breaks_off() {
    let whole = with("");
    assert_eq!(Sheet::read(&whole).unwrap().count(), 1);
    for end in 4..whole.len() {
        assert_eq!(fault(&whole[..end]), SheetFault::Unreadable, "{end}");
    }
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        // Any result is accepted.
        let _ = Sheet::read(&damaged);
    }
    let cut = open_document(&ods_cell("", "a@example.org"));
    for end in 4..cut.len() {
        assert_eq!(fault(&cut[..end]), SheetFault::Unreadable, "{end}");
    }
}

#[test]
fn a_real_workbook_of_ten_thousand_rows_is_read_whole() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let date = rust_xlsxwriter::Format::new().set_num_format("dd-mm-yyyy");
    for (column, header) in (0..).zip(["E-mail", "Naam", "Telefoon", "Geboren", "Functie"]) {
        sheet.write_string(0, column, header).unwrap();
    }
    for row in 1..=u32::try_from(MOST_ROWS).unwrap() {
        sheet
            .write_string(row, 0, format!("persoon{row}@example.org"))
            .unwrap();
        sheet
            .write_string(row, 1, format!("Reneé <{row}> & zn. =1"))
            .unwrap();
        sheet.write_number(row, 2, 612_345_678).unwrap();
        sheet
            .write_number_with_format(row, 3, 21_253, &date)
            .unwrap();
        sheet.write_string(row, 4, "Vrijwilliger").unwrap();
    }
    let file = book.save_to_buffer().unwrap();
    let sheet = Sheet::read(&file).unwrap();
    assert_eq!(sheet.count(), MOST_ROWS);
    let last = sheet.rows().last().unwrap();
    assert_eq!(last.line, 10_001);
    let cells: Vec<_> = last.cells().collect();
    assert_eq!(
        cells,
        [
            "persoon10000@example.org",
            "Reneé <10000> & zn. =1",
            "612345678",
            "1958-03-09",
            "Vrijwilliger"
        ]
    );
}

#[test]
fn a_table_may_begin_anywhere_and_holds_every_kind_of_cell() {
    let rows = concat!(
        r#"<row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c></row>"#,
        r#"<row r="5"><c r="B5" t="b"><v>1</v></c><c r="C5"><f>1+1</f><v>2.5</v></c><c r="D5" t="e"><v>#REF!</v></c></row>"#,
        r#"<row r="6"><c r="D6" t="str"><v>ver_x000D_der</v></c></row>"#,
    );
    let shared =
        "<si><t>email</t></si><si><r><t>na</t></r><r><t>am</t></r><rPh><t>x</t></rPh></si>";
    let file = workbook(rows, shared);
    assert_eq!(
        table(&file),
        [
            ["email", "naam", ""],
            ["true", "2.5", ""],
            ["", "", "ver der"]
        ]
    );

    let rows = concat!(
        r#"<table:table-row><table:table-cell office:value-type="float" office:value="3"><text:p>3,00</text:p></table:table-cell>"#,
        r#"<table:table-cell office:value-type="date" office:date-value="1958-03-09T00:00:00"><text:p>9 mrt</text:p></table:table-cell>"#,
        r#"<table:covered-table-cell table:number-columns-repeated="2"/>"#,
        r#"<table:table-cell><office:annotation><text:p>noot</text:p></office:annotation><text:p>een<text:s/>twee</text:p><text:p>drie</text:p></table:table-cell></table:table-row>"#,
    );
    assert_eq!(
        table(&open_document(rows)),
        [
            ["email", "", "", "", ""],
            ["3", "1958-03-09", "", "", "een twee drie"]
        ]
    );
}
