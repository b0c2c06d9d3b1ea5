use super::*;
use crate::mail::testing::{NOON, database, reset_email, welcome_email};
use crate::mail::{EmailMessage, Enqueued, enqueue, find_unsubscription, unsubscribe};

const NOON_AND_30_SECONDS: &str = "2026-11-21T11:00:30Z";
const MINUTE_LATER: &str = "2026-11-21T11:01:00Z";
const HOUR_LATER: &str = "2026-11-21T12:00:00Z";
const MIDNIGHT: &str = "2026-11-21T23:00:00Z";

fn at(now: &str) -> Claim<'_> {
    Claim {
        now,
        limit: BATCH,
        host: "oldebroek.example",
        by: "us",
        quiet_hours: QuietHours::Respected,
    }
}

/// Claims the due rows and begins each, as the job does.
fn take(db: &rusqlite::Connection, claim_: &Claim) -> Vec<OutboxRow> {
    let rows = claim(db, claim_).unwrap();
    rows.iter()
        .map(|row| begin(db, row, claim_.by, claim_.now).unwrap().unwrap())
        .collect()
}

fn later() -> SendError {
    SendError {
        permanent: false,
        bounced: false,
        is_ours: false,
        text: "451 busy".into(),
    }
}

fn refused() -> SendError {
    SendError {
        permanent: true,
        bounced: true,
        is_ours: false,
        text: "550 unknown".into(),
    }
}

fn id_of(enqueued: Enqueued) -> i64 {
    match enqueued {
        Enqueued::Waiting(id) | Enqueued::Merged(id) | Enqueued::Stopped(id) => id,
        other => panic!("no row: {other:?}"),
    }
}

#[test]
fn a_letter_goes_once_and_leaves_no_token_behind() {
    let db = database();
    let id = id_of(enqueue(&db, NOON, &reset_email("secret")).unwrap());
    assert!(has_due(&db, &at(NOON)).unwrap());
    let rows = claim(&db, &at(NOON)).unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].id, id);
    assert_eq!(rows[0].data["path"], "/auth/reset?token=secret");
    assert!(claim(&db, &at(NOON)).unwrap().is_empty());
    assert!(!has_due(&db, &at(NOON)).unwrap());

    mark_sent(&db, &rows[0], MINUTE_LATER).unwrap();
    let row = find(&db, id).unwrap().unwrap();
    assert_eq!(row.status, OutboxStatus::Sent);
    assert_eq!(row.sent_at.as_deref(), Some(MINUTE_LATER));
    let all: String = db
        .query_row("select group_concat(data) from outbox", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert!(!all.contains("secret"));
    assert!(claim(&db, &at(HOUR_LATER)).unwrap().is_empty());
}

#[test]
fn a_claim_of_a_program_that_died_is_taken_again_with_the_same_message_id() {
    let db = database();
    enqueue(&db, NOON, &reset_email("a")).unwrap();
    let first = claim(&db, &at(NOON)).unwrap().remove(0);
    assert!(claim(&db, &at("2026-11-21T11:04:59Z")).unwrap().is_empty());
    let second = claim(&db, &at("2026-11-21T11:05:00Z")).unwrap().remove(0);
    assert_eq!(first.message_id, second.message_id);
    let message_id = first.message_id.clone().unwrap();
    assert!(message_id.starts_with(&format!("<outbox-{}-", first.id)));
    assert!(message_id.ends_with("@oldebroek.example>"));

    // The holder of the expired claim reports a failure: the second claim stands.
    mark_failed(&db, &first, &later(), HOUR_LATER).unwrap();
    let row = find(&db, first.id).unwrap().unwrap();
    assert_eq!(row.status, OutboxStatus::Sending);
    // If it reports success, the email has been sent.
    mark_sent(&db, &first, HOUR_LATER).unwrap();
    assert_eq!(
        find(&db, first.id).unwrap().unwrap().status,
        OutboxStatus::Sent
    );
}

#[test]
fn a_letter_is_tried_twelve_times_in_two_days_and_then_fails() {
    let db = database();
    let id = id_of(enqueue(&db, NOON, &reset_email("a")).unwrap());
    let mut moments = Vec::new();
    let mut now = NOON.to_owned();
    while let Some(row) = take(&db, &at(&now)).pop() {
        moments.push(now.clone());
        mark_failed(&db, &row, &later(), &now).unwrap();
        let row = find(&db, id).unwrap().unwrap();
        if row.status == OutboxStatus::Failed {
            break;
        }
        now = row.next_attempt_at;
    }
    assert_eq!(moments.len(), 12);
    assert_eq!(moments[1], "2026-11-21T11:01:00Z");
    assert_eq!(moments[4], "2026-11-21T12:21:00Z");
    assert_eq!(moments[11], "2026-11-23T12:21:00Z");
    let row = find(&db, id).unwrap().unwrap();
    assert_eq!(row.last_error.as_deref(), Some("451 busy"));
    assert_eq!(bounces(&db, &row.to_email).unwrap(), 0);

    assert!(retry(&db, id, "2026-11-24T12:00:00Z").unwrap());
    assert_eq!(take(&db, &at("2026-11-24T12:00:00Z"))[0].attempts, 1);
    assert!(!retry(&db, id, "2026-11-24T12:00:00Z").unwrap());
}

#[test]
fn a_letter_that_kills_the_program_is_given_up_and_those_beside_it_are_not() {
    let db = database();
    let deadly = id_of(enqueue(&db, NOON, &reset_email("a")).unwrap());
    let beside = EmailMessage {
        subject_id: 8,
        ..reset_email("b")
    };
    let beside = id_of(enqueue(&db, NOON, &beside).unwrap());
    for run in 0..13 {
        let run = format!("run {run}");
        let claim_ = Claim {
            by: &run,
            ..at(HOUR_LATER)
        };
        let rows = claim(&db, &claim_).unwrap();
        assert!(rows.iter().any(|row| row.id == beside), "{run}");
        if let Some(row) = rows.iter().find(|row| row.id == deadly) {
            begin(&db, row, &run, HOUR_LATER).unwrap();
        }
    }
    let state = |id| find(&db, id).unwrap().unwrap();
    assert_eq!(state(deadly).status, OutboxStatus::Failed);
    assert_eq!(
        (state(beside).status, state(beside).attempts),
        (OutboxStatus::Sending, 0)
    );
}

#[test]
fn what_a_program_that_is_gone_had_in_hand_goes_at_once() {
    let db = database();
    enqueue(&db, NOON, &reset_email("a")).unwrap();
    let first = take(&db, &at(NOON)).remove(0);
    assert!(!has_due(&db, &at(NOON)).unwrap());
    let next = Claim {
        by: "the next run",
        ..at(NOON)
    };
    assert!(has_due(&db, &next).unwrap());
    let second = take(&db, &next).remove(0);
    assert_eq!(first.message_id, second.message_id);
    assert_eq!(second.attempts, 2);
    assert!(begin(&db, &first, "us", NOON).unwrap().is_none());
}

#[test]
fn what_was_claimed_and_not_begun_is_put_back_by_who_stops() {
    let db = database();
    enqueue(&db, NOON, &reset_email("a")).unwrap();
    let row = claim(&db, &at(NOON)).unwrap().remove(0);
    release(&db, &[row], "us").unwrap();
    assert_eq!(take(&db, &at(NOON))[0].attempts, 1);
}

#[test]
fn a_letter_that_is_forgotten_before_it_is_begun_does_not_go() {
    let db = database();
    enqueue(&db, NOON, &reset_email("a")).unwrap();
    let row = claim(&db, &at(NOON)).unwrap().remove(0);
    forget(&db, &row.to_email).unwrap();
    assert!(begin(&db, &row, "us", NOON).unwrap().is_none());
}

#[test]
fn three_refusals_stop_mail_to_an_address_and_one_delivery_forgives() {
    let db = database();
    for hour in 8..11 {
        let now = format!("2026-11-21T{hour:02}:00:00Z");
        enqueue(&db, &now, &reset_email(&now)).unwrap();
        let row = take(&db, &at(&now)).remove(0);
        mark_failed(&db, &row, &refused(), &now).unwrap();
        let row = find(&db, row.id).unwrap().unwrap();
        assert_eq!(row.status, OutboxStatus::Failed);
        assert_eq!(row.attempts, 1);
    }
    assert_eq!(bounces(&db, "Sanne@Example.org").unwrap(), 3);
    let Enqueued::Stopped(id) = enqueue(&db, NOON, &reset_email("d")).unwrap() else {
        panic!("the address was not stopped");
    };
    assert!(claim(&db, &at(NOON)).unwrap().is_empty());

    assert!(retry(&db, id, NOON).unwrap());
    let row = claim(&db, &at(NOON)).unwrap().remove(0);
    mark_sent(&db, &row, NOON).unwrap();
    assert_eq!(bounces(&db, "sanne@example.org").unwrap(), 0);
}

#[test]
fn one_letter_per_kind_and_object_and_minute() {
    let db = database();
    let first = enqueue(&db, NOON, &reset_email("a")).unwrap();
    let same = enqueue(&db, NOON_AND_30_SECONDS, &reset_email("a")).unwrap();
    assert_eq!(same, Enqueued::Repeated);

    // A newer link replaces the unsent one, which is no longer valid.
    let newer = enqueue(&db, NOON_AND_30_SECONDS, &reset_email("b")).unwrap();
    assert_eq!(newer, Enqueued::Merged(id_of(first)));
    let row = claim(&db, &at(NOON_AND_30_SECONDS)).unwrap().remove(0);
    assert_eq!(row.data["path"], "/auth/reset?token=b");
    mark_sent(&db, &row, NOON_AND_30_SECONDS).unwrap();
    let same = enqueue(&db, NOON_AND_30_SECONDS, &reset_email("b")).unwrap();
    assert_eq!(same, Enqueued::Repeated);

    // After delivery a third email is kept and scheduled for the end of the minute.
    let third = id_of(enqueue(&db, NOON_AND_30_SECONDS, &reset_email("c")).unwrap());
    assert!(claim(&db, &at(NOON_AND_30_SECONDS)).unwrap().is_empty());
    assert_eq!(claim(&db, &at(MINUTE_LATER)).unwrap()[0].id, third);
}

#[test]
fn another_address_object_or_kind_is_another_letter() {
    let db = database();
    let letters = [
        reset_email("a"),
        EmailMessage {
            to_email: "jan@example.org".into(),
            ..reset_email("a")
        },
        EmailMessage {
            subject_id: 8,
            ..reset_email("a")
        },
        welcome_email(),
    ];
    for letter in &letters {
        assert!(matches!(
            enqueue(&db, NOON, letter).unwrap(),
            Enqueued::Waiting(_)
        ));
    }
    assert_eq!(claim(&db, &at(NOON)).unwrap().len(), 4);
}

#[test]
fn at_night_only_mandatory_letters_go_and_they_go_first() {
    let db = database();
    enqueue(&db, MIDNIGHT, &welcome_email()).unwrap();
    assert!(!has_due(&db, &at(MIDNIGHT)).unwrap());
    enqueue(&db, MIDNIGHT, &reset_email("a")).unwrap();
    let rows = claim(&db, &at(MIDNIGHT)).unwrap();
    assert_eq!(rows.len(), 1);
    assert!(rows[0].mandatory);

    let awake = Claim {
        quiet_hours: QuietHours::Ignored,
        ..at(MIDNIGHT)
    };
    assert_eq!(claim(&db, &awake).unwrap().len(), 1);
}

#[test]
fn no_more_is_taken_than_asked_and_the_important_comes_first() {
    let db = database();
    for id in 0..5 {
        let letter = EmailMessage {
            subject_id: id,
            ..welcome_email()
        };
        enqueue(&db, NOON, &letter).unwrap();
    }
    enqueue(&db, NOON, &reset_email("a")).unwrap();
    let rows = claim(
        &db,
        &Claim {
            limit: 3,
            ..at(NOON)
        },
    )
    .unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0].kind, "password_reset");
    let rest = claim(&db, &at(NOON)).unwrap();
    assert_eq!(rest.len(), 3);
}

#[test]
fn whoever_unsubscribes_gets_no_more_of_that_kind() {
    let db = database();
    let id = id_of(enqueue(&db, NOON, &welcome_email()).unwrap());
    let token = find(&db, id).unwrap().unwrap().unsubscribe_token.unwrap();
    assert_eq!(find_unsubscription(&db, "nonsense").unwrap(), None);
    assert_eq!(unsubscribe(&db, NOON, "nonsense").unwrap(), None);
    for _click in 0..2 {
        let found = unsubscribe(&db, NOON, &token).unwrap().unwrap();
        assert_eq!(found.kind, "account_welcome");
    }
    assert_eq!(
        enqueue(&db, HOUR_LATER, &welcome_email()).unwrap(),
        Enqueued::Unwanted
    );
    assert!(matches!(
        enqueue(&db, HOUR_LATER, &reset_email("a")).unwrap(),
        Enqueued::Waiting(_)
    ));

    let mandatory = id_of(enqueue(&db, MIDNIGHT, &reset_email("b")).unwrap());
    let row = find(&db, mandatory).unwrap().unwrap();
    assert_eq!(row.unsubscribe_token, None);
}

#[test]
fn old_letters_and_forgotten_addresses_disappear() {
    let db = database();
    enqueue(&db, NOON, &reset_email("a")).unwrap();
    let row = claim(&db, &at(NOON)).unwrap().remove(0);
    mark_sent(&db, &row, NOON).unwrap();
    assert_eq!(delete_expired(&db, "2027-02-01T00:00:00Z", 90).unwrap(), 0);
    assert_eq!(delete_expired(&db, "2027-02-21T00:00:00Z", 90).unwrap(), 1);

    enqueue(&db, NOON, &reset_email("a")).unwrap();
    forget(&db, "SANNE@example.org").unwrap();
    assert!(list(&db, &OutboxFilter::default()).unwrap().is_empty());
}

#[test]
fn the_list_filters_and_shows_no_token() {
    let db = database();
    enqueue(&db, NOON, &reset_email("secret")).unwrap();
    enqueue(&db, NOON, &welcome_email()).unwrap();
    let filter = OutboxFilter {
        status: Some(OutboxStatus::Waiting),
        kind: Some("password_reset".into()),
        to_email: Some("Sanne@example.org".into()),
        ..OutboxFilter::default()
    };
    let rows = list(&db, &filter).unwrap();
    assert_eq!(rows.len(), 1);
    let json = serde_json::to_string(&rows).unwrap();
    assert!(!json.contains("secret") && json.contains("\"status\":\"waiting\""));
    let page = OutboxFilter {
        before_id: Some(rows[0].id),
        ..OutboxFilter::default()
    };
    assert!(list(&db, &page).unwrap().is_empty());
}

#[test]
fn a_letter_without_its_data_is_refused_where_it_is_written() {
    let db = database();
    let letter = EmailMessage {
        data: serde_json::json!({}),
        ..reset_email("")
    };
    let error = enqueue(&db, NOON, &letter).unwrap_err().to_string();
    assert!(error.contains("password_reset"), "{error}");
}

#[test]
fn looking_for_due_letters_reads_no_old_ones() {
    let db = database();
    let mut statement = db
        .prepare(
            "explain query plan
             select id from outbox
             where status = 'waiting' and next_attempt_at <= '2026'
             union all
             select id from outbox
             where status = 'sending' and claimed_at <= '2026'",
        )
        .unwrap();
    let plan: Vec<String> = statement
        .query_map([], |row| row.get("detail"))
        .unwrap()
        .collect::<Result<_>>()
        .unwrap();
    let plan = plan.join("\n");
    assert!(plan.contains("outbox_due") && plan.contains("outbox_claimed"));
    assert!(!plan.contains("SCAN"), "{plan}");
}
