//! Words and numbers of figures in the reader's language.

use crate::base::locale::Locale;

#[derive(Debug, Clone, Copy)]
pub struct Words {
    pub locale: Locale,
}

impl Words {
    pub const fn of<'a>(self, nl: &'a str, en: &'a str) -> &'a str {
        match self.locale {
            Locale::Nl => nl,
            Locale::En => en,
        }
    }

    /// `41.300` or `41,300`.
    pub fn number(self, number: i64) -> String {
        let digits = number.unsigned_abs().to_string();
        let mark = self.of(".", ",");
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push_str(mark);
            }
            text.push(digit);
        }
        if number < 0 { format!("-{text}") } else { text }
    }

    /// A number of an axis: `1.500` or `0,5`.
    #[expect(clippy::cast_possible_truncation, reason = "numbers of an axis")]
    pub fn decimal_number(self, number: f64) -> String {
        if number.fract() == 0.0 {
            self.number(number as i64)
        } else {
            self.decimal(number)
        }
    }

    /// One decimal, none where it is 0: `3,1` or `3.1`.
    pub fn decimal(self, number: f64) -> String {
        let text = format!("{number:.1}");
        let text = text.strip_suffix(".0").unwrap_or(&text);
        text.replace('.', self.of(",", "."))
    }

    /// `4,5 dagen` or `1 dag`.
    pub fn days(self, days: f64) -> String {
        let number = self.decimal(days);
        let unit = if number == "1" {
            self.of("dag", "day")
        } else {
            self.of("dagen", "days")
        };
        format!("{number} {unit}")
    }

    /// Short name of a month, 1 to 12.
    pub fn month(self, month: i8) -> &'static str {
        const NAMES: [(&str, &str); 12] = [
            ("jan", "Jan"),
            ("feb", "Feb"),
            ("mrt", "Mar"),
            ("apr", "Apr"),
            ("mei", "May"),
            ("jun", "Jun"),
            ("jul", "Jul"),
            ("aug", "Aug"),
            ("sep", "Sep"),
            ("okt", "Oct"),
            ("nov", "Nov"),
            ("dec", "Dec"),
        ];
        let at = usize::try_from(month - 1).unwrap_or_default();
        NAMES.get(at).map_or("", |(nl, en)| self.of(nl, en))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_does() {
        let nl = Words { locale: Locale::Nl };
        let en = Words { locale: Locale::En };
        assert_eq!(nl.number(1_234_567), "1.234.567");
        assert_eq!(en.number(41_300), "41,300");
        assert_eq!(nl.number(999), "999");
        assert_eq!(nl.decimal(3.1), "3,1");
        assert_eq!(en.decimal(3.0), "3");
        assert_eq!(nl.days(4.5), "4,5 dagen");
        assert_eq!(en.days(1.0), "1 day");
    }
}
