//! Tells cargo when the app was built anew, so that a release carries it, and the linker how a release is packed. A debug
//! build reads the app's files as it runs.
#![expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script what it builds in no other way"
)]

use std::env::var;
use std::process::Command;

/// Unpacks, from this version on, the addresses that a program corrects as it starts.
const GLIBC: (u32, u32) = (2, 36);

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=ui/dist");
        if unpacks_addresses() {
            // A megabyte less.
            println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }
}

/// Whether the C library that becomes part of the program does. One that it only meets where it runs may be older.
fn unpacks_addresses() -> bool {
    let is_for_here = var("HOST").is_ok_and(|host| var("TARGET") == Ok(host));
    let is_glibc = var("CARGO_CFG_TARGET_ENV").is_ok_and(|name| name == "gnu")
        && var("CARGO_CFG_TARGET_OS").is_ok_and(|name| name == "linux");
    let is_static = var("CARGO_CFG_TARGET_FEATURE")
        .is_ok_and(|features| features.split(',').any(|feature| feature == "crt-static"));
    if !is_for_here || !is_glibc || !is_static {
        return false;
    }
    let Ok(told) = Command::new("getconf").arg("GNU_LIBC_VERSION").output() else {
        return false;
    };
    let told = String::from_utf8_lossy(&told.stdout);
    let version = told.trim().strip_prefix("glibc ").and_then(|version| {
        let (major, minor) = version.split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    });
    version.is_some_and(|version: (u32, u32)| version >= GLIBC)
}
