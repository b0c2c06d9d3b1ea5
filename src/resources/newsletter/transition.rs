//! State machine of newsletters (docs/domain/states.md#newsletters).
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;

use super::{Newsletter, NewsletterStatus, published, send};
use crate::base::clock::{days, later};
use crate::error::Result;
use crate::model::state_machine::{By, Mail, State, Step, Transition};
use crate::policy::Verb;
use crate::text_enum;

use NewsletterEvent as Event;
use NewsletterStatus::{Draft, Paused, Scheduled, Sending, Sent, Stopped};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewsletterEvent {
    Create,
    Schedule,
    Unschedule,
    Start,
    Pause,
    Resume,
    Stop,
    Finish,
}

text_enum!(NewsletterEvent {
    Create = "create",
    Schedule = "schedule",
    Unschedule = "unschedule",
    Start = "start",
    Pause = "pause",
    Resume = "resume",
    Stop = "stop",
    Finish = "finish",
});

text_enum!(NewsletterStatus {
    Draft = "draft",
    Scheduled = "scheduled",
    Sending = "sending",
    Paused = "paused",
    Stopped = "stopped",
    Sent = "sent",
});

const MANAGE: By = By::Operation(Verb::Manage);
/// Days after which nobody is sent it any more.
const DAYS: i64 = 3;

impl State for NewsletterStatus {
    type Resource = Newsletter;
    type Event = NewsletterEvent;
    /// When it is sent, for `schedule`.
    type Input = Option<String>;

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Create, &[], &[Draft], By::Operation(Verb::Create)),
        Transition::on(Event::Schedule, &[Draft], &[Scheduled], MANAGE)
            .says("every required check is met"),
        Transition::on(Event::Unschedule, &[Scheduled], &[Draft], MANAGE),
        Transition::on(Event::Start, &[Scheduled], &[Sending], By::Program)
            .says("a row for each person who is to get it"),
        Transition::on(Event::Pause, &[Sending], &[Paused], MANAGE),
        Transition::on(Event::Resume, &[Paused], &[Sending], MANAGE)
            .says("it goes on for three days"),
        Transition::on(Event::Stop, &[Sending, Paused], &[Stopped], MANAGE)
            .says("who was not sent it does not get it any more"),
        Transition::on(Event::Finish, &[Sending], &[Sent], By::Program)
            .says("its page on the site, if there is to be one"),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let until = later(step.tx.now(), days(DAYS));
        step.tx
            .prepare_cached(
                "update newsletters
                    set status = :status,
                        send_at = case :event when 'schedule' then :send_at when 'unschedule' then null else send_at end,
                        started_at = iif(:event = 'start', :now, started_at),
                        finished_at = iif(:event in ('finish', 'stop'), :now, finished_at),
                        send_until = iif(:event in ('start', 'resume'), :until, send_until),
                        sent_by = iif(:event in ('pause', 'stop'), null, sent_by),
                        version = version + 1, updated_at = :now
                  where id = :id",
            )?
            .execute(named_params! {
                ":id": step.id.number(),
                ":status": step.to,
                ":event": step.event,
                ":send_at": step.input,
                ":until": until,
                ":now": step.tx.now(),
            })?;
        match step.event {
            Event::Start => send::address(step.tx, step.id),
            Event::Stop => send::skip_waiting(step.tx, step.id, "stopped"),
            Event::Finish => published::publish(step.tx, step.id),
            Event::Create | Event::Schedule | Event::Unschedule | Event::Pause | Event::Resume => {
                Ok(())
            }
        }
    }

    fn notify(_: &Step<Self>, _: Mail) -> Result<()> {
        Ok(())
    }
}
