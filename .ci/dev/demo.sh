# One capture from beginning to end: as a script to paste, run against a server, or in a browser.

# One FULL_CAPTURE from beginning to end, as a script for bash. It is what `run`
# shows and what `demo` executes, so the one cannot be right and the other not.
capture_script() {
  # What curl trusts, where the server has a certificate of its own.
  [[ -z ${CURL_CA_BUNDLE:-} ]] || printf 'export CURL_CA_BUNDLE=%s\n' "$CURL_CA_BUNDLE"
  cat <<TEXT
BASE=$BASE
CLIENT=$RUN_DIR/client.json
DRAW=${COUNTERSIGN_DRAW:-$BIN/drawing/countersign-draw}
mkdir -p $RUN_DIR/capture && cd $RUN_DIR/capture

TEXT
  cat <<'TEXT'
# The backend creates a session and hands its token, and nothing else, to the device.
jq '{clientKey, clientSecret, purpose: "FULL_CAPTURE", userRef: "customer-17"}' "$CLIENT" |
  curl -sS --json @- $BASE/api/svc/session/create > session.json
ID=$(jq -r .sessionId session.json)
TOKEN="Authorization: Bearer $(jq -r .sessionToken session.json)"

# The device learns what to do, and sends both sides of a card, each with a fresh nonce.
curl -sS -H "$TOKEN" $BASE/api/sdk/status | jq -c '{status, currentStep, stepsCompleted}'
SEED=$RANDOM$RANDOM
$DRAW document --type ID_CARD --side FRONT --seed $SEED --out front.jpg
$DRAW document --type ID_CARD --side BACK --seed $SEED --format png --out back.png
for IMAGE in front.jpg:FRONT back.png:BACK; do
  NONCE=$(curl -sS -X POST -H "$TOKEN" $BASE/api/sdk/document/challenge | jq -r .nonce)
  curl -sS -H "$TOKEN" -F image=@${IMAGE%:*} -F nonce=$NONCE -F documentType=ID_CARD \
    -F side=${IMAGE#*:} $BASE/api/sdk/document | jq -c '{ok, step, code, nextSide, stepComplete}'
done

# Then frames of the face, each performing an action of the challenge, and the end.
curl -sS -X POST -H "$TOKEN" $BASE/api/sdk/liveness/challenge > liveness.json
FRAMES=()
for ACTION in $(jq -r '.actions[]' liveness.json); do
  FRAME=frame-${#FRAMES[@]}.jpg
  $DRAW face --seed $SEED --index ${#FRAMES[@]} --action $ACTION --out $FRAME
  FRAMES+=(-F frames=@$FRAME)
done
curl -sS -H "$TOKEN" -F nonce=$(jq -r .nonce liveness.json) "${FRAMES[@]}" \
  $BASE/api/sdk/liveness | jq -c '{ok, step, code, stepComplete}'
curl -sS -X POST -H "$TOKEN" $BASE/api/sdk/finalize | jq -c

# The backend reads the result, lists the files, and downloads and checks them.
KEY="X-Svc-Client-Key: $(jq -r .clientKey "$CLIENT")"
SECRET="X-Svc-Client-Secret: $(jq -r .clientSecret "$CLIENT")"
curl -sS -H "$KEY" -H "$SECRET" $BASE/api/svc/session/$ID/result | jq '{status, resultStatus, reasons}'
curl -sS -H "$KEY" -H "$SECRET" $BASE/api/svc/session/$ID/documents |
  jq -c '.[] | {kind, side, seq, contentType, sizeBytes}'
curl -sS -H "$KEY" -H "$SECRET" -o bundle.zip $BASE/api/svc/session/$ID/documents/bundle
rm -rf bundle && unzip -q bundle.zip -d bundle && (cd bundle && sha256sum -c MANIFEST.txt)
TEXT
}

capture() {
  BASE=$1
  capture_script
}

# Chromium goes through every screen of the page, and leaves a picture of each.
demo_in_browser() {
  setup
  build default countersignd countersign-inspector countersign countersign-draw guide_wasm
  mkdir -p "$RUN_DIR"
  COUNTERSIGN_SCREENS=$RUN_DIR/screens \
    "$ROOT/tests/browser/browser.sh" "$BIN" "$ROOT/build/default/tests/browser/screens" screens
  say "The screens are in $RUN_DIR/screens:"
  ls "$RUN_DIR/screens"
}

demo() {
  case ${1:-} in
    '') ;;
    --browser)
      demo_in_browser
      return
      ;;
    *) die "demo knows --browser alone, not '$1'" ;;
  esac
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_RUN[@]}"
  build_programs
  prepare_run_dir
  BASE=http://$LISTEN
  curl -sf -o /dev/null "$BASE/readyz" 2>/dev/null || start_server 127.0.0.1:0
  say "One capture against $BASE"
  bash -euo pipefail -c "$(capture_script)"
  local id
  id=$(jq -r .sessionId "$RUN_DIR/capture/session.json")
  say "The manifest of the bundle"
  cat "$RUN_DIR/capture/bundle/MANIFEST.txt"
  say "The session's events"
  operator session show "$id" --json |
    jq -r '.events[] | [.sequence, .at, .type, .actor.kind] | @tsv'
}
