#!/usr/bin/env bash
# image.sh PACKAGES FOLDER [OPTION...]: makes the image of the Debian packages that lie in PACKAGES,
# with podman, docker or buildah, whichever works here first, and in FOLDER what `docker compose`
# needs. Where PACKAGES is --from-source, the image's first stage compiles the packages of the last
# commit. Options are of the builder, such as --build-arg DEBIAN=registry.example/debian:bookworm-slim
# for a mirror. Where none of the three works, root gets the image's files in FOLDER/root all the
# same, by debootstrap and chroot. The last line says how the image was made.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
PACKAGES=$1
FOLDER=$2
shift 2
VERSION=$(sed -n 's/.*kVersion = "\([^"]*\)".*/\1/p' "$ROOT/core/version.h")
CONTEXT=$FOLDER/context
PATH=$PATH:/usr/sbin

die() {
  printf 'image.sh: %s\n' "$*" >&2
  exit 1
}
if [[ $PACKAGES != --from-source ]]; then
  compgen -G "$PACKAGES/countersign_$VERSION-*.deb" >/dev/null ||
    die "$PACKAGES has no package of version $VERSION: ./dev package makes it"
fi

# A client whose daemon is away does not work.
engine=none
for each in podman docker buildah; do
  if "$each" info >/dev/null 2>&1; then
    engine=$each
    break
  fi
done

rm -rf "$FOLDER"
mkdir -p "$CONTEXT" "$FOLDER/tls"
cp "$HERE/image/compose.yml" "$FOLDER"
"$HERE/nginx_site.sh" server:8080 >"$FOLDER/nginx-site.conf"
# The project's name is here, since Debian's docker-compose refuses one in the compose file.
printf 'COMPOSE_PROJECT_NAME=countersign\nCOUNTERSIGN_VERSION=%s\nCOUNTERSIGN_PUBLIC_URL=\nCOUNTERSIGN_LOG_ORIGIN=\n' \
  "$VERSION" >"$FOLDER/.env"

arguments=()
if [[ $PACKAGES == --from-source ]]; then
  git -C "$ROOT" archive HEAD | tar --extract --directory="$CONTEXT"
  arguments=(--build-arg "SOURCE_DATE_EPOCH=$(git -C "$ROOT" log -1 --format=%ct)")
else
  mkdir -p "$CONTEXT/tools/package/image" "$CONTEXT/build/package/deb"
  cp "$HERE/image/image_root.sh" "$CONTEXT/tools/package/image"
  cp "$PACKAGES"/countersign{,-matcher,-reader}_"$VERSION"-*.deb "$CONTEXT/build/package/deb"
fi

# The address of this machine's mirror; nothing for debootstrap's own choice.
mirror() {
  awk '/^URIs:/ { print $2; exit } /^deb http/ { print $2; exit }' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true
}

# What the Containerfile's second and third stage do.
by_chroot() {
  [[ $PACKAGES != --from-source ]] || die "the sources are compiled by podman, docker or buildah alone"
  (($# == 0)) || die "there is no podman, docker or buildah that works, and so nothing takes the options $*"
  ((EUID == 0)) || die "there is no podman, docker or buildah that works, and only root can do without"
  command -v debootstrap >/dev/null || die "there is neither podman, docker nor buildah that works, nor debootstrap"
  local tree=$FOLDER/tree
  # shellcheck disable=SC2046  # an address, or no argument
  debootstrap --variant=minbase bookworm "$tree" $(mirror) >"$FOLDER/tree.log" 2>&1 ||
    die "debootstrap failed: $(tail -n 5 "$FOLDER/tree.log")"
  # With its updates and those of security.
  cp /etc/apt/sources.list "$tree/etc/apt" 2>/dev/null || rm -f "$tree/etc/apt/sources.list"
  cp /etc/apt/sources.list.d/debian.sources "$tree/etc/apt/sources.list.d" 2>/dev/null || true
  mkdir "$tree/packages"
  cp "$HERE/image/image_root.sh" "$CONTEXT"/build/package/deb/*.deb "$tree/packages"
  # /proc and /dev are those of a namespace that ends with apt.
  # shellcheck disable=SC2016  # of the shell in the namespaces
  TREE=$tree unshare --mount --pid --fork --kill-child bash -euc '
    mount -t proc proc "$TREE/proc"
    mount --bind /dev "$TREE/dev"
    chroot "$TREE" /packages/image_root.sh /image countersign countersign-reader'
  mv "$tree/image" "$FOLDER/root"
  rm -rf "$tree"
  printf 'The image is the folder %s/root, made by debootstrap and chroot\n' "$FOLDER"
}

# Docker's own form has the health check, which the form of OCI lacks. A chroot is enough for the
# stages' commands, and works where the kernel runs no containers.
case $engine in
  none)
    by_chroot "$@"
    exit
    ;;
  docker) build=(docker build) ;;
  *)
    build=("$engine" build --format docker)
    export BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot}
    ;;
esac
"${build[@]}" --file "$HERE/image/Containerfile" --tag "countersign:$VERSION" "${arguments[@]}" "$@" "$CONTEXT"
printf 'The image is countersign:%s, made by %s\n' "$VERSION" "$engine"
