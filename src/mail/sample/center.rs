//! Sample data of the mails to a centre about its day, its week and its month.

use serde_json::{Value, json};

use crate::mail::MailKind;

pub(super) const fn is_about(kind: MailKind) -> bool {
    matches!(
        kind,
        MailKind::DailyTodo | MailKind::WeeklySummary | MailKind::MonthlyReport
    )
}

pub(super) fn of(kind: MailKind) -> Value {
    match kind {
        MailKind::DailyTodo => json!({
            "count": 4,
            "items": [
                { "name": "vacancies", "count": 3, "days": 2, "path": "/moderation" },
                { "name": "silent", "count": 1, "days": null, "path": "/applications?stage=new&waiting=7" },
            ],
            "path": "/dashboard",
        }),
        _ => json!({
            "from": "2026-11-16",
            "until": "2026-11-22",
            "figures": [
                { "name": "people", "count": 12, "before": 9 },
                { "name": "vacancies", "count": 1, "before": 4 },
                { "name": "applications", "count": 31, "before": 28 },
            ],
            "path": "/dashboard",
        }),
    }
}
