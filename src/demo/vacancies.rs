//! Vacancies of the demo in every status, with their history.

use std::collections::HashSet;

use rusqlite::named_params;
use serde_json::json;

use super::Town;
use super::accounts::Staff;
use super::compose::{self, Texts};
use super::history::{self, Notice, Step};
use super::moment::Moment;
use super::organizations::Organization;
use super::places;
use super::plans::{Days, Plan, days, plans};
use super::random::Random;
use super::text::{Names, slug, strings};

pub struct Vacancy {
    pub id: i64,
    pub title: String,
    /// Index in the list of organisations.
    pub organization: usize,
    pub status: &'static str,
    /// Start and end of the period in which applications are accepted.
    pub opened: Option<Moment>,
    pub closed: Option<Moment>,
    /// Maximum number of accepted applications.
    pub limit: Option<i64>,
    pub accepted: i64,
    pub waiting: i64,
    pub quiet: bool,
}

pub fn seed(
    town: &Town,
    published: usize,
    organizations: &[Organization],
    staff: &Staff,
    random: &mut Random,
) -> rusqlite::Result<Vec<Vacancy>> {
    let mut used = HashSet::new();
    let mut vacancies = Vec::new();
    for plan in plans(town, published, organizations, random) {
        let Some(organization) = organizations.get(plan.organization) else {
            continue;
        };
        let days = days(&plan, town.now, random);
        vacancies.push(insert(town, &plan, organization, &days, &mut used, random)?);
        if let Some(vacancy) = vacancies.last() {
            record(town, &plan, organization, staff, &days, vacancy.id, random)?;
        }
    }
    town.tx.execute(TEMPLATES, [town.center_id])?;
    Ok(vacancies)
}

/// The texts of an older vacancy of a few organisations, as what they start new ones from.
const TEMPLATES: &str = "
insert into vacancy_templates (organization_id, name, content, created_at, updated_at)
select v.organization_id, v.title,
       json_object('title', v.title, 'summary', v.summary, 'description', v.description, 'requirements', json(v.requirements),
                   'offer', v.offer, 'expenses', v.expenses, 'tags', json(v.tags), 'skills', json(v.skills)),
       v.created_at, v.created_at
  from vacancies v
 where v.id in (select min(o.id) from vacancies o where o.status in ('published', 'archived') and o.volunteer_center_id = ?1
                 group by o.organization_id order by 1 limit 12)";

fn insert(
    town: &Town,
    plan: &Plan,
    organization: &Organization,
    days: &Days,
    used: &mut HashSet<String>,
    random: &mut Random,
) -> rusqlite::Result<Vacancy> {
    let pattern = plan.pattern;
    let (place, at_home) = compose::place(pattern, organization.place, random);
    let names = Names {
        organization: &organization.name,
        place: place.name,
        contact: &organization.contact,
    };
    let texts = compose::compose(pattern, &names, &town.content.phrases, used, random);
    let street = if at_home {
        organization.address.clone()
    } else {
        let street = random.pick(&town.content.phrases.streets).clone();
        (street, random.between(1, 120).to_string())
    };
    let created = days.created.text();
    let address = (street.0.as_str(), street.1.as_str());
    let address_id = places::insert(town.tx, place, address, random, &created)?;
    let capacity = capacity(plan, random);
    let id = write(
        town,
        plan,
        organization,
        days,
        &texts,
        (address_id, capacity),
        random,
    )?;
    let free = match plan.status {
        "published" => pattern.spots.unwrap_or(1),
        _ => 0,
    };
    Ok(Vacancy {
        id,
        title: texts.title,
        organization: plan.organization,
        status: plan.status,
        opened: days.opened,
        closed: days.closed,
        limit: capacity.map(|capacity| capacity - free),
        accepted: 0,
        waiting: 0,
        quiet: pattern.quiet,
    })
}

fn capacity(plan: &Plan, random: &mut Random) -> Option<i64> {
    if plan.pattern.capacity.is_some() {
        return plan.pattern.capacity;
    }
    match plan.status {
        "filled" => Some(random.between(1, 2)),
        _ if plan.pattern.tags.iter().any(|tag| tag == "once") => Some(random.between(8, 40)),
        _ => random.chance(70).then(|| random.between(2, 9)),
    }
}

fn write(
    town: &Town,
    plan: &Plan,
    organization: &Organization,
    days: &Days,
    texts: &Texts,
    (address_id, capacity): (i64, Option<i64>),
    random: &mut Random,
) -> rusqlite::Result<i64> {
    let pattern = plan.pattern;
    let facts = compose::facts(pattern, texts);
    let age = days.opened.map_or(0, |opened| {
        let days = town.now.days_since(opened).round();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "at most a few hundred days"
        )]
        let whole = days as i64;
        whole
    });
    town.tx
        .prepare_cached(INSERT)?
        .insert(named_params! {
            ":title": texts.title, ":slug": slug(&texts.title), ":status": plan.status,
            ":moderation_state": if organization.trusted && plan.status != "draft" { "none" } else { plan.moderation },
            ":moderation_message": (plan.moderation == "needs_work").then(|| random.pick(&town.content.phrases.review_messages)),
            ":vacancy_type": town.kind_of(&pattern.kind), ":summary": texts.summary, ":description": texts.description,
            ":requirements": strings(&texts.requirements), ":offer": texts.offer,
            ":hours_per_week": texts.hours_per_week, ":capacity": capacity,
            ":schedule": texts.schedule, ":expenses": texts.expenses,
            ":image_url": format!("/img/{}.svg", pattern.image),
            ":expires_at": days.expires.map(Moment::text),
            ":published_at": days.renewed.or(days.opened).map(Moment::text),
            ":publish_after_approval": organization.status == "pending",
            ":contact_person_id": organization.contact_id,
            ":contact_phone_visible": random.chance(40),
            ":age_group_ids": strings(&town.terms.ids("age_groups", &pattern.ages)),
            ":activity_type_ids": strings(&town.terms.ids("activity_types", &pattern.types)),
            ":tags": strings(&texts.tags), ":online": pattern.online, ":min_age": pattern.min_age,
            ":languages": if texts.tags.iter().any(|tag| tag == "learning_dutch") { r#"["nl","en"]"# } else { r#"["nl"]"# },
            ":required_checks": strings(&pattern.checks),
            ":availability": strings(&facts.availability), ":skills": strings(&facts.skills), ":gains": strings(&facts.gains),
            ":social_setting": facts.social_setting, ":wheelchair_accessible": facts.wheelchair_accessible, ":for_groups": facts.for_groups,
            ":view_count": random.between(3, 12) * age.min(90) + random.between(0, 20) * age.min(1),
            ":archived_at": days.closed.filter(|_| plan.status == "archived").map(Moment::text),
            ":organization_id": organization.id, ":center_id": town.center_id,
            ":address_id": address_id, ":created_at": days.created.text(),
            ":updated_at": days.closed.or(days.renewed).or(days.opened).unwrap_or(days.created).text(),
        })
}

const INSERT: &str = "
insert into vacancies (title, slug, status, moderation_state, moderation_message, vacancy_type, summary, description,
  requirements, offer, hours_per_week, capacity, schedule, expenses, image_url, expires_at, published_at,
  publish_after_approval, contact_person_id, contact_phone_visible, age_group_ids, activity_type_ids, tags, online,
  min_age, languages, required_checks, availability, skills, gains, social_setting, wheelchair_accessible, for_groups, view_count, archived_at, organization_id, volunteer_center_id, address_id,
  created_at, updated_at)
values (:title, :slug, :status, :moderation_state, :moderation_message, :vacancy_type, :summary, :description,
  :requirements, :offer, :hours_per_week, :capacity, :schedule, :expenses, :image_url, :expires_at, :published_at,
  :publish_after_approval, :contact_person_id, :contact_phone_visible, :age_group_ids, :activity_type_ids, :tags, :online,
  :min_age, :languages, :required_checks, :availability, :skills, :gains, :social_setting, :wheelchair_accessible, :for_groups, :view_count, :archived_at, :organization_id, :center_id, :address_id,
  :created_at, :updated_at)";

fn record(
    town: &Town,
    plan: &Plan,
    organization: &Organization,
    staff: &Staff,
    days: &Days,
    id: i64,
    random: &mut Random,
) -> rusqlite::Result<()> {
    let subject = ("vacancies", id);
    let contact = Some(organization.contact_id);
    let step = |event, from, to, actor| Step {
        event,
        from,
        to,
        actor,
        ..Step::default()
    };
    let draft = Some("draft");
    history::record(
        town.tx,
        subject,
        &step("create", None, "draft", contact),
        days.created,
    )?;
    let reviewed = !organization.trusted && plan.moderation != "none";
    let submitted = days
        .created
        .later(0.3, days.opened.unwrap_or(town.now), random);
    if reviewed {
        let submit = step("submit", draft, "draft", contact);
        history::record(town.tx, subject, &submit, submitted)?;
    }
    if plan.status == "draft" {
        if plan.moderation == "needs_work" {
            let step = step("request_changes", draft, "draft", Some(staff.marieke));
            let asked = submitted.later(1.0, town.now, random);
            history::record(town.tx, subject, &step, asked)?;
        } else if plan.moderation == "submitted" {
            let notice = Notice {
                user: staff.marieke,
                kind: "vacancy_to_review",
                subject,
                data: json!({ "organization_name": organization.name }),
                read: false,
            };
            history::notify(town.tx, &notice, submitted)?;
        }
        return Ok(());
    }
    let by = if reviewed {
        Some(staff.marieke)
    } else {
        contact
    };
    let opened = days.opened.unwrap_or(submitted);
    let published = Some("published");
    let publish = step("publish", draft, "published", by);
    history::record(town.tx, subject, &publish, opened)?;
    if let Some(renewed) = days.renewed {
        let expire = step("expire", published, "expired", None);
        history::record(town.tx, subject, &expire, renewed.minus_days(2.0))?;
        let renew = step("renew", Some("expired"), "published", contact);
        history::record(town.tx, subject, &renew, renewed)?;
    }
    let Some(closed) = days.closed else {
        return Ok(());
    };
    let close = match plan.status {
        "filled" => step("fill", published, "filled", contact),
        "expired" => step("expire", published, "expired", None),
        _ => step("archive", published, "archived", contact),
    };
    history::record(town.tx, subject, &close, closed)
}
