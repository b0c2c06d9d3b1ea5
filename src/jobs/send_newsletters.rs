//! Job that sends newsletters: some people of each in every minute.

pub use crate::resources::newsletter::{is_due, send_newsletters};
