//! Devices on which somebody wants to see messages at once, and what waits to be sent to them (docs/domain/mails.md#push).
//! What is sent names no person and quotes nothing: it stands on the screen of a locked telephone.

mod send;

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

pub use self::send::{claim, is_due, send, settle};

use crate::app::access::{Access, action};
use crate::app::limits::rate_limits::PUSH_TRIES;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, MetaOf, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Answer, Document, Id, Resource, Sort};
use crate::mail::end_of_quiet;
use crate::model::belongings::{Belonging, OF_A_PERSON};
use crate::model::declaration::{BodyForm, Declared, Demo, Export, Retention, ShownIn, body_form};
use crate::privacy::prelude::*;
use crate::push::{DeviceKeys, PushAddress, VapidKey};

/// Devices of one person.
const MOST_DEVICES: i64 = 10;
/// Quiet hours of who chose none.
const QUIET: (&str, &str) = ("21:00", "07:30");

pub struct PushSubscription;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct PushSubscriptionAttributes {
    /// Such as "Chrome op Android".
    #[schemars(extend("readOnly" = true))]
    pub label: String,
    /// Where its push service takes messages for it.
    #[schemars(extend("readOnly" = true))]
    pub endpoint: String,
    #[schemars(extend("readOnly" = true))]
    pub last_sent_at: Option<String>,
    /// Refusals in a row.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub failures: i64,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

/// What a browser gave.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PushSubscriptionCreate")]
pub struct PushSubscriptionForm {
    #[validate(length(min = 1, max = 1000))]
    pub endpoint: String,
    /// Its public key, in base64url.
    #[validate(length(min = 1, max = 100))]
    pub p256dh: String,
    /// Its secret, in base64url.
    #[validate(length(min = 1, max = 50))]
    pub auth: String,
    #[validate(length(min = 1, max = 60))]
    pub label: String,
}

impl Resource for PushSubscription {
    const TYPE: &'static str = "push_subscriptions";
    const ALIAS: &'static str = "push_subscription";
    type Attributes = PushSubscriptionAttributes;
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "id";
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;
}

impl Declared for PushSubscription {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/push-calls.ts", "push_subscriptions"));
    const ABOUT: &'static str = "Devices on which somebody sees messages at once.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] =
        &[body_form::<PushSubscriptionForm>("push_subscription_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("push_subscriptions", &[own!(
            "t.user_id = :user_id",
            [("apparaten-met-meldingen", "Apparaten waarop je meteen ziet dat er iets nieuws is."), ("devices-with-messages", "Devices on which you see at once that there is something new.")],
            without &["user_id", "session_id", "endpoint", "p256dh", "auth", "version"],
            with ""
        )]),
        people("push_messages", &[Part {
            rows: "t.subscription_id in (select s.id from push_subscriptions s where s.user_id = :user_id)",
            show: Show::Nothing("what is sent within the hour; the message itself is shown"),
            erase: Delete,
        }]),
        nobody("push_keys", "the key with which the site signs what it sends"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the session"));
    const EXPORT: Option<Export> = Some(Export::No("of one device"));
    const DEMO: Option<Demo> = Some(Demo::None("a browser gives them"));
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::stays("push_subscriptions", OF_A_PERSON),
    ];
}

fn routes() -> Routes {
    Routes::new()
        .list::<PushSubscription>()
        .find::<PushSubscription>()
        .form(Method::POST, "", subscribe)
        .named(
            "createPushSubscription",
            "Puts messages on on a device, or renews its keys",
        )
        .answers(Described::one::<PushSubscription>(201))
        .refuses(&[422])
        .delete::<PushSubscription>()
        .action(Method::PUT, "/{id}/try", try_it)
        .named("tryPushSubscription", "Sends an example to a device")
        .answers(Described::empty())
        .refuses(&[429])
        .action(Method::GET, "//api/v1/push_key", key)
        .named(
            "getPushKey",
            "The public key that a browser needs to put messages on",
        )
        .answers(Described::json::<MetaOf<PushKeyMeta>>(200))
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct PushKeyMeta {
    /// An uncompressed point of P-256 in base64url: `applicationServerKey`.
    key: String,
}

/// `GET /push_key`: made at the first use.
async fn key(
    access: Access<PushSubscription, action::Read>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let stored = access.read(vapid_key).await?;
    let key = match stored {
        Some(key) => key,
        None => {
            access
                .reading()?
                .write(|tx, _| {
                    tx.noted();
                    make_vapid_key(tx)
                })
                .await?
        }
    };
    Ok(Document::of(
        &json!({ "data": null, "meta": { "key": key.public() } }),
    ))
}

fn vapid_key(connection: &Connection) -> Result<Option<VapidKey>> {
    let stored: Option<Vec<u8>> = connection
        .prepare_cached("select private_key from push_keys where id = 1")?
        .query_row([], |row| row.get(0))
        .optional()?;
    stored.map(|key| VapidKey::read(&key)).transpose()
}

fn make_vapid_key(tx: &Tx) -> Result<VapidKey> {
    tx.prepare_cached(
        "insert into push_keys (id, private_key, created_at) values (1, ?1, ?2) on conflict do nothing",
    )?
    .execute((VapidKey::generate()?, tx.now()))?;
    vapid_key(tx)?.ok_or_else(|| Error::internal("the key for push messages is not there"))
}

/// `POST /push_subscriptions`. The same address again: its keys are renewed, and it goes to who is signed in there now.
async fn subscribe(
    access: Access<PushSubscription, action::Create>,
    (): (),
    form: Form<PushSubscriptionForm>,
) -> Result<Answer> {
    let sent = form.body;
    if PushAddress::read(&sent.endpoint).is_none() {
        return Err(FieldFault::attribute("endpoint", "url").into());
    }
    if DeviceKeys::read(&sent.p256dh, &sent.auth).is_none() {
        return Err(FieldFault::attribute("p256dh", "type").into());
    }
    access
        .post(form.key, move |tx, rows| {
            let ctx = rows.ctx();
            let (user_id, session_id) = (ctx.user_id(), ctx.session_id());
            let others: i64 = tx
                .prepare_cached(
                    "select count(*) from push_subscriptions where user_id = ?1 and endpoint <> ?2",
                )?
                .query_row((user_id, &sent.endpoint), |row| row.get(0))?;
            if others >= MOST_DEVICES {
                return Err(Error::from(Code::LimitReached).with("limit", MOST_DEVICES));
            }
            // What waited for who was signed in there before is not for who is now.
            tx.prepare_cached(
                "delete from push_subscriptions where endpoint = ?1 and user_id is not ?2",
            )?
            .execute((&sent.endpoint, user_id))?;
            let id: i64 = tx
                .prepare_cached(
                    "insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, label, created_at, updated_at)
                     values (:user, :session, :endpoint, :p256dh, :auth, :label, :now, :now)
                         on conflict (endpoint) do update
                        set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label,
                            failures = 0, version = version + 1, updated_at = excluded.updated_at
                     returning id",
                )?
                .query_row(
                    named_params! {
                        ":user": user_id,
                        ":session": session_id,
                        ":endpoint": sent.endpoint,
                        ":p256dh": sent.p256dh,
                        ":auth": sent.auth,
                        ":label": sent.label.trim(),
                        ":now": tx.now(),
                    },
                    |row| row.get(0),
                )?;
            tx.noted();
            let id = Id::new(id);
            Ok(Answer::created(
                format!("/api/v1/push_subscriptions/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

async fn try_it(
    access: Access<PushSubscription, action::Own>,
    id: Id<PushSubscription>,
    _: Input<Ignored>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let who = rows.ctx().user_id().unwrap_or_default().to_string();
            PUSH_TRIES.keep(tx, &who)?;
            let body = match rows.ctx().site.locale {
                Locale::Nl => "Zo ziet een bericht eruit",
                Locale::En => "This is how a message looks",
            };
            let push = Push {
                tag: "example".to_owned(),
                body: body.to_owned(),
                url: "/profile-edit/settings".to_owned(),
            };
            wait(tx, id.number(), &push, tx.now())?;
            tx.noted();
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

/// What is shown on a device.
pub struct Push {
    /// One message of a tag takes the place of another.
    pub tag: String,
    pub body: String,
    /// The path that opens.
    pub url: String,
}

/// Queues a message for every device of somebody, after their quiet hours.
pub fn queue(tx: &Tx, user_id: i64, push: &Push) -> Result<()> {
    let devices: Vec<i64> = tx
        .prepare_cached("select id from push_subscriptions where user_id = ?1")?
        .query_map([user_id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    if devices.is_empty() {
        return Ok(());
    }
    let hours: (Option<String>, Option<String>) = tx
        .prepare_cached("select quiet_from, quiet_until from users where id = ?1")?
        .query_row([user_id], |row| row.try_into())?;
    let (from, until) = match &hours {
        (Some(from), Some(until)) => (from.as_str(), until.as_str()),
        _ => QUIET,
    };
    let due = end_of_quiet(tx.now(), from, until);
    devices
        .into_iter()
        .try_for_each(|device| wait(tx, device, push, due.as_deref().unwrap_or(tx.now())))
}

fn wait(tx: &Tx, device: i64, push: &Push, due: &str) -> Result<()> {
    tx.prepare_cached(
        "insert into push_messages (subscription_id, tag, body, url, due_at, created_at)
         values (:device, :tag, :body, :url, :due, :now)
             on conflict (subscription_id, tag) do update
            set body = excluded.body, url = excluded.url, attempts = 0, created_at = excluded.created_at, sent_at = null,
                due_at = case when sent_at is null then min(due_at, excluded.due_at)
                              else max(excluded.due_at, strftime('%Y-%m-%dT%H:%M:%SZ', sent_at, '+60 seconds')) end",
    )?
    .execute(named_params! {
        ":device": device,
        ":tag": push.tag,
        ":body": push.body,
        ":url": push.url,
        ":due": due,
        ":now": tx.now(),
    })?;
    Ok(())
}
