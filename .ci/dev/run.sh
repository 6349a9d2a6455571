# The server on this machine, of programs that are built or unpacked: its data folder, its demo client,
# its certificate, and links to open.

# Makes the data folder and, once, a client whose credentials only this user can read.
prepare_run_dir() {
  mkdir -p "$RUN_DIR"
  chmod 700 "$RUN_DIR"
  if [[ ! -s $RUN_DIR/client.json || ! -d $RUN_DIR/data ]]; then
    (umask 077 && operator client add demo --json >"$RUN_DIR/client.json.new")
    dress_client "$(jq -r .clientKey "$RUN_DIR/client.json.new")"
    mv "$RUN_DIR/client.json.new" "$RUN_DIR/client.json"
  fi
}

# dress_client KEY: gives the demo client's capture page a name, a logo, colours and a consent.
dress_client() {
  operator client page "$1" --name "Harbour Bank (demo)" --logo "$ROOT/tools/demo/logo.png" \
    --accent '#0b6e4f' --on-accent '#ffffff' \
    --consent "$ROOT/tools/demo/consent.txt" --consent-version demo-1 >/dev/null
}

# The address of this machine in its network.
lan_address() {
  local each
  for each in ${COUNTERSIGN_LAN_ADDRESS:-$(hostname -I)}; do
    [[ $each =~ ^[0-9.]+$ && $each != 127.* ]] || continue
    printf '%s\n' "$each"
    return
  done
  die "this machine has no IPv4 address in a network: set COUNTERSIGN_LAN_ADDRESS"
}

# prepare_certificate ADDRESS: a certificate of this machine's own in the run folder, made anew when
# it is for another address or about to expire.
prepare_certificate() {
  local certificate=$RUN_DIR/lan.pem key=$RUN_DIR/lan.key
  if [[ -s $key ]] &&
    openssl x509 -in "$certificate" -noout -checkend 86400 >/dev/null 2>&1 &&
    openssl x509 -in "$certificate" -noout -checkip "$1" | grep -q 'does match'; then
    return
  fi
  (umask 077 && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 \
    -subj "/CN=Countersign on $1" -addext "subjectAltName=IP:$1,DNS:localhost" \
    -addext extendedKeyUsage=serverAuth -keyout "$key" -out "$certificate" 2>/dev/null)
}

operator() { "$BIN/countersign" --data "$RUN_DIR/data" "$@"; }

# start_server ADDRESS [OPTION...]: in the background; sets SERVER (its process) and BASE (its URL).
start_server() {
  local log=$RUN_DIR/server.out line
  : >"$log"
  "$BIN/countersignd" --data "$RUN_DIR/data" --listen "$1" "${@:2}" >"$log" &
  SERVER=$!
  trap stop_server EXIT
  trap 'exit 0' INT TERM
  for _ in {1..600}; do
    if line=$(grep -m1 'listening on' "$log"); then
      BASE=${line##* }
      return 0
    fi
    kill -0 "$SERVER" 2>/dev/null || die "the server did not start"
    sleep 0.1
  done
  die "the server has not started within a minute"
}

stop_server() {
  kill -TERM "$SERVER" 2>/dev/null || true
  wait "$SERVER" || true
}

# A link to the capture page, for a new session of the demo client.
capture_link() {
  jq '{clientKey, clientSecret}' "$RUN_DIR/client.json" |
    curl -sS --json @- "$BASE/api/svc/session/create" | jq -r .captureUrl
}

# A link that registers a passkey for the demo reviewer, who is made once and may do everything.
reviewer_link() {
  local kept=$RUN_DIR/reviewer made
  if [[ -s $kept ]] && made=$(operator reviewer link "$(cat "$kept")" --json 2>/dev/null); then
    jq -r .link <<<"$made"
    return
  fi
  made=$(operator reviewer add "Demo reviewer" --role supervisor --json)
  jq -r .reviewer <<<"$made" >"$kept"
  jq -r .link <<<"$made"
}

# box LINE...: the lines in a frame.
box() {
  local line width=0 edge
  for line in "$@"; do ((${#line} <= width)) || width=${#line}; done
  printf -v edge '%*s' "$((width + 2))" ''
  printf '+%s+\n' "${edge// /-}"
  for line in "$@"; do printf '| %-*s |\n' "$width" "$line"; done
  printf '+%s+\n' "${edge// /-}"
}

# field_of FILE FIELD: of the control file of a Debian package.
field_of() { dpkg-deb --field "$1" "$2" 2>/dev/null || die "$1 is no Debian package"; }

# Installs the packages of Debian that these packages need and that are missing: not each other, nor
# what the unit needs, which is not run.
install_needs_of() {
  local file need needs=() wanted=()
  for file in "$@"; do
    mapfile -t -d, needs < <(printf '%s' "$(field_of "$file" Depends)")
    for need in "${needs[@]}"; do
      need=${need%%|*}  # the first of several that do
      read -r need _ <<<"${need%%(*}"
      [[ $need == countersign* || $need == systemd* ]] || wanted+=("${need%%:*}")
    done
  done
  install "${wanted[@]}"
}

# unpack_packages FILE[,FILE...]: unpacks Debian packages of one version into a folder of their own,
# without installing them; sets BIN to their programs. Needs no root, but for libraries that are
# missing.
unpack_packages() {
  local file files=() names=() versions=() machine folder=$RUN_DIR/unpacked
  IFS=, read -ra files <<<"$1"
  for file in "${files[@]}"; do
    [[ -f $file ]] || die "there is no package $file"
    names+=("$(field_of "$file" Package)")
    versions+=("$(field_of "$file" Version)")
    machine=$(field_of "$file" Architecture)
    [[ $machine == "$(dpkg --print-architecture)" ]] || die "$file is for other machines: $machine"
  done
  [[ " ${names[*]} " == *' countersign '* ]] || die "none of the packages is countersign, which has the server"
  [[ $(printf '%s\n' "${versions[@]}" | sort -u | wc -l) == 1 ]] ||
    die "the packages have several versions: ${versions[*]}"
  install_needs_of "${files[@]}"
  mkdir -p "$RUN_DIR"
  rm -rf "$folder.new"
  for file in "${files[@]}"; do
    dpkg-deb --extract "$file" "$folder.new"
  done
  rm -rf "$folder"
  mv "$folder.new" "$folder"
  BIN=$folder/usr/lib/countersign
}

# run [--lan] [--package FILE[,FILE...]]: serves by programs that are built now, or by packages'.
run() {
  local packages='' options=()
  while (($#)); do
    case $1 in
      --lan) options=(--lan) ;;
      --package)
        packages=${2:?which files?}
        shift
        ;;
      *) die "run knows --lan and --package FILE[,FILE...], not '$1'" ;;
    esac
    shift
  done
  install "${PACKAGES_RUN[@]}"
  ((${#options[@]} == 0)) || install openssl
  if [[ -n $packages ]]; then
    unpack_packages "$packages"
  else
    install "${PACKAGES_BUILD[@]}" "${PACKAGES_GUIDE[@]}"
    build_programs
  fi
  serve "${options[@]}"
}

# Prints the capture to paste. It draws its documents, and packages have no program that draws.
show_capture_script() {
  if [[ -x ${COUNTERSIGN_DRAW:-$BIN/drawing/countersign-draw} ]]; then
    say "A capture to paste into another terminal:"
    printf '\n'
    capture_script
    printf '\n'
    return
  fi
  say "The packages have no program that draws documents for a capture to paste: open the link below."
}

# serve [--lan]: the server of this machine alone, or with TLS for its network. The links stand last.
serve() {
  local listen=$LISTEN port=${LISTEN##*:} url tls=() notes=() console_notes=()
  case ${1:-} in
    '')
      # A browser opens cameras for https and for this machine itself.
      url=http://localhost:$port
      [[ -n ${COUNTERSIGN_PUBLIC_URL:-} ]] ||
        notes=("Only this machine can open it: ./dev run --lan lets a phone follow." "")
      ;;
    --lan)
      listen=$(lan_address):$port
      url=https://$listen
      ;;
    *) die "serve knows --lan alone, not '$1'" ;;
  esac
  prepare_run_dir
  if [[ ${1:-} == --lan ]]; then
    prepare_certificate "${listen%:*}"
    tls=(--tls-cert "$RUN_DIR/lan.pem" --tls-key "$RUN_DIR/lan.key")
    export CURL_CA_BUNDLE=$RUN_DIR/lan.pem
    notes=(
      "The browser warns that the connection is not private, as this machine has made the"
      "certificate itself. Android: Advanced, Proceed. iPhone: Show Details, visit this website."
      ""
    )
    console_notes=(
      "" "Browsers make no passkey where they warn: trust $RUN_DIR/lan.pem in"
      "yours, or review after ./dev run without --lan, which has the same cases."
    )
  fi
  start_server "$listen" --public-url "${COUNTERSIGN_PUBLIC_URL:-$url}" "${tls[@]}" \
    --review-listen "${COUNTERSIGN_REVIEW_LISTEN:-$((port + 1))}" \
    --webhook-allow 127.0.0.0/8
  local capture reviewer
  capture=$(capture_link)
  reviewer=$(reviewer_link)
  show_capture_script
  say "Another link for a reviewer: $BIN/countersign --data $RUN_DIR/data reviewer link $(cat "$RUN_DIR/reviewer")"
  say "Serving on $BASE with the data in $RUN_DIR/data; Ctrl-C stops."
  printf '\n'
  box "A capture, to open in a browser within half an hour:" "" "$capture" "" "${notes[@]}" \
    "For a reviewer, who registers a passkey with it once, within 15 minutes:" "" "$reviewer" \
    "${console_notes[@]}"
  wait "$SERVER"
}
