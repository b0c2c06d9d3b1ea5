//! Whether somebody needs a second factor here, has one, and has proved it in this session
//! (docs/domain/rights.md#second-factor).

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Value, json};

use crate::db::Tx;
use crate::error::Result;
use crate::policy::Role;
use crate::presets::SecondFactorRule;

/// Where a session stands with the second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Factor {
    /// The tenant demands one of somebody with these roles.
    pub is_required: bool,
    pub is_set_up: bool,
    pub is_verified: bool,
    has_totp: bool,
    has_passkey: bool,
    has_recovery_code: bool,
}

impl Factor {
    /// True while the session is only half a session.
    pub fn is_missing(self) -> bool {
        (self.is_required || self.is_set_up) && !self.is_verified
    }

    /// By what it can be proved on this site.
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

    /// What the answer to a sign-in says of it; nothing where nothing more is needed.
    pub fn needed(self) -> Option<Value> {
        self.is_missing()
            .then(|| json!({ "is_set_up": self.is_set_up, "methods": self.methods() }))
    }

    /// `host` is the site's, without its port: a passkey works on the site it was made for.
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

/// The tenant's setting. Anything but `optional` demands it.
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

/// Holds from the next request on, also for who is signed in.
pub fn set_rule(tx: &Tx, rule: SecondFactorRule) -> Result<()> {
    tx.execute(
        "insert into settings (name, value) values ('second_factor', ?1)
             on conflict (name) do update set value = excluded.value",
        [rule.as_str()],
    )?;
    Ok(())
}
