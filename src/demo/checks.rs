//! Checks of the demo: those of who was accepted where one is asked for, some of which run out or have; and a few that are
//! still to be shown.

use rusqlite::named_params;
use serde_json::json;

use super::Town;
use super::accounts::Volunteer;
use super::history::{self, Notice, Step};
use super::moment::Moment;

/// Days until the last day of the first ones: as the register is drawn.
const FIRST: [i32; 6] = [-21, -4, 20, 46, 53, 58];
const YEARS: f64 = 3.0 * 365.0;

/// Where somebody applied that asks for a check.
struct Asked {
    application_id: i64,
    user_id: Option<i64>,
    organization_id: i64,
    kind: String,
    contact_id: Option<i64>,
    applied: Moment,
    organization_name: String,
    vacancy_title: String,
}

pub fn seed(town: &Town, volunteers: &[Volunteer]) -> rusqlite::Result<()> {
    let placed = asked(town, "'accepted', 'started', 'completed'")?;
    for (index, one) in placed.iter().enumerate() {
        let number = i32::try_from(index).unwrap_or(0);
        let left = FIRST.get(index).copied().unwrap_or(200 + number * 37 % 600);
        seen(town, one, f64::from(left))?;
    }
    let joke = volunteers.first().map(|joke| joke.id);
    let mut waiting = asked(town, "'in_contact'")?;
    waiting.retain(|one| one.user_id.is_some() && !has_one(town, one));
    // The sample account first.
    waiting.sort_by_key(|one| one.user_id != joke);
    for (index, one) in waiting.iter().enumerate() {
        match index {
            0 => requested(town, one, "requested", true)?,
            1 => requested(town, one, "claimed", false)?,
            2 | 3 => requested(town, one, "requested", false)?,
            _ if index % 2 == 0 => seen(town, one, 500.0)?,
            _ => {}
        }
    }
    Ok(())
}

fn asked(town: &Town, stages: &str) -> rusqlite::Result<Vec<Asked>> {
    town.tx
        .prepare(&format!(
            "select min(a.id), a.user_id, a.organization_id, k.value,
                    (select r.user_id from roles r where r.name = 'organization_superuser' and r.scope_id = a.organization_id order by r.id limit 1),
                    a.created_at, o.name, v.title
               from applications a
               join vacancies v on v.id = a.vacancy_id
               join organizations o on o.id = a.organization_id
               join json_each(v.required_checks) k on k.value in ('vog', 'first_aid', 'driving_licence')
              where a.stage in ({stages}) and a.is_held = 0
              group by coalesce(a.user_id, -a.id), a.organization_id, k.value
              order by o.name = 'Taalhuis Lindewaard' desc, 1"
        ))?
        .query_map([], |row| {
            Ok(Asked {
                application_id: row.get(0)?,
                user_id: row.get(1)?,
                organization_id: row.get(2)?,
                kind: row.get(3)?,
                contact_id: row.get(4)?,
                applied: Moment::parse(&row.get::<_, String>(5)?)?,
                organization_name: row.get(6)?,
                vacancy_title: row.get(7)?,
            })
        })?
        .collect()
}

/// Whether somebody has the check at that organisation already, for something else that they do there.
fn has_one(town: &Town, one: &Asked) -> bool {
    town.tx
        .prepare_cached(
            "select 1 from checks where user_id = ?1 and organization_id = ?2 and kind = ?3",
        )
        .and_then(|mut query| query.exists((one.user_id, one.organization_id, &one.kind)))
        .unwrap_or_default()
}

fn day(at: Moment) -> String {
    at.text().chars().take(10).collect()
}

/// Seen by the contact person, `left` days before its last.
fn seen(town: &Town, one: &Asked, left: f64) -> rusqlite::Result<()> {
    let until = town.now.plus_days(left);
    let issued = until.minus_days(YEARS);
    let seen = one
        .applied
        .plus_days(2.0)
        .max(issued.plus_days(4.0))
        .min(town.now);
    let step = Step {
        event: "see",
        from: Some("requested"),
        to: "seen",
        actor: one.contact_id,
        ..Step::default()
    };
    let id = insert(town, one, "seen", one.applied.min(seen))?;
    town.tx.execute(
        "update checks set issued_on = ?2, seen_on = ?3, seen_by_id = ?4, valid_until = ?5, updated_at = ?6,
                warned_at = iif(?5 <= date(?7, '+60 days'), ?7, null)
          where id = ?1",
        (id, day(issued), day(seen), one.contact_id, day(until), seen.text(), town.now.text()),
    )?;
    history::record(town.tx, ("checks", id), &step, seen)
}

/// Asked for four days ago.
fn requested(
    town: &Town,
    one: &Asked,
    status: &'static str,
    is_told: bool,
) -> rusqlite::Result<()> {
    let asked = town.now.minus_days(4.0);
    let id = insert(town, one, status, asked)?;
    let begun = Step {
        event: "request",
        to: "requested",
        actor: one.contact_id,
        ..Step::default()
    };
    history::record(town.tx, ("checks", id), &begun, asked)?;
    if status == "claimed" {
        let claimed = town.now.minus_days(1.0);
        town.tx.execute(
            "update checks set claimed_on = ?2 where id = ?1",
            (id, day(claimed)),
        )?;
        let step = Step {
            event: "claim",
            from: Some("requested"),
            to: "claimed",
            actor: one.user_id,
            ..Step::default()
        };
        history::record(town.tx, ("checks", id), &step, claimed)?;
    }
    let Some(user) = one.user_id.filter(|_| is_told) else {
        return Ok(());
    };
    let notice = Notice {
        user,
        kind: "check_requested",
        subject: ("applications", one.application_id),
        data: json!({
            "kind": one.kind,
            "organization_name": one.organization_name,
            "vacancy_title": one.vacancy_title,
        }),
        read: false,
    };
    history::notify(town.tx, &notice, asked)
}

fn insert(town: &Town, one: &Asked, status: &str, asked: Moment) -> rusqlite::Result<i64> {
    town.tx
        .prepare_cached(
            "insert into checks (user_id, application_id, organization_id, volunteer_center_id, kind, status, requested_by_id, requested_on,
                                 created_at, updated_at)
             values (:user, :application, :organization, :center, :kind, :status, :contact, :day, :at, :at)",
        )?
        .insert(named_params! {
            ":user": one.user_id,
            ":application": one.application_id,
            ":organization": one.organization_id,
            ":center": town.center_id,
            ":kind": one.kind,
            ":status": status,
            ":contact": one.contact_id,
            ":day": day(asked),
            ":at": asked.text(),
        })
}
