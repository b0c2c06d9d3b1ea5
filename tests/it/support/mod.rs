//! Test support: a real server, fixtures, an SMTP peer and a software authenticator.

pub(crate) mod authenticator;
pub(crate) mod authority;
pub(crate) mod described;
pub(crate) mod dns_peer;
pub(crate) mod event_stream;
pub(crate) mod fixtures;
pub(crate) mod outbox;
pub(crate) mod school;
pub(crate) mod server;
pub(crate) mod smtp_peer;
pub(crate) mod statements;
