//! Security notifications about changes of second factors, which may have been made by somebody else
//! (docs/decisions/0013).

use serde_json::json;

use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::mail::MailKind;
use crate::resources::notification::Notice;
use crate::resources::user::User;

/// Kind of change. The number is the id of the factor, so that emails about different factors do not replace each
/// other.
#[derive(Debug, Clone, Copy)]
pub(in crate::resources::user) enum FactorChange<'a> {
    AppAdded(i64),
    AppRemoved(i64),
    PasskeyAdded(i64, &'a str),
    PasskeyRemoved(i64, &'a str),
    CodesRenewed,
    /// The operator removed every factor of a person who lost them.
    Forgotten,
}

impl FactorChange<'_> {
    const fn as_str(self) -> &'static str {
        match self {
            Self::AppAdded(_) => "app_added",
            Self::AppRemoved(_) => "app_removed",
            Self::PasskeyAdded(..) => "passkey_added",
            Self::PasskeyRemoved(..) => "passkey_removed",
            Self::CodesRenewed => "codes_renewed",
            Self::Forgotten => "forgotten",
        }
    }

    const fn name(&self) -> &str {
        match self {
            Self::PasskeyAdded(_, name) | Self::PasskeyRemoved(_, name) => name,
            _ => "",
        }
    }

    const fn subject(self, user_id: i64) -> (&'static str, i64) {
        match self {
            Self::AppAdded(id)
            | Self::AppRemoved(id)
            | Self::PasskeyAdded(id, _)
            | Self::PasskeyRemoved(id, _) => ("second_factors", id),
            Self::CodesRenewed => ("recovery_codes", user_id),
            Self::Forgotten => (User::TYPE, user_id),
        }
    }
}

/// Notifies in the app and by email, regardless of the person's preferences.
pub(in crate::resources::user) fn tell(tx: &Tx, user_id: i64, change: FactorChange) -> Result<()> {
    let center_id = tx
        .prepare_cached("select volunteer_center_id from users where id = ?1")?
        .query_row([user_id], |row| row.get(0))?;
    Notice {
        kind: MailKind::SecondFactorChanged,
        data: json!({
            "change": change.as_str(),
            "name": change.name(),
            "changed_at": tx.now(),
            "path": "/profile-edit/settings",
        }),
        subject: change.subject(user_id),
        center_id,
    }
    .tell(tx, user_id)
}
