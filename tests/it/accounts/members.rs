//! Members of an organisation, as its managers see and change them (docs/domain/rights.md#organisations).

use serde_json::json;

use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::{Server, document};

#[test]
fn a_manager_sees_asks_and_lets_go_the_people_of_their_own_organization() {
    let server = Server::start();
    let people = server.people;
    let (own, foreign) = (
        format!("/api/v1/organizations/{}/members", people.own),
        format!("/api/v1/organizations/{}/members", people.foreign),
    );
    let samira = server.as_superuser();
    assert_eq!(
        samira.get(&own).expect(200).ids(),
        [people.superuser.to_string()]
    );
    // Another organisation is public; its people are not.
    samira.get(&foreign).expect(403);
    server.as_volunteer().get(&own).expect(403);
    server.as_nobody().get(&own).expect(401);
    let both = [own.as_str(), foreign.as_str()];
    for path in both {
        assert_eq!(server.as_center().get(path).expect(200).ids().len(), 1);
        assert_eq!(server.as_admin().get(path).expect(200).ids().len(), 1);
    }

    let noor = document(
        "user",
        json!({ "email": "noor@example.org", "first_name": "Noor" }),
    );
    samira.post(&foreign, &noor).expect(403);
    // Who was asked is no member yet, and is seen by nobody but the centre until they say yes.
    samira.post(&own, &noor).expect(202);
    assert_eq!(
        samira.get(&own).expect(200).ids(),
        [people.superuser.to_string()]
    );
    let invited = format!("{own}?filter[status_eq]=invited&include=roles");
    assert_eq!(samira.get(&invited).expect(200).ids().len(), 0);
    assert_eq!(server.as_center().get(&invited).expect(200).ids().len(), 1);
    let joke = people.volunteer;
    let place = people.own;
    server.arrange(move |tx| role_of(tx, joke, "organization_superuser", "organization", place));
    let left = format!("{own}?user_id={joke}");
    assert_eq!(samira.delete(&left).expect(204).text, "");
    assert_eq!(
        samira.get(&own).expect(200).ids(),
        [people.superuser.to_string()]
    );
    let last = format!("{own}?user_id={}", people.superuser);
    assert_eq!(samira.delete(&last).expect(422).code(), "last_superuser");
    assert_eq!(
        samira.delete(&own).expect(422).pointer(),
        "/data/attributes/user_id"
    );
}

#[test]
fn every_role_in_the_organization_goes_and_none_elsewhere() {
    let server = Server::start();
    let people = server.people;
    server.arrange(move |tx| {
        role_of(
            tx,
            people.volunteer,
            "organization_superuser",
            "organization",
            people.own,
        )?;
        role_of(
            tx,
            people.volunteer,
            "mentor",
            "organization",
            people.foreign,
        )
    });
    let path = format!("/api/v1/organizations/{}/members", people.own);
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", PASSWORD);
    let body = json!({ "user_id": people.volunteer.to_string() });
    wim.send("DELETE", &path, Some(&body)).expect(403);
    server
        .as_superuser()
        .send("DELETE", &path, Some(&body))
        .expect(204);
    let left: Vec<String> = server.arrange(move |tx| {
        let mut statement = tx.prepare("select name from roles where user_id = ?1")?;
        let names = statement.query_map([people.volunteer], |row| row.get(0))?;
        Ok(names.collect::<Result<_, _>>()?)
    });
    assert_eq!(left, ["mentor"]);
    // Whoever belongs to it may leave it.
    let foreign = format!(
        "/api/v1/organizations/{}/members?user_id={}",
        people.foreign, people.volunteer
    );
    server.as_volunteer().delete(&foreign).expect(204);
}
