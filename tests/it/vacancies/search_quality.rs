//! How good the answers of the search are: written questions over the demo site, and what belongs in the first five.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use voluntr::provisioning::{Provisioning, TenantOptions};

use crate::support::server::{Client, Server};

const QUESTIONS: &str = include_str!("search_questions.txt");
/// Least nDCG@5 and MRR of each class, and least share of its questions whose first answer is right.
const LEAST: [(&str, f64, f64, f64); 8] = [
    ("all", 0.95, 0.98, 0.97),
    ("forms", 0.96, 0.98, 0.98),
    ("parts", 0.98, 0.99, 0.98),
    ("slips", 0.98, 0.99, 0.98),
    ("others", 0.89, 0.95, 0.94),
    ("english", 0.97, 0.97, 0.95),
    ("place", 0.95, 0.99, 0.99),
    ("several", 0.96, 0.99, 0.99),
];
const SHOWN: usize = 5;

struct Question<'q> {
    class: &'q str,
    text: &'q str,
    wanted: Vec<&'q str>,
    unwanted: Vec<&'q str>,
}

fn questions() -> Vec<Question<'static>> {
    let lines = QUESTIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut cells = line.split('|').map(str::trim);
            let mut next = || cells.next().unwrap_or_default();
            let (class, text, wanted, unwanted) = (next(), next(), next(), next());
            let parts =
                |cell: &'static str| cell.split(", ").filter(|part| !part.is_empty()).collect();
            Question {
                class,
                text,
                wanted: parts(wanted),
                unwanted: parts(unwanted),
            }
        })
        .collect()
}

fn town(server: &Server) -> Client {
    let options = TenantOptions {
        preset: Some("demo".to_owned()),
        domains: vec!["town.localhost".to_owned()],
        center_name: None,
    };
    Provisioning::plan(&server.app, "town", &options)
        .unwrap()
        .create(&server.app, |tx, center_id| {
            let amounts = voluntr::demo::Amounts {
                volunteers: 5,
                applications: 5,
                ..voluntr::demo::Amounts::default()
            };
            voluntr::demo::seed(tx, tx.now(), center_id, &amounts, &|_| "hash".to_owned())?;
            Ok(())
        })
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    server.as_nobody().with("host", "town.localhost")
}

fn titles(nobody: &Client, query: &str) -> Vec<String> {
    let path = format!("/api/v1/vacancies?fields[vacancies]=title&{query}");
    let found = nobody.get(&path).expect(200);
    let list = found.at("/data");
    let each = list.as_array().unwrap().iter();
    each.map(|one| one["attributes"]["title"].as_str().unwrap().to_lowercase())
        .collect()
}

fn is_in(title: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| title.contains(part))
}

#[derive(Default)]
struct Figures {
    count: f64,
    gain: f64,
    reciprocal: f64,
    first: f64,
}

#[test]
fn what_belongs_in_the_first_five_is_there() {
    let server = Server::start();
    let nobody = town(&server);
    let mut all = Vec::new();
    for page in 1..=5 {
        all.extend(titles(
            &nobody,
            &format!("page[size]=100&page[number]={page}"),
        ));
    }
    let mut figures: BTreeMap<&str, Figures> = BTreeMap::new();
    let mut faults = String::new();
    let mut misses = String::new();
    for question in questions() {
        let relevant = all
            .iter()
            .filter(|title| is_in(title, &question.wanted))
            .count();
        if relevant == 0 {
            let _ = writeln!(faults, "nothing of the demo answers {}", question.text);
            continue;
        }
        let q = question.text.replace(' ', "%20");
        let found = titles(
            &nobody,
            &format!("filter[q]={q}&sort=relevance&page[size]={SHOWN}"),
        );
        #[expect(clippy::cast_precision_loss, reason = "a place among five")]
        let number = |place: usize| place as f64;
        let discount = |place: usize| 1.0 / (number(place) + 2.0).log2();
        let gain: f64 = found
            .iter()
            .enumerate()
            .filter(|(_, title)| is_in(title, &question.wanted))
            .map(|(place, _)| discount(place))
            .sum();
        let ideal: f64 = (0..relevant.min(SHOWN)).map(discount).sum();
        let place = found
            .iter()
            .position(|title| is_in(title, &question.wanted));
        for each in [question.class, "all"] {
            let figures = figures.entry(each).or_default();
            figures.count += 1.0;
            figures.gain += gain / ideal;
            figures.reciprocal += place.map_or(0.0, |place| 1.0 / (number(place) + 1.0));
            figures.first += f64::from(u8::from(place == Some(0)));
        }
        if gain / ideal < 0.9 {
            let _ = writeln!(
                misses,
                "{:.2} {} {:?} of {relevant}: {found:?}",
                gain / ideal,
                question.class,
                question.text
            );
        }
        if found.iter().any(|title| is_in(title, &question.unwanted)) {
            let _ = writeln!(faults, "{}: {found:?}", question.text);
        }
    }
    println!("{misses}");
    for (
        class,
        Figures {
            count,
            gain,
            reciprocal,
            first,
        },
    ) in &figures
    {
        println!(
            "{class:8} {count:3} questions: nDCG@5 {:.3}, MRR {:.3}, first {:.0} %",
            gain / count,
            reciprocal / count,
            100.0 * first / count
        );
        let reached = [gain, reciprocal, first].map(|sum| sum / count);
        let least = LEAST.iter().find(|(name, ..)| name == class);
        let Some((_, gain, reciprocal, first)) = least else {
            let _ = writeln!(faults, "no least is known of {class}");
            continue;
        };
        for (name, reached, least) in [
            ("nDCG@5", reached[0], *gain),
            ("MRR", reached[1], *reciprocal),
            ("share of first answers that are right", reached[2], *first),
        ] {
            if reached < least {
                let _ = writeln!(
                    faults,
                    "{class}: the {name} fell to {reached:.3}, below {least}"
                );
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
