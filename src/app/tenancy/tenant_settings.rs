//! What a tenant decided on its features and names, and what one of its centres decided otherwise. The preset decides
//! only until the tenant exists (docs/domain/rights.md#features).

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension as _};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::presets::{Features, Preset, TenantContext, Wording};
use crate::theme::HeaderScale;

/// The row of `tenant_settings`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantSettings {
    pub context: TenantContext,
    pub app_name: Option<String>,
    pub header_scale: HeaderScale,
    pub features: Features,
    pub wording: Wording,
}

/// What a centre decided; `None` is as the tenant has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CenterFeatures {
    pub peer_to_peer: Option<bool>,
    pub volunteer_profiles: Option<bool>,
    pub activities: Option<bool>,
    pub wording: Option<Wording>,
}

impl TenantSettings {
    pub fn of_preset(preset: &Preset) -> Self {
        Self {
            context: preset.context,
            app_name: preset.app_name.clone(),
            header_scale: preset.header_scale,
            features: preset.features,
            wording: preset.wording,
        }
    }

    /// Those that are stored; those of the preset for a file that has none.
    pub fn read(connection: &Connection, preset: &Preset) -> rusqlite::Result<Self> {
        let stored = connection
            .prepare_cached(
                "select context, app_name, header_scale, peer_to_peer, volunteer_profiles, activities, wording
                   from tenant_settings",
            )?
            .query_row([], |row| {
                Ok(Self {
                    context: row.get::<_, Named<_>>(0)?.0,
                    app_name: row.get(1)?,
                    header_scale: row.get::<_, Named<_>>(2)?.0,
                    features: Features {
                        peer_to_peer: row.get(3)?,
                        volunteer_profiles: row.get(4)?,
                        activities: row.get(5)?,
                    },
                    wording: row.get::<_, Named<_>>(6)?.0,
                })
            })
            .optional()?;
        Ok(stored.unwrap_or_else(|| Self::of_preset(preset)))
    }

    /// The features at a centre, for a part of the product. A context takes away, never adds: the tenant's own holds
    /// whatever is asked for.
    pub fn features(&self, center: CenterFeatures, asked: TenantContext) -> Features {
        Features {
            peer_to_peer: center.peer_to_peer.unwrap_or(self.features.peer_to_peer),
            volunteer_profiles: center
                .volunteer_profiles
                .unwrap_or(self.features.volunteer_profiles),
            activities: center.activities.unwrap_or(self.features.activities),
        }
        .within(self.context)
        .within(asked)
    }

    pub fn wording(&self, center: CenterFeatures) -> Wording {
        center.wording.unwrap_or(self.wording)
    }
}

/// Whether a centre has volunteer profiles, for work without a request: a tenant without settings is as new.
pub fn has_profiles(connection: &Connection, center_id: i64) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "select coalesce((select volunteer_profiles from volunteer_centers where id = ?1),
                             (select volunteer_profiles from tenant_settings), 1)
                    and coalesce((select context from tenant_settings), 'main') <> 'meedoen'",
        )?
        .query_row([center_id], |row| row.get(0))
}

/// The same of activities.
pub fn has_activities(connection: &Connection, center_id: i64) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "select coalesce((select activities from volunteer_centers where id = ?1),
                             (select activities from tenant_settings), 1)
                    and coalesce((select context from tenant_settings), 'main') <> 'meedoen'",
        )?
        .query_row([center_id], |row| row.get(0))
}

/// A stored name of a choice.
pub(super) struct Named<T>(pub T);

impl<T: DeserializeOwned> FromSql for Named<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = Value::from(value.as_str()?);
        serde_json::from_value(name)
            .map(Self)
            .map_err(|error| FromSqlError::Other(Box::new(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_centre_decides_for_itself_and_a_context_only_takes_away() {
        let mut tenant = TenantSettings::of_preset(&Preset::default());
        tenant.features.peer_to_peer = true;
        let centre = CenterFeatures {
            peer_to_peer: Some(false),
            wording: Some(Wording::Neighbour),
            ..CenterFeatures::default()
        };
        let (main, meedoen) = (TenantContext::Main, TenantContext::Meedoen);
        assert!(
            tenant
                .features(CenterFeatures::default(), main)
                .peer_to_peer
        );
        assert!(!tenant.features(centre, main).peer_to_peer);
        assert_eq!(tenant.wording(centre), Wording::Neighbour);
        assert!(tenant.features(centre, main).activities);
        assert!(!tenant.features(centre, meedoen).activities);
        // Asking for another context does not bring back what the tenant's own takes away.
        tenant.context = meedoen;
        assert!(!tenant.features(centre, main).activities);
    }
}
