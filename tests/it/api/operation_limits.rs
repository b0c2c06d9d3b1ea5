//! Limits of every operation, derived from its declaration. A new operation changes the snapshot, so that its cost is
//! reviewed.

use std::fmt::Write as _;

use axum::http::Method;
use voluntr::app::limits::rate_limits;
use voluntr::app::limits::rate_limits::{CHANGES, Limit};
use voluntr::app::live;
use voluntr::http::routes::{Operation, OperationKind, Right};
use voluntr::{policy, resources, server};

/// What anybody may ask without a session, and that changes something.
pub fn is_public_change(operation: &Operation) -> bool {
    operation.method != Method::GET && is_open(operation)
}

fn is_open(operation: &Operation) -> bool {
    match operation.right {
        Right::Unguarded(_) => true,
        Right::Verb(verb) => policy::is_open_to_anyone(operation.type_name, verb),
    }
}

fn rates(limits: &[Limit]) -> String {
    let told: Vec<String> = limits.iter().map(ToString::to_string).collect();
    told.join("; ")
}

#[test]
fn every_operation_has_a_row_of_limits() {
    let tables = resources::tables();
    let mut lines: Vec<String> = Vec::new();
    for operation in resources::routes().operations {
        let mut line = format!("{} {}", operation.method, operation.path);
        let _ = write!(line, " | body {} kB", operation.largest_body / 1024);
        let _ = write!(line, " | {} s", server::LIMITS.request.as_secs());
        if operation.kind == OperationKind::List {
            let table = tables
                .iter()
                .find(|table| table.type_name == operation.type_name)
                .unwrap_or_else(|| panic!("{line}: a list has a table"));
            let _ = write!(line, " | page {}", table.largest_page);
        }
        let row = rate_limits::row_of(&operation.method, &operation.path);
        let rate = match row {
            Some(row) => rates(row.limits),
            None if operation.path == "/api/v1/events" => format!(
                "signed in: connections per address; open at once {} per account, {} per address, {} per tenant",
                live::PER_ACCOUNT,
                live::PER_ADDRESS,
                live::PER_TENANT
            ),
            None if operation.method == Method::GET && is_open(&operation) => {
                "public: kept answers, connections per address".to_owned()
            }
            None if operation.method == Method::GET => {
                "signed in: connections per address".to_owned()
            }
            None => format!("signed in: {CHANGES}"),
        };
        let _ = write!(line, " | {rate}");
        lines.push(line);
    }
    lines.sort();
    insta::assert_snapshot!("limits", lines.join("\n"));
}

#[test]
fn every_change_that_is_open_to_everybody_has_a_limit_for_each_network_address() {
    let operations = resources::routes().operations;
    let public: Vec<&Operation> = operations
        .iter()
        .filter(|one| is_public_change(one))
        .collect();
    assert!(public.len() >= 18, "{}", public.len());
    for operation in public {
        let row = rate_limits::row_of(&operation.method, &operation.path);
        let limits = row.map_or(&[][..], |row| row.limits);
        assert!(
            limits
                .iter()
                .any(|limit| limit.per == rate_limits::Per::Address),
            "{} {} has no row in src/app/limits/rate_limits/mod.rs",
            operation.method,
            operation.path
        );
    }
}

#[test]
fn every_row_is_of_a_call_that_there_is() {
    let operations = resources::routes().operations;
    for (method, path) in rate_limits::TABLE.iter().flat_map(|row| row.calls) {
        let is_there = operations
            .iter()
            .any(|one| one.method == *method && one.path == *path);
        assert!(
            is_there
                || *path == "/unsubscribe/{token}"
                || path.ends_with("/still-right/{token}")
                || path.ends_with("/profile-visible/{token}")
                || path.ends_with("/renew/{token}")
                || path.ends_with("/activity-registration/{token}")
                || path.ends_with("/forms/{token}"),
            "{method} {path}"
        );
    }
}

/// What docs/security.md names as shown by a module is in one that there is.
#[test]
fn the_promises_name_modules_that_there_are() {
    let promises = include_str!("../../../docs/security.md");
    let shown = promises
        .lines()
        .filter(|line| line.starts_with("| "))
        .filter_map(|line| line.trim_end_matches(" |").rsplit_once(" | "))
        .flat_map(|(_, shown)| shown.split('`').skip(1).step_by(2))
        .filter(|name| !name.contains([' ', '.']));
    let mut count = 0;
    for name in shown {
        let tests = crate::source::layout::root().join("tests/it");
        let is_there = ["", "/mod"]
            .iter()
            .any(|file| tests.join(format!("{name}{file}.rs")).exists());
        assert!(is_there, "{name}");
        count += 1;
    }
    assert!(count > 40, "{count}");
}

#[test]
fn whom_to_tell_of_a_hole_stands_where_it_is_looked_for() {
    let server = crate::support::server::Server::start();
    let answer = server
        .as_nobody()
        .get("/.well-known/security.txt")
        .expect(200);
    assert!(answer.header("content-type").starts_with("text/plain"));
    let field = |name: &str| -> Vec<&str> {
        answer
            .text
            .lines()
            .filter_map(|line| line.strip_prefix(name))
            .collect()
    };
    assert_eq!(field("Contact: "), ["mailto:info@lindewaard.example"]);
    assert_eq!(field("Preferred-Languages: "), ["nl, en"]);
    let canonical = field("Canonical: ");
    assert_eq!(canonical.len(), 1);
    assert!(canonical[0].ends_with("/.well-known/security.txt"));
    let expires = field("Expires: ");
    assert_eq!(expires.len(), 1, "{}", answer.text);
    // Within a year from now, as the standard asks.
    assert!((crate::support::server::NOW..="2027-11-21T09:00:00Z").contains(&expires[0]));
}
