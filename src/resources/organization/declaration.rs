//! Facts of organisations that stand beside the resource.

use serde_json::Value;

use super::Organization;
use crate::http::routes::Routes;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, FileExport, Purge, Retention};
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

/// Without the names and addresses of people: what a centre gives to its municipality.
const FILE: FileExport = FileExport {
    action: "export_organizations",
    query: "sort=name",
    screen: "/organizations",
    columns: &[
        "id",
        "name",
        "status",
        "organization_type",
        "kvk_number",
        "neighbourhood_initiative",
        "city",
        "website",
        "vacancies_count",
        "response_days",
        "created_at",
        "approved_at",
        "last_confirmed_at",
        "unconfirmed_since",
    ],
    order: by_name,
    is_open_to_organizations: false,
};

fn by_name(rows: &mut [Value]) {
    rows.sort_by_cached_key(|row| {
        let name = row.get("name").and_then(Value::as_str);
        crate::search::text::normalise(name.unwrap_or_default())
    });
}

impl Declared for Organization {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Organisations and their approval by the centre.";
    const ROUTES: fn() -> Routes = super::routes;
    const MACHINES: &'static [fn() -> Machine] = &[describe::<super::OrganizationStatus>];
    const SOFT_DELETE: Option<SoftDelete> = Some(super::SOFT_DELETE);
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("organizations", &[Part {
            rows: "t.household_of_id = :user_id",
            show: Show::Nothing("the first name under which they asked for help"),
            erase: Blank {
                set: &[
                    ("name", "''"), ("status", "'deleted'"), ("household_of_id", "null"), ("email", "null"), ("contact_name", "null"), ("phone_number", "null"),
                    ("deleted_at", ":now"), ("purged_at", ":now"), ("version", "version + 1"), ("updated_at", ":now"),
                ],
                keep: &["website", "show_email", "show_phone_number", "show_website", "description", "organization_type", "kvk_number", "neighbourhood_initiative", "anbi", "trusted", "mentor_approval", "mentors_see_all", "auto_confirms_hours", "requested_change", "denial_reason", "denial_text", "denials", "response_days", "response_score", "on_social_map", "origin", "external_id", "volunteer_center_id", "address_id", "profile_id", "logo_url", "photo_url", "move_to_id", "merged_into_id", "confirmation_letters", "unconfirmed_since", "photo_alt"],
            },
        }, Part {
            rows: "t.email collate nocase in (select value from json_each(:emails)) or (t.id in (select scope_id from roles where user_id = :user_id and scope_type in ('organization', 'school')) and (t.contact_name in (select value from json_each(:names)) or t.phone_number in (select value from json_each(:phones))))",
            show: shown([("organisaties", "De organisaties waarbij jij als contact genoemd wordt."), ("organisations", "The organisations that name you as their contact.")], &["profile_id", "address_id", "version", "trusted", "origin", "external_id"], ""),
            erase: Blank {
                set: &[
                    ("email", "iif(email collate nocase in (select value from json_each(:emails)), null, email)"),
                    ("contact_name", "iif(contact_name in (select value from json_each(:names)), null, contact_name)"),
                    ("phone_number", "iif(phone_number in (select value from json_each(:phones)), null, phone_number)"),
                ],
                keep: &["name", "website", "show_email", "show_phone_number", "show_website", "description", "organization_type", "status", "kvk_number", "neighbourhood_initiative", "anbi", "trusted", "mentor_approval", "mentors_see_all", "auto_confirms_hours", "requested_change", "denial_reason", "denial_text", "denials", "response_days", "response_score", "on_social_map", "origin", "external_id", "volunteer_center_id", "address_id", "household_of_id", "profile_id", "logo_url", "photo_url", "move_to_id", "merged_into_id", "confirmation_letters", "unconfirmed_since", "photo_alt"],
            },
        }]),
        nobody("organization_moves", "the centres that an organisation left"),
        nobody("organization_merges", "which rows went from one organisation to another"),
        copy_of("organizations_search", "organizations"),
        copy_of("organizations_search_config", "organizations"),
        copy_of("organizations_search_content", "organizations"),
        copy_of("organizations_search_data", "organizations"),
        copy_of("organizations_search_idx", "organizations"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept(
        "until it is deleted; purged when the window for restoring ends",
    ));
    const EXPORT: Option<Export> = Some(Export::File(&FILE));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const PURGE: Option<Purge> = Some(super::purge::PURGE);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("organization_moves",
            Moving::Stays("says which centres it left"),
            Merging::Stays("of the organisation that left")),
        Belonging::of("organization_merges",
            Moving::With("organizations"),
            Merging::Stays("says which went up in which")),
        Belonging::of("organizations",
            Moving::Goes("update organizations
              set volunteer_center_id = :to, trusted = 0, move_to_id = null, move_requested_at = null, version = version + 1, updated_at = :now
            where id = :id and volunteer_center_id = :from"),
            Merging::Stays("it is deleted, and says into which it went")),
    ];
}
