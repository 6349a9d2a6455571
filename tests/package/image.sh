#!/usr/bin/env bash
# image.sh FOLDER [ROOT]: takes the files out of the image that ./dev image has made, or those that
# lie in ROOT, and serves a capture from them as the compose file does: as the image's user, on a
# read-only root, with two volumes and a tmpfs. Takes root, and in FOLDER 250 MB.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1"
FOLDER=$(cd "$1" && pwd)
ROOT=${2:-}
DRAW=${COUNTERSIGN_DRAW:-$HERE/build/default/tools/drawing/countersign-draw}
VERSION=$(sed -n 's/.*kVersion = "\([^"]*\)".*/\1/p' "$HERE/core/version.h")
MOST_KIB=122880
PORT=18321
PATH=$PATH:/usr/sbin

die() {
  printf 'image.sh: %s\n' "$*" >&2
  exit 1
}
((EUID == 0)) || die "only root can give the server a root of its own"
[[ -x $DRAW ]] || die "there is no $DRAW: build countersign-draw first"

passed=0
check() {
  local sentence=$1
  shift
  "$@" || die "not so: $sentence"
  printf 'ok: %s\n' "$sentence"
  passed=$((passed + 1))
}

export_image() {
  ROOT=$FOLDER/root
  rm -rf "$ROOT"
  mkdir -p "$ROOT"
  local engine container
  for engine in podman docker; do
    command -v "$engine" >/dev/null || continue
    container=$("$engine" create "countersign:$VERSION")
    "$engine" export "$container" | tar --extract --directory="$ROOT"
    "$engine" rm "$container" >/dev/null
    return
  done
  container=$(buildah from "countersign:$VERSION")
  cp -a "$(buildah mount "$container")/." "$ROOT"
  buildah rm "$container" >/dev/null
}

has_no_shell() { [[ -z $(find "$ROOT" -name sh -o -name bash -o -name busybox -o -name apt-get) ]]; }
is_small() { (($(du -sk "$ROOT" | cut -f 1) <= MOST_KIB)); }
says_version() {
  # shellcheck disable=SC2016  # of the shell in the namespaces
  [[ $(ROOT=$ROOT unshare --mount --pid --fork bash -euc '
    mount -t proc proc "$ROOT/proc"
    mount --bind /dev "$ROOT/dev"
    exec chroot "$ROOT" /usr/bin/countersign --version') == "countersign $VERSION" ]]
}
has_no_privileged_file() { [[ -z $(find "$ROOT" -type f -perm /6000) ]]; }

# In namespaces of its own, which end with the server. The script is that of `./dev run`.
serves() {
  rm -rf "$FOLDER/volumes"
  local volume
  for volume in data keys; do
    install -d -m 0700 -o 997 -g 997 "$FOLDER/volumes/$volume"
  done
  COUNTERSIGN_RUN_DIR=$FOLDER/volumes COUNTERSIGN_DRAW=$DRAW "$HERE/dev" capture "http://127.0.0.1:$PORT" \
    >"$FOLDER/capture.sh"
  # shellcheck disable=SC2016  # of the shell in the namespaces
  ROOT=$ROOT FOLDER=$FOLDER PORT=$PORT unshare --mount --net --pid --fork --kill-child bash -euo pipefail -c '
    ip link set lo up
    mount --bind "$ROOT" "$ROOT"
    mount -o remount,ro,bind "$ROOT"
    mount -t proc proc "$ROOT/proc"
    mount --bind /dev "$ROOT/dev"
    mount -t tmpfs tmpfs "$ROOT/tmp"
    mount --bind "$FOLDER/volumes/data" "$ROOT/var/lib/countersign"
    mount --bind "$FOLDER/volumes/keys" "$ROOT/keys"
    run() {
      env -i PATH=/usr/sbin:/usr/bin COUNTERSIGN_DATA=/var/lib/countersign/data \
        COUNTERSIGN_LISTEN=127.0.0.1:$PORT COUNTERSIGN_MASTER_KEY_FILE=/keys/master.key \
        COUNTERSIGN_SIGNING_KEY_FILE=/keys/signing.key COUNTERSIGN_LOG_ORIGIN=verify.example/log \
        chroot --userspec=997:997 "$ROOT" "$@"
    }
    run /usr/bin/countersign key make /keys/master.key
    run /usr/lib/countersign/countersignd &
    for ((i = 0; i < 300; ++i)); do
      ! curl -sf -o /dev/null "http://127.0.0.1:$PORT/readyz" || break
      sleep 0.2
    done
    run /usr/bin/countersign client add image --json >"$FOLDER/volumes/client.json"
    bash -euo pipefail "$FOLDER/capture.sh"
    run /usr/bin/countersign log verify
  ' >"$FOLDER/serve.log" 2>&1 || {
    tail -n 20 "$FOLDER/serve.log"
    return 1
  }
}

[[ -n $ROOT ]] || export_image
check "the image has the version of the sources" says_version
check "the image has no shell and no package manager" has_no_shell
check "no file of the image gives privileges" has_no_privileged_file
check "the image takes at most $MOST_KIB KiB" is_small
check "a whole capture is served by its user from a read-only root" serves
printf '%d passed, 0 failed\n' "$passed"
