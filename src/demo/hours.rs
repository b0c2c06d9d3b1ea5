//! Hours of the demo: for everybody who was accepted somewhere, week after week, confirmed but for the last two; one
//! correction, one question, and a pupil halfway.

use rusqlite::named_params;

use super::Town;
use super::random::Random;

struct Place {
    id: i64,
    person: i64,
    organization_id: i64,
    organization_name: String,
    center_id: i64,
    work: String,
    accepted_at: String,
    confirmer: Option<i64>,
}

/// Weeks that are written down.
const WEEKS: i64 = 12;

pub fn seed(town: &Town, random: &mut Random) -> rusqlite::Result<()> {
    let places: Vec<Place> = town
        .tx
        .prepare(
            "select a.id, a.user_id, a.organization_id, o.name, a.volunteer_center_id, v.title, coalesce(a.accepted_at, a.created_at),
                    (select r.user_id from roles r where r.name = 'organization_superuser' and r.scope_type = 'organization' and r.scope_id = o.id and r.accepted_at is not null order by r.id limit 1)
               from applications a
               join vacancies v on v.id = a.vacancy_id
               join organizations o on o.id = a.organization_id and o.status = 'approved' and o.household_of_id is null
              where a.user_id is not null and a.stage in ('accepted', 'started')
              order by a.id limit 60",
        )?
        .query_map([], |row| {
            Ok(Place {
                id: row.get(0)?,
                person: row.get(1)?,
                organization_id: row.get(2)?,
                organization_name: row.get(3)?,
                center_id: row.get(4)?,
                work: row.get(5)?,
                accepted_at: row.get(6)?,
                confirmer: row.get(7)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    for (index, place) in places.iter().enumerate() {
        let usual = random.between(4, 10);
        for week in 0..WEEKS {
            let moment = town
                .now
                .minus_days(7.0 * f64::from(i32::try_from(week).unwrap_or(0)) + 2.0);
            if moment.text() < place.accepted_at || random.chance(15) {
                continue;
            }
            let state = match (week, index % 7) {
                (0 | 1, 0) => "disputed",
                (2, 1) => "corrected",
                (0 | 1, _) => "logged",
                _ => "confirmed",
            };
            write(
                town,
                place,
                (&moment.text(), usual + random.between(-1, 1)),
                state,
            )?;
        }
    }
    Ok(())
}

/// One entry, in quarters of an hour.
fn write(
    town: &Town,
    place: &Place,
    (at, quarters): (&str, i64),
    state: &str,
) -> rusqlite::Result<()> {
    let hours = f64::from(i32::try_from(quarters).unwrap_or(4)) / 4.0;
    let (reason, counted) = match state {
        "corrected" => (Some("Je ging iets eerder weg."), hours - 0.25),
        "disputed" => (Some("Was je er die dag ook?"), hours),
        _ => (None, hours),
    };
    let is_decided = matches!(state, "confirmed" | "corrected");
    town.tx.execute(
        "insert into hours_entries
                (user_id, organization_id, organization_name, volunteer_center_id, application_id, work, day, hours, logged_hours,
                 status, reason, reason_by, confirmed_by_id, confirmed_at, waits_since, organization_asked_at, mentors_asked_at, created_at, updated_at)
         values (:person, :organization, :name, :center, :application, :work, substr(:at, 1, 10), :hours, :logged, :status, :reason,
                 iif(:reason is null, null, 'organization'), iif(:is_decided, :confirmer, null), iif(:is_decided, :at, null), :at, :at, :at, :at, :at)",
        named_params! {
            ":person": place.person,
            ":organization": place.organization_id,
            ":name": place.organization_name,
            ":center": place.center_id,
            ":application": place.id,
            ":work": place.work,
            ":at": at,
            ":hours": counted.max(0.25),
            ":logged": hours,
            ":status": state,
            ":reason": reason,
            ":is_decided": is_decided,
            ":confirmer": place.confirmer,
        },
    )?;
    Ok(())
}
