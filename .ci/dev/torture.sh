# Runs the campaigns of faults, each after its control.

# run_campaign NAME [OPTION...]: its control, which has to find what it has broken itself, and the
# campaign. One line with what it has done; all of it is kept below build/default/torture.
run_campaign() {
  local name=$1 program=$ROOT/build/default/tests/torture/torture_$1 status=0 log
  shift
  log=$ROOT/build/default/torture/$name.log
  mkdir -p "${log%/*}"
  "$program" --control >"$log.control" 2>&1 || status=$?
  if ((status != 1)); then
    printf '%-10s FAILED  its control found nothing (%s)\n' "$name" "$status"
    sed 's/^/    /' "$log.control"
    return 1
  fi
  status=0
  "$program" "$@" >"$log" 2>&1 || status=$?
  if ((status == 0)); then
    printf '%-10s ok      %s\n' "$name" "$(cat "$log")"
    return
  fi
  printf '%-10s FAILED  (%s)\n' "$name" "$status"
  sed 's/^/    /' "$log"
  return 1
}

torture() {
  local each names=() options=() failed=0
  for each in "$@"; do
    case $each in
      --full | --seed=*) options+=("$each") ;;
      *) names+=("$each") ;;
    esac
  done
  setup
  build default torture
  ((${#names[@]})) || for each in "$ROOT"/tests/torture/campaigns/*; do names+=("${each##*/}"); done
  for each in "${names[@]}"; do
    [[ -x $ROOT/build/default/tests/torture/torture_$each ]] || die "there is no campaign '$each'"
    run_campaign "$each" "${options[@]}" || failed=1
  done
  ((failed == 0)) || die "what was said is in build/default/torture"
}
