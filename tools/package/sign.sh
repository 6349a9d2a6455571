#!/usr/bin/env bash
# sign.sh FOLDER KEY: writes SHA256SUMS of the files in FOLDER, and SHA256SUMS.sig, its signature by
# a key of ssh-keygen(1), which may be in an agent or on a token. docs/operators/packages.md says how
# others verify both.
set -euo pipefail

FOLDER=$1
KEY=$2
[[ -r $KEY ]] || {
  printf 'sign.sh: there is no key file %s; ssh-keygen -t ed25519 -f FILE makes one\n' "$KEY" >&2
  exit 1
}
KEY=$(realpath "$KEY")

cd "$FOLDER"
rm -f SHA256SUMS SHA256SUMS.sig
sums=$(find . -maxdepth 1 -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 -r sha256sum)
[[ -n $sums ]] || {
  printf 'sign.sh: %s has no files\n' "$FOLDER" >&2
  exit 1
}
printf '%s\n' "$sums" >SHA256SUMS
ssh-keygen -Y sign -q -n countersign-release -f "$KEY" SHA256SUMS
