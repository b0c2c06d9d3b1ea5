//! The tables of transitions: what each state and event leads to and for whom, and that the documentation says the
//! same.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use voluntr::model::state_machine::{By, Machine, MachineRow};
use voluntr::policy::{AREAS, Verb};
use voluntr::resources;

use crate::source::layout::{code, files, root};

const STATES_PAGE: &str = "docs/domain/states.md";

/// Letters of the roles that have a verb, as the page names them.
fn who(machine: &Machine, row: &MachineRow) -> String {
    let letters = |verb: Verb| {
        let rules = AREAS.iter().flat_map(|area| area.iter());
        let mut letters = BTreeSet::new();
        for rule in rules.filter(|rule| rule.0 == machine.type_name && rule.1.contains(&verb)) {
            letters.extend(
                rule.2
                    .iter()
                    // What a key may do stands in rights.md#api-keys.
                    .filter(|role| !role.is_of_key())
                    .map(|role| match format!("{role:?}").as_str() {
                        "OrganizationSuperuser" => "O",
                        "ContentManager" => "E",
                        "CenterSuperuser" => "C",
                        "Admin" => "A",
                        "SignedIn" => "M",
                        "Mentor" => "L",
                        "Anyone" => "anybody",
                        other => panic!("{other}: no letter"),
                    }),
            );
        }
        let order = ["anybody", "M", "L", "O", "E", "C", "A"];
        let known = order.into_iter().filter(|letter| letters.contains(letter));
        known.collect::<Vec<_>>().join(", ")
    };
    match row.by {
        By::Verb(verb) | By::Operation(verb) => letters(verb),
        By::Link => "link of the mail".to_owned(),
        By::Program => "auto".to_owned(),
    }
}

fn states(words: &[&str]) -> String {
    if words.is_empty() {
        "–".to_owned()
    } else {
        words.join(", ")
    }
}

fn mails(row: &MachineRow) -> String {
    let one = |mail: &voluntr::model::state_machine::Mail| {
        let only = if mail.needs_text {
            ", if there is a message"
        } else {
            ""
        };
        format!("`{}` to {}{only}", mail.kind.as_str(), mail.to.as_str())
    };
    row.mails.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The table of one machine as the page shows it.
fn section(machine: &Machine) -> String {
    let mut out = String::from(
        "| Step | From → to | Who | Guard | Effect | Mail |\n|---|---|---|---|---|---|\n",
    );
    for row in &machine.rows {
        writeln!(
            out,
            "| `{}` | {} → {} | {} | {} | {} | {} |",
            row.event,
            states(&row.from),
            states(&row.to).replace(", ", " or "),
            who(machine, row),
            row.guard,
            row.effect,
            mails(row)
        )
        .unwrap();
    }
    out
}

#[test]
fn the_page_of_states_shows_the_tables_of_the_program() {
    let path = root().join(STATES_PAGE);
    let page = std::fs::read_to_string(&path).unwrap();
    let mut wanted = page.clone();
    for machine in resources::machines() {
        let name = format!("{}.{}", machine.type_name, machine.column);
        let (begin, end) = (format!("<!-- table {name} -->\n"), "<!-- end -->");
        let (before, rest) = wanted
            .split_once(&begin)
            .unwrap_or_else(|| panic!("{STATES_PAGE}: no section '{}'", begin.trim()));
        let (_, after) = rest.split_once(end).unwrap();
        wanted = format!("{before}{begin}{}{end}{after}", section(&machine));
    }
    if std::env::var_os("WRITE").is_some() {
        std::fs::write(&path, wanted).unwrap();
        return;
    }
    assert!(
        wanted == page,
        "{STATES_PAGE} is out of date: WRITE=1 writes it"
    );
}

/// The reasons are listed once on the page, and are those of the tables.
#[test]
fn the_page_of_states_lists_every_reason() {
    let page = std::fs::read_to_string(root().join(STATES_PAGE)).unwrap();
    for machine in resources::machines() {
        for code in machine.rows.iter().flat_map(|row| row.reason_codes) {
            let word = format!("`{code}`");
            assert!(page.contains(&word), "{STATES_PAGE} does not name {word}");
        }
    }
}

#[test]
fn every_state_and_event_has_its_outcome() {
    let mut text = String::new();
    for machine in resources::machines() {
        writeln!(text, "# {}.{}", machine.type_name, machine.column).unwrap();
        for state in &machine.states {
            for event in &machine.events {
                let rows = machine.rows.iter();
                let taken = rows.filter(|row| row.event == *event && row.from.contains(state));
                let outcomes: Vec<String> = taken
                    .map(|row| {
                        let guard = if row.guard.is_empty() {
                            String::new()
                        } else {
                            format!(" [{}]", row.guard)
                        };
                        format!(
                            "{} by {}{guard}",
                            states(&row.to).replace(", ", " or "),
                            who(&machine, row)
                        )
                    })
                    .collect();
                let outcome = if outcomes.is_empty() {
                    "refused".to_owned()
                } else {
                    outcomes.join(" | ")
                };
                writeln!(text, "{state:<14} {event:<20} {outcome}").unwrap();
            }
        }
        text.push('\n');
    }
    insta::assert_snapshot!("outcomes", text);
}

#[test]
fn the_states_of_a_machine_are_the_choices_of_its_attribute() {
    for machine in resources::machines() {
        let tables = resources::tables();
        let table = tables
            .iter()
            .find(|table| table.type_name == machine.type_name);
        let choices: BTreeSet<String> = table
            .unwrap()
            .choices(machine.column)
            .unwrap()
            .into_iter()
            .collect();
        let mut words: BTreeSet<String> = machine
            .states
            .iter()
            .map(|word| (*word).to_owned())
            .collect();
        if machine.column == "revision_state" {
            words.remove("none");
        }
        assert_eq!(choices, words, "{}.{}", machine.type_name, machine.column);
    }
}

/// Every state can be reached and, unless it is an end, left.
#[test]
fn no_state_of_a_machine_is_forgotten() {
    /// Stages whose features are still to come.
    const PLANNED: [&str; 5] = [
        "unconfirmed",
        "waitlisted",
        "offered",
        "started",
        "completed",
    ];
    for machine in resources::machines() {
        let is_reached = |state: &&str| machine.rows.iter().any(|row| row.to.contains(state));
        let begins = |state: &&str| {
            // The default of the column, of a row that its own module inserts.
            matches!(machine.column, "moderation_state" | "revision_state") && *state == "none"
                || machine.type_name == "users"
        };
        let lost: Vec<_> = machine
            .states
            .iter()
            .filter(|state| !is_reached(state) && !begins(state) && !PLANNED.contains(state))
            .collect();
        assert!(
            lost.is_empty(),
            "{}.{}: nothing leads to {lost:?}",
            machine.type_name,
            machine.column
        );
    }
}

#[test]
fn a_match_on_a_state_or_an_event_names_every_case() {
    let lint = "#![deny(clippy::wildcard_enum_match_arm)]";
    for (name, text) in files("src/resources", &[".rs"]) {
        let is_shared = ["export/mod.rs", "import/mod.rs"]
            .iter()
            .any(|end| name.ends_with(end));
        if text.contains("\nimpl State for ") && !is_shared {
            assert!(text.contains(lint), "{name}: lacks {lint}");
        }
    }
}

#[test]
fn no_state_is_compared_as_a_bare_word() {
    let words: BTreeSet<&str> = resources::machines()
        .iter()
        .flat_map(|machine| machine.states.clone())
        .collect();
    let compares = |line: &str| {
        words.iter().any(|word| {
            [
                "== \"{}\"",
                "!= \"{}\"",
                "Some(\"{}\") =>",
                "\"{}\" =>",
                "\"{}\" |",
                "| \"{}\"",
            ]
            .iter()
            .any(|form| line.contains(&form.replace("{}", word)))
        })
    };
    let lines = code("src/resources").into_iter().chain(code("src/jobs"));
    let found: Vec<String> = lines
        .filter(|(_, _, line)| compares(line))
        .map(|(name, number, line)| format!("{name}:{number}: {}", line.trim()))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_a_machine_does_is_not_called_planned() {
    let text = std::fs::read_to_string(root().join(STATES_PAGE)).unwrap();
    let done: BTreeSet<String> = resources::machines()
        .iter()
        .flat_map(|machine| &machine.rows)
        .flat_map(|row| row.to.iter().map(|state| (*state).to_owned()))
        .collect();
    assert!(done.contains("waitlisted"), "{done:?}");
    for line in text.lines().filter(|line| line.contains("*planned*")) {
        let named = line.split('`').skip(1).step_by(2);
        let built: Vec<&str> = named.filter(|word| done.contains(*word)).collect();
        assert!(built.is_empty(), "{built:?} is built: {line}");
    }
}
