//! Tells cargo when the app was built anew, so that a release carries it. A debug build reads the app's files as it runs.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    #[expect(
        clippy::disallowed_methods,
        reason = "cargo tells a build script its profile in no other way"
    )]
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release {
        println!("cargo:rerun-if-changed=ui/dist");
    }
}
