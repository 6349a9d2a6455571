#!/usr/bin/env bash
# reproducible.sh FOLDER: builds the programs of the last commit twice below FOLDER, in folders of
# different names and depths and without ccache, and compares them byte for byte. Takes two whole
# builds of the preset release.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1"
FOLDER=$(cd "$1" && pwd)
JOBS=${COUNTERSIGN_JOBS:-$(nproc)}
PLACES=(one another/and/deeper)
PROGRAMS=(countersign countersignd countersign-inspector countersign-listener countersign-matcher countersign-reader
  countersign-verify)

export CCACHE_DISABLE=1
for place in "${PLACES[@]}"; do
  rm -rf "${FOLDER:?}/$place"
  mkdir -p "$FOLDER/$place"
  git -C "$ROOT" archive HEAD | tar --extract --directory="$FOLDER/$place"
  (
    cd "$FOLDER/$place"
    cmake --preset release >/dev/null
    cmake --build --preset release -j "$JOBS" --target "${PROGRAMS[@]}" >build.log || {
      tail -n 20 build.log
      exit 1
    }
  )
done

differing=0
for program in "${PROGRAMS[@]}"; do
  left=$FOLDER/${PLACES[0]}/build/release/tools/$program
  right=$FOLDER/${PLACES[1]}/build/release/tools/$program
  if ! cmp --quiet "$left" "$right"; then
    printf 'differs: %s\n' "$program" >&2
    differing=$((differing + 1))
  fi
  # The folder's own name in a program is how they usually begin to differ.
  if grep --quiet --fixed-strings "$FOLDER" "$left"; then
    printf 'names the folder that it was built in: %s\n' "$program" >&2
    differing=$((differing + 1))
  fi
done
printf '%d passed, %d failed\n' $((${#PROGRAMS[@]} * 2 - differing)) "$differing"
((differing == 0))
