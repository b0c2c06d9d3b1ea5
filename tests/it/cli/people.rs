//! Users from the command line: filters by role, state and organisation, with the guards of the API.

use super::*;

fn emails(answer: &serde_json::Value) -> Vec<String> {
    answer["users"]
        .as_array()
        .unwrap()
        .iter()
        .map(|person| person["email"].as_str().unwrap().to_owned())
        .collect()
}

fn seeded() -> Machine {
    let machine = Machine::new();
    machine
        .run("demo seed --organisations 8 --vacancies 6 --volunteers 4 --applications 3")
        .done();
    machine
}

#[test]
fn people_are_listed_by_role_state_and_organisation() {
    let machine = seeded();
    let list = |line: &str| {
        emails(
            &machine
                .run(&format!("--json user list {line}"))
                .done()
                .json(),
        )
    };
    let everybody = list("");
    let managers = list("--role organization_superuser");
    assert!(managers.contains(&"organisatie@demo.voluntr.example".to_owned()));
    assert!(managers.len() < everybody.len());
    let active = list("--status active").len();
    let others: usize = ["invited", "inactive", "archived"]
        .map(|state| list(&format!("--status {state}")).len())
        .iter()
        .sum();
    assert_eq!(active + others, everybody.len());
    let of_one = list("--organisation 1");
    assert!(
        !of_one.is_empty() && of_one.len() < managers.len(),
        "{of_one:?}"
    );
    assert_eq!(
        list("--organization 1 --role organization_superuser"),
        of_one
    );
    assert_eq!(list("--role organization_superuser:1"), of_one);
    assert_eq!(list("--organisation 1 --role mentor"), Vec::<String>::new());
    machine.run("user list --status koning").refused();
    machine
        .run("user list --role koning")
        .failed(2, "choose one of");
    machine
        .run("user list --role organization_superuser:1 --organisation 2")
        .failed(2, "two organisations");
    let shown = machine.run("user list --role admin").done();
    assert!(
        shown.stdout.contains("admin@demo.voluntr.example"),
        "{}",
        shown.stdout
    );
}

#[test]
fn the_last_of_each_kind_stays_from_the_command_line_too() {
    let machine = seeded();
    let remove = |email: &str, role: &str, more: &str| {
        machine.run(&format!(
            "user role remove --email {email} --role {role} {more}"
        ))
    };
    let people = machine
        .run("--json user list --role organization_superuser:1")
        .done()
        .json();
    let manager = emails(&people).remove(0);
    let (admin, center) = ("admin@demo.voluntr.example", "centrum@demo.voluntr.example");
    for more in ["", "--dry-run"] {
        remove(admin, "admin", more).failed(1, "last admin");
        remove(center, "center_superuser", more).failed(1, "last superuser");
        remove(&manager, "organization_superuser:1", more).failed(1, "last manager");
    }
    let volunteer = "vrijwilliger@demo.voluntr.example";
    let add = format!("--json user role add --email {volunteer} --role organization_superuser:1");
    let tried = machine.run(&format!("{add} --dry-run")).done().json();
    assert_eq!(
        (&tried["dry_run"], &tried["changed"]),
        (&true.into(), &true.into())
    );
    remove(&manager, "organization_superuser:1", "").failed(1, "last manager");
    assert_eq!(machine.run(&add).done().json()["changed"], true);
    assert_eq!(machine.run(&add).done().json()["changed"], false);
    remove(&manager, "organization_superuser:1", "").done();
    // The person hears of it, as of every change of roles.
    let letters = machine.run("--json mail outbox").done().json();
    let told: Vec<&serde_json::Value> = letters["letters"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|letter| letter["kind"] == "role_changed")
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    let list = machine
        .run("--json user list --organisation 1")
        .done()
        .json();
    assert!(emails(&list).contains(&volunteer.to_owned()));
}

#[test]
fn what_the_operator_does_with_people_stands_in_the_trail_and_is_told_them() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let secret = "vier losse woorden hier\n";
    let add = |line: &str| format!("user add --tenant oldebroek {line}");
    machine
        .run_with_input(
            &add("--email an@example.nl --role admin --password-stdin"),
            secret,
        )
        .done();
    machine.run(&add("--email bo@example.nl --invite")).done();
    machine
        .run_with_input(
            "user password --email an@example.nl --password-stdin",
            "zeven groene fietsbellen\n",
        )
        .done();
    machine.run("second-factor rule optional").done();
    std::fs::write(
        machine.folder.path().join("m.csv"),
        "E-mailadres\ncas@example.nl\n",
    )
    .unwrap();
    machine.run("user import m.csv").done();

    let rows = rows_of(&machine.data().join("tenants/oldebroek/tenant.db"));
    let trail: Vec<&String> = rows
        .iter()
        .filter(|row| row.contains(" audit_events: "))
        .collect();
    for (action, count) in [
        ("create", 2),
        ("add_role", 1),
        ("change_password", 1),
        ("second_factor_rule", 1),
        ("import_users", 1),
    ] {
        let word = format!("{:?}", rusqlite::types::ValueRef::Text(action.as_bytes()));
        let found = trail.iter().filter(|row| row.contains(&word)).count();
        assert_eq!(found, count, "{action}: {trail:?}");
    }
    let letters = machine.run("--json mail outbox").done().json();
    let told: Vec<&str> = letters["letters"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|letter| letter["to_email"] == "an@example.nl")
        .filter_map(|letter| letter["kind"].as_str())
        .collect();
    assert_eq!(told, ["password_changed"]);
}

#[test]
fn a_letter_that_is_not_there_cannot_be_tried_again_and_a_word_is_no_letter() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    machine
        .run("mail retry 99")
        .failed(1, "see 'voluntr mail outbox'");
    assert_eq!(machine.run("mail retry brief").exit, Some(2));
    // Without a name it is about all that failed, and none is none.
    let none = machine.run("--json mail retry").done().json();
    assert_eq!(none["retried"], Value::Array(vec![]));
}

#[test]
fn an_argument_that_hides_words_is_refused() {
    let machine = Machine::new();
    machine
        .run("tenant add olde\u{202e}broek")
        .failed(2, "direction of reading");
    machine
        .run("tenant add olde\u{1b}broek")
        .failed(2, "control characters");
}

/// A second centre, as an admin makes one.
#[expect(
    clippy::disallowed_methods,
    reason = "a test changes a file that no server of its own has open"
)]
fn add_center(machine: &Machine, name: &str, host: &str) -> i64 {
    let path = machine.data().join("tenants/oldebroek/tenant.db");
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .execute(
            "insert into volunteer_centers (name, host, created_at, updated_at)
             values (?1, ?2, '2026-11-23T09:00:00Z', '2026-11-23T09:00:00Z')",
            [name, host],
        )
        .unwrap();
    connection.last_insert_rowid()
}

#[test]
fn a_person_and_a_role_are_put_at_the_centre_that_is_named() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let elders = add_center(&machine, "Vrijwilligers Elders", "elders.example.nl");
    for twin in ["a.example.nl", "b.example.nl"] {
        add_center(&machine, "Tweeling", twin);
    }
    let add = |line: &str| machine.run_with_input(&format!("user add {line}"), PASSWORD);
    let said = add(
        "--json --email an@example.nl --centre 'vrijwilligers elders' --role center_superuser --password-stdin",
    )
    .done()
    .json();
    assert_eq!(said["centre"], "Vrijwilligers Elders");
    assert_eq!(said["roles"][0]["scope_id"], elders);
    add("--email bo@example.nl --centre nergens --password-stdin")
        .failed(1, "there is no centre 'nergens'");
    add("--email bo@example.nl --centre tweeling --password-stdin")
        .failed(1, "more than one centre is named");
    add("--email bo@example.nl --password-stdin").done();

    // At another centre than one's own, by its name, its host and its number; each only once.
    let bo = "--email bo@example.nl";
    let given = machine.run(&format!(
        "user role add center_superuser {bo} --centre 'Vrijwilligers Elders'"
    ));
    assert_eq!(
        given.done().stdout,
        "bo@example.nl has the role center_superuser at 'Vrijwilligers Elders'\n"
    );
    for named in ["elders.example.nl", &elders.to_string()] {
        let again = machine
            .run(&format!(
                "--json user role add center_superuser {bo} --center {named}"
            ))
            .done()
            .json();
        assert_eq!(
            (&again["changed"], &again["role"]["scope_id"]),
            (&false.into(), &elders.into())
        );
    }
    let own = machine
        .run(&format!(
            "--json user role add --role center_superuser {bo}"
        ))
        .done()
        .json();
    assert_eq!(
        (&own["changed"], &own["role"]["scope_id"]),
        (&true.into(), &1.into())
    );
    machine
        .run(&format!(
            "user role remove center_superuser {bo} --centre elders.example.nl"
        ))
        .done();
    machine
        .run(&format!("user role add admin {bo} --centre 1"))
        .failed(2, "leave --centre out");
    machine.run(&format!("user role add {bo}")).refused();
    machine
        .run(&format!("user role add admin --role admin {bo}"))
        .refused();
}
