//! What a centre agreed on for a year, and whether it came about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::board::Board;
use super::super::shown::Shown;
use super::{YearReportGoal, page::organizations};
use crate::error::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GoalMeasure {
    Applications,
    /// People who started.
    Started,
    Hours,
    Organizations,
    /// The median of the days until an answer: fewer is better.
    DaysToAnswer,
    /// People younger than 27 who started.
    #[serde(rename = "under_27")]
    Under27,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GoalState {
    Reached,
    /// Within a tenth; of days, within a seventh.
    Almost,
    Missed,
    /// The year is not over.
    Running,
    /// The number is hidden, or there is none.
    Unknown,
}

/// A goal beside what came of it, in words.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct GoalReached {
    pub measure: GoalMeasure,
    pub label: String,
    pub target: String,
    pub reached: String,
    pub state: GoalState,
}

impl GoalMeasure {
    const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::Applications => ("Aanmeldingen", "Applications"),
            Self::Started => ("Mensen begonnen", "People started"),
            Self::Hours => ("Uren", "Hours"),
            Self::Organizations => ("Organisaties", "Organisations"),
            Self::DaysToAnswer => ("Antwoord binnen", "An answer within"),
            Self::Under27 => ("Begonnen onder de 27", "Started under 27"),
        }
    }
}

/// How it stands. `reached` is none where it is hidden.
fn state(goal: &YearReportGoal, reached: Option<f64>, is_running: bool) -> GoalState {
    let Some(reached) = reached else {
        return if is_running {
            GoalState::Running
        } else {
            GoalState::Unknown
        };
    };
    let is_fewer_better = goal.measure == GoalMeasure::DaysToAnswer;
    let (is_reached, is_almost) = if is_fewer_better {
        (reached <= goal.target, reached <= goal.target * 8.0 / 7.0)
    } else {
        (reached >= goal.target, reached >= goal.target * 0.9)
    };
    match (is_reached, is_almost) {
        // What people wait can still become longer.
        (true, _) if !(is_running && is_fewer_better) => GoalState::Reached,
        _ if is_running => GoalState::Running,
        (_, true) => GoalState::Almost,
        _ => GoalState::Missed,
    }
}

pub fn reached(board: &Board, goal: &YearReportGoal) -> Result<GoalReached> {
    let words = board.words;
    let of = |measure: &str| board.number(measure, board.period);
    let (number, text) = if goal.measure == GoalMeasure::DaysToAnswer {
        let days = board.wait(board.period, 0.5)?;
        let text = days.map_or_else(
            || words.of("niet bekend", "not known").to_owned(),
            |days| words.days(days),
        );
        (days, text)
    } else {
        let shown = match goal.measure {
            GoalMeasure::Applications => of("applications")?,
            GoalMeasure::Hours => of("hours")?,
            GoalMeasure::Organizations => Shown::Known(organizations(board, board.period)?),
            GoalMeasure::Under27 => under_27(board)?,
            GoalMeasure::Started | GoalMeasure::DaysToAnswer => of("started")?,
        };
        #[expect(clippy::cast_precision_loss, reason = "counts of a centre")]
        let number = shown.number().map(|number| number as f64);
        (number, shown.text(words))
    };
    let (nl, en) = goal.measure.label();
    Ok(GoalReached {
        measure: goal.measure,
        label: words.of(nl, en).to_owned(),
        target: if goal.measure == GoalMeasure::DaysToAnswer {
            words.days(goal.target)
        } else {
            words.decimal_number(goal.target)
        },
        reached: text,
        state: state(goal, number, board.period.is_running(board.today)),
    })
}

fn under_27(board: &Board) -> Result<Shown> {
    let ages = board.values("started_ages", "detail", board.period)?;
    let young = ages
        .into_iter()
        .filter(|(age, _)| matches!(age.as_str(), "under_18" | "18_26"))
        .map(|(_, shown)| shown);
    Ok(Shown::sum(young))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(measure: GoalMeasure, target: f64) -> YearReportGoal {
        YearReportGoal { measure, target }
    }

    #[test]
    fn a_goal_is_reached_almost_reached_or_missed() {
        let started = goal(GoalMeasure::Started, 200.0);
        assert_eq!(state(&started, Some(200.0), false), GoalState::Reached);
        assert_eq!(state(&started, Some(180.0), false), GoalState::Almost);
        assert_eq!(state(&started, Some(179.0), false), GoalState::Missed);
        assert_eq!(state(&started, None, false), GoalState::Unknown);
    }

    #[test]
    fn fewer_days_are_better() {
        let days = goal(GoalMeasure::DaysToAnswer, 4.0);
        assert_eq!(state(&days, Some(3.5), false), GoalState::Reached);
        assert_eq!(state(&days, Some(4.5), false), GoalState::Almost);
        assert_eq!(state(&days, Some(6.0), false), GoalState::Missed);
    }

    #[test]
    fn nothing_is_missed_in_a_year_that_is_not_over() {
        let started = goal(GoalMeasure::Started, 200.0);
        assert_eq!(state(&started, Some(20.0), true), GoalState::Running);
        assert_eq!(state(&started, Some(210.0), true), GoalState::Reached);
        let days = goal(GoalMeasure::DaysToAnswer, 4.0);
        assert_eq!(state(&days, Some(1.0), true), GoalState::Running);
    }
}
