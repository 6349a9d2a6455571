# A reviewer logs in at an identity provider, as far as a browser does it by redirects and forms:
# curl is the browser, and calls what the console's page calls.

CONSOLE=https://localhost:8081
PROVIDER_PORT=9443
PROVIDER=http://127.0.0.1:$PROVIDER_PORT

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

start_provider() {
  local at=$FOLDER/login
  mkdir -p "$at"
  esbuild "$HERE/booted/provider.ts" --bundle --platform=node --format=esm --target=node18 \
    --packages=external --outfile="$at/provider.mjs" --log-level=warning &&
    ln -sfn "$ROOT/tests/browser/node_modules" "$at/node_modules" || return 1
  : >"$at/secret"
  nsenter --target "$SYSTEMD" --net node "$at/provider.mjs" "$PROVIDER_PORT" \
    "$CONSOLE/review/api/oidc/callback" >"$at/secret" 2>"$at/provider.log" &
  HELPERS+=("$!")
  within 30 test -s "$at/secret"
}

# The settings of docs/review.md; the secret's file as docs/operators/packages.md has it.
takes_provider() {
  start_provider || return 1
  cp "$FOLDER/login/secret" "$TREE/root/oidc.secret"
  inside install -o countersign -m 600 /root/oidc.secret /etc/countersign/oidc.secret && rm "$TREE/root/oidc.secret" &&
    sets 'review-listen = "8081"' "review-url = \"$CONSOLE\"" "oidc-issuer = \"$PROVIDER\"" \
      'oidc-client-id = "countersign"' 'oidc-client-secret-file = "/etc/countersign/oidc.secret"' \
      'oidc-roles-claim = "groups"' 'oidc-role = "cases=reviewer"' &&
    calls --fail --output /dev/null "$CONSOLE/review"
}

# browser OPTION...: with the cookies of one browser; prints where the answer leads.
browser() {
  calls --cookie "$JAR" --cookie-jar "$JAR" --output "$FOLDER/login/page" --write-out '%{redirect_url}' "$@"
}
# Follows redirects until the answer is a page, or leads back to the console.
follow() {
  local next
  next=$(browser "$@") || return 1
  while [[ -n $next && $next != "$CONSOLE"/* ]]; do
    PAGE_URL=$next
    next=$(browser "$next") || return 1
  done
  BACK=$next
}

# Opens the console in a browser without cookies: LEADS is where the page leads to log in.
begins_login() {
  JAR=$FOLDER/login/cookies
  PAGE_KEY=$(openssl rand 32 | base64url)
  rm -f "$JAR"
  LEADS=$(browser "$CONSOLE/review/api/oidc/begin?page=$(printf '%s' "$PAGE_KEY" |
    openssl dgst -sha256 -binary | base64url)")
}
leads_to_provider() {
  local part
  begins_login || return 1
  [[ $LEADS == "$PROVIDER"/auth\?* ]] || return 1
  for part in response_type=code client_id=countersign code_challenge_method=S256 code_challenge= state= nonce= \
    scope=openid redirect_uri=https%3A%2F%2Flocalhost%3A8081%2Freview%2Fapi%2Foidc%2Fcallback; do
    [[ $LEADS == *[?\&]"$part"* ]] || {
      printf 'no %s in %s\n' "$part" "$LEADS" >&2
      return 1
    }
  done
}

# comes_back ACCOUNT: logs in and consents at the provider; BACK is where its answer leads.
comes_back() {
  follow "$LEADS" && [[ -z $BACK ]] &&
    follow "$PAGE_URL" --data-urlencode prompt=login --data-urlencode "login=$1" --data-urlencode password=any &&
    [[ -z $BACK ]] && follow "$PAGE_URL" --data-urlencode prompt=consent &&
    [[ $BACK == "$CONSOLE"/review/api/oidc/callback\?*code=* ]]
}
page_calls() {
  calls --cookie "$JAR" --cookie-jar "$JAR" --header "Origin: $CONSOLE" --header 'X-Countersign-Review: 1' \
    --header "X-Countersign-Page: $PAGE_KEY" "$@"
}
logs_in() {
  local ticket
  begins_login && comes_back anna || return 1
  ticket=$(browser "$BACK")
  ticket=${ticket##*#login=}
  [[ -n $ticket ]] &&
    page_calls --fail --json "{\"ticket\":\"$ticket\"}" "$CONSOLE/review/api/oidc/finish" >/dev/null &&
    page_calls --fail "$CONSOLE/review/api/me" |
    jq --exit-status '.oidc and .name == "Person anna" and .roles[0].role == "reviewer"' >/dev/null &&
    operator reviewer list | grep -q 'Person anna'
}
# The provider knows the person, and gives no role that counts here.
keeps_stranger_out() {
  begins_login && comes_back otto || return 1
  [[ $(calls --cookie "$JAR" --output /dev/null --write-out '%{http_code}' "$BACK") == 403 ]] &&
    says 'by the identity provider: nobody is logged in' && ! operator reviewer list | grep -q 'Person otto'
}
