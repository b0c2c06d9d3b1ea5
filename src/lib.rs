//! Voluntr: the platform for volunteer centres, as a library that the program and its tests share.

pub mod app;
pub mod backup;
pub mod cli;
pub mod config;
pub mod db;
pub mod demo;
pub mod error;
pub mod founding;
pub mod html;
pub mod importing;
pub mod jobs;
pub mod jsonapi;
pub mod mail;
mod phone;
pub mod policy;
pub mod privacy;
pub mod resources;
pub mod router;
pub mod search;
pub mod server;
pub mod tenants;
pub mod theme;
pub mod web;
