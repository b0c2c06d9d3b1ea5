//! People who want the newsletters of a centre: those without an account ask for them twice (by a form, and by the button
//! behind the link that they are mailed); of those with one their consent decides, and a row keeps their wishes.

mod membership;
mod preferences;
mod subscribe;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::user::UserLocale;
use crate::app::access::Reason;
use crate::db::Tx;
use crate::error::Result;
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Filter, Id, Predicate, Resource, Sort};
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention};
use crate::model::effects::{self, Effect, Event, Happening};
use crate::privacy::prelude::*;

pub struct NewsletterSubscriber;

/// The kind of mail of which one unsubscribes.
const KIND: &str = "newsletter";

/// The link of a mail, and the form for everybody.
pub struct ByLink;

impl Reason for ByLink {
    const WHY: &'static str = "the link in a mail is the credential";
    const FORGIVES: bool = true;
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct NewsletterSubscriberAttributes {
    #[schemars(extend("readOnly" = true))]
    pub email: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub first_name: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub locale: UserLocale,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub frequency: NewsletterFrequency,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: NewsletterSubscriberStatus,
    #[schemars(extend("readOnly" = true))]
    pub confirmed_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub left_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

/// Every newsletter, or one a month at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterFrequency {
    #[default]
    Every,
    Monthly,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterSubscriberStatus {
    /// Asked for; the link was not followed.
    #[default]
    Pending,
    Active,
    Left,
}

impl Resource for NewsletterSubscriber {
    const TYPE: &'static str = "newsletter_subscribers";
    const ALIAS: &'static str = "newsletter_subscriber";
    type Attributes = NewsletterSubscriberAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("status", &[Predicate::Eq, Predicate::In]),
        Filter::custom("q", &["email", "first_name"], |conditions, value| {
            conditions.add(
                "instr(fold(t.email || ' ' || coalesce(t.first_name, '')), fold(:value)) > 0",
                value.to_owned(),
            );
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("email", "t.email"),
        Sort::by("status", "t.status"),
        Sort::by("confirmed_at", "t.confirmed_at"),
        Sort::by("created_at", "t.created_at"),
    ];
    const DEFAULT_SORT: &'static str = "-id";
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;

    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        tx.execute(
            "delete from outbox where subject_type = ?1 and subject_id = ?2",
            (Self::TYPE, id.number()),
        )?;
        tx.execute(
            "delete from newsletter_subscribers where id = ?1",
            [id.number()],
        )?;
        Ok(())
    }
}

impl Declared for NewsletterSubscriber {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Who wants the newsletters of a centre without having an account.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("newsletter_subscribers", &[own!(
            concat!("t.user_id = :user_id or (t.user_id is null and ", address!("t.email", "t.created_at"), ")"),
            [("nieuwsbrief", "Of je de nieuwsbrief wilt, hoe vaak en in welke taal."), ("newsletter", "Whether you want the newsletter, how often, and in which language.")],
            without &["volunteer_center_id", "user_id", "confirm_hash", "confirm_until", "preferences_token", "version"],
            with ""
        )]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[
            Expired {
                table: "newsletter_subscribers",
                rows: "status = 'pending' and user_id is null and confirm_until <= :before",
                after: Period::Days(0),
            },
            Expired {
                table: "newsletter_subscribers",
                rows: "status = 'left' and user_id is null and left_at <= :before",
                after: Period::Days(30),
            },
        ],
    });
    const EXPORT: Option<Export> = Some(Export::No(
        "they asked for newsletters, which are sent from here",
    ));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(run);
}

fn run(happening: &Happening) -> Result<()> {
    let Happening { tx, id, .. } = *happening;
    match happening.event {
        Event::AddressProved | Event::AddressChanged => membership::adopt(tx, id),
        Event::OrganizationTakesMember { to, .. } => {
            tx.prepare_cached(
                "update newsletter_subscribers
                    set volunteer_center_id = ?2, version = version + 1, updated_at = ?3
                  where user_id = ?1",
            )?
            .execute((id, to, tx.now()))?;
            Ok(())
        }
        _ => effects::gone_with_center::<NewsletterSubscriber>(happening),
    }
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<NewsletterSubscriber>()
        .find::<NewsletterSubscriber>()
        .delete::<NewsletterSubscriber>()
        .merge(subscribe::routes())
        .merge(preferences::routes())
}
