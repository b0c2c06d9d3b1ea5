//! Sample data of mails about help between people.

use serde_json::{Value, json};

use super::pick;
use crate::base::locale::Locale;
use crate::mail::MailKind;

pub(super) fn of(kind: MailKind, locale: Locale) -> Value {
    let title = pick(locale, "Samen boodschappen doen", "Shopping together");
    if kind == MailKind::HelpConfirmGuest {
        return json!({
            "vacancy_title": title, "offers_help": false, "path": "/een-op-een-hulp/mijn?bevestig=voorbeeld",
        });
    }
    json!({
        "vacancy_title": title,
        "offers_help": false,
        "count": 2,
        "matches": [
            {
                "title": pick(locale, "Ik doe graag boodschappen met je", "I like to shop with you"),
                "path": "/vacancies/41",
                "organization_name": "Wim",
                "city": "Lindewaard",
            },
            {
                "title": pick(locale, "Met de auto naar de winkel", "To the shop by car"),
                "path": "/vacancies/42",
                "organization_name": "Fatima",
                "city": "Lindewaard",
            },
        ],
        "path": "/een-op-een-hulp?offered=1",
    })
}
