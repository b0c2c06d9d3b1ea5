//! Sample data for newsletters.

use serde_json::{Value, json};

use super::pick;
use crate::mail::{Locale, MailKind};

pub(super) fn of(kind: MailKind, locale: Locale) -> Value {
    match kind {
        MailKind::Newsletter => json!({
            "subject": pick(locale, "December: plekken waar je nu nodig bent", "December: places that need you now"),
            "text": pick(
                locale,
                "Dag Sanne,\n\nDe dagen worden kort en de lijst met klussen lang.\n\n## Nu nodig\n- [Pakketten vullen](/vacancies/12), De Schakel in Lindewaard\n\n[Alle vacatures bekijken](/vacancies/search)",
                "Dear Sanne,\n\nThe days get shorter and the list of jobs longer.\n\n## Needed now\n- [Packing boxes](/vacancies/12), De Schakel in Lindewaard\n\n[See all volunteer roles](/vacancies/search)",
            ),
            "preferences_path": "/nieuwsbrief/voorkeuren?token=voorbeeld",
        }),
        MailKind::NewsletterConfirm => json!({ "path": "/nieuwsbrief/bevestigen?token=voorbeeld" }),
        _ => json!({}),
    }
}
