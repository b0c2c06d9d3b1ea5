//! The types of vacancy that a tenant offers (docs/domain/rights.md#person-to-person-help). One source for the check of
//! a vacancy, for the choices of the app, and for the demo's rows.

use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;

use super::VacancyType;

/// All types that may be chosen here. People help each other directly where the tenant has that switched on, under the
/// name that it goes by there: neighbour help, or one-on-one help.
pub fn offered_types(connection: &Connection) -> rusqlite::Result<Vec<VacancyType>> {
    let setting = |name: &str| -> rusqlite::Result<Option<String>> {
        connection
            .prepare_cached("select value from settings where name = ?1")?
            .query_row([name], |row| row.get(0))
            .optional()
    };
    let features = setting("features")?;
    let features: Option<Value> = features.and_then(|text| serde_json::from_str(&text).ok());
    let has_peer_to_peer = features
        .and_then(|features| features.get("peer_to_peer")?.as_bool())
        .unwrap_or_default();
    let mut offered = vec![
        VacancyType::Volunteering,
        VacancyType::Language,
        VacancyType::Activity,
    ];
    if has_peer_to_peer {
        offered.push(VacancyType::P2p);
        offered.push(match setting("wording")?.as_deref() {
            Some("neighbour") => VacancyType::NeighbourHelp,
            _ => VacancyType::OneOnOne,
        });
    }
    Ok(offered)
}
