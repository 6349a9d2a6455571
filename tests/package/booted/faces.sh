# The packaged matcher under the unit: models by the settings, and captures whose faces it compares.

MODELS=/var/lib/countersign/models

# The commands and lines of docs/operators/packages.md.
takes_models() {
  mkdir -p "$FOLDER/faces" && "$FACES" models "$FOLDER/faces" &&
    cp "$FOLDER/faces/finder.onnx" "$FOLDER/faces/teller.onnx" "$TREE/root" &&
    inside install -d -m 755 "$MODELS" &&
    inside install -m 644 /root/finder.onnx /root/teller.onnx "$MODELS/" &&
    sets "face-detector-model = \"$MODELS/finder.onnx\"" "face-recognizer-model = \"$MODELS/teller.onnx\"" \
      'threshold = "face-match-likeness=0.3/0.363"' &&
    says 'matcher: ready: faces are compared'
}

device() { calls --header "Authorization: Bearer $TOKEN" "$@"; }

# capture_of WHOSE: a whole capture of a passport whose frames show the face that WHOSE of write_faces
# adds; prints its result.
capture_of() {
  local whose=$1 at=$FOLDER/faces seed=$RANDOM session nonce action frames=()
  session=$(client_of '{purpose: "FULL_CAPTURE"}' | calls --json @- "$BASE/api/svc/session/create") || return 1
  TOKEN=$(jq --raw-output .sessionToken <<<"$session")
  "$FACES" passport "$at/passport.jpg" || return 1
  nonce=$(device --request POST "$BASE/api/sdk/document/challenge" | jq --raw-output .nonce)
  device --form "image=@$at/passport.jpg" --form "nonce=$nonce" --form documentType=PASSPORT --form side=FRONT \
    "$BASE/api/sdk/document" | tee "$at/document.json" | jq --exit-status .stepComplete >/dev/null || return 1
  device --request POST "$BASE/api/sdk/liveness/challenge" >"$at/liveness.json"
  for action in $(jq --raw-output '.actions[]' "$at/liveness.json"); do
    "$DRAW" face --seed "$seed" --index "${#frames[@]}" --action "$action" --out "$at/drawn.jpg" &&
      "$FACES" "$whose" "$at/drawn.jpg" "$at/frame-${#frames[@]}.jpg" || return 1
    frames+=("--form" "frames=@$at/frame-${#frames[@]}.jpg")
  done
  device --form "nonce=$(jq --raw-output .nonce "$at/liveness.json")" "${frames[@]}" "$BASE/api/sdk/liveness" |
    tee "$at/accepted.json" | jq --exit-status .ok >/dev/null &&
    device --request POST "$BASE/api/sdk/finalize" >/dev/null &&
    backend "$BASE/api/svc/session/$(jq --raw-output .sessionId <<<"$session")/result"
}

# compares WHOSE STATUS: the result says so, and that the matcher found it by these models.
compares() {
  capture_of "$1" >"$FOLDER/faces/result.json" || {
    tail --lines=+1 "$FOLDER"/faces/{document,accepted}.json >&2
    return 1
  }
  jq --exit-status --arg status "$2" '
    .engine.name == "countersign-matcher" and [.engine.models[].name][0:2] == ["finder.onnx", "teller.onnx"] and
    ([.checks[] | select(.check == "FACE_MATCH" or .check == "FACE_MATCH_THROUGHOUT") | .status]
      | length == 2 and .[0] == $status)' "$FOLDER/faces/result.json" >/dev/null || {
    cat "$FOLDER/faces/result.json" >&2
    return 1
  }
}

# The unit's filter and the program's own are both in force.
runs_confined() {
  local pid
  # shellcheck disable=SC2016  # of the shell inside
  pid=$(inside sh -c 'for each in /proc/[0-9]*; do
    [ "$(cat "$each/comm")" = countersign-mat ] && echo "${each#/proc/}" && break; done')
  [[ -n $pid ]] && inside grep -q '^Seccomp:[[:space:]]*2$' "/proc/$pid/status" &&
    inside grep -q '^CapEff:[[:space:]]*0*$' "/proc/$pid/status"
}
