#!/usr/bin/env bash
# booted.sh FOLDER: installs the Debian packages of FOLDER/deb in a bare Debian 12 that systemd has
# booted, and goes through the life of an installation: settings, a capture under the unit's
# confinement, a reload, an upgrade, a removal, a purge. Takes root, Debian's mirror, the program
# that draws documents, and in FOLDER 400 MB, where the bare Debian stays for the next run.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
FOLDER=$(cd "$1" && pwd)
DRAW=${COUNTERSIGN_DRAW:-$ROOT/build/default/tools/drawing/countersign-draw}
BARE=$FOLDER/bare
TREE=$FOLDER/tree
DATA=/var/lib/countersign/data
PORT=8080
CONTAINER=''
PATH=$PATH:/usr/sbin

die() {
  printf 'booted.sh: %s\n' "$*" >&2
  exit 1
}
((EUID == 0)) || die "only root can boot a system of its own"
[[ -x $DRAW ]] || die "there is no $DRAW: build countersign-draw first"

# shellcheck disable=SC2317  # by the trap
finish() {
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

operator() { inside /usr/bin/countersign --data "$DATA" "$@"; }

# The script that `./dev run` shows, with the client's file in FOLDER.
captures() {
  mkdir -p "$FOLDER/run"
  (umask 077 && operator client add packaged --json >"$FOLDER/run/client.json") &&
    COUNTERSIGN_RUN_DIR=$FOLDER/run COUNTERSIGN_DRAW=$DRAW "$ROOT/dev" capture "http://127.0.0.1:$PORT" \
      >"$FOLDER/run/capture.sh" &&
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
starts_anew_at_upgrade() {
  local before
  before=$(state MainPID)
  inside sh -c 'dpkg --install /packages/countersign_*.deb' >"$FOLDER/upgrade.log" 2>&1
  [[ $(state ActiveState) == active && $(state MainPID) != "$before" ]] &&
    operator session list --json | jq -e '[.. | .sessionId? // empty] | unique | length == 1' >/dev/null
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

make_tree
check "the packages can be installed in a bare Debian 12" install_packages
check "systemd boots it" boot
check "without settings the unit is enabled, and does not start" waits_for_settings
check "countersign init makes settings with which it starts" is_mended_by_init
check "a whole capture goes through" captures
check "the reader is used" says "reader: ready"
check "the inspector has a precedence of its own" says_nothing_of "precedence"
check "a backup is made, and backup, log and views are verified" backs_up
check "a reload keeps the process" reloads
check "an upgrade starts the new programs, with the sessions" starts_anew_at_upgrade
check "systemd hands over a master key that root alone can read" takes_credential
check "a removal of the reader starts the server anew, without it" restarts_at_removal_of_reader
check "a removal stops the server, and keeps data, keys and settings" keeps_all_at --remove
check "a purge keeps data, keys and settings" keeps_all_at --purge
check "nothing else of the packages is left" has_no_file_of_ours
printf '%d passed, 0 failed\n' "$passed"
