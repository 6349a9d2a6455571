# Older packages over a folder that newer programs have served: it is served if they know all events
# in it, and else refused in one line, as it was.

NEWER=99.0.0  # no version of this tree

# A package of the same programs under a later version. Its folder says what that version's programs
# would have said there.
make_newer_package() {
  local at=$FOLDER/newer
  rm -rf "$at" "$TREE/newer"
  mkdir -p "$TREE/newer"
  dpkg-deb --raw-extract "$FOLDER"/deb/countersign_*.deb "$at" &&
    sed -i "s/^Version: .*/Version: $NEWER-1/" "$at/DEBIAN/control" &&
    dpkg-deb --root-owner-group -Zgzip -z1 --build "$at" "$TREE/newer/countersign_$NEWER-1.deb" >/dev/null
}

# shellcheck disable=SC2016  # of dpkg-query
installed() { inside dpkg-query --show --showformat='${Version}' countersign; }

# The reader and the matcher want the server's own version; force-depends is what they are here for.
is_upgraded() {
  make_newer_package &&
    inside sh -c 'dpkg --force-depends --install /newer/countersign_*.deb' >"$FOLDER/newer.log" 2>&1 &&
    [[ $(installed) == "$NEWER-1" && $(state ActiveState) == active ]]
}
# served_by_newer: stops the server, and leaves the folder as one that a newer program has served.
served_by_newer() {
  local list=$TREE$DATA/SERVED-BY
  inside systemctl stop countersign && [[ -s $list ]] &&
    printf '%s %d\n' "$NEWER" "$(sed -n '$s/.* //p' "$list")" >>"$list"
}
goes_back() {
  inside sh -c 'apt-get install --yes --no-download --allow-downgrades /packages/countersign_*.deb' \
    >"$FOLDER/downgrade.log" 2>&1
}

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
is_refused_after_downgrade() {
  local before
  is_upgraded && served_by_newer && cp -a "$TREE$DATA" "$TREE/newer/data" && event_from_the_future && before=$(looks) &&
    goes_back || return 1
  inside systemctl start countersign >/dev/null 2>&1 && return 1
  inside systemctl stop countersign  # which systemd starts again and again
  [[ $(state ActiveState) != active && $(looks) == "$before" ]] &&
    says "is refused: version $NEWER has served it, and this program is .* install $NEWER again, or restore" &&
    ! inside /usr/bin/countersign --data "$DATA" session list >"$FOLDER/refused.log" 2>&1 &&
    grep -q "is refused: version $NEWER has served it" "$FOLDER/refused.log"
}
# The way back: the data of before the newer version recorded something.
goes_on_with_copy() {
  inside systemctl stop countersign && rm -r "$TREE$DATA" && mv "$TREE/newer/data" "$TREE$DATA" &&
    inside systemctl start countersign && [[ $(state ActiveState) == active ]]
}
