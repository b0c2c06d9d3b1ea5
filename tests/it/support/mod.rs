//! What the tests share: a real server, fixtures, a mail peer, an authenticator in software.

pub(crate) mod authenticator;
pub(crate) mod fixtures;
pub(crate) mod outbox;
pub(crate) mod school;
pub(crate) mod server;
pub(crate) mod smtp_peer;
