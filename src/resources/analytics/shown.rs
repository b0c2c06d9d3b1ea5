//! Numbers as they may be shown, and what is made of them: sums, shares and medians are hidden with the numbers that they
//! are made of.

use super::cells::SMALLEST_GROUP;
use super::words::Words;
use crate::charts::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Known(i64),
    /// Primary suppression: fewer than five.
    Primary,
    /// Secondary suppression: it would give away another.
    Secondary,
}

impl Shown {
    pub const fn number(self) -> Option<i64> {
        match self {
            Self::Known(number) => Some(number),
            Self::Primary | Self::Secondary => None,
        }
    }

    pub const fn is_hidden(self) -> bool {
        self.number().is_none()
    }

    /// Known where all of them are.
    pub fn sum(numbers: impl IntoIterator<Item = Self>) -> Self {
        let mut sum = 0;
        for number in numbers {
            match number {
                Self::Known(number) => sum += number,
                Self::Primary | Self::Secondary => return Self::Secondary,
            }
        }
        Self::Known(sum)
    }

    /// `2.214`, `< 5` or `niet getoond`.
    pub fn text(self, words: Words) -> String {
        match self {
            Self::Known(number) => words.number(number),
            Self::Primary => format!("< {SMALLEST_GROUP}"),
            Self::Secondary => words.of("niet getoond", "not shown").to_owned(),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of a centre")]
    pub fn value(self) -> Value {
        match self {
            Self::Known(number) => Value::Known(number as f64),
            Self::Primary | Self::Secondary => Value::Hidden,
        }
    }

    /// How many of a hundred; none of fewer than five.
    pub fn of_hundred(self, whole: Self) -> Option<i64> {
        match (self, whole) {
            (Self::Known(part), Self::Known(whole)) if whole >= SMALLEST_GROUP => {
                Some((part * 200 + whole) / (whole * 2))
            }
            _ => None,
        }
    }
}

/// The value under which a share of the events lies, from counts by whole number: within a number they lie evenly. None of
/// fewer than five events. Tenths.
///
/// # Examples
/// Of ten answers on the first day (number 0) the median is 0.5 days.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "counts of a centre, and days"
)]
pub fn quantile(counts: &[(i64, i64)], share: f64) -> Option<f64> {
    let whole: i64 = counts.iter().map(|(_, count)| count).sum();
    if whole < SMALLEST_GROUP {
        return None;
    }
    let mut counts = counts.to_vec();
    counts.sort_unstable();
    let wanted = whole as f64 * share;
    let mut below = 0.0;
    for (number, count) in counts {
        let count = count as f64;
        if below + count >= wanted && count > 0.0 {
            let value = number as f64 + (wanted - below) / count;
            return Some(((value * 10.0).round() as i64) as f64 / 10.0);
        }
        below += count;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_what_is_hidden_is_hidden() {
        assert_eq!(
            Shown::sum([Shown::Known(7), Shown::Known(5)]),
            Shown::Known(12)
        );
        assert_eq!(
            Shown::sum([Shown::Known(7), Shown::Primary]),
            Shown::Secondary
        );
        assert_eq!(Shown::Known(8).of_hundred(Shown::Known(9)), Some(89));
        assert_eq!(Shown::Known(1).of_hundred(Shown::Known(4)), None);
        assert_eq!(Shown::Primary.of_hundred(Shown::Known(40)), None);
    }

    #[test]
    fn quantiles_lie_within_their_day() {
        assert_eq!(quantile(&[(0, 10)], 0.5), Some(0.5));
        assert_eq!(quantile(&[(0, 5), (10, 5)], 0.5), Some(1.0));
        assert_eq!(quantile(&[(3, 4)], 0.5), None);
        assert_eq!(quantile(&[(2, 50), (0, 50)], 0.9), Some(2.8));
    }
}
