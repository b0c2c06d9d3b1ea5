//! The types of vacancy that a centre offers (docs/domain/rights.md#person-to-person-help). One source for the check of
//! a vacancy, for the choices of the app, and for the demo's rows.

use rusqlite::{Connection, OptionalExtension as _};

use super::VacancyType;

/// All types that may be chosen at a centre. People help each other directly where that is switched on, under the name
/// that it goes by there: neighbour help, or one-on-one help.
pub fn offered_types(
    connection: &Connection,
    center_id: i64,
) -> rusqlite::Result<Vec<VacancyType>> {
    let settings: Option<(bool, String, bool)> = connection
        .prepare_cached(
            "select coalesce(c.peer_to_peer, s.peer_to_peer), coalesce(c.wording, s.wording),
                    s.context <> 'meedoen' and coalesce(c.activities, s.activities)
               from tenant_settings s
               left join volunteer_centers c on c.id = ?1",
        )?
        .query_row([center_id], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let (has_peer_to_peer, wording, has_activities) =
        settings.unwrap_or_else(|| (false, String::new(), true));
    let mut offered = vec![VacancyType::Volunteering, VacancyType::Language];
    if has_activities {
        offered.push(VacancyType::Activity);
    }
    if has_peer_to_peer {
        offered.push(VacancyType::P2p);
        offered.push(if wording == "neighbour" {
            VacancyType::NeighbourHelp
        } else {
            VacancyType::OneOnOne
        });
    }
    Ok(offered)
}
