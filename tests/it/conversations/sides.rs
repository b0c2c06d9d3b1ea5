//! Who begins a conversation with whom, and who is on a side as long as they belong to it.

use serde_json::{Value, json};

use super::{PATH, begin, say, step, unread};
use crate::applications::stages::{apply, with_vacancy};
use crate::support::server::Server;

#[test]
fn a_volunteer_writes_to_organisations_that_visitors_see_and_to_no_person() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let foreign = server.people.foreign;
    begin(&joke, ("organizations", foreign), &json!({})).expect(201);
    begin(&joke, ("users", server.people.superuser), &json!({})).expect(404);
    begin(
        &server.as_superuser(),
        ("organizations", server.people.own),
        &json!({}),
    )
    .expect(403);
    server.as_nobody().post(PATH, &json!({})).expect(401);
    for status in ["pending", "denied", "archived", "deleted"] {
        server.arrange(move |tx| {
            tx.execute(
                "update organizations set status = ?1 where id = ?2",
                (status, foreign),
            )?;
            Ok(())
        });
        begin(&joke, ("organizations", foreign), &json!({})).expect(404);
    }
    let other = server.people.other_center;
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'approved', volunteer_center_id = ?1 where id = ?2",
            (other, foreign),
        )?;
        Ok(())
    });
    begin(&joke, ("organizations", foreign), &json!({})).expect(404);
}

#[test]
fn an_organisation_writes_to_who_applied_and_to_no_stranger() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let person = server.people.volunteer;
    begin(&samira, ("users", person), &json!({})).expect(404);
    apply(&joke, &vacancy).expect(201);
    let id = begin(&samira, ("users", person), &json!({}))
        .expect(201)
        .id();
    assert_eq!(
        joke.get(&format!("{PATH}/{id}"))
            .at("/data/attributes/other_name"),
        "Taalhuis Lindewaard"
    );
    let foreign = json!({ "sender_organization_id": server.people.foreign.to_string() });
    begin(&samira, ("users", person), &foreign).expect(403);
    let of_others = server.arrange(|tx| {
        Ok(tx.query_row(
            "select coalesce((select id from vacancies where organization_id <> ?1), 0)",
            [1],
            |row| row.get::<_, i64>(0),
        )?)
    });
    let about = json!({ "about_type": "vacancies", "about_id": (of_others + 4000).to_string() });
    begin(&samira, ("users", person), &about).expect(422);
}

#[test]
fn a_mentor_and_a_linked_student_write_to_each_other() {
    let server = Server::start();
    let (mentor, student) = (server.as_mentor(), server.as_student());
    let (mentor_id, student_id): (i64, i64) = server.arrange(|tx| {
        let id = |email: &str| {
            tx.query_row("select id from users where email = ?1", [email], |row| {
                row.get(0)
            })
        };
        Ok((id("mentor@example.nl")?, id("student@example.nl")?))
    });
    server.arrange(move |tx| {
        tx.execute(
            "delete from student_links where student_id = ?1",
            [student_id],
        )?;
        Ok(())
    });
    begin(&mentor, ("users", student_id), &json!({})).expect(404);
    begin(&student, ("users", mentor_id), &json!({})).expect(404);
    server.arrange(move |tx| {
        tx.execute(
            "insert into student_links (student_id, mentor_id, organization_id, created_at, updated_at)
             select ?1, ?2, (select scope_id from roles where user_id = ?2 and name = 'mentor'), ?3, ?3",
            (student_id, mentor_id, tx.now()),
        )?;
        Ok(())
    });
    let mentors = student
        .get(&format!(
            "/api/v1/student_links?filter[student_id_eq]={student_id}"
        ))
        .expect(200);
    assert_eq!(mentors.at("/meta/total"), 1);
    assert_eq!(
        mentors.at("/data/0/attributes/mentor_id"),
        mentor_id.to_string(),
        "a student reads whom to write to"
    );
    for name in ["mentor_name", "organization_name"] {
        let told = mentors.at(&format!("/data/0/attributes/{name}"));
        assert!(told.as_str().is_some_and(|name| !name.is_empty()), "{told}");
    }
    let id = begin(&mentor, ("users", student_id), &json!({}))
        .expect(201)
        .id();
    let again = begin(&student, ("users", mentor_id), &json!({}))
        .expect(201)
        .id();
    assert_eq!(id, again);
    assert_eq!(
        student
            .get(&format!("{PATH}/{id}"))
            .at("/data/attributes/side"),
        "person"
    );
    assert_eq!(
        mentor
            .get(&format!("{PATH}/{id}"))
            .at("/data/attributes/side"),
        "mentor"
    );
    begin(&mentor, ("users", server.people.volunteer), &json!({})).expect(404);
}

#[test]
fn a_centre_writes_as_a_team_also_to_an_organisation_that_waits() {
    let server = Server::start();
    let (marieke, samira, joke) = (
        server.as_center(),
        server.as_superuser(),
        server.as_volunteer(),
    );
    let own = server.people.own;
    let id = begin(&marieke, ("users", server.people.volunteer), &json!({}))
        .expect(201)
        .id();
    assert_eq!(unread(&joke), 1);
    say(&joke, &id, "Dank je!").expect(201);
    assert_eq!(
        marieke
            .get(&format!("{PATH}/{id}"))
            .at("/data/attributes/side"),
        "center"
    );
    samira.get(&format!("{PATH}/{id}")).expect(404);

    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'pending' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    let to_team = begin(&marieke, ("organizations", own), &json!({}))
        .expect(201)
        .id();
    say(&samira, &to_team, "Wij zijn een stichting.").expect(201);
    joke.get(&format!("{PATH}/{to_team}")).expect(404);
    step(&samira, &to_team, "take").expect(204);
    let taken = samira.get(&format!("{PATH}/{to_team}"));
    assert_eq!(
        taken.at("/data/attributes/taken_by_id"),
        server.people.superuser.to_string()
    );
    assert_eq!(
        marieke
            .get(&format!("{PATH}/{to_team}"))
            .at("/data/attributes/taken_by_id"),
        Value::Null,
        "of one's own team alone"
    );
    step(&joke, &id, "take").expect(403);
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'archived' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    assert_eq!(
        marieke
            .get(&format!("{PATH}/{to_team}"))
            .at("/data/attributes/closed_reason"),
        "organization_inactive"
    );
    say(&marieke, &to_team, "Hallo?").expect(403);
}

#[test]
fn who_leaves_an_organisation_is_out_at_once() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let id = begin(&joke, ("organizations", server.people.own), &json!({}))
        .expect(201)
        .id();
    let person = server.people.superuser;
    server.arrange(move |tx| {
        tx.execute("delete from roles where user_id = ?1", [person])?;
        Ok(())
    });
    samira.get(&format!("{PATH}/{id}")).expect(404);
    say(&samira, &id, "Hallo").expect(404);
    assert_eq!(unread(&samira), 0);
}

#[test]
fn the_other_centre_reads_nothing() {
    let server = Server::start();
    let (joke, marieke) = (server.as_volunteer(), server.as_center());
    let id = begin(&marieke, ("users", server.people.volunteer), &json!({}))
        .expect(201)
        .id();
    say(&joke, &id, "Dank je!").expect(201);
    let admin = server.as_admin();
    admin.get(&format!("{PATH}/{id}")).expect(200);
    let elsewhere = admin.with("host", "elders.localhost");
    assert_ne!(elsewhere.get(&format!("{PATH}/{id}")).status, 200);
}
