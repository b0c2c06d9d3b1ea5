//! Second factor: whether it is required of a user here, set up, and verified in this session
//! (docs/domain/rights.md#second-factor).

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Value, json};

use crate::db::Tx;
use crate::error::Result;
use crate::policy::Role;
use crate::presets::SecondFactorRule;

/// Second-factor state of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Factor {
    /// True if the tenant requires it for the user's roles.
    pub is_required: bool,
    pub is_set_up: bool,
    pub is_verified: bool,
    has_totp: bool,
    has_passkey: bool,
    has_recovery_code: bool,
}

impl Factor {
    /// True while the session still lacks its second factor.
    pub fn is_missing(self) -> bool {
        (self.is_required || self.is_set_up) && !self.is_verified
    }

    /// The methods available on this site.
    pub fn methods(self) -> Vec<&'static str> {
        [
            ("totp", self.has_totp),
            ("passkey", self.has_passkey),
            ("recovery_code", self.has_recovery_code),
        ]
        .into_iter()
        .filter_map(|(name, has)| has.then_some(name))
        .collect()
    }

    /// The second-factor part of the sign-in response; `None` if nothing more is required.
    pub fn needed(self) -> Option<Value> {
        self.is_missing()
            .then(|| json!({ "is_set_up": self.is_set_up, "methods": self.methods() }))
    }

    /// Loads the state. `host` is the site's, without port: a passkey works only on the site it was registered for.
    pub fn of(
        connection: &Connection,
        user_id: i64,
        roles: &[Role],
        host: &str,
        is_verified: bool,
    ) -> Result<Self> {
        let mut factor = connection
            .prepare_cached(
                "select exists (select 1 from second_factors where user_id = :user_id and confirmed_at is not null),
                        exists (select 1 from second_factors where user_id = :user_id and confirmed_at is not null and kind = 'totp'),
                        exists (select 1 from second_factors where user_id = :user_id and confirmed_at is not null and kind = 'passkey' and rp_id = :host),
                        exists (select 1 from recovery_codes where user_id = :user_id and used_at is null)",
            )?
            .query_row(named_params! {":user_id": user_id, ":host": host}, |row| {
                Ok(Self {
                    is_required: false,
                    is_set_up: row.get(0)?,
                    is_verified,
                    has_totp: row.get(1)?,
                    has_passkey: row.get(2)?,
                    has_recovery_code: row.get(3)?,
                })
            })?;
        factor.has_recovery_code &= factor.is_set_up;
        factor.is_required = roles
            .iter()
            .any(|role| matches!(role, Role::Admin | Role::CenterSuperuser))
            && is_demanded(connection)?;
        Ok(factor)
    }
}

fn is_demanded(connection: &Connection) -> Result<bool> {
    Ok(rule(connection)? == SecondFactorRule::Required)
}

/// The tenant's setting. Any value but `optional` makes it required.
pub fn rule(connection: &Connection) -> Result<SecondFactorRule> {
    let setting: Option<String> = connection
        .prepare_cached("select value from settings where name = 'second_factor'")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(match setting.as_deref() {
        Some("optional") => SecondFactorRule::Optional,
        _ => SecondFactorRule::Required,
    })
}

/// Takes effect with the next request, also for existing sessions.
pub fn set_rule(tx: &Tx, rule: SecondFactorRule) -> Result<()> {
    tx.execute(
        "insert into settings (name, value) values ('second_factor', ?1)
             on conflict (name) do update set value = excluded.value",
        [rule.as_str()],
    )?;
    Ok(())
}
