//! Conditions for rows that are published by the clock or deleted softly: SQL over `t`.

/// The window for restoring a deleted row, as a modifier of `strftime`. The row is purged at the end of it.
macro_rules! restore_window {
    () => {
        "-30 days"
    };
}
pub(crate) use restore_window;

/// The end of that window.
macro_rules! restorable_until {
    () => {
        "strftime('%Y-%m-%dT%H:%M:%SZ', t.deleted_at, '+30 days')"
    };
}
pub(crate) use restorable_until;

/// Condition: deleted, and still within the window.
macro_rules! is_restorable {
    () => {
        concat!(
            "(t.deleted_at is not null and t.deleted_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '",
            $crate::policy::conditions::lifecycle::restore_window!(),
            "'))"
        )
    };
}
pub(crate) use is_restorable;

macro_rules! is_not_deleted {
    () => {
        "t.deleted_at is null"
    };
}
pub(crate) use is_not_deleted;

/// Condition: published by the clock. A row without `publish_at` is a draft.
macro_rules! is_published {
    () => {
        "(t.publish_at <= :now and (t.unpublish_at is null or t.unpublish_at > :now))"
    };
}
pub(crate) use is_published;
