//! Facts of messages of the pool that stand beside the resource.

use super::{VolunteerProfileReply, answer, write};
use crate::http::routes::Routes;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{
    BodyForm, Declared, Demo, Expired, Export, Period, Retention, ShownIn, body_form,
};
use crate::model::effects::Effect;
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

impl Declared for VolunteerProfileReply {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> =
        Some(("ui/src/api/pool-calls.ts", "volunteer_profile_replies"));
    const ABOUT: &'static str = "What organisations write to people whom they found in the pool.";
    const ROUTES: fn() -> Routes = super::routes;
    const FORMS: &'static [BodyForm] = &[
        body_form::<write::ReplyForm>("volunteer_profile_reply_forms"),
        body_form::<answer::AnswerForm>("volunteer_profile_reply_answers"),
    ];
    const MACHINES: &'static [fn() -> Machine] = &[describe::<super::ReplyStatus>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("volunteer_profile_replies", &[
            own!(
                "t.user_id = :user_id",
                [("berichten-van-organisaties", "Wat organisaties je schreven die je in de vrijwilligerspool vonden, en wat je met ze deelde."), ("messages-of-organisations", "What organisations wrote to you that found you in the volunteer pool, and what you shared with them.")],
                without &["user_id", "author_id", "version"],
                with "(select o.name from organizations o where o.id = t.organization_id) as organization_name"
            ),
            Part {
                rows: "t.author_id = :user_id",
                show: shown(
                    [("berichten-aan-mensen-in-de-pool", "Wat je namens een organisatie schreef aan mensen in de vrijwilligerspool."), ("messages-to-the-pool", "What you wrote to people in the volunteer pool for an organisation.")],
                    &["version", "user_id", "shares_last_name", "shares_phone", "shares_email"],
                    "",
                ),
                erase: Blank {
                    set: &[("author_id", "null")],
                    keep: &["user_id", "organization_id", "volunteer_center_id", "vacancy_id", "body", "status", "shares_last_name", "shares_phone", "shares_email"],
                },
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "volunteer_profile_replies",
            rows: "max(created_at, coalesce((select c.last_message_at from conversations c where c.about_type = 'volunteer_profile_replies' and c.about_id = volunteer_profile_replies.id), '')) < :before",
            after: Period::Days(730),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("private to two sides"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(super::effects::run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("volunteer_profile_replies",
            Moving::Goes("update volunteer_profile_replies set volunteer_center_id = :to, version = version + 1
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "(status <> 'open' or not exists (select 1 from volunteer_profile_replies o where o.organization_id = :into and o.user_id = volunteer_profile_replies.user_id and o.status = 'open'))")])),
    ];
}
