#!/usr/bin/env bash
# image.sh PACKAGES FOLDER [OPTION...]: makes the image of the Debian packages that lie in PACKAGES,
# with podman, docker or buildah, and in FOLDER what `docker compose` needs. Options are of the
# builder, such as --build-arg DEBIAN=registry.example/debian:bookworm-slim for a mirror.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PACKAGES=$1
FOLDER=$2
shift 2
VERSION=$(sed -n 's/.*kVersion = "\([^"]*\)".*/\1/p' "$HERE/../../core/version.h")

die() {
  printf 'image.sh: %s\n' "$*" >&2
  exit 1
}
compgen -G "$PACKAGES/countersign_$VERSION-*.deb" >/dev/null ||
  die "$PACKAGES has no package of version $VERSION: ./dev package makes it"

rm -rf "$FOLDER"
mkdir -p "$FOLDER/context" "$FOLDER/tls"
cp "$PACKAGES"/countersign{,-matcher,-reader}_"$VERSION"-*.deb "$HERE/image/image_root.sh" "$FOLDER/context"
cp "$HERE/image/compose.yml" "$FOLDER"
"$HERE/nginx_site.sh" server:8080 >"$FOLDER/nginx-site.conf"
printf 'COUNTERSIGN_VERSION=%s\nCOUNTERSIGN_PUBLIC_URL=\nCOUNTERSIGN_LOG_ORIGIN=\n' "$VERSION" >"$FOLDER/.env"

build=()
# Docker's own form has the health check, which the form of OCI lacks.
if command -v podman >/dev/null; then
  build=(podman build --format docker)
elif command -v docker >/dev/null; then
  build=(docker build)
elif command -v buildah >/dev/null; then
  build=(buildah build --format docker)
else
  die "there is no podman, docker or buildah"
fi
"${build[@]}" --file "$HERE/image/Containerfile" --tag "countersign:$VERSION" "$@" "$FOLDER/context"
