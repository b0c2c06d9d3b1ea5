//! What stands on a device for a kind of notification: the thing it is about, and no person.

use serde_json::Value;

use crate::base::locale::Locale;
use crate::mail::MailKind;

/// Whether a kind is shown on devices: messages, what becomes of one's applications, what changes about a day one counts on.
pub const fn can_push(kind: MailKind) -> bool {
    matches!(
        kind,
        MailKind::MessageNew
            | MailKind::ApplicationNew
            | MailKind::ApplicationContacted
            | MailKind::ApplicationAccepted
            | MailKind::ApplicationRejected
            | MailKind::ApplicationOffer
            | MailKind::ApplicationStartsTomorrow
            | MailKind::ApplicationLateWithdrawal
            | MailKind::ActivityChanged
            | MailKind::ActivityCancelled
            | MailKind::ActivityReminder24h
            | MailKind::ActivityWaitlistOffer
    )
}

/// The sentence; `None` for a kind that is not shown on devices. Whether somebody was accepted or rejected is read after
/// signing in.
pub fn text(kind: MailKind, data: &Value, locale: Locale) -> Option<String> {
    if !can_push(kind) {
        return None;
    }
    let title = ["vacancy_title", "activity_title"]
        .iter()
        .find_map(|name| data.get(*name)?.as_str().filter(|title| !title.is_empty()));
    let (nl, en) = match kind {
        MailKind::MessageNew => ("Nieuw bericht", "New message"),
        MailKind::ApplicationNew => ("Nieuwe aanmelding", "New application"),
        MailKind::ApplicationContacted
        | MailKind::ApplicationAccepted
        | MailKind::ApplicationRejected => {
            ("Antwoord op je aanmelding", "Answer to your application")
        }
        MailKind::ApplicationOffer | MailKind::ActivityWaitlistOffer => {
            ("Er is een plek voor je", "There is a place for you")
        }
        MailKind::ApplicationStartsTomorrow | MailKind::ActivityReminder24h => {
            ("Morgen", "Tomorrow")
        }
        MailKind::ApplicationLateWithdrawal => ("Iemand komt niet", "Someone is not coming"),
        MailKind::ActivityChanged => ("Er is iets veranderd", "Something has changed"),
        MailKind::ActivityCancelled => ("Het gaat niet door", "It is cancelled"),
        _ => return None,
    };
    let (sentence, about) = match locale {
        Locale::Nl => (nl, "over"),
        Locale::En => (en, "about"),
    };
    Some(match title {
        Some(title) if kind == MailKind::MessageNew => format!("{sentence} {about} {title}"),
        Some(title) => format!("{sentence}: {title}"),
        None => sentence.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::sample;

    #[test]
    fn no_kind_names_a_person_or_quotes_a_message() {
        for kind in MailKind::ALL {
            for locale in [Locale::Nl, Locale::En] {
                let data = sample(*kind, locale);
                let shown = text(*kind, &data, locale);
                assert_eq!(shown.is_some(), can_push(*kind), "{}", kind.as_str());
                let Some(shown) = shown else { continue };
                for name in [
                    "message",
                    "sender_name",
                    "applicant_name",
                    "first_name",
                    "reason_text",
                ] {
                    let value = data.get(name).and_then(Value::as_str).unwrap_or("\0");
                    assert!(!shown.contains(value), "{}: {shown}", kind.as_str());
                }
            }
        }
    }
}
