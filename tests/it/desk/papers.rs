//! Letters, cards and posters as files; what stands on them is looked at by eye.

use super::*;

fn pdf(client: &Client, path: &str) -> Vec<u8> {
    let (status, headers, bytes) = client.download(path);
    assert_eq!(status, 200, "{path}");
    assert_eq!(headers["content-type"], "application/pdf");
    assert!(bytes.starts_with(b"%PDF-1."), "{path}");
    assert!(bytes.len() < 300_000, "{path}: {}", bytes.len());
    bytes
}

#[test]
fn a_card_is_made_once_found_by_its_code_and_replaced() {
    let server = Server::start();
    let center = server.as_center();
    let riet = register(&center, json!({})).expect(201).id();
    let path = format!("/api/v1/users/{riet}/desk");
    assert_eq!(center.download(&format!("{path}/card.pdf")).0, 404);
    let code = |reply: &Reply| {
        reply
            .at("/data/attributes/code")
            .as_str()
            .unwrap()
            .to_owned()
    };
    let first = code(&center.post(&format!("{path}/card"), &json!({})).expect(200));
    pdf(&center, &format!("{path}/card.pdf"));
    let by_code = |code: &str| {
        let found = find(&center, json!({ "code": code })).expect(200);
        found.ids()
    };
    assert_eq!(by_code(&first), [riet.clone()]);
    assert_eq!(
        by_code(&format!(
            "https://demo.localhost/kaart/{}",
            first.replace('-', "")
        )),
        [riet.clone()]
    );
    assert_eq!(
        center
            .get(&path)
            .expect(200)
            .at("/data/attributes/has_card"),
        json!(true)
    );
    // Lost: the old card opens nothing any more.
    let second = code(&center.post(&format!("{path}/card"), &json!({})).expect(200));
    assert_ne!(first, second);
    assert!(by_code(&first).is_empty());
    assert_eq!(by_code(&second), [riet]);
    // The page of its address is the same whether there is such a card or not.
    let nobody = server.as_nobody();
    let page = |code: &str| {
        let text = nobody.get(&format!("/kaart/{code}")).expect(200).text;
        text.replace(code, "CODE")
    };
    assert_eq!(page(&second.replace('-', "")), page("7K4M92QX"));
    assert!(!page(&second.replace('-', "")).contains("Riet"));
}

#[test]
fn a_letter_says_what_was_arranged() {
    let server = Server::start();
    let center = server.as_center();
    let riet = register(&center, json!({})).expect(201).id();
    let path = format!("/api/v1/users/{riet}/desk/letter.pdf");
    let empty = pdf(&center, &path);
    let vacancy = published(&server.as_superuser(), server.people.own, "Taalmaatje");
    center
        .post(
            &format!("/api/v1/vacancies/{vacancy}/applications/walk_in"),
            &json!({ "user_id": riet, "consent": true }),
        )
        .expect(201);
    let coffee = made(&server, 48, json!({}));
    center
        .post(
            &format!("/api/v1/activities/{}/registrations", coffee.id),
            &json!({ "occurrence_id": coffee.dates[0], "user_id": riet }),
        )
        .expect(201);
    let full = pdf(&center, &path);
    assert_ne!(full, empty);
    pdf(&center, &format!("{path}?locale=en"));
    let log = server
        .as_admin()
        .get("/api/v1/audit_events?filter[action_eq]=desk_print")
        .expect(200);
    assert_eq!(log.ids().len(), 3, "{}", log.text);
}

#[test]
fn posters_are_of_what_visitors_see() {
    let server = Server::start();
    let samira = server.as_superuser();
    let nobody = server.as_nobody();
    let vacancy = published(&samira, server.people.own, "Taalmaatje");
    let coffee = made(&server, 48, json!({}));
    for path in [
        format!("/posters/vacancies/{vacancy}.pdf"),
        format!("/en/posters/vacancies/{vacancy}.pdf"),
        format!("/posters/activities/{}.pdf", coffee.id),
        format!("/en/posters/activities/{}.pdf", coffee.id),
    ] {
        pdf(&nobody, &path);
    }
    let draft = samira
        .post(
            "/api/v1/vacancies",
            &document("vacancies", json!({ "title": "Nog niet klaar", "organization_id": server.people.own.to_string() })),
        )
        .expect(201)
        .id();
    for path in [
        format!("/posters/vacancies/{draft}.pdf"),
        "/posters/vacancies/999999.pdf".to_owned(),
        "/posters/users/1.pdf".to_owned(),
        format!("/posters/vacancies/{vacancy}"),
        "/posters/vacancies/..%2f1.pdf".to_owned(),
    ] {
        assert_eq!(nobody.download(&path).0, 404, "{path}");
    }
}
