//! Command line interface: one file per command. Parses arguments and prints results; all decisions are made by the
//! resources and by `provisioning`.

mod analytics;
mod backup;
mod backup_restore;
mod backup_steps;
mod cluster;
mod config;
mod context;
mod demo;
mod doctor;
mod error_reports;
mod key;
mod log_level;
mod logging;
mod mail;
mod mail_dkim;
mod mail_hold;
mod mail_in;
mod node;
mod organisation;
mod organisation_import;
mod pages;
mod password;
mod report;
mod second_factor;
mod serve;
mod served;
mod service_manager;
mod support;
mod table_file;
mod tenant;
mod tenant_file;
mod tenant_move;
mod theme;
mod upgrade;
mod user;
mod user_import;
mod vacancy;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

use context::Context;
use report::{Failure, Report};

/// The platform for volunteer centres: vacancies, organisations and volunteers in one program.
#[derive(Debug, Parser)]
#[command(name = "voluntr", version, max_term_width = 100)]
#[command(
    after_help = "Begin with:  voluntr serve --demo\nSettings:    flag, then VOLUNTR_…, then voluntr.toml, then the default; see 'voluntr config show --origin'."
)]
struct Cli {
    /// The folder in which everything is kept [default: ./data]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The file with settings [default: ./voluntr.toml where there is one]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Answer with one JSON document on stdout, errors included
    #[arg(long, global = true)]
    json: bool,
    /// Say only what went wrong
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say more of what is done
    #[arg(short, long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the server
    Serve(serve::Serve),
    /// Tenants: each a site with a database of its own
    #[command(subcommand)]
    Tenant(tenant::Tenant),
    /// The machines that share the tenants, where there are several
    #[command(subcommand)]
    Node(node::Node),
    /// People and their roles
    #[command(subcommand)]
    User(user::User),
    /// The second factor: whether it is demanded, and the way back for who has lost it
    #[command(subcommand)]
    SecondFactor(second_factor::SecondFactor),
    /// Organisations that wait for the centre, or not
    #[command(subcommand, alias = "organization")]
    Organisation(organisation::Organisation),
    /// Vacancies of partners
    #[command(subcommand)]
    Vacancy(vacancy::Vacancy),
    /// Keys with which other programs read and write here
    #[command(subcommand)]
    Key(key::Key),
    /// What a site looks like
    #[command(subcommand)]
    Theme(theme::Theme),
    /// Believable data to try things out with
    #[command(subcommand)]
    Demo(demo::Demo),
    /// Letters that wait, went or failed, and mail that comes in
    #[command(subcommand)]
    Mail(mail::Mail),
    /// Figures of centres
    #[command(subcommand)]
    Analytics(analytics::Analytics),
    /// Copies of everything, made while the server runs
    #[command(subcommand)]
    Backup(backup::Backup),
    /// Bring the files of an older voluntr up to date now; else each is at its first visit
    Upgrade(upgrade::Upgrade),
    /// Look whether everything is in order; changes nothing without --fix
    Doctor(doctor::Doctor),
    /// What a running server logs: more of it for a while, to look for a fault
    Log(log_level::LogLevel),
    /// For somebody who helps
    #[command(subcommand)]
    Support(support::Support),
    /// Settings and where they come from
    #[command(subcommand)]
    Config(config::Config),
    /// Write what a shell needs to complete commands
    Completions(pages::Completions),
    /// Write the manual pages into a folder
    Man(pages::Man),
    /// The version of this program
    Version,
}

/// Runs a command line. Exit codes: 0 success, 1 failure, 2 invalid usage.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return wrong_use(&error, &arguments),
    };
    let context = Context::new(&cli);
    if let Some(argument) = arguments.iter().find(|argument| hides_words(argument)) {
        let shown = argument.to_string_lossy().escape_default().to_string();
        let failure = Failure::wrong_use(format!(
            "'{shown}' holds control characters or characters that change the direction of reading; type it again"
        ));
        return failure.print(context.is_json);
    }
    let done = match cli.command {
        Command::Serve(command) => command.run(&context),
        Command::Tenant(command) => command.run(&context),
        Command::Node(command) => command.run(&context),
        Command::User(command) => command.run(&context),
        Command::SecondFactor(command) => command.run(&context),
        Command::Organisation(command) => command.run(&context),
        Command::Vacancy(command) => command.run(&context),
        Command::Key(command) => command.run(&context),
        Command::Theme(command) => command.run(&context),
        Command::Demo(command) => command.run(&context),
        Command::Mail(command) => command.run(&context),
        Command::Analytics(command) => command.run(&context),
        Command::Backup(command) => command.run(&context),
        Command::Upgrade(command) => command.run(&context),
        Command::Doctor(options) => doctor::run(options, &context),
        Command::Log(command) => command.run(&context),
        Command::Support(command) => command.run(&context),
        Command::Config(command) => command.run(&context),
        Command::Completions(command) => Ok(command.report(Cli::command())),
        Command::Man(command) => command.run(&Cli::command()),
        Command::Version => Ok(Report::new(
            format!("voluntr {}", env!("CARGO_PKG_VERSION")),
            serde_json::json!({ "version": env!("CARGO_PKG_VERSION") }),
        )),
    };
    match done {
        Ok(report) => report.print(&context),
        Err(failure) => failure.print(context.is_json),
    }
}

fn hides_words(argument: &OsString) -> bool {
    argument
        .to_string_lossy()
        .contains(crate::base::characters::hides_words)
}

/// Prints help and version, which are not errors; anything else is a usage error, in JSON if `--json` was given.
fn wrong_use(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    let is_asked_for = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    if !is_asked_for && arguments.iter().any(|argument| argument == "--json") {
        let text = error.render().to_string();
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        // The possible values are on a line of their own.
        let choices = lines.next().unwrap_or_default().trim();
        let sentence = if choices.starts_with("[possible values") {
            format!("{first} {choices}")
        } else {
            first.to_owned()
        };
        return Failure::wrong_use(sentence.trim_start_matches("error: ")).print(true);
    }
    let _ = error.print();
    ExitCode::from(if is_asked_for { 0 } else { 2 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_fit_together() {
        Cli::command().debug_assert();
    }
}
