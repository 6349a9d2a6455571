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

# The folders that tests/CMakeLists.txt makes labels of. A folder below one of them has its label.
labelled_folders() { sed -n '/^foreach(area/,/)$/{s/^foreach(area//;s/)$//;p}' "$ROOT/tests/CMakeLists.txt"; }

check() {
  local preset=$1 folder folders
  shift
  folders=$(labelled_folders | xargs)
  for folder in "$@"; do
    [[ " $folders " == *" $folder "* ]] ||
      die "check takes whole folders of tests/, and '$folder' is none of them: $folders"
  done
  setup
  local targets=("${@/#/tests/}")
  targets=("${targets[@]/%//all}")
  # Their tests drive programs that are targets of other folders.
  [[ " $* " != *' browser '* ]] || targets+=("${PROGRAMS[@]}")
  [[ " $* " != *' http/sdk '* ]] || targets+=(tests/browser/all "${PROGRAMS[@]}")
  build "$preset" "${targets[@]}"
  run_suite "$preset" "$@"
}
