#!/usr/bin/env bash
# web.sh PRINT_OPENAPI PRINT_CONSOLE PRINT_WEBHOOK FOLDER [GUIDE_WASM]: the tests of
# tests/browser/web, by node. The first three are the programs that print the OpenAPI document, the
# description of the console's calls and a delivery to a webhook; FOLDER is made anew and holds what
# the tests make; GUIDE_WASM is the guide, where the build has made one.
set -euo pipefail

die() {
  printf 'web.sh: %s\n' "$*" >&2
  exit 1
}

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PRINT_OPENAPI=$1
PRINT_CONSOLE=$2
COUNTERSIGN_PRINT_WEBHOOK=$(realpath "$3")
FOLDER=$4
cmp -s "$HERE/package-lock.json" "$HERE/node_modules/.of-lock-file" ||
  die "tests/browser/node_modules is not what the lock file says: run ./dev setup"
command -v esbuild >/dev/null || die "there is no esbuild: run ./dev setup"
for program in "$PRINT_OPENAPI" "$PRINT_CONSOLE" "$3"; do
  [[ -x $program ]] || die "$program has not been built: run ./dev build default tests/browser/all"
done

rm -rf "$FOLDER"
mkdir -p "$FOLDER"
FOLDER=$(cd "$FOLDER" && pwd -P)
"$PRINT_OPENAPI" >"$FOLDER/openapi.json"
"$PRINT_CONSOLE" >"$FOLDER/console.json"
esbuild "$HERE"/web/*.test.ts --bundle --platform=node --format=esm --target=node18 \
  --packages=external --out-extension:.js=.mjs --outdir="$FOLDER" --log-level=warning
ln -s "$HERE/node_modules" "$FOLDER/node_modules"
export COUNTERSIGN_ROOT COUNTERSIGN_PRINT_WEBHOOK
export COUNTERSIGN_WEB_FOLDER=$FOLDER COUNTERSIGN_GUIDE_WASM=${5:-}
COUNTERSIGN_ROOT=$(cd "$HERE/../.." && pwd -P)
node --test --test-reporter=tap "$FOLDER"/*.test.mjs
