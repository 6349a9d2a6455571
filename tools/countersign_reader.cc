#include <stdio.h>
#include <sys/resource.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/inspection/confined/inspector.h"
#include "core/inspection/reader/reader_engine.h"
#include "events/crypto/sha256.h"

// countersign-reader MODEL: compares the print of documents with their zones and bar codes for
// `countersignd`, which starts it where it is installed.
//
// The exit statuses are those of countersign-inspector.

namespace {

using namespace countersign;

Digest sha256_of(std::span<const std::uint8_t> bytes) { return sha256(bytes); }

// Limits the memory of this process, because a damaged model may request any amount. Workers have
// limits of their own.
void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr rlim_t kLoadingBytes = 2ull << 30;
  const rlimit both{kLoadingBytes, kLoadingBytes};
  ::setrlimit(RLIMIT_AS, &both);
#endif
}

// Tesseract prints what it thinks of a picture. A worker has no descriptor to print to, and would
// be killed for trying.
void print_nothing() {
  constexpr cookie_io_functions_t kNowhere = {
      .read = nullptr,
      .write = [](void*, const char*, size_t size) { return static_cast<ssize_t>(size); },
      .seek = nullptr,
      .close = nullptr};
  if (std::FILE* const nowhere = ::fopencookie(nullptr, "w", kNowhere)) stderr = nowhere;
}

Result<std::unique_ptr<Engine>, std::string> make_engine(const std::string& model,
                                                         const InspectionLimits& limits) {
  limit_memory();
  auto print = reader::PrintReader::load(model, sha256_of);
  if (!print) return print.error();
  print_nothing();
  return std::unique_ptr<Engine>(
      std::make_unique<reader::ReaderEngine>(std::move(*print), model, limits));
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc > 1 && std::string_view(arguments[1]) == "--version") {
    std::puts("countersign-reader " COUNTERSIGN_VERSION);
    return 0;
  }
  if (argc > 1 && std::string_view(arguments[1]) == "--help") {
    std::puts(
        "Usage: countersign-reader MODEL\n\n"
        "Compares the print of documents with their machine-readable data, in confined processes.\n"
        "countersignd starts this program itself; it does nothing on its own.");
    return 0;
  }
  const std::string model = argc == 2 ? arguments[1] : "";
  return confined::run_inspector(
      [&](const InspectionLimits& limits) { return make_engine(model, limits); });
}
