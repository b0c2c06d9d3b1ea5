//! Facts of vacancies that stand beside the resource.

use super::Vacancy;
use crate::http::routes::Routes;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Purge, Retention};
use crate::model::effects::Effect;
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

impl Declared for Vacancy {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Volunteer roles: search, publication and moderation.";
    const ROUTES: fn() -> Routes = super::routes;
    const MACHINES: &'static [fn() -> Machine] = &[
        describe::<super::VacancyStatus>,
        describe::<super::VacancyModerationState>,
        describe::<Option<super::VacancyRevisionState>>,
    ];
    const SOFT_DELETE: Option<SoftDelete> = Some(super::SOFT_DELETE);
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("vacancies", &[Part {
            rows: "t.asker_id = :user_id",
            show: shown([("hulpvragen", "Wat je voor jezelf vroeg, en de hulp die je aanbood."), ("help-requests", "What you asked for yourself, and the help that you offered.")], &["slug", "version", "latitude", "longitude", "address_id", "origin", "external_id", "other_contact_ids", "asker_id"], ""),
            erase: Blank { set: super::purge::REQUEST_BLANKED, keep: super::purge::REQUEST_KEPT },
        }, Part {
            rows: "t.contact_person_id = :user_id or exists (select 1 from json_each(t.other_contact_ids) where value = cast(:user_id as text))",
            show: shown([("vacatures", "De vacatures waarvan jij de contactpersoon bent."), ("vacancies", "The vacancies that you are the contact of.")], &["slug", "version", "latitude", "longitude", "address_id", "origin", "external_id", "other_contact_ids", "asker_id"], ""),
            erase: Blank {
                set: &[
                    ("contact_person_id", "iif(contact_person_id = :user_id, null, contact_person_id)"),
                    ("contact_phone_visible", "iif(contact_person_id = :user_id, 0, contact_phone_visible)"),
                    ("other_contact_ids", "(select json_group_array(value) from json_each(other_contact_ids) where value <> cast(:user_id as text))"),
                ],
                keep: &["title", "slug", "status", "moderation_state", "moderation_message", "revision", "revision_state", "revision_message", "vacancy_type", "summary", "description", "requirements", "offer", "hours_per_week", "capacity", "places_taken", "schedule", "expenses", "youtube_url", "image_url", "image_alt", "publish_after_approval", "age_group_ids", "activity_type_ids", "tags", "online", "min_age", "languages", "required_checks", "availability", "dates", "places", "skills", "gains", "social_setting", "wheelchair_accessible", "for_groups", "origin", "external_id", "organization_id", "asker_id", "offers_help", "help_kind", "help_frequency", "matches_told_at", "agrees_to_safety_rules", "safety_rules_agreed_at", "volunteer_center_id", "address_id", "city", "postal_code", "latitude", "longitude"],
            },
        }]),
        people("favorites", &[own!("t.user_id = :user_id", [("bewaarde-vacatures", "De vacatures die je bewaarde."), ("kept-vacancies", "The vacancies that you kept.")], without &["user_id"], with "(select v.title from vacancies v where v.id = t.vacancy_id) as vacancy_title")]),
        nobody("vacancy_questions", "what a vacancy asks"),
        nobody("vacancy_imports", "what a partner said of a vacancy"),
        copy_of("vacancies_search", "vacancies"),
        copy_of("vacancies_search_config", "vacancies"),
        copy_of("vacancies_search_data", "vacancies"),
        copy_of("vacancies_search_docsize", "vacancies"),
        copy_of("vacancies_search_idx", "vacancies"),
        copy_of("search_words", "vacancies"),
        copy_of("vacancies_titles", "vacancies"),
        copy_of("vacancies_titles_config", "vacancies"),
        copy_of("vacancies_titles_content", "vacancies"),
        copy_of("vacancies_titles_data", "vacancies"),
        copy_of("vacancies_titles_idx", "vacancies"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept(
        "until it is deleted; purged when the window for restoring ends",
    ));
    const EXPORT: Option<Export> = Some(Export::No("not asked for yet"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const PURGE: Option<Purge> = Some(super::purge::PURGE);
    const EFFECTS: Option<Effect> = Some(super::effects::run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("vacancies",
            Moving::Goes("update vacancies set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")])),
        Belonging::with("vacancy_questions", "vacancies"),
        Belonging::with("vacancy_imports", "vacancies"),
        Belonging::with("favorites", "vacancies"),
    ];
}
