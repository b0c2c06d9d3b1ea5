//! Facts of checks that stand beside the resource.

use super::{Check, CheckStatus, ask, seen};
use crate::http::routes::Routes;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{
    BodyForm, Declared, Demo, Expired, Export, FileExport, Period, Retention, ShownIn, body_form,
};
use crate::model::effects::Effect;
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

#[rustfmt::skip]
const FILE: FileExport = FileExport {
    action: "export_checks",
    query: "sort=urgency",
    screen: "/verklaringen",
    columns: &[
        "id", "person_name", "organization_name", "vacancy_title", "kind", "state", "requested_on", "claimed_on", "issued_on",
        "seen_on", "seen_by_name", "valid_until", "note",
    ],
    order: |_| {},
    is_open_to_organizations: true,
};

/// Columns that stay where whoever asked for it is erased.
const KEEP_OF_ASKED: &[&str] = &[
    "user_id",
    "application_id",
    "organization_id",
    "volunteer_center_id",
    "kind",
    "status",
    "requested_on",
    "claimed_on",
    "issued_on",
    "seen_on",
    "valid_until",
    "note",
    "replaces_id",
    "seen_by_id",
];

/// And where whoever saw it is.
const KEEP_OF_SEEN: &[&str] = &[
    "user_id",
    "application_id",
    "organization_id",
    "volunteer_center_id",
    "kind",
    "status",
    "requested_on",
    "claimed_on",
    "issued_on",
    "seen_on",
    "valid_until",
    "note",
    "replaces_id",
    "requested_by_id",
];

const OF_STAFF: &[&str] = &["version", "user_id", "application_id", "note", "warned_at"];

impl Declared for Check {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/check-calls.ts", "checks"));
    const ABOUT: &'static str =
        "Papers that were asked of volunteers, such as a certificate of conduct, and who saw them.";
    const ROUTES: fn() -> Routes = super::routes;
    const FORMS: &'static [BodyForm] = &[
        body_form::<ask::CheckForm>("check_forms"),
        body_form::<seen::SeenForm>("check_papers"),
    ];
    const MACHINES: &'static [fn() -> Machine] = &[describe::<CheckStatus>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("checks", &[
            own!(
                "t.user_id = :user_id",
                [("verklaringen", "Verklaringen die je zijn gevraagd, zoals een VOG, en wie ze heeft gezien."), ("checks", "Papers that you were asked for, such as a certificate of conduct, and who saw them.")],
                without &["user_id", "requested_by_id", "seen_by_id", "version"],
                with "(select o.name from organizations o where o.id = t.organization_id) as organization_name"
            ),
            Part {
                rows: "t.requested_by_id = :user_id and t.user_id is not :user_id",
                show: shown(
                    [("gevraagde-verklaringen", "Verklaringen die je namens een organisatie of vrijwilligerspunt hebt gevraagd."), ("checks-asked-for", "Papers that you asked for on behalf of an organisation or a centre.")],
                    OF_STAFF,
                    "",
                ),
                erase: Blank { set: &[("requested_by_id", "null")], keep: KEEP_OF_ASKED },
            },
            Part {
                rows: "t.seen_by_id = :user_id and t.user_id is not :user_id",
                show: shown(
                    [("geziene-verklaringen", "Verklaringen die je namens een organisatie of vrijwilligerspunt hebt gezien."), ("checks-seen", "Papers that you saw on behalf of an organisation or a centre.")],
                    OF_STAFF,
                    "",
                ),
                erase: Blank { set: &[("seen_by_id", "null")], keep: KEEP_OF_SEEN },
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[
            Expired {
                table: "checks",
                rows: "status in ('seen', 'revoked') and valid_until < substr(:before, 1, 10)",
                after: Period::Months(3),
            },
            Expired {
                table: "checks",
                rows: "(status in ('requested', 'claimed') and created_at < :before) or (status in ('revoked', 'cancelled') and updated_at < :before)",
                after: Period::Months(12),
            },
        ],
    });
    const EXPORT: Option<Export> = Some(Export::File(&FILE));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(super::effects::run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("checks",
            Moving::Goes("update checks set volunteer_center_id = :to, version = version + 1 where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "(status not in ('requested', 'claimed') or user_id is null
                or not exists (select 1 from checks o where o.organization_id = :into and o.user_id = checks.user_id and o.kind = checks.kind and o.status in ('requested', 'claimed')))")])),
    ];
}
