# TLS of the server itself: by a key that the unit's user reads, then renewed while it serves.

CERTIFICATES=/etc/countersign/tls

# An authority, and certificates of this machine's names by it: certificate NAME.
make_authority() {
  mkdir -p "$FOLDER/tls"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=An authority' \
    -keyout "$FOLDER/tls/ca.key" -out "$FOLDER/tls/ca.pem" 2>/dev/null
}
certificate() {
  local at=$FOLDER/tls/$1
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=localhost' \
    -keyout "$at.key" -out "$at.csr" 2>/dev/null &&
    openssl x509 -req -in "$at.csr" -CA "$FOLDER/tls/ca.pem" -CAkey "$FOLDER/tls/ca.key" -CAcreateserial -days 1 \
      -extfile <(printf 'subjectAltName=DNS:localhost,DNS:verify.example,IP:127.0.0.1\n') -out "$at.pem" 2>/dev/null
}

# The commands of docs/operators/packages.md.
puts_certificate() {
  cp "$FOLDER/tls/$1.pem" "$TREE/root/chain.pem" && cp "$FOLDER/tls/$2.key" "$TREE/root/key.pem" &&
    inside install -d -g countersign -m 750 "$CERTIFICATES" &&
    inside install -g countersign -m 640 /root/chain.pem /root/key.pem "$CERTIFICATES/" &&
    rm "$TREE/root/chain.pem" "$TREE/root/key.pem"
}

serves_https() {
  make_authority && certificate first && certificate second && puts_certificate first first &&
    sets "tls-cert = \"$CERTIFICATES/chain.pem\"" "tls-key = \"$CERTIFICATES/key.pem\"" || return 1
  BASE=https://localhost:$PORT
  export CURL_CA_BUNDLE=$FOLDER/tls/ca.pem
  [[ $(calls --output /dev/null --write-out '%{http_code}' "$BASE/readyz") == 200 ]] &&
    calls --connect-to verify.example:443:"127.0.0.1:$PORT" https://verify.example/readyz >/dev/null
}
# Neither by authorities that did not make it, nor without TLS.
is_not_believed() {
  local status=0
  env --unset=CURL_CA_BUNDLE nsenter --target "$SYSTEMD" --net curl -sS "$BASE/readyz" >/dev/null 2>&1 || status=$?
  ((status == 60)) && ! calls "http://localhost:$PORT/readyz" >/dev/null 2>&1
}

serial() { openssl x509 -in "$FOLDER/tls/$1.pem" -noout -serial; }
serial_served() {
  nsenter --target "$SYSTEMD" --net openssl s_client -connect "localhost:$PORT" -servername localhost \
    </dev/null 2>/dev/null | openssl x509 -noout -serial
}
shows() { [[ $(serial_served) == "$(serial "$1")" ]]; }
renews_certificate() {
  shows first && puts_certificate second second && reloads && within 30 shows second &&
    calls --fail "$BASE/readyz" >/dev/null
}
# A key of another certificate: the line says so, and what was served goes on.
keeps_certificate() {
  puts_certificate first second && reloads &&
    within 30 says 'settings: cannot be taken over: the earlier ones stay' && shows second &&
    puts_certificate second second && reloads
}
