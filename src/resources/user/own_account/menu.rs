//! Entries of the work menu.

use rusqlite::{Connection, named_params};

use crate::app::access::{FiguresReach, RequestContext};
use crate::error::Result;
use crate::jsonapi::{AuthContext as _, Resource as _};
use crate::model::registry;
use crate::policy::{Role, Verb};
use crate::resources::user::User;

/// Student-related duties of a person (docs/domain/rights.md#schools).
#[derive(Debug, Clone, Copy)]
pub struct Guides {
    /// Mentor at a School, or manager of one: shows the class list.
    pub has_class: bool,
    /// Receives students' applications for approval.
    pub is_mentor: bool,
}

pub fn guides(connection: &Connection, ctx: &RequestContext) -> Result<Guides> {
    Ok(connection
        .prepare_cached(
            "select count(*) > 0, coalesce(max(r.name = 'mentor'), 0)
               from roles r
               join organizations o on o.id = r.scope_id and o.organization_type = 'School' and o.status <> 'deleted'
              where r.user_id = :user_id and r.name in ('mentor', 'organization_superuser')
                and r.scope_type in ('organization', 'school')
                and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)",
        )?
        .query_row(
            named_params! {":user_id": ctx.user_id(), ":now": ctx.now},
            |row| {
                Ok(Guides {
                    has_class: row.get(0)?,
                    is_mentor: row.get(1)?,
                })
            },
        )?)
}

/// Returns the keys of the menu entries; the app does not evaluate roles.
pub fn menu(ctx: &RequestContext, guides: Guides) -> Vec<&'static str> {
    let can = |type_name: &'static str, verb: &str| {
        ctx.visibility(type_name)
            .is_some_and(|visibility| visibility.can.iter().any(|(word, _)| *word == verb))
    };
    let manages = ctx
        .principal
        .as_ref()
        .is_some_and(|principal| !principal.organizations.is_empty());
    let mut menu = vec!["my_applications"];
    if ctx.site.features().peer_to_peer {
        menu.push("help_requests");
    }
    if FiguresReach::of(ctx).is_some() {
        menu.push("analytics");
    }
    // More than one's own trail.
    if can("audit_events", "export") {
        menu.push("audit_log");
        if ctx.has(Role::Admin) {
            menu.push("administration");
        } else {
            menu.push("organization_log");
        }
    }
    // Also where nobody can be added at present: people can still be listed.
    if ctx.has_right(User::TYPE, Verb::Create) {
        menu.push("users");
    }
    if ctx
        .visibility("imports")
        .is_some_and(|visibility| visibility.may_create)
    {
        menu.push("users_import");
    }
    if guides.has_class {
        menu.push("students");
    }
    let works_with_vacancies =
        can("vacancies", "manage") && (manages || can("vacancies", "approve"));
    if works_with_vacancies {
        menu.push("my_vacancies");
    }
    if works_with_vacancies || guides.is_mentor {
        menu.push("applications");
    }
    if manages {
        menu.push("my_organization");
    }
    if can("vacancies", "approve") {
        menu.push("vacancies_review");
    }
    if can("organizations", "approve") {
        menu.push("organizations_approve");
    }
    if can("volunteer_centers", "update") {
        menu.push("centre_settings");
    }
    if can("themes", "update") {
        menu.push("centre_design");
    }
    // A content manager writes the footer, and nothing else of the centre.
    if can("volunteer_center_profiles", "update") {
        menu.push("centre_footer");
    }
    if can("notification_templates", "update") {
        menu.push("mail_texts");
    }
    if can("forms", "manage") {
        menu.push("forms");
    }
    if can("menu_items", "update") {
        menu.push("menus");
    }
    if can("uploads", "update") {
        menu.push("documents");
    }
    if can("pages", "update") {
        menu.push("pages");
    }
    if can("pages", "oversee") {
        menu.push("news");
    }
    if can("tenant_settings", "update") {
        menu.push("centres");
    }
    if ctx.has(Role::Admin) && ctx.impersonator_id().is_none() {
        menu.push("data_viewer");
    }
    // Resources with a screen for whoever makes rows of them.
    let made = registry::declared()
        .iter()
        .filter(|declaration| declaration.is_made_on_its_screen)
        .map(|declaration| (declaration.table)().type_name)
        .filter(|name| {
            let visibility = ctx.visibility(name);
            visibility.is_some_and(|visibility| visibility.may_create)
        });
    menu.extend(made);
    menu
}
