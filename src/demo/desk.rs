//! People of the demo who come to the desk: without an e-mail address, found by name and year of birth, one of them with a card.

use rusqlite::named_params;

use super::Town;

struct Visitor {
    first_name: &'static str,
    last_name: &'static str,
    birth_date: &'static str,
    phone_number: &'static str,
    /// Of their card.
    code: Option<&'static str>,
    /// Since they were registered.
    days: f64,
}

const VISITORS: [Visitor; 3] = [
    Visitor {
        first_name: "Riet",
        last_name: "van Dongen",
        birth_date: "1941-03-05",
        phone_number: "+31418550131",
        code: Some("7K4M92QX"),
        days: 41.0,
    },
    Visitor {
        first_name: "Henk",
        last_name: "Smulders",
        birth_date: "1952-11-19",
        phone_number: "+31418550164",
        code: None,
        days: 12.0,
    },
    Visitor {
        first_name: "Fatma",
        last_name: "Yıldız",
        birth_date: "1968-07-02",
        phone_number: "+31612345671",
        code: None,
        days: 3.0,
    },
];

pub fn seed(town: &Town) -> rusqlite::Result<()> {
    for visitor in VISITORS {
        let at = town.now.minus_days(visitor.days);
        let person = town
            .tx
            .prepare_cached(
                "insert into users (first_name, last_name, birth_date, phone_number, status, signup_method, volunteer_center_id, confirmed_at, kept_at, created_at, updated_at)
                 values (:first_name, :last_name, :birth_date, :phone_number, 'active', 'createdByUser', :center, :at, :at, :at, :at)",
            )?
            .insert(named_params! {
                ":first_name": visitor.first_name, ":last_name": visitor.last_name, ":birth_date": visitor.birth_date, ":phone_number": visitor.phone_number,
                ":center": town.center_id, ":at": at.text(),
            })?;
        town.tx
            .prepare_cached(
                "insert into desk_cards (user_id, code, code_made_at, consent_at, registered_by_id, created_at)
                 values (:person, :code, iif(:code is null, null, :at), :at,
                         (select r.user_id from roles r where r.name = 'center_superuser' and r.accepted_at is not null order by r.id limit 1), :at)",
            )?
            .execute(named_params! {":person": person, ":code": visitor.code, ":at": at.text()})?;
    }
    Ok(())
}
