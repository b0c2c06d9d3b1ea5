//! Takes a mail that came in (docs/domain/mails.md#mail-that-comes-in): the work of `voluntr mail receive`.

use std::sync::Arc;

use crate::app::App;
use crate::app::access::{Access, action};
use crate::app::tenancy::tenant::Tenant;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::mail::receive::{Content, ReceivedMail};
use crate::mail::reply_address::{self, InboundMail};
use crate::resources::conversation::message::Message;
use crate::resources::conversation::received::{
    Answer, Participant, Received, Refusal, find_held, heed_report, hold, is_held, participant_at,
    record, refuse, whose_rights, write_as_guest, write_as_person,
};

/// Longest message, in characters, as its form says.
const LONGEST: usize = 5000;
const WHY: &str = "the key in the address says whose mail it is";

/// Takes one mail, delivered to this address or, if the mail server did not say so, to one of its headers.
pub async fn receive_mail(
    app: &Arc<App>,
    tenant: &Arc<Tenant>,
    raw: &[u8],
    recipient: Option<&str>,
) -> Result<Received> {
    let db = tenant.unguarded(WHY);
    let Some(mail) = ReceivedMail::parse(raw) else {
        return Ok(Received::Unreadable);
    };
    let Some(inbound) = db.read(|tx| Ok(InboundMail::find(tx)?)).await? else {
        return Ok(Received::UnknownAddress);
    };
    let address = match recipient {
        Some(recipient) => Some(recipient.to_ascii_lowercase()),
        None => mail
            .recipients
            .iter()
            .find(|one| inbound.is_at(one))
            .cloned(),
    };
    let Some(address) = address.filter(|address| inbound.is_at(address)) else {
        return Ok(Received::UnknownAddress);
    };
    let (id_hash, body_hash) = (mail.id_hash(&address), mail.body_hash(&address));
    if let Content::Report(report) = mail.content {
        return db
            .write(move |tx| heed_report(tx, &report, id_hash.as_deref()))
            .await;
    }
    let at = address.clone();
    let participant = db
        .read(move |connection| participant_at(connection, &inbound, &at))
        .await?;
    let answer = |participant, body: &str| Answer {
        participant,
        from: mail.from.first().cloned(),
        body: body.to_owned(),
        id_hash: id_hash.clone(),
        body_hash: body_hash.clone(),
    };
    let (text, has_attachments) = match &mail.content {
        Content::Automatic(sign) => {
            if let Some(participant) = participant {
                let (answer, sign) = (answer(participant, ""), *sign);
                db.write(move |tx| record(tx, &answer, ("dropped", Some(sign))))
                    .await?;
            }
            return Ok(Received::Dropped(sign));
        }
        Content::Reply {
            text,
            has_attachments,
        } => (text, *has_attachments),
        Content::Report(_) => return Ok(Received::Report),
    };
    let Some(participant) = participant else {
        return Ok(if reply_address::is_bounce_mailbox(&address) {
            Received::Dropped("no_report")
        } else {
            Received::UnknownAddress
        });
    };
    let from = mail.from.clone();
    let is_own = db
        .read(move |connection| participant.is_sender(connection, &from))
        .await?;
    let answer = answer(participant, text);
    let refusal = if text.is_empty() {
        Some(Refusal::Empty)
    } else if has_attachments {
        Some(Refusal::Attachments)
    } else if text.chars().count() > LONGEST {
        Some(Refusal::TooLong)
    } else {
        None
    };
    if !is_own {
        return db.write(move |tx| hold(tx, &answer, refusal)).await;
    }
    let outcome = if let Some(refusal) = refusal {
        Err(refusal)
    } else {
        let taken = answer.clone();
        let recorded = move |tx: &Tx| record(tx, &taken, ("taken", None));
        write(app, tenant, &answer, recorded).await?
    };
    match outcome {
        Ok(Some(message)) => Ok(Received::Taken(message)),
        Ok(None) => Ok(Received::Known),
        Err(refusal) => {
            let is_new = db.write(move |tx| refuse(tx, &answer, refusal)).await?;
            Ok(if is_new {
                Received::Refused(refusal)
            } else {
                Received::Known
            })
        }
    }
}

/// Writes an answer in its conversation with the rights of who wrote it; `recorded` gives none where it is there already.
async fn write(
    app: &Arc<App>,
    tenant: &Arc<Tenant>,
    answer: &Answer,
    recorded: impl FnOnce(&Tx) -> Result<Option<i64>> + Send + 'static,
) -> Result<std::result::Result<Option<i64>, Refusal>> {
    let Participant {
        conversation,
        side,
        user_id,
    } = answer.participant;
    let db = tenant.unguarded(WHY);
    let answer = answer.clone();
    let written = match user_id {
        None => {
            db.write(move |tx| match recorded(tx)? {
                Some(received) => write_as_guest(tx, &answer, received).map(Some),
                None => Ok(None),
            })
            .await
        }
        Some(user_id) => {
            let whose = db
                .read(move |connection| whose_rights(connection, (conversation, side), user_id))
                .await?;
            let Some((center_id, organization_id)) = whose else {
                return Ok(Err(Refusal::Closed));
            };
            let who = (user_id, center_id, organization_id);
            match Access::<Message, action::Create>::as_person(app, tenant, who).await {
                Err(error) => Err(error),
                Ok(access) => {
                    access
                        .write(move |tx, rows| match recorded(tx)? {
                            Some(received) => {
                                write_as_person(tx, rows, &answer, received).map(Some)
                            }
                            None => Ok(None),
                        })
                        .await
                }
            }
        }
    };
    match written {
        Ok(message) => Ok(Ok(message)),
        Err(error) => Refusal::of(error).map(Err),
    }
}

/// Writes a mail that was held as the answer of who was asked; 404 where there is none.
pub async fn accept_held_mail(app: &Arc<App>, tenant: &Arc<Tenant>, id: i64) -> Result<Received> {
    let answer = tenant
        .unguarded(WHY)
        .read(move |connection| find_held(connection, id))
        .await?
        .ok_or(Code::NotFound)?;
    let still_held = move |tx: &Tx| Ok(is_held(tx, id)?.then_some(id));
    Ok(match write(app, tenant, &answer, still_held).await? {
        Ok(Some(message)) => Received::Taken(message),
        Ok(None) => Received::Known,
        Err(refusal) => Received::Refused(refusal),
    })
}
