//! Retention periods of personal data: each action happens on its day, once, whichever process runs it.

use std::sync::Arc;

use jiff::civil::Date;
use voluntr::app::App;
use voluntr::base::clock::Clock;
use voluntr::config::Config;
use voluntr::jobs::{is_retention_due, retention};

use crate::support::server::Server;

pub fn run(app: &App) -> usize {
    let tenant = app.tenants().get("demo").unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime
        .block_on(retention(tenant.unguarded("test")))
        .unwrap()
}

pub fn is_due(server: &Server) -> bool {
    let now = server.clock.text();
    server.arrange(move |tx| is_retention_due(tx, &now))
}

/// Sets the clock to nine in the morning of a day, also of an earlier one.
pub fn set(server: &Server, day: &str) {
    let day: Date = day.parse().unwrap();
    let at = day
        .at(9, 0, 0, 0)
        .to_zoned_datetime(jiff::tz::TimeZone::UTC)
        .unwrap()
        .timestamp();
    server.clock.advance(at.duration_since(server.clock.now()));
}

pub fn text(server: &Server, sql: &'static str) -> String {
    server.arrange(move |tx| {
        let text: Option<String> = tx.query_row(sql, [], |row| row.get(0))?;
        Ok(text.unwrap_or_default())
    })
}

/// Everybody but Joke stays away from the clocks.
pub fn start() -> Server {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute_batch(
            "update users set kept_at = '2099-01-01T00:00:00Z';
             update users set kept_at = null, last_sign_in_at = '2026-11-21T09:00:00Z' where email = 'joke@example.nl';",
        )?;
        Ok(())
    });
    server
}

const LETTERS: &str = "select group_concat(kind, ' ') from (select kind from outbox where to_email = 'joke@example.nl' and kind <> 'new_device' order by id)";

#[test]
fn who_stays_away_is_warned_twice_put_to_sleep_closed_and_forgotten() {
    let server = start();
    let joke = "select status || ' ' || coalesce(email, '-') from users where id = 5";
    assert_eq!(
        text(&server, "select email from users where id = 5"),
        "joke@example.nl"
    );
    for (day, status, letters) in [
        ("2028-10-20", "active joke@example.nl", ""),
        (
            "2028-10-21",
            "active joke@example.nl",
            "account_inactive_23m",
        ),
        (
            "2028-11-13",
            "active joke@example.nl",
            "account_inactive_23m",
        ),
        (
            "2028-11-14",
            "active joke@example.nl",
            "account_inactive_23m account_inactive_7d",
        ),
        (
            "2028-11-20",
            "active joke@example.nl",
            "account_inactive_23m account_inactive_7d",
        ),
        (
            "2028-11-21",
            "inactive joke@example.nl",
            "account_inactive_23m account_inactive_7d",
        ),
        (
            "2029-11-20",
            "inactive joke@example.nl",
            "account_inactive_23m account_inactive_7d",
        ),
        (
            "2029-11-21",
            "archived joke@example.nl",
            "account_inactive_23m account_inactive_7d account_archived",
        ),
        (
            "2029-12-20",
            "archived joke@example.nl",
            "account_inactive_23m account_inactive_7d account_archived",
        ),
        ("2029-12-21", "archived -", "erasure_done"),
        ("2035-01-01", "archived -", "erasure_done"),
    ] {
        set(&server, day);
        run(&server.app);
        assert_eq!(text(&server, joke), status, "{day}");
        assert_eq!(text(&server, LETTERS), letters, "{day}");
        assert!(!is_due(&server), "{day}");
        assert_eq!(run(&server.app), 0, "{day}");
    }
    assert_eq!(text(&server, "select kind from erasures"), "account");
}

#[test]
fn a_sign_in_begins_the_clock_anew() {
    let server = start();
    set(&server, "2028-11-14");
    assert_eq!(run(&server.app), 1);
    server.as_volunteer();
    set(&server, "2029-11-14");
    assert_eq!(run(&server.app), 0);
    set(&server, "2030-10-14");
    assert_eq!(run(&server.app), 1);
    assert_eq!(
        text(&server, LETTERS),
        "account_inactive_7d account_inactive_23m"
    );
}

#[test]
fn nobody_sleeps_without_a_week_of_warning_however_late_the_clock_runs() {
    let server = start();
    let status = "select status from users where id = 5";
    for (day, expected) in [
        ("2033-01-01", "active"),
        ("2033-01-07", "active"),
        ("2033-01-08", "inactive"),
        ("2033-01-09", "inactive"),
        ("2033-12-07", "inactive"),
        ("2033-12-08", "archived"),
    ] {
        set(&server, day);
        run(&server.app);
        assert_eq!(text(&server, status), expected, "{day}");
    }
}

#[test]
fn a_clock_that_jumps_back_does_no_harm() {
    let server = start();
    for day in ["2028-11-14", "2028-11-21", "2029-11-21"] {
        set(&server, day);
        assert_eq!(run(&server.app), 1);
    }
    let (before, letters) = (
        text(&server, "select erase_after from users where id = 5"),
        text(&server, LETTERS),
    );
    for day in ["2026-11-21", "2028-10-25", "2028-11-16", "2029-11-01"] {
        set(&server, day);
        assert_eq!(run(&server.app), 0, "{day}");
    }
    assert_eq!(text(&server, LETTERS), letters);
    assert_eq!(
        text(&server, "select erase_after from users where id = 5"),
        before
    );
    set(&server, "2029-12-21");
    assert_eq!(run(&server.app), 1);
    set(&server, "2026-11-21");
    assert_eq!(run(&server.app), 0);
    assert_eq!(text(&server, "select count(*) || '' from erasures"), "1");
}

#[test]
fn two_programs_at_the_same_file_do_nothing_twice() {
    let server = start();
    server.arrange(|tx| {
        for number in 0..40 {
            tx.execute(
                "insert into users (email, first_name, status, signup_method, volunteer_center_id, confirmed_at, created_at, updated_at)
                 values ('iemand' || ?1 || '@example.nl', 'Iemand', 'active', 'signedUp', 1, '2024-01-01T09:00:00Z', '2024-01-01T09:00:00Z', '2024-01-01T09:00:00Z')",
                [number],
            )?;
        }
        Ok(())
    });
    let other = |server: &Server| {
        let config = Config {
            data: server.folder.path().to_owned(),
            ..Config::default()
        };
        App::new(
            config,
            Clock::fixed(server.clock.now()),
            voluntr::resources::set(),
        )
        .unwrap()
    };
    let mut done = 0;
    for day in ["2026-11-22", "2026-11-29", "2027-12-01", "2028-01-01"] {
        set(&server, day);
        let (one, two) = (Arc::clone(&server.app), other(&server));
        let threads = [one, two].map(|app| std::thread::spawn(move || run(&app)));
        done += threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum::<usize>();
    }
    assert_eq!(done, 4 * 40);
    assert_eq!(
        text(
            &server,
            "select group_concat(kind || count, ' ') from (select kind, count(*) as count from outbox group by kind)"
        ),
        "erasure_done40"
    );
    assert_eq!(text(&server, "select count(*) || '' from erasures"), "40");
    assert_eq!(
        text(
            &server,
            "select count(*) || '' from audit_events where action = 'account_inactive_7d'"
        ),
        "40"
    );
}

#[test]
fn who_never_confirmed_or_never_came_goes_whole() {
    let server = start();
    server.arrange(|tx| {
        tx.execute_batch(
            "insert into users (id, email, first_name, status, signup_method, volunteer_center_id, created_at, updated_at)
             values (100, 'typefout@example.nl', 'Bo', 'inactive', 'signedUp', 1, '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z'),
                    (101, 'gevraagd@example.nl', 'Cas', 'invited', 'createdByUser', 1, '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z'),
                    (102, 'opnieuw@example.nl', 'Dee', 'invited', 'imported', 1, '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z');
             update users set invited_at = '2027-01-21T09:00:00Z' where id = 102;
             insert into notifications (user_id, kind, created_at, updated_at) values (101, 'role_offered', '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z');
             insert into outbox (kind, to_email, fingerprint, subject_type, subject_id, mandatory, next_attempt_at, created_at)
             values ('account_confirm', 'typefout@example.nl', '', 'users', 100, 1, '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z');",
        )?;
        Ok(())
    });
    let there = "select group_concat(id, ' ') from users where id >= 100";
    for (day, left) in [
        ("2026-12-20", "100 101 102"),
        ("2026-12-21", "101 102"),
        ("2027-02-18", "101 102"),
        ("2027-02-19", "102"),
        ("2027-04-20", "102"),
        ("2027-04-21", ""),
    ] {
        set(&server, day);
        run(&server.app);
        assert_eq!(text(&server, there), left, "{day}");
    }
    assert_eq!(
        text(
            &server,
            "select count(*) || '' from outbox where to_email like '%@example.nl'"
        ),
        "0",
        "nobody is written to any more"
    );
}

#[test]
fn who_types_in_somebody_elses_address_takes_nothing_of_theirs_along() {
    let server = start();
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute(
            "insert into vacancies (id, title, organization_id, volunteer_center_id, created_at, updated_at)
             values (1, 'Koffie', ?1, 1, ?2, ?2)",
            (own, tx.now()),
        )?;
        tx.execute_batch(
            "insert into applications (vacancy_id, organization_id, volunteer_center_id, email, first_name, message, stage, source, created_at, updated_at)
             values (1, 1, 1, 'gerrit@example.nl', 'Gerrit', 'Ik kom graag.', 'new', 'guest', '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z');
             insert into mail_unsubscriptions (email, kind, created_at) values ('gerrit@example.nl', 'account_welcome', '2026-11-21T09:00:00Z');
             insert into users (email, first_name, last_name, status, signup_method, volunteer_center_id, created_at, updated_at)
             values ('gerrit@example.nl', 'Vals', 'Spel', 'inactive', 'signedUp', 1, '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z');",
        )?;
        Ok(())
    });
    set(&server, "2026-12-21");
    assert_eq!(run(&server.app), 1);
    assert_eq!(
        text(
            &server,
            "select first_name || ' ' || message || ' ' || (select count(*) from mail_unsubscriptions) from applications"
        ),
        "Gerrit Ik kom graag. 1"
    );
}

#[test]
fn the_clocks_leave_somebody_who_can_let_people_in() {
    let server = Server::start();
    set(&server, "2031-01-01");
    run(&server.app);
    set(&server, "2031-01-10");
    run(&server.app);
    assert_eq!(
        text(
            &server,
            "select group_concat(email, ' ') from (select email from users where status = 'active' order by id)"
        ),
        "admin@example.nl marieke@example.nl"
    );
    // An organisation's last manager does go, and that is written down.
    set(&server, "2033-01-01");
    run(&server.app);
    assert_eq!(
        text(
            &server,
            "select group_concat(subject_id, ' ') from (select subject_id from audit_events where action = 'left_without_manager' order by 1)"
        ),
        format!("{} {}", server.people.own, server.people.foreign)
    );
}
