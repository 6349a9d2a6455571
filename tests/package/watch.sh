#!/usr/bin/env bash
# watch.sh FOLDER [PROGRAMS]: promtool reads the alert rules and the dashboard's expressions, and
# runs the unit tests of the rules. With the programs of a build, promtool also reads the page of the
# metrics of a server that runs and has a backup. FOLDER gets promtool from Debian's package where
# this machine has none: the package itself is not installed, since it would start a Prometheus.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
WATCH=$HERE/../../tools/package/watch
mkdir -p "$1"
FOLDER=$(cd "$1" && pwd)

PROMTOOL=$(command -v promtool || true)
if [[ -z $PROMTOOL ]]; then
  PROMTOOL=$FOLDER/prometheus/usr/bin/promtool
  [[ -x $PROMTOOL ]] || {
    (cd "$FOLDER" && apt-get download -q prometheus && dpkg-deb -x prometheus_*.deb prometheus) >&2
  }
fi

"$PROMTOOL" check rules --lint-fatal "$WATCH/alerts.yml"
(cd "$HERE" && "$PROMTOOL" test rules alerts.test.yml)

# Each expression of the dashboard as a recording rule, with values for Grafana's variables.
jq '{groups: [{name: "dashboard", rules: [
    [.. | .expr? // empty | gsub("\\$__rate_interval"; "5m") | gsub("\\$instance"; ".*")]
    | to_entries[] | {record: "dashboard:panel\(.key):value", expr: .value}]}]}' \
  "$WATCH/dashboard.json" >"$FOLDER/dashboard.yml"
"$PROMTOOL" check rules --lint-fatal "$FOLDER/dashboard.yml"
(($(jq '.groups[0].rules | length' "$FOLDER/dashboard.yml") > 30))
if (($# < 2)); then
  printf '3 passed, 0 failed\n'
  exit
fi

# A server of its own, on a port that the system chooses.
PROGRAMS=$(cd "$2" && pwd)
rm -rf "$FOLDER/data" "$FOLDER/backups" "$FOLDER/data.master.key"
mkfifo -m 600 "$FOLDER/listening.$$"
"$PROGRAMS/countersignd" --data "$FOLDER/data" --listen 127.0.0.1:0 --reader none \
  >"$FOLDER/listening.$$" 2>"$FOLDER/operator.log" &
SERVER=$!
trap 'kill "$SERVER" 2>/dev/null || true' EXIT
exec 3<"$FOLDER/listening.$$"  # kept open, since the server may say more
read -r line <&3 || { cat "$FOLDER/operator.log" >&2; exit 1; }
rm "$FOLDER/listening.$$"
"$PROGRAMS/countersign" --data "$FOLDER/data" backup create "$FOLDER/backups" >"$FOLDER/backup.log"
curl -fsS "http://127.0.0.1:${line##*:}/metrics" >"$FOLDER/metrics.txt"
"$PROMTOOL" check metrics <"$FOLDER/metrics.txt"
for family in countersign_build_info countersign_backup_age_seconds process_cpu_seconds_total; do
  grep -q "^# TYPE $family " "$FOLDER/metrics.txt" || { echo "no $family on the page" >&2; exit 1; }
done
printf '4 passed, 0 failed\n'
