# Runs the benchmarks, one after the other.

bench() {
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_RUN[@]}" "${PACKAGES_BENCH[@]}"
  build default
  local each
  for each in "$ROOT"/build/default/bench/*_bench; do
    say "${each##*/}"
    "$each" "$@"
  done
}
