//! When a certificate is renewed: within the window that the authority suggests (ARI, RFC 9773), otherwise when two
//! thirds of its lifetime have passed.

use jiff::{SignedDuration, Timestamp};

/// From and until when the authority would like a certificate to be renewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub start: Timestamp,
    pub end: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validity {
    pub from: Timestamp,
    pub until: Timestamp,
}

/// `place` between 0 and 1 is where in the window: the same for one certificate each time, another for each, so that
/// the authority's load is spread.
pub fn renew_at(validity: Validity, window: Option<Window>, place: f64) -> Timestamp {
    let lifetime = validity.until.duration_since(validity.from);
    let at_two_thirds = validity.from + lifetime * 2 / 3;
    match window {
        // A window behind the end would let the certificate expire.
        Some(Window { start, end }) if start < end && start < validity.until => {
            let within = end.duration_since(start).as_secs_f64() * place.clamp(0.0, 1.0);
            let chosen = start + SignedDuration::from_secs_f64(within);
            chosen.min(validity.until - lifetime / 20)
        }
        _ => at_two_thirds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn of_ninety_days() -> Validity {
        Validity {
            from: at("2026-01-01T00:00:00Z"),
            until: at("2026-04-01T00:00:00Z"),
        }
    }

    #[test]
    fn without_a_window_two_thirds_of_the_lifetime_pass_first() {
        assert_eq!(
            renew_at(of_ninety_days(), None, 0.5),
            at("2026-03-02T00:00:00Z")
        );
        let short = Validity {
            from: at("2026-01-01T00:00:00Z"),
            until: at("2026-01-07T00:00:00Z"),
        };
        assert_eq!(renew_at(short, None, 0.0), at("2026-01-05T00:00:00Z"));
    }

    #[test]
    fn in_the_window_of_the_authority_each_has_its_own_moment() {
        let window = Window {
            start: at("2026-02-01T00:00:00Z"),
            end: at("2026-02-03T00:00:00Z"),
        };
        let moment = |place| renew_at(of_ninety_days(), Some(window), place);
        assert_eq!(moment(0.0), window.start);
        assert_eq!(moment(0.5), at("2026-02-02T00:00:00Z"));
        assert_eq!(moment(1.0), window.end);
    }

    #[test]
    fn a_window_that_has_passed_means_now() {
        let revoked = Window {
            start: at("2025-12-01T00:00:00Z"),
            end: at("2025-12-02T00:00:00Z"),
        };
        assert!(
            renew_at(of_ninety_days(), Some(revoked), 0.3) < at("2026-01-01T00:00:00Z"),
            "also before two thirds have passed"
        );
    }

    #[test]
    fn no_window_lets_a_certificate_expire() {
        let validity = of_ninety_days();
        let late = Window {
            start: at("2026-03-31T00:00:00Z"),
            end: at("2026-06-01T00:00:00Z"),
        };
        assert!(renew_at(validity, Some(late), 0.9) < validity.until);
        let behind = Window {
            start: at("2026-05-01T00:00:00Z"),
            end: at("2026-06-01T00:00:00Z"),
        };
        let turned_around = Window {
            start: late.end,
            end: late.start,
        };
        for window in [behind, turned_around] {
            assert_eq!(
                renew_at(validity, Some(window), 0.9),
                renew_at(validity, None, 0.9)
            );
        }
    }
}
