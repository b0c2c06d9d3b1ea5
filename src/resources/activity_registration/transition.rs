//! State machine of registrations (docs/domain/states.md#activity-registrations), and the endpoint that takes its events.
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;

use super::places::{self, Room, Target};
use super::sign_up::one_per_date;
use super::{ActivityRegistration, ActivityRegistrationStatus, notify};
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::Result;
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Document, Id};
use crate::mail::MailKind;
use crate::model::event_form::EventForm;
use crate::model::state_machine::{
    self, Actor, By, Mail, ReasonRule, Recipient, State, Step, Transition, mail,
};
use crate::policy::Verb;
use crate::text_enum;

use ActivityRegistrationStatus::{Closed, Offered, Registered, Removed, Waitlisted, Withdrawn};
use RegistrationEvent as Event;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationEvent {
    SignUp,
    WalkIn,
    Offer,
    AcceptOffer,
    RefuseOffer,
    MissOffer,
    GivePlace,
    Withdraw,
    Remove,
    Restore,
    Close,
    HandOver,
    TakeOver,
}

text_enum!(RegistrationEvent {
    SignUp = "sign_up",
    WalkIn = "walk_in",
    Offer = "offer",
    AcceptOffer = "accept_offer",
    RefuseOffer = "refuse_offer",
    MissOffer = "miss_offer",
    GivePlace = "give_place",
    Withdraw = "withdraw",
    Remove = "remove",
    Restore = "restore",
    Close = "close",
    HandOver = "hand_over",
    TakeOver = "take_over",
});

text_enum!(ActivityRegistrationStatus {
    Registered = "registered",
    Waitlisted = "waitlisted",
    Offered = "offered",
    Withdrawn = "withdrawn",
    Removed = "removed",
    Closed = "closed",
});

/// What is offered, and who has a place from now on.
#[derive(Debug, Clone, Default)]
pub struct OfferTerms {
    pub size: i64,
    pub expires_at: String,
    /// Who takes over a place that is handed to them.
    pub successor: Option<String>,
}

const MANAGE: By = By::Verb(Verb::Manage);
const WITHDRAW: By = By::Verb(Verb::Withdraw);

/// Guard over `t`: a date of it is still to come, or goes on.
const NOT_OVER: &str = "exists (select 1 from activity_occurrences o where o.activity_id = t.activity_id and coalesce(t.occurrence_id, o.id) = o.id and o.ends_at > :now)";

/// Guard over `t`: a date of it has not begun.
const NOT_BEGUN: &str = "exists (select 1 from activity_occurrences o where o.activity_id = t.activity_id and coalesce(t.occurrence_id, o.id) = o.id and o.starts_at > :now)";

impl State for ActivityRegistrationStatus {
    type Resource = ActivityRegistration;
    type Event = RegistrationEvent;
    type Input = OfferTerms;

    const COLUMN: &'static str = "status";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::SignUp, &[], &[Registered], By::Operation(Verb::Create))
            .says("a place is free and nobody waits; written in one transaction with the count of places")
            .mails(&[mail(MailKind::ActivityRegistered, Recipient::Person)]),
        Transition::on(Event::SignUp, &[], &[Waitlisted], By::Operation(Verb::Create))
            .says("no place is free, or others wait: at the end of the line")
            .mails(&[mail(MailKind::ActivityWaitlisted, Recipient::Person)]),
        Transition::on(Event::WalkIn, &[], &[Registered], By::Operation(Verb::Manage))
            .says("by name, by who runs it"),
        Transition::on(Event::Offer, &[Waitlisted], &[Offered], By::Program)
            .says("the next in line, when a place becomes free; kept for 48 hours, 24 within five days, 2 on the day before; never on the day itself")
            .mails(&[mail(MailKind::ActivityWaitlistOffer, Recipient::Person)]),
        Transition::on(Event::AcceptOffer, &[Offered], &[Registered], WITHDRAW)
            .reason(ReasonRule::NoCode)
            .guard("t.offer_expires_at > :now", "in time")
            .effect(settled, "comes with as many as were offered")
            .mails(&[mail(MailKind::ActivityRegistered, Recipient::Person)]),
        Transition::on(Event::RefuseOffer, &[Offered], &[Withdrawn, Waitlisted], WITHDRAW)
            .reason(ReasonRule::NoCode)
            .check(stays_in_line, "asked to come with fewer: stays in line for the whole party")
            .effect(settled, "the next in line is offered the place"),
        Transition::on(Event::MissOffer, &[Offered], &[Waitlisted], By::Program)
            .effect(settled, "after the deadline: asked again only after all behind"),
        Transition::on(Event::GivePlace, &[Waitlisted, Offered], &[Registered], MANAGE)
            .reason(ReasonRule::NoCode)
            .guard(NOT_OVER, "not over")
            .check(has_place, "places free, counted in the same transaction")
            .effect(settled, "also on the day itself")
            .mails(&[mail(MailKind::ActivityRegistered, Recipient::Person)]),
        Transition::on(Event::Withdraw, &[Registered, Waitlisted, Offered], &[Withdrawn], WITHDRAW)
            .reason(ReasonRule::NoCode)
            .guard(NOT_BEGUN, "not begun")
            .effect(settled, "frees the place")
            // To the contact only of a place, and within the organiser's limit.
            .mails(&[
                mail(MailKind::ActivityWithdrawnReceipt, Recipient::Person),
                mail(MailKind::ActivityWithdrawnLate, Recipient::Contact),
            ]),
        Transition::on(Event::Withdraw, &[Registered, Waitlisted, Offered], &[Withdrawn], By::Program)
            .effect(settled, "with the account"),
        Transition::on(Event::Remove, &[Registered, Waitlisted, Offered], &[Removed], MANAGE)
            .reason(ReasonRule::NoCode)
            .effect(settled, "frees the place")
            .mails(&[mail(MailKind::ActivityRemoved, Recipient::Person)]),
        Transition::on(Event::Restore, &[Removed], &[Registered, Waitlisted], MANAGE)
            .reason(ReasonRule::NoCode)
            .guard(NOT_OVER, "not over")
            .check(comes_back, "with a place where one is free and nobody waits; else at the end of the line")
            .effect(settled, "")
            // The one of the two that is so.
            .mails(&[
                mail(MailKind::ActivityRegistered, Recipient::Person),
                mail(MailKind::ActivityWaitlisted, Recipient::Person),
            ]),
        Transition::on(Event::HandOver, &[Registered], &[Withdrawn], By::Program)
            .guard(NOT_BEGUN, "not begun")
            .says("another person takes the place by the link of a mail; nobody of the line is asked")
            // To the contact only within the organiser's limit.
            .mails(&[
                mail(MailKind::ActivityWithdrawnReceipt, Recipient::Person),
                mail(MailKind::ActivityWithdrawnLate, Recipient::Contact),
            ]),
        Transition::on(Event::TakeOver, &[], &[Registered], By::Program)
            .says("the place that another handed over")
            .mails(&[mail(MailKind::ActivityRegistered, Recipient::Person)]),
        Transition::on(Event::Close, &[Registered, Waitlisted, Offered], &[Closed], By::Program)
            .says("the date or the activity was cancelled, and they were told; a date that is put back does not bring them back"),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let (tx, now) = (step.tx, step.tx.now());
        let target = Target::of(tx, step.id)?;
        let is_late = step.event == Event::Withdraw
            && step.from == Registered
            && places::is_late(tx, target, now)?;
        let line_up = step.event == Event::Restore && step.to == Waitlisted;
        let order = if line_up {
            Some(places::end_of_line(tx, target)?)
        } else {
            None
        };
        let is_offer = step.event == Event::Offer;
        let updated = tx
            .prepare_cached(
                "update activity_registrations
                    set status = :status,
                        party_size = case when :event = 'accept_offer' then coalesce(offered_size, party_size) else party_size end,
                        refused_size = case when :event = 'refuse_offer' then max(refused_size, coalesce(offered_size, 0)) else refused_size end,
                        silences = silences + (:event = 'miss_offer'),
                        waitlist_order = coalesce(:order, waitlist_order),
                        needs_yes = needs_yes and :status <> 'registered',
                        offered_size = iif(:is_offer, :size, null),
                        offer_expires_at = iif(:is_offer, :expires_at, null),
                        asked_at = iif(:is_offer, :now, asked_at),
                        is_late_withdrawal = is_late_withdrawal or :is_late,
                        version = version + 1, updated_at = :now
                  where id = :id",
            )?
            .execute(named_params! {
                ":id": step.id.number(),
                ":status": step.to,
                ":event": step.event.as_str(),
                ":order": order,
                ":is_offer": is_offer,
                ":size": step.input.size,
                ":expires_at": step.input.expires_at,
                ":is_late": is_late,
                ":now": now,
            });
        one_per_date(updated).map(drop)
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        match mail.to {
            Recipient::Person | Recipient::Applicant => {
                let is_other = (mail.kind == MailKind::ActivityRegistered && step.to != Registered)
                    || (mail.kind == MailKind::ActivityWaitlisted && step.to != Waitlisted);
                if is_other {
                    return Ok(());
                }
                notify::of_step(step, mail.kind)
            }
            Recipient::Contact
            | Recipient::Managers
            | Recipient::ProspectiveManagers
            | Recipient::Decider
            | Recipient::Center => notify::late_withdrawal(step),
        }
    }
}

/// `PUT /activity_registrations/{id}/transition`.
pub async fn take(
    access: Access<ActivityRegistration, action::Read>,
    id: Id<ActivityRegistration>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    access
        .ctx()
        .require_own_words("message", form.message.as_deref())?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let actor = Actor::Requester(rows.ctx());
            let event = Event::parse(&form.event).ok_or_else(|| {
                state_machine::refused::<ActivityRegistrationStatus>(tx, actor, id)
            })?;
            let said = (form.reason(), OfferTerms::default());
            state_machine::take::<ActivityRegistrationStatus>(tx, actor, id, event, said)
        })
        .await
}

fn settled(step: &Step<ActivityRegistrationStatus>) -> Result<()> {
    places::settle(step.tx, Target::of(step.tx, step.id)?)
}

/// How many people come, and how many of their places are kept already.
fn size_of(tx: &Tx, id: Id<ActivityRegistration>) -> Result<(i64, i64)> {
    Ok(tx
        .prepare_cached(
            "select party_size, coalesce(offered_size, 0) from activity_registrations where id = ?1",
        )?
        .query_row([id.number()], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

fn stays_in_line(step: &mut Step<ActivityRegistrationStatus>) -> Result<()> {
    let (party, offered) = size_of(step.tx, step.id)?;
    if offered < party {
        step.to = Waitlisted;
    }
    Ok(())
}

fn has_place(step: &mut Step<ActivityRegistrationStatus>) -> Result<()> {
    let room = Room::of(step.tx, Target::of(step.tx, step.id)?, step.tx.now())?;
    room.require_live()?;
    let (party, offered) = size_of(step.tx, step.id)?;
    if room.holds(party - offered) {
        Ok(())
    } else {
        Err(room.full())
    }
}

fn comes_back(step: &mut Step<ActivityRegistrationStatus>) -> Result<()> {
    let target = Target::of(step.tx, step.id)?;
    let room = Room::of(step.tx, target, step.tx.now())?;
    room.require_live()?;
    let (party, _) = size_of(step.tx, step.id)?;
    if !places::fits(step.tx, target, &room, party)? {
        step.to = Waitlisted;
    }
    Ok(())
}

/// Withdraws what somebody whose account closes still has.
pub(super) fn withdraw_all_of(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    let open: Vec<i64> = tx
        .prepare_cached(
            "select r.id from activity_registrations r
              where r.user_id = ?1 and r.status in ('registered', 'waitlisted', 'offered')
                and exists (select 1 from activity_occurrences o
                             where o.activity_id = r.activity_id and coalesce(r.occurrence_id, o.id) = o.id and o.ends_at > ?2)",
        )?
        .query_map((user_id, tx.now()), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    open.into_iter().try_for_each(|id| {
        let event = Event::Withdraw;
        state_machine::run::<ActivityRegistrationStatus>(tx, actor_id, Id::new(id), event)
    })
}
