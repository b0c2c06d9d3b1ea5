//! The people of a centre who want to be found, as the matching reads them. They are kept in memory until a profile
//! changes; whoever shows one of them asks the policy about that row again.

use std::collections::HashSet;
use std::sync::Arc;

use rusqlite::{Connection, named_params};

use super::wishes::{COLUMNS, preferences, years};
use crate::app::tenancy::tenant::Tenant;
use crate::error::Result;
use crate::matching::{Candidate, NotForThem};

/// People of one centre, those who said so last first.
const MOST: i64 = 50_000;
/// Seconds for which they are kept while no profile changes: accounts close, and time goes by.
const PERIOD: i64 = 60;

/// Those of a centre, as they were at most a minute ago where no profile changed.
pub fn candidates(
    connection: &Connection,
    tenant: &Tenant,
    center_id: i64,
    (now, second): (&str, i64),
) -> Result<Arc<Vec<Candidate>>> {
    let policy = tenant.keep(&["volunteer_profiles", "pool_shares"]);
    let version = policy.table_versions.into_iter().next();
    let period = second / PERIOD;
    tenant
        .candidates
        .get((center_id, MOST), version, period, || {
            read(connection, center_id, now)
        })
}

fn read(connection: &Connection, center_id: i64, now: &str) -> Result<Vec<Candidate>> {
    let sql = format!(
        "select {COLUMNS}, t.user_id, u.birth_date, substr(coalesce(t.confirmed_at, t.updated_at), 1, 7)
           from volunteer_profiles t
           join users u on u.id = t.user_id
          where t.visibility = 'visible' and t.visible_until > :now and u.status = 'active'
            and (u.volunteer_center_id = :center_id
                 or exists (select 1 from shared_pools s where s.center_id = :center_id and s.of_center_id = u.volunteer_center_id
                                                           and t.elsewhere_consent_at >= s.since))
          order by t.visible_until desc
          limit :most"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement
        .query_map(
            named_params! {":now": now, ":center_id": center_id, ":most": MOST},
            |row| {
                let born: Option<String> = row.get(14)?;
                Ok(Candidate {
                    user_id: row.get(13)?,
                    meets_min_age: born.and_then(|day| years(&day, now)),
                    confirmed_month: row.get(15)?,
                    wishes: preferences(row)?.shown_to_others(),
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// Who is no candidate for a vacancy: who applied, who said that it is not for them, who works there.
pub fn not_for_vacancy(
    connection: &Connection,
    vacancy_id: i64,
    organization_id: Option<i64>,
) -> Result<NotForThem> {
    Ok(NotForThem {
        applied: ids(
            connection,
            "select a.user_id from applications a where a.vacancy_id = ?1 and a.user_id is not null
              union
             select u.id from applications a join users u on u.email = a.email where a.vacancy_id = ?1 and a.user_id is null",
            vacancy_id,
        )?,
        dismissed: ids(
            connection,
            "select user_id from vacancy_dismissals where vacancy_id = ?1",
            vacancy_id,
        )?,
        members: organization_id
            .map(|id| members(connection, id))
            .transpose()?
            .unwrap_or_default(),
    })
}

/// Who works for an organisation.
pub fn members(connection: &Connection, organization_id: i64) -> Result<HashSet<i64>> {
    ids(
        connection,
        "select user_id from roles
          where scope_type in ('organization', 'school') and scope_id = ?1 and accepted_at is not null",
        organization_id,
    )
}

/// Who does not want to be found by an organisation.
pub fn blocked(connection: &Connection, organization_id: i64) -> Result<HashSet<i64>> {
    ids(
        connection,
        "select user_id from volunteer_profile_blocks where organization_id = ?1",
        organization_id,
    )
}

fn ids(connection: &Connection, sql: &str, id: i64) -> Result<HashSet<i64>> {
    Ok(connection
        .prepare_cached(sql)?
        .query_map([id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}
