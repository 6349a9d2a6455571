#!/usr/bin/env bash
# packages.sh FOLDER: what holds of the Debian packages in FOLDER without installing them: lintian
# finds nothing, the programs are stripped and small, their names and lines are in packages of their
# own, and systemd finds the unit confined.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
FOLDER=$1
VERSION=$(sed -n 's/.*kVersion = "\([^"]*\)".*/\1/p' "$ROOT/core/version.h")
PACKAGES=(countersign countersign-matcher countersign-reader countersign-verify)
MOST_KIB=40960       # of all four together, installed
MOST_EXPOSURE=20     # tenths, as systemd-analyze counts them
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

passed=0
check() {
  local sentence=$1
  shift
  "$@" || {
    printf 'packages.sh: not so: %s\n' "$sentence" >&2
    exit 1
  }
  printf 'ok: %s\n' "$sentence"
  passed=$((passed + 1))
}

file_of() { printf '%s/%s_%s-1_%s.deb' "$FOLDER" "$1" "$VERSION" "$(dpkg --print-architecture)"; }

are_all_there() {
  local package
  for package in "${PACKAGES[@]}"; do
    [[ -s $(file_of "$package") && -s $(file_of "$package-dbgsym") ]] || return 1
  done
}
check "the packages of version $VERSION are there, each with its debug symbols" are_all_there

for package in "${PACKAGES[@]}"; do
  dpkg-deb -x "$(file_of "$package")" "$WORK/root"
  dpkg-deb -x "$(file_of "$package-dbgsym")" "$WORK/root"
done
mapfile -t programs < <(find "$WORK/root/usr/bin" "$WORK/root/usr/lib/countersign" -type f)

are_small() {
  local total=0 package
  for package in "${PACKAGES[@]}"; do
    total=$((total + $(dpkg-deb -f "$(file_of "$package")" Installed-Size)))
  done
  printf 'installed: %d KiB\n' "$total"
  ((total <= MOST_KIB))
}
check "all packages together take at most $MOST_KIB KiB" are_small

are_stripped() {
  local program sections
  ((${#programs[@]} == 7)) || return 1
  for program in "${programs[@]}"; do
    sections=$(readelf --section-headers --wide "$program")
    [[ $sections != *' .symtab '* && $sections != *' .debug_info '* ]] || return 1
  done
}
check "the seven programs are stripped" are_stripped

have_symbols() {
  local program id
  for program in "${programs[@]}"; do
    id=$(readelf --notes "$program" | sed -n 's/.*Build ID: //p')
    readelf --section-headers --wide 2>/dev/null "$WORK/root/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug" |
      grep -q ' \.debug_line ' || return 1
  done
}
check "the lines of each program are among the debug symbols" have_symbols

is_static() { ! readelf --program-headers --wide "$WORK/root/usr/bin/countersign-verify" | grep -q INTERP; }
check "the verifier needs no library" is_static

says_version() { [[ $("$WORK/root/usr/bin/countersign-verify" --version) == "countersign-verify $VERSION" ]]; }
check "the verifier of the package has the package's version" says_version

is_confined() {
  systemd-analyze security --offline=true --threshold="$MOST_EXPOSURE" \
    "$WORK/root/lib/systemd/system/countersign.service" >"$WORK/security" || {
    cat "$WORK/security"
    return 1
  }
  tail -n 1 "$WORK/security"
}
check "systemd finds the unit exposed by at most $MOST_EXPOSURE tenths" is_confined

is_clean() { lintian --allow-root --fail-on error,warning "$FOLDER"/*.changes; }
check "lintian has neither an error nor a warning" is_clean

printf '%d passed, 0 failed\n' "$passed"
