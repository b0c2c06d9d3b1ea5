#!/bin/sh
# Installs voluntr. Inside a checkout it builds first; beside a released binary it installs that one.
# Safe to run again: it brings an installation up to date and keeps its data and settings.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)

usage() {
  cat <<'TEXT'
Usage: ./install.sh [--demo] [--listen ADDRESS] [--no-start]

Installs voluntr: as root for the whole machine, otherwise for yourself alone.

  --demo            install nothing: serve a demo on http://127.0.0.1:8080 until Ctrl-C,
                    and print the addresses and the sample accounts to try
  --listen ADDRESS  where to listen instead of 127.0.0.1:8080
  --no-start        install, but do not start the service
  --help            this text

                    as root                            as yourself
  program           /usr/local/bin/voluntr             ~/.local/bin/voluntr
  settings          /usr/local/etc/voluntr/…           ~/.local/etc/voluntr/voluntr.toml
  data              /var/lib/voluntr                   ~/.local/share/voluntr
  runs as           user voluntr, a systemd service    you, a systemd user service

Inside a checkout this needs Rust 1.95 or newer, Node.js 20.19 or newer and a C compiler.
TEXT
}

say() { printf '%s\n' "$*"; }
step() { printf '==> %s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

# Megabytes that are free where $1 lies, or would lie.
free_mb() {
  place=$1
  while [ ! -d "$place" ]; do place=$(dirname "$place"); done
  df -Pk "$place" | awk 'NR == 2 { print int($4 / 1024) }'
}

# Stops where $1 has less than $2 MB left: what fills up halfway says less.
need_room() {
  free=$(free_mb "$1")
  [ -z "$free" ] || [ "$free" -ge "$2" ] ||
    fail "$1 has $free MB free, and $2 are needed: make room and run this again"
}

DEMO=no
START=yes
LISTEN=127.0.0.1:8080
while [ $# -gt 0 ]; do
  case $1 in
    --demo) DEMO=yes ;;
    --no-start) START=no ;;
    --listen)
      [ $# -ge 2 ] || { usage >&2; exit 2; }
      LISTEN=$2
      shift
      ;;
    --listen=*) LISTEN=${1#--listen=} ;;
    -h | --help) usage; exit 0 ;;
    *)
      printf 'install.sh: %s is not known\n\n' "$1" >&2
      usage >&2
      exit 2
      ;;
  esac
  shift
done

# True when the dotted version $1 is at least $2.
is_at_least() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$2" ]
}

# What is missing for building, all of it at once.
check_tools() {
  missing=
  if ! command -v cargo >/dev/null 2>&1 || ! rustc --version >/dev/null 2>&1; then
    missing="$missing
  Rust 1.95 or newer: https://rustup.rs"
  else
    rust=$(rustc --version | cut -d ' ' -f 2 | cut -d - -f 1)
    is_at_least "$rust" 1.95 || missing="$missing
  Rust 1.95 or newer (here is $rust): rustup update"
  fi
  if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    missing="$missing
  Node.js 20.19 or newer, with npm: https://nodejs.org, or your distribution's package nodejs"
  else
    node=$(node --version | tr -d v)
    is_at_least "$node" 20.19 || missing="$missing
  Node.js 20.19 or newer (here is $node)"
  fi
  if ! command -v cc >/dev/null 2>&1; then
    missing="$missing
  a C compiler: apt install build-essential, or dnf install gcc"
  fi
  [ -z "$missing" ] || fail "building needs what is not here:$missing
Install it and run this again."
}

# Anything that the program is made of and that is younger than it.
newer_than() {
  find src migrations tenants ui/src ui/public ui/index.html ui/vite.config.ts Cargo.toml Cargo.lock build.rs \
    package-lock.json -newer "$1" -type f 2>/dev/null | head -n 1
}

build() {
  cd "$HERE"
  if [ -z "${CARGO_TARGET_DIR:-}" ]; then
    built=$(find target -maxdepth 3 -path '*-*/release/voluntr' -type f 2>/dev/null | head -n 1)
    if [ -n "$built" ] && [ -z "$(newer_than "$built")" ]; then
      step "The program is built and current"
      BINARY=$HERE/$built
      return
    fi
  fi
  check_tools
  # A first build takes some gigabytes, a later one little.
  [ -d "${CARGO_TARGET_DIR:-target}" ] || need_room "${CARGO_TARGET_DIR:-$HERE}" 3000
  need_room "$HERE" 300
  if [ ! -f node_modules/.package-lock.json ] ||
    [ -n "$(find package-lock.json -newer node_modules/.package-lock.json)" ]; then
    step "Fetching the packages of the app"
    npm ci --no-audit --no-fund --loglevel=error ||
      fail "the packages of the app could not be fetched; the lines above say why. It takes a network; behind a proxy: npm config set https-proxy ADDRESS"
  fi
  step "Building the app"
  log=$(mktemp)
  if ! npm run --silent build >"$log" 2>&1; then
    cat "$log" >&2
    fail "the app could not be built; the lines above say why ('rm -r node_modules' and running this again begins afresh)"
  fi
  rm -f "$log"
  triple=$(rustc -vV | sed -n 's/^host: //p')
  flags=${RUSTFLAGS:-}
  # One file that needs nothing of the machine it runs on, nor /dev/urandom (STATIC in scripts/run.mjs). Naming the target
  # keeps the compiler's own plug-ins dynamic.
  case $triple in
    *-linux-*) flags="$flags -C target-feature=+crt-static --cfg getrandom_backend=\"linux_getrandom\"" ;;
  esac
  step "Building the program; the first time takes several minutes"
  RUSTFLAGS=$flags cargo build --release --locked --target "$triple" --bin voluntr ||
    fail "the program could not be built; the lines above say why. Crates that are not here yet take a network ($(free_mb "$HERE") MB are free on this disk)"
  BINARY=${CARGO_TARGET_DIR:-$HERE/target}/$triple/release/voluntr
}

find_binary() {
  if [ -f "$HERE/Cargo.toml" ] && [ -f "$HERE/package.json" ]; then
    build
  elif [ -x "$HERE/voluntr" ]; then
    BINARY=$HERE/voluntr
  else
    fail "there is neither a checkout nor a program 'voluntr' in $HERE; run this where one of them is"
  fi
  "$BINARY" version >/dev/null || fail "$BINARY does not run on this machine; is it built for another one?"
}

demo() {
  data=$HERE/data/demo
  if ! mkdir -p "$data" 2>/dev/null || [ ! -w "$data" ]; then
    data=$(mktemp -d) || fail "there is no place for the demo's data: neither $data nor a temporary folder can be written"
  fi
  chmod 700 "$data"
  need_room "$data" 100
  step "Serving the demo from $data; Ctrl-C stops it, and nothing is installed"
  say "    the letters it writes: $BINARY --data $data mail outbox; 'mail show ID' has the links"
  exec "$BINARY" --data "$data" serve --demo --listen "$LISTEN"
}

# Puts a file in its place in one step, also while the old one runs.
place() {
  if cmp -s "$1" "$2"; then
    say "    $2 is up to date"
  else
    cp "$1" "$2.new" || fail "$2 could not be written; $(free_mb "$(dirname "$2")") MB are free there"
    chmod "$3" "$2.new"
    mv -f "$2.new" "$2"
    say "    $2"
  fi
}

settings() {
  cat <<TEXT
# Settings of voluntr; 'voluntr config show --origin' says what is in force.
data = "$1"
listen = "$LISTEN"

# The mail server. Without it letters wait in the outbox.
# smtp_url = "smtp://user:password@mail.example.nl:587?tls=required"
# mail_from = "no-reply@example.nl"

# Behind a proxy on this machine that speaks TLS:
# trusted_proxies = ["127.0.0.1"]
# wildcard_suffix = "example.nl"
TEXT
}

unit() {
  cat <<TEXT
[Unit]
Description=voluntr, the platform for volunteer centres
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=$1/bin/voluntr serve
WorkingDirectory=$2
Restart=on-failure
RestartSec=2
LimitNOFILE=65536
TimeoutStopSec=30
UMask=0077
TEXT
  if [ "$ROOT" = yes ]; then
    cat <<TEXT
User=voluntr
Group=voluntr
NoNewPrivileges=yes
PrivateTmp=yes
PrivateDevices=yes
MemoryDenyWriteExecute=yes
ProtectSystem=strict
ProtectHome=yes
ReadWritePaths=$2
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX

[Install]
WantedBy=multi-user.target
TEXT
  else
    printf '\n[Install]\nWantedBy=default.target\n'
  fi
}

add_user() {
  if id voluntr >/dev/null 2>&1; then
    return
  fi
  step "Making the user voluntr"
  if command -v useradd >/dev/null 2>&1; then
    useradd --system --user-group --home-dir "$1" --no-create-home --shell /usr/sbin/nologin voluntr
  elif command -v adduser >/dev/null 2>&1; then
    adduser -S -D -H -h "$1" -s /sbin/nologin voluntr
    addgroup -S voluntr 2>/dev/null || true
  else
    fail "there is neither useradd nor adduser; make a user 'voluntr' and run this again"
  fi
}

# Starts the service, or says how, where systemd does not run.
service() {
  if [ "$ROOT" = yes ]; then
    units=/etc/systemd/system
    control="systemctl"
  else
    units=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user
    control="systemctl --user"
  fi
  has_units=no
  if [ -d /etc/systemd/system ] || command -v systemctl >/dev/null 2>&1; then
    has_units=yes
    step "Setting up the service"
    mkdir -p "$units"
    unit "$PREFIX" "$DATA" >"$WORK/voluntr.service"
    place "$WORK/voluntr.service" "$units/voluntr.service" 644
  fi
  if [ "$has_units" = no ] || ! $control show-environment >/dev/null 2>&1; then
    step "systemd does not run here. Start the server yourself:"
    if [ "$ROOT" = yes ]; then
      say "    su -s /bin/sh voluntr -c '$PREFIX/bin/voluntr serve'"
    else
      say "    $PREFIX/bin/voluntr serve"
    fi
    return
  fi
  $control daemon-reload
  if [ "$START" = no ]; then
    say "    not started: $control enable --now voluntr"
    return
  fi
  $control enable voluntr >/dev/null 2>&1
  $control restart voluntr
  sleep 1
  if $control is-active --quiet voluntr; then
    say "    it runs on http://$LISTEN"
  else
    fail "the service does not start; '$control status voluntr' and 'journalctl -u voluntr' say why (a port in use: change 'listen' in the settings and run this again)"
  fi
  if [ "$ROOT" = no ]; then
    say "    it stops when you sign out, unless: loginctl enable-linger"
  fi
}

install_it() {
  if [ "$(id -u)" -eq 0 ]; then
    ROOT=yes
    PREFIX=/usr/local
    DATA=/var/lib/voluntr
    add_user "$DATA"
    group=$(id -gn voluntr)
  else
    ROOT=no
    PREFIX=$HOME/.local
    DATA=${XDG_DATA_HOME:-$HOME/.local/share}/voluntr
  fi
  need_room "$PREFIX" 100
  need_room "$DATA" 100
  WORK=$(mktemp -d)
  trap 'rm -rf "$WORK"' EXIT
  step "Installing"
  mkdir -p "$PREFIX/bin" "$PREFIX/etc/voluntr"
  place "$BINARY" "$PREFIX/bin/voluntr" 755
  config=$PREFIX/etc/voluntr/voluntr.toml
  if [ -e "$config" ]; then
    say "    $config is kept"
    LISTEN=$(sed -n 's/^listen *= *"\(.*\)".*/\1/p' "$config")
  else
    settings "$DATA" >"$WORK/voluntr.toml"
    place "$WORK/voluntr.toml" "$config" 640
  fi
  mkdir -p "$DATA"
  chmod 700 "$DATA"
  if [ "$ROOT" = yes ]; then
    # The settings may hold the password of the mail server.
    chown "root:$group" "$config"
    chown "voluntr:$group" "$DATA"
  fi
  say "    $DATA"
  service
  step "Done. Next:"
  if [ "$ROOT" = yes ]; then
    run="sudo -u voluntr voluntr"
  else
    run=voluntr
    case ":$PATH:" in
      *":$PREFIX/bin:"*) ;;
      *) say "    put $PREFIX/bin in your PATH" ;;
    esac
  fi
  say "    $run tenant add NAME --domain HOST"
  say "    $run user add --tenant NAME --email YOU --role admin --password-stdin"
  say "    settings: $config"
}

find_binary
if [ "$DEMO" = yes ]; then
  demo
else
  install_it
fi
