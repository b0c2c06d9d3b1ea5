//! What the program does with newsletters besides serving them.

use super::{Newsletter, NewsletterStatus};
use crate::http::routes::Routes;
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention, ShownIn};
use crate::model::effects::{Effect, gone_with_center};
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

impl Declared for Newsletter {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/newsletter-calls.ts", "newsletters"));
    const IS_MADE_ON_ITS_SCREEN: bool = true;
    const ABOUT: &'static str = "Newsletters of a centre: written, sent, and what became of them.";
    const ROUTES: fn() -> Routes = super::routes;
    const MACHINES: &'static [fn() -> Machine] = &[describe::<NewsletterStatus>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("newsletters", &[Part {
            rows: "t.created_by_id = :user_id or t.updated_by_id = :user_id",
            show: Show::Nothing("the centre's newsletters; who wrote them leads to a row without a name"),
            erase: Stay {
                why: "the centre's newsletters; who wrote them leads to a row without a name",
                keep: &["volunteer_center_id", "title", "subject", "preheader", "blocks", "subject_en", "preheader_en", "blocks_en", "segment", "is_archived", "status", "send_at", "started_at", "finished_at", "send_until", "tested_at", "resumed_at", "resumed_from", "sent_by", "last_batch_at", "per_minute", "delivered_before", "bounced_before", "skipped_before", "unsubscribed_before", "created_by_id", "updated_by_id"],
            },
        }]),
        people("newsletter_recipients", &[own!("t.subscriber_id in (select s.id from newsletter_subscribers s where s.user_id = :user_id)", [("nieuwsbrieven", "De nieuwsbrieven die je kreeg."), ("newsletters", "The newsletters that you were sent.")], without &["subscriber_id", "outbox_id"], with "")]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "newsletter_recipients",
            rows: "newsletter_id in (select n.id from newsletters n where n.finished_at < :before)",
            after: Period::Days(90),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("they are read on the site and in mailboxes"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(gone_with_center::<Newsletter>);
}
