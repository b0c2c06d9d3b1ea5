//! `GET /moderation`: what waits for a centre's decision, in one list: organisations, the changes they ask for,
//! vacancies, and changes of vacancies.

use crate::http::routes::Routes;
use crate::jsonapi::schema::union::{Member, Union};
use crate::jsonapi::table;
use crate::resources::organization::Organization;
use crate::resources::vacancy::Vacancy;

pub struct Moderation;

/// When a row came to wait: its last submission, or else its last change.
macro_rules! waiting_since {
    ($type:literal, $events:literal) => {
        concat!(
            "coalesce((select max(s.at) from transitions s where s.subject_type = '",
            $type,
            "' and s.subject_id = t.id and s.event in (",
            $events,
            ")), t.updated_at)"
        )
    };
}

impl Union for Moderation {
    const NAME: &'static str = "moderation";
    const COLUMNS: &'static [&'static str] = &["title", "organization", "kind", "since"];
    const DEFAULT_SORT: &'static str = "since";
    const MEMBERS: &'static [Member] = &[
        Member {
            table: table::<Vacancy>,
            columns: &[
                "t.title",
                "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.asker_id),
                          (select o.name from organizations o where o.id = t.organization_id))",
                "iif(t.status = 'draft', 'vacancy', 'revision')",
                waiting_since!("vacancies", "'submit', 'revise'"),
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
                "coalesce(t.change_requested_at, t.created_at)",
            ],
            rows: "t.status = 'pending' or (t.status = 'approved' and t.requested_change is not null)",
            verb: "approve",
            matches: "t.name like '%' || :q || '%'",
        },
    ];
}

pub fn routes() -> Routes {
    Routes::new().union::<Moderation>()
}
