//! Mails as programs write them, read from `corpus/`: beside each stands what it is and the text that is taken from it.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Content, ReceivedMail, Report};

/// What a mail is, as the first line of its expectation says it, and its text.
fn described(mail: &ReceivedMail) -> (String, String) {
    let ids = |about: &[String]| match about {
        [] => String::new(),
        about => format!(" {}", about.join(" ")),
    };
    match &mail.content {
        Content::Reply {
            text,
            has_attachments,
        } => {
            let kind = if *has_attachments {
                "reply with attachments"
            } else {
                "reply"
            };
            (kind.to_owned(), text.clone())
        }
        Content::Automatic(sign) => (format!("automatic: {sign}"), String::new()),
        Content::Report(Report::Bounce {
            is_permanent,
            status,
            about,
        }) => {
            let kind = if *is_permanent {
                "permanent"
            } else {
                "passing"
            };
            let text = format!("bounce: {kind} {status}{}", ids(about));
            (text, String::new())
        }
        Content::Report(Report::Complaint { about }) => {
            (format!("complaint:{}", ids(about)), String::new())
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test reads mails that were written to files"
)]
#[test]
fn mails_of_every_program_are_read_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mail/receive/corpus");
    let mut faults = BTreeMap::new();
    let mut count = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|end| end != "eml") {
            continue;
        }
        count += 1;
        let raw = std::fs::read(&path).unwrap();
        let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap();
        let (kind, text) = expected.split_once('\n').unwrap();
        let expected = (kind.to_owned(), text.trim().to_owned());
        // Mail servers end lines in either way.
        let crlf = raw.iter().fold(Vec::new(), |mut raw, byte| {
            if *byte == b'\n' {
                raw.push(b'\r');
            }
            raw.push(*byte);
            raw
        });
        for raw in [raw, crlf] {
            let found = described(&ReceivedMail::parse(&raw).unwrap());
            if found != expected {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                faults.insert(name, (found, expected.clone()));
            }
        }
    }
    assert!(count >= 100, "{count} mails");
    assert!(
        faults.is_empty(),
        "{} of {count}: {faults:#?}",
        faults.len()
    );
}

#[test]
fn what_is_no_mail_is_none() {
    for raw in ["", "\n\n", "zomaar tekst", "Subject: niets\n\ntekst"] {
        assert_eq!(ReceivedMail::parse(raw.as_bytes()), None, "{raw:?}");
    }
}

#[test]
fn a_mail_is_delivered_where_the_server_says_before_what_the_sender_wrote() {
    let raw = "Delivered-To: <Reply+1.AB@example.org>\nFrom: Jan <Jan@Example.nl>\nTo: a@example.org\nCc: b@example.org\n\nHoi";
    let mail = ReceivedMail::parse(raw.as_bytes()).unwrap();
    assert_eq!(mail.from, ["jan@example.nl"]);
    assert_eq!(
        mail.recipients,
        ["reply+1.ab@example.org", "a@example.org", "b@example.org"]
    );
    assert_eq!(mail.id_hash("a@example.org"), None);
    assert_ne!(
        mail.body_hash("a@example.org"),
        mail.body_hash("b@example.org")
    );
}
