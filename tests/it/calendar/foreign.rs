//! Random series as calendar files, beside what they come to here: `npm run clients -- calendar-python
//! calendar-javascript` has parsers of others read them. What is asked here is that each is written.

use std::fs;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use voluntr::base::icalendar::{
    At, Calendar, Event, Status, write_event, write_footer, write_header,
};
use voluntr::base::working_days::amsterdam;
use voluntr::recurrence::{Expansion, Series, expand};

const COUNT: usize = 300;

const TITLE: &str = "Koffie; thee, en een heel lange titel met \\ en één 🎄, die over het einde van zijn regel gaat";
const TEXT: &str =
    "Eerste regel\nTweede regel: \"aanhalingstekens\", komma's; en meer.\n\nBEGIN:VEVENT";

fn file(number: usize, series: &Series, expansion: &Expansion) -> String {
    let (starts_at, ends_at) = series.first().unwrap();
    let at = |local: jiff::civil::DateTime| {
        if series.is_all_day {
            At::Day(local.date())
        } else {
            At::Clock(local)
        }
    };
    let left_out = expansion.excluded.iter().chain(&expansion.skipped);
    let exdates: Vec<At> = left_out.copied().map(at).collect();
    let rule = series.recurrence.as_ref().unwrap();
    let rrule = rule.to_rrule(series.is_all_day);
    let event = Event {
        uid: &format!("{number}@calendar.example"),
        sequence: 1,
        created: None,
        last_modified: "2026-11-28T07:00:00Z".parse().unwrap(),
        starts: at(starts_at),
        ends: at(ends_at),
        rrule: Some(&rrule),
        exdates: &exdates,
        recurrence_id: None,
        summary: TITLE,
        description: Some(TEXT),
        location: Some("De Huiskamer, Oldebroek"),
        geo: Some((52.444_1, 5.9)),
        url: Some("https://calendar.example/activiteitenkalender/7?a=1,2;3"),
        status: Status::Confirmed,
        categories: &["Taal", "Eten, drinken"],
        organizer: None,
        attendee: None,
        reminders: &[60],
    };
    let calendar = Calendar {
        name: "Agenda",
        url: None,
        refresh_minutes: Some(60),
        message: None,
    };
    let mut out = String::new();
    write_header(&mut out, &calendar).unwrap();
    write_event(&mut out, &event, None).unwrap();
    write_footer(&mut out).unwrap();
    out
}

/// Whether the clock changes between two moments, or shows the second one twice.
fn is_changed(starts_at: Timestamp, ends_at: Timestamp) -> bool {
    let zone = amsterdam();
    let an_hour_later = ends_at + SignedDuration::from_hours(1);
    [ends_at, an_hour_later]
        .iter()
        .any(|at| zone.to_offset(starts_at) != zone.to_offset(*at))
}

/// Start and end of each occurrence in seconds. Where the clock changes in between, readers differ in when it ends; where
/// it does so in the first one, in how long all of them are: there is no end then.
fn seconds(series: &Series, expansion: &Expansion) -> Vec<Value> {
    let (starts_at, ends_at) = series.first().unwrap();
    let moment = |local: jiff::civil::DateTime| {
        let zoned = local.to_zoned_datetime(amsterdam()).unwrap();
        zoned.timestamp()
    };
    let is_first_changed = is_changed(moment(starts_at), moment(ends_at));
    let occurrences = expansion.occurrences.iter();
    let seconds = occurrences.map(|one| {
        let is_known = !is_first_changed && !is_changed(one.starts_at, one.ends_at);
        let end = is_known.then_some(one.ends_at.as_second());
        json!([one.starts_at.as_second(), end])
    });
    seconds.collect()
}

#[test]
fn calendar_files_for_foreign_readers_are_written() {
    let mut runner = TestRunner::default();
    let strategy = super::recurrence::series();
    let mut all: Vec<Value> = Vec::new();
    while all.len() < COUNT {
        let series = strategy.new_tree(&mut runner).unwrap().current();
        let Ok(expansion) = expand(&series) else {
            continue;
        };
        all.push(json!({
            "ics": file(all.len(), &series, &expansion),
            "occurrences": seconds(&series, &expansion), "summary": TITLE, "description": TEXT,
        }));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("calendar");
    fs::create_dir_all(&folder).unwrap();
    let text = serde_json::to_string_pretty(&all).unwrap();
    fs::write(folder.join("series.json"), text).unwrap();
}
