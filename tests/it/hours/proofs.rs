//! Papers of what somebody did: what they say, who makes them, and what their code answers.

use super::*;

const PROOFS: &str = "/api/v1/proofs";

/// Joke has two confirmed entries and one that waits.
fn helped(server: &Server) -> Client {
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let application = helping(server, &joke);
    let own = server.people.own.to_string();
    let coffee = json!({ "organization_id": own, "description": "Koffie schenken", "day": "2026-11-05", "hours": 2.25 });
    let work = json!({ "application_id": application, "day": "2026-11-12", "hours": 1.5 });
    for more in [coffee, work] {
        let id = log(&joke, more).expect(201).id();
        step(&samira, &id, "confirm", None).expect(200);
    }
    log(&joke, json!({ "application_id": application })).expect(201);
    joke
}

fn make(client: &Client, more: Value) -> Reply {
    let mut said = json!({ "kind": "volunteering" });
    if let (Some(said), Value::Object(more)) = (said.as_object_mut(), more) {
        said.extend(more);
    }
    client.post(PROOFS, &document("proof_forms", said))
}

fn page(server: &Server, path: &str) -> String {
    server.as_nobody().get(path).expect(200).text
}

#[test]
fn a_proof_says_what_was_confirmed_and_its_code_says_the_same() {
    let server = Server::start();
    let joke = helped(&server);
    let preview = joke
        .post(
            &format!("{PROOFS}/preview"),
            &document("proof_forms", json!({ "kind": "volunteering" })),
        )
        .expect(200);
    assert_eq!(
        (
            preview.at("/meta/total_hours"),
            preview.at("/meta/from"),
            preview.at("/meta/to")
        ),
        (json!(3.75), json!("2026-11-05"), json!("2026-11-12"))
    );
    let made = make(
        &joke,
        json!({ "tasks": "Ik schonk koffie <b>en</b> luisterde." }),
    )
    .expect(201);
    let code = made
        .at("/data/attributes/code")
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        (
            made.at("/data/attributes/lines/0/work"),
            made.at("/data/attributes/lines/0/hours"),
            made.at("/data/attributes/lines/0/confirmed_by")
        ),
        (
            json!("Koffie schenken"),
            json!(2.25),
            json!(["Samira Haddou"])
        )
    );
    // As somebody types it.
    let typed = format!("{}%20-%20{}", code[..4].to_lowercase(), &code[4..]);
    let real = page(&server, &format!("/controle?code={typed}"));
    for words in [
        "Ja, dit bewijs is echt",
        "Joke Vermeer",
        "5 november 2026 tot en met 12 november 2026",
        "3,75 uur",
        "Koffie schenken, Taalhuis Lindewaard",
        "&lt;b&gt;en&lt;",
    ] {
        assert!(real.contains(words), "{words}");
    }
    for secret in ["joke@example.nl", "+31612345678"] {
        assert!(!real.contains(secret), "{secret}");
    }
    assert!(page(&server, &format!("/en/controle/{code}")).contains("Yes, this paper is real"));
    assert!(page(&server, "/controle").contains("Is dit bewijs echt?"));
    assert!(page(&server, "/controle/7K4M92QX").contains("Deze code kennen we niet"));
    // What is confirmed later is not on a paper of before.
    let id = made.id();
    let (status, headers, bytes) = joke.download(&format!("{PROOFS}/{id}/pdf"));
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "application/pdf");
    assert!(
        headers["content-disposition"]
            .to_str()
            .unwrap()
            .contains(&code)
    );
    assert!(
        bytes.starts_with(b"%PDF-1.") && bytes.len() < 200_000,
        "{}",
        bytes.len()
    );
    let same = format!(
        "/api/v1/users/{}/proof_of_volunteering.pdf",
        server.people.volunteer
    );
    assert_eq!(joke.download(&same).2, bytes);
    for stranger in [server.as_superuser(), server.as_center(), server.as_admin()] {
        assert_eq!(stranger.get(&format!("{PROOFS}/{id}")).status, 404);
        assert_eq!(stranger.download(&format!("{PROOFS}/{id}/pdf")).0, 404);
        assert_eq!(stranger.download(&same).0, 404);
        assert_eq!(
            stranger
                .put(&format!("{PROOFS}/{id}/withdraw"), &json!({}))
                .status,
            404
        );
    }
    joke.put(&format!("{PROOFS}/{id}/withdraw"), &json!({}))
        .expect(200);
    let withdrawn = page(&server, &format!("/controle/{code}"));
    assert!(
        withdrawn.contains("Dit bewijs is ingetrokken") && withdrawn.contains("21 november 2026")
    );
    assert!(!withdrawn.contains("Joke"));
    assert_eq!(joke.download(&same).0, 404);
}

#[test]
fn a_paper_of_nothing_is_not_made_and_erasure_withdraws() {
    let server = Server::start();
    let joke = helped(&server);
    let none = make(&joke, json!({ "from": "2026-01-01", "to": "2026-01-31" })).expect(422);
    assert_eq!(none.at("/errors/0/meta/rule"), "no_confirmed_hours");
    make(&joke, json!({ "kind": "certificate" })).expect(422);
    make(&joke, json!({ "from": "gisteren!!" })).expect(422);
    let overview = make(&joke, json!({ "kind": "overview", "locale": "en" })).expect(201);
    assert_eq!(overview.at("/data/attributes/total_hours"), 3.75);
    let (status, _, bytes) = joke.download(&format!("{PROOFS}/{}/pdf", overview.id()));
    assert_eq!((status, &bytes[..5]), (200, &b"%PDF-"[..]));
    let code = overview
        .at("/data/attributes/code")
        .as_str()
        .unwrap()
        .to_owned();
    let person = server.people.volunteer;
    let body = json!({ "ids": [person.to_string()], "event": "archive" });
    server
        .as_center()
        .patch("/api/v1/users/bulk", &body)
        .expect(200);
    server.clock.advance(SignedDuration::from_hours(24 * 40));
    crate::data::retention::run(&server.app);
    let text = page(&server, &format!("/controle/{code}"));
    assert!(text.contains("Dit bewijs is ingetrokken") && !text.contains("Joke"));
    let left: String =
        server.arrange(|tx| Ok(tx.query_row("select content from proofs", [], |row| row.get(0))?));
    assert_eq!(left, "{}");
}

#[test]
fn guessing_codes_is_bounded() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let statuses: Vec<u16> = (0..62)
        .map(|index| nobody.get(&format!("/controle/7K4M92{index:02}")).status)
        .collect();
    assert_eq!((statuses[0], statuses[61]), (200, 429));
}
