//! Making a file: at once where it is small, else in the background (decisions 5).

use std::collections::BTreeMap;

use axum::http::StatusCode;
use rusqlite::{Connection, named_params};
use serde_json::{Map, Value, json};

use super::{Export, ExportForm, file, require_leave};
use crate::app::access::{Access, Asking, action};
use crate::app::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::query::Query;
use crate::jsonapi::routes::Input;
use crate::jsonapi::rows::{self, Totals};
use crate::jsonapi::store::{attributes_of, typed};
use crate::jsonapi::{Answer, Id, Resource, Sight as _, table};
use crate::mail::MailKind;
use crate::resources::history;
use crate::resources::notice::Notice;
use crate::resources::user::User;

/// How long a file can be fetched, in days.
const KEPT: i64 = 1;
/// Rows that are read at a time; more than these, and nobody waits for the file.
const PAGE: usize = 1000;

type Making = Access<Export, action::Create>;

/// `POST /exports`: 201 with a file that can be fetched, or 202 with one that is being made.
pub async fn create(access: Making, (): (), input: Input<Value>) -> Result<Answer> {
    let attributes = attributes_of(table::<Export>(), &input.body)?;
    let form: ExportForm = typed(&["resource", "format"], attributes)?;
    let mut people = People::default();
    people.read(&access, &form.filter, 1).await?;
    if people.total > PAGE {
        return begin(access, input, form, people).await;
    }
    let count = people.count();
    let content = people.write(&form).await?;
    access
        .post(input.key, move |tx, rows| {
            require_leave(tx, rows.asking())?;
            let id = insert(tx, rows.asking(), &form, ("ready", Some(&content)), count)?;
            tell(tx, rows.asking(), id, count)?;
            Ok(Answer::created(location(id), rows.shown_text(tx, id)?))
        })
        .await
}

fn location(id: Id<Export>) -> String {
    format!("/api/v1/exports/{id}")
}

/// Answers that it is being made, and makes it.
async fn begin(
    access: Making,
    input: Input<Value>,
    form: ExportForm,
    people: People,
) -> Result<Answer> {
    let (asked, total) = (form.clone(), people.total);
    let answer = access
        .post(input.key, move |tx, rows| {
            require_leave(tx, rows.asking())?;
            let count = i64::try_from(total).unwrap_or(i64::MAX);
            let id = insert(tx, rows.asking(), &asked, ("waiting", None), count)?;
            Ok(Answer {
                status: StatusCode::ACCEPTED,
                ..Answer::created(location(id), rows.shown_text(tx, id)?)
            })
        })
        .await?;
    let id = answer.location.as_deref().and_then(|path| {
        let (_, id) = path.rsplit_once('/')?;
        id.parse().ok().map(Id::new)
    });
    if let (Some(id), false) = (id, answer.is_replay) {
        tokio::spawn(finish(access, id, form, people));
    }
    Ok(answer)
}

async fn finish(access: Making, id: Id<Export>, form: ExportForm, people: People) {
    let outcome = match rest(&access, &form, people).await {
        Ok((content, count)) => {
            let job = move |tx: &Tx, asking: &Asking| {
                // Who lost the leave meanwhile gets nothing.
                require_leave(tx, asking)?;
                settle(tx, id, "ready", Some(&content), Some(count))?;
                tell(tx, asking, id, count)?;
                tell_maker(tx, asking, id)
            };
            access.write(move |tx, rows| job(tx, rows.asking())).await
        }
        Err(error) => Err(error),
    };
    if let Err(error) = outcome {
        tracing::error!(export = id.number(), %error, "a file was not made");
        let _ = access
            .write(move |tx, _| settle(tx, id, "failed", None, None))
            .await;
    }
}

async fn rest(access: &Making, form: &ExportForm, mut people: People) -> Result<(Vec<u8>, i64)> {
    let mut page = 1;
    while people.is_unfinished(page) {
        page += 1;
        people.read(access, &form.filter, page).await?;
    }
    let count = people.count();
    Ok((people.write(form).await?, count))
}

/// Everybody the list holds, by id: who moves to another page while they are read is there once.
#[derive(Default)]
struct People {
    found: BTreeMap<i64, Value>,
    total: usize,
    on_last: usize,
}

impl People {
    /// Reads one page, in a turn of its own: others wait for no more than that.
    async fn read(
        &mut self,
        access: &Making,
        filter: &Map<String, Value>,
        page: usize,
    ) -> Result<()> {
        let (rows, filter) = (access.rows(), filter.clone());
        let document = access
            .read_slow(move |connection| {
                require_leave(connection, rows.asking())?;
                read_page(connection, rows.asking(), &filter, page)
            })
            .await?;
        let total = document.pointer("/meta/total").and_then(Value::as_u64);
        self.total = usize::try_from(total.unwrap_or_default()).unwrap_or(usize::MAX);
        let people = file::flat(&document);
        self.on_last = people.len();
        self.found.extend(people.into_iter().filter_map(|person| {
            let id = person.get("id")?.as_str()?.parse().ok()?;
            Some((id, person))
        }));
        Ok(())
    }

    fn is_unfinished(&self, page: usize) -> bool {
        self.on_last == PAGE && page.saturating_mul(PAGE) < self.total
    }

    fn count(&self) -> i64 {
        i64::try_from(self.found.len()).unwrap_or(i64::MAX)
    }

    async fn write(self, form: &ExportForm) -> Result<Vec<u8>> {
        let format = form.format;
        tokio::task::spawn_blocking(move || {
            let mut people: Vec<Value> = self.found.into_values().collect();
            people.sort_by_cached_key(|person| {
                ["last_name", "first_name"].map(|name| {
                    let name = person.get(name).and_then(Value::as_str);
                    name.unwrap_or_default().to_lowercase()
                })
            });
            file::write(&people, format)
        })
        .await
        .map_err(Error::internal)?
    }
}

/// What the list of people itself shows to this asker.
fn read_page(
    connection: &Connection,
    asking: &Asking,
    filter: &Map<String, Value>,
    page: usize,
) -> Result<Value> {
    let mut lens = asking.lens(User::TYPE).ok_or(Code::Forbidden)?;
    let managed = lens.can.iter().find(|(verb, _)| *verb == "read_contact");
    let (_, rows) = managed.ok_or(Code::Forbidden)?;
    lens.rows.clone_from(rows);
    let mut query = Query::parse("include=roles,organizations&sort=id")
        .with("page[size]", &PAGE.to_string())
        .with("page[number]", &page.to_string());
    for (name, value) in filter {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        query = query.with(&format!("filter[{name}]"), &text);
    }
    let page = rows::list(
        connection,
        table::<User>(),
        &lens,
        asking,
        ("/api/v1/users", &query),
        &Counted,
    )?;
    Ok(serde_json::from_slice(&page.body)?)
}

/// A total that is counted each time.
struct Counted;

impl Totals for Counted {
    fn total(&self, _: &str, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64> {
        count()
    }
}

fn insert(
    tx: &Tx,
    asking: &Asking,
    form: &ExportForm,
    (state, content): (&str, Option<&[u8]>),
    rows: i64,
) -> Result<Id<Export>> {
    tx.execute(
        "insert into exports (resource, format, filter, state, rows, content, volunteer_center_id, created_by_id, expires_at,
             created_at, updated_at)
         values ('users', :format, :filter, :state, :rows, :content, :center_id, :user_id, :expires_at, :now, :now)",
        named_params! {
            ":format": serde_json::to_value(form.format)?.as_str(),
            ":filter": serde_json::to_string(&form.filter)?,
            ":state": state,
            ":rows": rows,
            ":content": content,
            ":center_id": asking.site.center_id,
            ":user_id": asking.user_id(),
            ":expires_at": later(tx.now(), days(KEPT)),
            ":now": tx.now(),
        },
    )?;
    let id = Id::new(tx.last_insert_rowid());
    let about = json!({ "rows": rows, "format": form.format });
    let subject = (Export::TYPE, id.number());
    history::audit_with(tx, asking.user_id(), "export_users", subject, &about)?;
    Ok(id)
}

fn settle(
    tx: &Tx,
    id: Id<Export>,
    state: &str,
    content: Option<&[u8]>,
    rows: Option<i64>,
) -> Result<()> {
    tx.noted();
    tx.execute(
        "update exports
            set state = :state, content = :content, rows = coalesce(:rows, rows), expires_at = :expires_at,
                version = version + 1, updated_at = :now
          where id = :id",
        named_params! {
            ":id": id.number(),
            ":state": state,
            ":content": content,
            ":rows": rows,
            ":expires_at": later(tx.now(), days(KEPT)),
            ":now": tx.now(),
        },
    )?;
    Ok(())
}

/// Everybody who runs the centre hears of it (note 10 of decisions 1.3).
fn tell(tx: &Tx, asking: &Asking, id: Id<Export>, rows: i64) -> Result<()> {
    let name: String = tx.query_row(
        "select trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from users where id = ?1",
        [asking.user_id()],
        |row| row.get(0),
    )?;
    let data = json!({ "actor_name": name, "rows": rows, "path": "/users" });
    notice(MailKind::UsersExported, data, asking, id).tell_center(tx)
}

/// Who waits for it is told where it is.
fn tell_maker(tx: &Tx, asking: &Asking, id: Id<Export>) -> Result<()> {
    let data = json!({
        "path": format!("/users?export={id}"),
        "expires_at": later(tx.now(), days(KEPT)),
    });
    let notice = notice(MailKind::ExportReady, data, asking, id);
    asking
        .user_id()
        .map_or(Ok(()), |user_id| notice.tell(tx, user_id))
}

fn notice(kind: MailKind, data: Value, asking: &Asking, id: Id<Export>) -> Notice {
    Notice {
        kind,
        data,
        subject: (Export::TYPE, id.number()),
        center_id: asking.site.center_id,
    }
}
