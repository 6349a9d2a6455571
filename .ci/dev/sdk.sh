# Packs the npm package of the capture element, and the packages for backends.

SDK_DIR=${COUNTERSIGN_SDK_DIR:-$ROOT/build/sdk}  # where the packages are made

# sdk [PACKAGE...]: web is the npm package of http/pages/sdk, node and python those of http/sdk; all
# of them when none is named. Each needs no more than is installed for it, and only web compiles.
sdk() {
  local package
  (($#)) || set -- web node python
  for package in "$@"; do
    [[ " web node python " == *" $package "* ]] || die "there is no package '$package': web, node or python"
  done
  mkdir -p "$SDK_DIR"
  for package in "$@"; do "sdk_$package"; done
}

# With the guide, where this build can make it.
sdk_web() {
  local guide
  install "${PACKAGES_BUILD[@]}"
  install_npm_packages
  (cd "$ROOT" && cmake --preset default >/dev/null)
  guide=$(sed -n 's/^COUNTERSIGN_GUIDE_WASM:INTERNAL=//p' "$ROOT/build/default/CMakeCache.txt")
  [[ -z $guide ]] || build default guide_wasm
  rm -f "$SDK_DIR"/countersign-capture-*.tgz
  "$ROOT/http/pages/sdk/pack.sh" "$SDK_DIR" "$guide"
}

# TypeScript is among the packages of npm.
sdk_node() {
  install_npm_packages
  rm -f "$SDK_DIR"/countersign-server-*.tgz
  "$ROOT/http/sdk/node/pack.sh" "$SDK_DIR"
}

sdk_python() {
  install python3
  rm -f "$SDK_DIR"/countersign-*.whl
  /usr/bin/python3 "$ROOT/http/sdk/python/pack.py" "$SDK_DIR"
}
