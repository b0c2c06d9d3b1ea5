#!/bin/sh
# Puts voluntr in place. In a checkout it builds first; beside a released program it installs that.
#
#   ./install.sh            install (as root: user, data folder and service; otherwise: into your own folders)
#   ./install.sh --demo     build if needed, make a demo site and serve it on http://127.0.0.1:8080
#   ./install.sh --help
#
# It may be run again at any time: what is there already is kept, and the program is replaced by the newer one.
set -eu

LISTEN=127.0.0.1:8080
DEMO=no
here=$(cd "$(dirname "$0")" && pwd)

say() { printf '%s\n' "$*"; }
stop() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

usage() {
  sed -n '2,9p' "$0" | sed 's/^# \{0,1\}//'
  say "Options: --demo, --listen ADDRESS:PORT (default $LISTEN)"
}

while [ $# -gt 0 ]; do
  case $1 in
    --demo) DEMO=yes ;;
    --listen)
      [ $# -gt 1 ] || stop "--listen takes an address, such as 127.0.0.1:9000"
      LISTEN=$2
      shift
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    *) stop "unknown option $1; see ./install.sh --help" ;;
  esac
  shift
done

# ── the program ──────────────────────────────────────────────────────────────────────────────────────────────────────

build() {
  command -v cargo >/dev/null 2>&1 || stop "Rust is missing. Install it from https://rustup.rs and run this again."
  command -v npm >/dev/null 2>&1 || stop "Node.js is missing (20 or newer, with npm). Install it and run this again."
  target=$(rustc -vV | sed -n 's/^host: //p')
  binary=$here/target/$target/release/voluntr
  if [ -x "$binary" ] && [ -z "$(newer_than "$binary")" ]; then
    say "The program is built and current."
    return
  fi
  cd "$here"
  if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    say "Installing the packages of the app ..."
    npm ci --no-audit --no-fund --loglevel=error
  fi
  say "Building the app ..."
  npm run -s build
  say "Building the program (the first time takes several minutes) ..."
  # Naming the target keeps the compiler's own plug-ins dynamic; the program itself is static.
  RUSTFLAGS="-C target-feature=+crt-static" cargo build --release --target "$target" --bin voluntr
  [ -x "$binary" ] || stop "the build made no program; the lines above say why"
}

newer_than() {
  find "$here/src" "$here/migrations" "$here/tenants" "$here/Cargo.toml" "$here/Cargo.lock" "$here/ui/src" \
    "$here/ui/index.html" "$here/ui/public" "$here/package-lock.json" -newer "$1" -type f 2>/dev/null | head -n 1
}

if [ -f "$here/Cargo.toml" ]; then
  build
elif [ -x "$here/voluntr" ]; then
  binary=$here/voluntr
  say "Found the program beside this script."
else
  stop "there is neither a checkout nor a program beside this script"
fi
say "Program: $binary ($("$binary" version), $(du -h "$binary" | cut -f1))"

# ── the demo: nothing outside this folder is touched ─────────────────────────────────────────────────────────────────

if [ "$DEMO" = yes ]; then
  data=$here/data/demo
  say "Data:    $data (remove it to begin again)"
  say ""
  exec "$binary" --data "$data" serve --demo --listen "$LISTEN"
fi

# ── installing ───────────────────────────────────────────────────────────────────────────────────────────────────────

put() {
  # Beside the old one and then in its place, so that a running program is not written over.
  cp "$binary" "$1.new"
  chmod 755 "$1.new"
  mv "$1.new" "$1"
  say "Program in $1"
}

if [ "$(id -u)" != 0 ]; then
  bin=${XDG_BIN_HOME:-$HOME/.local/bin}
  data=${XDG_DATA_HOME:-$HOME/.local/share}/voluntr
  mkdir -p "$bin" "$data"
  chmod 700 "$data"
  put "$bin/voluntr"
  say "Data in $data"
  say ""
  say "Next:"
  say "  $bin/voluntr --data $data tenant add NAME --domain HOST"
  say "  $bin/voluntr --data $data serve"
  exit 0
fi

put /usr/local/bin/voluntr
if ! id voluntr >/dev/null 2>&1; then
  nologin=$(command -v nologin || echo /usr/sbin/nologin)
  useradd --system --home-dir /var/lib/voluntr --shell "$nologin" voluntr
  say "User voluntr made"
fi
mkdir -p /var/lib/voluntr /etc/voluntr
chown voluntr: /var/lib/voluntr
chmod 700 /var/lib/voluntr
if [ ! -f /etc/voluntr/voluntr.toml ]; then
  cat >/etc/voluntr/voluntr.toml <<CONFIG
# Settings of voluntr; 'voluntr config show --origin' lists them all.
data = "/var/lib/voluntr"
listen = "127.0.0.1:8080"
# smtp_url = "smtp://localhost:25"
CONFIG
  chown root:voluntr /etc/voluntr/voluntr.toml
  chmod 640 /etc/voluntr/voluntr.toml
  say "Settings in /etc/voluntr/voluntr.toml"
fi

if [ -d /etc/systemd/system ]; then
  cat >/etc/systemd/system/voluntr.service <<UNIT
[Unit]
Description=Voluntr, the platform for volunteer centres
After=network-online.target
Wants=network-online.target

[Service]
User=voluntr
Group=voluntr
ExecStart=/usr/local/bin/voluntr --config /etc/voluntr/voluntr.toml serve
Restart=on-failure
RestartSec=2
TimeoutStopSec=30
LimitNOFILE=65536
UMask=0077
StateDirectory=voluntr
StateDirectoryMode=0700
NoNewPrivileges=true
ProtectSystem=strict
ProtectHome=true
PrivateTmp=true
PrivateDevices=true
ProtectKernelTunables=true
ProtectControlGroups=true
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
MemoryDenyWriteExecute=true

[Install]
WantedBy=multi-user.target
UNIT
  say "Service in /etc/systemd/system/voluntr.service"
  if command -v systemctl >/dev/null 2>&1 && [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable --quiet voluntr
    systemctl restart voluntr
    say "Service started"
  else
    say "systemd does not run here: start it with 'voluntr --config /etc/voluntr/voluntr.toml serve'"
  fi
fi
say ""
say "Next:"
say "  sudo -u voluntr voluntr --config /etc/voluntr/voluntr.toml tenant add NAME --domain HOST"
