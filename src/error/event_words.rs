//! Names of the steps of the state machines as people know them, for errors that say what is possible.

use serde_json::Value;

use crate::base::locale::Locale;

/// Event, nl, en.
#[rustfmt::skip]
const EVENTS: &[(&str, &str, &str)] = &[
    ("accept", "aannemen", "accept"),
    ("accept_offer", "plek aannemen", "accept the place"),
    ("act", "maatregel nemen", "take measures"),
    ("answer", "beantwoorden", "answer"),
    ("apply", "aanmelden", "apply"),
    ("approve", "goedkeuren", "approve"),
    ("approve_as_mentor", "akkoord geven", "agree as mentor"),
    ("archive", "archiveren", "archive"),
    ("ask", "aanvragen", "ask for it"),
    ("block", "blokkeren", "block"),
    ("cancel", "afgelasten", "cancel"),
    ("claim", "melden dat je het hebt", "say that you have it"),
    ("close", "sluiten", "close"),
    ("complete", "afronden", "complete"),
    ("confirm", "bevestigen", "confirm"),
    ("confirm_by_time", "vanzelf bevestigen", "confirm by itself"),
    ("confirm_match", "bevestigen", "confirm"),
    ("contact", "contact opnemen", "contact"),
    ("correct", "aanpassen", "correct"),
    ("create", "maken", "create"),
    ("deactivate", "op slot zetten", "lock"),
    ("decline", "weigeren", "decline"),
    ("decline_offer", "plek weigeren", "decline the place"),
    ("delete", "verwijderen", "delete"),
    ("deny", "afwijzen", "decline"),
    ("dismiss", "niets doen", "do nothing"),
    ("dispute", "niet mee eens zijn", "disagree"),
    ("expire", "laten verlopen", "let expire"),
    ("fill", "vervuld melden", "mark as filled"),
    ("finish", "afronden", "finish"),
    ("give_place", "plek geven", "give a place"),
    ("give_up", "opgeven", "give up"),
    ("hand_over", "doorgeven", "hand over"),
    ("invite", "uitnodigen", "invite"),
    ("log", "opschrijven", "write down"),
    ("map", "kolommen aanwijzen", "point out the columns"),
    ("mark_duplicate", "bij een andere melding zetten", "put with another report"),
    ("mark_spam", "als spam aanmerken", "mark as spam"),
    ("merge", "samenvoegen", "merge"),
    ("miss_offer", "plek laten vervallen", "let the place lapse"),
    ("no_spam", "geen spam", "not spam"),
    ("not_happened", "het ging niet door", "it did not happen"),
    ("offer", "plek aanbieden", "offer a place"),
    ("open", "openen", "open"),
    ("pause", "pauzeren", "pause"),
    ("publish", "online zetten", "publish"),
    ("reactivate", "weer openen", "reopen"),
    ("reapply", "opnieuw aanmelden", "apply again"),
    ("record", "noteren", "record"),
    ("refuse", "afwijzen", "decline"),
    ("refuse_offer", "aanbod afslaan", "decline the offer"),
    ("register", "iemand aanmelden", "apply on someone's behalf"),
    ("reject", "afwijzen", "decline"),
    ("remove", "van de lijst halen", "take off the list"),
    ("renew", "verlengen", "extend"),
    ("reopen", "opnieuw openen", "reopen"),
    ("report", "melden", "report"),
    ("request", "vragen", "ask for it"),
    ("request_changes", "om een aanpassing vragen", "ask for changes"),
    ("resend", "opnieuw sturen", "send again"),
    ("resend_confirmation", "bevestiging opnieuw sturen", "send the confirmation again"),
    ("restart", "opnieuw beginnen", "start again"),
    ("restore", "terugzetten", "restore"),
    ("resubmit", "opnieuw insturen", "submit again"),
    ("resume", "doorgaan", "go on"),
    ("return", "terugsturen", "send back"),
    ("revise", "wijzigen", "edit"),
    ("revoke", "niet meer laten gelden", "no longer count"),
    ("rewrite", "veranderen", "change"),
    ("run", "importeren", "import"),
    ("schedule", "inplannen", "schedule"),
    ("see", "als gezien noteren", "note as seen"),
    ("send", "sturen", "send"),
    ("sign_up", "registreren", "register"),
    ("sleep", "laten rusten", "let rest"),
    ("start", "oppakken", "take up"),
    ("stop", "stoppen", "stop"),
    ("submit", "insturen", "submit"),
    ("take", "oppakken", "take up"),
    ("take_over", "overnemen", "take over"),
    ("unmerge", "samenvoegen ongedaan maken", "undo the merge"),
    ("unpublish", "offline halen", "take offline"),
    ("unschedule", "planning terugdraaien", "take the schedule back"),
    ("upload", "bestand kiezen", "choose a file"),
    ("waitlist", "op de wachtlijst zetten", "put on the waiting list"),
    ("walk_in", "aan de deur inschrijven", "sign up at the door"),
    ("withdraw", "intrekken", "withdraw"),
    ("write", "schrijven", "write"),
];

/// The events of an error in the reader's words.
pub(super) fn told(allowed: &Value, locale: Locale) -> Value {
    match allowed {
        Value::String(event) => word(event, locale).into(),
        Value::Array(events) => events.iter().map(|event| told(event, locale)).collect(),
        other => other.clone(),
    }
}

fn word(event: &str, locale: Locale) -> &str {
    match (EVENTS.iter().find(|row| row.0 == event), locale) {
        (Some((_, nl, _)), Locale::Nl) => nl,
        (Some((_, _, en)), Locale::En) => en,
        (None, _) => event,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_every_machine_has_a_name() {
        let mut count = 0;
        for source in sources() {
            for declared in source.split("text_enum!(").skip(1) {
                let (name, rest) = declared.split_once('{').unwrap();
                if !name.trim().ends_with("Event") {
                    continue;
                }
                for event in rest
                    .split('}')
                    .next()
                    .unwrap()
                    .split('"')
                    .skip(1)
                    .step_by(2)
                {
                    count += 1;
                    let is_named = EVENTS.iter().any(|row| row.0 == event);
                    assert!(is_named, "{event} of {} has no name", name.trim());
                }
            }
        }
        assert!(count > 50, "{count}");
    }

    #[expect(clippy::disallowed_methods, reason = "reads the sources")]
    fn sources() -> Vec<String> {
        let mut folders = vec![std::path::PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/resources"
        ))];
        let mut sources = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    sources.push(std::fs::read_to_string(&path).unwrap_or_default());
                }
            }
        }
        sources
    }
}
