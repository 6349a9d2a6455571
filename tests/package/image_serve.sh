#!/usr/bin/env bash
# image_serve.sh: the part of image.sh that runs in namespaces of its own, of mounts, network and
# processes. ROOT has the image's files, FOLDER the volumes, the certificate and the capture to make,
# and SITE is the site of nginx. Ends with an error at the first thing that is not so.
set -euo pipefail

not_so() {
  printf 'not so: %s\n' "$*" >&2
  exit 1
}

ip link set lo up
mount --bind "$ROOT" "$ROOT"
mount -o remount,ro,bind "$ROOT"
mount -t proc proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount --bind "$FOLDER/volumes/data" "$ROOT/var/lib/countersign"
mount --bind "$FOLDER/volumes/keys" "$ROOT/keys"
! touch "$ROOT/etc/changed" 2>/dev/null || not_so "the root is read-only"

as_server=(env -i PATH=/usr/sbin:/usr/bin COUNTERSIGN_DATA=/var/lib/countersign/data
  COUNTERSIGN_LISTEN="127.0.0.1:$PORT" COUNTERSIGN_MASTER_KEY_FILE=/keys/master.key
  COUNTERSIGN_SIGNING_KEY_FILE=/keys/signing.key COUNTERSIGN_LOG_ORIGIN=verify.example/log
  COUNTERSIGN_PUBLIC_URL=https://localhost COUNTERSIGN_TRUSTED_PROXIES=127.0.0.1
  SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt chroot --userspec=997:997 "$ROOT")
run() { "${as_server[@]}" "$@"; }
is_healthy() { run /usr/bin/countersign doctor --ready; }

run /usr/bin/countersign key make /keys/master.key
! is_healthy || not_so "the health check fails before the server is there"
"${as_server[@]}" /usr/lib/countersign/countersignd &
server=$!
for ((i = 0; i < 300; ++i)); do
  ! is_healthy || break
  sleep 0.2
done
is_healthy || not_so "the health check passes once the server is ready"

# The server and the programs that it has started.
running=' '
for process in "$ROOT"/proc/[0-9]*; do
  program=$(readlink "$process/exe") || continue
  [[ $program == */usr/lib/countersign/* ]] || continue
  running+="${program##*/} "
  [[ $(awk '/^Uid:/ { print $2, $3, $4 } /^CapEff:/ { print $2 }' "$process/status" | xargs) == \
    '997 997 997 0000000000000000' ]] || not_so "each program runs as the image's user, without a capability"
done
for program in countersignd countersign-inspector countersign-reader; do
  [[ $running == *" $program "* ]] || not_so "$program runs, and not$running"
done

# As in the container of nginx: the name of the server's container, and the site as it is.
printf '127.0.0.1 localhost server\n' >"$FOLDER/nginx/hosts"
mount --bind "$FOLDER/nginx/hosts" /etc/hosts
sed -e "s,/etc/countersign/,$FOLDER/nginx/," -e "s,server:8080,server:$PORT," "$SITE" >"$FOLDER/nginx/site.conf"
grep -q "server server:$PORT;" "$FOLDER/nginx/site.conf" || not_so "the site of nginx names the server"
cat >"$FOLDER/nginx/nginx.conf" <<TEXT
pid $FOLDER/nginx/pid;
error_log $FOLDER/nginx/error.log;
events {}
http {
  client_body_temp_path $FOLDER/nginx/body;
  proxy_temp_path $FOLDER/nginx/proxy;
  include $FOLDER/nginx/site.conf;
}
TEXT
nginx -c "$FOLDER/nginx/nginx.conf"
export CURL_CA_BUNDLE=$FOLDER/nginx/tls.crt
[[ $(curl -sS -o /dev/null -w '%{http_code}' https://localhost/metrics) == 404 ]] ||
  not_so "nginx hands the metrics to nobody"

run /usr/bin/countersign client add image --json >"$FOLDER/volumes/client.json"
bash -euo pipefail "$FOLDER/capture.sh"
run /usr/bin/countersign log verify
kill -TERM "$server"
wait "$server" || not_so "the server ends well"
! is_healthy || not_so "the health check fails once the server has gone"
