# Lays out the sources, or checks their layout, with clang-format.

sources() {
  (cd "$ROOT" && find core events projections http tools tests bench \
    -name node_modules -prune -o '(' -name '*.h' -o -name '*.cc' ')' -print | sort)
}

format() {
  install "${PACKAGES_FORMAT[@]}"
  cd "$ROOT"
  if [[ ${1:-} == --check ]]; then
    sources | xargs clang-format --dry-run --Werror
    return
  fi
  sources | xargs clang-format -i
}
