//! Retention of applications, audit log and addresses, and what is kept for statistics.

use crate::data::retention::{is_due, run, set, start, text};
use crate::support::fixtures::{organization, role_of};

#[test]
fn applications_lose_their_person_and_still_count() {
    let server = start();
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute(
            "insert into vacancies (id, title, status, expires_at, organization_id, volunteer_center_id, created_at, updated_at)
             values (1, 'Over', 'expired', '2027-01-21T09:00:00Z', ?1, 1, ?2, ?2), (2, 'Loopt', 'published', '2099-01-21T09:00:00Z', ?1, 1, ?2, ?2), (3, 'Ook', 'published', '2099-01-21T09:00:00Z', ?1, 1, ?2, ?2)",
            (own, tx.now()),
        )?;
        for (id, vacancy, stage) in [
            (1, 1, "rejected"),
            (2, 1, "withdrawn"),
            (3, 1, "closed"),
            (4, 1, "accepted"),
            (5, 1, "completed"),
            (6, 2, "accepted"),
            (7, 3, "new"),
        ] {
            tx.execute(
                "insert into applications (id, vacancy_id, organization_id, volunteer_center_id, user_id, first_name, last_name, email, message, stage, closed_at, created_at, updated_at)
                 values (?1, ?2, ?3, 1, 5, 'Joke', 'Vermeer', 'joke@example.nl', 'Ik kom graag.', ?4, iif(?1 < 4, ?5, null), ?5, ?5)",
                (id, vacancy, own, stage, tx.now()),
            )?;
        }
        tx.execute(
            "insert into notifications (user_id, kind, data, subject_type, subject_id, created_at, updated_at)
             values (3, 'application_new', '{\"applicant_name\":\"Joke Vermeer\"}', 'applications', 1, ?1, ?1)",
            [tx.now()],
        )?;
        tx.execute("update users set kept_at = '2099-01-01T00:00:00Z'", [])?;
        Ok(())
    });
    let named = "select group_concat(id, ' ') from (select id from applications where email is not null order by id)";
    for (day, left) in [
        ("2027-05-20", "1 2 3 4 5 6 7"),
        ("2027-05-21", "4 5 6 7"),
        ("2028-11-20", "4 5 6 7"),
        ("2028-11-21", "4 6 7"),
        ("2029-01-20", "4 6 7"),
        ("2029-01-21", "6 7"),
        ("2040-01-01", "6 7"),
    ] {
        set(&server, day);
        run(&server.app);
        assert_eq!(text(&server, named), left, "{day}");
        assert!(!is_due(&server), "{day}");
    }
    assert_eq!(
        text(
            &server,
            "select group_concat(vacancy_id || ':' || stage, ' ') from (select * from applications where email is null order by id)"
        ),
        "1:rejected 1:withdrawn 1:closed 1:accepted 1:completed"
    );
    assert_eq!(
        text(
            &server,
            "select count(*) || '' from applications where email is null and (user_id is not null or message <> '' or first_name is not null)"
        ),
        "0"
    );
    assert_eq!(
        text(&server, "select count(*) || '' from notifications"),
        "0"
    );
}

#[test]
fn the_audit_log_is_kept_two_years() {
    let server = start();
    server.arrange(|tx| {
        tx.execute_batch(
            "delete from audit_events;
             insert into audit_events (action, subject_type, subject_id, at)
             values ('archive', 'organizations', 1, '2026-11-20T09:00:00Z'), ('archive', 'organizations', 2, '2026-11-21T09:00:00Z');
             update users set kept_at = '2099-01-01T00:00:00Z';",
        )?;
        Ok(())
    });
    let left = "select group_concat(subject_id, ' ') from audit_events";
    set(&server, "2028-11-20");
    assert_eq!(run(&server.app), 0);
    set(&server, "2028-11-21");
    assert_eq!(run(&server.app), 1);
    assert_eq!(text(&server, left), "2");
}

#[test]
fn an_archived_initiatives_home_address_goes_with_its_person() {
    let server = start();
    server.arrange(|tx| {
        let initiative = organization(tx, "Buurttuin", 1, "archived", false)?;
        tx.execute(
            "update organizations set contact_name = 'Joke Vermeer', email = 'joke@example.nl', phone_number = '+31612345678' where id = ?1",
            [initiative],
        )?;
        role_of(tx, 5, "organization_superuser", "organization", initiative)?;
        tx.execute(
            "update users set status = 'archived', erase_after = ?1 where id = 5",
            [tx.now()],
        )?;
        Ok(())
    });
    assert_eq!(run(&server.app), 1);
    assert_eq!(
        text(
            &server,
            "select o.name || coalesce(o.email, '-') || coalesce(o.contact_name, '-') || coalesce(o.phone_number, '-') || coalesce(a.street, '-') || a.postal_code || a.city
               from organizations o join addresses a on a.id = o.address_id where o.name = 'Buurttuin'"
        ),
        "Buurttuin----5310Lindewaard"
    );
}
