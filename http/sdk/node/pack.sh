#!/usr/bin/env bash
# pack.sh FOLDER: makes the npm package in FOLDER/package, and packs it into FOLDER. Takes what
# tests/browser/package-lock.json pins.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
MODULES=$HERE/../../../tests/browser/node_modules
FOLDER=$1

mkdir -p "$FOLDER"
FOLDER=$(cd "$FOLDER" && pwd -P)
PACKAGE=$FOLDER/package
rm -rf "$PACKAGE"
mkdir -p "$PACKAGE/dist"
cp "$HERE/package.json" "$HERE/README.md" "$HERE/../../../LICENSE" "$PACKAGE"
node "$MODULES/typescript/bin/tsc" --project "$HERE/tsconfig.package.json" --outDir "$PACKAGE/dist"
(cd "$PACKAGE" && npm pack --silent --pack-destination "$FOLDER")
