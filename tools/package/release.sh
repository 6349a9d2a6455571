#!/usr/bin/env bash
# release.sh FOLDER KEY: gathers in FOLDER what ./dev package, ./dev sdk and ./dev site have made of
# the commit that is checked out, with its sources, and signs it all by KEY. Refuses a tree with
# changes, a version that the changelog still calls unreleased, and a commit without the version's
# tag. Without KEY it gathers a draft all the same, which it does not sign. With --check before the
# two it refuses what it would refuse, and does nothing.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
IS_CHECK=no
if [[ $1 == --check ]]; then
  IS_CHECK=yes
  shift
fi
FOLDER=$1
KEY=${2:-}
VERSION=$(sed -n 's/.*kVersion = "\([^"]*\)".*/\1/p' "$ROOT/core/version.h")
NAME=countersign-$VERSION
SOURCE_DATE_EPOCH=$(git -C "$ROOT" log -1 --format=%ct)

die() {
  printf 'release.sh: %s\n' "$*" >&2
  exit 1
}

if [[ -n $KEY ]]; then
  [[ -r $KEY ]] || die "there is no key file $KEY; ssh-keygen -t ed25519 -f FILE makes one"
  [[ -z $(git -C "$ROOT" status --porcelain) ]] || die "the tree has changes that are not committed"
  head=$(grep -m 1 '^## \[' "$ROOT/CHANGELOG.md")
  [[ $head =~ ^'## ['$VERSION'] - '[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] ||
    die "CHANGELOG.md begins with '$head', and not with the date of version $VERSION"
  git -C "$ROOT" tag --points-at HEAD | grep --quiet --line-regexp --fixed-strings "v$VERSION" ||
    die "this commit has no tag v$VERSION"
fi
[[ $IS_CHECK == no ]] || exit 0
[[ -d $ROOT/build/package/deb && -d $ROOT/build/site/site ]] || die "./dev package and ./dev site come first"
compgen -G "$ROOT/build/sdk/*.tgz" >/dev/null || die "./dev sdk comes first"

# packed NAME: of a tar on stdin, the same bytes at each run.
packed() { gzip --no-name --best >"$FOLDER/$1"; }

rm -rf "$FOLDER"
mkdir -p "$FOLDER"
cp "$ROOT"/build/package/deb/*_"$VERSION"-*.deb "$FOLDER"
find "$ROOT/build/sdk" -maxdepth 1 -type f -exec cp --target-directory="$FOLDER" {} +
cp "$ROOT/build/package/deb/src/countersign.spdx.json" "$FOLDER/$NAME.spdx.json"
git -C "$ROOT" archive --format=tar --prefix="$NAME/" HEAD | packed "$NAME.tar.gz"
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
  --directory="$ROOT/build/site" --transform="s,^site,$NAME-site," site | packed "$NAME-site.tar.gz"
[[ -n $KEY ]] || {
  printf 'a draft, without signature, is in %s\n' "$FOLDER"
  exit 0
}
"$HERE/sign.sh" "$FOLDER" "$KEY"
printf 'the release is in %s\n' "$FOLDER"
