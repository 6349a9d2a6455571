#!/usr/bin/env bash
# sdk.sh alone PRINT_OPENAPI PRINT_WEBHOOK FOLDER: the SDKs without a server: what is made of the
# OpenAPI document, types, packages, and the tests against servers that lose answers.
# sdk.sh server TOOLS FOLDER: the SDKs and their samples against a real server. TOOLS is the folder
# of the programs that the build has made.
# FOLDER is made anew. With COUNTERSIGN_WRITE_DOCS=1 the made parts of the SDKs are written first.
set -euo pipefail

die() {
  printf 'sdk.sh: %s\n' "$*" >&2
  exit 1
}

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../../.." && pwd -P)
SDK=$ROOT/http/sdk
MODULES=$ROOT/tests/browser/node_modules
PYTHON=${COUNTERSIGN_PYTHON:-/usr/bin/python3}
export COUNTERSIGN_ROOT=$ROOT COUNTERSIGN_SDK_FOLDER PYTHONDONTWRITEBYTECODE=1

[[ -x $PYTHON ]] || die "there is no $PYTHON: run ./dev setup"
command -v esbuild >/dev/null || die "there is no esbuild: run ./dev setup"
cmp -s "$ROOT/tests/browser/package-lock.json" "$MODULES/.of-lock-file" ||
  die "tests/browser/node_modules is not what the lock file says: run ./dev setup"

# prepare FOLDER: makes it anew, with the package for Node.js as npm would install it.
prepare() {
  rm -rf "$1"
  mkdir -p "$1/node_modules/@countersign/server"
  COUNTERSIGN_SDK_FOLDER=$(cd "$1" && pwd -P)
  "$SDK/node/pack.sh" "$COUNTERSIGN_SDK_FOLDER/packed" >/dev/null
  tar -xzf "$COUNTERSIGN_SDK_FOLDER"/packed/countersign-server-*.tgz \
    -C "$COUNTERSIGN_SDK_FOLDER/node_modules/@countersign/server" --strip-components=1
}

# run_node FILE...: tests in TypeScript, against the installed package.
run_node() {
  esbuild "$@" --bundle --platform=node --format=esm --target=node18 --packages=external \
    --out-extension:.js=.mjs --outdir="$COUNTERSIGN_SDK_FOLDER" --log-level=warning
  node --test --test-reporter=tap "$COUNTERSIGN_SDK_FOLDER"/*.test.mjs
}

# check_made: the made parts of the SDKs, and of a document with what the API's has not.
check_made() {
  local how=(--check)
  [[ ${COUNTERSIGN_WRITE_DOCS:-} != 1 ]] || how=()
  "$PYTHON" "$SDK/maker/make.py" "$COUNTERSIGN_SDK_FOLDER/openapi.json" "${how[@]}" ||
    die "./dev build default tests/browser/all, then COUNTERSIGN_WRITE_DOCS=1, make the SDKs anew"
  PYTHONPATH=$SDK/maker:$HERE/maker "$PYTHON" "$HERE/python/run.py" test_maker
}

# check_types: Python's by mypy, those of TypeScript by its strictest settings.
check_types() {
  local cache=$COUNTERSIGN_SDK_FOLDER/mypy
  command -v mypy >/dev/null || die "there is no mypy: run ./dev setup"
  (cd "$SDK/maker" && MYPYPATH=$SDK/maker mypy --strict --cache-dir "$cache" ./*.py "$HERE"/maker/*.py)
  (cd "$SDK/python" && mypy --config-file pyproject.toml --cache-dir "$cache" countersign)
  (cd "$HERE/python" && MYPYPATH=$SDK/python mypy --strict --cache-dir "$cache" ./*.py)
  node "$MODULES/typescript/bin/tsc" --project "$SDK/node"
  node "$MODULES/typescript/bin/tsc" --project "$HERE"
}

# check_packing: ./dev packs both where no compiler can be run.
check_packing() {
  local folder=$COUNTERSIGN_SDK_FOLDER/compiles_nothing tool
  mkdir -p "$folder/bin"
  for tool in cmake ninja g++ c++ clang++-16; do
    printf '#!/bin/sh\nprintf "%%s\\n" "$0" >>%q\nexit 1\n' "$folder/ran" >"$folder/bin/$tool"
    chmod +x "$folder/bin/$tool"
  done
  PATH=$folder/bin:$PATH COUNTERSIGN_SDK_DIR=$folder/packed "$ROOT/dev" sdk node python >/dev/null
  [[ ! -e $folder/ran ]] || die "./dev sdk node python has run a compiler: $(cat "$folder/ran")"
  compgen -G "$folder/packed/countersign-server-*.tgz" >/dev/null || die "./dev sdk node packs nothing"
  compgen -G "$folder/packed/countersign-*.whl" >/dev/null || die "./dev sdk python packs nothing"
  if COUNTERSIGN_SDK_DIR=$folder/none "$ROOT/dev" sdk ruby 2>/dev/null || [[ -e $folder/none ]]; then
    die "./dev sdk takes a package that is none"
  fi
}

case ${1:-} in
  alone)
    [[ -x $2 && -x $3 ]] ||
      die "$2 and $3 have not been built: run ./dev build default tests/browser/all"
    prepare "$4"
    "$2" >"$COUNTERSIGN_SDK_FOLDER/openapi.json"
    "$3" >"$COUNTERSIGN_SDK_FOLDER/webhook.json"
    "$PYTHON" "$HERE/make_bundles.py" "$COUNTERSIGN_SDK_FOLDER/bundles.json"
    check_made
    check_types
    check_packing
    # The wheel is used as it is: Python reads packages from archives.
    PYTHONPATH=$("$PYTHON" "$SDK/python/pack.py" "$COUNTERSIGN_SDK_FOLDER/packed") \
      "$PYTHON" "$HERE/python/run.py" test_calls test_hostile test_webhook test_bundle test_package
    run_node "$HERE"/node/*.test.ts
    ;;
  server)
    export COUNTERSIGN_BIN COUNTERSIGN_BROWSER_FOLDER COUNTERSIGN_PYTHON=$PYTHON
    COUNTERSIGN_BIN=$(cd "$2" && pwd -P)
    prepare "$3"
    COUNTERSIGN_BROWSER_FOLDER=$COUNTERSIGN_SDK_FOLDER
    run_node "$HERE"/server/*.test.ts
    ;;
  *) die "the first word is alone or server" ;;
esac
