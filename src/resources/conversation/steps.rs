//! What somebody does with a conversation: read, archive, mute for themselves; block, take, for their side.

use axum::http::Method;
use rusqlite::types::Value as SqlValue;

use super::of_same_pair;
use super::resource::Conversation;
use super::side::{Side, announce_change, mark_read, people_of, side_of};
use crate::app::access::{Access, RequestContext, action};
use crate::app::live::{Announcement, Typing};
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Result};
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::{Answer, Id};

/// Path, name, summary.
type Call = (&'static str, &'static str, &'static str);

#[rustfmt::skip]
const CALLS: [(Step, Call); 10] = [
    (Step::Read, ("/{id}/read", "readConversation", "Marks everything in a conversation as read")),
    (Step::Unread, ("/{id}/unread", "unreadConversation", "Marks the last message of the other side as unread")),
    (Step::Archive, ("/{id}/archive", "archiveConversation", "Archives a conversation until the other side writes again")),
    (Step::Unarchive, ("/{id}/unarchive", "unarchiveConversation", "Takes a conversation out of the archive")),
    (Step::Mute, ("/{id}/mute", "muteConversation", "Ends one's own notifications of a conversation")),
    (Step::Unmute, ("/{id}/unmute", "unmuteConversation", "Switches one's own notifications of a conversation on again")),
    (Step::Block, ("/{id}/block", "blockConversation", "Blocks the other side: neither writes to the other any more")),
    (Step::Unblock, ("/{id}/unblock", "unblockConversation", "Ends one's own side's blocking of the other")),
    (Step::Take, ("/{id}/take", "takeConversation", "Says to the team that the requester answers")),
    (Step::Release, ("/{id}/release", "releaseConversation", "Says to the team that somebody else may answer")),
];

pub(super) fn routes() -> Routes {
    let typing = Routes::new()
        .action(Method::PUT, "/{id}/typing", typing)
        .named(
            "typeInConversation",
            "Says to the others that the requester is typing an answer",
        )
        .answers(Described::empty());
    CALLS
        .into_iter()
        .fold(typing, |routes, (step, (path, name, summary))| {
            routes
                .action(
                    Method::PUT,
                    path,
                    move |access: Access<Conversation, action::Update>,
                          id: Id<Conversation>,
                          input: Input<Ignored>| take(access, id, input, step),
                )
                .named(name, summary)
                .answers(Described::empty())
        })
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Read,
    Unread,
    Archive,
    Unarchive,
    Mute,
    Unmute,
    Block,
    Unblock,
    Take,
    Release,
}

async fn take(
    access: Access<Conversation, action::Update>,
    id: Id<Conversation>,
    _: Input<Ignored>,
    step: Step,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let side = side_of(tx, rows.ctx(), id.number())?;
            step.happen(tx, rows.ctx(), (id.number(), side))?;
            match step {
                // Whether it was read is a mark beside the other side's message.
                Step::Read | Step::Unread | Step::Block | Step::Unblock => {
                    announce_change(tx, id.number(), None)?;
                }
                Step::Archive
                | Step::Unarchive
                | Step::Mute
                | Step::Unmute
                | Step::Take
                | Step::Release => {
                    announce_change(tx, id.number(), Some(side))?;
                }
            }
            tx.noted();
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

/// `PUT /conversations/{id}/typing`: heard by who listens now, and stored nowhere.
async fn typing(
    access: Access<Conversation, action::Update>,
    id: Id<Conversation>,
    _: Input<Ignored>,
) -> Result<Answer> {
    let rows = access.rows();
    let announcement = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let me = rows.ctx().user_id();
            let side = side_of(connection, rows.ctx(), id.number())?;
            let name: Option<String> = connection
                .prepare_cached("select first_name from users where id = ?1")?
                .query_row([me], |row| row.get(0))?;
            let people = people_of(connection, id.number())?.into_iter();
            Ok(Announcement::Typing {
                typing: Typing {
                    conversation_id: id.number(),
                    side: side.as_str(),
                    name: name.unwrap_or_default(),
                },
                user_ids: people
                    .map(|(user_id, _)| user_id)
                    .filter(|user_id| Some(*user_id) != me)
                    .collect(),
            })
        })
        .await?;
    access.ctx().site.tenant.live.announce(&announcement);
    Ok(Answer::empty())
}

impl Step {
    fn happen(self, tx: &Tx, ctx: &RequestContext, (id, side): (i64, Side)) -> Result<()> {
        let me = ctx.user_id();
        match self {
            Self::Read => mark_read(tx, id, side).map(drop),
            Self::Unread => unread(tx, id, side),
            Self::Archive | Self::Unarchive | Self::Mute | Self::Unmute => mark(tx, self, (me, id)),
            Self::Block => block(tx, me, (id, side), Some(tx.now())),
            Self::Unblock => block(tx, None, (id, side), None),
            Self::Take => answer(tx, me, (id, side)),
            Self::Release => answer(tx, None, (id, side)),
        }
    }
}

/// The last message of the other side counts as unread again.
fn unread(tx: &Tx, id: i64, side: Side) -> Result<()> {
    tx.prepare_cached(
        "update conversation_sides
            set read_id = min(read_id, coalesce((select max(m.id) - 1 from messages m where m.conversation_id = ?1 and m.side <> ?2), read_id))
          where conversation_id = ?1 and side = ?2",
    )?
    .execute((id, side))?;
    Ok(())
}

/// Changes what somebody does with a conversation for themselves.
fn mark(tx: &Tx, step: Step, (user_id, id): (Option<i64>, i64)) -> Result<()> {
    tx.prepare_cached(
        "insert into conversation_marks (conversation_id, user_id) values (?1, ?2) on conflict (user_id, conversation_id) do nothing",
    )?
    .execute((id, user_id))?;
    let (column, value) = match step {
        Step::Archive => ("archived_id", SqlValue::Integer(last_of(tx, id)?)),
        Step::Mute => ("muted_at", SqlValue::Text(tx.now().to_owned())),
        Step::Unarchive => ("archived_id", SqlValue::Null),
        _ => ("muted_at", SqlValue::Null),
    };
    let sql = format!(
        "update conversation_marks set {column} = ?3 where conversation_id = ?1 and user_id = ?2"
    );
    tx.prepare_cached(&sql)?.execute((id, user_id, value))?;
    Ok(())
}

fn last_of(tx: &Tx, id: i64) -> Result<i64> {
    Ok(tx
        .prepare_cached("select coalesce(max(id), 0) from messages where conversation_id = ?1")?
        .query_row([id], |row| row.get(0))?)
}

/// Blocks, or lets through again, in every conversation between the two.
fn block(tx: &Tx, by: Option<i64>, (id, side): (i64, Side), at: Option<&str>) -> Result<()> {
    for conversation in std::iter::once(id).chain(of_same_pair(tx, id)?) {
        tx.prepare_cached(
            "update conversation_sides set blocked_at = ?3, blocked_by_id = ?4 where conversation_id = ?1 and side = ?2",
        )?
        .execute((conversation, side, at, by))?;
        tx.prepare_cached("update conversations set version = version + 1 where id = ?1")?
            .execute([conversation])?;
    }
    Ok(())
}

/// Who of a team answers. A person is no team.
fn answer(tx: &Tx, user_id: Option<i64>, (id, side): (i64, Side)) -> Result<()> {
    if matches!(side, Side::Person | Side::Mentor) {
        return Err(Code::Forbidden.into());
    }
    tx.prepare_cached(
        "update conversation_sides set taken_by_id = ?3 where conversation_id = ?1 and side = ?2",
    )?
    .execute((id, side, user_id))?;
    Ok(())
}
