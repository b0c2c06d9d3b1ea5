//! Letters to addresses without an account are counted where they are made: per mailbox, account, organisation and
//! tenant (docs/domain/limits.md#rates).

use serde_json::{Value, json};

use crate::forms::{answers, open, send};
use crate::support::outbox;
use crate::support::server::{Client, Server};

fn invited_only(organization: Option<i64>) -> Value {
    json!({
        "title": "Wie helpt er mee?",
        "access_permission": "token_holder",
        "organization_id": organization.map(|id| id.to_string()),
        "questions": [{ "key": "name", "text": "Hoe heet je?", "question_type": "text" }],
    })
}

fn invite(by: &Client, form: &str, emails: &[String]) -> crate::support::server::Reply {
    by.post(
        &format!("/api/v1/forms/{form}/invitations"),
        &json!({ "emails": emails }),
    )
}

fn people(from: usize, count: usize) -> Vec<String> {
    (from..from + count)
        .map(|number| format!("gast{number}@example.org"))
        .collect()
}

#[test]
fn one_mailbox_gets_twenty_letters_an_hour_from_whatever_forms() {
    let server = Server::start();
    let samira = server.as_superuser();
    let victim = ["noor@example.org".to_owned()];
    for number in 0..21 {
        let (form, ..) = open(&samira, invited_only(Some(server.people.own)));
        let answer = invite(&samira, &form, &victim);
        if number < 20 {
            answer.expect(200);
            continue;
        }
        let answer = answer.expect(429);
        assert_eq!(answer.at("/errors/0/meta/reason"), "letters_to_mailbox");
        assert!(
            answer
                .at("/errors/0/detail")
                .as_str()
                .unwrap()
                .contains("een uur"),
            "{}",
            answer.text
        );
        assert_eq!(answer.header("retry-after"), "3600");
        // Nothing of the call was kept: it can be sent again.
        let list = samira
            .get(&format!("/api/v1/forms/{form}/invitations"))
            .expect(200);
        assert_eq!(list.at("/meta/total"), 0);
    }
    // Nobody is kept from an account by the letters of others.
    server
        .as_nobody()
        .post("/auth/password", &json!({ "email": "joke@example.nl" }))
        .expect(202);
    server.clock.advance(jiff::SignedDuration::from_mins(61));
    let (form, ..) = open(&samira, invited_only(Some(server.people.own)));
    invite(&samira, &form, &victim).expect(200);
}

#[test]
fn an_organisation_writes_five_hundred_letters_an_hour_whoever_of_it_writes() {
    let server = Server::start();
    let samira = server.as_superuser();
    let (form, ..) = open(&samira, invited_only(Some(server.people.own)));
    for from in [0, 200] {
        invite(&samira, &form, &people(from, 200)).expect(200);
    }
    // The centre writes for it too.
    invite(&server.as_center(), &form, &people(400, 100)).expect(200);
    let answer = invite(&server.as_center(), &form, &people(500, 1)).expect(429);
    assert_eq!(
        answer.at("/errors/0/meta/reason"),
        "letters_of_organization"
    );
    // A form of the centre is not the organisation's.
    let (own, ..) = open(&server.as_center(), invited_only(None));
    invite(&server.as_center(), &own, &people(600, 1)).expect(200);
}

#[test]
fn an_account_writes_five_hundred_letters_an_hour_in_whatever_name() {
    let server = Server::start();
    let marieke = server.as_center();
    for from in [0, 1000] {
        let (form, ..) = open(&marieke, invited_only(None));
        for part in [0, 125] {
            invite(&marieke, &form, &people(from + part, 125)).expect(200);
        }
    }
    let (form, ..) = open(&marieke, invited_only(None));
    let answer = invite(&marieke, &form, &people(3000, 1)).expect(429);
    assert_eq!(answer.at("/errors/0/meta/reason"), "letters_of_account");
    invite(&server.as_admin(), &form, &people(3000, 1)).expect(200);
}

#[test]
fn answers_by_the_link_of_an_invitation_are_counted_per_network_address() {
    let server = Server::start();
    let marieke = server.as_center();
    let (form, _, ids) = open(&marieke, invited_only(None));
    invite(&marieke, &form, &people(0, 51)).expect(200);
    let body = answers(&ids, json!({ "name": "Noor" }));
    for number in 0..51 {
        let email = format!("gast{number}@example.org");
        let path = outbox::last(&server, "form_invitation", &email)["path"].clone();
        let token = path
            .as_str()
            .unwrap()
            .rsplit('/')
            .next()
            .unwrap()
            .to_owned();
        let expected = if number < 50 { 201 } else { 429 };
        send(&server, &token, &body).expect(expected);
    }
}

#[test]
fn links_of_invitations_are_stored_as_hashes_and_all_of_them_work() {
    let server = Server::start();
    let marieke = server.as_center();
    let (form, ..) = open(&marieke, invited_only(None));
    invite(&marieke, &form, &people(0, 1)).expect(200);
    let link = || {
        outbox::last(&server, "form_invitation", "gast0@example.org")["path"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let first = link();
    server.clock.advance(jiff::SignedDuration::from_hours(25));
    server
        .as_center()
        .post(
            &format!("/api/v1/forms/{form}/invitations/remind"),
            &json!({}),
        )
        .expect(200);
    let second = link();
    assert_ne!(first, second);
    let nobody = server.as_nobody();
    for path in [&first, &second] {
        nobody.get(path).expect(200);
    }
    let secret = first.rsplit('/').next().unwrap().to_owned();
    let columns: Vec<String> = server.arrange(|tx| {
        Ok(tx
            .prepare("select lower(hex(token_hash)) from form_invitation_links")?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?)
    });
    assert_eq!(columns.len(), 2);
    assert!(
        columns
            .iter()
            .all(|hash| hash.len() == 64 && *hash != secret)
    );
}

#[test]
fn a_reply_and_an_invitation_name_the_form_and_who_asks() {
    let server = Server::start();
    let samira = server.as_superuser();
    let form = json!({
        "title": "Wie helpt er mee?",
        "organization_id": server.people.own.to_string(),
        "questions": [{ "key": "mail", "text": "Je e-mailadres?", "question_type": "email" }],
    });
    let (id, token, ids) = open(&samira, form);
    let shown = server
        .as_nobody()
        .get(&format!("/api/v1/forms/by_token/{token}"))
        .expect(200);
    let organization = samira
        .get(&format!("/api/v1/organizations/{}", server.people.own))
        .at("/data/attributes/name");
    assert_eq!(shown.at("/data/attributes/organization_name"), organization);
    let page = server
        .as_nobody()
        .get(&format!("/forms/{token}"))
        .expect(200);
    assert!(
        page.text.contains(&format!(
            "Dit formulier is van {}",
            organization.as_str().unwrap()
        )),
        "{}",
        page.text
    );
    send(
        &server,
        &token,
        &answers(&ids, json!({ "mail": "noor@example.org" })),
    )
    .expect(201);
    let sent = samira
        .get(&format!("/api/v1/forms/{id}/submissions"))
        .ids()
        .remove(0);
    samira
        .post(
            &format!("/api/v1/form_submissions/{sent}/reply"),
            &json!({ "message": "Tot dinsdag!" }),
        )
        .expect(200);
    let letter = outbox::last(&server, "form_reply", "noor@example.org");
    assert_eq!(letter["form_title"], "Wie helpt er mee?");
    assert_eq!(letter["organization_name"], organization);
}
