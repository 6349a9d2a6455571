#!/usr/bin/env bash
# deb.sh PROGRAMS FOLDER: makes the Debian packages of the programs that lie in PROGRAMS, in FOLDER.
# The time in them is SOURCE_DATE_EPOCH, or else that of the last commit, so that two runs over the
# same programs make the same bytes. DEBFULLNAME and DEBEMAIL name whoever publishes the packages.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
PROGRAMS=$(cd "$1" && pwd)
mkdir -p "$2"
FOLDER=$(cd "$2" && pwd)
SOURCE=$FOLDER/src
NAMES=(countersign countersignd countersign-inspector countersign-listener countersign-matcher countersign-reader
  countersign-verify)

die() {
  printf 'deb.sh: %s\n' "$*" >&2
  exit 1
}

VERSION=$(sed -n 's/.*kVersion = "\([^"]*\)".*/\1/p' "$ROOT/core/version.h")
[[ -n $VERSION ]] || die "core/version.h states no version"
for name in "${NAMES[@]}"; do
  [[ -x $PROGRAMS/$name ]] || die "$PROGRAMS has no $name: build it, with OpenCV and Tesseract installed"
done
[[ $("$PROGRAMS/countersign" --version) == "countersign $VERSION" ]] ||
  die "the programs of $PROGRAMS are not of version $VERSION: build them anew"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$ROOT" log -1 --format=%ct)} ||
  die "there is no git history: set SOURCE_DATE_EPOCH"
export SOURCE_DATE_EPOCH
MAINTAINER="${DEBFULLNAME:-Countersign maintainers} <${DEBEMAIL:-maintainers@countersign.example}>"
export LC_ALL=C.UTF-8

rm -rf "$SOURCE"
rm -f "$FOLDER"/*.deb "$FOLDER"/*.buildinfo "$FOLDER"/*.changes
mkdir -p "$SOURCE"/{programs,completions,examples}
cp -r "$HERE/debian" "$SOURCE/debian"
date=$(date --utc --date="@$SOURCE_DATE_EPOCH" --rfc-email)
sed -i -e "s|@MAINTAINER@|$MAINTAINER|" -e "s|@VERSION@|$VERSION|" -e "s|@DATE@|$date|" \
  "$SOURCE"/debian/{changelog,control}

for name in "${NAMES[@]}"; do cp "$PROGRAMS/$name" "$SOURCE/programs"; done
"$HERE/man_pages.sh" "$PROGRAMS" "$SOURCE/man"
for name in countersign countersign-verify; do
  "$PROGRAMS/countersign" completion bash >"$SOURCE/completions/$name"
done
"$PROGRAMS/countersign" completion zsh >"$SOURCE/completions/_countersign"
cp "$ROOT"/{README,SECURITY,CHANGELOG}.md "$SOURCE"
mkdir "$SOURCE/docs"
cp -r "$ROOT"/docs/{*.md,operators} "$SOURCE/docs"
rm "$SOURCE/docs/style.md"  # for who changes the code
cp "$HERE"/examples/* "$HERE"/watch/{alerts.yml,dashboard.json} "$ROOT"/docs/{nginx.conf,engine_reference.py} \
  "$SOURCE/examples"
"$HERE/nginx_site.sh" >"$SOURCE/examples/nginx-site.conf"

/usr/bin/python3 "$HERE/sbom.py" "$PROGRAMS" >"$SOURCE/countersign.spdx.json"

# What the build needs was there when the programs were built, hence -d.
(cd "$SOURCE" && dpkg-buildpackage --build=binary --no-sign -d) >"$FOLDER/build.log" 2>&1 ||
  die "dpkg-buildpackage failed: $(tail -n 20 "$FOLDER/build.log")"
printf '%s\n' "$FOLDER"/*.deb
