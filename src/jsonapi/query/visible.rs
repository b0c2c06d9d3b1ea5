//! Rows of another type that SQL asks about: those that the actor may read, and no others. What a person is a member
//! of follows from their roles, so a filter, a relation or an attribute that tells of it tells as much as these do.

use std::borrow::Cow;

use crate::jsonapi::AuthContext;

/// What begins the name of a type in SQL.
const MARK: &str = "{visible ";

/// Replaces each `{visible roles}` by the condition, over `t`, for the rows of that type which the actor may read. A mark
/// that is left is no SQL, so that what forgets to replace it fails.
pub fn expand<'s>(sql: &'s str, auth: &dyn AuthContext) -> Cow<'s, str> {
    if !sql.contains(MARK) {
        return Cow::Borrowed(sql);
    }
    let mut expanded = String::with_capacity(sql.len() * 2);
    let mut rest = sql;
    while let Some((before, after)) = rest.split_once(MARK) {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let rows = auth.readable(name);
        expanded.extend([before, "(", rows.as_deref().unwrap_or("0"), ")"]);
        rest = after;
    }
    expanded.push_str(rest);
    Cow::Owned(expanded)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rusqlite::types::Value as SqlValue;

    use super::*;
    use crate::jsonapi::{SystemActor, Visibility};

    struct Member;

    impl AuthContext for Member {
        fn visibility(&self, _: &'static str) -> Option<Arc<Visibility>> {
            None
        }

        fn readable(&self, type_name: &str) -> Option<String> {
            (type_name == "roles").then(|| "t.user_id = 1".to_owned())
        }

        fn value(&self, _: &str) -> SqlValue {
            SqlValue::Null
        }

        fn is_signed_in(&self) -> bool {
            true
        }
    }

    #[test]
    fn who_may_read_no_rows_asks_about_none() {
        let sql = "t.id in (select t.user_id from roles t where {visible roles} and t.name = 'x') or {visible notes}";
        assert_eq!(
            expand(sql, &Member),
            "t.id in (select t.user_id from roles t where (t.user_id = 1) and t.name = 'x') or (0)"
        );
        assert_eq!(expand("{visible roles}", &SystemActor), "(0)");
        assert_eq!(expand("t.id = 1", &Member), "t.id = 1");
    }
}
