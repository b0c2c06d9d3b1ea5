//! Facts of hours that stand beside the resource.

use super::HoursEntry;
use super::log::HoursForm;
use super::repeat::Repeat;
use super::transition::Correction;
use crate::http::routes::Routes;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{
    BodyForm, Declared, Demo, Export, FileExport, Retention, ShownIn, body_form,
};
use crate::model::effects::Effect;
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

#[rustfmt::skip]
const FILE: FileExport = FileExport {
    action: "export_hours_entries",
    query: "sort=id",
    screen: "/uren/bevestigen",
    columns: &[
        "id", "day", "person_name", "work", "organization_name", "hours", "logged_hours", "status", "remark", "reason",
        "confirmed_by_name", "confirmed_at", "is_automatic", "source", "created_at",
    ],
    // The newest first.
    order: |list| list.reverse(),
    is_open_to_organizations: true,
};

impl Declared for HoursEntry {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/hours-calls.ts", "hours_entries"));
    const ABOUT: &'static str = "Hours that volunteers helped, and who confirmed them.";
    const ROUTES: fn() -> Routes = super::routes;
    const FORMS: &'static [BodyForm] = &[
        body_form::<HoursForm>("hours_entry_forms"),
        body_form::<Repeat>("hours_repeats"),
        body_form::<Correction>("hours_corrections"),
    ];
    const MACHINES: &'static [fn() -> Machine] = &[describe::<super::HoursStatus>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("hours_entries", &[
            // What was confirmed counts on without a name; the rest goes with the account.
            Part {
                rows: "t.user_id = :user_id and t.status in ('confirmed', 'corrected')",
                show: shown(
                    [("bevestigde-uren", "Je uren die een organisatie, mentor of het vrijwilligerspunt bevestigde."), ("confirmed-hours", "Your hours that an organisation, a mentor or the centre confirmed.")],
                    &["user_id", "confirmed_by_id", "version"],
                    "",
                ),
                erase: Blank {
                    set: &[("user_id", "null"), ("work", "''"), ("remark", "null"), ("reason", "null")],
                    keep: &["organization_id", "organization_name", "volunteer_center_id", "application_id", "activity_id", "occurrence_id", "day", "hours", "logged_hours", "status", "reason_by", "source", "confirmed_by_id", "waits_since"],
                },
            },
            own!(
                "t.user_id = :user_id and t.status not in ('confirmed', 'corrected')",
                [("uren", "Je uren die nog niemand bevestigde."), ("hours", "Your hours that nobody confirmed yet.")],
                without &["user_id", "confirmed_by_id", "version"],
                with ""
            ),
            Part {
                rows: "t.confirmed_by_id = :user_id",
                show: Show::Nothing("somebody else's hours"),
                erase: Blank {
                    set: &[("confirmed_by_id", "null")],
                    keep: &["user_id", "organization_id", "organization_name", "volunteer_center_id", "application_id", "activity_id", "occurrence_id", "work", "day", "hours", "logged_hours", "remark", "status", "reason", "reason_by", "source", "waits_since"],
                },
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept(
        "with the account, as proof of what somebody did",
    ));
    const EXPORT: Option<Export> = Some(Export::File(&FILE));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(super::effects::run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("hours_entries",
            Moving::Goes("update hours_entries set volunteer_center_id = :to, version = version + 1
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")])),
    ];
}
