//! Parser of a tenant's postcode table. All or nothing: one invalid line rejects the file.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};

use serde::Serialize;

use super::Place;
use crate::base::postal_code;

/// Maximum number of reported errors.
const ERROR_LIMIT: usize = 100;

/// Error on one line of the file. Line 1 is the header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GeoLineError {
    pub line: u64,
    pub problem: GeoLineProblem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GeoLineProblem {
    Unreadable,
    NoPostalCodeColumn,
    NoLatitudeColumn,
    NoLongitudeColumn,
    NotAPostalCode,
    NotACoordinate,
    /// Often latitude and longitude swapped.
    OutsideTheNetherlands,
    NoLines,
}

impl fmt::Display for GeoLineError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self.problem {
            GeoLineProblem::Unreadable => "the line cannot be read as CSV",
            GeoLineProblem::NoPostalCodeColumn => "the header has no column `postcode`",
            GeoLineProblem::NoLatitudeColumn => "the header has no column `latitude`",
            GeoLineProblem::NoLongitudeColumn => "the header has no column `longitude`",
            GeoLineProblem::NotAPostalCode => "the postcode is not like 1234 or 1234 AB",
            GeoLineProblem::NotACoordinate => "latitude or longitude is not a number",
            GeoLineProblem::OutsideTheNetherlands => {
                "the place is outside the Netherlands; are latitude and longitude swapped?"
            }
            GeoLineProblem::NoLines => "the file has no lines below its header",
        };
        write!(out, "line {}: {problem}", self.line)
    }
}

const POSTAL_CODE: &[&str] = &["postcode", "postal_code", "pc4", "pc6", "zip", "code"];
const LATITUDE: &[&str] = &["latitude", "lat", "breedtegraad"];
const LONGITUDE: &[&str] = &["longitude", "lon", "lng", "long", "lengtegraad"];
const NAME: &[&str] = &[
    "woonplaats",
    "plaats",
    "place",
    "name",
    "naam",
    "city",
    "locality",
];

/// Parses postcode, latitude, longitude and, if present, the place. Columns are found by header name, in any order,
/// separated by comma, semicolon or tab. The last line of a duplicate postcode wins.
pub fn parse_csv(mut reader: impl Read) -> Result<Vec<Place>, Vec<GeoLineError>> {
    let text = read_text(&mut reader).map_err(|_| one(1, GeoLineProblem::Unreadable))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut csv = ::csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .trim(::csv::Trim::All)
        .flexible(true)
        .from_reader(text.as_bytes());
    let columns = Columns::find(
        csv.headers()
            .map_err(|_| one(1, GeoLineProblem::Unreadable))?,
    )?;

    let mut places = BTreeMap::new();
    let mut errors = Vec::new();
    for record in csv.records() {
        let (line, place) = match &record {
            Ok(record) => (line(record.position()), columns.place(record)),
            Err(error) => (line(error.position()), Err(GeoLineProblem::Unreadable)),
        };
        match place {
            Ok(place) => {
                places.insert(place.postal_code.clone(), place);
            }
            Err(problem) => errors.push(GeoLineError { line, problem }),
        }
        if errors.len() == ERROR_LIMIT {
            break;
        }
    }
    if errors.is_empty() && places.is_empty() {
        return Err(one(1, GeoLineProblem::NoLines));
    }
    if errors.is_empty() {
        Ok(places.into_values().collect())
    } else {
        Err(errors)
    }
}

fn read_text(reader: &mut impl Read) -> io::Result<String> {
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    Ok(text)
}

fn one(line: u64, problem: GeoLineProblem) -> Vec<GeoLineError> {
    vec![GeoLineError { line, problem }]
}

fn line(position: Option<&::csv::Position>) -> u64 {
    position.map_or(1, ::csv::Position::line)
}

/// Detects the delimiter: the candidate that occurs most in the header.
fn delimiter(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    [b',', b';', b'\t']
        .into_iter()
        .max_by_key(|c| header.bytes().filter(|byte| byte == c).count())
        .unwrap_or(b',')
}

struct Columns {
    postal_code: usize,
    latitude: usize,
    longitude: usize,
    name: Option<usize>,
}

impl Columns {
    fn find(header: &::csv::StringRecord) -> Result<Self, Vec<GeoLineError>> {
        let column = |names: &[&str]| {
            names.iter().find_map(|name| {
                header.iter().position(|title| {
                    title.trim().to_lowercase().replace([' ', '-'], "_") == **name
                })
            })
        };
        let found = (
            column(POSTAL_CODE).ok_or(GeoLineProblem::NoPostalCodeColumn),
            column(LATITUDE).ok_or(GeoLineProblem::NoLatitudeColumn),
            column(LONGITUDE).ok_or(GeoLineProblem::NoLongitudeColumn),
        );
        match found {
            (Ok(postal_code), Ok(latitude), Ok(longitude)) => Ok(Self {
                postal_code,
                latitude,
                longitude,
                name: column(NAME),
            }),
            (postal_code, latitude, longitude) => Err([postal_code, latitude, longitude]
                .into_iter()
                .filter_map(Result::err)
                .map(|problem| GeoLineError { line: 1, problem })
                .collect()),
        }
    }

    fn place(&self, record: &::csv::StringRecord) -> Result<Place, GeoLineProblem> {
        let cell = |column: usize| record.get(column).unwrap_or_default();
        let code =
            postal_code::at_start(cell(self.postal_code)).ok_or(GeoLineProblem::NotAPostalCode)?;
        let number = |column: usize| {
            cell(column)
                .replace(',', ".")
                .parse::<f64>()
                .map_err(|_| GeoLineProblem::NotACoordinate)
        };
        let (latitude, longitude) = (number(self.latitude)?, number(self.longitude)?);
        // With a margin: a centre near the border may serve a Belgian or German village.
        if !(50.0..54.5).contains(&latitude) || !(2.5..8.0).contains(&longitude) {
            return Err(GeoLineProblem::OutsideTheNetherlands);
        }
        Ok(Place {
            postal_code: Some(code),
            name: self.name.map(cell).unwrap_or_default().to_owned(),
            latitude,
            longitude,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name_in_any_order() {
        let comma =
            "id,Postcode,\"woonplaats\",latitude,longitude\n1,1012 ab,\"Amsterdam\",52.37,4.89\n";
        let places = parse_csv(comma.as_bytes()).unwrap();
        assert_eq!(places[0].postal_code.as_deref(), Some("1012AB"));
        assert_eq!(places[0].name, "Amsterdam");

        let semicolon = "\u{feff}lng;lat;PC4\r\n4,89;52,37;1012\r\n";
        let places = parse_csv(semicolon.as_bytes()).unwrap();
        assert_eq!((places[0].latitude, places[0].longitude), (52.37, 4.89));
    }

    #[test]
    fn every_wrong_line_is_named() {
        let wrong =
            "postcode,lat,lon\n1012,52.37,4.89\nabc,52,5\n1013,4.89,52.37\n1014,x,5\n1015\n";
        let errors = parse_csv(wrong.as_bytes()).unwrap_err();
        let told: Vec<_> = errors.iter().map(|e| (e.line, e.problem)).collect();
        assert_eq!(
            told,
            [
                (3, GeoLineProblem::NotAPostalCode),
                (4, GeoLineProblem::OutsideTheNetherlands),
                (5, GeoLineProblem::NotACoordinate),
                (6, GeoLineProblem::NotACoordinate),
            ]
        );
        assert!(errors[1].to_string().starts_with("line 4: "));
    }

    #[test]
    fn a_file_without_columns_or_lines_is_refused() {
        assert_eq!(parse_csv(&b"a,b\n1,2\n"[..]).unwrap_err().len(), 3);
        assert_eq!(
            parse_csv(&b"postcode,lat,lon\n"[..]).unwrap_err(),
            one(1, GeoLineProblem::NoLines)
        );
        assert!(parse_csv(&b""[..]).is_err());
        assert!(parse_csv(&b"\xff\xfe\x00"[..]).is_err());
    }
}
