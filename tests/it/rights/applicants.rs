//! What an organisation's manager sees of the people who applied (docs/domain/rights.md#users).

use jiff::SignedDuration;
use serde_json::Value;

use crate::applications::stages::{apply, take};
use crate::support::fixtures::published;
use crate::support::server::Server;

#[test]
fn a_manager_sees_what_an_applicant_shared_until_half_a_year_after_a_no() {
    let server = Server::start();
    let samira = server.as_superuser();
    let person = format!("/api/v1/users/{}", server.people.volunteer);
    samira.get(&person).expect(404);
    let vacancy = published(&samira, server.people.own, "Taalmaatje gezocht");
    let id = apply(&server.as_volunteer(), &vacancy).expect(201).id();

    let seen = samira.get(&person).expect(200);
    assert_eq!(seen.at("/data/attributes/full_name"), "Joke Vermeer");
    assert_eq!(seen.at("/data/attributes/email"), "joke@example.nl");
    assert_eq!(seen.at("/data/attributes/phone_number"), "+31612345678");
    for hidden in [
        "birth_date",
        "gender",
        "status",
        "last_sign_in_at",
        "digest_days",
        "created_at",
    ] {
        assert!(
            seen.json()
                .pointer(&format!("/data/attributes/{hidden}"))
                .is_none(),
            "{hidden}"
        );
    }
    let applications = samira.get("/api/v1/applications?include=user").expect(200);
    assert_eq!(
        applications.at("/included/0/attributes/email"),
        "joke@example.nl"
    );
    // Their list of people is still that of its members, and nobody else's manager sees anything.
    assert_eq!(samira.get("/api/v1/users").expect(200).at("/meta/total"), 1);
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", crate::support::fixtures::PASSWORD);
    wim.get(&person).expect(404);
    // What changed since was not shared.
    server.arrange(|tx| {
        Ok(tx.execute(
            "update users set phone_number = '+31687654321' where email = 'joke@example.nl'",
            [],
        )?)
    });
    assert_eq!(
        samira
            .get(&person)
            .expect(200)
            .at("/data/attributes/phone_number"),
        Value::Null
    );
    let reads = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) filter (where subject_type = 'users' and action = 'read'), count(*) filter (where subject_type = 'applications' and action = 'list')
               from audit_events where actor_id = (select id from users where email = 'samira@example.nl')",
            [],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)),
        )?)
    });
    assert_eq!(reads, (2, 1));

    take(&samira, &id, "reject").expect(200);
    samira.get(&person).expect(200);
    server.clock.advance(SignedDuration::from_hours(24 * 184));
    server.as_superuser().get(&person).expect(404);
}
