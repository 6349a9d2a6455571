#!/bin/sh
# image_root.sh ROOT PACKAGE...: installs the packages that lie beside this script, and copies what
# their programs need into ROOT. Runs in a Debian that is thrown away.
set -eu

HERE=$(dirname "$0")
ROOT=$1
shift
ID=997  # of the user, in each image the same: volumes outlive images

apt-get update -q
# With this number, before the package gives the user another one.
groupadd --system --gid "$ID" countersign
useradd --system --uid "$ID" --gid "$ID" --home-dir /var/lib/countersign --shell /usr/sbin/nologin countersign
files=''
for package in "$@"; do
  for file in "$HERE/${package}"_*.deb; do files="$files $file"; done
done
# shellcheck disable=SC2086  # names of files
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $files

# copy FILE...: with its folders, as what a link leads to.
copy() {
  for file in "$@"; do
    mkdir -p "$ROOT$(dirname "$file")"
    cp -L --preserve=mode,timestamps "$file" "$ROOT$file"
  done
}

mkdir -p "$ROOT/usr/bin" "$ROOT/etc" "$ROOT/dev" "$ROOT/proc"
install -d -m 1777 "$ROOT/tmp" "$ROOT/var/tmp"
for program in /usr/lib/countersign/*; do
  copy "$program"
  # What it names, and the loader, whose line has no arrow.
  for library in $(ldd "$program" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p; s/^\t\(\/[^ ]*\) .*/\1/p'); do
    [ -e "$ROOT$library" ] || copy "$library"
  done
done
ln -s ../lib/countersign/countersign "$ROOT/usr/bin/countersign"
# Libraries that are loaded by name: those that resolve names of hosts.
for library in /lib/*-linux-gnu/libnss_dns.so.2 /lib/*-linux-gnu/libnss_files.so.2; do copy "$library"; done
copy /etc/ssl/certs/ca-certificates.crt
# The reader's model, where the reader is.
MODEL=/usr/share/tesseract-ocr/5/tessdata/eng.traineddata
[ ! -e "$MODEL" ] || copy "$MODEL"
for package in "$@"; do
  copy "/usr/share/doc/$package/copyright"
done

printf 'hosts: files dns\npasswd: files\ngroup: files\n' >"$ROOT/etc/nsswitch.conf"
printf 'countersign:x:%s:%s::/var/lib/countersign:/usr/sbin/nologin\n' "$ID" "$ID" >"$ROOT/etc/passwd"
printf 'countersign:x:%s:\n' "$ID" >"$ROOT/etc/group"
# A new volume takes owner and mode of the folder that it lies on.
install -d -m 0700 -o "$ID" -g "$ID" "$ROOT/var/lib/countersign" "$ROOT/keys"
