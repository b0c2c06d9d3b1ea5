//! Application stages of the demo: the transitions of an application, and the actor of each.

use super::moment::Moment;
use super::random::Random;
use super::vacancies::Vacancy;

/// Last stages with their probability in percent.
type Chances = &'static [(u64, &'static str)];

const FRESH: Chances = &[(62, "new"), (26, "in_contact"), (12, "accepted")];
const WEEKS: Chances = &[
    (26, "in_contact"),
    (22, "accepted"),
    (22, "started"),
    (11, "rejected"),
    (10, "withdrawn"),
    (6, "waitlisted"),
    (3, "new"),
];
const LONG: Chances = &[
    (6, "in_contact"),
    (10, "accepted"),
    (36, "started"),
    (14, "completed"),
    (16, "rejected"),
    (13, "withdrawn"),
    (5, "closed"),
];
const FULL: Chances = &[
    (50, "waitlisted"),
    (25, "rejected"),
    (15, "withdrawn"),
    (10, "in_contact"),
];
const OVER: Chances = &[
    (30, "started"),
    (25, "completed"),
    (18, "rejected"),
    (12, "withdrawn"),
    (15, "closed"),
];

/// Chooses the last stage of an application that is `age` days old.
pub fn choose(vacancy: &Vacancy, age: f64, random: &mut Random) -> &'static str {
    let has_room = vacancy.limit.is_none_or(|limit| vacancy.accepted < limit);
    let chances = match vacancy.status {
        "filled" if has_room => return "accepted",
        "filled" => FULL,
        "expired" | "archived" => OVER,
        _ if age < 4.0 => FRESH,
        _ if age < 30.0 => WEEKS,
        _ => LONG,
    };
    // An application that stays unanswered for seventeen days is escalated to the centre.
    let stage = draw(chances, random);
    match stage {
        "new" if age > 17.0 => "in_contact",
        "waitlisted" if has_room => "in_contact",
        "accepted" | "started" | "completed" if !has_room => "rejected",
        stage => stage,
    }
}

fn draw(chances: Chances, random: &mut Random) -> &'static str {
    let mut rest = u64::try_from(random.between(0, 99)).unwrap_or(0);
    for (chance, stage) in chances {
        if rest < *chance {
            return stage;
        }
        rest -= chance;
    }
    "in_contact"
}

/// API status of the stage.
pub fn status(stage: &str) -> Option<&'static str> {
    match stage {
        "accepted" | "started" | "completed" => Some("accepted"),
        "rejected" | "withdrawn" | "closed" => Some("rejected"),
        _ => None,
    }
}

pub fn takes_a_place(stage: &str) -> bool {
    status(stage) == Some("accepted")
}

pub fn closed_by(stage: &str) -> Option<&'static str> {
    match stage {
        "rejected" => Some("organization"),
        "withdrawn" => Some("volunteer"),
        "closed" => Some("system"),
        _ => None,
    }
}

const REFUSALS: &[&str] = &[
    "no_longer_needed",
    "not_a_fit",
    "no_response_from_you",
    "requirements_not_met",
    "other",
];
const WITHDRAWALS: &[&str] = &[
    "found_something_else",
    "not_available",
    "no_response_from_organization",
    "not_what_i_expected",
    "distance",
    "other",
];

pub fn reason(stage: &str, vacancy: &Vacancy, random: &mut Random) -> Option<&'static str> {
    match stage {
        "rejected" => Some(*random.pick(REFUSALS)),
        "withdrawn" => Some(*random.pick(WITHDRAWALS)),
        "closed" if vacancy.status == "archived" => Some("vacancy_closed"),
        "closed" => Some("no_answer"),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    Volunteer,
    Organization,
    System,
}

/// One transition and its time.
pub struct Passage {
    pub event: &'static str,
    pub from: Option<&'static str>,
    pub to: &'static str,
    pub actor: Actor,
    pub at: Moment,
}

/// Transitions from the first message to `stage`, none of them after `now`.
pub fn path(
    stage: &'static str,
    (applied, now): (Moment, Moment),
    response_days: f64,
    random: &mut Random,
) -> Vec<Passage> {
    let mut passages = vec![Passage {
        event: "apply",
        from: None,
        to: "new",
        actor: Actor::Volunteer,
        at: applied,
    }];
    let mut at = applied;
    let mut from = "new";
    for (event, to, actor, days) in route(stage) {
        let wait = match days {
            Some(days) => random.within(0.5, 1.5) * days,
            None => random.within(0.4, 1.4) * response_days,
        };
        at = at.later(wait, now, random);
        passages.push(Passage {
            event,
            from: Some(from),
            to,
            actor,
            at,
        });
        from = to;
    }
    passages
}

/// Event, next stage, actor, and delay in days; `None` for the organisation's usual response time.
type Leg = (&'static str, &'static str, Actor, Option<f64>);

fn route(stage: &str) -> Vec<Leg> {
    use Actor::{Organization, System, Volunteer};
    let contact = ("contact", "in_contact", Organization, None);
    let accept = ("accept", "accepted", Organization, Some(4.0));
    let begin = ("start", "started", Volunteer, Some(14.0));
    match stage {
        "in_contact" => vec![contact],
        "waitlisted" => vec![("waitlist", "waitlisted", Organization, None)],
        "accepted" => vec![contact, accept],
        "started" => vec![contact, accept, begin],
        "completed" => {
            let complete = ("complete", "completed", Organization, Some(40.0));
            vec![contact, accept, begin, complete]
        }
        "rejected" => vec![("reject", "rejected", Organization, None)],
        "withdrawn" => vec![contact, ("withdraw", "withdrawn", Volunteer, Some(3.0))],
        "closed" => vec![("close", "closed", System, Some(60.0))],
        _ => vec![],
    }
}
