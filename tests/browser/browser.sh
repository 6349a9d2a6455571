#!/usr/bin/env bash
# browser.sh TOOLS FOLDER [TEST...]: the tests of tests/browser/drive, in Chromium and Firefox.
# TOOLS is the folder of the programs that the build has made; FOLDER is made anew and holds what
# the tests make. A TEST is the name of a file without its ending, such as `capture`; none means
# all; `screens` writes pictures of the screens to docs/screens, and `figures` measures captures.
set -euo pipefail

die() {
  printf 'browser.sh: %s\n' "$*" >&2
  exit 1
}

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
COUNTERSIGN_BIN=$(cd "$1" && pwd -P)
FOLDER=$2
shift 2
[[ -d $HERE/node_modules/puppeteer-core ]] || die "there is no puppeteer-core: run ./dev setup"
command -v esbuild >/dev/null || die "there is no esbuild: run ./dev setup"

bundle() {
  esbuild "$@" --bundle --platform=node --format=esm --target=node18 --packages=external \
    --out-extension:.js=.mjs --outdir="$FOLDER" --log-level=warning
}

rm -rf "$FOLDER"
mkdir -p "$FOLDER"
FOLDER=$(cd "$FOLDER" && pwd -P)
ln -s "$HERE/node_modules" "$FOLDER/node_modules"
export COUNTERSIGN_BIN COUNTERSIGN_ROOT COUNTERSIGN_BROWSER_FOLDER=$FOLDER
COUNTERSIGN_ROOT=$(cd "$HERE/../.." && pwd -P)
if [[ ${1:-} == screens || ${1:-} == figures ]]; then
  bundle "$HERE/drive/$1.ts"
  exec node "$FOLDER/$1.mjs"
fi
tests=()
for name in "${@:-*}"; do
  for file in "$HERE/drive/"$name.test.ts; do tests+=("$file"); done
done
bundle "${tests[@]}"
drive() { node --test --test-reporter=tap "$1" 2>&1; }
# One file after the other: a browser and a server judge pictures on the same processors. Browsers
# fail now and then for reasons of their own, so a file that fails is driven a second time; what the
# first time said is shown too.
status=0
for file in "$FOLDER"/*.test.mjs; do
  if said=$(drive "$file"); then
    printf '%s\n' "$said"
  else
    sed 's/^/first time: /' <<<"$said"
    drive "$file" || status=1
  fi
done
exit $status
