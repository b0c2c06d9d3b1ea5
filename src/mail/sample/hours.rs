//! Sample data of the mails about hours.

use serde_json::{Value, json};

use crate::mail::MailKind;

pub(super) const fn is_about(kind: MailKind) -> bool {
    matches!(
        kind,
        MailKind::HoursToConfirm
            | MailKind::MentorHoursToConfirm
            | MailKind::HoursChanged
            | MailKind::HoursDisputed
    )
}

pub(super) fn of(kind: MailKind) -> Value {
    match kind {
        MailKind::HoursToConfirm => json!({
            "organization_name": "Taalhuis Lindewaard",
            "count": 6,
            "people": 4,
            "hours": 11.5,
            "path": "/uren/bevestigen",
        }),
        MailKind::MentorHoursToConfirm => json!({
            "people": 2,
            "hours": 6.0,
            "path": "/uren/bevestigen",
        }),
        MailKind::HoursChanged => json!({
            "organization_name": "Zorgcentrum De Linden",
            "work": "Koffie schenken",
            "day": "2026-11-13",
            "hours": 2.5,
            "logged_hours": 3.0,
            "message": "Je ging om half vier weg.",
            "is_correction": true,
            "is_question": false,
            "path": "/uren?open=1",
        }),
        MailKind::HoursDisputed => json!({
            "person_name": "Hanneke Visser",
            "organization_name": "Zorgcentrum De Linden",
            "work": "Koffie schenken",
            "day": "2026-11-13",
            "hours": 2.5,
            "logged_hours": 3.0,
            "message": "Ik heb daarna nog afgewassen.",
            "path": "/uren/bevestigen?open=1",
        }),
        _ => json!({}),
    }
}
