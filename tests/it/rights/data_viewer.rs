//! The data viewer: who may look, what stays masked, what a reason opens and for how long, and what is recorded of it.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::resources::data_viewer::tables::TABLES;

use crate::support::server::{Client, Server};

const PATH: &str = "/api/v1/admin/data_viewer";
const EMAIL: &str = "quirina.zwaluwstaart@spoor.example";

/// Says of every session of admins that a second factor was proved just now.
fn prove(server: &Server) {
    server.arrange(|tx| {
        tx.execute(
            "insert into second_factors (user_id, kind, secret, created_at, confirmed_at)
             select u.id, 'totp', x'01', ?1, ?1 from users u
              where u.email = 'admin@example.nl' and not exists (select 1 from second_factors f where f.user_id = u.id)",
            [tx.now()],
        )?;
        tx.execute(
            "update sessions set second_factor_at = ?1 where user_id = (select id from users where email = 'admin@example.nl')",
            [tx.now()],
        )?;
        Ok(())
    });
}

fn viewer(server: &Server) -> Client {
    let admin = server.as_admin();
    prove(server);
    admin
}

/// Somebody with an application, in words that stand nowhere else.
fn quirina(server: &Server) -> (i64, i64) {
    server.arrange(|tx| {
        tx.execute(
            "insert into users (email, first_name, last_name, phone_number, birth_date, status, volunteer_center_id, created_at, updated_at)
             values (?1, 'Quirina', 'Zwaluwstaart', '+31699112233', '1971-03-29', 'active', 1, ?2, ?2)",
            (EMAIL, tx.now()),
        )?;
        let user = tx.last_insert_rowid();
        tx.execute(
            "insert into vacancies (id, title, status, organization_id, volunteer_center_id, contact_phone_visible, created_at, updated_at)
             select 500, 'Taalmaatje', 'published', min(id), 1, 0, ?1, ?1 from organizations",
            [tx.now()],
        )?;
        tx.execute(
            "insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, first_name, last_name, email, phone_number, message, answers, stage, created_at, updated_at)
             select 500, organization_id, 1, ?1, 'Quirina', 'Zwaluwstaart', ?2, '+31699112233', 'BERICHT-ananasboot', '[\"ANTWOORD-pinguintoren\"]', 'new', ?3, ?3 from vacancies where id = 500",
            (user, EMAIL, tx.now()),
        )?;
        Ok((user, tx.last_insert_rowid()))
    })
}

fn reason(table: &str, row_ids: Option<Vec<i64>>) -> Value {
    json!({ "table": table, "row_ids": row_ids, "reason": "help", "explanation": "Belt omdat er geen mail aankomt." })
}

fn rows(answer: &Value) -> Vec<Value> {
    answer["data"]["attributes"]["rows"]
        .as_array()
        .cloned()
        .unwrap_or_default()
}

#[test]
fn only_an_admin_who_just_proved_a_second_factor_looks() {
    let server = Server::start();
    let form = reason("users", None);
    let disclosures = format!("{PATH}/disclosures");
    for (who, client, status) in [
        ("nobody", server.as_nobody(), 401),
        ("volunteer", server.as_volunteer(), 403),
        ("student", server.as_student(), 403),
        ("mentor", server.as_mentor(), 403),
        ("superuser", server.as_superuser(), 403),
        ("page manager", server.as_page_manager(), 403),
        ("content manager", server.as_content_manager(), 403),
        ("center", server.as_center(), 403),
    ] {
        for path in [
            PATH.to_owned(),
            format!("{PATH}/users"),
            format!("{PATH}/users/1"),
        ] {
            assert_eq!(client.get(&path).status, status, "{who} {path}");
        }
        assert_eq!(client.post(&disclosures, &form).status, status, "{who}");
    }
    let admin = server.as_admin();
    for path in [
        PATH.to_owned(),
        format!("{PATH}/users"),
        format!("{PATH}/users/1"),
        format!("{PATH}/users?format=csv"),
    ] {
        assert_eq!(
            admin.get(&path).expect(403).code(),
            "second_factor_needed",
            "{path}"
        );
    }
    assert_eq!(
        admin.post(&disclosures, &form).expect(403).code(),
        "second_factor_needed"
    );
    prove(&server);
    admin.get(PATH).expect(200);
    admin.get(&format!("{PATH}/users/1")).expect(200);
    server.clock.advance(SignedDuration::from_mins(16));
    assert_eq!(admin.get(PATH).expect(403).code(), "second_factor_needed");
}

#[test]
fn no_answer_holds_what_is_masked_and_it_is_no_filter_or_order() {
    let server = Server::start();
    let (user, _) = quirina(&server);
    let admin = viewer(&server);
    let tables = admin.get(PATH).expect(200).json();
    let named = tables["data"]["attributes"]["tables"].as_array().unwrap();
    assert_eq!(named.len(), TABLES.len());
    let marks = [
        "Quirina",
        "Zwaluwstaart",
        "quirina.",
        "99112233",
        "1971-03-29",
        "ananasboot",
        "pinguintoren",
    ];
    for facts in TABLES {
        let answer = admin
            .get(&format!("{PATH}/{}?page[size]=50", facts.table))
            .expect(200);
        let (status, _, file) = admin.download(&format!("{PATH}/{}?format=csv", facts.table));
        assert_eq!(status, 200, "{}", facts.table);
        let file = String::from_utf8_lossy(&file).into_owned();
        for mark in marks {
            assert!(
                !answer.text.contains(mark) && !file.contains(mark),
                "{} {mark}",
                facts.table
            );
        }
        for column in facts.closed.iter().chain(facts.personal) {
            let values = rows(&answer.json());
            assert!(
                values
                    .iter()
                    .all(|row| row["values"].get(*column).is_none()),
                "{}.{column}",
                facts.table
            );
            for asked in [
                format!("filter[{column}]=a"),
                format!("filter[{column}_null]=true"),
                format!("sort={column}"),
            ] {
                let refused = admin.get(&format!("{PATH}/{}?{asked}", facts.table));
                assert_eq!(refused.status, 400, "{} {asked}", facts.table);
            }
        }
    }
    let one = admin.get(&format!("{PATH}/users/{user}")).expect(200);
    assert!(
        marks.iter().all(|mark| !one.text.contains(mark)),
        "{}",
        one.text
    );
    let masked = one.at("/data/attributes/row/masked");
    assert!(masked.as_array().unwrap().contains(&json!("first_name")));
    for asked in [
        "filter[geen]=1",
        "sort=geen",
        "q=1",
        "filter[status)--]=1",
        "page[after]=x",
        "page[size]=51",
        "format=xlsx",
    ] {
        assert_eq!(
            admin.get(&format!("{PATH}/users?{asked}")).status,
            400,
            "{asked}"
        );
    }
    for missing in [
        "users_search",
        "sqlite_schema",
        "geen",
        "users/0",
        "users/x",
    ] {
        assert_eq!(
            admin.get(&format!("{PATH}/{missing}")).status,
            404,
            "{missing}"
        );
    }
}

#[test]
fn a_reason_opens_personal_data_for_fifteen_minutes_and_the_person_reads_it() {
    let server = Server::start();
    let (user, application) = quirina(&server);
    let admin = viewer(&server);
    let path = format!("{PATH}/applications/{application}");
    let disclosures = format!("{PATH}/disclosures");
    for (wrong, field) in [
        (
            json!({ "table": "applications", "reason": "help", "explanation": "kort" }),
            "explanation",
        ),
        (
            json!({ "table": "applications", "reason": "zomaar", "explanation": "Belt omdat er geen mail aankomt." }),
            "reason",
        ),
        (
            json!({ "table": "favorites", "reason": "help", "explanation": "Belt omdat er geen mail aankomt." }),
            "table",
        ),
    ] {
        let refused = admin.post(&disclosures, &wrong).expect(422);
        assert!(refused.pointer().ends_with(field), "{}", refused.text);
    }
    admin
        .post(
            &disclosures,
            &reason("applications", Some(vec![application])),
        )
        .expect(201);
    let open = admin.get(&path).expect(200);
    let values = open.at("/data/attributes/row/values");
    assert_eq!(values["first_name"], "Quirina");
    assert_eq!(values["email"], EMAIL);
    assert_eq!(open.at("/data/attributes/row/is_disclosed"), true);
    // Messages stay closed, and so do other rows and other sessions.
    assert!(!open.text.contains("ananasboot"));
    let person = admin.get(&format!("{PATH}/users/{user}")).expect(200);
    assert!(!person.text.contains("Quirina"));
    let elsewhere = viewer(&server);
    assert!(!elsewhere.get(&path).expect(200).text.contains("Quirina"));
    // A file is masked whatever is open.
    let (_, _, file) = admin.download(&format!("{PATH}/applications?format=csv"));
    assert!(!String::from_utf8_lossy(&file).contains("Quirina"));
    // The person is named in the log, with the reason, each time.
    let seen: Vec<(String, Option<i64>, String)> = server.arrange(|tx| {
        let mut statement = tx.prepare("select subject_type, subject_id, data from audit_events where action = 'read_disclosed' order by id")?;
        let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    });
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!((seen[0].0.as_str(), seen[0].1), ("users", Some(user)));
    assert!(seen[0].2.contains("help") && !seen[0].2.contains("Belt"));
    // Rows of a whole table can be looked for by what is personal.
    admin.post(&disclosures, &reason("users", None)).expect(201);
    let found = admin
        .get(&format!("{PATH}/users?filter[email]={EMAIL}"))
        .expect(200);
    assert_eq!(rows(&found.json()).len(), 1);
    assert_eq!(
        rows(&found.json())[0]["values"]["last_name"],
        "Zwaluwstaart"
    );
    server.clock.advance(SignedDuration::from_mins(14));
    assert!(admin.get(&path).expect(200).text.contains("Quirina"));
    server.clock.advance(SignedDuration::from_mins(2));
    prove(&server);
    assert!(!admin.get(&path).expect(200).text.contains("Quirina"));
    assert_eq!(
        admin
            .get(&format!("{PATH}/users?filter[email]={EMAIL}"))
            .status,
        400
    );
}

#[test]
fn the_person_reads_in_their_own_log_that_they_were_seen() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let admin = viewer(&server);
    let id: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select id from users where email = 'joke@example.nl'",
            [],
            |row| row.get(0),
        )?)
    });
    admin
        .post(
            &format!("{PATH}/disclosures"),
            &reason("users", Some(vec![id])),
        )
        .expect(201);
    assert!(
        admin
            .get(&format!("{PATH}/users/{id}"))
            .expect(200)
            .text
            .contains("joke@example.nl")
    );
    let log = joke
        .get("/api/v1/audit_events?filter[about_me_eq]=true&filter[action_eq]=read_disclosed")
        .expect(200);
    assert_eq!(log.ids().len(), 1);
    assert_eq!(log.at("/data/0/attributes/is_reading"), true);
    assert_eq!(log.at("/data/0/attributes/data/reason"), "help");
}

#[test]
fn pages_follow_each_other_by_key_while_rows_come_and_go() {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute(
            "with recursive n (x) as (select 1 union all select x + 1 from n where x < 1200)
             insert into search_words (word, letters, is_place) select 'w' || x, 4, 0 from n",
            [],
        )?;
        tx.execute(
            "with recursive n (x) as (select 1 union all select x + 1 from n where x < 230)
             insert into mail_bounces (email, count, bounced_at, last_error) select 'weg' || x || '@example.org', 1, ?1, '550' from n",
            [tx.now()],
        )?;
        Ok(())
    });
    let admin = viewer(&server);
    let walk = |table: &str, sort: &str| {
        let (mut ids, mut count, mut after) = (Vec::new(), 0, String::new());
        loop {
            let answer = admin
                .get(&format!("{PATH}/{table}?page[size]=50{sort}{after}"))
                .expect(200)
                .json();
            count += rows(&answer).len();
            ids.extend(
                rows(&answer)
                    .iter()
                    .filter_map(|row| row["id"].as_str().map(str::to_owned)),
            );
            assert!(!answer.to_string().contains("@example.org"));
            match answer["data"]["attributes"]["after"].as_str() {
                None => return (ids, count),
                Some(next) => {
                    after = format!(
                        "&page[after]={}",
                        next.replace('"', "%22")
                            .replace('[', "%5B")
                            .replace(']', "%5D")
                    );
                }
            }
        }
    };
    let total: i64 = server.arrange(|tx| {
        let sql = "select count(*) from search_words";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    let total = usize::try_from(total).unwrap();
    for sort in ["", "&sort=id", "&sort=-is_place"] {
        let (mut ids, count) = walk("search_words", sort);
        assert_eq!((ids.len(), count), (total, total), "{sort}");
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), total, "{sort}");
    }
    // Without a key that may be shown the place of a page is a number.
    assert_eq!(walk("mail_bounces", "").1, 230);
}

#[test]
fn references_lead_both_ways() {
    let server = Server::start();
    let (user, application) = quirina(&server);
    let admin = viewer(&server);
    let one = admin
        .get(&format!("{PATH}/applications/{application}"))
        .expect(200);
    let links = one.at("/data/attributes/row/links");
    assert_eq!(
        links["vacancy_id"],
        json!({ "table": "vacancies", "id": "500", "label": "Taalmaatje" })
    );
    assert_eq!(
        links["user_id"],
        json!({ "table": "users", "id": user.to_string(), "label": null })
    );
    let person = admin.get(&format!("{PATH}/users/{user}")).expect(200);
    let named = person.at("/data/attributes/referred_by");
    let back = named
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["table"] == "applications" && one["column"] == "user_id");
    let back = back.expect("the application refers to its applicant");
    assert_eq!(
        (&back["count"], &back["filter"]),
        (&json!(1), &json!({ "user_id": user.to_string() }))
    );
    let list = admin
        .get(&format!("{PATH}/applications?filter[user_id]={user}"))
        .expect(200)
        .json();
    assert_eq!(rows(&list).len(), 1);
}

#[test]
fn a_household_and_who_asks_for_help_are_not_named() {
    let server = Server::start();
    let (user, _) = quirina(&server);
    server.arrange(move |tx| {
        tx.execute(
            "update vacancies set asker_id = ?1, title = 'Hulp voor Zwaluwstaart' where id = 500",
            [user],
        )?;
        Ok(())
    });
    let admin = viewer(&server);
    let one = admin.get(&format!("{PATH}/vacancies/500")).expect(200);
    assert!(!one.text.contains("Zwaluwstaart"));
    assert!(
        one.at("/data/attributes/row/masked")
            .as_array()
            .unwrap()
            .contains(&json!("title"))
    );
    for filter in [
        "filter[title]=Hulp%20voor%20Zwaluwstaart",
        "filter[title_not_eq]=x",
        "filter[title_null]=false",
    ] {
        let found = admin
            .get(&format!("{PATH}/vacancies?{filter}&filter[id]=500"))
            .expect(200)
            .json();
        assert!(rows(&found).is_empty(), "{filter}");
    }
    let list = admin.get(&format!("{PATH}/applications")).expect(200);
    assert!(!list.text.contains("Hulp voor"));
}

#[test]
fn one_tenant_sees_nothing_of_another() {
    let server = Server::start();
    server.found_one_more("ander", &["ander.localhost"]);
    quirina(&server);
    let admin = viewer(&server);
    admin.get(&format!("{PATH}/users")).expect(200);
    let there = admin.clone().with("host", "ander.localhost");
    assert_eq!(there.get(&format!("{PATH}/users")).status, 401);
}
