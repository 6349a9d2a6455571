#!/usr/bin/env bash
# run_packages.sh FOLDER WORK: `./dev run --package`, as the README has it, serves a capture page by
# the packages in FOLDER, without installing them, and refuses files that are no packages of one
# version.
# run_packages.sh --of PROGRAMS WORK: the same by a plain package of the programs in the folder
# PROGRAMS, which is made in WORK in a second.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
VERSION=$(sed -n 's/.*kVersion = "\([^"]*\)".*/\1/p' "$ROOT/core/version.h")
MACHINE=$(dpkg --print-architecture)
SCRIPT=''

# shellcheck disable=SC2317  # by the trap
finish() {
  [[ -z $SCRIPT ]] || kill -TERM "$SCRIPT" 2>/dev/null || true
  [[ -z $SCRIPT ]] || wait "$SCRIPT" 2>/dev/null || true
}
trap finish EXIT

passed=0
check() {
  local sentence=$1
  shift
  "$@" || {
    printf 'run_packages.sh: not so: %s\n' "$sentence" >&2
    [[ ! -s $WORK/said ]] || tail -n 20 "$WORK/said" >&2
    exit 1
  }
  printf 'ok: %s\n' "$sentence"
  passed=$((passed + 1))
}

# make_package NAME VERSION PROGRAM...: a package without scripts, at $WORK/NAME_VERSION.deb.
make_package() {
  local tree=$WORK/tree name=$1 version=$2 program
  shift 2
  rm -rf "$tree"
  mkdir -p "$tree/DEBIAN" "$tree/usr/lib/countersign"
  printf '%s\n' "Package: $name" "Version: $version" "Architecture: $MACHINE" "Depends: libc6 (>= 2.36)" \
    "Maintainer: a test <test@localhost>" "Description: for a test" >"$tree/DEBIAN/control"
  for program in "$@"; do cp "$program" "$tree/usr/lib/countersign"; done
  dpkg-deb --root-owner-group -Zgzip -z1 --build "$tree" "$WORK/${name}_$version.deb" >/dev/null
}

if [[ $1 == --of ]]; then
  PROGRAMS=$2
  WORK=$3
  rm -rf "$WORK"
  mkdir -p "$WORK"
  make_package countersign "$VERSION" "$PROGRAMS"/countersign{,d,-inspector}
  mkdir "$WORK/packages"
  mv "$WORK"/*.deb "$WORK/packages"
  PACKAGES=$WORK/packages
else
  PACKAGES=$(cd "$1" && pwd)
  WORK=$2
  rm -rf "$WORK"
  mkdir -p "$WORK"
fi
SERVER=$(printf '%s\n' "$PACKAGES"/countersign_*.deb)
make_package countersign-reader 0.0.1
printf 'no package' >"$WORK/text.deb"

# Two ports that nobody has; the second is the console's.
free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
PORT=$(free_port)
export COUNTERSIGN_LISTEN=127.0.0.1:$PORT COUNTERSIGN_RUN_DIR=$WORK/run
COUNTERSIGN_REVIEW_LISTEN=$(free_port)
export COUNTERSIGN_REVIEW_LISTEN
unset COUNTERSIGN_DRAW COUNTERSIGN_BIN

# refuses SENTENCE FILES: the sentence is said, and nothing is served or left unpacked.
refuses() {
  local said
  if said=$("$ROOT/dev" run --package "$2" 2>&1); then return 1; fi
  [[ $said == *"$1"* && ! -e $COUNTERSIGN_RUN_DIR/unpacked ]]
}
check "a file that is not there is refused" refuses "there is no package $WORK/none.deb" "$WORK/none.deb"
check "a file of something else is refused" refuses "text.deb is no Debian package" "$WORK/text.deb"
check "packages without the server are refused" \
  refuses "none of the packages is countersign" "$WORK/countersign-reader_0.0.1.deb"
check "packages of several versions are refused" \
  refuses "the packages have several versions" "$SERVER,$WORK/countersign-reader_0.0.1.deb"

COMMAND=$(sed -n 's,^\./dev run --package .*,&,p' "$ROOT/README.md")

# Runs a command beside the packages, and waits until the box is whole: its first edge, and its last.
starts() {
  (cd "$PACKAGES" && exec bash -c "exec $ROOT/${1#./}") >"$WORK/said" 2>&1 &
  SCRIPT=$!
  for _ in {1..600}; do
    [[ $(grep -c '^+--*+$' "$WORK/said") != 2 ]] || return 0
    kill -0 "$SCRIPT" 2>/dev/null || return 1
    sleep 0.1
  done
  return 1
}
check "the README's command serves" starts "$COMMAND"

is_unpacked() {
  local server
  server=$(pgrep --parent "$SCRIPT" --full countersignd)
  [[ $(readlink "/proc/$server/exe") == "$COUNTERSIGN_RUN_DIR/unpacked/usr/lib/countersign/countersignd" ]]
}
check "the server is the program of the package" is_unpacked

shows_page() {
  local link
  link=$(sed -n 's/^| \(http[^ ]*capture#c=[^ ]*\) .*/\1/p' "$WORK/said")
  [[ -n $link && $(curl -sS "${link%%#*}") == *'src="/assets/capture.'* ]]
}
check "the link of the box is that of a capture page" shows_page

says_why() {
  grep -q 'The packages have no program that draws documents' "$WORK/said" && ! grep -q 'DRAW=' "$WORK/said"
}
check "without a program that draws, no capture to paste is shown" says_why

has_session() {
  jq '{clientKey, clientSecret, purpose: "DOCUMENT_VERIFICATION"}' "$COUNTERSIGN_RUN_DIR/client.json" |
    curl -sS --json @- "http://$COUNTERSIGN_LISTEN/api/svc/session/create" | jq -e '.sessionToken' >/dev/null
}
check "the demo client opens a session" has_session

ends() {
  kill -TERM "$SCRIPT"
  wait "$SCRIPT" || true
  SCRIPT=''
  ! curl -sS --max-time 2 "http://$COUNTERSIGN_LISTEN/healthz" >/dev/null 2>&1
}
check "the server ends with the script" ends

READER=$(printf '%s\n' "$PACKAGES"/countersign-reader_*.deb)
if [[ -f $READER ]]; then
  check "two packages serve together" starts "./dev run --package $SERVER,$READER"
  check "the reader is that of the second package" grep -q 'reader: ready' "$WORK/said"
  check "the server ends again" ends
fi

printf '%d passed, 0 failed\n' "$passed"
