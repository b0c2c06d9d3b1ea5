//! TOTP codes of six digits (RFC 6238).

use totp_rs::{Algorithm, Builder, Totp};

use crate::error::{Error, Result};

/// Generates a secret of 160 random bits, as RFC 4226 recommends.
pub fn secret() -> Result<Vec<u8>> {
    let mut secret = vec![0_u8; 20];
    getrandom::fill(&mut secret)
        .map_err(|error| Error::internal(format!("randomness: {error}")))?;
    Ok(secret)
}

/// Parameters that every app supports: SHA-1, six digits, thirty seconds. The codes of the adjacent steps are
/// accepted too, for clock skew.
pub fn app(secret: Vec<u8>, account: &str, issuer: &str) -> Result<Totp> {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_skew(1)
        .with_step_duration(30)
        .with_secret(secret)
        .with_account_name(account.replace(':', " "))
        .with_issuer(Some(issuer.replace(':', " ")))
        .build()
        .map_err(Error::internal)
}

/// Returns the thirty-second step of a valid code; `None` for an invalid one.
pub fn step(secret: Vec<u8>, code: &str, now: &str) -> Result<Option<i64>> {
    let now: jiff::Timestamp = now.parse().map_err(Error::internal)?;
    let second = u64::try_from(now.as_second()).map_err(Error::internal)?;
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let step = app(secret, "", "")?.check(&code, second);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 6238, truncated to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = b"12345678901234567890".to_vec();
        for (now, code, right) in [
            ("1970-01-01T00:00:59Z", "287082", Some(1)),
            ("2005-03-18T01:58:29Z", "081804", Some(37_037_036)),
            ("2009-02-13T23:31:30Z", "005 924", Some(41_152_263)),
            ("2009-02-13T23:31:30Z", "005925", None),
            ("2009-02-13T23:33:30Z", "005924", None),
            ("2009-02-13T23:31:30Z", "", None),
            ("2009-02-13T23:31:30Z", "５", None),
        ] {
            assert_eq!(
                step(secret.clone(), code, now).unwrap(),
                right,
                "{now} {code}"
            );
        }
    }
}
