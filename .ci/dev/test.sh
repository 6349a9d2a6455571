# Builds a preset and runs its tests.

# run_suite PRESET [FOLDER...]: ctest, and as the last line how many test cases passed. Each test has
# its folder as its label.
run_suite() {
  local preset=$1 labels=() status=0 log
  shift
  (($# == 0)) || labels=(--no-tests=error -L "^($(IFS='|' && printf '%s' "$*"))\$")
  (cd "$ROOT" && ctest --preset "$preset" --output-on-failure "${labels[@]}") || status=$?
  log=$ROOT/build/$preset/Testing/Temporary/LastTest.log
  awk -v status="$status" '
    /^# pass [0-9]+$/ { passed += $3 }  # of node, for tests/browser
    /^# fail [0-9]+$/ { failed += $3 }
    /test cases:/ {
      gsub(/\033\[[0-9;]*m/, "")
      for (i = 2; i <= NF; ++i) {
        if ($i == "passed") passed += $(i - 1)
        if ($i == "failed") failed += $(i - 1)
      }
    }
    END {
      if (status != 0 && failed == 0) failed = 1
      printf "%d passed, %d failed\n", passed, failed
    }' "$log"
  return "$status"
}

check() {
  local preset=$1 folder
  shift
  setup
  for folder in "$@"; do
    [[ -e $ROOT/tests/$folder/CMakeLists.txt ]] || die "there is no folder of tests '$folder'"
  done
  local targets=("${@/#/tests/}")
  build "$preset" "${targets[@]/%//all}"
  run_suite "$preset" "$@"
}
