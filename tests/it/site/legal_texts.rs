//! Legal texts: editions that stay, filled in with the centre's data, and which one somebody agreed to.

use serde_json::{Value, json};

use crate::support::server::{Client, Reply, Server, document};

const PATH: &str = "/api/v1/legal_texts";

fn text(about: &str) -> String {
    format!(
        "{about} is van {{{{centre}}}}.\n\n## Vragen\n- Vraag het {{{{contact}}}}.\n- Lees [meer](/privacy) of [niet](javascript:alert).\n"
    )
}

fn publish(client: &Client, kind: &str, about: &str) -> Reply {
    let attributes = json!({ "kind": kind, "text": text(about), "text_en": text("English"), "change_note": "Duidelijker." });
    client.post(PATH, &document("legal_texts", attributes))
}

fn page(server: &Server, path: &str) -> String {
    let page = server.as_nobody().get(path).expect(200).text;
    let shown = page.split("id=\"first-data\"").next().unwrap();
    shown.replace("&#x2f;", "/")
}

#[test]
fn a_centre_begins_with_texts_of_its_own_and_a_new_one_is_a_new_edition() {
    let server = Server::start();
    let before = page(&server, "/voorwaarden");
    assert!(
        before.contains("Versie 1, geldig sinds 21 november 2026"),
        "{before}"
    );
    assert!(before.contains("Wat mag niet?") && !before.contains("{{"));
    let made = publish(&server.as_content_manager(), "terms", "Deze tekst").expect(201);
    assert_eq!(made.at("/data/attributes/edition"), 2);
    let now = page(&server, "/voorwaarden");
    assert!(now.contains("Versie 2, geldig sinds"));
    assert!(
        now.contains("Deze tekst is van Meedoen in Lindewaard"),
        "{now}"
    );
    assert!(now.contains("<h2 id=\"deel-1\">Vragen</h2>"));
    assert!(now.contains("<a href=\"/privacy\">meer</a> of niet."));
    assert!(now.contains("<a href=\"/voorwaarden?versie=1\">Versie 1 van 21 november 2026</a>"));
    let old = page(&server, "/voorwaarden?versie=1");
    assert!(old.contains("Er is een nieuwere versie.") && old.contains("Wat mag niet?"));
    assert!(old.contains("noindex"));
    assert!(page(&server, "/en/voorwaarden").contains("English is van"));
    assert!(page(&server, "/voorwaarden?versie=9").contains("Deze versie bestaat niet."));
    // The others are as they were.
    assert!(page(&server, "/privacy").contains("Versie 1,"));
}

#[test]
fn an_edition_never_changes_and_only_who_edits_content_makes_one() {
    let server = Server::start();
    for client in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_page_manager(),
    ] {
        publish(&client, "privacy", "Mijn tekst").expect(403);
    }
    publish(&server.as_nobody(), "privacy", "Mijn tekst").expect(401);
    let center = server.as_center();
    let made = publish(&center, "privacy", "Onze tekst").expect(201);
    let same = publish(&center, "privacy", "Onze tekst").expect(422);
    assert_eq!(same.pointer(), "/data/attributes/text");
    let short = json!({ "kind": "privacy", "text": "Kort", "text_en": text("x") });
    center
        .post(PATH, &document("legal_texts", short))
        .expect(422);
    let path = format!("{PATH}/{}", made.id());
    let change = document("legal_texts", json!({ "text": text("Stil gewijzigd") }));
    center.patch(&path, &change).expect(405);
    center.delete(&path).expect(405);
    // Everybody reads all editions, of this centre only.
    let other = server.people.other_center;
    let elsewhere: i64 = server.arrange(move |tx| {
        tx.execute(
            "insert into legal_texts (kind, edition, text, text_en, volunteer_center_id, created_at, updated_at)
             values ('terms', 7, 'Elders', 'Elsewhere', ?1, ?2, ?2)",
            (other, tx.now()),
        )?;
        Ok(tx.last_insert_rowid())
    });
    let nobody = server.as_nobody();
    nobody.get(&path).expect(200);
    nobody.get(&format!("{PATH}/{elsewhere}")).expect(404);
    let list = nobody
        .get(&format!("{PATH}?filter[kind_eq]=privacy"))
        .expect(200);
    assert_eq!(list.at("/meta/total"), 2);
}

#[test]
fn who_agrees_to_the_terms_agrees_to_the_edition_in_force() {
    let server = Server::start();
    let edition = |user: i64| -> Value {
        server.arrange(move |tx| {
            tx.execute("delete from consents where user_id = ?1", [user])?;
            tx.execute(
                "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'terms', 1, ?2, ?2)",
                (user, tx.now()),
            )?;
            let edition: Option<String> = tx.query_row(
                "select edition from consents where user_id = ?1 and kind = 'terms'",
                [user],
                |row| row.get(0),
            )?;
            Ok(json!(edition))
        })
    };
    let joke = server.people.volunteer;
    assert_eq!(edition(joke), "1");
    publish(&server.as_center(), "terms", "Nieuwe afspraken").expect(201);
    assert_eq!(edition(joke), "2");
    let told = server
        .as_volunteer()
        .get("/api/v1/consents?filter[kind_eq]=terms")
        .expect(200);
    assert_eq!(told.at("/data/0/attributes/edition"), "2");
    // Signing up is agreeing.
    let person = json!({
        "email": "nieuw@example.nl", "password": "een lang wachtwoord 7", "first_name": "Nieuw",
        "last_name": "Hier", "accept_terms": true,
    });
    server
        .as_nobody()
        .post("/api/v1/registrations", &document("registrations", person));
    let signed_up: Option<String> = server.arrange(|tx| {
        Ok(tx.query_row(
            "select edition from consents where kind = 'terms' order by id desc limit 1",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(signed_up.as_deref(), Some("2"));
}

#[test]
fn a_further_centre_begins_with_its_own_texts() {
    let server = Server::start();
    let admin = server.as_admin();
    let center = admin
        .post(
            "/api/v1/volunteer_centers",
            &document("volunteer_centers", json!({ "name": "Nieuw punt" })),
        )
        .expect(201);
    let id: i64 = center.id().parse().unwrap();
    let kinds: i64 = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select count(distinct kind) from legal_texts where volunteer_center_id = ?1 and edition = 1 and length(text) > 500",
            [id],
            |row| row.get(0),
        )?)
    });
    assert_eq!(kinds, 3);
    // An empty centre goes with its texts.
    admin
        .delete(&format!("/api/v1/volunteer_centers/{id}"))
        .expect(204);
}

#[test]
fn a_text_with_headings_and_tables_is_cleaned_and_filled_in() {
    let server = Server::start();
    let center = server.as_center();
    let text = "<h2 onclick=\"x()\">Wie zijn wij?</h2><p>Dit is van {{centre}}. <strong>Vragen?</strong> {{contact}} Lees <a href=\"/privacy\">meer</a>.</p><table><tr><th>Wat</th><td>Een jaar</td></tr></table><script>alert(1)</script>";
    let made = |text: &str| json!({ "kind": "terms", "text": text, "text_en": text, "change_note": "Nieuw." });
    let stored = center
        .post(PATH, &document("legal_texts", made(text)))
        .expect(201);
    let kept = stored
        .at("/data/attributes/text")
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        !kept.contains("onclick") && !kept.contains("<script"),
        "{kept}"
    );
    let shown = page(&server, "/voorwaarden");
    for piece in [
        "<h2>Wie zijn wij?</h2>",
        "Dit is van Meedoen in Lindewaard.",
        "<strong>Vragen?</strong>",
        "<td>Een jaar</td>",
        "<a href=\"/privacy\"",
    ] {
        assert!(shown.contains(piece), "{piece}: {shown}");
    }
    assert!(page(&server, "/en/voorwaarden").contains("<a href=\"/en/privacy\""));
    // Markup is not text.
    let empty = "<p><strong></strong></p>".repeat(20);
    let refused = center
        .post(PATH, &document("legal_texts", made(&empty)))
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/text");
}
