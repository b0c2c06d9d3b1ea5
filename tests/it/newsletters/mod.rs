//! Newsletters: written, sent, read on the site, and who wants them.

mod sending;
mod subscribers;
mod writing;
