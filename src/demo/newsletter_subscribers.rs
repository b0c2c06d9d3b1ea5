//! People of the demo who want the newsletter and have no account.

use rusqlite::named_params;

use super::Town;

/// First name, address, language, how often, status, days ago.
const SUBSCRIBERS: [(&str, &str, &str, &str, &str, f64); 12] = [
    (
        "Wil",
        "wil.hermsen@example.nl",
        "nl",
        "every",
        "active",
        410.0,
    ),
    (
        "Gerrie",
        "gerrie.vandijk@example.nl",
        "nl",
        "every",
        "active",
        352.0,
    ),
    (
        "Hassan",
        "hassan.ouali@example.nl",
        "nl",
        "monthly",
        "active",
        290.0,
    ),
    (
        "Petra",
        "petra.kuipers@example.nl",
        "nl",
        "every",
        "active",
        201.0,
    ),
    (
        "Emily",
        "emily.carter@example.nl",
        "en",
        "every",
        "active",
        166.0,
    ),
    (
        "Bram",
        "bram.dewit@example.nl",
        "nl",
        "every",
        "active",
        120.0,
    ),
    (
        "Nel",
        "nel.verhoeven@example.nl",
        "nl",
        "monthly",
        "active",
        93.0,
    ),
    (
        "Samir",
        "samir.benali@example.nl",
        "nl",
        "every",
        "active",
        47.0,
    ),
    (
        "Olga",
        "olga.petrova@example.nl",
        "en",
        "monthly",
        "active",
        28.0,
    ),
    (
        "Kees",
        "kees.smit@example.nl",
        "nl",
        "every",
        "active",
        12.0,
    ),
    (
        "Tineke",
        "tineke.bos@example.nl",
        "nl",
        "every",
        "left",
        150.0,
    ),
    (
        "Daan",
        "daan.mulder@example.nl",
        "nl",
        "every",
        "pending",
        2.0,
    ),
];

/// Most have confirmed it; one has left and one has not followed the link yet.
pub fn seed(town: &Town) -> rusqlite::Result<()> {
    for (first_name, email, locale, frequency, status, days) in SUBSCRIBERS {
        let asked = town.now.minus_days(days);
        let left = town.now.minus_days(9.0).text();
        let is_left = status == "left";
        let is_pending = status == "pending";
        town.tx.execute(
            "insert into newsletter_subscribers (volunteer_center_id, email, first_name, locale, frequency, status, edition,
                    confirm_until, confirmed_at, left_at, created_at, updated_at)
             values (:center_id, :email, :first_name, :locale, :frequency, :status, '2026-11',
                    iif(:is_pending, :until, null), iif(:is_pending, null, :asked), iif(:is_left, :left, null), :asked,
                    iif(:is_left, :left, :asked))",
            named_params! {
                ":center_id": town.center_id, ":email": email, ":first_name": first_name, ":locale": locale,
                ":frequency": frequency, ":status": status, ":is_pending": is_pending, ":is_left": is_left,
                ":until": asked.plus_days(7.0).text(), ":asked": asked.text(), ":left": left,
            },
        )?;
    }
    Ok(())
}
