//! Facts of applications that stand beside the resource.

use super::Application;
use crate::db::Tx;
use crate::error::Result;
use crate::http::routes::Routes;
use crate::model::belongings::{Belonging, Beside, Merging, Moving, Undone};
use crate::model::declaration::{Declared, Demo, Export, FileExport, Retention};
use crate::model::effects::Effect;
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

/// Columns that anonymising overwrites, and those that it leaves.
pub(super) const SET: &[(&str, &str)] = &[
    ("user_id", "null"),
    ("first_name", "null"),
    ("last_name", "null"),
    ("email", "null"),
    ("phone_number", "null"),
    ("message", "''"),
    ("answers", "null"),
    ("reason_text", "null"),
    ("applicant_experience", "null"),
    ("asker_experience", "null"),
];
const KEEP: &[&str] = &[
    "vacancy_id",
    "organization_id",
    "volunteer_center_id",
    "locale",
    "status",
    "stage",
    "reason_code",
    "closed_by",
    "source",
    "mentor_id",
    "school_id",
    "waitlist_position",
    "withdrawals",
];
const COLUMNS: &[&str] = &[
    "user_id",
    "first_name",
    "last_name",
    "email",
    "phone_number",
    "message",
    "answers",
    "reason_text",
    "applicant_experience",
    "asker_experience",
    "id",
    "vacancy_id",
    "organization_id",
    "volunteer_center_id",
    "locale",
    "status",
    "stage",
    "reason_code",
    "closed_by",
    "source",
    "mentor_id",
    "school_id",
    "school_approved_at",
    "consent_at",
    "safety_rules_agreed_at",
    "responded_at",
    "match_confirmed_at",
    "waitlist_position",
    "offer_expires_at",
    "withdrawals",
    "asked_center_at",
    "closed_at",
    "asked_again_at",
    "accepted_at",
    "version",
    "created_at",
    "updated_at",
];

#[rustfmt::skip]
const FILE: FileExport = FileExport {
    action: "export_applications",
    query: "sort=id",
    screen: "/applications",
    columns: &[
        "id", "created_at", "vacancy_title", "organization_name", "first_name", "last_name", "email", "phone_number",
        "message", "stage", "status", "reason_code", "reason_text", "closed_by", "source", "responded_at",
        "match_confirmed_at",
    ],
    // The newest first.
    order: |list| list.reverse(),
    is_open_to_organizations: true,
};

/// What came in since for vacancies that go back goes back with them.
fn follow_vacancies(tx: &Tx, undone: &Undone) -> Result<()> {
    tx.prepare_cached(
        "update applications set organization_id = ?1, version = version + 1
          where organization_id = ?2 and vacancy_id in (select id from vacancies where organization_id = ?1)",
    )?
    .execute((undone.id, undone.into))?;
    Ok(())
}

impl Declared for Application {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Applications of people to vacancies.";
    const ROUTES: fn() -> Routes = super::routes;
    const MACHINES: &'static [fn() -> Machine] = &[describe::<super::ApplicationStage>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("applications", &[
            Part {
                rows: concat!("t.user_id = :user_id or (t.user_id is null and ", address!("t.email", "t.created_at"), ")"),
                show: shown(
                    [("aanmeldingen", "Je aanmeldingen, met wat je schreef en wat er werd geantwoord."), ("applications", "Your applications, with what you wrote and what was answered.")],
                    &["mentor_id", "version", "asker_experience"],
                    "(select v.title from vacancies v where v.id = t.vacancy_id) as vacancy_title, (select o.name from organizations o where o.id = t.organization_id) as organization_name",
                ),
                erase: Blank { set: SET, keep: KEEP },
            },
            Part {
                rows: "t.mentor_id = :user_id",
                show: Show::Nothing("somebody else's application"),
                erase: Stay {
                    why: "leads to a row without a name",
                    keep: COLUMNS,
                },
            },
        ]),
        copy_of("applicant_names", "applications"),
        copy_of("applicant_names_search", "applications"),
        copy_of("applicant_names_search_config", "applications"),
        copy_of("applicant_names_search_data", "applications"),
        copy_of("applicant_names_search_idx", "applications"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: super::retention::CLOCKS,
        expired: &[],
    });
    const EXPORT: Option<Export> = Some(Export::File(&FILE));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(super::effects::run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("applications",
            Moving::Goes("update applications set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1"), ("school_id", "1")]))
            .beside(Beside { merge: None, undo: follow_vacancies }),
    ];
}
