//! People of the demo who come to the desk: without an e-mail address, found by name and year of birth, one of them with a card.

use rusqlite::named_params;

use super::Town;

/// First name, last name, day of birth, phone number, code of the card, days since they were registered.
const PEOPLE: [(&str, &str, &str, &str, Option<&str>, f64); 3] = [
    (
        "Riet",
        "van Dongen",
        "1941-03-05",
        "+31418550131",
        Some("7K4M92QX"),
        41.0,
    ),
    ("Henk", "Smulders", "1952-11-19", "+31418550164", None, 12.0),
    ("Fatma", "Yıldız", "1968-07-02", "+31612345671", None, 3.0),
];

pub fn seed(town: &Town) -> rusqlite::Result<()> {
    for (first_name, last_name, birth_date, phone_number, code, days) in PEOPLE {
        let at = town.now.minus_days(days);
        let person = town
            .tx
            .prepare_cached(
                "insert into users (first_name, last_name, birth_date, phone_number, status, signup_method, volunteer_center_id, confirmed_at, kept_at, created_at, updated_at)
                 values (:first_name, :last_name, :birth_date, :phone_number, 'active', 'createdByUser', :center, :at, :at, :at, :at)",
            )?
            .insert(named_params! {
                ":first_name": first_name, ":last_name": last_name, ":birth_date": birth_date, ":phone_number": phone_number,
                ":center": town.center_id, ":at": at.text(),
            })?;
        town.tx
            .prepare_cached(
                "insert into desk_cards (user_id, code, code_made_at, consent_at, registered_by_id, created_at)
                 values (:person, :code, iif(:code is null, null, :at), :at,
                         (select r.user_id from roles r where r.name = 'center_superuser' and r.accepted_at is not null order by r.id limit 1), :at)",
            )?
            .execute(named_params! {":person": person, ":code": code, ":at": at.text()})?;
    }
    Ok(())
}
