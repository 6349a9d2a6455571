#!/usr/bin/env bash
# pack.sh FOLDER [GUIDE_WASM]: makes the npm package in FOLDER/package, and packs it into FOLDER.
# GUIDE_WASM is the guide that the build has made; without such a file the package has none, and the
# element goes on without guidance. Takes esbuild, and what tests/browser/package-lock.json pins.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
MODULES=$HERE/../../../tests/browser/node_modules
FOLDER=$1
WASM=${2:-}

mkdir -p "$FOLDER"
FOLDER=$(cd "$FOLDER" && pwd -P)
PACKAGE=$FOLDER/package
rm -rf "$PACKAGE"
mkdir -p "$PACKAGE/dist"
cp "$HERE/package.json" "$HERE/README.md" "$HERE/../../../LICENSE" "$PACKAGE"

# The oldest browsers, as esbuild names them.
targets=$(node -p "Object.entries(require('$HERE/browsers.json')).map((one) => one.join('')).join()")

# bundle NAME [OPTION...]: of src/NAME.ts dist/NAME.js. What is external keeps its address, which
# esbuild tells from the folder that it runs in.
bundle() {
  (cd "$HERE/src" && esbuild "$1.ts" --bundle --format=esm --target="$targets" --charset=utf8 \
    --loader:.css=text --log-level=warning "${@:2}") >"$PACKAGE/dist/$1.js"
}
# English is in index.js, which imports each other language when it is wanted, and the controls of a
# test in a sandbox.
mkdir "$PACKAGE/dist/texts" "$PACKAGE/dist/test-mode"
external=(--external:./test-mode/bar.js)
bundle test-mode/bar
for file in "$HERE"/src/texts/??.ts; do
  language=$(basename "$file" .ts)
  [[ $language != en ]] || continue
  bundle "texts/$language"
  external+=("--external:./texts/$language.js")
done
bundle index "${external[@]}"
# The components import the element when they are shown.
bundle react --external:react --external:./index.js --banner:js="'use client';"
bundle vue --external:vue --external:./index.js
# The look, which is in index.js too.
esbuild "$HERE/src/view/element.css" --bundle --target="$targets" --log-level=warning \
  --outfile="$PACKAGE/dist/element.css"
if [[ -e $HERE/src/guide-worker.ts ]]; then bundle guide-worker; fi
if [[ -e $WASM ]]; then cp "$WASM" "$PACKAGE/dist/guide.wasm"; fi
node "$MODULES/typescript/bin/tsc" --project "$HERE/tsconfig.package.json" --outDir "$PACKAGE/dist"
(cd "$PACKAGE" && npm pack --silent --pack-destination "$FOLDER")
