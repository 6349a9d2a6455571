#!/usr/bin/env bash
# image.sh FOLDER MADE: what holds of the image that ./dev image has made, with its folder MADE. Takes
# the image's files out of it, or out of MADE/root where the machine has no podman or docker, and
# serves a capture from them as the compose file does: as the image's user, on a read-only root, with
# two volumes and a tmpfs, behind an nginx with the site of MADE. Where podman or docker can run
# containers here, a container serves a second capture. Takes root, and in FOLDER 250 MB.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1"
FOLDER=$(cd "$1" && pwd)
MADE=$(cd "$2" && pwd)
DRAW=${COUNTERSIGN_DRAW:-$HERE/build/default/tools/drawing/countersign-draw}
VERSION=$(sed -n 's/.*kVersion = "\([^"]*\)".*/\1/p' "$HERE/core/version.h")
IMAGE=countersign:$VERSION
MOST_BYTES=120000000
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

engine=none
[[ -d $MADE/root ]] || for each in podman docker buildah; do
  if "$each" info >/dev/null 2>&1; then
    engine=$each
    break
  fi
done

# Sets ROOT, the folder with the image's files.
export_image() {
  if [[ $engine == none ]]; then
    ROOT=$MADE/root
    return
  fi
  ROOT=$FOLDER/root
  rm -rf "$ROOT"
  mkdir -p "$ROOT"
  local container
  if [[ $engine == buildah ]]; then
    container=$(buildah from "$IMAGE")
    cp -a "$(buildah mount "$container")/." "$ROOT"
    buildah rm "$container" >/dev/null
    return
  fi
  container=$("$engine" create --no-healthcheck "$IMAGE")
  "$engine" export "$container" | tar --extract --directory="$ROOT"
  "$engine" rm "$container" >/dev/null
}

config() {
  case $engine in
    buildah) buildah inspect --type image "$IMAGE" | jq .Docker.config ;;
    podman) podman image inspect "$IMAGE" | jq '.[0] | .Config + {Healthcheck}' ;;
    docker) docker image inspect "$IMAGE" | jq '.[0].Config' ;;
  esac
}
is_described() {
  config | jq --exit-status '.User == "997:997" and (.Volumes | keys) == ["/keys", "/var/lib/countersign"] and
    .Entrypoint == ["/usr/lib/countersign/countersignd"] and
    .Healthcheck.Test == ["CMD", "/usr/bin/countersign", "doctor", "--ready"]' >/dev/null || {
    config
    return 1
  }
}
has_no_shell() { [[ -z $(find "$ROOT" -name sh -o -name bash -o -name busybox -o -name apt-get -o -name dpkg) ]]; }
is_small() {
  local bytes
  bytes=$(du --summarize --apparent-size --block-size=1 "$ROOT" | cut -f 1)
  printf 'unpacked: %d bytes\n' "$bytes"
  ((bytes < MOST_BYTES))
}
# Of what a program or a library of the image names, the image has all.
has_all_libraries() {
  local file missing=0
  while IFS= read -r file; do
    while IFS= read -r library; do
      [[ -e $ROOT/lib/$(uname -m)-linux-gnu/$library || -e $ROOT/lib64/$library ]] || {
        printf '%s needs %s\n' "${file#"$ROOT"}" "$library"
        missing=1
      }
    done < <(readelf --dynamic --wide "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  done < <(find "$ROOT/usr/lib/countersign" "$ROOT/lib" -type f)
  ((missing == 0))
}
says_version() {
  # shellcheck disable=SC2016  # of the shell in the namespaces
  [[ $(ROOT=$ROOT unshare --mount --pid --fork bash -euc '
    mount -t proc proc "$ROOT/proc"
    mount --bind /dev "$ROOT/dev"
    exec chroot "$ROOT" /usr/bin/countersign --version') == "countersign $VERSION" ]]
}
has_no_privileged_file() {
  [[ -z $(find "$ROOT" -type f -perm /6000) && -z $(getcap -r "$ROOT") ]]
}
belongs_to_root() {
  [[ -z $(find "$ROOT" ! -user 0 ! -path "$ROOT/keys" ! -path "$ROOT/var/lib/countersign") ]] &&
    [[ -z $(find "$ROOT" ! -type l -perm /022 ! -path "$ROOT/tmp" ! -path "$ROOT/var/tmp") ]]
}

# capture_script URL: that of `./dev run`, with its files in FOLDER/volumes.
capture_script() {
  CURL_CA_BUNDLE=${2:-} COUNTERSIGN_RUN_DIR=$FOLDER/volumes COUNTERSIGN_DRAW=$DRAW "$HERE/dev" capture "$1"
}

# In namespaces of its own, which end with the server.
serves() {
  rm -rf "$FOLDER/volumes" "$FOLDER/nginx"
  mkdir -p "$FOLDER/nginx"
  local volume
  for volume in data keys; do
    install -d -m 0700 -o 997 -g 997 "$FOLDER/volumes/$volume"
  done
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout "$FOLDER/nginx/tls.key" -out "$FOLDER/nginx/tls.crt" 2>/dev/null
  capture_script https://localhost "$FOLDER/nginx/tls.crt" >"$FOLDER/capture.sh"
  ROOT=$ROOT FOLDER=$FOLDER SITE=$MADE/nginx-site.conf PORT=$PORT unshare --mount --net --pid --fork --kill-child \
    "$HERE/tests/package/image_serve.sh" >"$FOLDER/serve.log" 2>&1 || {
    tail -n 20 "$FOLDER/serve.log"
    return 1
  }
}

# With the flags that say what the compose file says, and without a network: the capture is made
# inside of the container's.
serves_in_container() {
  local name=countersign-image-test status=0
  "$engine" rm --force "$name" >/dev/null 2>&1 || true
  "$engine" volume rm --force "$name-data" "$name-keys" >/dev/null 2>&1 || true
  # shellcheck disable=SC2054  # the commas are of --tmpfs
  local confined=(--read-only --cap-drop all --security-opt no-new-privileges --network none
    --tmpfs /tmp:mode=1777,size=256m --volume "$name-data:/var/lib/countersign" --volume "$name-keys:/keys")
  rm -rf "$FOLDER/volumes"
  mkdir -p "$FOLDER/volumes"
  capture_script http://127.0.0.1:8080 >"$FOLDER/capture.sh"
  (
    "$engine" run --rm --no-healthcheck "${confined[@]}" --entrypoint /usr/bin/countersign "$IMAGE" \
      key make /keys/master.key
    "$engine" run --detach --name "$name" "${confined[@]}" --env COUNTERSIGN_LOG_ORIGIN=verify.example/log "$IMAGE"
    process=$("$engine" inspect --format '{{.State.Pid}}' "$name")
    for ((i = 0; i < 300; ++i)); do
      ! "$engine" exec "$name" /usr/bin/countersign doctor --ready || break
      sleep 0.2
    done
    [[ $engine != podman ]] || podman healthcheck run "$name"
    [[ $(awk '/^Uid:/ { print $2 } /^CapEff:/ { print $2 } /^CapBnd:/ { print $2 } /^NoNewPrivs:/ { print $2 }' \
      "/proc/$process/status" | xargs) == '997 0000000000000000 0000000000000000 1' ]]
    "$engine" exec "$name" /usr/bin/countersign client add image --json >"$FOLDER/volumes/client.json"
    nsenter --target "$process" --net bash -euo pipefail "$FOLDER/capture.sh"
    [[ $(cat "$FOLDER/volumes/capture/bundle/MANIFEST.txt") ]]
    "$engine" exec "$name" /usr/bin/countersign log verify
    "$engine" stop "$name"
    [[ $("$engine" inspect --format '{{.State.ExitCode}}' "$name") == 0 ]]
  ) >"$FOLDER/container.log" 2>&1 || status=1
  ((status == 0)) || tail -n 20 "$FOLDER/container.log"
  "$engine" rm --force "$name" >/dev/null 2>&1
  "$engine" volume rm --force "$name-data" "$name-keys" >/dev/null 2>&1
  return "$status"
}

export_image
[[ $engine == none ]] || check "the image names its user, its volumes, its program and its health check" is_described
check "the image has the version of the sources" says_version
check "the image has no shell and no package manager" has_no_shell
check "the image has each library that a program of it names" has_all_libraries
check "no file of the image gives privileges" has_no_privileged_file
check "what the image has belongs to root, and nobody else may write to it" belongs_to_root
check "the image takes less than $MOST_BYTES bytes" is_small
check "a whole capture is served through nginx by its user from a read-only root" serves
if [[ $engine == podman || $engine == docker ]] &&
  "$engine" run --rm --no-healthcheck "$IMAGE" --version >/dev/null 2>&1; then
  check "a container of $engine, without capabilities, serves a whole capture and ends well" serves_in_container
  printf 'served in a chroot, and in a container of %s\n' "$engine"
else
  printf 'served in a chroot: no containers can be run here\n'
fi
printf '%d passed, 0 failed\n' "$passed"
