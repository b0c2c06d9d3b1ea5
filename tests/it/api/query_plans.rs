//! Query plans: the rows read per response do not grow with the centre, checked with `EXPLAIN QUERY PLAN`.

use voluntr::policy::AREAS;

use crate::support::server::Server;

/// The steps that `SQLite` would take for a statement.
fn steps(server: &Server, sql: &str) -> Vec<String> {
    let sql = format!("explain query plan {sql}");
    server.arrange(move |tx| {
        let mut statement = tx.prepare(&sql)?;
        let mut rows = statement.raw_query();
        let mut steps = Vec::new();
        while let Some(row) = rows.next()? {
            steps.push(row.get("detail")?);
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
        let gathers = |step: &&String| {
            let is_of_the_row =
                step.starts_with("SEARCH t ") || step.contains(" volunteer_centers");
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
