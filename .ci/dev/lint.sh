# Runs clang-tidy over the tree, or over the sources that have changed.

# reader_of HEADER: a source that reads it: its own one, or the first that includes it, or the reader
# of the first header that includes it.
reader_of() {
  local header=$1 includer seen=' '
  while [[ $seen != *" $header "* ]]; do
    seen+="$header "
    if [[ -e $ROOT/${header%.h}.cc ]]; then
      printf '%s\n' "${header%.h}.cc"
      return
    fi
    includer=$(cd "$ROOT" && sources | xargs grep -lF "#include \"$header\"" | sort -t . -k 2 | sed -n 1p) || true
    [[ $includer == *.h ]] || break
    header=$includer
  done
  [[ $includer == *.cc ]] || die "no source includes $1, so that it cannot be checked"
  printf '%s\n' "$includer"
}

# changed_since COMMIT: the sources that a commit or the work tree has changed or added since then.
# A header counts as one source that reads it, not as all of them: what a change of it does to the
# others is found by the pass over the tree. A source that was removed counts as nothing.
changed_since() {
  local file files
  files=$({
    git diff --name-only --diff-filter=d "$1"
    git ls-files --others --exclude-standard
  } | grep -E '^(core|events|projections|http|tools|tests|bench)/.*[.](h|cc)$' | sort -u) || return 0
  while read -r file; do
    case $file in
      *.cc) printf '%s\n' "$file" ;;
      *) reader_of "$file" || return ;;
    esac
  done <<<"$files"
}

# lint_tree: clang-tidy over all sources. The product is read in the units of its build, so that a
# header is read once for sixteen sources; every other source is read by itself.
lint_tree() {
  local units failed=0
  cmake --preset default >/dev/null
  mapfile -t units < <(jq -r '.[].file | select(endswith("_cxx.cxx"))' build/default/compile_commands.json)
  ((${#units[@]} > 0)) || die "build/default has no units"
  printf '%s\n' "${units[@]}" | xargs -n 1 -P "$JOBS" \
    clang-tidy --quiet --checks=-bugprone-suspicious-include -p build/default || failed=1
  sources | grep '\.cc$' |
    grep -vxF -f <(sed -n "s#^.include \"$ROOT/\(.*\)\"#\1#p" "${units[@]}") |
    xargs -n 1 -P "$JOBS" clang-tidy --quiet -p build/lint || failed=1
  ((failed == 0)) || die "clang-tidy has something to say"
}

# lint_since COMMIT: clang-tidy over the sources that have changed since then, each by itself. Where
# there is no such commit, as in a shallow clone, it is over what the last commit changed.
lint_since() {
  local since=$1 files
  git rev-parse -q --verify HEAD >/dev/null || die "lint --since needs a checkout of git with a commit"
  if ! git rev-parse -q --verify "$since^{commit}" >/dev/null; then
    if ! git rev-parse -q --verify 'HEAD~1^{commit}' >/dev/null; then
      say "there is no commit '$since' here, and no HEAD~1: the whole tree is checked"
      lint_tree
      return
    fi
    say "there is no commit '$since' here: what has changed since HEAD~1 is checked"
    since=HEAD~1
  fi
  git diff --quiet "$since" -- .clang-tidy tests/.clang-tidy ||
    say "the list of checks has changed since $since: ./dev lint applies it to the whole tree"
  files=$(changed_since "$since" | sort -u)
  if [[ -z $files ]]; then
    say "no source has changed since $since"
    return
  fi
  xargs -n 1 -P "$JOBS" clang-tidy --quiet -p build/lint <<<"$files" ||
    die "clang-tidy has something to say"
  say "clang-tidy has nothing to say: $(wc -l <<<"$files") changed since $since"
}

# lint [--since COMMIT]: clang-tidy over the tree, or over what has changed since COMMIT. Nothing is
# built for it.
lint() {
  case ${1:-} in
    '' | --since) ;;
    *) die "lint takes --since COMMIT, or nothing" ;;
  esac
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_TEST[@]}" "${PACKAGES_LINT[@]}"
  cd "$ROOT"
  cmake --preset lint >/dev/null
  if [[ ${1:-} == --since ]]; then
    lint_since "${2:?which commit?}"
    return
  fi
  lint_tree
}
