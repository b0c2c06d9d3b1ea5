use std::sync::Arc;

use jiff::SignedDuration;

use super::*;
use crate::base::clock::{Clock, days};
use crate::provisioning::{Provisioning, TenantOptions};

const NOW: &str = "2026-11-20T09:00:00Z";

/// A tenant with one organisation, its manager, and a vacancy that expires on 20 December.
struct World {
    app: Arc<App>,
    clock: Clock,
    tenant: Arc<Tenant>,
    _folder: tempfile::TempDir,
}

fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::fixed(NOW.parse().unwrap());
    let config = Config {
        data: folder.path().join("data"),
        ..Config::default()
    };
    let app = App::new(config, clock.clone(), crate::resources::set()).unwrap();
    let options = TenantOptions {
        domains: vec!["vrijwilligers.example.nl".to_owned()],
        ..TenantOptions::default()
    };
    Provisioning::plan(&app, "demo", &options)
        .unwrap()
        .create(&app, |tx, center_id| {
            tx.execute_batch(&format!(
                "insert into users (id, email, first_name, status, volunteer_center_id, confirmed_at, created_at, updated_at)
                 values (1, 'samira@example.nl', 'Samira', 'active', {center_id}, '{NOW}', '{NOW}', '{NOW}');
                 insert into organizations (id, name, status, volunteer_center_id, created_at, updated_at)
                 values (1, 'Voedselbank', 'approved', {center_id}, '{NOW}', '{NOW}');
                 insert into vacancies (id, title, description, status, expires_at, published_at, contact_person_id,
                     organization_id, volunteer_center_id, created_at, updated_at)
                 values (1, 'Pakketten inpakken', 'Samen pakken we elke week vijftig pakketten in.', 'published',
                     '2026-12-20T22:59:59Z', '2026-09-01T09:00:00Z', 1, 1, {center_id}, '{NOW}', '{NOW}');"
            ))?;
            Ok(())
        })
        .unwrap();
    let tenant = app.tenants().get("demo").unwrap();
    World {
        app,
        clock,
        tenant,
        _folder: folder,
    }
}

impl World {
    fn db(&self) -> &Db {
        self.tenant.unguarded("test")
    }

    fn ask<T: Send + 'static + rusqlite::types::FromSql>(&self, sql: &'static str) -> T {
        self.db()
            .read_blocking(move |connection| Ok(connection.query_row(sql, [], |row| row.get(0))?))
            .unwrap()
    }

    fn arrange(&self, sql: &'static str) {
        self.db()
            .write_blocking(move |tx| Ok(tx.execute_batch(sql)?))
            .unwrap();
    }

    fn is_due(&self, is_due: IsDue) -> bool {
        let now = self.clock.text();
        self.db()
            .read_blocking(move |connection| is_due(connection, &now))
            .unwrap()
    }

    async fn expire(&self) -> usize {
        expire_vacancies::expire_vacancies(self.db()).await.unwrap()
    }

    fn letters(&self) -> Option<String> {
        self.ask("select group_concat(kind, ' ') from (select kind from outbox order by id)")
    }
}

#[tokio::test]
async fn a_vacancy_is_announced_twice_and_then_ends() {
    let world = world();
    assert!(!world.is_due(expire_vacancies::is_due));
    assert_eq!(world.expire().await, 0);
    world.clock.advance(days(17));
    assert!(world.is_due(expire_vacancies::is_due));
    assert_eq!(world.expire().await, 1);
    assert!(!world.is_due(expire_vacancies::is_due), "once each");
    assert_eq!(world.expire().await, 0);
    world.clock.advance(days(11));
    assert_eq!(world.expire().await, 1);
    assert_eq!(world.expire().await, 0);
    assert_eq!(
        world.letters().as_deref(),
        Some("vacancy_expires_14d vacancy_expires_3d")
    );
    world.clock.advance(days(3));
    assert!(world.is_due(expire_vacancies::is_due));
    assert_eq!(world.expire().await, 1);
    assert_eq!(world.expire().await, 0);
    assert_eq!(
        world.ask::<String>("select status from vacancies"),
        "expired"
    );
    assert_eq!(
        world
            .ask::<String>("select event || ' ' || from_state || ' ' || to_state from transitions"),
        "expire published expired"
    );
    assert_eq!(
        world.letters().as_deref(),
        Some("vacancy_expires_14d vacancy_expires_3d vacancy_expired")
    );
}

#[tokio::test]
async fn a_renewed_vacancy_is_announced_anew_and_a_short_one_not_too_early() {
    let world = world();
    world.clock.advance(days(17));
    assert_eq!(world.expire().await, 1);
    world.arrange("update vacancies set expires_at = '2027-03-20T22:59:59Z'");
    assert_eq!(world.expire().await, 0);
    world.clock.advance(days(90));
    assert_eq!(world.expire().await, 1);
    // Published for ten days only: the reminder of two weeks before does not apply.
    world.arrange("update vacancies set published_at = '2027-06-01T09:00:00Z', expires_at = '2027-06-11T09:00:00Z'");
    world.clock.advance(days(88));
    assert!(
        world.clock.text().as_str() > "2027-06-01" && world.clock.text().as_str() < "2027-06-08"
    );
    assert_eq!(world.expire().await, 0);
}

#[tokio::test]
async fn old_data_goes_and_young_data_stays() {
    let world = world();
    world.arrange(
        "insert into users (id, email, status, signup_method, volunteer_center_id, created_at, updated_at)
         values (2, 'oud@example.nl', 'inactive', 'signedUp', 1, '2026-10-01T09:00:00Z', '2026-10-01T09:00:00Z'),
                (3, 'nieuw@example.nl', 'inactive', 'signedUp', 1, '2026-11-10T09:00:00Z', '2026-11-10T09:00:00Z');
         insert into sessions (user_id, client, token_hash, created_at, used_at, expires_at)
         values (1, 'a', x'00', '2026-11-01T09:00:00Z', '2026-11-01T09:00:00Z', '2026-11-19T09:00:00Z'),
                (1, 'b', x'01', '2026-11-01T09:00:00Z', '2026-11-01T09:00:00Z', '2026-12-19T09:00:00Z');
         insert into idempotency_keys (key_hash, fingerprint, status, body, created_at)
         values (x'00', x'00', 200, '', '2026-11-19T08:00:00Z'), (x'01', x'00', 200, '', '2026-11-20T08:00:00Z');
         insert into tokens (id, purpose, token_hash, data, email, created_at, expires_at)
         values (1, 'confirm_application', x'00', '{\"message\":\"Ik kom graag.\"}', 'gast@example.nl', '2026-11-10T09:00:00Z', '2026-11-17T09:00:00Z');
         insert into applications (vacancy_id, organization_id, volunteer_center_id, email, stage, source, created_at, updated_at)
         values (1, 1, 1, 'gast@example.nl', 'new', 'guest', '2026-11-10T09:00:00Z', '2026-11-10T09:00:00Z');
         insert into attempts (key, at) values (x'00', '2026-11-18T09:00:00Z');
         insert into second_factors (user_id, kind, secret, created_at, confirmed_at)
         values (1, 'totp', x'00', '2026-11-18T09:00:00Z', null), (1, 'totp', x'00', '2026-11-18T09:00:00Z', '2026-11-18T09:01:00Z');
         insert into known_devices (user_id, device_hash, created_at, used_at)
         values (1, x'00', '2025-01-01T09:00:00Z', '2025-11-01T09:00:00Z'), (1, x'01', '2025-01-01T09:00:00Z', '2026-11-01T09:00:00Z');
         insert into passkey_challenges (id, session_id, purpose, state, created_at, expires_at)
         select 'x', id, 'sign_in', '{}', '2026-11-18T09:00:00Z', '2026-11-18T09:05:00Z' from sessions where client = 'b';",
    );
    assert!(world.is_due(crate::jobs::delete_expired::is_due));
    assert_eq!(
        crate::jobs::delete_expired::delete_expired(world.db())
            .await
            .unwrap(),
        6
    );
    assert!(!world.is_due(crate::jobs::delete_expired::is_due));
    assert_eq!(
        crate::jobs::delete_expired::delete_expired(world.db())
            .await
            .unwrap(),
        0
    );
    assert!(world.is_due(retention::is_due));
    assert_eq!(retention::retention(world.db()).await.unwrap(), 2);
    assert!(!world.is_due(retention::is_due));
    assert_eq!(retention::retention(world.db()).await.unwrap(), 0);
    let left = "select (select group_concat(id) from (select id from users order by id)) || ' ' || (select group_concat(client) from sessions) || ' '
                    || (select count(*) from idempotency_keys) || ' ' || (select group_concat(stage) from applications) || ' ' || (select count(email) + count(data) from tokens)";
    assert_eq!(world.ask::<String>(left), "1,3 b 1 new 0");
}

#[tokio::test]
async fn letters_lead_to_the_tenants_own_host() {
    let world = world();
    let place = origin(&world.app, &world.tenant);
    assert_eq!(place.of(None), "https://vrijwilligers.example.nl");
    world.arrange("update volunteer_centers set host = 'kern.example.nl'");
    let head = world
        .db()
        .read_blocking(move |connection| email_branding(connection, Some(99), &place))
        .unwrap();
    assert_eq!(head.origin, "https://kern.example.nl");
    assert_eq!(head.centre_name, "Meedoen in Lindewaard");
    assert_eq!(
        head.address.as_deref(),
        Some("Marktplein 4, 5310 AB Lindewaard")
    );
    assert!(head.primary_color.unwrap().starts_with('#'));
}

#[tokio::test]
async fn a_tenant_with_nothing_to_do_stays_closed() {
    let world = world();
    let (app, clock) = (Arc::clone(&world.app), world.clock.clone());
    drop(world.tenant);
    clock.advance(SignedDuration::from_hours(1));
    app.tenants().close_idle();
    let jobs = Jobs::new(Arc::clone(&app), None, None);
    let checks = || -> Vec<Check> {
        vec![
            Box::new(expire_vacancies::is_due),
            Box::new(|connection, now| send_outbox::is_due(connection, now, "us")),
        ]
    };
    let none = [Vec::<String>::new(), Vec::new()];
    assert_eq!(jobs.closed_with(checks()).await, none);
    assert!(app.tenants().opened().is_empty());
    clock.advance(days(17));
    // Each is told of its own work alone.
    let due = jobs.closed_with(checks()).await;
    let [name] = app.tenants().names().unwrap().try_into().unwrap();
    assert_eq!(due, [vec![name], Vec::new()]);
    assert!(app.tenants().opened().is_empty());
    jobs.each_tenant_with(expire_vacancies::is_due, Job::Expire, due.concat())
        .await;
    assert!(app.tenants().opened().is_empty(), "nobody visits it");
    let [name] = app.tenants().names().unwrap().try_into().unwrap();
    assert_eq!(
        jobs.closed_with(checks()).await,
        [vec![], vec![name.clone()]],
        "it is done, and its letter goes next"
    );

    app.tenants().get(&name).unwrap();
    app.tenants().get_for_job(&name).unwrap();
    app.tenants().close_idle();
    assert_eq!(app.tenants().opened().len(), 1, "somebody visits it");
    clock.advance(days(40));
    assert_eq!(jobs.closed_with(checks()).await, none, "it is open now");
}

#[tokio::test]
async fn figures_of_a_closed_tenant_are_counted_once_a_day() {
    let world = world();
    let (app, clock) = (Arc::clone(&world.app), world.clock.clone());
    let [name] = app.tenants().names().unwrap().try_into().unwrap();
    rebuild_analytics(world.db()).await.unwrap();
    clock.advance(SignedDuration::from_mins(11));
    assert!(world.is_due(count_analytics::is_due));
    drop(world.tenant);
    clock.advance(SignedDuration::from_hours(1));
    app.tenants().close_idle();
    let jobs = Jobs::new(app, None, None);
    let due = || vec![Job::CountAnalytics.is_due_while_closed(count_analytics::is_due)];
    assert_eq!(jobs.closed_with(due()).await, [Vec::<String>::new()]);
    clock.advance(days(1));
    assert_eq!(jobs.closed_with(due()).await, [vec![name]]);
}

#[tokio::test]
async fn a_centre_is_reminded_of_a_sign_up_after_three_working_days_and_after_ten() {
    let world = world();
    // Friday 20 November; nothing before Thursday 26, the fourth working day after it.
    world.arrange(
        "insert into organizations (id, name, status, volunteer_center_id, created_at, updated_at)
         values (2, 'Buurthuis', 'pending', 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z');
         insert into users (id, email, status, volunteer_center_id, created_at, updated_at)
         values (2, 'centrum@example.nl', 'active', 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'),
                (3, 'beheer@example.nl', 'active', 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z');
         insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
         values (2, 'center_superuser', 'volunteer_center', 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'),
                (3, 'admin', 'tenant', 0, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z');",
    );
    let sent = |world: &World| {
        world.ask::<Option<String>>(
            "select group_concat(to_email || ' ' || json_extract(data, '$.waiting_days'), ', ') from (select * from outbox order by id)",
        )
    };
    let remind = || remind_reviewers::remind_reviewers(world.db());
    world.clock.advance(days(5));
    assert!(!world.is_due(remind_reviewers::is_due));
    world.clock.advance(days(1));
    assert!(world.is_due(remind_reviewers::is_due));
    assert_eq!(remind().await.unwrap(), 1);
    assert_eq!(remind().await.unwrap(), 0, "once");
    assert_eq!(sent(&world).as_deref(), Some("centrum@example.nl 4"));
    world.clock.advance(days(11));
    assert_eq!(remind().await.unwrap(), 1);
    assert_eq!(remind().await.unwrap(), 0, "once");
    assert_eq!(
        sent(&world).as_deref(),
        Some("centrum@example.nl 4, centrum@example.nl 11, beheer@example.nl 11")
    );
}

#[tokio::test]
async fn a_draft_is_reminded_of_after_three_and_seven_days() {
    let world = world();
    world.arrange(
        "update vacancies set status = 'draft', published_at = null;
         update organizations set approved_at = '2026-11-22T09:00:00Z';
         insert into vacancies (id, title, description, status, moderation_state, published_at, organization_id,
             volunteer_center_id, created_at, updated_at)
         values (2, 'Ingestuurd', '', 'draft', 'submitted', null, 1, 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'),
                (3, 'Tijdelijk offline', '', 'draft', 'none', '2026-10-01T09:00:00Z', 1, 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z');",
    );
    let remind = || remind_vacancies::remind_vacancies(world.db());
    // Counted from the approval of the organisation: before it nothing could be published.
    world.clock.advance(days(4));
    assert!(!world.is_due(remind_vacancies::is_due));
    world.clock.advance(days(1));
    assert!(world.is_due(remind_vacancies::is_due));
    assert_eq!(remind().await.unwrap(), 1);
    assert!(!world.is_due(remind_vacancies::is_due));
    assert_eq!(remind().await.unwrap(), 0, "once");
    world.clock.advance(days(4));
    assert_eq!(remind().await.unwrap(), 1);
    assert_eq!(remind().await.unwrap(), 0, "once");
    world.clock.advance(days(30));
    assert_eq!(remind().await.unwrap(), 0);
    assert_eq!(
        world.letters().as_deref(),
        Some("vacancy_draft_3d vacancy_draft_7d")
    );
    assert_eq!(
        world.ask::<String>("select group_concat(distinct to_email || ' ' || json_extract(data, '$.path')) from outbox"),
        "samira@example.nl /vacancies/1/edit"
    );
}

#[tokio::test]
async fn old_drafts_are_left_alone_when_the_job_first_runs() {
    let world = world();
    world.arrange("update vacancies set status = 'draft', published_at = null");
    world.clock.advance(days(8));
    let remind = || remind_vacancies::remind_vacancies(world.db());
    assert_eq!(remind().await.unwrap(), 1, "the later reminder alone");
    assert_eq!(world.letters().as_deref(), Some("vacancy_draft_7d"));
    let world = self::world();
    world.arrange("update vacancies set status = 'draft', published_at = null");
    world.clock.advance(days(14));
    assert!(!world.is_due(remind_vacancies::is_due));
}

#[tokio::test]
async fn a_vacancy_that_nobody_touched_for_ninety_days_is_asked_about_every_ninety_days() {
    let world = world();
    world.arrange(
        "update vacancies set published_at = '2026-11-20T09:00:00Z', expires_at = '2027-11-19T22:59:59Z'",
    );
    let remind = || remind_vacancies::remind_vacancies(world.db());
    world.clock.advance(days(89));
    assert_eq!(remind().await.unwrap(), 0);
    world.clock.advance(days(1));
    assert!(world.is_due(remind_vacancies::is_due));
    assert_eq!(remind().await.unwrap(), 1);
    assert_eq!(remind().await.unwrap(), 0, "once");
    // Somebody changed it since: asked ninety days after that.
    world.clock.advance(days(60));
    world
        .db()
        .write_blocking(|tx| {
            crate::model::state_history::audit(tx, Some(1), "update", ("vacancies", 1))
        })
        .unwrap();
    world.clock.advance(days(89));
    assert_eq!(remind().await.unwrap(), 0);
    world.clock.advance(days(1));
    assert_eq!(remind().await.unwrap(), 1);
    // Before its end the reminders of the end suffice.
    world.clock.advance(days(90));
    assert!(world.clock.text().as_str() > "2027-10-01");
    world.arrange("update vacancies set expires_at = '2027-10-25T22:59:59Z'");
    assert_eq!(remind().await.unwrap(), 0);
    assert_eq!(
        world.letters().as_deref(),
        Some("vacancy_still_current_90d vacancy_still_current_90d")
    );
}

#[tokio::test]
async fn who_switched_a_reminder_off_gets_none_and_quiet_hours_hold() {
    let world = world();
    world.arrange(
        "update vacancies set status = 'draft', published_at = null;
         update users set quiet_from = '08:00', quiet_until = '12:00';
         insert into notification_preferences (user_id, kind, channel, rate, updated_at)
         values (1, 'vacancy_draft_7d', 'email', 'off', '2026-11-20T09:00:00Z'), (1, 'vacancy_draft_7d', 'app', 'off', '2026-11-20T09:00:00Z');",
    );
    let remind = || remind_vacancies::remind_vacancies(world.db());
    world.clock.advance(days(3));
    assert_eq!(remind().await.unwrap(), 1);
    assert_eq!(
        world.ask::<String>("select next_attempt_at from outbox"),
        "2026-11-23T11:00:00Z",
        "at noon in the Netherlands"
    );
    world.clock.advance(days(4));
    assert_eq!(remind().await.unwrap(), 1);
    assert_eq!(world.letters().as_deref(), Some("vacancy_draft_3d"));
    assert_eq!(remind().await.unwrap(), 0);
}

#[tokio::test]
async fn an_organisation_without_a_vacancy_is_reminded_after_ten_and_thirty_days() {
    let world = world();
    world.arrange(
        "insert into organizations (id, name, status, organization_type, approved_at, volunteer_center_id, created_at, updated_at)
         values (2, 'Speeltuin', 'approved', 'NonProfit', '2026-11-20T09:00:00Z', 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'),
                (3, 'Wacht', 'pending', 'NonProfit', null, 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'),
                (4, 'Gestopt', 'archived', 'NonProfit', '2026-11-20T09:00:00Z', 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'),
                (5, 'School', 'approved', 'School', '2026-11-20T09:00:00Z', 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z');
         update organizations set approved_at = '2026-11-20T09:00:00Z' where id = 1;
         delete from roles where user_id = 1;
         insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
         select 1, 'organization_superuser', 'organization', id, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z' from organizations;",
    );
    let remind = || remind_organizations::remind_organizations(world.db());
    world.clock.advance(days(9));
    assert!(!world.is_due(remind_organizations::is_due));
    world.clock.advance(days(1));
    assert!(world.is_due(remind_organizations::is_due));
    // The one with a vacancy, the one that waits, the one that stopped and the School are left alone.
    assert_eq!(remind().await.unwrap(), 1);
    assert_eq!(remind().await.unwrap(), 0, "once");
    assert_eq!(world.letters().as_deref(), Some("org_no_vacancy_10d"));
    assert_eq!(
        world.ask::<String>("select to_email || ' ' || json_extract(data, '$.organization_name') || ' ' || json_extract(data, '$.path') from outbox"),
        "samira@example.nl Speeltuin /vacancies/add"
    );
    // Who switched the second one off gets none, and is not asked again.
    world.arrange(
        "insert into notification_preferences (user_id, kind, channel, rate, updated_at)
         values (1, 'org_no_vacancy_30d', 'email', 'off', '2026-11-20T09:00:00Z')",
    );
    world.clock.advance(days(20));
    assert_eq!(remind().await.unwrap(), 1);
    assert_eq!(remind().await.unwrap(), 0, "once");
    assert_eq!(world.letters().as_deref(), Some("org_no_vacancy_10d"));
    world.clock.advance(days(60));
    assert!(!world.is_due(remind_organizations::is_due));
}

#[tokio::test]
async fn an_organisation_that_began_a_vacancy_is_not_reminded_that_it_has_none() {
    let world = world();
    world.arrange(
        "update organizations set approved_at = '2026-11-20T09:00:00Z';
         update vacancies set status = 'draft', published_at = null;",
    );
    world.clock.advance(days(11));
    assert!(!world.is_due(remind_organizations::is_due));
    world.arrange("update vacancies set status = 'deleted'");
    assert!(world.is_due(remind_organizations::is_due));
}
