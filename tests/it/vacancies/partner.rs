//! Vacancies of a partner: new, changed and withdrawn ones, beside what people change here.

use serde_json::{Value, json};
use std::time::Duration;
use voluntr::resources::vacancy::import::{Destination, Outcome, PartnerFile, Work, run};

use crate::support::outbox::{last, sent};
use crate::support::server::{Server, document};
use crate::vacancies::states::{LIST, take};

fn vacancy(external_id: &str, title: &str) -> Value {
    json!({
        "external_id": external_id,
        "title": title,
        "description": "<p>Je gaat elke week een uur op pad met iemand uit de buurt. Daarna drinken jullie koffie.</p>",
        "hours_per_week": 1,
    })
}

fn import(server: &Server, vacancies: Value, settle: impl Fn(&mut Destination)) -> Outcome {
    let file = json!({ "origin": "partner.example", "vacancies": vacancies }).to_string();
    let mut to = Destination {
        center_id: server.people.center,
        organization_id: Some(server.people.own),
        overwrites: false,
        may_empty: false,
    };
    settle(&mut to);
    server.arrange(move |tx| run(tx, PartnerFile::read(file.as_bytes()).unwrap(), to))
}

fn counts(outcome: &Outcome) -> [usize; 7] {
    [
        outcome.added,
        outcome.changed,
        outcome.unchanged,
        outcome.withdrawn,
        outcome.returned,
        outcome.edited_here.len(),
        outcome.faulty.len(),
    ]
}

#[test]
fn what_is_new_changed_or_gone_at_a_partner_is_so_here() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let usual = |_: &mut Destination| {};
    let both = json!([vacancy("a", "Wandelmaatje"), vacancy("b", "Leesmaatje")]);
    assert_eq!(
        counts(&import(&server, both.clone(), usual)),
        [2, 0, 0, 0, 0, 0, 0]
    );
    let listed = nobody.get(&format!("{LIST}?sort=title")).expect(200);
    assert_eq!(listed.at("/data/0/attributes/title"), "Leesmaatje");
    assert_eq!(listed.at("/data/0/attributes/origin"), "partner.example");
    assert_eq!(
        listed.at("/data/0/attributes/organization_name"),
        "Taalhuis Lindewaard"
    );
    assert_eq!(
        counts(&import(&server, both.clone(), usual)),
        [0, 0, 2, 0, 0, 0, 0]
    );
    let changed = json!([vacancy("a", "Fietsmaatje")]);
    assert_eq!(
        counts(&import(&server, changed, usual)),
        [0, 1, 0, 1, 0, 0, 0]
    );
    let listed = nobody.get(LIST).expect(200);
    assert_eq!(listed.at("/meta/total"), 1);
    assert_eq!(listed.at("/data/0/attributes/title"), "Fietsmaatje");
    // Back again, and nothing is taken away by a file that says nothing.
    assert_eq!(counts(&import(&server, both, usual)), [0, 1, 0, 0, 1, 0, 0]);
    assert_eq!(counts(&import(&server, json!([]), usual)), [0; 7]);
    assert_eq!(nobody.get(LIST).at("/meta/total"), 2);
    let emptied = import(&server, json!([]), |to| to.may_empty = true);
    assert_eq!(counts(&emptied), [0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(nobody.get(LIST).at("/meta/total"), 0);
}

#[test]
fn what_a_person_changed_here_stays_and_is_told_of() {
    let server = Server::start();
    let usual = |_: &mut Destination| {};
    import(&server, json!([vacancy("a", "Wandelmaatje")]), usual);
    let samira = server.as_superuser();
    let id = samira.get(LIST).expect(200).at("/data/0/id");
    let path = format!("{LIST}/{}", id.as_str().unwrap());
    let edit = json!({ "title": "Wandelmaatje in het park" });
    samira
        .patch(&path, &document("vacancies", edit))
        .expect(200);
    let kept = import(&server, json!([vacancy("a", "Fietsmaatje")]), usual);
    assert_eq!(counts(&kept), [0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(kept.edited_here[0].fields, ["title"]);
    assert_eq!(
        samira.get(&path).at("/data/attributes/title"),
        "Wandelmaatje in het park"
    );
    let forced = import(&server, json!([vacancy("a", "Fietsmaatje")]), |to| {
        to.overwrites = true;
    });
    assert_eq!(counts(&forced), [0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(
        samira.get(&path).at("/data/attributes/title"),
        "Fietsmaatje"
    );
    // What was deleted here does not come back by itself; a copy is ours and not the partner's.
    let copy = samira
        .post(&format!("{path}/duplicate"), &json!({}))
        .expect(201);
    assert_eq!(copy.at("/data/attributes/origin"), Value::Null);
    take(&server.as_center(), id.as_str().unwrap(), "delete").expect(204);
    let after = import(&server, json!([vacancy("a", "Roeimaatje")]), usual);
    assert_eq!(counts(&after), [0, 0, 1, 0, 0, 0, 0]);
}

#[test]
fn a_faulty_vacancy_keeps_the_others_from_nothing_and_says_what_is_wrong() {
    let server = Server::start();
    let mut short = vacancy("b", "Leesmaatje");
    short["description"] = "<p>Kort.</p>".into();
    let mut unknown = vacancy("c", "Kookmaatje");
    unknown["status"] = "published".into();
    let mut elsewhere = vacancy("d", "Speelmaatje");
    elsewhere["organization"] = "Nergens bekend".into();
    let mut named = vacancy("e", "Voedsel uitdelen");
    named["organization"] = "voedselbank de schakel".into();
    let all = json!([
        vacancy("a", "Wandelmaatje"),
        short,
        unknown,
        elsewhere,
        named,
        vacancy("a", "Twee keer")
    ]);
    let outcome = import(&server, all, |_| {});
    assert_eq!(counts(&outcome), [2, 0, 0, 0, 0, 0, 4]);
    let problems: Vec<&str> = outcome
        .faulty
        .iter()
        .map(|one| one.problems[0].as_str())
        .collect();
    for (problem, field) in
        problems
            .iter()
            .zip(["description", "status", "organization", "external_id"])
    {
        assert!(problem.starts_with(field), "{problem}");
    }
    let listed = server
        .as_nobody()
        .get(&format!("{LIST}?sort=title"))
        .expect(200);
    assert_eq!(
        listed.at("/data/0/attributes/organization_name"),
        "Voedselbank De Schakel"
    );
}

#[test]
fn the_centre_reads_what_a_partner_brings_as_it_reads_what_people_write() {
    let server = Server::start();
    server.arrange(|tx| Ok(tx.execute("update organizations set trusted = 0", [])?));
    import(&server, json!([vacancy("a", "Wandelmaatje")]), |_| {});
    assert_eq!(server.as_nobody().get(LIST).at("/meta/total"), 0);
    let waiting = server
        .as_center()
        .get(&format!("{LIST}?filter[moderation_state_eq]=submitted"));
    let id = waiting.expect(200).at("/data/0/id");
    take(&server.as_center(), id.as_str().unwrap(), "approve").expect(200);
    let changed = import(&server, json!([vacancy("a", "Fietsmaatje")]), |_| {});
    assert_eq!(counts(&changed), [0, 1, 0, 0, 0, 0, 0]);
    let path = format!("{LIST}/{}", id.as_str().unwrap());
    assert_eq!(
        server.as_nobody().get(&path).at("/data/attributes/title"),
        "Wandelmaatje"
    );
    let theirs = server.as_center().get(&path);
    assert_eq!(theirs.at("/data/attributes/revision/title"), "Fietsmaatje");
    // The same again is no person's change.
    let again = import(&server, json!([vacancy("a", "Fietsmaatje")]), |_| {});
    assert_eq!(counts(&again), [0, 0, 1, 0, 0, 0, 0]);
}

#[test]
fn of_a_file_that_the_centre_reads_first_one_letter_goes_to_each_side() {
    let server = Server::start();
    let sentence =
        "<p>Je gaat elke week een uur op pad met iemand uit de buurt. Je hebt een hbo diploma.</p>";
    let held: Vec<Value> = ["a", "b", "c"]
        .iter()
        .map(|id| {
            let mut one = vacancy(id, &format!("Wandelmaatje {id}"));
            one["description"] = sentence.into();
            one
        })
        .collect();
    let usual = |_: &mut Destination| {};
    let outcome = import(&server, json!(held), usual);
    assert_eq!(counts(&outcome), [3, 0, 0, 0, 0, 0, 0]);
    let sent = sent(&server);
    let of = |kind: &str| sent.iter().filter(|(of, _)| of == kind).count();
    assert_eq!(of("vacancy_submitted"), 1, "{sent:?}");
    assert_eq!(of("vacancy_to_review"), 1, "{sent:?}");
    let letter = last(&server, "vacancy_submitted", "samira@example.nl");
    assert_eq!(letter["others"], 2);
    assert_eq!(letter["reasons"][0]["code"], "diploma");
}

#[test]
fn a_file_is_taken_in_over_many_transactions_as_in_one_and_others_write_in_between() {
    let server = Server::start();
    let samira = server.as_superuser();
    let taken = |vacancies: Value| {
        let file = json!({ "origin": "partner.example", "vacancies": vacancies }).to_string();
        let to = Destination {
            center_id: server.people.center,
            organization_id: Some(server.people.own),
            overwrites: false,
            may_empty: false,
        };
        let mut work = Work::new(PartnerFile::read(file.as_bytes()).unwrap(), to);
        let mut rounds = 0;
        loop {
            let (left, is_over) = server.arrange(move |tx| {
                let is_over = work.go_on(tx, Some(Duration::ZERO))?;
                Ok((work, is_over))
            });
            rounds += 1;
            if is_over {
                return (counts(&left.outcome), rounds);
            }
            work = left;
            let change = document(
                "organizations",
                json!({ "website": format!("https://{rounds}.example.org") }),
            );
            samira
                .patch(
                    &format!("/api/v1/organizations/{}", server.people.own),
                    &change,
                )
                .expect(200);
        }
    };
    let all = json!([
        vacancy("a", "Wandelmaatje"),
        vacancy("b", "Leesmaatje"),
        vacancy("b", "Nog een leesmaatje"),
        vacancy("c", "Fietsmaatje"),
    ]);
    assert_eq!(taken(all), ([3, 0, 0, 0, 0, 0, 1], 5));
    let listed = server.as_nobody().get(LIST).expect(200);
    assert_eq!(listed.at("/meta/total"), 3);
    let fewer = json!([vacancy("a", "Wandelmaatje op dinsdag")]);
    assert_eq!(taken(fewer), ([0, 1, 0, 2, 0, 0, 0], 4));
    assert_eq!(server.as_nobody().get(LIST).at("/meta/total"), 1);
}
