//! Newsletters of a centre: written from blocks, sent once to each person who wants them (docs/domain/mails.md#newsletters).

mod audience;
mod block;
mod checks;
mod compose;
mod declaration;
mod duplicate;
mod history;
mod preview;
mod published;
mod segment;
mod send;
mod step;
mod transition;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::user::User;
use super::volunteer_center::VolunteerCenter;
use crate::error::Result;
use crate::http::routes::{Described, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Filter, Id, Predicate, Relation, Resource, Saving, Sort, belongs_to,
};
use crate::model::state_machine::begin;
use crate::policy::Verb;

pub use block::NewsletterBlock;
pub use published::PublishedNewsletter;
pub use segment::Segment;
pub use send::{Taken, begin_batch, due, finish, is_due, send_some, settle};

use transition::NewsletterEvent;

const fn per_minute() -> i64 {
    60
}

pub struct Newsletter;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct NewsletterAttributes {
    /// For the centre alone.
    #[validate(length(min = 3, max = 120))]
    pub title: String,
    #[serde(default)]
    #[validate(length(max = 150))]
    pub subject: String,
    /// What mail programs show beside the subject; none: the first words.
    #[validate(length(max = 150))]
    pub preheader: Option<String>,
    #[serde(default)]
    #[validate(length(max = 20))]
    pub blocks: Vec<NewsletterBlock>,
    /// With the two below, what is read in English. Without it everybody gets the Dutch text.
    #[validate(length(max = 150))]
    pub subject_en: Option<String>,
    #[validate(length(max = 150))]
    pub preheader_en: Option<String>,
    #[validate(length(max = 20))]
    pub blocks_en: Option<Vec<NewsletterBlock>>,
    #[serde(default)]
    pub segment: Segment,
    /// Whether it has a page on the site once it is sent.
    #[serde(default)]
    pub is_archived: bool,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: NewsletterStatus,
    #[schemars(extend("readOnly" = true))]
    pub send_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub started_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub finished_at: Option<String>,
    /// When somebody last sent themselves a test of what stands here now.
    #[schemars(extend("readOnly" = true))]
    pub tested_at: Option<String>,
    /// When the server last went on after a restart.
    #[schemars(extend("readOnly" = true))]
    pub resumed_at: Option<String>,
    /// How many had been sent it by then.
    #[schemars(extend("readOnly" = true))]
    pub resumed_from: Option<i64>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub has_english: bool,
    /// People who are sent it, without those who are passed over.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub recipient_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub waiting_count: i64,
    /// Those whose mail service took it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub delivered_count: i64,
    /// Those whose mail service asked to try again later.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub deferred_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub bounced_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub skipped_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub unsubscribed_count: i64,
    /// Mails in a minute.
    #[serde(default = "per_minute")]
    #[schemars(extend("readOnly" = true))]
    pub per_minute: i64,
    /// Its page on the site.
    #[schemars(extend("readOnly" = true))]
    pub public_path: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_by_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub updated_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterStatus {
    #[default]
    Draft,
    Scheduled,
    Sending,
    Paused,
    Stopped,
    Sent,
}

macro_rules! recipients {
    ($condition:literal) => {
        concat!(
            "select count(*) from newsletter_recipients r where r.newsletter_id = t.id and ",
            $condition
        )
    };
}

impl Resource for Newsletter {
    const TYPE: &'static str = "newsletters";
    const ALIAS: &'static str = "newsletter";
    type Attributes = NewsletterAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("status", &[Predicate::Eq, Predicate::In]),
        Filter::custom("q", &["title", "subject"], |conditions, value| {
            conditions.add(
                "instr(fold(t.title || ' ' || t.subject), fold(:value)) > 0",
                value.to_owned(),
            );
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("title", "t.title collate nocase"),
        Sort::by("updated_at", "t.updated_at"),
        Sort::by("started_at", "t.started_at"),
    ];
    const DEFAULT_SORT: &'static str = "-updated_at";
    const RELATIONS: &'static [Relation] = &[belongs_to::<User>("created_by", "created_by_id")];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "has_english",
            sql: "t.subject_en is not null and t.subject_en <> '' and t.blocks_en is not null",
        },
        Computed {
            field: "recipient_count",
            sql: concat!(
                "t.delivered_before + t.bounced_before + (",
                recipients!("r.status <> 'skipped'"),
                ")"
            ),
        },
        Computed {
            field: "waiting_count",
            sql: recipients!("r.status = 'waiting'"),
        },
        Computed {
            field: "delivered_count",
            sql: concat!(
                "t.delivered_before + (",
                recipients!("r.status = 'delivered'"),
                ")"
            ),
        },
        Computed {
            field: "deferred_count",
            sql: recipients!(
                "r.status = 'queued' and exists (select 1 from outbox o where o.id = r.outbox_id and o.status = 'waiting' and o.attempts > 0)"
            ),
        },
        Computed {
            field: "bounced_count",
            sql: concat!(
                "t.bounced_before + (",
                recipients!("r.status = 'bounced'"),
                ")"
            ),
        },
        Computed {
            field: "skipped_count",
            sql: concat!(
                "t.skipped_before + (",
                recipients!("r.status = 'skipped'"),
                ")"
            ),
        },
        Computed {
            field: "unsubscribed_count",
            sql: concat!(
                "t.unsubscribed_before + (",
                recipients!("r.unsubscribed_at is not null"),
                ")"
            ),
        },
        Computed {
            field: "public_path",
            sql: "select '/nieuwsbrief/' || p.id from published_newsletters p where p.id = t.id",
        },
        Computed {
            field: "updated_by_name",
            sql: "select nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') from users u where u.id = t.updated_by_id",
        },
    ];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[
            ("GET", "/api/v1/newsletters/{id}/audience"),
            ("GET", "/api/v1/newsletters/{id}/checks"),
            ("GET", "/api/v1/newsletters/{id}/history"),
            ("POST", "/api/v1/newsletters/{id}/preview"),
        ],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut NewsletterAttributes,
        old: Option<&NewsletterAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            new.volunteer_center_id = Some(Id::new(saving.center_id()));
            new.created_by_id = saving.user_id().map(Id::new);
        }
        new.updated_by_id = saving.user_id().map(Id::new);
        let center_id = new
            .volunteer_center_id
            .map_or_else(|| saving.center_id(), Id::number);
        block::settle(saving.tx, center_id, ("blocks", &mut new.blocks))?;
        if let Some(blocks) = &mut new.blocks_en {
            block::settle(saving.tx, center_id, ("blocks_en", blocks))?;
        }
        segment::validate(saving.tx, center_id, &new.segment)?;
        // What was tested is not what stands here now.
        if old.is_some_and(|old| !is_same_text(old, new)) {
            new.tested_at = None;
        }
        Ok(())
    }

    fn created(id: Id<Self>, saving: &Saving) -> Result<()> {
        begin::<NewsletterStatus>(saving.tx, saving.user_id(), id, NewsletterEvent::Create)
    }
}

impl NewsletterAttributes {
    /// Whether there is something to read in English.
    fn is_in_english(&self) -> bool {
        self.subject_en
            .as_deref()
            .is_some_and(|subject| !subject.is_empty())
            && self.blocks_en.is_some()
    }
}

fn is_same_text(old: &NewsletterAttributes, new: &NewsletterAttributes) -> bool {
    old.subject == new.subject
        && old.preheader == new.preheader
        && old.blocks == new.blocks
        && old.subject_en == new.subject_en
        && old.preheader_en == new.preheader_en
        && old.blocks_en == new.blocks_en
}

fn routes() -> Routes {
    Routes::new()
        .list::<Newsletter>()
        .find::<Newsletter>()
        .create::<Newsletter>()
        .update::<Newsletter>()
        .delete::<Newsletter>()
        .action(Method::POST, "/{id}/duplicate", duplicate::duplicate)
        .answering(OperationKind::Create)
        .named("duplicateNewsletter", "Makes a draft with the same content")
        .answers(Described::one::<Newsletter>(201))
        .merge(audience::routes())
        .merge(preview::routes())
        .merge(checks::routes())
        .merge(step::routes())
        .merge(history::routes())
}
