//! Enums that are stored as text, such as the states of a state machine.

/// A closed list of words: one per variant, the same in a column and on the wire.
pub trait TextEnum: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    const ALL: &'static [Self];

    fn as_str(self) -> &'static str;

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.as_str() == text)
    }
}

/// Implements [`TextEnum`] and the conversions of `rusqlite` for an enum. A variant that is not listed does not
/// compile.
#[macro_export]
macro_rules! text_enum {
    ($name:ty { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $crate::db::text_enum::TextEnum for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl rusqlite::types::FromSql for $name {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                let text = value.as_str()?;
                <Self as $crate::db::text_enum::TextEnum>::parse(text)
                    .ok_or_else(|| rusqlite::types::FromSqlError::Other(format!("unknown word '{text}'").into()))
            }
        }

        impl rusqlite::types::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok($crate::db::text_enum::TextEnum::as_str(*self).into())
            }
        }
    };
}
