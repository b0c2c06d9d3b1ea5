//! The volunteer pool: people who want to be found, for organisations and the centre, and the messages to them.

mod card;
mod list;
pub mod reply;
pub mod share;
