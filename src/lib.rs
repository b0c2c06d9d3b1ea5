//! Voluntr: platform for volunteer centres, as a library shared by the program and its tests.

pub mod app;
pub mod backup;
pub mod base;
pub mod cli;
pub mod config;
pub mod db;
pub mod demo;
pub mod error;
pub mod http;
pub mod jobs;
pub mod jsonapi;
pub mod mail;
pub mod matching;
pub mod pictures;
pub mod policy;
pub mod presets;
pub mod privacy;
pub mod provisioning;
pub mod resources;
pub mod router;
pub mod search;
pub mod server;
pub mod tabular;
pub mod theme;
pub mod tiles;
pub mod web;
