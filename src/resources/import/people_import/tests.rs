use super::*;
use crate::base::locale::Locale;
use crate::resources::import::columns::ImportField;
use crate::resources::import::rows::{RowFault, faulty_csv};
use crate::tabular::sheet::MOST_ROWS;
use crate::tabular::{Sheet, SheetFault};

fn sheet(text: &str) -> Sheet {
    Sheet::read(text.as_bytes()).unwrap()
}

fn row(sheet: &Sheet, index: usize) -> crate::tabular::sheet::Row<'_> {
    sheet.rows().nth(index).unwrap()
}

fn cells(sheet: &Sheet) -> Vec<Vec<&str>> {
    sheet.rows().map(|row| row.cells().collect()).collect()
}

#[test]
fn a_table_as_a_dutch_office_program_writes_it_is_read() {
    // Semicolons, Windows-1252, quotes, an empty line, a number stored as text.
    let bytes = b"Voornaam;Achternaam;E-mail;Telefoon\r\nRen\xe9e;\"de Vries; dochter\";renee@example.org;'0612345678\r\n\r\nJan;Bos;jan@example.org;\r\n";
    let sheet = Sheet::read(bytes).unwrap();
    assert_eq!(
        cells(&sheet),
        [
            [
                "Renée",
                "de Vries; dochter",
                "renee@example.org",
                "0612345678"
            ],
            ["Jan", "Bos", "jan@example.org", ""]
        ]
    );
    let lines: Vec<u64> = sheet.rows().map(|row| row.line).collect();
    assert_eq!(lines, [2, 4]);
}

#[test]
fn commas_tabs_and_a_byte_order_mark_are_read() {
    assert_eq!(
        cells(&sheet("\u{feff}email,naam\na@example.org,Jan Bos\n")),
        [["a@example.org", "Jan Bos"]]
    );
    assert_eq!(
        sheet("\u{feff}email,naam\na@example.org,Jan\n").headers,
        ["email", "naam"]
    );
    assert_eq!(
        cells(&sheet("email\tnaam\na@example.org\tJan, Bos\n")),
        [["a@example.org", "Jan, Bos"]]
    );
}

#[test]
fn what_is_no_table_is_refused_with_its_reason() {
    let fault = |bytes: &[u8]| Sheet::read(bytes).unwrap_err();
    assert_eq!(fault(b""), SheetFault::Empty);
    assert_eq!(fault(b"email;naam\n"), SheetFault::Empty);
    assert_eq!(
        fault(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        SheetFault::Unreadable
    );
    assert_eq!(
        fault(b"PK\x03\x04 not really a workbook"),
        SheetFault::Unreadable
    );
    let many = "email\n".to_owned() + &"a@example.org\n".repeat(MOST_ROWS + 1);
    assert_eq!(fault(many.as_bytes()), SheetFault::TooManyRows);
    assert_eq!(
        fault(&vec![b'a'; crate::tabular::LARGEST_FILE + 1]),
        SheetFault::TooLarge
    );
}

#[test]
fn a_quote_that_nobody_closes_is_told_with_its_line() {
    let fault = |text: &str| Sheet::read(text.as_bytes()).unwrap_err();
    assert_eq!(
        fault("email;naam\na@example.org;\"Jan Bos\nb@example.org;Eva Dam\n"),
        SheetFault::OpenQuote(2)
    );
    assert_eq!(
        fault("email;naam\r\n\r\na@example.org;\"Jan\"\r\n\"b@example.org;Eva\r\n"),
        SheetFault::OpenQuote(4)
    );
    // Later quotes seem to close the quoted cell and would swallow the rows in between.
    for closed_by in [
        "c@example.org;\"Piet\"\n",
        "c@example.org;\"Piet\";\"x\"\n",
        "\"c@example.org\";Piet\n",
        "c@example.org;\" Piet\"\n",
    ] {
        let text = format!("email;naam\na@example.org;\"Jan\nb@example.org;Eva\n{closed_by}");
        assert_eq!(fault(&text), SheetFault::OpenQuote(2), "{closed_by}");
    }
}

#[test]
fn quotes_that_are_closed_or_part_of_a_text_are_no_fault() {
    let sheet = sheet(
        "email;opmerking\na@example.org;\"twee\nregels; en \"\"meer\"\"\" \nb@example.org;5\" breed\nc@example.org;\"Jan\" Bos\nd@example.org;\"\"\n",
    );
    assert_eq!(
        cells(&sheet),
        [
            ["a@example.org", "twee regels; en \"meer\""],
            ["b@example.org", "5\" breed"],
            ["c@example.org", "Jan Bos"],
            ["d@example.org", ""]
        ]
    );
}

#[test]
fn cells_beyond_the_header_make_a_row_faulty_and_empty_ones_do_not() {
    let text = "email;naam\na@example.org;Jan;;;\nb@example.org;Eva;;vraagt Joke;\n";
    let sheet = sheet(text);
    let columns = LAYOUT.columns_of(&sheet);
    let read = |index| person::read(row(&sheet, index), &columns, "2026-11-21");
    read(0).unwrap();
    let faults = read(1).unwrap_err();
    let told: Vec<_> = faults
        .iter()
        .map(|fault| (fault.line, fault.fault.rule.as_str(), &*fault.value))
        .collect();
    assert_eq!(told, [(3, "surplus_cells", "vraagt Joke")]);

    // They are included in the file of rejected rows, and are rejected again when left uncorrected.
    let csv = faulty_csv(&sheet, &faults, Locale::Nl);
    let again = Sheet::read(&csv).unwrap();
    assert_eq!(
        row(&again, 0).surplus().collect::<Vec<_>>(),
        ["", "vraagt Joke"]
    );
    let faults =
        person::read(row(&again, 0), &LAYOUT.columns_of(&again), "2026-11-21").unwrap_err();
    assert_eq!(faults[0].fault.rule, "surplus_cells");
}

#[test]
fn headers_are_recognised_in_both_languages() {
    let found = |headers: &str| -> Vec<Option<&'static str>> {
        let sheet = sheet(&format!(
            "{headers}\n{}\n",
            headers.replace(|c| c != ';', "x")
        ));
        let columns = LAYOUT.columns_of(&sheet);
        columns
            .iter()
            .map(|column| column.field.map(ImportField::word))
            .collect()
    };
    assert_eq!(
        found(
            "E-mailadres;Voornaam;Tussenvoegsel;Achternaam;Mobiel;Geboortedatum;Rol;Organisatie;Schoenmaat"
        ),
        [
            Some("email"),
            Some("first_name"),
            Some("infix"),
            Some("last_name"),
            Some("phone_number"),
            Some("birth_date"),
            Some("role"),
            Some("organization"),
            None
        ]
    );
    assert_eq!(
        found("Mail-adres;Telefoonnr.;Geb. datum;School"),
        [
            Some("email"),
            Some("phone_number"),
            Some("birth_date"),
            Some("organization")
        ]
    );
    assert_eq!(
        found("Email;First name;Last name;Phone;Gender;Language;Email address"),
        [
            Some("email"),
            Some("first_name"),
            Some("last_name"),
            Some("phone_number"),
            Some("gender"),
            Some("locale"),
            None
        ]
    );
}

fn read(text: &str) -> Result<person::Person, Vec<RowFault>> {
    let sheet = sheet(text);
    person::read(row(&sheet, 0), &LAYOUT.columns_of(&sheet), "2026-11-21")
}

#[test]
fn a_row_becomes_a_person() {
    let person = read(
        "naam;email;telefoon;geslacht;geboortedatum;taal;rol\nVries, Jan van der;jan@example.org;06 1234 5678;m;9-3-1958;Engels;Coördinator\n",
    )
    .unwrap();
    assert_eq!(person.first_name.as_deref(), Some("Jan"));
    assert_eq!(person.last_name.as_deref(), Some("van der Vries"));
    assert_eq!(person.phone_number.as_deref(), Some("+31612345678"));
    assert_eq!(person.gender.as_deref(), Some("male"));
    assert_eq!(person.birth_date.as_deref(), Some("1958-03-09"));
    assert_eq!(person.locale, Some("en"));
    assert_eq!(person.role, Some("center_superuser"));
}

#[test]
fn a_phone_number_that_a_spreadsheet_took_for_a_number_is_one_again() {
    for typed in ["612345678", "31612345678", "06 1234 5678", "+31612345678"] {
        let person = read(&format!("naam;email;tel\nJan;jan@example.org;{typed}\n")).unwrap();
        assert_eq!(
            person.phone_number.as_deref(),
            Some("+31612345678"),
            "{typed}"
        );
    }
    for wrong in ["61234567", "3161234567"] {
        read(&format!("naam;email;tel\nJan;jan@example.org;{wrong}\n")).unwrap_err();
    }
}

#[test]
fn every_fault_of_a_row_is_told_with_its_column() {
    let faults = read(
        "E-mail;Voornaam;Telefoon;Geboren;Rol;Geslacht\njan(at)example.org;J4n;bel maar;31-2-1958;baas;m\n",
    )
    .unwrap_err();
    let mut told: Vec<_> = faults
        .iter()
        .map(|fault| {
            (
                fault.column.as_deref().unwrap_or_default(),
                fault.fault.rule.as_str(),
            )
        })
        .collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            ("E-mail", "email"),
            ("Rol", "choice"),
            ("Telefoon", "phone_number"),
            ("Voornaam", "name")
        ]
    );
    let faults = read("naam;email;geboortedatum\nJan;;31-2-1958\n").unwrap_err();
    let rules: Vec<_> = faults
        .iter()
        .map(|fault| fault.fault.rule.as_str())
        .collect();
    assert_eq!(rules, ["birth_date", "required"]);
    let faults = read("naam;email;geboortedatum\nJan;jan@example.org;1-6-2020\n").unwrap_err();
    assert_eq!(faults[0].fault.rule, "too_young");
}

#[test]
fn a_role_is_read_by_every_word_for_it_and_an_address_must_be_whole() {
    for word in [
        "organization_superuser",
        "Beheerder van een organisatie",
        "contactpersoon",
    ] {
        let person = read(&format!(
            "naam;email;rol;organisatie\nJan;jan@example.org;{word};Buurtkamer\n"
        ));
        assert_eq!(
            person.unwrap().role,
            Some("organization_superuser"),
            "{word}"
        );
    }
    for cut in ["jan@example", "jan@example."] {
        let faults = read(&format!("naam;email\nJan;{cut}\n")).unwrap_err();
        let rules: Vec<_> = faults
            .iter()
            .map(|fault| fault.fault.rule.as_str())
            .collect();
        assert_eq!(rules, ["email"], "{cut}");
    }
}

#[test]
fn the_file_of_faulty_rows_can_be_given_back_and_runs_nothing() {
    let sheet = sheet("email;naam;functie\nfout;Jan;=1+1\ngoed@example.org;Piet;\n");
    let columns = LAYOUT.columns_of(&sheet);
    let faults = person::read(row(&sheet, 0), &columns, "2026-11-21").unwrap_err();
    let csv = faulty_csv(&sheet, &faults, Locale::Nl);
    let text = String::from_utf8(csv.clone()).unwrap();
    assert!(text.contains("'=1+1;2;email: "), "{text}");
    assert!(!text.contains("Piet"), "{text}");
    let again = Sheet::read(&csv).unwrap();
    assert_eq!(
        again.headers,
        ["email", "naam", "functie", "Regel", "Reden"]
    );
    assert_eq!(row(&again, 0).cell(2), "=1+1");
    assert_eq!(LAYOUT.columns_of(&again)[3].field, None);
}

#[test]
fn a_role_is_read_as_the_screens_name_it() {
    for words in [
        include_str!("../../../../ui/src/i18n/roles.nl.json"),
        include_str!("../../../../ui/src/i18n/roles.en.json"),
    ] {
        let words: serde_json::Value = serde_json::from_str(words).unwrap();
        for (role, name) in words["name"].as_object().unwrap() {
            let sheet = sheet(&format!(
                "email,rol\na@example.org,{}\n",
                name.as_str().unwrap()
            ));
            let columns = LAYOUT.columns_of(&sheet);
            let person = person::read(row(&sheet, 0), &columns, "2026-11-21");
            if name == "Beheerder" {
                assert!(person.is_err(), "it may mean three roles");
                continue;
            }
            assert_eq!(person.unwrap().role, Some(role.as_str()), "{name}");
        }
    }
}
