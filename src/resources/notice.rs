//! Telling people: a notification in the app and a letter in the outbox, both in the transaction of what they tell of.
//! Also the resource behind the bell.

use axum::http::Method;
use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::routes::{Input, Routes};
use crate::jsonapi::{Answer, Document, Filter, Id, Predicate, Resource, Sort};
use crate::mail::{Letter, MailKind, enqueue};

/// What is told, to whom it matters, and what it is about.
pub struct Notice {
    pub kind: MailKind,
    pub data: Value,
    pub subject: (&'static str, i64),
    pub center_id: i64,
}

impl Notice {
    /// Tells somebody with an account: in the app, and by mail if there is an address.
    pub fn tell(&self, tx: &Tx, user_id: i64) -> Result<()> {
        let found = tx
            .prepare_cached("select email, coalesce(first_name, ''), coalesce(last_name, ''), locale from users where id = ?1 and status <> 'archived'")?
            .query_row([user_id], |row| {
                Ok((row.get::<_, Option<String>>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?))
            })
            .optional()?;
        let Some((email, first_name, last_name, locale)) = found else {
            return Ok(());
        };
        tx.prepare_cached(
            "insert into notifications (user_id, kind, data, url, subject_type, subject_id, created_at, updated_at)
             values (:user_id, :kind, :data, :url, :subject_type, :subject_id, :now, :now)",
        )?
        .execute(named_params! {
            ":user_id": user_id,
            ":kind": self.kind.word(),
            ":data": self.data.to_string(),
            ":url": self.data.get("path").and_then(Value::as_str),
            ":subject_type": self.subject.0,
            ":subject_id": self.subject.1,
            ":now": tx.now(),
        })?;
        match email {
            Some(email) => self.mail(tx, &email, (&first_name, &last_name), &locale),
            None => Ok(()),
        }
    }

    /// Writes to an address: for those without an account, and for letters that are no notifications.
    pub fn mail(
        &self,
        tx: &Tx,
        email: &str,
        (first_name, last_name): (&str, &str),
        locale: &str,
    ) -> Result<()> {
        let mut data = self.data.clone();
        if let Some(data) = data.as_object_mut()
            && !first_name.is_empty()
        {
            data.insert("first_name".to_owned(), first_name.into());
        }
        let letter = Letter {
            kind: self.kind,
            to_email: email.to_owned(),
            to_name: format!("{first_name} {last_name}").trim().to_owned(),
            locale: locale.to_owned(),
            data,
            subject_type: self.subject.0,
            subject_id: self.subject.1,
            volunteer_center_id: Some(self.center_id),
        };
        enqueue(tx, tx.now(), &letter)?;
        Ok(())
    }

    /// Tells everybody who manages an organisation.
    pub fn tell_managers(&self, tx: &Tx, organization_id: i64) -> Result<()> {
        self.tell_all(
            tx,
            "select user_id from roles where name = 'organization_superuser' and scope_type = 'organization' and scope_id = ?1 and accepted_at is not null",
            organization_id,
        )
    }

    /// Tells them, and whoever asked to manage it and has not confirmed an address yet: it is their sign-up.
    pub fn tell_managers_to_be(&self, tx: &Tx, organization_id: i64) -> Result<()> {
        self.tell_all(
            tx,
            "select user_id from roles where name = 'organization_superuser' and scope_type = 'organization' and scope_id = ?1 and (accepted_at is not null or granted_by_id is null)",
            organization_id,
        )
    }

    /// Tells everybody who runs the centre.
    pub fn tell_center(&self, tx: &Tx) -> Result<()> {
        self.tell_all(
            tx,
            "select user_id from roles where name = 'center_superuser' and scope_type = 'volunteer_center' and scope_id = ?1 and accepted_at is not null",
            self.center_id,
        )
    }

    fn tell_all(&self, tx: &Tx, sql: &str, id: i64) -> Result<()> {
        let people: Vec<i64> = tx
            .prepare_cached(sql)?
            .query_map([id], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        people
            .into_iter()
            .try_for_each(|user_id| self.tell(tx, user_id))
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
        Filter::sql("read_eq", "(t.read_at is not null) = (:value = 'true')"),
        Filter::column("kind", &[Predicate::Eq, Predicate::In]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Notification>()
        .find::<Notification>()
        .action(Method::GET, "/unread_count", unread_count)
        .action(Method::PUT, "/read_all", read_all)
        .action(Method::PUT, "/{id}/read", read)
}

async fn unread_count(
    access: Access<Notification, action::Read>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.asking().user_id();
    let count: i64 = access
        .read(move |connection| {
            Ok(connection
                .prepare_cached(
                    "select count(*) from notifications where user_id = ?1 and read_at is null",
                )?
                .query_row([user_id], |row| row.get(0))?)
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": null, "meta": { "count": count } }),
    ))
}

async fn read(
    access: Access<Notification, action::Update>,
    id: Id<Notification>,
    _: Input<Value>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            tx.execute(
                "update notifications set read_at = coalesce(read_at, ?2) where id = ?1",
                (id.number(), tx.now()),
            )?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

async fn read_all(
    access: Access<Notification, action::Update>,
    (): (),
    _: Input<Value>,
) -> Result<Answer> {
    let user_id = access.asking().user_id();
    access
        .write(move |tx, _| {
            tx.execute(
                "update notifications set read_at = ?2 where user_id = ?1 and read_at is null",
                (user_id, tx.now()),
            )?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}
