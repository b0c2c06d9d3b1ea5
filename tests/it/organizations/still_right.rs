//! "Is this still right?": the question of every six months, its link, and who does not answer
//! (docs/domain/states.md#still-right).

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::ask_organizations;

use crate::applications::stages::letters;
use crate::support::fixtures::role_of;
use crate::support::outbox::last;
use crate::support::server::{Server, document};

const DAY: i64 = 24;

fn after(server: &Server, days: i64) {
    server.clock.advance(SignedDuration::from_hours(days * DAY));
}

fn run(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(ask_organizations(tenant.unguarded("a job")))
        .unwrap()
}

fn asked(server: &Server) -> usize {
    letters(server, "org_still_correct_6m").len()
}

/// Only one organisation, with an address of its own.
fn one_organisation(server: &Server) {
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set email = 'contact@example.nl', contact_name = 'Els Kuiper', website = 'https://taal.example' where id = ?1",
            [own],
        )?;
        Ok(tx.execute(
            "update organizations set status = 'archived' where id <> ?1",
            [own],
        )?)
    });
}

#[test]
fn the_contact_is_asked_every_six_months_and_one_press_is_enough() {
    let server = Server::start();
    one_organisation(&server);
    let path = format!("/api/v1/organizations/{}", server.people.own);
    assert_eq!(run(&server), 0);
    after(&server, 190);
    assert_eq!(run(&server), 1);
    assert_eq!(run(&server), 0, "asked once");
    assert_eq!(
        letters(&server, "org_still_correct_6m"),
        ["contact@example.nl"]
    );
    let told = last(&server, "org_still_correct_6m", "contact@example.nl");
    assert_eq!(told["website"], "https://taal.example");
    let link = told["path"].as_str().unwrap().to_owned();

    // A scanner follows the link: it sees the page, and nothing changes.
    let nobody = server.as_nobody();
    for address in [link.clone(), format!("/en{link}")] {
        let page = nobody.get(&address).expect(200);
        assert!(page.text.contains("https://taal.example"), "{}", page.text);
        assert!(page.text.contains("method=\"post\""));
        // What is not known is said in words.
        let missing = if address == link {
            "Staat niet op je pagina"
        } else {
            "Not on your page"
        };
        assert!(page.text.contains(missing), "{}", page.text);
        assert!(
            !page.text.contains("<br>none") && !page.text.contains("<br>None"),
            "{}",
            page.text
        );
    }
    let confirmed = || {
        let found = nobody.get(&path).expect(200);
        found.at("/data/attributes/last_confirmed_at")
    };
    assert_eq!(confirmed(), Value::Null);
    nobody.post(&link, &json!({})).expect(200);
    assert_ne!(confirmed(), Value::Null);
    // Pressed or looked at again, it says so and changes nothing.
    let first = confirmed();
    after(&server, 1);
    for again in [nobody.post(&link, &json!({})), nobody.get(&link)] {
        let again = again.expect(200);
        assert!(again.text.contains("Al bevestigd"), "{}", again.text);
        assert!(!again.text.contains("https://taal.example"));
    }
    assert_eq!(confirmed(), first);
    nobody.get("/still-right/1.geraden").expect(410);
    after(&server, 100);
    assert_eq!(run(&server), 0, "not before half a year is over");
    after(&server, 89);
    assert_eq!(run(&server), 1);
}

#[test]
fn who_does_not_answer_is_reminded_twice_and_then_marked_for_the_centre() {
    let server = Server::start();
    one_organisation(&server);
    let path = format!("/api/v1/organizations/{}", server.people.own);
    after(&server, 190);
    for expected in 1..=3 {
        assert_eq!(run(&server), 1);
        assert_eq!(asked(&server), expected);
        after(&server, 15);
    }
    run(&server);
    assert_eq!(asked(&server), 3);
    assert_eq!(letters(&server, "org_unconfirmed"), ["marieke@example.nl"]);
    let visitor = server.as_nobody().get(&path).expect(200);
    assert_ne!(
        visitor.at("/data/attributes/unconfirmed_since"),
        Value::Null
    );
    let marieke = server.as_center();
    let list = marieke.get("/api/v1/organizations?filter[unconfirmed_eq]=true");
    assert_eq!(list.expect(200).at("/meta/total"), 1);
    assert_eq!(run(&server), 0);
    // After a call the centre says so itself; a manager who mends the data does too.
    let confirm = format!("{path}/confirm_current");
    server.as_volunteer().put(&confirm, &json!({})).expect(403);
    let done = marieke.put(&confirm, &json!({})).expect(200);
    assert_eq!(done.at("/data/attributes/unconfirmed_since"), Value::Null);
    after(&server, 190);
    assert_eq!(run(&server), 1);
    let website = document(
        "organizations",
        json!({ "website": "https://nieuw.example" }),
    );
    let mended = server.as_superuser().patch(&path, &website).expect(200);
    assert_eq!(
        mended.at("/data/attributes/confirmation_asked_at"),
        Value::Null
    );
}

#[test]
fn a_link_dies_when_the_organisation_is_reached_in_another_way() {
    let server = Server::start();
    one_organisation(&server);
    let own = server.people.own;
    after(&server, 190);
    run(&server);
    let link = |to: &str| {
        let told = last(&server, "org_still_correct_6m", to);
        told["path"].as_str().unwrap().to_owned()
    };
    let nobody = server.as_nobody();
    let first = link("contact@example.nl");
    nobody.get(&first).expect(200);
    let path = format!("/api/v1/organizations/{own}");
    let address = |email: Value| {
        let body = document("organizations", json!({ "email": email }));
        server.as_center().patch(&path, &body).expect(200);
    };
    address(json!("nieuw@example.nl"));
    nobody.get(&first).expect(410);
    nobody.post(&first, &json!({})).expect(410);
    // The reminder goes to the new address, and works.
    after(&server, 15);
    run(&server);
    nobody.get(&link("nieuw@example.nl")).expect(200);
    // Without an address the managers are asked; another manager makes their links useless.
    address(Value::Null);
    after(&server, 15);
    run(&server);
    let of_managers = link("samira@example.nl");
    nobody.get(&of_managers).expect(200);
    let volunteer = server.people.volunteer;
    server.arrange(move |tx| role_of(tx, volunteer, "organization_superuser", "organization", own));
    nobody.get(&of_managers).expect(410);
}
