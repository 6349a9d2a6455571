# Has clang check that each lock is held where it has to be.

# locks: over every source of the product, what core/machine/threads/lock_annotations.h declares.
# First the control, a source with a mistake of each kind: clang has to report all of them. Other
# warnings are left to the compiler that builds. The sources are read in the units of the build; that
# each includes what it uses is found by ./dev lint, which reads it by itself.
locks() {
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_LOCKS[@]}"
  local flags='-fsyntax-only -Wno-everything -Wthread-safety -Wthread-safety-beta -Werror' commands
  cd "$ROOT"
  # shellcheck disable=SC2086
  clang++ -std=c++20 -I. $flags -Xclang -verify tests/core/machine/threads/unlocked.cc ||
    die "clang does not report the mistakes of tests/core/machine/threads/unlocked.cc"
  cmake --preset locks >/dev/null
  # A generated source is a table without locks, and is not there before a build.
  mapfile -t commands < <(jq -r --arg root "$ROOT/" --arg flags "$flags" '
    .[] | select(.file | ltrimstr($root) | test("^build/") and (test("/Unity/") | not) | not)
    | .command | select(test(" -o (core|events|projections|http|tools)/"))
    | gsub(" -(c|MD|o [^ ]+|M[TF] [^ ]+)(?= )"; "")
    | sub("^([^ ]*ccache )?[^ ]+"; "clang++") + " " + $flags' build/locks/compile_commands.json)
  # A unit of several sources includes them.
  local units sources
  mapfile -t units < <(printf '%s\n' "${commands[@]}" | grep -oE '[^ ]+/Unity/[^ ]+\.cxx( |$)')
  sources=$((${#commands[@]} - ${#units[@]} + $(cat "${units[@]% }" | grep -c '^#include')))
  ((sources > 400)) || die "build/locks names $sources sources of the product"
  printf '%s\0' "${commands[@]}" | (cd build/locks && xargs -0 -n 1 -P "$JOBS" bash -c) ||
    die "a lock is not held where it has to be"
  say "$sources sources of the product hold their locks"
}
