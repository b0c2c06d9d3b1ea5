//! Newsletters: written, sent, and read on the site.

mod sending;
mod writing;
