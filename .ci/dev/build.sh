# Configures and builds a preset, with ccache where there is one.

# build PRESET [TARGET...]: everything when no target is named.
build() {
  local preset=$1 launcher=() targets=()
  shift
  (($# == 0)) || targets=(--target "$@")
  command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  # What one checkout has compiled, another need not.
  export CCACHE_BASEDIR=$ROOT CCACHE_NOHASHDIR=1
  export CCACHE_SLOPPINESS=pch_defines,time_macros  # for the tests' precompiled headers
  export CCACHE_IGNOREOPTIONS='--param=ggc-*'  # makes no other object
  (
    cd "$ROOT"
    cmake --preset "$preset" "${launcher[@]}" >/dev/null
    cmake --build --preset "$preset" -j "$JOBS" "${targets[@]}"
  ) >&2
}

# The programs that a person, and the test of tests/browser, runs.
PROGRAMS=(countersignd countersign-inspector countersign countersign-draw)

build_programs() { build default "${PROGRAMS[@]}"; }
