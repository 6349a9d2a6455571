#!/usr/bin/env bash
# watch.sh FOLDER: promtool reads the alert rules and the dashboard's expressions, and runs the unit
# tests of the rules. FOLDER gets promtool from Debian's package where this machine has none: the
# package itself is not installed, since it would start a Prometheus.
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
printf '3 passed, 0 failed\n'
