//! Personal settings: colour scheme and quiet hours for email.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{FieldFault, Result};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserColorMode {
    #[default]
    System,
    Light,
    Dark,
}

/// Requires both times or neither, each `HH:MM` in Dutch time.
pub fn validate_quiet_hours(from: Option<&str>, until: Option<&str>) -> Result<()> {
    for (field, time) in [("quiet_from", from), ("quiet_until", until)] {
        match time {
            Some(time) if !is_time(time) => return Err(FieldFault::attribute(field, "time").into()),
            None if from.is_some() || until.is_some() => {
                return Err(FieldFault::attribute(field, "required").into());
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_time(text: &str) -> bool {
    let Some((hours, minutes)) = text.split_once(':') else {
        return false;
    };
    let in_range = |part: &str, end: u8| {
        part.len() == 2
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse::<u8>().is_ok_and(|number| number < end)
    };
    in_range(hours, 24) && in_range(minutes, 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_are_two_times_of_day() {
        for (from, until, holds) in [
            (None, None, true),
            (Some("21:00"), Some("07:30"), true),
            (Some("00:00"), Some("23:59"), true),
            (Some("24:00"), Some("07:30"), false),
            (Some("9:00"), Some("07:30"), false),
            (Some("21:60"), Some("07:30"), false),
            (Some("21.00"), Some("07:30"), false),
            (Some("+1:00"), Some("07:30"), false),
            (Some("21:00"), None, false),
            (None, Some("07:30"), false),
        ] {
            assert_eq!(
                validate_quiet_hours(from, until).is_ok(),
                holds,
                "{from:?} {until:?}"
            );
        }
    }
}
