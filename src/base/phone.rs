//! Dutch formatting of phone numbers, the same as the UI's `lib/locale/phone.ts`: `+31612345678` is `06 - 12 34 56 78`.

/// Area codes of three digits; all others have four.
const SHORT_AREAS: [&str; 23] = [
    "10", "13", "15", "20", "23", "24", "26", "30", "33", "35", "36", "38", "40", "43", "45", "46",
    "50", "53", "55", "58", "7", "85", "88",
];

/// Formats a Dutch number; a foreign one is returned unchanged.
pub fn written(number: &str) -> String {
    let local = number
        .strip_prefix("+31")
        .filter(|rest| rest.len() == 9 && rest.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(local) = local else {
        return number.to_owned();
    };
    let area = if local.starts_with('6') {
        1
    } else if SHORT_AREAS.iter().any(|area| local.starts_with(area)) {
        2
    } else {
        3
    };
    let (area, rest) = local.split_at(area);
    // An odd number of digits starts with a group of three: 123 45 67.
    let (first, pairs) = rest.split_at(if rest.len() % 2 == 1 { 3 } else { 2 });
    let pairs = pairs
        .as_bytes()
        .chunks(2)
        .map(String::from_utf8_lossy)
        .fold(String::new(), |all, pair| format!("{all} {pair}"));
    format!("0{area} - {first}{pairs}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_as_the_app_writes_it() {
        for (number, spoken) in [
            ("+31612345678", "06 - 12 34 56 78"),
            ("+31201234567", "020 - 123 45 67"),
            ("+31701234567", "070 - 123 45 67"),
            ("+31475123456", "0475 - 12 34 56"),
            ("+3225551234", "+3225551234"),
            ("06", "06"),
        ] {
            assert_eq!(written(number), spoken);
        }
    }
}
