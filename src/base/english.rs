//! The words of commands and of the log, which are English.

/// `1 tenant`, `2 tenants`.
pub fn count<N: Copy + std::fmt::Display + PartialEq + From<u8>>(
    number: N,
    one: &str,
    many: &str,
) -> String {
    let word = if number == N::from(1) { one } else { many };
    format!("{number} {word}")
}
