//! A message is seen the moment it is written, by its two sides and nobody else.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{begin, say, step};
use crate::support::event_stream::EventStream;
use crate::support::server::Server;

#[test]
fn a_message_is_heard_by_the_other_side_at_once_and_by_no_third() {
    let server = Server::start();
    let (joke, samira, marieke) = (
        server.as_volunteer(),
        server.as_superuser(),
        server.as_center(),
    );
    let mut hers = EventStream::open(&samira);
    assert_eq!(hers.expect("counters")["conversations"], 0);
    let mut of_third = EventStream::open(&marieke);
    of_third.expect("counters");
    let mut own = EventStream::open(&joke);
    own.expect("counters");

    let at = Instant::now();
    let id = begin(&joke, ("organizations", server.people.own), &json!({}))
        .expect(201)
        .id();
    let heard = hers.expect("message");
    assert!(at.elapsed() < Duration::from_secs(1), "{:?}", at.elapsed());
    assert_eq!(heard["conversation_id"], id.as_str());
    assert_eq!(hers.expect("counters")["conversations"], 1);
    assert_eq!(
        own.expect("conversation")["conversation_id"],
        id.as_str(),
        "their other tabs"
    );

    step(&joke, &id, "typing").expect(204);
    let typing = hers.expect("typing");
    assert_eq!(typing["side"], "person");
    assert_eq!(typing["name"], "Joke");
    step(&samira, &id, "read").expect(204);
    assert_eq!(hers.expect("counters")["conversations"], 0);
    assert_eq!(own.expect("conversation")["conversation_id"], id.as_str());
    step(&marieke, &id, "typing").expect(404);
    assert!(of_third.is_silent_for(Duration::from_millis(300)));

    // Who was away hears what was written meanwhile, once.
    let last = hers.last_id.clone().unwrap();
    drop(hers);
    say(&joke, &id, "Ben je er nog?").expect(201);
    say(&joke, &id, "Ik bel morgen.").expect(201);
    let mut again = EventStream::resume(&samira, Some(&last));
    let first = again.expect("message");
    let second = again.expect("message");
    assert_ne!(first["message_id"], second["message_id"]);
    assert_eq!(again.expect("counters")["conversations"], 1);
    assert!(again.is_silent_for(Duration::from_millis(300)));
}
