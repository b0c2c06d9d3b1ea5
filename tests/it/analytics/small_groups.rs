//! Everything that the API tells of a small centre, put into equations: none of them gives a hidden number back.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{apply, ask, count, vacancies};
use crate::support::server::{Client, Server};

/// What is told of a measure: by value (`""` for all) and month, quarter or year.
type Told = BTreeMap<(String, String), Option<i64>>;

fn number(cell: &Value) -> Option<i64> {
    if cell["is_hidden"] == true {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "counts")]
    Some(cell["value"].as_f64().unwrap_or_default() as i64)
}

/// Asks for every period and organisation that the API allows.
fn all_answers(centre: &Client, organizations: &[i64]) -> Told {
    let mut told = Told::new();
    let periods = ask(centre, "overview")
        .pointer("/data/attributes/periods")
        .cloned()
        .unwrap();
    for period in periods.as_array().unwrap() {
        let period = period["key"].as_str().unwrap();
        let mut keep = |value: &str, answer: &Value| {
            let total = answer
                .pointer("/data/attributes/key_numbers")
                .and_then(Value::as_array)
                .unwrap()
                .iter()
                .find(|number| number["key"] == "applications")
                .unwrap();
            told.insert(
                (value.to_owned(), period.to_owned()),
                total["value"].as_i64(),
            );
        };
        keep("", &ask(centre, &format!("applications?period={period}")));
        for id in organizations {
            let answer = ask(
                centre,
                &format!("applications?period={period}&organization_id={id}"),
            );
            keep(&id.to_string(), &answer);
        }
        // The table of organisations tells the same, cell by cell.
        let answer = ask(centre, &format!("applications?period={period}"));
        let table = super::figure(&answer, "applications_by_organization");
        for row in table["rows"].as_array().unwrap() {
            let id = row["cells"][0]["href"]
                .as_str()
                .unwrap()
                .rsplit('/')
                .next()
                .unwrap();
            assert_eq!(
                number(&row["cells"][1]),
                told[&(id.to_owned(), period.to_owned())],
                "{id} in {period}"
            );
        }
    }
    told
}

/// Whether a hidden number follows from what is told, looked for by taking every sum of which all but one are known, again
/// and again.
fn follows(told: &Told, values: &[String], periods: &[String]) -> Vec<(String, String)> {
    let mut known = told.clone();
    let mut sums: Vec<(String, String, Vec<(String, String)>)> = Vec::new();
    let years: Vec<&String> = periods.iter().filter(|key| key.len() == 4).collect();
    for value in values.iter().chain([&String::new()]) {
        for year in &years {
            let quarters: Vec<_> = (1..=4)
                .map(|q| (value.clone(), format!("{year}-q{q}")))
                .collect();
            for (q, quarter) in quarters.iter().enumerate() {
                let months = (1..=3)
                    .map(|m| (value.clone(), format!("{year}-{:02}", q * 3 + m)))
                    .collect();
                sums.push((quarter.0.clone(), quarter.1.clone(), months));
            }
            sums.push((value.clone(), (*year).clone(), quarters));
        }
    }
    for period in periods {
        sums.push((
            String::new(),
            period.clone(),
            values
                .iter()
                .map(|value| (value.clone(), period.clone()))
                .collect(),
        ));
    }
    let mut found = Vec::new();
    loop {
        let before = found.len();
        for (value, period, parts) in &sums {
            let whole = (value.clone(), period.clone());
            // Periods to come have nothing.
            let of = |key: &(String, String)| known.get(key).copied().unwrap_or(Some(0));
            let unknown: Vec<_> = parts
                .iter()
                .filter(|part| of(part).is_none())
                .cloned()
                .collect();
            let sum: i64 = parts.iter().filter_map(&of).sum();
            match (of(&whole), unknown.as_slice()) {
                (None, []) => {
                    known.insert(whole.clone(), Some(sum));
                    found.push(whole);
                }
                (Some(whole), [one]) => {
                    known.insert(one.clone(), Some(whole - sum));
                    found.push(one.clone());
                }
                _ => {}
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

#[test]
fn no_answers_together_tell_of_a_small_group() {
    let server = Server::start();
    let (own, foreign) = vacancies(&server);
    server.arrange(move |tx| {
        let mut n = 0;
        // Small and large months of two organisations, in two years.
        for (vacancy, counts) in [
            (own, [3, 7, 12, 1, 0, 9, 8, 2, 6, 11, 5]),
            (foreign, [9, 14, 6, 8, 2, 0, 21, 9, 4, 13, 7]),
        ] {
            for (month, count) in counts.into_iter().enumerate() {
                for year in [2025, 2026] {
                    for _ in 0..count {
                        n += 1;
                        let waited = (n % 4 > 0).then_some(n % 20);
                        apply(
                            tx,
                            (vacancy, n),
                            &format!("{year}-{:02}-10", month + 1),
                            waited,
                        )?;
                    }
                }
            }
        }
        Ok(())
    });
    count(&server);
    let centre = server.as_center();
    let organizations = [server.people.own, server.people.foreign];
    let told = all_answers(&centre, &organizations);
    let hidden = told.values().filter(|number| number.is_none()).count();
    assert!(hidden > 4, "there is something to find: {told:?}");
    assert!(
        told.values()
            .flatten()
            .all(|number| *number == 0 || *number >= 5),
        "{told:?}"
    );
    let periods: Vec<String> = told
        .keys()
        .filter(|(value, _)| value.is_empty())
        .map(|(_, period)| period.clone())
        .collect();
    let values: Vec<String> = organizations.iter().map(ToString::to_string).collect();
    assert_eq!(follows(&told, &values, &periods), []);
}
