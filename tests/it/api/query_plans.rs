//! Query plans: the rows read per response do not grow with the centre, checked with `EXPLAIN QUERY PLAN`.

use voluntr::policy::AREAS;

use crate::support::server::{Client, Server};
use crate::support::statements;

/// The steps that `SQLite` would take for a statement.
fn steps(server: &Server, sql: &str) -> Vec<String> {
    let steps = nested_steps(server, sql).into_iter();
    steps.map(|(_, step)| step).collect()
}

/// Each step with the number of the one that it is part of.
fn nested_steps(server: &Server, sql: &str) -> Vec<(i64, String)> {
    let sql = format!("explain query plan {sql}");
    server.arrange(move |tx| {
        let mut statement = tx.prepare(&sql)?;
        let mut rows = statement.raw_query();
        let mut steps = Vec::new();
        while let Some(row) = rows.next()? {
            steps.push((row.get("parent")?, row.get("detail")?));
        }
        Ok(steps)
    })
}

#[test]
fn the_newest_are_read_in_the_order_of_an_index() {
    let server = Server::start();
    let table = voluntr::resources::tables()
        .into_iter()
        .find(|table| table.type_name == "vacancies")
        .unwrap();
    let plan = steps(
        &server,
        &format!(
            "select t.id from vacancies t
              where t.volunteer_center_id = :center_id and ({})
              order by t.published_at desc, t.id desc limit 20",
            table.defaults[0].1
        ),
    );
    assert!(plan[0].contains("vacancies_published"), "{plan:?}");
    assert!(
        plan.iter().all(|step| !step.contains("TEMP B-TREE")),
        "{plan:?}"
    );
}

/// Whether somebody may see one row is asked from that row. A rule that first gathers all that belongs to the centre read
/// ten thousand vacancies for one address.
#[test]
fn no_right_to_one_row_reads_all_that_a_centre_has() {
    let server = Server::start();
    // Whether a centre is empty is asked of everything, and answered by the first row that is there.
    let rules = AREAS.iter().copied().flatten();
    for voluntr::policy::Rule(table, verbs, roles, condition) in
        rules.filter(|rule| rule.0 != "volunteer_centers")
    {
        let plan = steps(
            &server,
            &format!("select 1 from {table} t where t.id = 1 and ({condition})"),
        );
        // Of a view, what its parts found of that id is gone through.
        let is_view = plan
            .iter()
            .any(|step| step == &format!("CO-ROUTINE {table}"));
        let gathers = |step: &&String| {
            let is_of_the_row = step.starts_with("SEARCH t ")
                || step.contains(" volunteer_centers")
                || (is_view && *step == "SCAN t");
            !is_of_the_row
                && (step.contains("volunteer_center_id=?")
                    || step.starts_with("SCAN ") && !step.contains("VIRTUAL TABLE"))
        };
        assert_eq!(
            plan.iter().find(gathers),
            None,
            "{table} {verbs:?} {roles:?}: {plan:?}"
        );
    }
}

/// The figures of a dashboard are asked for with every visit.
#[test]
fn the_week_of_a_centre_reads_no_row_of_another_week() {
    let server = Server::start();
    for (table, rows, at, index) in [
        (
            "applications",
            "t.is_held = 0",
            "created_at",
            "applications_received",
        ),
        (
            "applications",
            "t.is_held = 0",
            "responded_at",
            "applications_answered",
        ),
        (
            "applications",
            "t.is_held = 0",
            "accepted_at",
            "applications_accepted",
        ),
        (
            "vacancies",
            "t.status <> 'deleted' and t.purged_at is null",
            "published_at",
            "vacancies_center_published",
        ),
    ] {
        let plan = steps(
            &server,
            &format!(
                "select count(*), null from {table} t
                  where ({rows}) and (1) and (t.volunteer_center_id = :center_id) and t.{at} > :two_weeks_ago and t.{at} <= :week_ago"
            ),
        );
        assert!(
            plan[0].contains(index) && plan[0].contains(&format!("{at}>?")),
            "{at}: {plan:?}"
        );
    }
}

#[test]
fn what_is_counted_for_each_choice_stands_in_an_index() {
    let server = Server::start();
    for column in ["activity_type_ids", "tags", "age_group_ids"] {
        let plan = steps(
            &server,
            &format!(
                "select j.value, count(*) from vacancies v, json_each(v.{column}) j
                  where v.status = 'published' and v.volunteer_center_id = :center_id and v.expires_at > :now
                  group by j.value"
            ),
        );
        assert!(
            plan[0].contains("COVERING INDEX vacancies_choices"),
            "{plan:?}"
        );
    }
}

#[test]
fn facets_read_no_row_of_a_vacancy() {
    let server = Server::start();
    // Without those that are worked out: where these stand in an index, the plan does not say that they are read there.
    let of = "t.tags, t.activity_type_ids, t.age_group_ids, t.vacancy_type, t.languages";
    let seen =
        "t.volunteer_center_id = :center_id and t.status = 'published' and +t.expires_at > :now
                and t.asker_id is null and t.purged_at is null and t.organization_id > 0";
    for from in [
        "vacancies t indexed by vacancies_choices",
        "(select rowid & 536870911 as id from vacancies_search where vacancies_search match :words) found
         cross join vacancies t indexed by vacancies_facets on t.id = found.id",
    ] {
        let plan = steps(&server, &format!("select {of} from {from} where {seen}"));
        let step = plan.iter().find(|step| step.contains(" t USING "));
        assert!(
            step.is_some_and(|step| step.contains("COVERING INDEX")),
            "{plan:?}"
        );
    }
}

#[test]
fn what_is_near_is_counted_on_an_index_and_read_from_a_small_circle() {
    let server = Server::start();
    for (size, client) in [(64, server.as_nobody()), (65, server.as_center())] {
        let list = "vacancies?filter[near]=52.09,5.12&sort=distance";
        let statements = asked(&client, list, size);
        let (count, page) = (&statements[0], &statements[1]);
        let plan = steps(&server, count);
        let of_vacancies = plan
            .iter()
            .filter(|step| step.starts_with("SEARCH t ") || step.starts_with("SCAN t "));
        // A person asks for little.
        for step in of_vacancies.filter(|step| !step.contains("vacancies_asker")) {
            assert!(step.contains("COVERING INDEX"), "{plan:?}\n{count}");
        }
        assert!(page.contains(":near_km"), "{page}");
        let plan = steps(&server, page);
        assert!(
            plan.iter()
                .any(|step| step.contains("vacancies_place (latitude>? AND latitude<?)")),
            "{plan:?}"
        );
    }
}

/// The lists of staff as their screens ask for them, without the page's size.
const STAFF: [&str; 15] = [
    "applications?filter[mine_eq]=false",
    "applications?filter[mine_eq]=false&filter[stage_in]=new,in_contact",
    "applications?filter[q]=jansen",
    "users?filter[status_in]=active,invited,inactive&include=roles&sort=last_name,first_name",
    "users?filter[status_eq]=active&sort=-created_at",
    "users?filter[q]=jansen&sort=last_name,first_name",
    "vacancies?filter[mine_eq]=true&include=contact_person&sort=-created_at",
    "vacancies?filter[mine_eq]=true&filter[to_review_eq]=true&sort=created_at",
    "vacancies?filter[mine_eq]=true",
    "vacancies?filter[moderation_state_eq]=submitted",
    "organizations?filter[status_in]=approved,pending",
    "organizations?filter[status_eq]=pending&sort=name",
    "audit_events?include=actor",
    "audit_events?filter[subject_type_eq]=vacancies",
    "audit_events?include=actor,subject&filter[before_eq]=90000",
];
/// Tables that grow with a centre, by the names that they have in the statements.
const BIG: [&str; 10] = [
    "t",
    "a",
    "v",
    "u",
    "m",
    "applications",
    "users",
    "vacancies",
    "organizations",
    "audit_events",
];

fn asked(client: &Client, list: &str, size: u64) -> Vec<String> {
    client
        .get(&format!("/api/v1/{list}&page[size]={size}"))
        .expect(200);
    let statements = statements::of(size);
    assert!(statements.len() >= 2, "{list}: {statements:?}");
    statements
}

#[test]
fn a_list_of_staff_reads_a_page_on_an_index_and_counts_on_one() {
    let server = Server::start();
    let clients = [
        (61, server.as_admin()),
        (62, server.as_center()),
        (63, server.as_superuser()),
    ];
    for (size, client) in &clients {
        for list in STAFF {
            for sql in asked(client, list, *size) {
                let plan = nested_steps(&server, &sql);
                for (parent, step) in &plan {
                    let scanned = step.strip_prefix("SCAN ").unwrap_or_default();
                    let name = scanned.split(' ').next().unwrap_or_default();
                    // What is counted, and a page in its own order, is read from an index.
                    let is_covered =
                        scanned.contains("USING COVERING INDEX") || scanned.contains("USING INDEX");
                    assert!(
                        !BIG.contains(&name) || is_covered,
                        "{list} as {size}: {step} in {plan:#?}\n{sql}"
                    );
                    let sorts = step.contains("TEMP B-TREE FOR ORDER BY")
                        || step.contains("TEMP B-TREE FOR LAST");
                    let is_wide = plan.iter().any(|(of, beside)| {
                        of == parent
                            && (beside.starts_with("SCAN t ")
                                || beside.starts_with("SEARCH t ")
                                    && beside.contains("(volunteer_center_id=?)"))
                    });
                    assert!(
                        !(sorts && is_wide),
                        "{list} as {size} sorts all of it: {plan:#?}\n{sql}"
                    );
                }
            }
        }
    }
}
