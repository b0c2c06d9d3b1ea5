//! Under which name errors of the app are logged, for who reports them.

pub const OF_APP: &str = "voluntr::app_errors";
