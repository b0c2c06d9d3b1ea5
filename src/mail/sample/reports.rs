//! Sample data of letters about reports of abuse.

use serde_json::{Value, json};

use super::{Locale, MailKind, pick};

pub(super) fn of(kind: MailKind, locale: Locale) -> Value {
    let mut data = json!({
        "subject_type": "messages",
        "subject_title": "Ronald Smit",
        "path": "/gemeld/12",
    });
    let message = pick(
        locale,
        "Vrijwilligerswerk kost nooit geld. Het bericht is verborgen.",
        "Volunteering never costs money. The message is hidden.",
    );
    let more = match kind {
        MailKind::ReportToHandle => {
            json!({ "category": "money", "path": "/moderation?report=12" })
        }
        MailKind::ReportAppealed => json!({ "path": "/moderation?report=12" }),
        MailKind::ReportOutcome => json!({ "outcome": "action_taken", "message": message }),
        MailKind::ReportDecided => {
            json!({ "measures": ["hide", "pause_writing"], "message": message })
        }
        MailKind::ReportAppealDecided => json!({ "outcome": "upheld", "message": message }),
        _ => json!({}),
    };
    if let (Some(data), Value::Object(more)) = (data.as_object_mut(), more) {
        data.extend(more);
    }
    data
}
