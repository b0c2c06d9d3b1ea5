//! Sample data of letters about the server itself, to its admins.

use serde_json::{Value, json};

use super::{DATE, MailKind};

pub(super) const fn is_about(kind: MailKind) -> bool {
    matches!(kind, MailKind::BackupFailed | MailKind::DoctorFound)
}

pub(super) fn of(kind: MailKind) -> Value {
    if matches!(kind, MailKind::BackupFailed) {
        return json!({
            "why": "failed",
            "sites": [],
            "last_at": DATE,
            "detail": "No space left on device (os error 28)",
        });
    }
    json!({
        "count": 2,
        "faults": [
            {
                "kind": "room",
                "about": "room",
                "text": "51 MB free for /var/lib/voluntr, where 64 MB are needed; make room: writes are refused when there is none",
            },
            {
                "kind": "uploads",
                "about": "tenant oldebroek",
                "text": "2 uploaded files are not in /var/lib/voluntr/tenants/oldebroek/uploads; take them out of a backup",
            },
        ],
        "more": 0,
    })
}
