# Packs the npm package of the capture element, and the packages for backends.

# The npm package of http/pages/sdk, with the guide where this build has made it, and the two of
# http/sdk.
sdk() {
  install "${PACKAGES_BUILD[@]}" python3
  install_npm_packages
  local guide
  (cd "$ROOT" && cmake --preset default >/dev/null)
  guide=$(sed -n 's/^COUNTERSIGN_GUIDE_WASM:INTERNAL=//p' "$ROOT/build/default/CMakeCache.txt")
  [[ -z $guide ]] || build default guide_wasm
  rm -rf "$ROOT/build/sdk"
  "$ROOT/http/pages/sdk/pack.sh" "$ROOT/build/sdk" "$guide"
  "$ROOT/http/sdk/node/pack.sh" "$ROOT/build/sdk"
  /usr/bin/python3 "$ROOT/http/sdk/python/pack.py" "$ROOT/build/sdk"
}
