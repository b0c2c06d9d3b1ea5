//! Internal notes: who may create, read, update and delete them (docs/domain/rights.md#back-office).

use jiff::SignedDuration;
use serde_json::json;

use crate::support::server::{Client, Reply, Server, document};

fn add(client: &Client, path: &str, note: &str) -> Reply {
    client.post(path, &document("internal_notes", json!({ "note": note })))
}

#[test]
fn a_centre_notes_something_down_about_people_organisations_and_what_they_do() {
    let server = Server::start();
    let centre = server.as_center();
    let (volunteer, own) = (server.people.volunteer, server.people.own);
    for path in [
        format!("/api/v1/users/{volunteer}/internal_notes"),
        format!("/api/v1/organizations/{own}/internal_notes"),
    ] {
        let added = add(&centre, &path, "Wil liever op dinsdag.").expect(201);
        assert_eq!(
            added.at("/data/attributes/author_name"),
            json!("Marieke Bos")
        );
        add(&centre, &path, "Heeft gebeld.").expect(201);
        let notes = centre.get(&path).expect(200);
        assert_eq!(notes.at("/data/0/attributes/note"), json!("Heeft gebeld."));
        assert_eq!(notes.at("/meta/total"), json!(2));
    }
    let path = format!("/api/v1/users/{volunteer}/internal_notes");
    assert_eq!(
        add(&centre, &path, " ").expect(422).pointer(),
        "/data/attributes/note"
    );
    add(&centre, &path, &"x".repeat(4001)).expect(422);
    add(&centre, "/api/v1/users/999999/internal_notes", "Wie?").expect(404);
}

#[test]
fn nobody_else_reads_them_not_even_whom_they_are_about() {
    let server = Server::start();
    let centre = server.as_center();
    let path = format!("/api/v1/users/{}/internal_notes", server.people.volunteer);
    let id = add(&centre, &path, "Wil liever op dinsdag.")
        .expect(201)
        .id();
    for client in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_content_manager(),
    ] {
        client.get(&path).expect(403);
        add(&client, &path, "Ik ook.").expect(403);
        client
            .delete(&format!("/api/v1/internal_notes/{id}"))
            .expect(403);
    }
    server.as_nobody().get(&path).expect(401);
    // A mentor has own notes about own students, and this is none.
    server.as_mentor().get(&path).expect(404);
    server.as_admin().get(&path).expect(200);
}

#[test]
fn a_note_is_mended_by_its_writer_for_a_day_and_taken_away_by_the_centre() {
    let server = Server::start();
    let centre = server.as_center();
    let path = format!("/api/v1/users/{}/internal_notes", server.people.volunteer);
    let id = add(&centre, &path, "Wil dinsdag.").expect(201).id();
    let note = format!("/api/v1/internal_notes/{id}");
    let mend = |client: &Client| {
        client.patch(
            &note,
            &document("internal_notes", json!({ "note": "Wil woensdag." })),
        )
    };
    assert_eq!(mend(&server.as_admin()).status, 403, "not the writer");
    assert_eq!(
        mend(&centre).expect(200).at("/data/attributes/note"),
        json!("Wil woensdag.")
    );
    server.clock.advance(SignedDuration::from_hours(11));
    let centre = server.as_center();
    mend(&centre).expect(200);
    server.clock.advance(SignedDuration::from_hours(11));
    let centre = server.as_center();
    server.clock.advance(SignedDuration::from_hours(3));
    assert_eq!(mend(&centre).status, 403, "a day has passed");
    centre.delete(&note).expect(204);
    assert_eq!(centre.get(&path).at("/meta/total"), json!(0));
}

#[test]
fn who_reads_notes_and_histories_of_a_person_is_written_down() {
    let server = Server::start();
    let (centre, admin) = (server.as_center(), server.as_admin());
    let joke = server.people.volunteer;
    let path = format!("/api/v1/users/{joke}/internal_notes");
    let readings = |action: &str| {
        let of = format!("filter[action_eq]={action}&filter[is_reading_eq]=true");
        let found = admin.get(&format!("/api/v1/audit_events?{of}")).expect(200);
        (
            found.at("/meta/total").as_i64().unwrap(),
            found
                .at("/data/0/attributes/subject_id")
                .as_str()
                .and_then(|id| id.parse::<i64>().ok())
                .unwrap_or_default(),
        )
    };
    centre.get(&path).expect(200);
    assert_eq!(readings("read_note").0, 0, "there was nothing to read");
    add(&centre, &path, "Wil liever op dinsdag.").expect(201);
    centre.get(&path).expect(200);
    assert_eq!(readings("read_note"), (1, joke));
    let about = format!("filter[subject_type_eq]=users&filter[subject_id_eq]={joke}");
    let trail = format!("/api/v1/audit_events?{about}");
    centre.get(&trail).expect(200);
    assert_eq!(readings("read_history"), (1, joke));
    // Who looks at their own trail is no stranger; that there is a note is not Joke's to read there.
    let own = server.as_volunteer().get(&trail).expect(200);
    assert!(!own.text.contains("note") && own.text.contains("read_history"));
    assert_eq!(readings("read_history").0, 1);
    // What is kept about an organisation is nobody's own.
    let place = format!("/api/v1/organizations/{}/internal_notes", server.people.own);
    add(&centre, &place, "Heeft gebeld.").expect(201);
    centre.get(&place).expect(200);
    assert_eq!(readings("read_note").0, 1);
}
