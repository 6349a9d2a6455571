# Webhooks under the unit: the receiver of docs/webhooks.md, word for word, beside the server.

RECEIVER_PORT=9000

write_receiver() {
  mkdir -p "$FOLDER/webhooks"
  # shellcheck disable=SC2016  # of the page
  sed -n '/^```js$/,/^```$/ { /^```/d; p }' "$ROOT/docs/webhooks.md" >"$FOLDER/webhooks/receiver.mjs"
  grep -q createServer "$FOLDER/webhooks/receiver.mjs"
}

webhook() { backend "$BASE/api/svc/webhooks" | jq --raw-output ".webhooks[0].$1"; }
is_active() { [[ $(webhook state) == ACTIVE ]]; }

# Registers by the call of the page. The first challenge comes before the receiver has the secret, the
# next some seconds later.
proves_address() {
  write_receiver && sets 'webhook-allow = "127.0.0.0/8"' || return 1
  backend --header 'Content-Type: application/json' "$BASE/api/svc/webhooks" \
    --data "{\"url\": \"http://127.0.0.1:$RECEIVER_PORT/hook\", \"types\": [\"session.created\"]}" \
    >"$FOLDER/webhooks/registered.json" || return 1
  nsenter --target "$SYSTEMD" --net node "$FOLDER/webhooks/receiver.mjs" "$RECEIVER_PORT" \
    "$(jq --raw-output .secret "$FOLDER/webhooks/registered.json")" >"$FOLDER/webhooks/received" &
  HELPERS+=("$!")
  within 60 is_active
}

# An event of a session that is opened now arrives, with a signature that the receiver has verified.
opens_session() {
  SESSION=$(client_of '{}' | calls --json @- "$BASE/api/svc/session/create" | jq --raw-output .sessionId)
}
has_arrived() { grep -q "\"type\":\"session.created\".*\"sessionId\":\"$SESSION\"" "$FOLDER/webhooks/received"; }
delivers() { opens_session && within 30 has_arrived; }

# In a network that the settings do not name, the server connects to nothing.
stays_away() {
  local before
  before=$(wc -l <"$FOLDER/webhooks/received")
  backend --header 'Content-Type: application/json' "$BASE/api/svc/webhooks" \
    --data '{"url": "https://10.0.0.1/hook"}' >"$FOLDER/webhooks/refused.json"
  jq --exit-status '.code' "$FOLDER/webhooks/refused.json" >/dev/null &&
    [[ $(wc -l <"$FOLDER/webhooks/received") == "$before" ]]
}
