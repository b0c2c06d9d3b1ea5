//! `GET /moderation`: what waits for a centre's decision, in one list: organisations, the changes they ask for,
//! vacancies, changes of vacancies, activities, and what was reported.

use crate::http::routes::Routes;
use crate::jsonapi::schema::union::{Member, Union};
use crate::jsonapi::table;
use crate::resources::abuse_report::AbuseReport;
use crate::resources::activity::Activity;
use crate::resources::organization::Organization;
use crate::resources::vacancy::Vacancy;

pub struct Moderation;

/// When a vacancy came to wait: its last submission, or else its last change.
macro_rules! vacancy_since {
    () => {
        "coalesce((select max(s.at) from transitions s where s.subject_type = 'vacancies' and s.subject_id = t.id
                    and s.event in ('submit', 'revise')), t.updated_at)"
    };
}

/// When an organisation came to wait, as `organizations.waiting_days` counts it, or asked for a change.
macro_rules! organization_since {
    () => {
        "iif(t.status = 'pending',
             coalesce((select max(s.at) from transitions s where s.subject_type = 'organizations' and s.subject_id = t.id
                        and s.to_state = 'pending'), t.created_at),
             coalesce(t.change_requested_at, t.created_at))"
    };
}

/// When an activity came to wait: its last submission.
macro_rules! activity_since {
    () => {
        "coalesce((select max(s.at) from transitions s where s.subject_type = 'activities' and s.subject_id = t.id
                    and s.event in ('submit', 'revise')), t.updated_at)"
    };
}

/// When a report came in, or the appeal against the decision about it.
macro_rules! report_since {
    () => {
        "coalesce(t.appealed_at, t.created_at)"
    };
}

/// One clock for all that waits: that of a centre's working days.
macro_rules! working_days_since {
    ($since:expr) => {
        concat!("working_days(", $since, ", :now)")
    };
}

impl Union for Moderation {
    const NAME: &'static str = "moderation";
    const COLUMNS: &'static [&'static str] =
        &["title", "organization", "kind", "since", "waiting_days"];
    const DEFAULT_SORT: &'static str = "since";
    const MEMBERS: &'static [Member] = &[
        Member {
            table: table::<Vacancy>,
            columns: &[
                "t.title",
                "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.asker_id),
                          (select o.name from organizations o where o.id = t.organization_id))",
                "iif(t.status = 'draft', 'vacancy', 'revision')",
                vacancy_since!(),
                working_days_since!(vacancy_since!()),
            ],
            rows: "t.id in (select v.id from vacancies v where v.status = 'draft' and v.moderation_state = 'submitted'
                            union all
                            select v.id from vacancies v where v.revision_state = 'submitted')",
            verb: "approve",
            matches: "t.title like '%' || :q || '%'",
        },
        Member {
            table: table::<Organization>,
            columns: &[
                "t.name",
                "t.name",
                "iif(t.status = 'pending', 'organization', 'organization_change')",
                organization_since!(),
                working_days_since!(organization_since!()),
            ],
            rows: "t.status = 'pending' or (t.status = 'approved' and t.requested_change is not null)",
            verb: "approve",
            matches: "t.name like '%' || :q || '%'",
        },
        Member {
            table: table::<Activity>,
            columns: &[
                "t.title",
                "coalesce((select o.name from organizations o where o.id = t.organization_id), '')",
                "'activity'",
                activity_since!(),
                working_days_since!(activity_since!()),
            ],
            rows: "(t.status = 'draft' and t.moderation_state = 'submitted') or t.revision_state = 'submitted'",
            verb: "approve",
            matches: "t.title like '%' || :q || '%'",
        },
        // The first report of each thing, and the appeals.
        Member {
            table: table::<AbuseReport>,
            columns: &[
                "coalesce(t.snapshot ->> 'title', '')",
                "coalesce((select o.name from organizations o where o.id = t.organization_id), '')",
                "iif(t.appeal_status is 'open', 'appeal', 'report')",
                report_since!(),
                working_days_since!(report_since!()),
            ],
            rows: "t.appeal_status is 'open'
                    or (t.status in ('new', 'in_review')
                        and not exists (select 1 from abuse_reports e where e.subject_type = t.subject_type and e.subject_id = t.subject_id
                                           and e.status in ('new', 'in_review') and e.id < t.id))",
            verb: "manage",
            matches: "coalesce(t.snapshot ->> 'title', '') like '%' || :q || '%'",
        },
    ];
}

pub fn routes() -> Routes {
    Routes::new().union::<Moderation>()
}
