//! Checks that a vacancy asks for: nobody is accepted before the organisation, or its centre, has seen them
//! (docs/domain/states.md#checks). They are rows of `checks`, which hang on an application.

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Application;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::{AnyId, Id};

/// A paper that is still to be shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MissingCheck {
    /// `vog`, `first_aid` or `driving_licence`.
    pub kind: String,
    pub state: MissingCheckState,
    pub check_id: Option<AnyId>,
    /// A day, as the next.
    pub requested_on: Option<String>,
    pub claimed_on: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MissingCheckState {
    /// Nobody asked for it yet.
    None,
    Requested,
    Claimed,
    Expired,
    Revoked,
}

/// Over `t`, an application: checks of the same person at the same organisation.
macro_rules! of_applicant {
    ($check:literal) => {
        concat!(
            $check,
            ".organization_id = t.organization_id and (",
            $check,
            ".user_id = t.user_id or (",
            $check,
            ".user_id is null and ",
            $check,
            ".application_id = t.id)) and ",
            $check,
            ".kind = k.value"
        )
    };
}

/// The kinds `k.value` that the vacancy asks for and that nobody has seen a valid paper of. One counts for some days
/// after its last. An interview is no paper.
macro_rules! missing {
    () => {
        concat!(
            "from vacancies v
             join volunteer_centers g on g.id = t.volunteer_center_id
             join json_each(v.required_checks) k on k.value in ('vog', 'first_aid', 'driving_licence')
             left join checks c on c.id = (select o.id from checks o where ",
            of_applicant!("o"),
            " and o.status <> 'cancelled' order by o.status in ('requested', 'claimed') desc, o.id desc limit 1)
            where v.id = t.vacancy_id
              and not exists (select 1 from checks s where ",
            of_applicant!("s"),
            " and s.status = 'seen' and date(s.valid_until, '+' || g.check_grace_days || ' days') >= substr(:now, 1, 10))"
        )
    };
}

/// What is missing of an application that is not over: a JSON list, over `t`.
pub(super) const MISSING: &str = concat!(
    "case when t.stage in ('rejected', 'withdrawn', 'closed', 'completed', 'unconfirmed') then '[]' else
     (select json_group_array(json_object(
             'kind', k.value,
             'state', case c.status when 'seen' then 'expired' else coalesce(c.status, 'none') end,
             'check_id', cast(c.id as text),
             'requested_on', c.requested_on,
             'claimed_on', c.claimed_on)) ",
    missing!(),
    ") end"
);

/// 422 `missing_check` with the kinds that nobody has seen.
pub(super) fn require_seen(tx: &Tx, id: Id<Application>) -> Result<()> {
    let kinds: Vec<String> = tx
        .prepare_cached(concat!(
            "select (select json_group_array(k.value) ",
            missing!(),
            ") from applications t where t.id = :id"
        ))?
        .query_row(
            named_params! {":id": id.number(), ":now": tx.now()},
            |row| row.get::<_, String>(0),
        )
        .map(|list| serde_json::from_str(&list))??;
    if kinds.is_empty() {
        return Ok(());
    }
    let named = |name: fn(&Name) -> &'static str| -> Vec<&'static str> {
        let of = |kind: &String| NAMES.iter().find(|row| row.0 == kind).map(name);
        kinds.iter().filter_map(of).collect()
    };
    let (nl, en) = (named(|row| row.1), named(|row| row.2));
    Err(Error::from(Code::MissingCheck)
        .with("checks_nl", nl)
        .with("checks_en", en)
        .with("checks", kinds.clone()))
}

/// Kind, nl, en.
type Name = (&'static str, &'static str, &'static str);

const NAMES: [Name; 3] = [
    ("vog", "VOG", "certificate of conduct (VOG)"),
    ("first_aid", "EHBO-diploma", "first aid certificate"),
    ("driving_licence", "rijbewijs", "driving licence"),
];
