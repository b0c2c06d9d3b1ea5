//! Facts of activities that stand beside the resource.

use super::{Activity, ActivityModerationState, ActivityRevisionState, ActivityStatus, schedule};
use crate::http::routes::Routes;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{BodyForm, Declared, Demo, Export, Retention, body_form};
use crate::model::effects::Effect;
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

impl Declared for Activity {
    const FILE: &'static str = file!();
    const IS_MADE_ON_ITS_SCREEN: bool = true;
    const ABOUT: &'static str = "What organisations and centres put into the calendar.";
    const ROUTES: fn() -> Routes = super::routes;
    const FORMS: &'static [BodyForm] = &[body_form::<schedule::Dates>("activity_dates")];
    const MACHINES: &'static [fn() -> Machine] = &[
        describe::<ActivityStatus>,
        describe::<ActivityModerationState>,
        describe::<Option<ActivityRevisionState>>,
    ];
    const SOFT_DELETE: Option<SoftDelete> = Some(super::effects::SOFT_DELETE);
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("activities", &[Part {
            rows: "t.contact_person_id = :user_id",
            show: shown([("activiteiten", "De activiteiten waarvan jij de contactpersoon bent."), ("activities", "The activities that you are the contact of.")], &["slug", "version", "online_url"], ""),
            erase: Blank {
                set: &[("contact_person_id", "null"), ("contact_phone_visible", "0")],
                keep: &["title", "slug", "summary", "description", "moderation_message", "revision", "revision_state", "revision_message", "activity_categories", "target_groups", "tags", "starts_at", "ends_at", "time_zone", "recurrence", "excluded_days", "place_id", "online_url", "questions", "cost", "accessibility", "image_url", "image_alt", "minimum_on", "organization_id", "volunteer_center_id", "all_day", "allows_guests", "asks_after_no_shows", "counts_hours", "capacity", "minimum_participants", "moderation_state", "most_per_party", "online", "only_for_organizations", "registration", "registration_closes_minutes", "seats_per_organization", "sequence", "status", "withdraw_minutes"],
            },
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept(
        "until it is deleted; purged when the window for restoring ends",
    ));
    const EXPORT: Option<Export> = Some(Export::No("as calendar files: docs/api.md#feeds"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(super::effects::run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("activities",
            Moving::Goes("update activities set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")])),
    ];
}
