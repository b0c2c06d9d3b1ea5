use std::collections::HashSet;
use std::fmt::Write as _;

use rusqlite::types::Value;
use rusqlite::{Connection, Error};

use super::*;

mod embedded {
    refinery::embed_migrations!("migrations");
}

const NOW: &str = "2026-11-21T03:00:00Z";

fn empty_tenant() -> Connection {
    let mut db = Connection::open_in_memory().unwrap();
    crate::db::register_functions(&db).unwrap();
    embedded::migrations::runner().run(&mut db).unwrap();
    db.execute_batch(
        "pragma foreign_keys = on;
         insert into volunteer_centers (id, name, is_default, created_at, updated_at)
         values (1, 'Meedoen in Lindewaard', 1, '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z')",
    )
    .unwrap();
    db
}

fn seeded(amounts: &Amounts) -> (Connection, Seeded) {
    let mut db = empty_tenant();
    let tx = db.transaction().unwrap();
    let seeded = seed(&tx, NOW, 1, amounts, &|password| {
        format!("hash of {password}")
    })
    .unwrap();
    tx.commit().unwrap();
    (db, seeded)
}

fn count(db: &Connection, sql: &str) -> i64 {
    db.query_row(&format!("select count(*) from {sql}"), [], |row| row.get(0))
        .unwrap()
}

fn none(db: &Connection, sql: &str) {
    assert_eq!(count(db, sql), 0, "{sql}");
}

fn dump(db: &Connection) -> String {
    let mut text = String::new();
    for table in [
        "addresses",
        "users",
        "roles",
        "organizations",
        "organization_profiles",
        "taxonomies",
        "vacancies",
        "applications",
        "transitions",
        "notifications",
        "favorites",
        "student_links",
        "places",
        "activities",
        "activity_occurrences",
    ] {
        let mut statement = db
            .prepare(&format!("select * from {table} order by rowid"))
            .unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                write!(text, "{:?}|", row.get::<_, Value>(column).unwrap()).unwrap();
            }
            text.push('\n');
        }
    }
    text
}

fn column(db: &Connection, sql: &str) -> Vec<String> {
    let mut statement = db.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn the_same_seed_gives_the_same_town() {
    let one = dump(&seeded(&Amounts::default()).0);
    assert!(one == dump(&seeded(&Amounts::default()).0));
    let other = Amounts {
        seed: 2,
        ..Amounts::default()
    };
    assert!(one != dump(&seeded(&other).0));
}

#[test]
fn a_town_has_what_was_asked_for() {
    let (db, seeded) = seeded(&Amounts::default());
    assert_eq!(count(&db, "organizations"), 60);
    assert_eq!(count(&db, "organizations where status = 'pending'"), 3);
    assert_eq!(count(&db, "organizations where status = 'denied'"), 1);
    assert_eq!(count(&db, "organizations where status = 'archived'"), 1);
    assert_eq!(count(&db, "activities"), 40);
    assert_eq!(count(&db, "activities where recurrence is not null"), 6);
    assert_eq!(count(&db, "activities where is_workshop = 1"), 2);
    assert_eq!(count(&db, "vacancies where status = 'published'"), 214);
    for status in ["draft", "filled", "expired", "archived"] {
        assert!(count(&db, &format!("vacancies where status = '{status}'")) > 5);
    }
    assert_eq!(
        count(&db, "vacancies where moderation_state = 'submitted'"),
        4
    );
    assert_eq!(count(&db, "roles where name = 'volunteer'"), 120);
    assert_eq!(count(&db, "applications"), 300);
    assert_eq!(
        (seeded.organizations, seeded.volunteers, seeded.applications),
        (60, 120, 300)
    );
    for stage in [
        "new",
        "in_contact",
        "waitlisted",
        "accepted",
        "started",
        "completed",
        "rejected",
        "withdrawn",
        "closed",
    ] {
        assert!(
            count(&db, &format!("applications where stage = '{stage}'")) > 0,
            "{stage}"
        );
    }
    for days in [3, 8, 16] {
        let waiting = format!(
            "applications where stage = 'new' and cast(julianday('{NOW}') - julianday(created_at) as integer) = {days}"
        );
        assert!(count(&db, &waiting) > 0, "{days} days");
    }
}

#[test]
fn two_hundred_vacancies_do_not_look_copied() {
    let (db, _) = seeded(&Amounts::default());
    for (field, share) in [("title", 90), ("summary", 55), ("description", 99)] {
        let all = column(&db, &format!("select {field} from vacancies"));
        let different: HashSet<&String> = all.iter().collect();
        assert!(
            different.len() * 100 >= all.len() * share,
            "{} of {} {field}",
            different.len(),
            all.len()
        );
    }
    none(
        &db,
        "vacancies where title || summary || description || offer || schedule like '%{%'",
    );
    none(
        &db,
        "vacancies where title || summary || description || offer || schedule like '%|%'",
    );
    none(
        &db,
        "applications where message like '%{%' or message like '%|%'",
    );
    none(
        &db,
        "organizations where description like '%{%' or description like '%|%'",
    );
}

#[test]
fn everyone_finds_their_own_in_the_sample_accounts() {
    let (db, seeded) = seeded(&Amounts::default());
    assert_eq!(seeded.accounts.len(), 6);
    for account in &seeded.accounts {
        assert!(account.password.chars().count() >= 12);
        let user = format!(
            "users u join roles r on r.user_id = u.id where u.email = '{}' and r.name = '{}'
             and r.accepted_at is not null and u.status = 'active' and u.first_name || ' ' || u.last_name = '{}'
             and u.password_hash = 'hash of {PASSWORD}'",
            account.email, account.role, account.name
        );
        assert_eq!(count(&db, &user), 1, "{}", account.email);
        if account.role != "admin" {
            let told = format!(
                "notifications n join users u on u.id = n.user_id where u.email = '{}'",
                account.email
            );
            assert!(count(&db, &told) > 0, "{}", account.email);
        }
    }
    assert_eq!(
        count(
            &db,
            "roles r join users u on u.id = r.user_id join organizations o on o.id = r.scope_id
                    where u.email like 'organisatie@%' and o.name = 'Taalhuis Lindewaard'"
        ),
        1
    );
    assert_eq!(
        count(
            &db,
            "applications a join users u on u.id = a.user_id where u.email like 'vrijwilliger@%'"
        ),
        4
    );
}

#[test]
fn a_mentor_has_students_and_something_to_decide() {
    let (db, _) = seeded(&Amounts::default());
    assert_eq!(
        count(
            &db,
            "student_links l join users m on m.id = l.mentor_id join organizations o on o.id = l.organization_id
               join roles r on r.user_id = l.student_id and r.name = 'student' and r.scope_type = 'school' and r.scope_id = o.id
              where m.email like 'mentor@%' and o.organization_type = 'School' and o.mentor_approval = 1 and l.hour_target > 0"
        ),
        3
    );
    assert_eq!(
        column(
            &db,
            "select u.email || ' ' || a.stage from applications a join users u on u.id = a.user_id where a.school_id is not null order by a.id"
        ),
        [
            "leerling@demo.voluntr.example mentor_review",
            "leerling2@demo.voluntr.example accepted"
        ]
    );
    assert_eq!(count(&db, "applications where is_held"), 1);
    let small = Amounts {
        organizations: 3,
        ..Amounts::default()
    };
    let (_, seeded) = self::seeded(&small);
    assert!(
        seeded
            .accounts
            .iter()
            .all(|account| account.role != "mentor")
    );
}

#[test]
fn a_tenant_with_organisations_is_refused() {
    let (mut db, _) = seeded(&Amounts::default());
    let tx = db.transaction().unwrap();
    let Err(Error::UserFunctionError(fault)) =
        seed(&tx, NOW, 1, &Amounts::default(), &str::to_owned)
    else {
        panic!("seeded twice");
    };
    assert!(fault.is::<NotEmpty>());
}

#[test]
fn taxonomies_can_be_completed_again() {
    let db = empty_tenant();
    seed_taxonomies(&db, NOW).unwrap();
    let terms = count(&db, "taxonomies");
    seed_taxonomies(&db, NOW).unwrap();
    assert_eq!(count(&db, "taxonomies"), terms);
    let tags = "taxonomies where key in ('multipleDates', 'once', 'regularly', 'flexible', 'multi_day', 'free')";
    assert_eq!(count(&db, tags), 6);
}

#[test]
fn a_small_town_and_an_empty_one_can_be_made() {
    let small = Amounts {
        organizations: 3,
        vacancies: 5,
        volunteers: 1,
        applications: 7,
        seed: 9,
    };
    keeps_the_rules(&seeded(&small).0);
    let empty = Amounts {
        organizations: 0,
        vacancies: 0,
        volunteers: 0,
        applications: 0,
        seed: 9,
    };
    keeps_the_rules(&seeded(&empty).0);
}

#[test]
fn every_row_keeps_the_rules() {
    keeps_the_rules(&seeded(&Amounts::default()).0);
}

#[test]
fn a_big_town_keeps_them_too() {
    let big = Amounts {
        organizations: 100,
        vacancies: 1_000,
        volunteers: 2_000,
        applications: 5_000,
        seed: 3,
    };
    let (db, seeded) = seeded(&big);
    assert_eq!(seeded.applications, 5_000);
    assert_eq!(count(&db, "vacancies where status = 'published'"), 1_000);
    keeps_the_rules(&db);
}

/// Checks every row against the product's field rules and state machines.
fn keeps_the_rules(db: &Connection) {
    // Person-to-person help is disabled in the demo.
    none(
        db,
        "vacancies where vacancy_type in ('p2p', 'one-on-one', 'neighbour-help')",
    );
    for rule in [
        "users where length(first_name) not between 1 and 100 or length(last_name) not between 1 and 100",
        "users where length(email) > 254 or (email not like '%@example.nl' and email not like '%@demo.voluntr.example')",
        "users where phone_number not glob '+[0-9]*' or length(phone_number) > 20 or length(job_title) > 100",
        "users where created_at > '2026-11-21T03:00:00Z' or last_sign_in_at > '2026-11-21T03:00:00Z'",
        "organizations where length(name) not between 2 and 150 or length(description) not between 100 and 3000",
        "organizations where length(website) > 255 or website not like 'https://%.example'",
        "organizations where (kvk_number is null) <> (neighbourhood_initiative = 1)",
        "organizations where kvk_number not glob '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'",
        "organizations o where not exists (select 1 from roles r where r.scope_type = 'organization'
           and r.scope_id = o.id and r.name = 'organization_superuser')",
        "organizations o where o.status <> (select to_state from transitions where subject_type = 'organizations'
           and subject_id = o.id order by id desc limit 1)",
        "(select lower(name) n from organizations group by n having count(*) > 1)",
        "addresses where postal_code not glob '53[01][0-9] [A-Z][A-Z]' or postal_code glob '* S[ADS]'",
        "addresses where house_number not glob '[1-9]*' or length(house_number) > 10 or length(street) > 100",
        "addresses where latitude not between 51.7 and 51.9 or longitude not between 5.1 and 5.4",
        "vacancies where length(title) not between 5 and 100 or length(summary) not between 1 and 160",
        "vacancies where length(description) not between 150 and 5000 or description not like '<p>%'",
        "vacancies v where json_array_length(requirements) > 5 or exists
           (select 1 from json_each(v.requirements) where length(value) > 100)",
        "vacancies where length(offer) > 1000 or hours_per_week not between 0.5 and 20 or capacity not between 1 and 500",
        "vacancies v where json_array_length(tags) > 10 or exists (select 1 from json_each(v.tags)
           where value not in (select key from taxonomies where kind = 'tags'))",
        "vacancies v where (select count(*) from json_each(v.tags)) <> (select count(distinct value) from json_each(v.tags))",
        "vacancies v where json_array_length(activity_type_ids) = 0 or exists (select 1 from json_each(v.activity_type_ids)
           where type <> 'text' or value not in (select id from taxonomies where kind = 'activity_types'))",
        "vacancies v where exists (select 1 from json_each(v.age_group_ids)
           where value not in (select id from taxonomies where kind = 'age_groups'))",
        "vacancies where status in ('published', 'filled') and (published_at is null or published_at >= '2026-11-21T03:00:00Z'
           or expires_at not between '2026-11-22T03:00:00Z' and '2027-11-21T03:00:00Z')",
        "vacancies where status = 'expired' and expires_at > '2026-11-21T03:00:00Z'",
        "vacancies where city is null or slug = '' or image_url not like '/img/%.svg' or min_age > 21",
        "vacancies v join organizations o on o.id = v.organization_id where v.status = 'published' and o.status <> 'approved'",
        "vacancies v where v.status <> (select to_state from transitions where subject_type = 'vacancies'
           and subject_id = v.id order by id desc limit 1)",
        "vacancies v where status = 'published' and capacity <= (select count(*) from applications a
           where a.vacancy_id = v.id and a.status = 'accepted')",
        "applications where length(message) not between 20 and 2000 or email is null",
        "applications a where a.stage <> (select to_state from transitions where subject_type = 'applications'
           and subject_id = a.id order by id desc limit 1)",
        "applications a join vacancies v on v.id = a.vacancy_id where v.status = 'draft' or a.created_at < v.created_at",
        "applications where (status is 'rejected') <> (closed_by is not null) or (reason_code is null) <> (closed_by is null)",
        "applications where created_at >= '2026-11-21T03:00:00Z' or responded_at < created_at",
        "applications where (stage = 'waitlisted') <> (waitlist_position is not null)",
        "transitions t join transitions n on n.subject_type = t.subject_type and n.subject_id = t.subject_id and n.id = (select
           min(id) from transitions where subject_type = t.subject_type and subject_id = t.subject_id and id > t.id)
           where n.at < t.at or n.from_state is not t.to_state",
        "transitions where at > '2026-11-21T03:00:00Z'",
        "notifications where created_at > '2026-11-21T03:00:00Z' or not json_valid(data)",
        "activities where length(title) not between 3 and 100 or length(summary) not between 1 and 160 or slug = ''
           or image_url not like '/img/%.svg' or (cost is null) <> is_free or (place_id is null) <> online",
        "activities a where status = 'published' and not exists (select 1 from activity_occurrences o
           where o.activity_id = a.id and o.status = 'planned' and o.ends_at > '2026-11-21T03:00:00Z')",
        "activities a where exists (select 1 from json_each(a.activity_categories) where value not in
           (select key from taxonomies where kind = 'activity_categories'))
           or exists (select 1 from json_each(a.target_groups) where value not in (select key from taxonomies where kind = 'target_groups'))",
        "activity_occurrences where ends_at <= starts_at or day <> substr(starts_local, 1, 10)
           or (is_changed = 1 or status = 'cancelled') <> (reason is not null)",
        "pragma_foreign_key_check",
    ] {
        none(db, rule);
    }
}
