#!/bin/sh
# Installs voluntr. Inside a checkout it builds first; beside a released binary it installs that one.
# Safe to run again: it brings an installation up to date and keeps its data and settings.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)

usage() {
  cat <<'TEXT'
Usage: ./install.sh [--demo] [--listen ADDRESS] [--no-start]
       ./install.sh --uninstall [--purge [--yes]]

Installs voluntr: as root for the whole machine, otherwise for yourself alone.

  --demo            install nothing: serve a demo on http://127.0.0.1:8080 until Ctrl-C,
                    and print the addresses and the sample accounts to try
  --listen ADDRESS  where to listen instead of 127.0.0.1:8080
  --no-start        install, but do not start the service
  --uninstall       stop the service and remove the program; data and settings stay
  --purge           with --uninstall: remove the data and the settings too, after asking
  --yes             with --purge: do not ask
  --help            this text

                    as root                            as yourself
  program           /usr/local/bin/voluntr             ~/.local/bin/voluntr
  settings          /usr/local/etc/voluntr/…           ~/.local/etc/voluntr/voluntr.toml
  data              /var/lib/voluntr                   ~/.local/share/voluntr
  manual, shells    /usr/local/share/…                 ~/.local/share/…
  runs as           user voluntr, a systemd service    you, a systemd user service

Run again it brings the program up to date. The former one stays beside it as voluntr.previous, and comes
back by itself when the new one does not start. With DESTDIR=FOLDER everything is put below that folder, for whoever
makes a package: no user is made and nothing is started.

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
UNINSTALL=no
PURGE=no
SURE=no
PRINT=
LISTEN=127.0.0.1:8080
DESTDIR=${DESTDIR:-}
while [ $# -gt 0 ]; do
  case $1 in
    --demo) DEMO=yes ;;
    --no-start) START=no ;;
    --uninstall) UNINSTALL=yes ;;
    --purge) PURGE=yes ;;
    --yes) SURE=yes ;;
    --print=*) PRINT=${1#--print=} ;; # service, socket or settings, as a package with PREFIX has them
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

# The service. What a service that serves the network and writes in one folder can do without is taken from it; 'systemd-analyze
# security' gives it 1.4, and scripts/install.test.mjs holds that. The one capability is for the ports 80 and 443.
unit() {
  cat <<TEXT
[Unit]
Description=voluntr, the platform for volunteer centres
Documentation=man:voluntr(1)
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
NotifyAccess=main
WatchdogSec=60
ExecStart=$1/bin/voluntr serve
WorkingDirectory=$2
Restart=on-failure
RestartSec=2
LimitNOFILE=65536
TimeoutStopSec=40
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
TEXT
  if [ "$ROOT" = yes ]; then
    cat <<TEXT
User=voluntr
Group=voluntr
StateDirectory=voluntr
StateDirectoryMode=0700
RuntimeDirectory=voluntr
RuntimeDirectoryMode=0755
RuntimeDirectoryPreserve=restart
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
KeyringMode=private
PrivateDevices=yes
PrivateMounts=yes
PrivateTmp=yes
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources

[Install]
WantedBy=multi-user.target
TEXT
  else
    printf '\n[Install]\nWantedBy=default.target\n'
  fi
}

# Holds the port while the service restarts, so that nobody is refused; for whoever enables it.
socket_unit() {
  cat <<TEXT
[Unit]
Description=Where voluntr listens, held while it restarts
Documentation=man:voluntr(1)

[Socket]
ListenStream=${LISTEN#unix:}
Backlog=4096
NoDelay=yes

[Install]
WantedBy=sockets.target
TEXT
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

# Where everything lies, and by what the service is controlled.
places() {
  if [ "$(id -u)" -eq 0 ]; then
    ROOT=yes
    PREFIX=/usr/local
    DATA=/var/lib/voluntr
    UNITS=/etc/systemd/system
    CONTROL="systemctl"
  else
    ROOT=no
    PREFIX=$HOME/.local
    DATA=${XDG_DATA_HOME:-$HOME/.local/share}/voluntr
    UNITS=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user
    CONTROL="systemctl --user"
  fi
  BIN=$DESTDIR$PREFIX/bin
  SHARE=$DESTDIR$PREFIX/share
  CONFIG=$DESTDIR$PREFIX/etc/voluntr/voluntr.toml
  UNITS=$DESTDIR$UNITS
  [ -z "$DESTDIR" ] || START=no
}

has_systemd() {
  [ -z "$DESTDIR" ] && $CONTROL show-environment >/dev/null 2>&1
}

is_running() {
  # One that ends at once has ended by then.
  $CONTROL restart voluntr && sleep 1 && $CONTROL is-active --quiet voluntr
}

# Starts the service, or says how, where systemd does not run.
service() {
  if [ -n "$DESTDIR" ] || [ -d /etc/systemd/system ] || command -v systemctl >/dev/null 2>&1; then
    step "Setting up the service"
    mkdir -p "$UNITS"
    unit "$PREFIX" "$DATA" >"$WORK/voluntr.service"
    [ ! -e "$UNITS/voluntr.service" ] || cp "$UNITS/voluntr.service" "$WORK/former.service"
    place "$WORK/voluntr.service" "$UNITS/voluntr.service" 644
    if [ "$ROOT" = yes ]; then
      socket_unit >"$WORK/voluntr.socket"
      place "$WORK/voluntr.socket" "$UNITS/voluntr.socket" 644
    fi
  fi
  [ -z "$DESTDIR" ] || return 0
  if ! has_systemd; then
    step "systemd does not run here. Start the server yourself:"
    if [ "$ROOT" = yes ]; then
      say "    su -s /bin/sh voluntr -c '$PREFIX/bin/voluntr serve'"
    else
      say "    $PREFIX/bin/voluntr serve"
    fi
    return
  fi
  $CONTROL daemon-reload
  if [ "$START" = no ]; then
    say "    not started: $CONTROL enable --now voluntr"
    return
  fi
  $CONTROL enable voluntr >/dev/null 2>&1
  if is_running; then
    say "    it runs on http://$LISTEN"
  else
    roll_back
  fi
  if [ "$ROOT" = no ]; then
    say "    it stops when you sign out, unless: loginctl enable-linger"
  fi
}

# Puts the former program and its unit back after one that does not start. Ends with a failure, whatever comes of it.
roll_back() {
  why="'$CONTROL status voluntr' and 'journalctl -u voluntr' say why (a port in use: change 'listen' in $CONFIG and run this again)"
  [ "$ROOT" = yes ] || why="'$CONTROL status voluntr' and 'journalctl --user -u voluntr' say why (a port in use: change 'listen' in $CONFIG and run this again)"
  [ "$REPLACED" = yes ] || fail "the service does not start; $why"
  step "The new program does not start; putting the former one back"
  mv -f "$BIN/voluntr" "$BIN/voluntr.failed"
  cp -p "$BIN/voluntr.previous" "$BIN/voluntr"
  if [ -e "$WORK/former.service" ]; then
    place "$WORK/former.service" "$UNITS/voluntr.service" 644
    $CONTROL daemon-reload
  fi
  if is_running; then
    fail "the former program runs again, and the new one is $BIN/voluntr.failed; $why"
  fi
  fail "the former program is back and does not start either (data that the new one has brought up to date is too new for it: restore a backup); $why"
}

# The program; one that is there already stays beside it.
place_program() {
  REPLACED=no
  if [ -e "$BIN/voluntr" ] && ! cmp -s "$BINARY" "$BIN/voluntr"; then
    cp -p "$BIN/voluntr" "$BIN/voluntr.previous" ||
      fail "the former program could not be kept as $BIN/voluntr.previous; $(free_mb "$BIN") MB are free there"
    REPLACED=yes
  fi
  place "$BINARY" "$BIN/voluntr" 755
  rm -f "$BIN/voluntr.failed"
}

# What shells complete with, and the manual, as this program writes them.
place_helpers() {
  bash=$SHARE/bash-completion/completions
  zsh=$SHARE/zsh/site-functions
  fish=$SHARE/fish/vendor_completions.d
  mkdir -p "$bash" "$zsh" "$fish" "$SHARE/man/man1" "$WORK/man"
  for shell in bash zsh fish; do
    "$BINARY" completions "$shell" >"$WORK/completions.$shell" || helpers=no
  done
  "$BINARY" -q man "$WORK/man" && [ -e "$WORK/man/voluntr.1" ] || helpers=no
  if [ "${helpers:-}" = no ]; then
    say "    no manual and no completions: the program did not write them"
    return
  fi
  cp "$WORK/completions.bash" "$bash/voluntr"
  cp "$WORK/completions.zsh" "$zsh/_voluntr"
  cp "$WORK/completions.fish" "$fish/voluntr.fish"
  rm -f "$SHARE/man/man1/voluntr.1" "$SHARE/man/man1"/voluntr-*.1
  cp "$WORK/man"/*.1 "$SHARE/man/man1/"
  chmod 644 "$bash/voluntr" "$zsh/_voluntr" "$fish/voluntr.fish" "$SHARE/man/man1"/voluntr*.1
  say "    $SHARE: the manual, and completions for bash, zsh and fish"
}

install_it() {
  places
  if [ "$ROOT" = yes ] && [ -z "$DESTDIR" ]; then
    add_user "$DATA"
    group=$(id -gn voluntr)
  fi
  need_room "$BIN" 150
  need_room "$DESTDIR$DATA" 100
  WORK=$(mktemp -d)
  trap 'rm -rf "$WORK"' EXIT
  step "Installing"
  mkdir -p "$BIN" "$(dirname "$CONFIG")"
  place_program
  if [ -e "$CONFIG" ]; then
    say "    $CONFIG is kept"
    kept=$(sed -n 's/^listen *= *"\(.*\)".*/\1/p' "$CONFIG")
    LISTEN=${kept:-$LISTEN}
  else
    settings "$DATA" >"$WORK/voluntr.toml"
    place "$WORK/voluntr.toml" "$CONFIG" 640
  fi
  mkdir -p "$DESTDIR$DATA"
  chmod 700 "$DESTDIR$DATA"
  if [ "$ROOT" = yes ] && [ -z "$DESTDIR" ]; then
    # The settings may hold the password of the mail server.
    chown "root:$group" "$CONFIG"
    chown "voluntr:$group" "$DATA"
  fi
  say "    $DESTDIR$DATA"
  service
  place_helpers
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
  say "    settings: $CONFIG"
}

# Only 'yes' is a yes; without somebody to ask, nothing is lost.
ask_to_purge() {
  [ "$SURE" = no ] || return 0
  say "This removes all data in $DESTDIR$DATA and the settings in $(dirname "$CONFIG"). There is no way back but a backup elsewhere."
  printf "Type 'yes' to go on: "
  answer=
  read -r answer || true
  [ "$answer" = yes ] || fail "nothing was removed"
}

uninstall() {
  places
  [ "$PURGE" = no ] || ask_to_purge
  if has_systemd; then
    step "Stopping the service"
    for name in voluntr.socket voluntr.service; do
      if [ -e "$UNITS/$name" ]; then $CONTROL disable --now "$name" >/dev/null 2>&1 || true; fi
    done
    if $CONTROL is-active --quiet voluntr; then
      fail "the service does not stop; '$CONTROL status voluntr' says why. Nothing was removed"
    fi
  fi
  step "Removing the program"
  rm -f "$UNITS/voluntr.service" "$UNITS/voluntr.socket"
  rm -f "$BIN/voluntr" "$BIN/voluntr.previous" "$BIN/voluntr.failed" "$BIN/voluntr.new"
  rm -f "$SHARE/bash-completion/completions/voluntr" "$SHARE/zsh/site-functions/_voluntr" \
    "$SHARE/fish/vendor_completions.d/voluntr.fish" "$SHARE/man/man1/voluntr.1" "$SHARE/man/man1"/voluntr-*.1
  if has_systemd; then $CONTROL daemon-reload; fi
  if [ "$PURGE" = no ]; then
    for kept in "$DESTDIR$DATA" "$CONFIG"; do
      if [ -e "$kept" ]; then say "    kept: $kept"; fi
    done
    say "    './install.sh --uninstall --purge' removes those too"
    return
  fi
  step "Removing data and settings"
  elsewhere=
  if [ -e "$CONFIG" ]; then
    elsewhere=$(sed -n 's/^data *= *"\(.*\)".*/\1/p' "$CONFIG")
  fi
  rm -rf "$DESTDIR$DATA"
  rm -f "$CONFIG"
  rmdir "$(dirname "$CONFIG")" 2>/dev/null || say "    kept: what else is in $(dirname "$CONFIG")"
  case $elsewhere in
    "" | "$DATA") ;;
    *) say "    kept: $elsewhere, which the settings named as the data; remove it yourself" ;;
  esac
  if [ "$ROOT" = yes ] && [ -z "$DESTDIR" ] && id voluntr >/dev/null 2>&1; then
    if command -v userdel >/dev/null 2>&1; then userdel voluntr; else deluser voluntr; fi
  fi
}

if [ -n "$PRINT" ]; then
  ROOT=yes
  case $PRINT in
    service) unit "${PREFIX:-/usr/local}" /var/lib/voluntr ;;
    socket) socket_unit ;;
    settings) settings /var/lib/voluntr ;;
    *) fail "'$PRINT' can't be printed: service, socket or settings" ;;
  esac
  exit
fi
if [ "$UNINSTALL" = yes ]; then
  uninstall
  exit
fi
[ "$PURGE" = no ] || fail "--purge goes with --uninstall"
find_binary
if [ "$DEMO" = yes ]; then
  demo
else
  install_it
fi
