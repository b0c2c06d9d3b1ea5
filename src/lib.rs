//! Voluntr: the platform for volunteer centres, as a library that the program and its tests share.

pub mod mail;
