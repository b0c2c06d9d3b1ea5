//! What happened to an application or an activity, between the messages about it.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{PATH, begin, mail, say, total, unread};
use crate::activities;
use crate::applications::stages::{apply, letters, take, with_vacancy};
use crate::support::school;
use crate::support::server::{Client, Server};

/// The lines of a page: the words of a message, or what happened in brackets.
fn lines(client: &Client, id: &str, query: &str) -> Vec<String> {
    let page = client
        .get(&format!("{PATH}/{id}/messages?{query}"))
        .expect(200)
        .json();
    let told = page["data"].as_array().unwrap().iter();
    told.map(|line| {
        let of = |name: &str| line["attributes"][name].as_str().map(str::to_owned);
        match of("event") {
            None => of("body").unwrap(),
            Some(event) => {
                assert_eq!(line["attributes"]["kind"], "event");
                assert_eq!(line["attributes"]["body"], Value::Null);
                assert!(of("author_name").is_none(), "{line}");
                format!("[{event}]")
            }
        }
    })
    .collect()
}

fn thread_of(client: &Client) -> String {
    let list = client.get(PATH).expect(200);
    list.at("/data/0/id").as_str().unwrap().to_owned()
}

fn a_minute(server: &Server) {
    server.clock.advance(SignedDuration::from_mins(1));
}

#[test]
fn what_happened_stands_between_the_messages_and_is_neither_unread_nor_mailed() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let application = apply(&joke, &vacancy).expect(201).id();
    a_minute(&server);
    let written = format!("/api/v1/applications/{application}/messages");
    samira
        .post(&written, &json!({ "body": "Kun je maandag?" }))
        .expect(201);
    let id = thread_of(&joke);
    a_minute(&server);
    say(&joke, &id, "Ja hoor.").expect(201);
    a_minute(&server);
    let reason = json!({ "event": "waitlist", "message": "Even geduld." });
    samira
        .put(
            &format!("/api/v1/applications/{application}/transition"),
            &reason,
        )
        .expect(200);
    let before = (unread(&joke), unread(&samira));
    a_minute(&server);
    take(&samira, &application, "reject").expect(200);
    assert_eq!((unread(&joke), unread(&samira)), before);

    let all = [
        "[applied]",
        "Kun je maandag?",
        "[contacted]",
        "Ja hoor.",
        "[waitlisted]",
        "[rejected]",
    ];
    assert_eq!(lines(&joke, &id, ""), all);
    assert_eq!(lines(&samira, &id, "sort=created_at"), all);
    let mut newest_first = all;
    newest_first.reverse();
    assert_eq!(lines(&joke, &id, "sort=-created_at"), newest_first);
    // Every line is on one page, in the same order.
    for (sort, all) in [("created_at", all), ("-created_at", newest_first)] {
        let pages: Vec<String> = (1..=2)
            .flat_map(|page| {
                let query = format!("sort={sort}&page[size]=1&page[number]={page}");
                lines(&joke, &id, &query)
            })
            .collect();
        assert_eq!(pages, all, "{sort}");
    }
    let page = joke.get(&format!("{PATH}/{id}/messages")).expect(200);
    assert!(!page.text.contains("not_a_fit"), "{}", page.text);
    assert!(!page.text.contains("Even geduld"), "{}", page.text);
    assert_eq!(total(&joke, "filter[q]=rejected"), 0);
    server.arrange(|tx| {
        tx.execute("update conversation_sides set mailed_id = 999", [])?;
        Ok(())
    });
    server.clock.advance(SignedDuration::from_mins(11));
    mail(&server);
    assert_eq!(letters(&server, "message_new"), Vec::<String>::new());
}

#[test]
fn an_organisation_does_not_read_what_went_by_a_mentor() {
    let (server, vacancy) = with_vacancy();
    let (student, samira) = (server.as_student(), server.as_superuser());
    let class = school::class(&server);
    school::link(&server.as_mentor(), class, class.sem, None).expect(201);
    school::asks_first(&server, class);
    let application = apply(&student, &vacancy).expect(201).id();
    a_minute(&server);
    take(&student, &application, "withdraw").expect(200);
    a_minute(&server);
    take(&student, &application, "reapply").expect(200);
    a_minute(&server);
    take(&server.as_mentor(), &application, "approve_as_mentor").expect(200);
    a_minute(&server);
    let written = format!("/api/v1/applications/{application}/messages");
    samira
        .post(&written, &json!({ "body": "Welkom!" }))
        .expect(201);
    let id = thread_of(&student);
    assert_eq!(
        lines(&student, &id, ""),
        [
            "[applied]",
            "[withdrawn]",
            "[applied_again]",
            "[approved_by_mentor]",
            "Welkom!",
            "[contacted]"
        ]
    );
    assert_eq!(
        lines(&samira, &id, ""),
        ["[applied]", "Welkom!", "[contacted]"]
    );
}

#[test]
fn a_date_that_moves_or_is_cancelled_stands_in_what_is_said_about_it() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let path = activities::make(&server, &json!({}));
    activities::take(&samira, &path, "publish", None).expect(200);
    let activity = path.rsplit('/').next().unwrap();
    let dates = format!("{}?filter[activity_id_eq]={activity}", activities::DATES);
    let dates = samira.get(&dates).expect(200).ids();
    let at = |date: &str, step: &str| format!("{}/{date}/{step}", activities::DATES);
    let change =
        |from: &str| json!({ "from": from, "until": "16:00", "reason": "De zaal is bezet." });
    // Before they wrote about it.
    samira
        .put(&at(&dates[3], "change"), &change("13:00"))
        .expect(200);
    a_minute(&server);
    let about = json!({ "about_type": "activities", "about_id": activity });
    let id = begin(&joke, ("organizations", server.people.own), &about)
        .expect(201)
        .id();
    a_minute(&server);
    samira
        .put(&at(&dates[0], "change"), &change("14:00"))
        .expect(200);
    a_minute(&server);
    activities::take(&samira, &path, "cancel", Some("De zaal is dicht.")).expect(200);
    assert_eq!(
        lines(&joke, &id, ""),
        ["Hallo, ik heb een vraag.", "[cancelled]"],
        "what moved is off"
    );
    let mut other = samira.clone();
    other.sign_in("samira@example.nl", crate::support::fixtures::PASSWORD);
    assert_eq!(lines(&other, &id, "").len(), 2);
    let page = joke.get(&format!("{PATH}/{id}/messages")).expect(200);
    assert_eq!(page.at("/meta/total"), 1);
    assert!(!page.text.contains("zaal"), "{}", page.text);
}

#[test]
fn a_date_that_moved_stands_there_once() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let path = activities::make(&server, &json!({}));
    activities::take(&samira, &path, "publish", None).expect(200);
    let activity = path.rsplit('/').next().unwrap();
    let dates = format!("{}?filter[activity_id_eq]={activity}", activities::DATES);
    let dates = samira.get(&dates).expect(200).ids();
    let about = json!({ "about_type": "activities", "about_id": activity });
    let id = begin(&joke, ("organizations", server.people.own), &about)
        .expect(201)
        .id();
    a_minute(&server);
    let change = json!({ "from": "14:00", "until": "16:00", "scope": "later" });
    samira
        .put(
            &format!("{}/{}/change", activities::DATES, dates[0]),
            &change,
        )
        .expect(200);
    a_minute(&server);
    say(&joke, &id, "Dan kan ik niet.").expect(201);
    assert_eq!(
        lines(&joke, &id, ""),
        ["Hallo, ik heb een vraag.", "[moved]", "Dan kan ik niet."]
    );
}
