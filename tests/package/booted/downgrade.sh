# Older packages over a folder that newer programs have served: it is served if they know all events
# in it, and else refused in one line, as it was.

NEWER=99.0.0  # no version of this tree
STATE=/var/lib/countersign

# Packages of the same programs under a later version. Their folder says what that version's programs
# would have said there.
make_newer_packages() {
  local at=$FOLDER/newer name
  rm -rf "$TREE/newer"
  mkdir "$TREE/newer"
  for name in countersign countersign-matcher countersign-reader; do
    rm -rf "$at"
    dpkg-deb --raw-extract "$FOLDER/deb/$name"_*.deb "$at" &&
      sed -i -e "s/^Version: .*/Version: $NEWER-1/" -e "s/countersign (= [^)]*)/countersign (= $NEWER-1)/" \
        "$at/DEBIAN/control" &&
      dpkg-deb --root-owner-group -Zgzip -z1 --build "$at" "$TREE/newer/${name}_$NEWER-1.deb" >/dev/null || return 1
  done
}

# Installs what lies in a folder of the tree by the command of docs/operators/packages.md.
packages_of() {
  inside sh -c "cd $1 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --allow-downgrades \
    ./countersign_*.deb ./countersign-matcher_*.deb ./countersign-reader_*.deb"
}
# shellcheck disable=SC2016  # of dpkg-query
installed() { inside dpkg-query --show --showformat='${Version}' countersign; }
is_upgraded() {
  make_newer_packages && packages_of /newer >"$FOLDER/newer.log" 2>&1 &&
    [[ $(installed) == "$NEWER-1" && $(state ActiveState) == active ]]
}
# served_by_newer: stops the server, and leaves the folder as one that a newer program has served.
served_by_newer() {
  local list=$TREE$DATA/SERVED-BY
  inside systemctl stop countersign && [[ -s $list ]] &&
    printf '%s %d\n' "$NEWER" "$(sed -n '$s/.* //p' "$list")" >>"$list"
}
goes_back() { packages_of /packages >"$FOLDER/downgrade.log" 2>&1; }

is_served_after_downgrade() {
  local before
  before=$(sessions)
  served_by_newer && goes_back && grep -q "is older than $NEWER-1" "$FOLDER/downgrade.log" &&
    inside systemctl start countersign && [[ $(state ActiveState) == active && $(sessions) == "$before" ]] &&
    says "the newer version $NEWER has served the folder" && ! grep -q "^$NEWER " "$TREE$DATA/SERVED-BY"
}

# Of the data, without the socket and the lock of a database that was opened.
looks() {
  (cd "$TREE$DATA" && find files keys checkpoints SERVED-BY MASTER-KEY-ID -type f -exec sha256sum {} + | sort)
}
event_from_the_future() {
  "$WRITE_NEWER" "$TREE$DATA/log" && chown --recursive --reference="$TREE$DATA" "$TREE$DATA/log"
}

# The command without a server, as its user and with the server's key.
without_server() {
  inside runuser --user=countersign -- /usr/bin/countersign --data "$1" \
    --master-key-file /etc/countersign/keys/master.key --signing-key-file /etc/countersign/keys/signing.key "${@:2}"
}
is_refused_after_downgrade() {
  local before
  operator backup create "$STATE/before" >"$FOLDER/before.log" && SESSIONS=$(sessions) && is_upgraded &&
    served_by_newer && event_from_the_future && before=$(looks) && goes_back || return 1
  inside systemctl start countersign >/dev/null 2>&1 && return 1
  inside systemctl stop countersign  # systemd starts it again and again
  [[ $(state ActiveState) != active && $(looks) == "$before" ]] &&
    says "is refused: version $NEWER has served it, and this program is .* install $NEWER again, or restore"
}
refuses_the_command_too() {
  ! without_server "$DATA" session list >"$FOLDER/refused.log" 2>&1 &&
    [[ $(wc -l <"$FOLDER/refused.log") == 1 ]] &&
    grep -q "is refused: version $NEWER has served it" "$FOLDER/refused.log"
}

# By docs/operators/restore.md, with the slots of the old folder, into its place.
is_served_from_backup() {
  without_server "$STATE/restored" backup restore "$STATE/before" --keys "$DATA" >"$FOLDER/restore.log" &&
    rm -r "$TREE$DATA" && mv "$TREE$STATE/restored" "$TREE$DATA" && inside systemctl start countersign &&
    [[ $(state ActiveState) == active && $(sessions) == "$SESSIONS" ]] && operator log verify >>"$FOLDER/restore.log"
}
