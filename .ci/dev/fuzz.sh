# Runs the fuzzers, and tells a crash of ours from one of a library that is known to crash.

# ends_in_library TARGET INPUT LIBRARY: whether TARGET, run again over INPUT, crashes in LIBRARY, or
# not at all. The first frame that belongs to LIBRARY or to this project decides.
ends_in_library() {
  local again
  again=$("$ROOT/build/fuzz/tests/fuzz/fuzz_$1" \
    -artifact_prefix="$ROOT/build/fuzz/again-" "$2" 2>&1) && return
  awk -v library="/$3[.]so" '
    /^ *#[0-9]+ / && $0 ~ library { found = 1; exit }
    /^ *#[0-9]+ / && / countersign::/ { exit }
    END { exit !found }' <<<"$again"
}

# check_fuzz_limits: that a fuzzer finds an input that takes too much, of each kind, and no other
# (tests/fuzz/control.cc). The limits of a target are in its source.
check_fuzz_limits() {
  local kind found work=$ROOT/build/fuzz/control
  local -A wanted=([within]='^Executed .*within' [block]='out-of-memory [(]malloc'
    [memory]='out-of-memory [(]used' [time]='ERROR: libFuzzer: timeout')
  mkdir -p "$work"
  for kind in "${!wanted[@]}"; do
    printf %s "$kind" >"$work/$kind"
    found=$("$ROOT/build/fuzz/tests/fuzz/fuzz_control" -artifact_prefix="$work/found-" \
      "$work/$kind" 2>&1) || true
    grep -qE "${wanted[$kind]}" <<<"$found" ||
      die "the limits of the fuzzers do not work: of '$kind' was said: $found"
  done
  printf '%-20s ok      %s\n' control 'the limits of memory and time bite'
}

# run_fuzzer TARGET SECONDS: one line with what it has done. New inputs are kept below build/fuzz,
# never in the tree.
run_fuzzer() {
  local target=$1 seconds=$2 status=0 work=$ROOT/build/fuzz kept=$ROOT/tests/fuzz options=() library="" last each
  local log=$work/logs/$target.log crashes=()
  mkdir -p "$work/corpus/$target" "$work/crashes" "$work/logs"
  [[ ! -e $kept/dictionaries/$target.dict ]] ||
    options+=("-dict=$kept/dictionaries/$target.dict")
  # Where somebody else's library is known to crash (tests/fuzz/README.md), the fuzzer runs in a
  # process that is begun again.
  if [[ -e $kept/failing_libraries/$target ]]; then
    read -r library <"$kept/failing_libraries/$target"
    options+=(-fork=1 -ignore_crashes=1)
  fi
  # Some targets read files: in memory, where there is such a place.
  [[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm
  touch "$work/logs/$target.begun"
  UBSAN_OPTIONS=print_stacktrace=1 nice -n 19 "$work/tests/fuzz/fuzz_$target" \
    -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="$work/crashes/$target-" "${options[@]}" \
    "$work/corpus/$target" "$kept/corpus/$target" >"$log" 2>&1 || status=$?
  # `#12345 DONE cov: 838 ft: 1899 corp: ...`
  last=$(grep -oE '^#[0-9]+.* cov: [0-9]+ ft: [0-9]+' "$log" | tail -n 1 |
    sed -E 's/^#([0-9]+).*cov: ([0-9]+) ft: ([0-9]+)/\1 executions, \2 edges, \3 features/' || true)
  # A fuzzer that passes over crashes ends with the status of its last process. What counts then is
  # that it ran to its end (a time-out or too much memory stops it) and where each input crashed.
  if [[ -n $library ]] && grep -q '^INFO: fuzzed for .* wrapping up' "$log"; then
    status=0
    mapfile -t crashes < <(find "$work/crashes" -name "$target-*" ! -name '*-slow-unit-*' \
      -newer "$work/logs/$target.begun")
    for each in "${crashes[@]}"; do
      ends_in_library "$target" "$each" "$library" || {
        status=1
        echo "ERROR: it is not $library that fails: $each" >>"$log"
      }
    done
    last+=", ${#crashes[@]} inputs on which $library fails"
  fi
  if ((status == 0)); then
    printf '%-20s ok      %s\n' "$target" "$last"
    return
  fi
  printf '%-20s FAILED  %s\n' "$target" "$last"
  grep -E 'ERROR: |SUMMARY: |runtime error|Test unit written|check failed' "$log" | sed 's/^/    /'
  tail -n 3 "$log" | sed 's/^/    /'
  return 1
}

fuzz() {
  local name=${1:-all} seconds=${2:-60} target targets=() failed=0 running=0
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_FUZZ[@]}"
  for target in "$ROOT"/tests/fuzz/corpus/*/; do targets+=("$(basename "$target")"); done
  if [[ $name == all ]]; then
    build fuzz
  elif [[ $name == parsers ]]; then
    mapfile -t targets < <(printf '%s\n' "${targets[@]}" | grep -vxFf <(
      sed -n 's/^set(targets_of_[a-z]* \(.*\))$/\1/p' "$ROOT/tests/fuzz/CMakeLists.txt" | tr ' ' '\n'))
    build fuzz fuzz_control "${targets[@]/#/fuzz_}"
  else
    [[ " ${targets[*]} " == *" $name "* ]] || die "there is no fuzzer '$name': ${targets[*]}"
    targets=("$name")
    build fuzz fuzz_control "fuzz_$name"
  fi
  check_fuzz_limits
  for target in "${targets[@]}"; do
    if ((running == JOBS)); then
      wait -n || failed=1
      running=$((running - 1))  # as arithmetic alone, 0 would be a failure
    fi
    run_fuzzer "$target" "$seconds" &
    ((running += 1))
  done
  for (( ; running > 0; running -= 1)); do wait -n || failed=1; done
  ((failed == 0)) || die "inputs that fail are in build/fuzz/crashes, what was said in build/fuzz/logs"
}
