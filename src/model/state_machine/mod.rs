//! State machines: the table of transitions of each, and the only code that executes them. A transition checks the
//! right, the state and the guard, then the reason; it writes the row, the history and the audit log, applies its
//! effect and queues its mails, all in one transaction (docs/domain/states.md).
#![deny(clippy::wildcard_enum_match_arm)]

mod description;

use rusqlite::Connection;
use rusqlite::types::{FromSql, Value as SqlValue};

use crate::app::access::RequestContext;
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::write::store::is_within;
use crate::jsonapi::{self, AuthContext, Id, Resource, SystemActor, Visibility, table};
use crate::mail::MailKind;
use crate::model::state_history::{self, record};
use crate::policy::Verb;

pub use description::{Machine, MachineRow, describe, document, event_schema};

/// The states of a machine: the values of one column of a resource.
pub trait State: TextEnum + FromSql {
    type Resource: Resource;
    type Event: TextEnum;
    /// What an event takes besides a reason.
    type Input: Default;

    const COLUMN: &'static str;
    const TRANSITIONS: &'static [Transition<Self>];
    /// The attributes of the request with the event and with the text of the reason.
    const EVENT_FIELD: &'static str = "event";
    const TEXT_FIELD: &'static str = "message";

    /// Whether some transition leads from this state to `next`.
    fn may_become(self, next: Self) -> bool {
        let leads = |row: &Transition<Self>| row.from.contains(&self) && row.to.contains(&next);
        Self::TRANSITIONS.iter().any(leads)
    }

    fn current(connection: &Connection, id: Id<Self::Resource>) -> Result<Self> {
        let sql = format!(
            "select {} from {} where id = ?1",
            Self::COLUMN,
            Self::Resource::TYPE
        );
        let mut statement = connection.prepare_cached(&sql)?;
        Ok(statement.query_row([id.number()], |row| row.get(0))?)
    }

    /// Writes the new state and what depends on it into the row.
    fn write(step: &Step<Self>) -> Result<()>;

    /// The words of the history for the old and the new state.
    fn recorded(step: &Step<Self>) -> Result<(&'static str, &'static str)> {
        Ok((step.from.as_str(), step.to.as_str()))
    }

    /// Whether the history marks the event as taken by a centre on behalf of an organisation.
    fn is_on_behalf(
        _tx: &Tx,
        _actor: Actor,
        _id: Id<Self::Resource>,
        _event: Self::Event,
    ) -> Result<bool> {
        Ok(false)
    }

    /// Queues one mail of the table.
    fn notify(step: &Step<Self>, mail: Mail) -> Result<()>;
}

/// Row of a table of transitions. Texts are for the documentation, in English.
pub struct Transition<S: State> {
    pub event: S::Event,
    /// Empty where the event creates the row.
    pub from: &'static [S],
    /// With several, the check chooses; the first is the default.
    pub to: &'static [S],
    pub by: By,
    /// Condition besides the state: SQL over `t`.
    pub guard: &'static str,
    pub guard_text: &'static str,
    pub reason: ReasonRule,
    /// Validates and prepares, before anything of the transition is written.
    pub check: Option<Check<S>>,
    pub check_text: &'static str,
    /// Applies the consequences, after the history is written.
    pub effect: Option<Effect<S>>,
    pub effect_text: &'static str,
    pub mails: &'static [Mail],
    /// Whether the history shows it.
    pub is_recorded: bool,
    /// Why whoever judges need not say which version they read; see `By::judges`.
    pub open: Option<&'static str>,
}

pub type Check<S> = for<'a> fn(&mut Step<'a, S>) -> Result<()>;
pub type Effect<S> = for<'a> fn(&Step<'a, S>) -> Result<()>;

/// Who may take a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Actors with this verb on the row; shown in `meta.transitions`.
    Verb(Verb),
    /// Actors with this verb, through an operation of its own that has checked it.
    Operation(Verb),
    /// Whoever holds the link of a mail.
    Link,
    /// The program: a job, or the consequence of another transition.
    Program,
}

impl By {
    /// Whether those who take it judge what somebody else wrote. They have to name the version that they read, unless
    /// the transition says why not (`Transition::open`).
    pub const fn judges(self) -> bool {
        match self {
            Self::Verb(verb) | Self::Operation(verb) => {
                matches!(
                    verb,
                    Verb::Approve | Verb::Decide | Verb::Govern | Verb::Receive
                )
            }
            Self::Link | Self::Program => false,
        }
    }
}

/// Mail, and the notification in the app that goes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mail {
    pub kind: MailKind,
    pub to: Recipient,
    /// Sent only with the text of a reason.
    pub needs_text: bool,
}

pub const fn mail(kind: MailKind, to: Recipient) -> Mail {
    Mail {
        kind,
        to,
        needs_text: false,
    }
}

pub const fn mail_with_text(kind: MailKind, to: Recipient) -> Mail {
    Mail {
        kind,
        to,
        needs_text: true,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipient {
    /// Who applied.
    Applicant,
    /// The contact person of the vacancy, else everybody who manages the organisation.
    Contact,
    /// Everybody who manages the organisation.
    Managers,
    /// Also those who will manage it once their address is confirmed.
    ProspectiveManagers,
    /// Whoever has to act on an application: the mentors while the School holds it, else the contact.
    Decider,
    /// The superusers of the centre.
    Center,
    /// The person whose row it is.
    Person,
}

impl Recipient {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Applicant => "the applicant",
            Self::Contact => "the contact",
            Self::Managers | Self::ProspectiveManagers => "the managers",
            Self::Decider => "the mentor or the contact",
            Self::Center => "the centre",
            Self::Person => "the person",
        }
    }
}

/// Which reason an event takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReasonRule {
    /// Recorded as given.
    Free,
    /// No code; a text is recorded.
    NoCode,
    /// A code of the list, if any.
    Optional(&'static [&'static str]),
    /// The same; the code `other` takes a text.
    OptionalOtherInText(&'static [&'static str]),
    /// A code of the list.
    Code(&'static [&'static str]),
    /// A code of the list or a text.
    CodeOrText(&'static [&'static str]),
    /// A code of the list and a text.
    CodeAndText(&'static [&'static str]),
    Text,
}

impl ReasonRule {
    pub const fn codes(self) -> &'static [&'static str] {
        match self {
            Self::Free | Self::NoCode | Self::Text => &[],
            Self::Optional(codes)
            | Self::OptionalOtherInText(codes)
            | Self::Code(codes)
            | Self::CodeOrText(codes)
            | Self::CodeAndText(codes) => codes,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Free | Self::NoCode => "",
            Self::Optional(_) => "reason optional",
            Self::OptionalOtherInText(_) => "reason optional, `other` in words",
            Self::Code(_) => "reason",
            Self::CodeOrText(_) => "reason or message",
            Self::CodeAndText(_) => "reason, also in words",
            Self::Text => "message",
        }
    }

    /// Longest text of a reason, in characters.
    const LONGEST: usize = 2000;

    fn validate(self, text_field: &str, reason: &Reason) -> Result<()> {
        let missing = |field: &str, rule: &str| {
            FieldFault::attribute(field, rule).with("allowed", self.codes().to_vec())
        };
        let mut faults = Vec::new();
        let (code, text) = (reason.code.as_deref(), reason.text.as_deref());
        match (self, code) {
            (Self::Free | Self::Text, _)
            | (
                Self::NoCode
                | Self::Optional(_)
                | Self::OptionalOtherInText(_)
                | Self::CodeOrText(_),
                None,
            ) => {}
            (Self::Code(_) | Self::CodeAndText(_), None) => {
                faults.push(missing("reason_code", "reason_required"));
            }
            (
                Self::NoCode
                | Self::Optional(_)
                | Self::OptionalOtherInText(_)
                | Self::Code(_)
                | Self::CodeOrText(_)
                | Self::CodeAndText(_),
                Some(code),
            ) => {
                if !self.codes().contains(&code) {
                    faults.push(missing("reason_code", "choice"));
                }
            }
        }
        match self {
            Self::Text if text.is_none() => {
                faults.push(FieldFault::attribute(text_field, "reason_required"));
            }
            Self::OptionalOtherInText(_) if text.is_none() && code == Some("other") => {
                faults.push(FieldFault::attribute(text_field, "reason_required"));
            }
            Self::CodeAndText(_) if text.is_none() => {
                faults.push(FieldFault::attribute(text_field, "reason_words"));
            }
            Self::CodeOrText(_) if text.is_none() && code.is_none() => {
                faults.push(missing("reason_code", "reason_required"));
            }
            Self::Free
            | Self::NoCode
            | Self::Optional(_)
            | Self::OptionalOtherInText(_)
            | Self::Code(_)
            | Self::CodeOrText(_)
            | Self::CodeAndText(_)
            | Self::Text => {}
        }
        if text.is_some_and(|text| text.chars().count() > Self::LONGEST) {
            faults.push(FieldFault::attribute(text_field, "length").with("max", Self::LONGEST));
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid(faults))
        }
    }
}

/// Reason given for a transition.
#[derive(Debug, Clone, Default)]
pub struct Reason {
    pub code: Option<String>,
    pub text: Option<String>,
}

impl Reason {
    pub fn code(code: &str) -> Self {
        Self {
            code: Some(code.to_owned()),
            text: None,
        }
    }
}

/// Who takes a transition.
#[derive(Clone, Copy)]
pub enum Actor<'a> {
    /// Needs the verb of the transition.
    Requester(&'a RequestContext),
    /// The program, or an operation that has checked the right itself; with the user on whose request it is.
    Program(Option<i64>),
}

impl Actor<'_> {
    /// For writes through the engine.
    pub fn auth(&self) -> &dyn AuthContext {
        match self {
            Self::Requester(ctx) => *ctx,
            Self::Program(_) => &SystemActor,
        }
    }

    pub fn user_id(self) -> Option<i64> {
        match self {
            Self::Requester(ctx) => ctx.user_id(),
            Self::Program(user_id) => user_id,
        }
    }
}

/// A transition that is being taken.
pub struct Step<'a, S: State> {
    pub tx: &'a Tx<'a>,
    pub id: Id<S::Resource>,
    pub event: S::Event,
    pub from: S,
    pub to: S,
    pub actor: Actor<'a>,
    pub reason: Reason,
    pub input: S::Input,
    /// Whether a centre acts on behalf of an organisation.
    pub is_on_behalf: bool,
}

/// Takes an event that `actor` may take now; 422 with the possible events otherwise.
pub fn take<'a, S: State>(
    tx: &'a Tx<'a>,
    actor: Actor<'a>,
    id: Id<S::Resource>,
    event: S::Event,
    (reason, input): (Reason, S::Input),
) -> Result<()> {
    let from = S::current(tx, id)?;
    let Some(row) = find((tx, tx.now()), actor, id, event, from)? else {
        return Err(refused::<S>(tx, actor, id));
    };
    if let Actor::Requester(ctx) = actor
        && row.demands_version()
    {
        ctx.require_read(id)?;
    }
    let to = row.to.first().copied().unwrap_or(from);
    let is_on_behalf = S::is_on_behalf(tx, actor, id, event)?;
    let step = Step {
        tx,
        id,
        event,
        from,
        to,
        actor,
        reason,
        input,
        is_on_behalf,
    };
    execute(row, step)
}

/// Takes an event on behalf of the program, without a reason.
pub fn run<'a, S: State>(
    tx: &'a Tx<'a>,
    actor_id: Option<i64>,
    id: Id<S::Resource>,
    event: S::Event,
) -> Result<()> {
    let said = (Reason::default(), S::Input::default());
    take::<S>(tx, Actor::Program(actor_id), id, event, said)
}

/// Whether the actor may take the event on this row now.
pub fn may<S: State>(
    at: (&Connection, &str),
    actor: Actor,
    id: Id<S::Resource>,
    event: S::Event,
) -> Result<bool> {
    let from = S::current(at.0, id)?;
    Ok(find(at, actor, id, event, from)?.is_some())
}

fn find<S: State>(
    at: (&Connection, &str),
    actor: Actor,
    id: Id<S::Resource>,
    event: S::Event,
    from: S,
) -> Result<Option<&'static Transition<S>>> {
    for row in S::TRANSITIONS {
        if row.event == event && row.from.contains(&from) && row.is_open(at, actor, id)? {
            return Ok(Some(row));
        }
    }
    Ok(None)
}

fn execute<S: State>(row: &'static Transition<S>, mut step: Step<S>) -> Result<()> {
    row.reason.validate(S::TEXT_FIELD, &step.reason)?;
    if let Some(check) = row.check {
        check(&mut step)?;
    }
    S::write(&step)?;
    finish(row, &step)
}

/// History, effect and mails, once the row is written.
fn finish<S: State>(row: &Transition<S>, step: &Step<S>) -> Result<()> {
    if row.is_recorded {
        let (from, to) = S::recorded(step)?;
        write_history(step, Some(from), to)?;
    }
    if let Some(effect) = row.effect {
        effect(step)?;
    }
    row.mails
        .iter()
        .filter(|mail| !mail.needs_text || step.reason.text.is_some())
        .try_for_each(|mail| S::notify(step, *mail))
}

/// Completes a transition of the table whose row is written by the operation itself, as part of a larger change.
pub fn written<'a, S: State>(
    tx: &'a Tx<'a>,
    actor_id: Option<i64>,
    id: Id<S::Resource>,
    event: S::Event,
    states: (S, S),
) -> Result<()> {
    written_with(tx, actor_id, id, event, states, S::Input::default())
}

/// The same with what the event takes.
pub fn written_with<'a, S: State>(
    tx: &'a Tx<'a>,
    actor_id: Option<i64>,
    id: Id<S::Resource>,
    event: S::Event,
    (from, to): (S, S),
    input: S::Input,
) -> Result<()> {
    let leads = |row: &&Transition<S>| {
        row.event == event && row.from.contains(&from) && row.to.contains(&to)
    };
    let row = S::TRANSITIONS
        .iter()
        .find(leads)
        .ok_or(Code::InvalidTransition)?;
    let step = Step {
        tx,
        id,
        event,
        from,
        to,
        actor: Actor::Program(actor_id),
        reason: Reason::default(),
        input,
        is_on_behalf: false,
    };
    finish(row, &step)
}

fn write_history<S: State>(step: &Step<S>, from: Option<&str>, to: &str) -> Result<()> {
    record(
        step.tx,
        &state_history::Step {
            subject: (S::Resource::TYPE, step.id.number()),
            event: step.event.as_str(),
            from,
            to,
            actor_id: step.actor.user_id(),
            is_on_behalf: step.is_on_behalf,
            reason_code: step.reason.code.as_deref(),
            reason_text: step.reason.text.as_deref(),
        },
    )
}

/// Begins the history of a new row, by a transition of the table that creates it.
pub fn begin<S: State>(
    tx: &Tx,
    actor_id: Option<i64>,
    id: Id<S::Resource>,
    event: S::Event,
) -> Result<()> {
    let to = S::current(tx, id)?;
    let creates =
        |row: &Transition<S>| row.event == event && row.from.is_empty() && row.to.contains(&to);
    if !S::TRANSITIONS.iter().any(creates) {
        return Err(Error::internal(
            "a row begins with a transition of its table",
        ));
    }
    let step = Step {
        tx,
        id,
        event,
        from: to,
        to,
        actor: Actor::Program(actor_id),
        reason: Reason::default(),
        input: S::Input::default(),
        is_on_behalf: false,
    };
    write_history(&step, None, to.as_str())
}

/// 422 with the events that are possible now.
pub fn refused<S: State>(tx: &Tx, actor: Actor, id: Id<S::Resource>) -> Error {
    match actor {
        Actor::Requester(ctx) => match possible(tx, ctx, id) {
            Ok(allowed) => Error::from(Code::InvalidTransition)
                .with("allowed", allowed)
                .at(&format!("/data/attributes/{}", S::EVENT_FIELD)),
            Err(error) => error,
        },
        Actor::Program(_) => refused_at::<S>((tx, tx.now()), id),
    }
}

/// The same with the events of this machine that somebody with the verb could take.
pub fn refused_at<S: State>(at: (&Connection, &str), id: Id<S::Resource>) -> Error {
    let open = || -> Result<Vec<&'static str>> {
        let from = S::current(at.0, id)?;
        let mut events = Vec::new();
        for row in S::TRANSITIONS {
            let event = row.event.as_str();
            if matches!(row.by, By::Verb(_))
                && row.from.contains(&from)
                && !events.contains(&event)
                && row.is_open(at, Actor::Program(None), id)?
            {
                events.push(event);
            }
        }
        Ok(events)
    };
    match open() {
        Ok(allowed) => Error::from(Code::InvalidTransition).with("allowed", allowed),
        Err(error) => error,
    }
}

/// Events that the requester may take on this row: those of all its machines whose condition holds and whose verb is
/// granted.
pub fn possible<R: Resource>(
    tx: &Tx,
    ctx: &RequestContext,
    id: Id<R>,
) -> Result<Vec<&'static str>> {
    let table = table::<R>();
    let Some(visibility) = ctx.visibility(R::TYPE) else {
        return Ok(Vec::new());
    };
    let mut events = Vec::new();
    for transition in &table.transitions {
        let Some(rows) = granted(&visibility, transition.verb) else {
            continue;
        };
        let condition = format!("({}) and ({rows})", transition.when);
        if !events.contains(&transition.event)
            && is_within(tx, ctx, table, id.number(), &condition)?
        {
            events.push(transition.event);
        }
    }
    Ok(events)
}

fn granted<'a>(visibility: &'a Visibility, verb: &str) -> Option<&'a str> {
    let mut can = visibility.can.iter();
    can.find(|(word, _)| *word == verb)
        .map(|(_, rows)| rows.as_str())
}

/// The program as the engine sees it: it knows the time of the transaction.
struct ProgramAt<'a>(&'a str);

impl AuthContext for ProgramAt<'_> {
    fn visibility(&self, _: &'static str) -> Option<std::sync::Arc<Visibility>> {
        None
    }

    fn value(&self, name: &str) -> SqlValue {
        if name == "now" {
            SqlValue::Text(self.0.to_owned())
        } else {
            SqlValue::Null
        }
    }

    fn is_signed_in(&self) -> bool {
        false
    }
}

impl<S: State> Transition<S> {
    pub const fn on(event: S::Event, from: &'static [S], to: &'static [S], by: By) -> Self {
        Self {
            event,
            from,
            to,
            by,
            guard: "",
            guard_text: "",
            reason: ReasonRule::Free,
            check: None,
            check_text: "",
            effect: None,
            effect_text: "",
            mails: &[],
            is_recorded: true,
            open: None,
        }
    }

    pub const fn guard(mut self, sql: &'static str, text: &'static str) -> Self {
        self.guard = sql;
        self.guard_text = text;
        self
    }

    pub const fn reason(mut self, rule: ReasonRule) -> Self {
        self.reason = rule;
        self
    }

    pub const fn check(mut self, check: Check<S>, text: &'static str) -> Self {
        self.check = Some(check);
        self.check_text = text;
        self
    }

    pub const fn effect(mut self, effect: Effect<S>, text: &'static str) -> Self {
        self.effect = Some(effect);
        self.effect_text = text;
        self
    }

    /// Describes an effect that `State::write` has.
    pub const fn says(mut self, text: &'static str) -> Self {
        self.effect_text = text;
        self
    }

    pub const fn mails(mut self, mails: &'static [Mail]) -> Self {
        self.mails = mails;
        self
    }

    /// Whoever judges need not say which version they read, for this reason. One that is sent is compared all the same.
    pub const fn open(mut self, why: &'static str) -> Self {
        self.open = Some(why);
        self
    }

    /// Whether the version that was read is demanded.
    pub const fn demands_version(&self) -> bool {
        self.by.judges() && self.open.is_none()
    }

    pub const fn unrecorded(mut self) -> Self {
        self.is_recorded = false;
        self
    }

    /// SQL over `t`: the row is in one of the states and the guard holds.
    fn condition(&self) -> String {
        let words: Vec<String> = self
            .from
            .iter()
            .map(|state| format!("'{}'", state.as_str()))
            .collect();
        let state = match words.as_slice() {
            [one] => format!("t.{} = {one}", S::COLUMN),
            several => format!("t.{} in ({})", S::COLUMN, several.join(", ")),
        };
        if self.guard.is_empty() {
            state
        } else {
            format!("{state} and {}", self.guard)
        }
    }

    fn is_open(
        &self,
        (connection, now): (&Connection, &str),
        actor: Actor,
        id: Id<S::Resource>,
    ) -> Result<bool> {
        let table = table::<S::Resource>();
        match (actor, self.by) {
            (Actor::Requester(ctx), By::Verb(verb)) => {
                let visibility = ctx.visibility(S::Resource::TYPE).unwrap_or_default();
                match granted(&visibility, verb.as_str()) {
                    Some(rows) => {
                        let condition = format!("({}) and ({rows})", self.condition());
                        is_within(connection, ctx, table, id.number(), &condition)
                    }
                    None => Ok(false),
                }
            }
            (Actor::Requester(_), By::Operation(_) | By::Link | By::Program) => Ok(false),
            (Actor::Program(_), By::Verb(_) | By::Operation(_) | By::Link | By::Program) => {
                if self.guard.is_empty() {
                    return Ok(true);
                }
                is_within(connection, &ProgramAt(now), table, id.number(), self.guard)
            }
        }
    }
}

/// The transitions of a machine that actors with a verb may take, as the engine shows them in `meta.transitions`.
pub fn offered<S: State>() -> Vec<jsonapi::Transition> {
    let offered = S::TRANSITIONS.iter().filter_map(|row| match row.by {
        By::Verb(verb) => Some(jsonapi::Transition {
            event: row.event.as_str(),
            when: row.condition(),
            verb: verb.as_str(),
        }),
        By::Operation(_) | By::Link | By::Program => None,
    });
    offered.collect()
}
