# Makes what is published: the Debian packages, an image of them, the site of the pages, and a
# release of all with signed checksums.

# package [--test] [--of FOLDER]: of the programs of the preset release, or of those that lie in
# FOLDER; with --test, the packages are tested too, in a tree of their own.
# shellcheck disable=SC2120
package() {
  local programs='' is_tested=no
  while (($#)); do
    case $1 in
      --test) is_tested=yes ;;
      --of)
        programs=${2:?of which folder?}
        shift
        ;;
      *) die "package knows --test and --of FOLDER, not '$1'" ;;
    esac
    shift
  done
  install "${PACKAGES_PACKAGE[@]}"
  if [[ -z $programs ]]; then
    install "${PACKAGES_BUILD[@]}" "${PACKAGES_MATCHER[@]}" "${PACKAGES_READER[@]}" "${PACKAGES_GUIDE[@]}"
    build release
    programs=$ROOT/build/release/tools
  fi
  "$ROOT/tools/package/deb.sh" "$programs" "$ROOT/build/package/deb"
  [[ $is_tested == yes ]] || return 0
  install "${PACKAGES_PACKAGE_TEST[@]}"
  "$ROOT/tests/package/watch.sh" "$ROOT/build/package/watch" "$programs"
  "$ROOT/tests/package/packages.sh" "$ROOT/build/package/deb"
  "$ROOT/tests/package/run_packages.sh" "$ROOT/build/package/deb" "$ROOT/build/package/run"
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_MATCHER[@]}"
  install_npm_packages
  build default countersign-draw write_faces write_newer
  "$ROOT/tests/package/booted.sh" "$ROOT/build/package"
}

# image [--test] [--from-source] [OPTION...]: of the packages that ./dev package has made, or of those
# that the image's first stage compiles of the last commit; options are of the builder. With --test,
# captures are served from the image.
image() {
  local is_tested=no packages=$ROOT/build/package/deb
  while [[ ${1:-} == --test || ${1:-} == --from-source ]]; do
    if [[ $1 == --test ]]; then is_tested=yes; else packages=$1; fi
    shift
  done
  "$ROOT/tools/package/image.sh" "$packages" "$ROOT/build/package/image" "$@"
  [[ $is_tested == yes ]] || return 0
  install "${PACKAGES_RUN[@]}" "${PACKAGES_IMAGE_TEST[@]}"
  if [[ -z ${COUNTERSIGN_DRAW:-} ]]; then
    install "${PACKAGES_BUILD[@]}"
    build default countersign-draw
  fi
  "$ROOT/tests/package/image.sh" "$ROOT/build/package/image-test" "$ROOT/build/package/image"
}

# The documentation as a site, in build/site/site; COUNTERSIGN_REPOSITORY is the sources' address.
# The description of the API is printed by a program of the build, or COUNTERSIGN_OPENAPI is the file
# with a server's GET /api/svc/openapi.json.
site() {
  install "${PACKAGES_SITE[@]}"
  local folder=$ROOT/build/site openapi=${COUNTERSIGN_OPENAPI:-}
  if [[ -z $openapi ]]; then
    install "${PACKAGES_BUILD[@]}" "${PACKAGES_GUIDE[@]}"
    build default print_openapi
    openapi=$ROOT/build/openapi.json
    "$ROOT/build/default/tests/browser/print_openapi" >"$openapi"
  fi
  /usr/bin/python3 "$ROOT/tools/package/site/diagrams.py" --check
  /usr/bin/python3 "$ROOT/tools/package/site/site.py" stage "$folder" "$openapi"
  (cd "$folder" && SOURCE_DATE_EPOCH=$(git -C "$ROOT" log -1 --format=%ct) mkdocs build --quiet --strict)
  /usr/bin/python3 "$ROOT/tools/package/site/site.py" finish "$folder"
  say "The site is in $folder/site"
}

# served_openapi FOLDER: prints the description of the API that a server of the programs in FOLDER has.
served_openapi() (
  BIN=$1
  RUN_DIR=$(mktemp -d)
  start_server 127.0.0.1:0
  curl -sS --fail "$BASE/api/svc/openapi.json"
  stop_server
  trap - EXIT
  rm -rf "$RUN_DIR"
)

# reproduce [--pair]: the programs, built in two folders, are the same bytes, and so are their packages.
# With --pair, of the programs the verifier alone, of which two builds are cheap: it is of objects from
# core, events and tools. Packed twice are the programs that ./dev build has built.
reproduce() {
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_MATCHER[@]}" "${PACKAGES_READER[@]}" "${PACKAGES_GUIDE[@]}" \
    "${PACKAGES_PACKAGE[@]}"
  local pair=()
  [[ ${1:-} != --pair ]] || pair=(--of "$BIN" countersign-verify)
  "$ROOT/tests/package/reproducible.sh" "$ROOT/build/reproduce" "${pair[@]}"
}

# release [KEY]: all that is published, with its sources and checksums, signed by a key of
# ssh-keygen(1); without a key a draft.
release() {
  install "${PACKAGES_RELEASE[@]}"
  # What is not to be published is refused before the half hour that it takes to make.
  "$ROOT/tools/package/release.sh" --check "$ROOT/build/published" "$@"
  # shellcheck disable=SC2119  # the options are not those of a release
  package
  sdk
  install "${PACKAGES_RUN[@]}"
  served_openapi "$ROOT/build/release/tools" >"$ROOT/build/openapi.json"
  COUNTERSIGN_OPENAPI=$ROOT/build/openapi.json site
  "$ROOT/tools/package/release.sh" "$ROOT/build/published" "$@"
}
