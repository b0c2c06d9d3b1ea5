//! Rows 73 to 79 of the matrix of rights: page managers draft, and publish what is assigned to them; news is not theirs.

use serde_json::json;

use super::{blocks, online, page, publish, save};
use crate::support::fixtures;
use crate::support::server::{Server, document};

fn id_of(server: &Server, email: &'static str) -> String {
    let id: i64 = server.arrange(move |tx| {
        Ok(
            tx.query_row("select id from users where email = ?1", [email], |row| {
                row.get(0)
            })?,
        )
    });
    id.to_string()
}

#[test]
fn a_page_manager_drafts_and_publishes_only_what_is_assigned() {
    let server = Server::start();
    let (piet, cora) = (server.as_page_manager(), server.as_content_manager());
    let id = page(&piet, "Van Piet");
    save(&piet, &id, &blocks("Concept")).expect(200);
    piet.get(&format!("/api/v1/pages/{id}/checks")).expect(200);
    publish(&piet, &id).expect(403);
    for (method, what) in [("PUT", "unpublish"), ("PUT", "schedule")] {
        piet.send(
            method,
            &format!("/api/v1/pages/{id}/{what}"),
            Some(&json!({})),
        )
        .expect(403);
    }
    piet.delete(&format!("/api/v1/pages/{id}")).expect(403);
    let slug = document("pages", json!({ "slug": "ander-adres" }));
    piet.patch(&format!("/api/v1/pages/{id}"), &slug)
        .expect(403);
    let assigned = format!("/api/v1/pages/{id}/assigned_to");
    let him = json!({ "user_ids": [id_of(&server, "pages@example.nl")] });
    piet.put(&assigned, &him).expect(403);
    cora.put(
        &assigned,
        &json!({ "user_ids": [id_of(&server, "joke@example.nl")] }),
    )
    .expect(422);
    let managers = format!("/api/v1/pages/{id}/managers");
    piet.get(&managers).expect(403);
    let offered = cora.get(&managers).expect(200);
    assert_eq!(offered.ids(), [id_of(&server, "pages@example.nl")]);
    let shown = cora.put(&assigned, &him).expect(200);
    assert_eq!(
        shown.at("/data/attributes/manager_names"),
        json!([offered.at("/data/0/name")])
    );
    assert_eq!(
        shown.at("/data/attributes/assigned_to"),
        json!([id_of(&server, "pages@example.nl")])
    );
    publish(&piet, &id).expect(200);
    let other = page(&cora, "Van Cora");
    save(&piet, &other, &blocks("Ook concept")).expect(200);
    publish(&piet, &other).expect(403);
    // Who is no page manager of the centre any more publishes nothing, whatever is assigned.
    server.arrange(|tx| {
        tx.execute(
            "delete from roles where name = 'page_manager' and scope_type = 'volunteer_center'",
            [],
        )?;
        Ok(())
    });
    publish(&piet, &id).expect(404);
    save(&piet, &id, &blocks("Nee")).expect(403);
}

#[test]
fn news_is_for_content_managers() {
    let server = Server::start();
    let (piet, cora) = (server.as_page_manager(), server.as_content_manager());
    let news = |title: &str| document("pages", json!({ "title": title, "page_type": "news" }));
    piet.post("/api/v1/pages", &news("Nee")).expect(403);
    let id = cora
        .post("/api/v1/pages", &news("Nieuws van Cora"))
        .expect(201)
        .id();
    save(&cora, &id, &blocks("Bericht")).expect(200);
    publish(&cora, &id).expect(200);
    piet.get(&format!("/api/v1/pages/{id}")).expect(404);
    save(&piet, &id, &blocks("Nee")).expect(404);
    let own = page(&piet, "Gewoon");
    let to_news = document("pages", json!({ "page_type": "news" }));
    piet.patch(&format!("/api/v1/pages/{own}"), &to_news)
        .expect(403);
    assert!(
        server
            .as_nobody()
            .get("/nieuws")
            .expect(200)
            .text
            .contains("Nieuws van Cora")
    );
    // Assigned news is news all the same.
    cora.put(
        &format!("/api/v1/pages/{id}/assigned_to"),
        &json!({ "user_ids": [id_of(&server, "pages@example.nl")] }),
    )
    .expect(200);
    publish(&piet, &id).expect(404);
}

#[test]
fn nobody_else_comes_near_a_draft() {
    let server = Server::start();
    let id = page(&server.as_center(), "Geheim");
    let paths = [
        format!("/api/v1/pages/{id}"),
        format!("/api/v1/pages/{id}/content_blocks"),
        format!("/api/v1/pages/{id}/versions"),
        format!("/api/v1/pages/{id}/versions/1"),
        format!("/api/v1/pages/{id}/checks"),
        "/api/v1/content_block_types".to_owned(),
    ];
    for path in &paths {
        server.as_nobody().get(path).expect(401);
        for client in [
            server.as_volunteer(),
            server.as_student(),
            server.as_mentor(),
            server.as_superuser(),
        ] {
            client.get(path).expect(403);
        }
    }
    for client in [server.as_volunteer(), server.as_superuser()] {
        save(&client, &id, &blocks("Nee")).expect(403);
        publish(&client, &id).expect(403);
    }
}

#[test]
fn a_centre_has_its_own_pages_and_so_has_a_tenant() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = online(&marieke, "Van hier", "Hier");
    let other_center = server.people.other_center;
    let there = server
        .as_nobody()
        .with("volunteer-center-id", &other_center.to_string());
    there.get("/van-hier").expect(404);
    assert!(
        there
            .get("/api/v1/published_pages")
            .expect(200)
            .ids()
            .is_empty()
    );
    // A content manager of the other centre.
    server.arrange(move |tx| {
        let hash = voluntr::app::auth::password_hash::hash(fixtures::PASSWORD)?;
        let eva = fixtures::user(tx, "eva@example.nl", "Eva Elders", other_center, &hash)?;
        fixtures::role_of(tx, eva, "content_manager", "volunteer_center", other_center)
    });
    let mut eva = there.clone();
    eva.sign_in("eva@example.nl", fixtures::PASSWORD);
    eva.get(&format!("/api/v1/pages/{id}")).expect(404);
    save(&eva, &id, &blocks("Nee")).expect(404);
    eva.get(&format!("/api/v1/pages/{id}/managers")).expect(404);
    let own = page(&eva, "Van daar");
    let managers = eva
        .get(&format!("/api/v1/pages/{own}/managers"))
        .expect(200);
    assert!(managers.ids().is_empty(), "those of the other centre");
    let block = json!({ "block_type": "CallToAction", "content": { "title": "Ga", "link": { "page_id": id, "label": "Hier" } } });
    let refused = save(&eva, &own, &json!({ "blocks": [block] })).expect(422);
    assert_eq!(refused.pointer(), "/blocks/0/content/link/page_id");
    // The same address at both centres.
    let twin = eva
        .post(
            "/api/v1/pages",
            &document("pages", json!({ "title": "Van hier", "slug": "van-hier" })),
        )
        .expect(201)
        .id();
    save(&eva, &twin, &blocks("Daar")).expect(200);
    publish(&eva, &twin).expect(200);
    assert!(there.get("/van-hier").expect(200).text.contains("Daar"));
    assert!(
        server
            .as_nobody()
            .get("/van-hier")
            .expect(200)
            .text
            .contains("Hier")
    );

    server.found_one_more("elders", &["elders.example"]);
    let abroad = server.as_nobody().with("host", "elders.example");
    abroad.get("/van-hier").expect(404);
    assert!(
        !abroad
            .get("/api/v1/published_pages")
            .expect(200)
            .text
            .contains("Van hier")
    );
}

#[test]
fn blocks_are_not_shown_to_who_lost_the_right_before_the_last_byte() {
    use std::io::Write as _;
    use std::time::Duration;

    let server = Server::start();
    let editor = server.as_content_manager();
    let page = document("pages", json!({ "title": "Over ons" }));
    let id = editor.post("/api/v1/pages", &page).expect(201).id();
    let body =
        json!({ "blocks": [{ "block_type": "SectionTitle", "content": { "title": "Welkom" } }] })
            .to_string();
    let headers: Vec<String> = editor
        .headers()
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    let headers = headers.concat();
    let mut stream = std::net::TcpStream::connect(server.address).unwrap();
    let head = format!(
        "POST /api/v1/pages/{id}/render HTTP/1.1\r\nhost: 127.0.0.1\r\n{headers}content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let (first, last) = body.split_at(body.len() - 1);
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(first.as_bytes()).unwrap();
    // Long enough to have been let in, and less than roles are believed for a read without a body.
    std::thread::sleep(Duration::from_millis(300));
    server.arrange(|tx| Ok(tx.execute("delete from roles where name = 'content_manager'", [])?));
    stream.write_all(last.as_bytes()).unwrap();
    let reply = crate::platform::server_limits::read_all(&mut stream);
    assert!(reply.starts_with("HTTP/1.1 403"), "{reply}");
    assert!(!reply.contains("Welkom"), "{reply}");
}
