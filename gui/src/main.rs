//! The `mextrain` program; everything it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    mextrain::cli::run(std::env::args_os()).into()
}
