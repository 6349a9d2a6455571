#!/usr/bin/env bash
# nginx_site.sh [UPSTREAM]: prints docs/nginx.conf as one site among others of an nginx: without the
# parts that are of the whole nginx, and with names of zones of its own. UPSTREAM is the server's
# address as nginx sees it, by default 127.0.0.1:8080.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

echo '# Countersign behind nginx, made from docs/nginx.conf: set the name and the certificate.'
awk -v upstream="${1:-127.0.0.1:8080}" '
  /^http \{$/ { inside = 1; next }
  !inside || /^}$/ { next }
  # Settings of the whole nginx: of this server alone here.
  /^  (access_log|server_tokens) / { own = own "  " $0 "\n"; next }
  { sub(/^  /, "") }
  { gsub(/zone=address/, "zone=countersign_address"); gsub(/zone=connections/, "zone=countersign_connections") }
  /limit_conn connections / { sub(/connections/, "countersign_connections") }
  /^  listen 8443 / { sub(/8443/, "443") }
  /^  server 127\.0\.0\.1:8080;$/ { sub(/127\.0\.0\.1:8080/, upstream) }
  { print }
  /^server \{$/ { gsub(/\n    /, "\n  ", own); sub(/^    /, "  ", own); printf "%s", own }
' "$ROOT/docs/nginx.conf"
