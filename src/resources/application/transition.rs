//! State machine of applications (docs/domain/states.md#applications), and the endpoint that takes its events.
#![deny(clippy::wildcard_enum_match_arm)]

use rusqlite::named_params;

use super::age::validate_age;
use super::apply::{one_open, open_vacancy};
use super::{Application, ApplicationStage, ApplicationStatus, checks, places, school, score};
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::Result;
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Document, Id};
use crate::mail::MailKind;
use crate::model::event_form::EventForm;
use crate::model::state_machine::{
    self, Actor, By, Mail, Reason, ReasonRule, Recipient, State, Step, Transition, mail,
    mail_with_text,
};
use crate::policy::{Role, Verb};
use crate::resources::application::notify::{notify_applicant, notify_organization};
use crate::resources::organization::Organization;
use crate::resources::user::own_account::guardian;
use crate::resources::vacancy::Vacancy;
use crate::text_enum;

use ApplicationEvent as Event;
use ApplicationStage::{
    Accepted, Closed, Completed, InContact, MentorReview, New, Offered, Rejected, Started,
    Unconfirmed, Waitlisted, Withdrawn,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationEvent {
    Apply,
    Register,
    Claim,
    ApproveAsMentor,
    Contact,
    Accept,
    Waitlist,
    Offer,
    AcceptOffer,
    DeclineOffer,
    MissOffer,
    ConfirmMatch,
    Complete,
    Reject,
    Reopen,
    Withdraw,
    Reapply,
    Close,
}

text_enum!(ApplicationEvent {
    Apply = "apply",
    Register = "register",
    Claim = "claim",
    ApproveAsMentor = "approve_as_mentor",
    Contact = "contact",
    Accept = "accept",
    Waitlist = "waitlist",
    Offer = "offer",
    AcceptOffer = "accept_offer",
    DeclineOffer = "decline_offer",
    MissOffer = "miss_offer",
    ConfirmMatch = "confirm_match",
    Complete = "complete",
    Reject = "reject",
    Reopen = "reopen",
    Withdraw = "withdraw",
    Reapply = "reapply",
    Close = "close",
});

text_enum!(ApplicationStage {
    Unconfirmed = "unconfirmed",
    MentorReview = "mentor_review",
    New = "new",
    InContact = "in_contact",
    Waitlisted = "waitlisted",
    Offered = "offered",
    Accepted = "accepted",
    Started = "started",
    Completed = "completed",
    Rejected = "rejected",
    Withdrawn = "withdrawn",
    Closed = "closed",
});

text_enum!(ApplicationStatus {
    Accepted = "accepted",
    Rejected = "rejected",
});

const REASONS_ORGANIZATION: &[&str] = &[
    "no_longer_needed",
    "not_a_fit",
    "no_response_from_you",
    "requirements_not_met",
    "other",
];
const REASONS_MENTOR: &[&str] = &["not_for_this_task", "talk_first", "distance", "other"];
const REASONS_VOLUNTEER: &[&str] = &[
    "found_something_else",
    "not_available",
    "no_response_from_organization",
    "not_what_i_expected",
    "distance",
    "other",
];
const REASONS_PROGRAM: &[&str] = &["vacancy_closed", "organization_closed", "no_answer"];

const DECIDE: By = By::Verb(Verb::Decide);
const APPROVE: By = By::Verb(Verb::Approve);
const WITHDRAW: By = By::Verb(Verb::Withdraw);
/// Why a decision need not say which version was read.
const AS_SENT: &str = "what somebody applied with stays as it was sent";

impl State for ApplicationStage {
    type Resource = Application;
    type Event = ApplicationEvent;
    type Input = ();

    const COLUMN: &'static str = "stage";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Apply, &[], &[New, MentorReview], By::Operation(Verb::Create))
            .says("to a mentor first for a student whose School decides; receipt; checked and written in one transaction with the count of places")
            .mails(&[
                mail(MailKind::ApplicationReceived, Recipient::Applicant),
                mail(MailKind::ApplicationNew, Recipient::Decider),
            ]),
        Transition::on(Event::Apply, &[], &[Waitlisted], By::Operation(Verb::Create))
            .says("no place free and the person wants to wait")
            .mails(&[
                mail(MailKind::ApplicationWaitlisted, Recipient::Applicant),
                mail(MailKind::ApplicationNew, Recipient::Contact),
            ]),
        Transition::on(Event::Register, &[], &[New, MentorReview, Waitlisted], By::Operation(Verb::Register))
            .says("as applying; the person agreed")
            .mails(&[
                mail(MailKind::ApplicationRegistered, Recipient::Applicant),
                mail(MailKind::ApplicationNew, Recipient::Decider),
            ]),
        // Registered by an address whose owner turns out to be a student.
        Transition::on(Event::Claim, &[New], &[MentorReview], By::Link)
            .says("registered by address, claimed by a student whose School decides")
            .mails(&[mail(MailKind::MentorApplicationToApprove, Recipient::Decider)])
            .unrecorded(),
        Transition::on(Event::Contact, &[New], &[InContact], DECIDE)
            .open(AS_SENT)
            .reason(ReasonRule::NoCode)
            .effect(answered, "")
            // A contact by phone needs no email; a written message does.
            .mails(&[mail_with_text(MailKind::ApplicationContacted, Recipient::Applicant)]),
        Transition::on(Event::Accept, &[New, InContact], &[Accepted], DECIDE)
            .open(AS_SENT)
            .reason(ReasonRule::NoCode)
            .check(may_be_accepted, "place free, counted in the same transaction; checks that the vacancy asks for were seen, else 422 missing_check")
            .effect(placed, "may fill the vacancy")
            .mails(&[mail(MailKind::ApplicationAccepted, Recipient::Applicant)]),
        Transition::on(Event::Waitlist, &[New, InContact], &[Waitlisted], DECIDE)
            .open(AS_SENT)
            .reason(ReasonRule::NoCode)
            .effect(answered, "at the end of the waiting list")
            .mails(&[mail(MailKind::ApplicationWaitlisted, Recipient::Applicant)]),
        Transition::on(Event::Offer, &[Waitlisted], &[Offered], By::Program)
            .effect(offered, "the first in line, when a place becomes free; kept for 48 hours, or 24 within five days of the next date; never on that day itself")
            .mails(&[mail(MailKind::ApplicationOffer, Recipient::Applicant)]),
        Transition::on(Event::Offer, &[Waitlisted], &[Offered], DECIDE)
            .open(AS_SENT)
            .reason(ReasonRule::NoCode)
            .guard(places::FIRST_IN_LINE, "the first in line")
            .check(has_place, "place free")
            .effect(offered, "the same, by a person, also on the day itself")
            .mails(&[mail(MailKind::ApplicationOffer, Recipient::Applicant)]),
        Transition::on(Event::AcceptOffer, &[Offered], &[Accepted], WITHDRAW)
            .reason(ReasonRule::NoCode)
            .guard("t.offer_expires_at > :now", "in time")
            .check(may_take_offer, "place counted in the same transaction; checks seen, else 422 missing_check")
            .effect(placed, "may fill the vacancy")
            .mails(&[
                mail(MailKind::ApplicationAccepted, Recipient::Applicant),
                mail(MailKind::ApplicationOfferTaken, Recipient::Contact),
            ]),
        Transition::on(Event::DeclineOffer, &[Offered], &[Withdrawn], WITHDRAW)
            .reason(ReasonRule::Optional(REASONS_VOLUNTEER))
            .effect(left, "the next in line is offered the place")
            .mails(&[
                mail(MailKind::ApplicationWithdrawnReceipt, Recipient::Applicant),
                mail(MailKind::ApplicationWithdrawn, Recipient::Contact),
            ]),
        Transition::on(Event::MissOffer, &[Offered], &[Waitlisted], By::Program)
            .effect(left, "after the deadline: to the end of the line; the next is offered the place")
            .mails(&[
                mail(MailKind::ApplicationWaitlisted, Recipient::Applicant),
                mail(MailKind::ApplicationOfferExpired, Recipient::Contact),
            ]),
        Transition::on(Event::ConfirmMatch, &[Accepted], &[Started], DECIDE)
            .open(AS_SENT)
            .reason(ReasonRule::NoCode)
            .says("it happened, says the organisation"),
        Transition::on(Event::ConfirmMatch, &[Accepted], &[Started], WITHDRAW)
            .reason(ReasonRule::NoCode)
            .says("it happened, says the volunteer"),
        Transition::on(Event::Complete, &[Started], &[Completed], DECIDE)
            .open(AS_SENT)
            .reason(ReasonRule::NoCode),
        Transition::on(Event::Reject, &[New, InContact, Waitlisted], &[Rejected], DECIDE)
            .open(AS_SENT)
            .reason(ReasonRule::Code(REASONS_ORGANIZATION))
            .effect(answered, "")
            .mails(&[mail(MailKind::ApplicationRejected, Recipient::Applicant)]),
        Transition::on(Event::Reject, &[MentorReview], &[Rejected], APPROVE)
            .open(AS_SENT)
            .reason(ReasonRule::Code(REASONS_MENTOR))
            .says("not shown to the organisation")
            .mails(&[mail(MailKind::ApplicationRejected, Recipient::Applicant)]),
        Transition::on(Event::ApproveAsMentor, &[MentorReview], &[New], APPROVE)
            .open(AS_SENT)
            .reason(ReasonRule::NoCode)
            .check(release, "vacancy still open")
            .says("the organisation hears of it")
            .mails(&[
                mail(MailKind::ApplicationReceived, Recipient::Applicant),
                mail(MailKind::ApplicationNew, Recipient::Decider),
            ]),
        Transition::on(Event::Reopen, &[Rejected], &[InContact], DECIDE)
            .open(AS_SENT)
            .reason(ReasonRule::NoCode)
            .guard("t.is_held = 0", "not refused by a School")
            .mails(&[mail_with_text(MailKind::ApplicationContacted, Recipient::Applicant)]),
        // A closed account withdraws what is undecided; an accepted application is left unchanged.
        Transition::on(Event::Withdraw, &[MentorReview], &[Withdrawn], By::Program),
        Transition::on(Event::Withdraw, &[New, InContact, Waitlisted, Offered], &[Withdrawn], By::Program)
            .effect(left, "with the account")
            .mails(&[mail(MailKind::ApplicationWithdrawn, Recipient::Contact)]),
        Transition::on(Event::Withdraw, &[MentorReview], &[Withdrawn], WITHDRAW)
            .reason(ReasonRule::Optional(REASONS_VOLUNTEER))
            .says("the organisation never hears of it")
            .mails(&[mail(MailKind::ApplicationWithdrawnReceipt, Recipient::Applicant)]),
        Transition::on(Event::Withdraw, &[New, InContact, Waitlisted, Offered, Accepted], &[Withdrawn], WITHDRAW)
            .reason(ReasonRule::Optional(REASONS_VOLUNTEER))
            .effect(left, "frees the place")
            .mails(&[
                mail(MailKind::ApplicationWithdrawnReceipt, Recipient::Applicant),
                mail(MailKind::ApplicationWithdrawn, Recipient::Contact),
                // Less than a day before a date, instead of the other.
                mail(MailKind::ApplicationLateWithdrawal, Recipient::Contact),
            ]),
        Transition::on(Event::Reapply, &[Withdrawn], &[New, MentorReview], WITHDRAW)
            .reason(ReasonRule::NoCode)
            .guard(
                "(select coalesce(sum(e.withdrawals), 0) from applications e where e.vacancy_id = t.vacancy_id and (e.id = t.id or e.user_id = t.user_id)) < 2 and not exists (select 1 from applications e where e.vacancy_id = t.vacancy_id and e.user_id = t.user_id and e.stage = 'rejected') and exists (select 1 from vacancies v where v.id = t.vacancy_id and v.status = 'published' and v.expires_at > :now and (v.capacity is null or v.capacity > v.places_taken))",
                "once, and not after a no; vacancy still open with a place",
            )
            .check(may_reapply, "age; consent")
            .mails(&[
                mail(MailKind::ApplicationReceived, Recipient::Applicant),
                mail(MailKind::ApplicationNew, Recipient::Decider),
            ]),
        Transition::on(Event::Close, &[MentorReview, New, InContact, Waitlisted, Offered], &[Closed], By::Program)
            .reason(ReasonRule::Code(REASONS_PROGRAM))
            .effect(closed, "vacancy archived, deleted or over for 30 days; organisation closed; 60 days without any answer")
            .mails(&[mail(MailKind::ApplicationClosed, Recipient::Applicant)]),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        let is_held = school::holder(step.tx, step.id)?.is_some();
        let closed_by = match step.to {
            Rejected if is_held => Some("system"),
            Rejected => Some("organization"),
            Withdrawn => Some("volunteer"),
            Closed => Some("system"),
            Unconfirmed | MentorReview | New | InContact | Waitlisted | Offered | Accepted
            | Started | Completed => None,
        };
        let updated = step
            .tx
            .prepare_cached(
                "update applications
                    set stage = :stage, status = :status, closed_by = :closed_by,
                        reason_code = :reason_code, reason_text = :reason_text,
                        responded_at = case when :is_answer then coalesce(responded_at, :now) when :is_again then null else responded_at end,
                        closed_at = case when :closed_by is not null then :now end,
                        withdrawals = withdrawals + (:stage = 'withdrawn'),
                        waitlist_position = case when :stage = 'waitlisted' then
                            (select coalesce(max(w.waitlist_position), 0) + 1 from applications w
                              where w.vacancy_id = applications.vacancy_id and w.stage = 'waitlisted') end,
                        offer_expires_at = null,
                        accepted_at = case when :stage = 'accepted' then :now else accepted_at end,
                        match_confirmed_at = case when :stage = 'started' then :now else match_confirmed_at end,
                        asked_again_at = case when :is_again then :now else asked_again_at end,
                        version = version + 1, updated_at = :now
                  where id = :id",
            )?
            .execute(named_params! {
                ":id": step.id.number(),
                ":stage": step.to,
                ":status": step.to.status(),
                ":closed_by": closed_by,
                ":reason_code": step.reason.code,
                ":reason_text": step.reason.text,
                // A mentor's decision is not a response of the organisation.
                ":is_answer": !is_held && step.event.is_answer(),
                ":is_again": step.event == Event::Reapply,
                ":now": step.tx.now(),
            });
        one_open(updated)
    }

    fn is_on_behalf(
        tx: &Tx,
        actor: Actor,
        id: Id<Application>,
        event: ApplicationEvent,
    ) -> Result<bool> {
        let Actor::Requester(ctx) = actor else {
            return Ok(false);
        };
        let is_staff = ctx.has(Role::CenterSuperuser) || ctx.has(Role::Admin);
        let is_own = matches!(
            event,
            Event::Withdraw | Event::Reapply | Event::AcceptOffer | Event::DeclineOffer
        );
        Ok(is_staff && !is_own && !is_member(tx, id, ctx.user_id())?)
    }

    fn notify(step: &Step<Self>, mail: Mail) -> Result<()> {
        let (tx, id) = (step.tx, step.id);
        let of_leaving = [
            MailKind::ApplicationWithdrawn,
            MailKind::ApplicationLateWithdrawal,
        ];
        if step.from == Accepted && of_leaving.contains(&mail.kind) {
            let is_late = places::is_late(tx, vacancy_of(step)?)?;
            if is_late != (mail.kind == MailKind::ApplicationLateWithdrawal) {
                return Ok(());
            }
        } else if mail.kind == MailKind::ApplicationLateWithdrawal {
            return Ok(());
        }
        let is_receipt = matches!(
            mail.kind,
            MailKind::ApplicationReceived | MailKind::ApplicationWithdrawnReceipt
        );
        let reason = Some(&step.reason).filter(|_| !is_receipt);
        match mail.to {
            Recipient::Applicant | Recipient::Person => notify_applicant(tx, id, mail.kind, reason),
            Recipient::Decider => school::notify_decider(tx, id),
            Recipient::Contact
            | Recipient::Managers
            | Recipient::ProspectiveManagers
            | Recipient::Center => notify_organization(tx, id, mail.kind, reason),
        }
    }
}

impl ApplicationStage {
    /// The status the API reports.
    pub const fn status(self) -> Option<ApplicationStatus> {
        match self {
            Unconfirmed | MentorReview | New | InContact | Waitlisted | Offered => None,
            Accepted | Started | Completed => Some(ApplicationStatus::Accepted),
            Rejected | Withdrawn | Closed => Some(ApplicationStatus::Rejected),
        }
    }
}

impl ApplicationEvent {
    /// Whether it answers the applicant.
    const fn is_answer(self) -> bool {
        match self {
            Self::Contact | Self::Accept | Self::Waitlist | Self::Reject => true,
            Self::Apply
            | Self::Register
            | Self::Claim
            | Self::ApproveAsMentor
            | Self::Offer
            | Self::AcceptOffer
            | Self::DeclineOffer
            | Self::MissOffer
            | Self::ConfirmMatch
            | Self::Complete
            | Self::Reopen
            | Self::Withdraw
            | Self::Reapply
            | Self::Close => false,
        }
    }
}

/// `PUT /applications/{id}/transition`. The organisation and the centre decide, the volunteer withdraws; the table
/// says which events each may take.
pub async fn take(
    access: Access<Application, action::Read>,
    id: Id<Application>,
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
            let event = Event::parse(&form.event)
                .ok_or_else(|| state_machine::refused::<ApplicationStage>(tx, actor, id))?;
            state_machine::take::<ApplicationStage>(tx, actor, id, event, (form.reason(), ()))?;
            Ok(())
        })
        .await
}

fn vacancy_of(step: &Step<ApplicationStage>) -> Result<Id<Vacancy>> {
    let sql = "select vacancy_id from applications where id = ?1";
    Ok(step
        .tx
        .prepare_cached(sql)?
        .query_row([step.id.number()], |row| row.get(0).map(Id::new))?)
}

fn has_place(step: &mut Step<ApplicationStage>) -> Result<()> {
    places::validate_free(step.tx, vacancy_of(step)?, places::Taken::WithOffers)
}

fn may_be_accepted(step: &mut Step<ApplicationStage>) -> Result<()> {
    has_place(step)?;
    checks::require_seen(step.tx, step.id)
}

fn may_take_offer(step: &mut Step<ApplicationStage>) -> Result<()> {
    places::validate_free(step.tx, vacancy_of(step)?, places::Taken::Only)?;
    checks::require_seen(step.tx, step.id)
}

fn offered(step: &Step<ApplicationStage>) -> Result<()> {
    places::set_deadline(step.tx, step.id, vacancy_of(step)?)
}

fn closed(step: &Step<ApplicationStage>) -> Result<()> {
    score::measure(step.tx, step.id)
}

fn release(step: &mut Step<ApplicationStage>) -> Result<()> {
    still_open(step.tx, step.id)?;
    // The mentor's message to the student is not disclosed to the organisation.
    step.reason = Reason::default();
    school::release(step.tx, step.id)
}

fn may_reapply(step: &mut Step<ApplicationStage>) -> Result<()> {
    let (tx, vacancy_id) = (step.tx, vacancy_of(step)?);
    let user_id: Option<i64> = tx.query_row(
        "select user_id from applications where id = ?1",
        [step.id.number()],
        |row| row.get(0),
    )?;
    if let Some(user_id) = user_id {
        guardian::require_consent(tx, user_id, tx.now())?;
        validate_age(tx, user_id, vacancy_id)?;
    }
    let school_id = school::school_of(tx, user_id)?;
    if school_id.is_some() {
        school::require_no_other(tx, user_id)?;
        step.to = MentorReview;
    }
    school::place(tx, step.id, school_id)
}

fn answered(step: &Step<ApplicationStage>) -> Result<()> {
    score::measure(step.tx, step.id)
}

fn placed(step: &Step<ApplicationStage>) -> Result<()> {
    score::measure(step.tx, step.id)?;
    places::recount(step.tx, vacancy_of(step)?)
}

fn left(step: &Step<ApplicationStage>) -> Result<()> {
    if matches!(step.from, Accepted | Offered) {
        places::recount(step.tx, vacancy_of(step)?)?;
    }
    Ok(())
}

pub fn is_member(tx: &Tx, id: Id<Application>, user_id: Option<i64>) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select exists (select 1 from applications a
                              join roles r on r.scope_type = 'organization' and r.scope_id = a.organization_id and r.accepted_at is not null
                             where a.id = ?1 and r.user_id = ?2)",
        )?
        .query_row((id.number(), user_id), |row| row.get(0))?)
}

/// Refuses a mentor's approval for a vacancy that has closed or filled up in the meantime.
fn still_open(tx: &Tx, id: Id<Application>) -> Result<()> {
    let (vacancy_id, center_id): (i64, i64) = tx.query_row(
        "select v.id, v.volunteer_center_id from applications a join vacancies v on v.id = a.vacancy_id where a.id = ?1",
        [id.number()],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    open_vacancy(tx, Id::new(vacancy_id), center_id).map(|_| ())
}

/// Closes the open applications of a removed vacancy and notifies the applicants, with similar vacancies.
pub fn close_all_for(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<()> {
    open_of(tx, vacancy_id)?
        .into_iter()
        .try_for_each(|id| close(tx, id, "vacancy_closed"))
}

/// Notifies the open applicants of a vacancy that is temporarily offline; their applications stay open.
pub fn pause_all_for(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<()> {
    open_of(tx, vacancy_id)?
        .into_iter()
        .try_for_each(|id| notify_applicant(tx, id, MailKind::ApplicationPaused, None))
}

/// Returns the undecided applications.
pub fn open_of(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<Vec<Id<Application>>> {
    ids(
        tx,
        "select id from applications where vacancy_id = ?1 and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered')",
        vacancy_id.number(),
    )
}

/// Closes the open applications of a removed organisation.
pub fn close_all_of(tx: &Tx, organization_id: Id<Organization>) -> Result<()> {
    let open = ids(
        tx,
        "select id from applications where organization_id = ?1 and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered')",
        organization_id.number(),
    )?;
    open.into_iter()
        .try_for_each(|id| close(tx, id, "organization_closed"))
}

/// Withdraws the open applications of an account that is closed and notifies the organisations. Accepted ones are
/// left unchanged.
pub fn withdraw_all_of(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    let open = ids(
        tx,
        "select id from applications where user_id = ?1 and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered')",
        user_id,
    )?;
    open.into_iter().try_for_each(|id| {
        state_machine::run::<ApplicationStage>(tx, actor_id, id, Event::Withdraw)
    })
}

fn ids(tx: &Tx, sql: &str, of: i64) -> Result<Vec<Id<Application>>> {
    let ids = tx
        .prepare_cached(sql)?
        .query_map([of], |row| Ok(Id::new(row.get(0)?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

pub fn close(tx: &Tx, id: Id<Application>, reason: &str) -> Result<()> {
    let said = (Reason::code(reason), ());
    state_machine::take::<ApplicationStage>(tx, Actor::Program(None), id, Event::Close, said)
}
