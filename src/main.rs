//! The program `voluntr`: reads the command line and hands over to `cli`.

use std::process::ExitCode;

/// Long-running and many-threaded: the system's allocator holds on to memory that this one gives back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    voluntr::cli::main(std::env::args_os())
}
