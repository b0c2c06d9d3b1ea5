//! The program `voluntr`: reads the command line and hands over to `cli`.

fn main() {}
