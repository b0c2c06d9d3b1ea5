//! Imports over the API: upload, column mapping, preview and atomic execution (docs/domain/rights.md#users,
//! docs/domain/states.md#exports-and-imports).

use base64::Engine as _;
use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server, document};

const LIST: &str = "/api/v1/imports";

fn upload_bytes(client: &Client, bytes: &[u8]) -> Reply {
    let file = base64::engine::general_purpose::STANDARD.encode(bytes);
    let attributes = json!({ "resource": "users", "file_name": "mensen.csv", "file": file });
    client.post(LIST, &document("imports", attributes))
}

pub fn upload(client: &Client, text: &str) -> Reply {
    upload_bytes(client, text.as_bytes())
}

pub fn run(client: &Client, id: &str, options: Value) -> Reply {
    client.post(&format!("{LIST}/{id}/run"), &options)
}

fn people(server: &Server) -> i64 {
    server.arrange(|tx| Ok(tx.query_row("select count(*) from users", [], |row| row.get(0))?))
}

#[test]
fn a_centre_takes_in_people_who_wait_for_their_invitation() {
    let server = Server::start();
    let centre = server.as_center();
    let before = people(&server);
    let uploaded = upload(
        &centre,
        "Naam;E-mail;Rol;Organisatie\nJan Bos;jan@example.org;contactpersoon;taalhuis lindewaard\nEva Dam;eva@example.org;;\n",
    )
    .expect(201);
    assert_eq!(people(&server), before, "looking changes nothing");
    let report = uploaded.at("/data/attributes/report");
    assert_eq!((&report["new"], &report["faulty"]), (&2.into(), &0.into()));
    assert_eq!(report["people"][0]["organization"], "taalhuis lindewaard");
    assert_eq!(
        uploaded.at("/data/attributes/columns/1/field"),
        json!("email")
    );
    assert_eq!(
        uploaded.at("/data/attributes/columns/1/samples"),
        json!(["jan@example.org", "eva@example.org"])
    );

    let id = uploaded.id();
    let done = run(&centre, &id, json!({})).expect(200);
    assert_eq!(done.at("/data/attributes/state"), json!("done"));
    assert_eq!(done.at("/data/attributes/result/added"), json!(2));
    let (status, method, role, letters): (String, String, String, i64) = server.arrange(|tx| {
        Ok(tx.query_row(
            "select u.status, u.signup_method, r.name || ' ' || r.scope_type || ' ' || coalesce(r.accepted_at, 'offered'),
                    (select count(*) from outbox)
               from users u
               join roles r on r.user_id = u.id
              where u.email = 'jan@example.org'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )?)
    });
    assert_eq!((status.as_str(), method.as_str()), ("invited", "imported"));
    assert_eq!(role, "organization_superuser organization offered");
    assert_eq!(letters, 0, "nobody is written to before somebody asks");
    assert_eq!(run(&centre, &id, json!({})).code(), "invalid_transition");
    assert_eq!(people(&server), before + 2);
}

#[test]
fn faults_hold_everything_up_until_somebody_says_otherwise() {
    let server = Server::start();
    let centre = server.as_center();
    let before = people(&server);
    let uploaded = upload(
        &centre,
        "naam,email,telefoon,organisatie,rol\nJan Bos,jan@example.org,bel maar,,\nEva Dam,eva@example.org,,,\nJoke,joke@example.nl,,,\nEva Dam,EVA@example.org,,,\nPiet,eva@example.org,,,\nKees,kees@example.org,,Nergens,\nBaas,baas@example.org,,,admin\n",
    )
    .expect(201);
    let id = uploaded.id();
    let report = uploaded.at("/data/attributes/report");
    let counts = ["new", "known", "repeated", "faulty"].map(|name| report[name].as_i64());
    assert_eq!(counts, [Some(1), Some(1), Some(1), Some(4)]);
    let faults: Vec<(i64, &str)> = report["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            (
                fault["line"].as_i64().unwrap(),
                fault["rule"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        faults,
        [
            (2, "phone_number"),
            (6, "address_twice"),
            (7, "unknown_organization"),
            (8, "role_not_yours")
        ]
    );

    let refused = run(&centre, &id, json!({})).expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), json!("faulty_rows"));
    assert_eq!(people(&server), before);
    let faulty = centre.get(&format!("{LIST}/{id}/faulty")).expect(200);
    assert!(faulty.header("content-type").starts_with("text/csv"));
    assert_eq!(faulty.text.lines().count(), 5, "{}", faulty.text);
    let done = run(&centre, &id, json!({ "skip_faulty": true })).expect(200);
    assert_eq!(done.at("/data/attributes/result/added"), json!(1));
    assert_eq!(people(&server), before + 1);
}

#[test]
fn columns_are_pointed_out_where_their_headers_say_nothing() {
    let server = Server::start();
    let centre = server.as_center();
    let uploaded = upload(&centre, "A,B\njan@example.org,Jan Bos\n").expect(201);
    assert_eq!(
        uploaded.at("/data/attributes/report/is_readable"),
        json!(false)
    );
    let id = uploaded.id();
    assert_eq!(
        run(&centre, &id, json!({})).at("/errors/0/meta/rule"),
        json!("column_email")
    );
    let path = format!("{LIST}/{id}");
    let remap =
        |fields: Value| centre.patch(&path, &document("imports", json!({ "fields": fields })));
    let rule = |reply: Reply| reply.expect(422).at("/errors/0/meta/rule");
    assert_eq!(
        rule(remap(json!(["email", "email"]))),
        json!("column_twice")
    );
    assert_eq!(rule(remap(json!(["email"]))), json!("items"));
    assert_eq!(rule(remap(json!(["email", "shoe"]))), json!("type"));
    let mapped = remap(json!(["email", "name"])).expect(200);
    assert_eq!(mapped.at("/data/attributes/report/new"), json!(1));
    run(&centre, &id, json!({})).expect(200);
}

#[test]
fn a_spreadsheet_is_read_and_what_is_none_is_refused() {
    let server = Server::start();
    let centre = server.as_center();
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (column, text) in ["E-mail", "Voornaam", "Telefoon", "Geboortedatum"]
        .into_iter()
        .enumerate()
    {
        let column = u16::try_from(column).unwrap();
        sheet.write(0, column, text).unwrap();
    }
    sheet.write(1, 0, "jan@example.org").unwrap();
    sheet.write(1, 1, "Jan").unwrap();
    sheet.write(1, 2, "0612345678").unwrap();
    let day = rust_xlsxwriter::ExcelDateTime::from_ymd(1958, 3, 9).unwrap();
    let format = rust_xlsxwriter::Format::new().set_num_format("dd-mm-yyyy");
    sheet.write_with_format(1, 3, &day, &format).unwrap();
    let bytes = book.save_to_buffer().unwrap();
    let uploaded = upload_bytes(&centre, &bytes).expect(201);
    assert_eq!(uploaded.at("/data/attributes/report/new"), json!(1));
    run(&centre, &uploaded.id(), json!({})).expect(200);
    let (phone, born): (String, String) = server.arrange(|tx| {
        Ok(tx.query_row(
            "select phone_number, birth_date from users where email = 'jan@example.org'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?)
    });
    assert_eq!(
        (phone.as_str(), born.as_str()),
        ("+31612345678", "1958-03-09")
    );

    let broken = bytes.get(..200).unwrap();
    let reply = upload_bytes(&centre, broken).expect(422);
    assert_eq!(reply.at("/errors/0/meta/rule"), json!("file_unreadable"));
    assert_eq!(reply.pointer(), "/data/attributes/file");
    let large = "email\n".to_owned() + &"x".repeat(10 * 1024 * 1024);
    let reply = upload(&centre, &large).expect(422);
    assert_eq!(reply.at("/errors/0/meta/rule"), json!("file_size"));
}

#[test]
fn nothing_of_a_file_is_lost_without_a_word() {
    let server = Server::start();
    let centre = server.as_center();
    let uploaded = upload(
        &centre,
        "email,naam\njan@example.org,Jan Bos,,\neva@example.org,Dam, Eva,wil bellen\n",
    )
    .expect(201);
    let report = uploaded.at("/data/attributes/report");
    assert_eq!((&report["new"], &report["faulty"]), (&1.into(), &1.into()));
    let fault = &report["faults"][0];
    assert_eq!(
        (&fault["line"], &fault["column"]),
        (&3.into(), &json!(null))
    );
    assert_eq!(fault["rule"], "surplus_cells");
    assert_eq!(fault["value"], "Eva; wil bellen");
    let path = format!("{LIST}/{}/faulty", uploaded.id());
    let faulty = centre.get(&path).expect(200).text;
    assert!(faulty.trim_end().ends_with(";Eva;wil bellen"), "{faulty}");
    let refused = run(&centre, &uploaded.id(), json!({})).expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), json!("faulty_rows"));

    let open = "email,naam\njan@example.org,\"Jan Bos\neva@example.org,Eva Dam\n";
    let reply = upload(&centre, open).expect(422);
    assert_eq!(reply.pointer(), "/data/attributes/file");
    assert_eq!(reply.at("/errors/0/meta/rule"), json!("file_open_quote"));
    for (language, words) in [
        ("nl", "Op regel 2 begint"),
        ("en", "On line 2 a text begins"),
    ] {
        let client = server.as_center().with("accept-language", language);
        let detail = upload(&client, open).expect(422).at("/errors/0/detail");
        assert!(detail.as_str().unwrap().starts_with(words), "{detail}");
    }
}

#[test]
fn only_who_may_take_people_in_sees_the_files() {
    let server = Server::start();
    let centre = server.as_center();
    let id = upload(&centre, "email\njan@example.org\n").expect(201).id();
    let path = format!("{LIST}/{id}");
    assert_eq!(
        upload(&server.as_nobody(), "email\nx@example.org\n").status,
        401
    );
    for client in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_content_manager(),
    ] {
        upload(&client, "email\nx@example.org\n").expect(403);
        client.get(&path).expect(403);
    }
    server.as_mentor().get(&path).expect(404);
    server.as_admin().get(&path).expect(200);
    centre.delete(&path).expect(204);
    centre.get(&path).expect(404);
}

#[test]
fn a_mentor_brings_in_students_of_the_own_school_only() {
    let server = Server::start();
    let (center, other) = (server.people.center, server.people.foreign);
    let school = server.arrange(move |tx| {
        let school = fixtures::organization(tx, "Het Lindecollege", center, "approved", true)?;
        tx.execute(
            "update organizations set organization_type = 'School' where id in (?1, ?2)",
            [school, other],
        )?;
        let mentor: i64 = tx.query_row(
            "select id from users where email = 'mentor@example.nl'",
            [],
            |row| row.get(0),
        )?;
        fixtures::role_of(tx, mentor, "mentor", "school", school)?;
        Ok(school)
    });
    let mentor = server.as_mentor();
    let uploaded = upload(
        &mentor,
        "email;rol;organisatie\nsem@example.org;;\nsara@example.org;leerling;het lindecollege\nx@example.org;mentor;\ny@example.org;;Voedselbank De Schakel\n",
    )
    .expect(201);
    let faults = uploaded.at("/data/attributes/report/faults");
    assert_eq!(faults[0]["rule"], "role_not_yours");
    assert_eq!(faults[1]["rule"], "unknown_organization");
    run(&mentor, &uploaded.id(), json!({ "skip_faulty": true })).expect(200);
    let students: i64 = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select count(*) from roles where name = 'student' and scope_type = 'school' and scope_id = ?1",
            [school],
            |row| row.get(0),
        )?)
    });
    assert_eq!(students, 2);
}

#[test]
fn a_repeated_run_with_the_same_key_adds_nobody_twice() {
    let server = Server::start();
    let centre = server.as_center();
    let id = upload(&centre, "email\njan@example.org\n").expect(201).id();
    let before = people(&server);
    let keyed = server.as_center().with("idempotency-key", "one-run");
    let first = run(&keyed, &id, json!({})).expect(200);
    let again = run(&keyed, &id, json!({})).expect(200);
    assert_eq!(first.text, again.text);
    assert_eq!(people(&server), before + 1);
}

#[test]
fn whoever_is_invited_along_with_an_import_gets_the_role_of_the_file() {
    let server = Server::start();
    let centre = server.as_center();
    let id = upload(
        &centre,
        "email;naam;rol;organisatie\njan@example.org;Jan Bos;contactpersoon;Taalhuis Lindewaard\n",
    )
    .expect(201)
    .id();
    let done = run(&centre, &id, json!({ "invite": true })).expect(200);
    assert_eq!(done.at("/data/attributes/result/invited"), json!(1));
    let letter: String = server.arrange(|tx| {
        Ok(tx.query_row(
            "select data from outbox where kind = 'invitation' and to_email = 'jan@example.org'",
            [],
            |row| row.get(0),
        )?)
    });
    let letter: Value = serde_json::from_str(&letter).unwrap();
    let path = letter["path"].as_str().unwrap();
    let token = path.split("invitation_token=").nth(1).unwrap();
    let body = json!({
        "invitation_token": token, "first_name": "Jan", "last_name": "Bos", "accept_terms": true,
        "password": fixtures::PASSWORD, "password_confirmation": fixtures::PASSWORD,
    });
    server
        .as_nobody()
        .post("/api/v1/invitations/accept", &body)
        .expect(200);
    let mut jan = server.as_nobody();
    jan.sign_in("jan@example.org", fixtures::PASSWORD);
    let own = jan.get("/api/v1/current_organizations").expect(200);
    assert_eq!(
        own.at("/data/0/attributes/name"),
        json!("Taalhuis Lindewaard")
    );
}

#[test]
fn faulty_rows_and_their_columns_run_nothing() {
    let server = Server::start();
    let centre = server.as_center();
    let text = "email,=cmd(),telefoon\nfout,+1+cmd|' /C calc'!A0,-2+3\n\"fout 2\",\"\t=1\",@sum\n";
    let id = upload(&centre, text).expect(201).id();
    let mapped = json!({ "fields": ["email", "job_title", "phone_number"] });
    centre
        .patch(&format!("{LIST}/{id}"), &document("imports", mapped))
        .expect(200);
    let faulty = centre.get(&format!("{LIST}/{id}/faulty")).expect(200);
    let text = faulty.text.trim_start_matches('\u{feff}').to_owned();
    for line in text.lines() {
        for cell in line.split(';') {
            let cell = cell.trim_start_matches('"');
            assert!(
                !cell.starts_with(['=', '+', '-', '@', '\t', '\r']),
                "{cell:?} in {text}"
            );
        }
    }
    let again = upload(&centre, &text).expect(201);
    let headers = again.at("/data/attributes/columns/1");
    assert_eq!(headers["header"], "=cmd()");
    assert_eq!(headers["samples"], json!(["+1+cmd|' /C calc'!A0", "=1"]));
}

#[test]
fn a_file_that_would_take_all_memory_is_refused_with_its_reason() {
    let server = Server::start();
    let centre = server.as_center();
    for (bytes, rule) in [
        ("a,".repeat(1_000_000).into_bytes(), "file_columns"),
        (vec![b'a'; 9_000_000], "file_cell"),
        ("a\n".repeat(20_000).into_bytes(), "file_rows"),
    ] {
        let reply = upload_bytes(&centre, &bytes).expect(422);
        assert_eq!(reply.at("/errors/0/meta/rule"), json!(rule));
        let detail = reply.at("/errors/0/detail");
        assert!(!detail.as_str().unwrap().contains('{'), "{detail}");
    }
}

mod organizations {
    use super::*;

    fn upload(client: &Client, text: &str) -> Reply {
        let file = base64::engine::general_purpose::STANDARD.encode(text);
        let attributes =
            json!({ "resource": "organizations", "file_name": "organisaties.csv", "file": file });
        client.post(LIST, &document("imports", attributes))
    }

    fn count(server: &Server) -> i64 {
        server.arrange(|tx| {
            Ok(tx.query_row("select count(*) from organizations", [], |row| row.get(0))?)
        })
    }

    const TABLE: &str = "Organisatie;KvK;Website;Straat;Nr;Postcode;Plaats;Buurtinitiatief\n\
        Voedselbank;12345678;voedselbank.example;Stationsweg;12;8096 AB;Oldebroek;\n\
        Buurttuin;;;Kerkstraat;1;8096 AC;Oldebroek;ja\n";

    #[test]
    fn a_centre_takes_in_organisations_that_take_part_at_once() {
        let server = Server::start();
        let centre = server.as_center();
        let before = count(&server);
        let uploaded = upload(&centre, TABLE).expect(201);
        assert_eq!(count(&server), before, "looking changes nothing");
        let report = uploaded.at("/data/attributes/report");
        assert_eq!((&report["new"], &report["faulty"]), (&2.into(), &0.into()));
        assert_eq!(report["organizations"][0]["kvk_number"], "12345678");
        assert_eq!(report["organizations"][1]["city"], "Oldebroek");
        assert_eq!(report["people"], json!([]));
        let done = run(&centre, &uploaded.id(), json!({})).expect(200);
        assert_eq!(done.at("/data/attributes/result/added"), json!(2));
        assert_eq!(count(&server), before + 2);
        let found = centre.get("/api/v1/organizations?filter[name_eq]=Buurttuin&include=address");
        let found = found.expect(200);
        assert_eq!(found.at("/data/0/attributes/status"), "approved");
        assert_eq!(found.at("/data/0/attributes/city"), "Oldebroek");
        let letters: i64 = server
            .arrange(|tx| Ok(tx.query_row("select count(*) from outbox", [], |row| row.get(0))?));
        assert_eq!(letters, 0, "nobody is mailed");
        // Given once more, all are known.
        let again = upload(&centre, TABLE).expect(201);
        assert_eq!(again.at("/data/attributes/report/known"), json!(2));
    }

    /// A table of this many organisations.
    fn many(count: usize) -> String {
        use std::fmt::Write as _;
        let mut text = "Organisatie;KvK;Straat;Nr;Postcode;Plaats\n".to_owned();
        for number in 1..=count {
            let kvk = 20_000_000 + number;
            writeln!(
                text,
                "Vereniging {number};{kvk:08};Stationsweg;{number};8096 AB;Oldebroek"
            )
            .unwrap();
        }
        text
    }

    /// Waits until an import is done, and gives it.
    fn done(client: &Client, id: &str) -> Reply {
        for _ in 0..600 {
            let found = client.get(&format!("{LIST}/{id}")).expect(200);
            if found.at("/data/attributes/state") == "done" {
                return found;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("the import does not end");
    }

    #[test]
    fn many_organisations_are_taken_in_in_the_background_while_others_write() {
        let server = Server::start();
        let centre = server.as_center();
        let before = count(&server);
        let id = upload(&centre, &many(2_100)).expect(201).id();
        let begun = run(&centre, &id, json!({})).expect(202);
        assert_eq!(begun.at("/data/attributes/state"), "running");
        // Meanwhile others are answered, and what runs is neither run again nor mapped anew.
        let started = std::time::Instant::now();
        let joke = server.as_volunteer();
        joke.patch(
            "/api/v1/current_user",
            &json!({ "user": { "job_title": "Buurtgenoot" } }),
        )
        .expect(200);
        assert!(started.elapsed() < std::time::Duration::from_secs(5));
        let again = run(&centre, &id, json!({}));
        assert!([422, 429].contains(&again.status), "{}", again.text);
        let ended = done(&centre, &id);
        assert_eq!(ended.at("/data/attributes/result/added"), json!(2_100));
        assert_eq!(ended.at("/data/attributes/processed"), json!(2_100));
        assert_eq!(count(&server), before + 2_100);
        let found = centre.get("/api/v1/organizations?filter[name_eq]=Vereniging%202100");
        assert_eq!(
            found.expect(200).at("/data/0/attributes/status"),
            "approved"
        );
    }

    #[test]
    fn an_import_that_a_process_left_goes_on_in_the_next_one() {
        let server = Server::start();
        let centre = server.as_center();
        let before = count(&server);
        let id = upload(&centre, &many(300)).expect(201).id();
        // As a process leaves it that was killed after the first two.
        let number: i64 = id.parse().unwrap();
        let first = upload(&centre, &many(2)).expect(201).id();
        run(&centre, &first, json!({})).expect(200);
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update imports set state = 'running', maker = 'gone', processed = 2, updated_at = '2026-01-01T00:00:00Z' where id = ?1",
                [number],
            )?)
        });
        let tenant = server.app.tenants().get("demo").unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let _inside = runtime.enter();
        let count_of = runtime
            .block_on(voluntr::jobs::resume_imports(&server.app, &tenant))
            .unwrap();
        assert_eq!(count_of, 1);
        let ended = done(&centre, &id);
        assert_eq!(ended.at("/data/attributes/result/added"), json!(300));
        assert_eq!(count(&server), before + 300);
    }

    #[test]
    fn faulty_rows_hold_it_up_and_come_back_with_their_reason() {
        let server = Server::start();
        let centre = server.as_center();
        let before = count(&server);
        let text = "Naam;KvK;Postcode;Buurtinitiatief\n\
            Goed;11112222;;\n\
            Zonder nummer;;;\n\
            Kort nummer;1234;;\n\
            Zelfde nummer;11112222;;\n\
            Goed;11112222;;\n\
            Verre post;33334444;0000 ZZ;\n\
            Misschien;;;misschien\n";
        let uploaded = upload(&centre, text).expect(201);
        let report = uploaded.at("/data/attributes/report");
        assert_eq!(report["repeated"], json!(1));
        let faults: Vec<(i64, &str, &str)> = report["faults"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fault| {
                (
                    fault["line"].as_i64().unwrap(),
                    fault["column"].as_str().unwrap_or_default(),
                    fault["rule"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            faults,
            [
                (3, "KvK", "kvk_or_initiative"),
                (4, "KvK", "kvk_number"),
                (5, "KvK", "kvk_twice"),
                (7, "Postcode", "postal_code"),
                (8, "Buurtinitiatief", "choice"),
                (8, "KvK", "kvk_or_initiative"),
            ]
        );
        let id = uploaded.id();
        let refused = run(&centre, &id, json!({})).expect(422);
        assert_eq!(refused.at("/errors/0/meta/rule"), json!("faulty_rows"));
        assert_eq!(count(&server), before);
        let faulty = centre.get(&format!("{LIST}/{id}/faulty")).expect(200).text;
        assert!(faulty.contains("Zonder nummer") && !faulty.contains("Goed;11112222;;;2"));
        run(&centre, &id, json!({ "skip_faulty": true })).expect(200);
        assert_eq!(count(&server), before + 1);
    }

    #[test]
    fn columns_of_people_are_none_of_organisations_and_a_mentor_takes_in_none() {
        let server = Server::start();
        let centre = server.as_center();
        let uploaded = upload(&centre, "A;B\nTaalhuis;12345678\n").expect(201);
        let path = format!("{LIST}/{}", uploaded.id());
        let remap =
            |fields: Value| centre.patch(&path, &document("imports", json!({ "fields": fields })));
        let rule = |reply: Reply| reply.expect(422).at("/errors/0/meta/rule");
        assert_eq!(
            rule(remap(json!([null, "kvk_number"]))),
            json!("column_name")
        );
        assert_eq!(rule(remap(json!(["name", "first_name"]))), json!("choice"));
        remap(json!(["name", "kvk_number"])).expect(200);
        for (client, sees) in [
            (server.as_mentor(), 404),
            (server.as_volunteer(), 403),
            (server.as_superuser(), 403),
        ] {
            upload(&client, TABLE).expect(403);
            client.get(&path).expect(sees);
        }
        let many = "naam;kvk\n".to_owned() + &"x;1\n".repeat(10_001);
        assert_eq!(rule(upload(&centre, &many)), json!("file_rows"));
    }
}

/// A file that waits, of so many bytes, brought by the centre's manager or another.
fn waiting_file(server: &Server, email: &'static str, bytes: i64) {
    let center = server.people.center;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "insert into imports (resource, file_name, content, columns, rows, report, volunteer_center_id, created_by_id, created_at, updated_at)
             select 'users', 'mensen.csv', zeroblob(?1), '[]', 0, '{}', ?2, id, ?3, ?3 from users where email = ?4",
            (bytes, center, tx.now(), email),
        )?)
    });
}

const ONE: &str = "Naam;E-mail\nJan Bos;jan@example.org\n";

#[test]
fn a_person_has_so_many_files_waiting_and_so_much_of_the_room() {
    let server = Server::start();
    let (centre, mentor) = (server.as_center(), server.as_mentor());
    let first = upload(&centre, ONE).expect(201).id();
    for _ in 1..20 {
        upload(&centre, ONE).expect(201);
    }
    let refused = upload(&centre, ONE).expect(422);
    assert_eq!(refused.code(), "limit_reached");
    let told = refused.at("/errors/0/detail").to_string();
    assert!(
        told.contains("20 bestanden") && told.contains("week"),
        "{told}"
    );
    let english = upload(&server.as_center().with("accept-language", "en"), ONE).expect(422);
    assert!(
        english
            .at("/errors/0/detail")
            .to_string()
            .contains("20 files")
    );
    upload(&mentor, ONE).expect(201);
    // One that is imported waits no more.
    run(&centre, &first, json!({})).expect(200);
    upload(&centre, ONE).expect(201);
}

#[test]
fn the_bytes_of_files_count_for_who_brought_them_and_for_the_site() {
    let server = Server::start();
    let (centre, mentor) = (server.as_center(), server.as_mentor());
    waiting_file(&server, "marieke@example.nl", 40 * 1024 * 1024 - 10);
    let refused = upload(&centre, ONE).expect(422);
    assert_eq!(refused.code(), "limit_reached");
    assert!(refused.at("/errors/0/detail").to_string().contains("40 MB"));
    upload(&mentor, ONE).expect(201);
    // The room of the site is that of its pictures, documents and files together.
    server.arrange(|tx| {
        Ok(tx.execute(
            "insert into settings (name, value) values ('uploads_megabytes', '40')",
            [],
        )?)
    });
    let refused = upload(&mentor, ONE).expect(422);
    assert_eq!(refused.code(), "limit_reached");
    assert!(refused.at("/errors/0/title").to_string().contains("ruimte"));
}

#[test]
fn only_who_made_an_import_points_out_its_columns_and_runs_it() {
    let server = Server::start();
    let mentor_of = server.people.foreign;
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set organization_type = 'School' where id = ?1",
            [mentor_of],
        )?;
        let mentor: i64 = tx.query_row(
            "select id from users where email = 'mentor@example.nl'",
            [],
            |row| row.get(0),
        )?;
        fixtures::role_of(tx, mentor, "mentor", "school", mentor_of)?;
        Ok(())
    });
    let (mentor, admin) = (server.as_mentor(), server.as_admin());
    let file =
        "email;rol\nsem@example.org;\nbaas@example.org;admin\nchef@example.org;center_superuser\n";
    let uploaded = upload(&mentor, file).expect(201);
    assert_eq!(uploaded.at("/data/attributes/report/faulty"), 2);
    let id = uploaded.id();
    let path = format!("{LIST}/{id}");
    let before = people(&server);
    let columns = document("imports", json!({ "fields": ["email", null] }));
    for client in [&admin, &server.as_center()] {
        let seen = client.get(&path).expect(200);
        assert_eq!(seen.at("/data/attributes/report/faulty"), 2);
        let can = seen.at("/data/meta/can").to_string();
        assert!(!can.contains("update"), "{can}");
        run(client, &id, json!({ "skip_faulty": true })).expect(403);
        client.patch(&path, &columns).expect(403);
        client.get(&format!("{path}/faulty")).expect(403);
    }
    assert_eq!(people(&server), before);
    let done = run(&mentor, &id, json!({ "skip_faulty": true })).expect(200);
    assert_eq!(done.at("/data/attributes/result/added"), 1);
    let roles: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from roles r join users u on u.id = r.user_id
              where u.email in ('baas@example.org', 'chef@example.org')",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(roles, 0);
}

#[test]
fn a_report_that_is_no_longer_true_is_shown_again_before_anything_is_added() {
    let server = Server::start();
    let (centre, other) = (server.as_center(), server.as_admin());
    let uploaded = upload(&centre, "email\njan@example.org\neva@example.org\n").expect(201);
    assert_eq!(uploaded.at("/data/attributes/report/new"), 2);
    let id = uploaded.id();
    let eva = upload(&other, "email\neva@example.org\n").expect(201).id();
    run(&other, &eva, json!({})).expect(200);
    let before = people(&server);
    let changed = run(&centre, &id, json!({})).expect(412);
    assert_eq!(changed.code(), "report_changed");
    let report = changed.at("/errors/0/meta/report");
    assert_eq!((&report["new"], &report["known"]), (&1.into(), &1.into()));
    assert_eq!(people(&server), before, "nobody is added");
    let seen = centre.get(&format!("{LIST}/{id}")).expect(200);
    assert_eq!(seen.at("/data/attributes/report"), report);
    assert_eq!(seen.at("/data/attributes/state"), "uploaded");
    // What is shown now is true.
    let done = run(&centre, &id, json!({})).expect(200);
    assert_eq!(done.at("/data/attributes/result/added"), 1);
    assert_eq!(people(&server), before + 1);
}

#[test]
fn a_right_that_was_lost_since_is_not_used() {
    let server = Server::start();
    let admin = server.as_admin();
    let file = "email;rol\nlid@example.org;\nchef@example.org;center_superuser\n";
    let uploaded = upload(&admin, file).expect(201);
    assert_eq!(uploaded.at("/data/attributes/report/new"), 2);
    let id = uploaded.id();
    let center = server.people.center;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update roles set name = 'center_superuser', scope_type = 'volunteer_center', scope_id = ?1 where name = 'admin'",
            [center],
        )?)
    });
    let before = people(&server);
    let changed = run(&admin, &id, json!({ "skip_faulty": true })).expect(412);
    let report = changed.at("/errors/0/meta/report");
    assert_eq!((&report["new"], &report["faulty"]), (&1.into(), &1.into()));
    assert_eq!(report["faults"][0]["rule"], "role_not_yours");
    assert_eq!(people(&server), before);
    let done = run(&admin, &id, json!({ "skip_faulty": true })).expect(200);
    assert_eq!(done.at("/data/attributes/result/added"), 1);
}

#[test]
fn an_address_in_another_spelling_is_the_same_account() {
    let server = Server::start();
    let centre = server.as_center();
    let before = people(&server);
    let uploaded = upload(
        &centre,
        "Naam;E-mail\nJoke;joke@exam\u{200b}ple.nl\nJoke;joke@\u{ff45}xample.nl\nEls;els@caf\u{e9}.example\nEls;els@xn--caf-dma.example\n",
    )
    .expect(201);
    let report = uploaded.at("/data/attributes/report");
    assert_eq!(report["faulty"], 0, "{}", uploaded.text);
    run(&centre, &uploaded.id(), json!({})).expect(200);
    assert_eq!(people(&server), before + 1, "one person is new");
    let stored: String = server.arrange(|tx| {
        Ok(tx.query_row(
            "select email from users where email like 'els@%'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(stored, "els@xn--caf-dma.example");
    // Typed either way it is the address that somebody signs in with.
    let mut joke = server.as_nobody();
    joke.sign_in("joke@ex\u{ad}ample.nl", crate::support::fixtures::PASSWORD);
}
