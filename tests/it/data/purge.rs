//! Purge of deleted objects: restorable for thirty days, then deleted completely
//! (docs/domain/retention.md#deleted-objects).

use std::fs;

use serde_json::{Value, json};
use voluntr::db::Tx;

use crate::applications::stages::{PATH, apply, take};
use crate::data::privacy::left_after_scrub;
use crate::data::retention::{is_due, run, set, text};
use crate::support::fixtures;
use crate::support::fixtures::{organization, published, role_of};
use crate::support::server::{Server, document};
use crate::vacancies::states::LIST;

/// Words that stand nowhere else.
const MARKS: &[&str] = &[
    "zonnebloemtaart",
    "kolibriepad",
    "moerasspirea",
    "klaproosdag",
    "boerenwormkruid",
];
const REASON: &str = "reason_code=other&message=Boerenwormkruid";

/// Everybody but the clocks of things stays still.
fn start() -> Server {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute("update users set kept_at = '2099-01-01T00:00:00Z'", [])?;
        Ok(())
    });
    server
}

/// A vacancy with something in every part, published; gives its id.
fn seen(server: &Server) -> String {
    let id = published(
        &server.as_superuser(),
        server.people.own,
        "Zonnebloemtaart bakken",
    );
    let change = json!({ "requirements": ["Moerasspirea"], "offer": "Klaproosdag",
        "address": { "street": "Kolibriepad", "house_number": "3", "postal_code": "5310 AB", "city": "Lindewaard" } });
    server
        .as_center()
        .patch(&format!("{LIST}/{id}"), &document("vacancies", change))
        .expect(200);
    server
        .as_volunteer()
        .put(&format!("{LIST}/{id}/favorite"), &json!({}));
    server
        .as_center()
        .post(
            &format!("{LIST}/{id}/internal_notes"),
            &document(
                "internal_notes",
                json!({ "note": "Klaproosdag nagevraagd" }),
            ),
        )
        .expect(201);
    let picture = server
        .folder
        .path()
        .join("tenants/demo/uploads/zonnebloem.jpg");
    fs::create_dir_all(picture.parent().unwrap()).unwrap();
    fs::write(&picture, "klaproosdag").unwrap();
    let number: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        tx.execute(
            "update vacancies set image_url = '/uploads/zonnebloem.jpg' where id = ?1",
            [number],
        )?;
        Ok(())
    });
    id
}

fn total(server: &Server, query: &str) -> Value {
    let found = server.as_center().get(&format!("{LIST}?{query}"));
    found.expect(200).at("/meta/total")
}

#[test]
fn a_deleted_vacancy_goes_whole_after_thirty_days() {
    let server = start();
    let id = seen(&server);
    assert!(left_after_scrub(&server, MARKS).len() >= 4);
    server
        .as_center()
        .delete(&format!("{LIST}/{id}?{REASON}"))
        .expect(204);
    set(&server, "2026-12-20");
    assert_eq!(run(&server.app), 0);
    assert!(!is_due(&server));
    assert_eq!(total(&server, "filter[status_eq]=deleted"), 1);
    set(&server, "2026-12-21");
    assert!(is_due(&server));
    assert_eq!(run(&server.app), 1);
    assert_eq!(run(&server.app), 0);
    assert!(!is_due(&server));
    assert_eq!(left_after_scrub(&server, MARKS), Vec::<String>::new());
    assert_eq!(
        text(
            &server,
            "select (select count(*) from vacancies) || ' ' || (select count(*) from favorites) || ' ' ||
                    (select count(*) from transitions where subject_type = 'vacancies') || ' ' ||
                    (select vacancies_count from organizations where name = 'Taalhuis Lindewaard') || ' ' ||
                    (select kind from erasures)"
        ),
        "0 0 0 0 vacancy"
    );
    // Its number may come back, its past does not.
    let next = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    let history = server
        .as_center()
        .get(&format!("{LIST}/{next}/history"))
        .expect(200);
    assert_eq!(history.at("/meta/total"), 2);
}

#[test]
fn until_then_it_can_be_had_back_and_then_stays() {
    let server = start();
    let id = seen(&server);
    let center = server.as_center();
    center.delete(&format!("{LIST}/{id}?{REASON}")).expect(204);
    set(&server, "2026-12-20");
    let center = server.as_center();
    fixtures::event(&center, &format!("{LIST}/{id}/transition"), "restore").expect(200);
    for day in ["2026-12-21", "2027-12-21"] {
        set(&server, day);
        run(&server.app);
    }
    let kept = server.as_center().get(&format!("{LIST}/{id}")).expect(200);
    assert_eq!(kept.at("/data/attributes/title"), "Zonnebloemtaart bakken");
    // Deleted again: the thirty days begin anew.
    server
        .as_center()
        .delete(&format!("{LIST}/{id}"))
        .expect(204);
    assert_eq!(run(&server.app), 0);
}

#[test]
fn what_somebody_applied_to_stays_as_a_number_that_nobody_reads() {
    let server = start();
    let id = seen(&server);
    let other = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    let application = apply(&server.as_volunteer(), &id).expect(201).id();
    take(&server.as_superuser(), &application, "accept").expect(200);
    server
        .as_center()
        .delete(&format!("{LIST}/{id}?{REASON}"))
        .expect(204);
    set(&server, "2026-12-21");
    assert_eq!(run(&server.app), 1);
    assert_eq!(run(&server.app), 0);
    assert_eq!(left_after_scrub(&server, MARKS), Vec::<String>::new());
    // Nor is it found by the words of its organisation, now or after these change.
    let own = server.people.own;
    let renamed = document("organizations", json!({ "name": "Taalhuis Klaproos" }));
    server
        .as_center()
        .patch(&format!("/api/v1/organizations/{own}"), &renamed)
        .expect(200);
    assert_eq!(
        text(
            &server,
            "select group_concat(rowid & 536870911, ' ') from vacancies_search"
        ),
        other
    );
    for client in [server.as_admin(), server.as_center(), server.as_superuser()] {
        assert_eq!(client.get(LIST).expect(200).ids(), [other.clone()]);
        client.get(&format!("{LIST}/{id}")).expect(410);
        fixtures::event(&client, &format!("{LIST}/{id}/transition"), "restore").expect(410);
    }
    // The applicant keeps what is theirs, and it is still counted.
    let mine = server
        .as_volunteer()
        .get(&format!("{PATH}/{application}?include=vacancy"))
        .expect(200);
    assert_eq!(mine.at("/data/attributes/stage"), "accepted");
    assert_eq!(
        mine.at("/data/attributes/vacancy_title"),
        "Verwijderde vacature"
    );
    assert_eq!(
        mine.at("/data/attributes/organization_name"),
        "Taalhuis Klaproos"
    );
    assert_eq!(
        text(
            &server,
            "select places_taken || ' ' || status || ' ' || deleted_at || ' ' || purged_at from vacancies where purged_at is not null"
        ),
        "1 deleted 2026-11-21T09:00:00Z 2026-12-21T09:00:00Z"
    );
    // Two years later the application has nobody any more, and still counts.
    set(&server, "2028-12-21");
    run(&server.app);
    assert_eq!(
        text(
            &server,
            "select stage || coalesce(email, '-') from applications"
        ),
        "accepted-"
    );
}

/// What an organisation writes for others to use or fill in, and what was filled in.
fn papers(tx: &Tx, id: i64) -> voluntr::error::Result<()> {
    tx.execute(
        "insert into forms (title, token, status, organization_id, volunteer_center_id, created_at, updated_at)
         values ('Zonnebloemtaart', 'moerasspirea', 'open', ?1, 1, ?2, ?2)",
        (id, tx.now()),
    )?;
    tx.execute(
        "insert into form_submissions (form_id, organization_id, volunteer_center_id, answers, search, name, created_at, updated_at)
         values (?1, ?2, 1, '[\"Klaproosdag\"]', 'klaproosdag', 'Boerenwormkruid', ?3, ?3)",
        (tx.last_insert_rowid(), id, tx.now()),
    )?;
    tx.execute(
        "insert into message_snippets (organization_id, text, created_at, updated_at) values (?1, 'Klaproosdag', ?2, ?2)",
        (id, tx.now()),
    )?;
    tx.execute(
        "insert into vacancy_templates (organization_id, name, content, created_at, updated_at) values (?1, 'Kolibriepad', '{}', ?2, ?2)",
        (id, tx.now()),
    )?;
    tx.execute(
        "insert into activity_templates (volunteer_center_id, organization_id, name, content, created_at, updated_at)
         select volunteer_center_id, id, 'Kolibriepad', '{}', ?2, ?2 from organizations where id = ?1",
        (id, tx.now()),
    )?;
    Ok(())
}

#[test]
fn a_deleted_organization_goes_with_its_vacancies_members_and_notes() {
    let server = start();
    let (wim, school) = server.arrange(|tx| {
        let id = organization(tx, "Zonnebloemtaart", 1, "archived", false)?;
        tx.execute(
            "update organizations set contact_name = 'Klaproosdag', description = 'Moerasspirea' where id = ?1",
            [id],
        )?;
        tx.execute(
            "update addresses set street = 'Kolibriepad' where id = (select address_id from organizations where id = ?1)",
            [id],
        )?;
        tx.execute(
            "insert into vacancies (title, organization_id, volunteer_center_id, created_at, updated_at) values ('Boerenwormkruid', ?1, 1, ?2, ?2)",
            (id, tx.now()),
        )?;
        role_of(tx, 4, "organization_superuser", "organization", id)?;
        papers(tx, id)?;
        let school = organization(tx, "Moerasspirea College", 1, "archived", false)?;
        Ok((id, school))
    });
    let center = server.as_center();
    center
        .post(
            &format!("/api/v1/organizations/{wim}/internal_notes"),
            &document(
                "internal_notes",
                json!({ "note": "Klaproosdag nagevraagd" }),
            ),
        )
        .expect(201);
    // The trail says what it was called before, until it is gone.
    let renamed = document(
        "organizations",
        json!({ "name": "Zonnebloemtaart en thee" }),
    );
    center
        .patch(&format!("/api/v1/organizations/{wim}"), &renamed)
        .expect(200);
    // A mentor of the School said no once: the organisation must not hear of it when the School goes.
    let vacancy: i64 = published(&server.as_superuser(), server.people.own, "Taalmaatje")
        .parse()
        .unwrap();
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute(
            "insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, stage, status, school_id, created_at, updated_at)
             values (?1, ?2, 1, 6, 'rejected', 'rejected', ?3, ?4, ?4)",
            (vacancy, own, school, tx.now()),
        )?;
        Ok(())
    });
    for id in [wim, school] {
        center
            .delete(&format!("/api/v1/organizations/{id}"))
            .expect(204);
    }
    set(&server, "2026-12-20");
    assert_eq!(run(&server.app), 0);
    let admin = server.as_admin();
    let restored = document("organizations", json!({ "status": "archived" }));
    admin
        .put(&format!("/api/v1/organizations/{wim}"), &restored)
        .expect(200);
    set(&server, "2026-12-21");
    assert_eq!(run(&server.app), 1, "the School");
    server
        .as_center()
        .delete(&format!("/api/v1/organizations/{wim}"))
        .expect(204);
    set(&server, "2027-01-20");
    assert_eq!(run(&server.app), 1);
    assert_eq!(run(&server.app), 0);
    assert_eq!(left_after_scrub(&server, MARKS), Vec::<String>::new());
    let left = "select (select count(*) from organizations) || ' ' || (select count(*) from addresses) || ' ' ||
                       (select count(*) from organization_profiles) || ' ' || (select count(*) from roles where user_id = 4) || ' ' ||
                       (select status from users where id = 4) || ' ' || (select count(*) from pragma_foreign_key_check)";
    assert_eq!(text(&server, left), "3 3 2 1 active 0");
    let admin = server.as_admin();
    assert_eq!(
        admin
            .get("/api/v1/organizations")
            .expect(200)
            .at("/meta/total"),
        2
    );
    admin
        .put(&format!("/api/v1/organizations/{school}"), &restored)
        .expect(404);
    assert_eq!(
        server
            .as_superuser()
            .get(PATH)
            .expect(200)
            .at("/meta/total"),
        0
    );
}

#[test]
fn an_address_of_a_picture_leads_nowhere_but_into_the_folder_of_pictures() {
    let server = start();
    let uploads = server.folder.path().join("tenants/demo/uploads");
    fs::create_dir_all(&uploads).unwrap();
    fs::write(uploads.join("gedeeld.jpg"), "plaatje").unwrap();
    let ids: Vec<i64> = [
        "/uploads/../tenant.db",
        "/uploads/gedeeld.jpg",
        "/uploads//etc/hostname",
    ]
    .into_iter()
    .map(|url| {
        let id: i64 = published(&server.as_superuser(), server.people.own, "Taalmaatje")
            .parse()
            .unwrap();
        server.arrange(move |tx| {
            tx.execute(
                "update vacancies set image_url = ?2 where id = ?1",
                (id, url),
            )?;
            Ok(id)
        })
    })
    .collect();
    let kept = published(&server.as_superuser(), server.people.own, "Ook met plaatje");
    let number: i64 = kept.parse().unwrap();
    server.arrange(move |tx| {
        tx.execute(
            "update vacancies set image_url = '/uploads/gedeeld.jpg' where id = ?1",
            [number],
        )?;
        Ok(())
    });
    for id in ids {
        server
            .as_center()
            .delete(&format!("{LIST}/{id}?{REASON}"))
            .expect(204);
    }
    set(&server, "2026-12-21");
    assert_eq!(run(&server.app), 3);
    assert!(uploads.join("gedeeld.jpg").exists(), "another one shows it");
    assert!(uploads.with_file_name("tenant.db").exists());
    server
        .as_center()
        .delete(&format!("{LIST}/{kept}?{REASON}"))
        .expect(204);
    set(&server, "2027-01-21");
    assert_eq!(run(&server.app), 1);
    assert!(!uploads.join("gedeeld.jpg").exists());
}
