//! Who reports what, and who handles it.

use serde_json::json;

use super::{PATH, act, only, report, step, with_message};
use crate::applications::stages::with_vacancy;
use crate::support::server::Server;

#[test]
fn nobody_reports_what_they_cannot_read() {
    let (server, vacancy) = with_vacancy();
    let (_, message) = with_message(&server);
    let joke = server.as_volunteer();
    report(&server.as_nobody(), ("messages", &message), "money").expect(404);
    report(&server.as_mentor(), ("messages", &message), "money").expect(404);
    // One's own.
    report(&server.as_superuser(), ("messages", &message), "money").expect(404);
    server.arrange({
        let vacancy = vacancy.clone();
        move |tx| {
            tx.execute(
                "update vacancies set status = 'draft' where id = ?1",
                [vacancy],
            )?;
            Ok(())
        }
    });
    report(&joke, ("vacancies", &vacancy), "money").expect(404);
    report(&joke, ("pages", "999"), "spam").expect(404);
    report(&joke, ("forms", "999"), "spam").expect(404);
    report(
        &joke,
        ("users", &server.people.volunteer.to_string()),
        "spam",
    )
    .expect(404);
}

#[test]
fn only_the_centre_of_what_was_reported_handles_it() {
    let (server, vacancy) = with_vacancy();
    report(&server.as_volunteer(), ("vacancies", &vacancy), "spam").expect(204);
    let (id, _) = only(&server.as_center());
    for other in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_mentor(),
    ] {
        other.get(PATH).expect(403);
        other.get(&format!("{PATH}/{id}")).expect(403);
        other.get(&format!("{PATH}/counts")).expect(403);
    }
    server
        .as_superuser()
        .get(&format!("{PATH}/{id}/outcome"))
        .expect(404);
    let other = server.people.other_center;
    server.arrange(move |tx| {
        tx.execute("update abuse_reports set volunteer_center_id = ?1", [other])?;
        Ok(())
    });
    server.as_center().get(&format!("{PATH}/{id}")).expect(404);
    server.as_admin().get(&format!("{PATH}/{id}")).expect(404);
}

#[test]
fn a_coordinator_who_was_reported_neither_reads_nor_handles_it() {
    let server = Server::start();
    let (_, message) = with_message(&server);
    let marieke = server.as_center();
    report(&server.as_volunteer(), ("messages", &message), "insulting").expect(204);
    let (id, _) = only(&marieke);
    server.arrange(|tx| {
        tx.execute(
            "update abuse_reports set reported_user_id = (select user_id from roles where name = 'center_superuser' limit 1)",
            [],
        )?;
        Ok(())
    });
    marieke.get(&format!("{PATH}/{id}")).expect(404);
    assert_eq!(marieke.get(PATH).at("/meta/total"), 0);
    let admin = server.as_admin();
    admin.get(&format!("{PATH}/{id}")).expect(200);
}

#[test]
fn a_decision_names_the_version_that_was_read() {
    let server = Server::start();
    let (_, message) = with_message(&server);
    report(&server.as_volunteer(), ("messages", &message), "insulting").expect(204);
    let marieke = server.as_center();
    let (id, _) = only(&marieke);
    let body = json!({ "reporter_text": "Dank je wel." });
    marieke
        .put(&format!("{PATH}/{id}/dismiss"), &body)
        .expect(428);
    step(&marieke, &id, "hide", &json!({})).expect(200);
    step(&marieke, &id, "show", &json!({})).expect(200);
    step(&marieke, &id, "duplicate", &json!({ "of_id": id })).expect(422);
    act(&marieke, &id, &json!(["warn"])).expect(200);
    step(&marieke, &id, "hide", &json!({})).expect(422);
}
