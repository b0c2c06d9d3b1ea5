#!/bin/sh
# What the container needs beside Node.js 22: a C compiler, Rust (stable) and a browser for the tests.
set -eu

fail() {
  printf '.devcontainer/install.sh: %s\n' "$*" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] && sudo= || sudo=sudo
$sudo apt-get update -qq ||
  fail "the list of packages could not be fetched; is there a network? Build the container again when there is"
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
  build-essential ca-certificates chromium git rustup ||
  fail "the packages could not be installed; the lines above say why (a full disk is usual: docker system prune)"
rustup toolchain install stable --profile minimal --component rustfmt,clippy,rust-analyzer ||
  fail "Rust could not be installed; the lines above say why. By hand: rustup toolchain install stable"
rustup default stable
