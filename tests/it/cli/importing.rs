//! `voluntr user import`: a large spreadsheet with errors, corrected and imported again.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::*;

fn row(number: usize) -> String {
    format!("Persoon;van der;Tabel;persoon{number}@example.org;06 1234 5678;vrijwilliger")
}

/// 10,000 rows, of which 37 have a fault: a third has no address, a third a wrong phone number, a third no such role.
fn table() -> (String, usize) {
    let mut text = "Voornaam;Tussenvoegsel;Achternaam;E-mailadres;Telefoon;Rol\n".to_owned();
    let mut faulty = 0;
    for number in 1..=10_000 {
        let line = if number % 271 == 0 && faulty < 37 {
            faulty += 1;
            match faulty % 3 {
                0 => row(number).replace(&format!("persoon{number}@example.org"), "geen adres"),
                1 => row(number).replace("06 1234 5678", "bel maar"),
                _ => row(number).replace("vrijwilliger", "baas"),
            }
        } else {
            row(number)
        };
        let _ = writeln!(text, "{line}");
    }
    // 10,000 / 271 is 36; the last of the 37 faults is at the end.
    let text = text.replace("persoon10000@example.org", "");
    (text, faulty + 1)
}

#[test]
fn ten_thousand_rows_with_faults_are_refused_whole_then_taken_in_and_the_rest_corrected() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let (text, faulty) = table();
    assert_eq!(faulty, 37);
    let folder = machine.folder.path();
    std::fs::write(folder.join("mensen.csv"), &text).unwrap();

    let refused = machine.run("--json user import mensen.csv");
    assert_eq!(refused.exit, Some(1));
    let report = refused.json();
    assert_eq!(
        (&report["faulty"], &report["added"]),
        (&37.into(), &0.into())
    );
    assert_eq!(report["faults"][0]["line"], 272);
    assert_eq!(report["faults"][0]["column"], "Telefoon");
    assert_eq!(report["faults"][0]["rule"], "phone_number");
    let shown = machine.run("--json tenant show oldebroek").done().json();
    assert_eq!(shown["counts"]["users"], 0);

    let dry = machine
        .run("--json user import mensen.csv --skip-faulty --dry-run")
        .done()
        .json();
    assert_eq!(
        (&dry["added"], &dry["dry_run"]),
        (&9963.into(), &true.into())
    );
    let shown = machine.run("--json tenant show oldebroek").done().json();
    assert_eq!(shown["counts"]["users"], 0);

    let began = Instant::now();
    let done = machine
        .run("--json user import mensen.csv --skip-faulty")
        .done()
        .json();
    // A generous bound: it says that nothing in it grows with the square of the rows.
    assert!(began.elapsed() < Duration::from_mins(1));
    assert_eq!(
        (&done["added"], &done["faulty"]),
        (&9963.into(), &37.into())
    );
    assert_eq!(
        machine.run("--json mail outbox").done().json()["letters"],
        Value::Array(vec![])
    );

    let file = folder.join("mensen-faulty.csv");
    let faulty = std::fs::read_to_string(&file).unwrap();
    assert_eq!(faulty.lines().count(), 38);
    let corrected: String = faulty
        .lines()
        .enumerate()
        .map(|(number, line)| {
            let line = line
                .replace("bel maar", "06 1234 5678")
                .replace(";baas;", ";vrijwilliger;")
                .replace("geen adres", &format!("hersteld{number}@example.org"))
                .replace(";Tabel;;", &format!(";Tabel;hersteld{number}@example.org;"));
            line + "\n"
        })
        .collect();
    std::fs::write(&file, &corrected).unwrap();
    // The first file once more, by mistake: what was corrected is not written over.
    let again = machine
        .run("--json user import mensen.csv --skip-faulty --dry-run")
        .done()
        .json();
    let other = again["faulty_file"].as_str().unwrap().to_owned();
    assert!(other.ends_with("mensen-faulty-2.csv"), "{other}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), corrected);
    let rest = machine
        .run("--json user import mensen-faulty.csv")
        .done()
        .json();
    assert_eq!((&rest["added"], &rest["faulty"]), (&37.into(), &0.into()));

    // Given once more, everybody is known and nothing happens twice.
    let again = machine
        .run("--json user import mensen.csv --skip-faulty")
        .done()
        .json();
    assert_eq!(
        (&again["added"], &again["known"]),
        (&0.into(), &9963.into())
    );
    let shown = machine.run("--json tenant show oldebroek").done().json();
    assert_eq!(shown["counts"]["users"], 10_000);
}

#[test]
fn a_column_may_be_pointed_out_and_what_cannot_be_says_what_to_do() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let folder = machine.folder.path();
    std::fs::write(
        folder.join("lijst.csv"),
        "Post,Wie\njan@example.org,Jan Bos\n",
    )
    .unwrap();
    machine
        .run("user import lijst.csv")
        .failed(1, "--column 'HEADER=email'");
    machine
        .run("user import lijst.csv --column Post=adres")
        .failed(2, "choose one of email");
    machine
        .run("user import lijst.csv --column Brief=email")
        .failed(2, "it has Post, Wie");
    machine
        .run("user import nergens.csv")
        .failed(1, "could not be read");
    std::fs::write(folder.join("leeg.csv"), "email\n").unwrap();
    machine
        .run("user import leeg.csv")
        .failed(1, "There are no rows in the file.");
    std::fs::write(
        folder.join("lang.csv"),
        "email;naam\njan@example.org;Jan Bos;;\neva@example.org;Eva Dam;belt later\n",
    )
    .unwrap();
    let refused = machine.run("--json user import lang.csv");
    assert_eq!(refused.exit, Some(1));
    assert_eq!(refused.json()["faults"][0]["line"], 3);
    assert_eq!(refused.json()["faults"][0]["rule"], "surplus_cells");
    machine
        .run("user import lijst.csv --column Post=email --column Wie=name")
        .done();
    let people = machine.run("--json user list").done().json();
    assert_eq!(people["users"][0]["name"], "Jan Bos");
    assert_eq!(people["users"][0]["status"], "invited");
}

#[test]
fn a_quote_that_nobody_closes_is_told_with_its_line_and_takes_nobody_in() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let file = machine.folder.path().join("mensen.csv");
    let text = "email,naam\njan@example.org,Jan Bos\neva@example.org,\"Eva Dam\n";
    std::fs::write(file, text).unwrap();
    machine
        .run("user import mensen.csv --skip-faulty")
        .failed(1, "On line 3 ");
    let shown = machine.run("--json tenant show oldebroek").done().json();
    assert_eq!(shown["counts"]["users"], 0);
}

#[test]
fn organisations_come_in_with_their_address_and_the_faulty_ones_come_back() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let text = "Organisatie;KvK;Website;Straat;Nr;Postcode;Plaats;Buurtinitiatief\n\
        Voedselbank;12345678;voedselbank.example;Stationsweg;12;8096 AB;Oldebroek;\n\
        Buurttuin;;;Kerkstraat;1;8096 AC;Oldebroek;ja\n\
        Zonder nummer;;;;;;;\n\
        Taalhuis;1234;;;;;;\n";
    let folder = machine.folder.path();
    std::fs::write(folder.join("lijst.csv"), text).unwrap();
    let refused = machine.run("--json organisation import lijst.csv");
    assert_eq!(refused.exit, Some(1));
    assert_eq!(refused.json()["faulty"], 2);
    let count = || {
        let list = machine.run("--json organisation list").done().json();
        list["organisations"].as_array().unwrap().len()
    };
    assert_eq!(count(), 0);
    let done = machine
        .run("--json organisation import lijst.csv --skip-faulty --faulty fout.csv")
        .done()
        .json();
    assert_eq!((&done["added"], &done["known"]), (&2.into(), &0.into()));
    assert_eq!(count(), 2);
    let list = machine.run("--json organisation list").done().json();
    assert_eq!(list["organisations"][0]["status"], "approved");
    assert_eq!(list["organisations"][0]["city"], "Oldebroek");
    let back = std::fs::read_to_string(folder.join("fout.csv")).unwrap();
    assert!(back.contains("Zonder nummer") && back.contains("Taalhuis"));
    // Corrected and given back, the good rows of before are known.
    let fixed = text
        .replace("Zonder nummer;;", "Zonder nummer;87654321;")
        .replace(";1234;", ";11223344;");
    std::fs::write(folder.join("lijst.csv"), fixed).unwrap();
    let again = machine.run("--json organisation import lijst.csv").json();
    assert_eq!((&again["added"], &again["known"]), (&2.into(), &2.into()));
}

#[test]
fn vacancies_of_a_partner_are_rehearsed_and_taken_in_and_addresses_are_kept_to_the_internet() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let folder = machine.folder.path();
    let list = "Organisatie;KvK;Straat;Nr;Postcode;Plaats\nVoedselbank;12345678;Stationsweg;12;8096 AB;Oldebroek\n";
    std::fs::write(folder.join("lijst.csv"), list).unwrap();
    machine.run("organisation import lijst.csv").done();
    let partner = serde_json::json!({ "origin": "partner.example", "vacancies": [
        { "external_id": "1", "organization": "kvk:12345678", "title": "Pakketten inpakken",
          "description": "<p>Je pakt elke dinsdag een uur lang pakketten in met een paar anderen.</p>" },
        { "external_id": "2", "title": "Zonder organisatie" },
    ] });
    std::fs::write(folder.join("partner.json"), partner.to_string()).unwrap();
    let dry = machine.run("--json vacancy import partner.json --dry-run");
    assert_eq!(dry.exit, Some(1), "one is faulty");
    let dry = dry.json();
    assert_eq!((&dry["added"], &dry["dry_run"]), (&1.into(), &true.into()));
    assert_eq!(dry["faulty"][0]["external_id"], "2");
    // Nothing was kept of it: the same is new again, and then as before.
    let first = machine.run("--json vacancy import partner.json").json();
    assert_eq!(
        (&first["added"], &first["unchanged"]),
        (&1.into(), &0.into())
    );
    let again = machine.run("--json vacancy import partner.json").json();
    assert_eq!(
        (&again["added"], &again["unchanged"]),
        (&0.into(), &1.into())
    );
    std::fs::write(
        folder.join("leeg.json"),
        r#"{"origin": "partner.example", "vacancies": []}"#,
    )
    .unwrap();
    machine
        .run("vacancy import leeg.json")
        .failed(1, "--withdraw-all");
    machine
        .run("vacancy import lijst.csv")
        .failed(1, "this is no file of vacancies");

    for own in [
        "http://partner.example.org/v.json",
        "https://127.0.0.1/v.json",
        "https://localhost/v.json",
    ] {
        assert_eq!(
            machine.run(&format!("vacancy source add {own}")).exit,
            Some(2),
            "{own}"
        );
    }
    machine
        .run("vacancy source add https://partner.example.org/v.json")
        .done();
    let listed = machine.run("--json vacancy source list").done().json();
    assert_eq!(
        listed["sources"][0]["url"],
        "https://partner.example.org/v.json"
    );
    machine.run("vacancy source remove 1").done();
    let listed = machine.run("--json vacancy source list").done().json();
    assert_eq!(listed["sources"].as_array().unwrap().len(), 0);
}
