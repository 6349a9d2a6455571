#!/usr/bin/env bash
# reproducible.sh FOLDER [--of PROGRAMS TARGET...]: builds the programs of the last commit twice below
# FOLDER, in folders of different names and depths, without ccache, and for the second time with
# another umask, time zone and language. Each folder then packs its programs. All objects, archives
# and programs of the two are the same byte for byte, and so are the packages. Takes two whole builds
# of the preset release. With --of, the two folders build the TARGETs alone, and both pack what lies
# in PROGRAMS, without debug symbols.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1"
FOLDER=$(cd "$1" && pwd)
shift
JOBS=${COUNTERSIGN_JOBS:-$(nproc)}
PLACES=("$FOLDER/one" "$FOLDER/another/and/deeper")
TARGETS=(countersign countersignd countersign-inspector countersign-listener countersign-matcher countersign-reader
  countersign-verify)
PROGRAMS=''
if [[ ${1:-} == --of ]]; then
  PROGRAMS=$(cd "$2" && pwd)
  TARGETS=("${@:3}")
  export DEB_BUILD_OPTIONS=noautodbgsym
fi
COMMIT=$(git -C "$ROOT" rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git -C "$ROOT" log -1 --format=%ct "$COMMIT")
export SOURCE_DATE_EPOCH CCACHE_DISABLE=1

# build PLACE: the targets, and the packages.
build() {
  rm -rf "$1"
  mkdir -p "$1"
  git -C "$ROOT" archive "$COMMIT" | tar --extract --directory="$1"
  cd "$1"
  {
    cmake --preset release &&
      cmake --build --preset release -j "$JOBS" --target "${TARGETS[@]}" &&
      tools/package/deb.sh "${PROGRAMS:-build/release/tools}" build/package/deb
  } >build.log 2>&1 || {
    tail -n 20 build.log
    exit 1
  }
}
(build "${PLACES[0]}")
(
  umask 077
  export TZ=Asia/Kathmandu LC_ALL=C
  build "${PLACES[1]}"
)

# products PLACE: the paths of what was made.
products() {
  cd "$1"
  find build/release -type f \( -name '*.o' -o -name '*.a' -o -name '*.wasm' -o -perm /111 \) ! -path '*/CompilerId*'
  find build/package/deb -maxdepth 1 -name '*.deb'
}
same=0
differing=0
differs() {
  printf 'differs: %s\n' "$1" >&2
  differing=$((differing + 1))
}
while IFS= read -r path; do
  if cmp --quiet "${PLACES[0]}/$path" "${PLACES[1]}/$path"; then
    same=$((same + 1))
  else
    differs "$path"
  fi
  # The folder's own name in a product is how they usually begin to differ.
  ! grep --quiet --fixed-strings "$FOLDER" "${PLACES[0]}/$path" || differs "$path, which names its folder"
done < <({ (products "${PLACES[0]}") && (products "${PLACES[1]}"); } | sort --unique)
# Something of each kind was compared.
for kind in '*.o' '*.a' '*.deb'; do
  [[ -n $(find "${PLACES[0]}/build" -name "$kind" -print -quit) ]] || differs "$kind, of which there is none"
done
printf '%d passed, %d failed\n' "$same" "$differing"
((differing == 0))
