//! Notifications: a row in the app and an email in the outbox, both in the transaction of the change they report.
//! Also the resource that lists them.

pub mod preference;
mod push_text;

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use crate::app::access::{Access, action};
use crate::app::limits::per_key::KeyedLimit;
use crate::app::limits::rate_limits::{
    LETTERS_OF_ACCOUNT, LETTERS_OF_ORGANIZATION, LETTERS_OF_TENANT, LETTERS_TO_MAILBOX,
};
use crate::app::live::{Announcement, announce};
use crate::base::locale::Locale;
use crate::db::{Requester, Tx};
use crate::error::Result;
use crate::http::routes::{Described, Ignored, Input, MetaOf, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Answer, Document, Filter, Id, Predicate, Resource, Sort, Takes};
use crate::mail::{EmailMessage, MailKind, REPLY_TO, end_of_quiet, enqueue, enqueue_for};
use crate::model::belongings::{Belonging, OF_A_PERSON};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::effects::{self, Effect};
use crate::privacy::prelude::*;
use crate::resources::personal_data::told_to_others;
use crate::resources::push_subscription::{self, Push};

pub use self::push_text::can_push;

use self::preference::{Channel, Rate, Wish, rate, wish};

/// Datum of a mail that is a secret of its reader: not part of the notification in the app.
pub const RENEW_PATH: &str = "renew_path";

/// Datum of a mail that is for the reader's calendar.
pub const CALENDAR: &str = "calendar";

/// Who manages the organisation `?1`; of a household, the person who asked for help.
pub const MANAGERS: &str = "select user_id from roles where name = 'organization_superuser' and scope_type = 'organization' and scope_id = ?1 and accepted_at is not null
      union all
     select household_of_id from organizations where id = ?1 and household_of_id is not null";

/// Notification with its data and its subject.
#[derive(Clone)]
pub struct Notice {
    pub kind: MailKind,
    pub data: Value,
    pub subject: (&'static str, i64),
    pub center_id: i64,
}

impl Notice {
    /// Notifies a person with an account: in the app, and by email if there is an address, according to their
    /// preferences.
    pub fn tell(&self, tx: &Tx, user_id: i64) -> Result<()> {
        let Some(person) = Addressee::find(tx, user_id)? else {
            return Ok(());
        };
        let wish = wish(tx, user_id, self.kind)?;
        let is_gathered = matches!(wish.email, Rate::Daily | Rate::Weekly);
        if wish.app != Rate::Off || is_gathered {
            self.note(tx, user_id, wish)?;
        }
        if wish.email == Rate::Instant {
            self.post(tx, &person)?;
        }
        // A message is shown on devices when it is written; this is the reminder of one that was not read.
        if self.kind != MailKind::MessageNew {
            self.push(tx, user_id)?;
        }
        Ok(())
    }

    /// Shows it on the devices of a person who wants that.
    pub fn push(&self, tx: &Tx, user_id: i64) -> Result<()> {
        if !can_push(self.kind) || rate(tx, user_id, self.kind, Channel::Push)? == Rate::Off {
            return Ok(());
        }
        let Some(person) = Addressee::find(tx, user_id)? else {
            return Ok(());
        };
        let locale = Locale::parse(&person.locale).unwrap_or_default();
        let path = self.data.get("path").and_then(Value::as_str).unwrap_or("/");
        match push_text::text(self.kind, &self.data, locale) {
            None => Ok(()),
            Some(body) => push_subscription::queue(
                tx,
                user_id,
                &Push {
                    tag: format!(
                        "{}-{}-{}",
                        self.kind.as_str(),
                        self.subject.0,
                        self.subject.1
                    ),
                    body,
                    url: locale.path(path),
                },
            ),
        }
    }

    /// Emails a person with an account without a notification in the app: for digests of what the app shows already.
    pub fn mail_only(&self, tx: &Tx, user_id: i64) -> Result<()> {
        match Addressee::find(tx, user_id)? {
            Some(person) => self.post(tx, &person),
            None => Ok(()),
        }
    }

    /// Emails everybody who manages an organisation, without a notification in the app: for letters with a secret link.
    pub fn mail_managers(&self, tx: &Tx, organization_id: i64) -> Result<()> {
        let managers: Vec<i64> = tx
            .prepare_cached(
                "select user_id from roles where name = 'organization_superuser' and scope_type = 'organization' and scope_id = ?1 and accepted_at is not null",
            )?
            .query_map([organization_id], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        managers
            .iter()
            .try_for_each(|user_id| self.mail_only(tx, *user_id))
    }

    /// Queues the email. Mandatory emails are sent at once; others wait until the person's quiet hours are over.
    fn post(&self, tx: &Tx, person: &Addressee) -> Result<()> {
        let Some(email) = &person.email else {
            return Ok(());
        };
        let letter = self.letter(
            email,
            (&person.first_name, &person.last_name),
            &person.locale,
        );
        let due = match &person.quiet {
            Some((from, until)) if !self.kind.is_mandatory() => end_of_quiet(tx.now(), from, until),
            _ => None,
        };
        enqueue_for(tx, tx.now(), due.as_deref().unwrap_or(tx.now()), &letter)?;
        Ok(())
    }

    fn note(&self, tx: &Tx, user_id: i64, wish: Wish) -> Result<()> {
        debug_assert!(
            !self.kind.is_mail_only(),
            "{} is no notification in the app",
            self.kind.as_str()
        );
        let mut data = self.data.clone();
        if let Some(data) = data.as_object_mut() {
            data.remove(RENEW_PATH);
            data.remove(CALENDAR);
            data.remove(REPLY_TO);
        }
        let mut channels = Map::new();
        if wish.app == Rate::Off {
            channels.insert("app".to_owned(), "off".into());
        }
        if matches!(wish.email, Rate::Daily | Rate::Weekly) {
            channels.insert("email".to_owned(), wish.email.as_str().into());
        }
        tx.prepare_cached(
            "insert into notifications (user_id, kind, data, url, subject_type, subject_id, channel_state, created_at, updated_at)
             values (:user_id, :kind, :data, :url, :subject_type, :subject_id, :channels, :now, :now)",
        )?
        .execute(named_params! {
            ":user_id": user_id,
            ":kind": self.kind.as_str(),
            ":data": data.to_string(),
            ":url": self.data.get("path").and_then(Value::as_str),
            ":subject_type": self.subject.0,
            ":subject_id": self.subject.1,
            ":channels": Value::Object(channels).to_string(),
            ":now": tx.now(),
        })?;
        let id = tx.last_insert_rowid();
        announce(tx, Announcement::Notification { user_id, id });
        Ok(())
    }

    /// Emails an address: for people without an account, and for emails that are not notifications. 429 where whoever
    /// asks for it has caused too many.
    pub fn mail(&self, tx: &Tx, email: &str, name: (&str, &str), locale: &str) -> Result<()> {
        self.count(tx, email)?;
        enqueue(tx, tx.now(), &self.letter(email, name, locale))?;
        Ok(())
    }

    /// Counts a letter that somebody's request causes, for its mailbox, and for the account, the organisation and the
    /// tenant behind it. Those about the reader's own account have limits of their own: many letters of others must
    /// not keep anybody from signing in. What the program sends by itself is not refused.
    fn count(&self, tx: &Tx, email: &str) -> Result<()> {
        let Some(requester) = tx.requester() else {
            return Ok(());
        };
        if self.kind.is_about_own_account() {
            return Ok(());
        }
        let full = |(limit, who, reason): (KeyedLimit, &str, &str)| -> Result<()> {
            limit
                .keep(tx, who)
                .map_err(|error| error.with("reason", reason))
        };
        full((LETTERS_TO_MAILBOX, email.trim(), "letters_to_mailbox"))?;
        if let Requester::Account(id) = requester {
            full((LETTERS_OF_ACCOUNT, &id.to_string(), "letters_of_account"))?;
        }
        if let Some(id) = organization_of(tx, self.subject)? {
            let who = id.to_string();
            full((LETTERS_OF_ORGANIZATION, &who, "letters_of_organization"))?;
        }
        full((LETTERS_OF_TENANT, "all", "letters_of_tenant"))
    }

    fn letter(
        &self,
        email: &str,
        (first_name, last_name): (&str, &str),
        locale: &str,
    ) -> EmailMessage {
        let mut data = self.data.clone();
        if let Some(data) = data.as_object_mut()
            && !first_name.is_empty()
        {
            data.insert("first_name".to_owned(), first_name.into());
        }
        EmailMessage {
            kind: self.kind,
            to_email: email.to_owned(),
            to_name: format!("{first_name} {last_name}").trim().to_owned(),
            locale: locale.to_owned(),
            data,
            subject_type: self.subject.0,
            subject_id: self.subject.1,
            volunteer_center_id: Some(self.center_id),
        }
    }

    /// Notifies everybody who manages an organisation.
    pub fn notify_managers(&self, tx: &Tx, organization_id: i64) -> Result<()> {
        self.notify_all(tx, MANAGERS, organization_id).map(drop)
    }

    /// Notifies who organises something: the contact person, else the managers of the organisation, else who runs the
    /// centre.
    pub fn notify_organiser(
        &self,
        tx: &Tx,
        contact_id: Option<i64>,
        organization_id: Option<i64>,
    ) -> Result<()> {
        match (contact_id, organization_id) {
            (Some(contact), _) => self.tell(tx, contact),
            (None, Some(organization_id)) => self.notify_managers(tx, organization_id),
            (None, None) => self.notify_center(tx),
        }
    }

    /// Notifies the managers and those who signed up as manager but have not confirmed their address yet. Returns their
    /// number.
    pub fn notify_managers_to_be(&self, tx: &Tx, organization_id: i64) -> Result<usize> {
        self.notify_all(
            tx,
            "select user_id from roles where name = 'organization_superuser' and scope_type = 'organization' and scope_id = ?1 and (accepted_at is not null or granted_by_id is null)",
            organization_id,
        )
    }

    /// Notifies everybody who runs the centre.
    pub fn notify_center(&self, tx: &Tx) -> Result<()> {
        self.notify_all(
            tx,
            "select user_id from roles where name = 'center_superuser' and scope_type = 'volunteer_center' and scope_id = ?1 and accepted_at is not null",
            self.center_id,
        )
        .map(drop)
    }

    /// Notifies everybody who runs the centre or the whole tenant.
    pub fn notify_superusers(&self, tx: &Tx) -> Result<()> {
        self.notify_all(
            tx,
            "select distinct user_id from roles
              where accepted_at is not null
                and ((name = 'center_superuser' and scope_type = 'volunteer_center' and scope_id = ?1)
                  or (name = 'admin' and scope_type = 'tenant'))
              order by user_id",
            self.center_id,
        )
        .map(drop)
    }

    fn notify_all(&self, tx: &Tx, sql: &str, id: i64) -> Result<usize> {
        let people: Vec<i64> = tx
            .prepare_cached(sql)?
            .query_map([id], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        people
            .iter()
            .try_for_each(|user_id| self.tell(tx, *user_id))?;
        Ok(people.len())
    }
}

/// The organisation that a row is of: its column `organization_id`, where its table has one.
fn organization_of(tx: &Tx, (table, id): (&str, i64)) -> Result<Option<i64>> {
    if table == "organizations" {
        return Ok(Some(id));
    }
    let has_one = tx
        .prepare_cached("select 1 from pragma_table_info(?1) where name = 'organization_id'")?
        .exists([table])?;
    if !has_one {
        return Ok(None);
    }
    let sql = format!("select organization_id from {table} where id = ?1");
    Ok(tx
        .prepare_cached(&sql)?
        .query_row([id], |row| row.get(0))
        .optional()?
        .flatten())
}

/// Recipient with an account.
struct Addressee {
    email: Option<String>,
    first_name: String,
    last_name: String,
    locale: String,
    /// Quiet hours, in which no email is sent.
    quiet: Option<(String, String)>,
}

impl Addressee {
    /// Loads the recipient; `None` for a closed account. An imported person has no address before the centre sends
    /// the invitation: until then nothing is mailed to them (docs/domain/states.md#accounts).
    fn find(tx: &Tx, user_id: i64) -> Result<Option<Self>> {
        Ok(tx
            .prepare_cached(
                "select iif(status = 'invited' and invited_at is null, null, email), coalesce(first_name, ''),
                        coalesce(last_name, ''), locale, quiet_from, quiet_until
                   from users where id = ?1 and status <> 'archived'",
            )?
            .query_row([user_id], |row| {
                let hours: (Option<String>, Option<String>) = (row.get(4)?, row.get(5)?);
                Ok(Self {
                    email: row.get(0)?,
                    first_name: row.get(1)?,
                    last_name: row.get(2)?,
                    locale: row.get(3)?,
                    quiet: hours.0.zip(hours.1),
                })
            })
            .optional()?)
    }
}

pub struct Notification;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct NotificationAttributes {
    #[schemars(extend("readOnly" = true))]
    pub kind: String,
    /// What the sentence of this kind speaks of.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub data: serde_json::Map<String, Value>,
    #[schemars(extend("readOnly" = true))]
    pub url: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub read_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub seen_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for Notification {
    const TYPE: &'static str = "notifications";
    type Attributes = NotificationAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::sql(
            "read_eq",
            Takes::Truth,
            &["read_at"],
            "(t.read_at is not null) = (:value = 'true')",
        ),
        Filter::column("kind", &[Predicate::Eq, Predicate::In]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::PLAIN
    });
    // The count, not the contents: notifications quote messages to the user.
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[("GET", "/api/v1/notifications/unread_count")],
        ..SessionAccess::CLOSED
    };

    fn remove(tx: &Tx, id: Id<Self>, _: Option<i64>) -> Result<()> {
        let user_id: i64 = tx.query_row(
            "delete from notifications where id = ?1 returning user_id",
            [id.number()],
            |row| row.get(0),
        )?;
        announce(tx, Announcement::Counters { user_id });
        Ok(())
    }
}

impl Declared for Notification {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/notifications/activity-panel.tsx",
        "notifications",
    ));
    const ABOUT: &'static str = "Messages in the app.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("notifications", &[
            own!(
                "t.user_id = :user_id",
                [("meldingen", "De berichten bij het belletje."), ("notifications", "The messages behind the bell.")],
                without &["channel_state", "group_key", "version"],
                with ""
            ),
            Part {
                rows: concat!("t.actor_id = :user_id or ", told_to_others!()),
                show: Show::Nothing("messages to somebody else"),
                erase: Delete,
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the person"));
    const EXPORT: Option<Export> = Some(Export::No("private to one person"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(effects::gone_with_subject::<Self>);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::stays("notifications", OF_A_PERSON),
    ];
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Notification>()
        .find::<Notification>()
        .delete::<Notification>()
        .action(Method::GET, "/unread_count", unread_count)
        .named("countUnreadNotifications", "Counts what has not been read")
        .answers(Described::json::<MetaOf<UnreadCountMeta>>(200))
        .action(Method::PUT, "/read_all", read_all)
        .named("readAllNotifications", "Marks everything as read")
        .answers(Described::empty())
        .action(Method::PUT, "/{id}/read", read)
        .named("readNotification", "Marks one as read")
        .answers(Described::empty())
}

/// How many have not been read.
#[derive(Serialize, Deserialize, JsonSchema)]
struct UnreadCountMeta {
    count: i64,
}

/// How many a person has not read.
pub fn unread(connection: &Connection, user_id: i64) -> Result<i64> {
    Ok(connection
        .prepare_cached(
            "select count(*) from notifications
              where user_id = ?1 and read_at is null and coalesce(json_extract(channel_state, '$.app'), '') <> 'off'",
        )?
        .query_row([user_id], |row| row.get(0))?)
}

async fn unread_count(
    access: Access<Notification, action::Read>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.ctx().user_id();
    let count: i64 = access
        .read(move |connection| unread(connection, user_id.unwrap_or_default()))
        .await?;
    Ok(Document::of(
        &json!({ "data": null, "meta": { "count": count } }),
    ))
}

async fn read(
    access: Access<Notification, action::Update>,
    id: Id<Notification>,
    _: Input<Ignored>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id();
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            tx.execute(
                "update notifications set read_at = coalesce(read_at, ?2) where id = ?1",
                (id.number(), tx.now()),
            )?;
            announce_counters(tx, user_id);
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

async fn read_all(
    access: Access<Notification, action::Update>,
    (): (),
    _: Input<Ignored>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id();
    access
        .write(move |tx, _| {
            tx.execute(
                "update notifications set read_at = ?2 where user_id = ?1 and read_at is null",
                (user_id, tx.now()),
            )?;
            announce_counters(tx, user_id);
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

fn announce_counters(tx: &Tx, user_id: Option<i64>) {
    if let Some(user_id) = user_id {
        announce(tx, Announcement::Counters { user_id });
    }
}
