# Installs what is missing: packages of Debian 12, and those of npm that the tests of the pages need.

# Every package that anything here needs, by what needs it. All of Debian 12.
PACKAGES_BUILD=(
  g++ cmake ninja-build pkg-config ccache
  libpistache-dev libboost-dev rapidjson-dev librocksdb-dev libssl-dev libzip-dev
  libcurl4-openssl-dev libseccomp-dev
  libfmt-dev libcli11-dev libjpeg62-turbo-dev libpng-dev libwebp-dev libzxing-dev doctest-dev
  libfreetype-dev fonts-ocr-b
  libdlib-dev liblapack-dev
  esbuild brotli
)
PACKAGES_RUN=(curl jq unzip ca-certificates)
# Only countersign-matcher needs OpenCV: `./dev run` builds without it, the tests are of all.
PACKAGES_MATCHER=(libopencv-objdetect-dev libopencv-dnn-dev)
# Only countersign-reader needs Tesseract, and its model of English print.
PACKAGES_READER=(libtesseract-dev tesseract-ocr-eng)
# Only guide.wasm needs clang 16, a C++ library for WebAssembly and an optimiser.
PACKAGES_GUIDE=(
  clang-16 lld-16 libc++-16-dev-wasm32 libc++abi-16-dev-wasm32 libclang-rt-16-dev-wasm32
  wasi-libc binaryen
)
PACKAGES_TEST=(
  "${PACKAGES_MATCHER[@]}"
  "${PACKAGES_READER[@]}"
  "${PACKAGES_GUIDE[@]}"
  faketime nginx-light openssl openssh-client python3 mypy groff-base zsh 7zip
  golang-go golang-golang-x-mod-dev
  chromium firefox-esr
)
PACKAGES_BENCH=(wrk nginx-light)
PACKAGES_FUZZ=(clang libclang-rt-14-dev llvm)
# Only `./dev package` needs these, and only its test the others: systemd checks and boots the unit.
PACKAGES_PACKAGE=(dpkg-dev debhelper git python3)
PACKAGES_PACKAGE_TEST=(lintian systemd systemd-container debootstrap curl jq unzip openssl esbuild)
PACKAGES_IMAGE_TEST=(iproute2 libcap2-bin binutils nginx-light openssl)
# Only `./dev site` needs these; the look comes with the package, and nothing is fetched.
PACKAGES_SITE=(mkdocs mkdocs-material python3 git)
# Only `./dev release` needs these besides.
PACKAGES_RELEASE=(git openssh-client)
PACKAGES_FORMAT=(clang-format git)
PACKAGES_LINT=(clang-tidy git jq)
PACKAGES_LOCKS=(clang jq)

# install PACKAGE...: those that are missing, or nothing at all.
install() {
  local package missing=()
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  say "installing ${missing[*]}"
  local root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "packages are missing and there is no sudo: ${missing[*]}"
    root=(sudo)
  fi
  "${root[@]}" apt-get update -q
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
}

setup() {
  install "${PACKAGES_BUILD[@]}" "${PACKAGES_RUN[@]}" "${PACKAGES_TEST[@]}"
  install_npm_packages
}

# What the tests of the pages need of npm, once for each lock file. Debian's node and npm do, and so
# do others that are there already.
install_npm_packages() {
  local folder=$ROOT/tests/browser
  command -v node >/dev/null || install nodejs
  command -v npm >/dev/null || install npm
  cmp -s "$folder/package-lock.json" "$folder/node_modules/.of-lock-file" && return
  say "installing the npm packages of tests/browser/package-lock.json"
  (cd "$folder" && npm ci --no-audit --no-fund) >&2
  cp "$folder/package-lock.json" "$folder/node_modules/.of-lock-file"
}
