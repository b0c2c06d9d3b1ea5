//! Mails to a centre about its day, its week and its month, with the clock moved.

use jiff::SignedDuration;
use serde_json::Value;
use voluntr::jobs::mail_centers;

use crate::support::server::Server;

/// Moves the clock to a moment, and lets the job look.
fn at(server: &Server, moment: &str) -> usize {
    let now: jiff::Timestamp = server.clock.text().parse().unwrap();
    let wanted: jiff::Timestamp = moment.parse().unwrap();
    server.clock.advance(SignedDuration::from_secs(
        wanted.as_second() - now.as_second(),
    ));
    let tenant = server.app.tenants().get("demo").unwrap();
    let db = tenant.unguarded("test");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(mail_centers(db)).unwrap()
}

/// The data of the last mail of a kind.
fn told(server: &Server, kind: &'static str) -> Vec<Value> {
    server.arrange(move |tx| {
        Ok(tx
            .prepare("select data from outbox where kind = ?1 order by id")?
            .query_map([kind], |row| row.get::<_, String>(0))?
            .map(|data| serde_json::from_str(&data.unwrap()).unwrap())
            .collect())
    })
}

/// An organisation that waits for its centre.
fn wait(server: &Server) {
    let id = server.people.own;
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'pending' where id = ?1",
            [id],
        )?;
        Ok(())
    });
}

#[test]
fn each_working_day_at_eight_a_centre_hears_once_what_waits() {
    let server = Server::start();
    wait(&server);
    // Monday in winter: eight in the Netherlands is seven in UTC.
    assert_eq!(at(&server, "2027-01-18T06:59:00Z"), 0);
    assert!(told(&server, "daily_todo").is_empty());
    assert!(at(&server, "2027-01-18T07:00:00Z") > 0);
    let first = told(&server, "daily_todo");
    let items = first[0]["items"].as_array().unwrap();
    let waits = items.iter().find(|item| item["name"] == "organizations");
    assert!(waits.unwrap()["count"].as_i64() >= Some(1), "{waits:?}");
    assert_eq!(at(&server, "2027-01-18T12:00:00Z"), 0, "once a day");
    // Tuesday: a server that was down until the evening skips the day.
    assert_eq!(at(&server, "2027-01-19T20:30:00Z"), 0);
    // Saturday.
    assert_eq!(at(&server, "2027-01-23T09:00:00Z"), 0);
    assert_eq!(told(&server, "daily_todo").len(), first.len());
    server.arrange(|tx| {
        tx.execute_batch(
            "update vacancies set status = 'published', moderation_state = 'none' where moderation_state = 'submitted';
             update vacancies set revision_state = 'none' where revision_state = 'submitted';
             update organizations set status = 'approved' where status = 'pending';
             update activities set moderation_state = 'none', revision_state = 'none';
             update applications set responded_at = created_at;
             delete from abuse_reports;
             delete from checks;
             delete from conversation_sides;
             update organization_suggestions set handled = 1;",
        )?;
        Ok(())
    });
    assert_eq!(at(&server, "2027-01-26T09:00:00Z"), 0, "nothing waits");
}

#[test]
fn over_a_change_of_the_clock_and_three_days_without_a_server_it_stays_one_mail_a_day() {
    let server = Server::start();
    wait(&server);
    server.arrange(|tx| {
        tx.execute("update users set created_at = '2027-03-23T10:00:00Z'", [])?;
        Ok(())
    });
    // Summer time begins on Sunday 28 March 2027: eight is six in UTC from then on.
    assert_eq!(at(&server, "2027-03-25T06:30:00Z"), 0);
    assert!(at(&server, "2027-03-25T07:00:00Z") > 0);
    // Good Friday and Easter Monday are no working days; the week is told of all the same.
    assert_eq!(at(&server, "2027-03-26T10:00:00Z"), 0);
    let weeks = told(&server, "weekly_summary").len();
    assert!(at(&server, "2027-03-29T06:00:00Z") > 0);
    assert!(told(&server, "weekly_summary").len() > weeks);
    let days = told(&server, "daily_todo").len();
    assert_eq!(at(&server, "2027-03-30T05:59:00Z"), 0);
    assert!(at(&server, "2027-03-30T06:00:00Z") > 0);
    // Down from Wednesday to Friday.
    at(&server, "2027-04-05T06:00:00Z");
    assert_eq!(told(&server, "daily_todo").len(), 3 * days);
}

#[test]
fn the_figures_of_a_month_stand_beside_those_of_the_month_before() {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute_batch(
            "update users set created_at = '2026-01-01T00:00:00Z';
             update users set created_at = '2027-01-31T22:59:59Z' where email = 'joke@example.nl';
             update users set created_at = '2027-01-31T23:00:00Z' where email = 'samira@example.nl';",
        )?;
        Ok(())
    });
    assert!(at(&server, "2027-03-01T07:30:00Z") > 0);
    let told = told(&server, "monthly_report");
    assert_eq!(told[0]["from"], "2027-02-01");
    assert_eq!(told[0]["until"], "2027-02-28");
    let figures = told[0]["figures"].as_array().unwrap();
    let of = |name: &str| {
        figures
            .iter()
            .find(|figure| figure["name"] == name)
            .unwrap()
    };
    // Midnight in the Netherlands parts the months.
    assert_eq!(of("people")["count"], 1);
    assert_eq!(of("people")["before"], 1);
    // One month, one mail.
    assert_eq!(at(&server, "2027-03-01T15:00:00Z"), 0);
}

#[test]
fn after_summer_time_a_monday_that_is_the_first_has_all_three_once() {
    let server = Server::start();
    wait(&server);
    server.arrange(|tx| {
        tx.execute("update users set created_at = '2027-10-28T10:00:00Z'", [])?;
        Ok(())
    });
    // Winter time begins on Sunday 31 October 2027: eight is seven in UTC from then on.
    assert_eq!(at(&server, "2027-11-01T06:59:00Z"), 0);
    assert!(at(&server, "2027-11-01T07:00:00Z") >= 3);
    for kind in ["daily_todo", "weekly_summary", "monthly_report"] {
        assert!(!told(&server, kind).is_empty(), "{kind}");
    }
    assert_eq!(told(&server, "weekly_summary")[0]["from"], "2027-10-25");
    assert_eq!(told(&server, "monthly_report")[0]["until"], "2027-10-31");
    assert_eq!(at(&server, "2027-11-01T20:00:00Z"), 0);
}
