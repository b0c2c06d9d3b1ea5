//! What waits under each hat that somebody has, whichever is worn.

use super::counting::Counting;
use super::todos::{MENTOR, ORGANIZATION};
use super::{DashboardHat, DashboardPart, DashboardTodo};
use crate::error::Result;
use crate::policy::OWN_ORGANIZATION;

/// Of these, one hears under another hat: somebody waits, or something is about to lapse.
const PRESSING: &[&str] = &[
    "offered",
    "help_offers",
    "help_needs_work",
    "hours_questioned",
    "unread",
    "unanswered",
    "hours",
    "checks",
    "needs_work",
    "expiring",
    "to_approve",
    "silent",
    "to_review",
    "organizations",
    "activities",
    "reports",
    "changes",
    "moves",
];

/// More organisations than this are not gone through one by one.
const HATS_AT_MOST: i64 = 12;

pub fn hats(
    counting: &Counting,
    own: &DashboardPart,
    centre: Option<&DashboardPart>,
) -> Result<Vec<DashboardHat>> {
    let hat =
        |kind: &str, organization: Option<(i64, String)>, todos: Vec<(&str, DashboardTodo)>| {
            let pressing: Vec<(&str, DashboardTodo)> = todos
                .into_iter()
                .filter(|(_, todo)| PRESSING.contains(&todo.key.as_str()))
                .collect();
            let count = pressing.iter().map(|(_, todo)| todo.count).sum();
            let (side, first) = pressing.into_iter().next()?;
            let (id, name) = organization.unzip();
            Some(DashboardHat {
                kind: kind.to_owned(),
                organization_id: id.map(|id| id.to_string()),
                name,
                count,
                side: side.to_owned(),
                first,
            })
        };
    let of = |side: &'static str, todos: &[DashboardTodo]| -> Vec<(&str, DashboardTodo)> {
        todos.iter().map(|todo| (side, todo.clone())).collect()
    };
    let mut found = Vec::new();
    if let Some(centre) = centre {
        found.extend(hat("centre", None, of("centre", &centre.todos)));
    }
    for worn in organizations(counting)? {
        let mut ctx = counting.ctx.clone();
        ctx.organization_id = Some(worn.id);
        let of_this = Counting::new(counting.connection, &ctx);
        let mut todos = Vec::new();
        if worn.is_mentor && centre.is_none() {
            let of_students = format!(
                "t.user_id in (select l.student_id from student_links l where l.mentor_id = :user_id and l.organization_id = {})",
                worn.id
            );
            // A mentor is one side of a conversation by themselves, at whichever school.
            let of_school = MENTOR.iter().filter(|todo| todo.table != "conversations");
            todos.extend(of(
                "school",
                &of_this.todos("school", of_school, &of_students),
            ));
        }
        if worn.is_manager {
            let pressing = ORGANIZATION
                .iter()
                .filter(|todo| PRESSING.contains(&todo.key));
            let pressing = of_this.todos("organization", pressing, OWN_ORGANIZATION);
            todos.extend(of("organization", &pressing));
        }
        counting.also_failed(of_this.failed());
        found.extend(hat("organization", Some((worn.id, worn.name)), todos));
    }
    found.extend(hat("oneself", None, of("own", &own.todos)));
    Ok(found)
}

/// An organisation for which somebody works.
pub struct Worn {
    pub id: i64,
    name: String,
    pub is_manager: bool,
    is_mentor: bool,
}

pub fn organizations(counting: &Counting) -> Result<Vec<Worn>> {
    let sql = format!(
        "select o.id, o.name, max(r.name = 'organization_superuser'), max(r.name = 'mentor')
           from roles r join organizations o on o.id = r.scope_id
          where r.user_id = :user_id and r.scope_type in ('organization', 'school')
            and r.name in ('organization_superuser', 'mentor')
            and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
            and o.status <> 'deleted' and o.household_of_id is null
          group by o.id order by o.name limit {HATS_AT_MOST}"
    );
    counting.rows(&sql, |row| {
        Ok(Worn {
            id: row.get(0)?,
            name: row.get(1)?,
            is_manager: row.get(2)?,
            is_mentor: row.get(3)?,
        })
    })
}
