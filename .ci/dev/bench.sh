# Runs the benchmarks, one after the other, or that of growth alone.

bench() {
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_RUN[@]}" "${PACKAGES_BENCH[@]}"
  build default
  local each
  for each in "$ROOT"/build/default/bench/*_bench; do
    say "${each##*/}"
    "$each" "$@"
  done
}

# growth [SESSIONS] [OPTION...]: bench/growth_bench.cc says what the options are.
growth() {
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_RUN[@]}"
  build default
  local sessions=100000
  if [[ ${1:-} =~ ^[0-9]+$ ]]; then
    sessions=$1
    shift
  fi
  "$ROOT/build/default/bench/growth_bench" --sessions "$sessions" "$@"
}
