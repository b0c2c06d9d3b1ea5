//! Export of a person's data: a ZIP file with a JSON and a CSV file per table, and a readme that explains them.

use std::collections::HashSet;
use std::io::{Cursor, Write as _};

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::Person;
use crate::base::locale::Locale;
use crate::error::{Code, Error, Result};
use crate::mail::date_in_words;
use crate::privacy::personal_data::{Entry, Holds, Inventory, Part, Show};
use crate::tabular::CsvFile;

/// Files in an export together; it is made in memory.
const MOST_FILE_BYTES: usize = 50 * 1024 * 1024;

/// ZIP file with its download name.
#[derive(Debug, Clone)]
pub struct Export {
    pub file_name: String,
    pub bytes: Vec<u8>,
}

/// The name and the bytes of the file that an address leads to.
pub type FileOf<'f> = dyn Fn(&str) -> Option<(String, Vec<u8>)> + 'f;

/// Exports everything the database holds about a person, as declared in the inventory.
///
/// `file` gives the content of a file that a row names by its address; what it gives for one that is gone is left out.
pub fn export(
    connection: &Connection,
    inventory: &Inventory,
    user_id: i64,
    now: &str,
    file: &FileOf,
) -> Result<Export> {
    let person = Person::find(connection, user_id)?.ok_or(Code::NotFound)?;
    let locale = Locale::parse(&person.locale).unwrap_or_default();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let (mut chapters, mut without) = (Vec::new(), Vec::new());
    // The inventory ends with the person; the export begins there.
    let entries = inventory.entries().rev();
    for (entry, part) in
        entries.flat_map(|entry| parts(entry).iter().map(move |part| (entry, part)))
    {
        let Show::Rows { about, .. } = &part.show else {
            continue;
        };
        let (name, sentence) = match locale {
            Locale::Nl => about[0],
            Locale::En => about[1],
        };
        let rows = rows(connection, entry.table, part, &person, now)?;
        if rows.objects.is_empty() {
            without.push(format!("- {sentence}"));
            continue;
        }
        add(&mut zip, &format!("{name}.json"), &pretty(&rows.objects)?)?;
        add(&mut zip, &format!("{name}.csv"), &rows.csv())?;
        if entry.has_files {
            add_files(&mut zip, name, &rows, file)?;
        }
        chapters.push(format!("{name} ({}): {sentence}", rows.objects.len()));
    }
    let (name, text) = match locale {
        Locale::Nl => ("LEESMIJ.txt", include_str!("readme_nl.txt")),
        Locale::En => ("README.txt", include_str!("readme_en.txt")),
    };
    let day = now.get(..10).unwrap_or(now);
    let text = text
        .replace("{files}", &chapters.join("\n"))
        .replace("{without}", &without.join("\n"))
        .replace(
            "{day}",
            &date_in_words(now, locale).unwrap_or_else(|| day.to_owned()),
        );
    add(&mut zip, name, text.as_bytes())?;
    let bytes = zip.finish().map_err(Error::internal)?.into_inner();
    let word = match locale {
        Locale::Nl => "mijn-gegevens",
        Locale::En => "my-data",
    };
    Ok(Export {
        file_name: format!("{word}-{day}.zip"),
        bytes,
    })
}

fn parts(entry: &'static Entry) -> &'static [Part] {
    match entry.holds {
        Holds::People(parts) => parts,
        Holds::Nobody(_) | Holds::CopyOf(_) => &[],
    }
}

fn add(zip: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str, bytes: &[u8]) -> Result<()> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    zip.start_file(name, options).map_err(Error::internal)?;
    zip.write_all(bytes)?;
    Ok(())
}

/// The files that the rows name in their column `url`, in a folder; within `MOST_FILE_BYTES` in all.
fn add_files(
    zip: &mut ZipWriter<Cursor<Vec<u8>>>,
    folder: &str,
    rows: &Rows,
    file: &FileOf,
) -> Result<()> {
    let (mut taken, mut names) = (0, HashSet::new());
    let urls = rows
        .objects
        .iter()
        .filter_map(|row| row.get("url")?.as_str());
    for (name, bytes) in urls.filter_map(file) {
        taken += bytes.len();
        if taken > MOST_FILE_BYTES {
            break;
        }
        if names.insert(name.clone()) {
            let options =
                SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
            zip.start_file(format!("{folder}/{name}"), options)
                .map_err(Error::internal)?;
            zip.write_all(&bytes)?;
        }
    }
    Ok(())
}

fn pretty(objects: &[Map<String, Value>]) -> Result<Vec<u8>> {
    Ok(serde_json::to_vec_pretty(objects)?)
}

struct Rows {
    columns: Vec<String>,
    objects: Vec<Map<String, Value>>,
}

impl Rows {
    fn csv(&self) -> Vec<u8> {
        let mut file = CsvFile::default();
        file.row(&self.columns);
        for object in &self.objects {
            file.row(object.values().map(cell));
        }
        file.finish()
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn rows(
    connection: &Connection,
    table: &str,
    part: &Part,
    person: &Person,
    now: &str,
) -> Result<Rows> {
    let Show::Rows { without, with, .. } = &part.show else {
        return Err(Error::internal("nothing is shown of these rows"));
    };
    let mut columns: Vec<String> = connection
        .prepare_cached("select name from pragma_table_info(?1)")?
        .query_map([table], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    columns.retain(|column| !without.contains(&column.as_str()));
    let selected: Vec<String> = columns.iter().map(|column| format!("t.{column}")).collect();
    let with = if with.is_empty() {
        String::new()
    } else {
        format!(", {with}")
    };
    let sql = format!(
        "select {}{with} from {table} as t where {}",
        selected.join(", "),
        part.rows
    );
    let mut statement = connection.prepare(&sql)?;
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    person.bind(&mut statement, now)?;
    let mut found = statement.raw_query();
    let mut objects = Vec::new();
    while let Some(row) = found.next()? {
        let mut object = Map::new();
        for (index, column) in columns.iter().enumerate() {
            object.insert(column.clone(), json_of(row.get_ref(index)?));
        }
        objects.push(object);
    }
    Ok(Rows { columns, objects })
}

fn json_of(value: ValueRef) -> Value {
    match value {
        ValueRef::Null | ValueRef::Blob(_) => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => json!(number),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
    }
}
