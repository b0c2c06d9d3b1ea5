//! What somebody who has just begun does first, with its state: nothing once they have begun.

use super::counting::Counting;
use super::hats::organizations;
use super::{DashboardApproval, DashboardStep};
use crate::error::Result;

/// Working days within which a centre decides on an organisation: what its sign-up promises.
const TERM_DAYS: i64 = 3;

fn unless_done(steps: Vec<DashboardStep>) -> Vec<DashboardStep> {
    if steps.iter().all(|step| step.is_done) {
        Vec::new()
    } else {
        steps
    }
}

/// Until somebody has applied, or asked for help.
pub fn own(counting: &Counting) -> Result<Vec<DashboardStep>> {
    let steps = counting.facts(&[
        ("wishes", "exists (select 1 from volunteer_profiles p where p.user_id = :user_id
            and (p.theme_ids <> '[]' or p.skills <> '[]' or p.availability <> '[]' or p.frequency is not null or p.postal_code_4 is not null))"),
        ("look", "exists (select 1 from favorites f where f.user_id = :user_id)"),
        ("apply", "exists (select 1 from applications a where a.user_id = :user_id)
            or exists (select 1 from vacancies v where v.asker_id = :user_id)"),
    ])?;
    let has_begun = steps.last().is_some_and(|step| step.is_done);
    Ok(if has_begun { Vec::new() } else { steps })
}

/// Of the selected organisation, or of the only one: until it has been approved, has had a vacancy online and shows
/// who it is.
pub fn organization(
    counting: &Counting,
) -> Result<(Vec<DashboardStep>, Option<DashboardApproval>)> {
    let mine = organizations(counting)?;
    let managed: Vec<i64> = mine
        .iter()
        .filter(|each| each.is_manager)
        .map(|each| each.id)
        .collect();
    let id = match (counting.ctx.organization_id, managed.as_slice()) {
        (Some(chosen), managed) if managed.contains(&chosen) => chosen,
        (None, [only]) => *only,
        _ => return Ok((Vec::new(), None)),
    };
    let approval = counting.rows(
        &format!(
            "select o.name, o.status,
               iif(o.status = 'pending', working_days(coalesce((select max(s.at) from transitions s
                 where s.subject_type = 'organizations' and s.subject_id = o.id and s.to_state = 'pending'), o.created_at), :now), null),
               (select min(v.id) from vacancies v where v.organization_id = o.id and v.status = 'draft')
             from organizations o where o.id = {id}"
        ),
        |row| {
            let draft: Option<i64> = row.get(3)?;
            Ok(DashboardApproval {
                organization_id: id.to_string(),
                name: row.get(0)?,
                status: row.get(1)?,
                waiting_days: row.get(2)?,
                term_days: TERM_DAYS,
                draft_id: draft.map(|id| id.to_string()),
            })
        },
    )?;
    let of = |condition: &str| {
        format!("exists (select 1 from organizations o where o.id = {id} and {condition})")
    };
    let steps = counting.facts(&[
        ("approval", &of("o.status = 'approved'")),
        (
            "vacancy",
            &format!("exists (select 1 from vacancies v where v.organization_id = {id})"),
        ),
        ("profile", &of("length(coalesce(o.description, '')) >= 50")),
        (
            "photo",
            &of("(o.photo_url is not null or o.logo_url is not null)"),
        ),
    ])?;
    let approval = approval.into_iter().next();
    let may_begin = approval
        .as_ref()
        .is_some_and(|at| ["pending", "approved"].contains(&at.status.as_str()));
    let steps = if may_begin {
        unless_done(steps)
    } else {
        Vec::new()
    };
    Ok((steps, approval))
}

/// Until a mentor guides somebody.
pub fn mentor(counting: &Counting) -> Result<Vec<DashboardStep>> {
    let steps = counting.facts(&[
        ("students", "exists (select 1 from student_links l where l.mentor_id = :user_id)"),
        ("first", "exists (select 1 from applications a join student_links l on l.student_id = a.user_id where l.mentor_id = :user_id)"),
    ])?;
    Ok(unless_done(steps))
}

/// Until a centre has an organisation with a vacancy online.
pub fn centre(counting: &Counting) -> Result<Vec<DashboardStep>> {
    let steps = counting.facts(&[
        ("logo", "exists (select 1 from volunteer_centers c join volunteer_center_profiles p on p.id = c.profile_id
            where c.id = :center_id and p.website_logo_url is not null)"),
        ("contact", "exists (select 1 from volunteer_centers c join volunteer_center_profiles p on p.id = c.profile_id
            where c.id = :center_id and p.contact_name is not null)"),
        ("home", "exists (select 1 from published_pages p where p.volunteer_center_id = :center_id and p.slug = 'home')"),
        ("organization", "exists (select 1 from organizations o where o.volunteer_center_id = :center_id
            and o.status = 'approved' and o.organization_type <> 'VolunteerCenter' and o.household_of_id is null)"),
        ("vacancy", "exists (select 1 from vacancies v where v.volunteer_center_id = :center_id and v.status <> 'draft')"),
    ])?;
    let has_begun = steps.iter().rev().take(2).all(|step| step.is_done);
    Ok(if has_begun { Vec::new() } else { steps })
}
