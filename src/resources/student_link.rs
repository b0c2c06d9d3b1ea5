//! Links between mentor and student at a School, with the hours required of the student
//! (docs/domain/rights.md#schools). A student has one mentor per School. Every mentor of the School may act for
//! another; the link names the responsible one.

use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::organization::Organization;
use super::user::User;
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store;
use crate::jsonapi::{
    Computed, Filter, Id, Joined, Predicate, Relation, Resource, Saving, Sort, belongs_to, joined,
};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::model::effects::{self, Effect, Event, Happening};
use crate::model::state_history::audit_with;
use crate::privacy::prelude::*;

pub struct StudentLink;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct StudentLinkAttributes {
    pub student_id: Id<User>,
    /// Left out: the asker.
    pub mentor_id: Option<Id<User>>,
    /// The School.
    pub organization_id: Id<Organization>,
    #[validate(range(min = 0, max = 500))]
    pub hour_target: Option<i64>,
    /// Hours that were confirmed, and those that wait.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub hours_confirmed: f64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub hours_waiting: f64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub student_name: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub mentor_name: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub organization_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for StudentLink {
    const TYPE: &'static str = "student_links";
    const ALIAS: &'static str = "student_link";
    type Attributes = StudentLinkAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("student_id", &[Predicate::Eq, Predicate::In]),
        Filter::column("mentor_id", &[Predicate::Eq]),
        Filter::column("organization_id", &[Predicate::Eq]),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("created_at", "t.created_at"),
        Sort::by("hour_target", "t.hour_target"),
    ];
    /// Maximum page size: a class list requests the links of everybody on its page.
    const LARGEST_PAGE: u32 = 1000;
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<User>("student", "student_id"),
        belongs_to::<User>("mentor", "mentor_id"),
        belongs_to::<Organization>("organization", "organization_id"),
    ];
    const JOINED: &'static [Joined] = &[joined(
        "organization_name",
        "organization_id",
        "organizations",
        "name",
    )];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "hours_confirmed",
            sql: "coalesce((select sum(h.hours) from hours_entries h where h.user_id = t.student_id and h.status in ('confirmed', 'corrected')), 0.0)",
        },
        Computed {
            field: "hours_waiting",
            sql: "coalesce((select sum(h.hours) from hours_entries h where h.user_id = t.student_id and h.status in ('logged', 'disputed')), 0.0)",
        },
        Computed {
            field: "student_name",
            sql: "select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.student_id",
        },
        Computed {
            field: "mentor_name",
            sql: "select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.mentor_id",
        },
    ];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &["organizations"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;

    fn before_save(
        new: &mut StudentLinkAttributes,
        old: Option<&StudentLinkAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if let Some(old) = old {
            // Changing the student or the School would make it a different link.
            let fixed = [
                ("student_id", old.student_id == new.student_id),
                (
                    "organization_id",
                    old.organization_id == new.organization_id,
                ),
            ];
            if let Some((field, _)) = fixed.iter().find(|(_, is_same)| !is_same) {
                return Err(FieldFault::attribute(field, "fixed").into());
            }
        }
        if new.mentor_id.is_none() {
            new.mentor_id = saving.user_id().map(Id::new);
        }
        check(new, saving.tx)?;
        if old.is_some_and(|old| old.mentor_id != new.mentor_id) {
            write_down(saving.tx, saving.user_id(), "change_mentor", new)?;
        }
        Ok(())
    }

    fn created(id: Id<Self>, saving: &Saving) -> Result<()> {
        match store::load(saving.tx, id)? {
            Some(link) => write_down(saving.tx, saving.user_id(), "link_student", &link),
            None => Ok(()),
        }
    }

    fn remove(tx: &Tx, id: Id<Self>, actor_id: Option<i64>) -> Result<()> {
        if let Some(link) = store::load(tx, id)? {
            write_down(tx, actor_id, "unlink_student", &link)?;
        }
        tx.execute("delete from student_links where id = ?1", [id.number()])?;
        Ok(())
    }
}

impl Declared for StudentLink {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Which mentor guides which student.";
    const ROUTES: fn() -> Routes = Routes::crud::<Self>;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("student_links", &[own!(
            "t.student_id = :user_id or t.mentor_id = :user_id",
            [("school", "De school die je begeleidt, of waarvoor je begeleidt, en de afgesproken uren."), ("school", "The school that guides you, or for which you guide, and the agreed hours.")],
            without &["student_id", "mentor_id", "organization_id", "version"],
            with "(select o.name from organizations o where o.id = t.organization_id) as school_name"
        )]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the student"));
    const EXPORT: Option<Export> = Some(Export::No("a school has few"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("student_links",
            Moving::With("organizations"),
            Merging::Goes(&[("organization_id", "not exists (select 1 from student_links o where o.student_id = student_links.student_id and o.organization_id = :into)")])),
    ];
}

/// Requires that the School is one, that both are members, and that nobody mentors themselves. A pending invitation
/// is no membership, with or without an account.
fn check(link: &StudentLinkAttributes, tx: &Tx) -> Result<()> {
    let fault = |field: &str| Err(FieldFault::attribute(field, "not_found").into());
    let is_school: bool = tx
        .prepare_cached("select exists (select 1 from organizations where id = ?1 and organization_type = 'School' and status <> 'deleted')")?
        .query_row([link.organization_id.number()], |row| row.get(0))?;
    if !is_school {
        return fault("organization_id");
    }
    if !belongs(tx, link.student_id, "student", link.organization_id)? {
        return fault("student_id");
    }
    match link.mentor_id {
        Some(mentor)
            if mentor != link.student_id
                && belongs(tx, mentor, "mentor", link.organization_id)? =>
        {
            Ok(())
        }
        _ => fault("mentor_id"),
    }
}

fn run(happening: &Happening) -> Result<()> {
    if happening.event == Event::AccountTakesRoles {
        begin(happening.tx, happening.id)?;
    }
    effects::gone_with_organization::<StudentLink>(happening)
}

/// Links a student who accepts a mentor's own invitation to that mentor, unless they have a mentor already.
fn begin(tx: &Tx, student_id: i64) -> Result<()> {
    let begun: Vec<i64> = tx
        .prepare_cached(
            "insert into student_links (student_id, mentor_id, organization_id, created_at, updated_at)
             select r.user_id, r.granted_by_id, r.scope_id, :now, :now
               from roles r
               join users m on m.id = r.granted_by_id and m.status = 'active'
              where r.user_id = :student_id and r.name = 'student' and r.scope_type = 'school' and r.accepted_at = :now
                and r.granted_by_id <> r.user_id
                and exists (select 1 from roles g
                             where g.user_id = r.granted_by_id and g.name = 'mentor' and g.scope_type in ('organization', 'school')
                               and g.scope_id = r.scope_id and g.accepted_at is not null
                               and (g.expires_at is null or g.expires_at > :now))
                 on conflict do nothing
             returning id",
        )?
        .query_map(
            named_params! {":student_id": student_id, ":now": tx.now()},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    for id in begun {
        if let Some(link) = store::load(tx, Id::<StudentLink>::new(id))? {
            write_down(tx, Some(student_id), "link_student", &link)?;
        }
    }
    Ok(())
}

fn belongs(
    connection: &Connection,
    user: Id<User>,
    role: &str,
    school: Id<Organization>,
) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select exists (select 1
                              from roles r
                              join users u on u.id = r.user_id and u.status <> 'archived'
                             where r.user_id = :user_id and r.name = :name
                               and r.scope_type in ('organization', 'school') and r.scope_id = :school_id
                               and r.accepted_at is not null)",
        )?
        .query_row(
            named_params! {":user_id": user.number(), ":name": role, ":school_id": school.number()},
            |row| row.get(0),
        )?)
}

fn write_down(
    tx: &Tx,
    actor_id: Option<i64>,
    action: &str,
    link: &StudentLinkAttributes,
) -> Result<()> {
    let about = json!({
        "mentor_id": link.mentor_id,
        "organization_id": link.organization_id,
    });
    audit_with(
        tx,
        actor_id,
        action,
        (User::TYPE, link.student_id.number()),
        &about,
    )
}
