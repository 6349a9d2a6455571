#!/usr/bin/env bash
# booted.sh FOLDER: installs the Debian packages of FOLDER/deb in a bare Debian 12 that systemd has
# booted, and goes through the life of an installation: settings, captures under the unit's
# confinement, faces, webhooks, TLS, logins at an identity provider, a reload, an upgrade, a
# downgrade, a removal, a purge. Takes root, Debian's mirror, Node with the packages of
# tests/browser, three programs of the build, and in FOLDER 400 MB, where the bare Debian stays for
# the next run.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
FOLDER=$(cd "$1" && pwd)
BUILT=$ROOT/build/default
DRAW=${COUNTERSIGN_DRAW:-$BUILT/tools/drawing/countersign-draw}
FACES=${COUNTERSIGN_WRITE_FACES:-$BUILT/tests/package/write_faces}
WRITE_NEWER=${COUNTERSIGN_WRITE_NEWER:-$BUILT/tests/package/write_newer}
BARE=$FOLDER/bare
TREE=$FOLDER/tree
DATA=/var/lib/countersign/data
PORT=8080
BASE=http://127.0.0.1:$PORT
CONTAINER=''
HELPERS=()  # processes beside the server
PATH=$PATH:/usr/sbin

die() {
  printf 'booted.sh: %s\n' "$*" >&2
  exit 1
}
((EUID == 0)) || die "only root can boot a system of its own"
for program in "$DRAW" "$FACES" "$WRITE_NEWER"; do
  [[ -x $program ]] || die "there is no $program: run ./dev build default ${program##*/}"
done
for program in node esbuild openssl jq curl; do
  command -v "$program" >/dev/null || die "there is no $program"
done
[[ -d $ROOT/tests/browser/node_modules/oidc-provider ]] || die "there is no oidc-provider: run ./dev setup"

# shellcheck disable=SC2317  # by the trap
finish() {
  ((${#HELPERS[@]} == 0)) || kill "${HELPERS[@]}" 2>/dev/null || true
  [[ -z $CONTAINER ]] || kill "$CONTAINER" 2>/dev/null || true
  [[ -z $CONTAINER ]] || wait "$CONTAINER" 2>/dev/null || true
  rm -rf "$TREE"
}
trap finish EXIT

passed=0
check() {
  local sentence=$1
  shift
  "$@" || {
    [[ -z $CONTAINER ]] || inside journalctl --no-pager --lines=40 --unit=countersign >&2 || true
    die "not so: $sentence"
  }
  printf 'ok: %s\n' "$sentence"
  passed=$((passed + 1))
}

# within SECONDS COMMAND...: asks again until the command succeeds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.2
  done
}

# That of this machine; nothing for debootstrap's own choice.
mirror() {
  awk '/^URIs:/ { print $2; exit } /^deb http/ { print $2; exit }' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true
}

make_tree() {
  local new=$BARE.new
  if [[ ! -d $BARE ]]; then
    rm -rf "$new"
    # shellcheck disable=SC2046  # an address, or no argument
    debootstrap --variant=minbase bookworm "$new" $(mirror) >"$FOLDER/bare.log" 2>&1 ||
      die "debootstrap failed: $(tail -n 5 "$FOLDER/bare.log")"
    mv "$new" "$BARE"
  fi
  rm -rf "$TREE"
  cp -a "$BARE" "$TREE"
  mkdir "$TREE/packages"
  cp "$FOLDER"/deb/countersign{,-matcher,-reader,-verify}_*.deb "$TREE/packages"
}

# Before anything runs in it: /proc and /dev are those of a namespace that ends with apt. The command
# is that of the README, with the other packages behind it.
install_packages() {
  local readme
  readme=$(sed -n 's/^apt-get install \([^&]*\) && countersign init .*/\1/p' "$ROOT/README.md")
  [[ -n $readme ]] || return 1
  # shellcheck disable=SC2016  # of the shell in the namespace
  TREE=$TREE README=$readme unshare --mount --pid --fork --kill-child bash -c '
    mount -t proc proc "$TREE/proc" && mount --bind /dev "$TREE/dev" &&
    chroot "$TREE" sh -c "cd /packages && apt-get update -q &&
      DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $README \
        ./countersign-matcher_*.deb ./countersign-verify_*.deb"
  ' >"$FOLDER/install.log" 2>&1 || tail -n 20 "$FOLDER/install.log"
  chroot "$TREE" dpkg-query -W countersign >/dev/null
}

inside() { nsenter --target "$SYSTEMD" --mount --uts --ipc --net --pid --root --wd "$@"; }

boot() {
  setsid systemd-nspawn --directory="$TREE" --private-network --register=no --keep-unit --console=pipe \
    /lib/systemd/systemd systemd.unit=multi-user.target >"$FOLDER/boot.log" 2>&1 </dev/null &
  CONTAINER=$!
  local i
  for ((i = 0; i < 300; ++i)); do
    SYSTEMD=$(pgrep -P "$CONTAINER" || true)
    [[ -z $SYSTEMD ]] || [[ $(inside systemctl is-system-running 2>/dev/null) != @(running|degraded) ]] || return 0
    sleep 0.2
  done
  return 1
}

state() { inside systemctl show --property="$1" --value countersign; }
waits_for_settings() {
  inside systemctl is-enabled --quiet countersign &&
    [[ $(state ActiveState) == inactive && $(state ConditionResult) == no ]]
}
is_mended_by_init() {
  inside countersign init --public-url https://verify.example --log-origin verify.example/log \
    --data-folder "$DATA" --user countersign --certificate /etc/tls/chain.pem \
    --certificate-key /etc/tls/key.pem >"$FOLDER/init.log" &&
    inside systemctl start countersign && [[ $(state ActiveState) == active ]]
}

# sets LINE...: adds the lines to the settings, and starts the server anew with them.
sets() {
  printf '%s\n' "$@" >>"$TREE/etc/countersign/countersign.toml"
  inside systemctl restart countersign && [[ $(state ActiveState) == active ]]
}

# A caller on the server's machine, and the client's backend.
calls() { nsenter --target "$SYSTEMD" --net curl -sS "$@"; }
client_of() { jq "{clientKey, clientSecret} + $1" "$FOLDER/run/client.json"; }
backend() {
  calls --header "X-Svc-Client-Key: $(jq --raw-output .clientKey "$FOLDER/run/client.json")" \
    --header "X-Svc-Client-Secret: $(jq --raw-output .clientSecret "$FOLDER/run/client.json")" "$@"
}

operator() { inside /usr/bin/countersign --data "$DATA" "$@"; }

# The script that `./dev run` shows, with the client's file in FOLDER.
has_client() {
  mkdir -p "$FOLDER/run"
  (umask 077 && operator client add packaged --json >"$FOLDER/run/client.json")
}
captures() {
  COUNTERSIGN_RUN_DIR=$FOLDER/run COUNTERSIGN_DRAW=$DRAW "$ROOT/dev" capture "$BASE" >"$FOLDER/run/capture.sh" &&
    nsenter --target "$SYSTEMD" --net bash -euo pipefail "$FOLDER/run/capture.sh" >"$FOLDER/run/capture.log" &&
    tail -n 3 "$FOLDER/run/capture.log"
}
says() { inside journalctl --no-pager --unit=countersign | grep -q -- "$1"; }
says_nothing_of() { ! says "$1"; }

# The server itself writes both, under its filter.
backs_up() {
  operator backup create /var/lib/countersign/backups >"$FOLDER/backup.log" &&
    operator backup keys /var/lib/countersign/slots >>"$FOLDER/backup.log" &&
    inside /usr/bin/countersign backup verify /var/lib/countersign/backups >>"$FOLDER/backup.log" &&
    operator log verify >>"$FOLDER/backup.log" && operator projections verify >>"$FOLDER/backup.log"
}

reloads() {
  local before
  before=$(state MainPID)
  inside systemctl reload countersign && [[ $(state MainPID) == "$before" && $(state ActiveState) == active ]]
}
sessions() { operator session list --json | jq --compact-output '[.. | .sessionId? // empty] | unique'; }
starts_anew_at_upgrade() {
  local process before
  process=$(state MainPID)
  before=$(sessions)
  inside sh -c 'dpkg --install /packages/countersign_*.deb' >"$FOLDER/upgrade.log" 2>&1
  [[ $(state ActiveState) == active && $(state MainPID) != "$process" && $before != '[]' ]] &&
    [[ $(sessions) == "$before" ]]
}

# The example of the package, as its comment says.
takes_credential() {
  inside install -D --mode=644 /usr/share/doc/countersign/examples/credentials.conf \
    /etc/systemd/system/countersign.service.d/credentials.conf &&
    inside sed -i '/^master-key-file/d' /etc/countersign/countersign.toml &&
    inside chown root:root /etc/countersign/keys/master.key && inside chmod 400 /etc/countersign/keys/master.key &&
    inside systemctl daemon-reload && inside systemctl restart countersign &&
    [[ $(state ActiveState) == active ]] && operator session list >/dev/null
}

restarts_at_removal_of_reader() {
  local before
  before=$(state MainPID)
  inside dpkg --remove countersign-reader >"$FOLDER/reader.log" 2>&1
  [[ $(state ActiveState) == active && $(state MainPID) != "$before" ]] && says "reader: none"
}

is_running() { inside sh -c 'grep -sqx countersignd /proc/[0-9]*/comm'; }

# Each file of the installation with its digest, without those that change at a start.
kept() { (cd "$TREE" && find var/lib/countersign/data/files etc/countersign -type f -exec sha256sum {} + | sort); }
keeps_all_at() {
  local before after
  before=$(kept)
  inside dpkg "$1" countersign-matcher countersign >"$FOLDER/remove.log" 2>&1 || return 1
  after=$(kept)
  [[ -n $before && $before == "$after" && -d $TREE$DATA/log ]] && ! is_running
}
has_no_file_of_ours() {
  [[ -z $(find "$TREE/usr/lib/countersign" "$TREE/usr/share/doc/countersign" "$TREE/usr/bin/countersign" \
    "$TREE/lib/systemd/system/countersign.service" 2>/dev/null) ]]
}

for part in faces webhooks tls login downgrade; do
  # shellcheck source=/dev/null
  source "$HERE/booted/$part.sh"
done

make_tree
check "the packages can be installed in a bare Debian 12" install_packages
check "systemd boots it" boot
check "without settings the unit is enabled, and does not start" waits_for_settings
check "countersign init makes settings with which it starts" is_mended_by_init
check "the first client is added" has_client
check "a whole capture goes through" captures
check "the reader is used" says "reader: ready"
check "the inspector has a precedence of its own" says_nothing_of "precedence"
check "a backup is made, and backup, log and views are verified" backs_up
check "a reload keeps the process" reloads
check "the matcher takes the models of the settings" takes_models
check "a capture's result says that the matcher found one person" compares add PASSED
check "a capture's result says that the matcher found another person" compares other FAILED
check "the matcher has no capability, and a filter of system calls" runs_confined
check "an address that answers the challenge gets a webhook" proves_address
check "the event of a new session arrives there" delivers
check "an address inside a network that is not allowed is refused" stays_away
check "the server has TLS by a certificate of the settings" serves_https
check "callers refuse it without the authority, and it refuses those without TLS" is_not_believed
check "a reload takes a renewed certificate over" renews_certificate
check "a reload with another key keeps the certificate, and says so" keeps_certificate
check "the console takes an identity provider" takes_provider
check "a login leads to the provider, with the right parameters" leads_to_provider
check "a person of the provider is logged in as a reviewer" logs_in
check "a person without a role here is kept out" keeps_stranger_out
check "a whole capture goes through TLS" captures
check "an upgrade starts the new programs, with the sessions" starts_anew_at_upgrade
check "webhooks go on after the upgrade" delivers
check "a later version is installed" is_upgraded
check "an older version serves the folder of a later one whose events it knows" is_served_after_downgrade
check "an older version refuses the folder of a later one with an event that it does not know" \
  is_refused_after_downgrade
check "so does its command without a server, in one line" refuses_the_command_too
check "the backup of before the upgrade leads back" is_served_from_backup
check "systemd hands over a master key that root alone can read" takes_credential
check "a removal of the reader starts the server anew, without it" restarts_at_removal_of_reader
check "a removal stops the server, and keeps data, keys and settings" keeps_all_at --remove
check "a purge keeps data, keys and settings" keeps_all_at --purge
check "nothing else of the packages is left" has_no_file_of_ours
printf '%d passed, 0 failed\n' "$passed"
