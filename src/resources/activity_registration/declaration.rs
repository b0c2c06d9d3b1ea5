//! Facts of registrations that stand beside the resource.

use super::{ActivityRegistration, check_in, hand_over, sign_up, walk_in};
use crate::http::routes::Routes;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{BodyForm, Declared, Demo, Export, Retention, ShownIn, body_form};
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
    ("answers", "'[]'"),
    ("check_in_code", "null"),
];
const KEEP: &[&str] = &[
    "activity_id",
    "occurrence_id",
    "organization_id",
    "party_size",
    "status",
    "waitlist_order",
    "needs_yes",
    "silences",
    "offered_size",
    "refused_size",
    "attendance",
    "source",
    "locale",
];

impl Declared for ActivityRegistration {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/notifications/notifications.en.json",
        "activity_registered",
    ));
    const ABOUT: &'static str = "Who signed up for activities.";
    const ROUTES: fn() -> Routes = super::routes;
    const FORMS: &'static [BodyForm] = &[
        body_form::<sign_up::SignUp>("activity_sign_ups"),
        body_form::<hand_over::HandOver>("activity_hand_overs"),
        body_form::<walk_in::WalkIn>("activity_walk_ins"),
        body_form::<check_in::CheckIn>("activity_check_ins"),
    ];
    const MACHINES: &'static [fn() -> Machine] = &[describe::<super::ActivityRegistrationStatus>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("activity_registrations", &[Part {
            rows: concat!("t.user_id = :user_id or (t.user_id is null and t.organization_id is null and ", address!("t.email", "t.created_at"), ")"),
            show: shown(
                [("activiteiten-aanmeldingen", "Waar je je voor hebt aangemeld, met wat je antwoordde."), ("activity-registrations", "What you signed up for, with what you answered.")],
                &["version", "waitlist_order", "silences", "refused_size"],
                "(select a.title from activities a where a.id = t.activity_id) as activity_title",
            ),
            erase: Blank { set: SET, keep: KEEP },
        }]),
        nobody("activity_taps", "when a registration was checked in; who that was stands there"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: super::effects::CLOCKS,
        expired: &[],
    });
    const EXPORT: Option<Export> = Some(Export::No("the organiser prints them from the activity"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(super::effects::run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("activity_registrations",
            Moving::With("activities"),
            Merging::Goes(&[("organization_id", "1")])),
        Belonging::with("activity_taps", "activities"),
    ];
}
